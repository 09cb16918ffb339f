/* Twenty-four bytes: identity, number, and the beginning of their digest, the highest byte first.
 * Not here: as in the header. Invariant: as in the header. */
#include "server/store/witness.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/secret.h"

enum { SAID_BYTES = 16, WITNESS_BYTES = 24, PATH_MAX_BYTES = 4096 };

struct cn_witness {
    int file;
};

cn_witness *cn_witness_open(const char *path)
{
    char name[PATH_MAX_BYTES];
    if (snprintf(name, sizeof name, "%s-seen", path) >= (int)sizeof name) return NULL;
    const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return NULL;
    cn_witness *witness = malloc(sizeof *witness);
    if (witness == NULL) abort();
    witness->file = file;
    return witness;
}

void cn_witness_close(cn_witness *witness)
{
    if (witness == NULL) return;
    close(witness->file);
    free(witness);
}

static void put_number(uint8_t *out, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++) out[i] = (uint8_t)(number >> (8 * (7 - i)));
}

static void put_all(uint8_t out[WITNESS_BYTES], uint64_t identity, uint64_t commits)
{
    put_number(out, identity);
    put_number(out + 8, commits);
    const cn_digest digest = cn_digest_of(out, SAID_BYTES);
    memcpy(out + SAID_BYTES, digest.byte, WITNESS_BYTES - SAID_BYTES);
}

uint64_t cn_witness_read(const cn_witness *witness, uint64_t identity)
{
    uint8_t read[WITNESS_BYTES], right[WITNESS_BYTES];
    if (witness == NULL) return 0;
    if (pread(witness->file, read, sizeof read, 0) != (ssize_t)sizeof read) return 0;
    uint64_t commits = 0;
    for (unsigned i = 8; i < SAID_BYTES; i++) commits = commits << 8 | read[i];
    put_all(right, identity, commits);
    return memcmp(read, right, sizeof read) == 0 ? commits : 0;
}

void cn_witness_write(cn_witness *witness, uint64_t identity, uint64_t commits)
{
    uint8_t all[WITNESS_BYTES];
    if (witness == NULL) return;
    put_all(all, identity, commits);
    const ssize_t written = pwrite(witness->file, all, sizeof all, 0);
    (void)written; /* one that cannot be written is behind, or broken: that is no loss */
}
