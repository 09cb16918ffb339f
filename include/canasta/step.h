/* Steps: the fixed alphabet in which every play is made.
 * Not here: which steps are legal (legal.h), and plays as people write them (text/play_text.h).
 * Invariant: the number decides every rule; the cards decide only the picture (P130).
 *
 * The first 64 numbers are all that a rule set needs whose sides have one meld of a rank. Where a
 * side may have several melds that a card could go to, a card goes to
 *   1. the meld that TO_MELD has just named;
 *   2. otherwise, with `one_merged`, the side's latest meld of that rank (of wilds, of twos), or a
 *      new one if there is none, or if that one is a complete canasta that takes no such card and
 *      cards of that kind can begin a meld (P56, P60);
 *   3. otherwise the meld of the current run - the one the last lay of this turn went to - if it is
 *      of that rank; a sequence: if the card extends it at either end, or is a wild;
 *   4. otherwise a new meld, which no wild begins but one of wilds.
 * NEW ends the run, so that the next card begins a meld although the run's meld is of its rank.
 * A side has at most CN_MELDS_MAX melds; no further one can be begun. */
#ifndef CANASTA_STEP_H
#define CANASTA_STEP_H

#include "canasta/bits.h"
#include "canasta/card.h"

/* What a meld is made of, beside the ranks 0..10: also the number of its letter (3, 2, W, S). */
enum {
    CN_MELD_BLACK3 = CN_KIND_BLACK3,
    CN_MELD_TWOS = CN_KIND_TWO,   /* a meld of twos, jokers its wilds (P62) */
    CN_MELD_WILD = CN_KIND_JOKER, /* twos and jokers only (P60) */
    CN_MELD_SEQUENCE = CN_KIND_RED3,
    CN_MELDS_MAX = 40
};

enum {
    CN_STEP_DRAW, /* with an empty stock: declines the pile and ends the hand (P89) */
    CN_STEP_OPEN, /* the staged groups become the opening of the side (P124) */
    CN_STEP_ASK,  /* "may I go out?" */
    CN_STEP_YES,
    CN_STEP_NO,
    CN_STEP_TAKE_PAIR,  /* top card with two naturals from hand (P38) */
    CN_STEP_TAKE_TWO,   /* top card with a natural and a two (P39) */
    CN_STEP_TAKE_JOKER, /* top card with a natural and a joker (P39) */
    CN_STEP_TAKE_TOP,   /* top card alone onto an own meld (P40, P64) */
    CN_STEP_LAY,        /* + rank 0..10: a natural onto a meld of its rank */
    CN_STEP_LAY_BLACK3 = CN_STEP_LAY + CN_RANKS,
    CN_STEP_LAY_TWO,                                /* + rank: a two onto a meld of that rank */
    CN_STEP_LAY_JOKER = CN_STEP_LAY_TWO + CN_RANKS, /* + rank: a joker likewise */
    CN_STEP_DISCARD = CN_STEP_LAY_JOKER + CN_RANKS, /* + kind 0..14 */
    CN_STEP_PASS = CN_STEP_DISCARD + CN_KINDS,      /* ends the turn when nothing may be discarded
                                                       (P77) */
    CN_STEP_DECLARE,        /* a special hand: the dearest that the cards make (P105) */
    CN_STEP_LAY_OUT,        /* lays out the held three and draws its replacement (P97) */
    CN_STEP_LAY_TWO_BLACK3, /* wilds among black threes, where they may be */
    CN_STEP_LAY_JOKER_BLACK3,
    CN_STEP_NEW,          /* ends the run: the next lay begins a new meld */
    CN_STEP_LAY_TWO_WILD, /* onto a meld of wilds only */
    CN_STEP_LAY_JOKER_WILD,
    CN_STEP_LAY_TWO_TWOS,   /* a two as a natural of a meld of twos */
    CN_STEP_LAY_JOKER_TWOS, /* a joker as its wild */
    CN_STEP_TO_MELD,        /* + i: names the side's meld i (in the order begun, P129) for the take,
                               the run of lays or the JOIN that must follow */
    CN_STEP_JOIN = CN_STEP_TO_MELD + CN_MELDS_MAX, /* + i: meld i joins the one just named, which
                                                      was begun before it (P56): i is not 0, */
    CN_STEP_PICK = CN_STEP_JOIN, /* so this number is free: the top card of the pile into the hand,
                                    as one of the cards of the draw (P153) */
    CN_STEP_SEQUENCE = CN_STEP_JOIN + CN_MELDS_MAX, /* + 4 * rank + suit: a card of a sequence */
    CN_STEP_SWAP_TWO = CN_STEP_SEQUENCE + CN_RANKS * CN_SUITS, /* + rank: a natural takes the place
                                                                  of a two in an own meld (P175) */
    CN_STEP_SWAP_JOKER = CN_STEP_SWAP_TWO + CN_RANKS,          /* + rank: of a joker */
    CN_STEP_STEAL_TWO = CN_STEP_SWAP_JOKER + CN_RANKS,  /* + rank: the same in a meld of another */
    CN_STEP_STEAL_JOKER = CN_STEP_STEAL_TWO + CN_RANKS, /* side */
    CN_STEP_SEQUENCE_TWO = CN_STEP_STEAL_JOKER + CN_RANKS, /* a two at the low end of a sequence,
                                                              + 1: at its high end (P177) */
    CN_STEP_SEQUENCE_JOKER = CN_STEP_SEQUENCE_TWO + 2,     /* a joker likewise */
    CN_STEP_TAKE_ALL = CN_STEP_SEQUENCE_JOKER + 2, /* the pile into the hand, for a meld that is
                                                      laid after it (P202) */
    CN_STEPS,
    CN_STEPS_PLAIN = 64 /* what rule sets with cn_rules.many = false use, and 64 to 67 for wilds */
};

