/* `canasta serve`: reads the options and runs the server.
 * Not here: the server (server/). Invariant: bad options get one line on stderr and status 2;
 * the data file's folder is made only where nobody chose the place. */
#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bots/entrant.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/rules_file.h"
#include "server/base/bounds.h"
#include "server/net/server.h"

enum {
    PLACE_BYTES = 4096,
    PACE_MS = 900,
    GRACE_MS = 30000,
    BOT_DEADLINE_MS = 10000,
    LONG_MS_MAX = 86400000
};

typedef struct places {
    char data_file[PLACE_BYTES], web_dir[PLACE_BYTES];
} places;

typedef struct offers {
    unsigned count;
    cn_program_offer offer[CN_OFFERS_MAX];
    cn_own_rules rules;
} offers;

static void print_help(void)
{
    puts("usage: canasta serve [OPTIONS]\n"
         "\n"
         "Serves tables to browsers and programs until it is stopped (Ctrl-C or SIGTERM).\n"
         "\n"
         "  --listen ADDRESS  where to listen (127.0.0.1: this machine; 0.0.0.0: everybody;\n"
         "                    ::: everybody, by IPv6, too)\n"
         "  --port N          port (8080; 0: any free one)\n"
         "  --data FILE       where the tables are kept ($XDG_DATA_HOME/canasta/tables.db or\n"
         "                    ~/.local/share/canasta/tables.db)\n"
         "  --web DIR         the files of the page\n"
         "  --pace MS         pause before each play of a bot, at tables that name none (900)\n"
         "  --grace MS        how long the seat of an absent player waits for a bot (30000)\n"
         "  --host NAME       the name that people's browsers ask for, if it has dots in it\n"
         "  --proxy ADDRESS   where a proxy asks from, which names in X-Forwarded-For who asks it\n"
         "  --connections N   at a time from one address (200)\n"
         "  --tables N        in memory at a time (5000); the data file holds any number\n"
         "  --rate N          frames a second from one connection (10), three times as many at "
         "once\n"
         "  --bot NAME=exec:COMMAND\n"
         "                    offers a program as a bot, beside the players of `canasta match`;\n"
         "                    may be given more than once (docs/bot-protocol.md)\n"
         "  --rules FILE      offers the rule set of a rule file, beside the built-in ones;\n"
         "                    may be given more than once (docs/rules.md)\n"
         "  --bot-deadline MS how long such a program may take for a play (10000)\n"
         "  --port-file FILE  writes the port there once connections are accepted\n"
         "  --quiet           prints nothing but errors");
}

static int refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta serve: %s '%s'; `canasta serve --help` tells more\n", what, word);
    return CLI_USAGE;
}

/* Makes the folders above `file` that are missing. False with errno. */
static bool make_folders(const char *file)
{
    char path[PLACE_BYTES];
    snprintf(path, sizeof path, "%s", file);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
        *slash = '/';
    }
    return true;
}

/* The customary place for data of a user; false with a line on stderr if there is none. */
static bool default_data_file(char out[PLACE_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/') {
        snprintf(out, PLACE_BYTES, "%s/canasta/tables.db", data);
    } else if (home != NULL && home[0] == '/') {
        snprintf(out, PLACE_BYTES, "%s/.local/share/canasta/tables.db", home);
    } else {
        fputs("canasta serve: HOME is not set; name the data file with --data\n", stderr);
        return false;
    }
    if (make_folders(out)) return true;
    fprintf(stderr, "canasta serve: the folder for %s cannot be made: %s\n", out, strerror(errno));
    return false;
}

/* The page lies beside the program in a build, and in one place when it is installed. */
static void default_web_dir(char out[PLACE_BYTES])
{
    static const char *const beside[] = {"/../web/dist", "/../../web/dist", "/../../../web/dist"};
    char program[PLACE_BYTES / 2];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = '\0';
    const char *folder = dirname(program);
    for (unsigned i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        struct stat status;
        snprintf(out, PLACE_BYTES, "%s%s", folder, beside[i]);
        if (stat(out, &status) == 0 && S_ISDIR(status.st_mode)) return;
    }
    snprintf(out, PLACE_BYTES, "/usr/share/canasta/web");
}

static bool read_number(const char *text, uint64_t high, uint32_t *out)
{
    uint64_t number;
    if (!cli_number(text, 0, high, &number)) return false;
    *out = (uint32_t)number;
    return true;
}

/* Takes NAME=exec:COMMAND; the name is short, plain, and nobody else's. */
static int take_offer(const char *text, offers *bots)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    cn_entrant entrant;
    const size_t length = strspn(text, letters);
    const bool named = length > 0 && length <= CN_BOT_WORD_MAX && text[length] == '=';
    if (!named || !cn_entrant_find(&entrant, text + length + 1) || entrant.command == NULL)
        return refuse("--bot is NAME=exec:COMMAND, not", text);
    if (bots->count == CN_OFFERS_MAX) return refuse("too many programs from --bot", text);
    cn_program_offer *offer = &bots->offer[bots->count];
    *offer = (cn_program_offer){.command = entrant.command};
    memcpy(offer->name, text, length);
    for (unsigned i = 0; i < bots->count; i++)
        if (strcmp(bots->offer[i].name, offer->name) == 0)
            return refuse("two programs are called", offer->name);
    if (cn_player_find(offer->name) != NULL)
        return refuse("a player of ours is called", offer->name);
    bots->count++;
    return CLI_OK;
}

/* Takes the path of a rule file. */
static int take_rules(const char *path, offers *all)
{
    cn_text_error error;
    size_t length = 0;
    char *text = cli_rules_file_good(path, &length, &error);
    if (text != NULL && cn_own_rules_add(&all->rules, text, length, &error)) return CLI_OK;
    fprintf(stderr, "canasta serve: %s%s%s\n", text == NULL ? "" : path, text == NULL ? "" : ": ",
            error.message);
    return CLI_USAGE;
}

