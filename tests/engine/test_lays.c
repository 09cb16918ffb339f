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
#include "engine/apply.h"
#include "engine/finish.h"
#include "engine/lays.h"
#include "engine/legal_search.h"
#include "engine/opening_counts.h"
#include "engine/opening_draft.h"
#include "engine/out_counts.h"
#include "engine/out_exact.h"
#include "engine/out_lays.h"
#include "engine/out_place.h"
#include "engine/out_sure.h"
#include "engine/plan.h"
#include "engine/shape.h"
#include "engine/stay.h"
#include "engine/takers.h"
#include "engine/takes.h"
#include "table.h"
#include "text/rules_text.h"

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
    const cn_caps caps = cn_caps_of(rules, opening);
    const cn_takers by_rank = cn_takers_of_ranks(&caps, &side);
    const bool natural = cn_shape_takes(rules, &shape, false);
    const bool wild = cn_shape_takes(rules, &shape, true);
    assert_int_equal(by_rank.natural >> CN_KIND_9 & 1, natural);
    assert_int_equal(by_rank.wild >> CN_KIND_9 & 1, wild);
#if defined(__SSSE3__)
    const cn_rows rows = cn_eight_melds(side.meld);
    const cn_takers by_meld = cn_takers_among(&caps, rows.naturals, rows.wilds);
    assert_int_equal(_mm_cvtsi128_si32(rows.rank) & UINT8_MAX, CN_KIND_9);
    assert_int_equal(by_meld.natural & 1, natural);
    assert_int_equal(by_meld.wild & 1, wild);
#endif
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
        for (int32_t wilds = 0; rules.caps && wilds <= rules.p.max_wilds; wilds++)
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

/* With some card that the lay may mean (S26). */
static bool goes_out_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number)
{
    cn_effort effort = {CN_EFFORT_ANY};
    cn_step step;
    for (unsigned place = 0; cn_step_choice(rules, pub, hand, number, place, &step); place++) {
        cn_public after = *pub;
        cn_cards rest = *hand;
        cn_try_certain(rules, &after, &rest, step);
        if (after.phase == CN_PHASE_HAND_END || cn_search_going_out(rules, &after, &rest, &effort))
            return true;
    }
    return false;
}

/* A hand of which counts say so goes out, now and after each lay that they let pass. */
static void compare_sure(const table *t)
{
    const cn_rules *rules = &t->rules;
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    cn_effort effort = {CN_EFFORT_ANY};
    if (pub->phase != CN_PHASE_MELD || !cn_public_has_opened(pub, pub->asker) ||
        !cn_may_go_out_at_all(rules, pub, hand))
        return;
    cn_sure_out sure;
    cn_sure_out_begin(&sure, rules, pub, hand);
    cn_sure_out_make(&sure, rules, pub, hand);
    if (!sure.goes_out) return;
    bool goes_out = cn_search_going_out(rules, pub, hand, &effort);
    for (unsigned number = 0; number < CN_STEPS && goes_out && hand->size > 1; number++) {
        if (!cn_step_is_lay(number) || !cn_possible(rules, pub, hand, number) ||
            !cn_sure_out_after(&sure, rules, pub, number))
            continue;
        goes_out = goes_out_after(rules, pub, hand, number);
    }
    if (!goes_out)
        fail_msg("%s, hand %u, turn %u", rules->name, pub->hand_number, pub->turn_number);
}

static void hands_that_surely_go_out_do(void **state)
{
    (void)state;
    for_all_rule_sets(compare_sure);
}

/* After each lay that goes with a way out, the hand still goes out. */
static unsigned lays_with;

static void compare_ways(const table *t)
{
    const cn_rules *rules = &t->rules;
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    cn_effort effort = {CN_EFFORT_ANY};
    cn_out_lays lays;
    if (pub->phase != CN_PHASE_MELD || !cn_public_has_opened(pub, pub->asker)) return;
    cn_out_lays_begin(&lays);
    if (!cn_search_way_out(rules, pub, hand, &effort, &lays.way) || lays.way.tell == NULL) return;
    for (unsigned number = 0; number < CN_STEPS; number++) {
        if (!cn_step_is_lay(number) || !cn_possible(rules, pub, hand, number) ||
            !cn_out_way_goes_with(&lays, rules, pub, hand, number))
            continue;
        lays_with++;
        if (!goes_out_after(rules, pub, hand, number))
            fail_msg("%s, hand %u, turn %u: %u", rules->name, pub->hand_number, pub->turn_number,
                     number);
    }
}

static void lays_that_go_with_a_way_out_leave_it(void **state)
{
    static const char *const sets[] = {"italian", "samba", "chilean", "brazilian", "bolivia"};
    (void)state;
    for (unsigned i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const cn_rules rules = table_rules_for(sets[i], "", 4);
        lays_with = 0;
        play_and_compare(&rules, table_effort(20), compare_ways);
        assert_in_range(lays_with, 1, UINT32_MAX);
    }
}

