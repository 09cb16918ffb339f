/* The policy of playouts: what `book` looks at, by counts and tables only, weighed by numbers
 * (habits.h).
 * Not here: playing a hand out (playout.h). Invariant: a step is chosen from the public state, the
 * own hand and what was seen of the others; whole numbers only, no chance. */
#ifndef CANASTA_QUICK_H
#define CANASTA_QUICK_H

#include "canasta/view.h"
#include "players/search/habits.h"
#include "players/search/thinking.h"

enum {
    CN_QUICK_UNSEEN = 33, /* counts of unseen cards that chances are listed for; above: the last */
    CN_QUICK_SHARES = 65, /* shares of them in a hand, in parts of CN_QUICK_SHARES - 1 */
    CN_QUICK_SURE = 256,  /* chances are parts of this */
    CN_QUICK_NO_TURN = UINT16_MAX
};

/* What is made once for all playouts of a rule set. */
typedef struct cn_quick {
    const cn_rules *rules;
    cn_habits habits[CN_SEATS_MAX]; /* of each seat */
    cn_rules bound;                 /* under which an answer binds (P70) */
    uint8_t pack[CN_COUNTS];
    uint16_t one[CN_QUICK_UNSEEN][CN_QUICK_SHARES]; /* that a hand with such a share of so many */
    uint16_t two[CN_QUICK_UNSEEN][CN_QUICK_SHARES]; /* has one of them, or two */
} cn_quick;

/* What was seen of the hands by everybody, and what the seat on turn is about. */
typedef struct cn_quick_mind {
    uint8_t known[CN_SEATS_MAX][CN_COUNTS]; /* taken with the pile and not seen to leave */
    uint8_t shy[CN_SEATS_MAX][CN_COUNTS];   /* thrown, or left on a pile */
    uint8_t answer;                         /* cn_answer: how this turn is to end; none: open */
    uint16_t turn;                          /* the turn that `answer` is about */
    uint16_t watched;                       /* a turn, and whether the pile was taken in it */
    bool taken;
    uint8_t haste;       /* CN_HASTE_* of the seat that is on turn in ... */
    uint16_t hasty_turn; /* ... this turn; none: CN_QUICK_NO_TURN */
} cn_quick_mind;

/* All seats have plain habits. */
void cn_quick_make(cn_quick *quick, const cn_rules *rules);
/* The seats of a side have these from now on; with sides that form (P11) only the one that the side
 * is named after. */
void cn_quick_give(cn_quick *quick, unsigned side, const cn_habits *habits);
/* Those that were found for these rules. */
void cn_quick_give_found(cn_quick *quick, unsigned side);
/* What a view remembers: of what was thrown the last `memory` discards, of the rest all or nothing
 * (thinking.h). */
void cn_quick_begin(cn_quick_mind *mind, const cn_view *view, const cn_rules *rules,
                    unsigned memory);

/* A step of the seat to act, whose hand it is; `legal` are its legal steps, some at least. */
cn_step cn_quick_choose(const cn_quick *quick, cn_quick_mind *mind, const cn_public *pub,
                        const cn_cards *hand, const cn_mask *legal);
/* To be told of every step before it is made. */
void cn_quick_notice(cn_quick_mind *mind, const cn_public *pub, cn_step step);

#endif
