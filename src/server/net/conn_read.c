/* Requests read from a connection, one after the other, while whoever asks takes his answers.
 * Not here: heads and bodies (request.h), what is answered (conn_answer.c).
 * Invariant: nothing is read while an answer is awaited, or more than a bound is still to be taken.
 */
#include <sys/socket.h>

#include "server/net/conn_inner.h"

/* Reads on in a head. True if there is more to be done. */
static bool read_head(cn_conn *conn)
{
    struct evbuffer *in = cn_conn_input(conn);
    const size_t length = evbuffer_get_length(in);
    const char *bytes = (const char *)evbuffer_pullup(in, -1);
    bool ended;
    cn_refusal no = {0};
    cn_head_scan_more(&conn->scan, bytes + conn->scan.length, length - conn->scan.length, &ended,
                      &no);
    if (no.status == 0 && !ended) return false;
    if (no.status != 0) {
        cn_conn_refuse(conn, &no);
        return true;
    }
    conn->request = cn_request_make(bytes, conn->scan.length);
    evbuffer_drain(in, conn->scan.length);
    conn->scan = (cn_head_scan){0};
    conn->state = CN_AT_BODY;
    if (cn_request_waits(conn->request) && cn_request_refusal(conn->request)->status == 0 &&
        evbuffer_get_length(in) == 0)
        evbuffer_add_printf(cn_conn_output(conn), "HTTP/1.1 100 Continue\r\n\r\n");
    return true;
}

static void read_body(cn_conn *conn)
{
    struct evbuffer_iovec piece;
    if (evbuffer_peek(cn_conn_input(conn), -1, NULL, &piece, 1) < 1) return;
    evbuffer_drain(cn_conn_input(conn),
                   cn_request_feed(conn->request, piece.iov_base, piece.iov_len));
}

/* Answers a request that is whole, or will never be. True if it did. */
static bool answer_if_whole(cn_conn *conn)
{
    if (conn->request == NULL) return false;
    const cn_refusal *no = cn_request_refusal(conn->request);
    if (no->status != 0) {
        const cn_refusal copy = *no;
        cn_conn_refuse(conn, &copy);
    } else if (cn_request_complete(conn->request)) {
        cn_conn_answer(conn);
    } else {
        return false;
    }
    return true;
}

/* Who does not take his answers gets no more of them, and has one file open at most. */
static bool may_read(const cn_conn *conn)
{
    return (conn->state == CN_AT_HEAD || conn->state == CN_AT_BODY) && !conn->over &&
           evbuffer_get_length(cn_conn_input(conn)) > 0 && !conn->holds_file &&
           evbuffer_get_length(cn_conn_output(conn)) <= CN_REPLY_BYTES_SMALL;
}

static void read_requests(cn_conn *conn)
{
    while (may_read(conn)) {
        if (!conn->begun) cn_conn_wait(conn, CN_REQUEST_MS); /* which its bytes do not move */
        conn->begun = true;
        if (conn->state == CN_AT_BODY)
            read_body(conn);
        else if (!read_head(conn))
            return;
        answer_if_whole(conn);
    }
}

/* What comes behind the last answer is read away: closing before would take the answer from who has
 * not read it yet. */
static void read_away(cn_conn *conn)
{
    conn->unread += evbuffer_get_length(cn_conn_input(conn));
    evbuffer_drain(cn_conn_input(conn), SIZE_MAX);
    if (conn->unread > CN_UNREAD_BYTES_MAX) cn_conn_end_soon(conn);
}

/* libevent calls without end for an input that is full and stays so, unless it is told not to read.
 */
static void note_fullness(cn_conn *conn)
{
    const bool full = evbuffer_get_length(cn_conn_input(conn)) >= CN_INPUT_BYTES_MAX;
    if (full == conn->full) return;
    conn->full = full;
    if (full)
        bufferevent_disable(conn->events, EV_READ);
    else if (!conn->ended)
        bufferevent_enable(conn->events, EV_READ);
}

void cn_conn_advance(cn_conn *conn)
{
    conn->busy = true;
    if (evbuffer_get_length(cn_conn_output(conn)) == 0) cn_conn_note_taken(conn);
    read_requests(conn);
    conn->busy = false;
    if (conn->state == CN_AT_SOCKET || conn->over) return;
    if (conn->state == CN_AT_END) read_away(conn);
    note_fullness(conn);
    if (evbuffer_get_length(cn_conn_output(conn)) > 0) return;
    if (conn->ended && conn->state != CN_AT_WORK) {
        cn_conn_end_soon(conn);
    } else if (conn->state == CN_AT_END && !conn->shut) {
        conn->shut = true;
        shutdown(bufferevent_getfd(conn->events), SHUT_WR);
        cn_conn_wait(conn, CN_LINGER_MS);
    }
}
