/* What a seat can reckon from its view: cards it has not seen, chances that a seat holds some of
 * them, what hands will cost, and how the game would stand if the hand ended now.
 * Not here: decisions. Invariant: whole numbers only, so that every machine reckons the same. */
#include "players/reckon.h"

#include <assert.h>
#include <stddef.h>

static void count_pack(const cn_public *pub, const cn_rules *rules, int16_t *kinds)
{
    const int16_t decks = (int16_t)cn_public_packs(rules, pub);
    for (unsigned kind = 0; kind < CN_RANKS; kind++) kinds[kind] = (int16_t)(4 * decks);
    kinds[CN_KIND_TWO] = (int16_t)(4 * decks);
    kinds[CN_KIND_BLACK3] = (int16_t)(2 * decks);
    kinds[CN_KIND_RED3] = (int16_t)(2 * decks);
    kinds[CN_KIND_JOKER] = (int16_t)cn_public_jokers(rules, pub);
}

static void take_off_meld(const cn_meld *meld, int16_t *kinds)
{
    kinds[CN_KIND_TWO] = (int16_t)(kinds[CN_KIND_TWO] - cn_meld_twos(meld));
    kinds[CN_KIND_JOKER] = (int16_t)(kinds[CN_KIND_JOKER] - cn_meld_jokers(meld));
    if (meld->rank == CN_MELD_SEQUENCE) {
        for (uint32_t left = cn_meld_ranks(meld); left != 0; left &= left - 1)
            kinds[__builtin_ctz(left)]--;
        return;
    }
    /* The letters of ranks, black threes and twos are the kinds of their naturals; melds of wilds
     * only have none. */
    kinds[meld->rank] = (int16_t)(kinds[meld->rank] - meld->naturals);
}

static void take_off_table(const cn_public *pub, const cn_rules *rules, int16_t *kinds)
{
    for (unsigned side = 0; side < rules->side_count; side++) {
        for (unsigned i = 0; i < pub->side[side].meld_count; i++)
            take_off_meld(&pub->side[side].meld[i], kinds);
        kinds[CN_KIND_BLACK3] = (int16_t)(kinds[CN_KIND_BLACK3] - pub->side[side].set_aside);
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *three = pub->three[seat];
        const int red = three[CN_SUIT_DIAMONDS] + three[CN_SUIT_HEARTS];
        const int black = three[CN_SUIT_CLUBS] + three[CN_SUIT_SPADES];
        kinds[CN_KIND_RED3] = (int16_t)(kinds[CN_KIND_RED3] - red);
        kinds[CN_KIND_BLACK3] = (int16_t)(kinds[CN_KIND_BLACK3] - black);
    }
}

static void take_off_pile(const cn_public *pub, int16_t *kinds)
{
    for (unsigned i = 0; i < pub->pile_count; i++) {
        const unsigned kind = cn_card_kind(pub->pile[i]);
        if (kind < CN_KINDS) kinds[kind]--; /* what is buried is not seen (P20) */
    }
}

cn_unseen_kinds cn_reckon_unseen(const cn_view *view, const cn_rules *rules)
{
    int16_t kinds[CN_KINDS];
    count_pack(&view->pub, rules, kinds);
    take_off_table(&view->pub, rules, kinds);
    take_off_pile(&view->pub, kinds);
    cn_unseen_kinds unseen = {.in_hands = 0};
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        int16_t left = (int16_t)(kinds[kind] - view->hand.kind[kind]);
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            if (seat != view->seat) left = (int16_t)(left - view->memory.seat[seat].known[kind]);
        unseen.kind[kind] = (uint16_t)(left > 0 ? left : 0);
        if (!cn_is_bonus(rules, kind))
            unseen.in_hands = (uint16_t)(unseen.in_hands + unseen.kind[kind]);
    }
    return unseen;
}

/* Cards of a seat's hand that this view knows nothing of. */
static unsigned unknown_count(const cn_view *view, unsigned seat)
{
    unsigned known = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++) known += view->memory.seat[seat].known[kind];
    const unsigned count = view->pub.hand_count[seat];
    return count > known ? count - known : 0;
}

/* Chance that none of `special` cards is among `drawn` drawn from `all`. */
static uint32_t chance_of_none(unsigned all, unsigned special, unsigned drawn)
{
    uint64_t chance = CN_CERTAIN;
    for (unsigned i = 0; i < drawn; i++) {
        if (all - special <= i) return 0;
        chance = chance * (all - special - i) / (all - i);
    }
    return (uint32_t)chance;
}

