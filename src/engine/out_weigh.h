/* Going out where melds of a rank may lie beside each other: cards that find no meld, groups that
 * need wilds and canastas that are missing, weighed together.
 * Not here: other rules (out_counts.c), single melds (out_sure.c). Invariant: yes and no are
 * proved; told too seldom rather than too often. */
#ifndef CANASTA_OUT_WEIGH_H
#define CANASTA_OUT_WEIGH_H

#include "arrange.h"
#include "sequence_plan.h"
#include "takers.h"

/* The canastas that lie there. */
typedef struct cn_canastas_seen {
    cn_melds_seen melds;
    unsigned have; /* those that count */
    bool sequence, wild;
} cn_canastas_seen;

/* By rules of which cn_rules.ranks_free is true. */
cn_canastas_seen cn_canastas_look(const cn_rules *rules, const cn_side *side);

static inline bool cn_out_needs_are_met(const cn_rules *rules, const cn_canastas_seen *seen)
{
    const int32_t needs = rules->p.out_needs;
    return ((needs & CN_WORD_SEQUENCE) == 0 || seen->sequence) &&
           ((needs & CN_WORD_WILD) == 0 || seen->wild);
}

/* The only meld of twos, which may keep them for itself, so that all go there; CN_NO_MELD if none
 * does. */
static inline unsigned cn_meld_of_twos(const cn_rules *rules, const cn_side *side)
{
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD) return CN_NO_MELD;
    return cn_side_find_meld(side, CN_MELD_TWOS);
}

/* P133: of so many twos in hand as many wilds are for no other meld as an unfinished meld of twos:
 * it keeps all twos, or becomes a canasta by wilds first. */
unsigned cn_locked_twos(const cn_rules *rules, const cn_side *side, unsigned twos);

/* Canastas of sequences, new ones in hand or own ones with what is in hand; told too often rather
 * than too seldom. */
unsigned cn_sequences_beside(const cn_rules *rules, const cn_side *side, const cn_cards *hand);

/* Going out asks for a canasta of a sequence; none lies there, and none could be made. */
bool cn_sequence_is_beyond(const cn_rules *rules, const cn_side *side, const cn_cards *hand);

/* The hand's cards of these ranks, of which no meld is made, and its threes: none, or one that may
 * be the last discard. */
bool cn_rest_goes(const cn_rules *rules, const cn_cards *hand, uint32_t few);

/* By rank, the cards of melds that are no canastas: naturals, with those in hand, and wilds; where
 * not all of a rank may be joined, of those that together have the most cards. */
typedef struct cn_unfinished {
    uint8_t naturals[CN_COUNTS], wilds[CN_COUNTS];
} cn_unfinished;

/* What is weighed. */
typedef struct cn_scales {
    const cn_rules *rules;
    const cn_side *side;
    const cn_cards *hand;
    const cn_canastas_seen *seen;
    unsigned wilds;               /* in hand */
    unsigned missing;             /* canastas */
    cn_unfinished u;              /* with the naturals in hand, if some are */
    const cn_sequence_plan *plan; /* what has gone to sequences before; NULL: nothing has */
    uint64_t reach;               /* faces that may still go there, with a plan */
    bool no_more;                 /* no further sequence becomes a canasta, with a plan */
    bool spare;                   /* a natural may still be the discard, where nothing is told */
} cn_scales;

/* What cn_out_weigh weighs. */
void cn_scales_set(cn_scales *scales, const cn_rules *rules, const cn_side *side,
                   const cn_cards *hand, const cn_canastas_seen *seen);

/* Whether it goes out, no further card in a sequence, or not in any way; `settled` is false if
 * something else than cards could keep it from going out. */
cn_told cn_scales_tell(cn_scales *scales, bool settled);

bool cn_melds_are_weighed(const cn_rules *rules, const cn_side *side);
bool cn_out_may_be_weighed(const cn_rules *rules, const cn_public *pub);

/* Whether it goes out with these cards, if nothing else forbids it (cn_may_go_out_at_all); `open`
 * is its begun meld, or CN_NO_MELD. Which suits the hand has may be told too generously. */
cn_told cn_out_weigh(const cn_rules *rules, const cn_side *side, unsigned open,
                     const cn_cards *hand, const cn_canastas_seen *seen);

#endif
