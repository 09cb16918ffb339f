/* The end of the game and its winners.
 * Not here: the score of a hand (score.c), adding to totals (apply.c).
 * Invariant: a game that is over has at least one winner, one that goes on has none. */
#include <assert.h>

#include "canasta/score.h"

bool cn_game_is_over(const cn_rules *rules, const int32_t *totals, unsigned hands_played,
                     unsigned *winners)
{
    assert(rules->side_count > 0);
    *winners = 0;
    int32_t best = totals[0];
    for (unsigned side = 1; side < rules->side_count; side++)
        if (totals[side] > best) best = totals[side];
    unsigned leaders = 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        if (totals[side] == best) leaders |= 1U << side;

    bool reached = best >= rules->p.target;
    if (rules->p.rounds > 0) reached = hands_played >= (unsigned)rules->p.rounds;
    bool alone = (leaders & (leaders - 1)) == 0;
    if (!reached || (!alone && rules->p.tie_rule == CN_TIE_RULE_EXTRA_HAND))
        return false; /* P120 */
    *winners = leaders;
    return true;
}

/* P105: the sides that a declared special hand makes winners of the game; 0 if it does not. Where
 * sides form during play, every member of the declarer's side wins. */
static unsigned special_winners(const cn_rules *rules, const cn_public *pub)
{
    if (pub->end != CN_END_SPECIAL || pub->special == 0) return 0;
    assert(pub->special <= rules->p.special_hands.count && pub->out_seat < rules->seat_count);
    if (!rules->p.special_hands.hand[pub->special - 1].wins_game) return 0;
    unsigned winners = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] == pub->side_of[pub->out_seat])
            winners |= 1U << rules->side_of[seat];
    return winners;
}

bool cn_public_is_over(const cn_rules *rules, const cn_public *pub, const int32_t *totals,
                       unsigned *winners)
{
    *winners = special_winners(rules, pub);
    return *winners != 0 || cn_game_is_over(rules, totals, pub->hand_number, winners);
}

unsigned cn_public_winners(const cn_public *pub, const cn_rules *rules)
{
    unsigned winners = 0;
    int32_t totals[CN_SIDES_MAX] = {0};
    if (pub->phase != CN_PHASE_GAME_END) return 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points;
    cn_public_is_over(rules, pub, totals, &winners);
    return winners;
}
