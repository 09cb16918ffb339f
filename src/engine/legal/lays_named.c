/* Lays that fit melds of ranks, all ranks at once; names of melds (TO_MELD) and what goes to a
 * named one; melds of twos. Not here: what the turn makes of them (lays.c).
 * Invariant: every limit of a shape is asked of shape.c and of the tables that it fills. */
#include "canasta/legal.h"
#include "engine/legal/lays.h"
#include "engine/step/possible.h"
#include "engine/step/shape.h"
#include "engine/table/faces.h"
#include "engine/table/takers.h"

/* Melds, one bit each: of ranks that take a card, and those of no rank. */
typedef struct naming {
    uint64_t takes, special;
} naming;

static bool takes_some_card(const cn_lay_table *t, unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(t->pub, t->side, meld_i);
    if ((t->dead >> shape.rank & 1) != 0) return false;
    return (t->hand->kind[shape.rank] > 0 && cn_shape_takes(t->rules, &shape, false)) ||
           ((t->two || t->joker) && cn_shape_takes(t->rules, &shape, true));
}

static naming find_names(const cn_lay_table *t)
{
    naming found = {0, 0};
    for (unsigned i = 0; i < t->side->meld_count; i++) {
        if (t->side->meld[i].rank >= CN_RANKS)
            found.special |= UINT64_C(1) << i;
        else
            found.takes |= (uint64_t)takes_some_card(t, i) << i;
    }
    return found;
}

/* Melds that cards go to without their names. */
static uint64_t aimed_at(const cn_lay_table *t, uint64_t melds)
{
    const unsigned run = t->pub->turn.run_meld;
    uint64_t aimed = 0;
    if (t->own_melds) return run == CN_NO_MELD ? 0 : UINT64_C(1) << run;
    for (; melds != 0; melds &= melds - 1) {
        const unsigned meld_i = (unsigned)__builtin_ctzll(melds);
        const unsigned rank = t->side->meld[meld_i].rank;
        if ((rank == CN_MELD_SEQUENCE ? run : cn_side_find_meld(t->side, rank)) == meld_i)
            aimed |= UINT64_C(1) << meld_i;
    }
    return aimed;
}

static void add_name_alone(const cn_lay_table *t, unsigned meld_i)
{
    if (cn_possible(t->rules, t->pub, t->hand, CN_STEP_TO_MELD + meld_i))
        cn_mask_add(&t->lays->open, CN_STEP_TO_MELD + meld_i);
}

/* A lay onto the finished meld of twos can be followed by a discard, and no later one of twos could
 * be joined to it instead (P56). */
static bool lays_on_twos_stay(const cn_lay_table *t, unsigned meld_i)
{
    const cn_params *p = &t->rules->p;
    return p->dead_rank == CN_DEAD_RANK_NONE && !t->pub->turn.staging &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_WILD_MELD &&
           cn_side_find_meld(t->side, CN_MELD_TWOS) == meld_i &&
           cn_stay_outlook(&t->stay, 0) == CN_OUTLOOK_STAYS;
}

/* Of the melds of no rank those that take a card; some are looked at alone. */
static uint64_t special_names(const cn_lay_table *t, uint64_t melds)
{
    const cn_params *p = &t->rules->p;
    const bool wilds_alone = t->wild_locks || p->initial_naturals_only;
    uint64_t names = 0;
    for (; melds != 0; melds &= melds - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(melds);
        const cn_meld *meld = &t->side->meld[i];
        bool takes = false;
        switch (meld->rank) {
        case CN_MELD_BLACK3: break;
        case CN_MELD_WILD:
            if (wilds_alone) {
                add_name_alone(t, i);
            } else if (t->wilds > 0) {
                const cn_shape shape = cn_shape_apart(t->pub, t->side, i);
                takes = cn_shape_takes(t->rules, &shape, true);
            }
            break;
        case CN_MELD_SEQUENCE:
            if (p->sequence_wilds > 0 ||
                (p->sequence_extend_going_out && (int32_t)cn_meld_size(meld) >= p->sequence_max))
                add_name_alone(t, i);
            else
                takes = (cn_faces_onto(t->rules, meld) & t->faces) != 0; /* P109 */
            break;
        default: /* twos */
            takes = lays_on_twos_stay(t, i) && cn_twos_take(t->rules, t->pub, t->hand, i);
            if (!takes) add_name_alone(t, i);
            break;
        }
        names |= (uint64_t)takes << i;
    }
    return names;
}

/* Melds that take a card which would not go there without their names; what must be looked at alone
 * is noted. */
static uint64_t names_for_lays(const cn_lay_table *t)
{
    const naming found = find_names(t);
    uint64_t names = found.takes;
    if (found.special != 0) names |= special_names(t, found.special);
    return names & ~aimed_at(t, names);
}

