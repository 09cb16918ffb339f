/* How the files of a log lie in their folder: who may read them, and how one is opened.
 * Not here: what stands in them (log_file.h, seal.h). Invariant: a new file is its owner's alone,
 * whatever the mask of the process. */
#ifndef CANASTA_SERVER_LOG_PLACE_H
#define CANASTA_SERVER_LOG_PLACE_H

#include <stdbool.h>

#include <sqlite3.h>

/* Makes an empty file, which only its owner may read or write. False with errno, as where there is
 * one already. */
bool cn_log_place_make(const char *path);
/* Why what is there can be no data file, as a pipe, for which SQLite would wait; NULL if it may be
 * one, or nothing is there. */
const char *cn_log_place_wrong(const char *path);
/* Opens the data file for reading, or for writing, too. One that nobody has open is read in a
 * folder that cannot be written, too, where SQLite could make no files beside it. A status of
 * SQLite's. */
int cn_log_place_open(const char *path, bool reader, sqlite3 **db);
/* Says so where everybody on this machine may read or write the data file, or its key. */
void cn_log_place_warn(const char *path);

#endif
