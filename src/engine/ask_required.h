/* The question that must be put before going out (P71): it is about going out after a yes, which is
 * another position, but weighs as much.
 * Not here: questions that may be put (legal_search.c), the answer. Invariant: says what possible.c
 * says of the step. */
#ifndef CANASTA_ASK_REQUIRED_H
#define CANASTA_ASK_REQUIRED_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "effort.h"

/* In PHASE_MELD, where nothing else keeps the question from being put (cn_ask_refusal_now). */
bool cn_required_question_is_legal(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, cn_effort *effort);

/* Adds it to the steps of a usual turn of a side that has opened, if it is legal; by rules of which
 * cn_asks_first is true. */
void cn_add_required_question(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask);

static inline bool cn_asks_first(const cn_rules *rules)
{
    return rules->p.ask_partner == CN_ASK_PARTNER_REQUIRED && rules->ranks_free;
}

#endif
