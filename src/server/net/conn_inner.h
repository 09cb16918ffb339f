/* What the files of a connection share.
 * Not here: what others do with connections (conn.h). Invariant: each state leads on or ends by the
 * timer, which always runs. */
#ifndef CANASTA_SERVER_CONN_INNER_H
#define CANASTA_SERVER_CONN_INNER_H

#include <event2/buffer.h>
#include <event2/bufferevent.h>

#include "server/net/conn.h"
#include "server/net/request.h"
#include "server/net/ws.h"
#include "server/talk/api.h"

enum { CN_INPUT_BYTES_MAX = 16384 };

typedef enum cn_conn_state {
    CN_AT_HEAD,   /* a request's head, or nothing yet */
    CN_AT_BODY,   /* it is being read */
    CN_AT_WORK,   /* the answer is awaited */
    CN_AT_END,    /* the last answer is on its way; what comes is of no use */
    CN_AT_SOCKET, /* it is a WebSocket */
    CN_GONE       /* nobody is there any more, but an answer is still to come */
} cn_conn_state;

struct cn_conn {
    cn_caller caller; /* first: it is the connection that calls */
    cn_net *net;
    cn_conn *next, **self;
    struct bufferevent *events;
    struct event *timer;
    cn_address *address; /* whose connection it is; NULL: a proxy's, between requests */
    cn_head_scan scan;
    cn_request *request;
    cn_ws *ws;
    cn_conn_state state;
    bool trusted, secure;          /* it comes from the proxy, which speaks TLS */
    bool keeper;                   /* it is one to the keeper's port */
    bool leaves;                   /* the timer is for its farewell */
    bool begun, ended, shut, over; /* a request; the other side; our side; to be freed */
    bool busy;                     /* a request is being looked at */
    bool full;                     /* nothing more is taken from the socket just now */
    bool holds_file;               /* open, until everything that was written is gone */
    size_t unread;
    size_t held_bytes; /* of large answers in memory, counted for the address */
    int64_t taken_ms;  /* by then what was answered must have been taken */
};

struct evbuffer *cn_conn_input(const cn_conn *conn);
struct evbuffer *cn_conn_output(const cn_conn *conn);
/* From now on the state it is in lasts so long at most. */
void cn_conn_wait(cn_conn *conn, long ms);
void cn_conn_leave_address(cn_conn *conn);
/* All that was answered has been taken. */
void cn_conn_note_taken(cn_conn *conn);
/* Ends it from the loop: whoever calls still needs it. */
void cn_conn_end_soon(void *user);

/* Goes on as far as it can (conn_read.c). */
void cn_conn_advance(cn_conn *conn);

/* Answers the request that was read, which is whole; now or later (conn_answer.c). */
void cn_conn_answer(cn_conn *conn);
/* Answers one that could not be read, or may not be answered otherwise. */
void cn_conn_refuse(cn_conn *conn, const cn_refusal *no);
/* The answer to a call: now, or when the log has been asked. */
void cn_conn_give(cn_caller *caller, cn_reply reply);

#endif
