/* Writing replies without waiting, with one descriptor that tells of all of them.
 * Not here: the loop, which calls (server.c).
 * Invariant: a place in use has a socket in the set of descriptors; a free one has none. */
#include "server/outgoing.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/bounds.h"

enum { EVENTS = 64, READ_BYTES = 16384 };

typedef struct reply {
    int socket;           /* -1: the place is free */
    unsigned char *bytes; /* NULL once all is written: then the other side's end is awaited */
    size_t length, written, unread;
    int64_t moved_ms; /* when something was written last */
} reply;

struct cn_outgoing {
    int epoll;
    unsigned count;
    reply reply[CN_REPLIES_MAX];
};

cn_outgoing *cn_outgoing_make(void)
{
    cn_outgoing *outgoing = calloc(1, sizeof *outgoing);
    if (outgoing == NULL) abort();
    for (unsigned i = 0; i < CN_REPLIES_MAX; i++) outgoing->reply[i].socket = -1;
    outgoing->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (outgoing->epoll >= 0) return outgoing;
    free(outgoing);
    return NULL;
}

static void end(cn_outgoing *outgoing, reply *r)
{
    close(r->socket); /* which takes it out of the set, too */
    free(r->bytes);
    *r = (reply){.socket = -1};
    outgoing->count--;
}

void cn_outgoing_free(cn_outgoing *outgoing)
{
    if (outgoing == NULL) return;
    for (unsigned i = 0; i < CN_REPLIES_MAX; i++)
        if (outgoing->reply[i].socket >= 0) end(outgoing, &outgoing->reply[i]);
    close(outgoing->epoll);
    free(outgoing);
}

int cn_outgoing_descriptor(const cn_outgoing *outgoing)
{
    return outgoing->epoll;
}

unsigned cn_outgoing_count(const cn_outgoing *outgoing)
{
    return outgoing->count;
}

/* A descriptor in the set has one place; what it waits for changes once. */
static bool wait_for(cn_outgoing *outgoing, reply *r, int how, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = r};
    return epoll_ctl(outgoing->epoll, how, r->socket, &event) == 0;
}

/* False once the connection is of no use any more. */
static bool write_more(reply *r, int64_t now_ms)
{
    while (r->written < r->length) {
        const ssize_t now = send(r->socket, r->bytes + r->written, r->length - r->written,
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
        if (now <= 0) return now < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        r->written += (size_t)now;
        r->moved_ms = now_ms;
    }
    free(r->bytes);
    r->bytes = NULL;
    return shutdown(r->socket, SHUT_WR) == 0;
}

/* What comes now is of no use, but closing before it was read would take the reply away from who
 * has not read it yet. False at the other side's end, or when it does not stop. */
static bool read_away(reply *r)
{
    unsigned char room[READ_BYTES];
    const ssize_t got = recv(r->socket, room, sizeof room, MSG_DONTWAIT);
    if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    r->unread += (size_t)got;
    return r->unread < CN_UNREAD_BYTES_MAX;
}

static void go_on(cn_outgoing *outgoing, reply *r, int64_t now_ms)
{
    const bool writing = r->bytes != NULL;
    bool good = writing ? write_more(r, now_ms) : read_away(r);
    if (good && writing && r->bytes == NULL) good = wait_for(outgoing, r, EPOLL_CTL_MOD, EPOLLIN);
    if (!good) end(outgoing, r);
}

void cn_outgoing_add(cn_outgoing *outgoing, int socket, unsigned char *bytes, size_t length,
                     int64_t now_ms)
{
    reply *r = outgoing->reply;
    while (r < outgoing->reply + CN_REPLIES_MAX && r->socket >= 0) r++;
    if (r == outgoing->reply + CN_REPLIES_MAX) {
        close(socket);
        free(bytes);
        return;
    }
    *r = (reply){.socket = socket, .bytes = bytes, .length = length, .moved_ms = now_ms};
    outgoing->count++;
    if (wait_for(outgoing, r, EPOLL_CTL_ADD, EPOLLOUT))
        go_on(outgoing, r, now_ms);
    else
        end(outgoing, r);
}

void cn_outgoing_go_on(cn_outgoing *outgoing, int64_t now_ms)
{
    struct epoll_event event[EVENTS];
    const int count = epoll_wait(outgoing->epoll, event, EVENTS, 0);
    for (int i = 0; i < count; i++) go_on(outgoing, event[i].data.ptr, now_ms);
}

void cn_outgoing_sweep(cn_outgoing *outgoing, int64_t now_ms)
{
    for (unsigned i = 0; i < CN_REPLIES_MAX; i++) {
        reply *r = &outgoing->reply[i];
        const int64_t most_ms = r->bytes != NULL ? CN_SLOW_READER_MS : CN_LINGER_MS;
        if (r->socket >= 0 && now_ms - r->moved_ms > most_ms) end(outgoing, r);
    }
}
