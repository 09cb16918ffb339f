/* The mask of legal steps.
 * Not here: reasons (possible.c, judge.c), the fast path of plain rules (legal_plain.c).
 * Invariant: a step is in the mask if it is possible and the turn can be finished after it. */
#include "canasta/legal.h"

#include <stddef.h>

#include "apply.h"
#include "discard.h"
#include "finish.h"
#include "legal_plain.h"
#include "plan.h"
#include "possible.h"
#include "shape.h"

typedef struct position {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    bool far; /* cards enough that a lay which leaves nothing unfinished is no dead end */
} position;

static bool is_possible(const position *at, unsigned number)
{
    return cn_refusal(at->rules, at->pub, at->hand, number).code == CN_OK;
}

static bool finishes(const position *at, unsigned number)
{
    return cn_completable_after(at->rules, at->pub, at->hand, number);
}

static void add_if_legal(const position *at, unsigned number, cn_mask *mask)
{
    if (is_possible(at, number) && finishes(at, number)) cn_mask_add(mask, number);
}

static void add_to_melds(const position *at, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(at->pub);
    for (unsigned i = 0; at->rules->many && i < side->meld_count; i++)
        add_if_legal(at, CN_STEP_TO_MELD + i, mask);
}

/* Drawing is always legal while there is a stock (P28, P91), but for a binding yes (P70). */
static bool draw_is_legal(const position *at)
{
    if (!is_possible(at, CN_STEP_DRAW)) return false;
    bool yes = at->rules->p.ask_binding && at->pub->turn.answer == CN_ANSWER_YES;
    if (!yes) return true;
    return at->pub->stock_count > 0 && cn_draw_keeps_going_out(at->rules, at->pub, at->hand);
}

static cn_mask legal_at_draw(const position *at)
{
    cn_mask mask = {{0}};
    if (draw_is_legal(at)) cn_mask_add(&mask, CN_STEP_DRAW);
    if (is_possible(at, CN_STEP_ASK)) cn_mask_add(&mask, CN_STEP_ASK); /* looks ahead itself */
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        add_if_legal(at, number, &mask);
    if (is_possible(at, CN_STEP_LAY_OUT)) cn_mask_add(&mask, CN_STEP_LAY_OUT); /* then he draws */
    add_to_melds(at, &mask);
    return mask;
}

/* True if the lay leaves its meld fit to be left: it goes to one that was. */
static bool leaves_nothing_open(const position *at, unsigned number)
{
    const cn_side *side = cn_public_acting(at->pub);
    unsigned target = cn_step_target(at->rules, at->pub, number);
    if (target >= side->meld_count || at->pub->turn.open_meld != CN_NO_MELD) return false;
    const cn_meld *meld = &side->meld[target];
    if (meld->rank != CN_MELD_SEQUENCE) return meld->rank != CN_MELD_BLACK3;
    return meld->naturals < at->rules->p.sequence_max; /* P109 otherwise */
}

static void add_lay(const position *at, unsigned number, cn_mask *mask)
{
    if (!is_possible(at, number)) return;
    if ((at->far && leaves_nothing_open(at, number)) || finishes(at, number))
        cn_mask_add(mask, number);
}

static void add_wild_lays(const position *at, unsigned kind, cn_mask *mask)
{
    if (at->hand->kind[kind] == 0) return;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        const cn_side *side = cn_public_acting(at->pub);
        if (cn_side_find_meld(side, rank) != CN_NO_MELD) add_lay(at, cn_step_lay(kind, rank), mask);
    }
    if (at->rules->p.black3_meld_wilds) add_lay(at, cn_step_lay(kind, CN_MELD_BLACK3), mask);
    if (at->rules->wild_most > 0) add_lay(at, cn_step_lay(kind, CN_MELD_WILD), mask);
    if (at->rules->p.twos_as_rank) add_lay(at, cn_step_lay(kind, CN_MELD_TWOS), mask);
}

