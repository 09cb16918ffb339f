/* The lays of a hand of two cards, by rules whose melds of a rank stay apart.
 * Not here: larger hands (legal_counted.c). Invariant: the steps that legal.c finds. */
#ifndef CANASTA_LAST_TWO_H
#define CANASTA_LAST_TWO_H

#include "canasta/public.h"
#include "canasta/step.h"

/* Of a side that has opened, in PHASE_MELD, with nothing named and nothing unfinished, by rules of
 * which cn_rules.counted_ranks is true: adds lays, names of melds and the end of the run to the
 * discards. False if the turn is none that is told so. */
bool cn_add_last_two(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask);

#endif
