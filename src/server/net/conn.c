/* The life of a connection, on a bufferevent and one timer.
 * Not here: as in the header.
 * Invariant: the timer always runs; a connection that is freed waits for no answer. */
#include "server/net/conn.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>

#include "server/base/secret.h"
#include "server/net/answer.h"
#include "server/net/files.h"
#include "server/net/metrics.h"
#include "server/net/origin.h"
#include "server/net/request.h"
#include "server/net/ws.h"
#include "server/talk/api.h"
#include "server/talk/session.h"

enum { INPUT_BYTES_MAX = 16384, OUTPUT_PAUSE_BYTES = 65536 };

typedef enum conn_state {
    AT_HEAD,   /* a request's head, or nothing yet */
    AT_BODY,   /* it is being read */
    AT_WORK,   /* the answer is awaited */
    AT_END,    /* the last answer is on its way; what comes is of no use */
    AT_SOCKET, /* it is a WebSocket */
    GONE       /* nobody is there any more, but an answer is still to come */
} conn_state;

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
    conn_state state;
    bool trusted, secure;          /* it comes from the proxy, which was asked by TLS */
    bool keeper;                   /* it is one to the keeper's port */
    bool leaves;                   /* the timer is for its farewell */
    bool begun, ended, shut, over; /* a request; the other side; our side; to be freed */
    bool busy;                     /* a request is being looked at */
    bool full;                     /* nothing more is taken from the socket just now */
    bool holds_file;               /* open, until everything that was written is gone */
    size_t unread;
};

static struct evbuffer *input_of(const cn_conn *conn)
{
    return bufferevent_get_input(conn->events);
}

static struct evbuffer *output_of(const cn_conn *conn)
{
    return bufferevent_get_output(conn->events);
}

static void wait_ms(cn_conn *conn, long ms)
{
    const struct timeval time = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    evtimer_add(conn->timer, &time);
}

static void leave_address(cn_conn *conn)
{
    if (conn->address != NULL) cn_address_leave(conn->net->addresses, conn->address);
    conn->address = NULL;
}

static void end(cn_conn *conn)
{
    if (conn->state == GONE) return;
    const bool awaits = conn->state == AT_WORK;
    conn->net->counts.sockets -= conn->ws != NULL;
    conn->net->counts.keepers -= conn->keeper;
    cn_ws_free(conn->ws);
    conn->ws = NULL;
    leave_address(conn);
    cn_request_free(conn->request);
    conn->request = NULL;
    event_free(conn->timer);
    bufferevent_free(conn->events);
    *conn->self = conn->next;
    if (conn->next != NULL) conn->next->self = conn->self;
    conn->net->conn_count--;
    conn->state = GONE;
    if (!awaits) free(conn);
}

/* Ends it from the loop: whoever calls still needs it. */
static void end_soon(void *user)
{
    cn_conn *conn = user;
    conn->over = true;
    wait_ms(conn, 0);
}

/* Writes the answer to the request that was read, or to one that could not be. */
static void write_reply(cn_conn *conn, cn_reply reply)
{
    const cn_request *request = conn->request;
    const bool keep = request != NULL && cn_request_keeps_alive(request) && !conn->net->draining;
    const cn_manner manner = {.keep = keep,
                              .secure = conn->secure,
                              .head_only =
                                  request != NULL && cn_request_method(request) == CN_HEAD};
    if (cn_answer_write(output_of(conn), &reply, manner)) conn->holds_file = true;
    if (reply.status < CN_STATUSES) conn->net->counts.answered[reply.status]++;
    cn_reply_free(&reply);
    cn_request_free(conn->request);
    conn->request = NULL;
    conn->begun = false;
    conn->state = keep ? AT_HEAD : AT_END;
    if (conn->trusted) leave_address(conn);
    wait_ms(conn, CN_IDLE_MS);
}

static void refuse(cn_conn *conn, const cn_refusal *no)
{
    write_reply(conn, cn_reply_error(no->status, no->code, no->message));
}

