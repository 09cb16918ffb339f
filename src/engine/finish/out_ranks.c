/* Whether counts tell that a side lays all its cards, once sequences and twos are settled.
 * Not here: the search (arrange.c), single costs (out_costs.c). Invariant: a yes and a no are what
 * the search would find; otherwise nothing is told. */
#include "engine/finish/out_ranks.h"

#include <stddef.h>

#include "engine/cards/counts.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/finish.h"
#include "engine/rules/tellers.h"
#include "engine/step/limits.h"
#include "engine/table/faces.h"

/* The faces that would lengthen a sequence of the arrangement. */
static uint64_t faces_beside(const cn_piece *piece)
{
    const cn_meld meld = {.naturals = (uint8_t)cn_shape_size(&piece->shape),
                          .lowest = cn_card_make(piece->low, piece->suit)};
    return cn_faces_beside(&meld);
}

/* Ranks of which a card could go into a sequence, old or new, one bit each. */
static uint32_t ranks_in_sequences(const cn_arrangement *a)
{
    if (!a->rules->p.sequences) return 0;
    const uint64_t faces = cn_arrangement_faces(a);
    uint64_t beside = 0;
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_SEQUENCE) beside |= faces_beside(&a->piece[i]);
    return cn_faces_ranks(cn_faces_in_reach(faces, beside & faces, (unsigned)a->rules->p.meld_min));
}

uint32_t cn_ranks_that_fit(const cn_arrangement *a)
{
    const unsigned naturals = (unsigned)a->rules->p.min_naturals;
    const unsigned least = (unsigned)a->rules->p.meld_min, wilds = cn_arrangement_wilds(a);
    const uint32_t held = cn_counts_from(a->held, 1) & CN_ALL_RANKS;
    const unsigned lack = least > wilds ? least - wilds : 0;
    const uint32_t begun = cn_counts_from(a->lying, 1);
    const uint32_t groups = cn_counts_from(a->held, lack > naturals ? lack : naturals);
    const uint32_t open = (begun | groups) & ~(uint32_t)a->dead;
    return held & (open | ranks_in_sequences(a));
}

/* P65: the black threes could be a group, or join the one that lies there. */
static bool fits_black3(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    if (a->no_black3 || p->black3_meld != CN_BLACK3_MELD_GOING_OUT) return false;
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_BLACK3) return true;
    unsigned wilds = p->black3_meld_wilds ? cn_arrangement_wilds(a) : 0;
    return a->black3 + wilds >= (unsigned)p->black3_meld_min;
}

unsigned cn_arrangement_misfits(const cn_arrangement *a)
{
    const uint32_t misfits = CN_ALL_RANKS & ~cn_ranks_that_fit(a);
    const unsigned count = cn_counts_sum_of(a->held, misfits);
    return fits_black3(a) ? count : count + a->black3;
}

/* The sequence becomes a canasta with all faces in hand. */
static bool becomes_full(const cn_arrangement *a, const cn_piece *piece, uint64_t held)
{
    const uint64_t faces =
        held | cn_faces_row(piece->low, piece->suit, cn_shape_size(&piece->shape));
    return (cn_faces_in_runs(faces, (unsigned)a->rules->p.canasta_size) >>
                cn_card_make(piece->low, piece->suit) &
            1) != 0;
}

/* Canastas that new sequences of the suit could be: each has the ranks in the middle. */
static unsigned new_sequences_in_reach(const cn_arrangement *a, uint64_t held, unsigned suit)
{
    const unsigned full = (unsigned)a->rules->p.canasta_size;
    unsigned fewest = CN_DECK_CARDS_MAX;
    if ((cn_faces_run_starts(held, full) & cn_faces_of_suit(suit)) == 0) return 0;
    for (unsigned rank = CN_RANKS - full; rank < full; rank++)
        if (a->face[cn_card_make(rank, suit)] < fewest) fewest = a->face[cn_card_make(rank, suit)];
    return fewest;
}

