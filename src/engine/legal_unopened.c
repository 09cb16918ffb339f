/* All steps of a turn of a side that has not opened, from counts: a lay is legal if all that can be
 * laid besides it still meets the count, and leaves enough.
 * Not here: going out at once, hands of few cards (legal_search.c).
 * Invariant: as in the header. */
#include "legal_unopened.h"

#include "apply.h"
#include "counted.h"
#include "legal_counted.h"
#include "opening_counts.h"
#include "opening_reach.h"
#include "unopened.h"

#if defined(__SSSE3__)

enum { MELD_SIZE = CN_OPENING_MELD, NATURALS = 2 };

/* ---- parts of an opening ---- */

/* Either wild may be the one that is laid. */
static bool wilds_are_alike(const cn_unopened *u, const cn_laid *laid)
{
    const int32_t two = u->rules->value[CN_KIND_TWO], joker = u->rules->value[CN_KIND_JOKER];
    const int32_t gap = joker > two ? joker - two : two - joker;
    return laid->all_wilds || laid->points - gap >= u->r.need;
}

static cn_certainty wild_opens(const cn_unopened *u, const cn_laid *laid)
{
    const cn_certainty opens = cn_laid_opens(&u->r, laid);
    return opens == CN_SURELY && !wilds_are_alike(u, laid) ? CN_UNSURE : opens;
}

/* A meld of wilds is begun. */
static cn_laid with_wild_meld(const cn_unopened *u)
{
    const cn_params *p = &u->rules->p;
    const unsigned most = u->rules->wild_most, full = (unsigned)p->canasta_size;
    return cn_lay_all(&u->r, MELD_SIZE, !p->add_wild_to_canasta && most > full ? full : most);
}

/* Of these ranks of two cards, for which `all` has no wild, those that may have it instead of the
 * cheapest one that has; false if that is in doubt. */
static bool swap_pairs(const cn_unopened *u, uint32_t pairs, uint32_t *ranks)
{
    const cn_laid *all = &u->all;
    if (pairs == 0) return true;
    if (all->pairs == 0) return false;
    for (; pairs != 0; pairs &= pairs - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(pairs);
        const int32_t more = NATURALS * (u->rules->value[rank] - all->cheapest);
        if (all->points + more >= u->r.need)
            *ranks |= pairs & -pairs;
        else if (!all->all_wilds || u->r.runs != 0)
            return false;
    }
    return true;
}

/* A wild that no pair has. */
static cn_certainty spare_wild_opens(const cn_unopened *u)
{
    const cn_laid spare = cn_lay_all(&u->r, 1, 0);
    return wild_opens(u, &spare);
}

/* ---- nothing lies there ---- */

static void add_wild_meld(const cn_unopened *u, cn_mask *mask)
{
    mask->word[1] |= cn_lays_together(&u->h);
}

/* The same where groups alone open, whatever lies in sequences; false if one is in doubt. */
static bool groups_first(const cn_unopened *u, cn_certainty opens, cn_mask *mask)
{
    uint32_t ranks = u->r.full | u->all.pairs;
    if (u->r.wilds == 0 || opens != CN_SURELY || !cn_opening_new_sequences(u, 0, mask) ||
        !swap_pairs(u, u->r.pairs & ~u->all.pairs, &ranks))
        return false;
    cn_opening_add_groups(ranks, mask);
    return true;
}

