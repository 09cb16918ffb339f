/* Rule sets as they stand in a text: sections, their ancestors, their values for a table.
 * Not here: what callers want of a rule set (rules_text.h), checks across values (rules_check.c).
 * Invariant: every problem is told with its place; what could be read is read nevertheless. */
#ifndef CANASTA_RULESET_READ_H
#define CANASTA_RULESET_READ_H

#include "text/rules/param_text.h"
#include "text/rules/ruleset_about.h"

/* One rule set of a text: its header line and what follows up to the next header. */
typedef struct cn_ruleset_section {
    const char *text;
    size_t length;
    unsigned line; /* of its first line in the whole text */
} cn_ruleset_section;

/* The rule sets of one text, which may be parents of each other. */
typedef struct cn_ruleset_family {
    const cn_ruleset_section *section;
    unsigned count;
} cn_ruleset_family;

/* Where problems go; `tell` may be NULL. */
typedef struct cn_problems {
    void (*tell)(void *context, const cn_text_error *error);
    void *context;
    unsigned count;
} cn_problems;

void cn_problems_add(cn_problems *problems, const cn_text_error *error);

/* What a rule set says, its ancestors' values included. */
typedef struct cn_ruleset_values {
    cn_params params;
    cn_ruleset_about about;
    unsigned header_line;
    unsigned line_of[CN_PARAM_COUNT];   /* where it sets the value itself, 0: it does not */
    unsigned counts_of[CN_PARAM_COUNT]; /* bit n: `@n` gives a value; 0: one value for all */
} cn_ruleset_values;

/* The next section of a text from `*at` on; false if there is none. The first begins with the
 * text, so that a text without a header is one section. */
bool cn_ruleset_next_section(const char *text, size_t length, size_t *at, unsigned *line,
                             cn_ruleset_section *section);

/* Reads a section for a table of player_count (0: values given by `@` are only checked). Parents
 * are sections of the family or built in. */
void cn_ruleset_read(const cn_ruleset_family *family, const cn_ruleset_section *section,
                     unsigned player_count, cn_ruleset_values *values, cn_problems *problems);

/* The built-in rule set of that name. */
bool cn_ruleset_built_in(cn_word name, cn_ruleset_section *section);
/* Fails at a name that no built-in rule set has. */
bool cn_fail_unknown_ruleset(const cn_scan *scan, cn_word name);

#endif