unsigned cn_sequences_in_reach(const cn_arrangement *a)
{
    const unsigned full = (unsigned)a->rules->p.canasta_size;
    if (!a->rules->p.sequences) return 0;
    const uint64_t held = cn_arrangement_faces(a);
    unsigned count = 0;
    if (cn_faces_in_runs(held, full) != 0)
        for (unsigned suit = 0; suit < CN_SUITS; suit++)
            count += new_sequences_in_reach(a, held, suit);
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_SEQUENCE || cn_shape_size(&piece->shape) >= full) continue;
        count += becomes_full(a, piece, held);
    }
    return count;
}

cn_twos_lock cn_twos_lock_of(const cn_arrangement *a)
{
    cn_twos_lock l = {false, false};
    unsigned lockers = 0, grown = 0, begun = 0;
    const cn_side *side = a->side;
    if (a->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO) return l;
    if ((side->naturals[CN_MELD_TWOS] | side->wilds[CN_MELD_TWOS]) == 0) return l; /* none is old */
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        const unsigned size = cn_shape_size(&piece->shape);
        if (piece->shape.rank != CN_MELD_TWOS) continue;
        if (i >= a->old_count) {
            begun += piece->added;
            continue;
        }
        if (size < (unsigned)a->rules->p.canasta_size) l.holds_twos = true;
        if (size - piece->added >= (unsigned)a->rules->p.canasta_size) continue;
        lockers++;
        grown += piece->added;
    }
    l.holds = (lockers > 1 && grown > 0) || (l.holds_twos && begun > 0);
    return l;
}

bool cn_twos_are_stuck(const cn_arrangement *a)
{
    const cn_twos_lock l = cn_twos_lock_of(a);
    if (l.holds) return true;
    return l.holds_twos && a->twos > (!a->discarded && (a->last >> CN_KIND_TWO & 1) != 0 ? 1U : 0U);
}

unsigned cn_locked_twos(const cn_rules *rules, const cn_side *side, unsigned twos)
{
    const unsigned meld_i = cn_side_find_meld(side, CN_MELD_TWOS);
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ||
        meld_i == CN_NO_MELD || side->meld[meld_i].naturals < side->naturals[CN_MELD_TWOS])
        return 0;
    const unsigned size = cn_meld_size(&side->meld[meld_i]);
    const unsigned full = (unsigned)rules->p.canasta_size, lack = size < full ? full - size : 0;
    return lack < twos ? lack : twos;
}

typedef cn_out_table table;

/* The same kinds in every hand, one of each. */
static bool needs_are_plain(const cn_params *p, int32_t kinds)
{
    const cn_needs *needs = &p->out_needs.hand[0];
    return p->out_needs.count == 1 && (needs->words & ~kinds) == 0 &&
           needs->count[CN_NEED_WILD] <= 1 && needs->count[CN_NEED_SEQUENCE] <= 1;
}

bool cn_ranks_are_free(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const int32_t kinds = CN_WORD_SEQUENCE | CN_WORD_WILD, ignored = kinds | CN_WORD_TWO;
    return cn_understands(rules, CN_TELLER_OUT_RANKS) &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_WILD_MELD && p->min_naturals >= 2 &&
           p->max_wilds < p->canasta_size && p->meld_min < p->canasta_size &&
           needs_are_plain(p, kinds) && (p->out_not_counted & ~ignored) == 0;
}

/* ---- melds that lie there ---- */

/* A sequence, or a meld of twos, which may have got cards of the hand. */
static bool counts_as_canasta(const table *t, const cn_piece *piece)
{
    const unsigned rank = piece->shape.rank;
    if (rank == CN_MELD_SEQUENCE)
        return piece->shape.naturals >= t->p->canasta_size &&
               (t->p->out_not_counted & CN_WORD_SEQUENCE) == 0;
    return rank == CN_MELD_TWOS && (t->p->out_not_counted & CN_WORD_TWO) == 0 &&
           cn_piece_canasta(t->a->rules, piece) != CN_CANASTA_NONE;
}

