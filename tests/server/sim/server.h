/* What outlives the evenings of a run. Not here: a server's process (client.h, server.c).
 * Invariant: nothing of it depends on a seed. */
#ifndef CANASTA_TESTS_SIM_SERVER_H
#define CANASTA_TESTS_SIM_SERVER_H

void server_forget(void);

#endif
