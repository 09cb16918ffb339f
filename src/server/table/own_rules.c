/* Rule sets of rule files beside the built-in ones.
 * Not here: what a rule set means (text/). Invariant: as in the header. */
#include "server/table/own_rules.h"

#include <stdlib.h>
#include <string.h>

#include "text/rules/ruleset_own.h"

/* Its place among the own ones; their count if it is none of them. */
static unsigned find(const cn_own_rules *own, const char *name)
{
    unsigned i = 0;
    while (i < own->count && strcmp(own->set[i].about.name, name) != 0) i++;
    return i;
}

bool cn_own_rules_add(cn_own_rules *own, char *text, size_t length, cn_text_error *error)
{
    cn_ruleset_about about, other;
    cn_params params;
    bool good = cn_ruleset_parse(text, length, 0, &params, &about, error);
    if (good && own->count == CN_OWN_RULES_MAX)
        good = cn_text_fail(error, 1, 1, "at most %d rule files are offered", CN_OWN_RULES_MAX);
    if (good && cn_own_rules_describe(own, about.name, &other))
        good = cn_text_fail(error, 1, 1, "another rule set is called %s, too", about.name);
    if (!good) {
        free(text);
        return false;
    }
    own->set[own->count].text = text;
    own->set[own->count].length = length;
    own->set[own->count].about = about;
    own->count++;
    return true;
}

void cn_own_rules_free(cn_own_rules *own)
{
    for (unsigned i = 0; i < own->count; i++) free(own->set[i].text);
    own->count = 0;
}

bool cn_own_rules_describe(const cn_own_rules *own, const char *name, cn_ruleset_about *about)
{
    const unsigned i = find(own, name);
    if (i == own->count) return cn_ruleset_describe(name, about);
    *about = own->set[i].about;
    return true;
}

bool cn_own_rules_load(const cn_own_rules *own, cn_rules *rules, const char *name,
                       const char *overrides, unsigned player_count, cn_text_error *error)
{
    const unsigned i = find(own, name);
    if (i == own->count) return cn_rules_load(rules, name, overrides, player_count, error);
    return cn_own_ruleset_load(rules, own->set[i].text, own->set[i].length, overrides, player_count,
                               error);
}

bool cn_own_rules_settle(const cn_own_rules *own, char name[CN_RULES_NAME_MAX],
                         char overrides[CN_OVERRIDES_BYTES_MAX + 1], unsigned *player_count,
                         cn_text_error *error)
{
    cn_rules rules;
    if (find(own, name) == own->count && !cn_is_club(name)) return true;
    if (!cn_own_rules_load(own, &rules, name, overrides, *player_count, error)) return false;
    char changes[CN_OVERRIDES_BYTES_MAX + 1];
    cn_writer writer = cn_writer_make(changes, sizeof changes);
    cn_write_changes(&writer, &rules);
    if (writer.overflow)
        return cn_text_fail(error, 1, 1, "these rules have more than %d bytes of changes",
                            CN_OVERRIDES_BYTES_MAX);
    *player_count = rules.player_count;
    memcpy(name, rules.name, CN_RULES_NAME_MAX);
    memcpy(overrides, changes, sizeof changes);
    return true;
}
