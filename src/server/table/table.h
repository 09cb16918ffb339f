/* One table in memory: its log's outcome, a view for each seat, and who is there. A "seat" here and
 * in all of the server is a person's place at the table. With five persons one of them rests in
 * each hand and looks on (P10); otherwise it is the seat of the hand, too.
 * Not here: the game itself (core.h), connections, messages. Callers see views only.
 * Invariant: everything shown here has been committed; views are functions of projected events. */
#ifndef CANASTA_SERVER_TABLE_H
#define CANASTA_SERVER_TABLE_H

#include "canasta/view.h"
#include "players/player.h"
#include "random/random.h"
#include "server/base/lines.h"
#include "server/store/log.h"
#include "server/table/doers.h"
#include "server/table/seat.h"
#include "server/table/shared.h"

typedef struct cn_table cn_table;

/* Beside the seats stand those who look on, who see what everybody sees. */
enum { CN_WATCHER = CN_PLAYERS_MAX, CN_AUDIENCES };

/* One committed entry, as its audience is told of it. */
typedef struct cn_change {
    uint64_t seq;
    cn_entry_kind kind;
    unsigned seat;
    uint32_t deal;             /* of a commitment, a deal that can be proven, or a seed: which */
    bool is_command;           /* it has the key of one */
    size_t from[CN_AUDIENCES]; /* its events are the lines of the seat from here on ... */
    bool has_events;           /* ... if it has any; until the next commit */
    bool has_seats;            /* who sits where has changed */
} cn_change;

typedef struct cn_changes {
    unsigned count;
    cn_change change[CN_CHANGES_MAX];
} cn_changes;

typedef enum cn_table_status {
    CN_TABLE_THERE,
    CN_TABLE_NONE,       /* the log knows no such table */
    CN_TABLE_UNREADABLE, /* the log cannot be read just now */
    CN_TABLE_DAMAGED,    /* its log does not replay */
    CN_TABLE_ARCHIVED,   /* it is in the archive, since `*archived_at` */
    CN_TABLE_LONG        /* said by cn_table_load_short alone */
} cn_table_status;

/* Reads a table from the log; NULL unless it is there. Nobody else sees the table yet: this may run
 * on the store's thread. */
cn_table *cn_table_load(cn_log *log, const char *id, cn_table_status *status, int64_t *archived_at);
/* The same, but of a table that takes long to read only that it is CN_TABLE_LONG, and how far its
 * log goes: old logs have no base. */
cn_table *cn_table_load_short(cn_log *log, const char *id, cn_table_status *status,
                              int64_t *archived_at, uint64_t *end);
/* Reads such a table up to there, for who can wait (cn_log_replay_slowly); what others than its own
 * log say of it is still to be read, with cn_table_read_people. */
cn_table *cn_table_load_long(cn_log *log, const char *id, uint64_t end, cn_table_status *status);
void cn_table_read_people(cn_table *table, cn_log *log);
/* Goes through a table's log once more, with a table of its own: calls `each` for every change from
 * some moment on that is not behind entry `seq`, as the table stands once it may be told, until it
 * says no. Nobody is present there, and persons have no names. Returns what cn_log_replay_near
 * does.
 */
typedef bool cn_change_visit(void *user, cn_table *table, const cn_change *change);
int64_t cn_table_retrace(cn_log *log, const char *id, uint64_t seq, unsigned most,
                         cn_change_visit *each, void *user);
/* A table whose log is still empty. */
cn_table *cn_table_make(const char *id);
void cn_table_free(cn_table *table);

/* Completes entries (kind, seat, key and body set; a deal has no body): numbers them, makes the
 * commitments, the deal and its base, and tells the seed of a hand that they end. False if they
 * cannot follow. Changes nothing: this is the table's tentative state, which `cn_table_take` makes
 * again from the same entries. `out` points into itself, and is to be freed either way. */
bool cn_table_try(const cn_table *table, const cn_entry *entries, unsigned count, cn_sequel *out);
/* Shows entries that have been committed. */
void cn_table_take(cn_table *table, const cn_entry *entries, unsigned count, cn_changes *changes);
/* Who is there, of a table that is read again. */
void cn_table_keep_company(cn_table *fresh, const cn_table *table);

const char *cn_table_id(const cn_table *table);
/* Its maker gave up his seat in the midst of a hand, once. */
bool cn_table_quit(const cn_table *table);
/* How many hands its maker has dealt and left elsewhere (deserted.h); is told for tables he made.
 */
unsigned cn_table_deserted(const cn_table *table);
void cn_table_set_deserted(cn_table *table, const char *maker, unsigned count);
/* For how many days a table is kept where nothing happens any more; 0: for ever. */
void cn_table_set_keeping(cn_table *table, uint32_t finished_days, uint32_t deserted_days);
/* Seconds since 1970, 0: it is kept for ever. */
int64_t cn_table_kept_until(const cn_table *table);
int64_t cn_table_last_time(const cn_table *table); /* of its last entry, as above */
const cn_rules *cn_table_rules(const cn_table *table);
const char *cn_table_overrides(const cn_table *table);
/* What the rules are called, "" if they are no house rules with a name. */
const char *cn_table_house(const cn_table *table);
const char *cn_table_invite(const cn_table *table);
const char *cn_table_watch_invite(const cn_table *table); /* empty: nobody may look on */
/* Whether who looks on sees a hand once it is over, and whether one is being played that he does
 * not see; and what is seen of that: where it began. */
