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

static inline uint64_t cn_rotate_left(uint64_t word, unsigned by) /* 0 < by < 64 */
{
    return word << by | word >> (64 - by);
}

/* Sixty-four random bits. */
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

/* Uniform in 0..bound-1 without bias; bound > 0. The high half of a 32 by 32 bit product is a
 * number below the bound; the few low halves that would make some numbers likelier than others are
 * thrown away (Lemire's method). */
static inline uint32_t cn_stream_below(cn_stream *stream, uint32_t bound)
{
    assert(bound > 0);
    uint64_t product = (cn_stream_next(stream) >> 32) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t surplus = (0U - bound) % bound; /* 2^32 mod bound */
        while ((uint32_t)product < surplus) product = (cn_stream_next(stream) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Uniform shuffle of `count` cards in place. */
void cn_shuffle(cn_card *cards, unsigned count, cn_stream *stream);

#endif
