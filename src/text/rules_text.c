/* Rule sets: files to parameters, parents, overrides, and rules for a table.
 * Not here: single values (param_text.c), and checks across values (cn_rules_compile).
 * Invariant: a rule set is its parent's values with its own put over them; the last one wins. */
#include "text/rules_text.h"

#include <assert.h>
#include <string.h>

#include "text/ruleset_table.h"

enum { PARENTS_MAX = 8 };

/* Lines of `name = value`; remembers where each was set, so that none is set twice. */
typedef struct settings {
    cn_params params;
    unsigned line_of[CN_PARAM_COUNT];
} settings;

/* Cuts a comment off. */
static void scan_drop_comment(cn_scan *scan)
{
    const char *comment = memchr(scan->at, '#', (size_t)(scan->end - scan->at));
    if (comment != NULL) scan->end = comment;
}

static bool set_line(cn_scan *scan, settings *set)
{
    (void)cn_scan_done(scan);
    const char *name = scan->at;
    unsigned param_i = 0;
    if (!cn_param_assign(scan, &set->params, &param_i)) return false;
    if (set->line_of[param_i] != 0)
        return cn_scan_fail(scan, name, "%s is set twice, first in line %u", cn_param_name(param_i),
                            set->line_of[param_i]);
    set->line_of[param_i] = scan->line;
    return true;
}

bool cn_params_set(cn_params *params, const char *name, const char *value, cn_text_error *error)
{
    const unsigned param_i = cn_param_find((cn_word){name, strlen(name)});
    if (param_i == CN_PARAM_COUNT)
        return cn_text_fail(error, 1, 1, "unknown parameter '%.32s'", name);
    cn_scan scan = cn_scan_make(value, strlen(value), 1, error);
    return cn_param_parse(&scan, params, param_i);
}

bool cn_params_set_all(cn_params *params, const char *overrides, cn_text_error *error)
{
    settings set = {.params = *params};
    const char *line_start = overrides;
    unsigned line = 1;
    for (const char *at = overrides; *at != '\0';) {
        const size_t length = strcspn(at, "\n;");
        cn_scan scan = cn_scan_make(at, length, line, error);
        scan.column = (unsigned)(at - line_start) + 1;
        scan_drop_comment(&scan);
        if (!cn_scan_done(&scan) && !set_line(&scan, &set)) return false;
        at += length;
        if (*at == '\0') break;
        if (*at++ == '\n') {
            line++;
            line_start = at;
        }
    }
    *params = set.params;
    return true;
}

static const cn_ruleset_text *ruleset_find(cn_word name)
{
    const cn_ruleset_text *entry = cn_ruleset_texts;
    while (entry->name != NULL && !cn_word_is(name, entry->name)) entry++;
    return entry->name == NULL ? NULL : entry;
}

bool cn_fail_unknown_ruleset(const cn_scan *scan, cn_word name)
{
    char known[128];
    cn_writer writer = cn_writer_make(known, sizeof known);
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++)
        cn_write(&writer, "%s%s", i == 0 ? "" : ", ", cn_rulesets[i]);
    return cn_scan_fail(scan, name.text, "unknown rule set '%.*s'; known: %s", cn_word_shown(name),
                        name.text, known);
}

static bool ruleset_read(const char *text, size_t length, unsigned depth, cn_params *params,
                         char name[CN_RULES_NAME_MAX], cn_text_error *error);

/* `[child]` or `[child : parent]`: the name, and the values to begin with. */
static bool read_header(cn_scan *scan, unsigned depth, cn_params *params,
                        char name[CN_RULES_NAME_MAX])
{
    if (!cn_scan_sign(scan, '[')) return false;
    const cn_word child = cn_scan_name(scan);
    if (child.length == 0 || child.length >= CN_RULES_NAME_MAX)
        return cn_scan_fail(scan, child.text, "a rule set has a name of 1 to %d letters",
                            CN_RULES_NAME_MAX - 1);
    *params = cn_params_default();
    if (!cn_scan_done(scan) && *scan->at == ':') {
        scan->at++;
        const cn_word parent = cn_scan_name(scan);
        const cn_ruleset_text *entry = ruleset_find(parent);
        if (entry == NULL) return cn_fail_unknown_ruleset(scan, parent);
        if (depth == PARENTS_MAX)
            return cn_scan_fail(scan, parent.text, "a rule set has at most %d ancestors",
                                PARENTS_MAX);
        char parent_name[CN_RULES_NAME_MAX];
        if (!ruleset_read(entry->text, strlen(entry->text), depth + 1, params, parent_name,
                          scan->error))
            return false;
    }
    if (!cn_scan_sign(scan, ']') || !cn_scan_finish(scan)) return false;
    memcpy(name, child.text, child.length);
    name[child.length] = '\0';
    return true;
}

