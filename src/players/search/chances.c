/* The chance to win the game by the totals.
 * Not here: the numbers (chance_tables.c, made from scores/). Invariant: as in the header. */
#include "players/search/chances.h"

#include <stddef.h>

#include "canasta/score.h"
#include "players/search/made_for.h"

const cn_chances *cn_chances_of(const cn_rules *rules)
{
    if (cn_win_sign(rules) < 0) return NULL; /* they are about the highest total */
    unsigned far = CN_MADE_FOR_OTHERS;
    const cn_chances *found = NULL;
    for (const cn_chances *table = cn_chance_tables; table->rules != NULL; table++)
        if (cn_serves_better(rules, table->rules, table->players, &far)) found = table;
    return found;
}

/* The game is over: those who won share it. */
static uint32_t when_over(unsigned winners, unsigned side)
{
    if ((winners >> side & 1) == 0) return 0;
    return CN_CHANCE_SURE / (uint32_t)__builtin_popcount(winners);
}

static int32_t best_other(const cn_rules *rules, const int32_t *totals, unsigned side)
{
    const int32_t sign = cn_win_sign(rules);
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < rules->side_count; i++)
        if (i != side && sign * totals[i] > best) best = sign * totals[i];
    return sign * best;
}

enum { FINE = 256 };

/* A total as a place in the table, in parts of FINE. */
static int32_t place_of(const cn_chances *table, int32_t total)
{
    const int32_t most = (CN_CHANCE_TOTALS - 1) * FINE - 1;
    const int64_t at = (int64_t)(total - table->low) * FINE / table->step;
    return at < 0 ? 0 : at > most ? most : (int32_t)at;
}

static uint32_t look_up(const cn_chances *table, int32_t own, int32_t other)
{
    const int32_t a = place_of(table, own), b = place_of(table, other);
    const int32_t i = a / FINE, j = b / FINE;
    const uint32_t x = (uint32_t)(a % FINE), y = (uint32_t)(b % FINE);
    const uint16_t *line = table->chance[i], *next = table->chance[i + 1];
    const uint32_t here = line[j] * (FINE - y) + line[j + 1] * y;
    const uint32_t there = next[j] * (FINE - y) + next[j + 1] * y;
    return (uint32_t)(((uint64_t)here * (FINE - x) + (uint64_t)there * x) / (FINE * FINE));
}

/* How far the totals are moved so that the game is as long as the one the table is about: by its
 * target, or by the number of hands that are left; by the one that ends it sooner (P163). */
static int32_t shift_of(const cn_chances *table, const cn_rules *rules, int32_t best,
                        unsigned hands_played)
{
    const cn_params *p = &rules->p;
    const int32_t hands = p->rounds > 0 ? p->rounds : p->hands_limit;
    const int32_t to_target = table->target - p->target;
    if (hands == 0) return to_target;
    const int32_t left = hands - (int32_t)hands_played;
    const int32_t to_last = table->target - left * table->per_hand - best;
    return p->rounds == 0 && to_target > to_last ? to_target : to_last;
}

static uint32_t guess(const cn_rules *rules, int32_t own, int32_t other)
{
    const int64_t ahead = cn_win_sign(rules) * ((int64_t)own - other),
                  scale = 2 * (int64_t)rules->p.target;
    const int64_t chance = CN_CHANCE_SURE / 2 + ahead * CN_CHANCE_SURE / scale;
    const int64_t least = CN_CHANCE_SURE / 64, most = CN_CHANCE_SURE - least;
    return (uint32_t)(chance < least ? least : chance > most ? most : chance);
}

uint32_t cn_chance(const cn_chances *table, const cn_rules *rules, const int32_t *totals,
                   unsigned hands_played, unsigned dealer, unsigned side)
{
    unsigned winners = 0;
    if (cn_game_is_over(rules, totals, hands_played, 0, &winners)) return when_over(winners, side);
    const int32_t own = totals[side], other = best_other(rules, totals, side);
    if (table == NULL) return guess(rules, own, other);
    const int32_t shift = shift_of(table, rules, own > other ? own : other, hands_played);
    if (rules->side_count > 2 || rules->side_of[dealer] == side)
        return look_up(table, own + shift, other + shift);
    return CN_CHANCE_SURE - 1 - look_up(table, other + shift, own + shift);
}

/* How far off an estimate is, about (estimate_tables.c): half of what a hand brings. */
static int32_t spread_of(const cn_chances *table, const cn_rules *rules)
{
    enum { TARGET_PART = 10 };
    return table != NULL ? table->per_hand / 2 : rules->p.target / TARGET_PART;
}

uint32_t cn_chance_expected(const cn_chances *table, const cn_rules *rules, const int32_t *totals,
                            unsigned hands_played, unsigned dealer, unsigned side)
{
    /* Seven places an even distance apart, counted as heads of six coins fall, stand for a bell
     * curve: its standard deviation is the root of 6 / 4 such distances, some 11 / 9. */
    enum { PLACES = 7, MIDDLE = 3, COINS = 64, DISTANCES = 11, DEVIATIONS = 9 };
    static const uint32_t counts[PLACES] = {1, 6, 15, 20, 15, 6, 1};
    const int32_t far = spread_of(table, rules) * DEVIATIONS / DISTANCES;
    uint64_t sum = 0;
    for (int32_t own = 0; own < PLACES; own++)
        for (int32_t other = 0; other < PLACES; other++) {
            int32_t moved[CN_SIDES_MAX];
            for (unsigned i = 0; i < rules->side_count; i++)
                moved[i] = totals[i] + ((i == side ? own : other) - MIDDLE) * far;
            sum += (uint64_t)counts[own] * counts[other] *
                   cn_chance(table, rules, moved, hands_played, dealer, side);
        }
    return (uint32_t)(sum / (COINS * COINS));
}
