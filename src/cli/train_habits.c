/* `canasta train habits`.
 * Not here: how habits are found. Invariant: as in the header. */
#include "cli/train_habits.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "lab/train/habits.h"

/* What is kept of a table: the round, the deals a change is judged by, the numbers. */
enum {
    KEPT_ROUND,
    KEPT_DEALS,
    KEPT_NUMBERS,
    KEPT_COUNTS = KEPT_NUMBERS + CN_HABIT_COUNT,
    KEPT_ZERO = 32768, /* is added to a number */
    KEPT_MOST = 65535,
    KEEP_EVERY = 20 /* rounds; against a player they are long, and each one is kept */
};
static_assert((int)KEPT_COUNTS <= (int)CLI_DONE_COUNTS_MAX, "a table's numbers are kept");

static int refuse_state(const cli_train_habits *habits, const char *why)
{
    fprintf(stderr, "canasta train: the state file '%s' %s\n", habits->state.path, why);
    return CLI_USAGE;
}

/* False if there are none that could be. */
static bool read_habits(const cli_done *done, cn_habits *habits)
{
    int16_t number[CN_HABIT_COUNT];
    for (unsigned i = 0; i < CN_HABIT_COUNT; i++) {
        const uint64_t kept = done->count[KEPT_NUMBERS + i];
        if (kept > KEPT_MOST) return false;
        number[i] = (int16_t)((int32_t)kept - KEPT_ZERO);
    }
    memcpy(habits, number, sizeof number);
    return cn_habits_are_sound(habits);
}

/* Every table of the file can be gone on with, and the file can be written. */
static int check_state(const cli_train_habits *habits)
{
    for (unsigned i = 0; i < habits->state.done_count; i++) {
        const cli_done *done = &habits->state.done[i];
        cn_habits found;
        if (done->count[KEPT_ROUND] == 0) continue;
        if (!read_habits(done, &found)) return refuse_state(habits, "has numbers out of bounds");
        if (done->count[KEPT_DEALS] != habits->deals)
            return refuse_state(habits, "is of other --hands");
        if (done->count[KEPT_ROUND] > habits->rounds)
            return refuse_state(habits, "has more rounds behind");
    }
    return cli_kept_state_write(&habits->state);
}

int cli_train_habits_start(cli_train_habits *habits, uint64_t seed, const char *path)
{
    habits->status = CLI_OK;
    snprintf(habits->of, sizeof habits->of, "habits%s%s",
             habits->against == NULL ? "" : "-against-",
             habits->against == NULL ? "" : habits->against->name);
    habits->state = (cli_kept_state){
        .path = path, .command = "train", .check = habits->of, .counts = KEPT_COUNTS, .seed = seed};
    const int status = cli_kept_state_read(&habits->state);
    return status == CLI_OK ? check_state(habits) : status;
}

static void keep(cli_done *done, const cn_climb *climb, unsigned deals)
{
    int16_t number[CN_HABIT_COUNT];
    memcpy(number, &climb->habits, sizeof number);
    done->count[KEPT_ROUND] = climb->round;
    done->count[KEPT_DEALS] = deals;
    for (unsigned i = 0; i < CN_HABIT_COUNT; i++)
        done->count[KEPT_NUMBERS + i] = (uint64_t)(number[i] + KEPT_ZERO);
}

/* A table that nothing was done of begins with the habits that the program has for it, those of one
 * before it, or plain ones: the best of them. */
static void go_on(const cli_train_habits *habits, const cn_habits_plan *plan, const cli_done *done,
                  cn_climb *climb)
{
    cn_habits others[CLI_DONE_TABLES_MAX + 1];
    const unsigned before = (unsigned)(done - habits->state.done);
    unsigned count = 0;
    climb->round = (unsigned)done->count[KEPT_ROUND];
    if (climb->round > 0) {
        read_habits(done, &climb->habits);
        return;
    }
    for (unsigned i = 0; i < before; i++)
        if (read_habits(&habits->state.done[i], &others[count])) count++;
    others[count++] = cn_habits_of(plan->rules);
    cn_climb_start(plan, others, count, climb);
}

static void print(const cn_habits_plan *plan, const cn_habits *habits)
{
    const cn_rules *rules = plan->rules;
    const cn_habits_gain gain = cn_habits_measure(plan, habits);
    printf("    /* %+.0f +- %.0f points a hand against %s */\n", gain.points, 1.96 * gain.error,
           plan->against == NULL ? "plain habits" : plan->against->name);
    printf("    {.rules = \"%s\", .players = %u, .more = {\n", rules->name, rules->player_count);
#define X(name, plain, least, most, about)                                                         \
    if (habits->name != (plain)) printf("        ." #name " = %+d,\n", habits->name - (plain));
    CN_HABITS(X)
#undef X
    printf("    }},\n");
    fflush(stdout);
}

int cli_train_habits_make(const cn_rules *rules, void *context)
{
    cli_train_habits *habits = context;
    const cn_habits_plan plan = {.rules = rules,
                                 .seed = habits->state.seed,
                                 .rounds = habits->rounds,
                                 .deals = habits->deals,
                                 .against = habits->against};
    cn_climb climb;
    if (habits->status != CLI_OK) return habits->status; /* of a table before this one */
    cli_done *done = cli_kept_state_of(&habits->state, rules);
    if (done == NULL) return habits->status = CLI_FAILED;
    const unsigned every = plan.against == NULL ? KEEP_EVERY : 1;
    go_on(habits, &plan, done, &climb);
    while (habits->status == CLI_OK && climb.round < plan.rounds) {
        cn_climb_on(&plan, &climb);
        if (climb.round % every != 0 && climb.round < plan.rounds) continue;
        keep(done, &climb, plan.deals);
        fprintf(stderr, "%s, %u players: round %u of %u\n", rules->name, rules->player_count,
                climb.round, plan.rounds);
        habits->status = cli_kept_state_write(&habits->state);
    }
    if (habits->status == CLI_OK) print(&plan, &climb.habits);
    return habits->status;
}
