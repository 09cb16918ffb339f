/* Names of melds (TO_MELD) and what goes to a named one.
 * Not here: all other lays (lays.c). Invariant: as in lays.c. */
#include "canasta/legal.h"
#include "faces.h"
#include "lays_table.h"
#include "rare.h"
#include "shape.h"

/* P109: one that is full grows only on the way out. */
static bool sequence_takes(const cn_lay_table *t, const cn_meld *meld)
{
    const cn_params *p = &t->rules->p;
    if ((cn_faces_beside(meld) & t->faces) == 0) return false;
    if (!p->add_natural_to_canasta && meld->naturals >= p->canasta_size) return false;
    return meld->naturals < p->sequence_max;
}

/* A later meld of the rank can be joined to it (P56). */
static CN_RARE bool joins_later(const cn_lay_table *t, unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(t->pub, t->side, meld_i);
    for (unsigned i = meld_i + 1; i < t->side->meld_count; i++) {
        if (t->side->meld[i].rank != shape.rank) continue;
        const cn_shape other = cn_shape_apart(t->pub, t->side, i);
        if (cn_shape_union_fits(t->rules, &shape, &other)) return true;
    }
    return false;
}

/* A meld of a rank takes a card that would not go there without its name. */
static inline bool rank_takes(const cn_lay_table *t, unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(t->pub, t->side, meld_i);
    if ((t->dead >> shape.rank & 1) != 0) return false;
    return (t->hand->kind[shape.rank] > 0 && cn_shape_takes(t->rules, &shape, false)) ||
           ((t->two || t->joker) && cn_shape_takes(t->rules, &shape, true));
}

/* The same of a meld of wilds. */
static bool wilds_take(const cn_lay_table *t, unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(t->pub, t->side, meld_i);
    return t->wilds > 0 && cn_shape_takes(t->rules, &shape, true);
}

static CN_RARE void add_name_alone(const cn_lay_table *t, unsigned meld_i)
{
    if (cn_possible(t->rules, t->pub, t->hand, CN_STEP_TO_MELD + meld_i))
        cn_mask_add(&t->lays->open, CN_STEP_TO_MELD + meld_i);
}

static void add_join(const cn_lay_table *t, unsigned number)
{
    const bool stays = cn_stays_as_it_is(t->rules, t->pub, t->hand);
    cn_note_lay(t, number, stays ? CN_OUTLOOK_STAYS : CN_OUTLOOK_OPEN);
}

void cn_add_names(const cn_lay_table *t)
{
    const cn_params *p = &t->rules->p;
    const cn_turn *turn = &t->pub->turn;
    const bool merge =
        p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !turn->staging;
    const bool wilds_alone = t->wild_locks || p->initial_naturals_only;
    const cn_outlook onto = turn->staging ? CN_OUTLOOK_OPEN : cn_stay_outlook(&t->stay, 0);
    uint32_t later = 0; /* ranks, and others, of melds behind this one */
    uint64_t names = 0; /* melds that take a card by their name */
    for (unsigned i = t->side->meld_count; i-- > 0;) {
        const cn_meld *meld = &t->side->meld[i];
        const uint32_t bit = UINT32_C(1) << meld->rank;
        const bool has_later = (later & bit) != 0;
        const bool aimed = t->own_melds ? i == turn->run_meld : !has_later; /* without its name */
        bool takes = false;
        later |= bit;
        if (meld->rank < CN_RANKS) {
            takes = !aimed && rank_takes(t, i);
        } else if (meld->rank == CN_MELD_BLACK3) {
            continue;
        } else if (meld->rank == CN_MELD_TWOS || (meld->rank == CN_MELD_WILD && wilds_alone) ||
                   (meld->rank == CN_MELD_SEQUENCE && p->sequence_extend_going_out)) {
            add_name_alone(t, i);
            continue;
        } else if (meld->rank == CN_MELD_SEQUENCE) {
            takes = i != turn->run_meld && sequence_takes(t, meld);
        } else {
            takes = !aimed && wilds_take(t, i);
        }
        const bool joins = merge && has_later && meld->rank != CN_MELD_SEQUENCE &&
                           (!takes || onto == CN_OUTLOOK_OUT) && joins_later(t, i);
        if (joins)
            add_join(t, CN_STEP_TO_MELD + i);
        else
            names |= (uint64_t)takes << i;
    }
    cn_note_lays(t, CN_STEP_TO_MELD, names, onto);
}

void cn_add_onto_named(const cn_lay_table *t)
{
    const unsigned named = t->pub->turn.to_meld, rank = t->side->meld[named].rank;
    unsigned numbers[3];
    const unsigned count = cn_lays_onto(&t->side->meld[named], numbers);
    for (unsigned i = 0; i < count; i++) cn_note_lay_alone(t, numbers[i]);
    if (rank == CN_MELD_SEQUENCE) return;
    for (unsigned i = named + 1; i < t->side->meld_count; i++)
        if (t->side->meld[i].rank == rank &&
            cn_possible(t->rules, t->pub, t->hand, CN_STEP_JOIN + i))
            add_join(t, CN_STEP_JOIN + i);
}
