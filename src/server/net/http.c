/* Requests and replies on libwebsockets: one request for each connection.
 * Not here: paths and bodies (api.c, files.c).
 * Invariant: every reply carries the security headers, and its connection ends with it. The library
 * reads bodies wrongly where requests come in one piece, so a second one is never looked at; from
 * the reply on the connection is ours (outgoing.h). */
#include "server/net/http.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/files.h"
#include "server/net/origin.h"
#include "server/net/state.h"
#include "server/talk/api.h"

enum {
    PATH_BYTES = 256,
    HEAD_BYTES = 2048,
    END = -1 /* of a callback: the library closes what it has of the connection */
};

typedef struct refusal {
    unsigned status; /* 0: not refused */
    const char *code, *message;
} refusal;

typedef struct cn_request {
    bool post, head;
    refusal refused;
    char path[PATH_BYTES];
    char body[CN_FRAME_BYTES_MAX];
    size_t body_length; /* may be more than there is room for; then it is not whole */
} cn_request;

size_t cn_http_session_bytes(void)
{
    return sizeof(cn_request);
}

typedef struct header {
    const char *name, *value;
} header;

static const header fixed_headers[] = {
    {"connection:", "close"},
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'self'; "
     "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

/* Writes the head of a reply; 0 if it does not fit. */
static size_t write_head(struct lws *wsi, const cn_reply *reply, unsigned char head[HEAD_BYTES])
{
    unsigned char *at = head, *end = head + HEAD_BYTES;
    if (lws_add_http_common_headers(wsi, reply->status, reply->type, reply->length, &at, end) != 0)
        return 0;
    for (unsigned i = 0; i < sizeof fixed_headers / sizeof fixed_headers[0]; i++)
        if (!add_header(wsi, fixed_headers[i].name, fixed_headers[i].value, &at, end)) return 0;
    if (!add_header(wsi, "cache-control:", reply->cache, &at, end)) return 0;
    if (reply->etag[0] != '\0' && !add_header(wsi, "etag:", reply->etag, &at, end)) return 0;
    return lws_finalize_http_header(wsi, &at, end) == 0 ? (size_t)(at - head) : 0;
}

/* Takes the connection from the library, which is left a dead socket to close. */
static int take_socket(struct lws *wsi)
{
    const int theirs = lws_get_socket_fd(wsi);
    const int ours = fcntl(theirs, F_DUPFD_CLOEXEC, 0);
    const int dead = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool taken = ours >= 0 && dead >= 0 && dup2(dead, theirs) == theirs &&
                       fcntl(theirs, F_SETFD, FD_CLOEXEC) == 0;
    if (dead >= 0) close(dead);
    if (taken) return ours;
    if (ours >= 0) close(ours);
    return -1;
}

/* Sends a reply and ends the connection, whatever else comes on it. */
static int send_reply(struct lws *wsi, bool head_only, cn_reply reply)
{
    unsigned char head[HEAD_BYTES];
    const size_t head_length = write_head(wsi, &reply, head);
    const bool in_memory = reply.file < 0;
    const size_t body_length = head_only || !in_memory ? 0 : reply.length;
    const int connection = head_length > 0 ? take_socket(wsi) : -1;
    unsigned char *bytes = connection >= 0 ? malloc(head_length + body_length) : NULL;
    if (bytes != NULL) {
        memcpy(bytes, head, head_length);
        memcpy(bytes + head_length, reply.memory, body_length);
        const cn_out out = {.socket = connection,
                            .bytes = bytes,
                            .length = head_length + body_length,
                            .file = reply.file,
                            .file_length = head_only || in_memory ? 0 : reply.length};
        reply.file = -1;
        cn_outgoing_add(cn_server_of(wsi)->outgoing, &out, cn_now_ms());
    } else if (connection >= 0) {
        close(connection);
    }
    cn_reply_free(&reply);
    return END;
}

static void copy_header(struct lws *wsi, enum lws_token_indexes token, char *out, int size)
{
    if (lws_hdr_copy(wsi, out, size, token) <= 0) out[0] = '\0';
}

/* What stands behind `name=` in the query, empty if it is missing. All headers together are shorter
 * than the room for it. */
static const char *query_part(struct lws *wsi, const char *name, char room[CN_FRAME_BYTES_MAX])
{
    const char *value = lws_get_urlarg_by_name(wsi, name, room, CN_FRAME_BYTES_MAX);
    return value != NULL ? value : "";
}

static cn_reply call_reply(struct lws *wsi, const cn_request *request)
{
    char players[CN_FRAME_BYTES_MAX], overrides[CN_FRAME_BYTES_MAX];
    const cn_call call = {.post = request->post,
                          .path = request->path,
                          .players = query_part(wsi, "players=", players),
                          .overrides = query_part(wsi, "overrides=", overrides),
                          .body = request->body,
                          .body_length = request->body_length,
                          .now_ms = cn_now_ms()};
    return cn_api_answer(cn_server_of(wsi)->hall, &call);
}

static cn_reply file_reply(struct lws *wsi, const cn_request *request)
{
    char match[64];
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, match, sizeof match);
    return cn_file_reply(cn_server_of(wsi)->options->web_dir, request->path, match);
}

/* Answers a request that has been read whole, or refuses one whose body nobody will read. */
static int answer(struct lws *wsi, cn_request *request)
{
    const refusal *no = &request->refused;
    if (no->status != 0)
        return send_reply(wsi, request->head, cn_reply_error(no->status, no->code, no->message));
    if (request->post || cn_api_owns(request->path))
        return send_reply(wsi, request->head, call_reply(wsi, request));
    return send_reply(wsi, request->head, file_reply(wsi, request));
}

