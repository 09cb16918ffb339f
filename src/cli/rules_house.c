/* `canasta rules code`, and share codes where the name of a rule set may stand.
 * Not here: how a code is written (text/house_text.h).
 * Invariant: a code that holds anything this version does not know is refused, with all of it. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rules.h"

static void print_problem(void *context, const cn_text_error *error)
{
    const rules_options *opts = context;
    fprintf(stderr, "canasta rules %s: at letter %u of the code: %s\n", opts->command,
            error->column, error->message);
}

int rules_find_house(rules_options *opts)
{
    for (unsigned i = 0; i < opts->word_count; i++) {
        const char *word = opts->word[i];
        if (!cn_house_is_code(word) || strcmp(opts->command, "check") == 0) continue;
        cn_house *house = &opts->house[i];
        if (!cn_house_read(word, strlen(word), house, print_problem, opts)) return CLI_USAGE;
        opts->word[i] = house->rules;
    }
    if (cn_house_join(opts->overrides, sizeof opts->overrides, opts->house[0].overrides, opts->set))
        return CLI_OK;
    return rules_fail(opts, "too many changes");
}

/* The rules must be such that can be played, or nobody could use the code. */
int rules_code(const rules_options *opts)
{
    char code[CN_HOUSE_CODE_MAX];
    cn_writer writer = cn_writer_make(code, sizeof code);
    cn_text_error error;
    cn_rules rules;
    const char *name = opts->house_name != NULL ? opts->house_name : opts->house[0].name;
    if (!cn_house_write(&writer, opts->word[0], opts->overrides, name, &error) ||
        !cn_rules_load(&rules, opts->word[0], opts->overrides, 0, &error))
        return rules_fail(opts, error.message);
    puts(code);
    return CLI_OK;
}

static bool is_title(const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
        if (*c < ' ' || *c > '~' || *c == '#') return false;
    return *name != '\0' && strlen(name) < CN_RULESET_TITLE_MAX;
}

/* A code as the rule file that means the same. */
int rules_show_house(const rules_options *opts)
{
    const cn_house *house = &opts->house[0];
    if (house->name[0] != '\0' && !is_title(house->name)) printf("# %s\n", house->name);
    printf("[house_rules : %s]\n\n", house->rules);
    if (is_title(house->name)) printf("title = %s\n\n", house->name);
    for (const char *at = house->overrides; *at != '\0';) {
        const size_t length = strcspn(at, ";");
        printf("%.*s\n", (int)length, at);
        at += length + strspn(at + length, "; ");
    }
    return CLI_OK;
}
