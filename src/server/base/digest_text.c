/* Writing and reading digests. Not here: as in the header. Invariant: as in the header. */
#include "server/base/digest_text.h"

#include <stdio.h>
#include <string.h>

void cn_digest_write(const cn_digest *digest, char out[CN_DIGEST_TEXT])
{
    for (unsigned i = 0; i < CN_DIGEST_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", digest->byte[i]);
}

static int nibble(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    return -1;
}

bool cn_digest_read(const char *text, cn_digest *digest)
{
    if (text == NULL || strlen(text) != CN_DIGEST_TEXT - 1) return false;
    for (unsigned i = 0; i < CN_DIGEST_BYTES; i++) {
        const int high = nibble(text[2 * i]), low = nibble(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        digest->byte[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
