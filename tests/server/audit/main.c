/* What somebody hears from the server does not depend on cards that are hidden from him: two games
 * that look alike to him give the same bytes.
 * Not here: as in walk.h and window.h. Invariant: a fault names the game that shows it again.
 *
 * usage: audit [--pairs N] [--seed N] [--state FILE] [--rules NAME] */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game.h"

enum { HANDS_MAX = 3, LOOKS_EACH = 6, CONTEXT_BYTES = 300, ENOUGH_PAIRS = 5000 };

typedef struct audit {
    uint64_t seed, game, pairs, most, histories, certain, moved;
    const char *rules; /* one alone, or NULL */
    rig *twin[TWINS];
    rig_text heard[TWINS];
    uint64_t tables;
    visits visits;
    int said; /* stderr of the server */
    off_t said_until;
    FILE *out;
    game table;
} audit;

/* What the server says to whoever keeps it is held against cards, too. */
static void redirect_stderr(audit *a)
{
    char name[] = "/tmp/canasta-audit-XXXXXX";
    a->out = fdopen(dup(STDERR_FILENO), "w");
    a->said = mkstemp(name);
    if (a->out == NULL || a->said < 0 || dup2(a->said, STDERR_FILENO) < 0) abort();
    unlink(name);
}

static void add_said(audit *a, rig_text *heard)
{
    char bytes[4096];
    struct stat file;
    fflush(stderr);
    if (fstat(a->said, &file) != 0) abort();
    while (a->said_until < file.st_size) {
        const ssize_t got = pread(a->said, bytes, sizeof bytes, a->said_until);
        if (got <= 0) abort();
        rig_text_add(heard, bytes, (size_t)got);
        a->said_until += got;
    }
}

static void fault(audit *a, const window *w, const char *what)
{
    fprintf(a->out,
            "audit: %s: rules %s, %u players, hearer %u, audience %u; again with --seed %llu "
            "--game %llu\n",
            what, a->table.rules, a->table.players, w->hearer, w->audience,
            (unsigned long long)a->seed, (unsigned long long)a->game);
    exit(1);
}

/* Shows where two texts part. */
static void fault_unlike(audit *a, const window *w)
{
    size_t at = 0;
    const size_t length =
        a->heard[0].length < a->heard[1].length ? a->heard[0].length : a->heard[1].length;
    while (at < length && a->heard[0].bytes[at] == a->heard[1].bytes[at]) at++;
    const size_t from = at > CONTEXT_BYTES ? at - CONTEXT_BYTES : 0;
    for (unsigned k = 0; k < TWINS; k++)
        fprintf(a->out, "--- heard %u (differs at byte %zu):\n%.*s\n", k, at, 2 * CONTEXT_BYTES,
                a->heard[k].bytes + from);
    fault(a, w, "hidden cards are heard");
}

static void compare(audit *a, window *w)
{
    char deck[2 * CN_DECK_CARDS_MAX + 1], table[CN_ID_CHARACTERS + 1];
    unsigned moved;
    if (!walk_other_deck((walk *)w->w, w->audience, w->fair, deck, sizeof deck, &moved)) {
        a->certain++;
        return;
    }
    snprintf(table, sizeof table, "%010llu", (unsigned long long)++a->tables);
    w->table = table;
    w->visits = &a->visits;
    for (unsigned k = 0; k < TWINS; k++) {
        rig_text_clear(&a->heard[k]);
        w->deck = k == 0 ? NULL : deck;
        const bool good = window_run(a->twin[k], w, &a->heard[k]);
        add_said(a, &a->heard[k]);
        if (!good)
            fprintf(a->out, "...%.400s",
                    a->heard[k].bytes + (a->heard[k].length > 400 ? a->heard[k].length - 400 : 0));
        if (!good) fault(a, w, "the table does not take what was played");
        window_mask(&a->heard[k]);
    }
    if (a->heard[0].length != a->heard[1].length ||
        memcmp(a->heard[0].bytes, a->heard[1].bytes, a->heard[0].length) != 0)
        fault_unlike(a, w);
    a->moved += moved;
    a->histories++;
    a->pairs += w->w->entry_count - w->first + 1;
}

static void look(audit *a)
{
    window one = game_window(&a->table);
    compare(a, &one);
}

static void play_game(audit *a)
{
    game *g = &a->table;
    game_make(g, a->seed, a->game, a->rules);
    const unsigned hands = 1 + cn_stream_below(&g->chance, HANDS_MAX);
    for (unsigned hand = 0; hand < hands && a->pairs < a->most; hand++) {
        unsigned since = 0;
        walk_deal(g->w);
        while (a->pairs < a->most && walk_play(g->w)) {
            if (++since < 2 || cn_stream_below(&g->chance, LOOKS_EACH) > 0) continue;
            look(a);
            since = 0;
        }
        if (a->pairs < a->most) look(a);
        if (g->w->core.game.pub.phase != CN_PHASE_SCORED) break;
    }
    game_free(g);
}

static void check_calls_are_known(audit *a)
{
    const char *path = window_unknown();
    if (path == NULL) return;
    fprintf(a->out, "audit: %s is a call that the audit does not know\n", path);
    exit(1);
}

/* A short look, or one at few games, need not have met everybody. */
static void check_visits(audit *a, uint64_t pairs)
{
    char missed[200];
    if (a->rules != NULL || pairs < ENOUGH_PAIRS) return;
    if (!window_missed(&a->visits, missed, sizeof missed)) return;
    fprintf(a->out, "audit: %s\n", missed);
    exit(1);
}

static void load_state(audit *a, const char *path)
{
    unsigned long long next = 0, pairs = 0;
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) return;
    if (fscanf(file, "%llu %llu", &next, &pairs) == 2) {
        a->game = next;
        a->pairs = pairs;
    }
    fclose(file);
}

static void save_state(const audit *a, const char *path)
{
    char fresh[4096];
    if (path == NULL) return;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (file == NULL) abort();
    fprintf(file, "%llu %llu\n", (unsigned long long)a->game, (unsigned long long)a->pairs);
    fclose(file);
    rename(fresh, path);
}

int main(int argc, char **argv)
{
    audit a = {.seed = 1, .most = 1000};
    const char *state = NULL;
    bool one = false;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--pairs") == 0) a.most = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) a.seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--rules") == 0) a.rules = argv[i + 1];
        if (strcmp(argv[i], "--state") == 0) state = argv[i + 1];
        if (strcmp(argv[i], "--game") == 0) {
            a.game = strtoull(argv[i + 1], NULL, 10);
            one = true;
        }
    }
    redirect_stderr(&a);
    check_calls_are_known(&a);
    load_state(&a, state);
    const uint64_t before = a.pairs;
    for (unsigned k = 0; k < TWINS; k++) a.twin[k] = rig_make(a.seed);
    do {
        play_game(&a);
        a.game++;
        save_state(&a, state);
    } while (a.pairs < a.most && !one);
    check_visits(&a, a.pairs - before);
    for (unsigned k = 0; k < TWINS; k++) {
        rig_free(a.twin[k]);
        rig_text_free(&a.heard[k]);
    }
    printf("%llu pairs of states in %llu pairs of histories, %llu games; %.1f cards lay elsewhere; "
           "%llu had no other deck\n",
           (unsigned long long)(a.pairs - before), (unsigned long long)a.histories,
           (unsigned long long)a.game,
           a.histories > 0 ? (double)a.moved / (double)a.histories : 0.0,
           (unsigned long long)a.certain);
    return 0;
}
