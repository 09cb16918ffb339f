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

/* The tokens of Content-Encoding, and what an ETag ends with. */
static const struct {
    const char *name, *mark;
} codings[CN_CODINGS] = {[CN_GZIP] = {"gzip", "-gz"}, [CN_BROTLI] = {"br", "-br"}};

/* True but for a weight of nothing, which refuses (RFC 9110, 12.4.2). */
static bool has_weight(const char *word, size_t length)
{
    const char *weight = memchr(word, ';', length);
    if (weight == NULL) return true;
    weight += 1 + strspn(weight + 1, " \t");
    return strncasecmp(weight, "q=", 2) == 0 &&
           strcspn(weight + 2, "123456789") < strcspn(weight + 2, " \t,");
}

/* The coding in a list, and not with a weight of nothing. */
static bool takes(const char *list, const char *coding)
{
    const size_t named = strlen(coding);
    while (*list != '\0') {
        list += strspn(list, " \t,");
        const size_t length = strcspn(list, ",");
        if (strncasecmp(list, coding, named) == 0 && strcspn(list, " \t,;") == named)
            return has_weight(list, length);
        list += length;
    }
    return false;
}

/* The shortest form that whoever asks can read. */
static cn_coding coding_for(const cn_page_file *file, const char *accept_encoding)
{
    for (cn_coding coding = CN_CODINGS - 1; coding > CN_PLAIN; coding--)
        if (file->form[coding].bytes != NULL && takes(accept_encoding, codings[coding].name))
            return coding;
    return CN_PLAIN;
}

cn_reply cn_page_reply(const cn_page *page, const char *path, const char *if_none_match,
                       const char *accept_encoding)
{
    char etag[CN_ETAG_BYTES];
    const cn_page_file *file = find(page, strcmp(path, "/") == 0 ? "/index.html" : path);
    if (file == NULL) return cn_reply_error(404, "NOT_FOUND", "there is nothing here");
    const cn_coding coding = coding_for(file, accept_encoding);
    const char *mark = coding == CN_PLAIN ? "" : codings[coding].mark;
    snprintf(etag, sizeof etag, "\"%s%s\"", file->digest, mark);
    cn_reply reply = cn_file_head(file->path, etag, if_none_match);
    reply.varies = file->form[CN_GZIP].bytes != NULL || file->form[CN_BROTLI].bytes != NULL;
    reply.coding = codings[coding].name;
    reply.shared = file->form[coding].bytes;
    reply.length = file->form[coding].length;
    return reply;
}
