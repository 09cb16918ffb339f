/* A table for tests: seeded random games with a view for each seat and every invariant checked.
 * Not here: claims. Invariant: the same seed plays the same game. */
#ifndef CANASTA_TESTS_TABLE_H
#define CANASTA_TESTS_TABLE_H

#include <stdint.h>

#include "canasta/game.h"
#include "canasta/view.h"
#include "random/random.h"
#include "text/records/record_text.h"

typedef struct table {
    cn_rules rules;
    cn_game game;
    cn_view view[CN_SEATS_MAX];
    cn_stream stream;
    cn_record *record; /* NULL, or started by the test: gets everything */
} table;

/* The seed of the whole run: CANASTA_SEED, or a fixed one. Printed by the tests that fail. */
uint64_t table_seed(void);
/* How much to play: CANASTA_EFFORT (1 by default) times `base`. */
unsigned table_effort(unsigned base);

/* Rules by name; fails the test on an unknown one. */
cn_rules table_rules(const char *name, const char *overrides);
cn_rules table_rules_for(const char *name, const char *overrides, unsigned players);

void table_start(table *t, const cn_rules *rules, uint64_t seed);
void table_deal(table *t);
/* Deals a hand from a deck made up for it: `hands[seat]` has hand_size cards, then follow red three
 * replacements, upcards and stock as `rest` lists them, then all other cards in face order. */
void table_deal_cards(table *t, const char *const *hands, const char *rest);
/* Makes the steps of a play written as text for the seat to act. */
void table_play(table *t, const char *play);
/* Judges such a play without making it. */
cn_reason table_judge(const table *t, const char *play);
/* Makes the step as the game does it, and once more without an event on a copy: fails the test if
 * the two states differ. */
cn_reason table_apply(table *t, cn_step step, cn_event *event);
/* Makes the step on game and views and checks every invariant; fails the test if one breaks. */
void table_step(table *t, cn_step step);
/* A uniformly chosen legal step with a uniformly chosen card of its kind. */
cn_step table_random_step(table *t);
void table_score(table *t);
/* Plays the hand that was dealt to its end by random steps. */
void table_play_hand(table *t);

#endif
