/* `canasta referee`: judges the positions of files and checks what the files expect.
 * Not here: rules, and how positions are written (text/position_text.h).
 * Invariant: the status is CLI_OK only if every file was read and every expectation was met. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/read_file.h"
#include "text/positions/position_rule.h"

enum { ANSWER_MAX = 2048 };

typedef struct referee {
    bool quiet;
    const char *path;
    bool unreadable; /* some file, or some position of one */
    unsigned passed, failed;
} referee;

static void print_ruling(referee *r, const cn_position *position, bool with_rules,
                         const cn_ruling *found)
{
    char text[ANSWER_MAX], difference[ANSWER_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_writer wrong = cn_writer_make(difference, sizeof difference);
    cn_write(&writer, "%s", position->name);
    if (with_rules) cn_write(&writer, " (%s)", position->rules.name);
    cn_write(&writer, ": ");
    cn_write_ruling(&writer, found);
    if (position->expect.length > 0) {
        bool met = cn_ruling_meets(&wrong, position, found);
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
        cn_ruling found;
        cn_text_error error = {0};
        if (!cn_position_make(lines, i, &position, &error)) {
            print_error(r, &error);
            return;
        }
        cn_position_rule(&position, &found);
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

static void rule_file(referee *r, const char *path)
{
    size_t length;
    char *text = cli_read_file(path, &r->path, &length);
    if (text == NULL) {
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
