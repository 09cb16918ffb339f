/* Rule sets of one's own, from the text of their files.
 * Not here: what a line means (ruleset_read.c). Invariant: as in the header. */
#include "text/rules/ruleset_own.h"

#include <string.h>

typedef struct answer {
    cn_text_error *error; /* the first problem */
    unsigned told, good;
} answer;

static void keep_first(void *context, const cn_text_error *error)
{
    answer *a = context;
    if (a->told++ == 0 && a->error != NULL) *a->error = *error;
}

static void count_good(void *context, const cn_ruleset_about *about)
{
    (void)about;
    ((answer *)context)->good++;
}

bool cn_own_ruleset_check(const char *text, size_t length, cn_text_error *error)
{
    answer a = {.error = error};
    const cn_ruleset_listener listener = {keep_first, count_good, &a};
    if (!cn_rulesets_check(text, length, &listener)) return false;
    if (a.good == 1) return true;
    return cn_text_fail(error, 1, 1, "a rule file that is played has one rule set");
}

bool cn_own_ruleset_load(cn_rules *rules, const char *text, size_t length, const char *overrides,
                         unsigned player_count, cn_text_error *error)
{
    cn_ruleset_about about;
    cn_params params;
    char base[CN_RULES_NAME_MAX];
    if (!cn_ruleset_parse(text, length, 0, &params, &about, error)) return false;
    if (player_count == 0) player_count = about.usual_count;
    const char *form = player_count <= CN_PLAYERS_MAX ? about.form[player_count] : "";
    if (form[0] != '\0') return cn_rules_load(rules, form, overrides, player_count, error);
    if (!cn_ruleset_parse(text, length, player_count, &params, NULL, error)) return false;
    if (overrides != NULL && !cn_params_set_all(&params, overrides, error)) return false;
    cn_ruleset_recorded_as(&about, player_count, base);
    return cn_rules_make(rules, base, &params, player_count, error);
}

void cn_write_changes(cn_writer *writer, const cn_rules *rules)
{
    cn_params base;
    if (cn_ruleset_base(rules->name, rules->player_count, &base))
        cn_write_overrides(writer, &base, &rules->p);
}
