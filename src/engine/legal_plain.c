/* The legal steps of plain rules (cn_rules.plain): the fast path.
 * Not here: other rules (legal.c), reasons. Invariant: the steps that legal.c would find. */
#include "legal_plain.h"

#include <string.h>

#include "canasta/legal.h"
#include "plan.h"
#include "plan_plain.h"
#include "rare.h"

typedef struct position {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    unsigned answer; /* the one that binds */
} position;

static uint64_t step_bit(unsigned number)
{
    return UINT64_C(1) << number;
}

/* A side that has melded and keeps two cards can discard one of them, whatever the pile brings. */
CN_USUAL bool take_is_safe(const position *at, unsigned number)
{
    const unsigned used = number == CN_STEP_TAKE_TOP ? 0 : 2;
    return at->side->meld_count > 0 && at->hand->size >= used + CN_PLAN_KEPT;
}

static bool take_is_legal(const position *at, const cn_plan *plan, unsigned number)
{
    cn_plan after = *plan;
    cn_plan_take(&after, at->pub, number);
    return cn_plan_completable(&after);
}

/* The takes whose shape fits (P38 to P41), for a top card that may be taken. */
CN_USUAL uint64_t fitting_takes(const position *at, unsigned rank)
{
    const cn_params *p = &at->rules->p;
    const uint8_t *held = at->hand->kind;
    const unsigned begun = at->side->naturals[rank], wilds = at->side->wilds[rank];
    uint64_t takes = held[rank] >= 2 ? step_bit(CN_STEP_TAKE_PAIR) : 0;
    if (held[rank] + begun == 0 || cn_public_frozen_for(at->rules, at->pub, at->pub->seat))
        return takes;
    const bool closed =
        !p->add_wild_to_canasta && begun + wilds >= (unsigned)p->canasta_size; /* P57 */
    if (p->take_natural_wild && held[rank] > 0 && !closed &&
        wilds < cn_wild_cap(at->rules, begun + 2)) {
        if (held[CN_KIND_TWO] > 0) takes |= step_bit(CN_STEP_TAKE_TWO);
        if (held[CN_KIND_JOKER] > 0) takes |= step_bit(CN_STEP_TAKE_JOKER);
    }
    if (begun == 0 || p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER) return takes;
    const bool complete = begun + wilds >= (unsigned)p->canasta_size;
    if (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY || !complete)
        takes |= step_bit(CN_STEP_TAKE_TOP);
    return takes;
}

/* The same for the card that lies on top; 0 where none may be taken (P50). */
CN_USUAL uint64_t fitting_takes_now(const position *at)
{
    const cn_public *pub = at->pub;
    if (pub->pile_count == 0) return 0;
    const unsigned rank = cn_card_kind(cn_public_top(pub));
    if (rank >= CN_RANKS) return 0;
    if (at->rules->p.take_guard_single && at->hand->size == 1 && pub->pile_count == 1) return 0;
    return fitting_takes(at, rank);
}

static CN_RARE uint64_t takes_by_plan(const position *at, uint64_t fitting)
{
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    uint64_t takes = 0;
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        if ((fitting & step_bit(number)) != 0 &&
            (take_is_safe(at, number) || take_is_legal(at, &plan, number)))
            takes |= step_bit(number);
    return takes;
}

static uint64_t legal_takes(const position *at)
{
    const uint64_t fitting = fitting_takes_now(at);
    return fitting == 0 || take_is_safe(at, CN_STEP_TAKE_PAIR) ? fitting
                                                               : takes_by_plan(at, fitting);
}

CN_USUAL bool ask_is_possible(const position *at)
{
    const cn_turn *turn = &at->pub->turn;
    const cn_params *p = &at->rules->p;
    if (p->ask_partner == CN_ASK_PARTNER_NONE || turn->asked || turn->laid_beyond ||
        turn->staging || turn->open_meld != CN_NO_MELD)
        return false;
    if (p->ask_limit > 0 && at->pub->asked[at->pub->seat] >= p->ask_limit) return false;
    return cn_partner(at->rules, at->pub, at->pub->seat) != CN_SEAT_NONE;
}

