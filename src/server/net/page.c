/* Serving the page out of the program. Not here: as in the header.
 * Invariant: a packed file goes only to who says that he can read one. */
#include "server/net/page.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/net/files.h"

static const cn_page_file *find(const cn_page *page, const char *path)
{
    for (unsigned i = 0; i < page->count; i++)
        if (strcmp(page->file[i].path, path) == 0) return &page->file[i];
    return NULL;
}

/* `gzip` in a list, and not with a weight of nothing (RFC 9110, 12.4.2). */
static bool takes_gzip(const char *list)
{
    while (*list != '\0') {
        list += strspn(list, " \t,");
        const size_t length = strcspn(list, ",");
        const char *weight = memchr(list, ';', length);
        const bool named = strncasecmp(list, "gzip", 4) == 0 && strcspn(list, " \t,;") == 4;
        list += length;
        if (!named) continue;
        if (weight == NULL) return true;
        weight += 1 + strspn(weight + 1, " \t");
        return strncasecmp(weight, "q=", 2) == 0 &&
               strcspn(weight + 2, "123456789") < strcspn(weight + 2, " \t,");
    }
    return false;
}

cn_reply cn_page_reply(const cn_page *page, const char *path, const char *if_none_match,
                       const char *accept_encoding)
{
    char etag[CN_ETAG_BYTES];
    const cn_page_file *file = find(page, strcmp(path, "/") == 0 ? "/index.html" : path);
    if (file == NULL) return cn_reply_error(404, "NOT_FOUND", "there is nothing here");
    const bool packed = file->packed != NULL && takes_gzip(accept_encoding);
    snprintf(etag, sizeof etag, "\"%s%s\"", file->digest, packed ? "-gz" : "");
    cn_reply reply = cn_file_head(file->path, etag, if_none_match);
    reply.varies = file->packed != NULL;
    reply.packed = packed;
    reply.shared = packed ? file->packed : file->plain;
    reply.length = packed ? file->packed_length : file->plain_length;
    return reply;
}
