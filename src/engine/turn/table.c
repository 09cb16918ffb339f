/* Seats, persons and sides of a table, and sides that form during play (P11, P146).
 * Not here: melds and cards. Invariant: every seat has one side at any time. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/step/shape.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"
#include "engine/turn/turn.h"

/* An empty table; what lies behind the last meld of a side and the last card of the pile means
 * nothing. */
static void clear(cn_public *pub)
{
    memset(pub, 0, offsetof(cn_public, side));
    for (unsigned side = 0; side < CN_SIDES_MAX; side++)
        memset(&pub->side[side], 0, offsetof(cn_side, meld));
}

void cn_public_start(cn_public *pub, const cn_rules *rules, unsigned dealer)
{
    assert(dealer < rules->seat_count);
    clear(pub);
    memcpy(pub->side_of, rules->side_of, sizeof pub->side_of);
    pub->dealer = (uint8_t)dealer;
    pub->seat = (uint8_t)cn_next_seat(rules, dealer);
    cn_public_act_for(pub, pub->seat);
    pub->out_seat = CN_SEAT_NONE;
    pub->turn.open_meld = pub->turn.to_meld = CN_NO_MELD;
    pub->turn.run_meld = pub->turn.take_meld = CN_NO_MELD;
}

static void reset_table(cn_public *pub, const cn_rules *rules)
{
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < CN_SIDES_MAX; side++)
        totals[side] = pub->side[side].total_points;
    unsigned dealer = pub->dealer, hand_number = pub->hand_number;
    cn_public_start(pub, rules, dealer);
    pub->hand_number = (uint16_t)hand_number;
    for (unsigned side = 0; side < CN_SIDES_MAX; side++)
        pub->side[side].total_points = totals[side];
}

bool cn_turned_freezes(const cn_rules *rules, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    if (cn_kind_is_wild(kind)) return rules->p.freeze_wild;
    if (kind == CN_KIND_RED3) return rules->p.freeze_red3_upcard;
    if (kind != CN_KIND_BLACK3) return false;
    return rules->p.black3_freezes || (cn_is_bonus(rules, kind) && rules->p.freeze_red3_upcard);
}

static void turn_cards(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    for (unsigned i = 0; i < event->u.deal.buried_count; i++)
        cn_pile_put(pub, CN_CARD_HIDDEN, CN_KIND_NONE);
    for (unsigned i = event->u.deal.returned_count; i < event->u.deal.turned_count; i++) {
        cn_pile_put(pub, event->u.deal.turned[i], cn_card_kind(event->u.deal.turned[i]));
        if (cn_turned_freezes(rules, event->u.deal.turned[i]))
            cn_freeze_pile(pub, rules, CN_FREEZER_TAKE);
    }
}

/* The seat lays out threes and draws as many, as far as the stock goes (P17, P26). */
static void lay_out_threes(cn_public *pub, const cn_rules *rules, unsigned seat,
                           const uint8_t three[4])
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        pub->three[seat][suit] = three[suit];
        count += three[suit];
    }
    unsigned drawn = count < pub->stock_count ? count : pub->stock_count;
    if (cn_is_unreplaced(rules, CN_WORD_DEALT)) drawn = 0; /* P167 */
    pub->hand_count[seat] = (uint16_t)(cn_hand_size(rules, pub->hand_number) - count + drawn);
    pub->stock_count = (uint16_t)(pub->stock_count - drawn);
}

void cn_public_lay_table(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    reset_table(pub, rules);
    pub->dealer = event->seat;
    pub->hand_number = event->u.deal.hand_number;
    pub->stock_count = (uint16_t)(rules->deck_size - cn_dealt_count(rules, pub->hand_number));
    unsigned seat = pub->dealer;
    for (unsigned i = 0; i < rules->seat_count; i++) {
        seat = cn_next_seat(rules, seat);
        pub->packets[seat] = /* P207 */
            (uint8_t)(rules->packet_count - cn_first_packet(rules, pub->hand_number));
        lay_out_threes(pub, rules, seat, event->u.deal.three[seat]);
    }
    turn_cards(pub, rules, event);
    pub->stock_count = (uint16_t)(pub->stock_count - pub->pile_count);
    cn_begin_turn(pub, rules, cn_next_seat(rules, pub->dealer)); /* P9 */
}

cn_due cn_public_first_due(const cn_public *pub, const cn_rules *rules)
{
    return cn_turn_due(pub, rules);
}

void cn_public_deal(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    cn_public_lay_table(pub, rules, event);
    cn_public_arrive(pub, rules, &event->start);
    cn_public_begin(pub, rules);
}

void cn_public_score(cn_public *pub, const cn_rules *rules, const cn_score *scores)
{
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < rules->side_count; side++) {
        pub->side[side].total_points += scores[side].total;
        totals[side] = pub->side[side].total_points;
    }
    unsigned winners;
    bool over = cn_game_is_over(rules, totals, pub->hand_number, pub->minutes, &winners);
    if (pub->special > 0 && rules->p.special_hands.hand[pub->special - 1].wins_game)
        over = true; /* P105 */
    pub->phase = over ? CN_PHASE_GAME_END : CN_PHASE_SCORED;
}

static cn_shape shape_of(const cn_meld *meld)
{
    return (cn_shape){
        .rank = meld->rank, .naturals = meld->naturals, .wilds = (uint8_t)cn_meld_wilds(meld)};
}

static bool joins(const cn_rules *rules, const cn_meld *first, const cn_meld *second)
{
    if (first->rank == CN_MELD_SEQUENCE || second->rank == CN_MELD_SEQUENCE) return false;
    cn_shape a = shape_of(first), b = shape_of(second);
    return cn_shape_union_fits(rules, &a, &b);
}

void cn_meld_unite(cn_meld *meld, const cn_meld *more)
{
    assert(meld->rank == more->rank && meld->rank != CN_MELD_SEQUENCE);
    meld->naturals = (uint8_t)(meld->naturals + more->naturals);
    meld->wilds = (uint8_t)(meld->wilds + more->wilds);
    meld->jokers = (uint8_t)(meld->jokers + more->jokers);
    meld->natural_suits = (uint16_t)(meld->natural_suits + more->natural_suits);
    meld->two_suits = (uint16_t)(meld->two_suits + more->two_suits);
}

/* Puts a meld of the second partner onto the common table. */
static void bring(const cn_rules *rules, cn_side *side, const cn_meld *meld)
{
    const unsigned latest = cn_side_find_meld(side, meld->rank);
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && latest != CN_NO_MELD &&
        joins(rules, &side->meld[latest], meld)) {
        cn_meld_unite(&side->meld[latest], meld);
        return;
    }
    cn_guard(side->meld_count < CN_MELDS_MAX);
    side->meld[side->meld_count++] = *meld;
    cn_side_count(side);
}

void cn_form_sides(cn_public *pub, const cn_rules *rules, unsigned lone)
{
    if (rules->p.team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO || pub->formed) return;
    unsigned first = lone == 0 ? 1 : 0, second = lone == 2 ? 1 : 2;
    cn_side *common = &pub->side[first], *left = &pub->side[second];
    for (unsigned i = 0; i < left->meld_count; i++) bring(rules, common, &left->meld[i]);
    common->set_aside = (uint8_t)(common->set_aside + left->set_aside);
    common->concealed_canastas = (uint8_t)(common->concealed_canastas + left->concealed_canastas);
    cn_side_count(common);
    left->meld_count = left->set_aside = left->concealed_canastas = 0;
    cn_side_count(left);
    pub->side_of[second] = (uint8_t)first;
    pub->formed = 1;
    cn_public_act_for(pub, pub->asker);
}
