/* A decision, judged by what the seat could know: its steps, tried in imagined worlds.
 * Not here: how the cards really lay (outlook.h).
 * Invariant: depends on the view, the rules, the step made, the policy's step and the random
 * numbers alone. */
#ifndef CANASTA_DECISION_H
#define CANASTA_DECISION_H

#include "players/book_why.h"
#include "players/search/search.h"

/* A lead is told as one that is so many errors from nothing. */
enum { CN_LEAD_SURE = 2 };

/* How far one step is ahead of another, on average over the same worlds. */
typedef struct cn_lead {
    int32_t points, points_error;
    int32_t chance, chance_error; /* in parts of CN_CHANCE_SURE */
    uint32_t worlds;
} cn_lead;

/* In how many worlds of a hundred it came to that. */
typedef struct cn_course_percent {
    uint8_t next_takes;          /* the next player takes the pile at once */
    uint8_t own_out, others_out; /* one of the own side, or of the others, goes out */
} cn_course_percent;

/* `best` is the step that was made unless another one was ahead by more than chance in half of the
 * worlds. All that is told of it comes from the other half: so that what is lost is as often too
 * much as too little, and can be less than nothing. */
typedef struct cn_decision {
    uint16_t options;   /* steps that can be tried: legal, and not needless (needless.h); with one
                           there is no decision, and nothing below */
    uint32_t playouts;  /* made for it */
    cn_step best, next; /* the best, and the best of all others; either may be the one made */
    cn_lead lost;       /* the best against the one made: nothing if it is that one */
    cn_lead next_lost;  /* the next best against the one made */
    cn_lead usual_lost; /* what the policy of playouts would do against the one made */
    cn_course_percent made_course, best_course; /* what came of them in the worlds */
    uint8_t why_count; /* why the careful player makes the best step; 0 where it makes another */
    cn_book_why why[CN_BOOK_REASONS_MAX];
} cn_decision;

typedef struct cn_decision_question {
    const cn_view *view; /* of the seat that is to act */
    const cn_rules *rules;
    cn_step made, usual; /* cards named; `usual`: the policy's */
    uint32_t playouts;
    uint8_t foresight; /* turns of a playout before it is estimated; 0: it is played to its end */
    uint64_t seed, index; /* of random numbers: no two decisions have the same */
} cn_decision_question;

void cn_decision_judge(cn_decision *decision, const cn_decision_question *question);

#endif
