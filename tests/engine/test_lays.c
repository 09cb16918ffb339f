/* What shapes and counts tell before any search: of all lays and takes at once what each step by
 * itself would say, of openings and of going out what the search would.
 * Not here: whether those answers are right (test_dead_ends.c).
 * Invariant: a failure names its rule set, its hand and the step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "engine/finish/finish.h"
#include "engine/finish/opening_draft.h"
#include "engine/finish/out_counts.h"
#include "engine/finish/plan.h"
#include "engine/finish/stay.h"
#include "engine/legal/lays.h"
#include "engine/legal/legal_search.h"
#include "engine/step/possible.h"
#include "engine/step/shape.h"
#include "engine/table/takers.h"
#include "engine/turn/apply.h"
#include "table.h"
#include "text/rules/rules_text.h"

static bool is_one_of_them(const cn_public *pub, unsigned number)
{
    return cn_step_is_lay(number) || cn_step_is_to_meld(number) ||
           (pub->turn.to_meld != CN_NO_MELD && cn_step_is_join(number));
}

/* A step is sure, asked about, or cannot be made. */
static const char *fault_of(const cn_rules *rules, const cn_public *pub, const cn_cards *cards,
                            const cn_lays *lays, unsigned number)
{
    const bool sure = cn_mask_has(&lays->sure, number),
               open = cn_mask_has(&lays->open, number) || cn_mask_has(&lays->out, number);
    const bool possible = is_one_of_them(pub, number) && cn_possible(rules, pub, cards, number);
    cn_effort effort = {CN_EFFORT_USUAL};
    if (sure && open) return "is sure, and asked about";
    if (possible != (sure || open)) /* possible ones are left out only where they end in nothing */
        return !possible                                                  ? "is not possible"
               : cn_completable_after(rules, pub, cards, number, &effort) ? "is missing"
                                                                          : NULL;
    return sure && !cn_completable_after(rules, pub, cards, number, &effort) ? "is no sure one"
                                                                             : NULL;
}

static void compare_lays(const table *t)
{
    const cn_public *pub = &t->game.pub;
    const cn_cards *cards = &t->game.hand[pub->seat];
    if (pub->phase != CN_PHASE_MELD) return;
    const cn_lays lays = cn_find_lays(&t->rules, pub, cards);
    for (unsigned number = 0; number < CN_STEPS; number++) {
        const char *fault = fault_of(&t->rules, pub, cards, &lays, number);
        if (fault != NULL)
            fail_msg("%s, hand %u, turn %u: step %u %s", t->rules.name, pub->hand_number,
                     pub->turn_number, number, fault);
    }
}

typedef void comparison(const table *t);

enum { GAMES = 12, HANDS = 12 }; /* by some rules random games would not end */

static void play_game(const cn_rules *rules, uint64_t seed, unsigned hands, comparison *compare)
{
    static table t; /* too large for the stack */
    table_start(&t, rules, seed);
    for (unsigned hand = 0; hand < hands && t.game.pub.phase != CN_PHASE_GAME_END; hand++) {
        table_deal(&t);
        while (t.game.pub.phase != CN_PHASE_HAND_END) {
            if (!t.game.pub.turn.opened_exempt) compare(&t);
            table_step(&t, table_random_step(&t));
        }
        table_score(&t);
    }
}

static void play_and_compare(const cn_rules *rules, unsigned hands, comparison *compare)
{
    play_game(rules, table_seed(), hands, compare);
}

static void for_all_rule_sets(comparison *compare)
{
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++) {
            if ((about.own_counts >> players & 1) == 0) continue;
            const cn_rules rules = table_rules_for(about.name, "", players);
            play_and_compare(&rules, table_effort(4), compare);
        }
    }
}

static void lays_are_those_that_single_steps_find(void **state)
{
    (void)state;
    for_all_rule_sets(compare_lays);
}

static void compare_takes(const table *t)
{
    const cn_public *pub = &t->game.pub;
    const cn_cards *cards = &t->game.hand[pub->seat];
    if (pub->phase != CN_PHASE_DRAW) return;
    const cn_mask takes = cn_find_takes(&t->rules, pub, cards);
    for (unsigned number = 0; number < CN_STEPS; number++) {
        const bool is_one = cn_step_is_take(number) || cn_step_is_to_meld(number);
        const bool possible = is_one && cn_possible(&t->rules, pub, cards, number);
        if (possible != cn_mask_has(&takes, number))
            fail_msg("%s, hand %u, turn %u: step %u is %spossible", t->rules.name, pub->hand_number,
                     pub->turn_number, number, possible ? "" : "not ");
    }
}

static void takes_are_those_that_single_steps_find(void **state)
{
    (void)state;
    for_all_rule_sets(compare_takes);
}

/* A meld in the side's list, and in the counts by rank. */
static void compare_takers(const cn_rules *rules, unsigned naturals, unsigned wilds, bool opening)
{
    cn_side side = {.meld_count = 1};
    side.meld[0] = (cn_meld){.rank = CN_KIND_9,
                             .naturals = (uint8_t)naturals,
                             .wilds = (uint8_t)wilds,
                             .jokers = (uint8_t)(wilds - wilds / 2)};
    cn_side_count(&side);
    const cn_shape shape = {.rank = CN_MELD_TWOS, /* which is in no set of ranks */
                            .naturals = (uint8_t)naturals,
                            .wilds = (uint8_t)wilds,
                            .run_before = (uint8_t)(opening ? 0 : naturals + wilds),
                            .run_wilds = (uint8_t)(opening ? wilds : 0),
                            .opening = opening};
    const cn_takers by_rank = cn_takers_of_ranks(rules, &side, opening);
    const bool natural = cn_shape_takes(rules, &shape, false);
    const bool wild = cn_shape_takes(rules, &shape, true);
    assert_int_equal(by_rank.natural >> CN_KIND_9 & 1, natural);
    assert_int_equal(by_rank.wild >> CN_KIND_9 & 1, wild);
}

