/* The stage of the melds of wilds only (P60).
 * Not here: wilds in other melds (arrange_ranks.c). Invariant: in a free search every choice of
 * twos and jokers is met; where all must be laid only their number matters. */
#include "engine/finish/arrange_stage.h"
#include "engine/finish/arrangement.h"

/* In a free search the wilds of these melds are chosen one by one; where all must be laid only
 * their number matters. */
static bool lay_chosen(cn_arrangement *a, cn_piece *piece, bool two)
{
    uint8_t *held = two ? &a->twos : &a->jokers;
    if (*held == 0) return false;
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
    piece->shape.wilds--;
    piece->shape.run_wilds--;
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
