/* The research environment: many tables of one rule set, stepped at once into the caller's buffers.
 * Not here: text, files, learning. docs/environment.md describes every field and every choice.
 * Invariant: after creation nothing is allocated, and a table's bytes depend on the rules, the
 * configuration, its seed and the actions it got - never on the other tables or on threads.
 *
 * An action is a step number (step.h); its cards are those of the lowest suit. A seat is a seat of
 * the hand: with five people these are four (rules.h), and the people move between them. */
#ifndef CANASTA_ENV_H
#define CANASTA_ENV_H

#include <stddef.h>

#include "canasta/game.h"
#include "canasta/reason.h"

enum {
    CN_ENV_FIELDS_MAX = 80,
    CN_ENV_DIMENSIONS_MAX = 3,
    CN_ENV_TABLES_MAX = 1 << 20,
    CN_ENV_THREADS_MAX = 64
};

/* One field of the observation: values row[offset .. offset + shape[0] * shape[1] * ... - 1], the
 * last dimension running fastest, each of low..high. */
typedef struct cn_env_field {
    const char *name;
    uint32_t offset;
    uint32_t dimensions; /* 1..3 */
    uint32_t shape[CN_ENV_DIMENSIONS_MAX];
    int32_t low, high;
    const char *meaning; /* one sentence */
} cn_env_field;

/* The fields of these rules in the order they lie in a row, without gaps; returns how many. */
unsigned cn_env_fields(const cn_rules *rules, cn_env_field fields[CN_ENV_FIELDS_MAX]);

/* Values in one observation, each an int16_t. */
unsigned cn_env_observation_size(const cn_rules *rules);

/* How many actions these rules have, 0..count-1: CN_STEPS_PLAIN and, where there are melds of wilds
 * or twos, four more; CN_STEPS where a side may have melds between which a card could choose, or
 * where the top card may be picked up (P153). */
unsigned cn_env_action_count(const cn_rules *rules);

/* Points of observations are divided by this number, towards zero, and end at +-32767: 1 for games
 * to 16,000 points at most, otherwise 5, 25, 125, ... */
int32_t cn_env_points_unit(const cn_rules *rules);

/* An episode is one hand, dealt by a random seat with all totals zero, or one whole game. */
typedef enum cn_env_episode { CN_ENV_EPISODE_HAND, CN_ENV_EPISODE_GAME } cn_env_episode;

/* When rewards are paid: at the end of each hand for that hand, or at the end of the episode for
 * its totals. All other steps pay 0. */
typedef enum cn_env_pay { CN_ENV_PAY_HAND, CN_ENV_PAY_EPISODE } cn_env_pay;

/* What is paid, before `reward_scale`: the points of the seat's side less those of the best other
 * side; or +1 to those who won, -1 to those who lost and 0 to all if nobody did (a hand, or an
 * episode cut short, is won by the side with the most points; if two have them, nobody won). */
typedef enum cn_env_reward { CN_ENV_REWARD_POINTS, CN_ENV_REWARD_WIN } cn_env_reward;

/* What becomes of a table whose episode has ended. */
typedef enum cn_env_autoreset {
    CN_ENV_RESET_NEXT_STEP, /* its next step deals anew: the action is not looked at, nothing is
                               paid, and no flag is set */
    CN_ENV_RESET_SAME_STEP, /* the step that ends it deals anew: reward and flags are those of the
                               end, the observation is the new one, `final_observation` the old */
    CN_ENV_RESET_NEVER      /* it stands until cn_env_reset; actions are refused with OVER */
} cn_env_autoreset;

typedef struct cn_env_config {
    uint32_t table_count;  /* 1..CN_ENV_TABLES_MAX */
    uint32_t thread_count; /* 1..CN_ENV_THREADS_MAX, the caller's own included */
    uint64_t seed;         /* table i begins with seed + i */
    cn_env_episode episode;
    cn_env_pay pay;
    cn_env_reward reward;
    float reward_scale; /* every reward is multiplied by it */
    cn_env_autoreset autoreset;
    uint32_t steps_max; /* an episode of so many actions is cut short (truncated); 0: never */
    const char *player[CN_SEATS_MAX]; /* NULL: actions come from outside; or the name of one of our
                                         players, who is never shown. One seat must be NULL. */
} cn_env_config;

