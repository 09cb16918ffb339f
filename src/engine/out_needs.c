/* The kinds of canastas that going out asks for: a wild one and those of ranks cost wilds, a
 * natural one wants naturals enough. Not here: mixed ones, sequences (out_counts.c). Invariant:
 * every bound is generous - where it says no, no lays would do. */
#include "out_needs.h"

#include "counts.h"
#include "takers.h"

/* What hand and table come to, by rank: melds that are no canastas yet, with the hand's naturals.
 */
typedef struct supply {
    const cn_rules *rules;
    uint32_t canastas;           /* ranks and others that have one, one bit each */
    bool natural;                /* one of a rank without wilds lies there */
    uint8_t naturals[CN_COUNTS]; /* behind the ranks they mean nothing */
    uint8_t lying[CN_COUNTS];    /* wilds of the melds */
} supply;

static void leave_out_canastas(supply *s, const cn_side *side)
{
    const unsigned full = (unsigned)s->rules->p.canasta_size;
    for (uint64_t left = cn_melds_look(side, full).full; left != 0; left &= left - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(left)];
        if (meld->rank >= CN_COUNTS) continue;
        const unsigned wilds = cn_meld_wilds(meld);
        s->canastas |= UINT32_C(1) << meld->rank;
        s->natural |= wilds == 0 && meld->rank < CN_RANKS;
        s->naturals[meld->rank] = (uint8_t)(s->naturals[meld->rank] - meld->naturals);
        s->lying[meld->rank] = (uint8_t)(s->lying[meld->rank] - wilds);
    }
}

static supply look_at(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    supply s = {.rules = rules, .canastas = 0, .natural = false};
    cn_counts_add(s.naturals, side->naturals, hand->kind);
    memcpy(s.lying, side->wilds, sizeof s.lying);
    leave_out_canastas(&s, side);
    return s;
}

/* Where a rank has one meld, wilds keep it from being a natural canasta. */
static bool natural_is_beyond(const supply *s, const cn_cards *hand)
{
    const cn_params *p = &s->rules->p;
    const unsigned full = (unsigned)p->canasta_size;
    const bool single = p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
                        p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO;
    if ((p->out_needs & CN_WORD_NATURAL) == 0 || s->natural || p->twos_as_rank) return false;
    uint32_t ranks = cn_counts_from(s->naturals, full) & CN_ALL_RANKS;
    if (single) ranks &= ~cn_counts_from(s->lying, 1) | cn_counts_from(hand->kind, full);
    return ranks == 0;
}

/* Wilds that the canastas of these ranks want, and one of wilds; each has cards of its own. */
static unsigned wilds_wanted(const supply *s)
{
    const uint32_t needs = (uint32_t)s->rules->p.out_needs;
    const unsigned full = (unsigned)s->rules->p.canasta_size;
    unsigned wanted = 0;
    for (uint32_t left = needs & CN_WORD_RANKS & ~s->canastas; left != 0; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        const unsigned cards = s->naturals[rank] + (unsigned)s->lying[rank];
        wanted += cards < full ? full - cards : 0;
    }
    const bool has = (s->canastas >> CN_MELD_WILD & 1) != 0;
    if ((needs & CN_WORD_WILD) != 0 && !has && s->lying[CN_MELD_WILD] < full)
        wanted += full - s->lying[CN_MELD_WILD];
    return wanted;
}

/* Other cards come to hand or table: the pile with the opening, a partner's melds (S18). */
static inline bool more_comes(const cn_rules *rules, const cn_public *pub)
{
    const bool forms = rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO && !pub->formed;
    return forms || (pub->turn.staging && pub->turn.took) || pub->phase == CN_PHASE_DRAW;
}

bool cn_needs_are_beyond(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (rules->p.out_needs == 0 || more_comes(rules, pub)) return false;
    const supply s = look_at(rules, cn_public_acting(pub), hand);
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    return wilds_wanted(&s) > wilds || natural_is_beyond(&s, hand);
}
