/* Answering frames and telling what happens.
 * Not here: judging (turn.c). Invariant: while a frame is being dealt with the connection is not
 * read; a session that is gone is told nothing, whatever is still on its way for it. */
#include "server/talk/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/table/command.h"
#include "server/table/person.h"
#include "server/talk/encode.h"

/* RFC 6455 registry */
enum { CLOSE_NORMAL = 1000, CLOSE_POLICY = 1008, CLOSE_RESTART = 1012 };

typedef struct text_frame {
    struct text_frame *next;
    size_t length;
    char text[];
} text_frame;

/* The frame that is being dealt with, and what is asked of the log for it. */
typedef struct task {
    cn_job job;
    cn_session *session; /* NULL: gone while the log was asked */
    bool asks;           /* the log is being asked */
    bool is_new;         /* the log was asked, and did not know its number ... */
    unsigned noted;      /* ... when so many had been noted */
    cn_frame frame;
    cn_digest digest;
    unsigned seat;
    char table[CN_ID_CHARACTERS + 1], inst[CN_INST_MAX + 1];
    char token[CN_TOKEN_CHARACTERS + 1];
    /* answers */
    cn_person_status status;
    char person[CN_PERSON_CHARACTERS + 1];
    bool read;
    uint32_t last_n;
    cn_key_state key;
    uint64_t seq;
    cn_digest before;
} task;

struct cn_session {
    cn_listener listener;
    cn_wait wait;
    cn_hall *hall;
    const cn_wire *wire;
    void *conn;
    cn_visitor visitor;
    cn_place *place; /* NULL until hello */
    task *task;      /* NULL: nothing is being dealt with */
    text_frame *inbox, **inbox_end;
    char inst[CN_INST_MAX + 1];
    char person[CN_PERSON_CHARACTERS + 1]; /* empty: an old key, or one who looks on */
    bool invited;                          /* to look on */
    uint32_t last_n;                       /* no number above it can be in the log */
    unsigned noted;                        /* how often a number was on its way there */
    bool greeted;                          /* it was told its seat */
    bool wants_snap;  /* everything not yet sent is in the snapshot that will be */
    bool closing;     /* nothing more is read or sent */
    bool running;     /* the inbox is being worked through */
    unsigned strikes; /* frames over the allowance */
    int64_t allowance_milli, refilled_ms; /* frames that may come, in thousandths */
};

static cn_session *session_of(cn_listener *listener)
{
    return (cn_session *)((char *)listener - offsetof(cn_session, listener));
}

static void send_if(cn_session *session, json_object *object, bool sent)
{
    size_t length;
    const int style = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
    const char *text = json_object_to_json_string_length(object, style, &length);
    if (!session->closing) {
        if (sent)
            session->wire->send(session->conn, text, length);
        else if (session->greeted)
            session->wants_snap = true;
    }
    json_object_put(object);
}

/* Sends a message. A connection too slow for what happens gets a snapshot instead; what it may miss
 * besides is answered when it repeats its command. */
static void send_object(cn_session *session, json_object *object)
{
    send_if(session, object, session->wire->backlog(session->conn) < CN_BACKLOG_BYTES_MAX);
}

static cn_limits *limits_of(const cn_session *session)
{
    return cn_hall_settings(session->hall)->limits;
}

static void refuse(cn_session *session, uint32_t n, const char *code, const char *text)
{
    send_object(session, cn_encode_refusal(n, code, text));
}

static void close_with(cn_session *session, unsigned code)
{
    if (session->closing) return;
    session->closing = true;
    session->wire->close(session->conn, code);
}

/* A paused table has nothing to show before it has been read again. */
static void snap_if_due(cn_session *session)
{
    if (!session->wants_snap || !session->greeted || session->closing) return;
    if (cn_place_unsure(session->place) || session->wire->backlog(session->conn) > 0) return;
    session->wants_snap = false;
    send_object(session, cn_encode_snap(cn_place_table(session->place), session->listener.seat));
}

void cn_session_drained(cn_session *session)
{
    snap_if_due(session);
}

static void want_snap(cn_session *session)
{
    session->wants_snap = true;
    snap_if_due(session);
}

/* A seat that changed hands: whoever was connected to it has no key any more. */
static void send_away(cn_session *session)
{
    send_object(session, cn_encode_bye("LEFT"));
    close_with(session, CLOSE_NORMAL);
}

static bool was_given_away(const cn_changes *changes, unsigned seat)
{
    for (unsigned i = 0; i < changes->count; i++)
        if (changes->change[i].kind == CN_ENTRY_SEAT && changes->change[i].seat == seat)
            return true;
    return false;
}

