/* `canasta analyse`: what each play of a record was worth, and what luck did.
 * Not here: how that is found (analysis/). Invariant: a record that is not right is not analysed;
 * stdout depends on the record and the options alone. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis_text.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/read_file.h"
#include "text/records/replay_text.h"

typedef struct analysing {
    bool json, help;
    uint64_t hand, playouts, seed; /* hand 0: all */
    const char *path, *name;       /* as given, and as messages call it */
    cn_replay replay;
    cn_analysis analysis;
    cn_analysis_people people;
    cn_seat_account person[CN_PLAYERS_MAX];
    unsigned hands[CN_PLAYERS_MAX];
    bool left_out; /* a hand was too long */
    char text[CN_ANALYSIS_TEXT_MAX];
} analysing;

static void print_help(void)
{
    puts("usage: canasta analyse RECORD [OPTIONS]\n"
         "\n"
         "Says what each play of a record (- is standard input) was worth: what would have been\n"
         "better, by how much and why; what the deal and the draws gave, and what play did.\n"
         "docs/analysis.md tells how it is worked out, and how sure it is.\n"
         "\n"
         "  --hand N      this hand alone, from 1 (all)\n"
         "  --playouts N  for each decision (1000)\n"
         "  --seed N      of all random numbers (1)\n"
         "  --json        a JSON object for each hand and each person, one a line\n"
         "  --help        show this\n"
         "\n"
         "The status is 0; 2 if the record is not right or not there; 1 if a hand is longer than\n"
         "4096 steps, which is left out.");
}

static void put(const cn_writer *w)
{
    assert(!w->overflow);
    fwrite(w->out, 1, w->length, stdout);
}

/* The moment that was just looked at. */
static void print_json(analysing *a)
{
    cn_writer w = cn_writer_make(a->text, sizeof a->text);
    cn_write_analysed_json(&w, &a->analysis);
    put(&w);
}

/* The turn, once its last moment was looked at. */
static void print_text(analysing *a)
{
    const cn_hand_analysis *hand = &a->analysis.hand;
    unsigned first;
    if (!cn_analysis_turn_ended(&a->analysis, &first)) return;
    cn_writer w = cn_writer_make(a->text, sizeof a->text);
    if (first == 0) cn_write_analysed_deal(&w, &a->analysis, &a->people);
    cn_write_analysed_turn(&w, &a->analysis, &a->people, first);
    if (hand->done == hand->count) cn_write_analysed_hand(&w, &a->analysis, &a->people);
    put(&w);
}

static void add_up(analysing *a)
{
    const cn_rules *rules = &a->analysis.rules;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const unsigned person = cn_person_at(rules, a->analysis.hand.number, seat);
        const cn_seat_account account = cn_account_of_seat(&a->analysis, seat);
        cn_account_add(&a->person[person], &account);
        a->hands[person]++;
    }
}

/* The hand that was just scored. */
static void analyse_hand(analysing *a)
{
    if (a->hand != 0 && a->hand != a->analysis.hand.number) return;
    if (a->analysis.hand.too_long) {
        fprintf(stderr, "canasta analyse: %s: hand %u is too long\n", a->name,
                a->analysis.hand.number);
        a->left_out = true;
        return;
    }
    while (cn_analysis_go_on(&a->analysis))
        if (a->json)
            print_json(a);
        else
            print_text(a);
    add_up(a);
}

static void hear(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    analysing *a = context;
    cn_analysis_hear(&a->analysis, rules, game, event);
    if (event->kind == CN_EVENT_SCORE) analyse_hand(a);
}

static void print_people(analysing *a)
{
    for (unsigned person = 0; person < a->analysis.rules.player_count; person++) {
        if (a->hands[person] == 0) continue;
        cn_writer w = cn_writer_make(a->text, sizeof a->text);
        if (a->json)
            cn_write_analysed_person_json(&w, &a->person[person], person, a->hands[person]);
        else
            cn_write_analysed_person(&w, &a->person[person], &a->people, person, a->hands[person]);
        if (a->json) cn_write(&w, "\n");
        put(&w);
    }
}

/* The record is right: it is replayed once more, and heard. */
static int analyse_text(analysing *a, const char *text, size_t length)
{
    cn_text_error error;
    if (!cn_replay_text(&a->replay, text, length, NULL, &error)) {
        fprintf(stderr, "%s:%u:%u: %s\n", a->name, error.line, error.column, error.message);
        return CLI_USAGE;
    }
    if (a->replay.hands < (a->hand == 0 ? 1 : a->hand)) {
        fprintf(stderr, "canasta analyse: %s has %u finished hand%s\n", a->name, a->replay.hands,
                a->replay.hands == 1 ? "" : "s");
        return CLI_USAGE;
    }
    const cn_analysis_plan plan = {.playouts = (uint32_t)a->playouts, .seed = a->seed};
    const cn_replay_listener listener = {.hear = hear, .context = a};
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++) a->people.name[i] = a->replay.name[i];
    cn_analysis_start(&a->analysis, &plan);
    cn_replay_text(&a->replay, text, length, &listener, &error);
    print_people(a);
    const int printed = cli_output_end("analyse", CN_LAB_OK);
    return a->left_out ? CLI_FAILED : printed;
}

static int take_record(void *context, const char *name, const char *value)
{
    analysing *a = context;
    (void)name;
    if (a->path != NULL) return cli_refuse("analyse", "one record only, not also", value);
    a->path = value;
    return CLI_OK;
}

static int read_options(analysing *a, int argc, char **argv)
{
    enum { HANDS_MAX = 65535 };
    const cli_option own[] = {
        {.name = "--hand", .number = &a->hand, .low = 1, .high = HANDS_MAX},
        {.name = "--playouts",
         .number = &a->playouts,
         .low = CN_ANALYSIS_PLAYOUTS_MIN,
         .high = CN_ANALYSIS_PLAYOUTS_MAX},
        {.name = "--seed", .number = &a->seed, .high = UINT64_MAX},
        {.name = "--json", .flag = &a->json},
    };
    const cli_options all = {.command = "analyse",
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .word = take_record,
                             .context = a,
                             .help = &a->help};
    return cli_options_read(&all, argc, argv);
}

static int run(analysing *a, int argc, char **argv)
{
    const int status = read_options(a, argc, argv);
    if (status != CLI_OK) return status;
    if (a->help) {
        print_help();
        return CLI_OK;
    }
    if (a->path == NULL) return cli_refuse("analyse", "no record after", "analyse");
    size_t length;
    char *text = cli_read_file(a->path, &a->name, &length);
    if (text == NULL) return CLI_USAGE;
    const int done = analyse_text(a, text, length);
    free(text);
    return done;
}

int cli_analyse(int argc, char **argv)
{
    analysing *a = calloc(1, sizeof *a);
    if (a == NULL) abort();
    a->playouts = CN_ANALYSIS_PLAYOUTS_USUAL;
    a->seed = 1;
    const int status = run(a, argc, argv);
    free(a);
    return status;
}
