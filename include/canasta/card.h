/* Cards, kinds of cards, and piles of counted cards.
 * Not here: what a card is worth (rules.h) and how it is written (text/card_text.h).
 * Invariant: a card is a value, never an identity: two kings of hearts are the same cn_card. */
#ifndef CANASTA_CARD_H
#define CANASTA_CARD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* A physical face: row * 4 + suit, or CN_CARD_JOKER. Rows 0..10 are 4 5 6 7 8 9 T J Q K A,
 * row 11 the threes, row 12 the twos; suits are clubs, diamonds, hearts, spades. */
typedef uint8_t cn_card;

enum { CN_SUIT_CLUBS, CN_SUIT_DIAMONDS, CN_SUIT_HEARTS, CN_SUIT_SPADES, CN_SUITS };

/* Kinds: all that the rules of rank games look at. Kinds 0..10 are the natural ranks. */
enum {
    CN_KIND_4,
    CN_KIND_5,
    CN_KIND_6,
    CN_KIND_7,
    CN_KIND_8,
    CN_KIND_9,
    CN_KIND_T,
    CN_KIND_J,
    CN_KIND_Q,
    CN_KIND_K,
    CN_KIND_A,
    CN_KIND_BLACK3,
    CN_KIND_TWO,
    CN_KIND_JOKER,
    CN_KIND_RED3,
    CN_KINDS,
    CN_COUNTS = 16,     /* places of an array of counts by kind: one vector */
    CN_VECTOR = 16,     /* bytes of a vector; the parts of states lie in multiples of it, so that
                           no move of a copy reaches over two lines of the processor's cache */
    CN_RANKS = 11,      /* kinds below this are naturals, "rank" means such a kind */
    CN_KIND_NONE = 255, /* no kind: an absent top card, a card nobody named */
};

enum {
    CN_ROW_THREES = 11,
    CN_ROW_TWOS = 12,
    CN_ROWS = 13,
    CN_CARD_JOKER = CN_ROWS * CN_SUITS,
    CN_FACES,            /* 53 different faces */
    CN_CARD_NONE = 255,  /* no card, or: "the one of the lowest suit" (P130) */
    CN_CARD_HIDDEN = 254 /* a card this seat may not know; appears in events only */
};

enum {
    CN_PACKS_MAX = 10,
    CN_JOKERS_MAX = 20,
    CN_DECK_CARDS_MAX = 52 * CN_PACKS_MAX + CN_JOKERS_MAX
};

static inline cn_card cn_card_make(unsigned row, unsigned suit)
{
    return (cn_card)(row * CN_SUITS + suit);
}

static inline unsigned cn_card_row(cn_card card)
{
    return card / CN_SUITS;
}

static inline unsigned cn_card_suit(cn_card card)
{
    return card % CN_SUITS;
}

extern const uint8_t cn_card_kinds[256];

/* The kind of a face; CN_KIND_NONE for anything that is no face. */
static inline uint8_t cn_card_kind(cn_card card)
{
    return cn_card_kinds[card];
}

static inline bool cn_kind_is_wild(unsigned kind)
{
    return kind == CN_KIND_TWO || kind == CN_KIND_JOKER;
}

static inline bool cn_kind_is_three(unsigned kind)
{
    return kind == CN_KIND_BLACK3 || kind == CN_KIND_RED3;
}

static inline bool cn_kind_is_natural(unsigned kind)
{
    return kind < CN_RANKS;
}

/* A multiset of cards. `kind` counts each kind; `suits[row]` holds four counts of four bits, clubs
 * lowest, so that pictures are kept without identities. Jokers have no suit: what they write into
 * the row behind the others, so that nobody need ask for them, nobody reads.
 * Invariant: for each row the suit counts add up to the kind's count (row 11: black three = clubs +
 * spades, red three = diamonds + hearts), and `size` is the sum of all kinds. */