/* Cards that stay in the hand whatever is laid, before black threes are laid. */
CN_USUAL unsigned staying_cards(const position *at)
{
    uint8_t total[CN_COUNTS];
    cn_counts_add(total, at->side->naturals, at->hand->kind);
    const uint32_t single = cn_counts_from(total, 1) & ~cn_counts_from(total, 2) & CN_ALL_RANKS;
    const unsigned black3 = at->hand->kind[CN_KIND_BLACK3];
    const bool stay = black3 == 1 || (int32_t)black3 < at->rules->p.black3_meld_min; /* P65 */
    return (unsigned)__builtin_popcount(single) + (stay ? black3 : 0);
}

/* The canastas that going out needs are not within reach of all wilds in hand, nor of the pile's
 * one card that may come with an opening. */
CN_USUAL bool lacks_canastas(const position *at)
{
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, at->side->naturals, at->hand->kind);
    cn_counts_add(cards, cards, at->side->wilds);
    const unsigned more = (unsigned)at->hand->kind[CN_KIND_TWO] + at->hand->kind[CN_KIND_JOKER] + 1;
    const unsigned size = (unsigned)at->rules->p.canasta_size;
    const uint32_t in_reach = cn_counts_from(cards, size > more ? size - more : 1) & CN_ALL_RANKS;
    return __builtin_popcount(in_reach) < at->rules->p.out_canastas;
}

/* Asked before black threes are laid: the hand cannot go out in this turn. */
CN_USUAL bool must_stay(const position *at)
{
    return at->answer == CN_ANSWER_NO || staying_cards(at) >= 2 || lacks_canastas(at);
}

/* A black three could be drawn, and stay. */
static bool draw_must_stay(const position *at)
{
    return staying_cards(at) + (at->hand->kind[CN_KIND_BLACK3] == 0 ? 1 : 0) >= 2;
}

/* The question before the draw (P67): a yes must be kept with whatever card is drawn, or by a take.
 */
static bool ask_is_searched(const position *at)
{
    if (at->rules->p.ask_timing == CN_ASK_TIMING_AFTER_DRAW || !ask_is_possible(at)) return false;
    return !draw_must_stay(at) || fitting_takes_now(at) != 0;
}

/* Whatever card is drawn, the hand goes out with it. Black threes come first: with them it seldom
 * does. */
static bool draw_goes_out(const position *at)
{
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    for (unsigned i = 0; i <= CN_KIND_JOKER; i++) {
        const unsigned kind = i == 0 ? CN_KIND_BLACK3 : i <= CN_RANKS ? i - 1 : i;
        if (kind == CN_KIND_JOKER && at->rules->p.jokers_total == 0) continue;
        cn_plan drawn = plan;
        cn_plan_draw(&drawn, kind);
        if (!cn_plan_can_go_out(&drawn)) return false;
    }
    return true;
}

/* The same for every draw that the rules know; the last cards of the stock may end the hand. */
static bool every_draw_goes_out(const position *at)
{
    if (draw_must_stay(at)) return false;
    if (at->rules->p.draw_count == 1 && at->pub->stock_count > 1) return draw_goes_out(at);
    cn_effort effort = {CN_EFFORT_USUAL}; /* which the closed form does not spend */
    return cn_draw_keeps_going_out(at->rules, at->pub, at->hand, &effort);
}

/* Two cards of hand and pile stay, whatever is opened with. */
static bool pile_must_stay(const position *at)
{
    uint8_t total[CN_COUNTS];
    memcpy(total, at->hand->kind, sizeof total);
    for (unsigned i = 0; i < at->pub->pile_count; i++)
        if (at->pub->pile[i] < CN_FACES) total[cn_card_kind(at->pub->pile[i])]++;
    const uint32_t single = cn_counts_from(total, 1) & ~cn_counts_from(total, 2) & CN_ALL_RANKS;
    return (single & (single - 1)) != 0;
}

