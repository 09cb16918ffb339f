/* The units of sixteen counts, and one card of each face, counted.
 * Not here: what is done with them (counts.h). Invariant: as cn_cards_add counts a card. */
#include "engine/cards/counts.h"

#define IS(at, i)      ((at) == (i))
#define FOUR_OF(at, i) IS(at, i), IS(at, (i) + 1), IS(at, (i) + 2), IS(at, (i) + 3)
#define UNIT(at)                                                                                   \
    {                                                                                              \
        FOUR_OF(at, 0), FOUR_OF(at, 4), FOUR_OF(at, 8), FOUR_OF(at, 12)                            \
    }

const cn_sixteen cn_unit[CN_COUNTS] = {UNIT(0),  UNIT(1),  UNIT(2),  UNIT(3), UNIT(4),  UNIT(5),
                                       UNIT(6),  UNIT(7),  UNIT(8),  UNIT(9), UNIT(10), UNIT(11),
                                       UNIT(12), UNIT(13), UNIT(14), UNIT(15)};

#define ONE(at_row, suit, of_kind)                                                                 \
    {                                                                                              \
        {                                                                                          \
            .kind = {[of_kind] = 1}, .size = 1, .suits = { [at_row] = 1U << 4 * (suit) }           \
        }                                                                                          \
    }
#define FOUR(row, kind) ONE(row, 0, kind), ONE(row, 1, kind), ONE(row, 2, kind), ONE(row, 3, kind)

const cn_one cn_one_card[CN_FACES] = {
    FOUR(0, CN_KIND_4),
    FOUR(1, CN_KIND_5),
    FOUR(2, CN_KIND_6),
    FOUR(3, CN_KIND_7),
    FOUR(4, CN_KIND_8),
    FOUR(5, CN_KIND_9),
    FOUR(6, CN_KIND_T),
    FOUR(7, CN_KIND_J),
    FOUR(8, CN_KIND_Q),
    FOUR(9, CN_KIND_K),
    FOUR(10, CN_KIND_A),
    ONE(CN_ROW_THREES, CN_SUIT_CLUBS, CN_KIND_BLACK3),
    ONE(CN_ROW_THREES, CN_SUIT_DIAMONDS, CN_KIND_RED3),
    ONE(CN_ROW_THREES, CN_SUIT_HEARTS, CN_KIND_RED3),
    ONE(CN_ROW_THREES, CN_SUIT_SPADES, CN_KIND_BLACK3),
    FOUR(CN_ROW_TWOS, CN_KIND_TWO),
    {{.kind = {[CN_KIND_JOKER] = 1}, .size = 1}},
};
