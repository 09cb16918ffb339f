/* A natural of the hand for a wild of a meld (P175, P176, S30): which meld gives it, and why not.
 * Not here: what a swap changes (turn/apply.c). Invariant: as in the header. */
#include "engine/step/swap.h"

#include "engine/cards/marks.h"
#include "engine/step/refuse.h"
#include "engine/step/sequence.h"

/* The wild that the meld has for the natural, which need not be named but for a sequence (P178);
 * CN_CARD_NONE: none of that kind. */
static cn_card wild_of(const cn_meld *meld, cn_step step)
{
    const bool joker = cn_step_swapped(step.number) == CN_KIND_JOKER;
    if (meld->rank == CN_MELD_SEQUENCE) {
        if (step.card[0] == CN_CARD_NONE || cn_card_suit(step.card[0]) != cn_meld_suit(meld))
            return CN_CARD_NONE;
        const cn_card wild = cn_sequence_wild_at(meld, cn_card_row(step.card[0]));
        return wild != CN_CARD_NONE && joker == (wild == CN_CARD_JOKER) ? wild : CN_CARD_NONE;
    }
    if (meld->rank != cn_step_kind(step.number)) return CN_CARD_NONE;
    if (joker) return cn_meld_jokers(meld) > 0 ? (cn_card)CN_CARD_JOKER : CN_CARD_NONE;
    if (meld->two_suits == 0) return CN_CARD_NONE;
    return cn_card_make(CN_ROW_TWOS, (unsigned)__builtin_ctz(meld->two_suits) / 4);
}

/* Nothing is swapped in a rank that is closed (P100). */
static bool gives(const cn_rules *rules, const cn_meld *meld, cn_step step, bool dead)
{
    const bool complete = cn_meld_size(meld) >= (unsigned)rules->p.canasta_size;
    return wild_of(meld, step) != CN_CARD_NONE && (!complete || rules->p.swap_wild_canastas) &&
           (!dead || meld->rank == CN_MELD_SEQUENCE);
}

/* The largest of a side's melds that may give it, of equal ones the one begun first. */
static cn_giver largest(const cn_rules *rules, const cn_public *pub, unsigned side_i, cn_step step,
                        bool dead)
{
    const cn_side *side = &pub->side[side_i];
    cn_giver best = {(uint8_t)side_i, CN_NO_MELD};
    unsigned size = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        if (cn_meld_size(&side->meld[i]) <= size || !gives(rules, &side->meld[i], step, dead))
            continue;
        best.meld = (uint8_t)i;
        size = cn_meld_size(&side->meld[i]);
    }
    return best;
}

static cn_giver find_giver(const cn_rules *rules, const cn_public *pub, cn_step step, bool dead)
{
    const unsigned own = pub->side_of[pub->asker];
    if (!cn_step_steals(step.number)) return largest(rules, pub, own, step, dead);
    for (unsigned seat = cn_next_seat(rules, pub->asker); seat != pub->asker;
         seat = cn_next_seat(rules, seat)) {
        if (pub->side_of[seat] == own) continue;
        const cn_giver giver = largest(rules, pub, pub->side_of[seat], step, dead);
        if (giver.meld != CN_NO_MELD) return giver;
    }
    return (cn_giver){(uint8_t)own, CN_NO_MELD};
}

cn_giver cn_swap_giver(const cn_rules *rules, const cn_public *pub, cn_step step)
{
    return find_giver(rules, pub, step, cn_public_dead(rules, pub, cn_step_kind(step.number)));
}

cn_card cn_swap_brings(const cn_rules *rules, const cn_public *pub, cn_step step)
{
    const cn_giver giver = cn_swap_giver(rules, pub, step);
    cn_guard(giver.meld != CN_NO_MELD);
    return wild_of(&pub->side[giver.side].meld[giver.meld], step);
}

/* Some natural of the hand is such that a meld gives a wild for it. */
static bool is_given(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     unsigned number, bool dead)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card card = cn_card_make(cn_step_kind(number), suit);
        const cn_step step = cn_step_make(number, card, CN_CARD_NONE);
        if (cn_cards_count(hand, card) > 0 && find_giver(rules, pub, step, dead).meld != CN_NO_MELD)
            return true;
    }
    return false;
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
    const bool dead = cn_public_dead(rules, pub, rank);
    if (is_given(rules, pub, hand, number, dead)) return cn_no_reason();
    const bool closed = dead && is_given(rules, pub, hand, number, false);
    return cn_refuse(closed ? CN_REASON_DEAD : CN_REASON_NO_SWAP);
}
