/* What a step takes from the acting hand and what it brings to it.
 * Not here: the table (apply.c). Invariant: game and views run through these same lines. */
#include <assert.h>
#include <string.h>

#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/step/collect.h"
#include "engine/step/swap.h"
#include "engine/turn/apply.h"

void cn_hand_play(cn_cards *hand, const cn_rules *rules, const cn_public *pub, cn_step step)
{
    if (cn_step_is_lay(step.number) || cn_step_is_discard(step.number)) {
        cn_cards_remove(hand, step.card[0]);
        return;
    }
    if (step.number == CN_STEP_PICK) cn_cards_add(hand, cn_public_top(pub)); /* P153 */
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    for (unsigned i = 0; i < count; i++) cn_cards_remove(hand, used[i]);
    if (cn_step_is_swap(step.number)) cn_cards_add(hand, cn_swap_brings(rules, pub, step));
    if (!cn_step_collects(pub, step.number)) return;
    cn_cards come = cn_span_cards(pub, cn_step_collected(rules, pub, step.number));
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card three = cn_card_make(CN_ROW_THREES, suit);
        if (cn_collected_stays(rules, cn_card_kind(three))) continue;
        while (cn_cards_count(&come, three) > 0) cn_cards_remove(&come, three);
    }
    cn_cards_add_all(hand, &come);
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
