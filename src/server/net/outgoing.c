/* Writing replies without waiting, with one descriptor that tells of all of them.
 * Not here: the loop, which calls (server.c).
 * Invariant: a place in use has a socket in the set of descriptors; a free one has none. */
#include "server/net/outgoing.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/base/bounds.h"

enum { EVENTS = 64, READ_BYTES = 16384, WRITE_BYTES = 65536 /* of one reply before the next */ };

typedef struct reply {
    cn_out out;       /* its socket is -1 where the place is free */
    bool written;     /* all of it: the other side's end is awaited */
    size_t done;      /* of bytes, then of the file */
    size_t unread;    /* came since, and is of no use */
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
    for (unsigned i = 0; i < CN_REPLIES_MAX; i++) outgoing->reply[i].out.socket = -1;
    outgoing->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (outgoing->epoll >= 0) return outgoing;
    free(outgoing);
    return NULL;
}

static void end(cn_outgoing *outgoing, reply *r)
{
    close(r->out.socket); /* which takes it out of the set, too */
    free(r->out.bytes);
    if (r->out.file >= 0) close(r->out.file);
    *r = (reply){.out.socket = -1};
    outgoing->count--;
}

void cn_outgoing_free(cn_outgoing *outgoing)
{
    if (outgoing == NULL) return;
    for (unsigned i = 0; i < CN_REPLIES_MAX; i++)
        if (outgoing->reply[i].out.socket >= 0) end(outgoing, &outgoing->reply[i]);
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
    return epoll_ctl(outgoing->epoll, how, r->out.socket, &event) == 0;
}

/* The next piece; what send or sendfile say of it. */
static ssize_t write_piece(const reply *r)
{
    const cn_out *out = &r->out;
    const bool from_memory = r->done < out->length;
    const size_t left = out->length + out->file_length - r->done;
    off_t at = (off_t)(r->done - out->length);
    if (!from_memory)
        return sendfile(out->socket, out->file, &at, left < WRITE_BYTES ? left : WRITE_BYTES);
    const int more = out->file_length > 0 ? MSG_MORE : 0;
    return send(out->socket, out->bytes + r->done, out->length - r->done,
                MSG_NOSIGNAL | MSG_DONTWAIT | more);
}

/* False once the connection is of no use any more. */
static bool write_more(reply *r, int64_t now_ms)
{
    const ssize_t now = write_piece(r);
    if (now <= 0) return now < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    r->done += (size_t)now;
    r->moved_ms = now_ms;
    r->written = r->done == r->out.length + r->out.file_length;
    return !r->written || shutdown(r->out.socket, SHUT_WR) == 0;
}

/* What comes now is of no use, but closing before it was read would take the reply away from who
 * has not read it yet. False at the other side's end, or when it does not stop. */
static bool read_away(reply *r)
{
    unsigned char room[READ_BYTES];
    const ssize_t got = recv(r->out.socket, room, sizeof room, MSG_DONTWAIT);
    if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    r->unread += (size_t)got;
    return r->unread < CN_UNREAD_BYTES_MAX;
}

static void go_on(cn_outgoing *outgoing, reply *r, int64_t now_ms)
{
    const bool writing = !r->written;
    bool good = writing ? write_more(r, now_ms) : read_away(r);
    if (good && writing && r->written) good = wait_for(outgoing, r, EPOLL_CTL_MOD, EPOLLIN);
    if (!good) end(outgoing, r);
}

/* Who has nothing more to hear loses its place first, then who has taken nothing for longest. */
static bool gives_way_before(const reply *one, const reply *other)
{
    if (one->written != other->written) return one->written;
    return one->moved_ms < other->moved_ms;
}

static reply *find_place(cn_outgoing *outgoing)
{
    reply *best = outgoing->reply;
    for (reply *r = best; r < outgoing->reply + CN_REPLIES_MAX; r++) {
        if (r->out.socket < 0) return r;
        if (gives_way_before(r, best)) best = r;
    }
    end(outgoing, best);
    return best;
}

void cn_outgoing_add(cn_outgoing *outgoing, const cn_out *out, int64_t now_ms)
{
    reply *r = find_place(outgoing);
    *r = (reply){.out = *out, .moved_ms = now_ms};
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
        const int64_t most_ms = r->written ? CN_LINGER_MS : CN_SLOW_READER_MS;
        if (r->out.socket >= 0 && now_ms - r->moved_ms > most_ms) end(outgoing, r);
    }
}
