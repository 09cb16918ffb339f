/* Rule sets where a command takes a name: a built-in one, or a rule file of one's own.
 * Not here: how rule files are read (text/ruleset_read.h), what is wrong with one
 * (ruleset_check.c). Invariant: a game by a rule file is a game of the built-in rule set that the
 * file is made from, with overrides; its records can be read without the file. */
#ifndef CANASTA_CLI_RULES_FILE_H
#define CANASTA_CLI_RULES_FILE_H

#include "text/rules/rules_text.h"

/* True if the word is a path - it has a slash, or ends in ".rules" - and no name. */
bool cli_is_rules_file(const char *word);

/* As cn_ruleset_describe, cn_ruleset_own_params and cn_rules_load, for a name or a path; what is
 * wrong with a file is told with its path, line and column in the message. A file has one rule set,
 * whose parent is built in. */
bool cli_ruleset_describe(const char *word, cn_ruleset_about *about, cn_text_error *error);
bool cli_ruleset_own_params(const char *word, unsigned player_count, cn_params *params);
bool cli_rules_load(cn_rules *rules, const char *word, const char *overrides, unsigned player_count,
                    cn_text_error *error);

/* What a table by that word changes of the built-in rule set that its rules name: the overrides, or
 * for a file all that differs, in `text`. */
enum { CLI_RULES_CHANGES_BYTES = 8192 };
const char *cli_rules_changes(const char *word, const char *overrides, const cn_rules *rules,
                              char text[CLI_RULES_CHANGES_BYTES]);

/* The beginning of a file, one byte more than a rule file may have, to be freed; NULL with a
 * message if it cannot be read. `-` is standard input. */
char *cli_rules_file_text(const char *path, size_t *length, cn_text_error *error);

/* The text of a rule file that can be played (text/ruleset_own.h), to be freed; NULL with what is
 * wrong, path, line and column in the message. */
char *cli_rules_file_good(const char *path, size_t *length, cn_text_error *error);

#endif
