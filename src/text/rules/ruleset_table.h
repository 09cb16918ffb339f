/* The built-in rule files, as the build puts them into the program.
 * Not here: reading them. Invariant: the table ends with a NULL name and is in the order of
 * cn_rulesets, with those of cn_clubs behind them; every name is the stem of its file. */
#ifndef CANASTA_RULESET_TABLE_H
#define CANASTA_RULESET_TABLE_H

typedef struct cn_ruleset_text {
    const char *name;
    const char *text;
} cn_ruleset_text;

extern const cn_ruleset_text cn_ruleset_texts[];

#endif
