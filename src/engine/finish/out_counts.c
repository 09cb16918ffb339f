/* What forbids going out, told from counts: cards that find no place, wilds or canastas that are
 * too few. Not here: bounds for single arrangements (out_ranks.c).
 * Invariant: every bound is generous - where it says no, no arrangement would do. */
#include "engine/finish/out_counts.h"

#include "engine/cards/counts.h"
#include "engine/finish/out_ranks.h"
#include "engine/rules/tellers.h"
#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/step/shape.h"
#include "engine/table/faces.h"
#include "engine/table/takers.h"

enum { COSTS_MAX = 40 };

/* As long as single melds are not looked at `begun` is told too often rather than too seldom, and
 * what follows `in_sequences` says nothing. */
typedef struct counts {
    const cn_rules *rules;
    const cn_side *side;
    const cn_cards *hand;
    bool may_open;            /* the opening is still to be made */
    unsigned wilds;           /* in hand */
    uint32_t begun;           /* ranks, and others, with a meld that may take cards */
    uint32_t dead;            /* ranks that are closed to everybody (P100) */
    uint64_t in_sequences;    /* faces that might go into a sequence */
    unsigned canastas;        /* that count (out_not_counted aside), */
    unsigned needed;          /* and that are needed */
    bool single;              /* a rank has one unfinished meld at a time */
    unsigned reserved;        /* wilds that are wanted where no canasta can come of them */
    uint8_t total[CN_COUNTS]; /* cards in unfinished melds of the rank */
    uint8_t lying[CN_COUNTS]; /* wilds of them */
} counts;

/* Canastas of sequences, new ones in hand or own ones with what is in hand; told too often rather
 * than too seldom. */
static unsigned sequences_beside(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    unsigned count = 0;
    if (!rules->p.sequences) return 0;
    const uint64_t held = cn_faces_held(hand);
    if (cn_faces_run_starts(held, full) != 0) return CN_DECK_CARDS_MAX;
    if ((held & side->beside) == 0) return 0;
    for (uint64_t left = cn_melds_of(side, CN_MELD_SEQUENCE, 0); left != 0; left &= left - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(left)];
        if (cn_meld_size(meld) >= full || (held & cn_faces_beside(meld)) == 0) continue;
        const uint64_t faces =
            held | cn_faces_row(cn_meld_low(meld), cn_meld_suit(meld), cn_meld_size(meld));
        count += (cn_faces_in_runs(faces, full) >> meld->lowest & 1) != 0;
    }
    return count;
}

/* Going out asks for a canasta of a sequence; none lies there, and none could be made. */
static bool sequence_is_beyond(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned full = (unsigned)rules->p.canasta_size;
    return cn_out_needs(rules, pub)->count[CN_NEED_SEQUENCE] > 0 &&
           (side->naturals[CN_MELD_SEQUENCE] < full ||
            cn_melds_of(side, CN_MELD_SEQUENCE, full) == 0) &&
           sequences_beside(rules, side, hand) == 0;
}

static bool never_counts(const cn_rules *rules, const cn_meld *meld)
{
    const int32_t ignored = rules->p.out_not_counted;
    if (ignored == 0) return false;
    if (meld->rank == CN_MELD_WILD) return (ignored & CN_WORD_WILD) != 0;
    if (meld->rank == CN_MELD_SEQUENCE) return (ignored & CN_WORD_SEQUENCE) != 0;
    if ((ignored >> meld->rank & 1) != 0) return true;
    return (ignored & CN_WORD_NATURAL) != 0 && (ignored & CN_WORD_MIXED) != 0;
}

/* What hand and table come to without a look at single melds. */
static counts count_cards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    counts c = {.rules = rules,
                .side = cn_public_acting(pub),
                .hand = hand,
                .needed = cn_canastas_needed(rules, pub),
                .single = rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
                          rules->p.team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO,
                .may_open = !cn_public_has_opened(pub, pub->asker),
                .wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER]};
    c.wilds -= cn_locked_twos(rules, c.side, hand->kind[CN_KIND_TWO]);
    c.begun = cn_counts_from(c.side->naturals, 1) | cn_counts_from(c.side->wilds, 1);
    c.dead = cn_dead_ranks(rules, pub) & cn_counts_from(hand->kind, 1);
    if (rules->p.sequences) c.in_sequences = cn_faces_for_sequences(rules, c.side, hand);
    return c;
}

