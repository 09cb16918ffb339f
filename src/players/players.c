/* The table of computer players.
 * Not here: how any of them chooses. Invariant: names are unique, the table ends with NULL. */
#include "players/player.h"

#include <stddef.h>
#include <string.h>

#include "players/book.h"

const cn_player *const cn_players[] = {&cn_player_random, &cn_player_racer, &cn_player_book, NULL};

static const cn_player *find_in(const cn_player *const *table, const char *name)
{
    for (unsigned i = 0; table[i] != NULL; i++)
        if (strcmp(table[i]->name, name) == 0) return table[i];
    return NULL;
}

const cn_player *cn_player_find(const char *name)
{
    const cn_player *player = find_in(cn_players, name);
    return player != NULL ? player : find_in(cn_book_variants, name);
}
