/* The lays of usual turns where nothing is unfinished and nothing is named.
 * Not here: those onto one meld (lays_usual_onto.c). Invariant: as in the header. */
#include "lays_usual.h"

#include "discard.h"
#include "faces.h"
#include "rare.h"
#include "shape.h"
#include "twos.h"
#include "usual.h"

CN_RARE bool cn_is_sure(const cn_lay_table *t, cn_found f)
{
    const cn_stay stay = cn_stay_make(t->rules, t->pub, t->hand);
    const unsigned least = (unsigned)t->rules->p.meld_min;
    return !f.other && (!f.no_lay || cn_stays_as_it_is(t->rules, t->pub, t->hand)) &&
           (!f.onto || cn_stay_outlook(&stay, 0) == CN_OUTLOOK_STAYS) &&
           (!f.begin || cn_stay_outlook(&stay, least - 1) == CN_OUTLOOK_STAYS);
}

/* Whatever card is discarded, the hand is not empty then, and holds what must be kept (P79). */
static inline bool discards_are_free(const cn_rules *rules, const cn_public *pub)
{
    const unsigned held = pub->hand_count[pub->asker];
    return held >= 2 && (!pub->turn.laid || held > cn_keep_cards(rules, pub));
}

/* Naturals and wilds for melds of ranks: the first word of the mask. */
static inline void add_rank_lays(const cn_lay_table *t, cn_mask *mask, cn_found *f)
{
    const uint32_t held = cn_counts_from(t->hand->kind, 1) & CN_ALL_RANKS;
    cn_fits fits = {0};
    if (!t->own_melds || t->pub->turn.run_meld != CN_NO_MELD) fits = cn_fit_ranks(t);
    const uint32_t onto = held & fits.begun & ~fits.closed;
    const uint32_t naturals = onto & fits.natural & ~t->dead;
    const uint32_t begun = cn_begun_ranks(t, held & ~onto & ~t->dead);
    const uint64_t wilds =
        cn_with_wilds(t, fits.wild & ~t->dead, CN_STEP_LAY_TWO, CN_STEP_LAY_JOKER);
    mask->word[0] |= (uint64_t)(naturals | begun) << CN_STEP_LAY | wilds;
    f->begin = begun != 0;
    f->onto = (naturals | wilds) != 0;
}

bool cn_usual_wilds_locked(const cn_lay_table *t, unsigned target)
{
    const cn_side *side = t->side;
    if (t->rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_WILD_MELD) return false;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (i != target && side->meld[i].rank == CN_MELD_WILD &&
            cn_meld_size(&side->meld[i]) < (unsigned)t->rules->p.canasta_size)
            return true;
    return false;
}

void cn_add_wilds_held(const cn_lay_table *t, cn_mask *mask)
{
    const uint8_t *held = t->hand->kind;
    cn_mask_add_many(mask, CN_STEP_LAY_TWO_WILD,
                     (held[CN_KIND_TWO] > 0) + 2U * (held[CN_KIND_JOKER] > 0));
}

/* Wilds, of which there are some, for a meld of wilds, old or new. */
static void add_wild_lays(const cn_lay_table *t, cn_mask *mask, cn_found *f)
{
    const unsigned target = cn_wild_target(t);
    if (cn_usual_wilds_locked(t, target)) return;
    if (target == CN_NO_MELD) {
        if (t->wilds < (unsigned)t->rules->p.meld_min) return;
        f->begin = true;
    } else {
        const cn_shape shape = cn_shape_of(t->pub, t->side, target);
        if (!cn_shape_takes(t->rules, &shape, true)) return;
        f->onto = true;
    }
    cn_add_wilds_held(t, mask);
}

/* Faces for a sequence: for the one of the run, or for a new one. */
static void add_sequence_lays(const cn_lay_table *t, cn_mask *mask, cn_found *f)
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

static inline void add_named(const cn_lay_table *t, cn_mask *mask, cn_found *f)
{
    uint64_t names = cn_names_for_lays(t), joins = 0;
    if (t->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        joins = cn_names_for_joins(t, ~names);
    cn_mask_add_many(mask, CN_STEP_TO_MELD, names | joins);
    f->onto |= names != 0;
    f->no_lay = joins != 0;
    if (t->pub->turn.run_meld == CN_NO_MELD || !cn_run_can_end(t->rules, t->pub, t->hand)) return;
    cn_mask_add(mask, CN_STEP_NEW);
    f->no_lay = true;
}

bool cn_usual_lays(const cn_lay_table *t, bool far, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(t->rules, t->pub, t->hand);
    if (discards == 0 || !cn_black3_are_out(t->rules, t->pub, t->hand, t->side)) return false;
    if (!far && !discards_are_free(t->rules, t->pub)) return false;
    cn_found f = {.other = false};
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    add_rank_lays(t, mask, &f);
    if (t->wilds != 0 && t->rules->wild_most != 0) add_wild_lays(t, mask, &f);
    if (t->wilds != 0 && t->rules->p.twos_as_rank) {
        cn_add_twos_lays(t->rules, t->pub, t->hand, mask);
        f.other = true;
    }
    if (t->faces != 0) add_sequence_lays(t, mask, &f);
    if (t->rules->many) add_named(t, mask, &f);
    return far || (!f.onto && !f.begin && !f.no_lay && !f.other) || cn_is_sure(t, f);
}
