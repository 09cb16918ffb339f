/* A computer player: one struct, one file each.
 * Not here: games. A player gets a view and its own stream and nothing else.
 * Invariant: the answer of `choose` is a legal step of the view. */
#ifndef CANASTA_PLAYER_H
#define CANASTA_PLAYER_H

#include "canasta/view.h"
#include "random/random.h"

typedef struct cn_player {
    const char *name;    /* as written on the command line */
    const char *summary; /* one line for lists */
    /* The next step of the view's seat, which is to act. Cards are named. */
    cn_step (*choose)(const cn_view *view, const cn_rules *rules, cn_stream *stream);
} cn_player;

extern const cn_player cn_player_random;
extern const cn_player cn_player_racer;
extern const cn_player cn_player_book;

/* All players, NULL-terminated. */
extern const cn_player *const cn_players[];
/* NULL if there is none of that name. Variants of `book` without a habit (book.h) are found too. */
const cn_player *cn_player_find(const char *name);

#endif
