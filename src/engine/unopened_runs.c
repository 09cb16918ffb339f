/* The steps to sequences of a side that has not opened: each is legal if the side opens when these
 * cards lie there, by groups besides or by some choice of sequences.
 * Not here: which choices there are (opening_runs.c). Invariant: as in legal_unopened.h. */
#include "unopened.h"

#include "apply.h"
#include "opening_runs.h"

#if defined(__SSSE3__)

/* These cards of the hand go to sequences, which are melds then, and the side opens. */
static bool surely_opens_with(const cn_unopened *u, uint64_t faces)
{
    uint8_t held[CN_COUNTS];
    cn_reachable r;
    if (u->r.wilds == 0)
        cn_reachable_without(&r, &u->r, faces, held);
    else if (!cn_reachable_make(&r, u->rules, u->pub, u->hand, faces, held))
        return false;
    if (r.staged >= r.need && r.loose >= r.keep) return true;
    const cn_laid laid = cn_lay_all(&r, 0, 0);
    return cn_laid_opens(&r, &laid) == CN_SURELY;
}

bool cn_opening_new_sequences(const cn_unopened *u, uint64_t beside, cn_mask *mask)
{
    const uint64_t runs = cn_faces_in_runs(u->faces, CN_OPENING_MELD);
    uint64_t found = 0;
    for (uint64_t left = cn_faces_run_starts(runs, CN_OPENING_MELD); left != 0; left &= left - 1) {
        const unsigned first = (unsigned)__builtin_ctzll(left);
        const uint64_t three = cn_faces_row(first / CN_SUITS, first % CN_SUITS, CN_OPENING_MELD);
        if (surely_opens_with(u, three)) found |= three;
    }
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, found & ~beside);
    return (runs & ~(found | beside)) == 0;
}

/* The begun sequence with this card more becomes a meld; false if that is in doubt, or if it is
 * sure that it does not, which `*dead` says. */
static bool sequence_opens_with(const cn_unopened *u, cn_meld sequence, cn_card face, bool *dead)
{
    const uint64_t bit = UINT64_C(1) << face;
    *dead = false;
    cn_meld_add(&sequence, face);
    if (sequence.naturals >= CN_OPENING_MELD) return surely_opens_with(u, bit);
    uint64_t ends = cn_faces_beside(&sequence) & u->faces;
    *dead = ends == 0;
    for (; ends != 0; ends &= ends - 1)
        if (surely_opens_with(u, bit | (ends & -ends))) return true;
    return false;
}

bool cn_opening_at_sequence(const cn_unopened *u, unsigned open, cn_mask *mask)
{
    const cn_meld *sequence = &u->side->meld[open];
    *mask = (cn_mask){{0}};
    if (open != u->pub->turn.run_meld) return false;
    uint64_t ends = cn_faces_beside(sequence) & u->faces;
    for (; ends != 0; ends &= ends - 1) {
        const cn_card face = (cn_card)__builtin_ctzll(ends);
        bool dead;
        if (sequence_opens_with(u, *sequence, face, &dead))
            cn_mask_add(mask, CN_STEP_SEQUENCE + (unsigned)face);
        else if (!dead)
            return false;
    }
    return true;
}

/* The openings with what is staged, `target` among it, and sequences; false if one is in doubt. */
static bool find_runs(const cn_unopened *u, unsigned target, cn_runs_found *found)
{
    const bool wild_melds = cn_opening_wilds_begin(u) || u->side->latest[CN_MELD_WILD] != 0;
    return u->own_melds && u->r.runs != 0 && !(wild_melds && u->h.wilds > 0) &&
           cn_runs_that_open_staged(&u->r, u->pub, u->hand, target, found);
}

bool cn_opening_runs_first(const cn_unopened *u, cn_mask *mask)
{
    uint32_t ranks;
    uint64_t faces;
    if (!cn_runs_that_open(&u->r, u->hand, &ranks, &faces)) return false;
    cn_opening_add_groups(ranks, mask);
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, faces);
    return true;
}

