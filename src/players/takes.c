/* Drawing or taking the pile.
 * Not here: what follows in the turn. Invariant: plays ahead on copies of the view only. */
#include "players/takes.h"

#include "players/goals.h"
#include "players/lays.h"
#include "players/pick_cards.h"

/* The top card alone keeps most cards for later, the joker is the dearest companion. What the meld
 * gains decides between equal ways. */
enum { BY_TOP = 400, BY_PAIR = 300, BY_TWO = 200, BY_JOKER = 100, COMPLETES = 50, SIZE_GAIN = 5 };

enum { OPENING_STEPS_MAX = 64 };

typedef struct take {
    unsigned number;   /* the first step: the take, or the place it goes to; CN_STEPS: none */
    unsigned followed; /* the take itself */
    int32_t worth;
} take;

static int32_t way_worth(unsigned number)
{
    if (number == CN_STEP_TAKE_TOP) return BY_TOP;
    if (number == CN_STEP_TAKE_PAIR) return BY_PAIR;
    return number == CN_STEP_TAKE_TWO ? BY_TWO : BY_JOKER;
}

/* A meld that grows gains by its size; one that is complete would rather be left alone. */
static int32_t place_worth(const cn_rules *rules, const cn_meld *meld)
{
    const int32_t size = (int32_t)cn_meld_size(meld), full = rules->p.canasta_size;
    if (size >= full) return -COMPLETES;
    return SIZE_GAIN * (size < full ? size : full) + (size + 3 >= full ? COMPLETES : 0);
}

static void keep_better(take *best, take found)
{
    if (best->number == CN_STEPS || found.worth > best->worth) *best = found;
}

static take best_take(const cn_view *view, const cn_rules *rules, const cn_mask *legal,
                      unsigned place)
{
    take best = {.number = CN_STEPS};
    for (unsigned way = CN_STEP_TAKE_PAIR; way <= CN_STEP_TAKE_TOP; way++) {
        if (!cn_mask_has(legal, way)) continue;
        const bool placed = place != CN_STEPS;
        int32_t worth = way_worth(way);
        if (placed) worth += place_worth(rules, &cn_own_side(view)->meld[place - CN_STEP_TO_MELD]);
        keep_better(&best, (take){placed ? place : way, way, worth});
    }
    return best;
}

/* The best way of taking, to a place named or not. */
static take find_take(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    if (cn_mask_has(legal, CN_STEP_TAKE_ALL)) /* P202: there is no other way then */
        return (take){CN_STEP_TAKE_ALL, CN_STEP_TAKE_ALL, 0};
    take best = best_take(view, rules, legal, CN_STEPS);
    for (unsigned place = CN_STEP_TO_MELD; place < CN_STEP_TO_MELD + CN_MELDS_MAX; place++) {
        if (!cn_mask_has(legal, place)) continue;
        cn_view there = *view;
        if (!cn_view_try(&there, rules, cn_step_make(place, CN_CARD_NONE, CN_CARD_NONE))) continue;
        const cn_mask next = cn_view_legal(&there, rules);
        const take found = best_take(&there, rules, &next, place);
        if (found.number != CN_STEPS) keep_better(&best, found);
    }
    return best;
}

bool cn_opens_well(const cn_view *view, const cn_rules *rules)
{
    if (rules->p.penalty_incomplete.count == 0) return true;
    cn_view ahead = *view;
    for (unsigned i = 0; i < OPENING_STEPS_MAX; i++) {
        const cn_mask legal = cn_view_legal(&ahead, rules);
        if (cn_mask_has(&legal, CN_STEP_OPEN)) return true;
        const cn_lay lay = cn_best_lay(&ahead, rules, &legal, INT32_MIN);
        if (lay.number == CN_STEPS || lay.worth < -1) return false;
        if (!cn_view_try(&ahead, rules, cn_pick_cards(&ahead, rules, lay.number))) return false;
    }
    return false;
}

/* True if the take is worth more than a draw. */
static bool wants_pile(const cn_view *view, const cn_rules *rules, const take *way)
{
    if (!cn_wants_melds(rules)) return false;
    if (rules->p.penalty_incomplete.count == 0 || view->pub.stock_count == 0) return true;
    if (cn_public_has_opened(&view->pub, view->seat)) return true;
    cn_view ahead = *view;
    const unsigned steps[] = {way->number, way->followed};
    for (unsigned i = way->number == way->followed; i < 2; i++)
        if (!cn_view_try(&ahead, rules, cn_pick_cards(&ahead, rules, steps[i]))) return false;
    return cn_opens_well(&ahead, rules);
}

unsigned cn_choose_draw(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    const take way = find_take(view, rules, legal);
    const bool may_draw = cn_mask_has(legal, CN_STEP_DRAW);
    if (way.number != CN_STEPS && (!may_draw || wants_pile(view, rules, &way))) return way.number;
    if (cn_mask_has(legal, CN_STEP_PICK) && cn_wants_top(rules, &view->pub, cn_own_side(view)))
        return CN_STEP_PICK;
    return may_draw ? CN_STEP_DRAW : cn_mask_nth(legal, 0);
}