/* Of these melds those of ranks to which a later one can be joined (P56). */
static uint64_t names_for_joins(const cn_lay_table *t, uint64_t melds)
{
    uint64_t joins = 0;
    for (uint64_t left = cn_earlier_melds(t->side) & melds; left != 0; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        const unsigned rank = t->side->meld[i].rank;
        if ((rank < CN_RANKS || rank == CN_MELD_TWOS) &&
            cn_shape_joins_later(t->rules, t->pub, t->side, i))
            joins |= UINT64_C(1) << i;
    }
    return joins;
}

static cn_outlook outlook_of_join(const cn_lay_table *t)
{
    const bool stays = cn_stays_as_it_is(t->rules, t->pub, t->hand);
    return stays ? CN_OUTLOOK_STAYS : CN_OUTLOOK_OPEN;
}

void cn_add_names(const cn_lay_table *t)
{
    const bool staging = t->pub->turn.staging;
    const cn_outlook onto = cn_stay_outlook(&t->stay, 0);
    uint64_t names = names_for_lays(t), joins = 0;
    if (t->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !staging)
        joins = names_for_joins(t, onto == CN_OUTLOOK_OUT ? UINT64_MAX : ~names);
    if (joins != 0) cn_note_lays(t, CN_STEP_TO_MELD, joins, outlook_of_join(t));
    cn_note_lays(t, CN_STEP_TO_MELD, names & ~joins, onto);
}

/* A card for a meld that is finished already. */
static void add_onto_named_rank(const cn_lay_table *t, unsigned named)
{
    const cn_shape shape = cn_shape_of(t->pub, t->side, named);
    const unsigned rank = shape.rank;
    const cn_outlook onto = cn_stay_outlook(&t->stay, 0);
    if ((t->dead >> rank & 1) != 0) return;
    if (t->hand->kind[rank] > 0 && cn_shape_takes(t->rules, &shape, false))
        cn_note_lay(t, CN_STEP_LAY + rank, onto);
    if ((!t->two && !t->joker) || !cn_shape_takes(t->rules, &shape, true)) return;
    if (t->two) cn_note_lay(t, CN_STEP_LAY_TWO + rank, onto);
    if (t->joker) cn_note_lay(t, CN_STEP_LAY_JOKER + rank, onto);
}

static void add_onto_named_special(const cn_lay_table *t, unsigned named)
{
    unsigned numbers[CN_LAYS_ONTO];
    const unsigned count = cn_lays_onto(t->rules, &t->side->meld[named], numbers);
    for (unsigned i = 0; i < count; i++) cn_note_lay_alone(t, numbers[i]);
}

void cn_add_onto_named(const cn_lay_table *t)
{
    const unsigned named = t->pub->turn.to_meld, rank = t->side->meld[named].rank;
    if (rank < CN_RANKS)
        add_onto_named_rank(t, named);
    else
        add_onto_named_special(t, named);
    if (rank == CN_MELD_SEQUENCE) return;
    for (unsigned i = named + 1; i < t->side->meld_count; i++)
        if (t->side->meld[i].rank == rank &&
            cn_possible(t->rules, t->pub, t->hand, CN_STEP_JOIN + i))
            cn_note_lay(t, CN_STEP_JOIN + i, outlook_of_join(t));
}

/* ---- melds that lie there ---- */

static void fit_meld(const cn_lay_table *t, unsigned meld_i, cn_fits *f)
{
    const unsigned rank = t->side->meld[meld_i].rank;
    const uint32_t bit = UINT32_C(1) << rank;
    if (rank >= CN_RANKS || (f->begun & bit) != 0) return;
    const cn_shape shape = cn_shape_of(t->pub, t->side, meld_i);
    f->begun |= bit;
    if (cn_shape_takes(t->rules, &shape, false)) f->natural |= bit;
    if (t->wilds > 0 && cn_shape_takes(t->rules, &shape, true)) f->wild |= bit;
    if (!t->own_melds && cn_shape_is_closed(t->rules, &shape)) f->closed |= bit;
}

/* The latest meld of each rank. */
static cn_fits fit_one_by_one(const cn_lay_table *t)
{
    cn_fits f = {0};
    for (unsigned i = t->side->meld_count; i > 0; i--) fit_meld(t, i - 1, &f);
    return f;
}

