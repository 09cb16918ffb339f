/* The two functions that everything fair is made of: SHA-256, and SHAKE256 as bytes or as words.
 * Not here: what goes into them (proof.h).
 * Invariant: a stream is exact however many words are taken from it. */
#ifndef CANASTA_FAIR_STREAM_H
#define CANASTA_FAIR_STREAM_H

#include <stddef.h>

#include "text/records/fair_text.h"

enum {
    CN_FAIR_INPUT_MAX = 416,   /* a label, its 0 and a tail with eight parts take 390 */
    CN_FAIR_BLOCK_BYTES = 2304 /* of a stream at once: more than the words of a deck */
};

/* What is hashed, put together piece by piece. */
typedef struct cn_fair_input {
    size_t size;
    uint8_t byte[CN_FAIR_INPUT_MAX];
} cn_fair_input;

/* Begins with the label and a byte 0. */
cn_fair_input cn_fair_input_make(const char *label);
void cn_fair_put(cn_fair_input *input, const void *bytes, size_t size);
void cn_fair_put_number(cn_fair_input *input, uint32_t number, unsigned bytes); /* big-endian */

cn_fair_hash cn_fair_sha256(const cn_fair_input *input);
bool cn_fair_hash_equal(const cn_fair_hash *a, const cn_fair_hash *b);
/* The first `size` bytes of SHAKE256. */
void cn_fair_shake256(const cn_fair_input *input, uint8_t *out, size_t size);

/* SHAKE256 read as big-endian words of 32 bits, one after another. */
typedef struct cn_fair_stream {
    cn_fair_input input;
    size_t made, used; /* bytes: up to the end of the block, and of the block */
    uint8_t block[CN_FAIR_BLOCK_BYTES];
} cn_fair_stream;

void cn_fair_stream_start(cn_fair_stream *stream, const cn_fair_input *input);
uint32_t cn_fair_stream_next(cn_fair_stream *stream);

#endif
