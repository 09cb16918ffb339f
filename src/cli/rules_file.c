/* Rule sets by name or by the path of a rule file.
 * Not here: what such a file means (text/ruleset_own.h). Invariant: as in the header. */
#include "cli/rules_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/rules/ruleset_own.h"
#include "text/rules/ruleset_read.h"

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
    if (text == NULL) (void)cn_text_fail(error, 1, 1, "cannot read %s: %s", path, strerror(errno));
    if (file != NULL && !standard) fclose(file);
    return text;
}

char *cli_rules_file_good(const char *path, size_t *length, cn_text_error *error)
{
    cn_text_error wrong;
    char *text = cli_rules_file_text(path, length, error);
    if (text == NULL || cn_own_ruleset_check(text, *length, &wrong)) return text;
    (void)cn_text_fail(error, wrong.line, wrong.column, "%s:%u:%u: %s", path, wrong.line,
                       wrong.column, wrong.message);
    free(text);
    return NULL;
}

/* Reads the file's values for a table; 0 is its usual number. */
static bool read_values(const char *path, unsigned player_count, cn_params *params,
                        cn_ruleset_about *about, cn_text_error *error)
{
    size_t length = 0;
    char *text = cli_rules_file_good(path, &length, error);
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

const char *cli_rules_changes(const char *word, const char *overrides, const cn_rules *rules,
                              char text[CLI_RULES_CHANGES_BYTES])
{
    if (!cli_is_rules_file(word) && !cn_is_club(word)) return overrides;
    cn_writer writer = cn_writer_make(text, CLI_RULES_CHANGES_BYTES);
    cn_write_changes(&writer, rules);
    return text;
}

bool cli_rules_load(cn_rules *rules, const char *word, const char *overrides, unsigned player_count,
                    cn_text_error *error)
{
    if (!cli_is_rules_file(word)) return cn_rules_load(rules, word, overrides, player_count, error);
    size_t length = 0;
    char *text = cli_rules_file_good(word, &length, error);
    if (text == NULL) return false;
    const bool good = cn_own_ruleset_load(rules, text, length, overrides, player_count, error);
    free(text);
    return good;
}
