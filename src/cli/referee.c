/* `canasta referee`: judges the positions of files and checks what the files expect.
 * Not here: rules, and how positions are written (text/position_text.h).
 * Invariant: the status is CLI_OK only if every file was read and every expectation was met. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canasta/reason.h"
#include "cli/cli.h"
#include "text/play_text.h"
#include "text/position_text.h"
#include "text/verdict.h"

enum { FILE_MAX_BYTES = 4 << 20, ANSWER_MAX = 2048 };

typedef struct referee {
    bool quiet;
    const char *path;
    bool unreadable; /* some file, or some position of one */
    unsigned passed, failed;
} referee;

/* What is found out about one position. */
typedef struct ruling {
    cn_outcome outcome;
    bool has_step; /* the refused step is known */
    unsigned step_i;
    cn_step step;
    unsigned before_i; /* 1.. if it was not the play that was refused, but this one before it */
    bool has_after;
    cn_view after;
} ruling;

static void find_step(ruling *found, const cn_view *view, const cn_rules *rules,
                      const cn_position_line *text)
{
    cn_play play = {0};
    cn_reason shape;
    if (cn_play_parse(text->text, text->length, 1, &play, &shape, NULL) != CN_PLAY_OK) return;
    if (view->pub.seat != view->seat) return;
    (void)cn_judge_play(rules, &view->pub, &view->hand, play.step, play.count, &found->step_i);
    found->has_step = found->step_i < play.count;
    if (found->has_step) found->step = play.step[found->step_i];
}

static bool play_opens(const cn_position_line *text)
{
    cn_play play = {0};
    cn_reason shape;
    (void)cn_play_parse(text->text, text->length, 1, &play, &shape, NULL);
    for (unsigned i = 0; i < play.count; i++)
        if (play.step[i].number == CN_STEP_OPEN) return true;
    return false;
}

/* Judges one play of a turn; the view goes on to the table after it if it is legal. */
static bool judge_play(ruling *found, cn_view *view, const cn_rules *rules,
                       const cn_position_line *text)
{
    cn_verdict verdict = cn_view_judge(view, rules, text->text, text->length);
    found->outcome = (cn_outcome){.kind = CN_OUTCOME_LEGAL};
    if (verdict.reason.code == CN_OK) {
        found->outcome.opens = verdict.minimum != 0 && play_opens(text);
        found->outcome.points = verdict.points;
        found->outcome.minimum = verdict.minimum;
        found->has_after = verdict.has_after;
        if (verdict.has_after) *view = verdict.after;
        return verdict.has_after;
    }
    found->outcome.kind = CN_OUTCOME_ILLEGAL;
    found->outcome.reason = verdict.reason;
    find_step(found, view, rules, text);
    return false;
}

static void rule_play(ruling *found, const cn_position *position)
{
    found->after = position->view;
    for (unsigned i = 0; i < position->before_count; i++) {
        found->before_i = i + 1;
        if (!judge_play(found, &found->after, &position->rules, &position->before[i])) return;
    }
    found->before_i = 0;
    (void)judge_play(found, &found->after, &position->rules, &position->play);
}

static void rule_sheet(ruling *found, const cn_position *position)
{
    const cn_rules *rules = &position->rules;
    cn_sheet sheet = {.side = &position->view.pub.side[rules->side_of[position->view.seat]],
                      .hand_count = position->left_count,
                      .went_out = position->out,
                      .concealed = position->concealed};
    for (unsigned i = 0; i < position->left_count; i++) sheet.hand[i] = &position->left[i];
    found->outcome.kind = CN_OUTCOME_TOTAL;
    found->outcome.score = cn_score_sheet(rules, &sheet);
}

static void write_ruling(cn_writer *writer, const ruling *found)
{
    cn_write_outcome(writer, &found->outcome);
    if (found->has_step) {
        cn_write(writer, " at step %u (", found->step_i + 1);
        cn_write_play(writer, &found->step, 1);
        cn_write_char(writer, ')');
    }
    if (found->before_i > 0) cn_write(writer, " of 'before' number %u", found->before_i);
}

/* Compares with the file's expectation; on a difference `writer` gets it in words. */
static bool check(cn_writer *writer, const cn_position *position, const ruling *found)
{
    if (found->before_i > 0 || !cn_expectation_met(&position->expected, &found->outcome)) {
        cn_write(writer, "expected ");
        cn_write_text(writer, position->expect.text, position->expect.length);
        cn_write(writer, " got ");
        cn_write_outcome(writer, &found->outcome);
        return false;
    }
    for (unsigned i = 0; i < position->fact_count; i++) {
        char text[CN_FACT_TEXT_MAX] = "no table after the play";
        cn_writer actual = cn_writer_make(text, sizeof text);
        if (found->has_after)
            cn_write_fact(&actual, position->fact[i].key, &position->rules, &found->after);
        if (strcmp(text, position->fact[i].text) == 0) continue;
        cn_write(writer, "expected then %s got %s", position->fact[i].text, text);
        return false;
    }
    return true;
}

