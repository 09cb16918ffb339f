/* Status lines, headers, bodies handed over. Not here: as in the header.
 * Invariant: as in the header. */
#include "server/net/answer.h"

#include <stdlib.h>

#include "server/net/request.h"

static const char fixed_headers[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

static const char *phrase_of(unsigned status)
{
    static const struct {
        unsigned status;
        const char *phrase;
    } phrases[] = {{200, "OK"},
                   {202, "Accepted"},
                   {304, "Not Modified"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {410, "Gone"},
                   {429, "Too Many Requests"},
                   {500, "Internal Server Error"},
                   {503, "Service Unavailable"}};
    for (unsigned i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (phrases[i].status == status) return phrases[i].phrase;
    return status < 500 ? "Refused" : "Failed";
}

/* The line of that name, or none. */
static const char *connection_of(unsigned status, bool keep)
{
    if (status == 426) return keep ? "connection: upgrade\r\n" : "connection: upgrade, close\r\n";
    return keep ? "" : "connection: close\r\n";
}

/* What says how long the body is, and of what kind. Of one that is not sent because it is known
 * (304) nothing is said. */
static void write_about_body(struct evbuffer *out, const cn_reply *reply)
{
    if (reply->status != 304)
        evbuffer_add_printf(out, "content-type: %s\r\ncontent-length: %zu\r\n", reply->type,
                            reply->length);
    if (reply->coding != NULL && reply->status != 304)
        evbuffer_add_printf(out, "content-encoding: %s\r\n", reply->coding);
    if (reply->varies) evbuffer_add_printf(out, "vary: accept-encoding\r\n");
}

static void write_head(struct evbuffer *out, const cn_reply *reply, cn_manner manner)
{
    evbuffer_add_printf(out, "HTTP/1.1 %u %s\r\n", reply->status, phrase_of(reply->status));
    write_about_body(out, reply);
    evbuffer_add_printf(out, "%scache-control: %s\r\n", fixed_headers, reply->cache);
    if (reply->retry_ms > 0)
        evbuffer_add_printf(out, "retry-after: %lld\r\n",
                            (long long)(reply->retry_ms + 999) / 1000);
    if (reply->etag[0] != '\0') evbuffer_add_printf(out, "etag: %s\r\n", reply->etag);
    if (reply->cookie[0] != '\0')
        evbuffer_add_printf(
            out, "set-cookie: %s=%s; Path=/; HttpOnly; SameSite=Strict%s; Max-Age=%d\r\n",
            CN_COOKIE, reply->cookie, manner.secure ? "; Secure" : "", CN_COOKIE_SECONDS);
    if (reply->forget)
        evbuffer_add_printf(out,
                            "set-cookie: %s=; Path=/; HttpOnly; SameSite=Strict%s; Max-Age=0\r\n",
                            CN_COOKIE, manner.secure ? "; Secure" : "");
    if (reply->file_name[0] != '\0')
        evbuffer_add_printf(out, "content-disposition: attachment; filename=\"%s\"\r\n",
                            reply->file_name);
    if (reply->status == 405) evbuffer_add_printf(out, "allow: GET, HEAD, POST\r\n");
    if (reply->status == 426) /* says what would be understood */
        evbuffer_add_printf(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    evbuffer_add_printf(out, "%s\r\n", connection_of(reply->status, manner.keep));
}

static void free_body(const void *bytes, size_t length, void *user)
{
    (void)bytes;
    (void)length;
    free(user);
}

static bool write_body(struct evbuffer *out, cn_reply *reply)
{
    if (reply->length == 0) return false;
    if (reply->shared != NULL) {
        evbuffer_add_reference(out, reply->shared, reply->length, NULL, NULL);
    } else if (reply->file < 0) {
        if (evbuffer_add_reference(out, reply->memory, reply->length, free_body, reply->memory) ==
            0)
            reply->memory = NULL;
    } else if (evbuffer_add_file(out, reply->file, 0, (ev_off_t)reply->length) == 0) {
        reply->file = -1;
        return true;
    }
    return false;
}

bool cn_answer_write(struct evbuffer *out, cn_reply *reply, cn_manner manner)
{
    write_head(out, reply, manner);
    return !manner.head_only && reply->status != 304 && write_body(out, reply);
}