/* One table, one thread, seed 0; episodes of one hand that pay their points unscaled; dealt anew by
 * the next step, never cut short; every seat the caller's. */
cn_env_config cn_env_config_default(void);

/* What the environment writes; T tables, S seats, A actions, O values of an observation. All are
 * the caller's and must stay where they are until the next cn_env_bind or cn_env_destroy. */
typedef struct cn_env_buffers {
    int16_t *observation;       /* [T][O] what the seat to act may know; after the end of an episode
                                   that is not dealt anew, what the last one to act may know */
    int16_t *final_observation; /* [T][O] of an episode that ended in this step; untouched in all
                                   others. NULL: not wanted */
    uint8_t *action_mask;       /* [T][A] 1: legal. All 0 after the end */
    float *reward;              /* [T][S] of this step, by seat (not relative) */
    float *actor_reward;        /* [T] of these, what the seat gets that made the action: the one
                                   that `seat` named before the step. NULL: not wanted */
    uint8_t *terminated;        /* [T] 1: the episode ended with this step */
    uint8_t *truncated;         /* [T] 1: it was cut short with this step */
    uint8_t *seat;              /* [T] the seat to act, or the last one that did */
    uint8_t *error;             /* [T] cn_reason_code: why the action was refused; CN_OK */
} cn_env_buffers;

typedef enum cn_env_status {
    CN_ENV_OK,
    CN_ENV_TABLES,  /* table_count is out of range */
    CN_ENV_THREADS, /* thread_count is out of range, or no thread could be started */
    CN_ENV_PLAYER,  /* there is no such player, or no seat is left to the caller */
    CN_ENV_CHOICE,  /* an enumeration has no such value */
    CN_ENV_MEMORY   /* there is not enough memory */
} cn_env_status;

/* In plain words. */
const char *cn_env_status_text(cn_env_status status);

typedef struct cn_env cn_env;

/* Makes the tables and copies the rules. Nothing is dealt before cn_env_bind and cn_env_reset. On
 * an error `*status` (may be NULL) says which, and the answer is NULL. */
cn_env *cn_env_create(const cn_rules *rules, const cn_env_config *config, cn_env_status *status);
void cn_env_destroy(cn_env *env); /* NULL: nothing */

/* Bytes that the environment holds, its threads' stacks not counted. */
size_t cn_env_bytes(const cn_env *env);

/* From now on outputs go to these buffers. */
void cn_env_bind(cn_env *env, const cn_env_buffers *buffers);

/* Begins a new episode at every table, or at those with which[i] != 0, and writes their outputs.
 * Table i goes on with seeds[i]; without `seeds` it goes on with its own random numbers. */
void cn_env_reset(cn_env *env, const uint64_t *seeds, const uint8_t *which);

/* Makes actions[i] at table i, lets built-in players play until an outside seat is to act, and
 * writes all outputs. An action that is not legal changes nothing at its table and is reported in
 * `error`. Returns how many were refused. */
unsigned cn_env_step(cn_env *env, const int32_t *actions);

/* A legal action for every table, all equally likely, from random numbers of the table's own that
 * decide nothing else; 0 where nobody is to act. */
void cn_env_sample(cn_env *env, int32_t *actions);

/* What one seat of a table may know now; row has cn_env_observation_size values. */
void cn_env_observe(const cn_env *env, unsigned table, unsigned seat, int16_t *row);

/* The last refusal of a table with its numbers; CN_OK if its last action was played. */
cn_reason cn_env_reason(const cn_env *env, unsigned table);

/* For those who look at everything: tests, replays, exploiters on purpose. */
const cn_game *cn_env_game(const cn_env *env, unsigned table);
const cn_rules *cn_env_rules(const cn_env *env);

#endif