enum {
    LISTEN = 1,
    PORT,
    DATA,
    WEB,
    PACE,
    GRACE,
    HOST,
    PROXY,
    CONNECTIONS,
    TABLES,
    RATE,
    BOT,
    RULES,
    BOT_DEADLINE,
    PORT_FILE,
    QUIET,
    HELP
};

static const struct option long_options[] = {
    {"listen", required_argument, NULL, LISTEN},
    {"port", required_argument, NULL, PORT},
    {"data", required_argument, NULL, DATA},
    {"web", required_argument, NULL, WEB},
    {"pace", required_argument, NULL, PACE},
    {"grace", required_argument, NULL, GRACE},
    {"host", required_argument, NULL, HOST},
    {"proxy", required_argument, NULL, PROXY},
    {"connections", required_argument, NULL, CONNECTIONS},
    {"tables", required_argument, NULL, TABLES},
    {"rate", required_argument, NULL, RATE},
    {"bot", required_argument, NULL, BOT},
    {"rules", required_argument, NULL, RULES},
    {"bot-deadline", required_argument, NULL, BOT_DEADLINE},
    {"port-file", required_argument, NULL, PORT_FILE},
    {"quiet", no_argument, NULL, QUIET},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

/* Takes one option; a status other than CLI_OK ends the program. */
static int take_option(int option, cn_server_options *options, offers *bots)
{
    uint32_t port = 0;
    uint64_t rate = 0, connections = 0, tables = 0;
    switch (option) {
    case LISTEN: options->listen = optarg; return CLI_OK;
    case DATA: options->data_file = optarg; return CLI_OK;
    case WEB: options->web_dir = optarg; return CLI_OK;
    case HOST: options->host = optarg; return CLI_OK;
    case PROXY: options->proxy = optarg; return CLI_OK;
    case PORT_FILE: options->port_file = optarg; return CLI_OK;
    case QUIET: options->quiet = true; return CLI_OK;
    case PORT:
        if (!read_number(optarg, 65535, &port)) return refuse("--port is 0 to 65535, not", optarg);
        options->port = (int)port;
        return CLI_OK;
    case PACE:
        if (!read_number(optarg, CN_PACE_MS_MAX, &options->pace_ms))
            return refuse("--pace is 0 to 5000, not", optarg);
        return CLI_OK;
    case GRACE:
        if (!read_number(optarg, LONG_MS_MAX, &options->grace_ms))
            return refuse("--grace is 0 to 86400000, not", optarg);
        return CLI_OK;
    case BOT: return take_offer(optarg, bots);
    case RULES: return take_rules(optarg, bots);
    case BOT_DEADLINE:
        if (!read_number(optarg, LONG_MS_MAX, &options->bot_deadline_ms))
            return refuse("--bot-deadline is 0 to 86400000, not", optarg);
        return CLI_OK;
    case CONNECTIONS:
        if (!cli_number(optarg, 1, CN_CONNECTIONS_MAX, &connections))
            return refuse("--connections is 1 to 19500, not", optarg);
        options->address_connections = (uint32_t)connections;
        return CLI_OK;
    case TABLES:
        if (!cli_number(optarg, 1, CN_TABLES_IN_MEMORY_MAX, &tables))
            return refuse("--tables is 1 to 100000, not", optarg);
        options->tables_max = (uint32_t)tables;
        return CLI_OK;
    case RATE:
        if (!cli_number(optarg, 1, CN_RATE_PER_SECOND_MAX, &rate))
            return refuse("--rate is 1 to 1000000, not", optarg);
        options->rate = (uint32_t)rate;
        return CLI_OK;
    }
    return CLI_USAGE;
}

static int read_options(int argc, char **argv, cn_server_options *options, offers *bots, bool *help)
{
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (option == ':') return refuse("a value is missing after", argv[optind - 1]);
        if (option == '?') return refuse("unknown option", argv[optind - 1]);
        *help = *help || option == HELP || option == 'h';
        int status = *help ? CLI_OK : take_option(option, options, bots);
        if (status != CLI_OK) return status;
    }
    if (optind < argc) return refuse("unknown word", argv[optind]);
    return CLI_OK;
}

static int serve(int argc, char **argv, offers *bots)
{
    places defaults;
    bool help = false;
    cn_server_options options = {.listen = "127.0.0.1",
                                 .port = 8080,
                                 .pace_ms = PACE_MS,
                                 .grace_ms = GRACE_MS,
                                 .rate = CN_RATE_PER_SECOND,
                                 .tables_max = CN_TABLES_IN_MEMORY,
                                 .address_connections = CN_ADDRESS_CONNECTIONS,
                                 .bot_deadline_ms = BOT_DEADLINE_MS};
    int status = read_options(argc, argv, &options, bots, &help);
    options.offer = bots->offer;
    options.offer_count = bots->count;
    options.own_rules = &bots->rules;
    if (status != CLI_OK) return status;
    if (help) {
        print_help();
        return CLI_OK;
    }
    if (options.web_dir == NULL) {
        default_web_dir(defaults.web_dir);
        options.web_dir = defaults.web_dir;
    }
    if (options.data_file == NULL) {
        if (!default_data_file(defaults.data_file)) return CLI_FAILED;
        options.data_file = defaults.data_file;
    }
    return cn_server_run(&options) == 0 ? CLI_OK : CLI_FAILED;
}

int cli_serve(int argc, char **argv)
{
    offers bots = {0};
    const int status = serve(argc, argv, &bots);
    cn_own_rules_free(&bots.rules);
    return status;
}
