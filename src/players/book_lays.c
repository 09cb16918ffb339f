/* What `book` lays and what it keeps back: wilds, cards that a small hand needs, the opening.
 * Not here: the order of lays, which is the racer's (lays.c).
 * Invariant: a meld or an opening that was begun is finished. */
#include "players/book_lays.h"

#include "players/lays.h"
#include "players/runs.h"
#include "players/takes.h"

enum {
    WILD_FROM_SIZE = 4,  /* cards a meld must have before a wild joins it */
    KEEP_FROM_CARDS = 8, /* a hand no larger lays naturals for a canasta only */
    OPEN_NEAR_OUT = 2,   /* a rival who may go out and holds no more: open now */
    OPEN_SHORT_HAND = 1  /* a rival with so few cards */
};

/* True if something must be finished before anything else. */
static bool has_begun(const cn_turn *turn)
{
    return turn->open_meld != CN_NO_MELD || turn->to_meld != CN_NO_MELD || turn->staging != 0;
}

/* A packet waits for the first canasta or for an empty hand: both come sooner with all laid. */
static bool has_packet(const cn_book *book)
{
    return book->view->pub.packets[book->view->seat] != 0;
}

/* Habit "emptying": where an empty hand brings the packet a wild takes a pair along, which would
 * stay for long. */
static bool has_pair_to_begin(const cn_book *book, const cn_mask *allowed)
{
    if (!cn_book_has(book, CN_BOOK_EMPTYING)) return false;
    if (book->rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY) return false;
    const cn_side *side = cn_own_side(book->view);
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        if (book->view->hand.kind[rank] != 2 || !cn_mask_has(allowed, CN_STEP_LAY + rank)) continue;
        const unsigned meld_i = cn_side_find_meld(side, rank);
        if (meld_i == CN_NO_MELD ||
            cn_meld_size(&side->meld[meld_i]) >= (unsigned)book->rules->p.canasta_size)
            return true;
    }
    return false;
}

/* Habit "wilds": early on a wild does more in the hand, where it freezes a pile or completes the
 * canasta that comes first, and it never joins one that is complete. */
static bool holds_wild(const cn_book *book, const cn_meld *meld)
{
    if (!cn_book_has(book, CN_BOOK_WILDS) || has_packet(book)) return false;
    const unsigned size = cn_meld_size(meld);
    if (size >= WILD_FROM_SIZE && size < (unsigned)book->rules->p.canasta_size) return false;
    const cn_cards *hand = &book->view->hand;
    cn_book_because(book, CN_BOOK_HOLDS_WILDS, hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER],
                    WILD_FROM_SIZE);
    return true;
}

/* Habit "keeping": a hand of a few cards takes no pile and hides nothing. Where one canasta is not
 * enough to go out, cards on the table are needed more. */
static bool keeps_natural(const cn_book *book, const cn_meld *meld, unsigned kind)
{
    const cn_cards *hand = &book->view->hand;
    if (!cn_book_has(book, CN_BOOK_KEEPING) ||
        cn_canastas_needed(book->rules, &book->view->pub) > 1)
        return false;
    if (has_packet(book)) return false;
    if (hand->size > KEEP_FROM_CARDS || meld->rank >= CN_RANKS) return false;
    const unsigned size = cn_meld_size(meld), full = (unsigned)book->rules->p.canasta_size;
    if (size < full && size + hand->kind[kind] >= full) return false;
    cn_book_because(book, CN_BOOK_KEEPS_CARDS, hand->size, 0);
    return true;
}

/* Habit "finishing": too late for a meld that costs points until it is complete. */
static bool begins_unfinished(const cn_book *book, unsigned rank)
{
    if (!cn_book_has(book, CN_BOOK_FINISHING) || rank == CN_MELD_SEQUENCE) return false;
    const cn_cards *hand = &book->view->hand;
    const unsigned held =
        rank < CN_RANKS ? hand->kind[rank] : hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER];
    if (cn_finishes(book->rules, &book->view->pub, rank, held)) return false;
    cn_book_because(book, CN_BOOK_WONT_FINISH, (int32_t)rank, 0);
    return true;
}

/* A wild onto a meld of a rank: kept for a pair, or until the meld is large. */
static bool keeps_wild(const cn_book *book, const cn_meld *meld, bool pair_first)
{
    if (meld->rank >= CN_RANKS) return false;
    if (!pair_first) return holds_wild(book, meld);
    const cn_cards *hand = &book->view->hand;
    cn_book_because(book, CN_BOOK_SAVES_WILDS, hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER],
                    0);
    return true;
}

static bool completes(const cn_book *book, const cn_meld *meld)
{
    return cn_meld_size(meld) + 1 == (unsigned)book->rules->p.canasta_size;
}

/* Habit "runs". */
static bool keeps_run(const cn_book *book, unsigned rank, bool begun)
{
    if (!cn_book_has(book, CN_BOOK_RUNS)) return false;
    if (!cn_keeps_run(book->rules, cn_own_side(book->view), &book->view->hand, rank, begun))
        return false;
    cn_book_because(book, CN_BOOK_KEEPS_RUN, (int32_t)rank, 0);
    return true;
}