static void add_others(table *t)
{
    const cn_arrangement *a = t->a;
    for (uint64_t left = t->melds->others; left != 0; left &= left - 1)
        t->have += counts_as_canasta(t, &a->piece[__builtin_ctzll(left)]);
    for (unsigned i = t->melds->count; i < a->piece_count; i++)
        t->have += counts_as_canasta(t, &a->piece[i]);
}

/* What the begun meld needs besides its naturals in hand. */
static void add_open(table *t)
{
    const cn_arrangement *a = t->a;
    if (a->open == CN_NO_MELD) return;
    const cn_piece *piece = &a->piece[a->open];
    const unsigned rank = piece->shape.rank, lack = cn_wilds_due(a, piece);
    if (rank == CN_MELD_WILD) {
        t->open_due = lack;
        t->open_is_vague = a->opening || (unsigned)t->p->meld_min > a->rules->wild_most;
    }
    if (rank >= CN_RANKS || cn_shape_size(&piece->shape) >= (unsigned)t->p->canasta_size) return;
    const unsigned held = a->held[rank];
    t->open_due = lack > held ? lack - held : 0;
    t->open_is_vague = piece->shape.naturals + (int)held < t->p->min_naturals ||
                       piece->shape.wilds + t->open_due > cn_most_wilds(t->p, rank);
}

/* ---- naturals in hand ---- */

static void add_misfits(table *t, unsigned kind, unsigned count)
{
    t->misfits += count;
    t->misfit |= 1U << kind;
}

/* Further groups of naturals of these ranks, each beside the one that its rank has. */
static unsigned more_groups(const table *t, uint32_t ranks, uint32_t begun)
{
    const unsigned naturals = (unsigned)t->p->min_naturals;
    const uint32_t groups = ranks & cn_counts_from(t->a->held, naturals);
    unsigned more = (unsigned)__builtin_popcount(groups & begun);
    for (uint32_t left = groups & cn_counts_from(t->a->held, 2 * naturals); left != 0;
         left &= left - 1)
        more += t->a->held[__builtin_ctz(left)] / naturals - 1;
    return more;
}

/* All ranks at once; of those that are `loose` no card need find a meld. */
static void add_naturals(table *t, uint32_t loose)
{
    const cn_params *p = t->p;
    const uint8_t *held = t->a->held;
    const unsigned least = (unsigned)p->meld_min, naturals = (unsigned)p->min_naturals;
    const unsigned most = (unsigned)p->max_wilds, lack = least > most ? least - most : 0;
    const uint32_t all = cn_counts_from(held, 1) & CN_ALL_RANKS,
                   mixed = ~(uint32_t)p->no_wild_ranks;
    const uint32_t alone = all & ~t->melds->begun & ~loose;
    const uint32_t whole = cn_counts_from(held, least > naturals ? least : naturals);
    const uint32_t some = cn_counts_from(held, lack > naturals ? lack : naturals) & mixed;
    const uint32_t left = alone & ~(whole | some), pairs = alone & some & ~whole;
    const uint32_t takers = (alone & ~left) | (all & ~t->melds->begun & loose);
    t->misfits += cn_counts_sum_of(held, left);
    t->misfit |= left;
    t->due += (unsigned)__builtin_popcount(pairs) * least - cn_counts_sum_of(held, pairs);
    t->room += (unsigned)__builtin_popcount(takers & mixed) * most;
    if (cn_begins_beside(t)) t->more_room += most * more_groups(t, all & mixed, t->melds->begun);
}

/* P65: a group of them, or one for the discard. */
static void add_black3(table *t)
{
    const cn_arrangement *a = t->a;
    const unsigned held = a->black3, least = (unsigned)t->p->black3_meld_min;
    if (held == 0) return;
    const bool may = !a->no_black3 && t->p->black3_meld == CN_BLACK3_MELD_GOING_OUT;
    if (!may || held < least) {
        add_misfits(t, CN_KIND_BLACK3, held);
        return;
    }
    if (held > a->rules->black3_most) add_misfits(t, CN_KIND_BLACK3, held - a->rules->black3_most);
}

