/* Rule sets for those who play them: the built-in ones, overrides, and rules for a table.
 * Not here: reading rule files (ruleset_read.c), single values (param_text.c).
 * Invariant: what a name and a number of players stand for is decided here and nowhere else. */
#include "text/rules/rules_text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "text/rules/ruleset_read.h"

/* Applies one line of overrides, which know neither titles nor values by players. */
static bool override_line(cn_scan *scan, cn_params *params, unsigned line_of[CN_PARAM_COUNT])
{
    const char *name = scan->at;
    unsigned param_i = 0;
    if (!cn_param_assign(scan, params, &param_i)) return false;
    if (line_of[param_i] != 0)
        return cn_scan_fail(scan, name, "%s is set twice, first in line %u", cn_param_name(param_i),
                            line_of[param_i]);
    line_of[param_i] = scan->line;
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
    cn_params read = *params;
    unsigned line_of[CN_PARAM_COUNT] = {0};
    const char *line_start = overrides;
    unsigned line = 1;
    for (const char *at = overrides; *at != '\0';) {
        const size_t length = strcspn(at, "\n;");
        cn_scan scan = cn_scan_make(at, length, line, error);
        scan.column = (unsigned)(at - line_start) + 1;
        const char *comment = memchr(at, '#', length);
        if (comment != NULL) scan.end = comment;
        if (!cn_scan_done(&scan) && !override_line(&scan, &read, line_of)) return false;
        at += length;
        if (*at == '\0') break;
        if (*at++ == '\n') {
            line++;
            line_start = at;
        }
    }
    *params = read;
    return true;
}

/* Keeps the first problem. */
static void keep_first(void *context, const cn_text_error *error)
{
    cn_text_error *first = context;
    if (first->line == 0) *first = *error;
}

bool cn_ruleset_parse(const char *text, size_t length, unsigned player_count, cn_params *params,
                      cn_ruleset_about *about, cn_text_error *error)
{
    const cn_ruleset_section section = {text, length, 1};
    const cn_ruleset_family none = {NULL, 0};
    cn_text_error first = {0};
    cn_problems problems = {keep_first, &first, 0};
    cn_ruleset_values values;
    if (length > CN_RULES_TEXT_BYTES_MAX)
        return cn_text_fail(error, 1, 1, "a rule file has at most %d bytes",
                            CN_RULES_TEXT_BYTES_MAX);
    cn_ruleset_read(&none, &section, player_count, &values, &problems);
    if (problems.count == 0 && player_count == 0) {
        player_count = cn_params_seat_count(&values.params);
        cn_ruleset_read(&none, &section, player_count, &values, &problems);
    }
    if (problems.count == 0 && (values.about.own_counts >> player_count & 1) == 0)
        (void)cn_text_fail(&first, values.header_line, 1, "%s is not played by %u",
                           values.about.name, player_count);
    if (first.line != 0) {
        if (error != NULL) *error = first;
        return false;
    }
    *params = values.params;
    if (about != NULL) *about = values.about;
    return true;
}

/* Values of a built-in rule set that are made for so many players, forms aside. */
static bool read_built_in(const char *name, unsigned player_count, cn_ruleset_values *values)
{
    const cn_ruleset_family none = {NULL, 0};
    cn_ruleset_section section;
    cn_problems problems = {0};
    if (!cn_ruleset_built_in((cn_word){name, strlen(name)}, &section)) return false;
    cn_ruleset_read(&none, &section, player_count, values, &problems);
    assert(problems.count == 0 && strcmp(values->about.name, name) == 0);
    return problems.count == 0;
}

bool cn_ruleset_describe(const char *name, cn_ruleset_about *about)
{
    cn_ruleset_values values;
    if (!read_built_in(name, 0, &values)) return false;
    *about = values.about;
    return true;
}

bool cn_is_club(const char *name)
{
    unsigned i = 0;
    while (cn_clubs[i] != NULL && strcmp(cn_clubs[i], name) != 0) i++;
    return cn_clubs[i] != NULL;
}

void cn_ruleset_recorded_as(const cn_ruleset_about *about, unsigned player_count,
                            char name[CN_RULES_NAME_MAX])
{
    cn_ruleset_about parent;
    const char *built_in = about->parent[0] == '\0' ? cn_rulesets[0] : about->parent;
    snprintf(name, CN_RULES_NAME_MAX, "%s", built_in);
    if (!cn_ruleset_describe(built_in, &parent)) return;
    const char *form = parent.form[player_count];
    if (form[0] != '\0') snprintf(name, CN_RULES_NAME_MAX, "%s", form);
}