static bool holds_back(const cn_book *book, unsigned number, bool pair_first)
{
    const cn_side *side = cn_own_side(book->view);
    if (cn_step_is_to_meld(number)) { /* nothing could follow but a wild */
        const cn_meld *meld = &side->meld[number - CN_STEP_TO_MELD];
        return meld->rank < CN_RANKS && book->view->hand.kind[meld->rank] == 0 &&
               keeps_wild(book, meld, pair_first);
    }
    if (!cn_step_is_lay(number)) return false;
    const unsigned kind = cn_step_kind(number);
    const unsigned meld_i = cn_lay_target(book->view, book->rules, number);
    const unsigned rank = cn_step_meld(number);
    if (meld_i == CN_NO_MELD) return begins_unfinished(book, rank) || keeps_run(book, rank, false);
    if (cn_kind_is_wild(kind)) return keeps_wild(book, &side->meld[meld_i], pair_first);
    return keeps_natural(book, &side->meld[meld_i], kind) ||
           (!completes(book, &side->meld[meld_i]) && keeps_run(book, rank, true));
}

static cn_mask without_held_back(const cn_book *book, const cn_mask *allowed)
{
    const bool pair_first = has_pair_to_begin(book, allowed);
    cn_mask rest = {{0}};
    for (unsigned i = 0, count = cn_mask_count(allowed); i < count; i++) {
        const unsigned number = cn_mask_nth(allowed, i);
        if (!holds_back(book, number, pair_first)) cn_mask_add(&rest, number);
    }
    return rest;
}

/* Some rule sets do not let the pile help with the opening. Sequences grow on the table, by the
 * cards of both partners; and who still has to find a partner by a take (P11) does not wait for
 * one. */
static bool opens_early_here(const cn_rules *rules)
{
    return rules->p.initial_from_pile != CN_INITIAL_FROM_PILE_YES || rules->p.sequences != 0 ||
           rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
}

/* Habit "opening": a full hand takes the pile, and the side that opens loses its secrets and half
 * of its cards for the minimum. It opens from the hand only when time runs out. */
static bool opens_from_hand(const cn_book *book)
{
    if (!cn_opens_well(book->view, book->rules)) return false;
    if (!cn_book_has(book, CN_BOOK_OPENING)) return true;
    if (opens_early_here(book->rules)) return true;
    unsigned seat = cn_book_near_out(book, OPEN_NEAR_OUT);
    if (seat == CN_SEAT_NONE) seat = cn_book_short_hand(book, OPEN_SHORT_HAND);
    if (seat != CN_SEAT_NONE) {
        cn_book_because(book, CN_BOOK_OPENS_NOW, 0, 0);
        cn_book_because(book, CN_BOOK_OTHERS_NEAR_OUT, (int32_t)seat,
                        book->view->pub.hand_count[seat]);
        return true;
    }
    if (cn_book_stock_is_low(book)) {
        cn_book_because(book, CN_BOOK_STOCK_IS_LOW, book->view->pub.stock_count, 0);
        return true;
    }
    cn_book_because(book, CN_BOOK_WAITS_TO_OPEN, book->view->hand.size, 0);
    return false;
}

static bool can_lay(const cn_mask *allowed)
{
    for (unsigned i = 0, count = cn_mask_count(allowed); i < count; i++)
        if (cn_step_is_lay(cn_mask_nth(allowed, i))) return true;
    return false;
}

void cn_book_explain_lay(const cn_book *book, unsigned number)
{
    const cn_side *side = cn_own_side(book->view);
    if (number == CN_STEP_OPEN) cn_book_because(book, CN_BOOK_OPENS_NOW, 0, 0);
    if (cn_step_is_to_meld(number) || number == CN_STEP_NEW)
        cn_book_because(book, CN_BOOK_NAMES_PLACE, 0, 0);
    if (cn_step_is_join(number))
        cn_book_because(book, CN_BOOK_JOINS, side->meld[number - CN_STEP_JOIN].rank, 0);
    if (cn_step_is_swap(number))
        cn_book_because(book, CN_BOOK_SWAPS, cn_step_kind(number),
                        (int32_t)cn_step_swapped(number));
    if (!cn_step_is_lay(number)) return;
    const int32_t letter = cn_step_meld(number);
    const unsigned meld_i = cn_lay_target(book->view, book->rules, number);
    if (meld_i == CN_NO_MELD) {
        cn_book_because(book, CN_BOOK_BEGINS_MELD, letter, 0);
        return;
    }
    const unsigned size = cn_meld_size(&side->meld[meld_i]);
    if (size + 1 == (unsigned)book->rules->p.canasta_size)
        cn_book_because(book, CN_BOOK_COMPLETES, letter, 0);
    else
        cn_book_because(book, CN_BOOK_ADDS, letter, (int32_t)size);
}

unsigned cn_book_lay(const cn_book *book, const cn_mask *allowed)
{
    const bool begun = has_begun(&book->view->pub.turn);
    if (cn_mask_has(allowed, CN_STEP_OPEN)) {
        cn_book_explain_lay(book, CN_STEP_OPEN);
        return CN_STEP_OPEN;
    }
    cn_special_goal goal;
    if (!begun && (!cn_wants_melds(book->rules) || cn_book_seeks(book, &goal))) return CN_STEPS;
    const bool opened = cn_book_opened(book);
    if (!begun && !opened && (!can_lay(allowed) || !opens_from_hand(book))) return CN_STEPS;
    cn_mask rest = *allowed;
    if (!begun && opened) rest = without_held_back(book, allowed);
    const int32_t least = begun || !opened ? INT32_MIN : CN_WORTH_LAYING;
    const cn_lay lay = cn_best_lay(book->view, book->rules, &rest, least);
    if (lay.number != CN_STEPS) cn_book_explain_lay(book, lay.number);
    return lay.number;
}
