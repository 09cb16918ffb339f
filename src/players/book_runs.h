/* Which cards `book` keeps for sequences rather than lay them with others of their rank.
 * Not here: sequences themselves, which are laid as they come (lays.c).
 * Invariant: looks at the table and the own hand only. */
#ifndef CANASTA_BOOK_RUNS_H
#define CANASTA_BOOK_RUNS_H

#include "players/book_sight.h"

/* Habit "runs": true if a meld of this rank, begun or not, would take cards that a sequence may
 * still get. */
bool cn_book_keeps_run(const cn_book *book, unsigned rank, bool begun);

#endif
