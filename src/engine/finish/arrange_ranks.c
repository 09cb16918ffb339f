/* The stage of the ranks, of twos and of black threes: cards onto old pieces, new pieces, joins.
 * Not here: single lays (arrange_lay.c). Invariant: every set of pieces of a rank is met.
 *
 * Naturals of a piece are laid before its wilds: no shape is lost by that (S7). New pieces of one
 * rank come in falling size, so that no set of them is met twice. What failed is remembered by its
 * counts. */
#include "engine/finish/arrange_stage.h"
#include "engine/finish/arrangement.h"

typedef bool join_then(cn_arrangement *a, unsigned rank);

/* Goes on with `then` as the pieces of the rank are, and after every way to join some of them. */
static bool with_joins(cn_arrangement *a, unsigned rank, unsigned from, join_then *then)
{
    if (then(a, rank)) return true;
    for (unsigned first = from; first < a->piece_count; first++) {
        if (a->piece[first].shape.rank != rank) continue;
        for (unsigned second = first + 1; second < a->piece_count; second++) {
            if (a->piece[second].shape.rank != rank) continue;
            const cn_piece to = a->piece[first], joins = a->piece[second];
            if (!cn_arrange_join(a, first, second)) continue;
            if (with_joins(a, rank, first, then)) return true;
            a->piece[first] = to;
            a->piece[second] = joins;
        }
    }
    return false;
}

static bool grow_from_first(cn_arrangement *a, unsigned rank)
{
    return cn_arrange_grow(a, rank, 0);
}

/* Melds may be joined before cards go to them, and after it. */
static bool join_and_grow(cn_arrangement *a, unsigned rank)
{
    return cn_arrange_may_join(a) ? with_joins(a, rank, 0, grow_from_first)
                                  : cn_arrange_grow(a, rank, 0);
}

/* Something can be done about the rank: cards laid, or melds joined. */
static bool needs_visit(const cn_arrangement *a, unsigned rank)
{
    if (a->held[rank] > 0) return true;
    if (cn_arrangement_wilds(a) == 0 && !cn_arrange_may_join(a)) return false;
    unsigned pieces = 0;
    for (unsigned i = 0; i < a->piece_count; i++) pieces += a->piece[i].shape.rank == rank;
    return (pieces > 0 && cn_arrangement_wilds(a) > 0) || (pieces > 1 && cn_arrange_may_join(a));
}

static bool next_stage(cn_arrangement *a, unsigned rank)
{
    if (rank != CN_MELD_BLACK3) return cn_arrange_ranks(a, rank + 1);
    return a->only_black3 ? cn_arrange_settled(a) : cn_arrange_ranks(a, 0);
}

/* The stage after a rank or black threes are settled. */
static bool after_rank(cn_arrangement *a, unsigned rank)
{
    unsigned left = a->all ? *cn_arrange_held(a, rank) : 0;
    if (left == 0) return next_stage(a, rank);
    if (left > 1 || !cn_arrange_discard(a, rank)) return false;
    bool found = next_stage(a, rank);
    cn_arrange_undo_discard(a, rank);
    return found;
}

/* A begun meld of the rank waits for cards that do not come. */
static bool leaves_unfinished(const cn_arrangement *a, unsigned rank)
{
    unsigned open = a->open;
    if (open == CN_NO_MELD || a->piece[open].shape.rank != rank) return false;
    return !cn_arrange_finished(a, &a->piece[open]);
}

bool cn_arrange_ranks(cn_arrangement *a, unsigned rank)
{
    if (!cn_effort_spend(a->effort)) return false;
    for (; rank < CN_RANKS && !needs_visit(a, rank); rank++)
        if (leaves_unfinished(a, rank)) return false;
    if (a->hopeless != NULL && a->hopeless(a, rank)) return false;
    if (rank >= CN_RANKS) return a->all ? cn_arrange_wilds(a) : cn_arrange_settled(a);
    if (a->failed == NULL) return join_and_grow(a, rank);
    uint64_t key = cn_arrange_key(a, rank);
    if (cn_has_failed(a->failed, key)) return false;
    if (join_and_grow(a, rank)) return true;
    cn_note_failure(a->failed, key);
    return false;
}

static bool settle_joined(cn_arrangement *a, unsigned rank)
{
    return rank == CN_MELD_TWOS ? cn_arrange_after_twos(a) : after_rank(a, rank);
}

static bool settle(cn_arrangement *a, unsigned rank)
{
    return cn_arrange_may_join(a) && rank != CN_MELD_BLACK3 ? with_joins(a, rank, 0, settle_joined)
                                                            : settle_joined(a, rank);
}

/* Begins further melds of the rank, none with more naturals than `most`. */
static bool begin_pieces(cn_arrangement *a, unsigned rank, unsigned most)
{
    if (!cn_effort_spend(a->effort)) return false;
    if (*cn_arrange_held(a, rank) == 0 || !cn_arrange_may_begin(a, rank)) return settle(a, rank);
    unsigned piece_i = a->piece_count;
    cn_piece *piece = &a->piece[piece_i];
    *piece = (cn_piece){.shape = cn_shape_new(rank, a->opening)};
    a->piece_count++;
    unsigned naturals = 0;
    while (naturals < most && cn_arrange_natural(a, piece)) naturals++;
    bool found = false;
    for (; naturals > 0; naturals--) {
        unsigned wilds = 0;
        for (;;) {
            found = cn_arrange_finished(a, piece) && begin_pieces(a, rank, naturals);
            if (found || !cn_arrange_wild(a, piece)) break;
            wilds++;
        }
        if (found) return true;
        for (; wilds > 0; wilds--) cn_arrange_unlay_wild(a, piece);
        cn_arrange_unlay_natural(a, piece);
    }
    a->piece_count--;
    return settle(a, rank);
}

/* Adds to the old melds of the rank from index `from` on, then begins new ones. */
bool cn_arrange_grow(cn_arrangement *a, unsigned rank, unsigned from)
{
    if (!cn_effort_spend(a->effort)) return false;
    while (from < a->old_count &&
           (a->piece[from].shape.rank != rank || !cn_arrange_takes_cards(a, from)))
        from++;
    if (from == a->old_count) return begin_pieces(a, rank, CN_DECK_CARDS_MAX);
    cn_piece *piece = &a->piece[from];
    unsigned naturals = 0;
    while (cn_arrange_natural(a, piece)) naturals++;
    for (;; naturals--) {
        unsigned wilds = 0;
        bool found;
        for (;;) {
            found = cn_arrange_finished(a, piece) && cn_arrange_grow(a, rank, from + 1);
            if (found || !cn_arrange_wild(a, piece)) break;
            wilds++;
        }
        if (found) return true;
        for (; wilds > 0; wilds--) cn_arrange_unlay_wild(a, piece);
        if (naturals == 0) return false;
        cn_arrange_unlay_natural(a, piece);
    }
}

bool cn_arrange_black3(cn_arrangement *a)
{
    const cn_turn *turn = &a->pub->turn;
    bool may = !a->no_black3 && a->rules->p.black3_meld == CN_BLACK3_MELD_GOING_OUT &&
               turn->laid_black3 != CN_BLACK3_CLOSED;
    if (!may) return after_rank(a, CN_MELD_BLACK3);
    return cn_arrange_grow(a, CN_MELD_BLACK3, 0);
}
