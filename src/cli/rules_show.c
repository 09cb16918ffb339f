/* `canasta rules show` and `diff`: values of rule sets, as rule files and side by side.
 * Not here: options (rules.c), how a value is written (text/param_text.c).
 * Invariant: what `show` prints is a rule file that resolves to the values it was printed from. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rules.h"
#include "cli/rules_file.h"
#include "text/rules/rules_text.h"

enum { LINE_COLUMNS = 100, VALUE_INDENT = 4 };

/* The values of a rule set and of its parent for each number of players. */
typedef struct shown {
    cn_ruleset_about about;
    unsigned counts; /* the numbers to be shown */
    cn_params own[CN_PLAYERS_MAX + 1], parent[CN_PLAYERS_MAX + 1];
} shown;

static int describe(const rules_options *opts, const char *word, cn_ruleset_about *about)
{
    cn_text_error error;
    return cli_ruleset_describe(word, about, &error) ? CLI_OK : rules_fail(opts, error.message);
}

/* What to ask for the values of `about`, found by this word: a file has no name elsewhere, but a
 * form of it is built in. */
static const char *source(const char *word, const cn_ruleset_about *about)
{
    cn_ruleset_about own;
    cn_text_error unused;
    if (!cli_is_rules_file(word) || !cli_ruleset_describe(word, &own, &unused)) return about->name;
    return strcmp(own.name, about->name) == 0 ? word : about->name;
}

/* The rule set that a table of this name plays: the form for that number, if there is one. A
 * number of 0 becomes the usual one. */
static int find_played(const rules_options *opts, const char *name, unsigned *player_count,
                       cn_ruleset_about *about)
{
    const int status = describe(opts, name, about);
    if (status != CLI_OK) return status;
    if (*player_count == 0) *player_count = about->usual_count;
    if ((about->player_counts >> *player_count & 1) == 0) {
        char counts[32], message[128];
        cn_writer writer = cn_writer_make(counts, sizeof counts);
        cn_write_counts(&writer, about->player_counts);
        writer = cn_writer_make(message, sizeof message);
        cn_write(&writer, "%s is played by %s, not by %u", name, counts, *player_count);
        return rules_fail(opts, message);
    }
    char form[CN_RULES_NAME_MAX];
    memcpy(form, about->form[*player_count], sizeof form);
    return form[0] == '\0' ? CLI_OK : describe(opts, form, about);
}

static bool same_for_all(const cn_params params[CN_PLAYERS_MAX + 1], unsigned counts,
                         unsigned param_i)
{
    unsigned first = 0;
    while ((counts >> first & 1) == 0) first++;
    for (unsigned count = first + 1; count <= CN_PLAYERS_MAX; count++)
        if ((counts >> count & 1) != 0 && !cn_param_same(&params[first], &params[count], param_i))
            return false;
    return true;
}

static bool as_parent(const shown *s, unsigned param_i)
{
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++)
        if ((s->counts >> count & 1) != 0 &&
            !cn_param_same(&s->own[count], &s->parent[count], param_i))
            return false;
    return true;
}

/* `name = value`; a long value goes on in lines of its own. */
static void print_value(const cn_params *params, unsigned param_i, unsigned for_count)
{
    char value[CN_PARAM_TEXT_MAX];
    cn_writer writer = cn_writer_make(value, sizeof value);
    cn_write_param_value(&writer, params, param_i);
    printf("%s", cn_param_name(param_i));
    if (for_count != 0) printf(" @%u", for_count);
    printf(" =");
    if (strlen(cn_param_name(param_i)) + strlen(value) + 8 <= LINE_COLUMNS) {
        printf(" %s\n", value);
        return;
    }
    for (const char *at = value; *at != '\0';) {
        const char *comma = strchr(at, ',');
        const size_t length = comma == NULL ? strlen(at) : (size_t)(comma - at) + 1;
        printf("\n%*s%.*s", VALUE_INDENT, "", (int)length, at);
        at += length;
        while (*at == ' ') at++;
    }
    printf("\n");
}

static void print_param(const shown *s, unsigned param_i)
{
    const bool one_value = same_for_all(s->own, s->counts, param_i);
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++) {
        if ((s->counts >> count & 1) == 0) continue;
        print_value(&s->own[count], param_i, one_value ? 0 : count);
        if (one_value) return;
    }
}

