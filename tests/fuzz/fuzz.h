/* What the fuzzers share. Not here: what is fuzzed; libFuzzer's own main.
 * Invariant: a fuzzer ends the process where something does not hold, and keeps nothing between two
 * inputs that could change what the second does. */
#ifndef CANASTA_TESTS_FUZZ_H
#define CANASTA_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: this does not hold: %s\n", __FILE__, __LINE__, #condition);    \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Pieces of the input, as its first bytes say: what comes at once. The rest comes in one piece. */
typedef struct fuzz_cuts {
    const uint8_t *at, *end; /* of the lengths */
} fuzz_cuts;

static inline size_t fuzz_piece(fuzz_cuts *cuts, size_t left)
{
    const size_t piece = cuts->at < cuts->end ? (size_t)*cuts->at++ + 1 : left;
    return piece < left ? piece : left;
}

#endif
