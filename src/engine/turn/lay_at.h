/* What cards that are laid change at their meld and in the turn.
 * Not here: which meld they go to (target.c), what may come to the hand then (apply.c).
 * Invariant: steps with and without an event run through these same lines. */
#ifndef CANASTA_LAY_AT_H
#define CANASTA_LAY_AT_H

#include "engine/cards/guard.h"
#include "engine/step/target.h"
#include "engine/turn/turn.h"

/* The side's meld of that index, begun now if it is the one behind the last. */
static inline cn_meld *cn_meld_at(cn_side *side, unsigned meld_i, unsigned rank)
{
    if (meld_i == side->meld_count) {
        cn_guard(side->meld_count < CN_MELDS_MAX);
        side->meld[side->meld_count++] = (cn_meld){.rank = (uint8_t)rank};
        side->latest[rank] = side->meld_count;
    }
    cn_guard(meld_i < side->meld_count);
    return &side->meld[meld_i];
}

static inline void cn_put_card(cn_side *side, cn_meld *meld, cn_card card)
{
    const unsigned before = meld->naturals;
    cn_meld_add(meld, card);
    uint8_t *count = meld->naturals > before ? side->naturals : side->wilds;
    count[meld->rank]++;
    if (meld->rank == CN_MELD_SEQUENCE) cn_side_note_beside(side);
}

/* The run of lays goes on, or begins anew with another meld (S2). Read before the cards are laid.
 */
static inline void cn_go_on_with(cn_turn *turn, const cn_meld *meld, unsigned meld_i)
{
    turn->to_meld = CN_NO_MELD;
    if (turn->run_meld == meld_i) return;
    turn->run_meld = (uint8_t)meld_i;
    turn->run_of_take = 0;
    turn->run_before = turn->staging ? 0 : (uint8_t)cn_meld_size(meld);
    turn->run_wilds = turn->staging ? (uint8_t)cn_meld_wilds(meld) : 0;
}

static inline bool cn_completes(const cn_rules *rules, const cn_meld *meld, unsigned size_before)
{
    unsigned size = (unsigned)rules->p.canasta_size;
    return size_before < size && cn_meld_size(meld) >= size &&
           cn_meld_canasta(rules, meld) != CN_CANASTA_NONE;
}

/* A meld became a canasta by this step; true if it is the first one the seat has completed (P112).
 */
static inline bool cn_note_canasta(cn_public *pub, bool concealed)
{
    bool first = !pub->own_canasta[pub->asker];
    pub->own_canasta[pub->asker] = 1;
    if (concealed) cn_acting_side(pub)->concealed_canastas++;
    return first;
}

/* Notes a card that went to the meld: what is unfinished, and what the question and the concealed
 * bonus look at (P67, P84). True if it makes the seat's first canasta. */
static inline bool cn_note_lay_at(cn_public *pub, const cn_rules *rules, const cn_meld *meld,
                                  unsigned meld_i, unsigned size_before)
{
    cn_turn *turn = &pub->turn;
    turn->laid = 1;
    if (meld_i < turn->first_meld) turn->added_old = 1;
    turn->open_meld = cn_meld_is_finished(rules, meld) ? CN_NO_MELD : (uint8_t)meld_i;
    if (meld->rank == CN_MELD_BLACK3) turn->laid_black3 = CN_BLACK3_BEGUN;
    if (turn->staging || !cn_completes(rules, meld, size_before)) return false;
    return cn_note_canasta(pub, meld_i >= turn->first_meld && turn->run_before == 0); /* S22 */
}

/* A card of the acting seat goes to the meld, and the run of lays with it. True if it makes the
 * seat's first canasta (P112). */
static inline bool cn_lay_at(cn_public *pub, const cn_rules *rules, cn_meld *meld, unsigned meld_i,
                             cn_card card)
{
    cn_turn *turn = &pub->turn;
    const unsigned size_before = cn_meld_size(meld), wilds_before = cn_meld_wilds(meld);
    cn_go_on_with(turn, meld, meld_i);
    cn_put_card(cn_acting_side(pub), meld, card);
    turn->run_wilds = (uint8_t)(turn->run_wilds + cn_meld_wilds(meld) - wilds_before);
    const bool of_take = turn->staging ? turn->took : turn->run_of_take; /* P67 */
    if (!of_take) turn->laid_beyond = 1;
    pub->hand_count[pub->seat]--;
    return cn_note_lay_at(pub, rules, meld, meld_i, size_before);
}

#endif
