/* Names of melds (TO_MELD) and what goes to a named one.
 * Not here: all other lays (lays.c). Invariant: as in lays.c. */
#include "canasta/legal.h"
#include "engine/legal/lays_table.h"
#include "engine/legal/twos.h"
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
            if (p->sequence_extend_going_out && meld->naturals >= p->sequence_max)
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
    unsigned numbers[3];
    const unsigned count = cn_lays_onto(&t->side->meld[named], numbers);
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
