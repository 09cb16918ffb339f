/* Reading requests: of HTTP/1.1 just as much as is needed, for a body is never longer than a page,
 * and always says how long it is. Not here: answers. Invariant: as in the header. */
#include "server/net/request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <event2/http.h>
#include <event2/keyvalq_struct.h>

enum { HEAD_BYTES_MAX = 8192, HEADERS_MAX = 64 };

typedef struct header {
    const char *name;
    char *value;
} header;

struct cn_request {
    cn_refusal refusal;
    cn_method method;
    bool first_version, query_read;
    unsigned header_count;
    header header[HEADERS_MAX];
    char *target, *path, *query_text;
    struct evkeyvalq query;
    size_t body_length, body_to_come;
    char body[CN_FRAME_BYTES_MAX];
    char head[]; /* a copy, cut into strings */
};

static const cn_refusal bad_head = {400, "FORMAT", "this is no request of HTTP/1.1"};
static const cn_refusal long_head = {431, "TOO_LONG", "the head of the request is too long"};
static const cn_refusal long_target = {414, "TOO_LONG", "the address is too long"};

/* A line that ends with LF alone, one that goes on the line before, a character
 * that is none: other readers see other heads there. */
static bool is_bad(const cn_head_scan *scan, char c)
{
    const unsigned char byte = (unsigned char)c;
    if ((c == '\n') != (scan->before == '\r')) return true;
    if (c == '\r' || c == '\n') return false;
    if (scan->column == 0 && scan->lines > 0 && (c == ' ' || c == '\t')) return true;
    if (scan->lines == 0 && (byte > 127 || c == '\t')) return true;
    return byte == 127 || (byte < ' ' && c != '\t');
}

/* True at the empty line behind the head. One before it is let pass (RFC 9112, 2.2). */
static bool end_line(cn_head_scan *scan, cn_refusal *refused)
{
    if (scan->column == 0 && scan->lines > 0) return true;
    if (scan->column == 0 && scan->length > 2) *refused = bad_head;
    if (scan->column > 0 && ++scan->lines > HEADERS_MAX) *refused = long_head;
    scan->column = 0;
    return false;
}

size_t cn_head_scan_more(cn_head_scan *scan, const char *bytes, size_t size, bool *ended,
                         cn_refusal *refused)
{
    *ended = false;
    for (size_t i = 0; i < size; i++) {
        const char c = bytes[i];
        if (++scan->length > HEAD_BYTES_MAX) *refused = scan->lines > 0 ? long_head : long_target;
        if (is_bad(scan, c)) *refused = bad_head;
        scan->before = c;
        if (c == '\n')
            *ended = end_line(scan, refused);
        else if (c != '\r')
            scan->column++;
        if (*ended || refused->status != 0) return i + 1;
    }
    return size;
}

static void refuse(cn_request *request, unsigned status, const char *code, const char *message)
{
    if (request->refusal.status == 0) request->refusal = (cn_refusal){status, code, message};
}

static bool is_token(const char *text)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const size_t length = strspn(text, letters);
    return length > 0 && text[length] == '\0';
}

/* Notes a header of the copy. False if it is none. */
static bool cut_header(cn_request *request, char *line)
{
    char *value = strchr(line, ':');
    if (value == NULL) return false;
    *value++ = '\0';
    value += strspn(value, " \t");
    size_t length = strlen(value);
    while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t')) length--;
    value[length] = '\0';
    request->header[request->header_count++] = (header){line, value};
    return is_token(line);
}

static cn_method method_of(const char *word)
{
    if (strcmp(word, "GET") == 0) return CN_GET;
    if (strcmp(word, "HEAD") == 0) return CN_HEAD;
    return strcmp(word, "POST") == 0 ? CN_POST : CN_OTHER_METHOD;
}

/* METHOD /path?query HTTP/1.1 */
static bool cut_first(cn_request *request, char *line)
{
    char *target = strchr(line, ' '), *version = target != NULL ? strchr(target + 1, ' ') : NULL;
    if (version == NULL) return false;
    *target++ = *version++ = '\0';
    request->first_version = strcmp(version, "HTTP/1.0") == 0;
    if (!request->first_version && strcmp(version, "HTTP/1.1") != 0) {
        if (strncmp(version, "HTTP/", 5) == 0) refuse(request, 505, "FORMAT", "ask with HTTP/1.1");
        return false;
    }
    request->method = method_of(line);
    request->target = request->path = target;
    char *query = strchr(target, '?');
    if (query != NULL) *query++ = '\0';
    request->query_text = query;
    return is_token(line) && target[0] == '/';
}

static bool cut(cn_request *request)
{
    char *line = request->head + strspn(request->head, "\r\n");
    for (char *end; (end = strstr(line, "\r\n")) != NULL && end != line; line = end + 2) {
        *end = '\0';
        if (request->target == NULL ? !cut_first(request, line) : !cut_header(request, line))
            return false;
    }
    return request->target != NULL;
}

static unsigned count_of(const cn_request *request, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < request->header_count; i++)
        count += strcasecmp(request->header[i].name, name) == 0;
    return count;
}

