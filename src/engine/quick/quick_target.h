/* The meld that a quick step lays to, and what cards that go there change: for steps made without
 * an event. Few branches, because neither meld nor card is foreseen.
 * Not here: which meld it is (quick_melds.c, quick_others.c), melds of no rank (lay_at.h).
 * Invariant: what changes is what lay_at.h would change. */
#ifndef CANASTA_QUICK_TARGET_H
#define CANASTA_QUICK_TARGET_H

#include <stddef.h>

#include "engine/cards/guard.h"
#include "engine/cards/rare.h"

/* A meld of a rank, which the run of lays goes to from now on, and what it was. */
typedef struct cn_target {
    cn_side *side;
    cn_meld *meld;
    unsigned rank, place;
    unsigned naturals, wilds;
} cn_target;

/* P124: the first meld of a side is staged. */
CN_USUAL void cn_begin_meld(cn_side *side, cn_turn *turn, unsigned rank)
{
    cn_guard(side->meld_count < CN_MELDS_MAX);
    if (side->meld_count == 0) turn->staging = 1;
    side->meld[side->meld_count++] = (cn_meld){.rank = (uint8_t)rank};
    side->latest[rank] = side->meld_count;
}

/* Takes out the card of the lowest suit of a rank, or a two (P130); four times its suit. */
CN_USUAL unsigned cn_take_suit(cn_cards *hand, size_t kind)
{
    const unsigned at = cn_suits_lowest(hand->suits[kind]);
    CN_FORGOTTEN();
    hand->suits[kind] = (uint16_t)(hand->suits[kind] - (1U << at));
    hand->size--;
    *cn_all_of(hand->kind) -= cn_unit[kind];
    return at;
}

/* `at`: four times its suit. */
CN_USUAL void cn_put_natural(cn_side *side, cn_meld *meld, size_t rank, unsigned at)
{
    meld->naturals++;
    meld->natural_suits = (uint16_t)(meld->natural_suits + (1U << at));
    *cn_all_of(side->naturals) += cn_unit[rank];
}

/* Four times the suit of the wild of the lowest suit, a two or a joker, which has none. Without a
 * branch: nobody foresees which. */
CN_USUAL unsigned cn_wild_suit(const cn_cards *hand, unsigned two)
{
    return cn_suits_lowest(hand->suits[CN_ROW_TWOS] | (two ^ 1));
}

/* It goes from the hand to the meld. */
CN_USUAL void cn_move_wild(cn_cards *hand, cn_side *side, cn_meld *meld, size_t rank, unsigned two,
                           unsigned at)
{
    const unsigned suit = two << at;
    CN_FORGOTTEN();
    hand->suits[CN_ROW_TWOS] = (uint16_t)(hand->suits[CN_ROW_TWOS] - suit);
    hand->size--;
    meld->two_suits = (uint16_t)(meld->two_suits + suit);
    meld->wilds++;
    CN_FORGOTTEN();
    meld->jokers = (uint8_t)(meld->jokers + (two ^ 1));
    *cn_all_of(hand->kind) -= cn_unit[CN_KIND_JOKER - two];
    *cn_all_of(side->wilds) += cn_unit[rank];
}

/* Out of the hand and onto the meld: what a take uses besides the top card. */
CN_USUAL void cn_put_used(cn_public *pub, cn_cards *hand, const cn_target *to, unsigned number)
{
    if (number == CN_STEP_TAKE_TOP) return;
    cn_put_natural(to->side, to->meld, to->rank, cn_take_suit(hand, to->rank));
    const unsigned two = number == CN_STEP_TAKE_TWO;
    if (number == CN_STEP_TAKE_PAIR)
        cn_put_natural(to->side, to->meld, to->rank, cn_take_suit(hand, to->rank));
    else
        cn_move_wild(hand, to->side, to->meld, to->rank, two, cn_wild_suit(hand, two));
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] - 2);
}

