/* Can the turn be finished? The parts put together.
 * Not here: searches (finish_*.c), the closed form (plan_plain.c). Invariant: exact; see plan.h. */
#include "engine/finish/plan.h"

#include <stddef.h>

#include "engine/finish/finish.h"
#include "engine/finish/owed.h"
#include "engine/finish/refusal.h"
#include "engine/finish/stay.h"
#include "engine/finish/tellers.h"
#include "engine/plain/plan_plain.h"
#include "engine/step/collect.h"
#include "engine/step/out.h"
#include "engine/step/possible.h"
#include "engine/step/take_all.h"
#include "engine/step/target.h"
#include "engine/table/faces.h"
#include "engine/turn/apply.h"
#include "engine/turn/turn.h"

/* ---- going out ---- */

bool cn_can_still_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort)
{
    const bool last_card = hand->size == 1 && pub->hand_count[pub->asker] == 1; /* opens nothing */
    if (cn_public_has_opened(pub, pub->asker) || (last_card && !pub->turn.staging))
        return cn_finish_by_going_out(rules, pub, hand, effort);
    return cn_finish_opening(rules, pub, hand, true, effort);
}

/* True if the turn, nothing being staged, can end with a discard or a pass (P77 to P80). */
static bool can_still_stay(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_effort *effort)
{
    if (cn_must_go_out(rules, pub)) return false;
    const unsigned finish = cn_finish_cards(rules, pub, hand);
    if (finish == CN_NEVER_FINISHED) return false;
    if (pub->turn.owes) return cn_pays_and_stays(rules, pub, hand, effort);
    return cn_stays_after(rules, pub, hand, finish) ||
           cn_finish_by_packet(rules, pub, hand, effort);
}

/* ---- the whole turn ---- */

static bool is_legal_use(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned number, cn_effort *effort)
{
    if (cn_step_refusal(rules, pub, hand, number).code != CN_OK) return false;
    const cn_told told = cn_ask_stays(rules, pub, hand, number);
    if (told != CN_TOLD_NOTHING) return told == CN_TOLD_YES;
    return cn_completable_after(rules, pub, hand, number, effort);
}

/* After TO_MELD: some lay, take or join onto the meld is legal. */
static bool named_meld_is_used(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_effort *effort)
{
    const cn_side *side = cn_public_acting(pub);
    if (pub->phase == CN_PHASE_DRAW) {
        for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
            if (is_legal_use(rules, pub, hand, number, effort)) return true;
        return false;
    }
    unsigned numbers[CN_LAYS_ONTO];
    const unsigned count = cn_lays_onto(rules, &side->meld[pub->turn.to_meld], numbers);
    for (unsigned i = 0; i < count; i++)
        if (is_legal_use(rules, pub, hand, numbers[i], effort)) return true;
    for (unsigned meld_i = pub->turn.to_meld + 1U; meld_i < side->meld_count; meld_i++)
        if (is_legal_use(rules, pub, hand, CN_STEP_JOIN + meld_i, effort)) return true;
    return false;
}

static bool hand_is_lawfully_over(const cn_rules *rules, const cn_public *pub)
{
    if (pub->end != CN_END_OUT || pub->out_seat != pub->asker) return true; /* P195 */
    return pub->turn.open_meld == CN_NO_MELD && cn_out_refusal(rules, pub, false).code == CN_OK;
}

bool cn_completable(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_effort *effort)
{
    if (pub->phase == CN_PHASE_HAND_END) return hand_is_lawfully_over(rules, pub);
    if (pub->turn.to_meld != CN_NO_MELD) return named_meld_is_used(rules, pub, hand, effort);
    if (pub->phase == CN_PHASE_DRAW) return cn_turn_can_begin(rules, pub, hand, effort);
    if (cn_plan_decides(rules, pub) && pub->hand_count[pub->asker] == hand->size) {
        cn_plan plan;
        cn_plan_make(&plan, rules, pub, hand);
        return cn_plan_completable(&plan);
    }
    if (cn_finish_cards(rules, pub, hand) == CN_NEVER_FINISHED) return false;
    if (pub->turn.staging) return cn_finish_any_opening(rules, pub, hand, effort);
    if (pub->turn.owes && !cn_public_has_opened(pub, pub->asker)) /* an opening pays (P203) */
        return cn_finish_any_opening(rules, pub, hand, effort);
    return can_still_stay(rules, pub, hand, effort) ||
           cn_can_still_go_out(rules, pub, hand, effort);
}

