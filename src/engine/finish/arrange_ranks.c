/* The stages of ranks, of black threes and of melds of wilds.
 * Not here: single lays (arrange_lay.c), sequences (arrange_sequences.c). Invariant: as in
 * arrange.h. */
#include "engine/finish/arrange.h"
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

static bool begin_pieces(cn_arrangement *a, unsigned rank, unsigned most);

static bool begin_any(cn_arrangement *a, unsigned rank)
{
    return begin_pieces(a, rank, CN_DECK_CARDS_MAX);
}

/* Where each waits for those before it to be canastas (P156) no order of sizes will do, and a join
 * may make the canasta. */
static bool begin_more(cn_arrangement *a, unsigned rank, unsigned most)
{
    if (a->rules->p.meld_again_after_canasta == CN_MELD_AGAIN_NO)
        return begin_pieces(a, rank, most);
    return cn_arrange_may_join(a) ? with_joins(a, rank, 0, begin_any) : begin_any(a, rank);
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
            found = cn_arrange_finished(a, piece) && begin_more(a, rank, naturals);
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
    if (from == a->old_count) return begin_more(a, rank, CN_DECK_CARDS_MAX);
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
    const cn_params *p = &a->rules->p;
    const bool may = !a->no_black3 && p->black3_meld != CN_BLACK3_MELD_NEVER &&
                     a->pub->hand_number >= p->black3_meld_hand &&
                     turn->laid_black3 != CN_BLACK3_CLOSED;
    if (!may) return after_rank(a, CN_MELD_BLACK3);
    return cn_arrange_grow(a, CN_MELD_BLACK3, 0);
}

/* In a free search the wilds of these melds are chosen one by one; where all must be laid only
 * their number matters. */
static bool lay_chosen(cn_arrangement *a, cn_piece *piece, bool two)
{
    uint8_t *held = two ? &a->twos : &a->jokers;
    if (*held == 0 || cn_arrangement_wilds(a) == 0) return false; /* sequences may have got some */
    if (!cn_shape_takes(a->rules, &piece->shape, true)) return false;
    cn_shape_add(&piece->shape, true);
    piece->chosen = true;
    piece->added++;
    piece->new_wilds++;
    if (two) piece->new_twos++;
    --*held;
    return true;
}

static void unlay_chosen(cn_arrangement *a, cn_piece *piece, bool two)
{
    cn_shape_take_back_wild(&piece->shape);
    piece->added--;
    piece->new_wilds--;
    if (two) piece->new_twos--;
    ++*(two ? &a->twos : &a->jokers);
}

static bool after_wilds(cn_arrangement *a)
{
    return a->all ? cn_arrange_settled(a) : cn_arrange_black3(a);
}

static bool wilds_from(cn_arrangement *a, unsigned from);

/* Tries every number of twos and jokers on the piece, then goes on behind it. */
static bool fill_chosen(cn_arrangement *a, cn_piece *piece, unsigned next)
{
    unsigned twos = 0;
    for (;;) {
        unsigned jokers = 0;
        bool found;
        for (;;) {
            found = cn_arrange_finished(a, piece) && wilds_from(a, next);
            if (found || !lay_chosen(a, piece, false)) break;
            jokers++;
        }
        if (found) return true;
        for (; jokers > 0; jokers--) unlay_chosen(a, piece, false);
        if (!lay_chosen(a, piece, true)) break;
        twos++;
    }
    for (; twos > 0; twos--) unlay_chosen(a, piece, true);
    return false;
}

static bool fill_open(cn_arrangement *a, cn_piece *piece, unsigned next)
{
    unsigned wilds = 0;
    while (cn_arrange_wild(a, piece)) wilds++;
    for (;; wilds--) {
        if (cn_arrange_finished(a, piece) && wilds_from(a, next)) return true;
        if (wilds == 0) return false;
        cn_arrange_unlay_wild(a, piece);
    }
}

/* Old melds of wilds from index `from` on, then new ones. */
static bool wilds_from(cn_arrangement *a, unsigned from)
{
    if (!cn_effort_spend(a->effort)) return false;
    while (from < a->old_count &&
           (a->piece[from].shape.rank != CN_MELD_WILD || !cn_arrange_takes_cards(a, from)))
        from++;
    if (from < a->old_count)
        return a->all ? fill_open(a, &a->piece[from], from + 1)
                      : fill_chosen(a, &a->piece[from], from + 1);
    bool enough = cn_arrangement_wilds(a) >= (unsigned)a->rules->p.meld_min;
    if (enough && a->rules->wild_most > 0 && cn_arrange_may_begin(a, CN_MELD_WILD) &&
        !(a->opening && a->rules->p.initial_naturals_only)) {
        cn_piece *piece = &a->piece[a->piece_count++];
        *piece = (cn_piece){.shape = cn_shape_new(CN_MELD_WILD, a->opening)};
        if (a->all ? fill_open(a, piece, from) : fill_chosen(a, piece, from)) return true;
        a->piece_count--;
    }
    return after_wilds(a);
}

bool cn_arrange_wilds(cn_arrangement *a)
{
    return wilds_from(a, 0);
}
