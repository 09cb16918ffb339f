/* Openings: groups can be laid that satisfy the count and the shape, and the turn ends lawfully.
 * Not here: tables that are open (finish_out.c). Invariant: exact; see plan.h. */
#include "engine/finish/finish.h"

#include <string.h>

#include "engine/cards/counts.h"
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/opening_draft.h"
#include "engine/finish/out_counts.h"
#include "engine/finish/tellers.h"
#include "engine/rules/tellers.h"
#include "engine/step/collect.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/opening.h"
#include "engine/step/out.h"

/* It counts enough, or need not. */
static bool counts_enough(const cn_arrangement *a, const cn_opening *sum)
{
    const cn_goal *g = a->goal;
    const unsigned left = g->cards->size + g->threes - cn_arrangement_added(a);
    return sum->points >= g->need.points || sum->splash ||
           cn_opening_empties_hand(a->rules, a->pub, left);
}

static bool opens_and_stays(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    cn_opening sum;
    if (!cn_arrangement_opens(a, &sum) || !counts_enough(a, &sum) ||
        !cn_opening_shape_fits(a->rules, &sum, g->need))
        return false;
    return cn_goal_leaves_enough(g, cn_arrangement_added(a), sum.canasta);
}

/* No choice of cards reaches the count: told without a search, for most hands. */
static bool out_of_reach(const cn_arrangement *a, const cn_goal *g)
{
    const cn_params *p = &a->rules->p;
    if (!cn_understands(a->rules, CN_TELLER_BOUNDS) || p->min_exempt_splash ||
        p->min_counts_bonuses || p->initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND)
        return false;
    const int16_t *value = a->rules->value;
    int32_t points = cn_opening_staged(a->rules, a->pub).points;
    points += a->twos * value[CN_KIND_TWO] + a->jokers * value[CN_KIND_JOKER];
    if (!a->no_black3) points += a->black3 * value[CN_KIND_BLACK3];
    points += cn_counts_worth(a->held, g->fitting, value);
    return points < g->need.points;
}

/* The cards the arrangement leaves in hand. Which suits stay is the player's choice: the suits tell
 * which there could be, none if none is left, the kinds how many there are. Of the open wilds
 * jokers are laid first: only their number matters here. */
static void cards_left(const cn_arrangement *a, cn_cards *hand)
{
    unsigned jokers = a->open_wilds < a->jokers ? a->open_wilds : a->jokers;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        hand->kind[rank] = a->held[rank];
        for (unsigned suit = 0; a->rules->p.sequences && suit < CN_SUITS; suit++) {
            unsigned shift = 4 * suit;
            unsigned row = hand->suits[rank] & ~(15U << shift);
            unsigned left = a->held[rank] > 0 ? a->face[rank * CN_SUITS + suit] : 0;
            hand->suits[rank] = (uint16_t)(row | left << shift);
        }
    }
    hand->kind[CN_KIND_BLACK3] = a->black3;
    hand->kind[CN_KIND_TWO] = (uint8_t)(a->twos - (a->open_wilds - jokers));
    hand->kind[CN_KIND_JOKER] = (uint8_t)(a->jokers - jokers);
    if (cn_is_bonus(a->rules, CN_KIND_RED3)) hand->kind[CN_KIND_RED3] = 0;
    hand->size = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        hand->size = (uint16_t)(hand->size + hand->kind[kind]);
}

static void set_melds(const cn_arrangement *a, cn_side *side)
{
    side->meld_count = a->piece_count;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        unsigned new_twos = piece->chosen ? piece->new_twos : piece->new_wilds;
        unsigned jokers = piece->shape.wilds - (unsigned)piece->twos - new_twos;
        side->meld[i] = (cn_meld){.rank = piece->shape.rank,
                                  .naturals = piece->shape.naturals,
                                  .wilds = piece->shape.wilds,
                                  .jokers = (uint8_t)jokers};
        if (piece->shape.rank != CN_MELD_SEQUENCE) continue;
        side->meld[i].lowest = cn_card_make(piece->low, piece->suit);
        side->meld[i].wild_places = piece->places;
        side->meld[i].wild_cards = (uint16_t)(CN_WILD_JOKERS & ((1U << CN_WILD_BITS * jokers) - 1));
    }
    cn_side_count(side);
}

