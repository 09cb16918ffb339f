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

/* Fills the store. */
void cn_numbers_draw(cn_numbers *numbers);

static inline uint32_t cn_numbers_next(cn_numbers *numbers)
{
    if (numbers->used == CN_NUMBERS_STORED) cn_numbers_draw(numbers);
    return numbers->number[numbers->used++];
}

/* Uniform in 0..bound-1 without bias, as cn_stream_below; 0 < bound <= 2^16. */
static inline uint32_t cn_numbers_below(cn_numbers *numbers, uint32_t bound)
{
    uint32_t product = cn_numbers_next(numbers) * bound;
    if ((product & 0xffff) < bound) {
        const uint32_t surplus = 0x10000U % bound;
        while ((product & 0xffff) < surplus) product = cn_numbers_next(numbers) * bound;
    }
    return product >> 16;
}

#endif
