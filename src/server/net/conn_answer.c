/* What a whole request gets: a call, a file, the measures, the WebSocket, or a refusal.
 * Not here: how an answer is written (answer.h), what the calls do (api.h).
 * Invariant: a request is judged before anything is done for it, and answered once. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/base/clock.h"
#include "server/net/answer.h"
#include "server/net/conn_inner.h"
#include "server/net/files.h"
#include "server/net/metrics.h"
#include "server/net/origin.h"
#include "server/talk/session.h"

/* A large answer of its own memory, if not too many of them wait for the address. */
static cn_reply hold(cn_conn *conn, cn_reply reply)
{
    if (reply.memory == NULL || reply.length <= CN_REPLY_BYTES_SMALL || conn->address == NULL)
        return reply;
    if (cn_address_hold(conn->address, reply.length)) {
        conn->held_bytes += reply.length;
        return reply;
    }
    cn_reply_free(&reply);
    return cn_reply_later(CN_SLOW_READER_MS, "take the answers that wait for your address first");
}

/* By when an answer is to be taken, behind those that wait before it. */
static void note_time(cn_conn *conn, size_t bytes)
{
    const int64_t now = cn_clock_ms(), usual = now + CN_IDLE_MS;
    if (conn->taken_ms < usual) conn->taken_ms = usual;
    conn->taken_ms += (int64_t)bytes * 1000 / CN_REPLY_BYTES_PER_S;
}

/* Writes the answer to the request that was read, or to one that could not be. */
static void write_reply(cn_conn *conn, cn_reply reply)
{
    reply = hold(conn, reply);
    note_time(conn, reply.length);
    const cn_request *request = conn->request;
    const bool keep = request != NULL && cn_request_keeps_alive(request) && !conn->net->draining;
    const cn_manner manner = {.keep = keep,
                              .secure = conn->secure,
                              .head_only =
                                  request != NULL && cn_request_method(request) == CN_HEAD};
    if (cn_answer_write(cn_conn_output(conn), &reply, manner)) conn->holds_file = true;
    if (reply.status < CN_STATUSES) conn->net->counts.answered[reply.status]++;
    cn_reply_free(&reply);
    cn_request_free(conn->request);
    conn->request = NULL;
    conn->begun = false;
    conn->state = keep ? CN_AT_HEAD : CN_AT_END;
    cn_conn_wait(conn, CN_IDLE_MS);
}

void cn_conn_refuse(cn_conn *conn, const cn_refusal *no)
{
    const bool passes = no->status == 429 || no->status == 503;
    write_reply(conn,
                cn_reply_passing(no->status, no->code, no->message, passes ? CN_FULL_RETRY_MS : 0));
}

void cn_conn_give(cn_caller *caller, cn_reply reply)
{
    cn_conn *conn = (cn_conn *)caller;
    if (conn->state == CN_GONE) {
        cn_reply_free(&reply);
        free(conn);
        return;
    }
    write_reply(conn, reply);
    if (!conn->busy) cn_conn_advance(conn);
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
                    .from = conn->keeper ? (cn_who){{0}} : cn_address_who(conn->address),
                    .is_here =
                        !conn->keeper && !conn->trusted && cn_address_is_here(conn->address)};
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
        cn_conn_refuse(conn, &no);
        return;
    }
    evbuffer_add_printf(cn_conn_output(conn),
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                        "Sec-WebSocket-Protocol: " CN_SUBPROTOCOL "\r\n\r\n",
                        accept);
    cn_visitor visitor = {.from = cn_address_who(conn->address)};
    cn_request_token(conn->request, visitor.token);
    cn_request_free(conn->request);
    conn->request = NULL;
    conn->state = CN_AT_SOCKET;
    conn->net->counts.sockets++;
    conn->net->counts.answered[101]++;
    cn_conn_wait(conn, CN_HELLO_MS);
    conn->ws = cn_ws_open(conn->net->hall, conn->events, &visitor, cn_conn_end_soon, conn);
}

/* What the proxy itself says in that header: the last word of the last one. */
static const char *word_of_proxy(const cn_conn *conn, const char *header)
{
    const char *words = cn_request_last_header(conn->request, header);
    const char *last = strrchr(words, ',');
    last = last != NULL ? last + 1 : words;
    return last + strspn(last, " \t");
}

/* Whose connection it is where a proxy asks for somebody: the last one it names. */
static bool enter_address(cn_conn *conn)
{
    if (conn->address != NULL && !conn->trusted) return true;
    cn_conn_leave_address(conn); /* of who asked before */
    struct in6_addr from = {0};  /* of all whom the proxy does not name */
    cn_address_read(word_of_proxy(conn, "x-forwarded-for"), &from);
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

void cn_conn_answer(cn_conn *conn)
{
    const cn_request *request = conn->request;
    const char *path = cn_request_path(request);
    const cn_refusal no = judge(conn);
    /* Keys are for TLS alone, unless it says that there is none. */
    conn->secure =
        conn->trusted && strcasecmp(word_of_proxy(conn, "x-forwarded-proto"), "http") != 0;
    conn->state = CN_AT_WORK;
    if (no.status != 0)
        cn_conn_refuse(conn, &no);
    else if (conn->keeper)
        answer_keeper(conn);
    else if (strcmp(path, "/ws") == 0)
        upgrade(conn);
    else if (cn_api_owns(path) || cn_request_method(request) == CN_POST)
        answer_call(conn);
    else
        write_reply(conn, file_reply(conn, path));
}
