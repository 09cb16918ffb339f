/* Members of a message from the server. Not here: what they mean.
 * Invariant: one that is missing or of another type ends the run. */
#ifndef CANASTA_TESTS_SIM_MESSAGE_H
#define CANASTA_TESTS_SIM_MESSAGE_H

#include <json-c/json.h>

#include "sim.h"

const char *text_of(sim *s, json_object *object, const char *key);
uint64_t number_of(sim *s, json_object *object, const char *key);
bool has_key(json_object *object, const char *key);

#endif
