/* What an event changes in a view: the public state, the hand, and what the seat remembers.
 * Not here: the view itself (view.c), cards nobody has seen (unseen.c). Invariant: a view that has
 * followed all events is the one that would be taken now. */
#include "engine/view/follow.h"

#include <stddef.h>
#include <string.h>

#include "engine/step/collect.h"
#include "engine/step/limits.h"
#include "engine/step/possible.h"
#include "engine/step/swap.h"
#include "engine/step/take_all.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"
#include "engine/turn/turn.h"

static unsigned sum_of(const uint8_t three[4])
{
    return (unsigned)three[0] + three[1] + three[2] + three[3];
}

/* No more threes of a suit than the packs have, none that are no bonus. */
static bool threes_fit(const cn_rules *rules, const cn_public *pub, const uint8_t three[4],
                       bool from_pile, unsigned packs)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        if (three[suit] == 0) continue;
        uint8_t kind = cn_card_kind(cn_card_make(CN_ROW_THREES, suit));
        bool aside = from_pile && kind == CN_KIND_BLACK3 && rules->p.black3_from_pile.on;
        if (!cn_is_bonus(rules, kind) && !aside) return false;
        unsigned count = three[suit];
        for (unsigned seat = 0; seat < rules->seat_count; seat++) count += pub->three[seat][suit];
        if (count > packs) return false;
    }
    return true;
}

/* Cards of the own seat are all known, those of others are not. A three stays in a hand only where
 * one may be held, where it ended the hand, or where it came with the pile. */
static bool cards_fit(const cn_rules *rules, const cn_due *due, const cn_arrivals *arrivals,
                      bool own, bool last_threes)
{
    unsigned bonus = 0;
    for (unsigned i = 0; i < arrivals->count; i++) {
        cn_card card = arrivals->card[i];
        if (own ? card >= CN_FACES : card != CN_CARD_HIDDEN) return false;
        bonus += own && cn_is_bonus(rules, cn_card_kind(card));
    }
    bool kept = last_threes && rules->p.red3_last_card == CN_RED3_LAST_CARD_END_HAND_KEPT_IN_HAND;
    unsigned most = (due->hold_one ? 1U : 0U) + (kept ? 1U : 0U);
    if (rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE) most += due->buried;
    return bonus <= most;
}

/* P170: the stock is refilled when a turn begins without one, and when more cards come than it has.
 */
static bool refill_fits(const cn_rules *rules, const cn_public *pub, const cn_due *due,
                        const cn_arrivals *arrivals)
{
    if (!arrivals->refilled) return !due->refill && arrivals->stock_count <= pub->stock_count;
    if (!due->refill && arrivals->stock_count <= pub->stock_count) return false;
    return cn_public_refill_size(rules, pub) > 0 &&
           arrivals->stock_count <= cn_public_stock_reach(rules, pub);
}

static unsigned picked_count(const cn_rules *rules, const cn_public *pub, const cn_due *due)
{
    if (due->picked == CN_PICKED_TALON) return pub->talon[due->seat];
    return due->picked == CN_PICKED_PACKET ? cn_packet_size(rules, pub, due->seat) : 0;
}

/* P29 to P31. */
static bool draw_fits(const cn_rules *rules, const cn_public *pub, const cn_due *due,
                      const cn_arrivals *arrivals, bool last_threes)
{
    const unsigned reach = cn_public_stock_reach(rules, pub);
    bool emptied = arrivals->stock_count == reach;
    if (last_threes && (!emptied || reach == 0)) return false;
    if (rules->p.short_draw == CN_SHORT_DRAW_END_HAND && reach < due->draw)
        return arrivals->stock_count == 0 && arrivals->count == 0;
    if (cn_is_unreplaced(rules, CN_WORD_DRAWN)) /* P167 */
        return !last_threes && (arrivals->stock_count == due->draw ||
                                (emptied && arrivals->stock_count < due->draw));
    unsigned most = due->draw + (last_threes ? 1U : 0U); /* one that is kept in hand */
    return arrivals->count <= most && (arrivals->count >= due->draw || emptied);
}

/* True if what arrives is what is due, as far as this seat can tell. `hand` is the own hand if the
 * arrivals are the own seat's, otherwise NULL. */
