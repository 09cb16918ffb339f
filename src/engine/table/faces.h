/* The faces of a hand as a set: one bit each, four to a rank, so that neighbours of a suit are four
 * bits apart.
 * Not here: how many of each. Invariant: bit = the card's number. */
#ifndef CANASTA_FACES_H
#define CANASTA_FACES_H

#include "canasta/public.h"

/* The natural faces in hand. */
uint64_t cn_faces_held(const cn_cards *hand);

/* Those of the set that lie in a run of `least` or more of them; of any length, and told at once
 * for the three cards of most rules. */
uint64_t cn_faces_in_long_runs(uint64_t faces, unsigned least);
static inline uint64_t cn_faces_in_runs(uint64_t faces, unsigned least)
{
    enum { THREE = 3 };
    if (least != THREE) return cn_faces_in_long_runs(faces, least);
    const uint64_t starts = faces & faces >> CN_SUITS & faces >> 2 * CN_SUITS;
    return starts | starts << CN_SUITS | starts << 2 * CN_SUITS;
}

/* The lowest faces of such runs, however many begin in one. */
uint64_t cn_faces_run_starts(uint64_t faces, unsigned least);

/* Those that lie in such a run, or in one with some of them that lie `beside` a sequence. Twice
 * without asking: most often nothing more is in reach then. */
static inline uint64_t cn_faces_in_reach(uint64_t faces, uint64_t beside, unsigned least)
{
    beside |= (beside << CN_SUITS | beside >> CN_SUITS) & faces;
    uint64_t reach = beside | ((beside << CN_SUITS | beside >> CN_SUITS) & faces);
    while (reach != beside) {
        beside = reach;
        reach |= (reach << CN_SUITS | reach >> CN_SUITS) & faces;
    }
    return reach | cn_faces_in_runs(faces, least);
}

/* Their ranks, one bit each. */
uint32_t cn_faces_ranks(uint64_t faces);

/* All faces of a suit. */
static inline uint64_t cn_faces_of_suit(unsigned suit)
{
    return UINT64_C(0x1111111111111111) << suit;
}

/* All faces of a rank. */
static inline uint64_t cn_faces_of_rank(unsigned rank)
{
    return UINT64_C(15) << CN_SUITS * rank;
}

/* The faces of so many cards in a row, from one up. */
static inline uint64_t cn_faces_row(unsigned low, unsigned suit, unsigned length)
{
    const uint64_t clubs = cn_faces_of_suit(0) & ((UINT64_C(1) << CN_SUITS * length) - 1);
    return clubs << cn_card_make(low, suit);
}

/* The faces that would lengthen a sequence: a bit that a suit has below its lowest card is shifted
 * out, and one above its highest is no rank's. */
static inline uint64_t cn_faces_beside(const cn_meld *sequence)
{
    enum { ALL = CN_RANKS * CN_SUITS };
    const unsigned low = sequence->lowest;
    const uint64_t above = UINT64_C(1) << (low + CN_SUITS * cn_meld_size(sequence));
    return ((UINT64_C(1) << low) >> CN_SUITS | above) & ((UINT64_C(1) << ALL) - 1);
}

/* Most cards in a sequence of a side that does not go out. */
static inline unsigned cn_sequence_most(const cn_params *p)
{
    const bool closes = !p->add_natural_to_canasta && p->canasta_size < p->sequence_max;
    return (unsigned)(closes ? p->canasta_size : p->sequence_max);
}

/* Those of them that it takes. */
static inline uint64_t cn_faces_onto(const cn_rules *rules, const cn_meld *sequence)
{
    return cn_meld_size(sequence) < cn_sequence_most(&rules->p) ? cn_faces_beside(sequence) : 0;
}

/* Those in hand that could be laid into a sequence, old or new, and their ranks, one bit each; told
 * too often rather than too seldom. */
uint64_t cn_faces_for_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand);
uint32_t cn_ranks_in_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand);

/* S26: those in hand that no sequence can use in this turn. A lay that may mean one of them is
 * legal with it if it is with any card: what it goes to besides takes every face of its rank. None
 * where the pile is still to come with an opening. */
uint64_t cn_faces_loose(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
