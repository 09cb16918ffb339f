/* A thread that reads the data file at length, beside the store's: for who can wait.
 * Not here: what is read. Invariant: few wait; each is read for by itself, with the file opened
 * anew; every job is finished exactly once, on the thread that calls cn_reader_finish. */
#ifndef CANASTA_SERVER_READER_H
#define CANASTA_SERVER_READER_H

#include "server/store/store.h"

typedef struct cn_reader cn_reader;

/* NULL if there can be no thread. */
cn_reader *cn_reader_open(const char *path);
/* What is being read is given up, what waits is run without a log, and all are finished. */
void cn_reader_close(cn_reader *reader);
/* As cn_store_give; `run` gets NULL where the file cannot be read. False if too many wait. */
bool cn_reader_give(cn_reader *reader, cn_job *job);
/* Readable while some wait to be finished, by the next. */
int cn_reader_descriptor(const cn_reader *reader);
void cn_reader_finish(cn_reader *reader);

#endif
