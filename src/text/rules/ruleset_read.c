/* Reads the sections of rule texts: headers, lines, ancestors.
 * Not here: what callers want of a rule set (rules_text.c), checks across values (rules_check.c).
 * Invariant: a rule set is its parent's values with its own put over them; none is set twice. */
#include "text/rules/ruleset_read.h"

#include <assert.h>
#include <string.h>

#include "text/rules/ruleset_table.h"

enum { ANCESTORS_MAX = 8, PLAYERS_MIN = 2, LINE_MAX_BYTES = 4096 };

void cn_problems_add(cn_problems *problems, const cn_text_error *error)
{
    problems->count++;
    if (problems->tell != NULL) problems->tell(problems->context, error);
}

/* The next line of a text without its comment and line end; false behind the last. */
static bool next_line(const char **at, const char *end, unsigned line, cn_text_error *error,
                      cn_scan *scan)
{
    if (*at >= end) return false;
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    const char *line_end = newline == NULL ? end : newline;
    *scan = cn_scan_make(*at, (size_t)(line_end - *at), line, error);
    *at = newline == NULL ? end : newline + 1;
    const char *comment = memchr(scan->at, '#', (size_t)(scan->end - scan->at));
    if (comment != NULL) scan->end = comment;
    if (scan->end > scan->at && scan->end[-1] == '\r') scan->end--;
    return true;
}

/* `[child]` or `[child : parent]`; without a parent its word is empty. */
static bool read_header(cn_scan *scan, cn_word *child, cn_word *parent)
{
    *parent = (cn_word){scan->at, 0};
    (void)cn_scan_done(scan);
    if (scan->at == scan->end || *scan->at != '[')
        return cn_scan_fail(scan, scan->at, "a rule set begins with [name] or [name : parent]");
    scan->at++;
    *child = cn_scan_name(scan);
    if (child->length == 0 || child->length >= CN_RULES_NAME_MAX)
        return cn_scan_fail(scan, child->text, "a rule set has a name of 1 to %d letters",
                            CN_RULES_NAME_MAX - 1);
    if (!cn_scan_done(scan) && *scan->at == ':') {
        scan->at++;
        *parent = cn_scan_name(scan);
        if (parent->length == 0)
            return cn_scan_fail(scan, parent->text, "the name of the parent is missing here");
    }
    return cn_scan_sign(scan, ']') && cn_scan_finish(scan);
}

bool cn_ruleset_next_section(const char *text, size_t length, size_t *at, unsigned *line,
                             cn_ruleset_section *section)
{
    const char *from = text + *at, *end = text + length;
    if (from == end && *at > 0) return false;
    *section = (cn_ruleset_section){.text = from, .length = 0, .line = *line};
    bool has_header = false;
    cn_scan scan;
    for (const char *next = from, *start = from; next_line(&next, end, *line, NULL, &scan);
         start = next) {
        const bool is_header = !cn_scan_done(&scan) && *scan.at == '[';
        if (is_header && has_header) {
            end = start;
            break;
        }
        has_header = has_header || is_header;
        ++*line;
    }
    section->length = (size_t)(end - from);
    *at = (size_t)(end - text);
    return true;
}

bool cn_fail_unknown_ruleset(const cn_scan *scan, cn_word name)
{
    return cn_scan_fail(scan, name.text, "unknown rule set '%.*s'; `canasta rules list` names them",
                        cn_word_shown(name), name.text);
}

bool cn_ruleset_built_in(cn_word name, cn_ruleset_section *section)
{
    const cn_ruleset_text *entry = cn_ruleset_texts;
    while (entry->name != NULL && !cn_word_is(name, entry->name)) entry++;
    if (entry->name == NULL) return false;
    *section = (cn_ruleset_section){.text = entry->text, .length = strlen(entry->text), .line = 1};
    return true;
}

/* Goes to the header line; false at the end of a section without one. */
static bool find_header(const char **at, const char *end, unsigned *line, cn_text_error *error,
                        cn_scan *scan)
{
    for (; next_line(at, end, *line, error, scan); ++*line)
        if (!cn_scan_done(scan)) return true;
    return false;
}

/* The names of a section's header, if it is a good one. */
static bool section_names(const cn_ruleset_section *section, cn_word *child, cn_word *parent)
{
    const char *at = section->text;
    unsigned line = section->line;
    cn_scan scan;
    return find_header(&at, section->text + section->length, &line, NULL, &scan) &&
           read_header(&scan, child, parent);
}