/* The same of a side with one meld of each rank. */
static cn_fits fit_by_counts(const cn_lay_table *t, uint32_t begun)
{
    const cn_params *p = &t->rules->p;
    const cn_side *side = t->side;
    const cn_turn *turn = &t->pub->turn;
    const cn_takers takers = cn_takers_of_ranks(t->rules, side, turn->staging);
    cn_fits f = {.begun = begun & CN_ALL_RANKS};
    f.natural = f.begun & takers.natural;
    f.wild = f.begun & takers.wild & ~(uint32_t)p->no_wild_ranks;
    if (p->initial_only_wild_ranks != 0 && !turn->staging)
        f.wild &= ~(uint32_t)p->initial_only_wild_ranks | cn_counts_from(side->wilds, 1);
    if (!p->add_natural_to_canasta) {
        uint8_t cards[CN_COUNTS];
        cn_counts_add(cards, side->naturals, side->wilds);
        f.closed = f.begun & cn_counts_from(cards, (unsigned)p->canasta_size);
    }
    if (turn->run_meld == CN_NO_MELD || p->add_wild_to_canasta) return f;
    const uint32_t run = UINT32_C(1) << side->meld[turn->run_meld].rank;
    const cn_shape shape = cn_shape_of(t->pub, side, turn->run_meld); /* P57 */
    f.wild &= ~run;
    if ((run & f.begun) != 0 && cn_shape_takes(t->rules, &shape, true)) f.wild |= run;
    return f;
}

/* As cn_step_target says: the meld of the run, or the latest of the rank. */
cn_fits cn_fit_ranks(const cn_lay_table *t)
{
    if (t->own_melds) {
        cn_fits f = {0};
        const unsigned run = t->pub->turn.run_meld;
        if (run != CN_NO_MELD) fit_meld(t, run, &f);
        return f;
    }
    const uint32_t begun = cn_counts_from(t->side->naturals, 1) | cn_counts_from(t->side->wilds, 1);
    const bool one_each = (unsigned)__builtin_popcount(begun) == t->side->meld_count;
    return one_each && t->rules->shapes.caps ? fit_by_counts(t, begun) : fit_one_by_one(t);
}

/* The meld of wilds that wilds go to, as cn_step_target. */
unsigned cn_wild_target(const cn_lay_table *t)
{
    const unsigned run = t->pub->turn.run_meld;
    if (t->own_melds)
        return run != CN_NO_MELD && t->side->meld[run].rank == CN_MELD_WILD ? run
                                                                            : (unsigned)CN_NO_MELD;
    const unsigned latest = cn_side_find_meld(t->side, CN_MELD_WILD);
    if (latest == CN_NO_MELD) return latest;
    const cn_shape shape = cn_shape_of(t->pub, t->side, latest);
    return cn_shape_is_closed(t->rules, &shape) ? (unsigned)CN_NO_MELD : latest;
}

/* ---- new melds ---- */

/* Wilds in hand that no unfinished meld keeps for itself. */
static unsigned free_wilds(const cn_lay_table *t)
{
    return (t->two ? t->hand->kind[CN_KIND_TWO] : 0U) +
           (t->joker ? t->hand->kind[CN_KIND_JOKER] : 0U);
}

uint32_t cn_begun_ranks(const cn_lay_table *t, uint32_t ranks)
{
    const cn_rules *rules = t->rules;
    const uint8_t *held = t->hand->kind;
    uint32_t wild = ranks & ~(uint32_t)rules->p.no_wild_ranks;
    if (!t->opening) wild &= ~(uint32_t)rules->p.initial_only_wild_ranks;
    return (ranks & cn_ranks_to_begin(rules, held, 0, t->opening)) |
           (wild & cn_ranks_to_begin(rules, held, free_wilds(t), t->opening));
}

/* The only meld of twos of a side that has one; CN_NO_MELD if there are others beside it. */
static inline unsigned only_meld(const cn_side *side)
{
    const unsigned latest = side->latest[CN_MELD_TWOS] - 1U;
    const bool only = side->meld[latest].naturals == side->naturals[CN_MELD_TWOS];
    return only ? latest : (unsigned)CN_NO_MELD;
}

/* A meld of twos that is no canasta yet, another one than `target`, keeps all twos for itself. */
static bool twos_are_kept(const cn_rules *rules, const cn_side *side, unsigned target)
{
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ||
        side->latest[CN_MELD_TWOS] == 0)
        return false;
    const unsigned only = only_meld(side), full = (unsigned)rules->p.canasta_size;
    if (only != CN_NO_MELD) return (only != target) & (cn_meld_size(&side->meld[only]) < full);
    for (unsigned i = 0; i < side->latest[CN_MELD_TWOS]; i++)
        if (i != target && side->meld[i].rank == CN_MELD_TWOS &&
            cn_meld_size(&side->meld[i]) < full)
            return true;
    return false;
}

bool cn_twos_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (hand->kind[CN_KIND_JOKER] > 0 && cn_shape_takes(rules, &shape, true)) return true;
    return hand->kind[CN_KIND_TWO] > 0 && cn_shape_takes(rules, &shape, false) &&
           !twos_are_kept(rules, side, meld_i);
}
