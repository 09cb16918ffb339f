/* The legal steps of usual turns: of a side that has opened, and with cards enough that one can be
 * discarded and the others kept whatever is laid, or so few that nothing is laid that could matter.
 * Not here: all other turns (legal.c). Invariant: counts and shapes decide all; nothing is
 * searched.
 */
#include "legal_usual.h"

#include <stddef.h>

#include "draw_counted.h"
#include "faces.h"
#include "lays_table.h"
#include "legal_counted.h"
#include "legal_unopened.h"
#include "opening_reach.h"
#include "rare.h"
#include "shape.h"
#include "takes.h"
#include "usual.h"

/* ---- rules ---- */

static bool has_limits(const cn_params *p)
{
    return p->sequence_extend_going_out || p->twos_as_rank ||
           p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO ||
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO ||
           p->dead_rank != CN_DEAD_RANK_NONE;
}

void cn_derive_usual_turns(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool wilds = !p->wild_meld || (p->wild_meld_max >= p->meld_min &&
                                         (p->wild_canasta || p->canasta_size > p->meld_min));
    const bool locks =
        p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD && rules->many;
    const bool twos = p->twos_as_rank && (p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED ||
                                          p->wild_meld || p->dead_rank != CN_DEAD_RANK_NONE);
    rules->usual = !rules->plain && cn_finishes_by_number(p) && wilds && !locks && !twos &&
                   !p->black3_meld_wilds;
    rules->limited = has_limits(p);
    rules->counted = cn_has_counted_turns(rules);
    rules->counted_ranks =
        rules->counted && !p->sequences && p->same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE;
    rules->takes_counted = cn_has_counted_takes(rules);
    rules->opens_counted = cn_has_counted_openings(rules);
}

/* ---- drawing ---- */

static CN_RARE bool draw_or_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 cn_mask *mask)
{
    const bool named = pub->turn.to_meld != CN_NO_MELD;
    cn_mask takes = rules->takes_counted && !named ? cn_counted_takes(rules, pub, hand)
                                                   : cn_find_takes(rules, pub, hand);
    if (!cn_mask_is_empty(&takes) && cn_take_outlook(rules, pub, hand) != CN_OUTLOOK_STAYS) {
        const bool unopened = cn_public_acting(pub)->meld_count == 0;
        if (!unopened || !rules->opens_counted || !cn_takes_that_open(rules, pub, hand, &takes))
            return false;
    }
    if (!named) cn_mask_add(&takes, CN_STEP_DRAW);
    *mask = takes;
    return true;
}

/* P97. */
static inline bool may_lay_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return rules->p.hold_one_three && cn_public_acting(pub)->meld_count == 0 &&
           hand->kind[CN_KIND_RED3] + hand->kind[CN_KIND_BLACK3] > 0;
}

static inline bool usual_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_turn *turn = &pub->turn;
    const bool named = turn->to_meld != CN_NO_MELD;
    if ((pub->stock_count == 0 && !named) || turn->answer != CN_ANSWER_NONE) return false;
    if (may_lay_out(rules, pub, hand)) return false;
    if (named || !cn_cards_forbid_takes(rules, pub, hand))
        return draw_or_take(rules, pub, hand, mask);
    *mask = (cn_mask){{1U << CN_STEP_DRAW}};
    return true;
}

/* ---- melding ---- */

/* What was found: whether all of it can surely be finished depends on the cards that are left. */
typedef struct found {
    bool onto, begin; /* lays onto finished melds; those that begin new ones */
    bool other;       /* what only a hand far from the end is sure of */
} found;

/* The same near the end. */
static CN_RARE bool is_sure(const cn_lay_table *t, found f)
{
    const cn_stay stay = cn_stay_make(t->rules, t->pub, t->hand);
    const unsigned least = (unsigned)t->rules->p.meld_min;
    return !f.other && (!f.onto || cn_stay_outlook(&stay, 0) == CN_OUTLOOK_STAYS) &&
           (!f.begin || cn_stay_outlook(&stay, least - 1) == CN_OUTLOOK_STAYS);
}

