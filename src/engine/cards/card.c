/* Cards, and the steps and masks of steps, by number.
 * Not here: their names (text/), which step may be made (step/).
 * Invariant: as in card.h and step.h. */
#include <assert.h>
#include <string.h>

#include "canasta/card.h"
#include "canasta/step.h"

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

static_assert(CN_STEP_NEW == 63 && CN_STEPS_PLAIN == 64, "the plain alphabet fits one word");
static_assert(CN_STEPS == 241 && CN_MASK_WORDS == 4, "the whole alphabet fits four");

/* clang-format off */
#define PLAIN(sort)  {sort, CN_KIND_NONE, CN_KIND_NONE},
#define LAY(kind, meld) {CN_STEP_IS_LAY, kind, meld},
#define OTHER(i)      PLAIN(CN_STEP_OTHER)
#define TAKE(i)       PLAIN(CN_STEP_IS_TAKE)
#define TO_MELD(i)    PLAIN(CN_STEP_IS_TO_MELD)
#define JOIN(i)       PLAIN(CN_STEP_IS_JOIN)
#define NONE(i)       PLAIN(CN_STEP_IS_NONE)
#define SWAP(rank)    {CN_STEP_IS_SWAP, rank, CN_KIND_NONE},
#define DISCARD(kind) {CN_STEP_IS_DISCARD, kind, CN_KIND_NONE},
#define NATURAL(rank) LAY(rank, rank)
#define TWO(rank)     LAY(CN_KIND_TWO, rank)
#define JOKER(rank)   LAY(CN_KIND_JOKER, rank)
#define FACE(rank)    LAY(rank, CN_MELD_SEQUENCE)
#define END(wild)     LAY(wild, CN_MELD_SEQUENCE)
#define FACES(rank)   FACE(rank) FACE(rank) FACE(rank) FACE(rank)
#define FOUR(X)       X(0) X(1) X(2) X(3)
#define TEN(X)        FOUR(X) X(4) X(5) X(6) X(7) X(8) X(9)
#define RANKS(X)      TEN(X) X(10)
#define FORTY(X)      TEN(X) TEN(X) TEN(X) TEN(X)
#define THIRTY_NINE(X) TEN(X) TEN(X) TEN(X) FOUR(X) X(4) X(5) X(6) X(7) X(8)

const cn_step_about cn_step_abouts[256] = {
    FOUR(OTHER) OTHER(NO)
    FOUR(TAKE)
    RANKS(NATURAL) LAY(CN_KIND_BLACK3, CN_MELD_BLACK3)
    RANKS(TWO)
    RANKS(JOKER)
    RANKS(DISCARD)
    DISCARD(CN_KIND_BLACK3) DISCARD(CN_KIND_TWO) DISCARD(CN_KIND_JOKER) DISCARD(CN_KIND_RED3)
    OTHER(PASS) OTHER(DECLARE) OTHER(LAY_OUT)
    LAY(CN_KIND_TWO, CN_MELD_BLACK3) LAY(CN_KIND_JOKER, CN_MELD_BLACK3)
    OTHER(NEW)
    LAY(CN_KIND_TWO, CN_MELD_WILD) LAY(CN_KIND_JOKER, CN_MELD_WILD)
    LAY(CN_KIND_TWO, CN_MELD_TWOS) LAY(CN_KIND_JOKER, CN_MELD_TWOS)
    FORTY(TO_MELD)
    OTHER(PICK) THIRTY_NINE(JOIN)
    RANKS(FACES)
    RANKS(SWAP) RANKS(SWAP) RANKS(SWAP) RANKS(SWAP)
    END(CN_KIND_TWO) END(CN_KIND_TWO) END(CN_KIND_JOKER) END(CN_KIND_JOKER)
    OTHER(TAKE_ALL)
    TEN(NONE) FOUR(NONE) NONE(LAST)
};
/* clang-format on */

unsigned cn_step_lay(unsigned kind, unsigned meld)
{
    bool two = kind == CN_KIND_TWO;
    assert(kind == meld || cn_kind_is_wild(kind));
    if (meld == CN_MELD_WILD) return two ? CN_STEP_LAY_TWO_WILD : CN_STEP_LAY_JOKER_WILD;
    if (meld == CN_MELD_TWOS) return two ? CN_STEP_LAY_TWO_TWOS : CN_STEP_LAY_JOKER_TWOS;
    if (!cn_kind_is_wild(kind)) return CN_STEP_LAY + kind;
    if (meld == CN_MELD_BLACK3) return two ? CN_STEP_LAY_TWO_BLACK3 : CN_STEP_LAY_JOKER_BLACK3;
    assert(meld < CN_RANKS);
    return (two ? CN_STEP_LAY_TWO : CN_STEP_LAY_JOKER) + meld;
}

bool cn_mask_equal(const cn_mask *a, const cn_mask *b)
{
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        if (a->word[i] != b->word[i]) return false;
    return true;
}
