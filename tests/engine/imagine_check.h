/* Looks at what a seat imagines at one position of a test's table.
 * Not here: positions, how likely a world is. Invariant: nothing of the table changes. */
#ifndef CANASTA_TESTS_IMAGINE_CHECK_H
#define CANASTA_TESTS_IMAGINE_CHECK_H

#include "table.h"

typedef struct imagine_counts {
    unsigned worlds, not_found, doubtful, played_out, limited, with_known;
} imagine_counts;

/* Fails the test if the true cards are not among those that the seat takes for possible; now and
 * then draws a world, checks all of it, and plays some to their end. */
void imagine_check(const table *t, unsigned seat, cn_stream *mind, imagine_counts *c);

#endif
