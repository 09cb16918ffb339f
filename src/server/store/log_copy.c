/* Copies by SQLite's online backup. Not here: as in the header. Invariant: as in the header. */
#include "server/store/log_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store/log_file.h"
#include "server/store/log_place.h"

enum { PATH_BYTES = 4096, WAIT_MS = 20000 };

/* The files beside a data file would be taken for its own. */
static bool is_free(const char *path, char *message, size_t size)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[PATH_BYTES];
        struct stat status;
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        if (lstat(name, &status) != 0) continue;
        snprintf(message, size, "%s is there already", name);
        return false;
    }
    return true;
}

/* Whether the key can go along: nothing stands in its place but the same key. */
static bool has_place_for_key(const cn_log *log, const char *to, char *message, size_t size)
{
    cn_seal there;
    if (!log->has_seal) return true;
    const cn_seal_status status = cn_seal_read(to, &there);
    if (status == CN_SEAL_NONE) return true;
    if (status == CN_SEAL_READ && memcmp(&there, &log->seal, sizeof there) == 0) return true;
    snprintf(message, size, "%s-key is there already", to);
    return false;
}

/* All pages in one step: a writer in between would have it begin anew, again and again. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL) return sqlite3_errcode(to);
    const int status = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    return status == SQLITE_DONE ? SQLITE_OK : status;
}

/* One file that needs none beside it, wherever it is read. A server changes that when it starts. */
static bool make_single(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    const bool single =
        sqlite3_prepare_v2(db, "PRAGMA journal_mode = DELETE", -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW &&
        strcmp((const char *)sqlite3_column_text(stmt, 0), "delete") == 0;
    return sqlite3_finalize(stmt) == SQLITE_OK && single;
}

static bool fill_copy(cn_log *log, const char *copy, bool renewed, char *message, size_t size)
{
    sqlite3 *db = NULL;
    int status = cn_log_place_make(copy) ? SQLITE_OK : SQLITE_CANTOPEN;
    if (status == SQLITE_OK) status = sqlite3_open_v2(copy, &db, SQLITE_OPEN_READWRITE, NULL);
    if (status == SQLITE_OK) status = copy_pages(log->db, db);
    if (status == SQLITE_OK && renewed && !cn_log_file_set_identity(db)) status = SQLITE_ERROR;
    if (status == SQLITE_OK && !make_single(db)) status = SQLITE_ERROR;
    if (status != SQLITE_OK)
        snprintf(message, size, "%s cannot be written: %s", copy, sqlite3_errstr(status));
    sqlite3_close(db); /* folds in what `renewed` wrote */
    if (status != SQLITE_OK || !log->has_seal || cn_seal_write(copy, &log->seal))
        return status == SQLITE_OK;
    snprintf(message, size, "%s-key cannot be written: %s", copy, strerror(errno));
    return false;
}

bool cn_log_copy(const char *from, const char *to, bool renewed, char *copy, size_t size,
                 char *message, size_t message_size)
{
    if (!is_free(to, message, message_size)) return false;
    if (snprintf(copy, size, "%s-new", to) >= (int)size) return false;
    if (!is_free(copy, message, message_size)) return false;
    cn_log *log = cn_log_open_reader(from, message, message_size);
    if (log == NULL) return false;
    sqlite3_busy_timeout(log->db, WAIT_MS);
    const bool place = has_place_for_key(log, to, message, message_size);
    const bool good = place && fill_copy(log, copy, renewed, message, message_size);
    cn_log_close(log);
    if (place && !good) cn_log_copy_drop(copy);
    return good;
}

static bool sync_at(const char *path, int flags)
{
    const int file = open(path, flags | O_CLOEXEC);
    if (file < 0) return false;
    const bool synced = fsync(file) == 0;
    return close(file) == 0 && synced;
}

/* Whoever reads a data file leaves these beside it, empty. */
static void tidy_up(const char *copy)
{
    char name[PATH_BYTES];
    snprintf(name, sizeof name, "%s-wal", copy);
    unlink(name);
    snprintf(name, sizeof name, "%s-shm", copy);
    unlink(name);
}

/* The key gets its name before the data do. */
static bool place_key(const char *copy, const char *to)
{
    char made[PATH_BYTES], name[PATH_BYTES];
    struct stat status;
    if (!cn_seal_path(copy, made) || !cn_seal_path(to, name)) return false;
    if (lstat(made, &status) != 0) return errno == ENOENT;
    return (link(made, name) == 0 || errno == EEXIST) && unlink(made) == 0;
}

void cn_log_copy_drop(const char *copy)
{
    char key[PATH_BYTES];
    tidy_up(copy);
    unlink(copy);
    if (cn_seal_path(copy, key)) unlink(key);
}

bool cn_log_copy_place(const char *copy, const char *to, char *message, size_t message_size)
{
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", to);
    tidy_up(copy);
    const bool placed = sync_at(copy, O_RDONLY) && place_key(copy, to) && link(copy, to) == 0 &&
                        unlink(copy) == 0 && sync_at(dirname(folder), O_RDONLY | O_DIRECTORY);
    if (!placed)
        snprintf(message, message_size, "%s cannot be put in place: %s", to, strerror(errno));
    return placed;
}
