/* What the tellers say: one question, one answer - yes, no, or nothing.
 * Not here: which rules they understand (rules/tellers.h), the search that answers where none of
 * them does (plan.h).
 * Invariant: yes and no are what the search would find; tests/engine/test_tellers.c compares every
 * answer. */
#ifndef CANASTA_TELLERS_H
#define CANASTA_TELLERS_H

#include "canasta/public.h"
#include "engine/finish/arrangement.h"
#include "engine/rules/tellers.h"

/* What is asked, of a turn in PHASE_MELD. */
typedef enum cn_asked {
    CN_ASKED_GOES_OUT, /* a side that has opened can go out from here */
    CN_ASKED_OPENS,    /* one that has not can complete an opening; `out`: and go out with it */
    CN_ASKED_STAYS     /* the turn can be finished after `step`, which is possible */
} cn_asked;

typedef struct cn_question {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    bool out;
    unsigned step;
} cn_question;

typedef cn_told cn_tells(const cn_question *question);

/* The tellers of each question in the order in which they are asked, at most five. */
enum { CN_TELLERS_IN_ROW = 5 };
typedef struct cn_teller_row {
    const char *question;
    struct {
        const char *name;
        cn_tells *tells; /* NULL behind the last */
    } teller[CN_TELLERS_IN_ROW];
} cn_teller_row;
extern const cn_teller_row cn_teller_rows[];

/* The first answer of the row; CN_TOLD_NOTHING: it must be searched. */
cn_told cn_ask(cn_asked asked, const cn_question *question);

/* CN_ASKED_STAYS of a step that is possible. */
static inline cn_told cn_ask_stays(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, unsigned step)
{
    const cn_question question = {.rules = rules, .pub = pub, .hand = hand, .step = step};
    return cn_ask(CN_ASKED_STAYS, &question);
}

#endif
