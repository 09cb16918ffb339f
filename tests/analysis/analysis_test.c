/* What plays were worth: the parts add up, blunders are found, and nothing is known too early.
 * Not here: words (test_analyse.py). Invariant: every hand and seed is fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../players/seat.h"
#include "analysis/account.h"
#include "canasta/reason.h"
#include "lab/honest/redeal.h"
#include "lab/tables/table.h"
#include "players/search/thinker.h"
#include "text/rules/rules_text.h"

typedef struct hand {
    cn_rules rules;
    cn_analysis *analysis;
    cn_lab_table table;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_score scores[CN_SIDES_MAX];
} hand;

static void hear(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    cn_analysis_hear(context, rules, game, event);
}

static hand *begin(const char *rules_name, uint32_t playouts)
{
    hand *h = calloc(1, sizeof *h);
    cn_text_error error;
    assert_non_null(h);
    assert_true(cn_rules_load(&h->rules, rules_name, "", 0, &error));
    h->analysis = malloc(sizeof *h->analysis);
    assert_non_null(h->analysis);
    cn_analysis_start(h->analysis, &(cn_analysis_plan){.playouts = playouts, .seed = 3});
    return h;
}

static void end(hand *h)
{
    free(h->analysis);
    free(h);
}

/* Players take turns around the table. */
static void play(hand *h, const cn_player *const *player, unsigned players, uint64_t seed)
{
    cn_card *deck = h->deck;
    cn_stream stream = cn_stream_make(seed, CN_PURPOSE_DECK, 0);
    cn_lab_table_start(&h->table, &h->rules, 0);
    cn_lab_table_seat_all(&h->table, &h->rules, player[0], seed);
    for (unsigned seat = 0; seat < h->rules.seat_count; seat++)
        h->table.player[seat] = player[seat % players];
    h->table.hear = hear;
    h->table.hear_context = h->analysis;
    cn_deck_sorted(&h->rules, deck);
    cn_shuffle(deck, h->rules.deck_size, &stream);
    assert_int_equal(cn_lab_table_play_hand(&h->table, &h->rules, deck, h->scores), CN_LAB_OK);
    while (cn_analysis_go_on(h->analysis)) {
    }
    assert_int_equal(h->analysis->hand.done, h->analysis->hand.count);
}

static void luck_and_play_add_up_to_the_score(void **state)
{
    (void)state;
    static const char *const names[] = {"classic_pagat", "samba", "hand_and_foot", "cutthroat_3",
                                        "modern_american"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        hand *h = begin(names[i], CN_ANALYSIS_PLAYOUTS_MIN);
        const cn_player *const player[] = {&cn_player_racer};
        play(h, player, 1, i);
        int32_t ahead[CN_SIDES_MAX];
        cn_points_ahead(&h->rules, h->scores, ahead);
        for (unsigned side = 0; side < h->rules.side_count; side++) {
            const cn_side_account s = cn_account_of_side(h->analysis, side);
            assert_int_equal(s.ahead, ahead[side]);
            assert_int_equal(s.dealt + s.drawn + s.skill + s.hidden + s.others, ahead[side]);
            assert_int_not_equal(s.drawn, 0);
        }
        end(h);
    }
}

static void what_one_side_wins_the_other_loses(void **state)
{
    (void)state;
    hand *h = begin("classic_pagat", CN_ANALYSIS_PLAYOUTS_MIN);
    const cn_player *const player[] = {&cn_player_racer, &cn_player_book};
    play(h, player, 2, 9);
    const cn_side_account a = cn_account_of_side(h->analysis, 0);
    const cn_side_account b = cn_account_of_side(h->analysis, 1);
    assert_int_equal(a.others, -(b.drawn + b.skill + b.hidden));
    assert_int_equal(b.others, -(a.drawn + a.skill + a.hidden));
    assert_int_equal(a.dealt, -b.dealt);
    end(h);
}

static void the_best_step_loses_nothing(void **state)
{
    (void)state;
    hand *h = begin("classic_pagat", 100);
    const cn_player *const player[] = {&cn_player_book};
    unsigned best = 0, other = 0;
    play(h, player, 1, 2);
    for (unsigned i = 0; i < h->analysis->hand.count; i++) {
        const cn_moment *m = &h->analysis->hand.moment[i];
        const cn_decision *d = &m->decision;
        if (d->options < 2) continue;
        assert_int_not_equal(d->best.number, d->next.number);
        if (d->best.number == m->step.number) {
            best++;
            assert_true(d->lost.points == 0 && d->lost.chance == 0);
            assert_true(d->lost.points_error == 0 && d->lost.chance_error == 0);
        } else {
            other++;
            assert_true(d->lost.worlds > 0);
        }
    }
    assert_true(best > other && other > 0);
    end(h);
}