/* One step. `card` names the hand cards it uses, CN_CARD_NONE where it uses none or where the one
 * of the lowest suit is meant. Only takes use card[1]: TAKE_PAIR the second natural, TAKE_TWO the
 * two (its natural is card[0]). */
typedef struct cn_step {
    uint8_t number;
    cn_card card[2];
} cn_step;

static inline cn_step cn_step_make(unsigned number, cn_card first, cn_card second)
{
    return (cn_step){(uint8_t)number, {first, second}};
}

/* Lays a card of `kind` onto a meld of `meld`: a rank, CN_MELD_BLACK3, CN_MELD_TWOS, CN_MELD_WILD.
 * The kind must fit it. */
unsigned cn_step_lay(unsigned kind, unsigned meld);

/* Lays a card onto a sequence. */
static inline unsigned cn_step_sequence(cn_card card)
{
    return CN_STEP_SEQUENCE + card; /* faces of naturals are 4 * rank + suit */
}

typedef enum cn_step_sort {
    CN_STEP_OTHER, /* DRAW, OPEN, ASK, YES, NO, PASS, DECLARE, LAY_OUT, NEW, PICK, TAKE_ALL */
    CN_STEP_IS_TAKE,
    CN_STEP_IS_LAY,
    CN_STEP_IS_DISCARD,
    CN_STEP_IS_TO_MELD,
    CN_STEP_IS_JOIN,
    CN_STEP_IS_SWAP,
    CN_STEP_IS_NONE /* no step has that number */
} cn_step_sort;

/* What a number says. */
typedef struct cn_step_about {
    uint8_t sort; /* cn_step_sort */
    uint8_t kind; /* of the card laid, swapped or discarded, CN_KIND_NONE for others (LAY_OUT
                     included) */
    uint8_t meld; /* what the meld of a lay is made of, a rank or CN_MELD_*; else CN_KIND_NONE */
} cn_step_about;

extern const cn_step_about cn_step_abouts[256];

static inline uint8_t cn_step_kind(unsigned number)
{
    return cn_step_abouts[number & 255].kind;
}

static inline uint8_t cn_step_meld(unsigned number)
{
    return cn_step_abouts[number & 255].meld;
}

static inline bool cn_step_is(unsigned number, cn_step_sort sort)
{
    return cn_step_abouts[number & 255].sort == sort;
}

static inline bool cn_step_is_sequence(unsigned number)
{
    return number >= CN_STEP_SEQUENCE && number < CN_STEP_SWAP_TWO;
}

/* Lays a wild onto an end of a sequence. */
static inline unsigned cn_step_sequence_wild(unsigned kind, bool high)
{
    return (kind == CN_KIND_JOKER ? CN_STEP_SEQUENCE_JOKER : CN_STEP_SEQUENCE_TWO) +
           (high ? 1U : 0U);
}

