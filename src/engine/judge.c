/* Judging steps and whole plays: legal, or why not.
 * Not here: the mask (legal.c). Invariant: CN_OK exactly for legal steps and plays. */
#include <assert.h>
#include <stddef.h>

#include "apply.h"
#include "canasta/legal.h"
#include "plan.h"
#include "possible.h"

static const char *const reason_names[] = {
#define X(code, numbers, meaning) #code,
    CN_REASONS(X)
#undef X
};

static const uint8_t reason_numbers[] = {
#define X(code, numbers, meaning) numbers,
    CN_REASONS(X)
#undef X
};

const char *cn_reason_name(unsigned code)
{
    return code < CN_REASON_CODES ? reason_names[code] : "UNKNOWN";
}

unsigned cn_reason_numbers(unsigned code)
{
    return code < CN_REASON_CODES ? reason_numbers[code] : 0;
}

/* Kinds of the hand cards a step uses, CN_KIND_NONE where it uses none. */
static void step_kinds(const cn_public *pub, unsigned number, uint8_t kinds[2])
{
    kinds[0] = cn_step_kind(number);
    kinds[1] = CN_KIND_NONE;
    if (!cn_step_is_take(number) || number == CN_STEP_TAKE_TOP) return;
    kinds[0] = cn_card_kind(cn_public_top(pub));
    kinds[1] = number == CN_STEP_TAKE_TWO     ? CN_KIND_TWO
               : number == CN_STEP_TAKE_JOKER ? CN_KIND_JOKER
                                              : kinds[0];
}

cn_step cn_step_named(const cn_public *pub, const cn_cards *hand, cn_step step)
{
    uint8_t kinds[2];
    step_kinds(pub, step.number, kinds);
    cn_step named = cn_step_make(step.number, CN_CARD_NONE, CN_CARD_NONE);
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

/* Cards that do not fit the step's number, or are not held (P130). */
static cn_reason refuse_cards(const cn_public *pub, const cn_cards *hand, cn_step step)
{
    uint8_t kinds[2];
    step_kinds(pub, step.number, kinds);
    cn_cards rest = *hand;
    for (unsigned i = 0; i < 2; i++) {
        cn_card card = step.card[i];
        if (card == CN_CARD_NONE) continue;
        if (kinds[i] == CN_KIND_NONE || cn_card_kind(card) != kinds[i])
            return cn_reason_make(
                cn_step_is_take(step.number) ? CN_REASON_TAKE_CARDS : CN_REASON_STEP, 0, 0);
        if (cn_cards_count(&rest, card) == 0) return cn_reason_make(CN_REASON_NOT_HELD, 0, 0);
        cn_cards_remove(&rest, card);
    }
    return cn_reason_make(CN_OK, 0, 0);
}

/* Shape and cards of a step, dead ends aside. What lies on the pile comes before the cards. */
static cn_reason refuse_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_step step)
{
    if (step.number >= CN_STEPS) return cn_reason_make(CN_REASON_STEP, 0, 0);
    cn_reason shape = cn_refusal(rules, pub, hand, step.number);
    bool take = cn_step_is_take(step.number) && pub->phase == CN_PHASE_DRAW;
    bool cards_first = take && (shape.code == CN_OK || shape.code == CN_REASON_NOT_HELD ||
                                shape.code > CN_REASON_TOP_RED3);
    if (shape.code != CN_OK && !cards_first) return shape;
    cn_reason cards = refuse_cards(pub, hand, step);
    return cards.code != CN_OK ? cards : shape;
}

static unsigned canastas_of(const cn_rules *rules, const cn_public *pub)
{
    return cn_side_canastas(rules, &pub->side[rules->side_of[pub->asker]]);
}

/* Why a turn that stands here cannot be finished (P46, P70, P82). */
static cn_reason refuse_finish(const cn_rules *rules, const cn_public *pub, const cn_plan *plan)
{
    if (plan->answer == CN_ANSWER_NO) return cn_reason_make(CN_REASON_ASK_NO, 0, 0);
    if (plan->answer == CN_ANSWER_YES) return cn_reason_make(CN_REASON_ASK_YES, 0, 0);
    if (plan->staging || !plan->opened) {
        unsigned left;
        int32_t reach = cn_plan_reach(plan, &left);
        if (reach < plan->minimum_points)
            return cn_reason_make(CN_REASON_MIN,
                                  reach > plan->staged_points ? reach : plan->staged_points,
                                  plan->minimum_points);
    }
    unsigned have = canastas_of(rules, pub), need = (unsigned)rules->p.out_canastas;
    bool enough = have >= need;
    if (plan->black3_laid > 0 && (plan->hand > 1 || enough))
        return cn_reason_make(CN_REASON_BLACK3, 0, 0);
    if (plan->open_rank != CN_KIND_NONE) return cn_reason_make(CN_REASON_UNFINISHED, 0, 0);
    if (plan->hand > 0 || enough) return cn_reason_make(CN_REASON_KEEP_CARD, 0, 0);
    if (need == 1) return cn_reason_make(CN_REASON_NO_CANASTA, 0, 0);
    return cn_reason_make(CN_REASON_CANASTAS, (int32_t)have, (int32_t)need);
}

void cn_try_step(const cn_rules *rules, cn_public *pub, cn_cards *hand, cn_step step)
{
    cn_event event = {.kind = CN_EVENT_STEP, .seat = pub->seat};
    event.u.step.step = cn_step_named(pub, hand, step);
    event.u.step.drawn_count = 0;
    if (step.number == CN_STEP_DRAW) {
        unsigned count = (unsigned)rules->p.draw_count;
        if (count > pub->stock_count) count = pub->stock_count;
        for (unsigned i = 0; i < count; i++) event.u.step.drawn[i] = CN_CARD_HIDDEN;
        event.u.step.drawn_count = (uint8_t)count;
    }
    cn_hand_step(hand, rules, pub, &event);
    cn_public_step(pub, rules, &event);
}

