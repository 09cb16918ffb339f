/* What the parts of `canasta rules` share: its options, and how it refuses them.
 * Not here: the subcommands. Invariant: a refusal is one line on stderr and status 2. */
#ifndef CANASTA_CLI_RULES_H
#define CANASTA_CLI_RULES_H

#include <stdbool.h>

#include "text/house/house_text.h"

enum { RULES_WORDS_MAX = 2, RULES_CHANGES_MAX = 4096 };

typedef struct rules_options {
    const char *command; /* `list`, `show`, ... */
    const char *word[RULES_WORDS_MAX];
    unsigned word_count;
    unsigned player_count; /* 0: not said */
    bool json, all, clubs;
    const char *house_name;            /* --name */
    cn_house house[RULES_WORDS_MAX];   /* of codes that stand for rule sets */
    char set[RULES_CHANGES_MAX];       /* of all --set, or `code NAME CHANGE ...` */
    char overrides[RULES_CHANGES_MAX]; /* the code's, then those */
} rules_options;

/* "canasta rules show: WHAT 'WORD'; `canasta rules --help` tells more". */
int rules_refuse(const rules_options *opts, const char *what, const char *word);
/* The same with a message that needs no more. */
int rules_fail(const rules_options *opts, const char *message);
/* A text as a JSON string. */
void rules_print_json_text(const char *text);

/* Takes a code as the rule set and the changes that it holds. */
int rules_find_house(rules_options *opts);
int rules_code(const rules_options *opts);
int rules_show_house(const rules_options *opts);
int rules_show(const rules_options *opts);
int rules_diff(const rules_options *opts);

#endif