static bool lays_black3(const cn_arrangement *a)
{
    for (unsigned i = 0; i < a->piece_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_BLACK3) return !cn_black3_is_rank(a->rules);
    return false;
}

/* The table once the arrangement has opened; `left` becomes the hand then, as far as it is known.
 */
static void open_table(const cn_arrangement *a, cn_public *after, cn_cards *left)
{
    const cn_goal *g = a->goal;
    *left = *g->cards;
    cards_left(a, left);
    cn_public_copy(after, a->pub, a->rules);
    set_melds(a, &after->side[after->side_of[after->asker]]);
    cn_goal_add_rest(a->rules, a->pub, left);
    for (unsigned i = 0; i < a->piece_count; i++)
        after->turn_wilds[i] = a->piece[i].shape.turn_wilds;
    after->turn.staging = after->turn.owes = 0;
    after->turn.open_meld = after->turn.run_meld = after->turn.to_meld = CN_NO_MELD;
    if (lays_black3(a)) after->turn.laid_black3 = CN_BLACK3_CLOSED;
    after->hand_count[after->asker] = left->size;
}

/* Melds joined after the opening can be what no meld of the opening can: so few canastas that the
 * red threes suffice (S27), or one of more cards than a canasta takes (S7), or than a turn (P157,
 * P200).
 */
static bool joins_make_others(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE &&
           (p->out_needs_red3_per_canasta || !p->add_natural_to_canasta ||
            !cn_canastas_take_wilds(p) || p->wilds_per_turn > 0 || p->add_after_closing != 0);
}

/* Melds of one rank that are staged already are joined only after the opening. */
static bool staged_may_join(const cn_rules *rules, const cn_public *pub)
{
    const cn_side *side = cn_public_acting(pub);
    uint32_t seen = 0;
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return false;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const unsigned rank = side->meld[i].rank;
        if (rank == CN_MELD_SEQUENCE || rank == CN_MELD_WILD) continue; /* never joined */
        if ((seen >> rank & 1) != 0) return true;
        seen |= UINT32_C(1) << rank;
    }
    return false;
}

/* What may not be laid in an opening, because more than its count is asked of it, may be laid after
 * it; or joined. */
static bool later_lays_differ(const cn_rules *rules, const cn_public *pub)
{
    const cn_params *p = &rules->p;
    return !cn_understands(rules, CN_TELLER_POINTS) || p->min_exempt_splash ||
           p->initial_naturals_only || joins_make_others(rules) || staged_may_join(rules, pub);
}

/* Some of a rank's cards from the hand stay, and others come with the opening. */
static bool suits_mix(const cn_arrangement *a, const cn_cards *left, unsigned rank)
{
    unsigned held = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) held += a->face[rank * CN_SUITS + suit];
    return a->held[rank] > 0 && held > a->held[rank] && left->kind[rank] > a->held[rank];
}

static bool goes_out_by_choice(const cn_arrangement *a, const cn_public *after, cn_cards *left,
                               unsigned rank);

/* Tries each choice of suits of the rank that stay, `count` of this suit and the later ones. */
static bool chooses_suits(const cn_arrangement *a, const cn_public *after, cn_cards *left,
                          unsigned rank, unsigned suit, unsigned count)
{
    if (suit == CN_SUITS) return count == 0 && goes_out_by_choice(a, after, left, rank + 1);
    const uint16_t before = left->suits[rank];
    for (unsigned n = 0; n <= a->face[rank * CN_SUITS + suit] && n <= count; n++) {
        left->suits[rank] = (uint16_t)(before + (n << 4 * suit));
        if (chooses_suits(a, after, left, rank, suit + 1, count - n)) return true;
    }
    left->suits[rank] = before;
    return false;
}