/* Somebody without a seat who neither waits for one nor was asked to look on. */
static bool has_business(const cn_session *session)
{
    const cn_table *table = cn_place_table(session->place);
    return session->listener.seat != CN_WATCHER || session->invited ||
           cn_table_seat_of_coming(table, session->person) != CN_NO_SEAT ||
           cn_table_seat_of_person(table, session->person) != CN_NO_SEAT;
}

/* Who has waited for this hand sits down. */
static bool take_own_seat(cn_session *session)
{
    const cn_table *table = cn_place_table(session->place);
    const unsigned seat = cn_table_seat_of_person(table, session->person);
    if (seat == CN_NO_SEAT) return false;
    cn_place_leave(session->place, &session->listener);
    session->listener.seat = seat;
    cn_place_join(session->place, &session->listener);
    session->last_n = UINT32_MAX; /* what this client has used there the log knows */
    send_object(session, cn_encode_welcome(table, seat, 0));
    want_snap(session);
    return true;
}

void cn_session_tell(cn_place *place, const cn_changes *changes)
{
    const cn_table *table = cn_place_table(place);
    for (cn_listener *at = cn_place_listeners(place), *next; at != NULL; at = next) {
        cn_session *session = session_of(at);
        next = at->next;
        if (was_given_away(changes, at->seat) || !has_business(session)) send_away(session);
        if (!session->greeted) continue;
        if (at->seat == CN_WATCHER && take_own_seat(session)) continue;
        for (unsigned i = 0; i < changes->count && !session->wants_snap; i++)
            send_object(session, cn_encode_change(table, at->seat, &changes->change[i]));
        if (changes->count == 0 && !session->wants_snap)
            send_object(session, cn_encode_seats(table));
    }
}

void cn_session_tell_pause(cn_place *place)
{
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        cn_session *session = session_of(at);
        if (cn_place_unsure(place))
            send_object(session, cn_encode_paused());
        else if (at->seat == CN_WATCHER || cn_table_seat(cn_place_table(place), at->seat)->human)
            want_snap(session);
        else
            send_away(session);
    }
}

void cn_session_tell_replaced(void *owner, unsigned seat, const char *word)
{
    cn_place *place = owner;
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        cn_session *session = session_of(at);
        if (session->greeted && !session->wants_snap)
            send_object(session, cn_encode_replaced(cn_place_table(place), seat, word));
    }
}

static void run(cn_session *session);

/* The frame has been dealt with. */
static void finish(cn_session *session)
{
    free(session->task);
    session->task = NULL;
    run(session);
}

static void finish_refused(cn_session *session, const char *code, const char *text)
{
    refuse(session, session->task->frame.n, code, text);
    finish(session);
}

/* Too often: it passes. */
static void finish_later(cn_session *session, int64_t ms)
{
    send_object(session, cn_encode_later(session->task->frame.n, ms));
    finish(session);
}

static void ask_log(cn_session *session, void (*run_job)(cn_job *, cn_log *),
                    void (*done)(cn_job *))
{
    task *t = session->task;
    t->job = (cn_job){.run = run_job, .done = done};
    t->asks = true;
    t->noted = session->noted;
    if (session->place != NULL) {
        t->seat = session->listener.seat;
        strcpy(t->table, cn_table_id(cn_place_table(session->place)));
        strcpy(t->inst, session->inst);
    }
    if (cn_hall_ask(session->hall, &t->job)) return;
    t->asks = false; /* the server ends, and the connection with it */
    close_with(session, CLOSE_RESTART);
}

/* The session that asked; NULL, with the task put away, if it is gone. */
static cn_session *who_asked(task *t)
{
    cn_session *session = t->session;
    t->asks = false;
    if (session == NULL) free(t);
    return session;
}

static void run_last_n(cn_job *job, cn_log *log)
{
    task *t = (task *)job;
    t->read = cn_log_last_n(log, t->table, t->seat, t->inst, &t->last_n);
}

static void leave_table(cn_session *session)
{
    cn_place *place = session->place;
    session->place = NULL;
    session->greeted = false;
    if (place != NULL) cn_place_leave(place, &session->listener);
}

static void done_last_n(cn_job *job)
{
    cn_session *session = who_asked((task *)job);
    if (session == NULL) return;
    if (!session->task->read) {
        leave_table(session);
        finish_refused(session, "STORE", NULL);
        return;
    }
    const uint32_t last_n = session->task->last_n;
    if (session->last_n < last_n) session->last_n = last_n;
    session->greeted = true;
    /* It comes once, and no snapshot stands for it. */
    send_if(session,
            cn_encode_welcome(cn_place_table(session->place), session->listener.seat, last_n),
            true);
    want_snap(session);
    finish(session);
}

