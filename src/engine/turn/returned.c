/* The upcard first, then each card that goes back changes places with one of the stock, itself
 * included; docs/formats.md has it byte by byte. Not here: as in the header.
 * Invariant: cn_game_dealt_at undoes what cn_game_return_cards has done. */
#include "engine/turn/returned.h"

#include <string.h>

#include "engine/cards/marks.h"
#include "engine/turn/refill.h"

/* With which place of the deck the card at `at` changes. */
static unsigned partner(const cn_game *game, const cn_rules *rules, unsigned at)
{
    return at + cn_shuffle_place(game->shuffle_key, CN_SHUFFLE_RETURNED, rules->deck_size - at);
}

void cn_game_return_cards(cn_game *game, const cn_rules *rules, unsigned at, unsigned count)
{
    cn_card *deck = game->deck;
    cn_guard(at + count < rules->deck_size);
    game->upcard_at = (uint16_t)at;
    game->returned = (uint8_t)count;
    const cn_card upcard = deck[at + count];
    memmove(deck + at + 1, deck + at, count * sizeof *deck);
    deck[at] = upcard;
    for (unsigned i = at + 1; i <= at + count; i++) {
        const unsigned other = partner(game, rules, i);
        const cn_card swap = deck[i];
        deck[i] = deck[other];
        deck[other] = swap;
    }
}

unsigned cn_game_dealt_at(const cn_game *game, const cn_rules *rules, unsigned at)
{
    const unsigned upcard = game->upcard_at, last = upcard + game->returned;
    for (unsigned i = last; i > upcard; i--) {
        const unsigned other = partner(game, rules, i);
        at = at == i ? other : at == other ? i : at;
    }
    if (at == upcard) return last;
    return at > upcard && at <= last ? at - 1 : at;
}

void cn_game_dealt_deck(const cn_game *game, const cn_rules *rules, cn_card *deck)
{
    for (unsigned at = 0; at < rules->deck_size; at++)
        deck[cn_game_dealt_at(game, rules, at)] = game->deck[at];
}
