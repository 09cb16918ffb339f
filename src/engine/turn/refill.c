/* The pile becomes the stock, but for its top card (P170, P171): turned over, or in an order that
 * the deck of the hand determines. Not here: as in the header. Invariant: whoever knows the deck
 * and the steps knows every order, and nobody else can foretell one (docs/fairness.md). */
#include "engine/turn/refill.h"

#include <string.h>

#include "engine/cards/marks.h"
#include "engine/turn/siphash.h"
#include "engine/turn/turn.h"

void cn_game_make_key(cn_game *game, const cn_rules *rules, const cn_card *cards, unsigned count)
{
    if (rules->p.stock_refill <= CN_STOCK_REFILL_TURN_PILE &&
        rules->p.upcard_mode != CN_UPCARD_MODE_RETURN_TO_STOCK)
        return;
    const uint64_t first[2] = {0, 0}, second[2] = {0, 1};
    game->shuffle_key[0] = cn_siphash(first, cards, count);
    game->shuffle_key[1] = cn_siphash(second, cards, count);
}

unsigned cn_shuffle_place(const uint64_t key[2], unsigned purpose, unsigned left)
{
    const uint8_t byte[] = {(uint8_t)purpose, (uint8_t)(left & 255), (uint8_t)(left >> 8)};
    return (unsigned)(cn_siphash(key, byte, sizeof byte) % left);
}

/* P172; docs/formats.md has it byte by byte. */
static void shuffle(cn_card *cards, unsigned count, const uint64_t key[2], unsigned refill)
{
    for (unsigned left = count; left > 1; left--) {
        const unsigned other = cn_shuffle_place(key, refill, left);
        const cn_card swap = cards[left - 1];
        cards[left - 1] = cards[other];
        cards[other] = swap;
    }
}

/* P171. */
static void leave_top(cn_public *pub, const cn_rules *rules)
{
    const cn_card top = cn_public_top(pub);
    pub->pile[0] = top;
    pub->pile_count = 1;
    cn_public_count_pile(pub);
    if (!cn_turned_freezes(rules, top)) cn_thaw_pile(pub);
}

void cn_public_refill(cn_public *pub, const cn_rules *rules)
{
    const unsigned came = cn_public_refill_size(rules, pub);
    cn_guard(came > 0);
    if (rules->p.stock_refill != CN_STOCK_REFILL_ADD_PACK) leave_top(pub, rules);
    pub->stock_count = (uint16_t)(pub->stock_count + came);
    pub->refills++;
    pub->stalled = 1;
}

/* The pile without its top, the card that lay at the bottom in front: so it lies when it is turned
 * over. Buried cards lie there, too (P20). */
static unsigned turn_over(const cn_game *game, cn_card *cards)
{
    const cn_public *pub = &game->pub;
    unsigned buried = 0;
    for (unsigned i = 0; i + 1 < pub->pile_count; i++)
        cards[i] =
            pub->pile[i] == CN_CARD_HIDDEN ? game->deck[game->buried_at + buried++] : pub->pile[i];
    return pub->pile_count - 1U;
}

/* Cards that nobody has seen and that stay so: `taken` buried ones on their way to a hand, talons
 * that wait, and the rest of the stock, as they are to lie before the new cards. Returns how many
 * lie before the stock. */
static unsigned gather(cn_game *game, const cn_rules *rules, unsigned taken, cn_card *cards)
{
    unsigned count = taken;
    memcpy(cards, game->deck + game->buried_at + cn_public_buried(&game->pub), taken);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const unsigned talon = game->pub.talon[seat];
        memcpy(cards + count, game->deck + game->talon_at[seat], talon);
        game->talon_at[seat] = (uint16_t)count; /* from where they will begin */
        count += talon;
    }
    memcpy(cards + count, game->deck + game->deck_next, game->pub.stock_count);
    return count;
}

/* The deck of the game grows. */
static void add_pack(cn_game *game, const cn_rules *rules)
{
    const unsigned count = cn_public_refill_size(rules, &game->pub);
    cn_card *cards = game->deck + cn_public_deck_size(rules, &game->pub);
    for (unsigned i = 0; i < count; i++) cards[i] = (cn_card)(i < 52 ? i : CN_CARD_JOKER);
    shuffle(cards, count, game->shuffle_key, game->pub.refills);
}

/* What lies in the stock or waits moves, so that the new cards have room behind it. */
static void turn_pile(cn_game *game, const cn_rules *rules, unsigned taken)
{
    cn_card cards[CN_DECK_CARDS_MAX];
    const unsigned apart = gather(game, rules, taken, cards), rest = apart + game->pub.stock_count;
    const unsigned came = turn_over(game, cards + rest), all = rest + came;
    if (rules->p.stock_refill == CN_STOCK_REFILL_SHUFFLE_PILE)
        shuffle(cards + rest, came, game->shuffle_key, game->pub.refills);
    cn_guard(all <= rules->deck_size);
    const unsigned at = rules->deck_size - all;
    memcpy(game->deck + at, cards, all);
    game->buried_at = (uint16_t)at;
    game->deck_next = (uint16_t)(at + apart);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        game->talon_at[seat] = (uint16_t)(game->talon_at[seat] + at);
}

void cn_game_refill(cn_game *game, const cn_rules *rules, unsigned taken)
{
    if (rules->p.stock_refill == CN_STOCK_REFILL_ADD_PACK)
        add_pack(game, rules);
    else
        turn_pile(game, rules, taken);
    cn_public_refill(&game->pub, rules);
}
