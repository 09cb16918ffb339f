/* Sequences for cards that nothing else takes. Not here: melds of ranks (out_weigh.c).
 * Invariant: every way to go out has sequences of which those that are tried here are parts. */
#include "out_place.h"

#include "counts.h"
#include "faces.h"

enum { TRIES = 64 };

/* One question, while it is looked for. */
typedef struct placing {
    cn_scales scales;
    const cn_canastas_seen *seen;
    uint8_t lying[CN_COUNTS]; /* naturals of unfinished melds, if canastas are missing */
    unsigned tries;           /* that are left */
} placing;

/* A way that is tried: what lies in sequences, and what has been decided of the rest. */
typedef struct trial {
    cn_sequence_plan plan;
    uint32_t kept; /* ranks of which no card goes to a sequence, one bit each */
    bool no_more;  /* no sequence becomes a canasta */
} trial;

/* One way more has been tried: one that goes out is enough, and all that stay are no. */
static cn_told with(cn_told told, cn_told more)
{
    if (told == CN_TOLD_YES || more == CN_TOLD_YES) return CN_TOLD_YES;
    return told == CN_TOLD_NO ? more : told;
}

/* All that is weighed, with what the trial leaves of the hand. */
static void fill_scales(placing *p, const trial *t, cn_canastas_seen *seen)
{
    cn_scales *s = &p->scales;
    const cn_params *of = &s->rules->p;
    const unsigned need = (unsigned)of->out_canastas;
    *seen = *p->seen;
    seen->sequence |= t->plan.canastas > 0;
    if ((of->out_not_counted & CN_WORD_SEQUENCE) == 0) seen->have += t->plan.canastas;
    s->seen = seen;
    s->missing = seen->have < need ? need - seen->have : 0;
    s->hand = &t->plan.rest;
    s->plan = &t->plan;
    s->reach = cn_sequence_plan_loose(&t->plan);
    for (uint32_t left = t->kept; left != 0; left &= left - 1)
        s->reach &= ~cn_faces_of_rank((unsigned)__builtin_ctz(left));
    s->no_more = t->no_more;
    cn_counts_add(s->u.naturals, p->lying, t->plan.rest.kind);
}

/* Ranks without a meld that could send a card to a sequence, and have too few for a group. */
static uint32_t open_ranks(const cn_scales *s)
{
    const cn_params *p = &s->rules->p;
    const unsigned naturals = (unsigned)p->min_naturals;
    const unsigned least = p->meld_min > p->min_naturals ? (unsigned)p->meld_min : naturals;
    const uint32_t alone = cn_counts_from(s->hand->kind, 1) & ~cn_counts_from(s->side->naturals, 1);
    const uint32_t open =
        alone & ~cn_counts_from(s->hand->kind, least) & cn_faces_ranks(s->reach) & CN_ALL_RANKS;
    const uint32_t singles = open & ~cn_counts_from(s->hand->kind, naturals);
    return singles != 0 ? singles : open;
}

static cn_told settle(placing *p, const trial *t);

/* The faces leave the hand for a sequence of the plan, or for a new one behind all of them. */
static cn_told settle_with(placing *p, const trial *t, unsigned i, uint64_t faces)
{
    trial next = *t;
    cn_sequence_plan_lay(&next.plan, i, faces);
    return settle(p, &next);
}

/* Some sequence gets the face, if it can: nobody holds what would be beyond the aces. */
static cn_told settle_face(placing *p, const trial *t, unsigned rank, unsigned suit)
{
    const unsigned least = (unsigned)p->scales.rules->p.meld_min;
    cn_told told = CN_TOLD_NO;
    for (unsigned i = 0; i < t->plan.count && told != CN_TOLD_YES; i++) {
        const uint64_t faces = cn_sequence_plan_way(&t->plan, i, rank, suit);
        if (faces != 0) told = with(told, settle_with(p, t, i, faces));
    }
    for (unsigned low = rank < least ? 0 : rank - least + 1; low <= rank && told != CN_TOLD_YES;
         low++) {
        const uint64_t faces = cn_faces_row(low, suit, least);
        if ((faces & t->plan.faces) != faces) continue;
        told = with(told, t->plan.count < CN_SEQUENCES_PLANNED
                              ? settle_with(p, t, t->plan.count, faces)
                              : CN_TOLD_NOTHING);
    }
    return told;
}

