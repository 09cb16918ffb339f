/* The commonest of the usual melding turns, by rules whose melds are told by their counts but have
 * limits: ranks that close for everybody or take no wilds, wilds that a meld of wilds locks.
 * Not here: all others (legal_usual.c). Invariant: the same steps as there. */
#ifndef CANASTA_LEGAL_LIMITS_H
#define CANASTA_LEGAL_LIMITS_H

#include "canasta/public.h"
#include "canasta/step.h"

/* Fills cn_rules.limits_counted, .limits_first and .together_*; .usual, .caps, .counted, .wild_most
 * and .wilds_below are known. */
void cn_derive_limited_turns(cn_rules *rules);

/* By rules with such turns, in PHASE_MELD of a side that has opened: false if this is none, and
 * then `mask` means nothing. */
bool cn_legal_limited(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask);

/* All steps by rules with such turns that are plain nowhere (cn_rules.limits_first), in PHASE_MELD,
 * whether this is one or not. */
void cn_legal_with_limits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          cn_mask *mask);

#endif
