/* The lays of usual turns onto one meld: the one that is named or unfinished.
 * Not here: all others (lays_usual.c). Invariant: as in the header. */
#include "faces.h"
#include "lays_usual.h"
#include "rare.h"
#include "shape.h"
#include "usual.h"

/* Cards for one meld of a rank: the one that was named, or that is unfinished. */
static uint64_t lays_onto(const cn_lay_table *t, const cn_shape *shape)
{
    const unsigned rank = shape->rank;
    uint64_t lays = 0;
    if ((t->dead >> rank & 1) != 0) return 0;
    if (t->hand->kind[rank] > 0 && cn_shape_takes(t->rules, shape, false))
        lays = UINT64_C(1) << (CN_STEP_LAY + rank);
    if ((!t->two && !t->joker) || !cn_shape_takes(t->rules, shape, true)) return lays;
    return lays | cn_with_wilds(t, 1, CN_STEP_LAY_TWO + rank, CN_STEP_LAY_JOKER + rank);
}

uint64_t cn_joins_onto(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                       const cn_shape *named)
{
    uint64_t joins = 0;
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return 0;
    for (unsigned i = cn_side_find_meld(side, named->rank); i > pub->turn.to_meld; i--) {
        if (side->meld[i].rank != named->rank) continue;
        const cn_shape other = cn_shape_apart(pub, side, i);
        joins |= (uint64_t)cn_shape_union_fits(rules, named, &other) << i;
    }
    return joins;
}

bool cn_usual_lays_onto(const cn_lay_table *t, unsigned named, bool far, cn_mask *mask)
{
    const cn_meld *meld = &t->side->meld[named];
    *mask = (cn_mask){{0}};
    if (meld->rank == CN_MELD_SEQUENCE) {
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, cn_faces_onto(t->rules, meld) & t->faces);
        return far || cn_is_sure(t, (cn_found){.onto = true});
    }
    if (meld->rank >= CN_RANKS) return false;
    const cn_shape shape = cn_shape_of(t->pub, t->side, named);
    const uint64_t joins = cn_joins_onto(t->rules, t->pub, t->side, &shape);
    mask->word[0] = lays_onto(t, &shape);
    cn_mask_add_many(mask, CN_STEP_JOIN, joins);
    return far || cn_is_sure(t, (cn_found){.onto = true, .no_lay = joins != 0});
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

static bool lays_onto_open_sequence(const cn_lay_table *t, unsigned open, bool far, cn_mask *mask)
{
    const cn_meld *meld = &t->side->meld[open];
    if (open != t->pub->turn.run_meld) return false;
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, cn_faces_onto(t->rules, meld) & t->faces);
    return (far && cn_run_finishes(t->rules, meld, t->faces)) || keep_finishing(t, mask);
}

/* One card more, whichever it is, finishes most melds, or naturals do. */
bool cn_usual_lays_onto_open(const cn_lay_table *t, unsigned open, bool far, cn_mask *mask)
{
    *mask = (cn_mask){{0}};
    if (t->side->meld[open].rank == CN_MELD_SEQUENCE)
        return lays_onto_open_sequence(t, open, far, mask);
    const cn_shape shape = cn_shape_of(t->pub, t->side, open);
    if (shape.rank == CN_MELD_WILD && open == cn_wild_target(t)) {
        if (cn_shape_takes(t->rules, &shape, true) && !cn_usual_wilds_locked(t, open))
            cn_add_wilds_held(t, mask);
        return keep_finishing(t, mask);
    }
    const unsigned target =
        t->own_melds ? t->pub->turn.run_meld : cn_side_find_meld(t->side, shape.rank);
    if (shape.rank >= CN_RANKS || target != open) return false;
    mask->word[0] = lays_onto(t, &shape);
    const bool sure =
        cn_is_finished_soon(&t->rules->p, shape.naturals, shape.wilds, t->hand->kind[shape.rank]);
    return (far && sure) || keep_finishing(t, mask);
}
