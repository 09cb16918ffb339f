/* Judging steps and whole plays: legal, or why not.
 * Not here: the mask (legal.c). Invariant: CN_OK exactly for legal steps and plays. */
#include <assert.h>
#include <stddef.h>

#include "canasta/legal.h"
#include "engine/finish/plan.h"
#include "engine/finish/refusal.h"
#include "engine/finish/stay.h"
#include "engine/finish/tellers.h"
#include "engine/step/collect.h"
#include "engine/step/limits.h"
#include "engine/step/opening.h"
#include "engine/step/out.h"
#include "engine/step/possible.h"
#include "engine/step/refuse.h"
#include "engine/step/shape.h"
#include "engine/step/target.h"
#include "engine/table/faces.h"
#include "engine/turn/apply.h"

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

/* Whichever cards of its kinds a legal step names, the turn can be finished after it. */
static bool suits_are_free(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number)
{
    if (cn_step_is_take(number)) return cn_ask_stays(rules, pub, hand, number) == CN_TOLD_YES;
    const cn_params *p = &rules->p;
    const unsigned most = (unsigned)p->meld_min; /* laid, until the meld is finished */
    return !pub->turn.owes && cn_understands(rules, CN_TELLER_STAY) &&
           cn_step_meld(number) < CN_RANKS && p->min_naturals <= p->meld_min &&
           cn_public_has_opened(pub, pub->asker) && !cn_must_go_out(rules, pub) &&
           cn_stuck_cards(rules, hand) == 0 &&
           pub->hand_count[pub->asker] > most + cn_keep_cards(rules, pub);
}

cn_step cn_step_named(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_step step)
{
    if (cn_step_is(step.number, CN_STEP_OTHER))
        return cn_step_make(step.number, CN_CARD_NONE, CN_CARD_NONE);
    const bool suits_matter = rules->p.sequences && !cn_step_is_discard(step.number);
    if (!suits_matter && !cn_step_is_take(step.number)) {
        cn_card card = step.card[0];
        if (card == CN_CARD_NONE) card = cn_cards_lowest(hand, cn_step_kind(step.number));
        return cn_step_make(step.number, card, CN_CARD_NONE);
    }
    if (!suits_matter || step.card[0] != CN_CARD_NONE || step.card[1] != CN_CARD_NONE)
        return cn_step_lowest(rules, pub, hand, step);
    cn_step second;
    if (!cn_step_choice(rules, pub, hand, step.number, 1, &second) ||
        suits_are_free(rules, pub, hand, step.number))
        return cn_step_lowest(rules, pub, hand, step);
    const uint32_t efforts[] = {CN_EFFORT_USUAL, CN_EFFORT_MOST}; /* S28 */
    const uint64_t loose = cn_step_is_lay(step.number) ? cn_faces_loose(rules, pub, hand) : 0;
    cn_step choice;
    for (unsigned i = 0; i < 2; i++) {
        cn_effort effort = {efforts[i]};
        for (unsigned place = 0; cn_step_choice(rules, pub, hand, step.number, place, &choice);
             place++)
            if ((loose >> choice.card[0] & 1) != 0 ||
                cn_completable_by(rules, pub, hand, choice, &effort))
                return cn_step_lowest(rules, pub, hand, choice);
        if (effort.left > 0) break;
    }
    return cn_step_lowest(rules, pub, hand, step);
}

