/* Random play as it is measured: shuffle, deal, the legal set at every step, a uniform choice.
 * Not here: clocks (bench_clock.h). Invariant: the same seed plays the same hands on every machine.
 */
#ifndef CANASTA_BENCH_PLAY_H
#define CANASTA_BENCH_PLAY_H

#include "canasta/game.h"
#include "random/numbers.h"

typedef struct cn_bench_play {
    const cn_rules *rules;
    cn_numbers numbers;
    uint64_t steps, hands;             /* so far */
    unsigned game_hands;               /* the most of one game: 1, unless it is set */
    unsigned dealt;                    /* hands of this game */
    cn_card sorted[CN_DECK_CARDS_MAX]; /* the deck before a shuffle */
    cn_game game;
} cn_bench_play;

/* Each index has its own stream. */
void cn_bench_play_start(cn_bench_play *play, const cn_rules *rules, uint64_t index);

/* Shuffles and deals the next hand: of a new game, unless the game goes on after its last hand,
 * which is over, and has had fewer than `game_hands`. Writes the full event if it is not NULL. */
void cn_bench_play_deal(cn_bench_play *play, cn_event *event);

/* One step of that hand; returns its number. */
unsigned cn_bench_play_step(cn_bench_play *play, cn_event *event);

/* A whole hand, dealt and played. */
void cn_bench_play_hand(cn_bench_play *play);

#endif