/* Buried cards come with the step: going out cannot be planned with them (P151). */
static bool brings_buried(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    return rules->p.upcard_extra_pile != CN_UPCARD_EXTRA_PILE_NONE &&
           cn_step_collects(pub, number) && cn_step_collected(rules, pub, number).buried > 0;
}

bool cn_completable_by(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_step step, cn_effort *effort)
{
    cn_public after;
    cn_public_copy(&after, pub, rules);
    cn_cards rest = *hand;
    cn_try_certain(rules, &after, &rest, step);
    if (after.turn_number != pub->turn_number) return true; /* the next turn has begun */
    if (brings_buried(rules, pub, step.number)) {
        if (after.phase == CN_PHASE_HAND_END) return after.end != CN_END_OUT;
        return can_still_stay(rules, &after, &rest, effort);
    }
    return cn_completable(rules, &after, &rest, effort);
}

/* The sequence that the step lays a card to, or names for one; false if it is none, or full: what
 * lengthens that obliges to go out (P109). */
static bool grown_sequence(const cn_rules *rules, const cn_public *pub, unsigned number,
                           cn_meld *grown)
{
    const cn_side *side = cn_public_acting(pub);
    const bool named = cn_step_is_to_meld(number) && pub->phase == CN_PHASE_MELD;
    if (!named && !cn_step_is_sequence(number)) return false;
    const unsigned target = named ? number - CN_STEP_TO_MELD : cn_step_target(rules, pub, number);
    *grown = (cn_meld){.rank = CN_MELD_SEQUENCE};
    if (target < side->meld_count) *grown = side->meld[target];
    if (grown->rank != CN_MELD_SEQUENCE || (int32_t)cn_meld_size(grown) >= rules->p.sequence_max)
        return false;
    if (named)
        grown->naturals++; /* at one of its ends: it is a meld before */
    else
        cn_meld_add(grown, (cn_card)(number - CN_STEP_SEQUENCE));
    return true;
}

/* Where full sequences may be lengthened: one that is not full obliges to nothing but to finish it.
 */
static bool sequence_stays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number)
{
    cn_meld meld;
    if (!rules->p.sequence_extend_going_out || rules->p.sequence_wilds > 0 || pub->turn.owes ||
        !cn_public_has_opened(pub, pub->asker) || !grown_sequence(rules, pub, number, &meld))
        return false;
    const cn_stay stay = cn_stay_make(rules, pub, hand);
    return cn_stay_outlook(&stay, cn_finish_sequence(rules, &meld, hand, 0)) == CN_OUTLOOK_STAYS;
}

/* The step begins a meld that needs all naturals of its rank in hand, so that any may be first. */
static bool needs_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      unsigned number)
{
    return cn_public_has_opened(pub, pub->asker) && pub->phase == CN_PHASE_MELD &&
           cn_step_kind(number) == cn_step_meld(number) &&
           hand->kind[cn_step_kind(number)] <= (unsigned)rules->p.min_naturals &&
           cn_step_target(rules, pub, number) == cn_public_acting(pub)->meld_count;
}

/* S26: one card that serves if any does. */
static bool loose_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned number, cn_step *choice)
{
    const unsigned kind = cn_step_kind(number);
    if (kind >= CN_RANKS || cn_step_is_sequence(number) ||
        !cn_step_choice(rules, pub, hand, number, 1, choice))
        return false;
    if (needs_all(rules, pub, hand, number)) return true;
    const uint64_t faces = cn_faces_loose(rules, pub, hand) & cn_faces_of_rank(kind);
    if (faces != 0) choice->card[0] = (cn_card)__builtin_ctzll(faces);
    return faces != 0;
}

