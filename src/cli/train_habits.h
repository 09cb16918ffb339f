/* `canasta train habits`: table by table, with a file of how far it got.
 * Not here: how habits are found (lab/train/habits.h). Invariant: what is printed does not depend
 * on where the work was broken off, if the same command goes on with it; nothing is made behind a
 * table that failed. */
#ifndef CANASTA_CLI_TRAIN_HABITS_H
#define CANASTA_CLI_TRAIN_HABITS_H

#include "cli/kept_state.h"
#include "players/player.h"

typedef struct cli_train_habits {
    unsigned rounds, deals;   /* as in cn_habits_plan */
    const cn_player *against; /* the same */
    char of[64];              /* whose file of how far it got */
    int status;               /* of the tables so far */
    cli_kept_state state;
} cli_train_habits;

/* With what cn_habits_plan has filled in; `path` may be NULL. A file that cannot be gone on with,
 * or written, is refused before anything is made. An exit status, with one line on stderr. */
int cli_train_habits_start(cli_train_habits *habits, uint64_t seed, const char *path);
/* A cli_visit: finds and prints those of a table. */
int cli_train_habits_make(const cn_rules *rules, void *context);

#endif
