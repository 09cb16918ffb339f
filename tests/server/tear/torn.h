/* A disk for SQLite that keeps what was not synced apart from what was: a power cut leaves the
 * synced bytes, and of the others what it likes - none, all, a beginning, single sectors in any
 * order. Files are real ones meanwhile, read and written through SQLite's own VFS.
 * Not here: what is written (main.c). Invariant: what a successful sync has covered is in every
 * image; nothing is in an image that was never written. */
#ifndef CANASTA_TESTS_TORN_H
#define CANASTA_TESTS_TORN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "random/random.h"

/* What happens at the next syncs and writes, in thousandths. */
typedef struct torn_faults {
    unsigned sync_lost;    /* fails; the system forgets that these bytes were to be written */
    unsigned sync_kept;    /* fails, and they are on the disk */
    unsigned sync_pending; /* fails, and a later sync would write them */
    unsigned write;        /* fails half-way: an error, or the disk is full */
} torn_faults;

/* How a power cut treats what was not synced. */
typedef enum torn_cut { TORN_NONE, TORN_ALL, TORN_FIRST, TORN_LAST, TORN_ANY, TORN_CUTS } torn_cut;

/* What happens to a file, and may be cut off. */
typedef enum torn_deed {
    TORN_WRITE,
    TORN_SYNC,
    TORN_TRUNCATION,
    TORN_DELETION,
    TORN_DEEDS
} torn_deed;

/* What has happened so far. */
typedef struct torn_counts {
    uint64_t sync_lost, sync_kept, sync_pending, write_full, write_failed;
} torn_counts;

/* Files after a power cut. */
typedef struct torn_image torn_image;

/* Everything that is opened from now on is on this disk; called once. */
void torn_begin(cn_stream *chance);
/* All files are forgotten; they may be opened anew. */
void torn_forget(void);
/* Files are opened through the disk, or (false) as if it were not there. */
void torn_use(bool on);
void torn_set_faults(const torn_faults *faults);
/* Called before each write, sync, truncation and deletion. */
void torn_watch(void (*watch)(void *user, torn_deed next), void *user);
torn_counts torn_count(void);
/* Whether there is anything that no sync has covered. */
bool torn_waits(void);

torn_image *torn_take(torn_cut how);
/* Writes the files of an image into a folder. */
void torn_write(const torn_image *image, const char *folder);
/* Something else that is in the folder, as it is. */
void torn_add(torn_image *image, const char *path, const char *name);
void torn_free(torn_image *image);

#endif
