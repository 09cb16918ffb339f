/* All tables in memory: found on first touch, made, put away; and the bots' clock.
 * Not here: connections; they are told of changes through `tell`.
 * Invariant: a table is in memory at most once, so that it has one owner. */
#ifndef CANASTA_SERVER_HALL_H
#define CANASTA_SERVER_HALL_H

#include <json-c/json.h>

#include "server/hall/programs.h"
#include "server/table/own_rules.h"
#include "server/table/table.h"

typedef struct cn_hall cn_hall;

typedef struct cn_hall_options {
    uint32_t pace_ms;  /* of a new table that names none */
    uint32_t grace_ms; /* how long an absent human's seat waits for a bot */
    cn_programs *programs;
    /* Called after a commit, and (with no changes) when somebody came or went. */
    void (*tell)(void *user, cn_table *table, const cn_changes *changes);
    /* Called when a table has become unsure and is paused, and when it has been read again. */
    void (*tell_pause)(void *user, cn_table *table);
    void *user;
    const cn_own_rules *own_rules; /* rule sets of rule files, beside the built-in ones */
    json_object *rule_list;        /* the answer to GET /v1/rules, which is always the same */
} cn_hall_options;

cn_hall *cn_hall_make(cn_store *store, const cn_hall_options *options);
void cn_hall_free(cn_hall *hall); /* neither store nor programs */
cn_store *cn_hall_store(const cn_hall *hall);
uint32_t cn_hall_pace_ms(const cn_hall *hall);
const cn_own_rules *cn_hall_own_rules(const cn_hall *hall);
json_object *cn_hall_rule_list(const cn_hall *hall);
const cn_programs *cn_hall_programs(const cn_hall *hall);

/* The table of that name, read from the log if need be. NULL with a `code` of docs/protocol.md:
 * NO_TABLE if the log knows none, DAMAGED, or FULL or STORE, which pass. */
cn_table *cn_hall_find(cn_hall *hall, const char *id, int64_t now_ms, const char **code);

/* Who a new table is for. Names, rules, seat and bot have been checked. */
typedef struct cn_table_order {
    const char *rules, *overrides, *name;
    const char *house; /* name of the house rules, "" if they have none */
    const char *bot;   /* who plays where nobody sits */
    bool hints;        /* pages may show what `book` would play */
    uint32_t pace_ms;
    unsigned player_count;
    unsigned seat;          /* of the maker */
    const cn_digest *token; /* the maker's */
} cn_table_order;

typedef enum cn_hall_status {
    CN_HALL_OK,
    CN_HALL_RATE, /* too many new tables in this minute */
    CN_HALL_FULL, /* too many tables in memory with somebody at them */
    CN_HALL_STORE,
    CN_HALL_UNSURE /* it may be in the log, where nobody has its keys */
} cn_hall_status;

cn_hall_status cn_hall_open_table(cn_hall *hall, const cn_table_order *order, int64_t now_ms,
                                  cn_table **table);
/* Seats a human, or (token NULL) gives the seat to a bot. Tells everybody. */
cn_saved cn_hall_seat(cn_hall *hall, cn_table *table, unsigned seat, const char *name,
                      const cn_digest *token, int64_t now_ms);

/* The seat whose human holds that token, CN_NO_SEAT if none. */
unsigned cn_table_seat_of_token(const cn_table *table, const char *token);

/* A play or a deal was committed or somebody came or went: tells everybody. */
void cn_hall_tell(cn_hall *hall, cn_table *table, const cn_changes *changes, int64_t now_ms);

/* True if the table may be judged by: an unsure one is read again, which is told. */
bool cn_hall_resume(cn_hall *hall, cn_table *table, int64_t now_ms);
/* To be called when a table has become unsure. */
void cn_hall_pause(cn_hall *hall, cn_table *table);

/* Lets every bot play whose time has come, at most one play a table. Returns in how many
 * milliseconds the next one is due, at most `most_ms`. */
int64_t cn_hall_tick(cn_hall *hall, int64_t now_ms, int64_t most_ms);

#endif
