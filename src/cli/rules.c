/* `canasta rules`: lists, checks and explains rule sets.
 * Not here: showing and comparing them (rules_show.c), reading rule files (text/ruleset_read.c).
 * Invariant: status 0 exactly if the question was answered and every checked file is good. */
#include "cli/rules.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/number.h"
#include "cli/rules_file.h"
#include "text/explain/explain.h"
#include "text/rules/rules_text.h"

enum { TEXT_COLUMNS = 80 };

static const char burraco_note[] =
    "Burraco (Buraco), which people in Italy and Brazil may mean by Canasta, is another game and "
    "is not here yet.";

static void print_help(FILE *out)
{
    fputs(
        "usage: canasta rules COMMAND ...\n"
        "\n"
        "  list [--clubs] [--json]       the rule sets that are built in, or the sheets of clubs\n"
        "                                and families\n"
        "  show NAME [--players N] [--all] [--json]\n"
        "                                a rule set as a rule file: what differs from its "
        "parent,\n"
        "                                or with --all every value\n"
        "  diff NAME NAME [--players N]  the values in which two rule sets differ\n"
        "  check FILE                    whether a rule file is right, and if not where and why\n"
        "  explain NAME [--players N] [--set 'NAME = VALUE; ...']\n"
        "                                the rules of a table in plain English\n"
        "  code NAME [NAME=VALUE ...] [--name TEXT]\n"
        "                                the share code of house rules: a rule set and what is\n"
        "                                changed in it. It stands wherever a rule set's name may "
        "stand\n"
        "\n"
        "A NAME may be the path of a rule file, ./mine.rules. Without --players a rule set is\n"
        "taken for its usual number of players. docs/formats.md describes rule files; for check\n"
        "`-` is the standard input.\n",
        out);
}

int rules_fail(const rules_options *opts, const char *message)
{
    fprintf(stderr, "canasta rules %s: %s\n", opts->command, message);
    return CLI_USAGE;
}

int rules_refuse(const rules_options *opts, const char *what, const char *word)
{
    fprintf(stderr, "canasta rules %s: %s '%s'; `canasta rules --help` tells more\n", opts->command,
            what, word);
    return CLI_USAGE;
}

void rules_print_json_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void print_json_entry(const cn_ruleset_about *about)
{
    const char *comma = "";
    printf("{\"name\":");
    rules_print_json_text(about->name);
    printf(",\"title\":");
    rules_print_json_text(about->title);
    if (about->about[0] != '\0') {
        printf(",\"about\":");
        rules_print_json_text(about->about);
    }
    printf(",\"parent\":");
    if (about->parent[0] == '\0')
        printf("null");
    else
        rules_print_json_text(about->parent);
    printf(",\"players\":[");
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++) {
        if ((about->player_counts >> count & 1) == 0) continue;
        printf("%s%u", comma, count);
        comma = ",";
    }
    printf("],\"usual_players\":%u,\"forms\":{", about->usual_count);
    comma = "";
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++) {
        if (about->form[count][0] == '\0') continue;
        printf("%s\"%u\":", comma, count);
        rules_print_json_text(about->form[count]);
        comma = ",";
    }
    printf("}}");
}

static void print_entry(const cn_ruleset_about *about)
{
    char players[32];
    cn_writer writer = cn_writer_make(players, sizeof players);
    cn_write_counts(&writer, about->player_counts);
    printf("%-19s  %-38s  %-21s  %s\n", about->name, about->title, players,
           about->parent[0] == '\0' ? "-" : about->parent);
    for (unsigned count = 0; count <= CN_PLAYERS_MAX; count++)
        if (about->form[count][0] != '\0')
            printf("%-19s    with %u players it is %s\n", "", count, about->form[count]);
}

static int list(const rules_options *opts)
{
    if (opts->json)
        printf("{\"rulesets\":[");
    else
        printf("%-19s  %-38s  %-21s  %s\n", "NAME", "TITLE", "PLAYERS", "PARENT");
    const char *const *names = opts->clubs ? cn_clubs : cn_rulesets;
    for (unsigned i = 0; names[i] != NULL; i++) {
        cn_ruleset_about about;
        if (!cn_ruleset_describe(names[i], &about)) continue;
        if (opts->json) {
            printf("%s\n", i == 0 ? "" : ",");
            print_json_entry(&about);
        } else {
            print_entry(&about);
        }
    }
    if (!opts->json) {
        printf("\n%s\n", burraco_note);
        return CLI_OK;
    }
    printf("\n],\"note\":");
    rules_print_json_text(burraco_note);
    printf("}\n");
    return CLI_OK;
}

/* Where the answers about a checked file go. */
static void print_problem(void *context, const cn_text_error *error)
{
    const char *path = context;
    fprintf(stderr, "%s:%u:%u: %s\n", path, error->line, error->column, error->message);
}

static void print_good(void *context, const cn_ruleset_about *about)
{
    const char *path = context;
    char players[32];
    cn_writer writer = cn_writer_make(players, sizeof players);
    cn_write_counts(&writer, about->player_counts);
    printf("%s: OK: %s, for %s players\n", path, about->name, players);
}

static int check(const rules_options *opts)
{
    size_t length = 0;
    const char *path = opts->word[0];
    cn_text_error error;
    char *text = cli_rules_file_text(path, &length, &error);
    if (text == NULL) {
        (void)rules_fail(opts, error.message);
        return CLI_FAILED;
    }
    char name[256];
    snprintf(name, sizeof name, "%s", strcmp(path, "-") == 0 ? "standard input" : path);
    const cn_ruleset_listener listener = {print_problem, print_good, name};
    const bool good = cn_rulesets_check(text, length, &listener);
    free(text);
    return good ? CLI_OK : CLI_FAILED;
}

