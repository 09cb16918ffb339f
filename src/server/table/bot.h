/* Which bots there are, and what one plays: one command, chosen from a view.
 * Not here: when it plays (hall/bots.c). Bots see what a person in their seat would see, no more.
 * Invariant: the play ends where a person's command must end (P128). */
#ifndef CANASTA_SERVER_BOT_H
#define CANASTA_SERVER_BOT_H

#include <stddef.h>

#include "players/player.h"

/* Who plays the seats without a person: where the order of a table does not say, and in logs from
 * before orders could. */
#define CN_BOT_USUAL       "level:5"
#define CN_BOT_OF_OLD_LOGS "racer"

/* A level, or one of the players without a search that older tables have. NULL if there is none of
 * that name; variants made for measuring (book.h, search/thinker.h) are none. */
const cn_player *cn_bot_find(const char *name);

/* How long a player that thinks may still take for its play. */
typedef struct cn_bot_time {
    int64_t (*left_ms)(void *with);
    void *with;
    bool cut; /* it would have thought on */
} cn_bot_time;

/* Writes a play of the view's seat, which is to act. `out` has room for CN_PLAY_TEXT_MAX + 1; it is
 * empty, and the answer false, where none is found. It hardly thinks, and plays the same
 * whenever it is asked the same. */
bool cn_bot_play(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream, char *out, size_t size);
/* The same, with so much time. */
bool cn_bot_think(const cn_player *player, cn_bot_time *time, const cn_view *view,
                  const cn_rules *rules, cn_stream *stream, char *out, size_t size);

#endif
