/* What forbids going out, told from counts: cards that find no place, wilds or canastas that are
 * too few. Not here: bounds for single arrangements (out_bounds.c).
 * Invariant: every bound is generous - where it says no, no arrangement would do. */
#include "out_counts.h"

#include "counts.h"
#include "faces.h"
#include "out.h"

enum { ALL_RANKS = (1 << CN_RANKS) - 1 };

typedef struct counts {
    const cn_rules *rules;
    const cn_side *side;
    const cn_cards *hand;
    unsigned wilds;           /* in hand */
    uint32_t begun;           /* ranks, and others, with a meld */
    uint32_t in_sequences;    /* ranks of which a card might go into a sequence */
    unsigned canastas;        /* that count (out_not_counted aside) */
    uint8_t size[CN_COUNTS];  /* of the largest unfinished meld of the rank */
    uint8_t total[CN_COUNTS]; /* of all of them, where they may be joined */
} counts;

static bool never_counts(const cn_rules *rules, const cn_meld *meld)
{
    const int32_t ignored = rules->p.out_not_counted;
    if (ignored == 0) return false;
    if (meld->rank == CN_MELD_WILD) return (ignored & CN_WORD_WILD) != 0;
    if (meld->rank == CN_MELD_SEQUENCE) return (ignored & CN_WORD_SEQUENCE) != 0;
    if ((ignored >> meld->rank & 1) != 0) return true;
    return (ignored & CN_WORD_NATURAL) != 0 && (ignored & CN_WORD_MIXED) != 0;
}

static counts count_table(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    counts c = {.rules = rules,
                .side = cn_public_acting(pub),
                .hand = hand,
                .wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER]};
    const unsigned full = (unsigned)rules->p.canasta_size;
    for (unsigned i = 0; i < c.side->meld_count; i++) {
        const cn_meld *meld = &c.side->meld[i];
        const unsigned size = cn_meld_size(meld);
        c.begun |= 1U << meld->rank;
        if (size >= full) {
            c.canastas += !never_counts(rules, meld);
            continue;
        }
        if (size > c.size[meld->rank]) c.size[meld->rank] = (uint8_t)size;
        c.total[meld->rank] = (uint8_t)(c.total[meld->rank] + size);
    }
    if (rules->p.sequences) c.in_sequences = cn_ranks_in_sequences(rules, c.side, hand);
    return c;
}

/* Black threes that could not be a group. */
static unsigned black3_misfits(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const unsigned held = c->hand->kind[CN_KIND_BLACK3];
    if (p->black3_meld == CN_BLACK3_MELD_NEVER) return held;
    if ((c->begun >> CN_MELD_BLACK3 & 1) != 0) return 0;
    const unsigned wilds = p->black3_meld_wilds ? c->wilds : 0;
    return held + wilds < (unsigned)p->black3_meld_min ? held : 0;
}

/* More than one card has no meld to go to, or new melds need more wilds than there are. */
static bool cards_are_left(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const uint8_t *held = c->hand->kind;
    const unsigned naturals = (unsigned)p->min_naturals, least = (unsigned)p->meld_min;
    uint32_t alone = cn_counts_from(held, 1) & ALL_RANKS & ~(c->begun | c->in_sequences);
    if (least > 1) alone &= ~cn_counts_from(held, least > naturals ? least : naturals);
    unsigned misfits = black3_misfits(c) + held[CN_KIND_RED3], due = 0;
    for (; alone != 0; alone &= alone - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(alone), have = held[rank];
        if (have < naturals || have + c->wilds < least)
            misfits += have;
        else if (have < least)
            due += least - have;
        if (misfits > 1) return true;
    }
    return naturals >= 2 && due > c->wilds;
}

/* Canastas that could yet be made, each as if it had all wilds for itself. */
static unsigned canastas_in_reach(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const unsigned full = (unsigned)p->canasta_size;
    const unsigned wilds = c->wilds < (unsigned)p->max_wilds ? c->wilds : (unsigned)p->max_wilds;
    const bool joins = p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE;
    unsigned count = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        const unsigned held = c->hand->kind[rank];
        if (joins || c->size[rank] != c->total[rank]) {
            const unsigned all = held + c->total[rank] + c->wilds; /* perhaps several canastas */
            count += all / full;
            continue;
        }
        if (held + c->size[rank] + wilds < full) continue;
        count += 1 + (held + c->wilds) / full; /* ... and new ones beside it */
    }
    return count;
}

static bool canastas_are_too_few(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const unsigned need = (unsigned)p->out_canastas, full = (unsigned)p->canasta_size;
    if (c->canastas >= need || p->sequences || p->twos_as_rank) return false;
    unsigned more = canastas_in_reach(c);
    if (p->wild_canasta) more += (c->wilds + c->total[CN_MELD_WILD]) / full;
    return c->canastas + more < need;
}

bool cn_counts_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || rules->p.min_naturals < 1) return false;
    const counts c = count_table(rules, pub, hand);
    return cards_are_left(&c) || canastas_are_too_few(&c);
}
