/* Everything that must not be guessed: keys, table names, the shuffle; and their digests.
 * Not here: streams for simulation and bots (random/random.h).
 * Invariant: every random bit comes from the generator of entropy.h. */
#ifndef CANASTA_SERVER_SECRET_H
#define CANASTA_SERVER_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "canasta/card.h"
#include "server/base/bounds.h"
#include "server/base/entropy.h"

enum { CN_DIGEST_BYTES = 32 };

typedef struct cn_digest {
    uint8_t byte[CN_DIGEST_BYTES]; /* SHA-256 */
} cn_digest;

/* A key of 128 bits in hexadecimal digits. */
void cn_secret_key(char out[CN_KEY_CHARACTERS + 1]);
/* So many letters and digits that nobody mistakes for one another, five bits each. */
void cn_secret_letters(char *out, unsigned count);
/* A public name for a table: 50 bits. */
void cn_secret_id(char out[CN_ID_CHARACTERS + 1]);
/* Uniform in 0..bound-1 without bias; bound > 0. */
uint32_t cn_secret_below(uint32_t bound);
/* Puts the cards into an order of which each is equally likely. */
void cn_secret_shuffle(cn_card *cards, unsigned count);

cn_digest cn_digest_of(const void *data, size_t size);
/* Takes the same time whether and wherever they differ. */
bool cn_digest_equal(const cn_digest *a, const cn_digest *b);

#endif
