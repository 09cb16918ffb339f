/* The table of computer players.
 * Not here: how any of them chooses. Invariant: names are unique, the table ends with NULL. */
#include "players/player.h"

#include <stddef.h>
#include <string.h>

#include "players/book.h"
#include "players/search/thinker.h"

const cn_player *const cn_players[] = {&cn_player_random, &cn_player_racer, &cn_player_book,
                                       &cn_player_thinker, NULL};

cn_step cn_player_choose(const cn_player *player, const cn_view *view, const cn_rules *rules,
                         cn_stream *stream)
{
    if (player->thinking != NULL) return cn_think(player, view, rules, stream);
    return player->choose(view, rules, stream);
}

cn_player cn_player_hurried(const cn_player *player)
{
    enum { A_LITTLE = 24 };
    cn_player hurried = *player;
    hurried.playouts_most = A_LITTLE;
    return hurried;
}

static const cn_player *find_in(const cn_player *const *table, const char *name)
{
    for (unsigned i = 0; table[i] != NULL; i++)
        if (strcmp(table[i]->name, name) == 0) return table[i];
    return NULL;
}

const cn_player *cn_player_find(const char *name)
{
    const cn_player *const *const tables[] = {cn_players, cn_levels, cn_book_variants,
                                              cn_thinker_variants};
    const cn_player *player = NULL;
    for (unsigned i = 0; player == NULL && i < sizeof tables / sizeof tables[0]; i++)
        player = find_in(tables[i], name);
    return player;
}
