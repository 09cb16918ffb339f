/* The options of `canasta match` and `canasta ladder`, and what both do alike.
 * Not here: what each prints. Invariant: what is wrong gets one line on stderr. */
#ifndef CANASTA_CLI_MATCH_OPTIONS_H
#define CANASTA_CLI_MATCH_OPTIONS_H

#include "cli/table_options.h"
#include "lab/match/rating.h"
#include "lab/match/series.h"

enum { CLI_COMMAND_BYTES = 16384, CLI_WORDS_MAX = 64 };

typedef struct cli_match_options {
    cli_table table;
    cn_entrant player[CN_RATED_MAX];
    unsigned player_count;
    uint64_t deals; /* 0: not said */
    uint64_t threads;
    bool whole_games, seat_stock, json, help;
    const char *state_path;
    cn_part part; /* of count 0: all deals */
    /* Of --merge: the files, and the command that they name, whose words lie in `words`. */
    const char *file[CN_PARTS_MAX];
    unsigned file_count;
    char words[2 * CLI_COMMAND_BYTES];
    char *word[CLI_WORDS_MAX];
    int word_count;
    /* match only */
    const char *record_directory;
    cn_entrant partner; /* without a name: nobody */
    cn_sprt sprt;
    bool has_sprt;
    /* ladder only */
    const char *svg_path;
} cli_match_options;

/* Reads the words after the command's name, which stands in argv[0]; the options begin as nothing
 * but zeros. Returns CLI_OK or CLI_USAGE. */
int cli_match_read(int argc, char **argv, cli_match_options *opts);

/* The part of the help that both have in common. */
void cli_match_print_common_help(void);

/* The plan of a match without its players. */
cn_match_plan cli_match_plan(const cli_match_options *opts, const cn_rules *rules);

/* Plays a series with its progress on stderr if that is a terminal. Returns an exit status; what
 * went wrong has been said. */
int cli_match_play(const cli_match_options *opts, cn_series *series);

/* "classic_pagat", and the options that make another game of it. */
void cli_match_print_table(const cli_match_options *opts);

/* ,"rules":...,"overrides":... and so on, for the beginning of a JSON object. */
void cli_match_print_json_table(const cli_match_options *opts);

#endif