static bool arrivals_fit(const cn_rules *rules, const cn_public *pub, const cn_due *due,
                         const cn_arrivals *arrivals, const cn_cards *hand, bool last_threes)
{
    if (arrivals->seat != due->seat) return false;
    if (due->seat == CN_SEAT_NONE) return !last_threes;
    if (arrivals->picked != due->picked || arrivals->count > CN_ARRIVALS_MAX) return false;
    if (!refill_fits(rules, pub, due, arrivals)) return false;
    const bool added = arrivals->refilled && rules->p.stock_refill == CN_STOCK_REFILL_ADD_PACK;
    const unsigned packs = cn_public_packs(rules, pub) + (added ? 1U : 0U);
    if (!threes_fit(rules, pub, arrivals->three, due->buried > 0, packs)) return false;
    unsigned from_hand = sum_of(arrivals->hand_three), laid_out = sum_of(arrivals->three);
    if (!due->lay_out && from_hand > 0) return false;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        if (arrivals->hand_three[suit] > arrivals->three[suit]) return false;
        if (hand != NULL &&
            arrivals->hand_three[suit] > cn_cards_count(hand, cn_card_make(CN_ROW_THREES, suit)))
            return false;
    }
    if (from_hand > pub->hand_count[due->seat]) return false;
    unsigned came = arrivals->stock_count + due->buried + picked_count(rules, pub, due);
    if (arrivals->count + laid_out != came + from_hand) return false;
    if (!cards_fit(rules, due, arrivals, hand != NULL, last_threes)) return false;
    if (due->drawing) return draw_fits(rules, pub, due, arrivals, last_threes);
    return !last_threes && arrivals->stock_count <= (unsigned)due->draw + due->replace + laid_out;
}

static bool turned_fits(const cn_rules *rules, const cn_event *event)
{
    unsigned turned = event->u.deal.turned_count;
    if (turned > CN_TURNED_MAX) return false;
    for (unsigned i = 0; i < turned; i++)
        if (event->u.deal.turned[i] >= CN_FACES) return false;
    const unsigned returned = event->u.deal.returned_count;
    if (returned > 0 && rules->p.upcard_mode != CN_UPCARD_MODE_RETURN_TO_STOCK) return false;
    if (turned <= returned) return turned + event->u.deal.buried_count == 0;
    return event->u.deal.buried_count <= cn_buried_count(rules, event->u.deal.turned[returned]);
}

static bool dealt_cards_fit(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    unsigned used = cn_dealt_count(rules, event->u.deal.hand_number) + event->u.deal.turned_count +
                    event->u.deal.buried_count;
    const unsigned packs = (unsigned)rules->p.decks;
    cn_public empty = {0};
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *three = event->u.deal.three[seat];
        unsigned laid_out = sum_of(three);
        used += cn_is_unreplaced(rules, CN_WORD_DEALT) ? 0 : laid_out;
        if (!threes_fit(rules, &empty, three, false, packs)) return false;
        if (laid_out > 0 && rules->p.deal_red3_timing != CN_DEAL_RED3_TIMING_AT_DEAL) return false;
        for (unsigned suit = 0; suit < CN_SUITS; suit++) empty.three[seat][suit] = three[suit];
        if ((event->u.deal.known[seat] != 0) != (seat == view->seat)) return false;
    }
    return used <= (unsigned)rules->deck_size; /* cards that went back are there again */
}

bool cn_deal_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_public *pub = &view->pub;
    if (pub->phase != CN_PHASE_START && pub->phase != CN_PHASE_SCORED) return false;
    if (event->seat >= rules->seat_count) return false;
    if (event->u.deal.hand_number != pub->hand_number + 1) return false;
    if (!turned_fits(rules, event) || !dealt_cards_fit(view, rules, event)) return false;
    cn_public dealt = *pub;
    cn_public_lay_table(&dealt, rules, event);
    const cn_cards *hand = NULL;
    if (view->seat < rules->seat_count) {
        hand = &event->u.deal.hand[view->seat];
        if (hand->size != dealt.hand_count[view->seat]) return false;
    }
    cn_due due = cn_public_first_due(&dealt, rules);
    return arrivals_fit(rules, &dealt, &due, &event->start, due.seat == view->seat ? hand : NULL,
                        false);
}

