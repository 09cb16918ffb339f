/* Whether a position is plain by rules that are so at some positions.
 * Not here: which rules those are (plain.c). Invariant: told too seldom rather than too often; put
 * into its callers. */
#ifndef CANASTA_PLAIN_HERE_H
#define CANASTA_PLAIN_HERE_H

#include "plan_parts.h"
#include "plan_plain.h"
#include "rare.h"

CN_USUAL unsigned cn_wilds_of(const uint8_t *kinds)
{
    return kinds[CN_KIND_TWO] + (unsigned)kinds[CN_KIND_JOKER];
}

/* Wilds for a meld of them neither are in hand nor come to it before cards are laid (P60). */
CN_USUAL bool cn_wilds_are_few(const cn_rules *rules, const cn_public *pub, unsigned wilds)
{
    const bool draws = pub->phase == CN_PHASE_DRAW;
    unsigned more = 0;
    if (draws || cn_plan_pile_comes(pub)) more = cn_wilds_of(pub->pile_cards.kind);
    if (draws && more < (unsigned)rules->p.draw_count) more = (unsigned)rules->p.draw_count;
    return wilds + more < MELD_SIZE_MIN;
}

/* No meld that may grow becomes fuller than it may be (P56), whatever is laid in whatever order. A
 * complete one to which no natural comes takes no wild either, unless its wilds are laid with it
 * (P57). */
CN_USUAL bool cn_melds_have_room(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side, unsigned wilds)
{
    const cn_params *p = &rules->p;
    const cn_turn *turn = &pub->turn;
    const unsigned full = (unsigned)(p->add_natural_to_canasta ? p->meld_max : p->canasta_size);
    const unsigned runs = turn->run_meld != CN_NO_MELD;
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, side->naturals, side->wilds);
    cn_counts_add(cards, cards, hand->kind);
    const unsigned run = side->meld[turn->run_meld & (0U - runs)].rank & (0U - runs);
    const uint32_t held = cn_counts_from(hand->kind, 1);
    const uint32_t all = 0U - (uint32_t)((turn->staging | p->add_wild_to_canasta) != 0);
    const uint32_t grow = (held | runs << run | all) & CN_ALL_RANKS;
    return wilds <= full && (cn_counts_from(cards, full + 1 - wilds) & grow) == 0;
}

/* Something of what is asked for does not hold, as far as single counts tell. Rules branch here,
 * not positions, which nobody foresees. */
CN_USUAL bool cn_plain_is_broken(unsigned holds, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    unsigned broken = 0;
    if ((holds & CN_PLAIN_WHILE_MELDING) != 0) broken |= cn_plan_pile_comes(pub);
    if ((holds & CN_PLAIN_WHILE_OPENED) != 0)
        broken |= (side->meld_count == 0) | (unsigned)turn->staging;
    if ((holds & CN_PLAIN_WHILE_NO_THREES) != 0)
        broken |=
            (unsigned)hand->kind[CN_KIND_RED3] | hand->kind[CN_KIND_BLACK3] | turn->laid_black3;
    if ((holds & CN_PLAIN_WHILE_FEW) != 0) broken |= side->wilds[CN_MELD_WILD];
    if ((holds & CN_PLAIN_WHILE_SINGLE) != 0) broken |= !cn_melds_are_single(side);
    return broken != 0;
}

CN_USUAL bool cn_plain_is_here(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const unsigned holds = rules->plain_while, wilds = cn_wilds_of(hand->kind);
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    return !cn_plain_is_broken(holds, pub, hand, side) &&
           ((holds & CN_PLAIN_WHILE_FEW) == 0 || cn_wilds_are_few(rules, pub, wilds)) &&
           ((holds & CN_PLAIN_WHILE_ROOM) == 0 ||
            cn_melds_have_room(rules, pub, hand, side, wilds));
}

#endif
