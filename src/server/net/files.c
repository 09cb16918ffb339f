/* Serving a folder with the page: MIME types, caching, and no way out of the folder.
 * Not here: sockets. Invariant: a path is made of plain names, none beginning with a dot. */
#include "server/net/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/bounds.h"

typedef struct mime {
    const char *ending, *type;
} mime;

static const mime types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *type_of(const char *path)
{
    const char *ending = strrchr(path, '.');
    for (unsigned i = 0; ending != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].ending, ending) == 0) return types[i].type;
    return "application/octet-stream";
}

/* Names of letters, digits and `-_.` between single slashes; none begins with a dot. */
static bool is_plain(const char *path)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_./";
    return path[0] == '/' && path[strspn(path, allowed)] == '\0' && strstr(path, "/.") == NULL &&
           strstr(path, "//") == NULL;
}

/* Opens a plain file below the folder; -1 if there is none. */
static int open_below(const char *web_dir, const char *name, struct stat *status)
{
    int dir = open(web_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0) return -1;
    int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    close(dir);
    if (fd >= 0 && fstat(fd, status) == 0 && S_ISREG(status->st_mode) &&
        status->st_size <= CN_REPLY_BYTES_MAX)
        return fd;
    if (fd >= 0) close(fd);
    return -1;
}

cn_reply cn_file_head(const char *path, const char *etag, const char *if_none_match)
{
    /* The build names files in /assets/ by their content, so that they never change. */
    const bool fixed = strncmp(path, "/assets/", 8) == 0;
    const char *cache = fixed ? "public, max-age=31536000, immutable" : "no-cache";
    /* A list of tags, each between quotes, a W/ before them or not; or one for all. */
    const bool same = strstr(if_none_match, etag) != NULL || strcmp(if_none_match, "*") == 0;
    cn_reply reply = {.status = same ? 304 : 200, .type = type_of(path), .cache = cache};
    snprintf(reply.etag, sizeof reply.etag, "%s", etag);
    reply.file = -1;
    return reply;
}

/* Takes the file over. */
static cn_reply reply_of(int fd, const struct stat *status, const char *path,
                         const char *if_none_match)
{
    char etag[CN_ETAG_BYTES];
    snprintf(etag, sizeof etag, "\"%llx-%lx-%llx\"", (unsigned long long)status->st_mtim.tv_sec,
             (unsigned long)status->st_mtim.tv_nsec, (unsigned long long)status->st_size);
    cn_reply reply = cn_file_head(path, etag, if_none_match);
    reply.file = fd;
    reply.length = (size_t)status->st_size;
    return reply;
}

cn_reply cn_file_reply(const char *web_dir, const char *path, const char *if_none_match)
{
    struct stat status;
    if (strcmp(path, "/") == 0) path = "/index.html";
    errno = 0;
    int fd = is_plain(path) ? open_below(web_dir, path + 1, &status) : -1;
    if (fd < 0 && (errno == EMFILE || errno == ENFILE))
        return cn_reply_full("no further file can be opened just now");
    if (fd < 0) return cn_reply_error(404, "NOT_FOUND", "there is nothing here");
    return reply_of(fd, &status, path, if_none_match);
}

bool cn_file_page_exists(const char *web_dir)
{
    struct stat status;
    int fd = open_below(web_dir, "index.html", &status);
    if (fd >= 0) close(fd);
    return fd >= 0;
}
