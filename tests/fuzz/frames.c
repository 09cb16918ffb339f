/* Frames of a WebSocket (net/ws.c) over a pair of real sockets, by a real event loop.
 * Not here: what frames say: the session is one that keeps what it is given.
 * Invariant: any pieces of the same bytes are the same frames up to the same end; no frame is
 * longer than it may be; every text is UTF-8. */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <json-c/json.h>

#include "fuzz.h"
#include "server/net/ws.h"

enum { CUTS = 8, SAID_MAX = 1 << 18, STREAM_MAX = 60000 };

typedef struct said {
    size_t length;
    unsigned frames;
    char bytes[SAID_MAX];
} said;

struct cn_session {
    said *said;
    const cn_wire *wire;
    void *conn;
};

static said *hears; /* of the session that is opened next */

/* What ws.c wants of a session (talk/session.h). */
cn_session *cn_session_open(cn_hall *hall, const cn_wire *wire, void *conn,
                            const cn_visitor *visitor)
{
    cn_session *session = calloc(1, sizeof *session);
    (void)hall;
    (void)visitor;
    MUST(session != NULL);
    *session = (cn_session){.said = hears, .wire = wire, .conn = conn};
    return session;
}

void cn_session_close(cn_session *session)
{
    free(session);
}

static void note(said *s, char kind, const char *bytes, size_t length)
{
    MUST(s->length + length + 2 < SAID_MAX);
    s->bytes[s->length++] = kind;
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
    s->bytes[s->length++] = '\n';
    s->frames++;
}

static bool is_utf8(const unsigned char *at, size_t length)
{
    for (size_t i = 0; i < length;) {
        const unsigned lead = at[i];
        const unsigned more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        static const unsigned lowest[] = {0, 0x80, 0x800, 0x10000};
        if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || i + more >= length) return false;
        unsigned code = more == 0 ? lead : lead & (0x3fU >> more);
        for (unsigned k = 1; k <= more; k++) {
            if ((at[i + k] & 0xc0) != 0x80) return false;
            code = code << 6 | (at[i + k] & 0x3f);
        }
        if (code < lowest[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
        i += more + 1;
    }
    return true;
}

/* Every third frame takes its time: reading is paused until it has been dealt with. */
void cn_session_frame(cn_session *session, const char *text, size_t length)
{
    MUST(length <= CN_FRAME_BYTES_MAX);
    MUST(is_utf8((const unsigned char *)text, length));
    note(session->said, 't', text, length);
    session->wire->send(session->conn, text, length);
    if (session->said->frames % 3 == 0) session->wire->pause(session->conn, true);
}

static void note_odd(said *s, cn_oddity what)
{
    const char kind = (char)('0' + what);
    note(s, 'o', &kind, 1);
}

void cn_session_odd(cn_session *session, cn_oddity what)
{
    note_odd(session->said, what);
}

void cn_session_drained(cn_session *session)
{
    session->wire->pause(session->conn, false);
}

void cn_session_farewell(cn_session *session, const char *code)
{
    session->wire->send(session->conn, code, strlen(code));
}

void cn_session_drain(cn_session *session, uint32_t in_ms)
{
    (void)in_ms;
    session->wire->send(session->conn, "drain", 5);
}

bool cn_session_is_mute(const cn_session *session)
{
    return session->said->frames == 0;
}

bool cn_session_waits(const cn_session *session)
{
    (void)session;
    return false;
}

/* A frame as it lies there (RFC 6455, 5.2); its length, 0 if it is none of a client, or not whole.
 */
static size_t frame_at(const uint8_t *at, size_t size, size_t *payload)
{
    if (size < 2 || (at[0] & 0x70) != 0 || (at[1] & 0x80) == 0) return 0;
    const unsigned code = at[1] & 127, extended = code < 126 ? 0 : code == 126 ? 2 : 8;
    uint64_t length = extended == 0 ? code : 0;
    if (size < 6 + extended) return 0;
    for (unsigned i = 0; i < extended; i++) length = length << 8 | at[2 + i];
    if (length > size - 6 - extended) return 0;
    *payload = (size_t)length;
    return 6 + extended + (size_t)length;
}

/* What is in the bytes, by a second reader that knows nothing of UTF-8 and of codes. */
static void expect(const uint8_t *at, size_t size, said *s)
{
    static char message[STREAM_MAX];
    size_t length = 0, payload, whole;
    unsigned opcode = 0;
    s->length = 0;
    for (; (whole = frame_at(at, size, &payload)) > 0; at += whole, size -= whole) {
        const unsigned own = at[0] & 15;
        const uint8_t *mask = at + whole - payload - 4;
        if (own >= 8) {
            note_odd(s, CN_ODD_CONTROL);
            continue;
        }
        if (own != 0) length = 0, opcode = own;
        for (size_t i = 0; i < payload; i++) message[length++] = (char)(mask[4 + i] ^ mask[i % 4]);
        if ((at[0] & 0x80) == 0) continue;
        if (opcode != 1)
            note_odd(s, CN_ODD_BINARY);
        else if (length > CN_FRAME_BYTES_MAX)
            note_odd(s, CN_ODD_TOO_LONG);
        else
            note(s, 't', message, length);
    }
}

static void ended(void *owner)
{
    *(bool *)owner = true;
}

static void drain(int fd)
{
    char bytes[4096];
    while (read(fd, bytes, sizeof bytes) > 0) {
    }
}

static void read_all(struct event_base *base, const uint8_t *bytes, size_t size, fuzz_cuts cuts,
                     said *s)
{
    int pair[2];
    bool over = false;
    static const cn_visitor nobody;
    s->length = s->frames = 0;
    hears = s;
    MUST(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    struct bufferevent *events = bufferevent_socket_new(base, pair[0], BEV_OPT_CLOSE_ON_FREE);
    cn_ws *ws = cn_ws_open(NULL, events, &nobody, ended, &over);
    for (size_t at = 0; at < size && !over;) {
        const size_t piece = fuzz_piece(&cuts, size - at);
        const ssize_t sent = send(pair[1], bytes + at, piece, MSG_NOSIGNAL);
        if (sent > 0) at += (size_t)sent;
        if (sent < 0 && errno != EAGAIN) break; /* it does not listen any more */
        for (unsigned i = 0; i < 4 && !over; i++) event_base_loop(base, EVLOOP_NONBLOCK);
        drain(pair[1]);
    }
    shutdown(pair[1], SHUT_WR);
    for (unsigned i = 0; i < 1000 && !over; i++) {
        event_base_loop(base, EVLOOP_NONBLOCK);
        drain(pair[1]);
    }
    MUST(over); /* nothing is left open behind the end of what comes */
    cn_ws_free(ws);
    bufferevent_free(events);
    event_base_loop(base, EVLOOP_NONBLOCK);
    close(pair[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct event_base *base;
    static said whole, cut, expected;
    if (base == NULL) base = event_base_new();
    const size_t cuts = size < CUTS ? size : CUTS;
    if (size > STREAM_MAX) return 0;
    read_all(base, bytes + cuts, size - cuts, (fuzz_cuts){0}, &whole);
    read_all(base, bytes + cuts, size - cuts, (fuzz_cuts){bytes, bytes + cuts}, &cut);
    MUST(whole.length == cut.length && memcmp(whole.bytes, cut.bytes, whole.length) == 0);
    expect(bytes + cuts, size - cuts, &expected);
    MUST(whole.length <= expected.length);
    MUST(memcmp(whole.bytes, expected.bytes, whole.length) == 0);
    return 0;
}
