/* Steps: the fixed alphabet in which every play is made (precise.md, section P).
 * Not here: which steps are legal (legal.h), and plays as people write them (text/play_text.h).
 * Invariant: the number decides every rule; the cards decide only the picture (P130). */
#ifndef CANASTA_STEP_H
#define CANASTA_STEP_H

#include "canasta/card.h"

enum {
    CN_STEP_DRAW, /* with an empty stock: declines the pile and ends the hand (P89) */
    CN_STEP_OPEN, /* the staged groups become the opening of the side (P124) */
    CN_STEP_ASK,  /* "may I go out?" */
    CN_STEP_YES,
    CN_STEP_NO,
    CN_STEP_TAKE_PAIR,  /* top card with two naturals from hand (P38) */
    CN_STEP_TAKE_TWO,   /* top card with a natural and a two (P39) */
    CN_STEP_TAKE_JOKER, /* top card with a natural and a joker (P39) */
    CN_STEP_TAKE_TOP,   /* top card alone onto an own meld (P40) */
    CN_STEP_LAY,        /* + rank 0..10: a natural onto the meld of its rank, or beginning it */
    CN_STEP_LAY_BLACK3 = CN_STEP_LAY + CN_RANKS,
    CN_STEP_LAY_TWO,                                /* + rank: a two onto the meld of that rank */
    CN_STEP_LAY_JOKER = CN_STEP_LAY_TWO + CN_RANKS, /* + rank: a joker likewise */
    CN_STEP_DISCARD = CN_STEP_LAY_JOKER + CN_RANKS, /* + kind 0..13 */
    CN_STEPS = CN_STEP_DISCARD + CN_KIND_RED3
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

/* Lays a card of `kind` onto the meld of `rank` (ignored for naturals and black threes). */
static inline unsigned cn_step_lay(unsigned kind, unsigned rank)
{
    if (kind == CN_KIND_TWO) return CN_STEP_LAY_TWO + rank;
    if (kind == CN_KIND_JOKER) return CN_STEP_LAY_JOKER + rank;
    return CN_STEP_LAY + kind; /* CN_KIND_BLACK3 follows the ranks, and so does its step */
}

static inline bool cn_step_is_lay(unsigned number)
{
    return number >= CN_STEP_LAY && number < CN_STEP_DISCARD;
}

static inline bool cn_step_is_take(unsigned number)
{
    return number >= CN_STEP_TAKE_PAIR && number <= CN_STEP_TAKE_TOP;
}

static inline bool cn_step_is_discard(unsigned number)
{
    return number >= CN_STEP_DISCARD && number < CN_STEPS;
}

/* Kind of the card laid or discarded, CN_KIND_NONE for other steps. */
uint8_t cn_step_kind(unsigned number);
/* Rank of the meld a lay goes to (CN_KIND_BLACK3 for the black threes), CN_KIND_NONE otherwise. */
uint8_t cn_step_meld(unsigned number);

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
        mask->word[(first / 64 + 1) % CN_MASK_WORDS] |= bits >> (64 - first % 64);
}

static inline bool cn_mask_has(const cn_mask *mask, unsigned number)
{
    return number < CN_STEPS && (mask->word[number / 64] >> (number % 64) & 1) != 0;
}

unsigned cn_mask_count(const cn_mask *mask);
/* The step number at place `index` (0-based, ascending); index < cn_mask_count. */
unsigned cn_mask_nth(const cn_mask *mask, unsigned index);
bool cn_mask_equal(const cn_mask *a, const cn_mask *b);

#endif
