/* What an opening must come to, and leave.
 * Not here: the search for it (finish_open.c). Invariant: as in the header. */
#include "opening_goal.h"

#include <stddef.h>

#include "apply.h"
#include "discard.h"
#include "opening.h"

static unsigned bonus_threes(const cn_rules *rules, const cn_cards *hand)
{
    unsigned count = 0;
    if (cn_is_bonus(rules, CN_KIND_RED3)) count += hand->kind[CN_KIND_RED3];
    if (cn_is_bonus(rules, CN_KIND_BLACK3)) count += hand->kind[CN_KIND_BLACK3];
    return count;
}

unsigned cn_goal_add_rest(const cn_rules *rules, const cn_public *pub, cn_cards *hand)
{
    unsigned count = 0;
    if (!pub->turn.took) return 0;
    cn_span span = cn_step_collected(rules, pub, CN_STEP_OPEN);
    for (unsigned i = span.from; i < span.to; i++) {
        if (pub->pile[i] >= CN_FACES) continue;
        unsigned kind = cn_card_kind(pub->pile[i]);
        if (!cn_collected_stays(rules, kind)) continue;
        if (rules->p.hold_one_three && cn_is_bonus(rules, kind)) continue; /* laid out at once */
        count++;
        if (hand != NULL) cn_cards_add(hand, pub->pile[i]);
    }
    return count;
}

/* P80, P95: the talon that this opening will earn. */
static bool talon_follows(const cn_rules *rules, const cn_public *pub)
{
    const cn_params *p = &rules->p;
    if (pub->turn.took && !p->talon_with_pile_take) return false;
    if (pub->stock_count == 0 || pub->stock_count < p->talon_min_stock) return false;
    bool first = true;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] != pub->side_of[pub->asker] &&
            pub->side[pub->side_of[seat]].meld_count > 0)
            first = false;
    return (first ? p->talon_first : p->talon_second) > 0;
}

cn_goal cn_goal_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    cn_goal g = {.need = cn_public_need(rules, pub, pub->asker),
                 .bonus_points = cn_opening_bonus_points(rules, pub),
                 .hand = hand->size - bonus_threes(rules, hand),
                 .rest = cn_goal_add_rest(rules, pub, NULL),
                 .keep = talon_follows(rules, pub) ? 1 : (unsigned)p->keep_cards + 1,
                 .cards = hand};
    uint32_t never = cn_never_discarded(rules);
    for (unsigned kind = CN_KIND_BLACK3; kind < CN_KINDS; kind++)
        if ((never >> kind & 1) != 0 && !cn_is_bonus(rules, kind)) g.stuck += hand->kind[kind];
    if (pub->packets[pub->asker] == 0) return g;
    unsigned next = rules->packet_count - pub->packets[pub->asker];
    g.packet = (unsigned)p->reserve_packets.value[next];
    if (p->reserve_trigger == CN_RESERVE_TRIGGER_HAND_EMPTY) g.any_left = true;
    if (p->reserve_trigger == CN_RESERVE_TRIGGER_SIDE_INITIAL_MELD) {
        g.rest += g.packet;
        g.packet = 0;
    }
    if (p->reserve_trigger == CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA) {
        if (pub->own_canasta[pub->asker]) g.packet = 0;
        if (g.keep < 2) g.keep = 2; /* S14: while the packet waits */
    }
    return g;
}

bool cn_goal_leaves_enough(const cn_goal *g, unsigned added, bool canasta)
{
    if (g->any_left) return true;
    unsigned left = g->hand - added + g->rest + (canasta ? g->packet : 0);
    unsigned loose = left - g->stuck;
    if (loose == 0) return left >= 1 && left + 1 >= g->keep;
    return left >= g->keep;
}