static cn_session *session_of_wait(cn_wait *wait)
{
    return (cn_session *)((char *)wait - offsetof(cn_session, wait));
}

static bool may_watch(const cn_table *table, const char *key)
{
    const char *right = cn_table_watch_invite(table);
    const cn_digest one = cn_digest_of(key, strlen(key));
    const cn_digest other = cn_digest_of(right, strlen(right));
    return right[0] != '\0' && cn_digest_equal(&one, &other);
}

/* Where somebody belongs at a table: a seat, CN_WATCHER, or CN_NO_SEAT. */
static unsigned place_at(const cn_table *table, const task *t, bool *invited)
{
    const unsigned seat = t->person[0] != '\0' ? cn_table_seat_of_person(table, t->person)
                                               : cn_table_seat_of_token(table, t->token);
    *invited = seat == CN_NO_SEAT && may_watch(table, t->frame.watch);
    if (seat != CN_NO_SEAT) return seat;
    const bool comes = cn_table_seat_of_coming(table, t->person) != CN_NO_SEAT;
    return comes || *invited ? CN_WATCHER : CN_NO_SEAT;
}

static void refuse_key(cn_session *session, const char *code)
{
    cn_limit_take(limits_of(session), CN_LIMIT_TRIES, session->visitor.from);
    finish_refused(session, code, NULL);
}

static void hello_ready(cn_wait *wait, cn_place *place, const char *code)
{
    cn_session *session = session_of_wait(wait);
    const task *t = session->task;
    if (place == NULL && strcmp(code, "NO_TABLE") == 0) {
        refuse_key(session, code);
        return;
    }
    if (place == NULL) {
        finish_refused(session, code, NULL);
        return;
    }
    const unsigned seat = place_at(cn_place_table(place), t, &session->invited);
    if (seat == CN_NO_SEAT) {
        refuse_key(session, "BAD_TOKEN");
        return;
    }
    session->place = place;
    session->listener.seat = seat;
    session->last_n = 0;
    strcpy(session->inst, t->frame.inst);
    strcpy(session->person, t->person);
    cn_place_join(place, &session->listener);
    ask_log(session, run_last_n, done_last_n);
}

static void find_table(cn_session *session)
{
    session->wait.ready = hello_ready;
    cn_hall_find(session->hall, session->task->frame.table, &session->wait);
}

static void run_person(cn_job *job, cn_log *log)
{
    task *t = (task *)job;
    cn_person person;
    unsigned device;
    t->status = cn_person_of_token(log, t->token, &person, &device);
    if (t->status == CN_PERSON_THERE) strcpy(t->person, person.id);
}

static void done_person(cn_job *job)
{
    cn_session *session = who_asked((task *)job);
    if (session == NULL) return;
    switch (session->task->status) {
    case CN_PERSON_THERE: find_table(session); return;
    case CN_PERSON_NONE: refuse_key(session, "BAD_TOKEN"); return;
    case CN_PERSON_UNREADABLE: finish_refused(session, "STORE", NULL); return;
    }
}

static void hello(cn_session *session)
{
    if (session->place != NULL) {
        finish_refused(session, "NOT_NOW", "this connection has said hello");
        return;
    }
    task *t = session->task;
    const int64_t later_ms =
        cn_limit_look(limits_of(session), CN_LIMIT_TRIES, session->visitor.from);
    if (later_ms > 0) {
        finish_later(session, later_ms);
        return;
    }
    strcpy(t->token, t->frame.token[0] != '\0' ? t->frame.token : session->visitor.token);
    if (strlen(t->token) == CN_TOKEN_CHARACTERS)
        ask_log(session, run_person, done_person);
    else
        find_table(session);
}

/* A number is on its way to the log. All connections of this client hear of it now and not when it
 * is saved: this one may be gone by then. */
static void note_number(cn_session *session, uint32_t n)
{
    for (cn_listener *at = cn_place_listeners(session->place); at != NULL; at = at->next) {
        cn_session *other = session_of(at);
        const bool same =
            at->seat == session->listener.seat && strcmp(other->inst, session->inst) == 0;
        if (!same) continue;
        other->noted++;
        if (other->last_n < n) other->last_n = n;
    }
}