static void add_lays(const position *at, cn_mask *mask)
{
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (at->hand->kind[rank] > 0) add_lay(at, cn_step_lay(rank, rank), mask);
    if (at->hand->kind[CN_KIND_BLACK3] > 0) add_lay(at, CN_STEP_LAY_BLACK3, mask);
    add_wild_lays(at, CN_KIND_TWO, mask);
    add_wild_lays(at, CN_KIND_JOKER, mask);
    for (unsigned face = 0; at->rules->p.sequences && face < CN_RANKS * CN_SUITS; face++)
        if (cn_cards_count(at->hand, (cn_card)face) > 0)
            add_lay(at, cn_step_sequence((cn_card)face), mask);
}

static void add_discards(const position *at, cn_mask *mask)
{
    if (at->pub->turn.open_meld != CN_NO_MELD || at->pub->turn.staging) return;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        if (at->hand->kind[kind] > 0 && is_possible(at, CN_STEP_DISCARD + kind))
            cn_mask_add(mask, CN_STEP_DISCARD + kind);
    if (is_possible(at, CN_STEP_PASS)) cn_mask_add(mask, CN_STEP_PASS);
}

/* An unopened side that cannot open in any way lays nothing at all. */
static bool lays_are_vain(const position *at)
{
    const cn_public *pub = at->pub;
    if (pub->turn.staging || cn_public_has_opened(pub, pub->asker)) return false;
    return !cn_finish_opening(at->rules, pub, at->hand, false) &&
           !cn_finish_opening(at->rules, pub, at->hand, true);
}

static bool is_far_from_the_end(const position *at)
{
    const cn_public *pub = at->pub;
    if (!cn_public_has_opened(pub, pub->asker) || cn_must_go_out(at->rules, pub)) return false;
    if (cn_never_discarded(at->rules) != 0 &&
        (at->hand->kind[CN_KIND_BLACK3] > 0 || at->hand->kind[CN_KIND_RED3] > 0))
        return false;
    return pub->hand_count[pub->asker] >= (unsigned)at->rules->p.keep_cards + 2;
}

static cn_mask legal_at_meld(position *at)
{
    cn_mask mask = {{0}};
    at->far = is_far_from_the_end(at);
    if (at->pub->turn.to_meld != CN_NO_MELD) { /* only what goes to that meld */
        add_lays(at, &mask);
        for (unsigned i = 0; i < CN_MELDS_MAX; i++) add_if_legal(at, CN_STEP_JOIN + i, &mask);
        return mask;
    }
    add_discards(at, &mask);
    if (!lays_are_vain(at)) {
        add_lays(at, &mask);
        add_to_melds(at, &mask);
        add_if_legal(at, CN_STEP_NEW, &mask);
    }
    add_if_legal(at, CN_STEP_OPEN, &mask);
    if (is_possible(at, CN_STEP_ASK)) cn_mask_add(&mask, CN_STEP_ASK); /* looks ahead itself */
    if (is_possible(at, CN_STEP_DECLARE)) cn_mask_add(&mask, CN_STEP_DECLARE);
    add_if_legal(at, CN_STEP_LAY_OUT, &mask);
    return mask;
}

cn_mask cn_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    position at = {rules, pub, hand, false};
    cn_mask mask = {{0}};
    switch ((cn_phase)pub->phase) {
    case CN_PHASE_DRAW: return rules->plain ? cn_legal_plain(rules, pub, hand) : legal_at_draw(&at);
    case CN_PHASE_MELD: return rules->plain ? cn_legal_plain(rules, pub, hand) : legal_at_meld(&at);
    case CN_PHASE_ANSWER:
        cn_mask_add(&mask, CN_STEP_YES);
        cn_mask_add(&mask, CN_STEP_NO);
        return mask;
    case CN_PHASE_START:
    case CN_PHASE_HAND_END:
    case CN_PHASE_SCORED:
    case CN_PHASE_GAME_END: break;
    }
    return mask;
}

int32_t cn_opening_reach(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return cn_plan_best_count(rules, pub, hand);
}

bool cn_can_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return pub->phase == CN_PHASE_MELD && cn_can_still_go_out(rules, pub, hand);
}
