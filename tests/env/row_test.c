/* What a row tells: nothing that its seat may not know, and all that a view remembers.
 * Not here: the environment around it (env_test.c). Invariant: a failure names table and step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/view.h"
#include "engine/turn/apply.h"
#include "env/row.h"
#include "lab/honest/redeal.h"
#include "tables.h"

enum { ROW_MAX = 8192, STEPS_MAX = 4096 };

/* A hand that is watched from outside: by the game's public state, and by every seat's view. */
typedef struct watched {
    cn_rules rules;
    cn_env_layout layout;
    cn_game game;
    cn_env_watch watch;
    cn_view view[CN_SEATS_MAX];
    cn_env_watch seen[CN_SEATS_MAX]; /* fed with the views' public states alone */
    unsigned step_count;
    uint8_t step[STEPS_MAX];
} watched;

static void start_by(watched *w, const cn_rules *rules, unsigned dealer, const cn_card *deck)
{
    cn_event event;
    w->rules = *rules;
    w->layout = cn_env_layout_make(rules);
    assert_true(w->layout.size <= ROW_MAX);
    w->step_count = 0;
    cn_game_start(&w->game, rules, dealer);
    cn_game_deal(&w->game, rules, deck, &event);
    cn_env_watch_deal(&w->watch, &w->layout, rules, &w->game.pub);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_event seen = cn_event_for(rules, &event, seat);
        cn_view_start(&w->view[seat], rules, seat, dealer, 0, NULL);
        assert_true(cn_view_apply(&w->view[seat], rules, &seen));
        cn_env_watch_deal(&w->seen[seat], &w->layout, rules, &w->view[seat].pub);
    }
}

static void start(watched *w, const cn_rules *rules, const cn_card *deck)
{
    start_by(w, rules, 0, deck);
}

static void watch_step(cn_env_watch *watch, const watched *w, const cn_public *before,
                       const cn_public *after, cn_step step)
{
    const cn_env_actor actor = {before->seat, before->side_of[before->asker]};
    cn_env_watch_before(watch, &w->layout, &w->rules, before, step);
    cn_env_watch_after(watch, &w->layout, &w->rules, after, actor, step);
}

/* Makes a step, everywhere; `event` gets it. */
static void make(watched *w, unsigned number, cn_event *event)
{
    static cn_public before;
    const cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    before = w->game.pub;
    w->step[w->step_count++] = (uint8_t)number;
    assert_int_equal(cn_game_apply(&w->game, &w->rules, step, event).code, CN_OK);
    watch_step(&w->watch, w, &before, &w->game.pub, event->u.step.step);
    for (unsigned seat = 0; seat < w->rules.seat_count; seat++) {
        const cn_event seen = cn_event_for(&w->rules, event, seat);
        before = w->view[seat].pub;
        assert_true(cn_view_apply(&w->view[seat], &w->rules, &seen));
        watch_step(&w->seen[seat], w, &before, &w->view[seat].pub, seen.u.step.step);
    }
}

static unsigned random_number(const watched *w, cn_stream *stream)
{
    const cn_public *pub = &w->game.pub;
    const cn_mask legal = cn_legal(&w->rules, pub, &w->game.hand[pub->seat]);
    return cn_mask_nth(&legal, cn_stream_below(stream, cn_mask_count(&legal)));
}

static void row_of_game(const watched *w, unsigned seat, int16_t *row)
{
    memset(row, 0x5a, w->layout.size * sizeof *row);
    cn_env_row_write(&w->layout, &w->rules, &w->game.pub, &w->game.hand[seat], &w->watch, seat,
                     row);
}

/* The same from the seat's view: there is nothing hidden in it that could get out. */
static void row_of_view(const watched *w, unsigned seat, int16_t *row)
{
    const cn_view *view = &w->view[seat];
    memset(row, 0xa5, w->layout.size * sizeof *row);
    cn_env_row_write(&w->layout, &w->rules, &view->pub, &view->hand, &w->seen[seat], seat, row);
}

