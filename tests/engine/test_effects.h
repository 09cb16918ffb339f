/* The effect of every parameter, as rows: one position under two or more values of one parameter.
 * Not here: how rows are run (test_effects.c). Invariant: a row differs in its values only, so that
 * whatever comes out differently is the effect of the parameter it names. */
#ifndef CANASTA_TESTS_TEST_EFFECTS_H
#define CANASTA_TESTS_TEST_EFFECTS_H

#include <stddef.h>
#include <stdint.h>

#include "canasta/rules.h"

enum { EFFECT_VALUES_MAX = 6 };

/* `value` is set as written, `expect` is what follows the key of that name in a position; further
 * lines may stand behind it, mostly facts: "legal\nthen hand 5". */
typedef struct effect_value {
    const char *value, *expect;
} effect_value;

/* `position` has the lines of docs/formats.md, without its name and what the values add. A row with
 * `measure` has house rules for classic_pagat there instead, and numbers as what is expected. */
typedef struct effect {
    const char *parameter, *claim, *position;
    effect_value value[EFFECT_VALUES_MAX];
    int32_t (*measure)(const cn_rules *rules);
} effect;

#define EFFECT(name, text, lines, ...)                                                             \
    {                                                                                              \
        .parameter = (name), .claim = (text), .position = lines, .value = __VA_ARGS__              \
    }

typedef struct effect_topic {
    const effect *row;
    size_t count;
} effect_topic;

extern const effect_topic effects_of_deal, effects_of_draws, effects_of_threes, effects_of_melds,
    effects_of_opening, effects_of_takes, effects_of_turn_end, effects_of_scores;

#endif
