/* What may be said to a client, by what is on the disk at that moment.
 * Not here: what clients make of it (client.h). Invariant: every message is checked as it leaves
 * the session, whether it arrives or not. */
#ifndef CANASTA_TESTS_SIM_CHECK_H
#define CANASTA_TESTS_SIM_CHECK_H

#include "link.h"

void check_message(link *l, json_object *message);
/* A frame reaches the session. */
void check_frame(link *l, const char *text, size_t length);

#endif