bool cn_completable_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number, cn_effort *effort)
{
    if (sequence_stays(rules, pub, hand, number)) return true;
    cn_step choice;
    if (loose_choice(rules, pub, hand, number, &choice))
        return cn_completable_by(rules, pub, hand, choice, effort);
    for (unsigned place = 0; cn_step_choice(rules, pub, hand, number, place, &choice); place++)
        if (cn_completable_by(rules, pub, hand, choice, effort)) return true;
    return false;
}

/* ---- questions ---- */

/* The state after drawing these cards. */
static bool goes_out_with(const cn_rules *rules, cn_public *drawn, const cn_cards *hand,
                          cn_answer answer, cn_effort *effort)
{
    drawn->phase = CN_PHASE_MELD;
    drawn->turn.answer = (uint8_t)answer;
    drawn->hand_count[drawn->asker] = hand->size;
    return cn_can_still_go_out(rules, drawn, hand, effort);
}

/* Cards that could be drawn, one for all that are the same to the rules. */
typedef struct draws {
    unsigned count;
    cn_card card[CN_FACES];
} draws;

/* The suit matters only for sequences (P127). Black threes and ranks of which nothing lies there
 * come first: with them most hands cannot go out, and nothing more need be asked. */
static draws list_draws(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    draws all = {0}, others = {0};
    for (unsigned card = 0; card < CN_FACES; card++) {
        const unsigned kind = cn_card_kind((cn_card)card);
        if (cn_is_bonus(rules, kind)) continue; /* laid out and replaced */
        if (card == CN_CARD_JOKER && rules->p.jokers_total == 0) continue;
        bool misfit = kind == CN_KIND_BLACK3 ||
                      (kind < CN_RANKS && hand->kind[kind] == 0 &&
                       cn_side_find_meld(cn_public_acting(pub), kind) == CN_NO_MELD);
        draws *list = misfit ? &all : &others;
        list->card[list->count++] = (cn_card)card;
        if (misfit && kind == CN_KIND_BLACK3) {
            all.card[all.count - 1] = all.card[0];
            all.card[0] = (cn_card)card;
        }
        while (!rules->p.sequences && card + 1 < CN_FACES &&
               cn_card_kind((cn_card)(card + 1)) == kind)
            card++;
    }
    for (unsigned i = 0; i < others.count; i++) all.card[all.count++] = others.card[i];
    return all;
}

/* Every combination of `count` of these cards, from `first` on. */
static bool every_draw_goes_out(const cn_rules *rules, cn_public *drawn, const cn_cards *hand,
                                const draws *all, unsigned count, unsigned first, cn_effort *effort)
{
    if (count == 0) return goes_out_with(rules, drawn, hand, CN_ANSWER_YES, effort);
    for (unsigned i = first; i < all->count; i++) {
        cn_cards more = *hand;
        cn_cards_add(&more, all->card[i]);
        if (!every_draw_goes_out(rules, drawn, &more, all, count - 1, i, effort)) return false;
    }
    return true;
}

bool cn_draw_keeps_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_effort *effort)
{
    const unsigned reach = cn_public_stock_reach(rules, pub);
    const cn_params *p = &rules->p;
    unsigned count = cn_public_to_draw(rules, pub);
    if (reach < count) {
        if (p->short_draw == CN_SHORT_DRAW_END_HAND &&
            p->draw_stepwise != CN_DRAW_STEPWISE_MAY_STOP)
            return false; /* P31: it ends the hand */
        count = reach;
    }
    if (p->stock_end == CN_STOCK_END_IMMEDIATE && reach <= count)
        return false; /* P93: so does this one */
    cn_public drawn;
    cn_public_copy(&drawn, pub, rules);
    const draws all = list_draws(rules, pub, hand);
    const bool fewer = cn_is_unreplaced(rules, CN_WORD_DRAWN) && rules->bonus != 0; /* P167 */
    for (unsigned least = fewer ? 0 : count; least < count; least++)
        if (!every_draw_goes_out(rules, &drawn, hand, &all, least, 0, effort)) return false;
    return every_draw_goes_out(rules, &drawn, hand, &all, count, 0, effort);
}

