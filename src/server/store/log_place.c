/* Modes of files, and URIs of SQLite. Not here: as in the header. Invariant: as in the header. */
#include "server/store/log_place.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/notice.h"
#include "server/store/seal.h"

enum { PATH_BYTES = 4096, URI_BYTES = 3 * PATH_BYTES + 32 };

bool cn_log_place_make(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return file >= 0 && close(file) == 0;
}

const char *cn_log_place_wrong(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode) ? NULL : "it is not a file";
}

static bool is_absent(const char *path, const char *ending)
{
    char name[PATH_BYTES];
    struct stat status;
    return snprintf(name, sizeof name, "%s%s", path, ending) < (int)sizeof name &&
           lstat(name, &status) != 0 && errno == ENOENT;
}

static bool cannot_be_written(const char *path)
{
    char folder[PATH_BYTES];
    return snprintf(folder, sizeof folder, "%s", path) < (int)sizeof folder &&
           access(dirname(folder), W_OK) != 0;
}

/* Nobody has it open, or could: whoever does has a write-ahead log beside it. */
static bool lies_still(const char *path)
{
    return is_absent(path, "-wal") && is_absent(path, "-journal") && cannot_be_written(path);
}

/* The name as SQLite reads it without a change, and that nothing changes the file. */
static void write_uri(const char *path, char out[URI_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    char *at = stpcpy(out, "file:");
    for (const char *from = path; *from != '\0' && from - path < PATH_BYTES; from++) {
        const unsigned char byte = (unsigned char)*from;
        *at++ = '%';
        *at++ = digits[byte >> 4];
        *at++ = digits[byte & 15];
    }
    strcpy(at, "?immutable=1");
}

int cn_log_place_open(const char *path, bool reader, sqlite3 **db)
{
    char uri[URI_BYTES];
    if (!reader) return sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE, NULL);
    if (!lies_still(path)) return sqlite3_open_v2(path, db, SQLITE_OPEN_READONLY, NULL);
    write_uri(path, uri);
    return sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
}

static void warn_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || (status.st_mode & S_IRWXO) == 0) return;
    cn_notice(CN_WARNING, "file_open_to_all",
              "everybody on this machine may read or write {file}: `chmod o= {file}`",
              CN_FACTS(CN_WORD("file", path)));
}

void cn_log_place_warn(const char *path)
{
    char key[CN_SEAL_PATH_BYTES];
    warn_of(path);
    if (cn_seal_path(path, key)) warn_of(key);
}
