/* The file in which one game of a match is recorded.
 * Not here: the format (text/record_text.h). Invariant: whatever could not be written is noticed.
 */
#ifndef CANASTA_RECORDING_H
#define CANASTA_RECORDING_H

#include <stdio.h>

#include "lab/tables/table.h"

typedef struct cn_kept_step {
    cn_step step;
    uint8_t seat;
} cn_kept_step;

typedef struct cn_recording {
    FILE *file; /* NULL: nothing is recorded */
    cn_record record;
    /* Of a hand whose stock is shared out nobody knows the deck before it is over: its steps wait
     * here, and are written after the deck as it turned out. */
    cn_kept_step *kept;
    size_t kept_count, kept_size;
    bool lost; /* there was no memory for a step */
} cn_recording;

/* Opens DIRECTORY/DEAL-ROTATION.record, tells the table to write to it, and names the seats after
 * their players. With a NULL directory nothing is recorded. The table has its shares already, if
 * any. The recording stays where it is until it is stopped. False if the file cannot be made. */
bool cn_recording_start(cn_recording *recording, cn_lab_table *table, const cn_rules *rules,
                        const char *directory, uint64_t deal_i, unsigned rotation);

/* A hand at the table was scored, with these scores. */
void cn_recording_scored(cn_recording *recording, const cn_lab_table *table,
                         const cn_score *scores);

/* Completes the record of a game, finished or not, and closes the file; false if not all of it
 * could be written. */
bool cn_recording_stop(cn_recording *recording, const cn_lab_table *table);

#endif