static bool ruleset_read(const char *text, size_t length, unsigned depth, cn_params *params,
                         char name[CN_RULES_NAME_MAX], cn_text_error *error)
{
    settings set;
    memset(&set, 0, sizeof set);
    bool has_header = false;
    unsigned line = 1;
    for (const char *at = text, *end = text + length; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = newline == NULL ? end : newline;
        cn_scan scan = cn_scan_make(at, (size_t)(line_end - at), line, error);
        at = newline == NULL ? end : newline + 1;
        scan_drop_comment(&scan);
        if (cn_scan_done(&scan)) continue;
        if (!has_header) {
            if (!read_header(&scan, depth, &set.params, name)) return false;
            has_header = true;
        } else if (!set_line(&scan, &set)) {
            return false;
        }
    }
    if (!has_header) return cn_text_fail(error, line, 1, "a rule set begins with [name]");
    *params = set.params;
    return true;
}

bool cn_ruleset_parse(const char *text, size_t length, cn_params *params,
                      char name[CN_RULES_NAME_MAX], cn_text_error *error)
{
    cn_params read;
    char read_name[CN_RULES_NAME_MAX] = {0};
    if (!ruleset_read(text, length, 0, &read, read_name, error)) return false;
    *params = read;
    memcpy(name, read_name, sizeof read_name);
    return true;
}

bool cn_ruleset_params(const char *name, cn_params *params)
{
    const cn_ruleset_text *entry = ruleset_find((cn_word){name, strlen(name)});
    if (entry == NULL) return false;
    char read_name[CN_RULES_NAME_MAX] = {0};
    const bool good = cn_ruleset_parse(entry->text, strlen(entry->text), params, read_name, NULL);
    assert(good && strcmp(read_name, name) == 0);
    return good;
}

unsigned cn_params_seat_count(const cn_params *params)
{
    unsigned count = 0;
    while (count < 16 && (params->players >> count & 1) == 0) count++;
    return count;
}

static bool fail_compile(cn_text_error *error, cn_rules_error why, const char *name,
                         unsigned seat_count, const char *param_name)
{
    switch (why) {
    case CN_RULES_OK: break;
    case CN_RULES_PLAYERS:
        return cn_text_fail(error, 1, 1, "%s is not played by %u", name, seat_count);
    case CN_RULES_RANGE: return cn_text_fail(error, 1, 1, "%s is out of its range", param_name);
    case CN_RULES_LAYOUT: return cn_text_fail(error, 1, 1, "team_layout = pairs needs four seats");
    case CN_RULES_DEAL:
        return cn_text_fail(error, 1, 1, "hand_size is too large for the deck and %u seats",
                            seat_count);
    case CN_RULES_BANDS:
        return cn_text_fail(error, 1, 1, "the bands of min_table begin with any and rise");
    case CN_RULES_BLACK3:
        return cn_text_fail(error, 1, 1, "black3_meld_min is above black3_meld_max");
    case CN_RULES_ASK: return cn_text_fail(error, 1, 1, "ask_partner needs a partner");
    }
    return true;
}

bool cn_rules_make(cn_rules *rules, const char *name, const cn_params *params, unsigned seat_count,
                   cn_text_error *error)
{
    const char *param_name = NULL;
    const cn_rules_error why = cn_rules_compile(rules, name, params, seat_count, &param_name);
    return fail_compile(error, why, name, seat_count, param_name);
}

bool cn_rules_load(cn_rules *rules, const char *name, const char *overrides, unsigned seat_count,
                   cn_text_error *error)
{
    cn_params params;
    const cn_scan scan = cn_scan_make(name, strlen(name), 1, error);
    if (!cn_ruleset_params(name, &params))
        return cn_fail_unknown_ruleset(&scan, (cn_word){name, strlen(name)});
    if (overrides != NULL && !cn_params_set_all(&params, overrides, error)) return false;
    if (seat_count == 0) seat_count = cn_params_seat_count(&params);
    return cn_rules_make(rules, name, &params, seat_count, error);
}

void cn_write_params(cn_writer *writer, const cn_params *params)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_write_param(writer, params, cn_param_name(i));
        cn_write_char(writer, '\n');
    }
}