/* Of a side that has melded: the yes is kept by a take. */
static bool take_goes_out(const position *at)
{
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    plan.answer = CN_ANSWER_YES;
    for (uint64_t takes = fitting_takes_now(at); takes != 0; takes &= takes - 1) {
        cn_plan after = plan;
        cn_plan_take(&after, at->pub, (unsigned)__builtin_ctzll(takes));
        if (cn_plan_can_go_out(&after)) return true;
    }
    return false;
}

static bool ask_is_legal_at_draw(const position *at)
{
    if (!ask_is_searched(at)) return false;
    const bool empty = at->pub->stock_count == 0;
    if (!empty && every_draw_goes_out(at)) return true;
    if (!empty && at->side->meld_count > 0) return take_goes_out(at);
    return (empty || !pile_must_stay(at)) && /* what an opening with the pile brings is searched */
           cn_possible(at->rules, at->pub, at->hand, CN_STEP_ASK);
}

/* Drawing is always legal while there is a stock (P28, P91); P90 otherwise. */
static uint64_t legal_at_draw(const position *at)
{
    const uint64_t takes = legal_takes(at);
    const uint64_t asks = takes | (ask_is_legal_at_draw(at) ? step_bit(CN_STEP_ASK) : 0);
    if (at->pub->stock_count == 0 && takes != 0) {
        const int32_t empty = at->rules->p.empty_stock_take;
        if (empty == CN_EMPTY_STOCK_TAKE_FORCED_IF_LEGAL) return asks;
        if (empty == CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD &&
            (takes & step_bit(CN_STEP_TAKE_TOP)) != 0)
            return asks;
    }
    return asks | step_bit(CN_STEP_DRAW);
}

CN_USUAL uint64_t held_kinds(const position *at)
{
    enum { ALL_BUT_RED3 = (1 << CN_KIND_RED3) - 1 };
    return cn_counts_from(at->hand->kind, 1) & ALL_BUT_RED3;
}

static uint64_t legal_discards(const position *at)
{
    const cn_turn *turn = &at->pub->turn;
    if (turn->open_meld != CN_NO_MELD || turn->staging) return 0;
    if (at->hand->size == 1) {
        const unsigned canastas = cn_side_canastas(at->rules, at->side);
        if (at->answer == CN_ANSWER_NO || canastas < (unsigned)at->rules->p.out_canastas) return 0;
    } else if (turn->laid_black3 || at->answer == CN_ANSWER_YES) {
        return 0;
    }
    return held_kinds(at) << CN_STEP_DISCARD;
}

/* Ranks whose melds take no wild because they are complete: all cards of a run count as if its
 * wilds had been laid first (P57). */
static CN_RARE uint32_t closed_ranks(const position *at)
{
    const cn_turn *turn = &at->pub->turn;
    const unsigned size = (unsigned)at->rules->p.canasta_size;
    if (turn->staging) return cn_counts_from(at->side->wilds, size);
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, at->side->naturals, at->side->wilds);
    const uint32_t complete = cn_counts_from(cards, size);
    if (turn->run_meld == CN_NO_MELD) return complete;
    const uint32_t run = UINT32_C(1) << at->side->meld[turn->run_meld].rank;
    const bool closed = (unsigned)turn->run_before + turn->run_wilds >= size;
    return closed ? complete | run : complete & ~run;
}

/* Begun ranks whose melds take a wild (P54 to P57). */
CN_USUAL uint32_t ranks_for_wilds(const position *at, uint32_t begun)
{
    const cn_params *p = &at->rules->p;
    const cn_side *side = at->side;
    uint32_t ranks = begun & ~cn_counts_from(side->wilds, (unsigned)p->max_wilds);
    if (at->rules->wilds_free) return ranks;
    if (p->wild_ratio != CN_WILD_RATIO_FREE)
        ranks &= cn_counts_above(side->naturals, side->wilds,
                                 p->wild_ratio == CN_WILD_RATIO_WILD_LT_NATURAL);
    return p->add_wild_to_canasta ? ranks : ranks & ~closed_ranks(at);
}

