/* What is on the disk of the simulation, and what was written and not synced.
 * Not here: jobs and time (store.c). Invariant: `table` holds what survives every crash; entries
 * of a table are dense, and no key is there twice. */
#ifndef CANASTA_TESTS_SIM_DISK_H
#define CANASTA_TESTS_SIM_DISK_H

#include "oracle.h"
#include "server/store/log.h"
#include "sim.h"

enum { DISK_TABLES_MAX = 600, DISK_CACHE_MAX = 64 };

/* A table, or a person, who has no oracle. */
typedef struct disk_table {
    char id[CN_PERSON_CHARACTERS + 1];
    cn_entry *entry; /* strings are owned */
    unsigned count, room;
    oracle *oracle;
    bool unsure;        /* its owner knows that it does not know, and has not read it since */
    uint64_t shown_seq; /* the highest number that anybody was told of */
} disk_table;

typedef struct disk_cached {
    char table[CN_PERSON_CHARACTERS + 1];
    cn_entry *entry;
    unsigned count;
} disk_cached;

typedef struct disk {
    sim *s;
    disk_table *table[DISK_TABLES_MAX];
    unsigned count;
    disk_cached
        cached[DISK_CACHE_MAX]; /* shown by the file; whether the disk has it nobody knows */
    char name[CN_NAME_BYTES_MAX + 1];
    unsigned cached_count;
    bool doubt;       /* a sync has failed, and the file was not settled since */
    int64_t tried_ms; /* to settle it */
    int64_t full_until_ms, slow_until_ms, blind_until_ms;
} disk;

disk *disk_make(sim *s);
void disk_free(disk *d);

/* NULL if there is none. */
disk_table *disk_find(disk *d, const char *id);
const cn_entry *disk_find_key(const disk_table *t, unsigned seat, const char *inst, uint32_t n);
/* What a person is called, "" if there is no such person; lasts until the next call. */
const char *disk_name_of(disk *d, const char *person);
/* The person who is called so, NULL if nobody is. */
const disk_table *disk_find_named(const disk *d, const char *name);
uint32_t disk_last_n(const disk_table *t, unsigned seat, const char *inst);
/* Whether a key may be in the log: on the disk or in what may come to be there. */
bool disk_may_hold(disk *d, const char *table, unsigned seat, const char *inst, uint32_t n);

/* Fails the run unless the batch follows its table: the core may never give another. */
void disk_check_batch(disk *d, const cn_batch *batch);
/* Makes it last. */
void disk_keep(disk *d, const cn_batch *batch);
/* Writes it where nobody knows whether it lasts. */
void disk_cache(disk *d, const cn_batch *batch);
/* What was cached lasts, or is gone. */
void disk_settle(disk *d, bool kept);
/* Whether the log can be used now. */
bool disk_ready(disk *d);

#endif