static int explain(const rules_options *opts)
{
    cn_rules rules;
    cn_ruleset_about about;
    cn_text_error error;
    char text[CN_EXPLANATION_BYTES], wrapped[CN_EXPLANATION_BYTES + CN_EXPLANATION_BYTES / 8];
    const char *word = opts->word[0];
    if (!cli_ruleset_describe(word, &about, &error) ||
        !cli_rules_load(&rules, word, opts->overrides, opts->player_count, &error))
        return rules_fail(opts, error.message);
    const char *form = about.form[rules.player_count];
    /* whose title stands there */
    const bool other = form[0] != '\0' || (!cli_is_rules_file(word) && !cn_is_club(word));
    if (other && !cn_ruleset_describe(rules.name, &about))
        return rules_fail(opts, "no such rule set");
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_explanation(&writer, &rules);
    cn_writer lines = cn_writer_make(wrapped, sizeof wrapped);
    cn_write_wrapped(&lines, text + strspn(text, "\n"), TEXT_COLUMNS);
    if (writer.overflow || lines.overflow) return rules_fail(opts, "these rules are too long");
    const char *own = opts->house[0].name;
    printf("# %s%s%s%s, for %u players\n\n", own, own[0] == '\0' ? "" : " (", about.title,
           own[0] == '\0' ? "" : ")", rules.player_count);
    if (opts->overrides[0] != '\0') printf("Changed: %s\n\n", opts->overrides);
    fputs(wrapped, stdout);
    return CLI_OK;
}

static const struct rules_command {
    const char *name;
    int (*run)(const rules_options *opts);
    unsigned words;
    const char *what;  /* the words it needs */
    const char *flags; /* the flags it knows */
} commands[] = {
    {"list", list, 0, "", "--clubs --json"},
    {"show", rules_show, 1, "the name of a rule set", "--players --all --json"},
    {"diff", rules_diff, 2, "the names of two rule sets", "--players"},
    {"check", check, 1, "a file", ""},
    {"explain", explain, 1, "the name of a rule set", "--players --set"},
    {"code", rules_code, 1, "the name of a rule set", "--set --name"},
};

static bool knows(const struct rules_command *command, const char *flag)
{
    const char *found = strstr(command->flags, flag);
    const size_t length = strlen(flag);
    return length > 3 && found != NULL && (found[length] == ' ' || found[length] == '\0');
}

static int add_override(rules_options *opts, const char *text)
{
    const size_t used = strlen(opts->set);
    if (used + strlen(text) + 3 > sizeof opts->set)
        return rules_fail(opts, "too many values after --set");
    if (used > 0) strcat(opts->set, "; ");
    strcat(opts->set, text);
    return CLI_OK;
}

/* A word of `code` behind the rule set: a change. */
static bool is_change(const rules_options *opts, const struct rules_command *command,
                      const char *word)
{
    return command->run == rules_code && opts->word_count == 1 && strchr(word, '=') != NULL;
}

static int read_flag(rules_options *opts, const char *flag, const char *value)
{
    uint64_t count = 0;
    if (value == NULL) return rules_refuse(opts, "no value after", flag);
    if (strcmp(flag, "--set") == 0) return add_override(opts, value);
    if (strcmp(flag, "--name") == 0) {
        opts->house_name = value;
        return CLI_OK;
    }
    if (!cli_number(value, 2, CN_PLAYERS_MAX, &count))
        return rules_refuse(opts, "--players needs a number from 2 to 8, not", value);
    opts->player_count = (unsigned)count;
    return CLI_OK;
}

static int read_options(rules_options *opts, const struct rules_command *command, int argc,
                        char **argv)
{
    for (int i = 2; i < argc; i++) {
        const char *word = argv[i];
        if (is_change(opts, command, word)) {
            const int status = add_override(opts, word);
            if (status != CLI_OK) return status;
        } else if (word[0] != '-' || word[1] == '\0') {
            if (opts->word_count == command->words)
                return rules_refuse(opts, "one too many:", word);
            opts->word[opts->word_count++] = word;
        } else if (!knows(command, word)) {
            return rules_refuse(opts, "unknown option", word);
        } else if (strcmp(word, "--clubs") == 0) {
            opts->clubs = true;
        } else if (strcmp(word, "--json") == 0) {
            opts->json = true;
        } else if (strcmp(word, "--all") == 0) {
            opts->all = true;
        } else {
            const int status = read_flag(opts, word, ++i < argc ? argv[i] : NULL);
            if (status != CLI_OK) return status;
        }
    }
    if (opts->word_count == command->words) return rules_find_house(opts);
    fprintf(stderr, "canasta rules %s: needs %s; `canasta rules --help` tells more\n",
            opts->command, command->what);
    return CLI_USAGE;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int cli_rules(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (is_help(argv[i])) {
            print_help(stdout);
            return CLI_OK;
        }
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    for (unsigned i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) != 0) continue;
        rules_options opts = {.command = argv[1]};
        int status = read_options(&opts, &commands[i], argc, argv);
        if (status == CLI_OK) status = commands[i].run(&opts);
        if (fflush(stdout) == 0) return status;
        fputs("canasta rules: the answer cannot be written\n", stderr);
        return CLI_FAILED;
    }
    fprintf(stderr, "canasta rules: unknown command '%s'; `canasta rules --help` tells more\n",
            argv[1]);
    return CLI_USAGE;
}
