/* Frames by wslay, over a bufferevent.
 * Not here: as in the header.
 * Invariant: the reader, which is large, is there only while a frame or a message has begun and not
 * ended; it never holds bytes of a frame behind the one it reads; a message longer than
 * CN_FRAME_BYTES_MAX is read to its end without being kept. */
#include "server/net/ws.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <openssl/evp.h>
#include <wslay/wslay.h>

#include "server/base/clock.h"
#include "server/talk/session.h"

enum { CLOSE_PROTOCOL = 1002, CLOSE_TOO_BIG = 1009, CLOSE_POLICY = 1008 };
enum { PIECE_BYTES = 16384, CONTROL_BYTES_MAX = 125, HEAD_BYTES_MAX = 14 };

struct cn_ws {
    struct bufferevent *events;
    wslay_event_context_ptr reader; /* NULL: between two messages */
    cn_session *session;
    cn_ws_ended *ended;
    void *owner;
    uint64_t to_come; /* bytes of the frame that the reader was not given yet */
    size_t length;    /* of the message so far */
    char *message;    /* room for the longest one, NULL where none has begun */
    unsigned opcode;
    bool in_control; /* the frame that is being read is no part of the message */
    unsigned broken; /* nonzero: close with this code */
    int64_t end_ms;  /* where it is closing: nothing is awaited longer */
    bool pinged, paused, closing, over;
};

static struct evbuffer *output_of(const cn_ws *ws)
{
    return bufferevent_get_output(ws->events);
}

/* Has what is in the output written when the loop has done what it is doing: in one piece, and
 * without asking first whether the system takes it (flush). */
static void write_soon(cn_ws *ws)
{
    bufferevent_trigger(ws->events, EV_WRITE,
                        BEV_TRIG_DEFER_CALLBACKS | BEV_TRIG_IGNORE_WATERMARKS);
}

/* Servers send frames whole and unmasked (RFC 6455, 5.2). */
static void send_frame(cn_ws *ws, unsigned opcode, const void *bytes, size_t length)
{
    unsigned char head[4] = {(unsigned char)(0x80 | opcode), (unsigned char)length};
    unsigned char long_head[10] = {(unsigned char)(0x80 | opcode), 127};
    if (ws->closing) return;
    if (length >= 126) head[1] = 126;
    head[2] = (unsigned char)(length >> 8);
    head[3] = (unsigned char)length;
    for (unsigned i = 0; i < 8; i++)
        long_head[2 + i] = (unsigned char)((uint64_t)length >> (56 - 8 * i));
    if (length > 65535)
        evbuffer_add(output_of(ws), long_head, sizeof long_head);
    else
        evbuffer_add(output_of(ws), head, length >= 126 ? 4 : 2);
    evbuffer_add(output_of(ws), bytes, length);
    write_soon(ws);
}

/* Nothing more is said; the other side has a moment to say so, too. */
static void begin_end(cn_ws *ws)
{
    const struct timeval moment = {.tv_sec = CN_LINGER_MS / 1000};
    ws->closing = true;
    ws->end_ms = cn_clock_ms() + CN_LINGER_MS;
    bufferevent_set_timeouts(ws->events, &moment, &moment);
    bufferevent_enable(ws->events, EV_READ);
    if (evbuffer_get_length(output_of(ws)) == 0) shutdown(bufferevent_getfd(ws->events), SHUT_WR);
}

