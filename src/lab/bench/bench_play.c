/* Random play as it is measured.
 * Not here: clocks. Invariant: as in the header. */
#include "lab/bench/bench_play.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables/purpose.h"
#include "random/places.h"

enum { BENCH_SEED = 20 };

#define NOT_INLINE __attribute__((noinline))

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

/* The step number `index` of all words. By value, so that the usual path need not write them. */
static NOT_INLINE unsigned nth_of_all(cn_mask legal, unsigned index)
{
    if (cn_mask_is_empty(&legal)) no_step();
    return cn_mask_nth(&legal, index);
}

/* A uniform choice; one of a single step is drawn too, because nobody foresees that it is one. Most
 * often all steps are in the first word, or else the one that is chosen. `used`: as in numbers.h.
 */
static inline unsigned choose(cn_mask legal, cn_numbers *numbers, unsigned *used, bool are_spread)
{
    const uint64_t word = legal.word[0];
    const unsigned first = (unsigned)__builtin_popcountll(word);
    if (cn_mask_goes_on(&legal) || word == 0) {
        const unsigned chosen = cn_numbers_below_at(numbers, used, cn_mask_count(&legal));
        return chosen < first ? cn_bit_nth_if(are_spread, word, chosen) : nth_of_all(legal, chosen);
    }
    return cn_bit_nth_if(are_spread, word, cn_numbers_below_at(numbers, used, first));
}

unsigned cn_bench_play_step(cn_bench_play *play, cn_event *event)
{
    cn_game *game = &play->game;
    const cn_mask legal = cn_legal(play->rules, &game->pub, &game->hand[game->pub.seat]);
    const unsigned number =
        choose(legal, &play->numbers, &play->numbers.used, cn_bits_are_spread());
    if (event == NULL)
        cn_game_make(game, play->rules, number);
    else
        cn_game_apply_legal(game, play->rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE),
                            event);
    play->steps++;
    return number;
}

/* The hand that has been dealt, without events. What does not change is looked up once. */
static inline __attribute__((always_inline)) void play_on(cn_bench_play *play, bool are_spread)
{
    const cn_rules *rules = play->rules;
    cn_game *game = &play->game;
    cn_numbers *numbers = &play->numbers;
    unsigned used = numbers->used;
    uint64_t steps = 0;
    for (; game->pub.phase != CN_PHASE_HAND_END; steps++) {
        const cn_mask legal = cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
        cn_game_make(game, rules, choose(legal, numbers, &used, are_spread));
    }
    numbers->used = used;
    play->steps += steps;
}

static NOT_INLINE void play_by_clearing(cn_bench_play *play)
{
    play_on(play, false);
}

static NOT_INLINE void play_by_spreading(cn_bench_play *play)
{
    play_on(play, true);
}

void cn_bench_play_hand(cn_bench_play *play)
{
    cn_bench_play_deal(play, NULL);
    if (cn_bits_are_spread())
        play_by_spreading(play);
    else
        play_by_clearing(play);
}