/* Twos that are locked go nowhere but to the discard (P133); false if the melds cannot lie so. */
static bool add_locked_twos(table *t)
{
    const cn_twos_lock l = cn_twos_lock_of(t->a);
    if (!l.holds_twos || t->a->twos == 0) return !l.holds;
    t->wilds -= t->a->twos;
    add_misfits(t, CN_KIND_TWO, t->a->twos);
    return !l.holds;
}

/* ---- all together ---- */

static bool may_discard(const cn_arrangement *a, unsigned kind)
{
    return !a->discarded && (a->last >> kind & 1) != 0;
}

/* One wild could be the discard. */
static bool wild_may_go(const table *t)
{
    const cn_arrangement *a = t->a;
    if (t->misfits > 0) return false;
    return (a->twos > 0 && may_discard(a, CN_KIND_TWO)) ||
           (a->jokers > 0 && may_discard(a, CN_KIND_JOKER));
}

/* Naturals or threes that no meld takes, or too few wilds for those that need some. */
static bool naturals_are_left(const table *t)
{
    const cn_arrangement *a = t->a;
    if (t->misfits > 1 || (t->misfits == 1 && (a->discarded || (a->last & t->misfit) == 0)))
        return true;
    return t->due + t->open_due > t->wilds;
}

static bool cards_are_left(const table *t)
{
    const unsigned most = t->room + t->more_room + t->melds->wild_room;
    const bool meld_of_wilds = t->a->rules->wild_most > 0 && t->wilds >= (unsigned)t->p->meld_min;
    return naturals_are_left(t) || (!meld_of_wilds && t->wilds > most + (wild_may_go(t) ? 1 : 0));
}

/* Wilds beyond the melds of ranks go to those of wilds, or begin one. */
static bool wilds_find_room(const table *t, const cn_spent *s)
{
    const unsigned least = (unsigned)t->p->meld_min, most = t->a->rules->wild_most;
    const unsigned used = s->wilds + t->due + t->open_due, left = t->wilds - s->of_wilds;
    const unsigned of_wilds = t->melds->wild_room;
    const unsigned spare = of_wilds > s->of_wilds ? of_wilds - s->of_wilds : 0;
    const unsigned room = spare + (t->room > s->lost ? t->room - s->lost : 0);
    if (left <= room) return true;
    if (s->of_wilds > 0 || (t->melds->wild_melds > 0 && !cn_begins_beside(t))) return false;
    const unsigned over = left - room, size = over > least ? over : least;
    return size <= most && used + size <= left;
}

static bool suffices(const table *t, cn_spent s)
{
    const unsigned used = s.wilds + t->due + t->open_due + s.of_wilds;
    return used <= t->wilds && wilds_find_room(t, &s);
}

/* The begun meld is finished before a meld of twos that keeps all of them is (P133). */
static bool open_gets_wilds(const table *t)
{
    const cn_arrangement *a = t->a;
    return t->open_due <= a->jokers ||
           !cn_is_locked(a->rules, a->side, CN_KIND_TWO, a->piece[a->open].shape.rank);
}

static bool surely_goes_out(const table *t)
{
    enum { NEW_MELDS = 16 };
    const cn_arrangement *a = t->a;
    const unsigned open = a->open;
    if (t->open_is_vague || !open_gets_wilds(t)) return false;
    if (open != CN_NO_MELD && a->piece[open].shape.rank >= CN_RANKS &&
        a->piece[open].shape.rank != CN_MELD_WILD &&
        !cn_shape_is_finished(a->rules, &a->piece[open].shape))
        return false;
    if (a->discard_due && !a->discarded && t->misfits == 0) return false;
    if (a->piece_count + NEW_MELDS > CN_MELDS_MAX) return false;
    if (suffices(t, cn_surely_spent(t, false))) return true;
    return t->melds->joins && open == CN_NO_MELD && suffices(t, cn_surely_spent(t, true));
}

/* Told before anything is summed up: too many naturals in hand are of ranks of which nothing lies
 * there, and make no group, or groups that need more wilds than there are. */
