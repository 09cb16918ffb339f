/* A hand played out in an imagined world, all seats by one policy: to its end, or so many turns far
 * and estimated from there.
 * Not here: the policy (quick.h), the estimate (estimate.h), which worlds (search.c).
 * Invariant: a seat's steps depend on what that seat knows in the world. */
#ifndef CANASTA_PLAYOUT_H
#define CANASTA_PLAYOUT_H

#include "canasta/world.h"
#include "players/search/estimate.h"
#include "players/search/quick.h"

typedef struct cn_playing {
    const cn_quick *quick;
    const cn_estimate_weights *estimate; /* NULL: every hand is played to its end */
    unsigned turns;                      /* otherwise those of so many turns, of whichever seat */
} cn_playing;

typedef enum cn_playout_end {
    CN_PLAYOUT_ENDLESS, /* the hand came to no end */
    CN_PLAYOUT_SCORED,
    CN_PLAYOUT_ESTIMATED
} cn_playout_end;

/* Plays the world's hand; `seen` is what everybody has seen until then, and then what they
 * saw. `points` gets what each side scores, side_count entries, if there is an end. */
cn_playout_end cn_playout(cn_world *world, const cn_playing *playing, cn_quick_mind *seen,
                          int32_t *points);

#endif
