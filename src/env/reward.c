/* What a hand or an episode pays to each seat. Not here: scores (engine/score.c).
 * Invariant: partners get the same, but for their own threes where sides form during play. */
#include "reward.h"

/* Points of a seat less those of the best opponent, or as many fewer where those win (P164);
 * `points` are by seat, `side_of` says who are partners. */
static int32_t ahead(const cn_rules *rules, const uint8_t *side_of, const int32_t *points,
                     unsigned seat)
{
    const int32_t sign = cn_win_sign(rules), own = sign * points[seat];
    int32_t best = INT32_MIN;
    for (unsigned other = 0; other < rules->seat_count; other++)
        if (side_of[other] != side_of[seat] && sign * points[other] > best)
            best = sign * points[other];
    return best == INT32_MIN ? own : own - best;
}

static void pay(const cn_rules *rules, const cn_env_config *config, const uint8_t *side_of,
                const int32_t *points, float *reward)
{
    int32_t lead[CN_SEATS_MAX];
    bool decided = false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        lead[seat] = ahead(rules, side_of, points, seat);
        decided = decided || lead[seat] > 0;
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        float value = (float)lead[seat];
        if (config->reward == CN_ENV_REWARD_WIN)
            value = !decided ? 0.0F : (lead[seat] > 0 ? 1.0F : -1.0F);
        reward[seat] += value * config->reward_scale;
    }
}

void cn_env_reward_hand(const cn_rules *rules, const cn_env_config *config, const cn_public *pub,
                        const cn_score *scores, float *reward)
{
    int32_t points[CN_SEATS_MAX];
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        points[seat] = scores[rules->side_of[seat]].total;
    pay(rules, config, pub->side_of, points, reward); /* sides may have formed (P11) */
}

/* Who won a game that is over is the engine's to say: a special hand may win it. */
static void pay_winners(const cn_rules *rules, const cn_env_config *config, unsigned winners,
                        float *reward)
{
    const bool shared = (winners & (winners - 1)) != 0;
    for (unsigned seat = 0; seat < rules->seat_count && !shared; seat++) {
        const bool won = (winners >> rules->side_of[seat] & 1) != 0;
        reward[seat] += (won ? 1.0F : -1.0F) * config->reward_scale;
    }
}

void cn_env_reward_episode(const cn_rules *rules, const cn_env_config *config, const cn_public *pub,
                           float *reward)
{
    const unsigned winners = cn_public_winners(pub, rules);
    if (config->reward == CN_ENV_REWARD_WIN && winners != 0 &&
        config->episode == CN_ENV_EPISODE_GAME) {
        pay_winners(rules, config, winners, reward);
        return;
    }
    int32_t points[CN_SEATS_MAX];
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        points[seat] = pub->side[rules->side_of[seat]].total_points;
    pay(rules, config, rules->side_of, points, reward);
}