static void print_ruling(referee *r, const cn_position *position, bool with_rules,
                         const ruling *found)
{
    char text[ANSWER_MAX], difference[ANSWER_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_writer wrong = cn_writer_make(difference, sizeof difference);
    cn_write(&writer, "%s", position->name);
    if (with_rules) cn_write(&writer, " (%s)", position->rules.name);
    cn_write(&writer, ": ");
    write_ruling(&writer, found);
    if (position->expect.length > 0) {
        bool met = check(&wrong, position, found);
        r->passed += met;
        r->failed += !met;
        if (met && r->quiet) return;
        cn_write(&writer, met ? ": ok" : ": FAILED %s", difference);
    }
    if (!r->quiet || position->expect.length > 0) puts(text);
}

static void print_error(referee *r, const cn_text_error *error)
{
    fprintf(stderr, "%s:%u:%u: %s\n", r->path, error->line, error->column, error->message);
    r->unreadable = true;
}

static void rule_position(referee *r, const cn_position_lines *lines)
{
    unsigned count = cn_position_rules_count(lines);
    for (unsigned i = 0; i < count; i++) {
        cn_position position;
        cn_text_error error = {0};
        if (!cn_position_make(lines, i, &position, &error)) {
            print_error(r, &error);
            return;
        }
        ruling found = {0};
        if (position.is_sheet)
            rule_sheet(&found, &position);
        else
            rule_play(&found, &position);
        print_ruling(r, &position, count > 1, &found);
    }
}

static void rule_text(referee *r, const char *text, size_t length)
{
    cn_position_reader reader = cn_position_reader_make(text, length);
    cn_position_lines lines;
    cn_text_error error = {0};
    unsigned count = 0;
    for (;; count++) {
        switch (cn_position_next(&reader, &lines, &error)) {
        case CN_POSITION_READ: rule_position(r, &lines); break;
        case CN_POSITION_BAD: print_error(r, &error); break;
        case CN_POSITION_END:
            if (count > 0) return;
            fprintf(stderr, "%s: there is no position in this file\n", r->path);
            r->unreadable = true;
            return;
        }
    }
}

/* The whole file with a terminating zero, NULL if it cannot be read or is too long. */
static char *read_all(FILE *file, size_t *length)
{
    char *text = malloc(FILE_MAX_BYTES + 1);
    if (text == NULL) return NULL;
    *length = fread(text, 1, FILE_MAX_BYTES, file);
    if (ferror(file) || (*length == FILE_MAX_BYTES && fgetc(file) != EOF)) {
        free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

static void rule_file(referee *r, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    r->path = is_stdin ? "standard input" : path;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    size_t length;
    char *text = file == NULL ? NULL : read_all(file, &length);
    if (file != NULL && !is_stdin) fclose(file);
    if (text == NULL) {
        fprintf(stderr, "%s: cannot be read, or is larger than 4 MiB\n", r->path);
        r->unreadable = true;
        return;
    }
    rule_text(r, text, length);
    free(text);
}

static void print_help(void)
{
    puts("usage: canasta referee FILE... [--quiet]\n\n"
         "Judges the positions of each FILE (- is standard input): legal, or the reason why not\n"
         "with its numbers, or the score of a finished hand by component. Where a position says\n"
         "what it expects, this is checked, and the last line is 'N passed, M failed'.\n"
         "docs/formats.md describes how positions are written.\n\n"
         "  --quiet  show only what fails, and the last line\n"
         "  --help   show this\n\n"
         "The status is 0 if all files could be read and nothing failed, otherwise 1.");
}

static int usage(const char *problem, const char *word)
{
    fprintf(stderr, "canasta referee: %s%s; `canasta referee --help` tells more\n", problem, word);
    return CLI_USAGE;
}

int cli_referee(int argc, char **argv)
{
    referee r = {0};
    int files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help();
            return CLI_OK;
        }
        if (strcmp(argv[i], "--quiet") == 0)
            r.quiet = true;
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            return usage("unknown option ", argv[i]);
        else
            files++;
    }
    if (files == 0) return usage("no file is named", "");
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-' || argv[i][1] == '\0') rule_file(&r, argv[i]);
    if (r.passed + r.failed > 0) printf("%u passed, %u failed\n", r.passed, r.failed);
    if (fflush(stdout) != 0) {
        fputs("canasta referee: the answers cannot be written\n", stderr);
        return CLI_FAILED;
    }
    return r.failed == 0 && !r.unreadable ? CLI_OK : CLI_FAILED;
}
