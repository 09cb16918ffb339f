/* The games of a table as records (docs/formats.md): one from each beginning to its end, or to
 * where it stands.
 * Not here: files, and who may have them. Invariant: a table gives all that is wanted, or none; and
 * where the hand that goes on is not wanted, not a card of it. */
#ifndef CANASTA_SERVER_GAMES_H
#define CANASTA_SERVER_GAMES_H

#include <limits.h>

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
    bool sat;      /* he who asks has had a seat there */
    bool sealed;   /* a hand goes on, or was given up, that nobody here can open */
} cn_games;

enum { CN_GAMES_ALL = INT_MAX };

/* What is told: hands that are over, of games that have any. */
typedef struct cn_games_wanted {
    uint64_t upto;    /* entries, read in pieces; 0: all of one moment */
    unsigned number;  /* the game whose text is wanted, from 1; 0: none, only the list of games */
    size_t bytes_max; /* of that text */
    bool running;     /* the hand that is not over, too: its cards, and the seed of its deal */
    cn_log *names;    /* the log that knows the persons */
    const char *who;  /* of whom is asked whether he has had a seat; NULL: of nobody */
} cn_games_wanted;

/* Returns what cn_log_replay_whole does; there are games only where that is not negative, or
 * `too_long` says that one was. */
int64_t cn_games_read(cn_log *log, const char *table, const cn_games_wanted *wanted,
                      cn_games *games);
void cn_games_free(cn_games *games);

#endif