/* The named cards fit the step's number (P130). */
static bool named_cards_fit(const cn_public *pub, cn_step step)
{
    uint8_t first = cn_step_kind(step.number), second = CN_KIND_NONE;
    if (cn_step_is_sequence(step.number) && step.card[0] != step.number - CN_STEP_SEQUENCE)
        return false;
    if (cn_step_is_take(step.number) && step.number != CN_STEP_TAKE_TOP) {
        first = second = cn_card_kind(cn_public_top(pub));
        if (step.number == CN_STEP_TAKE_TWO) second = CN_KIND_TWO;
        if (step.number == CN_STEP_TAKE_JOKER) second = CN_KIND_JOKER;
    }
    return cn_card_kind(step.card[0]) == first && cn_card_kind(step.card[1]) == second;
}

/* The cards that another seat's step shows, in a hand of the right size. */
static bool assume_hand(const cn_public *pub, cn_step step, cn_cards *assumed)
{
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    if (cn_step_shows(step)) count = 2; /* which stay there (P201) */
    *assumed = (cn_cards){.size = pub->hand_count[pub->seat]};
    if (count > assumed->size) return false;
    for (unsigned i = 0; i < count; i++) {
        if (used[i] >= CN_FACES) return false;
        cn_cards_add(assumed, used[i]);
        assumed->size--;
    }
    return true;
}

static bool others_ask_can_follow(const cn_rules *rules, const cn_public *pub)
{
    bool timely =
        pub->phase == CN_PHASE_MELD ||
        (pub->phase == CN_PHASE_DRAW && rules->p.ask_timing == CN_ASK_TIMING_BEFORE_OR_AFTER_DRAW);
    return timely && rules->p.ask_partner != CN_ASK_PARTNER_NONE && !pub->turn.asked &&
           cn_partner(rules, pub, pub->seat) != CN_SEAT_NONE;
}

/* Naming and joining melds. */
static bool others_list_step_can_follow(const cn_rules *rules, const cn_public *pub,
                                        unsigned number)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    if (!rules->many || turn->open_meld != CN_NO_MELD) return false;
    if (cn_step_is_to_meld(number))
        return (pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD) &&
               turn->to_meld == CN_NO_MELD && number - CN_STEP_TO_MELD < side->meld_count;
    if (number == CN_STEP_NEW) return pub->phase == CN_PHASE_MELD && turn->run_meld != CN_NO_MELD;
    unsigned first = turn->to_meld, second = number - CN_STEP_JOIN;
    if (first == CN_NO_MELD || second <= first || second >= side->meld_count) return false;
    unsigned rank = side->meld[first].rank;
    return rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE &&
           pub->phase == CN_PHASE_MELD && !turn->staging && rank == side->meld[second].rank &&
           (rank < CN_RANKS || rank == CN_MELD_TWOS);
}

/* Steps of PHASE_MELD that finish something: what can be said without the hand. */
static bool others_end_can_follow(const cn_rules *rules, const cn_public *pub,
                                  const cn_event *event)
{
    const cn_turn *turn = &pub->turn;
    unsigned number = event->u.step.step.number;
    bool settled = turn->open_meld == CN_NO_MELD && turn->to_meld == CN_NO_MELD;
    bool unmelded = cn_public_acting(pub)->meld_count == 0 && !turn->laid;
    if (number == CN_STEP_LAY_OUT) /* S13: also before drawing */
        return unmelded && rules->p.hold_one_three && settled &&
               (pub->phase == CN_PHASE_MELD || pub->phase == CN_PHASE_DRAW);
    if (pub->phase != CN_PHASE_MELD || !settled) return false;
    if (number == CN_STEP_OPEN) return turn->staging;
    if (turn->staging) return false;
    if (cn_step_is_discard(number)) {
        unsigned kind = cn_step_kind(number);
        if (rules->p.discard_threes == CN_DISCARD_THREES_ALL) return true;
        return !cn_kind_is_three(kind) ||
               (kind == CN_KIND_BLACK3 && rules->p.discard_threes == CN_DISCARD_THREES_BLACK_ONLY);
    }
    if (number == CN_STEP_PASS) return pub->hand_count[pub->seat] > 0;
    return number == CN_STEP_DECLARE && !turn->laid && !turn->took && !turn->showed_twos &&
           !cn_melds_bar_special(rules, pub);
}