/* Plays as `book`, but throws what completes a canasta of the next player. */
static cn_step feed(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    const cn_step step = cn_player_book.choose(view, rules, stream);
    const unsigned next = cn_next_seat(rules, view->seat);
    const cn_side *side = &view->pub.side[view->pub.side_of[next]];
    if (!cn_step_is_discard(step.number) || view->pub.pile_frozen) return step;
    const cn_mask legal = cn_view_legal(view, rules);
    for (unsigned i = 0; i < side->meld_count; i++) {
        const unsigned number = CN_STEP_DISCARD + side->meld[i].rank;
        if (side->meld[i].rank >= CN_RANKS || side->meld[i].wilds > 0) continue;
        if (cn_meld_size(&side->meld[i]) != 6 || !cn_mask_has(&legal, number)) continue;
        return cn_step_named(rules, &view->pub, &view->hand,
                             cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
    }
    return step;
}

/* The first step that differs between two hands from the same deck. */
static const cn_moment *first_other(const hand *a, const hand *b)
{
    const cn_moment *m = a->analysis->hand.moment, *n = b->analysis->hand.moment;
    while (m->seat == n->seat && m->step.number == n->step.number) m++, n++;
    return m;
}

static void the_card_that_feeds_their_canasta_cost_most(void **state)
{
    (void)state;
    enum { SEED = 172 };
    static const cn_player feeder = {.name = "feeder", .choose = feed};
    const cn_player *const player[] = {&feeder, &cn_player_racer};
    const cn_player *const usual[] = {&cn_player_book, &cn_player_racer};
    hand *h = begin("classic_pagat", CN_ANALYSIS_PLAYOUTS_USUAL),
         *other = begin("classic_pagat", CN_ANALYSIS_PLAYOUTS_MIN);
    play(h, player, 2, SEED);
    play(other, usual, 2, SEED);
    const cn_moment *fed = first_other(h, other);
    cn_seat_account all = {0};
    for (unsigned seat = 0; seat < h->rules.seat_count; seat += 2) {
        const cn_seat_account account = cn_account_of_seat(h->analysis, seat);
        cn_account_add(&all, &account);
    }
    assert_int_equal(all.dearest.turn, fed->turn);
    assert_int_equal(all.dearest.step.number, fed->step.number);
    assert_true(fed->decision.lost.points > 3 * fed->decision.lost.points_error);
    assert_true(fed->decision.made_course.next_takes > 2 * fed->decision.best_course.next_takes);
    end(h);
    end(other);
}

/* The hand up to a moment, from this deck, and that moment looked at; `view` is what its seat saw
 * then. False if one of the steps cannot be made with these cards. */
static bool look_at(const hand *h, const cn_card *deck, unsigned moment, cn_analysis *analysis,
                    uint64_t *view)
{
    const cn_hand_analysis *played = &h->analysis->hand;
    cn_game game;
    cn_event event;
    cn_analysis_start(analysis, &h->analysis->plan);
    cn_game_start(&game, &h->rules, 0);
    cn_game_deal(&game, &h->rules, deck, &event);
    cn_analysis_hear(analysis, &h->rules, &game, &event);
    for (unsigned i = 0; i <= moment; i++) {
        const cn_reason reason = cn_game_apply(&game, &h->rules, played->moment[i].step, &event);
        if (reason.code != CN_OK || event.seat != played->moment[i].seat) return false;
        cn_analysis_hear(analysis, &h->rules, &game, &event);
    }
    analysis->hand.scored = true;
    while (analysis->hand.done < moment) assert_true(cn_analysis_go_on(analysis));
    *view = cn_view_hash(&analysis->view[played->moment[moment].seat], &h->rules);
    return cn_analysis_go_on(analysis);
}

/* The deck with all cards dealt anew that are hidden at a moment from its seat. */
static void deal_anew(const hand *h, unsigned moment, cn_stream *stream, cn_card *deck)
{
    const cn_hand_analysis *played = &h->analysis->hand;
    cn_game game, before;
    cn_event event;
    cn_whereabouts where;
    cn_game_start(&game, &h->rules, 0);
    cn_game_deal(&game, &h->rules, h->deck, &event);
    cn_whereabouts_deal(&where, &h->rules, &game, &event);
    for (unsigned i = 0; i < moment; i++) {
        before = game;
        cn_game_apply(&game, &h->rules, played->moment[i].step, &event);
        cn_whereabouts_step(&where, &h->rules, &before, &game, &event);
    }
    cn_redeal(&where, &h->rules, &game, played->moment[moment].seat, CN_REDEAL_THREES_APART, stream,
              deck);
}

static cn_decision judge_discard(const seat_view *at, unsigned kind)
{
    const cn_step made =
        cn_step_named(&at->rules, &at->view.pub, &at->view.hand,
                      cn_step_make(CN_STEP_DISCARD + kind, CN_CARD_NONE, CN_CARD_NONE));
    const cn_decision_question question = {.view = &at->view,
                                           .rules = &at->rules,
                                           .made = made,
                                           .usual = made,
                                           .playouts = 400,
                                           .foresight = 8,
                                           .seed = 1};
    cn_decision decision;
    cn_decision_judge(&decision, &question);
    return decision;
}

/* Of a queen that the next player wants and a king only the king has to be tried. */
static void what_needs_no_search_is_no_decision(void **state)
{
    (void)state;
    const seat_setup setup = {
        .hand = "QsKd", .other_melds = "QQQQ 444", .pile = "6c9d5h", .stock = 63};
    const seat_view at = seat_make(&setup);
    const cn_decision king = judge_discard(&at, CN_KIND_K), queen = judge_discard(&at, CN_KIND_Q);
    assert_int_equal(king.options, 1);
    assert_int_equal(king.playouts, 0);
    assert_int_equal(queen.options, 2);
    assert_true(queen.playouts > 0);
    assert_int_equal(queen.best.number, CN_STEP_DISCARD + CN_KIND_K);
}

static void a_decision_is_judged_by_what_the_seat_could_know(void **state)
{
    (void)state;
    enum { STEPS = 24, TRIES = 4 };
    const cn_player *const player[] = {&cn_player_racer};
    hand *h = begin("classic_pagat", CN_ANALYSIS_PLAYOUTS_MIN);
    play(h, player, 1, 5);
    cn_analysis *first = malloc(sizeof *first), *again = malloc(sizeof *again);
    cn_stream stream = cn_stream_make(5, 5, 5);
    unsigned same = 0, moved = 0;
    assert_true(first != NULL && again != NULL);
    for (unsigned i = 0; i < STEPS; i++) {
        uint64_t view, other;
        cn_card deck[CN_DECK_CARDS_MAX];
        if (h->analysis->hand.moment[i].decision.options < 2) continue;
        assert_true(look_at(h, h->deck, i, first, &view));
        for (unsigned tries = 0; tries < TRIES; tries++) {
            deal_anew(h, i, &stream, deck);
            if (!look_at(h, deck, i, again, &other) || view != other) continue;
            const cn_moment *a = &first->hand.moment[i], *b = &again->hand.moment[i];
            assert_memory_equal(&a->decision, &b->decision, sizeof a->decision);
            same++;
            moved += a->after[0] != b->after[0];
        }
    }
    assert_true(same >= 10 && moved >= 10); /* and the cards lay elsewhere */
    free(first);
    free(again);
    end(h);
}

static void who_plays_worse_loses_more(void **state)
{
    (void)state;
    enum { HANDS = 3 };
    const cn_player *const player[] = {cn_player_find("thinker:200"), cn_player_find("hasty")};
    cn_seat_account account[2] = {{0}, {0}};
    for (unsigned i = 0; i < HANDS; i++) {
        hand *h = begin("classic_pagat", 100);
        play(h, player, 2, 100 + i);
        for (unsigned seat = 0; seat < h->rules.seat_count; seat++) {
            const cn_seat_account one = cn_account_of_seat(h->analysis, seat);
            cn_account_add(&account[seat % 2], &one);
        }
        end(h);
    }
    assert_true(account[0].lost_chance * account[1].decisions <
                account[1].lost_chance * account[0].decisions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_and_play_add_up_to_the_score),
        cmocka_unit_test(what_one_side_wins_the_other_loses),
        cmocka_unit_test(the_best_step_loses_nothing),
        cmocka_unit_test(the_card_that_feeds_their_canasta_cost_most),
        cmocka_unit_test(a_decision_is_judged_by_what_the_seat_could_know),
        cmocka_unit_test(what_needs_no_search_is_no_decision),
        cmocka_unit_test(who_plays_worse_loses_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
