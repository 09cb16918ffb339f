/* Lays, takes and openings of plain rules (cn_rules.plain) made without an event.
 * Not here: all others (apply.c). Invariant: as quick.h. */
#ifndef CANASTA_QUICK_MELDS_H
#define CANASTA_QUICK_MELDS_H

#include <stddef.h>

#include "canasta/game.h"
#include "engine/cards/guard.h"

/* Takes the card that a step names out of the hand, or the one of the lowest suit (P130). */
static inline cn_card cn_take_card(cn_cards *hand, cn_card named, unsigned kind)
{
    if (named == CN_CARD_NONE) return cn_cards_take_lowest(hand, kind);
    cn_guard(named < CN_FACES);
    cn_cards_remove(hand, named);
    return named;
}

/* Any lay of a natural, or of a wild by the step `number`, onto a meld of a rank; of the lowest
 * suit. */
void cn_quick_natural_plain(cn_game *game, const cn_rules *rules, size_t rank);
void cn_quick_wild_plain(cn_game *game, const cn_rules *rules, unsigned number);

/* Any take by the step `number`. */
void cn_quick_take_plain(cn_game *game, const cn_rules *rules, unsigned number);

/* The step that makes the opening. False, and nothing changes, if it is not an ordinary one. */
bool cn_quick_open_plain(cn_game *game, const cn_rules *rules);

#endif
