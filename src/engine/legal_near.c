/* Turns near the end, by rules whose melds lie apart: no new meld leaves enough, and a lay may
 * leave too little, unless the turn can go out. Not here: one meld for a rank, melds of ranks alone
 * (legal_counted.c). Invariant: as there. */
#include "legal_near.h"

#include "discard.h"
#include "out.h"
#include "out_weigh.h"
#include "rare.h"
#include "twos.h"

#if defined(__SSSE3__)

CN_RARE unsigned cn_cards_to_spare(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand)
{
    const unsigned held = pub->hand_count[pub->asker], keep = cn_keep_cards(rules, pub);
    const bool waits = pub->packets[pub->asker] > 0;
    if (held < 2 || held <= keep || hand->size != held || waits || cn_some_are_stuck(rules, hand) ||
        !cn_stock_lets_go_on(rules, pub))
        return 0;
    return held - keep;
}

/* Whatever is laid, the turn does not go out. */
static CN_RARE bool surely_stays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side)
{
    if (!cn_answer_lets_out(rules, pub)) return true;
    if (!cn_out_may_be_weighed(rules, pub)) return false;
    const cn_canastas_seen seen = cn_canastas_look(rules, side);
    return cn_out_weigh(rules, side, CN_NO_MELD, hand, &seen) == CN_TOLD_NO;
}

/* Leaves of these steps those that stand in `kept`; true if there were others. */
static bool leave(cn_mask *mask, const cn_mask *kept)
{
    uint64_t others = 0;
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) {
        others |= mask->word[i] & ~kept->word[i];
        mask->word[i] &= kept->word[i];
    }
    return others != 0;
}

/* All steps but the lays that begin a meld. */
static cn_mask without_begins(const cn_rules *rules, const cn_run *run)
{
    cn_mask kept = {{UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    const uint64_t onto = run->rank == CN_MELD_SEQUENCE ? cn_faces_onto(rules, run->meld) : 0;
    kept.word[0] &= ~((uint64_t)(CN_ALL_RANKS & ~run->bit) << CN_STEP_LAY);
    cn_mask begins = {{0}};
    if (run->rank != CN_MELD_WILD) cn_mask_add_many(&begins, CN_STEP_LAY_TWO_WILD, 3);
    if (run->rank != CN_MELD_TWOS) cn_mask_add_many(&begins, CN_STEP_LAY_TWO_TWOS, 3);
    cn_mask_add_many(&begins, CN_STEP_SEQUENCE, ((UINT64_C(1) << CN_RANKS * CN_SUITS) - 1) & ~onto);
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) kept.word[i] &= ~begins.word[i];
    return kept;
}

/* The discards, the end of the run, and the names of melds that others can be joined to. */
static cn_mask without_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    static const cn_cards none;
    const cn_holding h = cn_hold(&none);
    const uint64_t others = (uint64_t)CN_ALL_KINDS << CN_STEP_DISCARD | UINT64_C(1) << CN_STEP_NEW;
    cn_mask kept;
    cn_counted_lays(rules, pub, side, &h, false, others, &kept);
    if (rules->p.twos_as_rank) cn_add_twos_turn(rules, pub, &none, &kept);
    return kept;
}

CN_RARE bool cn_near_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           const cn_side *side, const cn_holding *h, cn_mask *mask)
{
    const unsigned spare = cn_cards_to_spare(rules, pub, hand);
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const cn_run run = cn_run_of(pub, side);
    if (spare == 0 || discards == 0) return false;
    cn_counted_lays(rules, pub, side, h, false, discards << CN_STEP_DISCARD, mask);
    bool doubt = rules->p.twos_as_rank && hand->kind[CN_KIND_TWO] > 1;
    if (rules->p.twos_as_rank) cn_add_twos_turn(rules, pub, hand, mask);
    const cn_mask onto = without_begins(rules, &run);
    doubt |= leave(mask, &onto);
    if (spare == 1) {
        const cn_mask others = without_lays(rules, pub, side);
        doubt |= leave(mask, &others);
    }
    return !doubt || surely_stays(rules, pub, hand, side);
}

#endif
