/* Counted cards as three vectors, to which many cards are added one by one.
 * Not here: whose cards they are (deal.c, world.c).
 * Invariant: no count grows out of its place, so that those of one byte and of two are added alike.
 */
#ifndef CANASTA_SUM_H
#define CANASTA_SUM_H

#include <string.h>

#include "canasta/card.h"

typedef uint16_t cn_sum_part __attribute__((vector_size(CN_VECTOR)));
typedef struct cn_sum {
    cn_sum_part part[3];
} cn_sum;
static_assert(sizeof(cn_cards) == sizeof(cn_sum), "counted cards are three vectors");

/* One card of each face, each in a line of the processor's cache of its own. */
typedef struct cn_one {
    _Alignas(64) cn_cards cards;
} cn_one;
extern const cn_one cn_one_card[CN_FACES];

static inline cn_sum cn_sum_of(const cn_cards *cards)
{
    const char *from = (const char *)cards;
    cn_sum sum;
    memcpy(&sum.part[0], from, sizeof sum.part[0]);
    memcpy(&sum.part[1], from + CN_VECTOR, sizeof sum.part[1]);
    memcpy(&sum.part[2], from + 2 * CN_VECTOR, sizeof sum.part[2]);
    return sum;
}

static inline void cn_sum_put(cn_cards *cards, const cn_sum *sum)
{
    char *to = (char *)cards;
    memcpy(to, &sum->part[0], sizeof sum->part[0]);
    memcpy(to + CN_VECTOR, &sum->part[1], sizeof sum->part[1]);
    memcpy(to + 2 * CN_VECTOR, &sum->part[2], sizeof sum->part[2]);
}

static inline void cn_sum_add_card(cn_sum *sum, cn_card card)
{
    assert(card < CN_FACES);
    const cn_sum one = cn_sum_of(&cn_one_card[card].cards);
    for (unsigned i = 0; i < 3; i++) sum->part[i] += one.part[i];
}

#endif
