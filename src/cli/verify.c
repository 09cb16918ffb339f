/* `canasta verify`: checks that the deals of records were what the server had bound itself to.
 * Not here: the check (fair/proof.c). Invariant: status 0 exactly if each file is a record without
 * an error and every deal of it is proven. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/replay_file.h"
#include "fair/proof.h"
#include "text/base/hex.h"

static void print_help(void)
{
    puts("usage: canasta verify RECORD... [--quiet]\n"
         "\n"
         "Checks the proof of each deal in each record; `-` is the standard input. Status 0 means\n"
         "that every deal of every record is proven, and that the records are right in all else,\n"
         "too (`canasta replay`). Compare the commitments with those that the page showed before\n"
         "the deals; docs/fairness.md tells more.\n"
         "\n"
         "  --quiet   say nothing of deals that are proven");
}

static void print_meaning(void)
{
    puts("\n"
         "Proven: the deck is the one that the seed behind the commitment and the parts of the\n"
         "players who are named give, and no card was changed after the deal. So nobody alone "
         "chose\n"
         "it, if the commitment was shown before the parts were given: compare it with what the\n"
         "page showed.\n"
         "Not proven: that the server did not look at the cards; that the server and the person "
         "who\n"
         "gave the last part did not choose together; and where nobody gave a part, that the "
         "server\n"
         "did not choose alone.");
}

static int refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta verify: %s%s; `canasta verify --help` tells more\n", what, word);
    return CLI_USAGE;
}

/* What is said of the deals of one record. */
typedef struct judging {
    const char *name;
    bool quiet;
    const cn_replay *replay;
    unsigned proven, deals;
    uint32_t last; /* deal of the hand before, 0: of none */
} judging;

static void print_proven(const judging *j, unsigned hand, const cn_fair_deal *fair)
{
    char commit[2 * CN_FAIR_HASH_BYTES + 1];
    cn_writer writer = cn_writer_make(commit, sizeof commit);
    cn_write_hex(&writer, fair->commit.byte, sizeof fair->commit.byte);
    printf("%s: hand %u: proven: deal %" PRIu32 " of table %s, commitment %s, parts of%s", j->name,
           hand, fair->deal, fair->table, commit, fair->places == 0 ? " nobody" : "");
    for (unsigned place = 0; place < CN_PLAYERS_MAX; place++)
        if ((fair->places >> place & 1) != 0) printf(" %u", place);
    putchar('\n');
}

static const char *fault_of(const judging *j, const cn_game *game, const cn_fair_deal *fair)
{
    if (j->replay->state == CN_REPLAY_FIXED)
        return "it is a lesson: its deal is fixed, and the same for everybody";
    if (fair == NULL) return "it has no proof in this record";
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game_dealt_deck(game, &j->replay->rules, deck);
    switch (cn_fair_check(fair, &j->replay->rules, deck)) {
    case CN_FAIR_PROVEN: return NULL;
    case CN_FAIR_OTHER_SEED: return "the seed does not belong to the commitment";
    case CN_FAIR_OTHER_DECK: return "the seed and the parts give another deck";
    case CN_FAIR_OTHER_ROOT: return "the root does not belong to this deck";
    }
    return NULL;
}

/* What was dealt and is in no record: its hand was given up, and nobody can tell why. */
static void judge_gap(judging *j, unsigned hand, const cn_fair_deal *fair)
{
    if (fair != NULL && j->last != 0 && fair->deal != j->last + 1) {
        j->deals++;
        printf("%s: hand %u: not proven: %" PRIu32 " deals before it are missing: "
               "their hands were given up\n",
               j->name, hand, fair->deal - j->last - 1);
    }
    j->last = fair != NULL ? fair->deal : j->last != 0 ? j->last + 1 : 0;
}

static void judge(void *context, const cn_rules *rules, const cn_game *game,
                  const cn_fair_deal *fair)
{
    judging *j = context;
    const unsigned hand = game->pub.hand_number;
    const char *fault = fault_of(j, game, fair);
    (void)rules;
    judge_gap(j, hand, fair);
    j->deals++;
    if (fault != NULL) {
        printf("%s: hand %u: not proven: %s\n", j->name, hand, fault);
        return;
    }
    j->proven++;
    if (!j->quiet) print_proven(j, hand, fair);
}

static bool verify_named(const char *name, bool quiet, unsigned *proven)
{
    cn_replay replay;
    judging j = {.name = name, .quiet = quiet, .replay = &replay};
    const cn_replay_listener listener = {.context = &j, .dealt = judge};
    const bool right = cli_replay_file("verify", name, &replay, &listener);
    *proven += j.proven;
    return right && j.proven == j.deals;
}

int cli_verify(int argc, char **argv)
{
    bool quiet = false, all = true;
    int files = 0;
    unsigned proven = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help();
            return CLI_OK;
        }
        if (!cli_is_option(argv[i]))
            files++;
        else if (strcmp(argv[i], "--quiet") == 0 || strcmp(argv[i], "-q") == 0)
            quiet = true;
        else
            return refuse("unknown option ", argv[i]);
    }
    if (files == 0) return refuse("no record is named", "");
    for (int i = 1; i < argc; i++)
        if (!cli_is_option(argv[i])) all = verify_named(argv[i], quiet, &proven) && all;
    if (proven > 0 && !quiet) print_meaning();
    return all ? CLI_OK : CLI_FAILED;
}
