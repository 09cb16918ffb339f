/* A hand played out in an imagined world, all seats by one policy.
 * Not here: the policy (quick.c), which worlds, what to compare (search.c).
 * Invariant: a seat's steps depend on what that seat knows in the world. */
#ifndef CANASTA_PLAYOUT_H
#define CANASTA_PLAYOUT_H

#include "canasta/world.h"
#include "players/search/quick.h"

/* Plays the world's hand to its end and scores it; `seen` is what everybody has seen until then,
 * and then what they saw.
 * `scores` gets side_count entries. False if it came to no end. */
bool cn_playout(cn_world *world, const cn_quick *quick, cn_quick_mind *seen, cn_score *scores);

#endif
