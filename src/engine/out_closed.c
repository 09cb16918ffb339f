/* One way to lay all cards but one: naturals onto the meld of their rank and what goes beyond it as
 * a new meld, a wild with each pair, the other wilds where there is room.
 * Not here: ways that lay a rank otherwise, rules whose melds never close (out_sure.c).
 * Invariant: as in the header. */
#include "out_closed.h"

#include "counts.h"
#include "shape.h"
#include "usual.h"

enum { MELD_SIZE = 3, PAIR = 2 };

/* What has been laid so far. */
typedef struct laying {
    const cn_rules *rules;
    const cn_side *side;
    unsigned canastas;
    unsigned misfits; /* cards that are left */
    unsigned wilds;   /* in hand, those of the pairs apart */
    unsigned room;    /* for wilds */
    unsigned nearest; /* wilds that make one more canasta, 0 if none could */
} laying;

static bool rules_are_simple(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->counted_ranks && !rules->ranks_free &&
           p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && p->meld_min == MELD_SIZE &&
           p->min_naturals == PAIR && p->out_needs == 0 && p->out_not_counted == 0 &&
           !p->out_block_incomplete && !p->out_needs_red3_per_canasta &&
           p->out_discard != CN_OUT_DISCARD_REQUIRED && p->discard_rank_ban.count == 0 &&
           rules->wild_below[0][PAIR] > 0;
}

static unsigned place_of(unsigned naturals)
{
    return naturals < CN_COUNTS ? naturals : CN_COUNTS - 1;
}

/* A meld of so many cards, once its naturals lie there; `size` is what it was before. */
static void note_meld(laying *l, unsigned naturals, unsigned wilds, unsigned size)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size, now = naturals + wilds;
    const unsigned below = l->rules->wild_below[0][place_of(naturals)];
    const unsigned room = below > wilds ? below - wilds : 0;
    l->room += room;
    if (size < full && now >= full) l->canastas++;
    if (now < full && full - now <= room && (l->nearest == 0 || full - now < l->nearest))
        l->nearest = full - now;
}

/* So many naturals as a new meld; false if they are too many. */
static bool begin(laying *l, unsigned held)
{
    if (held == 0) return true;
    if (held == 1) {
        l->misfits++;
        return true;
    }
    if (held > cn_most_cards(&l->rules->p) || (held == PAIR && l->wilds == 0)) return false;
    if (held == PAIR) l->wilds--;
    note_meld(l, held, held == PAIR, 0);
    return true;
}

/* The naturals of a rank; false if they do not fit so. */
static bool lay_rank(laying *l, unsigned rank, unsigned held)
{
    const cn_params *p = &l->rules->p;
    const unsigned most = cn_most_cards(p), full = (unsigned)p->canasta_size;
    if (l->side->latest[rank] == 0) return begin(l, held);
    const cn_meld *meld = &l->side->meld[l->side->latest[rank] - 1];
    const unsigned naturals = meld->naturals, wilds = cn_meld_wilds(meld), size = naturals + wilds;
    const unsigned fit = most > size ? most - size : 0, laid = held < fit ? held : fit;
    if (laid > 0 && wilds >= l->rules->natural_below[place_of(naturals)]) return false;
    const bool closes = !p->add_natural_to_canasta && size + laid >= full;
    if (laid < held && !closes) return false; /* no other may lie beside it (P56) */
    note_meld(l, naturals + laid, wilds, size);
    return begin(l, held - laid);
}

/* Wilds go to the only meld of wilds, if there is one. */
static void note_wild_meld(laying *l)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, latest = l->side->latest[CN_MELD_WILD];
    unsigned most = l->rules->wild_most;
    if (!p->add_wild_to_canasta && most > full) most = full;
    if (latest == 0) return;
    const unsigned size = cn_meld_size(&l->side->meld[latest - 1]);
    if (size < most) l->room += most - size;
}

static void count_canastas(laying *l)
{
    for (unsigned i = 0; i < l->side->meld_count; i++) {
        const cn_meld *meld = &l->side->meld[i];
        l->canastas += cn_meld_size(meld) >= (unsigned)l->rules->p.canasta_size &&
                       (meld->rank < CN_RANKS || meld->rank == CN_MELD_WILD);
    }
}

static bool turn_is_simple(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    return turn->open_meld == CN_NO_MELD && turn->to_meld == CN_NO_MELD &&
           turn->laid_black3 == CN_BLACK3_NONE && !turn->staging && side->meld_count > 0 &&
           side->meld_count + CN_RANKS <= CN_MELDS_MAX && pub->packets[pub->asker] == 0 &&
           cn_stock_lets_go_on(rules, pub);
}

bool cn_counts_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned black3 = hand->kind[CN_KIND_BLACK3];
    if (!rules_are_simple(rules) || !turn_is_simple(rules, pub, side)) return false;
    if (hand->kind[CN_KIND_RED3] > 0 || cn_stuck_cards(rules, hand) > 0) return false;
    laying l = {.rules = rules,
                .side = side,
                .misfits = black3,
                .wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER]};
    uint32_t ranks = (cn_counts_from(hand->kind, 1) | cn_counts_from(side->naturals, 1));
    for (ranks &= CN_ALL_RANKS; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        if (!lay_rank(&l, rank, hand->kind[rank]) || l.misfits > 1) return false;
    }
    note_wild_meld(&l);
    count_canastas(&l);
    const unsigned need = (unsigned)rules->p.out_canastas;
    if (l.canastas + 1 < need || l.misfits + (l.wilds > l.room ? l.wilds - l.room : 0) > 1)
        return false;
    return l.canastas >= need || (l.nearest > 0 && l.nearest <= l.wilds && l.wilds <= l.room);
}
