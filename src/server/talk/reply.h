/* An answer to an HTTP request, before it is sent.
 * Not here: sockets.
 * Invariant: the body, of `length` bytes, is in memory, in a file or shared: in one of them. */
#ifndef CANASTA_SERVER_REPLY_H
#define CANASTA_SERVER_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <json-c/json.h>

#include "server/base/bounds.h"

enum { CN_ETAG_BYTES = 48 };

typedef struct cn_reply {
    unsigned status;
    const char *type;                     /* MIME */
    const char *cache;                    /* Cache-Control */
    char file_name[48];                   /* to be kept under; empty: to be shown */
    char etag[CN_ETAG_BYTES];             /* empty: none */
    const char *coding;                   /* Content-Encoding; NULL: as it is */
    bool varies;                          /* others would get it in another coding */
    int64_t retry_ms;                     /* 0, or when to ask again */
    char cookie[CN_TOKEN_CHARACTERS + 1]; /* for the browser to keep; empty: none */
    bool forget;                          /* the browser: the key that it keeps opens nothing */
    unsigned char *memory;
    int file;                    /* open; -1: it is not in one */
    const unsigned char *shared; /* part of the program; NULL: it is not */
    size_t length;
} cn_reply;

/* A reply with room for a body of `length` bytes in memory. */
cn_reply cn_reply_make(unsigned status, const char *type, const char *cache, size_t length);
void cn_reply_free(cn_reply *reply);

/* Puts `object` away. */
cn_reply cn_reply_json(unsigned status, json_object *object);
cn_reply cn_reply_error(unsigned status, const char *code, const char *message);
/* The same for what passes after so many milliseconds; 0: nobody knows when. */
cn_reply cn_reply_passing(unsigned status, const char *code, const char *message, int64_t ms);
/* Too often; and where there is no place just now. */
cn_reply cn_reply_later(int64_t ms, const char *message);
cn_reply cn_reply_full(const char *message);

#endif