static void answer(cn_session *session, const cn_ruling *ruling)
{
    send_object(session, cn_encode_answer(session->task->frame.n, ruling));
}

static void proposed(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_session *session = user;
    cn_ruling ruling = {.accepted = saved == CN_SAVED};
    switch (saved) {
    case CN_SAVED: ruling.seq = changes->change[0].seq; break;
    case CN_NOT_SAVED: ruling = cn_turn_refuse(cn_place_table(place), "STORE"); break;
    case CN_UNSURE: ruling = cn_turn_refuse(cn_place_table(place), "UNSURE"); break;
    }
    answer(session, &ruling);
    finish(session);
}

static void judge(cn_session *session)
{
    const task *t = session->task;
    const cn_table *table = cn_place_table(session->place);
    const unsigned seat = session->listener.seat;
    const cn_ruling ruling = cn_turn_judge(table, seat, &t->frame);
    if (!ruling.accepted) {
        answer(session, &ruling);
        finish(session);
        return;
    }
    cn_turn_entries entries;
    const cn_entry key = {
        .seat = seat, .inst = session->inst, .n = t->frame.n, .body_hash = t->digest};
    cn_turn_write(table, &t->frame, &key, &entries);
    note_number(session, t->frame.n);
    cn_place_propose(session->place, entries.entry, entries.count, proposed, session);
}

static void run_key(cn_job *job, cn_log *log)
{
    task *t = (task *)job;
    t->key = cn_log_key(log, t->table, t->seat, t->inst, t->frame.n, &t->seq, &t->before);
}

static void command_ready(cn_wait *wait, cn_place *place, const char *code);

static void done_key(cn_job *job)
{
    task *t = (task *)job;
    cn_session *session = who_asked(t);
    if (session == NULL) return;
    const cn_table *table = cn_place_table(session->place);
    cn_ruling ruling = {.accepted = true, .seq = t->seq};
    switch (t->key) {
    case CN_KEY_USED:
        if (!cn_digest_equal(&t->before, &t->digest))
            ruling = cn_turn_refuse(table, "DUP_MISMATCH");
        break;
    case CN_KEY_OLD: ruling = cn_turn_refuse(table, "OLD_KEY"); break;
    case CN_KEY_FAILED: ruling = cn_turn_refuse(table, "UNSURE"); break;
    case CN_KEY_NEW:
        t->is_new = true;
        cn_place_wait(session->place, &session->wait);
        return;
    }
    answer(session, &ruling);
    finish(session);
}

/* A number above all that can be in the log needs no look into it. What the log has said counts
 * until another number of this client is on its way. */
static void command_ready(cn_wait *wait, cn_place *place, const char *code)
{
    cn_session *session = session_of_wait(wait);
    const task *t = session->task;
    const bool looked = t->is_new && t->noted == session->noted;
    (void)code;
    if (place == NULL)
        finish_refused(session, "UNSURE", NULL);
    else if (!looked && t->frame.n <= session->last_n)
        ask_log(session, run_key, done_key);
    else
        judge(session);
}

/* A seat has one allowance, whatever connections it has. */
static cn_who seat_of(const cn_session *session)
{
    cn_who who = {{0, session->listener.seat}};
    const char *id = cn_table_id(cn_place_table(session->place));
    for (const char *at = id; *at != '\0'; at++) who.part[0] = who.part[0] * 63 + (uint8_t)*at;
    return who;
}

static void command(cn_session *session)
{
    if (!session->greeted) {
        finish_refused(session, "NOT_NOW", "say hello first");
        return;
    }
    if (session->listener.seat == CN_WATCHER) {
        finish_refused(session, "WATCHER", NULL);
        return;
    }
    const int64_t later_ms = cn_limit_take(limits_of(session), CN_LIMIT_FRAMES, seat_of(session));
    if (later_ms > 0) {
        finish_later(session, later_ms);
        return;
    }
    session->wait.ready = command_ready;
    cn_place_wait(session->place, &session->wait);
}

static void ping(cn_session *session)
{
    send_object(session, cn_encode_pong());
    finish(session);
}

static void resync(cn_session *session)
{
    if (!session->greeted) {
        finish_refused(session, "NOT_NOW", "say hello first");
        return;
    }
    want_snap(session);
    finish(session);
}

static void obey(cn_session *session)
{
    switch (session->task->frame.kind) {
    case CN_FRAME_HELLO: hello(session); return;
    case CN_FRAME_PING: ping(session); return;
    case CN_FRAME_RESYNC: resync(session); return;
    case CN_FRAME_PLAY:
    case CN_FRAME_DEAL:
    case CN_FRAME_NEXT:
    case CN_FRAME_REMATCH:
    case CN_FRAME_PACE: command(session); return;
    }
}

