/* The log on a disk that loses power at any moment, and whose syncs and writes fail: whatever is
 * left, what was acknowledged or shown is read again, once, and nothing that was refused.
 * Not here: the disk (torn.h). Invariant: one seed decides everything; a fault names it.
 *
 * usage: tear [--every | --cuts N] [--seed N] [--life N] [--state FILE] */
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/store/log_file.h"
#include "torn.h"

enum {
    TABLES = 4,
    ENTRIES_MAX = 400,
    BATCHES_MAX = 3,
    BODY_BYTES = 24,
    APPENDS = 40,
    APPENDS_SHORT = 6, /* of the life of --every */
    CUTS_MAX = 1000
};
enum { CUTS_EACH = 30, SECRETS = 16, PATH_BYTES = 200, OPEN_TRIES = 60 };
enum { CUTS_MANY = 4000, MET_LEAST = 100 };

/* What must be in a table's log: `sure` entries, and perhaps `perhaps` more. */
typedef struct table {
    unsigned sure, perhaps;
    char body[ENTRIES_MAX][BODY_BYTES]; /* of those, in order */
} table;

typedef struct model {
    table table[TABLES];
} model;

typedef struct cut {
    torn_image *image;
    model expected;
} cut;

typedef struct tear {
    uint64_t seed, life, cuts, most, fails, unsure;
    uint64_t kind[TORN_CUTS], idle; /* power cuts that may lose something, and the others */
    uint64_t boundary[TORN_DEEDS];  /* deeds of the disk, where power is cut at each */
    bool every;
    cn_stream chance;
    char folder[PATH_BYTES], path[PATH_BYTES + 20], seen[PATH_BYTES + 20], key[PATH_BYTES + 20];
    char other[PATH_BYTES];
    cn_log *log;
    uint8_t secret[SECRETS][CN_SECRET_BYTES];
    model now;
    unsigned bodies;
    unsigned cut_count, spacing, ahead; /* deeds until the next cut */
    cut cut[CUTS_MAX];
} tear;

static uint64_t clock_ms;

/* A sync of the real disk would only take its time: libsqlite3 finds these first. */
int fdatasync(int file)
{
    (void)file;
    return 0;
}

int fsync(int file)
{
    (void)file;
    return 0;
}

/* The log waits a second before it tries again; here that is no time. */
int clock_gettime(clockid_t which, struct timespec *out)
{
    (void)which;
    clock_ms += 20;
    *out = (struct timespec){.tv_sec = (time_t)(clock_ms / 1000),
                             .tv_nsec = (long)(clock_ms % 1000) * 1000000};
    return 0;
}

_Noreturn static void fault(tear *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("tear: seed %" PRIu64 " life %" PRIu64 ": ", t->seed, t->life);
    vprintf(format, args);
    printf("\n");
    va_end(args);
    fflush(stdout);
    _Exit(1);
}

static unsigned below(tear *t, unsigned bound)
{
    return cn_stream_below(&t->chance, bound);
}

static const char *name_of(unsigned i)
{
    static const char *const names[TABLES] = {"table00000", "table00001", "table00002",
                                              "person000003"};
    return names[i];
}

static void cut_here(tear *t, torn_cut how)
{
    if (t->cut_count == CUTS_MAX) fault(t, "there is no room for more power cuts");
    cut *c = &t->cut[t->cut_count++];
    c->image = torn_take(how);
    if (torn_waits())
        t->kind[how]++;
    else
        t->idle++;
    const unsigned dice = below(t, 10); /* the witness is never synced */
    if (dice < 7) torn_add(c->image, t->seen, strrchr(t->seen, '/') + 1);
    torn_add(c->image, t->key, strrchr(t->key, '/') + 1); /* synced before it is used */
    c->expected = t->now;
}

/* Called before every deed of the disk: a power cut may fall here. */
static void watch(void *user, torn_deed next)
{
    tear *t = user;
    for (unsigned how = 0; t->every && how < TORN_CUTS; how++) cut_here(t, (torn_cut)how);
    if (t->every) t->boundary[next]++;
    if (t->every || t->ahead-- > 0) return;
    t->ahead = below(t, t->spacing);
    cut_here(t, (torn_cut)below(t, TORN_CUTS));
}

typedef struct reading {
    tear *t;
    const table *expected;
    unsigned index, count;
} reading;

