/* One of several parts in which the deals of a match are played, on one machine or many.
 * Not here: putting parts together (merge.h). Invariant: the parts of any number of deals, one
 * after the other, are these deals, each once. */
#ifndef CANASTA_PART_H
#define CANASTA_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "text/base/text.h"

enum { CN_PARTS_MAX = 10000 };

typedef struct cn_part {
    unsigned number; /* 1 to count */
    unsigned count;  /* 0: the whole is meant, which has no number */
} cn_part;

/* "2/4"; false if that is no part. */
bool cn_part_read(const char *text, size_t length, cn_part *part);

/* How many of the deals are played before a part, and how many up to its end. */
uint64_t cn_part_begin(cn_part part, uint64_t deals);
uint64_t cn_part_end(cn_part part, uint64_t deals);

#endif
