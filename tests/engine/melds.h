/* Cards and melds of a side from text, for tests that need a table and no game.
 * Not here: whether such a table can come about. Invariant: bad text fails the test. */
#ifndef CANASTA_TESTS_MELDS_H
#define CANASTA_TESTS_MELDS_H

#include "canasta/public.h"

/* "KhKs2c"; "-" and "" are no cards. */
cn_cards cards_of(const char *text);

/* "KcKdKh / 2c2dX / 4h5h6h": the melds are added to the side. Naturals of several ranks are a
 * sequence, wilds alone a meld of wilds; `2:2c2d2hX` is a meld of twos. NULL has none. */
void add_melds(cn_side *side, const char *text);

/* Copies the next group of "a / b" to `group` (room for 120) and moves `*text` behind it; false if
 * there is none. */
bool next_group(const char **text, char *group);

#endif
