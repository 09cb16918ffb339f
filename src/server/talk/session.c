/* The life of a session: frames in, one after the other, and what is sent.
 * Not here: telling what happens (session_tell.c), frames that take longer (session_hello.c,
 * session_command.c). Invariant: as in session_inner.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/talk/session_inner.h"

static void run(cn_session *session);

cn_session *cn_session_of(cn_listener *listener)
{
    return (cn_session *)((char *)listener - offsetof(cn_session, listener));
}

void cn_session_send_if(cn_session *session, json_object *object, bool sent)
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
void cn_session_send(cn_session *session, json_object *object)
{
    cn_session_send_if(session, object,
                       session->wire->backlog(session->conn) < CN_BACKLOG_BYTES_MAX);
}

cn_limits *cn_session_limits(const cn_session *session)
{
    return cn_hall_settings(session->hall)->limits;
}

int64_t cn_session_take(cn_session *session, cn_limit limit, uint32_t count)
{
    return cn_limit_take_both(cn_session_limits(session), limit, session->visitor.from,
                              session->person, count);
}

cn_measures *cn_session_measures(const cn_session *session)
{
    return cn_hall_settings(session->hall)->measures;
}

void cn_session_refuse(cn_session *session, uint32_t n, const char *code, const char *text)
{
    cn_tally_add(&cn_session_measures(session)->answers, code);
    cn_session_send(session, cn_encode_refusal(n, code, text));
}

void cn_session_close_with(cn_session *session, unsigned code)
{
    if (session->closing) return;
    session->closing = true;
    session->wire->close(session->conn, code);
}

static json_object *snap_of(const cn_session *session)
{
    const cn_table *table = cn_place_table(session->place);
    json_object *snap = cn_encode_snap(table, session->listener.seat, session->proofs);
    const int64_t left_ms = session->behind ? -1 : cn_place_clock_left_ms(session->place);
    if (left_ms >= 0) json_object_object_add(snap, "clock_ms", json_object_new_int64(left_ms));
    return snap;
}

/* A paused table has nothing to show before it has been read again. */
static void snap_if_due(cn_session *session)
{
    if (!session->wants_snap || !session->greeted || session->closing) return;
    if (cn_place_unsure(session->place) || session->wire->backlog(session->conn) > 0) return;
    session->wants_snap = session->resuming = false;
    session->behind = cn_session_is_kept_from(session);
    session->snap_seq = session->behind ? 0 : cn_table_seq(cn_place_table(session->place));
    if (session->proofs) cn_place_keep_tree(session->place);
    cn_session_send(session, snap_of(session));
}

void cn_session_drained(cn_session *session)
{
    snap_if_due(session);
}

void cn_session_want_snap(cn_session *session)
{
    session->wants_snap = true;
    snap_if_due(session);
}

static void say_farewell(cn_session *session)
{
    session->wants_snap = false;
    cn_session_send(session, cn_encode_bye(session->leaves));
    cn_session_close_with(session, CLOSE_RESTART);
}

static void free_task(cn_task *t)
{
    if (t != NULL) {
        cn_resume_free(&t->resume);
        free(t->question);
    }
    free(t);
}

/* The frame has been dealt with. */
void cn_session_finish(cn_session *session)
{
    free_task(session->task);
    session->task = NULL;
    if (session->leaves != NULL)
        say_farewell(session);
    else
        run(session);
}

void cn_session_finish_refused(cn_session *session, const char *code, const char *text)
{
    cn_session_refuse(session, session->task->frame.n, code, text);
    cn_session_finish(session);
}

static void refuse_later(cn_session *session, uint32_t n, const char *code, int64_t ms)
{
    cn_tally_add(&cn_session_measures(session)->answers, code);
    cn_session_send(session, cn_encode_later(n, code, ms));
}

void cn_session_finish_later(cn_session *session, const char *code, int64_t ms)
{
    refuse_later(session, session->task->frame.n, code, ms);
    cn_session_finish(session);
}

void cn_session_ask_log(cn_session *session, void (*run_job)(cn_job *, cn_log *),
                        void (*done)(cn_job *))
{
    cn_task *t = session->task;
    t->job = (cn_job){.run = run_job, .done = done, .is_long = t->resumes};
    t->asks = true;
    t->noted = session->noted;
    if (session->place != NULL) {
        t->seat = session->listener.seat;
        strcpy(t->table, cn_table_id(cn_place_table(session->place)));
        strcpy(t->inst, session->inst);
    }
    if (cn_hall_ask(session->hall, &t->job)) return;
    t->asks = false; /* the server ends, and the connection with it */
    cn_session_close_with(session, CLOSE_RESTART);
}