/* Lays whose shape fits, for a turn in which no black three has been laid. A rank begins only where
 * the naturals in hand, or two of them and a wild, can become a meld. */
CN_USUAL uint64_t fitting_lays(const position *at)
{
    const uint8_t *held = at->hand->kind;
    const unsigned twos = held[CN_KIND_TWO], jokers = held[CN_KIND_JOKER];
    const unsigned open_meld = at->pub->turn.open_meld;
    const uint32_t begun = cn_counts_from(at->side->naturals, 1) & CN_ALL_RANKS;
    uint32_t naturals = cn_counts_from(held, twos + jokers > 0 ? 2 : 3) & CN_ALL_RANKS;
    naturals |= begun & cn_counts_from(held, 1);
    uint32_t wilds = ranks_for_wilds(at, begun);
    if (open_meld != CN_NO_MELD) {
        const uint32_t open = UINT32_C(1) << at->side->meld[open_meld].rank;
        naturals &= open;
        wilds &= open;
    }
    return (uint64_t)naturals << CN_STEP_LAY | (twos > 0 ? (uint64_t)wilds << CN_STEP_LAY_TWO : 0) |
           (jokers > 0 ? (uint64_t)wilds << CN_STEP_LAY_JOKER : 0);
}

static bool lay_is_legal(const cn_plan *plan, unsigned number)
{
    cn_plan after = *plan;
    cn_plan_lay(&after, cn_step_kind(number), cn_step_meld(number));
    return cn_plan_completable(&after);
}

static bool black3_fits(const cn_plan *plan)
{
    const cn_params *p = &plan->rules->p;
    return plan->black3 > 0 && !plan->black3_closed && p->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
           plan->black3_laid < plan->rules->black3_most &&
           (plan->open_rank == CN_KIND_NONE || plan->open_rank == CN_KIND_BLACK3);
}

static bool has_canastas(const position *at)
{
    uint8_t size[CN_COUNTS];
    cn_counts_add(size, at->side->naturals, at->side->wilds);
    const uint32_t canastas = cn_counts_from(size, (unsigned)at->rules->p.canasta_size);
    return __builtin_popcount(canastas & CN_ALL_RANKS) >= at->rules->p.out_canastas;
}

/* True if the turn of a side that has melded can go on after the lay onto the begun meld. */
static bool finishes_later(const position *at, unsigned number)
{
    const unsigned rank = cn_step_meld(number), kind = cn_step_kind(number);
    const unsigned wild = kind != rank, natural = 1 - wild;
    const cn_cards *hand = at->hand;
    const cn_begun begun = {.naturals = at->side->naturals[rank] + natural,
                            .wilds = at->side->wilds[rank] + wild,
                            .held = hand->kind[rank] - natural,
                            .wilds_held = (unsigned)hand->kind[CN_KIND_TWO] +
                                          hand->kind[CN_KIND_JOKER] - wild};
    const unsigned finish = cn_plan_finish_cards(at->rules, &begun);
    return finish != CN_PLAN_NEVER && hand->size >= 1 + finish + CN_PLAN_KEPT;
}

/* Of the fitting lays of a side that has melded those after which the turn can go on without going
 * out. A new meld takes two cards more before it may be left. */
static uint64_t lays_that_stay(const position *at, uint64_t fitting)
{
    const unsigned size = at->hand->size;
    if (at->answer == CN_ANSWER_YES) return 0;
    if (at->pub->turn.open_meld != CN_NO_MELD) {
        uint64_t stay = 0;
        for (uint64_t left = fitting; left != 0; left &= left - 1)
            if (finishes_later(at, (unsigned)__builtin_ctzll(left))) stay |= left & -left;
        return stay;
    }
    if (size >= 1 + 2 + CN_PLAN_KEPT) return fitting;
    const uint64_t begun = cn_counts_from(at->side->naturals, 1) & CN_ALL_RANKS;
    const uint64_t adding =
        begun << CN_STEP_LAY | begun << CN_STEP_LAY_TWO | begun << CN_STEP_LAY_JOKER;
    return size >= 1 + CN_PLAN_KEPT ? fitting & adding : 0;
}

