/* Hands played by the policy of playouts, at full speed: what tables are made from. The others may
 * be a player instead.
 * Not here: what is learned from them. Invariant: a hand depends on its seed and number, its totals
 * and its dealer alone. */
#ifndef CANASTA_TRAIN_HANDS_H
#define CANASTA_TRAIN_HANDS_H

#include "canasta/game.h"
#include "players/player.h"
#include "players/search/quick.h"
#include "random/random.h"

typedef struct cn_train_hand {
    const cn_quick *quick;
    uint64_t seed, number;
    unsigned dealer, hands_before;
    const int32_t *totals; /* side_count entries; NULL: all zero */
    /* Who plays the seats of all sides but `own`, from views of theirs; NULL: the policy. */
    const cn_player *others;
    unsigned own;
    /* Told before every draw; may be NULL. */
    void (*look)(void *context, const cn_game *game, cn_stream *stream);
    void *context;
} cn_train_hand;

/* Plays and scores it; `scores` gets side_count entries. */
void cn_train_play(const cn_train_hand *hand, cn_score *scores);

#endif
