/* xoshiro256** seeded through splitmix64, unbiased bounded numbers, and the Fisher-Yates shuffle.
 * Not here: secrets. These streams are for simulation; anybody who sees enough of one can go on.
 * Invariant: only integer arithmetic, so that a seed means the same on every machine. */
#include "random/random.h"

#include <assert.h>

/* The step of splitmix64: 2^64 divided by the golden ratio, made odd. */
static const uint64_t golden_step = 0x9e3779b97f4a7c15U;

/* A bijection of 64 bits in which every input bit reaches every output bit. */
static uint64_t mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31);
}

static uint64_t splitmix_next(uint64_t *state)
{
    *state += golden_step;
    return mix(*state);
}

/* The three numbers go through the mixer one after another, so that neighbouring seeds, purposes
 * and indexes, and swapped ones, give streams that have nothing to do with each other. */
cn_stream cn_stream_make(uint64_t seed, uint64_t purpose, uint64_t index)
{
    uint64_t state = seed;
    state = splitmix_next(&state) ^ purpose;
    state = splitmix_next(&state) ^ index;
    cn_stream stream;
    for (unsigned i = 0; i < 4; i++) stream.state[i] = splitmix_next(&state);
    return stream;
}

/* The high half of a 32 by 32 bit product is a number below the bound. The few low halves that
 * would make some numbers likelier than others are thrown away (Lemire's method). */
static inline uint32_t below(cn_stream *stream, uint32_t bound)
{
    uint64_t product = (cn_stream_next(stream) >> 32) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t surplus = (0U - bound) % bound; /* 2^32 mod bound */
        while ((uint32_t)product < surplus) product = (cn_stream_next(stream) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

uint32_t cn_stream_below(cn_stream *stream, uint32_t bound)
{
    assert(bound > 0);
    return below(stream, bound);
}

void cn_shuffle(cn_card *cards, unsigned count, cn_stream *stream)
{
    for (unsigned left = count; left > 1; left--) {
        const unsigned chosen_i = below(stream, left);
        const cn_card chosen = cards[chosen_i];
        cards[chosen_i] = cards[left - 1];
        cards[left - 1] = chosen;
    }
}
