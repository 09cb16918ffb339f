/* The command line of the load generator.
 * Not here: as in the header. Invariant: a bad option is named in one line. */
#include "load/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/number.h"

static const char usage[] =
    "usage: canasta-load --port N [OPTIONS]\n"
    "\n"
    "Plays at many tables of a server that is running; bench/load/run starts one and this.\n"
    "\n"
    "  --tables N    (10)\n"
    "  --seats N     people at each table, 1 to 4; bots of the server in the other seats (4)\n"
    "  --rate N      commands a second of all tables, each due at a moment of its own, and its\n"
    "                latency counted from there (100); 0: each as soon as it may be sent\n"
    "  --pace N      milliseconds before each play of a bot (0)\n"
    "  --seconds N   for which commands are sent (10)\n"
    "  --idle        opens the connections and sends nothing\n"
    "  --ping        one more client, which pings twenty times a second\n"
    "  --sources N   addresses, from 127.0.0.1 on, that connections come from (4)\n"
    "  --check N     compares every Nth hash with its own; odd, to meet all seats (49)\n"
    "  --makers N    tables that are made at a time (32)\n"
    "  --rules NAME  rule set of the tables (classic_pagat)\n"
    "  --bot NAME    who plays for the server (book)\n"
    "  --player NAME who plays here (racer)\n"
    "  --steps       waits for a line of input after each phase\n"
    "  --sync FILE   no load: a loop of write and fdatasync on a new file\n";

enum { RULES = 100, BOT, PLAYER, SYNC, IDLE, PING, STEPS, HELP };

/* The options that are numbers, by their place in the table below. */
enum { PORT, TABLES, SEATS, RATE, PACE, SECONDS, SOURCES, CHECK, MAKERS, NUMBERS };

static const struct option names[] = {
    {"port", required_argument, NULL, PORT},
    {"tables", required_argument, NULL, TABLES},
    {"seats", required_argument, NULL, SEATS},
    {"rate", required_argument, NULL, RATE},
    {"pace", required_argument, NULL, PACE},
    {"seconds", required_argument, NULL, SECONDS},
    {"sources", required_argument, NULL, SOURCES},
    {"check", required_argument, NULL, CHECK},
    {"makers", required_argument, NULL, MAKERS},
    {"rules", required_argument, NULL, RULES},
    {"bot", required_argument, NULL, BOT},
    {"player", required_argument, NULL, PLAYER},
    {"sync", required_argument, NULL, SYNC},
    {"idle", no_argument, NULL, IDLE},
    {"ping", no_argument, NULL, PING},
    {"steps", no_argument, NULL, STEPS},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static bool refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta-load: %s '%s'; --help tells more\n", what, word);
    return false;
}

static bool take_number(load_options *options, int option)
{
    const struct {
        unsigned *place, low, high;
    } number[NUMBERS] = {
        [PORT] = {&options->port, 1, 65535},         [TABLES] = {&options->tables, 1, 100000},
        [SEATS] = {&options->people, 1, LOAD_SEATS}, [RATE] = {&options->rate, 0, 1000000},
        [PACE] = {&options->pace, 0, 5000},          [SECONDS] = {&options->seconds, 0, 86400},
        [SOURCES] = {&options->sources, 1, 250},     [CHECK] = {&options->check, 1, 1000000},
        [MAKERS] = {&options->makers, 1, 1000},
    };
    uint64_t value;
    if (!cli_number(optarg, number[option].low, number[option].high, &value))
        return refuse("a number within its limits is wanted, not", optarg);
    *number[option].place = (unsigned)value;
    return true;
}

static bool take(load_options *options, int option)
{
    if (option >= 0 && option < NUMBERS) return take_number(options, option);
    switch (option) {
    case RULES: options->rules = optarg; return true;
    case BOT: options->bot = optarg; return true;
    case SYNC: options->sync_file = optarg; return true;
    case IDLE: options->idle = true; return true;
    case PING: options->ping = true; return true;
    case STEPS: options->steps = true; return true;
    case PLAYER:
        options->player = cn_player_find(optarg);
        return options->player != NULL || refuse("there is no player", optarg);
    }
    fputs(usage, stderr);
    return false;
}

bool load_options_read(load_options *options, int argc, char **argv)
{
    *options = (load_options){.tables = 10,
                              .people = LOAD_SEATS,
                              .rate = 100,
                              .seconds = 10,
                              .sources = 4,
                              .check = 49,
                              .makers = 32,
                              .rules = "classic_pagat",
                              .bot = "book",
                              .player = &cn_player_racer};
    int option;
    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (!take(options, option)) return false;
    if (optind < argc) return refuse("unknown word", argv[optind]);
    if (options->port == 0 && options->sync_file == NULL)
        return refuse("one is missing:", "--port");
    return true;
}
