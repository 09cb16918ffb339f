/* Going out after a yes, told from counts where that is possible, and searched otherwise.
 * Not here: see the header. Invariant: as there. */
#include "ask_required.h"

#include "canasta/step.h"
#include "finish.h"
#include "out_place.h"
#include "plan.h"
#include "possible.h"
#include "rare.h"
#include "stay.h"
#include "turn.h"

/* After a no the turn can be finished otherwise (P134). */
static inline bool may_be_refused(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  cn_effort *effort)
{
    return cn_stays_as_it_is(rules, pub, hand) || cn_ask_may_be_refused(rules, pub, hand, effort);
}

/* After a yes, where counts tell nothing. */
static bool goes_out_by_search(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_effort *effort)
{
    cn_public asked;
    cn_public_copy(&asked, pub, rules);
    asked.turn.answer = CN_ANSWER_YES;
    cn_end_run(&asked.turn);
    return cn_search_going_out(rules, &asked, hand, effort);
}

/* What counts tell is made of the position before the question, which a yes leaves as it is. */
static inline bool may_be_weighed(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return !rules->plain && rules->plain_while == 0 && !pub->turn.opened_exempt &&
           cn_public_has_opened(pub, pub->asker) && pub->hand_count[pub->asker] == hand->size &&
           cn_out_may_be_weighed(rules, pub);
}

bool cn_required_question_is_legal(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, cn_effort *effort)
{
    if (!may_be_weighed(rules, pub, hand))
        return cn_refusal(rules, pub, hand, CN_STEP_ASK, effort).code == CN_OK;
    const cn_side *side = cn_public_acting(pub);
    const cn_canastas_seen seen = cn_canastas_look(rules, side);
    cn_told told = cn_out_weigh(rules, side, CN_NO_MELD, hand, &seen);
    if (told == CN_TOLD_NO || !may_be_refused(rules, pub, hand, effort)) return false;
    if (told == CN_TOLD_NOTHING) told = cn_out_place(rules, side, hand, &seen);
    if (told != CN_TOLD_NOTHING) return told == CN_TOLD_YES;
    return goes_out_by_search(rules, pub, hand, effort);
}

CN_RARE void cn_add_required_question(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, cn_mask *mask)
{
    cn_effort effort = {CN_EFFORT_USUAL};
    if (cn_ask_refusal_now(rules, pub).code == CN_OK &&
        cn_required_question_is_legal(rules, pub, hand, &effort))
        cn_mask_add(mask, CN_STEP_ASK);
}
