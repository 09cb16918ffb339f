/* The n-th set bit of a word.
 * Not here: what the bits mean (step.h). Invariant: the same on every machine, whichever way it
 * takes. */
#ifndef CANASTA_BITS_H
#define CANASTA_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* The place of the set bit number `index`, from 0, lowest first; index < the number of set bits. */
static inline unsigned cn_bit_nth_by_clearing(uint64_t word, unsigned index)
{
    while (index-- > 0) word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
}

#if defined(__x86_64__)
/* Newer processors (x86-64-v3) spread bits in one instruction. The first two Zens have it, but it
 * takes them longer than clearing. */
static inline bool cn_bits_are_spread(void)
{
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
           !__builtin_cpu_is("znver2");
}

/* cn_bit_nth by the way that is told. */
static inline unsigned cn_bit_nth_if(bool are_spread, uint64_t word, unsigned index)
{
    if (!are_spread) return cn_bit_nth_by_clearing(word, index);
    uint64_t spread;
    __asm__("pdep %2, %1, %0" : "=r"(spread) : "r"(UINT64_C(1) << index), "r"(word));
    return (unsigned)__builtin_ctzll(spread);
}
#else
static inline bool cn_bits_are_spread(void)
{
    return false;
}

static inline unsigned cn_bit_nth_if(bool are_spread, uint64_t word, unsigned index)
{
    (void)are_spread;
    return cn_bit_nth_by_clearing(word, index);
}
#endif

static inline unsigned cn_bit_nth(uint64_t word, unsigned index)
{
    return cn_bit_nth_if(cn_bits_are_spread(), word, index);
}

#endif