/* Cards that do not fit the step's number, or are not held (P130). */
static cn_reason refuse_cards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_step step)
{
    const bool shows = rules->p.take_two_with_twos != CN_TAKE_TWO_WITH_TWOS_NEVER &&
                       cn_take_shows(pub, step.number);
    uint8_t kinds[2];
    cn_step_kinds(pub, step.number, kinds);
    cn_cards rest = *hand;
    for (unsigned i = 0; i < 2; i++) {
        cn_card card = step.card[i];
        if (card == CN_CARD_NONE) continue;
        if (cn_step_is_sequence(step.number) && card != step.number - CN_STEP_SEQUENCE)
            return cn_reason_make(CN_REASON_STEP, 0, 0);
        if (kinds[i] == CN_KIND_NONE || cn_card_kind(card) != kinds[i])
            return cn_reason_make(
                cn_step_is_take(step.number) ? CN_REASON_TAKE_CARDS : CN_REASON_STEP, 0, 0);
        if (cn_cards_count(&rest, card) == 0) return cn_reason_make(CN_REASON_NOT_HELD, 0, 0);
        if (shows && !cn_two_is_shown(rules, cn_public_top(pub), card))
            return cn_reason_make(CN_REASON_SHOW_TWOS, 0, 0);
        cn_cards_remove(&rest, card);
    }
    const bool swaps = cn_step_is_swap(step.number) && step.card[0] != CN_CARD_NONE;
    const bool gives = !swaps || cn_swap_giver(rules, pub, step).meld != CN_NO_MELD;
    return cn_reason_make(gives ? CN_OK : CN_REASON_NO_SWAP, 0, 0);
}

/* The cards of a step whose shape is that. What lies on the pile comes before the cards. */
static cn_reason refuse_named(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_step step, cn_reason shape)
{
    bool take = cn_step_is_take(step.number) && pub->phase == CN_PHASE_DRAW;
    bool cards_first = take && (shape.code == CN_OK || shape.code == CN_REASON_NOT_HELD ||
                                shape.code > CN_REASON_TOP_RED3);
    if (shape.code != CN_OK && !cards_first) return shape;
    cn_reason cards = refuse_cards(rules, pub, hand, step);
    return cards.code != CN_OK ? cards : shape;
}

/* Shape and cards of a step, dead ends aside. */
static cn_reason refuse_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_step step)
{
    if (step.number >= CN_STEPS) return cn_reason_make(CN_REASON_STEP, 0, 0);
    cn_effort effort = {CN_EFFORT_USUAL};
    cn_reason shape = cn_refusal(rules, pub, hand, step.number, &effort);
    if (effort.left == 0 && cn_legal_has(rules, pub, hand, step.number)) shape.code = CN_OK;
    return refuse_named(rules, pub, hand, step, shape);
}

/* Why a turn that stands here cannot be finished (P46, P70, P82). `hand` is what is left. */
static cn_reason refuse_finish(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    bool binding = rules->p.ask_binding != 0;
    if (binding && turn->answer == CN_ANSWER_NO) return cn_reason_make(CN_REASON_ASK_NO, 0, 0);
    if (binding && turn->answer == CN_ANSWER_YES) return cn_reason_make(CN_REASON_ASK_YES, 0, 0);
    if (turn->owes && cn_public_has_opened(pub, pub->asker))
        return cn_reason_make(CN_REASON_PILE_OWED, 0, 0);
    if (turn->staging || cn_public_acting(pub)->meld_count == 0) {
        cn_need need = cn_public_need(rules, pub, pub->asker);
        int32_t reach = cn_plan_best_count(rules, pub, hand);
        if (reach < need.points) return cn_reason_make(CN_REASON_MIN, reach, need.points);
    }
    cn_reason out = cn_out_refusal(rules, pub, hand->size == 1);
    bool enough = out.code == CN_OK;
    if (turn->laid_black3 != CN_BLACK3_NONE && (hand->size > 1 || enough))
        return cn_reason_make(CN_REASON_BLACK3, 0, 0);
    if (turn->open_meld != CN_NO_MELD) return cn_reason_make(CN_REASON_UNFINISHED, 0, 0);
    if (hand->size > 0 || enough) return cn_reason_make(CN_REASON_KEEP_CARD, 0, 0);
    return out;
}

/* The step is legal with some card; can the turn be finished with the card it names (S26, S28)? */
static bool suits_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_step step)
{
    cn_effort usual = {CN_EFFORT_USUAL}, most = {CN_EFFORT_MOST};
    if (cn_completable_by(rules, pub, hand, step, &usual)) return true;
    return usual.left == 0 && cn_completable_by(rules, pub, hand, step, &most);
}