static bool words_same(cn_word a, cn_word b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool find_section(const cn_ruleset_family *family, cn_word name, cn_ruleset_section *section)
{
    for (unsigned i = 0; i < family->count; i++) {
        cn_word child, parent;
        if (!section_names(&family->section[i], &child, &parent) || !words_same(child, name))
            continue;
        *section = family->section[i];
        return true;
    }
    return cn_ruleset_built_in(name, section);
}

/* Fills `chain` with the section and its ancestors, the root last; stops at what is wrong there,
 * and says so if it is the section's own fault. */
static unsigned find_ancestors(const cn_ruleset_family *family, const cn_ruleset_section *section,
                               cn_ruleset_section chain[ANCESTORS_MAX + 1], const cn_scan *header,
                               cn_word own_parent, bool *good)
{
    unsigned count = 1;
    cn_word parent = own_parent;
    chain[0] = *section;
    while (parent.length > 0) {
        cn_word child;
        cn_ruleset_section found;
        if (!find_section(family, parent, &found)) {
            if (count == 1) *good = cn_fail_unknown_ruleset(header, parent);
            return count;
        }
        if (found.text == section->text) {
            *good = cn_scan_fail(header, own_parent.text, "%.*s is its own ancestor",
                                 cn_word_shown(parent), parent.text);
            return count;
        }
        if (count == ANCESTORS_MAX + 1) {
            *good = cn_scan_fail(header, own_parent.text, "a rule set has at most %d ancestors",
                                 ANCESTORS_MAX);
            return count;
        }
        chain[count++] = found;
        if (!section_names(&found, &child, &parent)) return count;
    }
    return count;
}

/* `@2` behind a name: a value for tables of two. */
static bool read_count(cn_scan *scan, unsigned *player_count)
{
    scan->at++;
    const cn_word word = cn_scan_name(scan);
    long count = 0;
    if (!cn_word_number(word, &count) || count < PLAYERS_MIN || count > CN_PLAYERS_MAX)
        return cn_scan_fail(scan, word.text, "'@' is followed by a number of players, %d to %d",
                            PLAYERS_MIN, CN_PLAYERS_MAX);
    *player_count = (unsigned)count;
    return true;
}

static bool fail_twice(const cn_scan *scan, const char *at, const char *name, unsigned line)
{
    return cn_scan_fail(scan, at, "%s is set twice, first in line %u", name, line);
}

/* A value for all tables replaces what the parent says; so does the first value for some. */
static bool note_setting(cn_scan *scan, const char *at, unsigned param_i, unsigned count_bit,
                         cn_ruleset_values *values)
{
    const unsigned line = values->line_of[param_i];
    unsigned *counts = &values->counts_of[param_i];
    if (line != 0 && (count_bit == 0 || *counts == 0 || (*counts & count_bit) != 0))
        return fail_twice(scan, at, cn_param_name(param_i), line);
    *counts = line == 0 ? count_bit : *counts | count_bit;
    values->line_of[param_i] = scan->line;
    return true;
}

static bool set_param(cn_scan *scan, unsigned player_count, cn_ruleset_values *values)
{
    const char *at = scan->at;
    unsigned param_i = 0, for_count = 0;
    cn_params unused = values->params;
    if (!cn_param_named(scan, &param_i)) return false;
    if (!cn_scan_done(scan) && *scan->at == '@') {
        const char *sign = scan->at;
        if (strcmp(cn_param_name(param_i), "players") == 0)
            return cn_scan_fail(scan, sign, "players is the same for every table");
        if (!read_count(scan, &for_count)) return false;
    }
    const bool holds = for_count == 0 || for_count == player_count;
    return cn_scan_sign(scan, '=') &&
           cn_param_parse(scan, holds ? &values->params : &unused, param_i) &&
           note_setting(scan, at, param_i, for_count == 0 ? 0 : 1U << for_count, values);
}

/* `title = TEXT` and `about = TEXT`: the rest of the line. */
static bool set_words(cn_scan *scan, const char *key, char *words, size_t size)
{
    const char *name = scan->start;
    if (!cn_scan_sign(scan, '=')) return false;
    if (words[0] != '\0') return cn_scan_fail(scan, name, "%s is set twice", key);
    (void)cn_scan_done(scan);
    while (scan->end > scan->at && (scan->end[-1] == ' ' || scan->end[-1] == '\t')) scan->end--;
    const size_t length = (size_t)(scan->end - scan->at);
    if (length == 0 || length >= size)
        return cn_scan_fail(scan, scan->at, "%s has 1 to %zu letters", key, size - 1);
    for (const char *c = scan->at; c < scan->end; c++)
        if (*c < ' ' || *c > '~') return cn_scan_fail(scan, c, "%s is plain ASCII", key);
    memcpy(words, scan->at, length);
    words[length] = '\0';
    return true;
}

/* `forms = 2:relaxed_2, 3:relaxed_3`: other rule sets for other numbers of players (P5). */
static bool set_forms(cn_scan *scan, cn_ruleset_about *about)
{
    const char *name = scan->start;
    if (!cn_scan_sign(scan, '=')) return false;
    for (unsigned i = 0; i <= CN_PLAYERS_MAX; i++)
        if (about->form[i][0] != '\0') return cn_scan_fail(scan, name, "forms is set twice");
    do {
        (void)cn_scan_done(scan);
        const char *at = scan->at;
        const cn_word word = cn_scan_name(scan);
        long count = 0;
        if (!cn_word_number(word, &count) || count < PLAYERS_MIN || count > CN_PLAYERS_MAX)
            return cn_scan_fail(scan, at, "a form is PLAYERS:NAME, with %d to %d players",
                                PLAYERS_MIN, CN_PLAYERS_MAX);
        if (!cn_scan_sign(scan, ':')) return false;
        const cn_word form = cn_scan_name(scan);
        if (form.length == 0 || form.length >= CN_RULES_NAME_MAX)
            return cn_scan_fail(scan, form.text, "the name of a rule set is expected here");
        if (about->form[count][0] != '\0')
            return cn_scan_fail(scan, at, "forms names %ld players twice", count);
        memcpy(about->form[count], form.text, form.length);
        about->form[count][form.length] = '\0';
    } while (!cn_scan_done(scan) && *scan->at == ',' && scan->at++ < scan->end);
    return cn_scan_finish(scan);
}

/* Applies one line of values; false with the error of the line. */
static bool set_line(cn_scan *scan, unsigned player_count, cn_ruleset_values *values)
{
    cn_scan ahead = *scan;
    (void)cn_scan_done(&ahead);
    ahead.column = cn_scan_column(&ahead, ahead.at);
    ahead.start = ahead.at;
    *scan = ahead;
    const cn_word name = cn_scan_name(&ahead);
    cn_ruleset_about *about = &values->about;
    if (cn_word_is(name, "title"))
        return set_words(&ahead, "title", about->title, sizeof about->title);
    if (cn_word_is(name, "about"))
        return set_words(&ahead, "about", about->about, sizeof about->about);
    if (cn_word_is(name, "forms")) return set_forms(&ahead, &values->about);
    return set_param(scan, player_count, values);
}

/* A line with those that continue it, their comments and ends replaced by blanks, so that every
 * character keeps its distance from the first. */
typedef struct joined_line {
    char text[LINE_MAX_BYTES];
    size_t length;
    const char *start; /* where the line begins in the section */
    unsigned line;
} joined_line;

/* A value goes on in the next line if the text so far ends in `,`, `=` or `+` and that line begins
 * with a blank. */
static bool goes_on(const joined_line *joined, const char *next, const char *end)
{
    size_t length = joined->length;
    while (length > 0 && joined->text[length - 1] == ' ') length--;
    return length > 0 && strchr(",=+", joined->text[length - 1]) != NULL && next < end &&
           strchr(" \t#\n\r", *next) != NULL;
}

/* Adds one line; false if there is no room for it. */
static bool join(joined_line *joined, const cn_scan *scan, const char *next)
{
    const size_t from = (size_t)(scan->start - joined->start);
    const size_t length = (size_t)(next - joined->start);
    const size_t used = from + (size_t)(scan->end - scan->start);
    if (length >= sizeof joined->text) return false;
    memcpy(joined->text + from, scan->start, used - from);
    memset(joined->text + used, ' ', length - used);
    joined->length = length;
    for (size_t i = from; i < used; i++)
        if (joined->text[i] == '\t') joined->text[i] = ' ';
    return true;
}

/* Where a character of the joined line stands. */
static void place_error(cn_text_error *error, const joined_line *joined)
{
    const char *line_start = joined->start, *at = joined->start + (error->column - 1);
    for (const char *c = joined->start; c < at; c++)
        if (*c == '\n') {
            line_start = c + 1;
            error->line++;
        }
    error->column = (unsigned)(at - line_start) + 1;
}

/* Reads the next line of values with its continuations; false behind the last. */
static bool next_joined(const char **at, const char *end, unsigned *line, joined_line *joined,
                        cn_text_error *error, bool *fits)
{
    cn_scan scan;
    joined->start = *at;
    joined->length = 0;
    joined->line = *line;
    if (!next_line(at, end, *line, error, &scan)) return false;
    *fits = join(joined, &scan, *at);
    for (++*line; *fits && goes_on(joined, *at, end); ++*line) {
        (void)next_line(at, end, *line, error, &scan);
        *fits = join(joined, &scan, *at);
    }
    while (joined->length > 0 && joined->text[joined->length - 1] == ' ') joined->length--;
    if (*fits) return true;
    for (; *at < end && (**at == ' ' || **at == '\t'); ++*line)
        (void)next_line(at, end, *line, error, &scan);
    (void)cn_text_fail(error, joined->line, 1, "a value has at most %d letters",
                       LINE_MAX_BYTES - 1);
    return true;
}

/* Puts a section's own lines over the values of its parent. */
static void read_lines(const cn_ruleset_section *section, unsigned player_count,
                       cn_ruleset_values *values, cn_problems *problems)
{
    const char *at = section->text, *end = at + section->length;
    unsigned line = section->line;
    cn_text_error error;
    cn_scan scan;
    joined_line joined;
    bool fits = true;
    if (!find_header(&at, end, &line, &error, &scan)) return;
    for (line++; next_joined(&at, end, &line, &joined, &error, &fits);) {
        if (!fits) {
            cn_problems_add(problems, &error);
            continue;
        }
        scan = cn_scan_make(joined.text, joined.length, joined.line, &error);
        if (cn_scan_done(&scan) || set_line(&scan, player_count, values)) continue;
        place_error(&error, &joined);
        cn_problems_add(problems, &error);
    }
}

/* 4 if allowed, else the smallest number; 0 of none. */
static unsigned usual_count(unsigned counts)
{
    if ((counts >> 4 & 1) != 0) return 4;
    unsigned count = 0;
    while (count <= CN_PLAYERS_MAX && (counts >> count & 1) == 0) count++;
    return count > CN_PLAYERS_MAX ? 0 : count;
}

unsigned cn_params_seat_count(const cn_params *params)
{
    return usual_count((unsigned)params->players);
}

static void add_at_line(cn_problems *problems, unsigned line, const char *format, const char *name)
{
    cn_text_error error;
    (void)cn_text_fail(&error, line, 1, format, name);
    cn_problems_add(problems, &error);
}

/* Values by players must be given for exactly the numbers in players; forms for others. */
static void finish_counts(cn_ruleset_values *values, cn_problems *problems)
{
    cn_ruleset_about *about = &values->about;
    about->own_counts = (unsigned)values->params.players;
    about->player_counts = about->own_counts;
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++) {
        if (about->form[count][0] == '\0') continue;
        if ((about->own_counts >> count & 1) != 0)
            add_at_line(problems, values->header_line,
                        "%s is a form for a number that stands in players", about->form[count]);
        about->player_counts |= 1U << count;
    }
    about->usual_count = usual_count(about->player_counts);
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (values->counts_of[i] != 0 && values->counts_of[i] != about->own_counts)
            add_at_line(
                problems, values->line_of[i] == 0 ? values->header_line : values->line_of[i],
                "%s needs a value for each number in players, and for no other", cn_param_name(i));
}

