/* `book`: a careful player after what people write about Canasta, and why it does what it does.
 * Not here: words for the reasons (text), the habits themselves (book_*.c).
 * Invariant: the advice depends on the view, the rules and the habits alone; its step is legal. */
#ifndef CANASTA_BOOK_H
#define CANASTA_BOOK_H

#include "players/book_why.h"
#include "players/player.h"

/* What `book` with these habits (CN_BOOK_ALL_HABITS, or fewer) does in this view, whose seat is to
 * act, and why. */
cn_book_advice cn_book_advise(const cn_view *view, const cn_rules *rules, uint32_t habits);

/* The players book-no-NAME, NULL-terminated. */
extern const cn_player *const cn_book_variants[];

#endif
