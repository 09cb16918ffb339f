/* Keys, names and shuffles, and SHA-256.
 * Not here: who may use a key.
 * Invariant: no seed is ever kept, so nothing can be worked out backwards. */
#include "server/base/secret.h"

#include <assert.h>
#include <stdlib.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

void cn_secret_key(char out[CN_KEY_CHARACTERS + 1])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[CN_KEY_CHARACTERS / 2];
    cn_secret_bytes(bytes, sizeof bytes);
    for (unsigned i = 0; i < sizeof bytes; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[CN_KEY_CHARACTERS] = '\0';
}

void cn_secret_letters(char *out, unsigned count)
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz023456789";
    static_assert(sizeof letters == 32 + 1, "five bits a letter");
    cn_secret_bytes(out, count);
    for (unsigned i = 0; i < count; i++) out[i] = letters[(uint8_t)out[i] & 31];
    out[count] = '\0';
}

void cn_secret_id(char out[CN_ID_CHARACTERS + 1])
{
    cn_secret_letters(out, CN_ID_CHARACTERS);
}

uint32_t cn_secret_below(uint32_t bound)
{
    assert(bound > 0);
    /* Words at or above the last whole multiple of the bound would favour small results. */
    uint32_t excess = (UINT32_MAX % bound + 1) % bound;
    uint32_t word;
    do cn_secret_bytes(&word, sizeof word);
    while (word > UINT32_MAX - excess);
    return word % bound;
}

void cn_secret_shuffle(cn_card *cards, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        uint32_t j = cn_secret_below(i);
        cn_card swap = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = swap;
    }
}

cn_digest cn_digest_of(const void *data, size_t size)
{
    cn_digest digest;
    unsigned length = 0;
    if (EVP_Digest(data, size, digest.byte, &length, EVP_sha256(), NULL) != 1) abort();
    assert(length == CN_DIGEST_BYTES);
    return digest;
}

bool cn_digest_equal(const cn_digest *a, const cn_digest *b)
{
    return CRYPTO_memcmp(a->byte, b->byte, CN_DIGEST_BYTES) == 0;
}