static bool naturals_make_nothing(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    const uint32_t alone = cn_counts_from(a->held, 1) & CN_ALL_RANKS & ~cn_counts_from(a->lying, 1);
    if (alone == 0) return false;
    const unsigned least = (unsigned)p->meld_min, naturals = (unsigned)p->min_naturals;
    const unsigned lack = p->meld_min > p->max_wilds ? (unsigned)(p->meld_min - p->max_wilds) : 0;
    const uint32_t whole = cn_counts_from(a->held, least > naturals ? least : naturals);
    const uint32_t few = alone & ~cn_counts_from(a->held, lack > naturals ? lack : naturals);
    const uint32_t left = few | (alone & (uint32_t)p->no_wild_ranks & ~whole);
    const uint32_t pairs = alone & ~left & ~whole;
    const unsigned misfits = cn_counts_sum_of(a->held, left);
    if (misfits > 1 || (misfits == 1 && (a->discarded || (a->last & left) == 0))) return true;
    const unsigned due = (unsigned)__builtin_popcount(pairs) * least;
    return due > cn_counts_sum_of(a->held, pairs) + cn_arrangement_wilds(a);
}

/* Going out asks for a canasta of a sequence, and none lies there. */
static bool sequence_is_missing(const cn_arrangement *a)
{
    if (cn_out_needs(a->rules, a->pub)->count[CN_NEED_SEQUENCE] == 0) return false;
    for (unsigned i = 0; i < a->piece_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_SEQUENCE &&
            (int32_t)cn_shape_size(&a->piece[i].shape) >= a->rules->p.canasta_size)
            return false;
    return true;
}

/* Sums up pieces and hand, of which cards of the ranks in `loose` need no meld; the melds into
 * `own` where that has not been done before. */
static inline void sum_up(table *t, cn_out_melds *own, const cn_arrangement *a, uint32_t loose)
{
    if (a->melds == NULL) cn_out_melds_sum(own, a);
    *t = (table){.a = a,
                 .p = &a->rules->p,
                 .melds = a->melds != NULL ? a->melds : own,
                 .wilds = cn_arrangement_wilds(a)};
    t->have = t->melds->have;
    t->room = t->melds->room;
    add_others(t);
    add_open(t);
    add_naturals(t, loose);
    add_black3(t);
}

static bool is_too_dear(const table *t)
{
    const cn_spent least = cn_least_spent(t);
    return least.wilds + least.of_wilds + t->due + t->open_due > t->wilds;
}

cn_told cn_ranks_go_out(const cn_arrangement *a)
{
    if (naturals_make_nothing(a) || sequence_is_missing(a)) return CN_TOLD_NO;
    table t;
    cn_out_melds own;
    sum_up(&t, &own, a, 0);
    if (!add_locked_twos(&t) || cards_are_left(&t) || is_too_dear(&t)) return CN_TOLD_NO;
    return surely_goes_out(&t) ? CN_TOLD_YES : CN_TOLD_NOTHING;
}

/* Further melds of twos are still to be made, which could take wilds, or be canastas. */
static bool twos_are_open(const cn_arrangement *a)
{
    return a->rules->p.twos_as_rank && !a->sequencing;
}

bool cn_ranks_stay(const cn_arrangement *a, uint32_t loose)
{
    const cn_params *p = &a->rules->p;
    const bool twos = twos_are_open(a);
    table t;
    cn_out_melds own;
    sum_up(&t, &own, a, loose);
    if (twos) t.wilds -= cn_locked_twos(a->rules, a->side, a->twos);
    if (!twos && !add_locked_twos(&t)) return true;
    if (twos ? naturals_are_left(&t) : cards_are_left(&t)) return true;
    if (twos && (p->out_not_counted & CN_WORD_TWO) == 0) return false;
    const unsigned sequences = a->sequences_end ? 0 : cn_sequences_in_reach(a);
    if (sequences == 0 && sequence_is_missing(a)) return true;
    if ((p->out_not_counted & CN_WORD_SEQUENCE) == 0) t.have += sequences;
    return is_too_dear(&t);
}
