/* What `book` lays and what it keeps back.
 * Not here: going out, taking, discarding. Invariant: answers are steps of the allowed set. */
#ifndef CANASTA_BOOK_LAYS_H
#define CANASTA_BOOK_LAYS_H

#include "players/book_sight.h"

/* The next lay of a turn that does not go out, OPEN included; CN_STEPS if nothing more is laid. */
unsigned cn_book_lay(const cn_book *book, const cn_mask *allowed);

/* The reason for a lay, whoever chose it. */
void cn_book_explain_lay(const cn_book *book, unsigned number);

#endif