bool cn_opening_onto_sequences(const cn_unopened *u, const cn_run *run, cn_mask *mask)
{
    for (unsigned i = 0; i < u->side->meld_count; i++) {
        const cn_meld *meld = &u->side->meld[i];
        if (meld->rank != CN_MELD_SEQUENCE) continue;
        if (meld == run->meld && (cn_faces_beside(meld) & u->faces) != 0)
            cn_mask_add(mask, CN_STEP_NEW);
        for (uint64_t ends = cn_faces_onto(u->rules, meld) & u->faces; ends != 0;
             ends &= ends - 1) {
            if (!surely_opens_with(u, ends & -ends)) return false;
            cn_mask_add(mask, meld == run->meld ? CN_STEP_SEQUENCE + (unsigned)__builtin_ctzll(ends)
                                                : CN_STEP_TO_MELD + i);
        }
    }
    return true;
}

/* Steps to sequences: those to that of the run, and the names of others. */
static void add_sequences(const cn_unopened *u, const cn_run *run, const cn_runs_found *found,
                          cn_mask *mask)
{
    uint64_t beside = 0, onto = 0;
    if (run->rank == CN_MELD_SEQUENCE) {
        beside = cn_faces_beside(run->meld);
        onto = cn_faces_onto(u->rules, run->meld);
        mask->word[0] |= (uint64_t)((beside & u->faces) != 0) << CN_STEP_NEW;
    }
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, (found->faces & ~beside) | (found->ends & onto));
    mask->word[1] |= cn_names(u->pub, found->lengthened);
}

/* Groups that have naturals of these ranks left for them. */
static uint64_t melds_of_ranks(const cn_side *side, uint64_t melds, uint32_t ranks)
{
    uint64_t found = 0;
    for (; melds != 0; melds &= melds - 1)
        if ((ranks >> side->meld[__builtin_ctzll(melds)].rank & 1) != 0) found |= melds & -melds;
    return found;
}

bool cn_opening_runs_next(const cn_unopened *u, cn_mask *mask)
{
    const cn_run run = cn_run_of(u->pub, u->side);
    const cn_counted_fits f = cn_fit_run(u->rules, &run, run.wilds, true);
    const uint32_t onto = u->h.ranks & f.begun;
    cn_runs_found found;
    if (!find_runs(u, u->pub->turn.run_meld, &found)) return false;
    const uint32_t begin = u->h.ranks & ~onto & cn_begin(u->rules, &u->h, true) & found.begin;
    *mask = (cn_mask){{(uint64_t)((onto & f.natural & found.onto) | begin) << CN_STEP_LAY}};
    if (found.wild) mask->word[0] |= cn_wild_lays(&u->h, f.wild);
    cn_opening_add_twos(u, mask);
    const cn_takers takes = cn_melds_that_take(u->rules, u->side, &u->h, true);
    const uint64_t names = melds_of_ranks(u->side, takes.natural, found.onto);
    mask->word[0] |= cn_end_of_run(&u->h, &run);
    mask->word[1] |= cn_names(u->pub, names | (found.wild ? takes.wild : 0));
    add_sequences(u, &run, &found, mask);
    return true;
}

bool cn_opening_named_sequence(const cn_unopened *u, const cn_meld *meld, cn_mask *mask)
{
    const bool reached = u->r.staged >= u->r.need;
    const uint64_t all = cn_faces_onto(u->rules, meld) & u->faces;
    for (uint64_t ends = all; ends != 0 && !reached; ends &= ends - 1)
        if (!surely_opens_with(u, ends & -ends)) return false;
    *mask = (cn_mask){{0}};
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, all);
    return true;
}

bool cn_opening_runs_onto(const cn_unopened *u, unsigned target, cn_mask *mask)
{
    const cn_meld *meld = &u->side->meld[target];
    const cn_run run = cn_run_at(meld);
    const bool sequence = run.rank == CN_MELD_SEQUENCE;
    cn_runs_found found;
    if (u->r.staged >= u->r.need || (run.rank >= CN_RANKS && !sequence) ||
        !find_runs(u, target, &found))
        return false;
    *mask = (cn_mask){{0}};
    if (sequence) {
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, found.ends & cn_faces_onto(u->rules, meld));
        return true;
    }
    const cn_counted_fits f = cn_fit_run(u->rules, &run, run.wilds, true);
    mask->word[0] = (uint64_t)(u->h.ranks & f.natural & found.onto) << CN_STEP_LAY;
    if (found.wild) mask->word[0] |= cn_wild_lays(&u->h, f.wild);
    return true;
}

#endif
