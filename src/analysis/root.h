/* Square roots of whole numbers, for errors.
 * Not here: sums. Invariant: the same on every machine. */
#ifndef CANASTA_ROOT_H
#define CANASTA_ROOT_H

#include <stdint.h>

/* The largest number whose square is not above `square`. */
static inline uint32_t cn_root(uint64_t square)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square) root |= bit;
    return (uint32_t)root;
}

#endif