/* How long the body is must be said, once and as a number. */
static void judge_length(cn_request *request)
{
    const char *text = cn_request_header(request, "content-length");
    const unsigned given = count_of(request, "content-length");
    const bool encoded = count_of(request, "transfer-encoding") > 0;
    const size_t digits = strspn(text, "0123456789");
    if (given > 1 || (encoded && given > 0))
        refuse(request, 400, "FORMAT", "a body has one length");
    else if (encoded || (given == 0 && request->method == CN_POST))
        refuse(request, 411, "FORMAT", "the body's length must be given");
    else if (given > 0 && (digits == 0 || text[digits] != '\0'))
        refuse(request, 400, "FORMAT", "the body's length must be a number");
    else if (digits > 9 || strtoul(text, NULL, 10) > CN_FRAME_BYTES_MAX)
        refuse(request, 413, "TOO_LONG", "the body is longer than 4096 bytes");
    else
        request->body_to_come = strtoul(text, NULL, 10);
}

static void judge_head(cn_request *request)
{
    const unsigned hosts = count_of(request, "host");
    if (hosts > 1 || (hosts == 0 && !request->first_version))
        refuse(request, 400, "FORMAT", "a request names one host");
    if (count_of(request, "origin") > 1 || count_of(request, "authorization") > 1)
        refuse(request, 400, "FORMAT", "a request comes from one page, and shows one key");
    judge_length(request);
    if (count_of(request, "expect") > 0 &&
        strcasecmp(cn_request_header(request, "expect"), "100-continue") != 0)
        refuse(request, 417, "FORMAT", "this cannot be expected");
}

cn_request *cn_request_make(const char *head, size_t length)
{
    cn_request *request = calloc(1, sizeof *request + length + 1);
    if (request == NULL) abort();
    memcpy(request->head, head, length);
    if (cut(request))
        judge_head(request);
    else if (request->refusal.status == 0)
        request->refusal = bad_head;
    return request;
}

size_t cn_request_feed(cn_request *request, const char *bytes, size_t size)
{
    const size_t used = size < request->body_to_come ? size : request->body_to_come;
    memcpy(request->body + request->body_length, bytes, used);
    request->body_length += used;
    request->body_to_come -= used;
    return used;
}

void cn_request_free(cn_request *request)
{
    if (request == NULL) return;
    if (request->query_read) evhttp_clear_headers(&request->query);
    free(request);
}

const cn_refusal *cn_request_refusal(const cn_request *request)
{
    return &request->refusal;
}

bool cn_request_complete(const cn_request *request)
{
    return request->refusal.status == 0 && request->body_to_come == 0;
}

bool cn_request_keeps_alive(const cn_request *request)
{
    return request->refusal.status == 0 && !request->first_version &&
           !cn_request_header_lists(request, "connection", "close");
}

bool cn_request_waits(const cn_request *request)
{
    return request->body_to_come > 0 && !request->first_version && count_of(request, "expect") > 0;
}

cn_method cn_request_method(const cn_request *request)
{
    return request->method;
}

const char *cn_request_path(const cn_request *request)
{
    return request->path;
}

const char *cn_request_query(cn_request *request, const char *name)
{
    if (request->query_text == NULL) return "";
    if (!request->query_read) {
        request->query_read = evhttp_parse_query_str(request->query_text, &request->query) == 0;
        if (!request->query_read) return "";
    }
    const char *value = evhttp_find_header(&request->query, name);
    return value != NULL ? value : "";
}

const char *cn_request_header(const cn_request *request, const char *name)
{
    for (unsigned i = 0; i < request->header_count; i++)
        if (strcasecmp(request->header[i].name, name) == 0) return request->header[i].value;
    return "";
}

const char *cn_request_last_header(const cn_request *request, const char *name)
{
    for (unsigned i = request->header_count; i > 0; i--)
        if (strcasecmp(request->header[i - 1].name, name) == 0) return request->header[i - 1].value;
    return "";
}

const char *cn_request_body(const cn_request *request, size_t *length)
{
    *length = request->body_length;
    return request->body;
}

bool cn_request_has_header(const cn_request *request, const char *name)
{
    return count_of(request, name) > 0;
}

static bool lists(const char *at, const char *word)
{
    const size_t length = strlen(word);
    while (*at != '\0') {
        at += strspn(at, " \t,");
        const size_t size = strcspn(at, " \t,");
        if (size == length && strncasecmp(at, word, size) == 0) return true;
        at += size;
    }
    return false;
}

bool cn_request_header_lists(const cn_request *request, const char *name, const char *word)
{
    for (unsigned i = 0; i < request->header_count; i++)
        if (strcasecmp(request->header[i].name, name) == 0 && lists(request->header[i].value, word))
            return true;
    return false;
}

/* Copies up to the end of a word; what is no token opens nothing. */
static void copy_token(const char *text, char out[CN_TOKEN_CHARACTERS + 1])
{
    size_t length = strcspn(text, " \t;,");
    if (length == 0 || length > CN_TOKEN_CHARACTERS) {
        text = CN_NO_TOKEN;
        length = strlen(text);
    }
    memcpy(out, text, length);
    out[length] = '\0';
}

void cn_request_token(const cn_request *request, char out[CN_TOKEN_CHARACTERS + 1])
{
    static const char cookie[] = CN_COOKIE "=";
    const char *given = cn_request_header(request, "authorization");
    out[0] = '\0';
    if (strncasecmp(given, "bearer", 6) == 0 && strcspn(given, " \t") == 6) {
        copy_token(given + 6 + strspn(given + 6, " \t"), out);
        return;
    }
    for (const char *at = cn_request_header(request, "cookie"); *at != '\0';) {
        at += strspn(at, " ;");
        if (strncmp(at, cookie, sizeof cookie - 1) == 0) copy_token(at + sizeof cookie - 1, out);
        at += strcspn(at, ";");
    }
}
