/* Coming back: what a client has missed is read for it and sent.
 * Not here: reading it (resume.h). Invariant: what the store has run is finished in the same order,
 * so that what was read ends where the table stands when it is sent. */
#include <string.h>

#include "server/talk/session_inner.h"

/* The log is read for so many only, and for so many of one address and person. */
void cn_session_resume_begin(cn_session *session)
{
    cn_task *t = session->task;
    t->proofs = session->proofs;
    t->resumes = t->frame.at > 0 && cn_hall_reads(session->hall) < CN_RESUMES_MAX &&
                 cn_session_take(session, CN_LIMIT_RESUMES, 1) == 0;
    if (t->resumes) cn_hall_count_read(session->hall, 1);
}

void cn_session_resume_read(cn_task *t, cn_log *log)
{
    if (t->resumes) cn_resume_read(log, t->table, t->seat, t->frame.at, t->proofs, &t->resume);
}

void cn_session_resume_end(cn_task *t)
{
    if (t->resumes) cn_hall_count_read(t->hall, -1);
}

/* One that takes little at a time is sent no more before it has taken all: a snapshot, then. */
bool cn_session_resume_fits(const cn_session *session)
{
    const cn_task *t = session->task;
    return session->wire->backlog(session->conn) == 0 && t->resume.upto > 0 &&
           t->seat == session->listener.seat && !session->wants_snap &&
           !cn_place_unsure(session->place) && !cn_session_is_kept_from(session) &&
           t->resume.upto == cn_table_seq(cn_place_table(session->place));
}

/* Who is there is not in the log, and told behind it. */
void cn_session_resume_send(cn_session *session)
{
    const cn_resume *resume = &session->task->resume;
    const char *text = resume->text;
    for (unsigned i = 0; i < resume->count && !session->closing; i++) {
        session->wire->send(session->conn, text, strlen(text));
        text += strlen(text) + 1;
    }
    cn_session_send_if(session, cn_encode_seats(cn_place_table(session->place)), true);
}

static void run_resync(cn_job *job, cn_log *log)
{
    cn_session_resume_read((cn_task *)job, log);
}

static void done_resync(cn_job *job)
{
    cn_session_resume_end((cn_task *)job);
    cn_session *session = cn_session_who_asked((cn_task *)job);
    if (session == NULL) return;
    if (session->resuming && cn_session_resume_fits(session))
        cn_session_resume_send(session);
    else if (session->resuming)
        cn_session_want_snap(session);
    session->resuming = false;
    cn_session_finish(session);
}

void cn_session_resync(cn_session *session)
{
    if (!session->greeted) {
        cn_session_finish_refused(session, "NOT_NOW", "say hello first");
        return;
    }
    cn_session_resume_begin(session);
    const bool reads = session->task->resumes;
    /* Many proofs take long. */
    const int64_t later_ms =
        session->proofs && !reads ? cn_session_take(session, CN_LIMIT_RESUMES, 1) : 0;
    if (reads) {
        session->resuming = true;
        cn_session_ask_log(session, run_resync, done_resync);
    } else if (later_ms > 0) {
        cn_session_finish_later(session, "RATE", later_ms);
    } else {
        cn_session_want_snap(session);
        cn_session_finish(session);
    }
}
