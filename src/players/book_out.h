/* Whether `book` goes out, asks, and what it answers.
 * Not here: the lays of going out (ending.c). Invariant: plays ahead on copies of the view only. */
#ifndef CANASTA_BOOK_OUT_H
#define CANASTA_BOOK_OUT_H

#include "players/book_sight.h"

/* True if it goes out in this turn if it may. */
bool cn_book_wants_out(const cn_book *book);

/* CN_STEP_YES or CN_STEP_NO. */
unsigned cn_book_answer(const cn_book *book);

#endif