/* Whatever card is discarded, the hand is not empty then, and holds what must be kept (P79). */
static inline bool discards_are_free(const cn_rules *rules, const cn_public *pub)
{
    const unsigned held = pub->hand_count[pub->asker];
    return held >= 2 && (!pub->turn.laid || held > cn_keep_cards(rules, pub));
}

static inline void set_table(cn_lay_table *t, const cn_rules *rules, const cn_public *pub,
                             const cn_cards *hand, const cn_side *side)
{
    t->rules = rules;
    t->pub = pub;
    t->hand = hand;
    t->side = side;
    t->lays = NULL;
    t->opening = t->wild_locks = false;
    t->own_melds = rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
    t->two = hand->kind[CN_KIND_TWO] > 0;
    t->joker = hand->kind[CN_KIND_JOKER] > 0;
    t->wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    t->dead = 0;
    t->faces = rules->p.sequences ? cn_faces_held(hand) : 0;
}

/* The wilds of the hand, for a step each from `two` and `joker` on. */
static inline uint64_t with_wilds(const cn_lay_table *t, uint64_t bits, unsigned two,
                                  unsigned joker)
{
    return (t->two ? bits << two : 0) | (t->joker ? bits << joker : 0);
}

/* Naturals and wilds for melds of ranks: the first word of the mask. */
static inline void add_rank_lays(const cn_lay_table *t, cn_mask *mask, found *f)
{
    const uint32_t held = cn_counts_from(t->hand->kind, 1) & CN_ALL_RANKS;
    cn_fits fits = {0};
    if (!t->own_melds || t->pub->turn.run_meld != CN_NO_MELD) fits = cn_fit_ranks(t);
    const uint32_t onto = held & fits.begun & ~fits.closed;
    const uint32_t naturals = onto & fits.natural & ~t->dead;
    const uint32_t begun = cn_begun_ranks(t, held & ~onto & ~t->dead);
    const uint64_t wilds = with_wilds(t, fits.wild & ~t->dead, CN_STEP_LAY_TWO, CN_STEP_LAY_JOKER);
    mask->word[0] |= (uint64_t)(naturals | begun) << CN_STEP_LAY | wilds;
    f->begin = begun != 0;
    f->onto = (naturals | wilds) != 0;
}

/* Where such melds lock wilds, one of `rank` that is no canasta yet lies beside the target. */
static bool is_beside_locker(const cn_lay_table *t, int32_t locks, unsigned rank, unsigned target)
{
    const cn_side *side = t->side;
    if (t->rules->p.wild_meld_locks_wilds != locks) return false;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (i != target && side->meld[i].rank == rank &&
            cn_meld_size(&side->meld[i]) < (unsigned)t->rules->p.canasta_size)
            return true;
    return false;
}

/* P61: an unfinished meld of wilds keeps them from another one. */
static bool wilds_are_locked(const cn_lay_table *t, unsigned target)
{
    return is_beside_locker(t, CN_WILD_MELD_LOCKS_WILDS_WILD_MELD, CN_MELD_WILD, target);
}

/* P61, P133: an unfinished meld of twos, another one, keeps them for itself. */
static bool twos_are_locked(const cn_lay_table *t, unsigned target)
{
    return is_beside_locker(t, CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD, CN_MELD_TWOS, target);
}

/* Those in hand, for a meld of wilds: it does not keep them from itself. */
static void add_wilds_held(const cn_lay_table *t, cn_mask *mask)
{
    const uint8_t *held = t->hand->kind;
    cn_mask_add_many(mask, CN_STEP_LAY_TWO_WILD,
                     (held[CN_KIND_TWO] > 0) + 2U * (held[CN_KIND_JOKER] > 0));
}

/* Wilds, of which there are some, for a meld of wilds, old or new. */
static void add_wild_lays(const cn_lay_table *t, cn_mask *mask, found *f)
{
    const unsigned target = cn_wild_target(t);
    if (wilds_are_locked(t, target)) return;
    if (target == CN_NO_MELD) {
        if (t->wilds < (unsigned)t->rules->p.meld_min) return;
        f->begin = true;
    } else {
        const cn_shape shape = cn_shape_of(t->pub, t->side, target);
        if (!cn_shape_takes(t->rules, &shape, true)) return;
        f->onto = true;
    }
    add_wilds_held(t, mask);
}

