/* The mask of legal steps: which way finds it, and with how much effort.
 * Not here: reasons (possible.c, judge.c), the ways themselves (legal_plain.c,
 * legal_search.c). Invariant: a step is in the mask if it is possible and the turn can be finished
 * after it. */
#include "canasta/legal.h"

#include <stddef.h>

#include "engine/cards/marks.h"
#include "engine/finish/plan.h"
#include "engine/legal/legal_plain.h"
#include "engine/legal/legal_search.h"
#include "engine/plain/plan_plain.h"

/* S28: where the usual effort leaves no step, more is made. */
static CN_RARE cn_mask legal_with_most_effort(cn_inquiry *at)
{
    at->effort = CN_EFFORT_MOST;
    at->unsure = (cn_mask){{0}};
    return cn_legal_with_effort(at);
}

/* S28: a step is offered if a way to finish the turn after it is found with the usual effort. */
static cn_mask legal_by_search(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *unsure)
{
    cn_inquiry at;
    cn_inquiry_set(&at, rules, pub, hand, CN_STEPS);
    cn_mask mask = cn_legal_with_effort(&at);
    if (cn_mask_is_empty(&mask) && !cn_mask_is_empty(&at.unsure))
        mask = legal_with_most_effort(&at);
    if (unsure != NULL) *unsure = at.unsure;
    return mask;
}

/* After an answer: a yes that binds before the draw is told of a side that has melded. */
static CN_RARE bool answer_is_plain(const cn_rules *rules, const cn_public *pub)
{
    if (pub->phase == CN_PHASE_MELD) return cn_plan_decides(rules, pub);
    return cn_binding_answer(rules, pub) != CN_ANSWER_YES ||
           (pub->stock_count > 0 && cn_public_acting(pub)->meld_count > 0 &&
            !cn_plan_threes_come(rules, pub));
}

/* True if the closed form makes the mask (legal_plain.h). */
static inline bool is_plain(const cn_rules *rules, const cn_public *pub)
{
    const bool acts = pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD;
    return cn_plain_holds(rules, pub) && acts &&
           (pub->turn.answer == CN_ANSWER_NONE || answer_is_plain(rules, pub));
}

static CN_RARE void legal_at_length(const cn_rules *rules, const cn_public *pub,
                                    const cn_cards *hand, cn_mask *mask)
{
    *mask = (cn_mask){{0}};
    switch ((cn_phase)pub->phase) {
    case CN_PHASE_DRAW:
    case CN_PHASE_MELD: *mask = legal_by_search(rules, pub, hand, NULL); break;
    case CN_PHASE_ANSWER:
        cn_mask_add(mask, CN_STEP_YES);
        cn_mask_add(mask, CN_STEP_NO);
        break;
    case CN_PHASE_START:
    case CN_PHASE_HAND_END:
    case CN_PHASE_SCORED:
    case CN_PHASE_GAME_END: break;
    }
}

/* The two ways are not put into it, so that its callers stay small. */
CN_ACROSS cn_mask cn_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_mask mask;
    if (is_plain(rules, pub)) {
        const uint64_t told = cn_legal_plain(rules, pub, hand);
        if (told != 0) return (cn_mask){{told}};
    }
    legal_at_length(rules, pub, hand, &mask);
    return cn_mask_copy(&mask);
}

cn_mask cn_legal_of_known(const cn_rules *rules, const cn_public *pub, const cn_cards *known)
{
    if (known->size == pub->hand_count[pub->asker]) return cn_legal(rules, pub, known);
    cn_mask mask; /* the closed form counts on all cards of the hand */
    legal_at_length(rules, pub, known, &mask);
    return mask;
}

bool cn_legal_has(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned number)
{
    bool acts = pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD;
    cn_mask mask = {{0}};
    if (acts && !is_plain(rules, pub)) {
        cn_inquiry at;
        cn_inquiry_set(&at, rules, pub, hand, number);
        mask = cn_legal_with_effort(&at);
        if (cn_mask_count(&at.unsure) == 0) return cn_mask_has(&mask, number);
    }
    mask = cn_legal(rules, pub, hand);
    return cn_mask_has(&mask, number);
}

cn_mask cn_legal_unsure(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_mask unsure = {{0}};
    bool acts = pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD;
    if (acts && !is_plain(rules, pub)) (void)legal_by_search(rules, pub, hand, &unsure);
    return unsure;
}

int32_t cn_opening_reach(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return cn_plan_best_count(rules, pub, hand);
}

bool cn_can_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_effort effort = {CN_EFFORT_USUAL};
    return pub->phase == CN_PHASE_MELD && cn_can_still_go_out(rules, pub, hand, &effort);
}