/* Adds what the melds come to; false if a rank has none but complete ones that take nothing. */
static bool count_melds(counts *c)
{
    const unsigned full = (unsigned)c->rules->p.canasta_size;
    const bool closes = !c->rules->p.add_natural_to_canasta;
    uint32_t begun = 0;
    for (unsigned i = 0; i < c->side->meld_count; i++) {
        const cn_meld *meld = &c->side->meld[i];
        const unsigned size = cn_meld_size(meld);
        if (size < full || !closes || meld->rank == CN_MELD_BLACK3) begun |= 1U << meld->rank;
        if (size >= full) {
            c->canastas += !never_counts(c->rules, meld);
            continue;
        }
        c->total[meld->rank] = (uint8_t)(c->total[meld->rank] + size);
        c->lying[meld->rank] = (uint8_t)(c->lying[meld->rank] + cn_meld_wilds(meld));
    }
    const bool all = begun == c->begun;
    c->begun = begun;
    return all;
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

/* A new meld of so many naturals takes a wild, in an opening or after it. */
static bool takes_wild(const counts *c, unsigned rank, unsigned naturals)
{
    cn_shape shape = cn_shape_new(rank, false);
    shape.naturals = (uint8_t)naturals;
    if (cn_shape_takes(c->rules, &shape, true)) return true;
    shape.opening = true;
    return c->may_open && cn_shape_takes(c->rules, &shape, true);
}

/* Cards of a rank that no sequence takes; after an opening the faces say only which there could be.
 */
static unsigned outside_sequences(const counts *c, unsigned rank)
{
    const unsigned held = c->hand->kind[rank];
    unsigned inside = 0;
    for (unsigned suits = c->in_sequences >> CN_SUITS * rank & 15; suits != 0; suits &= suits - 1)
        inside += cn_cards_count(c->hand, cn_card_make(rank, (unsigned)__builtin_ctz(suits)));
    return held > inside ? held - inside : 0;
}

/* What has no meld to go to. */
typedef struct leftovers {
    unsigned misfits;
    unsigned due;    /* wilds that new melds must have, */
    unsigned spared; /* of these as many as one discard could save */
} leftovers;

/* A rank of which nothing lies there, and of which too few are held for a meld of naturals. */
static void add_leftovers(const counts *c, leftovers *l, unsigned rank)
{
    const unsigned naturals = (unsigned)c->rules->p.min_naturals, have = c->hand->kind[rank];
    const unsigned least = (unsigned)c->rules->p.meld_min, outside = outside_sequences(c, rank);
    if (outside == 0) return;
    if (have < naturals || have + c->wilds < least || !takes_wild(c, rank, have)) {
        l->misfits += outside;
        return;
    }
    l->due += least - have;
    if (outside == 1 && have > 1 && least - have > l->spared) l->spared = least - have;
}

/* More than one card has no meld to go to, or new melds need more wilds than there are. */
static bool cards_are_left(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const unsigned naturals = (unsigned)p->min_naturals, least = (unsigned)p->meld_min;
    uint32_t alone = cn_counts_from(c->hand->kind, 1) & CN_ALL_RANKS;
    leftovers l = {black3_misfits(c) + c->hand->kind[CN_KIND_RED3], 0, 0};
    for (uint32_t dead = alone & c->dead; dead != 0; dead &= dead - 1)
        l.misfits += outside_sequences(c, (unsigned)__builtin_ctz(dead));
    if (l.misfits > 1) return true;
    alone &= ~(c->begun | c->dead);
    if (least > 1) alone &= ~cn_counts_from(c->hand->kind, least > naturals ? least : naturals);
    for (; alone != 0; alone &= alone - 1) {
        add_leftovers(c, &l, (unsigned)__builtin_ctz(alone));
        if (l.misfits > 1) return true;
    }
    return naturals >= 2 && l.due > c->wilds + (l.misfits == 0 ? l.spared : 0);
}

/* Wilds that so many cards want beside those of the rank that lie in an unfinished meld: a complete
 * one takes no more, and what goes beyond it makes another meld (P56). */
static unsigned wilds_beyond(const counts *c, unsigned lie, unsigned held)
{
    const unsigned full = (unsigned)c->rules->p.canasta_size, cards = lie + held;
    const unsigned least = (unsigned)c->rules->p.meld_min;
    const unsigned last = cards <= full ? cards : cards % full;
    return last == 0 || last >= least || (lie > 0 && cards <= full) ? 0 : least - last;
}

/* The same as cards_are_left where a rank has one meld at a time, which closes as a canasta: the
 * discard may be a card that wants wilds. */
static bool cards_are_beyond(counts *c)
{
    const cn_params *p = &c->rules->p;
    const unsigned most = (unsigned)p->max_wilds, full = (unsigned)p->canasta_size;
    if (p->add_natural_to_canasta || !c->single || p->sequences || p->min_naturals < 2)
        return false;
    unsigned due = 0, apart = 0, spared = 0;
    unsigned misfits = black3_misfits(c) + c->hand->kind[CN_KIND_RED3];
    uint32_t ranks = cn_counts_from(c->hand->kind, 1) & CN_ALL_RANKS;
    for (; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks), held = c->hand->kind[rank];
        const unsigned lie = c->total[rank], wilds = wilds_beyond(c, lie, held);
        if (held + lie == 1) {
            misfits++;
            continue;
        }
        const unsigned fewer = wilds_beyond(c, lie, held - 1);
        due += wilds;
        if (lie + held + (c->wilds < most ? c->wilds : most) < full) apart += wilds;
        if (wilds > fewer && wilds - fewer > spared) spared = wilds - fewer;
    }
    if (misfits > 0) spared = 0;
    c->reserved = apart > spared ? apart - spared : 0;
    return misfits > 1 || due > c->wilds + spared;
}

