/* `canasta bench --signature` and `--signature-players`: numbers over one table or all of them.
 * Not here: what goes into them (lab/bench/signature.c). Invariant: as in the header. */
#include "cli/bench_signature.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/cli.h"
#include "lab/bench/signature.h"

/* Of each table; some two thousand games of up to six hands in all. */
enum { ENGINE_GAMES = 60, PLAYER_GAMES = 4 };

typedef struct signing {
    const cn_player *player; /* NULL: the engine */
    uint64_t signature;
} signing;

static int sign(const cn_rules *rules, void *context)
{
    signing *s = context;
    const uint64_t one = s->player == NULL ? cn_signature_engine(rules, ENGINE_GAMES)
                                           : cn_signature_player(rules, s->player, PLAYER_GAMES);
    s->signature = s->signature * 31 + one;
    return CLI_OK;
}

int cli_bench_signature(const cli_table *table)
{
    signing s = {.player = NULL};
    const int status = cli_visit_tables(table, sign, &s);
    if (status == CLI_OK) printf("%016" PRIx64 "\n", s.signature);
    return status;
}

int cli_bench_signature_players(const cli_table *table)
{
    int status = CLI_OK;
    for (unsigned i = 0; cn_players[i] != NULL && status == CLI_OK; i++) {
        signing s = {.player = cn_players[i]};
        status = cli_visit_tables(table, sign, &s);
        if (status == CLI_OK) printf("%-8s %016" PRIx64 "\n", s.player->name, s.signature);
    }
    return status;
}
