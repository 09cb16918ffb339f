/* Going out from a table that is open: every card but at most one can be laid (P46, P81).
 * Not here: openings (finish_open.c). Invariant: exact; see plan.h. */
#include "finish.h"

#include <stddef.h>
#include <string.h>

#include "arrange.h"
#include "discard.h"
#include "out.h"
#include "possible.h"

bool cn_lock_holds(const cn_arrangement *a)
{
    int32_t lock = a->rules->p.wild_meld_locks_wilds;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_NO) return false;
    unsigned size = (unsigned)a->rules->p.canasta_size, elsewhere = 0, begun = 0;
    bool of_twos = lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD, unfinished = false;
    unsigned locker = of_twos ? CN_MELD_TWOS : CN_MELD_WILD;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != locker)
            elsewhere += piece->shape.rank == CN_MELD_TWOS ? piece->added : piece->new_wilds;
        else if (i >= a->old_count)
            begun += piece->added;
        else if (cn_shape_size(&piece->shape) < size)
            unfinished = true;
    }
    if (of_twos) elsewhere = elsewhere > a->jokers ? elsewhere - a->jokers : 0;
    elsewhere += begun;
    return unfinished && elsewhere > 0;
}

cn_canasta cn_piece_canasta(const cn_rules *rules, const cn_piece *piece)
{
    if (piece->shape.rank != CN_MELD_SEQUENCE) return cn_shape_canasta(rules, &piece->shape);
    bool complete = piece->shape.naturals >= rules->p.canasta_size;
    return complete ? CN_CANASTA_SEQUENCE : CN_CANASTA_NONE;
}

static bool blocks_out(const cn_rules *rules, const cn_piece *piece)
{
    const cn_meld meld = {
        .rank = piece->shape.rank, .naturals = piece->shape.naturals, .jokers = piece->shape.wilds};
    return cn_meld_blocks_out(rules, &meld);
}

bool cn_table_goes_out(const cn_arrangement *a)
{
    cn_canastas canastas = {0};
    for (unsigned i = 0; i < a->piece_count; i++) {
        cn_canasta kind = cn_piece_canasta(a->rules, &a->piece[i]);
        if (kind != CN_CANASTA_NONE) cn_canastas_add(&canastas, kind, a->piece[i].shape.rank);
        if (blocks_out(a->rules, &a->piece[i])) return false;
    }
    return cn_canastas_suffice(a->rules, &canastas) &&
           cn_red3_suffice(a->rules, a->pub, &canastas) && !cn_lock_holds(a);
}

/* The card is part of a run that is long enough, or that reaches an own sequence. */
static bool fits_sequence(const cn_arrangement *a, unsigned rank, unsigned suit)
{
    unsigned low = rank, high = rank;
    while (low > 0 && a->face[cn_card_make(low - 1, suit)] > 0) low--;
    while (high + 1 < CN_RANKS && a->face[cn_card_make(high + 1, suit)] > 0) high++;
    if (high - low + 1 >= (unsigned)a->rules->p.meld_min) return true;
    for (unsigned i = 0; i < a->old_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_SEQUENCE || piece->suit != suit) continue;
        if (low <= (unsigned)piece->low + piece->shape.naturals && high + 1 >= piece->low)
            return true;
    }
    return false;
}

bool cn_fits_nowhere(const cn_arrangement *a, unsigned rank)
{
    unsigned held = a->held[rank];
    if (held == 0) return false;
    bool begun = false;
    for (unsigned i = 0; i < a->old_count; i++) begun |= a->piece[i].shape.rank == rank;
    bool dead = cn_public_dead(a->rules, a->pub, rank);
    if (begun && !dead) return false;
    if (!dead && held >= (unsigned)a->rules->p.min_naturals &&
        held + cn_arrangement_wilds(a) >= (unsigned)a->rules->p.meld_min)
        return false;
    for (unsigned suit = 0; a->rules->p.sequences && suit < CN_SUITS; suit++)
        if (a->face[cn_card_make(rank, suit)] > 0 && fits_sequence(a, rank, suit)) return false;
    return true;
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
    unsigned count = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (cn_fits_nowhere(a, rank)) count += a->held[rank];
    return fits_black3(a) ? count : count + a->black3;
}

/* Canastas of that meld do not count for out_canastas. */
static bool never_counts(const cn_arrangement *a, unsigned rank)
{
    switch (rank) {
    case CN_MELD_TWOS: return (a->rules->p.out_not_counted & CN_WORD_TWO) != 0;
    case CN_MELD_WILD: return (a->rules->p.out_not_counted & CN_WORD_WILD) != 0;
    case CN_MELD_SEQUENCE: return (a->rules->p.out_not_counted & CN_WORD_SEQUENCE) != 0;
    }
    return false; /* told generously for ranks */
}

