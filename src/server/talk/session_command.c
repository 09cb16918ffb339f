/* Commands: looked up, judged, proposed, answered.
 * Not here: judging (turn.h). Invariant: a command that was accepted once is answered the same for
 * ever, and played once. */
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/votes.h"
#include "server/talk/session_inner.h"

static void command_ready(cn_wait *wait, cn_place *place, const char *code);

/* A number is on its way to the log. All connections of this client hear of it now and not when it
 * is saved: this one may be gone by then. */
static void note_number(cn_session *session, uint32_t n)
{
    for (cn_listener *at = cn_place_listeners(session->place); at != NULL; at = at->next) {
        cn_session *other = cn_session_of(at);
        const bool same =
            at->seat == session->listener.seat && strcmp(other->inst, session->inst) == 0;
        if (!same) continue;
        other->noted++;
        if (other->last_n < n) other->last_n = n;
    }
}

static void answer(cn_session *session, const cn_ruling *ruling)
{
    cn_measures *measures = cn_session_measures(session);
    cn_tally_add(&measures->answers, ruling->accepted ? "ack" : ruling->code);
    if (ruling->accepted)
        cn_measure(&measures->ack_us, cn_steps_us,
                   (uint64_t)(cn_clock_ms() - session->task->came_ms) * 1000);
    cn_session_send(session, cn_encode_answer(session->task->frame.n, ruling));
}

/* The number of a command's own entry: others may stand before it. */
static uint64_t own_seq(const cn_changes *changes)
{
    unsigned i = 0;
    while (i + 1 < changes->count && !changes->change[i].is_command) i++;
    return changes->change[i].seq;
}

static void proposed(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_session *session = user;
    cn_ruling ruling = {.accepted = saved == CN_SAVED};
    switch (saved) {
    case CN_SAVED: ruling.seq = own_seq(changes); break;
    case CN_NOT_SAVED: ruling = cn_turn_refuse(cn_place_table(place), "STORE"); break;
    case CN_UNSURE: ruling = cn_turn_refuse(cn_place_table(place), "UNSURE"); break;
    }
    answer(session, &ruling);
    cn_session_finish(session);
}

/* A pause is for all who are there to agree to; the others are told who would like one. */
static bool agrees(cn_session *session)
{
    const cn_votes votes = cn_place_vote_pause(session->place, session->listener.seat);
    if (votes.have >= votes.need) return true;
    cn_ruling ruling = cn_turn_refuse(cn_place_table(session->place), "VOTES");
    ruling.has_numbers = true;
    ruling.have = (int32_t)votes.have;
    ruling.need = (int32_t)votes.need;
    answer(session, &ruling);
    if (votes.is_new) cn_session_tell_vote(session->place, "pause", session->listener.seat);
    cn_session_finish(session);
    return false;
}

static void judge(cn_session *session)
{
    const cn_task *t = session->task;
    const cn_table *table = cn_place_table(session->place);
    const unsigned seat = session->listener.seat;
    const cn_ruling ruling =
        cn_turn_judge(table, seat, &t->frame, t->answered ? t->question : NULL);
    if (!ruling.accepted) {
        answer(session, &ruling);
        cn_session_finish(session);
        return;
    }
    if (t->frame.kind == CN_FRAME_PAUSE && !agrees(session)) return;
    cn_turn_entries entries;
    const cn_entry key = {
        .seat = seat, .inst = session->inst, .n = t->frame.n, .body_hash = t->digest};
    cn_turn_write(table, &t->frame, &key, &entries);
    note_number(session, t->frame.n);
    cn_place_propose(session->place, entries.entry, entries.count, NULL, proposed, session);
}

static void run_question(cn_work *work)
{
    cn_task *t = (cn_task *)((char *)work - offsetof(cn_task, work));
    const int64_t began_ms = cn_clock_worked_ms();
    cn_turn_answer(t->question);
    t->answered = true;
    t->took_ms = cn_clock_worked_ms() - began_ms;
}

static void done_question(cn_work *work)
{
    cn_task *t = (cn_task *)((char *)work - offsetof(cn_task, work));
    cn_session *session = cn_session_who_asked(t);
    if (session == NULL) return;
    if (!t->answered) {
        cn_session_close_with(session, CLOSE_RESTART); /* the server ends */
        return;
    }
    cn_place_note_thought(session->place, t->took_ms);
    cn_place_wait(session->place, &session->wait);
}

/* By house rules a play can take long to judge. True if that is being done beside the loop. */
static bool asks_thinker(cn_session *session)
{
    cn_task *t = session->task;
    if (t->question != NULL) return false; /* it was, before */
    if (!cn_place_may_take_long(session->place)) return false;
    t->question = cn_turn_ask(cn_place_table(session->place), session->listener.seat, &t->frame);
    if (t->question == NULL) return false;
    t->work = (cn_work){.run = run_question, .done = done_question, .who = session->visitor.from};
    t->asks = true;
    cn_place_do_beside(session->place, &t->work, CN_JUDGING);
    return true;
}

static void run_key(cn_job *job, cn_log *log)
{
    cn_task *t = (cn_task *)job;
    t->key = cn_log_key(log, t->table, t->seat, t->inst, t->frame.n, &t->seq, &t->before);
}

static void done_key(cn_job *job)
{
    cn_task *t = (cn_task *)job;
    cn_session *session = cn_session_who_asked(t);
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
    cn_session_finish(session);
}

/* A number above all that can be in the log needs no look into it. What the log has said counts
 * until another number of this client is on its way. A command ends with the seat or the device it
 * came from, wherever it waits. */
static void command_ready(cn_wait *wait, cn_place *place, const char *code)
{
    cn_session *session = cn_session_of_wait(wait);
    const cn_task *t = session->task;
    const bool looked = t->is_new && t->noted == session->noted;
    (void)code;
    if (session->closing)
        cn_session_finish(session);
    else if (place == NULL)
        cn_session_finish_refused(session, "UNSURE", NULL);
    else if (!looked && t->frame.n <= session->last_n)
        cn_session_ask_log(session, run_key, done_key);
    else if (!asks_thinker(session))
        judge(session);
}

cn_who cn_session_seat(const cn_session *session)
{
    cn_who who = {{0, session->listener.seat}};
    const char *id = cn_table_id(cn_place_table(session->place));
    for (const char *at = id; *at != '\0'; at++) who.part[0] = who.part[0] * 63 + (uint8_t)*at;
    return who;
}

/* Who goes on is charged for what his table has grown by since somebody went on there, by bots and
 * clocks, too. */
static int64_t take_allowances(cn_session *session)
{
    const int64_t later_ms =
        cn_limit_take(cn_session_limits(session), CN_LIMIT_FRAMES, cn_session_seat(session));
    if (later_ms > 0) return later_ms;
    const int64_t grown_ms =
        cn_session_take(session, CN_LIMIT_GROWTH, cn_place_grown_kb(session->place));
    if (grown_ms == 0) cn_place_charge(session->place);
    return grown_ms;
}

void cn_session_command(cn_session *session)
{
    if (!session->greeted) {
        cn_session_finish_refused(session, "NOT_NOW", "say hello first");
        return;
    }
    if (session->listener.seat == CN_WATCHER) {
        cn_session_finish_refused(session, "WATCHER", NULL);
        return;
    }
    const int64_t later_ms = take_allowances(session);
    if (later_ms > 0) {
        cn_session_finish_later(session, "RATE", later_ms);
        return;
    }
    session->wait.ready = command_ready;
    cn_place_wait(session->place, &session->wait);
}
