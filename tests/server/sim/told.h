/* What somebody is told of deals, held against the log: no seed too early, and proofs of what he is
 * shown, and of nothing else.
 * Not here: the log itself (fair.h). Invariant: as there. */
#ifndef CANASTA_TESTS_SIM_TOLD_H
#define CANASTA_TESTS_SIM_TOLD_H

#include <json-c/json.h>

#include "oracle.h"

/* A message to a seat, or to who looks on, on a link of that number. */
void told_check(sim *s, unsigned link, unsigned seat, json_object *message, const oracle *o);

#endif
