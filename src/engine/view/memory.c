/* What a seat keeps in mind of the public events of a hand.
 * Not here: its own cards. Invariant: a card that was known to be in a hand stays known until one
 * like it is seen to leave, so that what is kept is true whatever the hand holds besides. */
#include "engine/view/memory.h"

#include <string.h>

#include "engine/step/collect.h"

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
    if (cn_step_is_discard(step.number)) remember_discard(memory, event->seat, used[0]);
    unsigned top = cn_card_kind(cn_public_top(before));
    if (step.number == CN_STEP_DRAW && top < CN_KINDS) of->declined[top]++;
    if (cn_step_collects(before, step.number)) collect(memory, rules, before, event);
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
        memory->seat[seat].came = (uint16_t)rules->p.hand_size;
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
