/* Checks a text of rule sets as a whole: every line, every ancestor, every table they are for.
 * Not here: what makes sense (cn_rules_compile), and how a line is read (ruleset_read.c).
 * Invariant: a text without a problem opens a table for every number of players that it states. */
#include <string.h>

#include "text/rules/rules_text.h"
#include "text/rules/ruleset_read.h"

enum { SECTIONS_MAX = 64 };

typedef struct checker {
    cn_ruleset_section section[SECTIONS_MAX];
    cn_ruleset_family family;
    cn_problems problems;
    const cn_ruleset_listener *listener;
} checker;

static bool find_sections(checker *c, const char *text, size_t length)
{
    size_t at = 0;
    unsigned line = 1, count = 0;
    cn_ruleset_section section;
    while (cn_ruleset_next_section(text, length, &at, &line, &section)) {
        if (count == SECTIONS_MAX) {
            cn_text_error error;
            (void)cn_text_fail(&error, section.line, 1, "a rule file has at most %d rule sets",
                               SECTIONS_MAX);
            cn_problems_add(&c->problems, &error);
            return false;
        }
        c->section[count++] = section;
    }
    c->family = (cn_ruleset_family){c->section, count};
    return true;
}

/* The section's name and the line of its header. */
static void describe(const checker *c, unsigned section_i, cn_ruleset_values *values)
{
    cn_problems silent = {0};
    cn_ruleset_read(&c->family, &c->section[section_i], 0, values, &silent);
}

static void check_name(checker *c, unsigned section_i, const cn_ruleset_values *values)
{
    for (unsigned i = 0; i < section_i; i++) {
        cn_ruleset_values other;
        describe(c, i, &other);
        if (strcmp(other.about.name, values->about.name) != 0) continue;
        cn_text_error error;
        (void)cn_text_fail(&error, values->header_line, 1,
                           "there are two rule sets of the name %s, first in line %u",
                           other.about.name, other.header_line);
        cn_problems_add(&c->problems, &error);
        return;
    }
}

/* A form is a rule set of this text or a built-in one, made for that number. */
static bool form_fits(const checker *c, const char *name, unsigned player_count)
{
    cn_ruleset_about about;
    for (unsigned i = 0; i < c->family.count; i++) {
        cn_ruleset_values values;
        describe(c, i, &values);
        if (strcmp(values.about.name, name) == 0)
            return (values.about.own_counts >> player_count & 1) != 0;
    }
    return cn_ruleset_describe(name, &about) && (about.own_counts >> player_count & 1) != 0;
}

static void check_forms(checker *c, const cn_ruleset_values *values)
{
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++) {
        const char *form = values->about.form[count];
        if (form[0] == '\0' || form_fits(c, form, count)) continue;
        cn_text_error error;
        (void)cn_text_fail(&error, values->header_line, 1, "there is no rule set %s for %u players",
                           form, count);
        cn_problems_add(&c->problems, &error);
    }
}

/* The rules of one table; a problem that the table before had too is not told again. */
static void check_table(checker *c, unsigned section_i, unsigned player_count,
                        cn_text_error *told_before)
{
    cn_problems silent = {0};
    cn_ruleset_values values;
    cn_rules rules;
    cn_text_error error;
    const char *param_name = NULL;
    cn_ruleset_read(&c->family, &c->section[section_i], player_count, &values, &silent);
    if (cn_rules_make(&rules, values.about.name, &values.params, player_count, &error)) return;
    (void)cn_rules_compile(&rules, values.about.name, &values.params, player_count, &param_name,
                           NULL);
    error.line = values.header_line;
    if (param_name != NULL) {
        const unsigned param_i = cn_param_find((cn_word){param_name, strlen(param_name)});
        if (param_i < CN_PARAM_COUNT && values.line_of[param_i] != 0)
            error.line = values.line_of[param_i];
    }
    if (error.line == told_before->line && strcmp(error.message, told_before->message) == 0) return;
    *told_before = error;
    if ((values.about.own_counts & (values.about.own_counts - 1)) != 0)
        (void)cn_text_fail(&error, error.line, 1, "with %u players: %s", player_count,
                           told_before->message);
    cn_problems_add(&c->problems, &error);
}

static void check_section(checker *c, unsigned section_i)
{
    cn_ruleset_values values;
    const unsigned before = c->problems.count;
    cn_ruleset_read(&c->family, &c->section[section_i], 0, &values, &c->problems);
    if (values.about.name[0] != '\0') check_name(c, section_i, &values);
    if (c->problems.count > before) return;
    check_forms(c, &values);
    cn_text_error told_before = {0};
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++)
        if ((values.about.own_counts >> count & 1) != 0)
            check_table(c, section_i, count, &told_before);
    if (c->problems.count == before) c->listener->good(c->listener->context, &values.about);
}

bool cn_rulesets_check(const char *text, size_t length, const cn_ruleset_listener *listener)
{
    cn_text_error too_long, empty;
    (void)cn_text_fail(&too_long, 1, 1, "a rule file has at most %d bytes",
                       CN_RULES_TEXT_BYTES_MAX);
    (void)cn_text_fail(&empty, 1, 1, "there is no rule set in it");
    checker c = {.problems = {listener->problem, listener->context, 0}, .listener = listener};
    if (length > CN_RULES_TEXT_BYTES_MAX)
        cn_problems_add(&c.problems, &too_long);
    else if (length == 0)
        cn_problems_add(&c.problems, &empty);
    else if (find_sections(&c, text, length))
        for (unsigned i = 0; i < c.family.count; i++) check_section(&c, i);
    return c.problems.count == 0;
}