static void many_melds_take_what_their_shapes_take(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        unsigned players = 2;
        while ((about.own_counts >> players & 1) == 0) players++;
        const cn_rules rules = table_rules_for(about.name, "", players);
        for (int32_t wilds = 0; rules.shapes.caps && wilds <= rules.p.max_wilds; wilds++)
            for (unsigned naturals = 1; naturals <= CN_NATURALS_MAX; naturals++)
                for (unsigned opening = 0; opening < 2; opening++)
                    compare_takers(&rules, naturals, (unsigned)wilds, opening != 0);
    }
}

static void compare_shapes(const cn_rules *rules, unsigned rank, bool opening)
{
    for (unsigned cards = 0; cards < 10 * 8; cards++) {
        for (unsigned before = 0; before <= cards / 8 + cards % 8; before++) {
            const cn_shape shape = {.rank = (uint8_t)rank,
                                    .naturals = (uint8_t)(cards / 8),
                                    .wilds = (uint8_t)(cards % 8),
                                    .run_before = (uint8_t)before,
                                    .run_wilds = (uint8_t)(cards % 8 < before ? 0 : 1),
                                    .opening = opening};
            for (unsigned wild = 0; wild < 2; wild++) {
                const bool takes = cn_shape_takes(rules, &shape, wild != 0);
                const cn_reason reason = cn_shape_refusal(rules, &shape, wild != 0, true);
                if (takes != (reason.code == CN_OK))
                    fail_msg("%s: rank %u, %u naturals, %u wilds", rules->name, rank, cards / 8,
                             cards % 8);
            }
        }
    }
}

static void a_shape_takes_what_is_not_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        unsigned players = 2;
        while ((about.own_counts >> players & 1) == 0) players++;
        const cn_rules rules = table_rules_for(about.name, "", players);
        for (unsigned rank = 0; rank <= CN_MELD_WILD; rank++) {
            compare_shapes(&rules, rank, false);
            compare_shapes(&rules, rank, true);
        }
    }
}

/* Counts say no only where the search does, and find only openings that it finds. */
static void compare_counts(const table *t)
{
    const cn_rules *rules = &t->rules;
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    cn_effort effort = {CN_EFFORT_MOST};
    const char *fault = NULL;
    if (pub->phase != CN_PHASE_MELD) return;
    if (cn_public_has_opened(pub, pub->asker)) {
        if (cn_counts_forbid_out(rules, pub, hand) &&
            cn_search_going_out(rules, pub, hand, &effort))
            fault = "can go out";
    } else {
        cn_draft draft = cn_draft_make(rules, pub, hand);
        if (cn_draft_opens(&draft) && !cn_search_opening(rules, pub, hand, false, &effort))
            fault = "cannot open";
        for (unsigned out = 0; out < 2; out++)
            if (cn_counts_forbid_opening(rules, pub, hand, out != 0) &&
                cn_search_opening(rules, pub, hand, out != 0, &effort))
                fault = "can open";
    }
    if (fault != NULL)
        fail_msg("%s, hand %u, turn %u: %s", rules->name, pub->hand_number, pub->turn_number,
                 fault);
}

/* House rules at the edges of what counts tell: melds that close early, cards that must be kept or
 * need not be, openings that need no count, other ways to take and to go out. */
static void the_same_by_house_rules(void **state)
{
    static const struct {
        const char *name, *overrides;
        unsigned players;
    } row[] = {
        {"pennies", "canasta_size = 4", 6},
        {"online", "keep_cards = 2", 4},
        {"online", "keep_cards = 0; min_exempt_concealed = always", 2},
        {"online", "add_wild_to_canasta = no; wild_canasta = yes; wild_meld_max = 7", 4},
        {"hand_and_foot", "keep_cards = 2; take_natural_wild = yes", 4},
        {"cuban", "take_natural_wild = yes; always_frozen = no; min_exempt_concealed = always", 4},
        {"cuban", "add_natural_to_canasta = yes; canasta_size = 5; meld_max = 5", 4},
        {"joker", "out_discard = required; out_canastas = 1; canasta_size = 5", 4},
        {"uruguay", "same_rank_melds = many_never_merge; wild_ratio = wild_lt_natural", 4},
        {"uruguay", "keep_cards = 3; wild_meld = no; max_wilds = 1", 4},
        {"mexicana", "add_natural_to_canasta = no; meld_max = 8", 4},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        const cn_rules rules = table_rules_for(row[i].name, row[i].overrides, row[i].players);
        play_and_compare(&rules, table_effort(10), compare_counts);
    }
}

static void counts_prove_what_they_say(void **state)
{
    (void)state;
    for_all_rule_sets(compare_counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lays_are_those_that_single_steps_find),
        cmocka_unit_test(takes_are_those_that_single_steps_find),
        cmocka_unit_test(many_melds_take_what_their_shapes_take),
        cmocka_unit_test(counts_prove_what_they_say),
        cmocka_unit_test(the_same_by_house_rules),
        cmocka_unit_test(a_shape_takes_what_is_not_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
