/* `canasta hint`: what the careful player would do in a position, and why.
 * Not here: the decision (players/book.h), its words (hint/). Invariant: a play that a position
 * holds is not looked at; those before it are made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/read_file.h"
#include "hint/hint.h"
#include "text/positions/position_rule.h"

enum { ANSWER_MAX = 4096, FILES_MAX = 256 };

typedef struct hinting {
    bool json;
    const char *path;
    const char *only; /* the name of one position, NULL for all */
    unsigned given;
    bool failed;
} hinting;

static void complain(hinting *h, const cn_position *position, const char *what)
{
    fprintf(stderr, "%s:%u: %s: %s\n", h->path, position->line, position->name, what);
    h->failed = true;
}

/* The view of the seat to act after the plays before, or after a deal; false if one of them was
 * refused, which has been said. */
static bool view_to_act(hinting *h, const cn_position *position, cn_view *view)
{
    cn_position before = *position;
    before.play.length = 0;
    cn_ruling ruling;
    cn_position_rule(&before, &ruling);
    if (ruling.before_i != 0) {
        char text[ANSWER_MAX];
        cn_writer w = cn_writer_make(text, sizeof text);
        cn_write_ruling(&w, &ruling);
        complain(h, position, text);
        return false;
    }
    *view = ruling.after;
    if (!position->has_game) return true;
    *view = position->view;
    view->pub = ruling.game.pub;
    view->seat = ruling.game.pub.seat;
    view->hand = ruling.game.hand[view->seat];
    return true;
}

static void print_text(const cn_position *position, bool with_rules, const cn_view *view,
                       const cn_hint *hint)
{
    char text[ANSWER_MAX];
    cn_writer w = cn_writer_make(text, sizeof text);
    cn_write(&w, "%s", position->name);
    if (with_rules) cn_write(&w, " (%s)", position->rules.name);
    cn_write(&w, ": ");
    cn_write_play(&w, hint->step, hint->count);
    for (unsigned i = 0; i < hint->why_count; i++) {
        cn_write(&w, "\n  ");
        cn_write_hint_reason(&w, view, &position->rules, &hint->why[i]);
    }
    puts(text);
}

static void print_json(const cn_position *position, const cn_view *view, const cn_hint *hint)
{
    char text[ANSWER_MAX];
    cn_writer w = cn_writer_make(text, sizeof text);
    cn_write_hint_json(&w, view, &position->rules, hint);
    printf("{\"position\":");
    cli_print_json_text(position->name);
    printf(",\"rules\":\"%s\",\"hint\":%s}\n", position->rules.name, text);
}

static void hint_position(hinting *h, const cn_position_lines *lines)
{
    const unsigned count = cn_position_rules_count(lines);
    for (unsigned i = 0; i < count; i++) {
        cn_position position;
        cn_text_error error = {0};
        cn_view view;
        cn_hint hint;
        if (!cn_position_make_to_act(lines, i, &position, &error)) {
            fprintf(stderr, "%s:%u:%u: %s\n", h->path, error.line, error.column, error.message);
            h->failed = true;
            return;
        }
        if (h->only != NULL && strcmp(h->only, position.name) != 0) return;
        h->given++;
        if (position.kind != CN_FOR_PLAY && position.kind != CN_FOR_DEAL) {
            complain(h, &position, "nobody is to act here");
        } else if (!view_to_act(h, &position, &view)) {
            continue;
        } else if (!cn_hint_make(&view, &position.rules, &hint)) {
            complain(h, &position, "nobody is to act here");
        } else if (h->json) {
            print_json(&position, &view, &hint);
        } else {
            print_text(&position, count > 1, &view, &hint);
        }
    }
}

static void hint_file(hinting *h, const char *path)
{
    size_t length;
    char *text = cli_read_file(path, &h->path, &length);
    h->failed = h->failed || text == NULL;
    if (text == NULL) return;
    cn_position_reader reader = cn_position_reader_make(text, length);
    cn_position_lines lines;
    for (bool more = true; more;) {
        cn_text_error error = {0};
        const cn_position_status status = cn_position_next(&reader, &lines, &error);
        more = status != CN_POSITION_END;
        if (status == CN_POSITION_READ) hint_position(h, &lines);
        if (status != CN_POSITION_BAD) continue;
        fprintf(stderr, "%s:%u:%u: %s\n", h->path, error.line, error.column, error.message);
        h->failed = true;
    }
    free(text);
}

static void print_help(void)
{
    puts(
        "usage: canasta hint FILE... [--name NAME] [--json]\n\n"
        "Says for each position of a FILE (- is standard input) what the player `book` would do\n"
        "next, and what decided it. docs/formats.md describes how positions are written. A `play`\n"
        "and what is expected of it are not looked at; without one the turn begins, unless "
        "`phase`\n"
        "or `took` says that the seat has drawn.\n\n"
        "  --name NAME  only the position of that name\n"
        "  --json       one JSON object for each position\n"
        "  --help       show this\n\n"
        "The status is 0 if every position had a hint, otherwise 1.");
}

typedef struct files {
    const char *path[FILES_MAX];
    unsigned count;
} files;

static int take_file(void *context, const char *name, const char *value)
{
    files *named = context;
    (void)name;
    if (named->count == FILES_MAX) return cli_refuse("hint", "too many files from", value);
    named->path[named->count++] = value;
    return CLI_OK;
}

int cli_hint(int argc, char **argv)
{
    hinting h = {0};
    bool help = false;
    files named = {.count = 0};
    const cli_option own[] = {{.name = "--name", .text = &h.only},
                              {.name = "--json", .flag = &h.json}};
    const cli_options all = {.command = "hint",
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .word = take_file,
                             .context = &named,
                             .help = &help};
    const int status = cli_options_read(&all, argc, argv);
    if (status != CLI_OK) return status;
    if (help) {
        print_help();
        return CLI_OK;
    }
    if (named.count == 0) return cli_refuse("hint", "no file after", "hint");
    for (unsigned i = 0; i < named.count; i++) hint_file(&h, named.path[i]);
    if (h.given == 0 && !h.failed) {
        fprintf(stderr, "canasta hint: there is no such position\n");
        return CLI_FAILED;
    }
    return h.failed ? CLI_FAILED : CLI_OK;
}