/* What each further canasta would cost in wilds at the least; a cost too low does no harm. */
typedef struct costs {
    unsigned count, have;
    uint8_t wilds[2 * CN_MELDS_MAX];
} costs;

static void add_cost(costs *c, unsigned wilds)
{
    if (c->count < sizeof c->wilds) c->wilds[c->count++] = (uint8_t)wilds;
}

/* A rank not yet settled: its unfinished melds, and canastas begun from hand; where melds may be
 * joined all its cards together. */
static void cost_of_rank(const cn_arrangement *a, unsigned rank, costs *c)
{
    unsigned size = (unsigned)a->rules->p.canasta_size, most = (unsigned)a->rules->p.max_wilds;
    bool joins = a->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !a->opening;
    unsigned cards = a->held[rank];
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != rank) continue;
        unsigned have = cn_shape_size(&piece->shape);
        if (have >= size) {
            c->have++;
        } else if (joins) {
            cards += have;
        } else {
            have += a->held[rank];
            unsigned need = have < size ? size - have : 0;
            if (need <= most) add_cost(c, need);
        }
    }
    unsigned before = 0; /* wilds for one canasta less; each may have as many as it can take */
    for (unsigned n = 1; cards > 0 && cards + n * most >= n * size; n++) {
        unsigned need = cards < n * size ? n * size - cards : 0;
        if (need > cn_arrangement_wilds(a)) break;
        add_cost(c, need - before);
        before = need;
    }
}

static void cost_of_wilds(const cn_arrangement *a, costs *c)
{
    if (never_counts(a, CN_MELD_WILD)) return;
    unsigned size = (unsigned)a->rules->p.canasta_size;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_WILD) continue;
        unsigned have = cn_shape_size(&piece->shape);
        if (have >= size)
            c->have++;
        else
            add_cost(c, size - have);
    }
    for (unsigned wilds = size; a->rules->p.wild_canasta && wilds <= cn_arrangement_wilds(a);
         wilds += size)
        add_cost(c, size);
}

/* Sequences before they are settled, told generously: every unfinished one may be completed. */
static void cost_of_sequences(const cn_arrangement *a, costs *c)
{
    if (never_counts(a, CN_MELD_SEQUENCE)) return;
    unsigned size = (unsigned)a->rules->p.canasta_size;
    for (unsigned i = 0; i < a->piece_count; i++) {
        if (a->piece[i].shape.rank != CN_MELD_SEQUENCE) continue;
        if (cn_piece_canasta(a->rules, &a->piece[i]) != CN_CANASTA_NONE)
            c->have++;
        else
            add_cost(c, 0);
    }
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        unsigned run = 0;
        for (unsigned rank = 0; rank < CN_RANKS; rank++) {
            run = a->face[cn_card_make(rank, suit)] > 0 ? run + 1 : 0;
            if (run < size) continue;
            for (unsigned n = a->face[cn_card_make(rank, suit)]; n > 0; n--) add_cost(c, 0);
        }
    }
}

/* Pieces that are settled count if they are canastas; twos are told generously. */
static void count_settled(const cn_arrangement *a, unsigned rank, costs *c)
{
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        unsigned of = piece->shape.rank;
        if (of == CN_MELD_WILD || (of < CN_RANKS && of >= rank)) continue;
        if (never_counts(a, of)) continue;
        c->have += cn_piece_canasta(a->rules, piece) != CN_CANASTA_NONE;
    }
}

/* Too few canastas even if every card from `rank` on went where it helps most; before the
 * sequences are settled with `rank` 0 and `sequences` true. */
static bool too_few_canastas(const cn_arrangement *a, unsigned rank, bool sequences)
{
    costs c = {0};
    if (sequences) {
        cost_of_sequences(a, &c);
        bool twos = a->rules->p.twos_as_rank && !never_counts(a, CN_MELD_TWOS);
        for (int i = 0; twos && i < 4; i++) add_cost(&c, 0);
    } else {
        count_settled(a, rank, &c);
    }
    if (c.have >= (unsigned)a->rules->p.out_canastas) return false;
    for (unsigned of = rank; of < CN_RANKS; of++) cost_of_rank(a, of, &c);
    cost_of_wilds(a, &c);
    unsigned wilds = cn_arrangement_wilds(a), need = (unsigned)a->rules->p.out_canastas;
    for (; c.have < need; c.have++) {
        unsigned best = c.count;
        for (unsigned i = 0; i < c.count; i++)
            if (c.wilds[i] != UINT8_MAX && (best == c.count || c.wilds[i] < c.wilds[best]))
                best = i;
        if (best == c.count || c.wilds[best] > wilds) return true;
        wilds -= c.wilds[best];
        c.wilds[best] = UINT8_MAX;
    }
    return false;
}

