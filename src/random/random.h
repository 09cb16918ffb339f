/* Streams of random numbers for simulation, and the shuffle.
 * Not here: where a seed comes from; the server shuffles from the system's generator.
 * Invariant: the same seed gives the same numbers on every machine. */
#ifndef CANASTA_RANDOM_H
#define CANASTA_RANDOM_H

#include <stdint.h>

#include "canasta/card.h"

typedef struct cn_stream {
    uint64_t state[4]; /* xoshiro256** */
} cn_stream;

/* A stream of its own for each (seed, purpose, index): deals, players and tables never share one.
 */
cn_stream cn_stream_make(uint64_t seed, uint64_t purpose, uint64_t index);
uint64_t cn_stream_next(cn_stream *stream);
/* Uniform in 0..bound-1 without bias; bound > 0. */
uint32_t cn_stream_below(cn_stream *stream, uint32_t bound);
/* Uniform shuffle of `count` cards in place. */
void cn_shuffle(cn_card *cards, unsigned count, cn_stream *stream);

#endif