/* The first card of an opening. */
static bool first_lays(cn_unopened *u, cn_mask *mask)
{
    const uint32_t pairs = u->h.wilds > 0 ? u->r.pairs : 0;
    const bool wild_meld = cn_opening_wilds_begin(u);
    if ((u->r.full | pairs | u->r.runs) == 0 && !wild_meld) return true;
    u->all = cn_lay_all(&u->r, 0, 0);
    const cn_certainty opens = cn_all_opens(&u->r, &u->all);
    if (opens == CN_SURELY_NOT) return true;
    if (u->r.runs != 0 && !wild_meld && !groups_first(u, opens, mask))
        return cn_opening_runs_first(u, mask);
    if (u->r.runs != 0 && !wild_meld) return true;
    if (u->r.runs != 0 && (opens == CN_UNSURE || !cn_opening_new_sequences(u, 0, mask)))
        return false;
    cn_certainty together = CN_SURELY_NOT;
    if (wild_meld) {
        const cn_laid laid = with_wild_meld(u);
        together = wild_opens(u, &laid);
        if (together == CN_UNSURE || (opens == CN_UNSURE && together == CN_SURELY_NOT))
            return false;
        if (together == CN_SURELY) add_wild_meld(u, mask);
        if (opens == CN_UNSURE) {
            if ((pairs & ~laid.pairs) != 0) return false;
            mask->word[0] |= (uint64_t)(u->r.full | laid.pairs) << CN_STEP_LAY;
            return true;
        }
    }
    if (opens == CN_UNSURE) return false;
    uint32_t ranks = u->r.full | u->all.pairs;
    if (!swap_pairs(u, pairs & ~u->all.pairs, &ranks)) return false;
    cn_opening_add_groups(ranks, mask);
    return true;
}

/* No lay: true if that is all, because some card is discarded, and another stays. */
static bool discards_alone(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    return discards != 0 && pub->hand_count[pub->asker] >= 2;
}

static bool legal_unstaged(cn_unopened *u, cn_mask *mask)
{
    return discards_alone(u->rules, u->pub, u->hand, mask) && first_lays(u, mask);
}

/* An opening needs a canasta, for which there are no cards: whether it goes out or not, none is
 * laid then. */
static bool legal_without_canasta(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  cn_mask *mask)
{
    const cn_need need = cn_public_need(rules, pub, pub->asker);
    return need.canasta != 0 && !pub->turn.staging && pub->turn.to_meld == CN_NO_MELD &&
           cn_canasta_is_beyond(rules, pub, hand, need) && discards_alone(rules, pub, hand, mask);
}

/* ---- a meld is unfinished ---- */

/* So many cards, or fewer, are laid, and enough are left; where the hand is to be emptied, because
 * a packet waits, only as long as no meld empties it. */
static bool leaves_enough(const cn_unopened *u, unsigned cards)
{
    const unsigned keep = u->r.keep, most = keep == 0 ? (unsigned)MELD_SIZE : cards;
    return u->r.loose >= most + keep;
}

/* The cards that finish a meld, the first of which is of that sort. */
static unsigned cards_to_finish(cn_shape shape, bool wild)
{
    cn_shape_add(&shape, wild);
    const unsigned size = cn_shape_size(&shape), naturals = shape.naturals;
    const unsigned cards = size < MELD_SIZE ? MELD_SIZE - size : 0;
    const unsigned pair = shape.rank < CN_RANKS && naturals < NATURALS ? NATURALS - naturals : 0;
    return 1 + (cards > pair ? cards : pair);
}

static bool legal_at_unfinished(cn_unopened *u, unsigned open, cn_mask *mask)
{
    const cn_shape shape = cn_shape_of(u->pub, u->side, open);
    const unsigned rank = shape.rank;
    const bool wild_meld = rank == CN_MELD_WILD;
    if (rank == CN_MELD_SEQUENCE) return cn_opening_at_sequence(u, open, mask);
    const unsigned target = u->own_melds ? u->pub->turn.run_meld : u->side->latest[rank] - 1U;
    if (target != open || (rank >= CN_RANKS && !wild_meld && rank != CN_MELD_TWOS)) return false;
    if (!wild_meld && shape.naturals + (unsigned)u->held[rank] < NATURALS) return false;
    const bool natural = !wild_meld && u->held[rank] > 0 && cn_shape_takes(u->rules, &shape, false);
    const bool wild = u->h.wilds > 0 && cn_shape_takes(u->rules, &shape, true);
    const bool reached = u->r.staged >= u->r.need;
    if (reached &&
        (u->r.due > u->h.wilds || (natural && !leaves_enough(u, cards_to_finish(shape, false))) ||
         (wild && !leaves_enough(u, cards_to_finish(shape, true)))))
        return false;
    if (!reached) {
        u->all = cn_lay_all(&u->r, u->r.due, 0);
        if (cn_laid_opens(&u->r, &u->all) != CN_SURELY) return false;
    }
    cn_certainty spare = CN_SURELY;
    if (wild && !reached) spare = u->r.due > 0 ? wild_opens(u, &u->all) : spare_wild_opens(u);
    if (spare == CN_UNSURE) return false;
    *mask = (cn_mask){{0}};
    if (natural) cn_opening_add_groups(UINT32_C(1) << rank, mask);
    if (!wild || spare == CN_SURELY_NOT) return true;
    if (wild_meld)
        add_wild_meld(u, mask);
    else
        mask->word[0] |= cn_wild_lays(&u->h, UINT64_C(1) << rank);
    return true;
}