/* One of two small numbers, without a branch. */
CN_USUAL uint8_t cn_either(bool first, unsigned one, unsigned other)
{
    return (uint8_t)(other ^ ((one ^ other) & (0U - first)));
}

/* All that a turn says of a run: its meld, cards before it, wilds laid in it, and that it is of the
 * take. */
CN_USUAL uint32_t cn_run_of(unsigned place, unsigned cards, unsigned wilds, unsigned of_take)
{
    static_assert(offsetof(cn_turn, run_before) == offsetof(cn_turn, run_meld) + 1 &&
                      offsetof(cn_turn, run_wilds) == offsetof(cn_turn, run_meld) + 2 &&
                      offsetof(cn_turn, run_of_take) == offsetof(cn_turn, run_meld) + 3,
                  "it lies together");
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return place | cards << 8 | wilds << 16 | of_take << 24;
#else
    return place << 24 | cards << 16 | wilds << 8 | of_take;
#endif
}

/* S2: the run goes on, or another begins, of so many cards and wilds before, and has more wilds
 * now; the answer is not 0 if it is of the take. Without branches, because the meld is seldom
 * foreseen. */
CN_USUAL unsigned cn_go_on(cn_turn *turn, unsigned place, unsigned cards, unsigned wilds,
                           unsigned more_wilds)
{
    uint32_t run, other = cn_run_of(place, cards, wilds, 0);
    CN_FOUND(other);
    memcpy(&run, &turn->run_meld, sizeof run);
    if (turn->run_meld != (uint8_t)place) run = other;
    run += cn_run_of(0, 0, more_wilds, 0);
    memcpy(&turn->run_meld, &run, sizeof run);
    return run & cn_run_of(0, 0, 0, UINT8_MAX);
}

/* P57: before an opening all is one run. */
CN_USUAL void cn_run_on(cn_turn *turn, const cn_target *to)
{
    const unsigned staging = 0U - (turn->staging != 0), cards = to->naturals + to->wilds;
    (void)cn_go_on(turn, to->place, cards & ~staging, to->wilds & staging, 0);
}

/* P67: a card was laid that does not belong to the take. */
CN_USUAL void cn_note_beyond(cn_turn *turn)
{
    turn->laid_beyond |= cn_either(turn->staging, turn->took, turn->run_of_take) == 0;
}

/* What makes a meld a finished one, and a canasta. */
typedef struct cn_sizes {
    unsigned least, naturals, canasta;
} cn_sizes;

/* P67, P84, P122; a canasta is noted where it is complete (P87, P112, S22). */
CN_USUAL void cn_note_cards(cn_public *pub, cn_sizes sizes, const cn_target *to, unsigned naturals,
                            unsigned wilds)
{
    cn_turn *turn = &pub->turn;
    const unsigned before = to->naturals + to->wilds, size = before + naturals + wilds;
    turn->laid = 1;
    turn->run_wilds = (uint8_t)(turn->run_wilds + wilds);
    turn->added_old |= to->place < turn->first_meld;
    const bool finished = (size >= sizes.least) & (to->naturals + naturals >= sizes.naturals);
    turn->open_meld = cn_either(finished, CN_NO_MELD, to->place);
    const bool completes = sizes.canasta - before - 1 < naturals + wilds; /* unsigned */
    if (!completes || turn->staging) return;
    pub->own_canasta[pub->asker] = 1;
    if (to->place >= turn->first_meld && turn->run_before == 0) to->side->concealed_canastas++;
}

/* What a lay of one card changes beside the counts. */
CN_USUAL void cn_note_card(cn_public *pub, cn_sizes sizes, const cn_target *to, bool wild)
{
    pub->hand_count[pub->seat]--;
    cn_note_beyond(&pub->turn);
    cn_note_cards(pub, sizes, to, wild ? 0 : 1, wild ? 1 : 0);
}

#endif
