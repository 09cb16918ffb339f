/* Random play that counts what must never happen.
 * Not here: printing. Invariant: after a fault the game is given up and the next one begins. */
#include "lab/bench/bench_check.h"

#include <stddef.h>

#include "canasta/invariant.h"
#include "lab/tables/table.h"

enum { GAME_HANDS_MAX = 12, HAND_STEPS_MAX = 20000 };

typedef struct walk {
    const cn_rules *rules;
    cn_stream stream;
    cn_game game;
    cn_view view[CN_SEATS_MAX];
} walk;

static void tell(walk *w, const cn_event *event)
{
    for (unsigned seat = 0; seat < w->rules->seat_count; seat++) {
        const cn_event seen = cn_event_for(w->rules, event, seat);
        cn_view_apply(&w->view[seat], w->rules, &seen);
    }
}

static void deal(walk *w)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event event;
    cn_deck_sorted(w->rules, deck);
    cn_shuffle(deck, w->rules->deck_size, &w->stream);
    cn_game_deal(&w->game, w->rules, deck, &event);
    tell(w, &event);
}

/* Counts an invariant that is broken, if one is; true if none is. */
static bool note(cn_bench_check *check, const char *what)
{
    if (what == NULL) return true;
    check->broken++;
    if (check->what == NULL) check->what = what;
    return false;
}

/* False if something that must hold does not, which has been counted; the views are looked at in
 * turn. */
static bool is_sound(const walk *w, cn_bench_check *check)
{
    const unsigned seat = (unsigned)(check->steps % w->rules->seat_count);
    const char *what = cn_game_check(&w->game, w->rules);
    return note(check, what != NULL ? what : cn_view_check(&w->view[seat], &w->game, w->rules));
}

/* The same step without an event, which takes another way through the engine, is made on a copy. */
static bool is_same_unheard(const walk *w, cn_game *copy, unsigned number, cn_bench_check *check)
{
    cn_game_make(copy, w->rules, number);
    const bool same = cn_game_hash(copy, w->rules) == cn_game_hash(&w->game, w->rules);
    return note(check, same ? NULL : "a step without an event makes another state");
}

/* One step; false if nothing could be done, which has been counted. */
static bool play_step(walk *w, cn_bench_check *check)
{
    const unsigned seat = w->game.pub.seat;
    const cn_mask legal = cn_legal(w->rules, &w->game.pub, &w->game.hand[seat]);
    const cn_mask seen = cn_view_legal(&w->view[seat], w->rules);
    const unsigned count = cn_mask_count(&legal);
    check->unlike += !cn_mask_equal(&legal, &seen);
    check->stuck += count == 0;
    if (count == 0) return false;
    const unsigned number = cn_mask_nth(&legal, cn_stream_below(&w->stream, count));
    const cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    cn_game unheard;
    cn_game_copy(&unheard, &w->game, w->rules);
    cn_event event;
    const cn_reason reason = cn_game_apply(&w->game, w->rules, step, &event);
    check->refused += reason.code != CN_OK;
    if (reason.code != CN_OK) return false;
    check->steps++;
    tell(w, &event);
    return is_same_unheard(w, &unheard, number, check) && is_sound(w, check);
}

static bool play_hand(walk *w, cn_bench_check *check)
{
    deal(w);
    if (!is_sound(w, check)) return false;
    unsigned steps = 0;
    for (; w->game.pub.phase != CN_PHASE_HAND_END && steps < HAND_STEPS_MAX; steps++)
        if (!play_step(w, check)) return false;
    check->endless += steps == HAND_STEPS_MAX;
    if (steps == HAND_STEPS_MAX) return false;
    cn_event event;
    cn_game_score(&w->game, w->rules, NULL, &event);
    tell(w, &event);
    check->hands++;
    return is_sound(w, check);
}

uint64_t cn_bench_check_faults(const cn_bench_check *check)
{
    return check->stuck + check->refused + check->unlike + check->endless + check->broken;
}

void cn_bench_check_hands(const cn_rules *rules, uint64_t seed, uint64_t hands,
                          cn_bench_check *check)
{
    walk w = {.rules = rules, .stream = cn_stream_make(seed, CN_PURPOSE_DECK, check->games)};
    const unsigned dealer = (unsigned)(check->games % rules->seat_count);
    const uint64_t before = cn_bench_check_faults(check);
    cn_game_start(&w.game, rules, dealer);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&w.view[seat], rules, seat, dealer, 0, NULL);
    for (uint64_t hand = 0; hand < hands; hand++)
        if (w.game.pub.phase == CN_PHASE_GAME_END || !play_hand(&w, check)) break;
    if (before == 0 && cn_bench_check_faults(check) > 0) {
        check->bad_game = check->games;
        check->fault = w.game;
    }
    check->games++;
}

void cn_bench_check_game(const cn_rules *rules, uint64_t seed, cn_bench_check *check)
{
    cn_bench_check_hands(rules, seed, GAME_HANDS_MAX, check);
}

cn_bench_check cn_bench_check_run(const cn_rules *rules, uint64_t seed, uint64_t steps)
{
    cn_bench_check check = {0};
    while (check.steps < steps && cn_bench_check_faults(&check) < steps)
        cn_bench_check_game(rules, seed, &check);
    return check;
}
