/* A number from a key and bytes, by which nobody finds the key.
 * Not here: what is ordered by it (refill.c).
 * Invariant: SipHash-2-4 as Aumasson and Bernstein publish it. */
#ifndef CANASTA_SIPHASH_H
#define CANASTA_SIPHASH_H

#include <stdint.h>

uint64_t cn_siphash(const uint64_t key[2], const uint8_t *byte, unsigned count);

#endif
