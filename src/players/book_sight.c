/* What `book` sees of a position.
 * Not here: decisions. Invariant: as in the header. */
#include "players/book_sight.h"

/* Cards the stock must have for a special hand that lacks one card, or two, to be waited for. */
enum { SEEK_ONE_STOCK = 10, SEEK_TWO_STOCK = 16 };

void cn_book_because(const cn_book *book, cn_book_reason reason, int32_t a, int32_t b)
{
    cn_book_advice *advice = book->advice;
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->why[i].reason == reason) return;
    if (advice->count == CN_BOOK_REASONS_MAX) return;
    advice->why[advice->count++] = (cn_book_why){(uint8_t)reason, (int16_t)a, (int16_t)b};
}

cn_book cn_book_at(const cn_book *book, const cn_view *view, const cn_rules *rules)
{
    cn_book other = *book;
    other.view = view;
    other.rules = rules;
    return other;
}

bool cn_book_opened(const cn_book *book)
{
    return cn_public_has_opened(&book->view->pub, book->view->seat);
}

static bool is_rival(const cn_book *book, unsigned seat)
{
    const cn_public *pub = &book->view->pub;
    return pub->side_of[seat] != pub->side_of[book->view->seat];
}

/* True if nothing is missing but the end of the hand. */
static bool has_canastas_to_go_out(const cn_book *book, unsigned seat)
{
    const cn_public *pub = &book->view->pub;
    const cn_goals goals = cn_goals_of_side(book->rules, pub, &pub->side[pub->side_of[seat]]);
    return goals.missing == 0 && goals.ranks == 0 &&
           !(goals.natural || goals.mixed || goals.wild || goals.sequence);
}

unsigned cn_book_near_out(const cn_book *book, unsigned cards)
{
    const cn_public *pub = &book->view->pub;
    for (unsigned seat = 0; seat < book->rules->seat_count; seat++)
        if (is_rival(book, seat) && pub->packets[seat] == 0 && pub->hand_count[seat] <= cards &&
            has_canastas_to_go_out(book, seat))
            return seat;
    return CN_SEAT_NONE;
}

unsigned cn_book_short_hand(const cn_book *book, unsigned cards)
{
    const cn_public *pub = &book->view->pub;
    for (unsigned seat = 0; seat < book->rules->seat_count; seat++)
        if (is_rival(book, seat) && pub->packets[seat] == 0 && pub->hand_count[seat] <= cards)
            return seat;
    return CN_SEAT_NONE;
}

bool cn_book_stock_is_low(const cn_book *book)
{
    return cn_public_stock_reach(book->rules, &book->view->pub) <=
           book->rules->seat_count * cn_draw_count(book->rules, book->view->pub.hand_number);
}

unsigned cn_book_own_melds(const cn_book *book)
{
    return cn_own_side(book->view)->meld_count;
}

unsigned cn_book_other_melds(const cn_book *book)
{
    const cn_public *pub = &book->view->pub;
    unsigned most = 0;
    for (unsigned seat = 0; seat < book->rules->seat_count; seat++)
        if (is_rival(book, seat) && pub->side[pub->side_of[seat]].meld_count > most)
            most = pub->side[pub->side_of[seat]].meld_count;
    return most;
}

bool cn_book_seeks(const cn_book *book, cn_special_goal *goal)
{
    const cn_view *view = book->view;
    if (!cn_book_has(book, CN_BOOK_SEEKING) || book->rules->p.special_hands.count == 0)
        return false;
    if (cn_book_opened(book)) return false;
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, book->rules);
    *goal = cn_special_goal_of(view, book->rules, &unseen);
    if (goal->missing > 2) return false;
    const unsigned least_stock = goal->missing == 2 ? SEEK_TWO_STOCK : SEEK_ONE_STOCK;
    if (view->pub.stock_count < least_stock) return false;
    cn_book_because(book, CN_BOOK_SEEKS_SPECIAL, (int32_t)goal->missing, goal->points);
    return true;
}
