/* The options that name a table on the command line: --rules, --players, --set, --seed.
 * Not here: what a command does with them.
 * Invariant: what is wrong gets one line on stderr that begins with the command's name. */
#ifndef CANASTA_CLI_TABLE_OPTIONS_H
#define CANASTA_CLI_TABLE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "canasta/rules.h"
#include "cli/rules_file.h"
#include "text/house/house_text.h"

enum { CLI_OVERRIDES_BYTES_MAX = 4096 };

/* What a help says of them; how a seed is used differs. */
#define CLI_TABLE_HELP                                                                             \
    "  --rules NAME          rule set (classic_pagat)\n"                                           \
    "  --players N           people at the table (as the rule set is usually played)\n"            \
    "  --set 'NAME = VALUE'  changes a rule; may be given more than once\n"

typedef struct cli_table {
    const char *command;                     /* "match": for messages */
    const char *rules_name;                  /* NULL: classic_pagat */
    cn_house house;                          /* of --rules CODE */
    char set[CLI_OVERRIDES_BYTES_MAX];       /* of all --set */
    char overrides[CLI_OVERRIDES_BYTES_MAX]; /* both: what --set says goes over the code */
    uint64_t players;                        /* 0: as many as the rule set is usually played by */
    uint64_t seed;
} cli_table;

/* One line about what is wrong; returns CLI_USAGE. */
int cli_refuse(const char *command, const char *what, const char *word);

/* Reads a number of low..high for an option. */
int cli_option_number(const char *command, const char *name, const char *value, uint64_t low,
                      uint64_t high, uint64_t *number);

/* True if the option is one of a table; each takes a value. */
bool cli_is_table_option(const char *name);
int cli_table_option(cli_table *table, const char *name, const char *value);

const char *cli_table_rules_name(const cli_table *table);
int cli_table_load(const cli_table *table, cn_rules *rules);

/* What the table changes of the built-in rule set that its rules name (rules_file.h). */
const char *cli_table_changes(const cli_table *table, const cn_rules *rules,
                              char text[CLI_RULES_CHANGES_BYTES]);

/* Something to do with a table; returns an exit status. */
typedef int cli_visit(const cn_rules *rules, void *context);

/* Visits the table that the options name - or, without --players, those of every number that its
 * rule set plays by values of its own, and without --rules those of every rule set. The status is
 * the last one that was not CLI_OK. */
int cli_visit_tables(const cli_table *table, cli_visit *visit, void *context);

/* A deck of the table's seed, the first one of a game. */
void cli_table_deck(const cli_table *table, const cn_rules *rules, cn_card *deck);

/* Text as a JSON string on stdout. */
void cli_print_json_text(const char *text);

#endif
