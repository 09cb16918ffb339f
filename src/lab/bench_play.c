/* Random play as it is measured.
 * Not here: clocks. Invariant: as in the header. */
#include "lab/bench_play.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/purpose.h"
#include "random/places.h"

enum { BENCH_SEED = 20 };

void cn_bench_play_start(cn_bench_play *play, const cn_rules *rules, uint64_t index)
{
    memset(play, 0, sizeof *play);
    play->rules = rules;
    play->game_hands = 1;
    cn_deck_sorted(rules, play->sorted);
    play->numbers = cn_numbers_make(cn_stream_make(BENCH_SEED, CN_PURPOSE_PLAYER, index));
}

static bool game_goes_on(cn_bench_play *play)
{
    if (play->dealt == 0 || play->dealt >= play->game_hands) return false;
    cn_game_score(&play->game, play->rules, NULL, NULL);
    return play->game.pub.phase != CN_PHASE_GAME_END;
}

static void start_game(cn_bench_play *play)
{
    const cn_rules *rules = play->rules;
    cn_game_start(&play->game, rules, (unsigned)(play->hands % rules->seat_count));
    play->dealt = 0;
}

void cn_bench_play_deal(cn_bench_play *play, cn_event *event)
{
    const cn_rules *rules = play->rules;
    cn_card deck[CN_DECK_CARDS_MAX + CN_PLACES_AT_ONCE];
    if (!game_goes_on(play)) start_game(play);
    memcpy(deck, play->sorted, rules->deck_size);
    cn_shuffle_at_once(deck, rules->deck_size, &play->numbers.stream);
    cn_game_deal(&play->game, rules, deck, event);
    play->hands++;
    play->dealt++;
}

/* A dead end, which the engine must never make: without a step the hand would not end. */
static _Noreturn void no_step(void)
{
    fputs("no step is legal\n", stderr);
    abort();
}

/* The step number `index` of all words; most often it is one of the first. */
static unsigned nth_of_all(const cn_mask *legal, unsigned index)
{
    if (cn_mask_is_empty(legal)) no_step();
    return cn_mask_nth(legal, index);
}

/* A uniform choice; one of a single step is drawn too, because nobody foresees that it is one. */
static inline unsigned choose(const cn_rules *rules, const cn_mask *legal, cn_numbers *numbers,
                              bool are_spread)
{
    const uint64_t word = legal->word[0];
    const unsigned first = (unsigned)__builtin_popcountll(word);
    const unsigned all = rules->plain ? first : cn_mask_count(legal);
    const unsigned chosen = cn_numbers_below(numbers, all);
    if (chosen >= first) return nth_of_all(legal, chosen);
    return cn_bit_nth_if(are_spread, word, chosen);
}

unsigned cn_bench_play_step(cn_bench_play *play, cn_event *event)
{
    cn_game *game = &play->game;
    const cn_mask legal = cn_legal(play->rules, &game->pub, &game->hand[game->pub.seat]);
    const unsigned number = choose(play->rules, &legal, &play->numbers, cn_bits_are_spread());
    if (event == NULL)
        cn_game_make(game, play->rules, number);
    else
        cn_game_apply_legal(game, play->rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE),
                            event);
    play->steps++;
    return number;
}

/* The same without events; what does not change is looked up once. */
void cn_bench_play_hand(cn_bench_play *play)
{
    const cn_rules *rules = play->rules;
    const bool are_spread = cn_bits_are_spread();
    cn_game *game = &play->game;
    uint64_t steps = 0;
    cn_bench_play_deal(play, NULL);
    for (; game->pub.phase != CN_PHASE_HAND_END; steps++) {
        const cn_mask legal = cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
        cn_game_make(game, rules, choose(rules, &legal, &play->numbers, are_spread));
    }
    play->steps += steps;
}
