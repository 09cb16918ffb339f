/* Whole games for the tests of text: seeded, played by given players, told to a hook.
 * Not here: claims about rules. Invariant: the same seed and players play the same game. */
#ifndef CANASTA_TESTS_PLAYED_H
#define CANASTA_TESTS_PLAYED_H

#include "canasta/game.h"
#include "players/player.h"
#include "text/records/record_text.h"

typedef void played_hook(void *context, const cn_rules *rules, const cn_game *game,
                         const cn_event *event);

typedef struct played {
    const cn_rules *rules;
    const cn_player *player[CN_SEATS_MAX];
    unsigned minutes_a_hand; /* 0: there is no clock (P169) */
    uint64_t seed;
    unsigned dealer;
    cn_record *record; /* NULL, or started: gets everything */
    played_hook *hook; /* NULL, or hears every event in full */
    void *context;
    /* NULL, or makes the decks; what it returns, if anything, proves the deal in the record. */
    const cn_fair_deal *(*deck)(void *context, const cn_rules *rules, cn_card *cards);
} played;

/* Visits every built-in rule set with every number of players that it is for; `number` counts the
 * tables from 0. Returns how many there are. */
typedef void table_visit(void *context, const cn_rules *rules, unsigned number);
unsigned each_table(table_visit *visit, void *context, const char *overrides);

/* Plays to the end of the game, which is left in `*game`. */
void play_game(const played *p, cn_game *game);

/* The same with a record: the whole text, which the caller frees. */
char *play_record(const played *p, size_t *length);

/* The seed of a test program: `--seed N` or CANASTA_SEED, or a fixed one; it is printed. */
uint64_t test_seed(int argc, char **argv);

/* How much to play: CANASTA_EFFORT (1 by default) times `base`. */
unsigned test_effort(unsigned base);

/* The whole file, zero-terminated, which the caller frees; NULL if it cannot be read. */
char *read_whole_file(const char *path, size_t *length);

/* docs/formats.md from the line `from` to the line `to`, neither of them included, which the caller
 * frees; fails the program if they are not there. */
char *documented(const char *from, const char *to);

#endif
