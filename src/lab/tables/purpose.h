/* What a stream of random numbers is for; part of its seed.
 * Not here: streams (random/random.h). Invariant: a number is never used for something else. */
#ifndef CANASTA_LAB_PURPOSE_H
#define CANASTA_LAB_PURPOSE_H

#include <stdint.h>

enum { CN_PURPOSE_DECK = 1, CN_PURPOSE_PLAYER = 2, CN_PURPOSE_HOUSE = 3, CN_PURPOSE_HABITS = 4 };

/* The number of the stream of a seat, or of a person, in the game of that number. Tables had six of
 * them once, and what was drawn then is drawn still: the others have theirs far behind. */
static inline uint64_t cn_stream_number(uint64_t game, unsigned seat)
{
    enum { NEAR = 6 };
    const uint64_t behind = (uint64_t)(seat / NEAR) << 56;
    return behind + game * NEAR + seat % NEAR;
}

#endif
