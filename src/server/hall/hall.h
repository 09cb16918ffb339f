/* All tables in memory: found by name, read, made, changed, put away.
 * Not here: what bots play (bots.h), connections, which are told of changes through `tell`.
 * Invariant: a table is in memory at most once, so that it has one owner; at most one change of it
 * is on its way to the log, and nothing is judged by a table while one is. */
#ifndef CANASTA_SERVER_HALL_H
#define CANASTA_SERVER_HALL_H

#include <json-c/json.h>

#include "server/base/limits.h"
#include "server/base/measures.h"
#include "server/base/worker.h"
#include "server/hall/codes.h"
#include "server/hall/holders.h"
#include "server/hall/passwords.h"
#include "server/hall/programs.h"
#include "server/store/reader.h"
#include "server/store/store.h"
#include "server/table/own_rules.h"
#include "server/table/table.h"

typedef struct cn_hall cn_hall;
typedef struct cn_place cn_place; /* a table in the hall, and who is there */

/* What is done beside the loop, each by threads of its own: no person waits for a bot's thought. */
typedef enum cn_beside { CN_JUDGING, CN_THINKING, CN_BESIDES } cn_beside;

typedef struct cn_hall_options {
    uint32_t pace_ms;    /* of a new table that names none */
    uint32_t grace_ms;   /* how long an absent human's seat waits for a bot */
    uint32_t thought_ms; /* how long a bot may think about a play */
    uint32_t rate;       /* frames a second from one connection */
    cn_limits *limits;
    cn_codes *codes;     /* for other devices */
    cn_holders *holders; /* of connections */
    cn_passwords *passwords;
    cn_reader *reader;   /* NULL: there is none */
    uint32_t absence_ms; /* after which an absent human's seat may be freed */
    unsigned tables_max; /* in memory */
    /* Where nothing happens any more; 0: kept for ever. */
    uint32_t keep_finished_days, keep_deserted_days;
    cn_programs *programs;
    cn_measures *measures;
    /* Called after a commit, and (with no changes) when somebody came or went. */
    void (*tell)(cn_place *place, const cn_changes *changes);
    /* Called when a table has become unsure and is paused, and when it has been read again. */
    void (*tell_pause)(cn_place *place);
    /* Called when a bot plays a turn of somebody who took too long for it. */
    void (*tell_clock)(cn_place *place, unsigned seat);
    /* Has work done beside the loop, `is_long` apart from other work. NULL: there is nobody to. */
    void (*think)(void *user, cn_work *work, cn_beside what, bool is_long);
    /* The addresses by which other devices of the network reach the page. NULL: by none. */
    json_object *(*lan)(void *user);
    /* Called when something may be due sooner than it was. */
    void (*wake)(void *user);
    void *user;
    const cn_own_rules *own_rules; /* rule sets of rule files, beside the built-in ones */
    json_object *rule_list;        /* the answer to GET /v1/rules, which is always the same */
} cn_hall_options;

cn_hall *cn_hall_make(cn_store *store, const cn_hall_options *options);
/* From now on no table is made; the others go on. */
void cn_hall_drain(cn_hall *hall);
/* How things are. */
typedef struct cn_hall_state {
    unsigned tables, paused;   /* in memory; and those of them that wait for the disk */
    unsigned seated, watching; /* connections that said hello */
    bool draining;
} cn_hall_state;
cn_hall_state cn_hall_look(const cn_hall *hall);
/* The log has been at work on one thing for longer than CN_STORE_SLOW_MS. */
bool cn_hall_log_hangs(const cn_hall *hall);
/* Nothing is changed or read any more; who still waits is answered as if the disk were full. To be
 * called before the store is closed. */
void cn_hall_close(cn_hall *hall);
/* After the store was closed: no job may be on its way. Frees neither store nor programs. */
void cn_hall_free(cn_hall *hall);
/* Gives the store a job; false, and it is not given, once the hall is closed. */
bool cn_hall_ask(cn_hall *hall, cn_job *job);
const cn_hall_options *cn_hall_settings(const cn_hall *hall);
/* The same for what takes long: the reader's thread does it, or the store's where there is none.
 * `run` may get no log. False, too, if too many wait. */
bool cn_hall_read(cn_hall *hall, cn_job *job);
/* For how many the log is being read at length; and counts one more, or less. */
unsigned cn_hall_reads(const cn_hall *hall);
void cn_hall_count_read(cn_hall *hall, int more);

/* What a person is called at a table; only where that is in memory. Others are told. */
void cn_hall_rename(cn_hall *hall, const char *table, const char *person, const char *name);

