/* A store on a disk of the test's own: SQLite's syncs end in `fdatasync` here, which counts, takes
 * its time, or fails.
 * Not here: claims (test_store.c, test_store_disk.c). Invariant: whatever is given is finished
 * before anybody looks.
 */
#ifndef CANASTA_TESTS_STORE_RIG_H
#define CANASTA_TESTS_STORE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <semaphore.h>
#include <stdatomic.h>

#include "server/base/bounds.h"
#include "server/store/store.h"

enum { EVER = 1000000000, PATIENCE_MS = 20000 };

typedef struct syncs {
    atomic_int count;
    atomic_int failing; /* so many of the next syncs fail */
    atomic_int slow_us;
} syncs;

syncs *disk(void);
void sleep_us(long us);
int64_t now_us(void);

/* A data file in a folder of its own, and what was given to its store. */
typedef struct world {
    char folder[64], path[80];
    cn_store *store;
    unsigned given, done;
} world;

/* An append of one or two entries, or something else to do. */
typedef struct task {
    cn_append append; /* the first, so that a job is a task */
    world *w;
    cn_entry entry[2];
    char table[16];
    unsigned finished, place; /* how often, and as which one */
    sem_t gate;
    int64_t count; /* of entries seen */
    bool told;
} task;

#define CLAIM(name) cmocka_unit_test_setup_teardown(name, make_world, end_world)
int make_world(void **state);
int end_world(void **state);
void open_store(world *w);

/* `count` entries of a table, from `seq` on. */
task entries(unsigned table, uint64_t seq, unsigned count);
/* The same for a command: one of its entries has a key. */
task keyed(task t, unsigned entry_i, const char *inst, uint32_t n);
/* Counts, in `*user`, what `entries` makes; false if it is something else. */
bool count_entry(void *user, const cn_entry *entry);
/* To see how many entries the log shows of a table. */
task look(unsigned table);

void give(world *w, task *t);
void append(world *w, task *t);
/* Nothing behind a gate is run before it is opened. */
void shut(world *w, task *gate);
void finish_all(world *w);

void append_together(world *w, task *t, unsigned count);
cn_saved append_alone(world *w, task t);
/* Appends together; all must be answered as expected, in one transaction. */
void expect(world *w, task *t, const cn_saved *saved, unsigned count);
/* How many entries the log shows of a table. */
int64_t seen(world *w, unsigned table);

#endif