/* What shapes and counts tell about the lays of a turn. */
typedef struct sorted {
    uint64_t sure;   /* legal */
    uint64_t unsure; /* the plan must be asked */
    bool stays;      /* nobody can go out in this turn */
    bool decided;    /* these lays and the discards are all there is to ask */
} sorted;

/* The legal ones among the unsure lays, and black threes. */
static uint64_t legal_lays(const cn_plan *plan, const sorted *lays)
{
    uint64_t unsure = lays->unsure, legal = 0;
    if (!lays->stays && black3_fits(plan) && lay_is_legal(plan, CN_STEP_LAY_BLACK3))
        legal = step_bit(CN_STEP_LAY_BLACK3);
    if (unsure == 0) return legal;
    if (!plan->opened) {
        const cn_reach reach = cn_plan_reach(plan);
        if (!plan->staging && plan->answer == CN_ANSWER_NONE &&
            reach.points < plan->minimum_points && (lays->stays || !cn_plan_can_go_out(plan)))
            return legal; /* nothing can be begun at all */
        const uint64_t sure = unsure & cn_plan_sure_lays(plan, &reach);
        legal |= sure;
        unsure &= ~sure;
    }
    for (; unsure != 0; unsure &= unsure - 1)
        if (lay_is_legal(plan, (unsigned)__builtin_ctzll(unsure))) legal |= unsure & -unsure;
    return legal;
}

static bool ask_is_legal(const position *at, const cn_plan *plan)
{
    if (!ask_is_possible(at)) return false;
    cn_plan asked = *plan;
    asked.run_rank = CN_KIND_NONE; /* the question ends the run (P57) */
    return cn_plan_can_go_out(&asked) &&
           (!at->rules->p.ask_binding || cn_plan_can_stay(plan)); /* P72 */
}

static bool open_is_legal(const position *at, const cn_plan *plan)
{
    if (!cn_plan_may_open(plan)) return false;
    const unsigned left = plan->hand + (plan->pending ? plan->rest : 0U);
    if (plan->black3_laid == 0 && plan->answer != CN_ANSWER_YES && left >= CN_PLAN_KEPT)
        return true;
    cn_plan after = *plan;
    cn_plan_open(&after, at->pub);
    return cn_plan_completable(&after);
}

CN_USUAL bool black3_is_possible(const position *at)
{
    const unsigned black3 = at->hand->kind[CN_KIND_BLACK3];
    return black3 > 0 && at->hand->size <= black3 + 1U; /* nothing else is laid after them (P65) */
}

static sorted sort_lays(const position *at)
{
    const cn_turn *turn = &at->pub->turn;
    if (turn->laid_black3 != CN_BLACK3_NONE) return (sorted){.stays = false}; /* P65 */
    const uint64_t fitting = fitting_lays(at);
    if (turn->staging) return (sorted){.unsure = fitting, .stays = must_stay(at)};
    if (at->side->meld_count == 0) { /* whoever can lay nothing cannot go out either */
        if (fitting == 0 && at->hand->size > CN_PLAN_KEPT && at->answer == CN_ANSWER_NONE)
            return (sorted){.decided = true};
        return (sorted){.unsure = fitting, .stays = must_stay(at)};
    }
    uint64_t sure = lays_that_stay(at, fitting);
    const bool asks = black3_is_possible(at) || ask_is_possible(at);
    if (sure == fitting && !asks) return (sorted){.sure = sure, .decided = true};
    if (must_stay(at)) return (sorted){.sure = sure, .stays = true, .decided = true};
    if (turn->open_meld == CN_NO_MELD && at->answer == CN_ANSWER_NONE && has_canastas(at))
        sure = fitting; /* any rest can go out */
    return (sorted){
        .sure = sure, .unsure = fitting & ~sure, .decided = sure == fitting && !asks};
}