/* Takes one frame from the connection's allowance; false if there is none left. */
static bool within_rate(cn_session *session)
{
    const int64_t now_ms = cn_clock_ms(), rate = cn_hall_settings(session->hall)->rate;
    const int64_t most_milli = rate * CN_RATE_BURST * 1000;
    session->allowance_milli += (now_ms - session->refilled_ms) * rate;
    session->refilled_ms = now_ms;
    if (session->allowance_milli > most_milli) session->allowance_milli = most_milli;
    if (session->allowance_milli < 1000) return false;
    session->allowance_milli -= 1000;
    return true;
}

/* A frame over the allowance. */
static void strike(cn_session *session, uint32_t n)
{
    const int64_t missing_milli = 1000 - session->allowance_milli;
    send_object(session,
                cn_encode_later(n, missing_milli / cn_hall_settings(session->hall)->rate + 1));
    if (++session->strikes >= CN_RATE_STRIKES_MAX) close_with(session, CLOSE_POLICY);
}

static void take(cn_session *session, const text_frame *in)
{
    const char *code;
    task *t = session->task = calloc(1, sizeof *t);
    if (t == NULL) abort();
    t->session = session;
    const char *wrong = cn_frame_parse(in->text, in->length, &t->frame, &code);
    if (!within_rate(session)) {
        strike(session, t->frame.n);
        finish(session);
    } else if (wrong != NULL) {
        finish_refused(session, code, wrong);
    } else {
        t->digest = cn_digest_of(in->text, in->length);
        obey(session);
    }
}

/* Works through what has come, until a frame has to wait for something. */
static void run(cn_session *session)
{
    if (session->running) return;
    session->running = true;
    while (session->task == NULL && session->inbox != NULL && !session->closing) {
        text_frame *in = session->inbox;
        session->inbox = in->next;
        if (session->inbox == NULL) session->inbox_end = &session->inbox;
        take(session, in);
        free(in);
    }
    session->running = false;
    session->wire->pause(session->conn, session->task != NULL);
}

void cn_session_frame(cn_session *session, const char *text, size_t length)
{
    assert(length <= CN_FRAME_BYTES_MAX);
    if (session->closing) return;
    text_frame *in = malloc(sizeof *in + length + 1);
    if (in == NULL) abort();
    *in = (text_frame){.length = length};
    memcpy(in->text, text, length);
    in->text[length] = '\0';
    *session->inbox_end = in;
    session->inbox_end = &in->next;
    run(session);
}

void cn_session_odd(cn_session *session, cn_oddity what)
{
    if (session->closing) return;
    if (!within_rate(session)) {
        strike(session, 0);
        return;
    }
    switch (what) {
    case CN_ODD_BINARY: refuse(session, 0, "FORMAT", "frames must be text"); break;
    case CN_ODD_TOO_LONG: refuse(session, 0, "TOO_LONG", "a frame has at most 4096 bytes"); break;
    case CN_ODD_CONTROL: break;
    }
}

bool cn_session_is_mute(const cn_session *session)
{
    return !session->greeted && !session->closing;
}

bool cn_session_waits(const cn_session *session)
{
    return session->task != NULL;
}

void cn_session_farewell(cn_session *session, const char *code)
{
    session->wants_snap = false;
    send_object(session, cn_encode_bye(code));
    close_with(session, CLOSE_RESTART);
}

cn_session *cn_session_open(cn_hall *hall, const cn_wire *wire, void *conn,
                            const cn_visitor *visitor)
{
    cn_session *session = calloc(1, sizeof *session);
    if (session == NULL) abort();
    session->hall = hall;
    session->wire = wire;
    session->conn = conn;
    session->visitor = *visitor;
    session->inbox_end = &session->inbox;
    session->refilled_ms = cn_clock_ms();
    session->allowance_milli = (int64_t)cn_hall_settings(hall)->rate * CN_RATE_BURST * 1000;
    return session;
}

void cn_session_close(cn_session *session)
{
    session->closing = true;
    cn_wait_cancel(&session->wait);
    if (session->place != NULL) cn_place_forget(session->place, session);
    if (session->task != NULL && session->task->asks)
        session->task->session = NULL;
    else
        free(session->task);
    leave_table(session);
    for (text_frame *in; (in = session->inbox) != NULL;) {
        session->inbox = in->next;
        free(in);
    }
    free(session);
}