static void compare_memory(const watched *w)
{
    const cn_memory *memory = &w->view[0].memory;
    for (unsigned seat = 0; seat < w->rules.seat_count; seat++)
        for (unsigned kind = 0; kind < CN_KINDS; kind++) {
            assert_int_equal(w->watch.seat[seat].discarded[kind],
                             memory->seat[seat].discarded[kind]);
            assert_int_equal(w->watch.seat[seat].declined[kind], memory->seat[seat].declined[kind]);
            assert_true(w->watch.seat[seat].known[kind] <= w->game.hand[seat].kind[kind]);
            if (!cn_is_bonus(&w->rules, kind)) /* by faces one knows as much or more */
                assert_true(w->watch.seat[seat].known[kind] >= memory->seat[seat].known[kind]);
        }
}

static void compare_known_faces(const watched *w)
{
    for (unsigned seat = 0; seat < w->rules.seat_count; seat++) {
        uint8_t kinds[CN_KINDS] = {0};
        for (unsigned face = 0; face < CN_FACES; face++) {
            uint8_t *of_kind = &kinds[cn_card_kind((cn_card)face)];
            const uint8_t known = w->watch.known_faces[seat][face];
            assert_true(known <= cn_cards_count(&w->game.hand[seat], (cn_card)face));
            *of_kind = (uint8_t)(*of_kind + known);
        }
        assert_memory_equal(kinds, w->watch.seat[seat].known, sizeof kinds);
    }
}

static void compare_pile(const watched *w)
{
    uint8_t pile[CN_KINDS] = {0};
    const cn_public *pub = &w->game.pub;
    for (unsigned i = 0; i < pub->pile_count; i++)
        if (pub->pile[i] < CN_FACES) pile[cn_card_kind(pub->pile[i])]++;
    assert_memory_equal(pile, w->watch.pile, sizeof pile);
}

/* A watch that has looked at every step has what one sees that looks at the table now. */
static void compare_melds(const watched *w)
{
    static cn_env_watch fresh;
    cn_env_watch_deal(&fresh, &w->layout, &w->rules, &w->game.pub);
    assert_memory_equal(fresh.melds, w->watch.melds, sizeof fresh.melds);
    assert_memory_equal(fresh.canastas, w->watch.canastas, sizeof fresh.canastas);
    if (!w->layout.suits) return;
    assert_memory_equal(fresh.melded_faces, w->watch.melded_faces, sizeof fresh.melded_faces);
    assert_memory_equal(fresh.pile_faces, w->watch.pile_faces, sizeof fresh.pile_faces);
}

static void compare_rows(const watched *w)
{
    static int16_t of_game[ROW_MAX], of_view[ROW_MAX];
    for (unsigned seat = 0; seat < w->rules.seat_count; seat++) {
        row_of_game(w, seat, of_game);
        row_of_view(w, seat, of_view);
        if (memcmp(of_game, of_view, w->layout.size * sizeof of_game[0]) != 0)
            fail_msg("%s: the row of seat %u is not its view's after %u steps", w->rules.name, seat,
                     w->step_count);
    }
}

static void expect_hand(const watched *w, unsigned seat, const int16_t *row)
{
    const cn_cards *hand = &w->game.hand[seat];
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        assert_int_equal(row[w->layout.at[CN_FIELD_HAND] + kind], hand->kind[kind]);
    for (unsigned face = 0; w->layout.suits && face < CN_ENV_FACES; face++)
        assert_int_equal(row[w->layout.at[CN_FIELD_HAND_FACES] + face],
                         cn_cards_count(hand, (cn_card)face));
}

