/* Requests in a stream, as a connection reads them (net/conn_read.c): heads scanned, read, bodies
 * fed. Not here: answers. Invariant: any pieces of the same bytes are the same requests, up to the
 * same refusal. */
#include "server/net/request.h"
#include "fuzz.h"

enum { SAID_MAX = 1 << 18, CUTS = 8 };

typedef struct reading {
    size_t length;
    char said[SAID_MAX];
} reading;

static void say(reading *r, const char *text, size_t length)
{
    MUST(r->length + length + 1 < SAID_MAX);
    memcpy(r->said + r->length, text, length);
    r->length += length;
    r->said[r->length++] = '\n';
}

static void say_text(reading *r, const char *text)
{
    MUST(text != NULL);
    say(r, text, strlen(text));
}

/* Everything that anybody asks of a request. */
static void describe(reading *r, cn_request *request)
{
    size_t length;
    char token[CN_TOKEN_CHARACTERS + 1];
    const char method = (char)('0' + cn_request_method(request));
    say(r, &method, 1);
    say_text(r, cn_request_path(request));
    say_text(r, cn_request_query(request, "players"));
    say_text(r, cn_request_query(request, "overrides"));
    static const char *const names[] = {"host",   "origin",          "upgrade",       "connection",
                                        "cookie", "x-forwarded-for", "if-none-match", "user-agent"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        say_text(r, cn_request_header(request, names[i]));
        say_text(r, cn_request_last_header(request, names[i]));
        say_text(r, cn_request_header_lists(request, names[i], "upgrade") ? "yes" : "no");
    }
    cn_request_token(request, token);
    MUST(strlen(token) <= CN_TOKEN_CHARACTERS);
    say_text(r, token);
    say_text(r, cn_request_keeps_alive(request) ? "keeps" : "closes");
    const char *body = cn_request_body(request, &length);
    MUST(length <= CN_FRAME_BYTES_MAX);
    say(r, body, length);
}

/* The requests of a stream; stops behind the first refusal, as a connection does. */
static void read_all(reading *r, const uint8_t *bytes, size_t size, fuzz_cuts cuts)
{
    size_t from = 0, come = 0; /* read, and there */
    cn_head_scan scan = {0};
    cn_request *request = NULL;
    bool over = false;
    while (!over && come < size) {
        come += fuzz_piece(&cuts, size - come);
        for (bool more = true; more && !over;) {
            more = false;
            if (request == NULL && from + scan.length < come) {
                bool ended;
                cn_refusal no = {0};
                cn_head_scan_more(&scan, (const char *)bytes + from + scan.length,
                                  come - from - scan.length, &ended, &no);
                MUST(scan.length <= come - from);
                if (no.status != 0) {
                    say_text(r, no.message);
                    over = true;
                } else if (ended) {
                    /* A copy of its own: whoever reads beyond it is seen. */
                    char *head = malloc(scan.length);
                    MUST(head != NULL);
                    memcpy(head, bytes + from, scan.length);
                    request = cn_request_make(head, scan.length);
                    free(head);
                    from += scan.length;
                    scan = (cn_head_scan){0};
                    more = true;
                }
            }
            if (!over && request != NULL && cn_request_refusal(request)->status == 0 &&
                !cn_request_complete(request) && from < come)
                from += cn_request_feed(request, (const char *)bytes + from, come - from);
            MUST(from <= come);
            if (request == NULL) continue;
            if (cn_request_refusal(request)->status != 0) {
                MUST(cn_request_refusal(request)->status >= 400);
                say_text(r, cn_request_refusal(request)->message);
                over = true;
            } else if (cn_request_complete(request)) {
                describe(r, request);
                over = !cn_request_keeps_alive(request);
                cn_request_free(request);
                request = NULL;
                more = true;
            }
        }
    }
    cn_request_free(request);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static reading whole, cut;
    whole.length = cut.length = 0;
    const size_t cuts = size < CUTS ? size : CUTS;
    read_all(&whole, bytes + cuts, size - cuts, (fuzz_cuts){0});
    read_all(&cut, bytes + cuts, size - cuts, (fuzz_cuts){bytes, bytes + cuts});
    MUST(whole.length == cut.length && memcmp(whole.said, cut.said, whole.length) == 0);
    return 0;
}
