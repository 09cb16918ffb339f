/* SHA-256 and SHAKE256 by OpenSSL. Not here: what goes into them (proof.c).
 * Invariant: a stream is exact however many words are taken from it. */
#include "fair/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

cn_fair_input cn_fair_input_make(const char *label)
{
    cn_fair_input input = {0};
    cn_fair_put(&input, label, strlen(label) + 1);
    return input;
}

void cn_fair_put(cn_fair_input *input, const void *bytes, size_t size)
{
    assert(size <= sizeof input->byte - input->size);
    memcpy(input->byte + input->size, bytes, size);
    input->size += size;
}

void cn_fair_put_number(cn_fair_input *input, uint32_t number, unsigned bytes)
{
    for (unsigned left = bytes; left > 0; left--) {
        const uint8_t byte = (uint8_t)(number >> 8 * (left - 1));
        cn_fair_put(input, &byte, 1);
    }
}

cn_fair_hash cn_fair_sha256(const cn_fair_input *input)
{
    cn_fair_hash hash;
    unsigned length = 0;
    if (EVP_Digest(input->byte, input->size, hash.byte, &length, EVP_sha256(), NULL) != 1) abort();
    assert(length == CN_FAIR_HASH_BYTES);
    return hash;
}

bool cn_fair_hash_equal(const cn_fair_hash *a, const cn_fair_hash *b)
{
    return memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

void cn_fair_shake256(const cn_fair_input *input, uint8_t *out, size_t size)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || EVP_DigestInit_ex(context, EVP_shake256(), NULL) != 1 ||
        EVP_DigestUpdate(context, input->byte, input->size) != 1 ||
        EVP_DigestFinalXOF(context, out, size) != 1)
        abort();
    EVP_MD_CTX_free(context);
}

void cn_fair_stream_start(cn_fair_stream *stream, const cn_fair_input *input)
{
    stream->input = *input;
    stream->made = sizeof stream->block;
    stream->used = 0;
    cn_fair_shake256(input, stream->block, sizeof stream->block);
}

/* All over again, up to the end of the next block: a deck hardly ever comes here, because its words
 * are in the first one. */
static void next_block(cn_fair_stream *stream)
{
    const size_t size = stream->made + sizeof stream->block;
    uint8_t *all = malloc(size);
    if (all == NULL) abort();
    cn_fair_shake256(&stream->input, all, size);
    memcpy(stream->block, all + stream->made, sizeof stream->block);
    free(all);
    stream->made = size;
    stream->used = 0;
}

uint32_t cn_fair_stream_next(cn_fair_stream *stream)
{
    if (stream->used == sizeof stream->block) next_block(stream);
    const uint8_t *at = stream->block + stream->used;
    stream->used += 4;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}
