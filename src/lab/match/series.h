/* Matches one after the other that are kept in one state file and go on where they stopped: one for
 * `canasta match`, one for each pair of players for `canasta ladder`.
 * Not here: playing (match.h), the file (state_file.h). Invariant: stopping and going on changes no
 * sum. */
#ifndef CANASTA_SERIES_H
#define CANASTA_SERIES_H

#include "lab/match/match.h"
#include "lab/tables/state_file.h"

typedef enum cn_series_status {
    CN_SERIES_OK,
    CN_SERIES_FAULT,   /* `fault` says which */
    CN_SERIES_REFUSED, /* the state cannot be gone on with; nothing was played or written */
    CN_SERIES_UNKEPT   /* the state could not be written */
} cn_series_status;

typedef struct cn_series {
    /* Filled in by the caller. `done`, `hear` and `hear_context` of the plans are not. All are of
     * the same rules, seed and number of deals. */
    cn_match_plan *plan;
    cn_match_result *result; /* one for each plan */
    unsigned count;
    const char *state_path; /* NULL: nothing is kept */
    void (*hear)(void *context, unsigned match_i, const cn_match_sums *sums); /* may be NULL */
    void *hear_context;
    /* Answers. */
    cn_lab_status fault;
    char message[CN_STATE_MESSAGE_BYTES]; /* of REFUSED and UNKEPT */
} cn_series;

cn_series_status cn_series_play(cn_series *series);

#endif
