/* Positions, judged. Not here: how they are written (text/position_text.h).
 * Invariant: every position of the text has one answer for each of its rule sets, or an error. */
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "text/cards/json_text.h"
#include "text/positions/position_rule.h"

enum { ANSWER_MAX = 2048 };

/* Positions are large: they are not kept on the stack of a caller's thread. */
typedef struct judging {
    cn_writer w;
    cn_position_lines lines;
    cn_position position;
    cn_ruling ruling;
} judging;

static void tell_error(cn_writer *w, const cn_text_error *error)
{
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_int(w, "line", (int32_t)error->line);
    cn_json_int(w, "column", (int32_t)error->column);
    cn_json_quoted(w, "message", error->message);
    cn_write(w, "}");
}

static void tell_expected(judging *j)
{
    char text[ANSWER_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    if (j->position.expect.length == 0) return;
    cn_json_bool(&j->w, "met", cn_ruling_meets(&writer, &j->position, &j->ruling));
    writer = cn_writer_make(text, sizeof text);
    cn_write_text(&writer, j->position.expect.text, j->position.expect.length);
    cn_json_quoted(&j->w, "expected", text);
}

static void tell_ruling(judging *j)
{
    char text[ANSWER_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    const cn_outcome *outcome = &j->ruling.outcome;
    cn_write_ruling(&writer, &j->ruling);
    cn_json_item(&j->w);
    cn_write(&j->w, "{");
    cn_json_quoted(&j->w, "name", j->position.name);
    cn_json_int(&j->w, "line", (int32_t)j->position.line);
    cn_json_quoted(&j->w, "rules", j->position.rules.name);
    cn_json_quoted(&j->w, "answer", text);
    if (outcome->kind == CN_OUTCOME_LEGAL) cn_json_word(&j->w, "reason", "OK");
    if (outcome->kind == CN_OUTCOME_ILLEGAL) {
        cn_json_word(&j->w, "reason", cn_reason_name(outcome->reason.code));
        cn_json_int(&j->w, "have", outcome->reason.have);
        cn_json_int(&j->w, "need", outcome->reason.need);
    }
    if (outcome->kind == CN_OUTCOME_TOTAL) cn_json_int(&j->w, "total", outcome->score.total);
    tell_expected(j);
    cn_write(&j->w, "}");
}

static void judge_position(judging *j)
{
    const unsigned count = cn_position_rules_count(&j->lines);
    for (unsigned i = 0; i < count; i++) {
        cn_text_error error = {0};
        if (!cn_position_make(&j->lines, i, &j->position, &error)) {
            tell_error(&j->w, &error);
            return;
        }
        cn_position_rule(&j->position, &j->ruling);
        tell_ruling(j);
    }
}

static void judge_text(judging *j, const char *positions, size_t length)
{
    cn_position_reader reader = cn_position_reader_make(positions, length);
    for (;;) {
        cn_text_error error = {0};
        switch (cn_position_next(&reader, &j->lines, &error)) {
        case CN_POSITION_READ: judge_position(j); break;
        case CN_POSITION_BAD: tell_error(&j->w, &error); break;
        case CN_POSITION_END: return;
        }
    }
}

size_t canasta_referee(const char *positions, size_t length, char *out, size_t size)
{
    judging *j = calloc(1, sizeof *j);
    if (j == NULL) return 0;
    j->w = cn_writer_make(out, size);
    cn_write(&j->w, "[");
    judge_text(j, positions, length);
    cn_write(&j->w, "]");
    const size_t written = canasta_written(&j->w, size);
    free(j);
    return written;
}