static void advance(cn_conn *conn);

/* The answer to a call: now, or when the log has been asked. */
static void give(cn_caller *caller, cn_reply reply)
{
    cn_conn *conn = (cn_conn *)caller;
    if (conn->state == GONE) {
        cn_reply_free(&reply);
        free(conn);
        return;
    }
    write_reply(conn, reply);
    if (!conn->busy) advance(conn);
}

/* What the device says it is: of plain letters, so that it can be shown anywhere. */
static void read_label(const cn_request *request, char out[CN_LABEL_BYTES_MAX + 1])
{
    size_t length = 0;
    const char *agent = cn_request_header(request, "user-agent");
    for (; *agent != '\0' && length < CN_LABEL_BYTES_MAX; agent++)
        if (*agent >= ' ' && *agent <= '~') out[length++] = *agent;
    out[length] = '\0';
}

static void answer_call(cn_conn *conn)
{
    cn_request *request = conn->request;
    char token[CN_TOKEN_CHARACTERS + 1], label[CN_LABEL_BYTES_MAX + 1];
    cn_request_token(request, token);
    read_label(request, label);
    cn_call call = {.post = cn_request_method(request) == CN_POST,
                    .path = cn_request_path(request),
                    .players = cn_request_query(request, "players"),
                    .overrides = cn_request_query(request, "overrides"),
                    .token = token,
                    .label = label,
                    .from = conn->keeper ? (cn_who){{0}} : cn_address_who(conn->address)};
    call.body = cn_request_body(request, &call.body_length);
    cn_api_answer(conn->net->hall, &call, &conn->caller);
}

/* Who asks for the WebSocket: 0 if it may have it. */
static cn_refusal judge_upgrade(const cn_conn *conn)
{
    const cn_request *request = conn->request;
    size_t body;
    cn_request_body(request, &body);
    if (cn_request_method(request) != CN_GET)
        return (cn_refusal){405, "METHOD", "ask for the WebSocket with GET"};
    if (body > 0) return (cn_refusal){400, "FORMAT", "no body goes with an upgrade"};
    if (!cn_request_header_lists(request, "upgrade", "websocket") ||
        !cn_request_header_lists(request, "connection", "upgrade") ||
        !cn_request_keeps_alive(request) ||
        strcmp(cn_request_header(request, "sec-websocket-version"), "13") != 0)
        return (cn_refusal){426, "FORMAT", "this is for WebSockets of version 13"};
    if (!cn_origin_is_own(request))
        return (cn_refusal){403, "ORIGIN", "another page may not connect"};
    if (!cn_request_header_lists(request, "sec-websocket-protocol", CN_SUBPROTOCOL))
        return (cn_refusal){400, "SUBPROTOCOL", "the subprotocol must be " CN_SUBPROTOCOL};
    if (conn->net->draining)
        return (cn_refusal){503, "FULL", "no further connection can be served"};
    return (cn_refusal){0};
}

static void upgrade(cn_conn *conn)
{
    char accept[CN_WS_ACCEPT_BYTES];
    cn_refusal no = judge_upgrade(conn);
    if (no.status == 0 &&
        !cn_ws_accept_key(cn_request_header(conn->request, "sec-websocket-key"), accept))
        no = (cn_refusal){400, "FORMAT", "this is no key of a WebSocket"};
    if (no.status != 0) {
        refuse(conn, &no);
        return;
    }
    evbuffer_add_printf(output_of(conn),
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                        "Sec-WebSocket-Protocol: " CN_SUBPROTOCOL "\r\n\r\n",
                        accept);
    cn_visitor visitor = {.from = cn_address_who(conn->address)};
    cn_request_token(conn->request, visitor.token);
    cn_request_free(conn->request);
    conn->request = NULL;
    conn->state = AT_SOCKET;
    conn->net->counts.sockets++;
    conn->net->counts.answered[101]++;
    wait_ms(conn, CN_HELLO_MS);
    conn->ws = cn_ws_open(conn->net->hall, conn->events, &visitor, end_soon, conn);
}