/* What can be said of another seat's step without its hand. */
static bool others_step_can_follow(const cn_view *view, const cn_rules *rules,
                                   const cn_event *event)
{
    const cn_public *pub = &view->pub;
    cn_step step = event->u.step.step;
    cn_cards assumed;
    if (!assume_hand(pub, step, &assumed)) return false;
    if (cn_step_is_lay(step.number) || cn_step_is_take(step.number) || cn_step_is_swap(step.number))
        return cn_possible(rules, pub, &assumed, step.number);
    if (cn_step_is_to_meld(step.number) || cn_step_is_join(step.number) ||
        step.number == CN_STEP_NEW)
        return others_list_step_can_follow(rules, pub, step.number);
    if (step.number == CN_STEP_TAKE_ALL)
        return pub->phase == CN_PHASE_DRAW && !cn_public_in_draw(pub) &&
               cn_take_all_refusal(rules, pub, NULL).code == CN_OK;
    if (step.number == CN_STEP_PICK || cn_public_in_draw(pub))
        return cn_step_refusal(rules, pub, &assumed, step.number).code == CN_OK;
    if (step.number == CN_STEP_DRAW)
        return pub->phase == CN_PHASE_DRAW && pub->turn.to_meld == CN_NO_MELD;
    if (step.number == CN_STEP_ASK) return others_ask_can_follow(rules, pub);
    if (step.number == CN_STEP_YES || step.number == CN_STEP_NO)
        return pub->phase == CN_PHASE_ANSWER;
    return others_end_can_follow(rules, pub, event);
}

/* The special hand that is declared is one of the table's, and the own seat's the dearest. */
static bool special_fits(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    unsigned special = event->u.step.special;
    if (event->u.step.step.number != CN_STEP_DECLARE) return special == 0;
    if (event->seat == view->seat) return special == cn_find_special_hand(rules, &view->hand);
    return special > 0 && special <= (unsigned)rules->p.special_hands.count;
}

/* What the step and the next turn bring is what is due after it. */
static bool step_arrivals_fit(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    cn_public after = view->pub;
    cn_cards hand = view->hand;
    bool own = event->seat == view->seat;
    if (own) cn_hand_play(&hand, rules, &after, event->u.step.step);
    cn_due due = cn_public_act(&after, rules, event->u.step.step);
    const cn_arrivals *drawn = &event->u.step.drawn;
    if (!arrivals_fit(rules, &after, &due, drawn, own ? &hand : NULL,
                      event->u.step.last_threes != 0))
        return false;
    cn_public_arrive(&after, rules, drawn);
    const bool threes_left = event->u.step.threes_left != 0; /* P204 */
    const unsigned number = event->u.step.step.number;
    if (own ? threes_left != cn_leaves_threes(rules, &after, &hand, number)
            : threes_left && !cn_may_leave_threes(rules, &after, number))
        return false;
    due = cn_public_settle(&after, rules, event);
    const cn_cards *starter = due.seat == view->seat ? &view->hand : NULL;
    return arrivals_fit(rules, &after, &due, &event->start, starter, false);
}

bool cn_step_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_public *pub = &view->pub;
    cn_step step = event->u.step.step;
    bool acting =
        pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD || pub->phase == CN_PHASE_ANSWER;
    if (!acting || event->seat != pub->seat || step.number >= CN_STEPS) return false;
    const bool takes = cn_step_is_take(step.number) || step.number == CN_STEP_TAKE_ALL;
    if (takes && pub->pile_count == 0) return false;
    if (!named_cards_fit(pub, step) || !special_fits(view, rules, event)) return false;
    bool can = event->seat == view->seat ? cn_possible_step(rules, pub, &view->hand, step)
                                         : others_step_can_follow(view, rules, event);
    return can && step_arrivals_fit(view, rules, event);
}

