/* One seat's view, set up by hand for a test of a player's decision.
 * Not here: claims. Invariant: counts and melds agree with each other, as in a real view. */
#include "seat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "text/cards/card_text.h"
#include "text/rules/rules_text.h"

static unsigned read_cards(const char *text, cn_card *cards)
{
    size_t bad;
    const int count = cn_cards_parse(text, strlen(text), cards, CN_DECK_CARDS_MAX, &bad);
    assert_true(count >= 0);
    return (unsigned)count;
}

/* `S:5h6h7h` is a sequence, whose cards are named in order; `W:22X` wilds; all else by ranks. */
static const char *read_special(cn_meld *meld, const char *text)
{
    meld->rank = text[0] == 'S' ? CN_MELD_SEQUENCE : CN_MELD_WILD;
    for (text += 2; *text != '\0' && *text != ' ';) {
        cn_card card;
        if (meld->rank == CN_MELD_WILD) {
            if (*text == '2') meld->two_suits++;
            if (*text == 'X') meld->jokers++;
            meld->wilds++;
            text++;
            continue;
        }
        text += cn_card_parse(text, &card);
        if (meld->naturals++ == 0) meld->lowest = card;
    }
    return text - 1;
}

static void read_melds(cn_side *side, const char *text)
{
    for (; text != NULL && *text != '\0'; text++) {
        if (side->meld_count == 0 || *text == ' ') {
            side->meld[side->meld_count++].rank = CN_KIND_NONE;
            if (*text == ' ') continue;
        }
        cn_meld *meld = &side->meld[side->meld_count - 1];
        if (text[1] == ':') {
            text = read_special(meld, text);
            continue;
        }
        const unsigned rank = cn_rank_from_letter(*text);
        if (*text == '2') {
            meld->wilds++;
            meld->two_suits++; /* clubs */
        } else if (*text == 'X') {
            meld->wilds++;
            meld->jokers++;
        } else {
            assert_true(cn_kind_is_natural(rank));
            meld->rank = (uint8_t)rank;
            meld->natural_suits = /* a suit after the other: no face more often than it is there */
                (uint16_t)(meld->natural_suits + (1U << 4 * (meld->naturals % CN_SUITS)));
            meld->naturals++;
        }
    }
    cn_side_count(side);
}

seat_view seat_make(const seat_setup *setup)
{
    seat_view at;
    cn_text_error error;
    const char *name = setup->rules_name != NULL ? setup->rules_name : "classic_pagat";
    assert_true(cn_rules_load(&at.rules, name, setup->overrides, setup->players, &error));
    const unsigned seats = at.rules.seat_count;
    const int32_t totals[CN_SIDES_MAX] = {setup->own_total, setup->other_total, 0, 0};
    unsigned dealer = seats - 1;
    while (cn_next_seat(&at.rules, dealer) != 0) dealer--;
    cn_view_start(&at.view, &at.rules, 0, dealer, 3, totals);
    cn_card cards[CN_DECK_CARDS_MAX];
    const unsigned held = read_cards(setup->hand, cards);
    for (unsigned i = 0; i < held; i++) cn_cards_add(&at.view.hand, cards[i]);

    cn_public *pub = &at.view.pub;
    pub->hand_number = 4;
    pub->phase = setup->before_draw ? CN_PHASE_DRAW : CN_PHASE_MELD;
    pub->turn_number = (uint16_t)(seats + 1);
    pub->stock_count = (uint16_t)setup->stock;
    pub->pile_frozen = setup->frozen;
    if (setup->pile != NULL) pub->pile_count = (uint16_t)read_cards(setup->pile, pub->pile);
    cn_public_count_pile(pub);
    read_melds(&pub->side[0], setup->own_melds);
    read_melds(&pub->side[1], setup->other_melds);
    pub->turn.first_meld = pub->side[0].meld_count;
    for (unsigned i = 0; i < seats; i++) {
        pub->hand_count[i] = (uint16_t)(setup->hand_count[i] > 0 ? setup->hand_count[i] : 11);
        pub->has_laid[i] = pub->side[at.rules.side_of[i]].meld_count > 0;
    }
    pub->hand_count[0] = (uint16_t)held;
    return at;
}

cn_step seat_choose(const seat_view *at, const cn_player *player)
{
    cn_stream stream = cn_stream_make(1, 1, 1);
    const cn_step step = cn_player_choose(player, &at->view, &at->rules, &stream);
    assert_true(cn_legal_step(&at->rules, &at->view.pub, &at->view.hand, step));
    if (cn_step_kind(step.number) != CN_KIND_NONE)
        assert_int_equal(cn_card_kind(step.card[0]), cn_step_kind(step.number));
    return step;
}

unsigned seat_finish_turn(seat_view *at, const cn_player *player)
{
    cn_step step = cn_step_make(CN_STEPS, CN_CARD_NONE, CN_CARD_NONE);
    while (at->view.pub.phase == CN_PHASE_MELD && at->view.pub.seat == at->view.seat) {
        step = seat_choose(at, player);
        assert_true(cn_view_try(&at->view, &at->rules, step));
    }
    return step.number;
}
