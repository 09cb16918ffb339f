/* Melds of twos (P62): what they take, and the twos that an unfinished one keeps for itself (P133).
 * Not here: going out with them (out_twos.h). Invariant: says of shapes what shape.c says. */
#ifndef CANASTA_TWOS_H
#define CANASTA_TWOS_H

#include "canasta/public.h"
#include "canasta/step.h"

/* The meld of twos takes one of the wilds in hand, after its run has ended. */
bool cn_twos_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned meld_i);

#endif
