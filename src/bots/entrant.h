/* Who takes part: a computer player of ours by its name, or `exec:COMMAND`, a bot in a process of
 * its own that speaks docs/bot-protocol.md.
 * Not here: the conversation (link.h), seats (bot.h). Invariant: nothing is started here. */
#ifndef CANASTA_BOTS_ENTRANT_H
#define CANASTA_BOTS_ENTRANT_H

#include "players/player.h"

typedef struct cn_entrant {
    const char *name;        /* as it was written */
    const cn_player *player; /* NULL: a program */
    const char *command;     /* NULL: a player */
} cn_entrant;

static inline cn_entrant cn_entrant_of(const cn_player *player)
{
    return (cn_entrant){.name = player->name, .player = player};
}

/* False if no player has that name, or the command is empty. The word must outlive the entrant. */
bool cn_entrant_find(cn_entrant *entrant, const char *word);

#endif
