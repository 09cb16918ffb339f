/* One table of the environment: an episode, from its first deal to its end.
 * Not here: many tables (env.c), what a seat is shown (row.h).
 * Invariant: a step that is not legal changes nothing but `reason`. */
#ifndef CANASTA_ENV_TABLE_H
#define CANASTA_ENV_TABLE_H

#include "canasta/env.h"
#include "canasta/view.h"
#include "players/player.h"
#include "random/random.h"
#include "watch.h"

/* A built-in player at one table, with the view that it gets. */
typedef struct cn_env_guest {
    cn_view view;
    cn_stream stream;
} cn_env_guest;

enum { CN_ENV_LINE = 64 }; /* bytes that a processor fetches together; tables begin on them */

typedef struct cn_env_table {
    _Alignas(CN_ENV_LINE) cn_mask legal; /* of the seat to act; empty once the episode is over */
    cn_stream deck_stream, sample_stream;
    uint32_t steps; /* of this episode, those of built-in players not counted */
    uint8_t over;   /* the episode has ended */
    uint8_t seat;   /* to act, or the last that did */
    cn_reason reason;
    float pending[CN_SEATS_MAX]; /* paid before an outside seat first acted */
    cn_game game;
    cn_env_watch watch;
} cn_env_table;

/* What all tables share. */
typedef struct cn_env_world {
    cn_rules rules;
    cn_env_config config;
    cn_env_layout layout;
    unsigned guest_count;
    uint8_t guest_seat[CN_SEATS_MAX]; /* their seats, by place */
    const cn_player *player[CN_SEATS_MAX];
    uint8_t is_guest[CN_SEATS_MAX];
    cn_card deck[CN_DECK_CARDS_MAX]; /* in ascending order */
} cn_env_world;

/* What a step brought. */
typedef struct cn_env_outcome {
    float *reward; /* by seat: added to */
    bool terminated, truncated;
} cn_env_outcome;

/* The random numbers of that seed from now on. `guests` has guest_count entries. */
void cn_env_table_seed(cn_env_table *table, cn_env_guest *guests, const cn_env_world *world,
                       uint64_t seed);

/* A new episode, played on until an outside seat is to act. One that built-in players end before
 * that is thrown away for another. */
void cn_env_table_begin(cn_env_table *table, cn_env_guest *guests, const cn_env_world *world);

/* Makes an action of the seat to act, or says in `reason` why not and returns false. */
bool cn_env_table_step(cn_env_table *table, cn_env_guest *guests, const cn_env_world *world,
                       int32_t action, cn_env_outcome *outcome);

#endif