static bool goes_out_by_choice(const cn_arrangement *a, const cn_public *after, cn_cards *left,
                               unsigned rank)
{
    while (rank < CN_RANKS && !suits_mix(a, left, rank)) rank++;
    if (rank == CN_RANKS) return cn_finish_by_going_out(a->rules, after, left, a->effort);
    const uint16_t before = left->suits[rank];
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        left->suits[rank] =
            (uint16_t)(left->suits[rank] - (a->face[rank * CN_SUITS + suit] << 4 * suit));
    const bool found = chooses_suits(a, after, left, rank, 0, a->held[rank]);
    left->suits[rank] = before;
    return found;
}

/* Where suits matter, first as if all suits stayed of which some cards do, because it is mostly no;
 * then by each choice. */
static bool goes_out_after(const cn_arrangement *a, const cn_public *after, cn_cards *left)
{
    bool mixes = false;
    for (unsigned rank = 0; a->rules->p.sequences && rank < CN_RANKS; rank++)
        mixes = mixes || suits_mix(a, left, rank);
    return cn_finish_by_going_out(a->rules, after, left, a->effort) &&
           (!mixes || goes_out_by_choice(a, after, left, 0));
}

/* ---- ways to keep cards ---- */

/* The canasta that brings the packet is completed with what comes with the opening. */
static bool opens_and_then_packet(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    cn_opening sum;
    if (!cn_arrangement_opens(a, &sum) || !cn_opening_suffices(a->rules, &sum, g->need))
        return false;
    cn_cards left;
    cn_public after;
    open_table(a, &after, &left);
    return cn_finish_by_packet(a->rules, &after, &left, a->effort);
}

static bool opens_by_keeping(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_effort *effort)
{
    if (cn_must_go_out(rules, pub) || !cn_may_meld(rules, pub)) return false;
    cn_goal g = cn_goal_make(rules, pub, hand);
    cn_arrangement a;
    cn_failures failed;
    cn_begin_opening(&a, rules, pub, hand, &g, effort);
    a.no_black3 = !cn_black3_is_rank(rules);
    if (out_of_reach(&a, &g)) return false;
    a.arranged = opens_and_stays;
    cn_failures_start(&failed);
    a.failed = &failed;
    a.digest = cn_digest_opening;
    a.hopeless = cn_count_is_hopeless;
    a.vain = cn_count_is_vain;
    if (cn_arrange(&a)) return true;
    if (g.packet == 0 || (g.rest == 0 && !later_lays_differ(rules, pub))) return false;
    a.failed = NULL;
    a.arranged = opens_and_then_packet;
    return cn_arrange(&a);
}

/* ---- ways to go out ---- */

/* P86 with nothing but the last card to discard. */
static bool exempt_goes_out(const cn_arrangement *a, const cn_opening *sum, const cn_public *pub,
                            const cn_cards *left)
{
    const cn_params *p = &a->rules->p;
    const bool took = a->pub->turn.took || a->pub->turn.showed_twos;
    if (p->min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER || !sum->canasta) return false;
    if (took && p->min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW) return false;
    if (left->size > 1 || cn_out_refusal(a->rules, pub, left->size == 1).code != CN_OK)
        return false;
    uint32_t barred = cn_never_last(a->rules) | cn_never_discarded(a->rules);
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        if (left->kind[kind] > 0 && (barred >> kind & 1) != 0) return false;
    return true;
}

/* The opening of a seat that has cards left draws so many further ones, with which it might not go
 * out. They are not counted on (P137), but whoever must go out would keep them: their number is
 * certain (P151). */
static unsigned opening_draws(const cn_rules *rules, const cn_public *pub, unsigned threes)
{
    const unsigned draws = cn_opening_draws(rules, pub, threes);
    const unsigned reach = cn_public_stock_reach(rules, pub);
    return draws < reach ? draws : reach;
}

static bool opens_and_goes_out(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    cn_opening sum;
    if (!cn_arrangement_opens(a, &sum) || !cn_opening_shape_fits(a->rules, &sum, g->need))
        return false;
    const bool enough = counts_enough(a, &sum);
    if (!enough && a->rules->p.min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER) return false;
    cn_cards left;
    cn_public after;
    open_table(a, &after, &left);
    if (!enough && left.size > 1) return false;
    const unsigned come = opening_draws(a->rules, a->pub, g->threes);
    const bool must =
        !enough || cn_must_go_out(a->rules, &after) || left.size + come < g->keep; /* to stay */
    if (left.size > 0 && must && come > 0) return false;
    if (!enough) return g->threes == 0 && exempt_goes_out(a, &sum, &after, &left);
    if (left.size == 0) return cn_out_refusal(a->rules, &after, false).code == CN_OK;
    return goes_out_after(a, &after, &left);
}

