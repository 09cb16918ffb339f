/* The legal steps of usual turns, in which no lay, take or discard leads into a dead end.
 * Not here: all other turns (legal.c). Invariant: the steps that legal.c finds. */
#ifndef CANASTA_LEGAL_USUAL_H
#define CANASTA_LEGAL_USUAL_H

#include "canasta/public.h"
#include "canasta/step.h"

/* Fills cn_rules.usual, true if the rules have melding turns of which cn_legal_usual knows all, and
 * cn_rules.limited. */
void cn_derive_usual_turns(cn_rules *rules);

/* By rules that are not plain: false if nobody draws or melds or if the turn is not a usual one,
 * and then `mask` means nothing. ASK is never among the steps. */
bool cn_legal_usual(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_mask *mask);

/* The same in PHASE_MELD of a turn that cn_legal_counted does not know. */
bool cn_legal_uncounted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask);

#endif