static bool visit(void *user, const cn_entry *entry)
{
    reading *r = user;
    if (r->count >= r->expected->sure + r->expected->perhaps ||
        strcmp(entry->body, r->expected->body[r->count]) != 0)
        fault(r->t, "table %u holds '%s' as its entry %u, which is not what was saved", r->index,
              entry->body, r->count + 1);
    const size_t length = strlen(entry->body);
    for (unsigned i = 0; entry->kind == CN_ENTRY_COMMIT && i < CN_SECRET_BYTES; i++)
        if (entry->secret == NULL || entry->secret[i] != (uint8_t)entry->body[i % length])
            fault(r->t, "table %u has lost the secret of '%s'", r->index, entry->body);
    if (entry->seq != r->count + 1) fault(r->t, "table %u has a gap", r->index);
    r->count++;
    return true;
}

/* What a table's log holds now; -1 if it cannot be read just now. */
static int read_table(tear *t, cn_log *log, unsigned index, const table *expected)
{
    reading r = {.t = t, .expected = expected, .index = index};
    const int64_t count = cn_log_replay_whole(log, name_of(index), visit, &r);
    if (count == CN_REPLAY_UNREADABLE) return -1;
    if (count < 0) fault(t, "table %u is said to be damaged", index);
    if (r.count < expected->sure)
        fault(t, "table %u holds %u entries, and %u were saved", index, r.count, expected->sure);
    return (int)r.count;
}

static cn_log *open_log(tear *t, const char *path, bool may_fail)
{
    char message[500];
    for (unsigned i = 0; i < OPEN_TRIES; i++) {
        cn_log *log = cn_log_open(path, false, message, sizeof message);
        if (log != NULL) return log;
        if (!may_fail) break;
        if (i > OPEN_TRIES / 2) torn_set_faults(&(torn_faults){0});
    }
    fault(t, "it does not open: %s", message);
}

static void complain(void *user, const char *name, const char *what)
{
    fault(user, "the file is damaged: %s: %s", name, what);
}

/* Which of the uncertain entries are there is what counts from now on. */
static void settle_model(tear *t, cn_log *log, model *m)
{
    for (unsigned i = 0; i < TABLES; i++) {
        const int count = read_table(t, log, i, &m->table[i]);
        if (count < 0) continue;
        m->table[i].sure = (unsigned)count;
        m->table[i].perhaps = 0;
    }
}

static void clear_folder(const char *folder, const char *base)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", "-seen", "-key"};
    char path[2 * PATH_BYTES];
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, base, ends[i]);
        unlink(path);
    }
}

static void check_cut(tear *t, const cut *c)
{
    char path[PATH_BYTES + 20];
    model found = c->expected;
    torn_use(false);
    clear_folder(t->other, strrchr(t->path, '/') + 1);
    torn_write(c->image, t->other);
    snprintf(path, sizeof path, "%s/%s", t->other, strrchr(t->path, '/') + 1);
    cn_log *log = open_log(t, path, false);
    settle_model(t, log, &found);
    if (t->cuts % 16 == 0) cn_log_check_file(log, complain, t);
    if (!cn_log_close(log)) fault(t, "a disk that is well could not be closed");
    torn_use(true);
    t->cuts++;
}

/* A commitment, whose secret is its body again and again. */
static void seal(tear *t, cn_entry *entry, const char *body)
{
    uint8_t *secret = t->secret[t->bodies % SECRETS];
    for (unsigned i = 0; i < CN_SECRET_BYTES; i++) secret[i] = (uint8_t)body[i % strlen(body)];
    entry->kind = CN_ENTRY_COMMIT;
    entry->secret = secret;
}

/* One append of batches for some tables. */
static void append(tear *t)
{
    cn_batch batch[BATCHES_MAX], *list[BATCHES_MAX];
    cn_entry entry[BATCHES_MAX][3];
    unsigned which[BATCHES_MAX], count = 0;
    for (unsigned i = 0; i < TABLES && count < BATCHES_MAX; i++) {
        table *own = &t->now.table[i];
        const unsigned entries = 1 + below(t, 3);
        if (below(t, 2) == 0 || own->perhaps > 0 || own->sure + entries > ENTRIES_MAX) continue;
        for (unsigned k = 0; k < entries; k++) {
            char *body = own->body[own->sure + k];
            snprintf(body, BODY_BYTES, "play %u of table %u", t->bodies++, i);
            entry[count][k] = (cn_entry){.seq = own->sure + k + 1,
                                         .kind = CN_ENTRY_PLAY,
                                         .seat = k % 4,
                                         .inst = k == 0 ? "an inst" : NULL,
                                         .n = t->bodies,
                                         .body = body,
                                         .base = below(t, 20) == 0 ? "{}" : NULL};
            if (k == 1) seal(t, &entry[count][k], body);
        }
        own->perhaps = entries;
        which[count] = i;
        batch[count] = (cn_batch){.table = name_of(i), .entry = entry[count], .count = entries};
        list[count] = &batch[count];
        count++;
    }
    if (count == 0) return;
    cn_log_append(t->log, list, count);
    for (unsigned i = 0; i < count; i++) {
        table *own = &t->now.table[which[i]];
        if (batch[i].saved == CN_SAVED) own->sure += own->perhaps;
        if (batch[i].saved != CN_UNSURE) own->perhaps = 0;
        t->unsure += batch[i].saved == CN_UNSURE;
        t->fails += batch[i].saved == CN_NOT_SAVED;
    }
}

