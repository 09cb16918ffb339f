/* Whether `book` draws or takes the pile.
 * Not here: how it is taken (takes.c). Invariant: the answer is a step of the legal set. */
#ifndef CANASTA_BOOK_TAKE_H
#define CANASTA_BOOK_TAKE_H

#include "players/book_sight.h"

unsigned cn_book_draw(const cn_book *book, const cn_mask *legal);

#endif