/* Too many cards find no place, now or after the opening, or canastas are out of reach. */
static bool cards_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_effort none = {0};
    cn_cards all = *hand;
    if (!cn_understands(rules, CN_TELLER_BOUNDS)) return false;
    cn_goal_add_rest(rules, pub, &all);
    all = cn_without_idle_threes(rules, pub, &all);
    if (cn_counts_forbid_out(rules, pub, &all)) return true;
    cn_arrangement a;
    cn_arrange_start(&a, rules, pub, &all, &none);
    if (cn_is_bonus(rules, CN_KIND_BLACK3)) a.black3 = 0;
    return cn_arrangement_misfits(&a) > 1;
}

/* For P86 idle threes are cards: one may be left, and thrown (P204). */
static bool leaves_threes(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    const unsigned idle = cn_idle_threes(a->rules, a->pub, g->cards);
    const unsigned left = g->cards->size - cn_arrangement_added(a);
    return idle > 0 && (left > 1 || !cn_throws_idle_three(a->rules, g->cards));
}

/* Every card is laid in the opening, or all but the last discard. */
static bool opens_with_all(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    cn_opening sum;
    if (!cn_table_goes_out(a)) return false;
    if (!cn_arrangement_opens(a, &sum) || !cn_opening_shape_fits(a->rules, &sum, g->need))
        return false;
    if (counts_enough(a, &sum)) return true;
    if (g->threes > 0 || leaves_threes(a)) return false;
    const bool took = a->pub->turn.took || a->pub->turn.showed_twos;
    switch (a->rules->p.min_exempt_concealed) { /* P86 */
    case CN_MIN_EXEMPT_CONCEALED_NEVER: return false;
    case CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW: return sum.canasta && !took;
    case CN_MIN_EXEMPT_CONCEALED_ALWAYS: return sum.canasta;
    }
    return false;
}

/* Cards that nobody has seen come with the pile: nothing can be planned with them (P151). */
static bool buried_cards_come(const cn_rules *rules, const cn_public *pub)
{
    if (!cn_pile_waits(pub)) return false;
    return cn_step_collected(rules, pub, CN_STEP_OPEN).buried > 0;
}

/* Without the opening's own conditions all cards, those of the pile as well, could go: asked first,
 * because this is remembered by counts and the search for openings is not. Exact where a meld may
 * be in an opening what it may be after it; otherwise it promises nothing. */
static bool cards_fit_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            cn_effort *effort)
{
    const cn_params *p = &rules->p;
    if (joins_make_others(rules) || p->initial_naturals_only ||
        p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO || p->wild_add_min_naturals > 0 ||
        p->initial_only_wild_ranks != 0 || !cn_canastas_take_wilds(p) ||
        p->dead_rank != CN_DEAD_RANK_NONE || pub->turn.laid_black3 != CN_BLACK3_NONE)
        return true;
    cn_public after;
    cn_public_copy(&after, pub, rules);
    cn_cards all = *hand;
    cn_goal_add_rest(rules, pub, &all);
    if (all.size == 0) return true;
    after.turn.staging = after.turn.owes = 0;
    after.hand_count[after.asker] = all.size;
    return cn_finish_by_going_out(rules, &after, &all, effort);
}

/* The opening lays out held threes, which are no concern of it (P97). */
static void lay_out_held(const cn_rules *rules, cn_cards *hand, cn_public *now)
{
    const unsigned seat = now->asker;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card three = cn_card_make(CN_ROW_THREES, suit);
        if (!cn_is_bonus(rules, cn_card_kind(three))) continue;
        for (; cn_cards_count(hand, three) > 0; now->three[seat][suit]++) {
            cn_cards_remove(hand, three);
            now->hand_count[seat]--;
        }
    }
}

