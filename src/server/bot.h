/* What a bot plays: one command, chosen from a view.
 * Not here: when it plays (hall.c). Bots see what a person in their seat would see, no more.
 * Invariant: the play ends where a person's command must end (P128). */
#ifndef CANASTA_SERVER_BOT_H
#define CANASTA_SERVER_BOT_H

#include <stddef.h>

#include "players/player.h"

/* Writes a play of the view's seat, which is to act. `out` has room for CN_PLAY_TEXT_MAX + 1. */
void cn_bot_play(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream, char *out, size_t size);

#endif
