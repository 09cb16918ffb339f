/* What may be said to a client, by what is on the disk at that moment.
 * Not here: what clients make of it (client.h). Invariant: every message is checked as it leaves
 * the session, whether it arrives or not. */
#ifndef CANASTA_TESTS_SIM_CHECK_H
#define CANASTA_TESTS_SIM_CHECK_H

#include "link.h"

void check_message(link *l, json_object *message);
/* A frame reaches the session. */
void check_frame(link *l, const char *text, size_t length);

/* Members of messages; fail the run where they are missing or of another type. */
const char *text_of(sim *s, json_object *object, const char *key);
uint64_t number_of(sim *s, json_object *object, const char *key);
bool has_key(json_object *object, const char *key);

#endif
