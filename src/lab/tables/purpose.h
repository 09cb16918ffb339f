/* What a stream of random numbers is for; part of its seed.
 * Not here: streams (random/random.h). Invariant: a number is never used for something else. */
#ifndef CANASTA_LAB_PURPOSE_H
#define CANASTA_LAB_PURPOSE_H

enum { CN_PURPOSE_DECK = 1, CN_PURPOSE_PLAYER = 2, CN_PURPOSE_HOUSE = 3, CN_PURPOSE_HABITS = 4 };

#endif
