/* The play of a search.
 * Not here: JSON (thought_json.c), the search of a step. Invariant: as in the header. */
#include "analysis/thought.h"

#include "canasta/legal.h"

/* Estimated later than by `thinker`: nearer to what whole playouts say, and still surer. */
enum { FORESIGHT = 24 };

typedef struct thinking {
    uint32_t playouts; /* for a step, */
    uint32_t left;     /* and for all that are to come */
    uint64_t seed, index;
    cn_thought *thought;
} thinking;

static bool is_sure(int32_t mean, int32_t error)
{
    return mean > CN_LEAD_SURE * error;
}

cn_lead_sense cn_lead_sense_of(const cn_lead *lead)
{
    if (is_sure(lead->points, lead->points_error)) return CN_LEAD_POINTS;
    return is_sure(lead->chance, lead->chance_error) ? CN_LEAD_FOR_GAME : CN_LEAD_EQUAL;
}

/* The other way: a step, then `book`'s. */
typedef struct going_on {
    const cn_step *first; /* NULL once it was made */
} going_on;

static cn_book_advice go_on(void *with, const cn_view *ahead, const cn_rules *rules)
{
    going_on *way = with;
    if (way->first == NULL) return cn_book_advise(ahead, rules, CN_BOOK_ALL_HABITS);
    const cn_book_advice advice = {.step = *way->first};
    way->first = NULL;
    return advice;
}

static bool goes_on_melding(const cn_view *view, unsigned number)
{
    if (view->pub.phase != CN_PHASE_MELD || cn_step_is_discard(number)) return false;
    return number != CN_STEP_PASS && number != CN_STEP_ASK && number != CN_STEP_DECLARE;
}

static bool are_alike(const cn_view *view, cn_step one, cn_step other)
{
    return goes_on_melding(view, one.number) && goes_on_melding(view, other.number);
}

static void compare(const thinking *t, const cn_view *view, const cn_rules *rules,
                    const cn_decision *decision, cn_step own, cn_step other, const cn_lead *ahead)
{
    cn_other_way *way = &t->thought->other;
    going_on going = {&other};
    const cn_advisor advisor = {go_on, &going};
    t->thought->compared = true;
    way->at_once = goes_on_melding(view, own.number) && !goes_on_melding(view, other.number);
    way->ahead = *ahead;
    way->decision = *decision;
    cn_hint_by(&advisor, view, rules, &way->play);
}

static cn_lead reversed(cn_lead lead)
{
    lead.points = -lead.points;
    lead.chance = -lead.chance;
    return lead;
}

/* `book`'s step stands, `rival` is the best of the others. */
static void confirm(const thinking *t, const cn_view *view, const cn_rules *rules,
                    const cn_decision *d, cn_step own)
{
    const bool found = d->best.number != own.number;
    const cn_step rival = found ? d->best : d->next;
    const cn_lead ahead = reversed(found ? d->lost : d->next_lost);
    const cn_thought *thought = t->thought;
    if (ahead.worlds == 0 || thought->differs) return;
    if (are_alike(view, own, rival)) return;
    if (!thought->compared || ahead.points < thought->other.ahead.points)
        compare(t, view, rules, d, own, rival, &ahead);
}

static cn_book_advice think(void *with, const cn_view *ahead, const cn_rules *rules)
{
    thinking *t = with;
    cn_book_advice advice = cn_book_advise(ahead, rules, CN_BOOK_ALL_HABITS);
    const cn_decision_question question = {.view = ahead,
                                           .rules = rules,
                                           .made = advice.step,
                                           .usual = advice.step,
                                           .playouts = t->playouts,
                                           .foresight = FORESIGHT,
                                           .seed = t->seed,
                                           .index = t->index++};
    cn_decision d;
    if (t->left == 0) return advice;
    cn_decision_judge(&d, &question);
    if (d.options < 2) return advice;
    t->left -= d.playouts < t->left ? d.playouts : t->left;
    if (d.best.number == advice.step.number || are_alike(ahead, d.best, advice.step) ||
        !is_sure(d.lost.chance, d.lost.chance_error)) {
        confirm(t, ahead, rules, &d, advice.step);
        return advice;
    }
    if (!t->thought->differs) compare(t, ahead, rules, &d, d.best, advice.step, &d.lost);
    t->thought->differs = true;
    return (cn_book_advice){.step = d.best};
}

bool cn_thought_make(const cn_view *view, const cn_rules *rules, uint32_t playouts,
                     cn_thought *thought)
{
    if (!cn_hint_make(view, rules, &thought->hint)) return false;
    thinking t = {.playouts = playouts / thought->hint.count,
                  .left = playouts,
                  .seed = cn_view_hash(view, rules),
                  .thought = thought};
    const cn_advisor advisor = {think, &t};
    thought->differs = thought->compared = false;
    return cn_hint_by(&advisor, view, rules, &thought->hint);
}