/* The steps for which the plan must be asked. */
static CN_RARE uint64_t legal_by_plan(const position *at, const sorted *lays)
{
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    uint64_t steps = legal_lays(&plan, lays);
    if (!lays->stays && ask_is_legal(at, &plan)) steps |= step_bit(CN_STEP_ASK);
    if (open_is_legal(at, &plan)) steps |= step_bit(CN_STEP_OPEN);
    return steps;
}

static uint64_t legal_at_meld(const position *at)
{
    const uint64_t discards = legal_discards(at);
    if (at->pub->turn.opened_exempt) return discards; /* P86 */
    const sorted lays = sort_lays(at);
    return discards | lays.sure | (lays.decided ? 0 : legal_by_plan(at, &lays));
}

static inline position make_position(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand)
{
    return (position){rules, pub, hand, cn_public_acting(pub), cn_binding_answer(rules, pub)};
}

static CN_RARE uint64_t legal_at_any_draw(const cn_rules *rules, const cn_public *pub,
                                          const cn_cards *hand)
{
    const position at = make_position(rules, pub, hand);
    return legal_at_draw(&at);
}

static CN_RARE uint64_t legal_at_any_meld(const cn_rules *rules, const cn_public *pub,
                                          const cn_cards *hand)
{
    const position at = make_position(rules, pub, hand);
    return legal_at_meld(&at);
}

/* A side that has melded, with no meld half laid and so many cards in hand that any lay leaves
 * enough. */
CN_USUAL bool lays_leave_enough(const position *at)
{
    enum { NEW_MELD = 3 };
    const cn_turn *turn = &at->pub->turn;
    return at->side->meld_count > 0 && at->hand->size >= NEW_MELD + CN_PLAN_KEPT &&
           turn->open_meld == CN_NO_MELD &&
           (turn->staging | turn->laid_black3 | turn->answer | turn->opened_exempt) == 0;
}

/* The takes whose shape fits are legal for a side that has melded, and there is nothing to ask. */
CN_USUAL bool draw_is_usual(const position *at, uint64_t takes)
{
    if (at->rules->p.ask_timing != CN_ASK_TIMING_AFTER_DRAW && ask_is_possible(at)) return false;
    return takes == 0 || (take_is_safe(at, CN_STEP_TAKE_PAIR) && at->pub->stock_count > 0);
}

/* The usual turns first, which need neither a plan nor the position in memory. */
uint64_t cn_legal_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const position at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    if (pub->phase == CN_PHASE_DRAW) {
        const uint64_t takes = fitting_takes_now(&at);
        return draw_is_usual(&at, takes) ? takes | step_bit(CN_STEP_DRAW)
                                         : legal_at_any_draw(rules, pub, hand);
    }
    if (!lays_leave_enough(&at)) return legal_at_any_meld(rules, pub, hand);
    const bool asks = black3_is_possible(&at) || ask_is_possible(&at);
    if (asks && !must_stay(&at)) return legal_at_any_meld(rules, pub, hand);
    return fitting_lays(&at) | held_kinds(&at) << CN_STEP_DISCARD;
}

static bool lay_is_searched(const position *at)
{
    const sorted lays = sort_lays(at);
    if (lays.decided) return false;
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    if (black3_fits(&plan) || cn_plan_may_open(&plan)) return true;
    if (lays.unsure == 0) return false;
    return plan.opened || plan.staging || plan.answer != CN_ANSWER_NONE ||
           cn_plan_reach(&plan).points >= plan.minimum_points || cn_plan_can_go_out(&plan);
}

bool cn_legal_plain_searched(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const position at = make_position(rules, pub, hand);
    if (pub->phase == CN_PHASE_DRAW)
        return ask_is_searched(&at) ||
               (fitting_takes_now(&at) != 0 && !take_is_safe(&at, CN_STEP_TAKE_PAIR));
    return !pub->turn.opened_exempt && lay_is_searched(&at);
}
