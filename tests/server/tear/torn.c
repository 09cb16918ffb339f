/* The VFS. Not here: as in the header. Invariant: as in the header; one thread. */
#include "torn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

enum { FILES_MAX = 8, SECTOR = 512, PATH_BYTES = 512 };

/* A write or a truncation (`bytes` NULL) that no sync has covered. */
typedef struct deed {
    struct deed *next;
    uint64_t number; /* in the order of all files */
    int64_t at;
    size_t size;
    unsigned char *bytes;
} deed;

typedef struct content {
    unsigned char *bytes;
    size_t size, room;
    bool there;
} content;

/* A file by name. */
typedef struct node {
    char path[PATH_BYTES];
    content synced;
    deed *first, **end;
    bool there; /* as everybody sees it */
} node;

typedef struct torn_file {
    sqlite3_file base;
    node *node; /* NULL: of no interest */
    int error;  /* the last one that was made up */
    sqlite3_file *real;
} torn_file;

struct torn_image {
    unsigned count;
    struct {
        char name[PATH_BYTES];
        content content;
    } file[FILES_MAX];
};

typedef struct disk {
    cn_stream *chance;
    sqlite3_vfs vfs, *real;
    torn_faults faults;
    torn_counts counts;
    node node[FILES_MAX];
    unsigned count;
    uint64_t deeds;
    void (*watch)(void *user, torn_deed next);
    void *user;
} disk;

static disk d;

static bool chance(unsigned thousandths)
{
    return thousandths > 0 && cn_stream_below(d.chance, 1000) < thousandths;
}

static void happens(torn_deed next)
{
    if (d.watch != NULL) d.watch(d.user, next);
}

static void make_room(content *c, size_t size)
{
    if (size > c->room) {
        c->room = 2 * size + 4096;
        c->bytes = realloc(c->bytes, c->room);
        if (c->bytes == NULL) abort();
    }
    if (size > c->size) memset(c->bytes + c->size, 0, size - c->size);
    if (size > c->size) c->size = size;
}

static void apply(content *c, const deed *what, size_t from, size_t size)
{
    if (what->bytes == NULL) {
        make_room(c, (size_t)what->at);
        c->size = (size_t)what->at;
        return;
    }
    make_room(c, (size_t)what->at + from + size);
    memcpy(c->bytes + what->at + from, what->bytes + from, size);
}

static deed *take_first(node *n)
{
    deed *first = n->first;
    if (first != NULL) n->first = first->next;
    if (n->first == NULL) n->end = &n->first;
    return first;
}

static void add_deed(node *n, int64_t at, const void *bytes, size_t size)
{
    deed *what = calloc(1, sizeof *what);
    if (what == NULL) abort();
    *what = (deed){.number = ++d.deeds, .at = at, .size = size};
    if (bytes != NULL && (what->bytes = malloc(size + 1)) == NULL) abort();
    if (bytes != NULL) memcpy(what->bytes, bytes, size);
    *n->end = what;
    n->end = &what->next;
}

/* What waits is on the disk, or (false) is forgotten. */
static void settle(node *n, bool kept)
{
    for (deed *what; (what = take_first(n)) != NULL;) {
        if (kept) apply(&n->synced, what, 0, what->size);
        free(what->bytes);
        free(what);
    }
    if (kept) n->synced.there = n->there;
}

static void read_file(const char *path, content *c)
{
    const int file = open(path, O_RDONLY);
    c->there = file >= 0;
    if (file < 0) return;
    const off_t size = lseek(file, 0, SEEK_END);
    make_room(c, (size_t)size);
    if (pread(file, c->bytes, (size_t)size, 0) != size) abort();
    close(file);
}

static node *node_of(const char *path)
{
    for (unsigned i = 0; i < d.count; i++)
        if (strcmp(d.node[i].path, path) == 0) return &d.node[i];
    if (d.count == FILES_MAX || strlen(path) >= PATH_BYTES) abort();
    node *n = &d.node[d.count++];
    *n = (node){.end = &n->first};
    strcpy(n->path, path);
    read_file(path, &n->synced);
    n->there = n->synced.there;
    return n;
}

static torn_file *torn(sqlite3_file *file)
{
    return (torn_file *)file;
}

#define REAL(file)    (torn(file)->real)
#define METHODS(file) (REAL(file)->pMethods)

static int x_close(sqlite3_file *file)
{
    return METHODS(file)->xClose(REAL(file));
}

