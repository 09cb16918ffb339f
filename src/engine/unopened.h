/* A turn of a side that has not opened, told from counts: the position, and the steps to sequences.
 * Not here: all other steps, which turns are told so (legal_unopened.c). Invariant: as in
 * legal_unopened.h. */
#ifndef CANASTA_UNOPENED_H
#define CANASTA_UNOPENED_H

#include "counted.h"
#include "opening_reach.h"

#if defined(__SSSE3__)

enum { CN_OPENING_MELD = 3 }; /* cards of a meld, by all rules that are told so */

/* A position, and the opening that lays all. */
typedef struct cn_unopened {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    cn_holding h;
    cn_reachable r;
    cn_laid all;
    bool own_melds;
    uint64_t faces; /* natural ones in hand, where there are sequences */
    uint8_t held[CN_COUNTS];
} cn_unopened;

static inline bool cn_opening_wilds_begin(const cn_unopened *u)
{
    return u->h.wilds >= CN_OPENING_MELD && u->rules->wild_most >= CN_OPENING_MELD;
}

/* The first cards of groups of these ranks, twos among them. */
static inline void cn_opening_add_groups(uint32_t ranks, cn_mask *mask)
{
    const uint64_t twos = ranks >> CN_KIND_TWO & 1;
    mask->word[0] |= (uint64_t)(ranks & CN_ALL_RANKS) << CN_STEP_LAY;
    mask->word[CN_STEP_LAY_TWO_TWOS / 64] |= twos << CN_STEP_LAY_TWO_TWOS % 64;
}

/* A step to a meld of twos, where they are a rank (P62): to that of the run, which may be named
 * instead, or to a new one. All that are in hand are part of the opening. */
void cn_opening_add_twos(const cn_unopened *u, cn_mask *mask);

/* The first card of an opening in which sequences may lie, and no meld of wilds; false if one is in
 * doubt, as everywhere below. */
bool cn_opening_runs_first(const cn_unopened *u, cn_mask *mask);

/* The first cards of new sequences where groups open besides, but those of `beside`, which go
 * elsewhere. */
bool cn_opening_new_sequences(const cn_unopened *u, uint64_t beside, cn_mask *mask);

/* The staged sequences, likewise: faces for that of the run, or its end; the names of others. */
bool cn_opening_onto_sequences(const cn_unopened *u, const cn_run *run, cn_mask *mask);

/* All lays where sequences are part of the opening: any, and onto the meld that alone takes the
 * next card. */
bool cn_opening_runs_next(const cn_unopened *u, cn_mask *mask);
bool cn_opening_runs_onto(const cn_unopened *u, unsigned target, cn_mask *mask);

/* Onto the sequence that is begun, and the one that is named. */
bool cn_opening_at_sequence(const cn_unopened *u, unsigned open, cn_mask *mask);
bool cn_opening_named_sequence(const cn_unopened *u, const cn_meld *sequence, cn_mask *mask);

#endif

#endif
