/* Cards that a quick step brings to a seat beside the usual draw: threes replaced, a packet, the
 * cards that lay face down under the pile.
 * Not here: when they are due (quick.c, quick_others.c).
 * Invariant: as quick.h; `false` means that nothing has changed: what comes is not ordinary. */
#ifndef CANASTA_QUICK_GIVEN_H
#define CANASTA_QUICK_GIVEN_H

#include "canasta/game.h"

/* Any draw, and the end of a hand for want of cards. */
bool cn_quick_draw_at_length(cn_game *game, const cn_rules *rules);

/* The step LAY_OUT. */
bool cn_quick_lay_out(cn_game *game, const cn_rules *rules);

/* Threes in hand that are laid out, or would be unless they are held. */
static inline unsigned cn_threes_held(const cn_rules *rules, const cn_cards *hand)
{
    return (cn_is_bonus(rules, CN_KIND_RED3) ? hand->kind[CN_KIND_RED3] : 0U) +
           (cn_is_bonus(rules, CN_KIND_BLACK3) ? hand->kind[CN_KIND_BLACK3] : 0U);
}

/* The stock replaces the threes of the seat's hand, and `more` that come to it, and is not used up
 * by it; that they are laid out (P26). `keep`: but for one that is held (P97). */
bool cn_threes_are_replaced(const cn_game *game, const cn_rules *rules, unsigned seat, bool keep,
                            unsigned more);
void cn_replace_threes(cn_game *game, const cn_rules *rules, unsigned seat, bool keep);

/* Threes that came with the pile, as the hand counts suits, are laid out. */
void cn_lay_out_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand, unsigned threes);

/* The stock replaces the threes of the next packet of the seat on turn likewise, whose hand holds
 * none and is not empty; that it is picked up (S12). */
bool cn_packet_is_simple(const cn_game *game, const cn_rules *rules);
void cn_pick_packet_up(cn_game *game, const cn_rules *rules);

/* So many cards that lay face down come with the pile, threes to the table; none is replaced. */
void cn_bring_buried(cn_game *game, const cn_rules *rules, unsigned count);

#endif
