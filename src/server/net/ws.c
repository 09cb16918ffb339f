/* Connections on libwebsockets: reading, answering, telling, dropping.
 * Not here: judging. Invariant: a connection with a table is counted there as present, once. */
#include "server/net/ws.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/net/queue.h"
#include "server/table/command.h"
#include "server/talk/encode.h"

/* RFC 6455 registry; libwebsockets has no name for it. */
enum { CLOSE_RESTART = 1012 };

struct cn_conn {
    struct lws *wsi;
    cn_conn *next, **self; /* self: what points here */
    cn_table *table;       /* NULL until hello */
    unsigned seat;
    char inst[CN_INST_MAX + 1];
    cn_queue queue;
    bool wants_snap;     /* everything not yet queued is in the snapshot that will be sent */
    unsigned close_code; /* nonzero: close once the queue is empty */
    int64_t opened_ms, waiting_since_ms;
    int64_t allowance_milli, refilled_ms; /* frames that may come, in thousandths */
    unsigned strikes;
    size_t in_length; /* more than CN_FRAME_BYTES_MAX: too long, not kept */
    char in[CN_FRAME_BYTES_MAX];
};

size_t cn_ws_session_bytes(void)
{
    return sizeof(cn_conn);
}

static void wake(cn_conn *conn)
{
    if (conn->queue.count == 0 && conn->waiting_since_ms == 0) conn->waiting_since_ms = cn_now_ms();
    lws_callback_on_writable(conn->wsi);
}

static void want_snap(cn_conn *conn)
{
    conn->wants_snap = true;
    wake(conn);
}

/* Queues a message. A connection too slow for what happens loses the queue and gets a snapshot
 * instead; what it may miss besides is answered when it repeats its command. */
static void send_object(cn_conn *conn, json_object *object)
{
    if (conn->close_code != 0) {
        json_object_put(object);
        return;
    }
    if (conn->waiting_since_ms == 0) conn->waiting_since_ms = cn_now_ms();
    if (!cn_queue_add(&conn->queue, object)) {
        cn_queue_clear(&conn->queue);
        if (conn->table != NULL) conn->wants_snap = true;
    }
    lws_callback_on_writable(conn->wsi);
}

static void close_after_queue(cn_conn *conn, unsigned code)
{
    conn->close_code = code;
    lws_callback_on_writable(conn->wsi);
}

static void refuse(cn_conn *conn, uint32_t n, const char *code, const char *text)
{
    send_object(conn, cn_encode_refusal(n, code, text));
}

/* Takes one frame from the connection's allowance; false if there is none left. */
static bool within_rate(const cn_server *server, cn_conn *conn, int64_t now_ms)
{
    int64_t rate = server->options->rate, most_milli = rate * CN_RATE_BURST * 1000;
    conn->allowance_milli += (now_ms - conn->refilled_ms) * rate;
    conn->refilled_ms = now_ms;
    if (conn->allowance_milli > most_milli) conn->allowance_milli = most_milli;
    if (conn->allowance_milli < 1000) return false;
    conn->allowance_milli -= 1000;
    return true;
}

static void tell_presence(cn_server *server, cn_table *table)
{
    const cn_changes none = {0};
    cn_hall_tell(server->hall, table, &none, cn_now_ms());
    cn_server_wake_bots(server);
}

static void hello(cn_server *server, cn_conn *conn, const cn_frame *frame)
{
    if (conn->table != NULL) {
        refuse(conn, 0, "NOT_NOW", "this connection has said hello");
        return;
    }
    const char *code;
    uint32_t last_n;
    cn_table *table = cn_hall_find(server->hall, frame->table, cn_now_ms(), &code);
    if (table == NULL) {
        refuse(conn, 0, code, NULL);
        return;
    }
    unsigned seat = cn_table_seat_of_token(table, frame->token);
    if (seat == CN_NO_SEAT) {
        refuse(conn, 0, "BAD_TOKEN", NULL);
        return;
    }
    if (!cn_store_last_n(server->store, cn_table_id(table), seat, frame->inst, &last_n)) {
        refuse(conn, 0, "STORE", NULL);
        return;
    }
    conn->table = table;
    conn->seat = seat;
    strcpy(conn->inst, frame->inst);
    bool was_present = cn_table_present(table, seat);
    cn_table_arrive(table, seat);
    send_object(conn, cn_encode_welcome(table, seat, last_n));
    want_snap(conn);
    if (!was_present) tell_presence(server, table);
}