/* Whose connection it is where a proxy asks for somebody: the last one it names. */
static bool enter_address(cn_conn *conn)
{
    if (conn->address != NULL) return true;
    const char *names = cn_request_last_header(conn->request, "x-forwarded-for");
    const char *last = strrchr(names, ',');
    last = last != NULL ? last + 1 : names;
    last += strspn(last, " \t");
    struct in6_addr from = {0}; /* of all whom the proxy does not name */
    cn_address_read(last, &from);
    conn->address = cn_address_enter(conn->net->addresses, &from);
    return conn->address != NULL;
}

/* What is wrong with a whole request, whatever it asks for. */
static cn_refusal judge(cn_conn *conn)
{
    const cn_request *request = conn->request;
    if (!cn_host_is_own(conn->net->options, cn_request_header(request, "host")))
        return (cn_refusal){421, "HOST", "the server is not known by this name"};
    if (!conn->keeper && !enter_address(conn))
        return (cn_refusal){429, "RATE", "too many connections from your address"};
    if (cn_request_method(request) == CN_OTHER_METHOD)
        return (cn_refusal){405, "METHOD", "ask with GET or POST"};
    if (cn_request_method(request) == CN_POST && !cn_origin_is_own(request))
        return (cn_refusal){403, "ORIGIN", "another page may not ask this"};
    return (cn_refusal){0};
}

static cn_reply file_reply(const cn_conn *conn, const char *path)
{
    const cn_server_options *options = conn->net->options;
    const char *known = cn_request_header(conn->request, "if-none-match");
    if (options->settings.web != NULL) return cn_file_reply(options->settings.web, path, known);
    return cn_page_reply(options->page, path, known,
                         cn_request_header(conn->request, "accept-encoding"));
}

/* At the keeper's port there are measures and the state of the server, and nothing else. */
static void answer_keeper(cn_conn *conn)
{
    const char *path = cn_request_path(conn->request);
    if (strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0)
        answer_call(conn);
    else if (strcmp(path, "/metrics") == 0 && cn_request_method(conn->request) != CN_POST)
        write_reply(conn, cn_metrics_reply(conn->net));
    else
        write_reply(conn, cn_reply_error(404, "NOT_FOUND", "there is nothing here"));
}

static void answer(cn_conn *conn)
{
    const cn_request *request = conn->request;
    const char *path = cn_request_path(request);
    const cn_refusal no = judge(conn);
    conn->secure =
        conn->trusted && strcmp(cn_request_header(request, "x-forwarded-proto"), "https") == 0;
    conn->state = AT_WORK;
    if (no.status != 0)
        refuse(conn, &no);
    else if (conn->keeper)
        answer_keeper(conn);
    else if (strcmp(path, "/ws") == 0)
        upgrade(conn);
    else if (cn_api_owns(path) || cn_request_method(request) == CN_POST)
        answer_call(conn);
    else
        write_reply(conn, file_reply(conn, path));
}

/* Reads on in a head. True if there is more to be done. */
static bool read_head(cn_conn *conn)
{
    struct evbuffer *in = input_of(conn);
    const size_t length = evbuffer_get_length(in);
    const char *bytes = (const char *)evbuffer_pullup(in, -1);
    bool ended;
    cn_refusal no = {0};
    cn_head_scan_more(&conn->scan, bytes + conn->scan.length, length - conn->scan.length, &ended,
                      &no);
    if (no.status == 0 && !ended) return false;
    if (no.status != 0) {
        refuse(conn, &no);
        return true;
    }
    conn->request = cn_request_make(bytes, conn->scan.length);
    evbuffer_drain(in, conn->scan.length);
    conn->scan = (cn_head_scan){0};
    conn->state = AT_BODY;
    if (cn_request_waits(conn->request) && cn_request_refusal(conn->request)->status == 0 &&
        evbuffer_get_length(in) == 0)
        evbuffer_add_printf(output_of(conn), "HTTP/1.1 100 Continue\r\n\r\n");
    return true;
}