/* And those of the pile that was taken: going out may need them (S27). An opening below the minimum
 * goes out with what lies there before (P86). */
static void lay_out_taken(const cn_rules *rules, cn_public *now)
{
    if (!cn_pile_waits(now) || !rules->p.out_needs_red3_per_canasta) return;
    const cn_span span = cn_step_collected(rules, now, CN_STEP_OPEN);
    for (unsigned i = span.from; i < span.to; i++)
        if (now->pile[i] < CN_FACES && cn_is_bonus(rules, cn_card_kind(now->pile[i])) &&
            !cn_collected_stays(rules, cn_card_kind(now->pile[i])))
            now->three[now->asker][cn_card_suit(now->pile[i])]++;
}

static bool opens_by_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_effort *effort)
{
    cn_cards known = *hand;
    cn_public now;
    if (!cn_may_meld(rules, pub)) return false; /* P184 */
    cn_public_copy(&now, pub, rules);
    lay_out_held(rules, &known, &now);
    if (rules->p.min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_ALWAYS) lay_out_taken(rules, &now);
    if (!cn_may_go_out_at_all(rules, &now, &known) || buried_cards_come(rules, pub)) return false;
    if (cards_forbid_out(rules, &now, &known)) return false;
    cn_goal g = cn_goal_make(rules, &now, &known);
    g.bonus_points = cn_opening_bonus_points(rules, pub); /* threes that come are not staged */
    const bool leave_first =
        cn_public_stock_reach(rules, pub) == 0 && !pub->turn.laid; /* S13: none comes for them */
    g.threes = leave_first ? 0 : (unsigned)hand->size - known.size;
    cn_arrangement a;
    cn_begin_opening(&a, rules, &now, &known, &g, effort);
    if (rules->p.min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER && out_of_reach(&a, &g))
        return false;
    if (g.rest == 0 && !later_lays_differ(rules, pub) && opening_draws(rules, pub, g.threes) == 0)
        return cn_lays_all_but_one(rules, &now, &known, opens_with_all, cn_digest_opening, &g,
                                   effort);
    if (!cards_fit_after(rules, &now, &known, effort)) return false;
    a.arranged = opens_and_goes_out;
    a.long_sequences = rules->p.sequence_extend_going_out != 0; /* P109 */
    if (rules->p.min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER)
        a.hopeless = cn_count_is_hopeless;
    return cn_arrange(&a);
}

bool cn_search_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool out,
                       cn_effort *effort)
{
    return out ? opens_by_going_out(rules, pub, hand, effort)
               : opens_by_keeping(rules, pub, hand, effort);
}

bool cn_finish_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool out,
                       cn_effort *effort)
{
    const cn_question question = {.rules = rules, .pub = pub, .hand = hand, .out = out};
    const cn_told told = cn_ask(CN_ASKED_OPENS, &question);
    if (told != CN_TOLD_NOTHING) return told == CN_TOLD_YES;
    return cn_search_opening(rules, pub, hand, out, effort);
}

bool cn_finish_undrafted_opening(const cn_draft *draft, cn_effort *effort)
{
    const cn_rules *rules = draft->rules;
    const cn_public *pub = draft->pub;
    const cn_cards *hand = draft->hand;
    if (!draft->forbidden && opens_by_keeping(rules, pub, hand, effort)) return true;
    const bool more_counts =
        (hand->kind[CN_KIND_BLACK3] > 0 &&
         !cn_is_bonus(rules, CN_KIND_BLACK3)) || /* or nothing need be reached (P86) */
        rules->p.min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_NEVER;
    if (draft->forbidden && (!more_counts || cn_counts_forbid_opening(rules, pub, hand, true)))
        return false;
    return opens_by_going_out(rules, pub, hand, effort);
}

bool cn_finish_any_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_effort *effort)
{
    if (pub->turn.owes == CN_OWES_CARD) /* no draft is told of it */
        return cn_search_opening(rules, pub, hand, false, effort) ||
               cn_search_opening(rules, pub, hand, true, effort);
    cn_draft draft = cn_draft_make(rules, pub, hand);
    return cn_draft_opens(&draft) || cn_finish_undrafted_opening(&draft, effort);
}
