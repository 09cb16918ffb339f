/* The page as a part of the program: its files, each as it is and packed by gzip and brotli.
 * Not here: a folder with them instead (files.h); tools/pack_page makes the table.
 * Invariant: whoever is sent a file is sent these very bytes, however many he may be. */
#ifndef CANASTA_SERVER_PAGE_H
#define CANASTA_SERVER_PAGE_H

#include <stddef.h>

#include "server/talk/reply.h"

/* Ways to send a file, the shortest last. */
typedef enum cn_coding { CN_PLAIN, CN_GZIP, CN_BROTLI, CN_CODINGS } cn_coding;

typedef struct cn_page_file {
    const char *path, *digest; /* /assets/a.js; of what is in it */
    struct {
        const unsigned char *bytes; /* NULL: not worth it, which CN_PLAIN always is */
        size_t length;
    } form[CN_CODINGS];
} cn_page_file;

typedef struct cn_page {
    const cn_page_file *file;
    unsigned count; /* 0: the program was built without a page */
} cn_page;

extern const cn_page cn_page_built_in;

/* Answers GET `path`; the headers of the request may be empty. */
cn_reply cn_page_reply(const cn_page *page, const char *path, const char *if_none_match,
                       const char *accept_encoding);

#endif
