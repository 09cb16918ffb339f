/* The commonest of the usual melding turns, by rules whose melds are told by their counts.
 * Not here: all others (legal_usual.c). Invariant: the same steps as there. */
#ifndef CANASTA_LEGAL_COUNTED_H
#define CANASTA_LEGAL_COUNTED_H

#include "canasta/public.h"
#include "canasta/step.h"

/* True if there may be such turns; cn_rules.usual and .caps are known. */
bool cn_has_counted_turns(const cn_rules *rules);

/* By rules with such turns, in PHASE_MELD: false if this is none, or the side has not opened, and
 * then `mask` means nothing. ASK is never among the steps. */
bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask);

/* All steps by such rules, in PHASE_MELD, whether this is such a turn or not. */
void cn_legal_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                   cn_mask *mask);

/* The same of turns that are not told so, and ASK, if it may be legal, added to the steps of those
 * that are (legal.c). */
void cn_legal_beyond_counts(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            cn_mask *mask);
void cn_add_question_if(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask);

#endif