static void print_rule_file(const shown *s, bool all)
{
    const char *comma = "";
    printf("[%s", s->about.name);
    if (s->about.parent[0] != '\0') printf(" : %s", s->about.parent);
    printf("]\n\n");
    if (s->about.title[0] != '\0') printf("title = %s\n", s->about.title);
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++) {
        if (s->about.form[count][0] == '\0') continue;
        printf("%s%u:%s", *comma == '\0' ? "forms = " : comma, count, s->about.form[count]);
        comma = ", ";
    }
    if (*comma != '\0') printf("\n");
    printf("\n");
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (all || s->about.parent[0] == '\0' || !as_parent(s, i)) print_param(s, i);
}

/* All values of one table, as they are written in rule files. */
static void print_json(const shown *s, unsigned player_count)
{
    char value[CN_PARAM_TEXT_MAX];
    printf("{\"name\":");
    rules_print_json_text(s->about.name);
    printf(",\"title\":");
    rules_print_json_text(s->about.title);
    printf(",\"players\":%u,\"values\":{", player_count);
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_writer writer = cn_writer_make(value, sizeof value);
        cn_write_param_value(&writer, &s->own[player_count], i);
        printf("%s\n\"%s\":", i == 0 ? "" : ",", cn_param_name(i));
        rules_print_json_text(value);
    }
    printf("\n}}\n");
}

/* For one number of players, or as the rule set states itself for all its numbers. */
static int find_shown(const rules_options *opts, shown *s, unsigned *player_count)
{
    if (*player_count != 0 || opts->json) {
        const int status = find_played(opts, opts->word[0], player_count, &s->about);
        if (status != CLI_OK) return status;
        s->counts = 1U << *player_count;
    } else {
        const int status = describe(opts, opts->word[0], &s->about);
        if (status != CLI_OK) return status;
        s->counts = s->about.own_counts;
    }
    const char *name = source(opts->word[0], &s->about);
    for (unsigned i = 0; i <= CN_PLAYERS_MAX; i++) {
        if ((s->counts >> i & 1) == 0) continue;
        if (!cli_ruleset_own_params(name, i, &s->own[i])) return CLI_FAILED;
        if (s->about.parent[0] != '\0' && !cn_ruleset_own_params(s->about.parent, i, &s->parent[i]))
            return CLI_FAILED;
        if (!cn_params_set_all(&s->own[i], opts->overrides, NULL)) return CLI_FAILED;
    }
    return CLI_OK;
}

int rules_show(const rules_options *opts)
{
    shown s;
    unsigned player_count = opts->player_count;
    if (opts->house[0].rules[0] != '\0' && !opts->all && !opts->json) return rules_show_house(opts);
    memset(&s, 0, sizeof s);
    const int status = find_shown(opts, &s, &player_count);
    if (status != CLI_OK) return status;
    if (opts->json) {
        print_json(&s, player_count);
        return CLI_OK;
    }
    if (player_count != 0) printf("# For tables of %u players.\n\n", player_count);
    print_rule_file(&s, opts->all);
    return CLI_OK;
}

/* The parameters that differ, each with both values. */
int rules_diff(const rules_options *opts)
{
    cn_params params[2];
    cn_ruleset_about about[2];
    bool differ = false;
    for (unsigned i = 0; i < 2; i++) {
        unsigned player_count = opts->player_count;
        const int status = find_played(opts, opts->word[i], &player_count, &about[i]);
        if (status != CLI_OK) return status;
        const char *name = source(opts->word[i], &about[i]);
        if (!cli_ruleset_own_params(name, player_count, &params[i])) return CLI_FAILED;
        if (!cn_params_set_all(&params[i], opts->house[i].overrides, NULL)) return CLI_FAILED;
        if (opts->house[i].rules[0] != '\0') memcpy(about[i].name, "house_rules", 12);
    }
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        if (cn_param_same(&params[0], &params[1], i)) continue;
        differ = true;
        for (unsigned side = 0; side < 2; side++) {
            char value[CN_PARAM_TEXT_MAX];
            cn_writer writer = cn_writer_make(value, sizeof value);
            cn_write_param_value(&writer, &params[side], i);
            printf("%-26s  %-19s  %s\n", side == 0 ? cn_param_name(i) : "", about[side].name,
                   value);
        }
    }
    if (!differ) puts("These rule sets have the same values.");
    return CLI_OK;
}