/* A table by rank, or a list of melds; the rest is nought. */
static void expect_melds(const watched *w, const cn_side *side, const int16_t *melds)
{
    int16_t expected[CN_MELDS_MAX * CN_ENV_LISTED_PARTS] = {0};
    const bool ranked = w->layout.ranked;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        int16_t *out =
            expected + (ranked ? meld->rank * CN_ENV_MELD_PARTS : i * CN_ENV_LISTED_PARTS);
        const bool sequence = meld->rank == CN_MELD_SEQUENCE;
        if (!ranked) *out++ = (int16_t)(meld->rank + 1);
        *out++ = meld->naturals;
        *out++ = cn_meld_twos(meld);
        *out++ = cn_meld_jokers(meld);
        if (ranked || !sequence) continue;
        *out++ = (int16_t)(cn_meld_low(meld) + 1);
        *out++ = (int16_t)(cn_meld_suit(meld) + 1);
    }
    assert_memory_equal(melds, expected, w->layout.meld_values * sizeof *melds);
}

/* What a row says of hand and melds, read from the game by other means. */
static void expect_values(const watched *w)
{
    static int16_t row[ROW_MAX];
    const unsigned seat = w->game.pub.seat;
    const cn_env_field_id melds = w->layout.ranked ? CN_FIELD_MELDS : CN_FIELD_MELD_LIST;
    row_of_game(w, seat, row);
    expect_hand(w, seat, row);
    for (unsigned i = 0; !w->layout.forming && i < w->rules.side_count; i++)
        expect_melds(w, &w->game.pub.side[w->layout.side[seat][i]],
                     row + w->layout.at[melds] + i * w->layout.meld_values);
}

static void shuffled(const cn_rules *rules, cn_stream *stream, cn_card *deck)
{
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, stream);
}

static void play_compared(const cn_rules *rules)
{
    static watched w;
    cn_stream stream = cn_stream_make(7, 7, rules->seat_count);
    for (unsigned hand = 0; hand < (rules->plain ? 20 : 3); hand++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_event event;
        shuffled(rules, &stream, deck);
        start(&w, rules, deck);
        while (w.game.pub.phase != CN_PHASE_HAND_END && w.step_count < STEPS_MAX) {
            compare_rows(&w);
            expect_values(&w);
            compare_memory(&w);
            compare_known_faces(&w);
            compare_pile(&w);
            compare_melds(&w);
            make(&w, random_number(&w, &stream), &event);
        }
    }
}

static void rows_are_made_from_what_the_seats_view_holds(void **state)
{
    (void)state;
    visit_tables(play_compared);
}

/* An environment, which names cards only where it must, shows what a watch of events shows. */
static void environment_shows_them(const cn_rules *rules)
{
    static watched w;
    static int16_t row[ROW_MAX];
    const cn_env_config config = cn_env_config_default();
    bench b = bench_open(rules, &config);
    for (uint64_t seed = 0; seed < 6; seed++) {
        cn_env_reset(b.env, &seed, NULL);
        const cn_game *game = cn_env_game(b.env, 0);
        start_by(&w, rules, game->pub.dealer, game->deck);
        while (w.game.pub.phase != CN_PHASE_HAND_END && w.step_count < STEPS_MAX) {
            cn_event event;
            row_of_game(&w, b.out.seat[0], row);
            assert_memory_equal(row, b.out.observation, b.size * sizeof row[0]);
            cn_env_sample(b.env, b.action);
            make(&w, (unsigned)b.action[0], &event);
            cn_env_step(b.env, b.action);
        }
        assert_true(b.out.terminated[0]);
    }
    bench_close(&b);
}

static void the_environment_shows_rows_made_from_events(void **state)
{
    (void)state;
    visit_tables(environment_shows_them);
}

