/* What the simulation does with its store besides what the server does (server/store/store.h).
 * Not here: the disk (disk.h). Invariant: as in server/store/store.h. */
#ifndef CANASTA_TESTS_SIM_STORE_H
#define CANASTA_TESTS_SIM_STORE_H

#include "server/store/store.h"

/* The process dies: what is being written lasts or does not, and no job reaches the disk. */
void store_die(cn_store *store);

#endif
