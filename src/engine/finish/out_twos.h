/* Twos that are locked, told before the rest of an arrangement is searched.
 * Not here: locks of wilds (finish.h). Invariant: as in out_twos.c. */
#ifndef CANASTA_OUT_TWOS_H
#define CANASTA_OUT_TWOS_H

#include "engine/finish/arrangement.h"

typedef struct cn_twos_lock {
    bool holds;      /* whatever the wilds in hand do */
    bool holds_twos; /* if a two is laid elsewhere */
} cn_twos_lock;

cn_twos_lock cn_twos_lock_of(const cn_arrangement *arrangement);

/* Twos are left that no meld may take, more than one that is discarded. */
bool cn_twos_are_stuck(const cn_arrangement *arrangement);

/* P133: of so many twos in hand as many wilds are for no other meld as an unfinished meld of twos:
 * it keeps all twos, or becomes a canasta by wilds first. */
unsigned cn_locked_twos(const cn_rules *rules, const cn_side *side, unsigned twos);

#endif