static int x_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at)
{
    return METHODS(file)->xRead(REAL(file), bytes, size, at);
}

static int x_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
    node *n = torn(file)->node;
    happens(TORN_WRITE);
    const bool fails = n != NULL && chance(d.faults.write);
    if (fails) size /= 2;
    if (n != NULL && size > 0) add_deed(n, at, bytes, (size_t)size);
    const int status = size > 0 ? METHODS(file)->xWrite(REAL(file), bytes, size, at) : SQLITE_OK;
    if (status != SQLITE_OK) abort(); /* the real disk is well */
    if (!fails) return status;
    const bool full = chance(500);
    torn(file)->error = full ? ENOSPC : EIO;
    d.counts.write_full += full;
    d.counts.write_failed += !full;
    return full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int x_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    happens(TORN_TRUNCATION);
    if (torn(file)->node != NULL) add_deed(torn(file)->node, size, NULL, 0);
    return METHODS(file)->xTruncate(REAL(file), size);
}

static int x_sync(sqlite3_file *file, int flags)
{
    node *n = torn(file)->node;
    (void)flags;
    happens(TORN_SYNC);
    if (n == NULL) return SQLITE_OK;
    const torn_faults *f = &d.faults;
    const bool lost = chance(f->sync_lost), kept = !lost && chance(f->sync_kept);
    const bool pending = !lost && !kept && chance(f->sync_pending);
    d.counts.sync_lost += lost;
    d.counts.sync_kept += kept;
    d.counts.sync_pending += pending;
    if (!pending) settle(n, !lost);
    if (!lost && !kept && !pending) return SQLITE_OK;
    torn(file)->error = EIO;
    return SQLITE_IOERR_FSYNC;
}

static int x_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return METHODS(file)->xFileSize(REAL(file), size);
}

static int x_lock(sqlite3_file *file, int how)
{
    return METHODS(file)->xLock(REAL(file), how);
}

static int x_unlock(sqlite3_file *file, int how)
{
    return METHODS(file)->xUnlock(REAL(file), how);
}

static int x_reserved(sqlite3_file *file, int *out)
{
    return METHODS(file)->xCheckReservedLock(REAL(file), out);
}

/* Space that is reserved is no write; nobody asks for it of what is watched. */
static int x_control(sqlite3_file *file, int what, void *argument)
{
    if (what == SQLITE_FCNTL_LAST_ERRNO && torn(file)->error != 0) {
        *(int *)argument = torn(file)->error;
        return SQLITE_OK;
    }
    if (what == SQLITE_FCNTL_SIZE_HINT || what == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
    return METHODS(file)->xFileControl(REAL(file), what, argument);
}

static int x_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

/* As the real disk: who writes some bytes of a sector harms no others. */
static int x_traits(sqlite3_file *file)
{
    return METHODS(file)->xDeviceCharacteristics(REAL(file));
}

static int x_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return METHODS(file)->xShmMap(REAL(file), page, size, extend, out);
}

static int x_shm_lock(sqlite3_file *file, int at, int count, int flags)
{
    return METHODS(file)->xShmLock(REAL(file), at, count, flags);
}

static void x_shm_barrier(sqlite3_file *file)
{
    METHODS(file)->xShmBarrier(REAL(file));
}

static int x_shm_unmap(sqlite3_file *file, int remove)
{
    return METHODS(file)->xShmUnmap(REAL(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = x_close,
    .xRead = x_read,
    .xWrite = x_write,
    .xTruncate = x_truncate,
    .xSync = x_sync,
    .xFileSize = x_size,
    .xLock = x_lock,
    .xUnlock = x_unlock,
    .xCheckReservedLock = x_reserved,
    .xFileControl = x_control,
    .xSectorSize = x_sector,
    .xDeviceCharacteristics = x_traits,
    .xShmMap = x_shm_map,
    .xShmLock = x_shm_lock,
    .xShmBarrier = x_shm_barrier,
    .xShmUnmap = x_shm_unmap,
};

static int x_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    torn_file *t = torn(file);
    const int watched = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
    (void)vfs;
    *t = (torn_file){.real = (sqlite3_file *)(t + 1)};
    if ((flags & watched) != 0 && path != NULL) t->node = node_of(path);
    const int status = d.real->xOpen(d.real, path, t->real, flags, out);
    if (status != SQLITE_OK) return status;
    if (t->node != NULL) t->node->there = true;
    t->base.pMethods = &methods;
    return status;
}

static int x_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    node *n = node_of(path);
    (void)vfs;
    happens(TORN_DELETION);
    settle(n, false);
    n->there = false;
    if (sync != 0) n->synced.there = false, n->synced.size = 0;
    return d.real->xDelete(d.real, path, 0);
}

