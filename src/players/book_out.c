/* Whether `book` goes out, and what it answers to a partner who wants to.
 * Not here: how it goes out. Invariant: as in the header. */
#include "players/book_out.h"

#include "players/ending.h"

/* What going on is worth against going out, in points: the side with more melds rules the pile,
 * since it takes with more cards; a partner's cards are lost if the hand ends; a large pile is a
 * risk. Fitted to hands of which both ends were played. */
enum {
    STAY_OWN_MELD = 33,
    STAY_OTHER_MELD = -36,
    STAY_PARTNER_CARD = 20,
    STAY_PILE_CARD = -6,
    STAY_BASE = -170
};

/* So many cards of a partner are a reason worth telling. */
enum { MANY_CARDS = 5 };

/* Habit "staying". `other` holds what the side loses: the partner, or the one who is asked. */
static bool stays_for_more(const cn_book *book, unsigned other)
{
    const cn_public *pub = &book->view->pub;
    if (!cn_book_has(book, CN_BOOK_STAYING) || cn_book_stock_is_low(book)) return false;
    if (book->rules->p.penalty_incomplete.count != 0) return false; /* more to lose than to win */
    if (book->rules->p.sequences) return false; /* many melds, which say little */
    const int32_t own = (int32_t)cn_book_own_melds(book), most = (int32_t)cn_book_other_melds(book);
    int32_t worth = STAY_BASE + STAY_OWN_MELD * own + STAY_OTHER_MELD * most;
    worth +=
        STAY_PILE_CARD * (int32_t)cn_take_amount(book->rules, pub->hand_number, pub->pile_count);
    const int32_t cards = other != CN_SEAT_NONE ? pub->hand_count[other] : 0;
    worth += STAY_PARTNER_CARD * cards;
    if (worth <= 0) return false;
    cn_book_because(book, CN_BOOK_STAYS_FOR_MORE, own, most);
    if (cards >= MANY_CARDS) cn_book_because(book, CN_BOOK_PARTNER_UNREADY, cards, 0);
    return true;
}

static int32_t caught_points(const cn_book *book)
{
    const cn_view *view = book->view;
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, book->rules);
    int32_t points = 0;
    for (unsigned seat = 0; seat < book->rules->seat_count; seat++)
        if (view->pub.side_of[seat] != view->pub.side_of[view->seat])
            points += cn_reckon_hand_cost(view, book->rules, &unseen, seat);
    return points;
}

bool cn_book_wants_out(const cn_book *book)
{
    cn_outlook outlook;
    if (!cn_out_outlook(book->view, book->rules, &outlook)) return false;
    if (outlook == CN_OUTLOOK_WON) cn_book_because(book, CN_BOOK_WINS_GAME, 0, 0);
    if (outlook == CN_OUTLOOK_LOST) cn_book_because(book, CN_BOOK_WOULD_LOSE_GAME, 0, 0);
    if (outlook != CN_OUTLOOK_OPEN) return outlook == CN_OUTLOOK_WON;
    const unsigned partner = cn_partner(book->rules, &book->view->pub, book->view->seat);
    if (!cn_out_pays(book->view, book->rules)) {
        cn_book_because(book, CN_BOOK_PARTNER_UNREADY,
                        partner != CN_SEAT_NONE ? book->view->pub.hand_count[partner] : 0, 0);
        return false;
    }
    if (stays_for_more(book, partner)) return false;
    cn_book_because(book, CN_BOOK_GOES_OUT, caught_points(book), 0);
    return true;
}

unsigned cn_book_answer(const cn_book *book)
{
    const unsigned own = book->view->seat;
    const cn_outlook outlook = cn_answer_outlook(book->view, book->rules);
    if (outlook == CN_OUTLOOK_WON) cn_book_because(book, CN_BOOK_WINS_GAME, 0, 0);
    if (outlook == CN_OUTLOOK_LOST) cn_book_because(book, CN_BOOK_WOULD_LOSE_GAME, 0, 0);
    if (outlook == CN_OUTLOOK_OPEN && stays_for_more(book, own)) return CN_STEP_NO;
    const unsigned answer = cn_choose_answer(book->view, book->rules);
    if (answer == CN_STEP_NO)
        cn_book_because(book, CN_BOOK_PARTNER_UNREADY, book->view->hand.size, 0);
    else
        cn_book_because(book, CN_BOOK_GOES_OUT, caught_points(book), 0);
    return answer;
}
