/* Which wilds `book` leaves in their melds (P175).
 * Not here: whether a meld gives one (engine). Invariant: decides from the view alone. */
#ifndef CANASTA_BOOK_SWAPS_H
#define CANASTA_BOOK_SWAPS_H

#include "players/book_sight.h"

/* How the turn is played on: `cn_book_advise` of book.h. */
typedef cn_book_advice cn_book_adviser(const cn_view *view, const cn_rules *rules, uint32_t habits);

/* The steps without the swaps that bring nothing but a wild to throw. */
cn_mask cn_book_without_vain_swaps(const cn_book *book, const cn_mask *allowed,
                                   cn_book_adviser *advise);

#endif
