/* The rule sets that a server offers: the built-in ones, and those of rule files it was given.
 * Not here: reading the files (cli/serve.c). Invariant: a table under a rule set of one's own is a
 * table of a built-in one with overrides, so its log is read by any server. */
#ifndef CANASTA_SERVER_OWN_RULES_H
#define CANASTA_SERVER_OWN_RULES_H

#include "server/base/bounds.h"
#include "text/rules/rules_text.h"

enum { CN_OWN_RULES_MAX = 8 };

typedef struct cn_own_rules {
    unsigned count;
    struct {
        char *text; /* of a file that was found good; freed by cn_own_rules_free */
        size_t length;
        cn_ruleset_about about;
    } set[CN_OWN_RULES_MAX];
} cn_own_rules;

/* Takes the text of a good rule file (text/ruleset_own.h), which is freed if it is refused: its
 * name is taken already, or there are too many. */
bool cn_own_rules_add(cn_own_rules *own, char *text, size_t length, cn_text_error *error);
void cn_own_rules_free(cn_own_rules *own);

/* As cn_ruleset_describe and cn_rules_load, for all that the server offers. */
bool cn_own_rules_describe(const cn_own_rules *own, const char *name, cn_ruleset_about *about);
bool cn_own_rules_load(const cn_own_rules *own, cn_rules *rules, const char *name,
                       const char *overrides, unsigned player_count, cn_text_error *error);

/* Replaces the name of a rule set of one's own, and the overrides of a table under it, by what the
 * log gets; 0 players become its usual number. Others stay as they are. */
bool cn_own_rules_settle(const cn_own_rules *own, char name[CN_RULES_NAME_MAX],
                         char overrides[CN_OVERRIDES_BYTES_MAX + 1], unsigned *player_count,
                         cn_text_error *error);

#endif
