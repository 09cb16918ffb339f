/* The life of a connection, on a bufferevent and one timer: accepted, in time, sent away, ended.
 * Not here: what is read (conn_read.c), what is answered (conn_answer.c).
 * Invariant: the timer always runs; a connection that is freed waits for no answer. */
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/secret.h"
#include "server/net/conn_inner.h"

struct evbuffer *cn_conn_input(const cn_conn *conn)
{
    return bufferevent_get_input(conn->events);
}

struct evbuffer *cn_conn_output(const cn_conn *conn)
{
    return bufferevent_get_output(conn->events);
}

void cn_conn_wait(cn_conn *conn, long ms)
{
    const struct timeval time = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    evtimer_add(conn->timer, &time);
}

static void release(cn_conn *conn)
{
    if (conn->address != NULL) cn_address_release(conn->address, conn->held_bytes);
    conn->held_bytes = 0;
}

void cn_conn_note_taken(cn_conn *conn)
{
    conn->holds_file = false;
    release(conn);
    if (conn->trusted && conn->state == CN_AT_HEAD && !conn->begun) cn_conn_leave_address(conn);
}

void cn_conn_leave_address(cn_conn *conn)
{
    release(conn);
    if (conn->address != NULL) cn_address_leave(conn->net->addresses, conn->address);
    conn->address = NULL;
}

static void end(cn_conn *conn)
{
    if (conn->state == CN_GONE) return;
    const bool awaits = conn->state == CN_AT_WORK;
    conn->net->counts.sockets -= conn->ws != NULL;
    conn->net->counts.keepers -= conn->keeper;
    cn_ws_free(conn->ws);
    conn->ws = NULL;
    cn_conn_leave_address(conn);
    cn_request_free(conn->request);
    conn->request = NULL;
    event_free(conn->timer);
    bufferevent_free(conn->events);
    *conn->self = conn->next;
    if (conn->next != NULL) conn->next->self = conn->self;
    conn->net->conn_count--;
    conn->state = CN_GONE;
    if (!awaits) free(conn);
}

void cn_conn_end_soon(void *user)
{
    cn_conn *conn = user;
    conn->over = true;
    cn_conn_wait(conn, 0);
}

static void on_move(struct bufferevent *events, void *user)
{
    (void)events;
    cn_conn_advance(user);
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
    cn_conn_advance(conn);
}

/* Who takes little at a time has until the time that his answers may take. */
static void wait_for_taker(cn_conn *conn)
{
    const int64_t left = conn->taken_ms - cn_clock_ms();
    if (left <= 0)
        end(conn);
    else
        cn_conn_wait(conn, left < CN_IDLE_MS ? left : CN_IDLE_MS);
}

/* The time of the state it is in is over. */
static void on_time(evutil_socket_t none, short what, void *user)
{
    cn_conn *conn = user;
    const size_t waits = evbuffer_get_length(cn_conn_output(conn));
    (void)none;
    (void)what;
    if (conn->over) {
        end(conn);
    } else if (conn->state == CN_AT_SOCKET && conn->leaves) {
        cn_ws_farewell(conn->ws);
    } else if (conn->state == CN_AT_SOCKET) {
        if (!cn_ws_demand_hello(conn->ws)) cn_conn_wait(conn, CN_HELLO_MS);
    } else if (waits > 0) {
        wait_for_taker(conn); /* the write's own time limit ends who takes nothing */
    } else if (conn->state == CN_AT_WORK) {
        cn_conn_wait(conn, CN_IDLE_MS);
    } else if (conn->begun) {
        const cn_refusal no = {408, "FORMAT", "the request took too long"};
        cn_request_free(conn->request);
        conn->request = NULL;
        cn_conn_refuse(conn, &no);
        cn_conn_advance(conn);
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
    conn->caller.give = cn_conn_give;
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
    bufferevent_setwatermark(conn->events, EV_READ, 0, CN_INPUT_BYTES_MAX);
    bufferevent_set_timeouts(conn->events, NULL, &slow);
    cn_conn_wait(conn, CN_REQUEST_MS);
    bufferevent_enable(conn->events, EV_READ | EV_WRITE);
}

void cn_conns_drain(cn_net *net, uint32_t ms)
{
    for (cn_conn *conn = net->conns; conn != NULL; conn = conn->next) {
        if (conn->state != CN_AT_SOCKET) continue;
        const uint32_t in_ms = cn_secret_below(ms + 1);
        conn->leaves = true;
        cn_ws_drain(conn->ws, in_ms);
        if (!conn->over) cn_conn_wait(conn, in_ms);
    }
}

void cn_conns_farewell(cn_net *net)
{
    for (cn_conn *conn = net->conns; conn != NULL; conn = conn->next) {
        if (conn->state == CN_AT_SOCKET)
            cn_ws_farewell(conn->ws);
        else if (conn->state == CN_AT_HEAD && !conn->begun &&
                 evbuffer_get_length(cn_conn_output(conn)) == 0)
            cn_conn_end_soon(conn);
    }
}

void cn_conns_end(cn_net *net)
{
    for (cn_conn *conn = net->conns, *next; conn != NULL; conn = next) {
        next = conn->next;
        end(conn);
    }
}
