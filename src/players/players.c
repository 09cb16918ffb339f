/* The table of computer players.
 * Not here: how any of them chooses. Invariant: names are unique, the table ends with NULL. */
#include "players/player.h"

#include <stddef.h>
#include <string.h>

const cn_player *const cn_players[] = {&cn_player_random, &cn_player_racer, NULL};

const cn_player *cn_player_find(const char *name)
{
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        if (strcmp(cn_players[i]->name, name) == 0) return cn_players[i];
    return NULL;
}