static bool has_header(struct lws *wsi, enum lws_token_indexes token)
{
    return lws_hdr_total_length(wsi, token) > 0;
}

/* Also where a blank before the colon hides it from the library. */
static bool has_transfer_encoding(struct lws *wsi)
{
    static const char *const hidden[] = {"transfer-encoding :", "transfer-encoding\t:"};
    for (unsigned i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (lws_hdr_custom_length(wsi, hidden[i], (int)strlen(hidden[i])) >= 0) return true;
    return has_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING);
}

/* How long the body is, 0 if there is none; `*refused` where that cannot be told or nobody would
 * read so much. */
static size_t body_to_come(struct lws *wsi, bool post, refusal *refused)
{
    char text[24];
    const bool given = has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    const size_t digits = strspn(text, "0123456789");
    if (has_transfer_encoding(wsi))
        *refused = given ? (refusal){400, "FORMAT", "a body has one length"}
                         : (refusal){411, "FORMAT", "the body's length must be given"};
    else if (!given && post)
        *refused = (refusal){411, "FORMAT", "the body's length must be given"};
    else if (given && (digits == 0 || text[digits] != '\0'))
        *refused = (refusal){400, "FORMAT", "the body's length must be a number"};
    else if (digits > 5 || strtoul(text, NULL, 10) > CN_FRAME_BYTES_FATAL)
        *refused = (refusal){413, "TOO_LONG", "the body is longer than 4096 bytes"};
    else
        return strtoul(text, NULL, 10);
    return 0;
}

/* What is wrong with a request before its body is looked at. */
static refusal judge_request(struct lws *wsi, const cn_request *request, int method, size_t body)
{
    if (request->path[0] == '\0') return (refusal){404, "NOT_FOUND", "there is nothing here"};
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD && method != LWSHUMETH_POST)
        return (refusal){405, "METHOD", "ask with GET or POST"};
    if (request->post && !cn_origin_is_own(wsi))
        return (refusal){403, "ORIGIN", "another page may not ask this"};
    if (body > CN_FRAME_BYTES_MAX)
        return (refusal){413, "TOO_LONG", "the body is longer than 4096 bytes"};
    return (refusal){0};
}

/* Reads the head of a request; returns how long its body is. */
static size_t read_request(struct lws *wsi, cn_request *request)
{
    char *path = NULL;
    int length = 0;
    const int method = lws_http_get_uri_and_method(wsi, &path, &length);
    memset(request, 0, sizeof *request);
    if (path != NULL && length > 0 && length < PATH_BYTES)
        memcpy(request->path, path, (size_t)length);
    request->post = method == LWSHUMETH_POST;
    request->head = method == LWSHUMETH_HEAD;
    const size_t body = body_to_come(wsi, request->post, &request->refused);
    if (request->refused.status == 0) request->refused = judge_request(wsi, request, method, body);
    return body;
}

static int begin_request(struct lws *wsi, cn_request *request)
{
    return read_request(wsi, request) > 0 ? 0 : answer(wsi, request);
}

static void take_body(cn_request *request, const void *in, size_t length)
{
    const size_t at = request->body_length;
    if (length > 0 && at + length <= sizeof request->body) memcpy(request->body + at, in, length);
    request->body_length += length;
}

/* Why a request for the WebSocket is not let in. */
static refusal judge_upgrade(struct lws *wsi, const cn_request *request)
{
    char protocol[64];
    const cn_server *server = cn_server_of(wsi);
    copy_header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol);
    if (strcmp(request->path, "/ws") != 0)
        return (refusal){404, "NOT_FOUND", "the WebSocket is at /ws"};
    if (request->post || request->head)
        return (refusal){405, "METHOD", "ask for the WebSocket with GET"};
    if (!cn_origin_is_own(wsi)) return (refusal){403, "ORIGIN", "another page may not connect"};
    if (strcmp(protocol, CN_SUBPROTOCOL) != 0)
        return (refusal){400, "SUBPROTOCOL", "the subprotocol must be " CN_SUBPROTOCOL};
    if (server->stopping || server->conn_count >= CN_CONNECTIONS_MAX)
        return (refusal){503, "FULL", "no further connection can be served"};
    return (refusal){0};
}

/* The door to the WebSocket: 0 lets in. Who would rather speak another protocol is answered in this
 * one; there is nowhere to wait for a body. */
static int check_upgrade(struct lws *wsi)
{
    char upgrade[16];
    cn_request request;
    copy_header(wsi, WSI_TOKEN_UPGRADE, upgrade, sizeof upgrade);
    if (upgrade[0] == '\0') return END; /* the library has refused it by itself */
    refusal *no = &request.refused;
    if (read_request(wsi, &request) > 0 && no->status == 0)
        *no = (refusal){400, "FORMAT", "no body goes with an upgrade"};
    if (strcasecmp(upgrade, "websocket") == 0 && no->status == 0) {
        *no = judge_upgrade(wsi, &request);
        if (no->status == 0) return 0;
    }
    return answer(wsi, &request);
}

int cn_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length)
{
    cn_request *request = user;
    /* Only these reasons concern us; libwebsockets has about a hundred. */
    if (reason == LWS_CALLBACK_HTTP) return begin_request(wsi, request);
    if (reason == LWS_CALLBACK_HTTP_BODY) take_body(request, in, length);
    if (reason == LWS_CALLBACK_HTTP_BODY_COMPLETION) return answer(wsi, request);
    if (reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE) return check_upgrade(wsi);
    /* CONNECT would make a bare socket of the connection. */
    if (reason == LWS_CALLBACK_RAW_ADOPT || reason == LWS_CALLBACK_RAW_RX) return END;
    return 0;
}
