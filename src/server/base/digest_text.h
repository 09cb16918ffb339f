/* Digests as hexadecimal text. Not here: making them (secret.h).
 * Invariant: what is read is what was written, or nothing. */
#ifndef CANASTA_SERVER_DIGEST_TEXT_H
#define CANASTA_SERVER_DIGEST_TEXT_H

#include "server/base/secret.h"

enum { CN_DIGEST_TEXT = 2 * CN_DIGEST_BYTES + 1 };

void cn_digest_write(const cn_digest *digest, char out[CN_DIGEST_TEXT]);
/* False if the text, which may be NULL, is none. */
bool cn_digest_read(const char *text, cn_digest *digest);

#endif