/* What counts tell exactly of going out, now and after each lay, the search says, too. */
static void compare_exact(const table *t)
{
    const cn_rules *rules = &t->rules;
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    cn_effort effort = {CN_EFFORT_ANY};
    if (pub->phase != CN_PHASE_MELD || !cn_public_has_opened(pub, pub->asker) ||
        !cn_may_go_out_at_all(rules, pub, hand) || !cn_stock_lets_go_on(rules, pub))
        return;
    const cn_told told = cn_exact_out(rules, pub, hand);
    bool right = told == CN_TOLD_NOTHING ||
                 (told == CN_TOLD_YES) == cn_search_going_out(rules, pub, hand, &effort);
    for (unsigned number = 0; number < CN_STEPS && right && hand->size > 1; number++) {
        if (!cn_step_is_lay(number) || !cn_possible(rules, pub, hand, number)) continue;
        const cn_told after = cn_exact_out_after(rules, pub, hand, number);
        right = after == CN_TOLD_NOTHING ||
                (after == CN_TOLD_YES) == goes_out_after(rules, pub, hand, number);
    }
    if (!right) fail_msg("%s, hand %u, turn %u", rules->name, pub->hand_number, pub->turn_number);
}

static void going_out_is_told_as_it_is_found(void **state)
{
    static const char *const rows[][2] = {
        {"mexicana", ""},
        {"mexicana", "out_discard = required; max_wilds = 4"},
        {"mexicana", "max_wilds = 6; out_canastas = 1"}, /* two cards can become a canasta */
        {"cuban", ""},
        {"joker", ""},
        {"joker", "out_canastas = 1; canasta_size = 5; meld_max = 5; wild_meld_max = 5"},
        {"joker", "canasta_size = 4; meld_max = 4; max_wilds = 1; wild_meld = no; decks = 4"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const cn_rules rules = table_rules_for(rows[i][0], rows[i][1], 4);
        assert_true(rules.out_exact);
        play_and_compare(&rules, table_effort(20), compare_exact);
    }
}

/* What is weighed, and sequences for the rest, tell of going out what the search finds. */
static unsigned told_so, placed_so;

static void compare_weighed(const table *t)
{
    const cn_rules *rules = &t->rules;
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    const cn_side *side = cn_public_acting(pub);
    cn_effort effort = {CN_EFFORT_USUAL};
    if (pub->phase != CN_PHASE_MELD || !cn_public_has_opened(pub, pub->asker) ||
        pub->turn.open_meld != CN_NO_MELD || !cn_may_go_out_at_all(rules, pub, hand) ||
        !cn_out_may_be_weighed(rules, pub) || hand->size < 2)
        return;
    const cn_canastas_seen seen = cn_canastas_look(rules, side);
    cn_scales scales;
    cn_scales_set(&scales, rules, side, hand, &seen);
    cn_told told = cn_scales_tell(&scales, true);
    if (told == CN_TOLD_NOTHING) {
        told = cn_out_place(&scales);
        placed_so += told != CN_TOLD_NOTHING;
    }
    told_so += told != CN_TOLD_NOTHING;
    if (told == CN_TOLD_NOTHING) return;
    const bool found = cn_search_going_out(rules, pub, hand, &effort);
    if ((found || effort.left > 0) && found != (told == CN_TOLD_YES))
        fail_msg("%s, hand %u, turn %u", rules->name, pub->hand_number, pub->turn_number);
}

static void what_is_weighed_is_found(void **state)
{
    static const char *const rows[][2] = {
        {"samba", ""},
        {"italian", ""},
        {"chilean", ""},
        {"bolivia", ""},
        {"samba", "max_wilds = 3; out_canastas = 3"},
        {"samba", "max_wilds = 1; out_canastas = 1"},
        {"samba", "same_rank_melds = many_never_merge; out_canastas = 1"},
        {"samba", "canasta_size = 5; sequence_max = 6"},
        {"samba", "canasta_size = 4; sequence_max = 4; out_needs = sequence"},
        {"samba", "min_naturals = 3; meld_min = 3"},
        {"samba", "meld_min = 4; out_canastas = 1"},
        {"samba", "out_not_counted = sequence; out_canastas = 1"},
        {"samba", "black3_meld_min = 2; black3_meld = never"},
        {"italian", "wild_meld_locks_wilds = no"},
        {"italian", "out_not_counted = wild; out_canastas = 1"},
        {"chilean", "out_not_counted = wild; canasta_size = 5"},
    };
    (void)state;
    placed_so = 0;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const cn_rules rules = table_rules_for(rows[i][0], rows[i][1], 4);
        told_so = 0;
        play_and_compare(&rules, table_effort(20), compare_weighed);
        assert_in_range(told_so, 1, UINT32_MAX);
    }
    assert_in_range(placed_so, 1, UINT32_MAX);
}

/* Counts say no only where the search does, and find only openings that it finds. */
static void compare_counts(const table *t)
{
    const cn_rules *rules = &t->rules;
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    cn_effort effort = {CN_EFFORT_ANY};
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
        cmocka_unit_test(hands_that_surely_go_out_do),
        cmocka_unit_test(lays_that_go_with_a_way_out_leave_it),
        cmocka_unit_test(going_out_is_told_as_it_is_found),
        cmocka_unit_test(what_is_weighed_is_found),
        cmocka_unit_test(a_shape_takes_what_is_not_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
