/* `canasta bench --house`: plays by random house rules, which may go on where it ended, or lists
 * them for another program. Not here: drawing rules and playing (lab/house_*.c).
 * Invariant: a set with a fault is not counted as done, so that the next run meets it again. */
#include "cli/bench_house.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/kept_state.h"
#include "lab/house/house_check.h"

enum { SETS_OF_ITSELF = 1000, HANDS_OF_ITSELF = 3, SETS_BETWEEN_SAVES = 100 };

enum { DONE_SETS, DONE_REFUSED, DONE_HANDS, DONE_STEPS, DONE_COUNTS };

static int list(uint64_t seed, uint64_t first, uint64_t sets)
{
    for (uint64_t number = first; number < first + sets; number++) {
        cn_drawn_house house;
        char fault[CN_HOUSE_FAULT_BYTES];
        if (!cn_draw_house(seed, number, &house, fault)) {
            fprintf(stderr, "canasta bench: house rules %" PRIu64 " of seed %" PRIu64 ": %s\n",
                    number, seed, fault);
            return CLI_FAILED;
        }
        printf("%s %u %s\n", house.base, house.players, house.changes);
    }
    return CLI_OK;
}

static void print(const cli_check *how, const cn_house_check *found)
{
    const uint64_t drafts = found->sets + found->refused;
    if (how->json)
        printf("{\"sets\":%" PRIu64 ",\"refused\":%" PRIu64 ",\"hands\":%" PRIu64
               ",\"steps\":%" PRIu64 ",\"faults\":%d}\n",
               found->sets, found->refused, found->hands, found->steps, found->fault[0] != '\0');
    else
        printf("%" PRIu64 " house rules, %" PRIu64 " hands, %" PRIu64 " steps; %" PRIu64
               " of %" PRIu64 " drafts refused by the validator\n",
               found->sets, found->hands, found->steps, found->refused, drafts);
}

/* The state file knows tables by their rules; this check has only one row. */
static cli_done *row_of(cli_kept_state *state)
{
    if (state->done_count == 0)
        state->done[state->done_count++] = (cli_done){.rules = "house_rules", .players = 0};
    return &state->done[0];
}

static int save(cli_kept_state *state, const cn_house_check *found)
{
    cli_done *done = row_of(state);
    done->count[DONE_SETS] = found->sets;
    done->count[DONE_REFUSED] = found->refused;
    done->count[DONE_HANDS] = found->hands;
    done->count[DONE_STEPS] = found->steps;
    return cli_kept_state_write(state);
}

static int play(cli_kept_state *state, const cli_check *how, uint64_t sets)
{
    const cli_done *done = row_of(state);
    const uint64_t hands = how->hands > 0 ? how->hands : HANDS_OF_ITSELF;
    cn_house_check found = {.sets = done->count[DONE_SETS],
                            .refused = done->count[DONE_REFUSED],
                            .hands = done->count[DONE_HANDS],
                            .steps = done->count[DONE_STEPS]};
    while (found.sets < sets &&
           cn_house_check_set(state->seed, how->first + found.sets, hands, &found))
        if (found.sets % SETS_BETWEEN_SAVES == 0 || found.sets == sets)
            if (save(state, &found) != CLI_OK) return CLI_FAILED;
    print(how, &found);
    if (found.fault[0] == '\0') return CLI_OK;
    fprintf(stderr, "canasta bench: house rules of seed %" PRIu64 ", %s\n", state->seed,
            found.fault);
    return CLI_FAILED;
}

int cli_bench_house(const cli_table *table, const cli_check *how)
{
    const uint64_t sets = how->sets > 0 ? how->sets : SETS_OF_ITSELF;
    if (table->rules_name != NULL || table->players != 0 || table->overrides[0] != '\0') {
        fputs("canasta bench: --house draws rules, players and changes itself\n", stderr);
        return CLI_USAGE;
    }
    if (how->first > 0 && how->state != NULL) {
        fputs("canasta bench: --first does not go with --state, which knows how far it is\n",
              stderr);
        return CLI_USAGE;
    }
    if (how->list) return list(table->seed, how->first, sets);
    cli_kept_state state = {.path = how->state,
                            .command = "bench",
                            .check = "--house",
                            .counts = DONE_COUNTS,
                            .seed = table->seed};
    if (cli_kept_state_read(&state) != CLI_OK) return CLI_USAGE;
    return play(&state, how, sets);
}
