/* A connection of a client: frames one way, messages the other, delays, slowness, cuts.
 * Not here: what is said. Invariant: order is kept each way; nothing reaches a side that has
 * gone. */
#ifndef CANASTA_TESTS_SIM_LINK_H
#define CANASTA_TESTS_SIM_LINK_H

#include <json-c/json.h>

#include "disk.h"
#include "insts.h"
#include "server/talk/session.h"
#include "sim.h"

enum { UNANSWERED_MAX = 64 };
enum { FRAME_TEXT = 0, FRAME_ODD = 1 }; /* ODD + cn_oddity */

typedef struct piece {
    struct piece *next;
    json_object *object; /* of a message; NULL: the end, with `code` */
    size_t length;       /* of a message or frame */
    unsigned code, kind; /* kind of a frame */
    char text[];         /* of a frame */
} piece;

typedef struct pieces {
    piece *first, **end;
    unsigned count;
} pieces;

typedef struct link {
    struct link *next;
    sim *s;
    struct client *client;
    unsigned number;
    cn_session *session; /* NULL: the server's side is gone */
    pieces frames, out, flight;
    unsigned held;    /* frames that have not set out */
    unsigned arrived; /* frames at the server's door */
    size_t backlog;
    bool paused, closing, cut, up, pumping;
    int64_t stalled_until_ms;
    int64_t late_ms; /* what was on its way when it broke comes not before */
    /* What was said on it, for the checks. */
    char table[CN_ID_CHARACTERS + 1], token[CN_TOKEN_CHARACTERS + 1];
    unsigned seat;
    inst_book *inst;
    unsigned false_hellos; /* that are not answered yet */
    struct {
        uint32_t n;
        cn_digest body;
    } unanswered[UNANSWERED_MAX]; /* in order */
    unsigned unanswered_count;
    bool choked; /* answers may have been left out */
    bool welcome, shown, told_pause, told_bye;
    bool resumed;       /* what it missed is being told */
    uint64_t hello_seq; /* it has said that it knows all up to this one */
    uint64_t sent_seq;  /* of the last event or snapshot */
} link;

link *link_open(sim *s, cn_hall *hall, struct client *client);
void link_send(link *l, unsigned kind, const char *text, size_t length);
/* The connection breaks: what is on its way may be lost, and the server hears of it some time. */
void link_cut(link *l);
/* The server's side ends: what has left it may still arrive. */
void link_close_session(link *l);
void links_free(sim *s);

/* The other side of it (client.c): it hears a message, or that the connection is gone; `code` 0:
 * without a word. */
void client_hears(struct client *c, link *l, json_object *message);
void client_loses(struct client *c, link *l, unsigned code);

#endif
