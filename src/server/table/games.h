/* The games of a table as records (docs/formats.md): one from each beginning to its end, or to
 * where it stands.
 * Not here: files, and who may have them. Invariant: a table gives all that is wanted, or none; and
 * where only hands that are over are wanted, not a card of another.  */
#ifndef CANASTA_SERVER_GAMES_H
#define CANASTA_SERVER_GAMES_H

#include "server/store/log.h"

typedef struct cn_games {
    unsigned count;
    struct cn_game_text {
        int64_t time;     /* of its first deal */
        unsigned hands;   /* that are over */
        unsigned winners; /* a bit for each side; 0: it is not over */
        char *text;       /* NULL if it was not wanted */
        size_t length;
    } * game;      /* NULL if there is none */
    bool too_long; /* the one that was wanted */
} cn_games;

/* What is told while a game goes on: hands that are over, of games that have any. Read in pieces.
 */
typedef struct cn_games_wanted {
    uint64_t upto;    /* entries */
    unsigned number;  /* the game whose text is wanted, from 1; 0: none, only the list of games */
    size_t bytes_max; /* of that text */
    cn_log *names;    /* the log that knows the persons */
} cn_games_wanted;

/* All records as they stand, if `wanted` is NULL. Returns what cn_log_replay_whole does; there are
 * games only where that is not negative, or `too_long` says that one was. */
int64_t cn_games_read(cn_log *log, const char *table, const cn_games_wanted *wanted,
                      cn_games *games);
void cn_games_free(cn_games *games);

#endif
