/* Openings: what groups come to, what one needs, and what it must leave in hand.
 * Not here: finding one (finish/). Invariant: as in the header. */
#include "engine/step/opening.h"

#include <stddef.h>

#include "canasta/score.h"
#include "engine/step/collect.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/step/refuse.h"

static int32_t bonus_of(const cn_rules *rules, const cn_shape *shape, unsigned twos,
                        unsigned hand_number)
{
    if (!rules->p.min_counts_bonuses) return 0;
    const cn_meld meld = {.rank = shape->rank,
                          .naturals = shape->naturals,
                          .wilds = shape->wilds,
                          .jokers = (uint8_t)(shape->wilds - twos)};
    return cn_canasta_bonus(rules, NULL, &meld, hand_number, false);
}

static int32_t points_of(const cn_rules *rules, const cn_shape *shape, unsigned twos)
{
    int32_t natural = shape->rank == CN_MELD_WILD ? 0 : rules->value[shape->rank];
    return shape->naturals * natural + (int32_t)twos * rules->value[CN_KIND_TWO] +
           (int32_t)(shape->wilds - twos) * rules->value[CN_KIND_JOKER];
}

/* What only wild-free melds are good for (S10). */
static void note_pure(const cn_rules *rules, cn_opening *opening, const cn_shape *shape)
{
    bool wild_meld = shape->rank == CN_MELD_WILD;
    bool clean = (shape->rank < CN_RANKS || shape->rank == CN_MELD_TWOS) && shape->wilds == 0 &&
                 shape->naturals >= 3;
    bool wild_triple = wild_meld && shape->wilds >= 3 &&
                       rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_OR_WILD_TRIPLE;
    if (clean || wild_triple) opening->pure = true;
    bool complete = cn_shape_size(shape) >= (unsigned)rules->p.canasta_size;
    if (rules->p.min_exempt_splash && complete && (wild_meld || shape->wilds == 0) &&
        shape->rank != CN_MELD_BLACK3)
        opening->splash = true;
}

/* S8. */
static void note_locks(const cn_rules *rules, cn_opening *opening, const cn_shape *shape,
                       unsigned twos)
{
    int32_t lock = rules->p.wild_meld_locks_wilds;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_NO) return;
    bool of_twos = lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
    unsigned locker = of_twos ? CN_MELD_TWOS : CN_MELD_WILD;
    const bool is_locker = shape->rank == locker;
    if (is_locker && cn_shape_size(shape) < (unsigned)rules->p.canasta_size)
        opening->open_lock = true;
    if (!is_locker && (of_twos ? twos : shape->wilds) == 0) return;
    opening->locked_elsewhere |= opening->holds_locked; /* the second such group */
    opening->holds_locked = true;
}

/* The hand cards of the top's group, where the opening must do without the top (P44). False if they
 * count nothing. */
static bool without_top(const cn_rules *rules, cn_opening *opening, cn_shape *shape)
{
    shape->naturals--;
    if (cn_shape_size(shape) < 3) return false;
    cn_shape built = cn_shape_new(shape->rank, true);
    for (unsigned i = 0; i < cn_shape_size(shape); i++) {
        bool wild = i >= shape->naturals;
        if (cn_shape_refusal(rules, &built, wild, true).code != CN_OK) opening->unfit = true;
        cn_shape_add(&built, wild);
    }
    if (!cn_shape_is_finished(rules, &built)) opening->unfit = true;
    return true;
}

void cn_opening_add(const cn_rules *rules, cn_opening *opening, const cn_shape *shape,
                    unsigned twos, bool top)
{
    cn_canasta kind = cn_shape_canasta(rules, shape);
    if (kind != CN_CANASTA_NONE) opening->canasta = true;
    if (kind == CN_CANASTA_NATURAL) opening->natural_canasta = true;
    if (kind == CN_CANASTA_MIXED) opening->mixed_canasta = true;
    note_locks(rules, opening, shape, twos);
    opening->points += bonus_of(rules, shape, twos, opening->hand_number);
    cn_shape counted = *shape;
    bool by_hand = rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND;
    if (top && by_hand && !without_top(rules, opening, &counted)) return;
    opening->points += points_of(rules, &counted, twos);
    if (top && !by_hand) {
        if (!rules->p.min_counts_top) opening->points -= rules->value[shape->rank]; /* P42 */
        counted.naturals--; /* for a splash only hand cards number */
        cn_shape with_top = *shape;
        note_pure(rules, opening, &counted);
        if (with_top.rank < CN_RANKS && with_top.wilds == 0 && with_top.naturals >= 3)
            opening->pure = true;
        return;
    }
    note_pure(rules, opening, &counted);
}

