/* Cards of a hand that goes out laid into sequences: what no meld of a rank takes, and what makes a
 * canasta.
 * Not here: what becomes of the ranks (out_sure.c), all sets of sequences (arrange_sequences.c).
 * Invariant: every sequence of the plan can be laid as it stands there; none is longer than
 * sequence_max. */
#ifndef CANASTA_SEQUENCE_PLAN_H
#define CANASTA_SEQUENCE_PLAN_H

#include "canasta/public.h"

enum { CN_SEQUENCES_PLANNED = 8 };

typedef struct cn_planned_sequence {
    uint8_t meld;            /* its index, CN_NO_MELD of a new one */
    uint8_t low, suit, size; /* with what goes to it */
    uint64_t faces;          /* that go to it */
} cn_planned_sequence;

typedef struct cn_sequence_plan {
    const cn_rules *rules;
    cn_cards rest;            /* what is left of the hand */
    uint64_t faces;           /* of it */
    unsigned count, canastas; /* made by the plan */
    cn_planned_sequence of[CN_SEQUENCES_PLANNED];
} cn_sequence_plan;

/* The sequences that lie there and are not full; nothing goes to them yet. False if the faces of
 * the hand are not known. */
bool cn_sequence_plan_begin(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                            const cn_cards *hand);

/* Makes a meld of this begun sequence; false if its cards are not in hand. */
bool cn_sequence_plan_finish(cn_sequence_plan *plan, unsigned meld_i);

/* Makes canastas, so many at the most, of sequences that lie there. */
void cn_sequence_plan_canastas(cn_sequence_plan *plan, unsigned most);

/* Lays cards of these ranks, as far as they go somewhere. */
void cn_sequence_plan_place(cn_sequence_plan *plan, uint32_t ranks);

/* The plan lays this face onto the meld, or some face if it is CN_CARD_NONE; CN_NO_MELD: onto a new
 * one. */
bool cn_sequence_plan_has(const cn_sequence_plan *plan, unsigned meld_i, cn_card face);

/* With all that goes to it, the sequence has room for one card more. */
bool cn_sequence_plan_has_room(const cn_sequence_plan *plan, unsigned meld_i);

#endif
