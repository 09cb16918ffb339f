/* What a referee answers - legal, a reason, or a score - as text, and what a file expects of it.
 * Not here: sentences for people (message catalogues), and how the answer is found.
 * Invariant: an outcome meets the expectation that was written from it. */
#ifndef CANASTA_OUTCOME_TEXT_H
#define CANASTA_OUTCOME_TEXT_H

#include "canasta/reason.h"
#include "canasta/score.h"
#include "text/base/text.h"

typedef enum cn_outcome_kind {
    CN_OUTCOME_NONE, /* nothing is known, nothing is expected */
    CN_OUTCOME_LEGAL,
    CN_OUTCOME_ILLEGAL,
    CN_OUTCOME_TOTAL,
    CN_OUTCOME_DEALT,
    CN_OUTCOME_OVER /* whether the game is over */
} cn_outcome_kind;

typedef struct cn_outcome {
    uint8_t kind;
    bool opens;              /* LEGAL: the play opens, and counts so much */
    int32_t points, minimum; /* of that opening */
    cn_reason reason;        /* ILLEGAL */
    cn_score score;          /* TOTAL */
    unsigned winners;        /* OVER: a bit for each side that won, 0 if the game goes on */
} cn_outcome;

enum { CN_EXPECTED_REASONS_MAX = 4 };

/* The parts that are left out in a file are left open, but named components are all components. */
typedef struct cn_expectation {
    uint8_t kind; /* cn_outcome_kind */
    bool has_count;
    int32_t points, minimum;
    unsigned reason_count; /* any of them will do (P152); 0: any reason at all */
    cn_reason reason[CN_EXPECTED_REASONS_MAX];
    bool has_numbers[CN_EXPECTED_REASONS_MAX];
    bool has_components;
    cn_score score;
    unsigned winners;
} cn_expectation;

/* "MIN 65<90", "MAX_WILDS 4>3", "FROZEN". */
void cn_write_reason(cn_writer *writer, cn_reason reason);
/* "690 (canastas+300 threes+300 melded+90)"; components that are zero are left out. */
void cn_write_score(cn_writer *writer, const cn_score *score);
/* "legal", "legal (95>=90)", "illegal MIN 65<90", "total 690 (...)", "dealt", "over 0 1",
 * "goes_on". */
void cn_write_outcome(cn_writer *writer, const cn_outcome *outcome);

/* Reads an outcome as cn_write_outcome writes it, alternatives of `illegal` parted by `|`. */
bool cn_expectation_parse(cn_scan *scan, unsigned side_count, cn_expectation *expected);
bool cn_expectation_met(const cn_expectation *expected, const cn_outcome *outcome);

#endif
