/* Options and configuration lines by one table.
 * Not here: where data and page are if nobody says (serve.c). Invariant: as in the header. */
#include "cli/serve_settings.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/entrant.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/read_file.h"
#include "cli/rules_file.h"

enum { NAME_BYTES = 22 };

typedef struct setting {
    const char *name; /* as it is written: with a dash */
    uint32_t usual, low, high;
    const char *text;
    size_t place;
    bool is_word;
} setting;

/* Names have underscores in C and dashes outside. */
static const setting settings[] = {
#define NUMBER(name, usual, low, high, text)                                                       \
    {#name, usual, low, high, text, offsetof(cn_settings, name), false},
#define WORD(name, usual, text) {#name, 0, 0, 0, text, offsetof(cn_settings, name), true},
    CN_SETTING_NUMBERS(NUMBER) CN_SETTING_WORDS(WORD)
#undef NUMBER
#undef WORD
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static const cn_settings usual_settings = {
#define NUMBER(name, usual, low, high, text) .name = usual,
#define WORD(name, usual, text)              .name = usual,
    CN_SETTING_NUMBERS(NUMBER) CN_SETTING_WORDS(WORD)
#undef NUMBER
#undef WORD
};

static void outside_name(const char *name, char out[NAME_BYTES])
{
    snprintf(out, NAME_BYTES, "%s", name);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '_') *at = '-';
}

static int refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta serve: %s '%s'; `canasta serve --help` tells more\n", what, word);
    return CLI_USAGE;
}

void cli_serve_help(void)
{
    char name[NAME_BYTES + 5], usual[NAME_BYTES];
    puts("usage: canasta serve [OPTIONS]\n"
         "\n"
         "Serves tables to browsers and programs until it is stopped (Ctrl-C or SIGTERM).\n");
    for (unsigned i = 0; i < SETTINGS; i++) {
        outside_name(settings[i].name, name);
        snprintf(usual, sizeof usual, " (%u)", settings[i].usual);
        if (settings[i].is_word) usual[0] = '\0';
        strcat(name, settings[i].is_word ? " TEXT" : " N");
        printf("  --%-17s %s%s\n", name, settings[i].text, usual);
    }
    puts("  --bot NAME=exec:COMMAND\n"
         "                    offers a program as a bot, beside the players of `canasta match`;\n"
         "                    may be given more than once (docs/bot-protocol.md)\n"
         "  --rules FILE        offers the rule set of a rule file, beside the built-in ones;\n"
         "                    may be given more than once (docs/rules.md)\n"
         "  --config FILE       reads options from a file: lines of `name = value`, where # begins "
         "a\n"
         "                    comment; the command line goes before\n"
         "  --accept-loss       starts, too, where the data file has lost transactions\n"
         "                    (docs/operations.md)\n"
         "  --quiet             prints nothing but errors");
}

/* Takes NAME=exec:COMMAND; the name is short, plain, and nobody else's. */
static int take_offer(cli_serve_options *options, const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    cn_entrant entrant;
    const size_t length = strspn(text, letters);
    const bool named = length > 0 && length <= CN_BOT_WORD_MAX && text[length] == '=';
    unsigned *count = &options->server.offer_count;
    if (!named || !cn_entrant_find(&entrant, text + length + 1) || entrant.command == NULL)
        return refuse("--bot is NAME=exec:COMMAND, not", text);
    if (*count == CN_OFFERS_MAX) return refuse("too many programs from --bot", text);
    cn_program_offer *offer = &options->offer[*count];
    *offer = (cn_program_offer){.command = entrant.command};
    memcpy(offer->name, text, length);
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(options->offer[i].name, offer->name) == 0)
            return refuse("two programs are called", offer->name);
    if (cn_player_find(offer->name) != NULL)
        return refuse("a player of ours is called", offer->name);
    ++*count;
    return CLI_OK;
}

/* Takes the path of a rule file. */
static int take_rules(cli_serve_options *options, const char *path)
{
    cn_text_error error;
    size_t length = 0;
    char *text = cli_rules_file_good(path, &length, &error);
    if (text != NULL && cn_own_rules_add(&options->rules, text, length, &error)) return CLI_OK;
    fprintf(stderr, "canasta serve: %s%s%s\n", text == NULL ? "" : path, text == NULL ? "" : ": ",
            error.message);
    return CLI_USAGE;
}

static int take_setting(cn_settings *all, const setting *which, const char *value)
{
    uint64_t number;
    char name[NAME_BYTES], what[100];
    outside_name(which->name, name);
    void *place = (char *)all + which->place;
    if (which->is_word) {
        *(const char **)place = value;
        return CLI_OK;
    }
    snprintf(what, sizeof what, "--%s is %u to %u, not", name, which->low, which->high);
    if (!cli_number(value, which->low, which->high, &number)) return refuse(what, value);
    *(uint32_t *)place = (uint32_t)number;
    return CLI_OK;
}