/* Wilds that canastas yet to be made would take, told generously: each rank has all its cards
 * together, and each canasta may have as many wilds as it can take. */
typedef struct wild_costs {
    unsigned count;
    uint8_t wilds[COSTS_MAX];
} wild_costs;

static void add_costs(const counts *c, wild_costs *costs, unsigned rank, unsigned most)
{
    const unsigned cards = c->total[rank] + (rank < CN_RANKS ? c->hand->kind[rank] : 0U);
    const unsigned full = (unsigned)c->rules->p.canasta_size, lying = c->lying[rank];
    unsigned before = 0;
    for (unsigned n = 1; costs->count < COSTS_MAX; n++) {
        const unsigned apart = !c->single && lying > n * most ? lying - n * most : 0;
        const unsigned need = cards - apart < n * full ? n * full + apart - cards : 0;
        if (need > c->wilds || need + lying - apart > n * most) return;
        costs->wilds[costs->count++] = (uint8_t)(need - before);
        before = need;
    }
}

/* The wilds in hand pay for so many of these canastas, the cheapest first. */
static bool wilds_pay_for(const counts *c, wild_costs *costs, unsigned count)
{
    unsigned wilds = c->wilds - c->reserved;
    if (costs->count < count) return false;
    for (; count > 0; count--) {
        unsigned best = 0;
        for (unsigned i = 1; i < costs->count; i++)
            if (costs->wilds[i] < costs->wilds[best]) best = i;
        if (costs->wilds[best] > wilds) return false;
        wilds -= costs->wilds[best];
        costs->wilds[best] = UINT8_MAX;
    }
    return true;
}

static bool canastas_are_too_few(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const unsigned need = c->needed, most = (unsigned)p->max_wilds;
    const unsigned full = (unsigned)p->canasta_size;
    if (c->canastas >= need) return false;
    const unsigned have = c->canastas + sequences_beside(c->rules, c->side, c->hand);
    const bool twos_count = p->twos_as_rank && (p->out_not_counted & CN_WORD_TWO) == 0;
    if (have >= need || twos_count) return false;
    wild_costs costs;
    costs.count = 0;
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, c->total, c->hand->kind);
    const unsigned each = c->wilds < most ? c->wilds : most;
    uint32_t ranks = CN_ALL_RANKS & (each < full ? cn_counts_from(cards, full - each) : UINT32_MAX);
    for (; ranks != 0; ranks &= ranks - 1)
        add_costs(c, &costs, (unsigned)__builtin_ctz(ranks), most);
    if (p->wild_canasta) add_costs(c, &costs, CN_MELD_WILD, CN_DECK_CARDS_MAX);
    return !wilds_pay_for(c, &costs, need - have);
}