static void read_body(cn_conn *conn)
{
    struct evbuffer_iovec piece;
    if (evbuffer_peek(input_of(conn), -1, NULL, &piece, 1) < 1) return;
    evbuffer_drain(input_of(conn), cn_request_feed(conn->request, piece.iov_base, piece.iov_len));
}

/* Answers a request that is whole, or will never be. True if it did. */
static bool answer_if_whole(cn_conn *conn)
{
    if (conn->request == NULL) return false;
    const cn_refusal *no = cn_request_refusal(conn->request);
    if (no->status != 0) {
        const cn_refusal copy = *no;
        refuse(conn, &copy);
    } else if (cn_request_complete(conn->request)) {
        answer(conn);
    } else {
        return false;
    }
    return true;
}

/* Who does not take his answers gets no more of them, and has one file open at most. */
static bool may_read(const cn_conn *conn)
{
    return (conn->state == AT_HEAD || conn->state == AT_BODY) && !conn->over &&
           evbuffer_get_length(input_of(conn)) > 0 && !conn->holds_file &&
           evbuffer_get_length(output_of(conn)) <= OUTPUT_PAUSE_BYTES;
}

static void read_requests(cn_conn *conn)
{
    while (may_read(conn)) {
        if (!conn->begun) wait_ms(conn, CN_REQUEST_MS); /* which its bytes do not move */
        conn->begun = true;
        if (conn->state == AT_BODY)
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
    conn->unread += evbuffer_get_length(input_of(conn));
    evbuffer_drain(input_of(conn), SIZE_MAX);
    if (conn->unread > CN_UNREAD_BYTES_MAX) end_soon(conn);
}

/* libevent calls without end for an input that is full and stays so, unless it is told not to read.
 */
static void note_fullness(cn_conn *conn)
{
    const bool full = evbuffer_get_length(input_of(conn)) >= INPUT_BYTES_MAX;
    if (full == conn->full) return;
    conn->full = full;
    if (full)
        bufferevent_disable(conn->events, EV_READ);
    else if (!conn->ended)
        bufferevent_enable(conn->events, EV_READ);
}

/* Goes on as far as it can. */
static void advance(cn_conn *conn)
{
    conn->busy = true;
    if (evbuffer_get_length(output_of(conn)) == 0) conn->holds_file = false;
    read_requests(conn);
    conn->busy = false;
    if (conn->state == AT_SOCKET || conn->over) return;
    if (conn->state == AT_END) read_away(conn);
    note_fullness(conn);
    if (evbuffer_get_length(output_of(conn)) > 0) return;
    if (conn->ended && conn->state != AT_WORK) {
        end_soon(conn);
    } else if (conn->state == AT_END && !conn->shut) {
        conn->shut = true;
        shutdown(bufferevent_getfd(conn->events), SHUT_WR);
        wait_ms(conn, CN_LINGER_MS);
    }
}

static void on_move(struct bufferevent *events, void *user)
{
    (void)events;
    advance(user);
}

static void on_event(struct bufferevent *events, short what, void *user)
{
    cn_conn *conn = user;
    (void)events;
    if ((what & BEV_EVENT_EOF) == 0) {
        end(conn);
        return;
    }
    conn->ended = true; /* half of it: what has come is answered */
    advance(conn);
}

/* The time of the state it is in is over. */
static void on_time(evutil_socket_t none, short what, void *user)
{
    cn_conn *conn = user;
    (void)none;
    (void)what;
    if (conn->over) {
        end(conn);
    } else if (conn->state == AT_SOCKET && conn->leaves) {
        cn_ws_farewell(conn->ws);
    } else if (conn->state == AT_SOCKET) {
        if (!cn_ws_demand_hello(conn->ws)) wait_ms(conn, CN_HELLO_MS);
    } else if (conn->state == AT_WORK || evbuffer_get_length(output_of(conn)) > 0) {
        wait_ms(conn, CN_IDLE_MS); /* the write's own time limit ends who takes nothing */
    } else if (conn->begun) {
        const cn_refusal no = {408, "FORMAT", "the request took too long"};
        cn_request_free(conn->request);
        conn->request = NULL;
        refuse(conn, &no);
        advance(conn);
    } else {
        end(conn);
    }
}

static bool is_proxy(const cn_net *net, const struct sockaddr *from)
{
    struct in6_addr address, proxy;
    return cn_address_read(net->options->settings.proxy, &proxy) && cn_address_of(from, &address) &&
           memcmp(&address, &proxy, sizeof address) == 0;
}

static cn_conn *make(cn_net *net, evutil_socket_t socket)
{
    cn_conn *conn = calloc(1, sizeof *conn);
    if (conn == NULL) abort();
    conn->caller.give = give;
    conn->net = net;
    conn->events = bufferevent_socket_new(net->base, socket, BEV_OPT_CLOSE_ON_FREE);
    conn->timer = evtimer_new(net->base, on_time, conn);
    if (conn->events == NULL || conn->timer == NULL) abort();
    conn->next = net->conns;
    conn->self = &net->conns;
    if (conn->next != NULL) conn->next->self = &conn->next;
    net->conns = conn;
    net->conn_count++;
    return conn;
}

/* Whether one more may come; whose connection it is, is in `*address` then. */
static bool may_come(cn_net *net, const struct sockaddr *from, bool trusted, cn_address **address)
{
    *address = NULL;
    if (net->conn_count - net->counts.keepers >= net->conns_max) {
        net->counts.too_many++;
        return false;
    }
    if (trusted) return true;
    struct in6_addr who = {0};
    cn_address_of(from, &who);
    *address = cn_address_enter(net->addresses, &who);
    net->counts.too_many_of_one += *address == NULL;
    return *address != NULL;
}

void cn_conn_accept(cn_net *net, evutil_socket_t socket, const struct sockaddr *from, bool keeper)
{
    const bool trusted = !keeper && is_proxy(net, from);
    cn_address *address = NULL;
    if (keeper ? net->counts.keepers >= CN_KEEPERS_MAX : !may_come(net, from, trusted, &address)) {
        evutil_closesocket(socket);
        return;
    }
    net->counts.accepted++;
    net->counts.keepers += keeper;
    const int bytes = CN_SEND_BUFFER_BYTES, one = 1;
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    const struct timeval slow = {.tv_sec = CN_SLOW_READER_MS / 1000};
    cn_conn *conn = make(net, socket);
    conn->address = address;
    conn->trusted = trusted;
    conn->keeper = keeper;
    bufferevent_setcb(conn->events, on_move, on_move, on_event, conn);
    bufferevent_setwatermark(conn->events, EV_READ, 0, INPUT_BYTES_MAX);
    bufferevent_set_timeouts(conn->events, NULL, &slow);
    wait_ms(conn, CN_REQUEST_MS);
    bufferevent_enable(conn->events, EV_READ | EV_WRITE);
}

void cn_conns_drain(cn_net *net, uint32_t ms)
{
    for (cn_conn *conn = net->conns; conn != NULL; conn = conn->next) {
        if (conn->state != AT_SOCKET) continue;
        const uint32_t in_ms = cn_secret_below(ms + 1);
        conn->leaves = true;
        cn_ws_drain(conn->ws, in_ms);
        if (!conn->over) wait_ms(conn, in_ms);
    }
}

void cn_conns_farewell(cn_net *net)
{
    for (cn_conn *conn = net->conns; conn != NULL; conn = conn->next) {
        if (conn->state == AT_SOCKET)
            cn_ws_farewell(conn->ws);
        else if (conn->state == AT_HEAD && !conn->begun &&
                 evbuffer_get_length(output_of(conn)) == 0)
            end_soon(conn);
    }
}

void cn_conns_end(cn_net *net)
{
    for (cn_conn *conn = net->conns, *next; conn != NULL; conn = next) {
        next = conn->next;
        end(conn);
    }
}