typedef struct cn_cards {
    _Alignas(CN_VECTOR) uint8_t kind[CN_COUNTS]; /* the place behind the kinds stays 0 */
    uint16_t size;
    uint16_t suits[CN_ROWS + 1]; /* the last one is there to be written to and means nothing */
} cn_cards;

/* Number of copies of one face; 0 for what is no face. */
static inline unsigned cn_cards_count(const cn_cards *cards, cn_card card)
{
    if (card == CN_CARD_JOKER) return cards->kind[CN_KIND_JOKER];
    if (card > CN_CARD_JOKER) return 0;
    return (unsigned)cards->suits[cn_card_row(card)] >> 4 * cn_card_suit(card) & 15U;
}

static_assert(CN_CARD_JOKER / CN_SUITS == CN_ROWS, "jokers lie in the row behind the others");

/* What a card changes in the suits. */
static inline void cn_cards_add_suit(cn_cards *cards, cn_card card)
{
    uint16_t *row = &cards->suits[cn_card_row(card)];
    *row = (uint16_t)(*row + (1U << 4 * cn_card_suit(card)));
}

static inline void cn_cards_add(cn_cards *cards, cn_card card)
{
    assert(card < CN_FACES);
    cards->kind[cn_card_kind(card)]++;
    cards->size++;
    cn_cards_add_suit(cards, card);
}

/* The card must be there. */
static inline void cn_cards_remove(cn_cards *cards, cn_card card)
{
    assert(cn_cards_count(cards, card) > 0);
    cards->kind[cn_card_kind(card)]--;
    cards->size--;
    uint16_t *row = &cards->suits[cn_card_row(card)];
    *row = (uint16_t)(*row - (1U << 4 * cn_card_suit(card)));
}

/* Where the lowest of four counts of four bits begins that is not 0: four times its suit. */
static inline unsigned cn_suits_lowest(unsigned suits)
{
    return (unsigned)__builtin_ctz(suits) & ~3U;
}

/* Where a kind is counted in the suits, and which of them are its own. A joker has none: the lowest
 * bit stands for its card. */
typedef struct cn_kind_suits {
    uint32_t row;
    uint16_t suits, joker;
} cn_kind_suits;

extern const cn_kind_suits cn_suits_of_kinds[CN_KINDS];

/* Takes out the card of the lowest suit of a kind (P130), which must be there; four times its suit.
 * Without branches, because nobody foresees which kind is discarded. */
static inline unsigned cn_cards_take_suit(cn_cards *cards, unsigned kind)
{
    assert(kind < CN_KINDS && cards->kind[kind] > 0);
    const cn_kind_suits *of = &cn_suits_of_kinds[kind];
    uint16_t *suits = &cards->suits[of->row];
    const unsigned at = cn_suits_lowest(((unsigned)*suits & of->suits) | of->joker);
    *suits = (uint16_t)(*suits - (1U << at));
    cards->kind[kind]--;
    cards->size--;
    return at;
}

/* The same, and its face. */
static inline cn_card cn_cards_take_lowest(cn_cards *cards, unsigned kind)
{
    const unsigned at = cn_cards_take_suit(cards, kind);
    return cn_card_make(cn_suits_of_kinds[kind].row, at / 4);
}

/* It goes to other cards; its face. */
static inline cn_card cn_cards_move_lowest(cn_cards *from, cn_cards *to, unsigned kind)
{
    const unsigned at = cn_cards_take_suit(from, kind), row = cn_suits_of_kinds[kind].row;
    to->kind[kind]++;
    to->size++;
    to->suits[row] = (uint16_t)(to->suits[row] + (1U << at));
    return cn_card_make(row, at / 4);
}

/* The face of the lowest suit of a kind (P130), or CN_CARD_NONE if there is none. */
cn_card cn_cards_lowest(const cn_cards *cards, unsigned kind);
/* Writes the cards in ascending face order; `out` has room for cards->size. Returns the number. */
unsigned cn_cards_list(const cn_cards *cards, cn_card *out);
bool cn_cards_equal(const cn_cards *a, const cn_cards *b);

#endif