void cn_opening_add_sequence(const cn_rules *rules, cn_opening *opening, const cn_shape *shape,
                             uint32_t ranks, unsigned twos)
{
    for (; ranks != 0; ranks &= ranks - 1) opening->points += rules->value[__builtin_ctz(ranks)];
    opening->points += (int32_t)twos * rules->value[CN_KIND_TWO] +
                       (int32_t)(shape->wilds - twos) * rules->value[CN_KIND_JOKER];
    note_locks(rules, opening, shape, twos);
    if (cn_shape_size(shape) < (unsigned)rules->p.canasta_size) return;
    opening->canasta = true;
    opening->mixed_canasta |= shape->wilds > 0; /* P179 */
    opening->points += bonus_of(rules, shape, twos, opening->hand_number);
}

cn_opening cn_opening_staged(const cn_rules *rules, const cn_public *pub)
{
    cn_opening opening = {.hand_number = pub->hand_number};
    const cn_side *side = cn_public_acting(pub);
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        cn_shape shape = cn_shape_of(pub, side, i);
        if (meld->rank == CN_MELD_SEQUENCE) {
            cn_opening_add_sequence(rules, &opening, &shape, cn_meld_ranks(meld),
                                    cn_meld_twos(meld));
            continue;
        }
        cn_opening_add(rules, &opening, &shape, cn_meld_twos(meld), pub->turn.take_meld == i);
    }
    opening.points += cn_opening_bonus_points(rules, pub);
    return opening;
}

int32_t cn_opening_bonus_points(const cn_rules *rules, const cn_public *pub)
{
    unsigned count = 0;
    if (!rules->p.min_counts_bonuses) return 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] == pub->side_of[pub->asker])
            count += cn_public_threes(pub, seat, true);
    return cn_list_at(&rules->p.red3_schedule, count);
}

int32_t cn_public_staged_points(const cn_rules *rules, const cn_public *pub)
{
    if (!pub->turn.staging) return 0;
    return rules->plain ? cn_melds_worth(rules, cn_public_acting(pub))
                        : cn_opening_staged(rules, pub).points;
}

/* P101. */
static cn_reason refuse_shape(const cn_rules *rules, const cn_opening *opening, cn_need need)
{
    unsigned code = CN_OK;
    if (opening->open_lock && opening->locked_elsewhere) {
        code = CN_REASON_WILD_LOCK;
    } else if (rules->p.initial_no_mixed_canasta && opening->mixed_canasta) {
        code = CN_REASON_MIXED_CANASTA;
    } else if (opening->unfit) {
        code = CN_REASON_SIZE;
    } else if (rules->p.initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO && !opening->pure &&
               !opening->splash) {
        code = CN_REASON_NO_PURE;
    } else if ((need.canasta == 1 && !opening->canasta) ||
               (need.canasta == 2 && !opening->natural_canasta)) {
        code = CN_REASON_MIN_CANASTA;
    }
    return cn_reason_make(code, 0, 0);
}

bool cn_opening_shape_fits(const cn_rules *rules, const cn_opening *opening, cn_need need)
{
    return refuse_shape(rules, opening, need).code == CN_OK;
}

bool cn_opening_suffices(const cn_rules *rules, const cn_opening *opening, cn_need need)
{
    return (opening->points >= need.points || opening->splash) &&
           cn_opening_shape_fits(rules, opening, need);
}

/* P86: the whole hand is laid with a canasta, and the one card that may be left goes out. */
static bool is_exempt(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      const cn_opening *opening)
{
    const cn_params *p = &rules->p;
    const bool took = pub->turn.took, shown = pub->turn.showed_twos;
    if (p->min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER || !opening->canasta) return false;
    if ((took || shown) && p->min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW)
        return false;
    cn_cards left = *hand;
    for (unsigned i = 0; cn_pile_waits(pub) && i < pub->pile_count && left.size <= 1; i++)
        if (pub->pile[i] < CN_FACES && !cn_is_bonus(rules, cn_card_kind(pub->pile[i])))
            cn_cards_add(&left, pub->pile[i]);
    if (left.size > 1) return false;
    if (cn_out_refusal(rules, pub, left.size == 1).code != CN_OK) return false;
    if (left.size == 0) return true;
    uint32_t barred = cn_never_last(rules) | cn_never_discarded(rules);
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        if (left.kind[kind] > 0) return (barred >> kind & 1) == 0;
    return false;
}

