/* Worlds at positions of random games, by every rule set and every number of players: the true
 * cards are among them, and each is a lawful game that its seat could not tell from the true one.
 * Not here: how likely each is (test_worlds_exact.c). Invariant: a failure names its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/invariant.h"
#include "engine/world.h"
#include "random/imagine.h"
#include "table.h"
#include "text/rules_text.h"

enum {
    LOOK_EVERY = 9,      /* one step in so many is looked at, */
    PLAY_OUT_EVERY = 12, /* and one world in so many is played to its end */
    MIND = 9             /* purpose of the streams that worlds are drawn from */
};

typedef struct counts {
    unsigned worlds, not_found, doubtful, played_out, limited, with_known;
} counts;

#define SEED ((unsigned long long)table_seed())

static unsigned threes_that_are_laid_out(const cn_rules *rules, const cn_cards *cards,
                                         unsigned suits)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < suits; suit++) {
        const cn_card card = cn_card_make(CN_ROW_THREES, suit);
        if (cn_is_bonus(rules, cn_card_kind(card))) count += cn_cards_count(cards, card);
    }
    return count;
}

/* The list of what a seat has not seen leaves room for these cards: those of the true game, and of
 * its worlds. */
static void check_cards(const cn_game *game, const cn_rules *rules, unsigned seat,
                        const cn_unseen *unseen)
{
    int left[CN_FACES] = {0};
    for (unsigned i = 0; i < unseen->count; i++) left[unseen->card[i]]++;
    for (unsigned other = 0; other < rules->seat_count; other++)
        for (cn_card card = 0; card < CN_FACES; card++) {
            const int known = (int)cn_cards_count(&unseen->known[other], card);
            const int held = (int)cn_cards_count(&game->hand[other], card);
            if (known > held) fail_msg("seed %llu: seat %u knows too much", SEED, seat);
            left[card] -= held - known;
        }
    for (cn_card card = 0; card < CN_FACES; card++)
        if (left[card] < 0) fail_msg("seed %llu: seat %u has seen what is hidden", SEED, seat);
    for (unsigned i = 0; i < unseen->hand_count; i++) {
        const cn_unseen_hand *hand = &unseen->hand[i];
        const cn_cards *held = &game->hand[hand->seat], *known = &unseen->known[hand->seat];
        const unsigned threes = threes_that_are_laid_out(rules, held, CN_SUITS) -
                                threes_that_are_laid_out(rules, known, CN_SUITS);
        if (threes < hand->threes_least || threes > hand->threes_most)
            fail_msg("seed %llu: %u threes in the hand of seat %u", SEED, threes, hand->seat);
        if (hand->threes_least > 0 && threes_that_are_laid_out(rules, held, hand->three_suits) == 0)
            fail_msg("seed %llu: the three of seat %u is a higher one", SEED, hand->seat);
    }
}

static void check_world(const cn_world *world, const cn_view *view, const cn_rules *rules)
{
    const cn_game *game = cn_world_game(world);
    const char *wrong = cn_game_check(game, rules);
    if (wrong == NULL) wrong = cn_view_check(view, game, rules);
    if (wrong != NULL) fail_msg("seed %llu seat %u: %s", SEED, view->seat, wrong);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_view seen;
        cn_world_view(world, view, seat, &seen);
        wrong = cn_view_check(&seen, game, rules);
        if (wrong != NULL) fail_msg("seed %llu seat %u as %u: %s", SEED, view->seat, seat, wrong);
    }
}

/* Random steps to the end of the hand: none is missing, and the view follows. */
static void play_out(const cn_world *start, const cn_view *before, const cn_rules *rules,
                     cn_stream *stream)
{
    cn_world world;
    cn_view view = *before;
    cn_event event;
    cn_world_copy(&world, start);
    while (cn_world_public(&world)->phase != CN_PHASE_HAND_END) {
        const cn_mask legal = cn_world_legal(&world, rules);
        const unsigned count = cn_mask_count(&legal);
        if (count == 0) fail_msg("seed %llu: a world without a legal step", SEED);
        const unsigned number = cn_mask_nth(&legal, cn_stream_below(stream, count));
        cn_world_apply(&world, rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE), &event);
        const cn_event seen = cn_event_for(rules, &event, view.seat);
        if (!cn_view_apply(&view, rules, &seen))
            fail_msg("seed %llu: seat %u refuses a step of its world", SEED, view.seat);
        const char *wrong = cn_view_check(&view, cn_world_game(&world), rules);
        if (wrong != NULL) fail_msg("seed %llu: later %s", SEED, wrong);
    }
    cn_world_score(&world, rules, NULL, &event);
    assert_true(cn_view_apply(&view, rules, &event));
}

static void look(const table *t, unsigned seat, cn_stream *mind, counts *c)
{
    const cn_view *view = &t->view[seat];
    cn_unseen unseen;
    cn_world world;
    if (!cn_unseen_list(&unseen, view, &t->rules))
        fail_msg("seed %llu: seat %u has nothing to imagine", SEED, seat);
    check_cards(&t->game, &t->rules, seat, &unseen);
    if (cn_stream_below(mind, LOOK_EVERY) != 0) return;
    c->limited += unseen.limited;
    c->doubtful += unseen.doubtful;
    for (unsigned other = 0; other < t->rules.seat_count; other++)
        if (other != seat && unseen.known[other].size > 0) c->with_known++;
    if (!cn_imagine(&world, view, &t->rules, &unseen, mind)) {
        assert_true(unseen.doubtful);
        c->not_found++;
        return;
    }
    c->worlds++;
    check_world(&world, view, &t->rules);
    check_cards(cn_world_game(&world), &t->rules, seat, &unseen);
    if (cn_stream_below(mind, PLAY_OUT_EVERY) != 0) return;
    c->played_out++;
    play_out(&world, view, &t->rules, mind);
}

