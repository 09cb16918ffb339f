/* Numbers without bias from words, and the order of a deck from a stream of them.
 * Not here: where the stream comes from (proof.h).
 * Invariant: by words that are all equally likely every order is equally likely. */
#ifndef CANASTA_FAIR_SHUFFLE_H
#define CANASTA_FAIR_SHUFFLE_H

#include "canasta/card.h"
#include "fair/stream.h"

/* A number below `bound` from a word of so many bits, 0 < bound <= 2^bits, bits <= 32. False if the
 * word is one of the last, which would make small numbers likelier: the next one is to be taken. */
bool cn_fair_below(uint32_t word, unsigned bits, uint32_t bound, uint32_t *number);

/* Shuffles cards that lie in their sorted order (Fisher and Yates, from the last card down). */
void cn_fair_shuffle(cn_card *cards, unsigned count, cn_fair_stream *stream);

#endif
