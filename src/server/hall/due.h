/* What is due when: a heap of moments.
 * Not here: the clock, and what is to be done. Invariant: setting and taking one costs the
 * logarithm of how many there are. */
#ifndef CANASTA_SERVER_DUE_H
#define CANASTA_SERVER_DUE_H

#include <stddef.h>
#include <stdint.h>

/* Stands in what it is about; all zero: not due. */
typedef struct cn_due {
    int64_t at_ms;
    size_t place; /* in the heap, from 1; 0: not due */
} cn_due;

typedef struct cn_dues {
    cn_due **heap; /* from 1 on */
    size_t count, room;
} cn_dues;

void cn_dues_free(cn_dues *dues);
/* Makes it due at that moment, whether it was due before or not. */
void cn_due_set(cn_dues *dues, cn_due *due, int64_t at_ms);
void cn_due_clear(cn_dues *dues, cn_due *due);
/* What is due first, NULL if nothing is. */
cn_due *cn_due_first(const cn_dues *dues);

#endif