cn_reason cn_opening_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_need need = cn_public_need(rules, pub, pub->asker);
    if (rules->plain && cn_melds_worth(rules, cn_public_acting(pub)) >= need.points)
        return cn_reason_make(CN_OK, 0, 0);
    cn_opening opening = cn_opening_staged(rules, pub);
    cn_reason shape = refuse_shape(rules, &opening, need);
    if (shape.code != CN_OK) return shape;
    if (opening.points >= need.points || opening.splash) return shape;
    if (cn_opening_empties_hand(rules, pub, hand->size)) return shape;
    if (is_exempt(rules, pub, hand, &opening)) return shape;
    return cn_reason_make(CN_REASON_MIN, opening.points, need.points);
}

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
    if (!cn_pile_waits(pub)) return 0;
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

bool cn_opening_empties_hand(const cn_rules *rules, const cn_public *pub, unsigned left)
{
    if (!rules->p.min_exempt_hand_emptied || left > 0) return false;
    return !cn_pile_waits(pub) || (cn_goal_add_rest(rules, pub, NULL) == 0 &&
                                   cn_step_collected(rules, pub, CN_STEP_OPEN).buried == 0);
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
    const unsigned of_a_colour = 2 * cn_public_packs(rules, pub);
    unsigned all = 0, seen = bonus_threes(rules, hand);
    seen += threes_in_pile(rules, pub, (cn_span){.to = pub->pile_count});
    if (cn_is_bonus(rules, CN_KIND_RED3)) all += of_a_colour;
    if (cn_is_bonus(rules, CN_KIND_BLACK3)) all += of_a_colour;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        seen += cn_public_threes(pub, seat, true) + cn_public_threes(pub, seat, false);
    return seen < all ? all - seen : 0;
}

unsigned cn_opening_draws(const cn_rules *rules, const cn_public *pub, unsigned threes)
{
    const unsigned drawn = (unsigned)rules->p.draw_on_initial_meld + threes;
    if (!cn_pile_waits(pub) || rules->p.red3_in_pile != CN_RED3_IN_PILE_EXPOSE_AND_REPLACE)
        return drawn;
    return drawn + threes_in_pile(rules, pub, cn_step_collected(rules, pub, CN_STEP_OPEN));
}

/* Cards that `open` may take from the stock: those that replace threes may be threes again (P97,
 * P136, P137). */
static unsigned most_drawn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const unsigned drawn = cn_opening_draws(rules, pub, bonus_threes(rules, hand));
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
    cn_cards come = {0};
    cn_goal g = {.need = cn_public_need(rules, pub, pub->asker),
                 .bonus_points = cn_opening_bonus_points(rules, pub),
                 .hand = hand->size - bonus_threes(rules, hand),
                 .rest = cn_goal_add_rest(rules, pub, &come),
                 .keep = cn_talon_follows(rules, pub, hand) ? 1 : (unsigned)p->keep_cards + 1,
                 .cards = hand};
    uint32_t never = cn_never_discarded(rules);
    for (unsigned kind = CN_KIND_BLACK3; kind < CN_KINDS; kind++)
        if ((never >> kind & 1) != 0) /* a three of the hand that is a bonus leaves it */
            g.stuck += come.kind[kind] + (cn_is_bonus(rules, kind) ? 0U : hand->kind[kind]);
    g.any_left = cn_may_float(rules, pub);
    if (pub->packets[pub->asker] == 0) return g;
    unsigned next = rules->packet_count - pub->packets[pub->asker];
    g.packet = (unsigned)p->reserve_packets.value[next];
    if (p->reserve_trigger == CN_RESERVE_TRIGGER_HAND_EMPTY) {
        g.any_left = !cn_packet_needs_discard(rules);
        g.keep = 1;
        if (!g.any_left) g.packet = 0;
    }
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
