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
    unsigned most;            /* cards of a sequence */
    unsigned count, canastas; /* made by the plan */
    bool crowded;             /* more lie there than there is room for */
    cn_planned_sequence of[CN_SEQUENCES_PLANNED];
} cn_sequence_plan;

/* The sequences that lie there and are not full; nothing goes to them yet. False if the faces of
 * the hand are not known. */
bool cn_sequence_plan_begin(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                            const cn_cards *hand);

/* The same with those that are full where going out lengthens them (P109). */
bool cn_sequence_plan_begin_all(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                                const cn_cards *hand);

/* The faces that lengthen a sequence until it has the rank, and those that make a canasta of it, so
 * many of them below it; 0 if they are not in hand, or it has no room, or has what is asked. */
uint64_t cn_sequence_plan_way(const cn_sequence_plan *plan, unsigned i, unsigned rank,
                              unsigned suit);
uint64_t cn_sequence_plan_fill(const cn_sequence_plan *plan, unsigned i, unsigned below);

/* The faces leave the hand for a sequence, or for a new one if there is none at `i`. */
void cn_sequence_plan_lay(cn_sequence_plan *plan, unsigned i, uint64_t faces);

/* Faces left in hand that could go to a sequence, and canastas of sequences that could be made of
 * them; told too often rather than too seldom. */
uint64_t cn_sequence_plan_loose(const cn_sequence_plan *plan);
unsigned cn_sequence_plan_beside(const cn_sequence_plan *plan);

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