cn_reason cn_judge(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, cn_step step)
{
    cn_reason reason = refuse_step(rules, pub, hand, step);
    if (reason.code != CN_OK) return reason;
    bool named = rules->p.sequences && step.card[0] != CN_CARD_NONE &&
                 (cn_step_is_lay(step.number) || cn_step_is_take(step.number) ||
                  cn_step_is_swap(step.number));
    if (cn_legal_has(rules, pub, hand, step.number) &&
        (!named || suits_choice(rules, pub, hand, step)))
        return reason;
    cn_public after = *pub;
    cn_cards rest = *hand;
    cn_try_certain(rules, &after, &rest, step);
    return refuse_finish(rules, &after, &rest);
}

/* P122: what is missing in a meld that was begun. */
static cn_reason refuse_unfinished(const cn_rules *rules, const cn_public *pub)
{
    const cn_meld *meld = &cn_public_acting(pub)->meld[pub->turn.open_meld];
    int32_t size = (int32_t)cn_meld_size(meld);
    if (meld->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules))
        return cn_reason_make(CN_REASON_SIZE, size, rules->p.black3_meld_min);
    if (size < rules->p.meld_min) return cn_reason_make(CN_REASON_SIZE, size, rules->p.meld_min);
    return cn_reason_make(CN_REASON_NATURALS, meld->naturals,
                          cn_shape_least_naturals(rules, meld->rank));
}

/* A whole play has been made in shape; can the turn be finished after it? What a new card brings
 * cannot be looked at: the step that shows it must have been `offered`. */
static cn_reason refuse_play_end(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 bool offered)
{
    if (pub->phase != CN_PHASE_MELD) return cn_reason_make(CN_OK, 0, 0);
    if (pub->turn.open_meld != CN_NO_MELD) return refuse_unfinished(rules, pub);
    if (pub->turn.staging) {
        cn_reason opening = cn_opening_refusal(rules, pub, hand);
        return opening.code != CN_OK ? opening : cn_reason_make(CN_REASON_OPEN_FIRST, 0, 0);
    }
    if (pub->turn.to_meld != CN_NO_MELD) return cn_reason_make(CN_REASON_SIZE, 0, 1);
    if (hand->size != pub->hand_count[pub->seat]) /* drawn */
        return offered ? cn_reason_make(CN_OK, 0, 0) : refuse_finish(rules, pub, hand);
    cn_effort effort = {CN_EFFORT_USUAL};
    if (cn_completable(rules, pub, hand, &effort)) return cn_reason_make(CN_OK, 0, 0);
    cn_mask legal = {{0}};
    if (effort.left == 0) legal = cn_legal(rules, pub, hand);
    return cn_mask_count(&legal) > 0 ? cn_reason_make(CN_OK, 0, 0)
                                     : refuse_finish(rules, pub, hand);
}

static bool stages_canasta(const cn_rules *rules, const cn_public *pub)
{
    return cn_side_canastas(rules, cn_public_acting(pub)) > 0;
}

static bool completes_canasta(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (cn_step_is_join(number)) return true;
    if (number == CN_STEP_OPEN) return stages_canasta(rules, pub);
    if (!cn_step_is_lay(number) || pub->turn.staging) return false;
    const cn_side *side = cn_public_acting(pub);
    unsigned target = cn_step_target(rules, pub, number);
    return target < side->meld_count &&
           cn_meld_size(&side->meld[target]) + 1 == (unsigned)rules->p.canasta_size;
}

/* True if the step may pick up a packet (P111, P112, S12). */
static bool may_bring_packet(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (pub->packets[pub->asker] == 0) return false;
    switch (rules->p.reserve_trigger) {
    case CN_RESERVE_TRIGGER_HAND_EMPTY:
        if (number == CN_STEP_OPEN) return pub->hand_count[pub->asker] == 0;
        return cn_step_is_lay(number) && !pub->turn.staging && pub->hand_count[pub->asker] == 1;
    case CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA:
        return !pub->own_canasta[pub->asker] && completes_canasta(rules, pub, number);
    case CN_RESERVE_TRIGGER_SIDE_INITIAL_MELD: return number == CN_STEP_OPEN;
    }
    return false;
}

