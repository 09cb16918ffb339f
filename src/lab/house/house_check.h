/* Plays by random house rules and counts what must never happen.
 * Not here: drawing rules (house_rules.h), printing.
 * Invariant: a game depends on (seed, number) alone, and a fault names the step to repeat it. */
#ifndef CANASTA_HOUSE_CHECK_H
#define CANASTA_HOUSE_CHECK_H

#include "lab/house/house_rules.h"

typedef struct cn_house_check {
    uint64_t sets;    /* rules that were played by */
    uint64_t refused; /* drafts that the validator refused */
    uint64_t hands, steps;
    char fault[CN_HOUSE_FAULT_BYTES]; /* the first one, "" if there is none */
} cn_house_check;

/* Draws the rules of that number and plays `hands` hands of random play under all checks of
 * bench_check.h, and as many of a careful player, whose record is played again while it is written.
 * False at a fault, which `check` then tells; what was played up to it is counted. */
bool cn_house_check_set(uint64_t seed, uint64_t number, uint64_t hands, cn_house_check *check);

#endif