/* Twos and jokers for the meld of twos of the run, or two twos for a new one (P62). */
static CN_RARE void add_twos_lays(const cn_lay_table *t, cn_mask *mask, found *f)
{
    const unsigned run = t->pub->turn.run_meld;
    const bool onto = run != CN_NO_MELD && t->side->meld[run].rank == CN_MELD_TWOS;
    const bool two = t->hand->kind[CN_KIND_TWO] > (onto ? 0 : 1);
    f->other = true;
    if (two && !twos_are_locked(t, run)) {
        const cn_shape shape = cn_shape_of(t->pub, t->side, onto ? run : 0);
        const bool takes = onto ? cn_shape_takes(t->rules, &shape, false)
                                : cn_lay_outlook(t->rules, t->pub, t->hand, CN_STEP_LAY_TWO_TWOS) ==
                                      CN_OUTLOOK_STAYS;
        if (takes) cn_mask_add(mask, CN_STEP_LAY_TWO_TWOS);
    }
    if (!onto || t->hand->kind[CN_KIND_JOKER] == 0) return;
    const cn_shape shape = cn_shape_of(t->pub, t->side, run);
    if (cn_shape_takes(t->rules, &shape, true)) cn_mask_add(mask, CN_STEP_LAY_JOKER_TWOS);
}

/* Faces for a sequence: for the one of the run, or for a new one. */
static void add_sequence_lays(const cn_lay_table *t, cn_mask *mask, found *f)
{
    const unsigned run = t->pub->turn.run_meld;
    uint64_t begun = cn_faces_in_runs(t->faces, (unsigned)t->rules->p.meld_min), onto = 0;
    if (run != CN_NO_MELD && t->side->meld[run].rank == CN_MELD_SEQUENCE) {
        const cn_meld *meld = &t->side->meld[run];
        begun &= ~cn_faces_beside(meld);
        onto = cn_faces_onto(t->rules, meld) & t->faces;
    }
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, begun | onto);
    f->begin |= begun != 0;
    f->onto |= onto != 0;
}