bool cn_ruleset_own_params(const char *name, unsigned player_count, cn_params *params)
{
    cn_ruleset_values values;
    if (!read_built_in(name, player_count, &values)) return false;
    *params = values.params;
    return true;
}

/* The rule set that a table of this name and number plays: its form for that number, or itself;
 * for a number that it does not allow, what its usual table plays. */
static const char *played_name(const cn_ruleset_about *about, unsigned *player_count)
{
    if (*player_count > CN_PLAYERS_MAX || (about->player_counts >> *player_count & 1) == 0)
        *player_count = about->usual_count;
    const char *form = about->form[*player_count];
    return form[0] == '\0' ? about->name : form;
}

bool cn_ruleset_base(const char *name, unsigned player_count, cn_params *params)
{
    cn_ruleset_about about;
    if (!cn_ruleset_describe(name, &about)) return false;
    const char *played = played_name(&about, &player_count);
    return cn_ruleset_own_params(played, player_count, params);
}

bool cn_ruleset_params(const char *name, unsigned player_count, cn_params *params)
{
    cn_ruleset_about about;
    if (!cn_ruleset_describe(name, &about)) return false;
    if (player_count > CN_PLAYERS_MAX) return false;
    if (player_count != 0 && (about.player_counts >> player_count & 1) == 0) return false;
    return cn_ruleset_base(name, player_count, params);
}

void cn_write_counts(cn_writer *writer, unsigned counts)
{
    for (unsigned count = 0, first = 1; counts >> count != 0; count++) {
        if ((counts >> count & 1) == 0) continue;
        cn_write(writer, "%s%u", first ? "" : counts >> count == 1 ? " or " : ", ", count);
        first = 0;
    }
}

static bool fail_players(cn_text_error *error, const char *name, unsigned counts,
                         unsigned player_count)
{
    char allowed[32];
    cn_writer writer = cn_writer_make(allowed, sizeof allowed);
    cn_write_counts(&writer, counts);
    return cn_text_fail(error, 1, 1, "%s is played by %s, not by %u", name, allowed, player_count);
}

bool cn_rules_make(cn_rules *rules, const char *name, const cn_params *params,
                   unsigned player_count, cn_text_error *error)
{
    const char *param_name = NULL, *why = NULL;
    const cn_rules_error code =
        cn_rules_compile(rules, name, params, player_count, &param_name, &why);
    if (code == CN_RULES_OK) return true;
    if (code == CN_RULES_PLAYERS)
        return fail_players(error, name, (unsigned)params->players, player_count);
    if (param_name == NULL || why == NULL || strstr(why, param_name) != NULL)
        return cn_text_fail(error, 1, 1, "%s", why == NULL ? "these rules make no sense" : why);
    return cn_text_fail(error, 1, 1, "%s: %s", param_name, why);
}

bool cn_rules_load(cn_rules *rules, const char *name, const char *overrides, unsigned player_count,
                   cn_text_error *error)
{
    cn_ruleset_about about;
    cn_params params;
    const cn_scan scan = cn_scan_make(name, strlen(name), 1, error);
    if (!cn_ruleset_describe(name, &about))
        return cn_fail_unknown_ruleset(&scan, (cn_word){name, strlen(name)});
    unsigned base_count = player_count;
    const char *played = played_name(&about, &base_count);
    if (!cn_ruleset_own_params(played, base_count, &params)) return false;
    const int32_t base_players = params.players;
    if (overrides != NULL && !cn_params_set_all(&params, overrides, error)) return false;
    if (player_count == 0)
        player_count =
            (params.players >> base_count & 1) != 0 ? base_count : cn_params_seat_count(&params);
    if (player_count > CN_PLAYERS_MAX || (params.players >> player_count & 1) == 0)
        return fail_players(error, name,
                            params.players == base_players ? about.player_counts
                                                           : (unsigned)params.players,
                            player_count);
    char base[CN_RULES_NAME_MAX];
    if (!cn_is_club(played)) return cn_rules_make(rules, played, &params, player_count, error);
    cn_ruleset_recorded_as(&about, player_count, base);
    return cn_rules_make(rules, base, &params, player_count, error);
}

void cn_write_params(cn_writer *writer, const cn_params *params)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_write_param(writer, params, cn_param_name(i));
        cn_write_char(writer, '\n');
    }
}

void cn_write_overrides(cn_writer *writer, const cn_params *base, const cn_params *params)
{
    const char *separator = "";
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        if (cn_param_same(base, params, i)) continue;
        cn_write(writer, "%s", separator);
        cn_write_param(writer, params, cn_param_name(i));
        separator = "; ";
    }
}