/* The same hand from another deck, as far as the seat could tell; false if it could. */
static bool replays(watched *other, const watched *w, const cn_card *deck, unsigned seat,
                    const cn_event *events)
{
    const unsigned count = w->step_count;
    cn_event event;
    start(other, &w->rules, deck);
    for (unsigned i = 0; i < count; i++) {
        const cn_public *pub = &other->game.pub;
        if (pub->phase == CN_PHASE_HAND_END || pub->seat != events[i].seat) return false;
        const cn_step made = events[i].u.step.step;
        const cn_step step = cn_step_make(made.number, CN_CARD_NONE, CN_CARD_NONE);
        if (!cn_legal_step(&w->rules, pub, &other->game.hand[pub->seat], step)) return false;
        make(other, made.number, &event);
        if (memcmp(&event.u.step.step, &made, sizeof made) != 0) return false;
    }
    return cn_view_hash(&other->view[seat], &w->rules) == cn_view_hash(&w->view[seat], &w->rules);
}

typedef struct position {
    watched w;
    cn_whereabouts where;
    cn_event events[STEPS_MAX];
} position;

/* Random play of one hand up to so many steps. */
static void play_to(position *p, const cn_rules *rules, unsigned steps, cn_stream *stream)
{
    static cn_game before;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event dealt;
    cn_game game;
    shuffled(rules, stream, deck);
    start(&p->w, rules, deck);
    cn_game_start(&game, rules, 0);
    cn_game_deal(&game, rules, deck, &dealt);
    memset(&p->where, 0, sizeof p->where);
    cn_whereabouts_deal(&p->where, rules, &game, &dealt);
    while (p->w.step_count < steps && p->w.game.pub.phase != CN_PHASE_HAND_END) {
        const unsigned number = random_number(&p->w, stream);
        cn_event *event = &p->events[p->w.step_count];
        before = p->w.game;
        make(&p->w, number, event);
        cn_whereabouts_step(&p->where, rules, &before, &p->w.game, event);
    }
}

static unsigned redealt; /* positions in which another deck was found */

static void deal_hidden_cards_anew(const cn_rules *rules)
{
    static position p;
    static watched other;
    static int16_t row[ROW_MAX], again[ROW_MAX];
    cn_stream stream = cn_stream_make(9, 9, rules->seat_count);
    for (unsigned i = 0; i < 12; i++) {
        play_to(&p, rules, 3 + 7 * i, &stream);
        if (p.w.game.pub.phase == CN_PHASE_HAND_END) continue;
        const unsigned seat = p.w.game.pub.seat;
        for (unsigned tries = 0; tries < 6; tries++) {
            cn_card deck[CN_DECK_CARDS_MAX];
            cn_redeal(&p.where, rules, &p.w.game, seat, CN_REDEAL_THREES_APART, &stream, deck);
            if (!replays(&other, &p.w, deck, seat, p.events)) continue;
            row_of_game(&p.w, seat, row);
            row_of_game(&other, seat, again);
            assert_memory_equal(row, again, p.w.layout.size * sizeof row[0]);
            redealt += memcmp(p.w.game.hand, other.game.hand, sizeof other.game.hand) != 0;
            break;
        }
    }
}

static void dealing_hidden_cards_anew_changes_no_byte(void **state)
{
    (void)state;
    visit_tables(deal_hidden_cards_anew);
    assert_true(redealt > 200);
}

/* The row of the next seat is not the own one: else the tests above would prove nothing. */
static void rows_of_two_seats_differ(void **state)
{
    static watched w;
    static int16_t own[ROW_MAX], next[ROW_MAX];
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    cn_stream stream = cn_stream_make(1, 1, 1);
    cn_card deck[CN_DECK_CARDS_MAX];
    (void)state;
    shuffled(&rules, &stream, deck);
    start(&w, &rules, deck);
    row_of_game(&w, 0, own);
    row_of_game(&w, 1, next);
    assert_memory_not_equal(own, next, w.layout.size * sizeof own[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_made_from_what_the_seats_view_holds),
        cmocka_unit_test(the_environment_shows_rows_made_from_events),
        cmocka_unit_test(dealing_hidden_cards_anew_changes_no_byte),
        cmocka_unit_test(rows_of_two_seats_differ),
    };
    return cmocka_run_group_tests_name("env rows", tests, NULL, NULL);
}
