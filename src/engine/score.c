/* The score of a hand by component, and the end of the game.
 * Not here: adding to totals (game.c, view.c). Invariant: total is the sum of the components. */
#include "canasta/score.h"

#include <assert.h>
#include <string.h>

static int32_t canasta_points(const cn_rules *rules, const cn_meld *meld)
{
    bool complete = meld->rank < CN_RANKS && cn_meld_size(meld) >= (unsigned)rules->p.canasta_size;
    if (!complete) return 0;
    return cn_meld_wilds(meld) == 0 ? rules->p.bonus_natural : rules->p.bonus_mixed;
}

static int32_t meld_points(const cn_rules *rules, const cn_meld *meld)
{
    return meld->naturals * rules->value[meld->rank] + meld->twos * rules->value[CN_KIND_TWO] +
           meld->jokers * rules->value[CN_KIND_JOKER];
}

/* P115: one sign for all red threes of the side, and nothing without any. */
static int32_t red3_points(const cn_rules *rules, const cn_side *side)
{
    int32_t points =
        cn_list_at(&rules->p.red3_schedule, (unsigned)side->red3_suits[0] + side->red3_suits[1]);
    bool plus = rules->p.red3_sign == CN_RED3_SIGN_ALWAYS_PLUS || side->meld_count > 0;
    return plus ? points : -points;
}

static int32_t hand_points(const cn_rules *rules, const cn_cards *hand)
{
    int32_t points = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        points -= hand->kind[kind] * rules->value_in_hand[kind];
    return points;
}

cn_score cn_score_sheet(const cn_rules *rules, const cn_sheet *sheet)
{
    cn_score score = {0};
    for (unsigned i = 0; i < sheet->side->meld_count; i++) {
        score.canastas += canasta_points(rules, &sheet->side->meld[i]);
        score.melded += meld_points(rules, &sheet->side->meld[i]);
    }
    if (sheet->went_out) score.go_out = rules->p.out_bonus; /* P116, P87 */
    if (sheet->went_out && sheet->concealed) score.go_out += rules->p.concealed_bonus;
    score.threes = red3_points(rules, sheet->side);
    for (unsigned i = 0; i < sheet->hand_count; i++)
        score.hand += hand_points(rules, sheet->hand[i]);
    score.total = score.canastas + score.go_out + score.special + score.threes + score.melded +
                  score.hand + score.penalties;
    return score;
}

void cn_score_hand(const cn_rules *rules, const cn_public *pub, const cn_cards *hands,
                   cn_score *scores)
{
    for (unsigned side = 0; side < rules->side_count; side++) {
        cn_sheet sheet = {.side = &pub->side[side]};
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            if (rules->side_of[seat] == side) sheet.hand[sheet.hand_count++] = &hands[seat];
        sheet.went_out = pub->out_seat != 255 && rules->side_of[pub->out_seat] == side;
        sheet.concealed = sheet.went_out && pub->out_concealed;
        scores[side] = cn_score_sheet(rules, &sheet);
    }
}

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

unsigned cn_public_winners(const cn_public *pub, const cn_rules *rules)
{
    unsigned winners = 0;
    int32_t totals[CN_SIDES_MAX];
    if (pub->phase != CN_PHASE_GAME_END) return 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points;
    cn_game_is_over(rules, totals, pub->hand_number, &winners);
    return winners;
}
