/* One evening of the server's core in simulated time: what happens when, chance, and its record.
 * Not here: what happens. Invariant: one seed decides everything; nothing reads a clock, an address
 * or a random bit of this machine. */
#ifndef CANASTA_TESTS_SIM_H
#define CANASTA_TESTS_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "random/random.h"
#include "server/base/bounds.h"

typedef struct sim sim;
typedef void sim_run(sim *s, void *who, uint64_t arg);

/* What may go wrong, in thousandths; all zero once the evening calms down. */
typedef struct sim_faults {
    unsigned sync_lost, sync_kept; /* of appends: it fails and has not written, or has */
    unsigned die;                  /* of appends: the process dies meanwhile */
    unsigned found_out;            /* of failed syncs: it is known at once what became of it */
    unsigned full, slow, blind;    /* of spells of weather: disk full, slow syncs, no reads */
    unsigned crash, stop;          /* of spells of weather: the process dies, is stopped */
    unsigned cut, stall;           /* of acts: a connection breaks, a client reads nothing */
    unsigned lose_reply;           /* of calls */
} sim_faults;

enum { SIM_CLIENTS_MAX = 8, SIM_TABLES_MAX = 3, SIM_TRACE_LINES = 60, SIM_TRACE_BYTES = 260 };

/* What went wrong, and somebody met it: a spell of weather counts once. */
typedef enum sim_fault {
    SIM_SYNC_LOST,      /* an append fails, nothing is written, and that is known at once */
    SIM_SYNC_LOST_LATE, /* ... and nobody knows */
    SIM_SYNC_KEPT,      /* it fails, all is written, and that is known at once */
    SIM_SYNC_KEPT_LATE,
    SIM_UNSETTLED, /* what a failed sync left cannot be found out yet */
    SIM_FULL,      /* an append finds the disk full */
    SIM_SLOW,      /* work of the store takes long */
    SIM_BLIND,     /* a read or an append finds no disk */
    SIM_CRASH,
    SIM_CRASH_LOST, /* in the midst of an append, which is not on the disk afterwards */
    SIM_CRASH_KEPT, /* ... which is */
    SIM_STOP,
    SIM_CUT,
    SIM_CUT_FRAMES,  /* frames on their way never come */
    SIM_CUT_ANSWERS, /* nor do messages of the server */
    SIM_CUT_LATE,    /* frames come long after the cut */
    SIM_STALL,       /* what was sent waits for a client that does not read */
    SIM_REPLY_LOST,
    SIM_FAULTS
} sim_fault;

typedef struct sim_counts {
    uint64_t resumed; /* events that were told to who had missed them */
    uint64_t evenings, frames, acks, rejects, unsure, events, snaps, calls;
    uint64_t appends, failed, hands, rematches, dups;
    uint64_t met[SIM_FAULTS];
} sim_counts;

struct sim {
    uint64_t seed;
    int64_t now_ms;
    cn_stream chance, secrets;
    struct sim_event *heap;
    size_t event_count, event_room;
    uint64_t next_event;
    uint64_t digest;
    sim_faults faults;
    int64_t spell_ms[SIM_FAULTS]; /* of each, the end of the last one that was met */
    bool calm;                    /* nothing fails any more */
    struct disk *disk;
    struct cn_store *store; /* NULL: no process */
    uint64_t stores;        /* opened so far */
    struct server *server;
    struct link *links;   /* all of the evening */
    struct caller *calls; /* likewise */
    unsigned calls_made;
    struct client *client;
    unsigned client_count, table_count;
    struct meeting *meeting; /* the tables that were made */
    struct insts *insts;
    unsigned acts_left;
    unsigned weight; /* of a byte that waits for a client: how soon it is too slow */
    unsigned grace_ms, rate, tables_max; /* of the server */
    uint64_t ticks;
    bool crowded; /* there are more tables than places in the hall */
    bool silent;  /* clients begin nothing more */
    sim_counts *counts;
    bool loud;
    unsigned trace_at;
    char trace[SIM_TRACE_LINES][SIM_TRACE_BYTES];
};

/* The one that clock, entropy and store belong to: their interfaces know no other. */
extern sim *sim_now;

void sim_begin(sim *s, uint64_t seed, sim_counts *counts);
void sim_end(sim *s);

/* Has something happen in so many milliseconds; what falls into one millisecond comes in any
 * order. */
void sim_at(sim *s, int64_t in_ms, sim_run *run, void *who, uint64_t arg);
/* Lets the next thing happen; false if nothing is left. */
bool sim_step(sim *s);

bool sim_chance(sim *s, unsigned thousandths);
unsigned sim_below(sim *s, unsigned bound);
unsigned sim_between(sim *s, unsigned low, unsigned high);

/* Takes note of traffic: into the digest, and among the last lines a failure shows. */
void sim_note(sim *s, const char *what, unsigned who, const char *text, size_t length);
void sim_met(sim *s, sim_fault fault);
/* Once for all who meet the same spell, which lasts until then. */
void sim_met_spell(sim *s, sim_fault fault, int64_t until_ms);
void sim_say(sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the seed and the last lines, and ends the program. */
_Noreturn void sim_fail(sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