/* Chance that exactly one of them is: any of them may be the one, and the rest are without. */
static uint32_t chance_of_one(unsigned all, unsigned special, unsigned drawn)
{
    if (special == 0 || drawn == 0) return 0;
    const uint64_t rest = chance_of_none(all - 1, special - 1, drawn - 1);
    return (uint32_t)(rest * special * drawn / all);
}

uint32_t cn_reckon_holds(const cn_view *view, const cn_unseen_kinds *unseen, unsigned seat,
                         unsigned kind, unsigned count)
{
    assert(count == 1 || count == 2);
    const unsigned known = view->memory.seat[seat].known[kind];
    if (known >= count) return CN_CERTAIN;
    const unsigned all = unseen->in_hands, special = unseen->kind[kind];
    unsigned drawn = unknown_count(view, seat);
    if (drawn > all) drawn = all;
    uint32_t fewer = chance_of_none(all, special, drawn);
    if (count - known == 2) fewer += chance_of_one(all, special, drawn);
    return fewer < CN_CERTAIN ? CN_CERTAIN - fewer : 0;
}

static int32_t cost_of_kinds(const cn_rules *rules, const uint8_t *kinds)
{
    int32_t points = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        points += kinds[kind] * rules->value_in_hand[kind];
    return points;
}

/* What so many unseen cards cost on average. */
static int32_t average_cost(const cn_rules *rules, const cn_unseen_kinds *unseen, int32_t count)
{
    int32_t points = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        if (!cn_is_bonus(rules, kind)) points += unseen->kind[kind] * rules->value_in_hand[kind];
    return unseen->in_hands > 0 ? count * points / unseen->in_hands : 0;
}

int32_t cn_reckon_hand_cost(const cn_view *view, const cn_rules *rules,
                            const cn_unseen_kinds *unseen, unsigned seat)
{
    if (seat == view->seat) return cost_of_kinds(rules, view->hand.kind);
    return cost_of_kinds(rules, view->memory.seat[seat].known) +
           average_cost(rules, unseen, (int32_t)unknown_count(view, seat));
}

int32_t cn_reckon_waiting_cost(const cn_view *view, const cn_rules *rules,
                               const cn_unseen_kinds *unseen, unsigned seat)
{
    const unsigned packets = view->pub.packets[seat];
    int32_t count = view->pub.talon[seat];
    for (unsigned i = rules->packet_count - packets; i < rules->packet_count; i++)
        count += rules->p.reserve_packets.value[i];
    return average_cost(rules, unseen, count);
}

/* Takes what a seat is left with off every total that it counts for: with sides that form during
 * play (P11) partners share their cards and keep totals of their own. */
static void take_off_totals(const cn_view *view, const cn_rules *rules, unsigned seat,
                            int32_t points, int32_t *totals)
{
    const uint8_t *side_of = view->pub.side_of;
    bool counted[CN_SEATS_MAX] = {false};
    for (unsigned other = 0; other < rules->seat_count; other++) {
        const unsigned total = rules->side_of[other];
        if (side_of[other] != side_of[seat] || counted[total]) continue;
        counted[total] = true;
        totals[total] -= points;
    }
}

cn_outlook cn_reckon_outlook(const cn_view *view, const cn_rules *rules, int32_t extra_points)
{
    static const cn_cards no_hands[CN_SEATS_MAX];
    cn_score scores[CN_SIDES_MAX];
    int32_t totals[CN_SIDES_MAX];
    cn_score_hand(rules, &view->pub, no_hands, NULL, scores);
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = view->pub.side[side].total_points + scores[side].total;

    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        int32_t points = cn_reckon_waiting_cost(view, rules, &unseen, seat);
        if (seat != view->pub.out_seat) points += cn_reckon_hand_cost(view, rules, &unseen, seat);
        take_off_totals(view, rules, seat, points, totals);
    }
    const unsigned own = rules->side_of[view->seat];
    totals[own] += extra_points;

    unsigned winners = 0;
    if (!cn_game_is_over(rules, totals, view->pub.hand_number, view->pub.minutes, &winners))
        return CN_OUTLOOK_OPEN;
    return (winners >> own & 1) != 0 ? CN_OUTLOOK_WON : CN_OUTLOOK_LOST;
}
