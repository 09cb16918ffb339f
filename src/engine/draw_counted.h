/* Drawing and taking by rules whose melds are told by their counts.
 * Not here: what must follow them. Invariant: the takes of takes.h. */
#ifndef CANASTA_DRAW_COUNTED_H
#define CANASTA_DRAW_COUNTED_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "discard.h"

/* True if takes are told so; cn_rules.counted is known. */
bool cn_has_counted_takes(const cn_rules *rules);

/* Fills the tables that cn_groups_for reads. */
void cn_derive_counted_takes(cn_rules *rules);

enum { CN_TAKE_MIXED = 1 << CN_STEP_TAKE_TWO | 1 << CN_STEP_TAKE_JOKER };

/* The same of cn_rules.take_room. */
void cn_derive_merged_takes(cn_rules *rules);

/* The cards for a take by a group are in hand: bits of the steps. */
static inline unsigned cn_groups_in(const cn_cards *hand, unsigned rank)
{
    const unsigned held = hand->kind[rank], one = held > 0;
    return (unsigned)(held >= 2) << CN_STEP_TAKE_PAIR |
           (one & (hand->kind[CN_KIND_TWO] > 0)) << CN_STEP_TAKE_TWO |
           (one & (hand->kind[CN_KIND_JOKER] > 0)) << CN_STEP_TAKE_JOKER;
}

/* A meld of so many cards, or a new one, has room for such a group. */
static inline unsigned cn_groups_for(const cn_rules *rules, unsigned naturals, unsigned wilds,
                                     bool opening)
{
    const unsigned place = naturals < CN_COUNTS ? naturals : CN_COUNTS - 1;
    const unsigned mixed = wilds < rules->mixed_below[opening][place];
    return (unsigned)(wilds < rules->pair_below[place]) << CN_STEP_TAKE_PAIR |
           (CN_TAKE_MIXED & (0U - mixed));
}

/* P40: a meld of so many cards, one natural or more, has room for the top card alone. */
static inline bool cn_top_goes_onto(const cn_rules *rules, unsigned naturals, unsigned wilds)
{
    const unsigned place = naturals < CN_COUNTS ? naturals : CN_COUNTS - 1;
    return (wilds < rules->natural_below[place]) & (naturals + wilds < rules->take_top_below);
}

/* A turn that goes on after a take by a group is sure to have the cards that must be kept, and one
 * to discard. */
static inline bool cn_take_leaves_enough(const cn_rules *rules, const cn_cards *hand)
{
    enum { USED = 2 };
    const unsigned threes = hand->kind[CN_KIND_RED3] + (unsigned)hand->kind[CN_KIND_BLACK3];
    return hand->size > rules->kept + USED + threes;
}

/* P97, S13: a three that is held may be laid out before the draw while the side has not melded;
 * without branches, because nobody foresees who holds one. */
static inline uint64_t cn_lay_out_at_draw(const cn_rules *rules, const cn_public *pub,
                                          const cn_cards *hand)
{
    if (!rules->p.hold_one_three) return 0;
    const unsigned held = cn_holds_bonus(rules, hand);
    const unsigned melds = cn_public_acting(pub)->meld_count | (unsigned)pub->turn.laid;
    return (uint64_t)(held & (melds == 0)) << CN_STEP_LAY_OUT;
}

/* By such rules, in PHASE_DRAW with a rank on top of the pile: the takes that fit, and the names of
 * melds for them; the takes onto the meld that was named. */
cn_mask cn_counted_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);
cn_mask cn_counted_takes_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              unsigned named);

#endif
