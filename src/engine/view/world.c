/* A world: the game as it would be if the unseen cards lay so.
 * Not here: which cards are unseen (unseen.c), which lie where (random/imagine.c).
 * Invariant: the bytes of a world are a cn_game whenever a function of this file looks at them, and
 * never anything else; nobody else does. */
#include "engine/view/world.h"

#include <assert.h>
#include <string.h>

#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/turn/game_step.h"
#include "engine/turn/refill.h"

static_assert(sizeof(cn_game) <= CN_WORLD_BYTES, "a world has room for a game");
static_assert(_Alignof(cn_game) <= _Alignof(cn_world), "a world can be a game");

static cn_game *game_of(cn_world *world)
{
    return (cn_game *)(void *)world->bytes;
}

const cn_game *cn_world_game(const cn_world *world)
{
    return (const cn_game *)(const void *)world->bytes;
}

static void fill_hands(cn_game *game, const cn_unseen *unseen, const cn_card *card)
{
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++) {
        const cn_sum known = cn_sum_of(&unseen->known[seat]);
        cn_sum_put(&game->hand[seat], &known);
    }
    for (unsigned i = 0; i < unseen->hand_count; i++) {
        const cn_unseen_hand *hand = &unseen->hand[i];
        cn_sum all = cn_sum_of(&unseen->known[hand->seat]);
        for (unsigned k = 0; k < hand->count; k++) cn_sum_add_card(&all, card[hand->first + k]);
        cn_sum_put(&game->hand[hand->seat], &all);
    }
}

/* Buried cards and talons lie right before the stock, so that they meet no packet: in the hand as
 * it was dealt they lie behind all packets as well. */
static void fill_deck(cn_game *game, const cn_rules *rules, const cn_unseen *unseen,
                      const cn_card *card)
{
    const cn_public *pub = &game->pub;
    const unsigned run = (unsigned)unseen->before_stock + pub->stock_count;
    const unsigned end = cn_public_deck_size(rules, pub);
    unsigned at = end - run;
    memset(game->deck, 0, at); /* cards that are gone */
    memcpy(&game->deck[at], card, run);
    game->deck_next = (uint16_t)(end - pub->stock_count);
    game->buried_at = (uint16_t)at;
    at += cn_public_buried(pub);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        game->talon_at[seat] = (uint16_t)at;
        at += pub->talon[seat];
    }
}

static void fill_packets(cn_game *game, const cn_rules *rules, const cn_card *card)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned left = game->pub.packets[seat]; left > 0; left--) {
            const unsigned packet = rules->packet_count - left;
            const unsigned at = cn_packet_at(game, rules, seat, packet);
            const unsigned count = (unsigned)rules->p.reserve_packets.value[packet];
            for (unsigned i = 0; i < count; i++) game->deck[at + i * rules->seat_count] = *card++;
        }
}

void cn_world_fill(cn_world *world, const cn_view *view, const cn_rules *rules,
                   const cn_unseen *unseen, const cn_card *card)
{
    cn_game *game = game_of(world);
    cn_guard(unseen->count <= CN_DECK_CARDS_MAX);
    game->pub = view->pub;
    cn_game_make_key(game, rules, card, unseen->count);
    fill_hands(game, unseen, card);
    card += unseen->in_hands;
    fill_deck(game, rules, unseen, card);
    if (unseen->packet_cards > 0)
        fill_packets(game, rules, card + unseen->before_stock + view->pub.stock_count);
}

/* The position in which the question was put. What the run of lays was is forgotten; a question
 * depends on finished melds only. */
static bool question_was_allowed(const cn_game *game, const cn_rules *rules)
{
    cn_public before = game->pub;
    before.phase = before.turn.asked_drawing ? CN_PHASE_DRAW : CN_PHASE_MELD;
    before.seat = before.asker;
    before.turn.asked = before.turn.asked_drawing = 0;
    before.asked[before.asker]--;
    return cn_legal_has(rules, &before, &game->hand[before.asker], CN_STEP_ASK);
}

bool cn_world_can_go_on(const cn_world *world, const cn_rules *rules)
{
    const cn_game *game = cn_world_game(world);
    if (game->pub.phase == CN_PHASE_ANSWER) return question_was_allowed(game, rules);
    const cn_mask legal = cn_world_legal(world, rules);
    return cn_mask_count(&legal) > 0;
}

void cn_world_copy(cn_world *to, const cn_world *from)
{
    *game_of(to) = *cn_world_game(from);
}

const cn_public *cn_world_public(const cn_world *world)
{
    return &cn_world_game(world)->pub;
}

const cn_cards *cn_world_hand(const cn_world *world, unsigned seat)
{
    assert(seat < CN_SEATS_MAX);
    return &cn_world_game(world)->hand[seat];
}

void cn_world_view(const cn_world *world, const cn_view *view, unsigned seat, cn_view *seen)
{
    if (seen != view) *seen = *view;
    seen->pub = *cn_world_public(world);
    seen->seat = (uint8_t)seat;
    seen->hand = *cn_world_hand(world, seat);
}

cn_mask cn_world_legal(const cn_world *world, const cn_rules *rules)
{
    const cn_game *game = cn_world_game(world);
    return cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
}

void cn_world_apply(cn_world *world, const cn_rules *rules, cn_step step, cn_event *event)
{
    cn_game_apply_legal(game_of(world), rules, step, event);
}

void cn_world_score(cn_world *world, const cn_rules *rules, cn_score *scores, cn_event *event)
{
    cn_game_score(game_of(world), rules, scores, event);
}
