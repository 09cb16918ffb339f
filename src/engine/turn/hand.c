/* The end of a hand and of the game: who has gone out, who has won.
 * Not here: scores (score.c). Invariant: nothing but totals decides about the game. */
#include <assert.h>
#include <string.h>

#include "canasta/score.h"
#include "engine/cards/marks.h"
#include "engine/step/collect.h"
#include "engine/turn/apply.h"

void cn_hand_play(cn_cards *hand, const cn_rules *rules, const cn_public *pub, cn_step step)
{
    if (cn_step_is_lay(step.number) || cn_step_is_discard(step.number)) {
        cn_cards_remove(hand, step.card[0]);
        return;
    }
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    for (unsigned i = 0; i < count; i++) cn_cards_remove(hand, used[i]);
    if (!cn_step_collects(pub, step.number)) return;
    cn_span span = cn_step_collected(rules, pub, step.number);
    for (unsigned i = span.from; i < span.to; i++)
        if (cn_collected_stays(rules, cn_card_kind(pub->pile[i]))) cn_cards_add(hand, pub->pile[i]);
}

void cn_hand_arrive(cn_cards *hand, const cn_arrivals *arrivals)
{
    if (arrivals->seat == CN_SEAT_NONE) return;
    static const uint8_t no_three[CN_SUITS] = {0};
    const bool threes = memcmp(arrivals->hand_three, no_three, sizeof no_three) != 0;
    for (unsigned suit = 0; threes && suit < CN_SUITS; suit++)
        for (unsigned i = 0; i < arrivals->hand_three[suit]; i++)
            cn_cards_remove(hand, cn_card_make(CN_ROW_THREES, suit));
    cn_guard(arrivals->count <= CN_ARRIVALS_MAX);
    for (unsigned i = 0; i < arrivals->count; i++)
        if (arrivals->card[i] < CN_FACES) cn_cards_add(hand, arrivals->card[i]);
}

void cn_hand_step(cn_cards *hand, const cn_rules *rules, const cn_public *pub,
                  const cn_event *event)
{
    cn_hand_play(hand, rules, pub, event->u.step.step);
    cn_hand_arrive(hand, &event->u.step.drawn);
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
