/* What `book` throws, and why.
 * Not here: laying and going out. Invariant: the answer is one of the discards allowed. */
#ifndef CANASTA_BOOK_DISCARD_H
#define CANASTA_BOOK_DISCARD_H

#include "players/book_sight.h"

/* The step number of the best discard among `allowed`, CN_STEPS if it has none. */
unsigned cn_book_discard(const cn_book *book, const cn_mask *allowed);

#endif