static void play_and_look(const char *name, unsigned players, const char *overrides,
                          unsigned worlds, counts *c)
{
    const cn_rules rules = table_rules_for(name, overrides, players);
    cn_stream mind = cn_stream_make(table_seed(), MIND, players);
    const unsigned until = c->worlds + worlds;
    for (unsigned i = 0; c->worlds < until; i++) {
        table t;
        table_start(&t, &rules, i);
        table_deal(&t);
        while (t.game.pub.phase != CN_PHASE_HAND_END) {
            look(&t, cn_stream_below(&mind, rules.seat_count), &mind, c);
            table_step(&t, table_random_step(&t));
        }
    }
}

static void worlds_are_lawful_in_every_rule_set(void **state)
{
    (void)state;
    const char *only = getenv("CANASTA_RULES"); /* one rule set, when a fault is looked for */
    counts c = {0};
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        if (only != NULL && strcmp(only, about.name) != 0) continue;
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++)
            if (about.own_counts >> players & 1)
                play_and_look(about.name, players, "", table_effort(300), &c);
    }
    print_message("%u worlds, %u played out, %u of limited threes, %u doubtful, %u with known "
                  "cards; %u not found\n",
                  c.worlds, c.played_out, c.limited, c.doubtful, c.with_known, c.not_found);
    assert_true(c.not_found * 20 <= c.doubtful);
}

static void worlds_are_lawful_under_house_rules(void **state)
{
    (void)state;
    const char *const overrides[] = {
        "hold_one_three = yes; threes_mode = both_colours_bonus",
        "hold_one_three = yes; deal_red3_timing = first_turn; play_direction = ccw",
        "upcard_extra_pile = by_rank_value; red3_in_pile = impossible; upcard_mode = turn_one",
        "upcard_extra_pile = by_rank_value; black3_from_pile = set_aside:5:100",
        "upcard_extra_pile = by_rank_value; deal_red3_timing = first_turn; take_amount = 3",
        "talon_first = 5; talon_second = 3; decks = 3; upcard_extra_pile = by_rank_value",
        "short_draw = end_hand; decks = 1; jokers_total = 2; hand_size = 9",
    };
    counts c = {0};
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        play_and_look("classic_pagat", 4, overrides[i], table_effort(300), &c);
    assert_true(c.not_found * 20 <= c.doubtful);
}

/* A hand in play, at some step. */
static void play_to(table *t, const char *name, unsigned steps)
{
    const cn_rules rules = table_rules(name, "");
    table_start(t, &rules, 3);
    table_deal(t);
    while (steps-- > 0 && t->game.pub.phase != CN_PHASE_HAND_END)
        table_step(t, table_random_step(t));
}

static void the_same_stream_draws_the_same_worlds(void **state)
{
    (void)state;
    table t;
    play_to(&t, "classic_pagat", 40);
    cn_unseen unseen;
    cn_world world[3];
    assert_true(cn_unseen_list(&unseen, &t.view[1], &t.rules));
    for (unsigned i = 0; i < 3; i++) {
        cn_stream stream = cn_stream_make(5, MIND, i / 2);
        for (unsigned drawn = 0; drawn < 4; drawn++)
            assert_true(cn_imagine(&world[i], &t.view[1], &t.rules, &unseen, &stream));
    }
    const uint64_t first = cn_game_hash(cn_world_game(&world[0]), &t.rules);
    assert_true(first == cn_game_hash(cn_world_game(&world[1]), &t.rules));
    assert_true(first != cn_game_hash(cn_world_game(&world[2]), &t.rules));
}

static void a_seat_imagines_only_a_hand_in_play_and_fully_seen(void **state)
{
    (void)state;
    const cn_rules rules = table_rules("classic_pagat", "");
    cn_unseen unseen;
    table t;
    table_start(&t, &rules, 3);
    assert_false(cn_unseen_list(&unseen, &t.view[0], &rules));
    table_deal(&t);
    const unsigned seat = t.game.pub.seat;
    assert_true(cn_unseen_list(&unseen, &t.view[seat], &rules));
    cn_view tried = t.view[seat];
    assert_true(
        cn_view_try(&tried, &rules, cn_step_make(CN_STEP_DRAW, CN_CARD_NONE, CN_CARD_NONE)));
    assert_false(cn_unseen_list(&unseen, &tried, &rules));
    table_play_hand(&t);
    assert_false(cn_unseen_list(&unseen, &t.view[0], &rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_are_lawful_in_every_rule_set),
        cmocka_unit_test(worlds_are_lawful_under_house_rules),
        cmocka_unit_test(the_same_stream_draws_the_same_worlds),
        cmocka_unit_test(a_seat_imagines_only_a_hand_in_play_and_fully_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