/* A key that was saved is known, and no other. */
static void look_up(tear *t)
{
    uint64_t seq;
    cn_digest hash;
    const cn_key_state key =
        cn_log_key(t->log, name_of(below(t, TABLES)), below(t, 4), "an inst", 1000000, &seq, &hash);
    if (key == CN_KEY_USED || key == CN_KEY_OLD) fault(t, "a key that nobody used is known");
}

static void act(tear *t)
{
    append(t);
    clock_ms += below(t, 3) * 600;
    if (below(t, 8) == 0) look_up(t);
    if (below(t, 12) == 0) cn_log_well(t->log);
    settle_model(t, t->log, &t->now);
}

static torn_faults faults_of(tear *t)
{
    if (below(t, 2) == 0) return (torn_faults){0};
    return (torn_faults){.sync_lost = below(t, 180),
                         .sync_kept = below(t, 180),
                         .sync_pending = below(t, 180),
                         .write = below(t, 90)};
}

/* What a cut left, or nothing yet. */
static void begin(tear *t, const cut *from)
{
    const char *base = strrchr(t->path, '/') + 1;
    torn_forget();
    clear_folder(t->folder, base);
    memset(&t->now, 0, sizeof t->now);
    if (from != NULL) {
        torn_write(from->image, t->folder);
        t->now = from->expected;
    }
    torn_use(true);
}

static void open_now(tear *t, bool may_fail)
{
    t->log = open_log(t, t->path, may_fail);
    sqlite3_exec(t->log->db, "PRAGMA wal_autocheckpoint = 12", NULL, NULL, NULL);
    settle_model(t, t->log, &t->now);
}

/* Opens what a cut left, or a new file, and works on it until the next cut is chosen. */
static void live(tear *t, const cut *from)
{
    begin(t, from);
    const torn_faults faults = faults_of(t);
    torn_set_faults(&faults);
    t->spacing = 3U << below(t, 5);
    t->ahead = below(t, t->spacing);
    open_now(t, true);
    torn_set_faults(&faults);
    for (unsigned i = 0; i < APPENDS && t->cut_count < CUTS_EACH; i++) act(t);
    torn_set_faults(&(torn_faults){0});
    clock_ms += 2000;
    act(t);
    settle_model(t, t->log, &t->now);
    for (unsigned i = 0; i < TABLES; i++)
        if (t->now.table[i].perhaps > 0) fault(t, "table %u is unsure on a disk that is well", i);
    cn_log_close(t->log);
}

static void forget_cuts(tear *t)
{
    while (t->cut_count > 0) torn_free(t->cut[--t->cut_count].image);
}

/* A file, and what becomes of it in three lives, each of which begins where power failed in the one
 * before. */
static void live_thrice(tear *t)
{
    cut before = {0};
    t->chance = cn_stream_make(t->seed, 81, t->life);
    for (unsigned i = 0; i < 3; i++) {
        live(t, before.image != NULL ? &before : NULL);
        for (unsigned k = 0; k < t->cut_count; k++) check_cut(t, &t->cut[k]);
        if (before.image != NULL) torn_free(before.image);
        before.image = NULL;
        if (t->cut_count > 0) {
            const unsigned chosen = below(t, t->cut_count);
            before = t->cut[chosen];
            t->cut[chosen] = t->cut[--t->cut_count];
        }
        forget_cuts(t);
    }
    if (before.image != NULL) torn_free(before.image);
    t->life++;
}

static void check_all(tear *t)
{
    for (unsigned i = 0; i < t->cut_count; i++) check_cut(t, &t->cut[i]);
    forget_cuts(t);
}

static void live_shortly(tear *t)
{
    open_now(t, false);
    check_all(t);
    for (unsigned i = 0; i < APPENDS_SHORT; i++) {
        append(t);
        check_all(t);
    }
}

/* A file is made, its process is killed, and another one goes on until it ends in order: at every
 * deed of the disk power is cut in every way. */
