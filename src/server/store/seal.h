/* What the log keeps sealed: the seeds of deals, by AES-256-GCM under a key in a file beside the
 * data file.
 * Not here: which entries have secrets (table/core.h). Invariant: a key is on the disk before
 * anything is sealed by it; what was sealed for one entry opens as that of no other. */
#ifndef CANASTA_SERVER_SEAL_H
#define CANASTA_SERVER_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/store/log.h"

enum {
    CN_SEAL_KEY_BYTES = 32,
    CN_SEAL_NONCE_BYTES = 12,
    CN_SEAL_TAG_BYTES = 16,
    CN_SEALED_BYTES = CN_SEAL_NONCE_BYTES + CN_SECRET_BYTES + CN_SEAL_TAG_BYTES,
    CN_SEAL_PATH_BYTES = 4096
};

typedef struct cn_seal {
    uint8_t key[CN_SEAL_KEY_BYTES];
} cn_seal;

/* Writes the name of the data file's key file; false if that is too long. An archive has the key of
 * the file beside which it stands. */
bool cn_seal_path(const char *data, char out[CN_SEAL_PATH_BYTES]);

typedef enum cn_seal_status {
    CN_SEAL_READ,
    CN_SEAL_NONE, /* there is no key file */
    CN_SEAL_WRONG /* it cannot be read, or holds no key */
} cn_seal_status;
cn_seal_status cn_seal_read(const char *data, cn_seal *seal);
/* Makes a key and its file, which only the owner may read, and syncs it. False with errno. */
bool cn_seal_make(const char *data, cn_seal *seal);
/* The same for a key that is there already. */
bool cn_seal_write(const char *data, const cn_seal *seal);
/* A number that stands in the data file and tells whether a key is its own, and nothing else. */
int64_t cn_seal_mark(const cn_seal *seal);

/* Seals the secret of an entry. */
void cn_seal_close(const cn_seal *seal, const char *table, const cn_entry *entry,
                   uint8_t sealed[CN_SEALED_BYTES]);
/* Opens what was sealed for this entry (number and kind are asked for); false if it was not. */
bool cn_seal_open(const cn_seal *seal, const char *table, const cn_entry *entry,
                  const uint8_t sealed[CN_SEALED_BYTES], uint8_t secret[CN_SECRET_BYTES]);

#endif
