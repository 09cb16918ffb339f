/* What an opening can come to, told from counts: what the melds staged so far and the cards in hand
 * are worth if all that can be laid in groups is.
 * Not here: plain rules (plan_reach.c), single steps (legal_unopened.c), conditions but the count
 * and what must be left. Invariant: a yes and a no are what a search would say. */
#ifndef CANASTA_OPENING_REACH_H
#define CANASTA_OPENING_REACH_H

#include "canasta/public.h"

/* True if openings are told so: cn_rules.counted is known. */
bool cn_has_counted_openings(const cn_rules *rules);

typedef enum cn_certainty { CN_SURELY_NOT, CN_SURELY, CN_UNSURE } cn_certainty;

/* The cards there are for an opening. */
typedef struct cn_reachable {
    const cn_rules *rules;
    const uint8_t *held;         /* naturals in hand, by rank */
    uint8_t twos, jokers, wilds; /* in hand; both */
    uint8_t loose;               /* hand cards that can be discarded at any time */
    uint8_t keep;                /* of these must be left */
    uint8_t due;                 /* wilds that the begun meld wants besides its naturals */
    uint32_t begun;              /* ranks of the staged melds, twos too */
    uint32_t full, pairs;        /* other ranks, and twos where these are one: a meld is in hand; a
                                    wild makes one of two cards */
    uint32_t runs;               /* ranks in hand of which cards might go to sequences instead */
    unsigned room;               /* wilds that the melds of `begun` and `full` take */
    int32_t staged, need;        /* points */
} cn_reachable;

/* All that can be laid in groups. */
typedef struct cn_laid {
    int32_t points;
    bool all_wilds; /* every wild is laid, so that nothing could count more */
    bool enough_left;
    int16_t cheapest; /* value of a card of the cheapest of `pairs`, where one was left out */
    uint32_t pairs;   /* of which melds are made */
} cn_laid;

/* Cards of the hand that can be discarded at any time. */
unsigned cn_loose_cards(const cn_rules *rules, const cn_cards *hand);

/* A side that has not opened, in PHASE_DRAW or PHASE_MELD; in PHASE_DRAW the top card of the pile,
 * which fits, is counted as staged with its rank, and `held` is where it is added to the hand. The
 * faces `gone` of the hand are laid into sequences. False if the cards are not told by counts. */
bool cn_reachable_make(cn_reachable *r, const cn_rules *rules, const cn_public *pub,
                       const cn_cards *hand, uint64_t gone, uint8_t held[CN_COUNTS]);

/* The same with more faces gone, where there are no wilds to lay and no meld of a rank is begun. */
void cn_reachable_without(cn_reachable *r, const cn_reachable *all, uint64_t gone,
                          uint8_t held[CN_COUNTS]);

/* What sequences leave of a hand of which nothing is staged: the naturals `held`, after so many
 * cards with so many points. */
void cn_reachable_left(cn_reachable *r, const cn_reachable *all, const uint8_t held[CN_COUNTS],
                       unsigned cards, int32_t points);

/* The same where something is staged, its sequences too. */
void cn_reachable_staged(cn_reachable *r, const cn_reachable *all, const cn_public *pub,
                         const uint8_t held[CN_COUNTS], unsigned cards, int32_t points);

/* So many wilds are laid where no pair can be made with them; `room` more wilds find room there. */
cn_laid cn_lay_all(const cn_reachable *r, unsigned apart, unsigned room);

/* The count is met so, and enough is left. */
static inline cn_certainty cn_laid_opens(const cn_reachable *r, const cn_laid *laid)
{
    if (laid->points >= r->need) return laid->enough_left ? CN_SURELY : CN_UNSURE;
    return laid->all_wilds && r->runs == 0 ? CN_SURELY_NOT : CN_UNSURE;
}

/* The same of all cards, those of sequences and the room for wilds told generously. */
cn_certainty cn_all_opens(const cn_reachable *r, const cn_laid *all);

#endif
