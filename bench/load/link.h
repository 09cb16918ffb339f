/* One connection to the server: HTTP answers, or the frames of a WebSocket (RFC 6455).
 * Not here: what they say. Only what a server of ours sends is understood.
 * Invariant: whoever listens hears whole messages only; between two of them a link keeps no bytes.
 */
#ifndef CANASTA_LOAD_LINK_H
#define CANASTA_LOAD_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct load_link load_link;

/* All links of a generator. */
typedef struct load_loop {
    int epoll;
    unsigned port, sources, opened;
    char *room; /* what has just been read */
} load_loop;

/* Who listens. `text` ends with a zero and may be written to. */
typedef struct load_ear {
    void (*opened)(load_link *link);                           /* the WebSocket is there */
    void (*heard)(load_link *link, char *text, size_t length); /* a frame */
    void (*answered)(load_link *link, unsigned status, char *text, bool last); /* a request */
    void (*ended)(load_link *link); /* by the other side */
} load_ear;

/* Stands first in what it belongs to. */
struct load_link {
    int fd; /* below 0: there is none */
    bool is_socket;
    load_loop *loop;
    const load_ear *ear;
    char *rest; /* the beginning of a message, NULL if there is none */
    size_t rest_bytes;
};

/* False if the system cannot: too many files. */
bool load_loop_open(load_loop *loop, unsigned port, unsigned sources);
void load_loop_close(load_loop *loop);
/* Reads what has come; waits for it up to so many microseconds. */
void load_loop_turn(load_loop *loop, int64_t most_us);

/* Opens a connection. False with `errno`. */
bool load_link_open(load_link *link, load_loop *loop, const load_ear *ear);
void load_link_close(load_link *link);
/* These answer false where the system does not take all of it at once. */
bool load_link_post(load_link *link, const char *path, const char *body);
bool load_link_upgrade(load_link *link, const char *subprotocol);
bool load_link_send(load_link *link, const char *text, size_t length);

#endif
