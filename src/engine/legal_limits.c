/* All steps of a melding turn at once: of a side that has opened, far from the end, where a rank
 * has one meld, told by its counts, and melds have limits.
 * Not here: turns near the end, names of melds, sequences (legal_usual.c). Invariant: as in the
 * header. */
#include "legal_limits.h"

#include "counted.h"
#include "dead.h"
#include "rare.h"

/* A rank has one meld, but for closed ones beside it where ranks do not close. */
bool cn_has_limited_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->counted && !rules->many && !p->twos_as_rank &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
}

#if defined(__SSSE3__)

/* The cards in hand, and what keeps them back. */
typedef struct limited {
    cn_holding h;
    uint32_t dead;   /* ranks that are closed to everybody (P100) */
    uint32_t barred; /* ranks of which no meld takes a wild now */
    bool locked;     /* wilds, for melds of ranks (P61) */
} limited;

/* P61: an unfinished meld of wilds; another one begins only beside complete ones. */
CN_USUAL bool wilds_are_locked(const cn_rules *rules, const cn_side *side)
{
    const unsigned latest = side->latest[CN_MELD_WILD];
    return latest > 0 && rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO &&
           cn_meld_size(&side->meld[latest - 1]) < (unsigned)rules->p.canasta_size;
}

CN_USUAL limited limits_of(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           const cn_side *side)
{
    const uint32_t mixed = cn_counts_from(side->wilds, 1);
    const uint32_t dead = cn_dead_ranks(rules, pub);
    limited l = {cn_hold(hand), dead, dead, wilds_are_locked(rules, side)};
    l.barred |= (uint32_t)rules->p.no_wild_ranks;
    l.barred |= (uint32_t)rules->p.initial_only_wild_ranks & ~mixed;
    return l;
}

/* P57: the meld of the run takes wilds as when the run began, which matters where naturals may make
 * it larger than a canasta. */
CN_USUAL uint32_t mind_run(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                           uint32_t wild)
{
    const cn_run run = cn_run_of(pub, side);
    const cn_counted_fits of_run =
        cn_fit_run(rules, &run, cn_laid_in_run(&pub->turn, &run, false), false);
    return (wild & ~of_run.begun) | of_run.wild;
}

/* What melds of ranks take, the limits minded. */
CN_USUAL cn_counted_fits fit_ranks(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   const limited *l)
{
    const cn_caps caps = cn_caps_of(rules, false);
    const cn_takers takers = cn_takers_of_ranks(&caps, side);
    cn_counted_fits f = {.begun = cn_counts_from(side->naturals, 1) & CN_ALL_RANKS};
    f.natural = f.begun & (uint32_t)takers.natural;
    f.wild = f.begun & (uint32_t)takers.wild;
    if (rules->p.add_natural_to_canasta) {
        f.wild = mind_run(rules, pub, side, f.wild);
    } else { /* a natural begins another beside a canasta (P56) */
        uint8_t cards[CN_COUNTS];
        cn_counts_add(cards, side->naturals, side->wilds);
        f.begun &= ~cn_counts_from(cards, (unsigned)rules->p.canasta_size);
    }
    f.wild &= ~l->barred;
    return f;
}

/* Of these ranks those of which a new meld can be finished. */
CN_USUAL uint32_t ranks_to_begin(const cn_rules *rules, const limited *l, uint32_t ranks)
{
    const uint32_t barred =
        (uint32_t)rules->p.no_wild_ranks | (uint32_t)rules->p.initial_only_wild_ranks;
    const unsigned wilds = l->locked ? 0 : l->h.wilds;
    const uint8_t *kinds = l->h.hand->kind;
    return ranks & (cn_ranks_to_begin(rules, kinds, 0, false) |
                    (cn_ranks_to_begin(rules, kinds, wilds, false) & ~barred));
}

/* Naturals and wilds for melds of ranks. */
CN_USUAL uint64_t rank_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            const limited *l)
{
    const cn_counted_fits f = fit_ranks(rules, pub, side, l);
    const uint32_t held = l->h.ranks & ~l->dead, onto = held & f.begun;
    const uint64_t naturals = (onto & f.natural) | ranks_to_begin(rules, l, held & ~onto);
    return naturals << CN_STEP_LAY | (l->locked ? 0 : cn_wild_lays(&l->h, f.wild));
}

