/* `canasta perft`: counts step sequences from a dealt position.
 * Not here: counting (lab/bench/perft.c). Invariant: stdout depends on the options alone. */
#include "lab/bench/perft.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/cards/card_text.h"

enum { DECK_TEXT_BYTES = 2 * CN_DECK_CARDS_MAX + 1 };

typedef struct options {
    cli_table table;
    uint64_t depth, dealer;
    bool json, help;
} options;

static void print_help(void)
{
    puts("usage: canasta perft [OPTIONS]\n"
         "\n"
         "Deals one hand and counts the sequences of exactly 1, 2, ... D steps that can follow, "
         "the\n"
         "deck being as it is. Two programs that count alike have the same rules.\n"
         "\n" CLI_TABLE_HELP "  --seed N              seed of the deck (1)\n"
         "  --depth D             1 to 32 (3)\n"
         "  --dealer SEAT         who deals (0)\n"
         "  --json                one JSON object instead of text");
}

static int read_options(int argc, char **argv, options *opts)
{
    const cli_option own[] = {
        {.name = "--depth", .number = &opts->depth, .low = 1, .high = CN_PERFT_DEPTH_MAX},
        {.name = "--dealer", .number = &opts->dealer, .high = CN_SEATS_MAX - 1},
        {.name = "--json", .flag = &opts->json},
    };
    const cli_options all = {.command = "perft",
                             .table = &opts->table,
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

static void print_text(const options *opts, const cn_rules *rules, const char *deck,
                       const uint64_t *counts)
{
    printf("perft 1\nrules %s players %u\n", rules->name, rules->player_count);
    char text[CLI_RULES_CHANGES_BYTES];
    const char *changes = cli_table_changes(&opts->table, rules, text);
    if (changes[0] != '\0') printf("set %s\n", changes);
    printf("dealer %" PRIu64 "\ndeck %s\n", opts->dealer, deck);
    for (unsigned depth = 1; depth <= opts->depth; depth++)
        printf("depth %u %" PRIu64 "\n", depth, counts[depth]);
}

static void print_json(const options *opts, const cn_rules *rules, const char *deck,
                       const uint64_t *counts)
{
    printf("{\"rules\":\"%s\",\"players\":%u,\"overrides\":", rules->name, rules->player_count);
    char text[CLI_RULES_CHANGES_BYTES];
    cli_print_json_text(cli_table_changes(&opts->table, rules, text));
    printf(",\"seed\":%" PRIu64 ",\"dealer\":%" PRIu64 ",\"deck\":\"%s\",\"counts\":[",
           opts->table.seed, opts->dealer, deck);
    for (unsigned depth = 1; depth <= opts->depth; depth++)
        printf("%s%" PRIu64, depth > 1 ? "," : "", counts[depth]);
    puts("]}");
}

int cli_perft(int argc, char **argv)
{
    options opts = {.table = {.command = "perft", .seed = 1}, .depth = 3};
    cn_rules rules;
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    if (opts.dealer >= rules.seat_count) {
        fprintf(stderr, "canasta perft: there is no seat %" PRIu64 " at this table\n", opts.dealer);
        return CLI_USAGE;
    }
    cn_card deck[CN_DECK_CARDS_MAX];
    char deck_text[DECK_TEXT_BYTES];
    uint64_t counts[CN_PERFT_DEPTH_MAX + 1];
    cli_table_deck(&opts.table, &rules, deck);
    cn_writer writer = cn_writer_make(deck_text, sizeof deck_text);
    cn_write_cards(&writer, deck, rules.deck_size);
    cn_game game;
    cn_game_start(&game, &rules, (unsigned)opts.dealer);
    cn_game_deal(&game, &rules, deck, NULL);
    cn_perft_count(&game, &rules, (unsigned)opts.depth, counts);
    (opts.json ? print_json : print_text)(&opts, &rules, deck_text, counts);
    return CLI_OK;
}