bool cn_score_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_public *pub = &view->pub;
    if (pub->phase != CN_PHASE_HAND_END) return false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_cards *left = &event->u.score.hand[seat];
        if (left->size != pub->hand_count[seat]) return false;
        if (seat == view->seat && !cn_cards_equal(left, &view->hand)) return false;
        unsigned waiting = pub->talon[seat];
        for (unsigned packet = (unsigned)rules->packet_count - pub->packets[seat];
             packet < rules->packet_count; packet++)
            waiting += (unsigned)rules->p.reserve_packets.value[packet];
        if (event->u.score.waiting[seat].size != waiting) return false;
    }
    return true;
}

static void learn(cn_seat_memory *of, cn_card card)
{
    of->known[cn_card_kind(card)]++;
    if (card == CN_CARD_JOKER) return;
    uint16_t *row = &of->known_suits[cn_card_row(card)];
    *row = (uint16_t)(*row + (1U << 4 * cn_card_suit(card)));
}

static bool keeps_threes(const cn_rules *rules)
{
    return rules->p.hold_one_three || rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE;
}

/* An unseen card of the hand turned out to be a bonus three. Where one may be held it was the only
 * one. */
static void lose_three(cn_seat_memory *of, const cn_rules *rules)
{
    if (!keeps_threes(rules)) return;
    if (of->came > 0) of->came--;
    if (of->open > 0) of->open--;
    if (!rules->p.hold_one_three) return;
    of->open = 0;
    if (of->held_three != CN_HELD_THREE_NONE) of->held_three = CN_HELD_THREE_PERHAPS;
}

static void forget(cn_seat_memory *of, const cn_rules *rules, cn_card card)
{
    const unsigned kind = cn_card_kind(card), one = 1U << 4 * cn_card_suit(card);
    uint8_t *known = &of->known[kind];
    if (*known > 0) --*known;
    if (card == CN_CARD_JOKER) return;
    uint16_t *row = &of->known_suits[cn_card_row(card)];
    if ((*row & 15U * one) != 0)
        *row = (uint16_t)(*row - one);
    else if (cn_is_bonus(rules, kind))
        lose_three(of, rules);
}

/* P201: the twos are in that hand, whichever of them may have been known to be there. */
static void see_shown(cn_seat_memory *of, cn_step step)
{
    for (unsigned i = 0; i < 2; i++) {
        const cn_card two = step.card[i];
        const unsigned shown = step.card[0] == step.card[1] ? i + 1 : 1;
        if ((of->known_suits[CN_ROW_TWOS] >> 4 * cn_card_suit(two) & 15U) < shown) learn(of, two);
    }
}

static void remember_discard(cn_memory *memory, unsigned seat, cn_card card)
{
    memory->seat[seat].discarded[cn_card_kind(card)]++;
    if (memory->discard_count == CN_DISCARDS_MAX) { /* the oldest go first; counts stay */
        memmove(memory->discard, memory->discard + 1,
                sizeof memory->discard[0] * (CN_DISCARDS_MAX - 1));
        memory->discard_count--;
    }
    memory->discard[memory->discard_count++] = (cn_discard){(uint8_t)seat, card};
}

static void collect(cn_memory *memory, const cn_rules *rules, const cn_public *before,
                    const cn_event *step)
{
    cn_seat_memory *of = &memory->seat[step->seat];
    const cn_span span = cn_step_collected(rules, before, step->u.step.step.number);
    for (unsigned i = span.from; i < span.to; i++) {
        const cn_card card = before->pile[i];
        const unsigned kind = cn_card_kind(card);
        if (cn_collected_stays(rules, kind))
            learn(of, card);
        else if (!cn_is_bonus(rules, kind))
            memory->aside[cn_card_suit(card)]++;
    }
    if (rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE)
        of->open = (uint16_t)(of->open + span.buried);
}

/* Threes that left a hand for the table may have been known to be in it; black ones that are no
 * bonus were set aside. */