/* ---- between two melds ---- */

void cn_opening_add_twos(const cn_unopened *u, cn_mask *mask)
{
    const unsigned latest = u->side->latest[CN_MELD_TWOS], held = u->hand->kind[CN_KIND_TWO];
    const unsigned least = latest == 0 ? MELD_SIZE : 1;
    if (!u->rules->p.twos_as_rank || held < least) return;
    if (latest != 0) {
        const cn_shape shape = cn_shape_of(u->pub, u->side, latest - 1U);
        if (!cn_shape_takes(u->rules, &shape, false)) return;
    }
    if (latest == 0 || latest - 1U == u->pub->turn.run_meld)
        cn_mask_add(mask, CN_STEP_LAY_TWO_TWOS);
    else
        cn_mask_add(mask, CN_STEP_TO_MELD + latest - 1U);
}

/* A new meld can be begun. */
static bool may_begin(const cn_unopened *u)
{
    const bool twos = u->rules->p.twos_as_rank && u->hand->kind[CN_KIND_TWO] >= MELD_SIZE;
    return (u->h.ranks & cn_begin(u->rules, &u->h, true)) != 0 || u->r.runs != 0 || twos ||
           cn_opening_wilds_begin(u);
}

/* The count is met: whatever fits leaves enough. */
static bool legal_after_enough(const cn_unopened *u, cn_mask *mask)
{
    const cn_room room = {true, true};
    if (u->side->meld_count == CN_MELDS_MAX || !leaves_enough(u, 0)) return false;
    if (!leaves_enough(u, MELD_SIZE) && may_begin(u)) return false;
    const uint64_t open = UINT64_C(1) << CN_STEP_OPEN;
    if (u->own_melds)
        cn_counted_lays(u->rules, u->pub, u->side, &u->h, true, open, mask);
    else
        *mask = cn_counted_merged(u->rules, u->pub, u->side, &u->h, true, true, room, open);
    cn_opening_add_twos(u, mask);
    return leaves_enough(u, 1) || cn_mask_count(mask) == 1;
}

/* New melds, also beside others of their rank. */
static bool new_melds(const cn_unopened *u, uint32_t ranks, cn_certainty *spare, uint32_t *found)
{
    const uint32_t triples = cn_counts_from(u->held, MELD_SIZE);
    const uint32_t beside = ranks & u->r.begun & ~triples;
    *found |= ranks & (triples | u->all.pairs);
    if (beside != 0) {
        if (*spare == CN_UNSURE) return false;
        if (*spare == CN_SURELY) *found |= beside;
    }
    return swap_pairs(u, ranks & u->r.pairs & ~u->all.pairs, found);
}

/* Wilds for a meld of wilds. */
static bool wilds_together(const cn_unopened *u, cn_certainty spare, cn_mask *mask)
{
    const unsigned target = cn_meld_of_wilds(u->rules, u->pub, u->side);
    const cn_room room = {true, true};
    if (!cn_wilds_go_together(u->rules, u->pub, u->side, u->h.wilds, room)) return true;
    if (target == CN_NO_MELD) {
        const cn_laid laid = with_wild_meld(u);
        spare = wild_opens(u, &laid);
    }
    if (spare == CN_SURELY) add_wild_meld(u, mask);
    return spare != CN_UNSURE;
}

