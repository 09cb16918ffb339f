/* What the files of a session share. Not here: what others may do with one (session.h).
 * Invariant: while a frame is being dealt with the connection is not read; a session that is gone
 * is told nothing, whatever is still on its way for it. */
#ifndef CANASTA_SERVER_SESSION_INNER_H
#define CANASTA_SERVER_SESSION_INNER_H

#include "server/table/command.h"
#include "server/table/person.h"
#include "server/talk/encode.h"
#include "server/talk/resume.h"
#include "server/talk/session.h"

/* RFC 6455 registry */
enum { CLOSE_NORMAL = 1000, CLOSE_POLICY = 1008, CLOSE_RESTART = 1012 };

typedef struct text_frame {
    struct text_frame *next;
    int64_t came_ms;
    size_t length;
    char text[];
} text_frame;

/* The frame that is being dealt with, and what is asked of the log for it. */
typedef struct cn_task {
    cn_job job;
    cn_work work;
    cn_session *session; /* NULL: gone while the log, or a thinker, was asked */
    cn_hall *hall;
    bool asks;      /* one of them is being asked */
    bool is_new;    /* the log was asked, and did not know its number ... */
    unsigned noted; /* ... when so many had been noted */
    int64_t came_ms;
    cn_frame frame;
    cn_digest digest;
    unsigned seat;
    char table[CN_ID_CHARACTERS + 1], inst[CN_INST_MAX + 1];
    char token[CN_TOKEN_CHARACTERS + 1];
    /* answers */
    cn_person_status status;
    char person[CN_PERSON_CHARACTERS + 1], device[CN_DEVICE_CHARACTERS + 1];
    bool read;
    uint32_t last_n;
    cn_key_state key;
    uint64_t seq;
    cn_digest before;
    cn_turn_question *question; /* its play, where that is judged beside the loop ... */
    bool answered;              /* ... and was, ... */
    int64_t took_ms;            /* ... for so long */
    bool resumes;               /* what was missed is asked for ... */
    bool proofs;                /* ... with proofs */
    cn_resume resume;
} cn_task;

struct cn_session {
    cn_listener listener;
    cn_holder holder; /* who it is, if that is known */
    cn_wait wait;
    cn_hall *hall;
    const cn_wire *wire;
    void *conn;
    cn_visitor visitor;
    cn_place *place; /* NULL until hello */
    cn_task *task;   /* NULL: nothing is being dealt with */
    text_frame *inbox, **inbox_end;
    char inst[CN_INST_MAX + 1];
    char person[CN_PERSON_CHARACTERS + 1]; /* empty: an old key, or one who looks on */
    char watch[CN_KEY_CHARACTERS + 1];     /* the invitation by which it looks on; or empty */
    uint32_t last_n;                       /* no number above it can be in the log */
    unsigned noted;                        /* how often a number was on its way there */
    bool greeted;                          /* it was told its seat */
    bool proofs;                           /* of the cards it is shown */
    bool behind;                           /* it looks on, and a hand is kept from it */
    bool resuming;      /* what happens meanwhile stands in what is being read for it */
    uint64_t snap_seq;  /* of its last snapshot: what that holds is not told again */
    bool wants_snap;    /* everything not yet sent is in the snapshot that will be */
    bool closing;       /* nothing more is read or sent */
    bool running;       /* the inbox is being worked through */
    const char *leaves; /* it is to end with this word when its frame has been dealt with */
    unsigned strikes;   /* frames over the allowance */
    int64_t allowance_milli, refilled_ms; /* frames that may come, in thousandths */
};

cn_session *cn_session_of(cn_listener *listener);
cn_session *cn_session_of_wait(cn_wait *wait);
cn_limits *cn_session_limits(const cn_session *session);
cn_measures *cn_session_measures(const cn_session *session);
/* Takes of the allowances of its address and of its person: 0, or when there is one again. */
int64_t cn_session_take(cn_session *session, cn_limit limit, uint32_t count);

/* Sends a message, or (`sent` is false) sees that a snapshot stands for it. */
void cn_session_send_if(cn_session *session, json_object *object, bool sent);
/* Sends a message. A connection too slow for what happens gets a snapshot instead; what it may miss
 * besides is answered when it repeats its command. */
void cn_session_send(cn_session *session, json_object *object);
void cn_session_refuse(cn_session *session, uint32_t n, const char *code, const char *text);
void cn_session_close_with(cn_session *session, unsigned code);
void cn_session_want_snap(cn_session *session);

/* The frame has been dealt with: answered, refused, or told to come back. */
void cn_session_finish(cn_session *session);
void cn_session_finish_refused(cn_session *session, const char *code, const char *text);
void cn_session_finish_later(cn_session *session, const char *code, int64_t ms);

/* Asks the log for the frame that is being dealt with. */
void cn_session_ask_log(cn_session *session, void (*run_job)(cn_job *, cn_log *),
                        void (*done)(cn_job *));
/* The session that asked; NULL, with the task put away, if it is gone. */
cn_session *cn_session_who_asked(cn_task *t);

/* It looks on at a table where a hand is shown once it is over, and one is played (session_tell.c).
 */
bool cn_session_is_kept_from(const cn_session *session);
/* Reminds who is to act (session_tell.c). False if nobody is there to be reminded. */
bool cn_session_nudge(cn_session *session);
/* A seat has one allowance, whatever connections it has (session_command.c). */
cn_who cn_session_seat(const cn_session *session);

/* Frames that take longer (session_hello.c, session_resume.c, session_command.c). */
void cn_session_hello(cn_session *session);
void cn_session_resync(cn_session *session);
void cn_session_command(cn_session *session);
void cn_session_leave(cn_session *session);

/* What a client has missed (session_resume.c): whether it may be read for it, and then reads it,
 * on the store's thread; whether what was read is all that it has missed; and sends it. */
void cn_session_resume_begin(cn_session *session);
void cn_session_resume_read(cn_task *t, cn_log *log);
void cn_session_resume_end(cn_task *t);
bool cn_session_resume_fits(const cn_session *session);
void cn_session_resume_send(cn_session *session);

#endif