cn_reason cn_judge(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, cn_step step)
{
    cn_reason reason = refuse_step(rules, pub, hand, step);
    if (reason.code != CN_OK) return reason;
    cn_mask legal = cn_legal(rules, pub, hand);
    if (cn_mask_has(&legal, step.number)) return reason;
    cn_public after = *pub;
    cn_cards rest = *hand;
    cn_try_step(rules, &after, &rest, step);
    cn_plan plan = cn_plan_make(rules, &after, &rest);
    return refuse_finish(rules, &after, &plan);
}

/* P122: what is missing in a meld that was begun. */
static cn_reason refuse_unfinished(const cn_rules *rules, const cn_public *pub)
{
    const cn_side *side = &pub->side[rules->side_of[pub->asker]];
    const cn_meld *meld = &side->meld[pub->turn.open_meld];
    int32_t size = (int32_t)cn_meld_size(meld);
    if (meld->rank == CN_KIND_BLACK3)
        return cn_reason_make(CN_REASON_SIZE, size, rules->p.black3_meld_min);
    if (size < 3) return cn_reason_make(CN_REASON_SIZE, size, 3);
    return cn_reason_make(CN_REASON_NATURALS, meld->naturals, 2);
}

/* A whole play has been made in shape; can the turn be finished after it? */
static cn_reason refuse_play_end(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->phase != CN_PHASE_MELD) return cn_reason_make(CN_OK, 0, 0);
    if (pub->turn.open_meld != CN_NO_MELD) return refuse_unfinished(rules, pub);
    if (pub->turn.staging) {
        cn_plan staged = cn_plan_make(rules, pub, hand);
        if (!cn_plan_may_open(&staged))
            return cn_reason_make(CN_REASON_MIN, staged.staged_points, staged.minimum_points);
        return cn_reason_make(CN_REASON_OPEN_FIRST, 0, 0);
    }
    if (hand->size != pub->hand_count[pub->seat]) return cn_reason_make(CN_OK, 0, 0); /* drawn */
    cn_plan plan = cn_plan_make(rules, pub, hand);
    if (cn_plan_completable(&plan)) return cn_reason_make(CN_OK, 0, 0);
    return refuse_finish(rules, pub, &plan);
}

bool cn_step_shows_card(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_DRAW) return true;
    if (number == CN_STEP_OPEN) return pub->turn.took;
    return cn_step_is_take(number) && cn_public_has_opened(rules, pub, pub->seat);
}

/* P123: a lay onto the meld of the take that directly follows it. */
static bool belongs_to_take(const cn_rules *rules, const cn_public *pub, cn_step step)
{
    if (!cn_step_is_lay(step.number) || pub->turn.take_meld == CN_NO_MELD) return false;
    const cn_side *side = &pub->side[rules->side_of[pub->asker]];
    return cn_step_meld(step.number) == side->meld[pub->turn.take_meld].rank;
}

/* A step that is refused because an earlier group of the play is unfinished is that group's fault.
 */
static cn_reason blame(const cn_rules *rules, const cn_public *pub, cn_reason reason)
{
    return reason.code == CN_REASON_UNFINISHED ? refuse_unfinished(rules, pub) : reason;
}

/* Emptying the hand goes out by itself (P126), so its going-out check comes with the step. */
static cn_reason refuse_going_out(const cn_rules *rules, const cn_public *before,
                                  const cn_public *after, const cn_cards *hand)
{
    if (after->phase != CN_PHASE_HAND_END || after->end != CN_END_OUT)
        return cn_reason_make(CN_OK, 0, 0);
    if (after->turn.open_meld != CN_NO_MELD) return refuse_unfinished(rules, after);
    unsigned have = canastas_of(rules, after), need = (unsigned)rules->p.out_canastas;
    if (before->turn.answer == CN_ANSWER_NO) return cn_reason_make(CN_REASON_ASK_NO, 0, 0);
    if (have >= need) return cn_reason_make(CN_OK, 0, 0);
    cn_plan plan = cn_plan_make(rules, after, hand);
    return refuse_finish(rules, after, &plan);
}

cn_reason cn_judge_play(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_step *steps, unsigned step_count, unsigned *step_i)
{
    cn_public now = *pub;
    cn_cards held = *hand;
    unsigned seat = pub->seat;
    bool shown = false, ended = false;
    cn_reason reason = cn_reason_make(CN_OK, 0, 0);
    unsigned i = 0;
    for (; i < step_count; i++) {
        if (ended || (shown && !belongs_to_take(rules, &now, steps[i]))) {
            reason = cn_reason_make(ended ? CN_REASON_PHASE : CN_REASON_UNREAD, 0, 0);
            break;
        }
        reason = blame(rules, &now, refuse_step(rules, &now, &held, steps[i]));
        if (reason.code != CN_OK) break;
        cn_public before = now;
        shown |= cn_step_shows_card(rules, &now, steps[i].number);
        cn_try_step(rules, &now, &held, steps[i]);
        reason = refuse_going_out(rules, &before, &now, &held);
        if (reason.code != CN_OK) break;
        ended = now.seat != seat || now.phase == CN_PHASE_HAND_END || now.phase == CN_PHASE_DRAW;
    }
    if (reason.code == CN_OK && !ended) {
        reason = refuse_play_end(rules, &now, &held);
        if (i > 0) i--;
    }
    if (step_i != NULL) *step_i = i;
    return reason;
}

bool cn_legal_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, cn_step step)
{
    return cn_judge(rules, pub, hand, step).code == CN_OK;
}