bool cn_step_shows_card(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_DRAW || number == CN_STEP_LAY_OUT) return true;
    if (number == CN_STEP_PICK)
        return rules->p.draw_stepwise == CN_DRAW_STEPWISE_NO && cn_public_to_draw(rules, pub) > 1;
    if (cn_step_collects(pub, number)) return true;
    if (number == CN_STEP_OPEN && (rules->p.draw_on_initial_meld > 0 || rules->p.hold_one_three))
        return true;
    return may_bring_packet(rules, pub, number);
}

/* P123: a lay onto the meld of the take that directly follows it. */
static bool belongs_to_take(const cn_rules *rules, const cn_public *pub, cn_step step)
{
    const cn_turn *turn = &pub->turn;
    if (!cn_step_is_lay(step.number) || !turn->run_of_take || turn->run_meld == CN_NO_MELD)
        return false;
    return cn_step_target(rules, pub, step.number) == turn->run_meld;
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
    if (rules->p.ask_binding && before->turn.answer == CN_ANSWER_NO)
        return cn_reason_make(CN_REASON_ASK_NO, 0, 0);
    cn_reason out = cn_out_refusal(rules, after, false);
    return out.code == CN_OK ? out : refuse_finish(rules, after, hand);
}

/* S30: a swap is legal by itself, and what comes before it does not count on it. */
static cn_reason refuse_swap(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_step step, bool first)
{
    cn_reason reason = cn_reason_make(CN_OK, 0, 0);
    if (!first) reason = refuse_play_end(rules, pub, hand, true);
    return reason.code != CN_OK ? reason : cn_judge(rules, pub, hand, step);
}

cn_reason cn_judge_play(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_step *steps, unsigned step_count, unsigned *step_i)
{
    cn_public now = *pub;
    cn_cards held = *hand;
    unsigned seat = pub->seat;
    bool shown = false, ended = false, offered = true;
    cn_reason reason = cn_reason_make(CN_OK, 0, 0);
    unsigned i = 0;
    for (; i < step_count; i++) {
        if (ended || (shown && !belongs_to_take(rules, &now, steps[i]))) {
            reason = cn_reason_make(ended ? CN_REASON_PHASE : CN_REASON_UNREAD, 0, 0);
            break;
        }
        reason = cn_step_is_swap(steps[i].number)
                     ? refuse_swap(rules, &now, &held, steps[i], i == 0)
                     : refuse_step(rules, &now, &held, steps[i]);
        reason = blame(rules, &now, reason);
        if (reason.code != CN_OK) break;
        cn_public before = now;
        if (cn_step_shows_card(rules, &now, steps[i].number)) {
            shown = true;
            offered = cn_legal_has(rules, &now, &held, steps[i].number);
        }
        cn_try_certain(rules, &now, &held, steps[i]);
        if (!cn_step_is_discard(steps[i].number)) /* a discard's check is its own */
            reason = refuse_going_out(rules, &before, &now, &held);
        if (reason.code != CN_OK) break;
        /* Else a play ends where its seat is to draw: on, or in another turn. */
        bool drawing = now.phase == CN_PHASE_DRAW && !cn_step_is_to_meld(steps[i].number);
        ended = now.seat != seat || now.phase == CN_PHASE_HAND_END || drawing;
    }
    if (reason.code == CN_OK && !ended) {
        reason = refuse_play_end(rules, &now, &held, offered);
        if (i > 0) i--;
    }
    if (step_i != NULL) *step_i = i;
    return reason;
}

bool cn_possible_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_step step)
{
    if (step.number >= CN_STEPS) return false;
    const cn_reason shape = cn_step_refusal(rules, pub, hand, step.number);
    return refuse_named(rules, pub, hand, step, shape).code == CN_OK;
}

bool cn_legal_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, cn_step step)
{
    return cn_judge(rules, pub, hand, step).code == CN_OK;
}
