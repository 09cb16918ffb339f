/* Hello: who it is, and where he belongs. Not here: what a key is (person.h).
 * Invariant: of a table where he has no business nobody is told more than that it is a lesson. */
#include <string.h>

#include "server/talk/session_inner.h"

static void run_last_n(cn_job *job, cn_log *log)
{
    cn_task *t = (cn_task *)job;
    t->read = cn_log_last_n(log, t->table, t->seat, t->inst, &t->last_n);
    if (t->read) cn_session_resume_read(t, log);
}

void cn_session_leave(cn_session *session)
{
    cn_place *place = session->place;
    session->place = NULL;
    session->greeted = false;
    if (place != NULL) cn_place_leave(place, &session->listener);
}

static void done_last_n(cn_job *job)
{
    cn_session_resume_end((cn_task *)job);
    cn_session *session = cn_session_who_asked((cn_task *)job);
    if (session == NULL) return;
    if (!session->task->read) {
        cn_session_leave(session);
        cn_session_finish_refused(session, "STORE", NULL);
        return;
    }
    const uint32_t last_n = session->task->last_n;
    if (session->last_n < last_n) session->last_n = last_n;
    session->greeted = true;
    const bool resumed = cn_session_resume_fits(session);
    /* It comes once, and no snapshot stands for it. */
    cn_session_send_if(
        session,
        cn_encode_welcome(cn_place_table(session->place), session->listener.seat, last_n, resumed),
        true);
    if (resumed)
        cn_session_resume_send(session);
    else
        cn_session_want_snap(session);
    cn_session_finish(session);
}

static bool may_watch(const cn_table *table, const char *key)
{
    const char *right = cn_table_watch_invite(table);
    const cn_digest one = cn_digest_of(key, strlen(key));
    const cn_digest other = cn_digest_of(right, strlen(right));
    return right[0] != '\0' && cn_digest_equal(&one, &other);
}

/* Where somebody belongs at a table: a seat, CN_WATCHER, or CN_NO_SEAT. */
static unsigned place_at(const cn_table *table, const cn_task *t, char *watch)
{
    const unsigned seat = t->person[0] != '\0' ? cn_table_seat_of_person(table, t->person)
                                               : cn_table_seat_of_token(table, t->token);
    const bool invited = seat == CN_NO_SEAT && may_watch(table, t->frame.watch);
    strcpy(watch, invited ? t->frame.watch : "");
    if (seat != CN_NO_SEAT) return seat;
    const bool comes = cn_table_seat_of_coming(table, t->person) != CN_NO_SEAT;
    return comes || invited ? CN_WATCHER : CN_NO_SEAT;
}

static void refuse_key(cn_session *session, const char *code)
{
    cn_limit_take(cn_session_limits(session), CN_LIMIT_TRIES, session->visitor.from);
    cn_session_finish_refused(session, code, NULL);
}

static void hello_ready(cn_wait *wait, cn_place *place, const char *code)
{
    cn_session *session = cn_session_of_wait(wait);
    const cn_task *t = session->task;
    if (place == NULL && strcmp(code, "NO_TABLE") == 0) {
        refuse_key(session, code);
        return;
    }
    if (place == NULL && strcmp(code, "ARCHIVED") == 0) {
        cn_session_send(session, cn_encode_archived(wait->archived_at));
        cn_session_finish(session);
        return;
    }
    if (place == NULL && strcmp(code, "FULL") == 0) {
        cn_session_finish_later(session, code, CN_FULL_RETRY_MS);
        return;
    }
    if (place == NULL) {
        cn_session_finish_refused(session, code, NULL);
        return;
    }
    const cn_table *table = cn_place_table(place);
    const unsigned seat = place_at(table, t, session->watch);
    if (seat == CN_NO_SEAT) {
        refuse_key(session, cn_table_is_lesson(table) ? "LESSON" : "BAD_TOKEN");
        return;
    }
    session->place = place;
    session->listener.seat = seat;
    session->last_n = 0;
    session->proofs = t->frame.proofs;
    strcpy(session->inst, t->frame.inst);
    strcpy(session->person, t->person);
    cn_place_join(place, &session->listener);
    cn_session_resume_begin(session);
    cn_session_ask_log(session, run_last_n, done_last_n);
}

static void find_table(cn_session *session)
{
    session->wait.ready = hello_ready;
    cn_hall_find(session->hall, session->task->frame.table, &session->wait);
}

static void run_person(cn_job *job, cn_log *log)
{
    cn_task *t = (cn_task *)job;
    cn_person person;
    unsigned device;
    t->status = cn_person_of_token(log, t->token, &person, &device);
    if (t->status != CN_PERSON_THERE) return;
    strcpy(t->person, person.id);
    strcpy(t->device, person.device[device].id);
}

/* From now on the connection ends when this device is ended. One person has as many at a time as
 * one address. */
static void note_holder(cn_session *session)
{
    strcpy(session->holder.person, session->task->person);
    strcpy(session->holder.device, session->task->device);
    if (cn_holders_enter(cn_hall_settings(session->hall)->holders, &session->holder))
        find_table(session);
    else
        cn_session_finish_later(session, "RATE", CN_FULL_RETRY_MS);
}

static void done_person(cn_job *job)
{
    cn_session *session = cn_session_who_asked((cn_task *)job);
    if (session == NULL) return;
    switch (session->task->status) {
    case CN_PERSON_THERE: note_holder(session); return;
    case CN_PERSON_NONE: refuse_key(session, "BAD_TOKEN"); return;
    case CN_PERSON_UNREADABLE: cn_session_finish_refused(session, "STORE", NULL); return;
    }
}

void cn_session_hello(cn_session *session)
{
    if (session->place != NULL) {
        cn_session_finish_refused(session, "NOT_NOW", "this connection has said hello");
        return;
    }
    cn_task *t = session->task;
    const int64_t later_ms =
        cn_limit_look(cn_session_limits(session), CN_LIMIT_TRIES, session->visitor.from);
    if (later_ms > 0) {
        cn_session_finish_later(session, "RATE", later_ms);
        return;
    }
    strcpy(t->token, t->frame.token[0] != '\0' ? t->frame.token : session->visitor.token);
    if (strlen(t->token) == CN_TOKEN_CHARACTERS)
        cn_session_ask_log(session, run_person, done_person);
    else
        find_table(session);
}
