/* An evening from its first client to the last check. Not here: seeds (main.c).
 * Invariant: the same seed gives the same digest. */
#ifndef CANASTA_TESTS_SIM_EVENING_H
#define CANASTA_TESTS_SIM_EVENING_H

#include "sim.h"

/* Returns the digest of all traffic. Ends the program where an invariant breaks. */
uint64_t evening(uint64_t seed, sim_counts *counts, bool loud);

#endif
