/* How long an answer takes does not tell of cards that are hidden from who asks: the same window is
 * run many times with either of two decks, in turns, and the times of each answer are compared.
 * Not here: as in window.h. Invariant: a difference counts only if it is large, and there again
 * each time that it is measured anew: nothing fails because the machine is busy.
 *
 * usage: timing [--pairs N] [--seed N] */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game.h"

enum { ANSWERS_MAX = 200, RUNS = 41, TIMES_AGAIN = 5, PLAYS_EACH = 15 };
static const double most_us = 20, surely = 1e-6;

typedef struct timing {
    uint64_t seed, game, pairs, most, answers;
    double worst_us;
    rig *twin[TWINS];
    rig_text heard;
    uint64_t tables;
    unsigned run, at; /* of the window that is being run */
    double *into;
    unsigned count[TWINS];
    double us[TWINS][ANSWERS_MAX][RUNS];
} timing;

static void note(void *user, double us)
{
    timing *t = user;
    if (t->at < ANSWERS_MAX) t->into[(size_t)t->at++ * RUNS + t->run] = us;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Both sorted. The greatest distance of the two distributions, as the chance that it is none
 * (Kolmogorov and Smirnov). */
static double alike(const double *a, const double *b)
{
    const double runs = RUNS;
    double distance = 0, p = 0;
    for (unsigned i = 0, k = 0; i < RUNS && k < RUNS;) {
        if (a[i] <= b[k])
            i++;
        else
            k++;
        const double d = fabs((double)i - (double)k) / runs;
        if (d > distance) distance = d;
    }
    const double root = sqrt(runs / 2), x = (root + 0.12 + 0.11 / root) * distance;
    for (int j = 1; j <= 20; j++) p += (j % 2 == 1 ? 2 : -2) * exp(-2.0 * x * x * j * j);
    return x < 0.3 ? 1 : p < 0 ? 0 : p;
}

static void run_all(timing *t, window *w, const char *deck)
{
    char table[CN_ID_CHARACTERS + 1];
    for (t->run = 0; t->run < RUNS; t->run++)
        for (unsigned i = 0; i < TWINS; i++) {
            const unsigned k = (i + t->run) % TWINS;
            snprintf(table, sizeof table, "%010llu", (unsigned long long)++t->tables);
            w->table = table;
            w->deck = k == 0 ? NULL : deck;
            t->at = 0;
            t->into = t->us[k][0];
            rig_text_clear(&t->heard);
            if (!window_run(t->twin[k], w, &t->heard)) exit(2);
            t->count[k] = t->at;
        }
}

/* The answers whose times differ: a bit for each. Only those that `look` names. */
static void compare(timing *t, window *w, const char *deck, bool look[ANSWERS_MAX])
{
    run_all(t, w, deck);
    for (unsigned i = 0; i < ANSWERS_MAX; i++) {
        double *a = t->us[0][i], *b = t->us[1][i];
        if (i >= t->count[0] || i >= t->count[1]) look[i] = false;
        if (!look[i]) continue;
        qsort(a, RUNS, sizeof *a, by_size);
        qsort(b, RUNS, sizeof *b, by_size);
        const double apart = fabs(a[RUNS / 2] - b[RUNS / 2]);
        look[i] = apart > most_us && alike(a, b) < surely;
        if (look[i]) t->worst_us = apart;
    }
}

static void fault(timing *t, const game *g, const window *w, unsigned answer)
{
    printf("timing: answer %u of a window for audience %u takes %.0f us longer with other cards: "
           "rules %s, seed %llu game %llu\n",
           answer, w->audience, t->worst_us, g->rules, (unsigned long long)t->seed,
           (unsigned long long)t->game);
    exit(1);
}

static void look(timing *t, game *g)
{
    unsigned moved;
    bool differs[ANSWERS_MAX];
    char deck[2 * CN_DECK_CARDS_MAX + 1];
    window w = game_window(g);
    w.timed = note;
    w.user = t;
    if (!walk_other_deck(g->w, w.audience, w.fair, deck, sizeof deck, &moved)) return;
    memset(differs, 1, sizeof differs);
    for (unsigned again = 0; again < TIMES_AGAIN; again++) {
        bool any = false;
        compare(t, &w, deck, differs);
        for (unsigned i = 0; i < ANSWERS_MAX; i++) any = any || differs[i];
        if (again == 0) t->answers += t->count[0];
        if (!any) break;
    }
    for (unsigned i = 0; i < ANSWERS_MAX; i++)
        if (differs[i]) fault(t, g, &w, i);
    t->pairs++;
}

int main(int argc, char **argv)
{
    static timing t = {.seed = 1, .most = 40};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--pairs") == 0) t.most = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) t.seed = strtoull(argv[i + 1], NULL, 10);
    }
    if (freopen("/dev/null", "w", stderr) == NULL) return 1;
    for (unsigned k = 0; k < TWINS; k++) t.twin[k] = rig_make(t.seed);
    for (; t.pairs < t.most; t.game++) {
        game g;
        game_make(&g, t.seed, t.game, NULL);
        walk_deal(g.w);
        for (unsigned i = 0; i < PLAYS_EACH + t.game % 40 && walk_play(g.w); i++) {
        }
        look(&t, &g);
        game_free(&g);
    }
    for (unsigned k = 0; k < TWINS; k++) rig_free(t.twin[k]);
    rig_text_free(&t.heard);
    printf("%llu pairs of states, %llu answers, %d times each with either deck\n",
           (unsigned long long)t.pairs, (unsigned long long)t.answers, RUNS);
    return 0;
}
