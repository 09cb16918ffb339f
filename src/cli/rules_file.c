/* Rule sets by name or by the path of a rule file.
 * Not here: what a line of such a file means. Invariant: as in the header. */
#include "cli/rules_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".rules";

bool cli_is_rules_file(const char *word)
{
    const size_t length = strlen(word), end = sizeof suffix - 1;
    return strchr(word, '/') != NULL || (length > end && strcmp(word + length - end, suffix) == 0);
}

char *cli_rules_file_text(const char *path, size_t *length, cn_text_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    errno = 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *text = file == NULL ? NULL : malloc(CN_RULES_TEXT_BYTES_MAX + 1);
    if (text != NULL) {
        *length = fread(text, 1, CN_RULES_TEXT_BYTES_MAX + 1, file);
        if (ferror(file) != 0) {
            free(text);
            text = NULL;
        }
    }
    if (text == NULL)
        (void)cn_text_fail(error, 1, 1, "cannot read %s: %s", path, strerror(errno));
    if (file != NULL && !standard) fclose(file);
    return text;
}

/* The first problem of a file. */
typedef struct problem {
    const char *path;
    cn_text_error *error;
    unsigned told, good;
} problem;

static void tell_problem(void *context, const cn_text_error *error)
{
    problem *p = context;
    if (p->told++ == 0)
        (void)cn_text_fail(p->error, error->line, error->column, "%s:%u:%u: %s", p->path,
                           error->line, error->column, error->message);
}

static void count_good(void *context, const cn_ruleset_about *about)
{
    (void)about;
    ((problem *)context)->good++;
}

/* The text of a file in which nothing is wrong. */
static char *good_text(const char *path, size_t *length, cn_text_error *error)
{
    char *text = cli_rules_file_text(path, length, error);
    if (text == NULL) return NULL;
    problem p = {.path = path, .error = error};
    const cn_ruleset_listener listener = {tell_problem, count_good, &p};
    if (cn_rulesets_check(text, *length, &listener) && p.good > 1)
        tell_problem(&p, &(cn_text_error){1, 1, "a rule file that is played has one rule set"});
    if (p.told == 0) return text;
    free(text);
    return NULL;
}

/* Reads the file's values for a table; 0 is its usual number. */
static bool read_values(const char *path, unsigned player_count, cn_params *params,
                        cn_ruleset_about *about, cn_text_error *error)
{
    size_t length = 0;
    char *text = good_text(path, &length, error);
    if (text == NULL) return false;
    const bool good = cn_ruleset_parse(text, length, player_count, params, about, error);
    free(text);
    return good;
}

bool cli_ruleset_describe(const char *word, cn_ruleset_about *about, cn_text_error *error)
{
    cn_params params;
    if (cli_is_rules_file(word)) return read_values(word, 0, &params, about, error);
    const cn_scan scan = cn_scan_make(word, strlen(word), 1, error);
    return cn_ruleset_describe(word, about) ||
           cn_fail_unknown_ruleset(&scan, (cn_word){word, strlen(word)});
}

bool cli_ruleset_own_params(const char *word, unsigned player_count, cn_params *params)
{
    cn_text_error unused;
    return cli_is_rules_file(word) ? read_values(word, player_count, params, NULL, &unused)
                                   : cn_ruleset_own_params(word, player_count, params);
}

/* The built-in rule set that records of such a table name. */
static void find_base(const cn_ruleset_about *about, unsigned player_count,
                      char name[CN_RULES_NAME_MAX])
{
    cn_ruleset_about parent;
    const char *built_in = about->parent[0] == '\0' ? cn_rulesets[0] : about->parent;
    snprintf(name, CN_RULES_NAME_MAX, "%s", built_in);
    if (!cn_ruleset_describe(built_in, &parent)) return;
    const char *form = parent.form[player_count];
    if (form[0] != '\0') snprintf(name, CN_RULES_NAME_MAX, "%s", form);
}

static bool load_file(cn_rules *rules, const char *path, const char *overrides,
                      unsigned player_count, cn_text_error *error)
{
    cn_ruleset_about about;
    cn_params params;
    char base[CN_RULES_NAME_MAX];
    if (!read_values(path, 0, &params, &about, error)) return false;
    if (player_count == 0) player_count = about.usual_count;
    const char *form = player_count <= CN_PLAYERS_MAX ? about.form[player_count] : "";
    if (form[0] != '\0') return cn_rules_load(rules, form, overrides, player_count, error);
    if (!read_values(path, player_count, &params, NULL, error)) return false;
    if (overrides != NULL && !cn_params_set_all(&params, overrides, error)) return false;
    find_base(&about, player_count, base);
    return cn_rules_make(rules, base, &params, player_count, error);
}

const char *cli_rules_changes(const char *word, const char *overrides, const cn_rules *rules,
                              char text[CLI_RULES_CHANGES_BYTES])
{
    cn_params base;
    if (!cli_is_rules_file(word) || !cn_ruleset_base(rules->name, rules->player_count, &base))
        return overrides;
    cn_writer writer = cn_writer_make(text, CLI_RULES_CHANGES_BYTES);
    cn_write_overrides(&writer, &base, &rules->p);
    return text;
}

bool cli_rules_load(cn_rules *rules, const char *word, const char *overrides, unsigned player_count,
                    cn_text_error *error)
{
    return cli_is_rules_file(word) ? load_file(rules, word, overrides, player_count, error)
                                   : cn_rules_load(rules, word, overrides, player_count, error);
}
