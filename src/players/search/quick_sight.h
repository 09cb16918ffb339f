/* A position as the policy of playouts sees it.
 * Not here: decisions. Invariant: made for one step. */
#ifndef CANASTA_QUICK_SIGHT_H
#define CANASTA_QUICK_SIGHT_H

#include "players/goals.h"
#include "players/search/quick.h"

typedef struct cn_sight {
    const cn_quick *quick;
    const cn_rules *rules;
    const cn_habits *habits; /* of the seat */
    const cn_quick_mind *mind;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side; /* the own one */
    unsigned seat;
    bool opened;
    uint8_t haste; /* CN_HASTE_* of this turn */
} cn_sight;

/* Steps of the mask from `first` on, so many, as bits. */
static inline uint64_t cn_sight_bits(const cn_mask *mask, unsigned first, unsigned count)
{
    const unsigned word = first / 64, at = first % 64;
    uint64_t bits = mask->word[word] >> at;
    if (at != 0 && word + 1 < CN_MASK_WORDS) bits |= mask->word[word + 1] << (64 - at);
    return bits & (((uint64_t)1 << count) - 1);
}

/* True if a rival who may go out has no more cards. */
static inline bool cn_sight_rival_near_out(const cn_sight *s, int32_t cards)
{
    if (cards <= 0) return false;
    for (unsigned seat = 0; seat < s->rules->seat_count; seat++) {
        const cn_side *side = &s->pub->side[s->pub->side_of[seat]];
        if (side == s->side || s->pub->packets[seat] != 0 || s->pub->hand_count[seat] > cards)
            continue;
        if (cn_side_canastas(s->rules, side) >= cn_canastas_needed(s->rules, s->pub)) return true;
    }
    return false;
}

/* The best lay, CN_STEPS if none is worth `least`. */
unsigned cn_quick_lay(const cn_sight *s, const cn_mask *legal, int32_t least);
/* The best discard among those allowed, CN_STEPS if there is none. */
unsigned cn_quick_discard(const cn_sight *s, const cn_mask *legal);
/* The natural of a kind that the hand misses least where suits matter, CN_CARD_NONE elsewhere. */
cn_card cn_quick_card(const cn_sight *s, unsigned kind);

#endif