static inline void add_named(const cn_lay_table *t, cn_mask *mask, found *f)
{
    uint64_t names = cn_names_for_lays(t), joins = 0;
    if (t->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        joins = cn_names_for_joins(t, ~names);
    cn_mask_add_many(mask, CN_STEP_TO_MELD, names | joins);
    f->onto |= names != 0;
    f->other |= joins != 0;
    if (t->pub->turn.run_meld == CN_NO_MELD || !cn_run_can_end(t->rules, t->pub, t->hand)) return;
    cn_mask_add(mask, CN_STEP_NEW);
    f->other = true;
}

/* Nothing is unfinished, nothing is named. */
static bool all_lays(const cn_lay_table *t, bool far, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(t->rules, t->pub, t->hand);
    if (discards == 0 || !cn_black3_are_out(t->rules, t->pub, t->hand, t->side)) return false;
    if (!far && !discards_are_free(t->rules, t->pub)) return false;
    found f = {.other = false};
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    add_rank_lays(t, mask, &f);
    if (t->wilds != 0 && t->rules->wild_most != 0) add_wild_lays(t, mask, &f);
    if (t->wilds != 0 && t->rules->p.twos_as_rank) add_twos_lays(t, mask, &f);
    if (t->faces != 0) add_sequence_lays(t, mask, &f);
    if (t->rules->many) add_named(t, mask, &f);
    return far || (!f.onto && !f.begin && !f.other) || is_sure(t, f);
}

/* Cards for one meld of a rank: the one that was named, or that is unfinished. */
static uint64_t lays_onto(const cn_lay_table *t, const cn_shape *shape)
{
    const unsigned rank = shape->rank;
    uint64_t lays = 0;
    if ((t->dead >> rank & 1) != 0) return 0;
    if (t->hand->kind[rank] > 0 && cn_shape_takes(t->rules, shape, false))
        lays = UINT64_C(1) << (CN_STEP_LAY + rank);
    if ((!t->two && !t->joker) || !cn_shape_takes(t->rules, shape, true)) return lays;
    return lays | with_wilds(t, 1, CN_STEP_LAY_TWO + rank, CN_STEP_LAY_JOKER + rank);
}

/* Later melds of its rank that can be joined to the one that was named (P56). */
static uint64_t joins_onto(const cn_lay_table *t, unsigned named, const cn_shape *shape)
{
    uint64_t joins = 0;
    if (t->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return 0;
    for (unsigned i = cn_side_find_meld(t->side, shape->rank); i > named; i--) {
        if (t->side->meld[i].rank != shape->rank) continue;
        const cn_shape other = cn_shape_apart(t->pub, t->side, i);
        joins |= (uint64_t)cn_shape_union_fits(t->rules, shape, &other) << i;
    }
    return joins;
}

static bool lays_onto_named(const cn_lay_table *t, unsigned named, bool far, cn_mask *mask)
{
    const cn_meld *meld = &t->side->meld[named];
    *mask = (cn_mask){{0}};
    if (meld->rank == CN_MELD_SEQUENCE) {
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, cn_faces_onto(t->rules, meld) & t->faces);
        return far || is_sure(t, (found){.onto = true});
    }
    if (meld->rank >= CN_RANKS) return false;
    const cn_shape shape = cn_shape_of(t->pub, t->side, named);
    const uint64_t joins = joins_onto(t, named, &shape);
    mask->word[0] = lays_onto(t, &shape);
    cn_mask_add_many(mask, CN_STEP_JOIN, joins);
    return far || is_sure(t, (found){.onto = true, .other = joins != 0});
}

/* Of these lays onto an unfinished meld those after which it can be finished; false if one is in
 * doubt. */
static CN_RARE bool keep_finishing(const cn_lay_table *t, cn_mask *mask)
{
    cn_mask kept = {{0}};
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        for (uint64_t left = mask->word[i]; left != 0; left &= left - 1) {
            const unsigned number = 64 * i + (unsigned)__builtin_ctzll(left);
            const cn_outlook outlook = cn_lay_outlook(t->rules, t->pub, t->hand, number);
            if (outlook == CN_OUTLOOK_OPEN || outlook == CN_OUTLOOK_OUT) return false;
            if (outlook == CN_OUTLOOK_STAYS) cn_mask_add(&kept, number);
        }
    *mask = kept;
    return true;
}

/* One natural is left for the unfinished meld, and a wild: it needs both, in either order. */
static bool pair_finishes(const cn_lay_table *t, const cn_shape *shape, uint64_t lays)
{
    const unsigned least = (unsigned)t->rules->p.meld_min;
    if (cn_shape_size(shape) + 2 != least || t->hand->kind[shape->rank] != 1 ||
        shape->naturals + 1 != t->rules->p.min_naturals || (!t->two && !t->joker))
        return false;
    cn_shape natural = *shape, wild = *shape;
    cn_shape_add(&natural, false);
    cn_shape_add(&wild, true);
    const uint64_t wilds = with_wilds(t, 1, CN_STEP_LAY_TWO, CN_STEP_LAY_JOKER) << shape->rank;
    return cn_shape_takes(t->rules, &natural, true) &&
           ((lays & wilds) == 0 || cn_shape_takes(t->rules, &wild, false));
}

/* The faces in hand that lie beside it, in one run with it, finish it: whichever is laid first. */
static bool run_finishes(const cn_lay_table *t, const cn_meld *sequence)
{
    const unsigned bit = (unsigned)cn_card_make(sequence->low, sequence->suit);
    const uint64_t run = t->faces | cn_faces_row(sequence->low, sequence->suit, sequence->naturals);
    return (cn_faces_in_runs(run, (unsigned)t->rules->p.meld_min) >> bit & 1) != 0;
}

static bool lays_onto_open_sequence(const cn_lay_table *t, unsigned open, bool far, cn_mask *mask)
{
    const cn_meld *meld = &t->side->meld[open];
    if (open != t->pub->turn.run_meld) return false;
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, cn_faces_onto(t->rules, meld) & t->faces);
    return (far && run_finishes(t, meld)) || keep_finishing(t, mask);
}

