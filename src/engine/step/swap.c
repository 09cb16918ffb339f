/* A natural of the hand for a wild of a meld (P175, P176, S30): which meld gives it, and why not.
 * Not here: what a swap changes (turn/apply.c). Invariant: as in the header. */
#include "engine/step/swap.h"

#include <assert.h>

#include "engine/step/refuse.h"

static bool gives(const cn_rules *rules, const cn_meld *meld, unsigned number)
{
    if (meld->rank != cn_step_kind(number)) return false;
    const bool joker = cn_step_swapped(number) == CN_KIND_JOKER;
    const bool complete = cn_meld_size(meld) >= (unsigned)rules->p.canasta_size;
    return (joker ? cn_meld_jokers(meld) : cn_meld_twos(meld)) > 0 &&
           (!complete || rules->p.swap_wild_canastas);
}

/* The largest of a side's melds that may give it, of equal ones the one begun first. */
static cn_giver largest(const cn_rules *rules, const cn_public *pub, unsigned side_i,
                        unsigned number)
{
    const cn_side *side = &pub->side[side_i];
    cn_giver best = {(uint8_t)side_i, CN_NO_MELD};
    unsigned size = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        if (!gives(rules, &side->meld[i], number) || cn_meld_size(&side->meld[i]) <= size) continue;
        best.meld = (uint8_t)i;
        size = cn_meld_size(&side->meld[i]);
    }
    return best;
}

cn_giver cn_swap_giver(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    const unsigned own = pub->side_of[pub->asker];
    if (!cn_step_steals(number)) return largest(rules, pub, own, number);
    for (unsigned seat = cn_next_seat(rules, pub->asker); seat != pub->asker;
         seat = cn_next_seat(rules, seat)) {
        if (pub->side_of[seat] == own) continue;
        const cn_giver giver = largest(rules, pub, pub->side_of[seat], number);
        if (giver.meld != CN_NO_MELD) return giver;
    }
    return (cn_giver){(uint8_t)own, CN_NO_MELD};
}

cn_card cn_swap_brings(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (cn_step_swapped(number) == CN_KIND_JOKER) return CN_CARD_JOKER;
    const cn_giver giver = cn_swap_giver(rules, pub, number);
    const unsigned suits = pub->side[giver.side].meld[giver.meld].two_suits;
    assert(suits != 0);
    return cn_card_make(CN_ROW_TWOS, (unsigned)__builtin_ctz(suits) / 4);
}

static bool is_played(const cn_rules *rules, unsigned number)
{
    switch (rules->p.swap_wild) {
    case CN_SWAP_WILD_OWN: return !cn_step_steals(number);
    case CN_SWAP_WILD_OTHERS: return cn_step_steals(number);
    }
    return rules->p.swap_wild == CN_SWAP_WILD_ANY;
}

cn_reason cn_swap_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number)
{
    const cn_turn *turn = &pub->turn;
    const unsigned rank = cn_step_kind(number);
    if (hand->kind[rank] == 0) return cn_refuse(CN_REASON_NOT_HELD);
    if (!is_played(rules, number) ||
        (cn_public_acting(pub)->meld_count == 0 && !rules->p.swap_wild_unopened))
        return cn_refuse(CN_REASON_NO_SWAP);
    if (turn->open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (turn->staging) return cn_refuse(CN_REASON_OPEN_FIRST);
    if (turn->to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (turn->laid_black3 != CN_BLACK3_NONE) return cn_refuse(CN_REASON_BLACK3);
    if (cn_swap_giver(rules, pub, number).meld == CN_NO_MELD) return cn_refuse(CN_REASON_NO_SWAP);
    return cn_refuse(cn_public_dead(rules, pub, rank) ? CN_REASON_DEAD : CN_OK);
}