void torn_begin(cn_stream *stream)
{
    d.chance = stream;
    d.real = sqlite3_vfs_find(NULL);
    d.vfs = *d.real;
    d.vfs.zName = "torn";
    d.vfs.szOsFile = (int)sizeof(torn_file) + d.real->szOsFile;
    d.vfs.xOpen = x_open;
    d.vfs.xDelete = x_delete;
    if (sqlite3_vfs_register(&d.vfs, 0) != SQLITE_OK) abort();
}

void torn_use(bool on)
{
    if (sqlite3_vfs_register(on ? &d.vfs : d.real, 1) != SQLITE_OK) abort();
}

void torn_forget(void)
{
    for (unsigned i = 0; i < d.count; i++) {
        settle(&d.node[i], false);
        free(d.node[i].synced.bytes);
    }
    d.count = 0;
}

void torn_set_faults(const torn_faults *faults)
{
    d.faults = *faults;
}

torn_counts torn_count(void)
{
    return d.counts;
}

bool torn_waits(void)
{
    for (unsigned i = 0; i < d.count; i++)
        if (d.node[i].first != NULL || d.node[i].there != d.node[i].synced.there) return true;
    return false;
}

void torn_watch(void (*watch)(void *user, torn_deed next), void *user)
{
    d.watch = watch;
    d.user = user;
}

/* A deed that is partly on the disk: each sector by itself. */
static void apply_torn(content *c, const deed *what)
{
    if (what->bytes == NULL && chance(500)) apply(c, what, 0, 0);
    for (size_t at = 0; at < what->size;) {
        const size_t to_edge = SECTOR - ((size_t)what->at + at) % SECTOR;
        const size_t piece = to_edge < what->size - at ? to_edge : what->size - at;
        if (chance(500)) apply(c, what, at, piece);
        at += piece;
    }
}

/* `edge` is the deed at which the power fails. */
static void apply_cut(content *c, const deed *what, torn_cut how, uint64_t edge)
{
    const bool first = how == TORN_FIRST && what->number < edge;
    const bool last = how == TORN_LAST && what->number > edge;
    if (how == TORN_ALL || first || last)
        apply(c, what, 0, what->size);
    else if (how == TORN_ANY || (how == TORN_FIRST && what->number == edge))
        apply_torn(c, what);
}

torn_image *torn_take(torn_cut how)
{
    torn_image *image = calloc(1, sizeof *image);
    uint64_t waiting = 0;
    if (image == NULL) abort();
    for (unsigned i = 0; i < d.count; i++)
        for (const deed *what = d.node[i].first; what != NULL; what = what->next) waiting++;
    const uint64_t edge =
        d.deeds - (waiting > 0 ? cn_stream_below(d.chance, (uint32_t)waiting) : 0);
    for (unsigned i = 0; i < d.count; i++) {
        const node *n = &d.node[i];
        content *c = &image->file[image->count].content;
        make_room(c, n->synced.size);
        if (n->synced.size > 0) memcpy(c->bytes, n->synced.bytes, n->synced.size);
        for (const deed *what = n->first; what != NULL; what = what->next)
            apply_cut(c, what, how, edge);
        const bool listed = how == TORN_ALL || (how != TORN_NONE && chance(600));
        c->there = listed ? n->there : n->synced.there;
        strcpy(image->file[image->count++].name, strrchr(n->path, '/') + 1);
    }
    return image;
}

void torn_add(torn_image *image, const char *path, const char *name)
{
    read_file(path, &image->file[image->count].content);
    strcpy(image->file[image->count++].name, name);
}

void torn_write(const torn_image *image, const char *folder)
{
    char path[2 * PATH_BYTES];
    for (unsigned i = 0; i < image->count; i++) {
        const content *c = &image->file[i].content;
        snprintf(path, sizeof path, "%s/%s", folder, image->file[i].name);
        unlink(path);
        if (!c->there) continue;
        const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || write(file, c->bytes, c->size) != (ssize_t)c->size) abort();
        close(file);
    }
}

void torn_free(torn_image *image)
{
    for (unsigned i = 0; i < image->count; i++) free(image->file[i].content.bytes);
    free(image);
}