/* Lays where groups alone open, whatever lies in sequences; false if one is in doubt. */
static bool groups_next(cn_unopened *u, cn_mask *mask)
{
    const cn_rules *rules = u->rules;
    u->all = cn_lay_all(&u->r, 0, 0);
    if (cn_laid_opens(&u->r, &u->all) != CN_SURELY) return false;
    const cn_run run = cn_run_of(u->pub, u->side);
    const cn_counted_fits f = u->own_melds ? cn_fit_run(rules, &run, run.wilds, true)
                                           : cn_fit_only(rules, u->pub, u->side, true);
    const uint32_t onto = u->h.ranks & f.begun;
    uint32_t naturals = onto & f.natural;
    cn_certainty spare = u->h.wilds > 0 ? spare_wild_opens(u) : CN_SURELY_NOT;
    if (!new_melds(u, u->h.ranks & ~onto & cn_begin(rules, &u->h, true), &spare, &naturals))
        return false;
    if (f.wild != 0 && u->h.wilds > 0 && spare == CN_UNSURE) return false;
    *mask = (cn_mask){{(uint64_t)naturals << CN_STEP_LAY}};
    if (spare == CN_SURELY) mask->word[0] |= cn_wild_lays(&u->h, f.wild);
    const bool sequence = run.rank == CN_MELD_SEQUENCE && u->own_melds;
    if (u->r.runs != 0 &&
        !cn_opening_new_sequences(u, sequence ? cn_faces_beside(run.meld) : 0, mask))
        return false;
    if (u->side->naturals[CN_MELD_SEQUENCE] > 0 && !cn_opening_onto_sequences(u, &run, mask))
        return false;
    cn_opening_add_twos(u, mask);
    if (u->h.wilds > 0 && rules->wild_most != 0 && !wilds_together(u, spare, mask)) return false;
    if (!u->own_melds) return true;
    const cn_takers takes = cn_melds_that_take(rules, u->side, &u->h, true);
    if (spare == CN_UNSURE && (takes.wild & ~takes.natural) != 0) return false;
    const uint64_t names = takes.natural | (spare == CN_SURELY ? takes.wild : 0);
    mask->word[0] |= cn_end_of_run(&u->h, &run);
    mask->word[1] |= cn_names(u->pub, names);
    return true;
}

static bool legal_staging(cn_unopened *u, cn_mask *mask)
{
    if (!u->own_melds && !cn_melds_are_single(u->side)) return false;
    if (u->r.staged >= u->r.need) return legal_after_enough(u, mask);
    return groups_next(u, mask) || cn_opening_runs_next(u, mask);
}

/* ---- a meld is named ---- */

/* Naturals for it, and wilds, if it is one of a rank. */
static bool legal_onto_rank(const cn_unopened *u, const cn_meld *meld, cn_mask *mask)
{
    const cn_run run = cn_run_at(meld);
    const cn_counted_fits f = cn_fit_run(u->rules, &run, run.wilds, true);
    const bool reached = u->r.staged >= u->r.need;
    cn_certainty spare = u->h.wilds == 0 || f.wild == 0 ? CN_SURELY_NOT : CN_SURELY;
    if (spare == CN_SURELY && !reached) spare = spare_wild_opens(u);
    *mask = (cn_mask){{(uint64_t)(u->h.ranks & f.natural) << CN_STEP_LAY}};
    if (spare == CN_SURELY) mask->word[0] |= cn_wild_lays(&u->h, f.wild);
    return spare != CN_UNSURE;
}

