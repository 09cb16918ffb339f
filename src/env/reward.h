/* What a hand or an episode pays to each seat.
 * Not here: when it is paid (table.c). Invariant: points are those of the engine's score. */
#ifndef CANASTA_ENV_REWARD_H
#define CANASTA_ENV_REWARD_H

#include "canasta/env.h"

/* `pub` is the state after the hand was scored, `scores` its scores. */
void cn_env_reward_hand(const cn_rules *rules, const cn_env_config *config, const cn_public *pub,
                        const cn_score *scores, float *reward);

/* For the totals of an episode that has ended, or was cut short. */
void cn_env_reward_episode(const cn_rules *rules, const cn_env_config *config, const cn_public *pub,
                           float *reward);

#endif
