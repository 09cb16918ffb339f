/* A computer player: one struct, one file each.
 * Not here: games. A player gets a view and its own stream and nothing else.
 * Invariant: the answer of cn_player_choose is a legal step of the view. */
#ifndef CANASTA_PLAYER_H
#define CANASTA_PLAYER_H

#include "canasta/view.h"
#include "random/random.h"

typedef struct cn_thinking cn_thinking; /* search/thinking.h */

/* Asked now and then by a player that thinks: true ends the thought, and what is best so far is
 * played. Whoever counts the questions has a player that repeats itself; a clock has not. */
typedef struct cn_stop {
    bool (*now)(void *with);
    void *with;
} cn_stop;

typedef struct cn_player {
    const char *name;    /* as written on the command line */
    const char *summary; /* one line for lists */
    /* The next step of the view's seat, which is to act. Cards are named. NULL where `thinking` is
     * not: then cn_think chooses. To be called by cn_player_choose. */
    cn_step (*choose)(const cn_view *view, const cn_rules *rules, cn_stream *stream);
    const cn_thinking *thinking;
    const cn_stop *stop;    /* of a player that thinks; NULL: it thinks to its end */
    uint32_t playouts_most; /* however many `thinking` has; 0: so many */
} cn_player;

cn_step cn_player_choose(const cn_player *player, const cn_view *view, const cn_rules *rules,
                         cn_stream *stream);

/* The same player, which thinks a little only, and repeats itself: for checks of many positions,
 * and where nobody waits. */
cn_player cn_player_hurried(const cn_player *player);

extern const cn_player cn_player_random;
extern const cn_player cn_player_racer;
extern const cn_player cn_player_book;

/* All players, NULL-terminated. */
extern const cn_player *const cn_players[];
/* level:1 to level:8, from the weakest to the strongest, NULL-terminated: the players that people
 * choose among. */
extern const cn_player *const cn_levels[];
/* NULL if there is none of that name. Levels, variants of `book` without a habit (book.h) and of
 * `thinker` (search/thinker.h) are found too. */
const cn_player *cn_player_find(const char *name);

#endif
