/* Sequential test of two values for a mean, after Wald, with the variance that was measured.
 * Not here: when it is asked. Invariant: the same numbers give the same answer. */
#ifndef CANASTA_SPRT_H
#define CANASTA_SPRT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cn_sprt_answer { CN_SPRT_GO_ON, CN_SPRT_LOW, CN_SPRT_HIGH } cn_sprt_answer;

typedef struct cn_sprt {
    double low, high; /* low < high */
} cn_sprt;

/* No answer before so many independent observations: an error estimated from fewer says little. */
enum { CN_SPRT_FEWEST = 64 };

/* Logarithm of how much better `high` explains a mean with that standard error than `low` does.
 * Without any error it is infinite, or 0 half-way between the two. */
double cn_sprt_evidence(const cn_sprt *sprt, double mean, double error);

/* The answer after `count` observations; it is wrong once in twenty if the mean is one of the two.
 */
cn_sprt_answer cn_sprt_ask(const cn_sprt *sprt, int64_t count, double mean, double error);

#endif
