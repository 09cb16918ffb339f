/* Lays, takes and openings of plain rules (cn_rules.plain) made without an event.
 * Not here: all others (apply.c). Invariant: as quick.h. */
#ifndef CANASTA_QUICK_MELDS_H
#define CANASTA_QUICK_MELDS_H

#include "canasta/game.h"
#include "guard.h"

/* Takes the card that a step names out of the hand, or the one of the lowest suit (P130). */
static inline cn_card cn_take_card(cn_cards *hand, cn_card named, unsigned kind)
{
    if (named == CN_CARD_NONE) return cn_cards_take_lowest(hand, kind);
    cn_guard(named < CN_FACES);
    cn_cards_remove(hand, named);
    return named;
}

/* Any lay of a natural, or of a wild, onto a meld of a rank, with the card that is named, if one
 * is; see cn_quick_step. */
void cn_quick_natural_plain(cn_game *game, const cn_rules *rules, unsigned number, cn_card named);
void cn_quick_wild_plain(cn_game *game, const cn_rules *rules, unsigned number, cn_card named);

/* A take by the step `number`, which names no card. False, and nothing changes, if it is not an
 * ordinary one. */
bool cn_quick_take_plain(cn_game *game, const cn_rules *rules, unsigned number);

/* The same for the step that makes the opening. */
bool cn_quick_open_plain(cn_game *game, const cn_rules *rules);

#endif
