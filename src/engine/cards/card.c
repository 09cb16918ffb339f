/* Counted cards: adding, removing, listing faces.
 * Not here: values and rules.
 * Invariant: counts by kind, counts by suit and size always agree. */
#include "canasta/card.h"

#include <assert.h>
#include <string.h>

static_assert(CN_CARD_JOKER == 52 && CN_FACES == 53, "a pack has 52 faces and the joker");
static_assert(CN_KIND_RED3 == 14 && CN_KINDS == 15, "kinds follow the rows 4..A, threes, twos");

#define ROW(kind) (kind), (kind), (kind), (kind)
#define NONES_10  255, 255, 255, 255, 255, 255, 255, 255, 255, 255
#define NONES_50  NONES_10, NONES_10, NONES_10, NONES_10, NONES_10

const uint8_t cn_card_kinds[256] = {
    ROW(CN_KIND_4),
    ROW(CN_KIND_5),
    ROW(CN_KIND_6),
    ROW(CN_KIND_7),
    ROW(CN_KIND_8),
    ROW(CN_KIND_9),
    ROW(CN_KIND_T),
    ROW(CN_KIND_J),
    ROW(CN_KIND_Q),
    ROW(CN_KIND_K),
    ROW(CN_KIND_A),
    CN_KIND_BLACK3,
    CN_KIND_RED3,
    CN_KIND_RED3,
    CN_KIND_BLACK3,
    ROW(CN_KIND_TWO),
    CN_KIND_JOKER,
    NONES_50,
    NONES_50,
    NONES_50,
    NONES_50,
    255,
    255,
    255,
};

enum { ALL_SUITS = 0xFFFF, RED_SUITS = 0x0FF0, BLACK_SUITS = 0xF00F };

const cn_kind_suits cn_suits_of_kinds[CN_KINDS] = {
    {CN_KIND_4, ALL_SUITS, 0},   {CN_KIND_5, ALL_SUITS, 0},        {CN_KIND_6, ALL_SUITS, 0},
    {CN_KIND_7, ALL_SUITS, 0},   {CN_KIND_8, ALL_SUITS, 0},        {CN_KIND_9, ALL_SUITS, 0},
    {CN_KIND_T, ALL_SUITS, 0},   {CN_KIND_J, ALL_SUITS, 0},        {CN_KIND_Q, ALL_SUITS, 0},
    {CN_KIND_K, ALL_SUITS, 0},   {CN_KIND_A, ALL_SUITS, 0},        {CN_ROW_THREES, BLACK_SUITS, 0},
    {CN_ROW_TWOS, ALL_SUITS, 0}, {CN_CARD_JOKER / CN_SUITS, 0, 1}, {CN_ROW_THREES, RED_SUITS, 0},
};

static_assert(CN_FACES + 4 * 50 + 3 == 256, "every number that is no face is CN_KIND_NONE");

/* Where the suits of a kind are counted: the row, and its suits' places. */
static const struct {
    uint8_t row;
    uint16_t suits;
} suits_of_kind[CN_KINDS] = {
    {0, 0xFFFF},           {1, 0xFFFF},  {2, 0xFFFF},
    {3, 0xFFFF},           {4, 0xFFFF},  {5, 0xFFFF},
    {6, 0xFFFF},           {7, 0xFFFF},  {8, 0xFFFF},
    {9, 0xFFFF},           {10, 0xFFFF}, {CN_ROW_THREES, 0xF00F}, /* clubs and spades */
    {CN_ROW_TWOS, 0xFFFF}, {0, 0},       {CN_ROW_THREES, 0x0FF0}, /* a joker has none */
};

cn_card cn_cards_lowest(const cn_cards *cards, unsigned kind)
{
    if (kind >= CN_KINDS || cards->kind[kind] == 0) return CN_CARD_NONE;
    if (kind == CN_KIND_JOKER) return CN_CARD_JOKER;
    const unsigned row = suits_of_kind[kind].row;
    const unsigned suits = cards->suits[row] & suits_of_kind[kind].suits;
    assert(suits != 0);
    return cn_card_make(row, (unsigned)__builtin_ctz(suits) / 4);
}

unsigned cn_cards_list(const cn_cards *cards, cn_card *out)
{
    unsigned count = 0;
    for (cn_card card = 0; card < CN_FACES; card++)
        for (unsigned copies = cn_cards_count(cards, card); copies > 0; copies--)
            out[count++] = card;
    assert(count == cards->size);
    return count;
}

bool cn_cards_equal(const cn_cards *a, const cn_cards *b)
{
    return a->size == b->size && memcmp(a->kind, b->kind, sizeof a->kind) == 0 &&
           memcmp(a->suits, b->suits, CN_ROWS * sizeof a->suits[0]) == 0;
}
