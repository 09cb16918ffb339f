/* What the own side still lacks for going out, and which cards are worth collecting for it.
 * Not here: choosing steps. Invariant: reads the public state and the own hand, nothing else. */
#ifndef CANASTA_GOALS_H
#define CANASTA_GOALS_H

#include "canasta/view.h"

typedef struct cn_goals {
    uint8_t canastas;  /* complete ones that count for going out (P81) */
    uint8_t missing;   /* how many more are needed; 0 does not promise that the kinds are there */
    bool natural;      /* a natural canasta is asked for and not there (P132) */
    bool mixed;        /* the same for a mixed one, */
    bool wild;         /* one of wilds, */
    bool sequence;     /* a sequence, */
    uint16_t ranks;    /* and ranks: one bit each, 12 for twos */
    bool collect_wild; /* melds of wilds are worth their cards here */
} cn_goals;

cn_goals cn_goals_of(const cn_view *view, const cn_rules *rules);
/* The same for any side. */
cn_goals cn_goals_of_side(const cn_rules *rules, const cn_public *pub, const cn_side *side);

/* Points that an unfinished meld of this letter (CN_MELD_*, or a rank) costs at the end (P102);
 * 0 if none, or if it is complete at `size`. */
int32_t cn_incomplete_cost(const cn_rules *rules, unsigned rank, unsigned size);

/* The bonus of the canasta that this card alone would complete for that side; 0 if none. */
int32_t cn_completing_bonus(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            cn_card card);

/* Turns that the stock has cards for, of each seat. */
unsigned cn_turns_left(const cn_rules *rules, const cn_public *pub);

/* True if a meld of this letter costs nothing with so many cards, or will not for long (P102). */
bool cn_finishes(const cn_rules *rules, const cn_public *pub, unsigned rank, unsigned cards);

/* Threes among the cards that are neither laid out nor melded: each leaves a hand by a discard
 * only. */
unsigned cn_burdens(const cn_rules *rules, const cn_cards *cards);

/* False where the least total wins (P164) and cards on the table would count more than those that
 * are left in hand: then nothing is laid, or taken, that need not be. */
bool cn_wants_melds(const cn_rules *rules);

/* The top card is worth more in the hand than an unknown one, which may be a wild or a red three
 * (P153): it completes a canasta of the side. Pairs and melds that merely grow are not worth it:
 * docs/players.md. */
bool cn_wants_top(const cn_rules *rules, const cn_public *pub, const cn_side *side);

/* The side whose melds the view's seat plays with. */
static inline const cn_side *cn_own_side(const cn_view *view)
{
    return &view->pub.side[view->pub.side_of[view->seat]];
}

#endif