/* The session that asked; NULL, with the task put away, if it is gone. */
cn_session *cn_session_who_asked(cn_task *t)
{
    cn_session *session = t->session;
    t->asks = false;
    if (session == NULL) free_task(t);
    return session;
}

cn_session *cn_session_of_wait(cn_wait *wait)
{
    return (cn_session *)((char *)wait - offsetof(cn_session, wait));
}

static void ping(cn_session *session)
{
    cn_session_send(session, cn_encode_pong());
    cn_session_finish(session);
}

static void nudge(cn_session *session)
{
    const bool seated = session->greeted && session->listener.seat != CN_WATCHER;
    const int64_t later_ms = seated ? cn_limit_take(cn_session_limits(session), CN_LIMIT_NUDGES,
                                                    cn_session_seat(session))
                                    : 0;
    if (later_ms > 0) {
        cn_session_finish_later(session, "RATE", later_ms);
        return;
    }
    if (!seated || !cn_session_nudge(session))
        cn_session_finish_refused(session, "NOT_NOW", "there is nobody to be reminded");
    else
        cn_session_finish(session);
}

/* A phrase to the table; what is said is not kept. */
static void say(cn_session *session)
{
    if (!session->greeted || session->listener.seat == CN_WATCHER) {
        cn_session_finish_refused(session, session->greeted ? "WATCHER" : "NOT_NOW", NULL);
        return;
    }
    const int64_t later_ms =
        cn_limit_take(cn_session_limits(session), CN_LIMIT_SAYS, cn_session_seat(session));
    if (later_ms > 0) {
        cn_session_finish_later(session, "RATE", later_ms);
        return;
    }
    cn_session_tell_said(session->place, session->task->frame.phrase, session->listener.seat);
    cn_session_finish(session);
}

static void obey(cn_session *session)
{
    switch (session->task->frame.kind) {
    case CN_FRAME_HELLO: cn_session_hello(session); return;
    case CN_FRAME_PING: ping(session); return;
    case CN_FRAME_NUDGE: nudge(session); return;
    case CN_FRAME_SAY: say(session); return;
    case CN_FRAME_RESYNC: cn_session_resync(session); return;
    case CN_FRAME_PLAY:
    case CN_FRAME_PAUSE:
    case CN_FRAME_RESUME:
    case CN_FRAME_SEED:
    case CN_FRAME_DEAL:
    case CN_FRAME_NEXT:
    case CN_FRAME_REMATCH:
    case CN_FRAME_PACE: cn_session_command(session); return;
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
    refuse_later(session, n, "RATE", missing_milli / cn_hall_settings(session->hall)->rate + 1);
    if (++session->strikes >= CN_RATE_STRIKES_MAX) cn_session_close_with(session, CLOSE_POLICY);
}

static void take(cn_session *session, const text_frame *in)
{
    const char *code;
    cn_task *t = session->task = calloc(1, sizeof *t);
    if (t == NULL) abort();
    t->session = session;
    t->hall = session->hall;
    t->came_ms = in->came_ms;
    const char *wrong = cn_frame_parse(in->text, in->length, &t->frame, &code);
    if (!within_rate(session)) {
        strike(session, t->frame.n);
        cn_session_finish(session);
    } else if (wrong != NULL) {
        cn_session_finish_refused(session, code, wrong);
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
    *in = (text_frame){.length = length, .came_ms = cn_clock_ms()};
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
    case CN_ODD_BINARY: cn_session_refuse(session, 0, "FORMAT", "frames must be text"); break;
    case CN_ODD_TOO_LONG:
        cn_session_refuse(session, 0, "TOO_LONG", "a frame has at most 4096 bytes");
        break;
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
    session->leaves = code;
    if (session->task == NULL) say_farewell(session);
}

void cn_session_drain(cn_session *session, uint32_t in_ms)
{
    cn_session_send(session, cn_encode_drain(in_ms));
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
    session->listener.from = visitor->from;
    session->inbox_end = &session->inbox;
    session->refilled_ms = cn_clock_ms();
    session->allowance_milli = (int64_t)cn_hall_settings(hall)->rate * CN_RATE_BURST * 1000;
    return session;
}

void cn_session_close(cn_session *session)
{
    session->closing = true;
    cn_wait_cancel(&session->wait);
    cn_holders_leave(&session->holder);
    if (session->place != NULL) cn_place_forget(session->place, session);
    if (session->task != NULL && session->task->asks)
        session->task->session = NULL;
    else
        free_task(session->task);
    cn_session_leave(session);
    for (text_frame *in; (in = session->inbox) != NULL;) {
        session->inbox = in->next;
        free(in);
    }
    free(session);
}
