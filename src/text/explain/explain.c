/* An explanation of rules as a whole: the order of its sections, and lines for a terminal.
 * Not here: the sentences (explain_*.c).
 * Invariant: wrapping changes blanks and line ends only. */
#include "text/explain/explain.h"

#include <string.h>

#include "text/explain/explain_parts.h"

void cn_write_explanation(cn_writer *writer, const cn_rules *rules)
{
    cn_explainer e = cn_explainer_make(writer, rules);
    cn_explain_table(&e);
    cn_explain_cards(&e);
    cn_explain_turn(&e);
    cn_explain_melds(&e);
    cn_explain_opening(&e);
    cn_explain_take(&e);
    cn_explain_discard(&e);
    cn_explain_packets(&e);
    cn_explain_out(&e);
    cn_explain_special(&e);
    cn_explain_end(&e);
    cn_explain_score(&e);
    cn_explain_game(&e);
    cn_write_char(writer, '\n');
}

/* Where the line that begins at `at` is broken: its end, or the last blank that fits. */
static const char *line_break(const char *at, const char *end, size_t columns)
{
    if ((size_t)(end - at) <= columns) return end;
    const char *cut = at + columns;
    while (cut > at && *cut != ' ') cut--;
    if (cut > at) return cut;
    for (cut = at; cut < end && *cut != ' ';) cut++; /* one long word */
    return cut;
}

static void wrap_line(cn_writer *writer, const char *at, const char *end, size_t columns)
{
    const size_t indent = end - at > 1 && at[0] == '-' && at[1] == ' ' ? 2 : 0;
    size_t before = 0;
    while (at < end) {
        const char *cut = line_break(at, end, columns - before);
        cn_write(writer, "%*s", (int)before, "");
        cn_write_text(writer, at, (size_t)(cut - at));
        at = cut < end ? cut + 1 : end;
        if (at < end) cn_write_char(writer, '\n');
        before = indent;
    }
}

void cn_write_wrapped(cn_writer *writer, const char *text, unsigned columns)
{
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        const bool last = end == NULL;
        if (last) end = text + strlen(text);
        wrap_line(writer, text, end, columns < 20 ? 20 : columns);
        if (last) return;
        cn_write_char(writer, '\n');
        text = end + 1;
    }
}
