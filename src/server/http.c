/* Requests and replies on libwebsockets.
 * Not here: paths and bodies (api.c, files.c).
 * Invariant: every reply carries the security headers. */
#include "server/http.h"

#include <string.h>

#include "server/api.h"
#include "server/files.h"
#include "server/origin.h"
#include "server/state.h"

enum { CHUNK_BYTES = 16384, PATH_BYTES = 256 };

typedef struct cn_request {
    bool post, refused;
    char path[PATH_BYTES];
    char body[CN_FRAME_BYTES_MAX];
    size_t body_length;
    bool too_long;
    cn_reply reply;
    size_t sent;
} cn_request;

size_t cn_http_session_bytes(void)
{
    return sizeof(cn_request);
}

typedef struct header {
    const char *name, *value;
} header;

static const header security_headers[] = {
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

static bool send_head(struct lws *wsi, const cn_reply *reply)
{
    unsigned char head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start;
    unsigned char *end = head + sizeof head - 1;
    if (lws_add_http_common_headers(wsi, reply->status, reply->type, reply->length, &at, end) != 0)
        return false;
    for (unsigned i = 0; i < sizeof security_headers / sizeof security_headers[0]; i++)
        if (!add_header(wsi, security_headers[i].name, security_headers[i].value, &at, end))
            return false;
    if (!add_header(wsi, "cache-control:", reply->cache, &at, end)) return false;
    if (reply->etag[0] != '\0' && !add_header(wsi, "etag:", reply->etag, &at, end)) return false;
    return lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

/* Sends the head now and the body when there is room. Nonzero ends the connection. */
static int begin_reply(struct lws *wsi, cn_request *request, cn_reply reply)
{
    cn_reply_free(&request->reply);
    request->reply = reply;
    request->sent = 0;
    if (!send_head(wsi, &request->reply)) return -1;
    if (reply.length > 0) return lws_callback_on_writable(wsi) < 0 ? -1 : 0;
    cn_reply_free(&request->reply);
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

static int go_on_with_reply(struct lws *wsi, cn_request *request)
{
    cn_reply *reply = &request->reply;
    if (reply->memory == NULL) return 0;
    size_t left = reply->length - request->sent;
    size_t now = left < CHUNK_BYTES ? left : CHUNK_BYTES;
    bool last = now == left;
    int written = lws_write(wsi, cn_reply_body(reply) + request->sent, now,
                            last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < (int)now) return -1;
    request->sent += now;
    if (!last) return lws_callback_on_writable(wsi) < 0 ? -1 : 0;
    cn_reply_free(reply);
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
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

static int answer_call(struct lws *wsi, cn_request *request)
{
    cn_server *server = cn_server_of(wsi);
    char players[CN_FRAME_BYTES_MAX], overrides[CN_FRAME_BYTES_MAX];
    cn_call call = {.post = request->post,
                    .path = request->path,
                    .players = query_part(wsi, "players=", players),
                    .overrides = query_part(wsi, "overrides=", overrides),
                    .body = request->body,
                    .body_length = request->body_length,
                    .now_ms = cn_now_ms()};
    return begin_reply(wsi, request, cn_api_answer(server->hall, &call));
}

/* A reply before the body has been read: the connection cannot be used again. */
static int refuse_early(struct lws *wsi, cn_request *request, unsigned status, const char *code,
                        const char *message)
{
    request->refused = true;
    return begin_reply(wsi, request, cn_reply_error(status, code, message));
}

static int begin_post(struct lws *wsi, cn_request *request)
{
    char length[24];
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (!cn_origin_is_own(wsi))
        return refuse_early(wsi, request, 403, "ORIGIN", "another page may not ask this");
    if (length[0] == '\0')
        return refuse_early(wsi, request, 411, "FORMAT", "the body's length must be given");
    if (strlen(length) > 4 || atoi(length) > CN_FRAME_BYTES_MAX)
        return refuse_early(wsi, request, 413, "TOO_LONG", "the body is longer than 4096 bytes");
    return 0; /* the end of the body is told, even of an empty one */
}

static int begin_request(struct lws *wsi, cn_request *request)
{
    char *path = NULL, match[64];
    int length = 0;
    int method = lws_http_get_uri_and_method(wsi, &path, &length);
    cn_reply_free(&request->reply); /* of the request before on this connection */
    memset(request, 0, sizeof *request);
    if (path == NULL || length <= 0 || length >= PATH_BYTES)
        return refuse_early(wsi, request, 404, "NOT_FOUND", "there is nothing here");
    memcpy(request->path, path, (size_t)length);
    request->post = method == LWSHUMETH_POST;
    if (method != LWSHUMETH_GET && method != LWSHUMETH_POST)
        return refuse_early(wsi, request, 405, "METHOD", "ask with GET or POST");
    if (request->post) return begin_post(wsi, request);
    if (cn_api_owns(request->path)) return answer_call(wsi, request);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, match, sizeof match);
    return begin_reply(wsi, request,
                       cn_file_reply(cn_server_of(wsi)->options->web_dir, request->path, match));
}

static void take_body(cn_request *request, const void *in, size_t length)
{
    if (request->refused) return;
    if (length > sizeof request->body - request->body_length) {
        request->too_long = true;
        return;
    }
    if (length > 0) memcpy(request->body + request->body_length, in, length);
    request->body_length += length;
}

static int end_body(struct lws *wsi, cn_request *request)
{
    if (request->refused) return 0;
    if (request->too_long)
        return begin_reply(wsi, request,
                           cn_reply_error(413, "TOO_LONG", "the body is longer than 4096 bytes"));
    return answer_call(wsi, request);
}

/* The door to the WebSocket: 0 lets in, 1 means refused with an answer. */
static int check_upgrade(struct lws *wsi)
{
    char path[PATH_BYTES], protocol[64];
    cn_server *server = cn_server_of(wsi);
    cn_reply reply;
    copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    copy_header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol);
    if (strcmp(path, "/ws") != 0)
        reply = cn_reply_error(404, "NOT_FOUND", "the WebSocket is at /ws");
    else if (!cn_origin_is_own(wsi))
        reply = cn_reply_error(403, "ORIGIN", "another page may not connect");
    else if (strcmp(protocol, CN_SUBPROTOCOL) != 0)
        reply = cn_reply_error(400, "SUBPROTOCOL", "the subprotocol must be " CN_SUBPROTOCOL);
    else if (server->stopping || server->conn_count >= CN_CONNECTIONS_MAX)
        reply = cn_reply_error(503, "FULL", "no further connection can be served");
    else
        return 0;
    if (send_head(wsi, &reply))
        lws_write(wsi, cn_reply_body(&reply), reply.length, LWS_WRITE_HTTP_FINAL);
    cn_reply_free(&reply);
    return 1;
}

int cn_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length)
{
    cn_request *request = user;
    /* Only these reasons concern us; libwebsockets has about a hundred. */
    if (reason == LWS_CALLBACK_HTTP) return begin_request(wsi, request);
    if (reason == LWS_CALLBACK_HTTP_BODY) {
        take_body(request, in, length);
        return 0;
    }
    if (reason == LWS_CALLBACK_HTTP_BODY_COMPLETION) return end_body(wsi, request);
    if (reason == LWS_CALLBACK_HTTP_WRITEABLE) return go_on_with_reply(wsi, request);
    if (reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE) return check_upgrade(wsi);
    if (reason == LWS_CALLBACK_CLOSED_HTTP && request != NULL) cn_reply_free(&request->reply);
    return 0;
}