static void remember_arrivals(cn_memory *memory, const cn_rules *rules, const cn_arrivals *arrivals)
{
    if (arrivals->seat == CN_SEAT_NONE) return;
    cn_seat_memory *of = &memory->seat[arrivals->seat];
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        if (arrivals->three[suit] == 0) continue;
        const cn_card card = cn_card_make(CN_ROW_THREES, suit);
        if (!cn_is_bonus(rules, cn_card_kind(card)))
            memory->aside[suit] = (uint8_t)(memory->aside[suit] + arrivals->three[suit]);
        for (unsigned i = 0; i < arrivals->hand_three[suit]; i++) forget(of, rules, card);
    }
    if (!keeps_threes(rules)) return;
    of->came = (uint16_t)(of->came + arrivals->count);
    if (rules->p.hold_one_three) of->open = (uint16_t)(of->open + arrivals->count);
}

void cn_memory_step(cn_memory *memory, const cn_rules *rules, const cn_public *before,
                    const cn_event *event)
{
    const cn_step step = event->u.step.step;
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    cn_seat_memory *of = &memory->seat[event->seat];
    for (unsigned i = 0; i < count; i++) forget(of, rules, used[i]);
    if (cn_step_shows(step)) see_shown(of, step);
    if (cn_step_is_discard(step.number)) remember_discard(memory, event->seat, used[0]);
    unsigned top = cn_card_kind(cn_public_top(before));
    if (step.number == CN_STEP_DRAW && top < CN_KINDS && !cn_public_in_draw(before))
        of->declined[top]++;
    if (step.number == CN_STEP_PICK && top < CN_KINDS) learn(of, cn_public_top(before));
    if (cn_step_collects(before, step.number)) collect(memory, rules, before, event);
    if (cn_step_is_swap(step.number)) learn(of, cn_swap_brings(rules, before, step));
    remember_arrivals(memory, rules, &event->u.step.drawn);
    remember_arrivals(memory, rules, &event->start);
}

/* ---- the three that may be held (P97, S13) ---- */

/* The first suits that stand for a three of this suit or a lower one. */
static uint8_t up_to(unsigned suit)
{
    return (uint8_t)(suit + 1);
}

/* A three is only laid out by a hand that keeps one, and of several that come at once the lowest
 * stays: so the held one is no higher than any that left the hand with it. */
static void see_laid_out(cn_memory *memory, const cn_arrivals *arrivals)
{
    uint8_t *held = &memory->seat[arrivals->seat].held_three;
    unsigned laid_out = 0;
    for (unsigned suit = CN_SUITS; suit > 0; suit--) {
        laid_out += arrivals->three[suit - 1];
        if (arrivals->hand_three[suit - 1] > 0) *held = up_to(suit - 1);
    }
    if (laid_out > 0 && *held == CN_HELD_THREE_PERHAPS) *held = CN_HELD_THREE_ANY;
}

void cn_memory_deal(cn_memory *memory, const cn_rules *rules, const cn_event *deal)
{
    memset(memory, 0, sizeof *memory);
    if (!keeps_threes(rules)) return;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        memory->seat[seat].came = (uint16_t)cn_hand_size(rules, deal->u.deal.hand_number);
    remember_arrivals(memory, rules, &deal->start);
    if (!rules->p.hold_one_three) return;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        memory->seat[seat].open = memory->seat[seat].came;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned suit = 0; suit < CN_SUITS; suit++) /* some of them were dealt with it */
            if (deal->u.deal.three[seat][suit] > 0) memory->seat[seat].held_three = up_to(suit);
    if (deal->start.seat != CN_SEAT_NONE) see_laid_out(memory, &deal->start);
}

void cn_memory_held_threes(cn_memory *memory, const cn_rules *rules, const cn_public *after,
                           const cn_event *step)
{
    if (!rules->p.hold_one_three) return;
    switch (step->u.step.step.number) {
    case CN_STEP_OPEN: memory->seat[step->seat].held_three = CN_HELD_THREE_NONE; break;
    case CN_STEP_DRAW:
    case CN_STEP_PICK:
        if (step->u.step.drawn.seat != CN_SEAT_NONE) see_laid_out(memory, &step->u.step.drawn);
        break;
    default: break;
    }
    const cn_arrivals *start = &step->start;
    if (start->seat == CN_SEAT_NONE) return;
    if (cn_public_has_opened(after, start->seat))
        memory->seat[start->seat].held_three = CN_HELD_THREE_NONE;
    else
        see_laid_out(memory, start);
}
