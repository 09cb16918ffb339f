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

static inline uint64_t cn_rotate_left(uint64_t word, unsigned bits)
{
    return (word << bits) | (word >> (64 - bits));
}

/* The next 64 bits; here, so that loops may keep the stream in registers. */
static inline uint64_t cn_stream_next(cn_stream *stream)
{
    uint64_t *s = stream->state;
    const uint64_t result = cn_rotate_left(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = cn_rotate_left(s[3], 45);
    return result;
}

/* Uniform in 0..bound-1 without bias; bound > 0. */
uint32_t cn_stream_below(cn_stream *stream, uint32_t bound);
/* Uniform shuffle of `count` cards in place. */
void cn_shuffle(cn_card *cards, unsigned count, cn_stream *stream);

#endif