/* How many hands somebody has left, at a table he has made; only where that is in memory. */
void cn_hall_note_deserted(cn_hall *hall, const char *table, const char *maker, unsigned count);

cn_hall *cn_place_hall(const cn_place *place);
cn_table *cn_place_table(const cn_place *place);
/* An unsure table may be behind its log: nothing may be judged by it before it is read again. */
bool cn_place_unsure(const cn_place *place);

/* Waiting for a table; stands in whoever waits. */
typedef struct cn_wait cn_wait;
struct cn_wait {
    cn_wait *next, **self; /* self NULL: waits for nothing */
    cn_place *place;       /* where it waits */
    int64_t archived_at;   /* of ARCHIVED: seconds since 1970 */
    /* The table may be judged by now; or NULL with a `code` of docs/protocol.md: NO_TABLE if the
     * log knows none, DAMAGED, ARCHIVED, or FULL or STORE, which pass. */
    void (*ready)(cn_wait *wait, cn_place *place, const char *code);
};
/* Calls `ready`, now or later: with the table of that name, read from the log if need be. */
void cn_hall_find(cn_hall *hall, const char *id, cn_wait *wait);
/* Has no table of that name in memory; false if somebody needs it. */
bool cn_hall_set_aside(cn_hall *hall, const char *id);
/* The same for a table that is known. */
void cn_place_wait(cn_place *place, cn_wait *wait);
void cn_wait_cancel(cn_wait *wait);

/* Commits entries (kind, seat, key and body set, all of which are copied) with what belongs behind
 * them (cn_table_try), and shows them. Only where `ready` has just said that the table may be
 * judged by. `done`, which may be NULL, hears what became of it before anybody else does, now or
 * later; `changes` are empty unless it is saved. They seat `person`, if that is not NULL: nothing
 * is saved unless he is there, and knows of it.
 */
typedef void cn_proposed(void *user, cn_place *place, cn_saved saved, const cn_changes *changes);
void cn_place_propose(cn_place *place, const cn_entry *entries, unsigned count, const char *person,
                      cn_proposed *done, void *user);

/* House rules can ask for much thinking, in which nobody else would be served: at their tables it
 * is done beside the loop, for one address after the other, and how long it took (of a bot: beyond
 * what it was given) is noted. */
bool cn_place_may_take_long(const cn_place *place);
void cn_place_do_beside(const cn_place *place, cn_work *work, cn_beside what);
void cn_place_note_thought(cn_place *place, int64_t took_ms);
/* Whoever asked for the change that is on its way wants to hear of it no more. */
void cn_place_forget(cn_place *place, const void *user);

/* Whole kilobytes that the table's log has grown by, whoever played, since somebody was charged for
 * it; and that he is. Nothing but what people ask for brings more than a hand. */
uint32_t cn_place_grown_kb(const cn_place *place);
void cn_place_charge(cn_place *place);

/* Makes a table of these entries; the others as above. False if there is no room for it. */
bool cn_hall_open(cn_hall *hall, const cn_entry *entries, unsigned count, const char *person,
                  cn_proposed *done, void *user);

/* Somebody who is told what happens at a table; stands in whoever is told. */
typedef struct cn_listener cn_listener;
struct cn_listener {
    cn_listener *next, **self; /* self NULL: listens to nothing */
    unsigned seat;
    cn_who from; /* its address */
};
/* Its table is about to prove cards, and keeps the tree for it; the one of another table goes, if
 * there are too many. */
void cn_place_keep_tree(cn_place *place);
/* Joins and leaves: the seat is present while somebody listens for it. Others are told. */
void cn_place_join(cn_place *place, cn_listener *listener);
void cn_place_leave(cn_place *place, cn_listener *listener);
cn_listener *cn_place_listeners(const cn_place *place);

/* How long the clock leaves who is to act; -1 where none runs. */
int64_t cn_place_clock_left_ms(const cn_place *place);

/* Does what is due, for a few milliseconds at most: lets bots play, reads tables again that are
 * unsure. Returns in how many milliseconds more is due, at most `most_ms`. */
int64_t cn_hall_tick(cn_hall *hall, int64_t most_ms);
/* Calls `visit` for open tables where somebody is, first those that were come to last, until it
 * says no. */
void cn_hall_each_open(cn_hall *hall, bool (*visit)(void *user, cn_place *place), void *user);
/* A program has said something, or ended. */
void cn_hall_hear_programs(cn_hall *hall);

#endif