static void command(cn_server *server, cn_conn *conn, const cn_frame *frame, const char *text,
                    size_t length)
{
    if (conn->table == NULL) {
        refuse(conn, frame->n, "NOT_NOW", "say hello first");
        return;
    }
    if (!cn_hall_resume(server->hall, conn->table, cn_now_ms())) {
        refuse(conn, frame->n, "UNSURE", NULL);
        return;
    }
    cn_changes changes;
    cn_digest digest = cn_digest_of(text, length);
    cn_ruling answer = cn_turn_command(conn->table, server->store, conn->seat, conn->inst, frame,
                                       &digest, &changes);
    send_object(conn, cn_encode_answer(frame->n, &answer));
    if (cn_table_unsure(conn->table)) cn_hall_pause(server->hall, conn->table);
    if (changes.count == 0) return;
    cn_hall_tell(server->hall, conn->table, &changes, cn_now_ms());
    cn_server_wake_bots(server);
}

static void obey(cn_server *server, cn_conn *conn, const cn_frame *frame, const char *text,
                 size_t length)
{
    switch (frame->kind) {
    case CN_FRAME_HELLO: hello(server, conn, frame); return;
    case CN_FRAME_PING: send_object(conn, cn_encode_pong()); return;
    case CN_FRAME_RESYNC:
        if (conn->table != NULL)
            want_snap(conn);
        else
            refuse(conn, 0, "NOT_NOW", "say hello first");
        return;
    case CN_FRAME_PLAY:
    case CN_FRAME_NEXT:
    case CN_FRAME_REMATCH:
    case CN_FRAME_PACE: command(server, conn, frame, text, length); return;
    }
}

static void take_frame(cn_server *server, cn_conn *conn, const char *text, size_t length)
{
    cn_frame frame;
    const char *code;
    const char *wrong = cn_frame_parse(text, length, &frame, &code);
    if (!within_rate(server, conn, cn_now_ms())) {
        refuse(conn, frame.n, "RATE", NULL);
        if (++conn->strikes >= CN_RATE_STRIKES_MAX)
            close_after_queue(conn, LWS_CLOSE_STATUS_POLICY_VIOLATION);
        return;
    }
    if (wrong != NULL)
        refuse(conn, frame.n, code, wrong);
    else
        obey(server, conn, &frame, text, length);
}

/* Frames come in pieces. One that is too long is read to its end without being kept. */
static int take_piece(struct lws *wsi, cn_conn *conn, const void *in, size_t length)
{
    if (conn->close_code != 0) return 0;
    if (conn->in_length + length <= sizeof conn->in) memcpy(conn->in + conn->in_length, in, length);
    conn->in_length += length;
    if (conn->in_length > CN_FRAME_BYTES_FATAL) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    size_t whole = conn->in_length;
    conn->in_length = 0;
    if (lws_frame_is_binary(wsi))
        refuse(conn, 0, "FORMAT", "frames must be text");
    else if (whole > sizeof conn->in)
        refuse(conn, 0, "TOO_LONG", "a frame has at most 4096 bytes");
    else
        take_frame(cn_server_of(wsi), conn, conn->in, whole);
    return 0;
}

/* A paused table has nothing to show before it has been read again. */
static bool snap_is_due(const cn_conn *conn)
{
    return conn->wants_snap && !cn_table_unsure(conn->table);
}

static int write_one(struct lws *wsi, cn_conn *conn)
{
    if (snap_is_due(conn) && conn->queue.count == 0) {
        conn->wants_snap = false;
        send_object(conn, cn_encode_snap(conn->table, conn->seat));
    }
    cn_message *message = cn_queue_take(&conn->queue);
    if (message == NULL) {
        conn->waiting_since_ms = 0;
        if (conn->close_code == 0) return 0;
        lws_close_reason(wsi, (enum lws_close_status)conn->close_code, NULL, 0);
        return -1;
    }
    int written = lws_write(wsi, cn_message_text(message), message->length, LWS_WRITE_TEXT);
    bool good = written >= (int)message->length;
    free(message);
    bool more = conn->queue.count > 0 || snap_is_due(conn) || conn->close_code != 0;
    conn->waiting_since_ms = more ? cn_now_ms() : 0;
    if (more) lws_callback_on_writable(wsi);
    return good ? 0 : -1;
}