/* Melds of the rank that take no wilds are no canasta with all naturals in hand: none may lie
 * there, and of the hand's cards one could be the discard, or all go to a canasta. */
static bool stays_unfinished(const counts *c, unsigned rank)
{
    const unsigned held = c->hand->kind[rank], lie = c->total[rank];
    const bool canasta = (c->begun >> rank & 1) != 0 && lie == 0;
    return lie + held < (unsigned)c->rules->p.canasta_size && (lie > 0 || (held > 1 && !canasta));
}

/* After the opening aces without wilds stay so. */
static bool aces_block(const counts *c)
{
    const cn_params *p = &c->rules->p;
    const int32_t clean = p->no_wild_ranks | (c->may_open ? 0 : p->initial_only_wild_ranks);
    if (c->wilds > 0 && (clean >> CN_KIND_A & 1) == 0) return false;
    return c->side->wilds[CN_KIND_A] == 0 && stays_unfinished(c, CN_KIND_A);
}

/* P102: sevens, clean aces or a meld of wilds that stay unfinished. */
static bool unfinished_melds_block(const counts *c)
{
    const cn_params *p = &c->rules->p;
    if (!p->out_block_incomplete) return false;
    if (p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return false;
    const unsigned wilds = c->total[CN_MELD_WILD];
    if (wilds > 0 && wilds + c->wilds < (unsigned)p->canasta_size) return true;
    const bool sevens_take_wilds = (p->no_wild_ranks >> CN_KIND_7 & 1) == 0;
    if ((!sevens_take_wilds || c->wilds == 0) && stays_unfinished(c, CN_KIND_7)) return true;
    const unsigned sevens = c->total[CN_KIND_7] + (unsigned)c->hand->kind[CN_KIND_7];
    if (c->total[CN_KIND_7] > 0 && sevens + c->wilds < (unsigned)p->canasta_size) return true;
    return aces_block(c);
}

/* Without branches, because nobody foresees what is held. */
bool cn_two_cards_stay(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    enum { THREE = 3 };
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    if (!cn_understands(rules, CN_TELLER_OUT_COUNTS) || p->min_naturals < 2) return false;
    const uint32_t in_sequences = p->sequences ? cn_ranks_in_sequences(rules, side, hand) : 0;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned black3 = hand->kind[CN_KIND_BLACK3], least = (unsigned)p->meld_min;
    const unsigned with = p->black3_meld_wilds ? wilds : 0;
    const unsigned group =
        (p->black3_meld != CN_BLACK3_MELD_NEVER) &
        ((side->naturals[CN_MELD_BLACK3] > 0) | (black3 + with >= (unsigned)p->black3_meld_min));
    const unsigned held_red3 =
        hand->kind[CN_KIND_RED3] * (unsigned)!cn_is_bonus(rules, CN_KIND_RED3);
    const unsigned held_black3 = black3 * (unsigned)!cn_is_bonus(rules, CN_KIND_BLACK3);
    const unsigned threes = held_red3 + (held_black3 & (group - 1)); /* others leave (P97) */
    const uint32_t alone = CN_ALL_RANKS & ~cn_counts_from(side->naturals, 1) & ~in_sequences;
    const uint32_t held = alone & cn_counts_from(hand->kind, 1);
    const uint32_t more = alone & cn_counts_from(hand->kind, 2);
    const uint32_t pairs = more & ~cn_counts_from(hand->kind, least);
    const unsigned count = (unsigned)__builtin_popcount(pairs);
    const unsigned cards = least == THREE ? 2 * count : cn_counts_sum_of(hand->kind, pairs);
    const unsigned single = (unsigned)__builtin_popcount(held & ~more);
    return (count * least > wilds + cards) | (single + threes >= 2);
}

bool cn_counts_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!cn_understands(rules, CN_TELLER_OUT_COUNTS)) return false;
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || rules->p.min_naturals < 1) return false;
    counts c = count_cards(rules, pub, hand);
    if (sequence_is_beyond(rules, pub, hand) || cards_are_left(&c)) return true;
    if (!count_melds(&c) && cards_are_left(&c)) return true;
    return cards_are_beyond(&c) || canastas_are_too_few(&c) || unfinished_melds_block(&c);
}
