/* The chain by libcrypto. Not here: as in the header.
 * Invariant: a value is one byte of type, eight of number or length with the highest first, and
 * what it holds. */
#include "server/store/chain.h"

#include <assert.h>
#include <stdlib.h>

#include <openssl/evp.h>

enum { TYPE_NULL, TYPE_NUMBER, TYPE_TEXT, TYPE_BLOB };
enum { HEAD_BYTES = 9 };

struct cn_chain {
    EVP_MD *sha256;
    EVP_MD_CTX *context;
};

cn_chain *cn_chain_make(void)
{
    cn_chain *chain = calloc(1, sizeof *chain);
    if (chain == NULL) abort();
    chain->sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    chain->context = EVP_MD_CTX_new();
    if (chain->sha256 == NULL || chain->context == NULL) abort();
    return chain;
}

void cn_chain_free(cn_chain *chain)
{
    if (chain == NULL) return;
    EVP_MD_CTX_free(chain->context);
    EVP_MD_free(chain->sha256);
    free(chain);
}

static void add(cn_chain *chain, const void *bytes, size_t size)
{
    if (EVP_DigestUpdate(chain->context, bytes, size) != 1) abort();
}

static void add_head(cn_chain *chain, uint8_t type, uint64_t number)
{
    uint8_t head[HEAD_BYTES] = {type};
    for (unsigned i = 1; i < HEAD_BYTES; i++) head[i] = (uint8_t)(number >> (8 * (8 - i)));
    add(chain, head, type == TYPE_NULL ? 1 : sizeof head);
}

void cn_chain_begin(cn_chain *chain, const cn_digest *before)
{
    if (EVP_DigestInit_ex2(chain->context, chain->sha256, NULL) != 1) abort();
    add(chain, before->byte, CN_DIGEST_BYTES);
}

void cn_chain_null(cn_chain *chain)
{
    add_head(chain, TYPE_NULL, 0);
}

void cn_chain_number(cn_chain *chain, int64_t number)
{
    add_head(chain, TYPE_NUMBER, (uint64_t)number);
}

void cn_chain_text(cn_chain *chain, const void *text, size_t length)
{
    add_head(chain, TYPE_TEXT, length);
    add(chain, text, length);
}

void cn_chain_blob(cn_chain *chain, const void *bytes, size_t size)
{
    add_head(chain, TYPE_BLOB, size);
    add(chain, bytes, size);
}

cn_digest cn_chain_end(cn_chain *chain)
{
    cn_digest link;
    unsigned length = 0;
    if (EVP_DigestFinal_ex(chain->context, link.byte, &length) != 1) abort();
    assert(length == CN_DIGEST_BYTES);
    return link;
}
