/* Which cards of the hand a step means where it does not name them (P130, S26).
 * Not here: which of them serve (finish/plan.c, legal/judge.c).
 * Invariant: rising suits, each choice once. */
#include "engine/step/choice.h"

void cn_step_kinds(const cn_public *pub, unsigned number, uint8_t kinds[2])
{
    kinds[0] = cn_step_kind(number);
    kinds[1] = CN_KIND_NONE;
    if (!cn_step_is_take(number) || number == CN_STEP_TAKE_TOP) return;
    kinds[0] = cn_card_kind(cn_public_top(pub));
    kinds[1] = number == CN_STEP_TAKE_TWO     ? CN_KIND_TWO
               : number == CN_STEP_TAKE_JOKER ? CN_KIND_JOKER
                                              : kinds[0];
}

cn_step cn_step_lowest(const cn_public *pub, const cn_cards *hand, cn_step step)
{
    uint8_t kinds[2];
    cn_step_kinds(pub, step.number, kinds);
    cn_step named = cn_step_make(step.number, CN_CARD_NONE, CN_CARD_NONE);
    if (cn_step_is_sequence(step.number)) {
        named.card[0] = (cn_card)(step.number - CN_STEP_SEQUENCE); /* the number says it all */
        return named;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (kinds[i] == CN_KIND_NONE) continue;
        named.card[i] = step.card[i];
        if (named.card[i] != CN_CARD_NONE) continue;
        if (kinds[0] != kinds[1]) {
            named.card[i] = cn_cards_lowest(hand, kinds[i]); /* P130 */
            continue;
        }
        cn_card other = i == 1 ? named.card[0] : step.card[1]; /* the other card of a pair */
        cn_cards rest = *hand;
        if (other != CN_CARD_NONE) cn_cards_remove(&rest, other);
        named.card[i] = cn_cards_lowest(&rest, kinds[i]);
    }
    return named;
}

/* Two cards of the top's rank, or one, that the step could mean: the place-th choice, suits rising.
 * False behind the last. */
static bool choose_cards(const cn_cards *hand, unsigned kind, bool pair, unsigned place,
                         cn_step *step)
{
    for (unsigned first = 0; first < CN_SUITS; first++) {
        for (unsigned second = pair ? first : CN_SUITS; second <= CN_SUITS; second++) {
            if (pair && second == CN_SUITS) break;
            cn_card one = cn_card_make(kind, first),
                    two = cn_card_make(kind, pair ? second : first);
            unsigned need = pair && one == two ? 2 : 1;
            if (cn_cards_count(hand, one) < need || cn_cards_count(hand, two) < need) continue;
            if (place-- > 0) continue;
            step->card[0] = one;
            if (pair) step->card[1] = two;
            return true;
        }
    }
    return false;
}

bool cn_step_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned number, unsigned place, cn_step *step)
{
    *step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    uint8_t kinds[2];
    cn_step_kinds(pub, number, kinds);
    bool chooses = rules->p.sequences && kinds[0] < CN_RANKS && !cn_step_is_sequence(number) &&
                   !cn_step_is_discard(number);
    if (!chooses) return place == 0;
    return choose_cards(hand, kinds[0], number == CN_STEP_TAKE_PAIR, place, step);
}
