/* Looks for a deck for the lesson: find_lesson_deck [SEED]. Prints its lines of
 * lessons/first.lesson and ends; runs on until it finds one. Not here: what a lesson is held to
 * (test_lesson.py). Invariant: a seed gives the same deck with the same `book`.
 *
 * It climbs: two cards of the deck change places, and the change stays unless fewer of the claims
 * hold. From time to time it begins anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables/table.h"
#include "players/book.h"
#include "text/cards/card_text.h"
#include "text/rules/rules_text.h"

enum {
    OWN = 0,
    DEALER = 3,
    OPENS_IN = 3,
    OUT_IN = 8,
    TRIES = 6000,
    LINE_CARDS = 27,
    CARD_BYTES = 2,
    STEPS = 4000
};

/* What was seen of the own seat's hand. */
typedef struct seen {
    unsigned turns, opened_in, taken_in;
    bool red_three, short_of_points, one_meld, frozen, by_pair, froze, out, won;
} seen;

static bool can_open(const cn_view *view, const cn_rules *rules)
{
    const cn_mask legal = cn_view_legal(view, rules);
    for (unsigned i = 0, count = cn_mask_count(&legal); i < count; i++)
        if (cn_step_is_lay(cn_mask_nth(&legal, i))) return true;
    return false;
}

static void look_before(seen *s, const cn_lab_table *table, const cn_rules *rules)
{
    const cn_public *pub = &table->game.pub;
    if (pub->seat != OWN || s->taken_in > 0) return;
    if (pub->phase == CN_PHASE_DRAW) {
        s->frozen = pub->pile_frozen != 0;
        s->by_pair = cn_book_advise(&table->view[OWN], rules, CN_BOOK_ALL_HABITS).step.number ==
                     CN_STEP_TAKE_PAIR;
    }
    if (pub->phase == CN_PHASE_MELD && s->turns == 1)
        s->short_of_points = !can_open(&table->view[OWN], rules);
}

/* One step was made, by the seat that was to act in `before`. */
static void look_after(seen *s, const cn_public *before, const cn_public *pub)
{
    const bool thrown = before->phase == CN_PHASE_MELD && pub->pile_count > before->pile_count;
    if (thrown && s->taken_in == 0) s->froze |= cn_kind_is_wild(cn_card_kind(cn_public_top(pub)));
    if (before->seat != OWN) return;
    if (before->phase == CN_PHASE_DRAW) s->turns++;
    if (before->phase == CN_PHASE_DRAW && pub->turn.took && s->taken_in == 0)
        s->taken_in = s->turns;
    if (s->opened_in == 0 && pub->turn.opened) s->opened_in = s->turns;
    if (thrown && s->opened_in == s->turns)
        s->one_meld = pub->side[pub->side_of[OWN]].meld_count == 1;
}

static seen play(const cn_rules *rules, const cn_card *deck)
{
    cn_lab_table table;
    cn_lab_table_start(&table, rules, DEALER);
    cn_lab_table_seat_all(&table, rules, &cn_player_book, 1);
    seen s = {.turns = 0};
    if (cn_lab_table_deal(&table, rules, deck) != CN_LAB_OK) return s;
    s.red_three = cn_public_threes(&table.game.pub, OWN, true) > 0;
    for (unsigned i = 0; i < STEPS && table.game.pub.phase != CN_PHASE_HAND_END; i++) {
        look_before(&s, &table, rules);
        const cn_public before = table.game.pub;
        if (cn_lab_table_step(&table, rules) != CN_LAB_OK) return s;
        look_after(&s, &before, &table.game.pub);
    }
    s.out = table.game.pub.out_seat == OWN;
    cn_game_score(&table.game, rules, NULL, NULL);
    s.won = (cn_public_winners(&table.game.pub, rules) >> rules->side_of[OWN] & 1) != 0;
    return s;
}

static unsigned far(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* How much is wrong; 0: all claims hold. The earlier ones weigh more, since the rest follows. */
static unsigned wrong(const seen *s)
{
    unsigned points = s->red_three ? 0 : 40;
    points += s->short_of_points ? 0 : 20;
    points += s->opened_in == 0 ? 60 : 8 * far(s->opened_in, OPENS_IN);
    points += s->one_meld ? 0 : 10;
    points += s->taken_in == 0 ? 20 : s->taken_in < s->opened_in + 2 ? 16 : 0;
    points += s->frozen && s->froze ? 0 : 10;
    points += s->by_pair ? 0 : 5;
    points += s->out ? 0 : 10;
    points += s->won ? 0 : 5;
    return points + 2 * far(s->turns, OUT_IN);
}

static void swap(cn_card *deck, unsigned a, unsigned b)
{
    const cn_card card = deck[a];
    deck[a] = deck[b];
    deck[b] = card;
}

/* True if the deck was found. */
static bool climb(const cn_rules *rules, cn_card *deck, cn_stream *stream)
{
    cn_shuffle(deck, rules->deck_size, stream);
    seen s = play(rules, deck);
    unsigned least = wrong(&s);
    for (unsigned i = 0; i < TRIES && least > 0; i++) {
        const unsigned a = cn_stream_below(stream, rules->deck_size);
        const unsigned b = cn_stream_below(stream, rules->deck_size);
        swap(deck, a, b);
        s = play(rules, deck);
        const unsigned points = wrong(&s);
        if (points > least)
            swap(deck, a, b);
        else
            least = points;
    }
    return least == 0;
}

static void print_deck(const cn_rules *rules, const cn_card *deck)
{
    for (unsigned i = 0; i < rules->deck_size; i += LINE_CARDS) {
        const unsigned rest = rules->deck_size - i;
        char text[CARD_BYTES * LINE_CARDS + 1];
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_cards(&writer, &deck[i], rest < LINE_CARDS ? rest : LINE_CARDS);
        printf("deck = %s\n", text);
    }
}

int main(int argc, char **argv)
{
    cn_rules rules;
    cn_text_error error;
    cn_card deck[CN_DECK_CARDS_MAX];
    if (!cn_rules_load(&rules, "classic_pagat", "rounds = 1", 4, &error)) return 1;
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    cn_stream stream = cn_stream_make(seed, CN_PURPOSE_DECK, 0);
    cn_deck_sorted(&rules, deck);
    while (!climb(&rules, deck, &stream)) continue;
    print_deck(&rules, deck);
    return 0;
}
