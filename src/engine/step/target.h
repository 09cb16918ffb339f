/* Which card of the hand a step means, and which meld it goes to.
 * Not here: whether it may (possible.c). Invariant: nothing but what the seat can see decides. */
#ifndef CANASTA_TARGET_H
#define CANASTA_TARGET_H

#include "canasta/public.h"
#include "engine/step/sequence.h"

/* The meld a card of a lay would go to as step.h says: an index, meld_count for a new one, or
 * CN_NO_MELD if the card fits no meld (the step's shape is wrong). `number` is a lay, or a take
 * (the meld the top card goes to). */
unsigned cn_step_target(const cn_rules *rules, const cn_public *pub, unsigned number);

/* A meld with one card more; the meld must be of a kind that takes it. A sequence grows at the end
 * that fits, by a wild at the one that is told. */
static inline void cn_meld_add_at(cn_meld *meld, cn_card card, bool high)
{
    const uint8_t kind = cn_card_kind(card);
    const unsigned suit = 1U << (4 * cn_card_suit(card));
    if (meld->rank == CN_MELD_SEQUENCE) {
        cn_sequence_add(meld, card, high);
    } else if (kind == CN_KIND_JOKER) {
        meld->wilds++;
        meld->jokers++;
    } else if (kind == CN_KIND_TWO && meld->rank != CN_MELD_TWOS) {
        meld->wilds++;
        meld->two_suits = (uint16_t)(meld->two_suits + suit);
    } else {
        meld->naturals++;
        meld->natural_suits = (uint16_t)(meld->natural_suits + suit);
    }
}

static inline void cn_meld_add(cn_meld *meld, cn_card card)
{
    cn_meld_add_at(meld, card, true);
}

/* True if the meld, which is of no rank, is large enough and shaped to be left alone (P122). */
bool cn_special_is_finished(const cn_rules *rules, const cn_meld *meld);

/* The same for every meld. */
static inline bool cn_meld_is_finished(const cn_rules *rules, const cn_meld *meld)
{
    if (meld->rank >= CN_RANKS) return cn_special_is_finished(rules, meld);
    return (int32_t)cn_meld_size(meld) >= rules->p.meld_min &&
           meld->naturals >= rules->p.min_naturals;
}

/* Kinds of the hand cards a step uses, CN_KIND_NONE where it uses none. */
void cn_step_kinds(const cn_public *pub, unsigned number, uint8_t kinds[2]);

static inline bool cn_two_is_red(cn_card two)
{
    return cn_card_suit(two) == CN_SUIT_DIAMONDS || cn_card_suit(two) == CN_SUIT_HEARTS;
}

/* P201: the two may be shown to take that one. */
static inline bool cn_two_is_shown(const cn_rules *rules, cn_card top, cn_card two)
{
    return rules->p.take_two_with_twos == CN_TAKE_TWO_WITH_TWOS_ANY ||
           cn_two_is_red(top) == cn_two_is_red(two);
}

/* The step with every card named, where it names none the one of the lowest suit; of a swap the
 * lowest one for which a meld gives its wild (P178), and twos that are shown are of the top one's
 * colour, if they can be (P201). */
cn_step cn_step_lowest(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_step step);

/* The choices of cards that a number leaves where suits matter (S26): the place-th one, by rising
 * suits; false behind the last. Elsewhere there is one choice, which names no card. */
bool cn_step_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned number, unsigned place, cn_step *step);

#endif
