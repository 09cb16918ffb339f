/* A WebSocket connection as the tables know it: frames in, messages out, in order.
 * Not here: sockets (net/), what frames ask for (turn.h), what messages say (encode.h).
 * Invariant: one frame at a time is dealt with; what waits for a connection is bounded, and a
 * snapshot replaces what was too much. */
#ifndef CANASTA_SERVER_SESSION_H
#define CANASTA_SERVER_SESSION_H

#include "server/hall/hall.h"

#define CN_SUBPROTOCOL "canasta.v1.json"

typedef struct cn_session cn_session;

/* How a session reaches its connection. None of these calls the session back. */
typedef struct cn_wire {
    void (*send)(void *conn, const char *text, size_t length);
    void (*close)(void *conn, unsigned code); /* behind what has been sent */
    void (*pause)(void *conn, bool paused);   /* reading */
    size_t (*backlog)(const void *conn);      /* bytes sent that the other side has not taken */
} cn_wire;

/* Who opened a connection. */
typedef struct cn_visitor {
    cn_who from;                         /* whose allowances it takes of */
    char token[CN_TOKEN_CHARACTERS + 1]; /* a person's, which a hello without one uses; or empty */
} cn_visitor;

cn_session *cn_session_open(cn_hall *hall, const cn_wire *wire, void *conn,
                            const cn_visitor *visitor);
/* The connection is gone. */
void cn_session_close(cn_session *session);

/* A text frame has come, whole and within CN_FRAME_BYTES_MAX. Frames that come in spite of `pause`
 * wait; they are as many as come in one piece. */
void cn_session_frame(cn_session *session, const char *text, size_t length);

/* What else may come. Everything counts. */
typedef enum cn_oddity { CN_ODD_BINARY, CN_ODD_TOO_LONG, CN_ODD_CONTROL } cn_oddity;
void cn_session_odd(cn_session *session, cn_oddity what);

/* The other side has taken everything. */
void cn_session_drained(cn_session *session);
/* It has not said which seat it is for; then it may be closed after CN_HELLO_MS. */
bool cn_session_is_mute(const cn_session *session);
/* It has said something that is being dealt with: it is we who are slow. */
bool cn_session_waits(const cn_session *session);
/* Tells that it will be sent away in so many milliseconds. */
void cn_session_drain(cn_session *session, uint32_t in_ms);
/* Says farewell and closes, when what is being dealt with has been answered. */
void cn_session_farewell(cn_session *session, const char *code);

/* Ends all connections of a person, or those of one device. */
void cn_session_end_all(cn_hall *hall, const char *person, const char *device);

/* For the hall: tells everybody at the table of the changes; without any, who is there. */
void cn_session_tell(cn_place *place, const cn_changes *changes);
/* Tells everybody that the table is paused, or shows it anew to everybody. */
void cn_session_tell_pause(cn_place *place);
/* A bot plays the turn of somebody who took too long for it. */
void cn_session_tell_clock(cn_place *place, unsigned seat);
/* Somebody votes: for a `pause`, or that a seat be freed (`free`). */
void cn_session_tell_vote(cn_place *place, const char *what, unsigned voter);
/* A phrase that a person says to the table. */
void cn_session_tell_said(cn_place *place, const char *phrase, unsigned seat);
/* For the programs: that of a seat has been replaced, and why in a word; `place` is its table's. */
void cn_session_tell_replaced(void *place, unsigned seat, const char *word);

#endif
