/* The rows of tellers.
 * Not here: the counting itself (plain/plan_plain.h, out_counts.c, opening_counts.c,
 * opening_draft.c, stay.c), which is silent by itself under rules it does not understand.
 * Invariant: the order of a row decides nothing but what an answer costs. */
#include "engine/finish/tellers.h"

#include <stddef.h>

#include "engine/finish/opening_draft.h"
#include "engine/finish/out_counts.h"
#include "engine/finish/out_ranks.h"
#include "engine/finish/stay.h"
#include "engine/plain/plan_plain.h"

static cn_told yes_or_no(bool yes)
{
    return yes ? CN_TOLD_YES : CN_TOLD_NO;
}

static cn_told no_if(bool forbidden)
{
    return forbidden ? CN_TOLD_NO : CN_TOLD_NOTHING;
}

static cn_told plain_goes_out(const cn_question *q)
{
    if (!cn_plain_holds(q->rules, q->pub) || q->pub->turn.to_meld != CN_NO_MELD ||
        cn_plan_pile_comes(q->pub) || q->pub->hand_count[q->pub->asker] != q->hand->size)
        return CN_TOLD_NOTHING;
    cn_plan plan;
    cn_plan_make(&plan, q->rules, q->pub, q->hand);
    return yes_or_no(cn_plan_can_go_out(&plan));
}

static cn_told plain_opens(const cn_question *q)
{
    return q->out ? plain_goes_out(q) : CN_TOLD_NOTHING;
}

static cn_told two_cards_stay(const cn_question *q)
{
    return no_if(cn_two_cards_stay(q->rules, q->pub, q->hand));
}

static cn_told counts_forbid_out(const cn_question *q)
{
    return no_if(cn_counts_forbid_out(q->rules, q->pub, q->hand));
}

/* With a pile that was taken other cards come. */
static cn_told two_cards_stay_behind(const cn_question *q)
{
    return q->out && !q->pub->turn.took ? two_cards_stay(q) : CN_TOLD_NOTHING;
}

static cn_told counts_forbid_opening(const cn_question *q)
{
    return no_if(cn_counts_forbid_opening(q->rules, q->pub, q->hand, q->out));
}

static cn_told draft_opens(const cn_question *q)
{
    if (q->out) return CN_TOLD_NOTHING;
    cn_draft draft = cn_draft_make(q->rules, q->pub, q->hand);
    return cn_draft_finds(&draft) ? CN_TOLD_YES : CN_TOLD_NOTHING;
}

static cn_told outlook_stays(const cn_question *q)
{
    cn_outlook outlook = CN_OUTLOOK_OPEN;
    if (cn_step_is_lay(q->step))
        outlook = cn_lay_outlook(q->rules, q->pub, q->hand, q->step);
    else if (cn_step_is_take(q->step))
        outlook = cn_take_outlook(q->rules, q->pub, q->hand, q->step);
    else if (q->step == CN_STEP_OPEN || q->step == CN_STEP_LAY_OUT)
        outlook = cn_open_outlook(q->rules, q->pub, q->hand);
    if (outlook == CN_OUTLOOK_STAYS) return CN_TOLD_YES;
    return no_if(outlook == CN_OUTLOOK_DEAD);
}

const cn_teller_row cn_teller_rows[] = {
    [CN_ASKED_GOES_OUT] = {"goes out?",
                           {{"two_cards", two_cards_stay},
                            {"plain", plain_goes_out},
                            {"out_counts", counts_forbid_out}}},
    [CN_ASKED_OPENS] = {"opens?",
                        {{"two_cards", two_cards_stay_behind},
                         {"plain", plain_opens},
                         {"opening_counts", counts_forbid_opening},
                         {"opening_draft", draft_opens}}},
    [CN_ASKED_STAYS] = {"stays?", {{"stay", outlook_stays}}},
};

cn_told cn_ask(cn_asked asked, const cn_question *question)
{
    const cn_teller_row *row = &cn_teller_rows[asked];
    if (question->pub->turn.owes) return CN_TOLD_NOTHING; /* P203: they are told of no debt */
    for (unsigned i = 0; i < CN_TELLERS_IN_ROW && row->teller[i].tells != NULL; i++) {
        const cn_told told = row->teller[i].tells(question);
        if (told != CN_TOLD_NOTHING) return told;
    }
    return CN_TOLD_NOTHING;
}
