/* What an opening must come to, and leave.
 * Not here: the search for it (finish_open.c). Invariant: as in the header. */
#include "engine/step/opening_goal.h"

#include <stddef.h>

#include "engine/step/collect.h"
#include "engine/step/discard.h"
#include "engine/step/opening.h"

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

/* Bonus threes among these cards of the pile. */
static unsigned threes_in_pile(const cn_rules *rules, const cn_public *pub, cn_span span)
{
    unsigned count = 0;
    for (unsigned i = span.from; i < span.to; i++)
        count += pub->pile[i] < CN_FACES && cn_is_bonus(rules, cn_card_kind(pub->pile[i]));
    return count;
}

/* Bonus threes that the seat has not seen. */
static unsigned unseen_threes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const unsigned of_a_colour = 2 * (unsigned)rules->p.decks;
    unsigned all = 0, seen = bonus_threes(rules, hand);
    seen += threes_in_pile(rules, pub, (cn_span){.to = pub->pile_count});
    if (cn_is_bonus(rules, CN_KIND_RED3)) all += of_a_colour;
    if (cn_is_bonus(rules, CN_KIND_BLACK3)) all += of_a_colour;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        seen += cn_public_threes(pub, seat, true) + cn_public_threes(pub, seat, false);
    return seen < all ? all - seen : 0;
}

/* Cards that `open` may take from the stock: draws, and what replaces threes that it lays out,
 * which may be threes again (P97, P136, P137). */
static unsigned most_drawn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    unsigned drawn = (unsigned)p->draw_on_initial_meld + bonus_threes(rules, hand);
    if (pub->turn.took && p->red3_in_pile == CN_RED3_IN_PILE_EXPOSE_AND_REPLACE)
        drawn += threes_in_pile(rules, pub, cn_step_collected(rules, pub, CN_STEP_OPEN));
    const bool packet =
        pub->packets[pub->asker] > 0 && p->reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY;
    return drawn > 0 || packet ? drawn + unseen_threes(rules, pub, hand) : 0;
}

/* P80, P95, P151. */
bool cn_talon_follows(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    if (p->talon_first == 0 && p->talon_second == 0) return false;
    if (pub->turn.took && !p->talon_with_pile_take) return false;
    const unsigned least = p->talon_min_stock > 1 ? (unsigned)p->talon_min_stock : 1;
    if (pub->stock_count < least + most_drawn(rules, pub, hand)) return false;
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
                 .keep = cn_talon_follows(rules, pub, hand) ? 1 : (unsigned)p->keep_cards + 1,
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