/* Ranks that going out asks for by name. */
static bool is_named(const cn_rules *rules, unsigned rank)
{
    return ((rules->p.out_needs | rules->p.out_not_counted) >> rank & 1) != 0;
}

/* Canastas by class; ranks that nobody asks for are one (in the place of the black threes). */
uint64_t cn_digest_canastas(const cn_arrangement *a, unsigned rank, uint64_t key)
{
    cn_canastas canastas = {0};
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (!cn_piece_is_settled(a, piece, rank)) continue;
        cn_canasta kind = cn_piece_canasta(a->rules, piece);
        unsigned of = piece->shape.rank;
        if (of < CN_RANKS && !is_named(a->rules, of)) of = CN_MELD_BLACK3;
        if (kind != CN_CANASTA_NONE) cn_canastas_add(&canastas, kind, of);
    }
    return cn_digest_bytes(key, &canastas, sizeof canastas);
}

/* A rank not yet settled has naturals that fit nowhere, now that the sequences are settled; or a
 * settled piece forbids going out. */
static bool out_is_hopeless(const cn_arrangement *a, unsigned rank)
{
    const cn_params *p = &a->rules->p;
    unsigned wilds = cn_arrangement_wilds(a), first = rank, misfits = a->discarded;
    for (unsigned i = 0; p->out_block_incomplete && i < a->piece_count; i++)
        if (cn_piece_is_settled(a, &a->piece[i], rank) && blocks_out(a->rules, &a->piece[i]))
            return true;
    for (; rank < CN_RANKS; rank++) {
        unsigned held = a->held[rank];
        if (held == 0) continue;
        bool new_meld = held >= (unsigned)p->min_naturals && held + wilds >= (unsigned)p->meld_min;
        bool begun = false;
        for (unsigned i = 0; i < a->old_count && !begun; i++)
            begun = a->piece[i].shape.rank == rank;
        if (begun || new_meld) continue;
        misfits += held;
        if (misfits > 1 || (a->last >> rank & 1) == 0) return true;
    }
    return too_few_canastas(a, first, false);
}

/* What no lay changes: answers, packets, red threes, cards nobody has seen yet. */
bool cn_may_go_out_at_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    if (p->ask_binding && pub->turn.answer == CN_ANSWER_NO) return false;
    if (pub->packets[pub->asker] > 0 || pub->hand_count[pub->asker] != hand->size) return false;
    if (p->ask_partner == CN_ASK_PARTNER_REQUIRED && pub->turn.answer != CN_ANSWER_YES &&
        cn_partner(rules, pub, pub->asker) != CN_SEAT_NONE)
        return false;
    if (!p->out_needs_red3_per_canasta) return true; /* S27: no fewer than are needed */
    return cn_side_red3(rules, pub, pub->side_of[pub->asker]) >= (unsigned)p->out_canastas;
}

bool cn_lays_all_but_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_arranged *arranged, cn_digest *digest, const void *goal,
                         cn_effort *effort)
{
    cn_arrangement a;
    cn_arrange_start(&a, rules, pub, hand, effort);
    a.all = true;
    a.last = ~(cn_never_last(rules) | cn_never_discarded(rules));
    a.discard_due = rules->p.out_discard != CN_OUT_DISCARD_OPTIONAL;
    a.discarded = hand->kind[CN_KIND_RED3] > 0; /* which can never be laid */
    if (a.discarded && (a.last >> CN_KIND_RED3 & 1) == 0) return false;
    if (cn_arrangement_misfits(&a) + hand->kind[CN_KIND_RED3] > 1) return false;
    if (too_few_canastas(&a, 0, true)) return false;
    a.long_sequences = rules->p.sequence_extend_going_out != 0;
    a.arranged = arranged;
    a.goal = goal;
    a.hopeless = out_is_hopeless;
    a.digest = digest;
    cn_failures failed;
    cn_failures_start(&failed);
    a.failed = &failed;
    return cn_arrange(&a);
}

bool cn_finish_by_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            cn_effort *effort)
{
    if (!cn_may_go_out_at_all(rules, pub, hand) || hand->size == 0) return false;
    return cn_lays_all_but_one(rules, pub, hand, cn_table_goes_out, cn_digest_canastas, NULL,
                               effort);
}
