/* The games of a table as records (docs/formats.md): one from each beginning to its end, or to
 * where it stands.
 * Not here: files. Invariant: a table gives all its records, or none. */
#ifndef CANASTA_SERVER_GAMES_H
#define CANASTA_SERVER_GAMES_H

#include "server/store/log.h"

typedef struct cn_games {
    unsigned count;
    struct cn_game_text {
        char *text;
        size_t length;
    } * game; /* NULL if there is none */
} cn_games;

/* Returns what cn_log_replay_whole does; there are games only where that is not negative. */
int64_t cn_games_read(cn_log *log, const char *table, cn_games *games);
void cn_games_free(cn_games *games);

#endif