/* Far from the end, with nothing unfinished. */
CN_USUAL bool add_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      const cn_side *side, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const limited l = limits_of(rules, pub, hand, side);
    const cn_room room = {true, true};
    const bool together = l.h.wilds > 0 && rules->wild_most != 0 &&
                          cn_wilds_go_together(rules, pub, side, l.h.wilds, room);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD | rank_lays(rules, pub, side, &l),
                       together ? cn_lays_together(&l.h) : 0}};
    return discards != 0 && cn_black3_are_out(rules, pub, hand, side);
}

/* ---- a meld is unfinished ---- */

/* The naturals in hand finish the meld of a rank. */
static bool naturals_finish(const cn_params *p, const cn_cards *hand, const cn_meld *meld)
{
    const int32_t need = p->meld_min - (int32_t)cn_meld_size(meld);
    return need > 0 && hand->kind[meld->rank] >= need && meld->naturals + need > p->min_naturals;
}

/* Far from the end: a meld of a rank that naturals finish. */
static CN_RARE bool lays_onto_open(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const unsigned open = pub->turn.open_meld;
    const cn_meld *meld = &side->meld[open];
    if (meld->rank >= CN_RANKS || open != pub->turn.run_meld ||
        open + 1U != side->latest[meld->rank] || !naturals_finish(&rules->p, hand, meld))
        return false;
    const limited l = limits_of(rules, pub, hand, side);
    const cn_run run = cn_run_of(pub, side);
    const cn_counted_fits f =
        cn_fit_run(rules, &run, cn_laid_in_run(&pub->turn, &run, false), false);
    const uint64_t natural = f.natural & l.h.ranks & ~l.dead;
    const uint64_t wilds = l.locked ? 0 : cn_wild_lays(&l.h, f.wild & ~l.barred);
    *mask = (cn_mask){{natural << CN_STEP_LAY | wilds}};
    return true;
}

/* ---- all ---- */

CN_RARE bool cn_legal_limited(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    if (!cn_is_free(rules, &pub->turn, side) || !cn_is_far_from_the_end(rules, pub, hand))
        return false;
    if (rules->p.dead_rank == CN_DEAD_RANK_NONE && !cn_melds_are_single(side)) return false;
    return pub->turn.open_meld == CN_NO_MELD ? add_all(rules, pub, hand, side, mask)
                                             : lays_onto_open(rules, pub, hand, side, mask);
}

/* ---- going out ---- */

/* Canastas that lie there, and those that all cards of a rank, and all wilds, could become; one of
 * each rank, because it closes. */
CN_USUAL unsigned canastas_in_reach(const cn_rules *rules, const cn_side *side, const cn_holding *h)
{
    const cn_params *p = &rules->p;
    const unsigned full = (unsigned)p->canasta_size, most = (unsigned)p->max_wilds;
    const unsigned wilds = h->wilds < most ? h->wilds : most;
    const uint32_t pure = (uint32_t)p->no_wild_ranks;
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, side->naturals, side->wilds);
    cn_counts_add(cards, cards, h->hand->kind);
    uint32_t reach = cn_counts_from(cards, full > wilds ? full - wilds : 0) & CN_ALL_RANKS;
    if ((reach & pure) != 0) reach &= ~pure | cn_counts_from(cards, full);
    const unsigned together = side->wilds[CN_MELD_WILD] + h->wilds;
    return (unsigned)__builtin_popcount(reach) + (p->wild_canasta ? together / full : 0);
}

/* Cards of the hand that no meld takes, old or new. */
CN_USUAL unsigned misfits(const cn_rules *rules, const cn_side *side, const limited *l)
{
    const cn_cards *hand = l->h.hand;
    const uint32_t begun = cn_counts_from(side->naturals, 1);
    const uint32_t fit = (begun | ranks_to_begin(rules, l, l->h.ranks)) & ~l->dead;
    const bool threes = rules->p.black3_meld == CN_BLACK3_MELD_NEVER;
    return cn_counts_sum_of(hand->kind, l->h.ranks & ~fit) + hand->kind[CN_KIND_RED3] +
           (threes ? hand->kind[CN_KIND_BLACK3] : 0U);
}

CN_RARE bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    const cn_holding h = cn_hold(hand);
    if (p->dead_rank != CN_DEAD_RANK_NONE &&
        canastas_in_reach(rules, side, &h) < (unsigned)p->out_canastas)
        return true;
    const limited l = limits_of(rules, pub, hand, side);
    return p->min_naturals >= 2 && misfits(rules, side, &l) >= 2;
}

#else

bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    (void)rules, (void)pub, (void)hand;
    return false;
}

bool cn_legal_limited(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