static bool ends_as_answered(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             unsigned number, cn_effort *effort)
{
    if (pub->turn.answer == CN_ANSWER_NO)
        return cn_completable_after(rules, pub, hand, number, effort);
    if (brings_buried(rules, pub, number)) return false;
    cn_step choice;
    for (unsigned place = 0; cn_step_choice(rules, pub, hand, number, place, &choice); place++) {
        cn_public after;
        cn_public_copy(&after, pub, rules);
        cn_cards rest = *hand;
        cn_try_certain(rules, &after, &rest, choice);
        bool over = after.phase == CN_PHASE_HAND_END;
        if (over ? hand_is_lawfully_over(rules, &after)
                 : cn_can_still_go_out(rules, &after, &rest, effort))
            return true;
    }
    return false;
}

/* A take could go to the meld by its name: it is of the top's rank, or a sequence. */
static bool may_be_named(const cn_rules *rules, const cn_public *pub, const cn_meld *meld)
{
    return rules->many &&
           (meld->rank == CN_MELD_SEQUENCE || meld->rank == cn_card_kind(cn_public_top(pub)));
}

/* A take after which the turn can end as the answer wants. */
static bool take_suits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_answer answer, cn_effort *effort)
{
    cn_public asked;
    const bool whole = rules->p.take_with != CN_TAKE_WITH_TOP;
    const bool any_top = whole || rules->p.take_two_with_twos != 0;
    if (cn_card_kind(cn_public_top(pub)) >= CN_RANKS && !any_top)
        return false; /* P50: nobody takes it */
    cn_public_copy(&asked, pub, rules);
    asked.turn.asked = 1;
    asked.turn.answer = (uint8_t)answer;
    if (whole) /* P202 */
        return cn_take_all_refusal(rules, &asked, hand).code == CN_OK &&
               ends_as_answered(rules, &asked, hand, CN_STEP_TAKE_ALL, effort);
    const cn_side *side = cn_public_acting(pub);
    for (unsigned meld_i = 0; meld_i <= side->meld_count; meld_i++) {
        if (meld_i < side->meld_count && !may_be_named(rules, pub, &side->meld[meld_i])) continue;
        asked.turn.to_meld = (uint8_t)(meld_i == side->meld_count ? CN_NO_MELD : meld_i);
        for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
            if (cn_take_refusal(rules, &asked, hand, number).code == CN_OK &&
                ends_as_answered(rules, &asked, hand, number, effort))
                return true;
    }
    return false;
}

static bool ask_before_drawing_is_safe(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, cn_effort *effort)
{
    const bool stock = cn_public_stock_reach(rules, pub) > 0;
    bool draw_is_safe = stock && cn_draw_keeps_going_out(rules, pub, hand, effort);
    if (!draw_is_safe && !take_suits(rules, pub, hand, CN_ANSWER_YES, effort)) return false;
    if (!rules->p.ask_binding || stock) return true;
    return cn_draw_refusal(rules, pub, hand, effort).code == CN_OK ||
           take_suits(rules, pub, hand, CN_ANSWER_NO, effort);
}

bool cn_ask_may_be_refused(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_effort *effort)
{
    if (!rules->p.ask_binding) return true;
    cn_public asked;
    cn_public_copy(&asked, pub, rules);
    asked.turn.answer = CN_ANSWER_NO;
    return can_still_stay(rules, &asked, hand, effort);
}

bool cn_ask_is_safe(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_effort *effort)
{
    if (pub->phase == CN_PHASE_DRAW) return ask_before_drawing_is_safe(rules, pub, hand, effort);
    cn_public asked; /* a required yes is what the question is for (P71) */
    cn_public_copy(&asked, pub, rules);
    asked.turn.answer = CN_ANSWER_YES;
    cn_end_run(&asked.turn);
    if (!cn_can_still_go_out(rules, &asked, hand, effort)) return false;
    return cn_ask_may_be_refused(rules, pub, hand, effort);
}

int32_t cn_plan_best_count(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    int32_t staged = cn_public_staged_points(rules, pub);
    if (!cn_is_plain(rules)) return cn_best_opening_count(rules, pub, hand);
    cn_plan plan;
    cn_plan_make(&plan, rules, pub, hand);
    const int32_t reach = cn_plan_reach(&plan).points;
    return reach < staged ? staged : reach;
}
