/* What the persons at a table decide together. Not here: committing it.
 * Invariant: only who is there is asked; a vote goes with who gave it, and ends with what it is
 * about. */
#ifndef CANASTA_SERVER_VOTES_H
#define CANASTA_SERVER_VOTES_H

#include "server/hall/hall.h"

typedef struct cn_votes {
    unsigned have, need;
    bool is_new; /* he had not said so before */
} cn_votes;

/* Counts one more for a pause. */
cn_votes cn_place_vote_pause(cn_place *place, unsigned voter);
/* The same for freeing a seat whose person is away, or moves nothing on. */
cn_votes cn_place_vote_free(cn_place *place, unsigned seat, unsigned voter);
/* In how many milliseconds a seat may be freed by who has another, as things are: when its person
 * has been away for so long, or has had him wait. 0: now; -1: he is there, and nobody waits for
 * him. */
int64_t cn_place_free_in_ms(const cn_place *place, unsigned seat, unsigned by);
/* Nobody who sits there could say so but the one it is about. */
bool cn_place_is_alone(const cn_place *place, unsigned seat);

#endif