static void set_names(cn_ruleset_about *about, cn_word child, cn_word parent)
{
    memset(about, 0, sizeof *about);
    memcpy(about->name, child.text, child.length);
    if (parent.length < sizeof about->parent) memcpy(about->parent, parent.text, parent.length);
}

void cn_ruleset_read(const cn_ruleset_family *family, const cn_ruleset_section *section,
                     unsigned player_count, cn_ruleset_values *values, cn_problems *problems)
{
    cn_ruleset_section chain[ANCESTORS_MAX + 1];
    cn_text_error error;
    cn_word child, parent;
    cn_scan scan;
    const char *at = section->text;
    bool good = true;
    memset(values, 0, sizeof *values);
    values->header_line = section->line;
    values->params = cn_params_default();
    if (!find_header(&at, at + section->length, &values->header_line, &error, &scan)) {
        (void)cn_text_fail(&error, values->header_line, 1,
                           "a rule set begins with [name] or [name : parent]");
        cn_problems_add(problems, &error);
        return;
    }
    if (!read_header(&scan, &child, &parent)) {
        cn_problems_add(problems, &error);
        return;
    }
    unsigned count = find_ancestors(family, section, chain, &scan, parent, &good);
    if (!good) cn_problems_add(problems, &error);
    while (--count > 0) {
        cn_problems silent = {0};
        read_lines(&chain[count], player_count, values, &silent);
        memset(values->line_of, 0, sizeof values->line_of);
        memset(&values->about, 0, sizeof values->about);
    }
    set_names(&values->about, child, parent);
    read_lines(section, player_count, values, problems);
    finish_counts(values, problems);
}