static inline bool cn_step_is_sequence_wild(unsigned number)
{
    return number >= CN_STEP_SEQUENCE_TWO && number < CN_STEP_SEQUENCE_JOKER + 2;
}

/* Of such a lay. */
static inline bool cn_step_is_at_high_end(unsigned number)
{
    return ((number - CN_STEP_SEQUENCE_TWO) & 1) != 0;
}

static inline bool cn_step_is_lay(unsigned number)
{
    return cn_step_is(number, CN_STEP_IS_LAY);
}

static inline bool cn_step_is_take(unsigned number)
{
    return number >= CN_STEP_TAKE_PAIR && number <= CN_STEP_TAKE_TOP;
}

static inline bool cn_step_is_discard(unsigned number)
{
    return number >= CN_STEP_DISCARD && number < CN_STEP_DISCARD + CN_KINDS;
}

static inline bool cn_step_is_to_meld(unsigned number)
{
    return number >= CN_STEP_TO_MELD && number < CN_STEP_TO_MELD + CN_MELDS_MAX;
}

static inline bool cn_step_is_join(unsigned number)
{
    return number > CN_STEP_JOIN && number < CN_STEP_JOIN + CN_MELDS_MAX;
}

static inline bool cn_step_is_swap(unsigned number)
{
    return cn_step_is(number, CN_STEP_IS_SWAP);
}

/* Of a swap: the wild comes from a meld of another side. */
static inline bool cn_step_steals(unsigned number)
{
    return number >= CN_STEP_STEAL_TWO && number < CN_STEP_SEQUENCE_TWO;
}

/* A natural of `rank` for a wild of `kind`. */
static inline unsigned cn_step_swap(unsigned rank, unsigned kind, bool steals)
{
    const unsigned joker = kind == CN_KIND_JOKER;
    return CN_STEP_SWAP_TWO + (2U * steals + joker) * CN_RANKS + rank;
}

/* Of a swap: the kind of the wild that comes to the hand. */
static inline unsigned cn_step_swapped(unsigned number)
{
    return (number - CN_STEP_SWAP_TWO) / CN_RANKS % 2 == 0 ? CN_KIND_TWO : CN_KIND_JOKER;
}

/* A set of step numbers. */
enum { CN_MASK_WORDS = (CN_STEPS + 63) / 64 };

typedef struct cn_mask {
    uint64_t word[CN_MASK_WORDS];
} cn_mask;

static inline void cn_mask_add(cn_mask *mask, unsigned number)
{
    mask->word[number / 64] |= (uint64_t)1 << (number % 64);
}

/* Adds the step first + i for each bit i of `bits`. */
static inline void cn_mask_add_many(cn_mask *mask, unsigned first, uint64_t bits)
{
    mask->word[first / 64] |= bits << (first % 64);
    if (first % 64 != 0 && first / 64 + 1 < CN_MASK_WORDS)
        mask->word[first / 64 + 1] |= bits >> (64 - first % 64);
}

static inline bool cn_mask_has(const cn_mask *mask, unsigned number)
{
    return number < CN_STEPS && (mask->word[number / 64] >> (number % 64) & 1) != 0;
}

static inline unsigned cn_mask_count(const cn_mask *mask)
{
    unsigned count = (unsigned)__builtin_popcountll(mask->word[0]);
    for (unsigned i = 1; i < CN_MASK_WORDS; i++) /* most rules use the first alone */
        if (mask->word[i] != 0) count += (unsigned)__builtin_popcountll(mask->word[i]);
    return count;
}

/* True if it has steps behind the first word, which most rules use alone. */
static inline bool cn_mask_goes_on(const cn_mask *mask)
{
    return (mask->word[1] | mask->word[2] | mask->word[3]) != 0;
}

static inline bool cn_mask_is_empty(const cn_mask *mask)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) any |= mask->word[i];
    return any == 0;
}

/* The step number at place `index` (0-based, ascending); index < cn_mask_count. */
static inline unsigned cn_mask_nth(const cn_mask *mask, unsigned index)
{
    unsigned i = 0;
    while (index >= (unsigned)__builtin_popcountll(mask->word[i])) {
        index -= (unsigned)__builtin_popcountll(mask->word[i++]);
        assert(i < CN_MASK_WORDS);
    }
    return 64 * i + cn_bit_nth(mask->word[i], index);
}

bool cn_mask_equal(const cn_mask *a, const cn_mask *b);

#endif