static void close_with(cn_ws *ws, unsigned code)
{
    const unsigned char bytes[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    if (ws->closing) return;
    send_frame(ws, WSLAY_CONNECTION_CLOSE, bytes, sizeof bytes);
    begin_end(ws);
}

static void wire_send(void *conn, const char *text, size_t length)
{
    send_frame(conn, WSLAY_TEXT_FRAME, text, length);
}

static void wire_close(void *conn, unsigned code)
{
    close_with(conn, code);
}

/* Most pauses are over before anything comes: only what comes has reading switched off (on_read,
 * on_event). */
static void wire_pause(void *conn, bool paused)
{
    cn_ws *ws = conn;
    if (ws->closing || paused == ws->paused) return;
    ws->paused = paused;
    if (paused) return;
    bufferevent_enable(ws->events, EV_READ);
    /* What has come already is no event any more. */
    if (evbuffer_get_length(bufferevent_get_input(ws->events)) > 0)
        bufferevent_trigger(ws->events, EV_READ, BEV_TRIG_DEFER_CALLBACKS);
}

static size_t wire_backlog(const void *conn)
{
    return evbuffer_get_length(output_of(conn));
}

static const cn_wire wire = {
    .send = wire_send, .close = wire_close, .pause = wire_pause, .backlog = wire_backlog};

/* How long a frame is that begins so, head included; 0: that cannot be told yet. Whether it is one
 * is the reader's to say. */
static uint64_t frame_bytes(const unsigned char *head, size_t size)
{
    if (size < 2) return 0;
    const unsigned code = head[1] & 127, extended = code < 126 ? 0 : code == 126 ? 2 : 8;
    const unsigned before = 2 + extended + ((head[1] & 128) != 0 ? 4 : 0);
    if (size < before) return 0;
    uint64_t length = code < 126 ? code : 0;
    for (unsigned i = 0; i < extended; i++) length = length << 8 | head[2 + i];
    return length < UINT64_MAX - before ? before + length : UINT64_MAX;
}

/* 1012 to 1014 (IANA's registry) are codes like others; wslay 1.1.1 takes them for none. 0: it is
 * no whole close with one of them. */
static unsigned late_code(const unsigned char *head, ssize_t size)
{
    const bool closes = size >= 8 && head[0] == (0x80 | WSLAY_CONNECTION_CLOSE) &&
                        (head[1] & 128) != 0 && (head[1] & 127) >= 2;
    const unsigned code =
        closes ? (unsigned)(head[6] ^ head[2]) << 8 | (unsigned)(head[7] ^ head[3]) : 0;
    return code >= 1012 && code <= 1014 ? code : 0;
}

/* Goes on to the next frame if its head is there. A control frame must be there as a whole: wslay
 * 1.1.1 leaves the first two bytes of every piece out when it looks at the reason of a close. */
static bool begin_frame(cn_ws *ws)
{
    struct evbuffer *in = bufferevent_get_input(ws->events);
    unsigned char head[HEAD_BYTES_MAX];
    const ssize_t size = evbuffer_copyout(in, head, sizeof head);
    const uint64_t length = frame_bytes(head, size > 0 ? (size_t)size : 0);
    const bool is_short = length <= HEAD_BYTES_MAX + CONTROL_BYTES_MAX;
    if (length == 0) return false;
    if (wslay_is_ctrl_frame(head[0]) && is_short && evbuffer_get_length(in) < length) return false;
    ws->broken = late_code(head, size);
    ws->to_come = length;
    return ws->broken == 0;
}

/* What the reader may have: of one frame at a time, and nothing while what it has read is being
 * dealt with. */
static ssize_t on_recv(wslay_event_context_ptr reader, uint8_t *room, size_t size, int flags,
                       void *user)
{
    cn_ws *ws = user;
    (void)flags;
    if (!ws->paused && !ws->closing && ws->broken == 0 && (ws->to_come > 0 || begin_frame(ws))) {
        const size_t most = ws->to_come < size ? (size_t)ws->to_come : size;
        const int got = evbuffer_remove(bufferevent_get_input(ws->events), room, most);
        if (got > 0) {
            ws->to_come -= (uint64_t)got;
            return got;
        }
    }
    wslay_event_set_error(reader, WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static ssize_t on_send(wslay_event_context_ptr reader, const uint8_t *bytes, size_t size, int flags,
                       void *user)
{
    (void)reader;
    (void)flags;
    evbuffer_add(output_of(user), bytes, size);
    write_soon(user);
    return (ssize_t)size;
}

static void on_frame(wslay_event_context_ptr reader,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *user)
{
    cn_ws *ws = user;
    (void)reader;
    ws->in_control = wslay_is_ctrl_frame(frame->opcode) != 0;
    if (frame->opcode == WSLAY_TEXT_FRAME || frame->opcode == WSLAY_BINARY_FRAME) {
        ws->opcode = frame->opcode;
        ws->length = 0;
    }
}

static void on_piece(wslay_event_context_ptr reader,
                     const struct wslay_event_on_frame_recv_chunk_arg *piece, void *user)
{
    cn_ws *ws = user;
    (void)reader;
    if (ws->in_control) return;
    if (ws->message == NULL) ws->message = malloc(CN_FRAME_BYTES_MAX);
    if (ws->message == NULL) abort();
    if (ws->length + piece->data_length <= CN_FRAME_BYTES_MAX)
        memcpy(ws->message + ws->length, piece->data, piece->data_length);
    ws->length += piece->data_length;
    if (ws->length > CN_FRAME_BYTES_FATAL) ws->broken = CLOSE_TOO_BIG;
}

static void on_message(wslay_event_context_ptr reader,
                       const struct wslay_event_on_msg_recv_arg *message, void *user)
{
    cn_ws *ws = user;
    if (ws->broken != 0) return;
    /* A close with half a code (RFC 6455, 5.5.1), which wslay takes. */
    if (message->opcode == WSLAY_CONNECTION_CLOSE && message->msg_length == 1) {
        ws->broken = CLOSE_PROTOCOL;
        return;
    }
    if (message->opcode == WSLAY_PING) wslay_event_send(reader); /* the pong, in its turn */
    if (wslay_is_ctrl_frame(message->opcode)) {
        cn_session_odd(ws->session, CN_ODD_CONTROL);
        return;
    }
    if (message->opcode != WSLAY_TEXT_FRAME)
        cn_session_odd(ws->session, CN_ODD_BINARY);
    else if (ws->length > CN_FRAME_BYTES_MAX)
        cn_session_odd(ws->session, CN_ODD_TOO_LONG);
    else
        cn_session_frame(ws->session, ws->message != NULL ? ws->message : "", ws->length);
    free(ws->message);
    ws->message = NULL;
    ws->length = 0;
    ws->opcode = 0;
}

static void open_reader(cn_ws *ws)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_recv,
        .send_callback = on_send,
        .on_frame_recv_start_callback = on_frame,
        .on_frame_recv_chunk_callback = on_piece,
        .on_msg_recv_callback = on_message,
    };
    if (wslay_event_context_server_init(&ws->reader, &callbacks, ws) != 0) abort();
    wslay_event_config_set_no_buffering(ws->reader, 1);
    wslay_event_config_set_max_recv_msg_length(ws->reader, CN_FRAME_BYTES_FATAL);
}

static bool is_between_messages(const cn_ws *ws)
{
    return ws->to_come == 0 && ws->opcode == 0;
}

static void end(cn_ws *ws)
{
    if (ws->over) return;
    ws->over = true;
    ws->ended(ws->owner);
}

static void read_frames(cn_ws *ws)
{
    if (ws->reader == NULL) open_reader(ws);
    const int status = wslay_event_recv(ws->reader);
    if (ws->closing) return;
    if (ws->broken != 0) {
        close_with(ws, ws->broken);
        return;
    }
    /* The receiver never fails: then the frame itself is wrong, and wslay would say so without a
     * code. */
    if (status == WSLAY_ERR_CALLBACK_FAILURE) {
        close_with(ws, CLOSE_PROTOCOL);
        return;
    }
    if (status != 0 || wslay_event_send(ws->reader) != 0) {
        end(ws);
        return;
    }
    if (wslay_event_get_close_sent(ws->reader)) {
        begin_end(ws);
    } else if (is_between_messages(ws)) {
        wslay_event_context_free(ws->reader);
        ws->reader = NULL;
    }
}

static void on_read(struct bufferevent *events, void *user)
{
    cn_ws *ws = user;
    ws->pinged = false;
    if (!ws->closing && ws->paused) {
        bufferevent_disable(events, EV_READ);
        return;
    }
    if (!ws->closing) {
        read_frames(ws);
        return;
    }
    evbuffer_drain(bufferevent_get_input(events), SIZE_MAX);
    if (cn_clock_ms() >= ws->end_ms) end(ws); /* his bytes put it off no further */
}

/* Writes what the system takes; only for a rest the bufferevent waits until it takes more. False if
 * the connection is broken. */
static bool flush(cn_ws *ws)
{
    struct evbuffer *out = output_of(ws);
    if (evbuffer_get_length(out) == 0 || (bufferevent_get_enabled(ws->events) & EV_WRITE) != 0)
        return true;
    evbuffer_unfreeze(out, 1);
    const int written = evbuffer_write(out, bufferevent_getfd(ws->events));
    const int error = errno;
    evbuffer_freeze(out, 1);
    if (written < 0 && error != EAGAIN && error != EINTR) return false;
    if (evbuffer_get_length(out) > 0) bufferevent_enable(ws->events, EV_WRITE);
    return true;
}

static void on_drained(struct bufferevent *events, void *user)
{
    cn_ws *ws = user;
    if (!flush(ws)) {
        end(ws);
        return;
    }
    if (evbuffer_get_length(bufferevent_get_output(events)) > 0) return;
    bufferevent_disable(events, EV_WRITE);
    if (ws->closing)
        shutdown(bufferevent_getfd(events), SHUT_WR);
    else
        cn_session_drained(ws->session);
}

/* The other side says no more. What it has said is answered first: false while that takes time,
 * after which its end comes again. */
static bool answer_rest(cn_ws *ws)
{
    if (ws->closing) return true;
    if (evbuffer_get_length(bufferevent_get_input(ws->events)) > 0) read_frames(ws);
    if (ws->paused || ws->closing) return false;
    flush(ws);
    return true;
}

/* Who is silent is asked once whether he is still there. While reading is paused the end of what
 * comes waits in its turn, and silence means nothing; both have switched reading off. */
static void on_event(struct bufferevent *events, short what, void *user)
{
    cn_ws *ws = user;
    const bool reading = (what & BEV_EVENT_READING) != 0;
    const bool silent = (what & BEV_EVENT_TIMEOUT) != 0 && reading;
    if (ws->paused && !ws->closing && reading && (what & BEV_EVENT_ERROR) == 0) return;
    if ((what & BEV_EVENT_EOF) != 0 && !answer_rest(ws)) return;
    if (!silent || ws->pinged || ws->closing) {
        end(ws);
        return;
    }
    ws->pinged = true;
    send_frame(ws, WSLAY_PING, "", 0);
    bufferevent_enable(events, EV_READ); /* a timeout switches it off */
}

cn_ws *cn_ws_open(cn_hall *hall, struct bufferevent *events, const cn_visitor *visitor,
                  cn_ws_ended *ended, void *owner)
{
    const struct timeval quiet = {.tv_sec = CN_QUIET_MS / 1000};
    const struct timeval slow = {.tv_sec = CN_SLOW_READER_MS / 1000};
    cn_ws *ws = calloc(1, sizeof *ws);
    if (ws == NULL) abort();
    ws->events = events;
    ws->ended = ended;
    ws->owner = owner;
    ws->session = cn_session_open(hall, &wire, ws, visitor);
    bufferevent_setcb(events, on_read, on_drained, on_event, ws);
    bufferevent_setwatermark(events, EV_READ, 0, PIECE_BYTES);
    bufferevent_set_timeouts(events, &quiet, &slow);
    bufferevent_disable(events, EV_WRITE);
    bufferevent_enable(events, EV_READ);
    write_soon(ws); /* the answer to the upgrade */
    if (evbuffer_get_length(bufferevent_get_input(events)) > 0)
        bufferevent_trigger(events, EV_READ, BEV_TRIG_DEFER_CALLBACKS);
    return ws;
}

void cn_ws_free(cn_ws *ws)
{
    if (ws == NULL) return;
    ws->closing = true; /* the session may say no more */
    cn_session_close(ws->session);
    if (ws->reader != NULL) wslay_event_context_free(ws->reader);
    free(ws->message);
    free(ws);
}

void cn_ws_drain(cn_ws *ws, uint32_t in_ms)
{
    cn_session_drain(ws->session, in_ms);
}

void cn_ws_farewell(cn_ws *ws)
{
    cn_session_farewell(ws->session, "RESTART");
}

bool cn_ws_demand_hello(cn_ws *ws)
{
    if (!cn_session_is_mute(ws->session)) return true;
    if (cn_session_waits(ws->session)) return false;
    close_with(ws, CLOSE_POLICY);
    return true;
}

bool cn_ws_accept_key(const char *key, char out[CN_WS_ACCEPT_BYTES])
{
    static const char behind[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char text[64], digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    if (strlen(key) != 24 || strspn(key, digits) != 22 || strcmp(key + 22, "==") != 0) return false;
    memcpy(text, key, 24);
    memcpy(text + 24, behind, sizeof behind - 1);
    if (EVP_Digest(text, 24 + sizeof behind - 1, digest, &length, EVP_sha1(), NULL) != 1)
        return false;
    return EVP_EncodeBlock((unsigned char *)out, digest, (int)length) == CN_WS_ACCEPT_BYTES - 1;
}