static void live_every(tear *t)
{
    t->chance = cn_stream_make(t->seed, 81, t->life);
    begin(t, NULL);
    live_shortly(t);
    cut_here(t, TORN_ALL);
    const cut killed = t->cut[--t->cut_count];
    torn_watch(NULL, NULL);
    cn_log_close(t->log);
    begin(t, &killed);
    torn_free(killed.image);
    torn_watch(watch, t);
    live_shortly(t);
    cn_log_close(t->log);
    check_all(t);
    for (unsigned i = 0; i < TORN_DEEDS; i++)
        if (t->boundary[i] == 0) fault(t, "a kind of deed was never met");
}

static void load_state(tear *t, const char *path)
{
    uint64_t life, cuts;
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) return;
    if (fscanf(file, "%" SCNu64 " %" SCNu64, &life, &cuts) == 2) t->life = life, t->cuts = cuts;
    fclose(file);
}

static void save_state(const tear *t, const char *path)
{
    char fresh[4096];
    if (path == NULL) return;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (file == NULL) abort();
    fprintf(file, "%" PRIu64 " %" PRIu64 "\n", t->life, t->cuts);
    fclose(file);
    rename(fresh, path);
}

/* Whether each kind of fault was met often enough to say that it does no harm. */
static bool report(const tear *t, uint64_t cuts)
{
    const torn_counts c = torn_count();
    const struct {
        const char *name;
        uint64_t count;
    } met[] = {{"cut, none left", t->kind[TORN_NONE]},
               {"cut, all left", t->kind[TORN_ALL]},
               {"cut, first left", t->kind[TORN_FIRST]},
               {"cut, last left", t->kind[TORN_LAST]},
               {"cut, sectors left", t->kind[TORN_ANY]},
               {"sync lost", c.sync_lost},
               {"sync kept", c.sync_kept},
               {"sync pending", c.sync_pending},
               {"write, full", c.write_full},
               {"write, failed", c.write_failed}};
    bool enough = true;
    printf("%" PRIu64 " power cuts in %" PRIu64 " files, %" PRIu64 " with nothing to lose; %" PRIu64
           " appends refused, %" PRIu64 " unsure\n",
           cuts, t->life, t->idle, t->fails, t->unsure);
    for (unsigned i = 0; i < sizeof met / sizeof met[0]; i++) {
        const bool rare = cuts >= CUTS_MANY && met[i].count < MET_LEAST;
        printf("  %-20s %6" PRIu64 "%s\n", met[i].name, met[i].count, rare ? "  too few" : "");
        enough = enough && !rare;
    }
    return enough;
}

static void report_every(const tear *t)
{
    const uint64_t *at = t->boundary;
    printf("%" PRIu64 " power cuts: %d ways at each of %" PRIu64 " writes, %" PRIu64
           " syncs, %" PRIu64 " truncations and %" PRIu64 " deletions\n",
           t->cuts, TORN_CUTS, at[TORN_WRITE], at[TORN_SYNC], at[TORN_TRUNCATION],
           at[TORN_DELETION]);
}

int main(int argc, char **argv)
{
    static tear t = {.seed = 1, .most = 1000};
    const char *state = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--every") == 0) t.every = true;
        if (i + 1 == argc) break;
        if (strcmp(argv[i], "--cuts") == 0) t.most = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) t.seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--life") == 0) t.life = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--state") == 0) state = argv[i + 1];
    }
    strcpy(t.folder, "/tmp/canasta-tear-XXXXXX");
    strcpy(t.other, "/tmp/canasta-tear-XXXXXX");
    if (mkdtemp(t.folder) == NULL || mkdtemp(t.other) == NULL) return 1;
    snprintf(t.path, sizeof t.path, "%s/tables.db", t.folder);
    snprintf(t.seen, sizeof t.seen, "%s/tables.db-seen", t.folder);
    snprintf(t.key, sizeof t.key, "%s/tables.db-key", t.folder);
    if (freopen("/dev/null", "w", stderr) == NULL) return 1; /* what fails is said there */
    torn_begin(&t.chance);
    torn_watch(watch, &t);
    load_state(&t, state);
    const uint64_t before = t.cuts;
    if (t.every) live_every(&t);
    while (!t.every && t.cuts < t.most) {
        live_thrice(&t);
        save_state(&t, state);
    }
    clear_folder(t.folder, "tables.db");
    clear_folder(t.other, "tables.db");
    rmdir(t.folder);
    rmdir(t.other);
    if (!t.every) return report(&t, t.cuts - before) ? 0 : 1;
    report_every(&t);
    return 0;
}
