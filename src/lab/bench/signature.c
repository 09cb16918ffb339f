/* Numbers that stand for all that the engine does, and for all that a player chooses.
 * Not here: over which rule sets they go. Invariant: as in the header. */
#include "lab/bench/signature.h"

#include <stddef.h>

#include "canasta/game.h"
#include "lab/tables/purpose.h"

enum {
    SIGNATURE_SEED = 21,
    ENGINE_HANDS = 6, /* of one game: enough for totals in every band of the minimum */
    PLAYER_HANDS = 3,
    SIGNED_WORDS = 3 /* of a mask; a later one is signed where it has steps */
};

static uint64_t stir(uint64_t signature, uint64_t word)
{
    signature = (signature ^ word) * 0x9fb21c651e98df25U;
    return signature ^ (signature >> 32);
}

static void deal(cn_game *game, const cn_rules *rules, cn_stream *stream, cn_event *event)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, stream);
    cn_game_deal(game, rules, deck, event);
}

/* Scores a finished hand. */
static uint64_t sign_end(cn_game *game, const cn_rules *rules, uint64_t signature, cn_event *event)
{
    cn_score scores[CN_SIDES_MAX];
    signature = stir(signature, cn_game_hash(game, rules));
    cn_game_score(game, rules, scores, event);
    for (unsigned side = 0; side < rules->side_count; side++)
        signature = stir(signature, (uint64_t)(int64_t)scores[side].total);
    return stir(signature, cn_game_hash(game, rules));
}

static uint64_t sign_random_hand(cn_game *game, const cn_rules *rules, cn_stream *stream,
                                 uint64_t signature)
{
    while (game->pub.phase != CN_PHASE_HAND_END) {
        const cn_mask legal = cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
        for (unsigned i = 0; i < CN_MASK_WORDS; i++)
            if (i < SIGNED_WORDS || legal.word[i] != 0) signature = stir(signature, legal.word[i]);
        const unsigned choice = cn_stream_below(stream, cn_mask_count(&legal));
        const unsigned number = cn_mask_nth(&legal, choice);
        cn_game_make(game, rules, number);
    }
    return sign_end(game, rules, signature, NULL);
}

uint64_t cn_signature_engine(const cn_rules *rules, unsigned game_count)
{
    uint64_t signature = 0;
    for (unsigned game_i = 0; game_i < game_count; game_i++) {
        cn_stream stream = cn_stream_make(SIGNATURE_SEED, CN_PURPOSE_DECK, game_i);
        cn_game game;
        cn_game_start(&game, rules, game_i % rules->seat_count);
        for (unsigned hand = 0; hand < ENGINE_HANDS; hand++) {
            if (game.pub.phase == CN_PHASE_GAME_END) break;
            deal(&game, rules, &stream, NULL);
            signature = sign_random_hand(&game, rules, &stream, signature);
        }
    }
    return signature;
}

typedef struct sitting {
    const cn_rules *rules;
    const cn_player *player[CN_SEATS_MAX];
    cn_stream stream[CN_SEATS_MAX];
    cn_view view[CN_SEATS_MAX];
    cn_game game;
} sitting;

static void tell(sitting *s, const cn_event *event)
{
    for (unsigned seat = 0; seat < s->rules->seat_count; seat++) {
        const cn_event seen = cn_event_for(s->rules, event, seat);
        cn_view_apply(&s->view[seat], s->rules, &seen);
    }
}

static uint64_t sign_step(sitting *s, const cn_player *player, uint64_t signature)
{
    const unsigned seat = s->game.pub.seat;
    const cn_step step =
        cn_player_choose(s->player[seat], &s->view[seat], s->rules, &s->stream[seat]);
    if (s->player[seat] == player) {
        signature = stir(signature, step.number);
        signature = stir(signature, (uint64_t)step.card[0] << 8 | step.card[1]);
    }
    cn_event event;
    cn_game_apply_legal(&s->game, s->rules, step, &event);
    tell(s, &event);
    return signature;
}

static uint64_t sign_played_hand(sitting *s, const cn_player *player, cn_stream *decks,
                                 uint64_t signature)
{
    cn_event event;
    deal(&s->game, s->rules, decks, &event);
    tell(s, &event);
    while (s->game.pub.phase != CN_PHASE_HAND_END) signature = sign_step(s, player, signature);
    signature = sign_end(&s->game, s->rules, signature, &event);
    tell(s, &event);
    return signature;
}

static void sit_down(sitting *s, const cn_player *player, unsigned game_i)
{
    const unsigned dealer = game_i % s->rules->seat_count;
    cn_game_start(&s->game, s->rules, dealer);
    for (unsigned seat = 0; seat < s->rules->seat_count; seat++) {
        const bool other = game_i % 2 != 0 && (seat + game_i / 2) % 2 != 0;
        s->player[seat] = other ? &cn_player_random : player;
        s->stream[seat] =
            cn_stream_make(SIGNATURE_SEED, CN_PURPOSE_PLAYER, cn_stream_number(game_i, seat));
        cn_view_start(&s->view[seat], s->rules, seat, dealer, 0, NULL);
    }
}

uint64_t cn_signature_player(const cn_rules *rules, const cn_player *player, unsigned game_count)
{
    uint64_t signature = 0;
    const cn_player hurried = cn_player_hurried(player);
    const bool thinks = player->thinking != NULL; /* that takes long: one hand */
    const cn_player *sits = thinks ? &hurried : player;
    for (unsigned game_i = 0; game_i < (thinks ? 1 : game_count); game_i++) {
        cn_stream decks = cn_stream_make(SIGNATURE_SEED, CN_PURPOSE_DECK, game_i);
        sitting s = {.rules = rules};
        sit_down(&s, sits, game_i);
        for (unsigned hand = 0; hand < (thinks ? 1 : PLAYER_HANDS); hand++) {
            if (s.game.pub.phase == CN_PHASE_GAME_END) break;
            signature = sign_played_hand(&s, sits, &decks, signature);
        }
    }
    return signature;
}
