/* The rules of one table in plain English, made from its parameters.
 * Not here: names of rule sets, which no sentence depends on.
 * Invariant: two sets of rules that play differently are told differently. */
#ifndef CANASTA_EXPLAIN_H
#define CANASTA_EXPLAIN_H

#include "canasta/rules.h"
#include "text/base/text.h"

/* Room that is always enough for one explanation. */
enum { CN_EXPLANATION_BYTES = 16384 };

/* Sections `## Title`, paragraphs and `- ` items, each paragraph or item on one line of its own;
 * readable as it is and as Markdown. At most two printed pages. */
void cn_write_explanation(cn_writer *writer, const cn_rules *rules);

/* The same text with lines of at most `columns` letters, broken at blanks; items are indented. */
void cn_write_wrapped(cn_writer *writer, const char *text, unsigned columns);

#endif
