/* The server's core in one process where nothing fails: a clock that stands still until it is told,
 * random bits of a seed, a log in memory that has saved whatever it is given.
 * Not here: faults (tests/server/sim). Invariant: the same calls give the same bytes; two rigs in
 * one process know nothing of each other. */
#ifndef CANASTA_TESTS_RIG_H
#define CANASTA_TESTS_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/hall/hall.h"

typedef struct rig rig;
typedef struct rig_line rig_line; /* a WebSocket's connection */

/* Bytes in the order in which they were heard. */
typedef struct rig_text {
    char *bytes; /* terminated */
    size_t length, room;
} rig_text;

void rig_text_add(rig_text *text, const char *bytes, size_t length);
void rig_text_format(rig_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void rig_text_clear(rig_text *text);
void rig_text_free(rig_text *text);

rig *rig_make(uint64_t seed);
void rig_free(rig *r);
/* Clock, random bits and log of the process are those of this rig from now on: everything below
 * does so for its own. */
void rig_use(rig *r);
/* Random bits go on as those of a rig of this seed. */
void rig_reseed(rig *r, uint64_t seed);
/* The clock goes on; nothing is done. */
void rig_wait(rig *r, int64_t ms);
/* In how many milliseconds something is due, at most `most_ms`; what is due now is done. */
int64_t rig_tick(rig *r, int64_t most_ms);

/* A table or person in the log: all of its entries. Lasts until it is changed. */
const cn_entry *rig_log(rig *r, const char *name, unsigned *count);
/* Puts entries behind the others, unseen by a table in memory. */
void rig_log_put(rig *r, const char *name, const cn_entry *entry, unsigned count);
void rig_log_clear(rig *r);

/* A call by HTTP; `body` NULL asks by GET. Puts status, some of the head, and body behind
 * `answer`. */
void rig_call(rig *r, const char *path, const char *body, const char *token, rig_text *answer);

/* Opens a connection; all that is sent on it goes to `heard`, a line each. */
rig_line *rig_open(rig *r, rig_text *heard);
void rig_say(rig_line *line, const char *text, size_t length);
void rig_say_odd(rig_line *line, unsigned oddity);
/* The server has closed it. */
bool rig_closed(const rig_line *line);
void rig_close(rig_line *line);

cn_hall *rig_hall(rig *r);
/* The table, read if need be; NULL if it cannot be had. */
cn_place *rig_place(rig *r, const char *table);
/* A play of a seat as its bot makes it. False if it was not saved. */
bool rig_bot_play(rig *r, const char *table, unsigned seat, const char *play);

#endif
