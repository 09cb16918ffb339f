/* `canasta bench --check`: random play of one table or all of them, which may go on where it ended.
 * Not here: the play (lab/bench/bench_check.c), the file of what is done (kept_state.c).
 * Invariant: a game with a fault is not counted as done, so that the next run meets it again. */
#include "cli/bench_check.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/kept_state.h"
#include "lab/bench/bench_check.h"
#include "text/records/trace_text.h"

enum { STEPS_OF_ITSELF = 100000, HANDS_BETWEEN_SAVES = 500 };

enum { DONE_GAMES, DONE_HANDS, DONE_STEPS, DONE_COUNTS };

typedef struct checking {
    const cli_check *how;
    cli_kept_state state;
} checking;

static bool is_enough(const cli_check *how, const cn_bench_check *check)
{
    if (cn_bench_check_faults(check) > 0) return true;
    const uint64_t steps = how->steps == 0 && how->hands == 0 ? STEPS_OF_ITSELF : how->steps;
    return check->steps >= steps && check->hands >= how->hands;
}

static void print(const checking *c, const cn_rules *rules, const cn_bench_check *found)
{
    if (c->how->json)
        printf("{\"rules\":\"%s\",\"players\":%u,\"steps\":%" PRIu64 ",\"hands\":%" PRIu64
               ",\"stuck\":%" PRIu64 ",\"refused\":%" PRIu64 ",\"unlike\":%" PRIu64
               ",\"endless\":%" PRIu64 ",\"broken\":%" PRIu64 "}\n",
               rules->name, rules->player_count, found->steps, found->hands, found->stuck,
               found->refused, found->unlike, found->endless, found->broken);
    else
        printf("%s, %u players: %" PRIu64 " steps, %" PRIu64 " hands, %" PRIu64
               " without a legal step, %" PRIu64 " refused, %" PRIu64 " views unlike, %" PRIu64
               " endless, %" PRIu64 " broken\n",
               rules->name, rules->player_count, found->steps, found->hands, found->stuck,
               found->refused, found->unlike, found->endless, found->broken);
    fflush(stdout);
}

static int save(checking *c, cli_done *done, const cn_bench_check *found)
{
    done->count[DONE_GAMES] = found->games;
    done->count[DONE_HANDS] = found->hands;
    done->count[DONE_STEPS] = found->steps;
    return cli_kept_state_write(&c->state);
}

/* The game in which it was, and where it stood then, as a trace has it. */
static void tell_fault(const checking *c, const cn_rules *rules, const cn_bench_check *found)
{
    static char room[CN_TRACE_BYTES_MAX];
    cn_writer writer = cn_writer_make(room, sizeof room);
    cn_write_trace_state(&writer, rules, &found->fault);
    fprintf(stderr,
            "canasta bench: %s, %u players: a fault in game %" PRIu64 " of seed %" PRIu64
            "%s%s\n%s",
            rules->name, rules->player_count, found->bad_game, c->state.seed,
            found->what != NULL ? ": " : "", found->what != NULL ? found->what : "", room);
}

static int check_table(const cn_rules *rules, void *context)
{
    checking *c = context;
    cli_done *done = cli_kept_state_of(&c->state, rules);
    if (done == NULL) return CLI_FAILED;
    cn_bench_check found = {.games = done->count[DONE_GAMES],
                            .hands = done->count[DONE_HANDS],
                            .steps = done->count[DONE_STEPS]};
    while (!is_enough(c->how, &found)) {
        cn_bench_check_game(rules, c->state.seed, &found);
        if (cn_bench_check_faults(&found) > 0) break;
        const bool due = found.hands >= done->count[DONE_HANDS] + HANDS_BETWEEN_SAVES;
        if (!due && !is_enough(c->how, &found)) continue;
        if (save(c, done, &found) != CLI_OK) return CLI_FAILED;
    }
    print(c, rules, &found);
    if (cn_bench_check_faults(&found) == 0) return CLI_OK;
    tell_fault(c, rules, &found);
    return CLI_FAILED;
}

int cli_bench_check(const cli_table *table, const cli_check *how)
{
    checking c = {.how = how,
                  .state = {.path = how->state,
                            .command = "bench",
                            .check = "--check",
                            .counts = DONE_COUNTS,
                            .seed = table->seed}};
    if (cli_kept_state_read(&c.state) != CLI_OK) return CLI_USAGE;
    return cli_visit_tables(table, check_table, &c);
}
