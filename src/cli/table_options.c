/* The options that name a table on the command line.
 * Not here: what a command does with them. Invariant: as in the header. */
#include "cli/table_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/number.h"
#include "lab/tables/purpose.h"
#include "random/random.h"
#include "text/rules/rules_text.h"

int cli_refuse(const char *command, const char *what, const char *word)
{
    fprintf(stderr, "canasta %s: %s '%s'; `canasta %s --help` tells more\n", command, what, word,
            command);
    return CLI_USAGE;
}

int cli_option_number(const char *command, const char *name, const char *value, uint64_t low,
                      uint64_t high, uint64_t *number)
{
    if (cli_number(value, low, high, number)) return CLI_OK;
    fprintf(stderr, "canasta %s: %s needs a number from %" PRIu64 " to %" PRIu64 ", not '%s'\n",
            command, name, low, high, value);
    return CLI_USAGE;
}

bool cli_is_table_option(const char *name)
{
    static const char *const names[] = {"--rules", "--players", "--set", "--seed"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* What --set says goes over the code, wherever the two stand. */
static int join_overrides(cli_table *table, const char *word)
{
    if (cn_house_join(table->overrides, sizeof table->overrides, table->house.overrides,
                      table->set))
        return CLI_OK;
    return cli_refuse(table->command, "too many changes of the rules with", word);
}

static int add_override(cli_table *table, const char *text)
{
    const size_t used = strlen(table->set), more = strlen(text);
    if (used + more + 2 > sizeof table->set)
        return cli_refuse(table->command, "too many rules in --set", text);
    if (used > 0) strcat(table->set, ";");
    strcat(table->set, text);
    return join_overrides(table, text);
}

/* --rules: the name of a rule set, or the code of house rules. */
static int name_rules(cli_table *table, const char *word)
{
    cn_text_error error;
    table->rules_name = word;
    if (!cn_house_is_code(word)) return CLI_OK;
    if (!cn_house_parse(word, &table->house, &error)) {
        fprintf(stderr, "canasta %s: --rules: at letter %u of the code: %s\n", table->command,
                error.column, error.message);
        return CLI_USAGE;
    }
    table->rules_name = table->house.rules;
    return join_overrides(table, word);
}

int cli_table_option(cli_table *table, const char *name, const char *value)
{
    if (strcmp(name, "--set") == 0) return add_override(table, value);
    if (strcmp(name, "--players") == 0)
        return cli_option_number(table->command, name, value, 2, CN_PLAYERS_MAX, &table->players);
    if (strcmp(name, "--seed") == 0)
        return cli_option_number(table->command, name, value, 0, UINT64_MAX, &table->seed);
    return name_rules(table, value);
}

const char *cli_table_rules_name(const cli_table *table)
{
    return table->rules_name != NULL ? table->rules_name : "classic_pagat";
}

static int describe(const cli_table *table, const char *name, cn_ruleset_about *about)
{
    cn_text_error error = {0};
    if (cli_ruleset_describe(name, about, &error)) return CLI_OK;
    if (!cli_is_rules_file(name)) return cli_refuse(table->command, "no rule set is called", name);
    fprintf(stderr, "canasta %s: %s\n", table->command, error.message);
    return CLI_USAGE;
}

int cli_table_load(const cli_table *table, cn_rules *rules)
{
    cn_ruleset_about about;
    cn_text_error error = {0};
    const char *name = cli_table_rules_name(table);
    const int status = describe(table, name, &about);
    if (status != CLI_OK) return status;
    if (cli_rules_load(rules, name, table->overrides, (unsigned)table->players, &error))
        return CLI_OK;
    fprintf(stderr, "canasta %s: %s: %s\n", table->command, name, error.message);
    return CLI_USAGE;
}

const char *cli_table_changes(const cli_table *table, const cn_rules *rules,
                              char text[CLI_RULES_CHANGES_BYTES])
{
    return cli_rules_changes(cli_table_rules_name(table), table->overrides, rules, text);
}

static int visit_counts(const cli_table *table, const cn_ruleset_about *about, cli_visit *visit,
                        void *context)
{
    int status = CLI_OK;
    for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
        cli_table counted = *table;
        cn_rules rules;
        if ((about->player_counts >> count & 1) == 0 || about->form[count][0] != '\0') continue;
        if (counted.rules_name == NULL) counted.rules_name = about->name;
        counted.players = count;
        if (cli_table_load(&counted, &rules) != CLI_OK) return CLI_USAGE;
        const int one = visit(&rules, context);
        if (one != CLI_OK) status = one;
    }
    return status;
}

int cli_visit_tables(const cli_table *table, cli_visit *visit, void *context)
{
    cn_ruleset_about about;
    cn_rules rules;
    if (table->players != 0) {
        const int status = cli_table_load(table, &rules);
        return status == CLI_OK ? visit(&rules, context) : status;
    }
    if (table->rules_name != NULL) {
        const int status = describe(table, table->rules_name, &about);
        return status != CLI_OK ? status : visit_counts(table, &about, visit, context);
    }
    int status = CLI_OK;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        if (!cn_ruleset_describe(cn_rulesets[i], &about)) continue;
        const int one = visit_counts(table, &about, visit, context);
        if (one != CLI_OK) status = one;
    }
    return status;
}

void cli_table_deck(const cli_table *table, const cn_rules *rules, cn_card *deck)
{
    cn_stream decks = cn_stream_make(table->seed, CN_PURPOSE_DECK, 0);
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, &decks);
}

void cli_print_json_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}
