/* The hand cards a step uses, and the cards of the pile it brings.
 * Not here: moving them (turn/hand.c, turn/apply.c). Invariant: asks nothing but the table. */
#include "engine/step/collect.h"

#include <assert.h>

unsigned cn_step_used(cn_step step, cn_card used[2])
{
    used[0] = step.card[0];
    used[1] = step.card[1];
    if (cn_step_is_lay(step.number) || cn_step_is_discard(step.number)) return 1;
    if (cn_step_is_swap(step.number)) return 1;
    if (!cn_step_is_take(step.number) || cn_step_shows(step)) return 0;
    return step.number == CN_STEP_TAKE_TOP ? 0 : 2;
}

bool cn_take_shows(const cn_public *pub, unsigned number)
{
    return number == CN_STEP_TAKE_PAIR && cn_card_kind(cn_public_top(pub)) == CN_KIND_TWO;
}

bool cn_step_collects(const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_OPEN) return cn_pile_waits(pub);
    if (number == CN_STEP_TAKE_ALL) return true;
    return cn_step_is_take(number) &&
           (cn_public_has_opened(pub, pub->seat) || cn_take_shows(pub, number));
}

/* What a take of `all` cards brings, but those from pile[to] on. */
static cn_span upper(const cn_rules *rules, const cn_public *pub, unsigned all, unsigned to)
{
    const unsigned least = all - cn_take_amount(rules, pub->hand_number, all);
    unsigned buried = cn_public_buried(pub);
    if (buried > to) buried = to;
    return buried > least ? (cn_span){buried, to, buried - least} : (cn_span){least, to, 0};
}

cn_span cn_step_collected(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    assert(cn_step_collects(pub, number));
    const bool lies = cn_take_shows(pub, number) || number == CN_STEP_TAKE_ALL;
    const unsigned to = pub->pile_count - (cn_step_is_take(number) && !lies ? 1U : 0U);
    /* the top card has been lifted, or lies there still (S17) */
    return upper(rules, pub, lies ? to : to + 1, to);
}

cn_span cn_take_brings(const cn_rules *rules, const cn_public *pub)
{
    return upper(rules, pub, pub->pile_count, pub->pile_count);
}

cn_cards cn_span_cards(const cn_public *pub, cn_span span)
{
    cn_cards cards = pub->pile_cards;
    for (unsigned i = 0; i < span.from; i++)
        if (pub->pile[i] < CN_FACES) cn_cards_remove(&cards, pub->pile[i]);
    for (unsigned i = span.to; i < pub->pile_count; i++) cn_cards_remove(&cards, pub->pile[i]);
    return cards;
}

bool cn_collected_stays(const cn_rules *rules, unsigned kind)
{
    if (cn_is_bonus(rules, kind)) return rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE;
    return kind != CN_KIND_BLACK3 || !rules->p.black3_from_pile.on;
}
