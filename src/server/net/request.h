/* A request read from a connection: head and body, held to the strictest reading of RFC 9112.
 * Not here: what it asks for (conn_answer.c), sockets.
 * Invariant: whatever bytes come in, the result is a request of which no other reader could see a
 * different end, or a refusal after which nothing more is read. */
#ifndef CANASTA_SERVER_REQUEST_H
#define CANASTA_SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "server/base/bounds.h"

typedef enum cn_method { CN_GET, CN_HEAD, CN_POST, CN_OTHER_METHOD } cn_method;

typedef struct cn_refusal {
    unsigned status; /* 0: not refused */
    const char *code, *message;
} cn_refusal;

/* Finds the end of a head, looking at each byte once; all zero at its beginning. */
typedef struct cn_head_scan {
    size_t length;
    unsigned lines, column;
    char before;
} cn_head_scan;

/* Looks at further bytes. Returns how many belong to the head if it ends in them, `size` if it does
 * not yet; `*refused` where there is no such request. */
size_t cn_head_scan_more(cn_head_scan *scan, const char *bytes, size_t size, bool *ended,
                         cn_refusal *refused);

typedef struct cn_request cn_request;

/* Reads a head that has been scanned. Never NULL; it may be refused. */
cn_request *cn_request_make(const char *head, size_t length);
void cn_request_free(cn_request *request);
/* Takes bytes of the body; returns how many of them belong to it. */
size_t cn_request_feed(cn_request *request, const char *bytes, size_t size);

const cn_refusal *cn_request_refusal(const cn_request *request);
bool cn_request_complete(const cn_request *request);
/* The other side wants another answer on this connection. */
bool cn_request_keeps_alive(const cn_request *request);
/* It says `Expect: 100-continue`, and waits for leave to send its body. */
bool cn_request_waits(const cn_request *request);

cn_method cn_request_method(const cn_request *request);
const char *cn_request_path(const cn_request *request); /* as it was sent, without the query */
/* What stands behind `name=` in the query, decoded; "" if it is missing. Lasts as the request. */
const char *cn_request_query(cn_request *request, const char *name);
/* A header's value, "" if there is none; the first, where there are several. */
const char *cn_request_header(const cn_request *request, const char *name);
const char *cn_request_last_header(const cn_request *request, const char *name);
bool cn_request_has_header(const cn_request *request, const char *name);
/* The key of a person that the request shows, by `Authorization: Bearer` or by a cookie; "" if
 * none, CN_NO_TOKEN where it can be none. */
void cn_request_token(const cn_request *request, char out[CN_TOKEN_CHARACTERS + 1]);
#define CN_COOKIE "canasta"
enum { CN_COOKIE_SECONDS = 366 * 86400 };
const char *cn_request_body(const cn_request *request, size_t *length);

/* True if a list of words in a header, or in several of that name, holds this one in any case. */
bool cn_request_header_lists(const cn_request *request, const char *name, const char *word);

#endif
