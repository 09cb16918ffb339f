/* All steps of a turn that must go out after a binding yes (P70), where every lay that fits leaves a
 * way: canastas enough lie there, and each card in hand has a meld, or makes one with others of its
 * rank, but for one that may be the last discard.
 * Not here: canastas that are still to be made, pairs that need a wild (legal_search.c).
 * Invariant: as in the header. */
#include "legal_out.h"

#include "canasta/legal.h"
#include "counted.h"
#include "discard.h"
#include "finish.h"
#include "out_weigh.h"

#if defined(__SSSE3__)

/* Canastas enough lie there, even after two of them are joined (P56). */
static bool canastas_suffice(const cn_rules *rules, const cn_side *side,
                             const cn_canastas_seen *seen)
{
    const unsigned need = (unsigned)rules->p.out_canastas;
    if (seen->have < need || !cn_out_needs_are_met(rules, seen)) return false;
    return seen->have > need || (cn_earlier_melds(side) & seen->melds.full) == 0;
}

/* The melds of ranks have room for the wilds in hand, even after two of them are joined. */
static bool wilds_find_room(const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                            const cn_canastas_seen *seen)
{
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned most = (unsigned)rules->p.max_wilds;
    const unsigned lie = cn_counts_sum_of(side->wilds, CN_ALL_RANKS);
    return wilds == 0 ||
           wilds + most + lie <= (unsigned)__builtin_popcountll(seen->melds.of_ranks) * most;
}

/* Ranks without a meld are groups of which no sequence takes a card, but for the last discard. */
static bool naturals_find_place(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned least = (unsigned)rules->p.meld_min, naturals = (unsigned)rules->p.min_naturals;
    const uint32_t alone = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS & /* no meld lies there */
                           ~cn_counts_from(side->naturals, 1);
    const uint32_t few = alone & ~cn_counts_from(hand->kind, least > naturals ? least : naturals);
    const uint32_t groups = alone & ~few;
    return cn_rest_goes(rules, hand, few) &&
           (groups == 0 || !rules->p.sequences ||
            (groups & cn_ranks_in_sequences(rules, side, hand)) == 0);
}

static bool any_lay_leaves_a_way(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const cn_canastas_seen seen = cn_canastas_look(rules, side);
    return canastas_suffice(rules, side, &seen) && wilds_find_room(rules, side, hand, &seen) &&
           naturals_find_place(rules, side, hand);
}

/* It must go out, and nothing but canastas and places for its cards matters. */
static bool applies(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                    const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    return rules->counted && cn_has_own_melds(rules) && !rules->p.twos_as_rank &&
           rules->p.ask_binding && turn->answer == CN_ANSWER_YES && !turn->opened_exempt &&
           cn_out_may_be_weighed(rules, pub) && cn_may_go_out_at_all(rules, pub, hand) &&
           cn_stock_lets_go_on(rules, pub) && !cn_full_sequence_grows(rules, side);
}

bool cn_legal_to_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const bool free = (pub->turn.to_meld & pub->turn.open_meld) == CN_NO_MELD;
    if (!applies(rules, pub, side, hand) || !any_lay_leaves_a_way(rules, side, hand) ||
        (free && !cn_black3_are_out(rules, pub, hand, side)) ||
        !cn_counted_lays_of_turn(rules, pub, hand, mask))
        return false;
    if (!free || hand->size > 1) return true;
    const unsigned last = CN_STEP_DISCARD + (unsigned)__builtin_ctz(cn_counts_from(hand->kind, 1));
    if (cn_possible(rules, pub, hand, last)) cn_mask_add(mask, last);
    return true;
}

#else

bool cn_legal_to_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
