/* The known answers of vectors.json, for the tests.
 * Not here: what they are compared with. Invariant: a file that cannot be read fails the test. */
#ifndef CANASTA_TESTS_VECTORS_H
#define CANASTA_TESTS_VECTORS_H

#include "fair/proof.h"

enum { VECTORS_MAX = 32, VECTOR_PROOFS_MAX = 8 };

typedef struct vector {
    cn_fair_deal deal; /* with commitment and root */
    unsigned packs, jokers, cards, proofs;
    cn_card card[CN_DECK_CARDS_MAX];
    cn_fair_proof proof[VECTOR_PROOFS_MAX];
} vector;

/* Reads the file that CANASTA_VECTORS names; returns how many there are. */
unsigned vectors_read(vector out[VECTORS_MAX]);

#endif
