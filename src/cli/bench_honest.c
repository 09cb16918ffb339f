/* `canasta bench --honest`: deals hidden cards anew, and lets no player notice.
 * Not here: the play (lab/honest/honest.c), the file of what is done (kept_state.c).
 * Invariant: a game with a fault is not counted as done, so that the next run meets it again. */
#include "cli/bench_honest.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/kept_state.h"
#include "lab/honest/honest.h"

enum { POSITIONS_OF_ITSELF = 10000, POSITIONS_BETWEEN_SAVES = 1000 };

enum { DONE_GAMES, DONE_POSITIONS, DONE_CERTAIN, DONE_MOVED, DONE_IN_HANDS, DONE_COUNTS };

typedef struct trying {
    const cli_check *how;
    uint64_t positions; /* of each table */
    uint64_t positions_all;
    cli_kept_state state;
} trying;

static int count_table(const cn_rules *rules, void *context)
{
    (void)rules;
    ++*(uint64_t *)context;
    return CLI_OK;
}

static cn_honest begin(const cli_done *done)
{
    return (cn_honest){.games = done->count[DONE_GAMES],
                       .positions = done->count[DONE_POSITIONS],
                       .certain = done->count[DONE_CERTAIN],
                       .moved = done->count[DONE_MOVED],
                       .in_hands = done->count[DONE_IN_HANDS]};
}

static int save(trying *t, cli_done *done, const cn_honest *found)
{
    done->count[DONE_GAMES] = found->games;
    done->count[DONE_POSITIONS] = found->positions;
    done->count[DONE_CERTAIN] = found->certain;
    done->count[DONE_MOVED] = found->moved;
    done->count[DONE_IN_HANDS] = found->in_hands;
    return cli_kept_state_write(&t->state);
}

static double per_position(const cn_honest *found, uint64_t count)
{
    return found->positions > 0 ? (double)count / (double)found->positions : 0;
}

static void print_json(const cn_rules *rules, const cn_honest *found)
{
    printf("{\"rules\":\"%s\",\"players\":%u,\"games\":%" PRIu64 ",\"positions\":%" PRIu64
           ",\"certain\":%" PRIu64 ",\"refused\":%" PRIu64 ",\"seen\":%" PRIu64
           ",\"moved\":%" PRIu64 ",\"in_hands\":%" PRIu64 ",\"unlike_events\":%" PRIu64
           ",\"deaf\":%" PRIu64 ",\"unlike_views\":%" PRIu64 ",\"unlike_legal\":%" PRIu64
           ",\"unlike_turns\":%" PRIu64 ",\"broken\":%" PRIu64 "}\n",
           rules->name, rules->player_count, found->games, found->positions, found->certain,
           found->refused, found->seen, found->moved, found->in_hands, found->unlike_events,
           found->deaf, found->unlike_views, found->unlike_legal, found->unlike_turns,
           found->broken);
}

static void print_text(const cn_rules *rules, const cn_honest *found)
{
    printf("%s, %u players: %" PRIu64 " positions dealt anew, %.0f cards elsewhere, %.0f of them"
           " in other hands; %" PRIu64 " left out; %" PRIu64 " decks refused, %" PRIu64
           " seen; %" PRIu64 " faults\n",
           rules->name, rules->player_count, found->positions, per_position(found, found->moved),
           per_position(found, found->in_hands), found->certain, found->refused, found->seen,
           cn_honest_faults(found));
}

/* One line for each kind of fault. */
static void print_faults(const trying *t, const cn_rules *rules, const cn_honest *found)
{
    const struct {
        const char *what;
        uint64_t count;
    } faults[] = {{"the seat is told something else", found->unlike_events},
                  {"a view refuses an event", found->deaf},
                  {"the seat's view differs", found->unlike_views},
                  {"the seat's legal steps differ", found->unlike_legal},
                  {"another turn is chosen", found->unlike_turns},
                  {"the other game is broken", found->broken},
                  {"next to nothing seems hidden", cn_honest_is_cornered(found)}};
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (faults[i].count > 0)
            fprintf(stderr,
                    "canasta bench: %s, %u players: a fault in game %" PRIu64 " of seed %" PRIu64
                    ": %s%s%s\n",
                    rules->name, rules->player_count, found->bad_game, t->state.seed,
                    faults[i].what, found->who != NULL ? " by " : "",
                    found->who != NULL ? found->who : "");
}

static int try_table(const cn_rules *rules, void *context)
{
    trying *t = context;
    const cn_honest_trial usual = cn_honest_usual();
    cli_done *done = cli_kept_state_of(&t->state, rules);
    if (done == NULL) return CLI_FAILED;
    cn_honest found = begin(done);
    while (found.positions < t->positions && cn_honest_faults(&found) == 0) {
        cn_honest_game(&usual, rules, t->state.seed, t->positions, &found);
        if (cn_honest_faults(&found) > 0) break;
        const bool due = found.positions >= done->count[DONE_POSITIONS] + POSITIONS_BETWEEN_SAVES;
        if (!due && found.positions < t->positions) continue;
        if (save(t, done, &found) != CLI_OK) return CLI_FAILED;
    }
    t->positions_all += found.positions;
    (t->how->json ? print_json : print_text)(rules, &found);
    fflush(stdout);
    if (cn_honest_faults(&found) == 0) return CLI_OK;
    print_faults(t, rules, &found);
    return CLI_FAILED;
}

int cli_bench_honest(const cli_table *table, const cli_check *how)
{
    uint64_t tables = 0;
    const uint64_t wanted = how->positions > 0 ? how->positions : POSITIONS_OF_ITSELF;
    int status = cli_visit_tables(table, count_table, &tables);
    if (status != CLI_OK) return status;
    trying t = {.how = how,
                .positions = (wanted + tables - 1) / tables,
                .state = {.path = how->state,
                          .command = "bench",
                          .check = "--honest",
                          .counts = DONE_COUNTS,
                          .seed = table->seed}};
    if (cli_kept_state_read(&t.state) != CLI_OK) return CLI_USAGE;
    status = cli_visit_tables(table, try_table, &t);
    if (!how->json) printf("%" PRIu64 " positions in all\n", t.positions_all);
    return status;
}
