/* Matches one after the other that are kept in one state file and go on where they stopped: one for
 * `canasta match`, one for each pair of players for `canasta ladder`.
 * Not here: playing (match.h), the file (state_file.h). Invariant: neither stopping and going on
 * nor playing in parts changes a sum. */
#ifndef CANASTA_SERIES_H
#define CANASTA_SERIES_H

#include "lab/match/match.h"
#include "lab/match/part.h"
#include "lab/tables/state_file.h"

typedef enum cn_series_status {
    CN_SERIES_OK,
    CN_SERIES_FAULT,   /* `fault` says which */
    CN_SERIES_REFUSED, /* a state is not as it must be; nothing was played or written */
    CN_SERIES_UNKEPT   /* the state could not be written */
} cn_series_status;

typedef struct cn_series {
    /* Filled in by the caller. `done`, `hear` and `hear_context` of the plans are not. All are of
     * the same rules, seed and number of deals. */
    cn_match_plan *plan;
    cn_match_result *result; /* one for each plan */
    unsigned count;
    const char *state_path; /* NULL: nothing is kept */
    cn_part part;           /* that the deals of the plans are; of count 0: they are all deals */
    const char *command;    /* of parts: lines that name the work for who puts them together */
    void (*hear)(void *context, unsigned match_i, const cn_match_sums *sums); /* may be NULL */
    void *hear_context;
    /* Answers. */
    cn_lab_status fault;
    char message[CN_STATE_MESSAGE_BYTES]; /* of REFUSED and UNKEPT */
} cn_series;

cn_series_status cn_series_play(cn_series *series);

#endif