/* One card more, whichever it is, finishes most melds, or naturals do. */
static bool lays_onto_open(const cn_lay_table *t, unsigned open, bool far, cn_mask *mask)
{
    const cn_params *p = &t->rules->p;
    *mask = (cn_mask){{0}};
    if (t->side->meld[open].rank == CN_MELD_SEQUENCE)
        return lays_onto_open_sequence(t, open, far, mask);
    const cn_shape shape = cn_shape_of(t->pub, t->side, open);
    const unsigned size = cn_shape_size(&shape), least = (unsigned)p->meld_min;
    if (shape.rank == CN_MELD_WILD && open == cn_wild_target(t)) {
        if (cn_shape_takes(t->rules, &shape, true) && !wilds_are_locked(t, open))
            add_wilds_held(t, mask);
        return keep_finishing(t, mask);
    }
    const unsigned target =
        t->own_melds ? t->pub->turn.run_meld : cn_side_find_meld(t->side, shape.rank);
    if (shape.rank >= CN_RANKS || target != open) return false;
    mask->word[0] = lays_onto(t, &shape);
    const unsigned need = size < least ? least - size : 0, held = t->hand->kind[shape.rank];
    const bool by_one = need == 1 && shape.naturals >= p->min_naturals;
    const bool by_naturals =
        need > 0 && held >= need && shape.naturals + need > (unsigned)p->min_naturals;
    const bool sure = by_one || by_naturals || pair_finishes(t, &shape, mask->word[0]);
    return (far && sure) || keep_finishing(t, mask);
}

static bool full_sequence_lies(const cn_rules *rules, const cn_side *side)
{
    for (unsigned i = 0; i < side->meld_count; i++)
        if (side->meld[i].rank == CN_MELD_SEQUENCE &&
            side->meld[i].naturals >= rules->p.sequence_max)
            return true;
    return false;
}

/* Minds what rules seldom know; false if it makes the turn an unusual one: a full sequence that
 * may grow (P109), little room for melds that may yet come together (S18). */
static CN_RARE bool mind_limits(cn_lay_table *t)
{
    const cn_params *p = &t->rules->p;
    if (p->sequence_extend_going_out && full_sequence_lies(t->rules, t->side)) return false;
    if (p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO && t->side->meld_count >= CN_MELDS_MAX / 2)
        return false;
    t->wild_locks = p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO;
    cn_limit_lays(t);
    return true;
}

static CN_RARE bool usual_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    if (!cn_is_free(turn, side)) return false;
    const bool far = cn_is_far_from_the_end(rules, pub, hand);
    cn_lay_table t;
    set_table(&t, rules, pub, hand, side);
    if (rules->limited && !mind_limits(&t)) return false;
    if (turn->to_meld != CN_NO_MELD) return lays_onto_named(&t, turn->to_meld, far, mask);
    if (turn->open_meld != CN_NO_MELD) return lays_onto_open(&t, turn->open_meld, far, mask);
    return all_lays(&t, far, mask);
}

bool cn_legal_usual(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_mask *mask)
{
    if (pub->phase == CN_PHASE_DRAW) return usual_draw(rules, pub, hand, mask);
    if (pub->phase != CN_PHASE_MELD || !rules->usual) return false;
    if (!cn_public_has_opened(pub, pub->asker))
        return rules->opens_counted && cn_legal_unopened(rules, pub, hand, mask);
    const bool begins = (pub->turn.to_meld & pub->turn.open_meld) == CN_NO_MELD; /* both */
    if (rules->counted && (begins ? cn_legal_counted(rules, pub, hand, mask)
                                  : cn_legal_onto_one(rules, pub, hand, mask)))
        return true;
    return usual_meld(rules, pub, hand, mask);
}
