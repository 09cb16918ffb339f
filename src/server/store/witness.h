/* A small file beside the data file that remembers how many transactions have been saved: a data
 * file that knows of fewer has lost some.
 * Not here: what is done about it (log_file.c). Invariant: it is written only after what it
 * witnesses was saved, and never synced: one that is missing, broken, of another file or behind
 * says nothing. */
#ifndef CANASTA_SERVER_WITNESS_H
#define CANASTA_SERVER_WITNESS_H

#include <stdint.h>

typedef struct cn_witness cn_witness;

/* The witness of the data file at `path`, made if there is none; NULL if that cannot be. */
cn_witness *cn_witness_open(const char *path);
void cn_witness_close(cn_witness *witness);

/* How many transactions it has seen of the file with this identity, 0 if it cannot tell. */
uint64_t cn_witness_read(const cn_witness *witness, uint64_t identity);
void cn_witness_write(cn_witness *witness, uint64_t identity, uint64_t commits);

#endif