/* Some card of the rank goes to a sequence, or none does: a single one is the discard then. */
static cn_told settle_rank(placing *p, const trial *t, unsigned rank, uint64_t faces)
{
    const bool stays = p->scales.hand->kind[rank] == 1 && !p->scales.spare;
    cn_told told = CN_TOLD_NO;
    for (; faces != 0 && told != CN_TOLD_YES; faces &= faces - 1)
        told = with(told, settle_face(p, t, rank, (unsigned)__builtin_ctzll(faces) % CN_SUITS));
    if (stays || told == CN_TOLD_YES) return told;
    trial next = *t;
    next.kept |= 1U << rank;
    return with(told, settle(p, &next));
}

/* Some sequence becomes a canasta, or none does. */
static cn_told settle_canasta(placing *p, const trial *t)
{
    const unsigned full = (unsigned)p->scales.rules->p.canasta_size;
    cn_told told = cn_faces_run_starts(t->plan.faces, full) != 0 ? CN_TOLD_NOTHING : CN_TOLD_NO;
    for (unsigned i = 0; i < t->plan.count; i++)
        for (unsigned below = 0; below < full && told != CN_TOLD_YES; below++) {
            const uint64_t faces = cn_sequence_plan_fill(&t->plan, i, below);
            if (faces != 0) told = with(told, settle_with(p, t, i, faces));
        }
    if (told == CN_TOLD_YES) return told;
    trial next = *t;
    next.no_more = true;
    return with(told, settle(p, &next));
}

/* What must be decided next. */
static cn_told settle_next(placing *p, const trial *t)
{
    const cn_scales *s = &p->scales;
    const uint32_t open = open_ranks(s);
    if (open != 0) {
        const unsigned rank = (unsigned)__builtin_ctz(open);
        return settle_rank(p, t, rank, s->reach & cn_faces_of_rank(rank));
    }
    const bool asks = (s->rules->p.out_needs & CN_WORD_SEQUENCE) != 0 && !s->seen->sequence;
    if ((s->missing > 0 || asks) && !t->no_more && cn_sequence_plan_beside(&t->plan) > 0)
        return settle_canasta(p, t);
    return CN_TOLD_NOTHING;
}

static cn_told settle(placing *p, const trial *t)
{
    cn_canastas_seen seen;
    if (p->tries == 0) return CN_TOLD_NOTHING;
    p->tries--;
    fill_scales(p, t, &seen);
    const cn_told told = cn_scales_tell(&p->scales, true);
    return told == CN_TOLD_NOTHING ? settle_next(p, t) : told;
}

cn_told cn_out_place(const cn_scales *scales)
{
    const cn_rules *rules = scales->rules;
    cn_canastas_seen seen;
    trial t = {.kept = 0, .no_more = false};
    placing p = {.scales = *scales, .seen = scales->seen, .tries = TRIES};
    if (!rules->p.sequences ||
        !cn_sequence_plan_begin_all(&t.plan, rules, scales->side, scales->hand) || t.plan.crowded)
        return CN_TOLD_NOTHING;
    if (scales->missing > 0) cn_counts_less(p.lying, scales->u.naturals, scales->hand->kind);
    fill_scales(&p, &t, &seen);
    const cn_told told =
        settle_next(&p, &t); /* the rest has been told, as far as not by the plan */
    if (told != CN_TOLD_NOTHING) return told;
    fill_scales(&p, &t, &seen);
    return cn_scales_tell(&p.scales, true);
}
