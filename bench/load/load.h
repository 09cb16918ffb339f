/* The tables of a load generator, the seats at them, and what it does with both.
 * Not here: sockets (link.h), counts (tally.h).
 * Invariant: at each table one command at a time waits for its answer; a seat plays only when it
 * has seen everything that its table is known to have said. */
#ifndef CANASTA_LOAD_H
#define CANASTA_LOAD_H

#include <time.h>

#include "canasta/view.h"
#include "load/link.h"
#include "load/options.h"
#include "load/tally.h"
#include "random/random.h"

enum { LOAD_KEY_BYTES = 60, LOAD_PING_US = 50000 };

typedef struct load load;
typedef struct load_table load_table;

typedef struct load_seat {
    load_link link;
    load_table *table;
    unsigned place;
    bool there; /* it has been shown its table */
    char token[LOAD_KEY_BYTES];
    uint32_t n;   /* of its last command */
    uint64_t seq; /* of the last event */
    cn_view view;
} load_seat;

struct load_table {
    load *load;
    unsigned people, taken; /* seats; those that have been taken */
    char id[LOAD_KEY_BYTES], invite[LOAD_KEY_BYTES];
    load_seat *seat;
    uint64_t top;     /* the highest number anybody has heard of */
    char *ready;      /* the next command, NULL: it cannot be told yet ... */
    load_seat *actor; /* ... and who sends it */
    load_seat *asked; /* whose command awaits its answer */
    uint64_t sent;    /* commands */
    int64_t due_us;   /* when the last one was due */
    unsigned refused; /* commands in a row */
};

struct load {
    load_options options;
    load_loop loop;
    load_tally tally;
    cn_rules rules;
    cn_stream stream;
    unsigned table_count; /* the pinger's included, which is the last one */
    load_table *table;
    unsigned seat_count;
    load_seat *seat;       /* of all tables */
    unsigned making;       /* tables that somebody makes or has made */
    unsigned taken, there; /* seats; those that are connected and have been shown their table */
    int64_t making_us, opening_us; /* how long it took */
    bool running;                  /* commands may be sent */
    int64_t start_us, end_us;
    clock_t own_cpu;   /* while they were */
    uint64_t due;      /* commands that have been due so far, table by table in turn */
    load_seat *pinger; /* NULL: there is none */
    uint64_t pings, pongs;
};

/* Makes the tables, takes the seats and connects them. False after a line on stderr. */
bool load_set_up(load *l);

/* Connects a seat; what it hears from then on is followed. False with `errno`. */
bool load_seat_open(load_seat *seat);

/* Sends the table's next command, if it is due and can be told. */
void load_table_try(load_table *table, int64_t now_us);

/* Sends commands and pings from now on until the time is over and all are answered. */
void load_run(load *l);

/* One line of JSON. */
void load_report(load *l);

/* One line of JSON about `write` and `fdatasync` of a file. False after a line on stderr. */
bool load_sync(const char *file);

#endif