bool cn_table_watched_later(const cn_table *table);
bool cn_table_hides(const cn_table *table);
void cn_table_first_view(const cn_table *table, cn_view *view);
/* Who takes a bot's seat while a hand is played plays on with its cards; otherwise with the next.
 */
bool cn_table_joins_at_once(const cn_table *table);
/* Anybody may find it and sit down; nobody plays just now; seconds for a turn, 0 for no clock. */
bool cn_table_is_open(const cn_table *table);
/* Its deal is fixed, and nobody but its maker sits there. */
bool cn_table_is_lesson(const cn_table *table);
bool cn_table_is_paused(const cn_table *table);
uint32_t cn_table_clock_s(const cn_table *table);
/* Seconds that a game with a limit of time has lasted; -1: there is none, or it has not begun. */
int64_t cn_table_lasted_s(const cn_table *table, int64_t now);
/* Who may free seats and make invitations: the maker while he sits there, then the first person. */
unsigned cn_table_owner(const cn_table *table);
/* The name of the player or program that plays where nobody sits; it may be offered no more. */
const char *cn_table_bot(const cn_table *table);
uint32_t cn_table_pace_ms(const cn_table *table);
/* Whether pages may show what `book` would play. */
bool cn_table_hints(const cn_table *table);
const cn_seat *cn_table_seat(const cn_table *table, unsigned seat);
const cn_view *cn_table_view(const cn_table *table, unsigned seat);
/* What everybody sees. */
const cn_public *cn_table_public(const cn_table *table);
/* Whose place is to act, CN_NO_SEAT if nobody's. */
unsigned cn_table_acting(const cn_table *table);
/* The same; before the first hand, and where one was lost, the owner, whose deal it is. */
unsigned cn_table_awaited(const cn_table *table);
/* The events of the running hand as the seat may see them, one a line. */
const cn_lines *cn_table_lines(const cn_table *table, unsigned seat);
/* Who has played them. */
const cn_doers *cn_table_doers(const cn_table *table);
/* The line the seat's view of this hand starts from. */
void cn_table_start_text(const cn_table *table, unsigned seat, char *out, size_t size);
unsigned cn_table_sheet_count(const cn_table *table);
const cn_hand_sheet *cn_table_sheet(const cn_table *table, unsigned index);
uint64_t cn_table_seq(const cn_table *table);
/* Number of the last entry that moved the game on: plays, deals, rematches. */
uint64_t cn_table_moved_seq(const cn_table *table);

/* What the next deal will be made of, and what the last one was; number 0: nothing is committed to,
 * or it was dealt in clear. Of their seeds nothing is said but what is committed to or revealed. */
const cn_fair_deal *cn_table_next_deal(const cn_table *table);
const cn_fair_deal *cn_table_last_deal(const cn_table *table);
bool cn_table_revealed(const cn_table *table);
/* The key is lost under which the last deal was sealed: its hand is given up, and dealt anew. */
bool cn_table_hand_is_lost(const cn_table *table);

/* Calls `each` with a proof of each card of the running hand's deck that the audience has been
 * shown: by the last entry that showed any (`fresh`), or in the whole hand. The tree for it (42 KB)
 * is made once for a deal, and kept until then: cn_table_rest. */
void cn_table_prove(const cn_table *table, unsigned audience, bool fresh, cn_proof_visit *each,
                    void *user);
void cn_table_rest(cn_table *table);

/* Number of the entry that dealt the running hand. */
uint64_t cn_table_dealt_seq(const cn_table *table);

/* How many entries since that deal moved nothing on: seats, pace. */
unsigned cn_table_still_count(const cn_table *table);
/* 0: there is room for one more of such a kind; or so many milliseconds are to be waited for it,
 * unless the table is dealt before. */
int64_t cn_table_full_ms(const cn_table *table, cn_entry_kind kind, unsigned seat);

/* Presence. Times are milliseconds of a clock that never goes back. */
void cn_table_arrive(cn_table *table, unsigned seat);
void cn_table_depart(cn_table *table, unsigned seat, int64_t now_ms);
bool cn_table_present(const cn_table *table, unsigned seat);
/* Somebody who sits there, or, where nobody does, somebody who waits for a seat. */
bool cn_table_anybody(const cn_table *table);
int64_t cn_table_away_since(const cn_table *table, unsigned seat);
void cn_table_set_loaded(cn_table *table, int64_t now_ms); /* everybody is away from now on */
/* The seat that such a token opens, CN_NO_SEAT if none: of logs that know only keys. */
unsigned cn_table_seat_of_token(const cn_table *table, const char *token);
/* The seat that a person has, or will have with the next hand; CN_NO_SEAT if none. */
unsigned cn_table_seat_of_person(const cn_table *table, const char *person);
unsigned cn_table_seat_of_coming(const cn_table *table, const char *person);
/* What a person is called: names are the persons', and in no table's log. */
void cn_table_set_name(cn_table *table, const char *person, const char *name);
void cn_table_set_away(cn_table *table, unsigned seat, int64_t now_ms);

/* When the bots' clock began to run for the play that is due, and the bots' stream. */
int64_t cn_table_quiet_since(const cn_table *table);
void cn_table_set_quiet(cn_table *table, int64_t now_ms);
cn_stream *cn_table_stream(cn_table *table);

#endif
