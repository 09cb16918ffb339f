/* What `book` sees of a position, and the list of reasons its habits write.
 * Not here: decisions. Invariant: made afresh for every step; `advice` is the only thing written.
 */
#ifndef CANASTA_BOOK_SIGHT_H
#define CANASTA_BOOK_SIGHT_H

#include "players/book_why.h"
#include "players/goals.h"
#include "players/player.h"
#include "players/reckon.h"
#include "players/special_goal.h"

typedef struct cn_book {
    const cn_view *view;
    const cn_rules *rules;
    uint32_t habits;
    cn_book_advice *advice;
} cn_book;

static inline bool cn_book_has(const cn_book *book, uint32_t habit)
{
    return (book->habits & habit) != 0;
}

/* Writes a reason behind those that are there; one too many, or one that is there, is dropped. */
void cn_book_because(const cn_book *book, cn_book_reason reason, int32_t a, int32_t b);

/* The same decision for another view of the same turn: one played ahead, or with an answer. */
cn_book cn_book_at(const cn_book *book, const cn_view *view, const cn_rules *rules);

bool cn_book_opened(const cn_book *book);

/* A seat of another side that could go out with at most so many cards in hand, its canastas being
 * there; CN_SEAT_NONE if there is none. */
unsigned cn_book_near_out(const cn_book *book, unsigned cards);

/* A seat of another side with at most so many cards and no packet left; CN_SEAT_NONE if none. */
unsigned cn_book_short_hand(const cn_book *book, unsigned cards);

/* True if the stock lasts for no more than about one turn of everybody. */
bool cn_book_stock_is_low(const cn_book *book);

/* Habit "seeking": true if a special hand is so near that the side had better not open; then `goal`
 * is filled. Writes the reason. */
bool cn_book_seeks(const cn_book *book, cn_special_goal *goal);

/* Melds of the own side, and the most of any other. */
unsigned cn_book_own_melds(const cn_book *book);
unsigned cn_book_other_melds(const cn_book *book);

#endif
