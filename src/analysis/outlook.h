/* What a position of the true game leads to: all hands known, the order of the stock unknown.
 * Not here: what a seat could know (decision.h).
 * Invariant: one order of the stock is the same one for every position of a hand, as far as its
 * cards are still there, so that positions are compared card by card. */
#ifndef CANASTA_OUTLOOK_H
#define CANASTA_OUTLOOK_H

#include "canasta/game.h"
#include "players/search/quick.h"

enum { CN_ORDERS_MAX = 1000 };

typedef struct cn_outlook {
    unsigned orders;
    int32_t points[CN_ORDERS_MAX][CN_SIDES_MAX]; /* ahead of the others, by order of the stock */
    int32_t mean[CN_SIDES_MAX];
    uint32_t chance[CN_SIDES_MAX]; /* to win the game, in parts of CN_CHANCE_SURE */
} cn_outlook;

/* Which orders: `orders` of them, of this stream. */
typedef struct cn_orders {
    unsigned count;
    uint64_t seed, hand;
} cn_orders;

/* How the game goes on by the policy, after `step` (NULL: from here). A hand that does not come to
 * an end counts for nothing. */
void cn_outlook_make(cn_outlook *outlook, const cn_game *game, const cn_step *step,
                     const cn_quick *quick, const cn_quick_mind *mind, const cn_orders *orders);

/* The error of the difference of their means. */
int32_t cn_outlook_error(const cn_outlook *a, const cn_outlook *b, unsigned side);

/* Points of each side ahead of the average of the others. */
void cn_points_ahead(const cn_rules *rules, const cn_score *scores, int32_t *ahead);

/* The chances of all sides once the hand is scored, or before it is dealt. */
void cn_chances_now(const cn_rules *rules, const cn_public *pub, unsigned dealer, unsigned hands,
                    uint32_t *chance);

#endif
