/* Lays that fit the melds of ranks, old and new, all ranks at once.
 * Not here: what the turn makes of them (lays.c). Invariant: every limit of a shape is asked of
 * shape.c and of the tables that it fills. */
#include "engine/legal/lays_table.h"
#include "engine/step/shape.h"
#include "engine/table/takers.h"

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
    return one_each && t->rules->caps ? fit_by_counts(t, begun) : fit_one_by_one(t);
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
