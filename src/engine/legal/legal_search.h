/* The legal steps found step by step: what shapes and counts leave in doubt is searched.
 * Not here: turns in which nothing is in doubt (legal_plain.h).
 * Invariant: a step is found if it is possible and the turn can be finished after it. */
#ifndef CANASTA_LEGAL_SEARCH_H
#define CANASTA_LEGAL_SEARCH_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "engine/finish/effort.h"
#include "engine/finish/opening_draft.h"

/* What is asked, and what has been found out on the way. */
typedef struct cn_inquiry {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    unsigned only;    /* the step that is asked for; CN_STEPS: all */
    uint32_t effort;  /* for each step */
    cn_mask unsure;   /* steps that a search gave up on */
    bool out_asked;   /* these say something: */
    bool out, no_out; /* there is a way to go out in this turn; there is none */
    bool drafts;      /* `draft` is made: the side has not opened */
    cn_draft draft;
} cn_inquiry;

/* The draft is left as it is: it is made where it is used. */
static inline void cn_inquiry_set(cn_inquiry *at, const cn_rules *rules, const cn_public *pub,
                                  const cn_cards *hand, unsigned only)
{
    at->rules = rules;
    at->pub = pub;
    at->hand = hand;
    at->only = only;
    at->effort = CN_EFFORT_USUAL;
    at->unsure = (cn_mask){{0}};
    at->out_asked = at->out = at->no_out = false;
    at->drafts = false;
}

/* The steps found with the effort there is, in PHASE_DRAW or PHASE_MELD. */
cn_mask cn_legal_with_effort(cn_inquiry *at);

#endif