static bool legal_at_named(cn_unopened *u, const cn_meld *meld, cn_mask *mask)
{
    const bool reached = u->r.staged >= u->r.need;
    if (u->pub->turn.open_meld != CN_NO_MELD || !u->own_melds) return false;
    if (reached && !leaves_enough(u, 1)) return false;
    if (!reached) {
        u->all = cn_lay_all(&u->r, 0, 0);
        if (cn_laid_opens(&u->r, &u->all) != CN_SURELY) return false;
    }
    if (meld->rank == CN_MELD_SEQUENCE) return cn_opening_named_sequence(u, meld, mask);
    return meld->rank < CN_RANKS && legal_onto_rank(u, meld, mask);
}

/* ---- all ---- */

static bool legal_at_one(cn_unopened *u, cn_mask *mask)
{
    const cn_turn *turn = &u->pub->turn;
    const unsigned named = turn->to_meld, open = turn->open_meld;
    if (named != CN_NO_MELD)
        return legal_at_named(u, &u->side->meld[named], mask) ||
               (open == CN_NO_MELD && cn_opening_runs_onto(u, named, mask));
    return legal_at_unfinished(u, open, mask) ||
           (turn->run_meld == open && cn_opening_runs_onto(u, open, mask));
}

static bool set_unopened(cn_unopened *u, const cn_rules *rules, const cn_public *pub,
                         const cn_cards *hand)
{
    u->rules = rules;
    u->pub = pub;
    u->hand = hand;
    u->side = cn_public_acting(pub);
    u->own_melds = cn_has_own_melds(rules);
    u->h = cn_hold(hand);
    u->faces = rules->p.sequences ? cn_faces_held(hand) : 0;
    if (rules->p.initial_naturals_only) {
        u->h.wilds = u->h.wild_sorts = 0;
    }
    return !cn_full_sequence_grows(rules, u->side) &&
           cn_reachable_make(&u->r, rules, pub, hand, 0, u->held);
}

CN_RARE bool cn_legal_unopened(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    const cn_turn *turn = &pub->turn;
    cn_unopened u;
    if (turn->laid_black3 != CN_BLACK3_NONE || turn->answer != CN_ANSWER_NONE) return false;
    if (!set_unopened(&u, rules, pub, hand)) return legal_without_canasta(rules, pub, hand, mask);
    if ((turn->to_meld & turn->open_meld) != CN_NO_MELD) return legal_at_one(&u, mask);
    if (!turn->staging) return legal_unstaged(&u, mask);
    return legal_staging(&u, mask);
}

/* The natural goes to a meld that lies there, or begins one that needs no wild. */
static bool is_in_a_group(const cn_public *pub, const cn_reachable *r, unsigned rank)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    if (turn->to_meld != CN_NO_MELD || turn->open_meld != CN_NO_MELD) return true;
    const unsigned run = turn->run_meld;
    return r->held[rank] >= MELD_SIZE || (run < side->meld_count && side->meld[run].rank == rank);
}

CN_RARE bool cn_groups_open_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  unsigned number)
{
    const cn_turn *turn = &pub->turn;
    const bool unfinished = turn->open_meld != CN_NO_MELD;
    cn_reachable r;
    uint8_t held[CN_COUNTS];
    if (!rules->usual || !rules->openings_counted || cn_public_has_opened(pub, pub->asker) ||
        turn->answer != CN_ANSWER_NONE || turn->laid_black3 != CN_BLACK3_NONE ||
        cn_full_sequence_grows(rules, cn_public_acting(pub)) ||
        !cn_reachable_make(&r, rules, pub, hand, 0, held))
        return false;
    if (pub->phase == CN_PHASE_MELD) {
        if (!is_in_a_group(pub, &r, number - CN_STEP_LAY)) return false;
        if (r.staged >= r.need) return r.due <= r.wilds && r.loose >= MELD_SIZE + r.keep;
    } else if (number != CN_STEP_TAKE_PAIR) {
        return false;
    }
    const cn_laid laid = cn_lay_all(&r, unfinished ? r.due : 0, 0);
    return cn_laid_opens(&r, &laid) == CN_SURELY;
}

#else

CN_RARE bool cn_groups_open_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  unsigned number)
{
    (void)rules, (void)pub, (void)hand, (void)number;
    return false;
}

CN_RARE bool cn_legal_unopened(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