static void open_conn(cn_server *server, cn_conn *conn, struct lws *wsi)
{
    /* The system would hold megabytes for somebody who does not read. */
    int bytes = CN_SEND_BUFFER_BYTES;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    memset(conn, 0, sizeof *conn);
    conn->wsi = wsi;
    conn->opened_ms = conn->refilled_ms = cn_now_ms();
    conn->allowance_milli = (int64_t)server->options->rate * CN_RATE_BURST * 1000;
    conn->next = server->conns;
    conn->self = &server->conns;
    if (conn->next != NULL) conn->next->self = &conn->next;
    server->conns = conn;
    server->conn_count++;
}

static void close_conn(cn_server *server, cn_conn *conn)
{
    if (conn->self == NULL) return;
    *conn->self = conn->next;
    if (conn->next != NULL) conn->next->self = conn->self;
    conn->self = NULL;
    server->conn_count--;
    cn_queue_clear(&conn->queue);
    if (conn->table == NULL) return;
    cn_table_depart(conn->table, conn->seat, cn_now_ms());
    if (!cn_table_present(conn->table, conn->seat)) tell_presence(server, conn->table);
}

int cn_ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length)
{
    cn_conn *conn = user;
    cn_server *server = cn_server_of(wsi);
    if (reason == LWS_CALLBACK_ESTABLISHED) open_conn(server, conn, wsi);
    if (reason == LWS_CALLBACK_RECEIVE) return take_piece(wsi, conn, in, length);
    if (reason == LWS_CALLBACK_SERVER_WRITEABLE) return write_one(wsi, conn);
    if (reason == LWS_CALLBACK_CLOSED) close_conn(server, conn);
    return 0;
}

/* A seat that changed hands: whoever was connected to it has no key any more. */
static void send_away(cn_conn *conn)
{
    send_object(conn, cn_encode_bye("LEFT"));
    close_after_queue(conn, LWS_CLOSE_STATUS_NORMAL);
}

void cn_ws_tell(void *user, cn_table *table, const cn_changes *changes)
{
    cn_server *server = user;
    for (cn_conn *conn = server->conns; conn != NULL; conn = conn->next) {
        if (conn->table != table) continue;
        for (unsigned i = 0; i < changes->count; i++)
            if (changes->change[i].kind == CN_ENTRY_SEAT && changes->change[i].seat == conn->seat)
                send_away(conn);
        for (unsigned i = 0; i < changes->count && !conn->wants_snap; i++)
            send_object(conn, cn_encode_change(table, conn->seat, &changes->change[i]));
        if (changes->count == 0 && !conn->wants_snap) send_object(conn, cn_encode_seats(table));
    }
}

void cn_ws_tell_pause(void *user, cn_table *table)
{
    cn_server *server = user;
    for (cn_conn *conn = server->conns; conn != NULL; conn = conn->next) {
        if (conn->table != table) continue;
        if (cn_table_unsure(table))
            send_object(conn, cn_encode_paused());
        else if (cn_table_seat(table, conn->seat)->human)
            want_snap(conn);
        else
            send_away(conn);
    }
}

void cn_ws_tell_replaced(void *user, const cn_table *table, unsigned seat, const char *word)
{
    cn_server *server = user;
    for (cn_conn *conn = server->conns; conn != NULL; conn = conn->next)
        if (conn->table == table && !conn->wants_snap)
            send_object(conn, cn_encode_replaced(table, seat, word));
}

void cn_ws_sweep(cn_server *server, int64_t now_ms)
{
    for (cn_conn *conn = server->conns; conn != NULL; conn = conn->next) {
        bool mute = conn->table == NULL && now_ms - conn->opened_ms > CN_HELLO_MS;
        bool slow =
            conn->waiting_since_ms != 0 && now_ms - conn->waiting_since_ms > CN_SLOW_READER_MS;
        if (slow)
            lws_set_timeout(conn->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        else if (mute && conn->close_code == 0)
            close_after_queue(conn, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    }
}

void cn_ws_farewell(cn_server *server, const char *code)
{
    for (cn_conn *conn = server->conns; conn != NULL; conn = conn->next) {
        conn->wants_snap = false;
        send_object(conn, cn_encode_bye(code));
        close_after_queue(conn, CLOSE_RESTART);
    }
}
