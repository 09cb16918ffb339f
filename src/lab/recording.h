/* The file in which one game of a match is recorded.
 * Not here: the format (text/record_text.h). Invariant: whatever could not be written is noticed.
 */
#ifndef CANASTA_RECORDING_H
#define CANASTA_RECORDING_H

#include <stdio.h>

#include "lab/table.h"

typedef struct cn_recording {
    FILE *file; /* NULL: nothing is recorded */
    cn_record record;
} cn_recording;

/* Opens DIRECTORY/DEAL-ROTATION.record, tells the table to write to it, and names the seats after
 * their players. With a NULL directory nothing is recorded. False if the file cannot be made. */
bool cn_recording_start(cn_recording *recording, cn_lab_table *table, const cn_rules *rules,
                        const char *directory, uint64_t deal_i, unsigned rotation);

/* Completes the record of a game, finished or not, and closes the file; false if not all of it
 * could be written. */
bool cn_recording_stop(cn_recording *recording, const cn_lab_table *table);

#endif
