/* Where random bits come from: the system's generator.
 * Not here: what is made of them (secret.h). What is simulated is linked with another one.
 * Invariant: nothing of what it gives is kept. */
#ifndef CANASTA_SERVER_ENTROPY_H
#define CANASTA_SERVER_ENTROPY_H

#include <stddef.h>

/* Fills `out` with random bits; ends the process if there are none. */
void cn_secret_bytes(void *out, size_t size);

#endif
