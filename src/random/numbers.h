/* Random numbers in store: drawn many at once, for choices among few that come one by one.
 * Not here: the generator (random.h), places drawn together (places.h).
 * Invariant: the same stream gives the same numbers on every machine. */
#ifndef CANASTA_NUMBERS_H
#define CANASTA_NUMBERS_H

#include "random/random.h"

enum { CN_NUMBERS_STORED = 256 };

typedef struct cn_numbers {
    cn_stream stream;
    unsigned used;
    uint16_t number[CN_NUMBERS_STORED];
} cn_numbers;

static inline cn_numbers cn_numbers_make(cn_stream stream)
{
    cn_numbers numbers;
    numbers.stream = stream;
    numbers.used = CN_NUMBERS_STORED;
    return numbers;
}

/* Fills the store; out of line, because it is seldom needed. */
__attribute__((noinline)) void cn_numbers_draw(cn_numbers *numbers);

/* The next number; `used` is the store's own, or a copy of it that stays in a register and is put
 * back in the end. */
static inline uint32_t cn_numbers_next_at(cn_numbers *numbers, unsigned *used)
{
    if (*used == CN_NUMBERS_STORED) {
        cn_numbers_draw(numbers);
        *used = 0;
    }
    return numbers->number[(*used)++];
}

static inline uint32_t cn_numbers_below_at(cn_numbers *numbers, unsigned *used, uint32_t bound)
{
    uint32_t product = cn_numbers_next_at(numbers, used) * bound;
    if ((product & 0xffff) < bound) {
        const uint32_t surplus = 0x10000U % bound;
        while ((product & 0xffff) < surplus) product = cn_numbers_next_at(numbers, used) * bound;
    }
    return product >> 16;
}

/* Uniform in 0..bound-1 without bias, as cn_stream_below; 0 < bound <= 2^16. */
static inline uint32_t cn_numbers_below(cn_numbers *numbers, uint32_t bound)
{
    return cn_numbers_below_at(numbers, &numbers->used, bound);
}

#endif