/* Takes one option, from wherever it comes; its value stays in place. */
static int take(cli_serve_options *options, const char *name, const char *value)
{
    char known[NAME_BYTES];
    if (strcmp(name, "bot") == 0) return take_offer(options, value);
    if (strcmp(name, "rules") == 0) return take_rules(options, value);
    for (unsigned i = 0; i < SETTINGS; i++) {
        outside_name(settings[i].name, known);
        if (strcmp(known, name) == 0)
            return take_setting(&options->server.settings, &settings[i], value);
    }
    return refuse("unknown option", name);
}

static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) length--;
    text[length] = '\0';
    return text;
}

/* A line of the file, without its comment. */
static int take_line(cli_serve_options *options, const char *path, unsigned number, char *line)
{
    line[strcspn(line, "#")] = '\0';
    char *name = trim(line), *value = strchr(name, '=');
    if (name[0] == '\0') return CLI_OK;
    if (value != NULL) {
        *value++ = '\0';
        if (take(options, trim(name), trim(value)) == CLI_OK) return CLI_OK;
    }
    fprintf(stderr, "canasta serve: %s: line %u: %s\n", path, number,
            value == NULL ? "a line is `name = value`" : "see above");
    return CLI_USAGE;
}

static int take_config(cli_serve_options *options, const char *path)
{
    size_t length;
    const char *name;
    if (options->words != NULL) return refuse("there is one --config only, not", path);
    options->words = cli_read_file(path, &name, &length);
    if (options->words == NULL) return CLI_USAGE;
    if (strlen(options->words) != length) return refuse("there is a zero byte in", path);
    unsigned number = 0;
    for (char *line = options->words, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        const int status = take_line(options, path, ++number, line);
        if (status != CLI_OK) return status;
    }
    return CLI_OK;
}

enum { QUIET = 1000, HELP, CONFIG, BOT, RULES, ACCEPT_LOSS };

/* The table as getopt wants it. */
static void list_options(struct option list[SETTINGS + 7], char names[SETTINGS][NAME_BYTES])
{
    static const struct option others[] = {
        {"bot", required_argument, NULL, BOT},
        {"rules", required_argument, NULL, RULES},
        {"config", required_argument, NULL, CONFIG},
        {"quiet", no_argument, NULL, QUIET},
        {"help", no_argument, NULL, HELP},
        {"accept-loss", no_argument, NULL, ACCEPT_LOSS},
        {NULL, 0, NULL, 0},
    };
    for (unsigned i = 0; i < SETTINGS; i++) {
        outside_name(settings[i].name, names[i]);
        list[i] = (struct option){names[i], required_argument, NULL, (int)i};
    }
    memcpy(list + SETTINGS, others, sizeof others);
}

static int take_option(cli_serve_options *options, int option)
{
    switch (option) {
    case CONFIG: return CLI_OK; /* was taken before */
    case QUIET: options->server.quiet = true; return CLI_OK;
    case ACCEPT_LOSS: options->server.accept_loss = true; return CLI_OK;
    case BOT: return take_offer(options, optarg);
    case RULES: return take_rules(options, optarg);
    }
    return take_setting(&options->server.settings, &settings[option], optarg);
}

/* Goes through the command line: for the file first, then for all the rest. */
static int read_line(cli_serve_options *options, int argc, char **argv, bool for_config)
{
    struct option list[SETTINGS + 7];
    char names[SETTINGS][NAME_BYTES];
    int option;
    list_options(list, names);
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":h", list, NULL)) != -1) {
        int status = CLI_OK;
        if (option == ':') return refuse("a value is missing after", argv[optind - 1]);
        if (option == '?') return refuse("unknown option", argv[optind - 1]);
        if (option == HELP || option == 'h') options->help = true;
        if (options->help) continue;
        if (!for_config) status = take_option(options, option);
        if (for_config && option == CONFIG) status = take_config(options, optarg);
        if (status != CLI_OK) return status;
    }
    return optind < argc ? refuse("unknown word", argv[optind]) : CLI_OK;
}

static bool is_host(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    return name[0] != '\0' && name[strspn(name, letters)] == '\0';
}

/* Words that would be misunderstood without a sound. */
static int judge_words(const cn_settings *all)
{
    struct in6_addr address;
    if (strcmp(all->log, "text") != 0 && strcmp(all->log, "json") != 0)
        return refuse("--log is text or json, not", all->log);
    if (all->host != NULL && !is_host(all->host))
        return refuse("--host is a name like cards.example.org, not", all->host);
    if (all->proxy != NULL && inet_pton(AF_INET, all->proxy, &address) != 1 &&
        inet_pton(AF_INET6, all->proxy, &address) != 1)
        return refuse("--proxy is an address of IPv4 or IPv6, not", all->proxy);
    return CLI_OK;
}

int cli_serve_read(cli_serve_options *options, int argc, char **argv)
{
    *options = (cli_serve_options){.server.settings = usual_settings};
    int status = read_line(options, argc, argv, true);
    if (status == CLI_OK) status = read_line(options, argc, argv, false);
    if (status == CLI_OK) status = judge_words(&options->server.settings);
    options->server.offer = options->offer;
    options->server.own_rules = &options->rules;
    return status;
}

void cli_serve_free(cli_serve_options *options)
{
    cn_own_rules_free(&options->rules);
    free(options->words);
}
