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

#include <json-c/json.h>

#include "text/rules/rules_text.h"
#include "window.h"

enum { TWINS = 2, HANDS_MAX = 3, WINDOW_MAX = 6, LOOKS_EACH = 6, CONTEXT_BYTES = 300 };

typedef struct audit {
    uint64_t seed, game, pairs, most, histories, certain, moved;
    const char *rules; /* one alone, or NULL */
    rig *twin[TWINS];
    rig_text heard[TWINS];
    uint64_t tables;
    int said; /* stderr of the server */
    off_t said_until;
    FILE *out;
    company people;
    const char *name;
    unsigned players;
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

static const char *member(json_object *object, const char *key)
{
    return json_object_get_string(json_object_object_get(object, key));
}

/* The JSON of an answer. */
static json_object *ask(rig *r, const char *path, const char *body, rig_text *answer)
{
    rig_text_clear(answer);
    rig_call(r, path, body, "", answer);
    json_object *object = json_tokener_parse(strchr(answer->bytes, '{'));
    if (strncmp(answer->bytes, "200 ", 4) != 0 || object == NULL) {
        fprintf(stdout, "%s: %s", path, answer->bytes);
        abort();
    }
    return object;
}

/* A table with some persons and some bots, made as everybody makes one; its log goes to `entries`,
 * and those of the persons into the twins. */
static walk *make_walk(audit *a, cn_stream *chance)
{
    static const char *const bots[] = {"random", "racer", "book"};
    char body[300], path[60];
    unsigned count;
    rig_text answer = {0};
    rig *r = rig_make(a->seed * 1000003 + a->game);
    a->people = (company){.clock_s = cn_stream_below(chance, 2) * 30};
    snprintf(body, sizeof body,
             "{\"rules\":\"%s\",\"players\":%u,\"deal\":\"later\",\"watch\":true,\"join\":\"now\","
             "\"clock\":%u,\"open\":true,\"overrides\":\"%s\",\"bot\":\"%s\"}",
             a->name, a->players, a->people.clock_s,
             cn_stream_below(chance, 4) == 0 ? "rounds = 1" : "", bots[cn_stream_below(chance, 3)]);
    json_object *made = ask(r, "/v1/tables", body, &answer);
    strcpy(a->people.invite, member(made, "invite"));
    strcpy(a->people.watch, member(made, "watch"));
    strcpy(a->people.token[0], member(made, "token"));
    for (unsigned i = 1; i < a->players; i++) {
        if (cn_stream_below(chance, 3) == 0) continue;
        snprintf(path, sizeof path, "/v1/tables/%s/seats/%u", member(made, "table"), i);
        snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"P%u\"}", a->people.invite, i);
        json_object *seat = ask(r, path, body, &answer);
        strcpy(a->people.token[i], member(seat, "token"));
        json_object_put(seat);
    }
    const cn_entry *entry = rig_log(r, member(made, "table"), &count);
    walk *w = walk_make(a->seed * 1000003 + a->game, entry, count);
    for (unsigned i = 0; i < a->players; i++) {
        char person[CN_PERSON_CHARACTERS + 1] = "";
        memcpy(person, a->people.token[i], CN_PERSON_CHARACTERS);
        entry = rig_log(r, person, &count);
        for (unsigned k = 0; k < TWINS && person[0] != '\0'; k++)
            rig_log_put(a->twin[k], person, entry, count);
    }
    json_object_put(made);
    rig_text_free(&answer);
    rig_free(r);
    return w;
}

static void forget_people(audit *a)
{
    for (unsigned i = 0; i < a->players; i++) {
        char person[CN_PERSON_CHARACTERS + 1] = "";
        memcpy(person, a->people.token[i], CN_PERSON_CHARACTERS);
        for (unsigned k = 0; k < TWINS; k++) rig_log_drop(a->twin[k], person);
    }
}

static void fault(audit *a, const window *w, const char *what)
{
    fprintf(a->out,
            "audit: %s: rules %s, %u players, audience %u; again with --seed %llu --game %llu\n",
            what, a->name, a->players, w->audience, (unsigned long long)a->seed,
            (unsigned long long)a->game);
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
    if (!walk_other_deck((walk *)w->w, w->audience, deck, sizeof deck, &moved)) {
        a->certain++;
        return;
    }
    snprintf(table, sizeof table, "%010llu", (unsigned long long)++a->tables);
    w->table = table;
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

/* A seat with a person, or one who looks on. */
static unsigned choose_audience(const audit *a, cn_stream *chance)
{
    for (;;) {
        const unsigned i = cn_stream_below(chance, a->players + 1);
        if (i == a->players) return CN_WATCHER;
        if (a->people.token[i][0] != '\0') return i;
    }
}

static void look(audit *a, walk *w, cn_stream *chance)
{
    window one = {.w = w, .people = &a->people};
    one.audience = choose_audience(a, chance);
    one.seed = cn_stream_next(chance);
    const unsigned played = w->entry_count - w->deal_entry - 1;
    const unsigned most = played < WINDOW_MAX ? played : WINDOW_MAX;
    one.first = w->entry_count - cn_stream_below(chance, most + 1);
    compare(a, &one);
}

static void play_game(audit *a)
{
    cn_stream chance = cn_stream_make(a->seed, 80, a->game);
    walk *w = make_walk(a, &chance);
    const unsigned hands = 1 + cn_stream_below(&chance, HANDS_MAX);
    for (unsigned hand = 0; hand < hands && a->pairs < a->most; hand++) {
        unsigned since = 0;
        walk_deal(w);
        while (a->pairs < a->most && walk_play(w))
            if (++since > 1 && cn_stream_below(&chance, LOOKS_EACH) == 0) {
                look(a, w, &chance);
                since = 0;
            }
        if (a->pairs < a->most) look(a, w, &chance);
        if (w->core.game.pub.phase != CN_PHASE_SCORED) break;
    }
    walk_free(w);
    forget_people(a);
}

/* Every rule set, with every number of players. */
static void choose_table(audit *a)
{
    cn_ruleset_about about;
    uint64_t left = a->game;
    for (;;)
        for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
            if (a->rules != NULL && strcmp(a->rules, cn_rulesets[i]) != 0) continue;
            if (!cn_ruleset_describe(cn_rulesets[i], &about)) abort();
            for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
                if ((about.player_counts >> count & 1) == 0) continue;
                a->name = cn_rulesets[i];
                a->players = count;
                if (left-- == 0) return;
            }
        }
}

static void load_state(audit *a, const char *path)
{
    unsigned long long game = 0, pairs = 0;
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) return;
    if (fscanf(file, "%llu %llu", &game, &pairs) == 2) {
        a->game = game;
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
    load_state(&a, state);
    const uint64_t before = a.pairs;
    for (unsigned k = 0; k < TWINS; k++) a.twin[k] = rig_make(a.seed);
    do {
        choose_table(&a);
        play_game(&a);
        a.game++;
        save_state(&a, state);
    } while (a.pairs < a.most && !one);
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
