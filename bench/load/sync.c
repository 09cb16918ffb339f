/* What one `write` and `fdatasync` take on a disk, as SQLite's log does them.
 * Not here: a server. Invariant: the file has its full size before the first one that is measured,
 * so that no length has to be written. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "load/clock.h"
#include "load/load.h"

enum { BLOCK_BYTES = 4096, BLOCKS = 1024, SYNCS_MAX = 20000, MOST_US = 2000000 };

static bool fill(int file, const char *block)
{
    for (unsigned i = 0; i < BLOCKS; i++)
        if (write(file, block, BLOCK_BYTES) != BLOCK_BYTES) return false;
    return fsync(file) == 0;
}

static bool measure(int file, char *block, load_samples *samples)
{
    const int64_t begun_us = load_now_us();
    if (!fill(file, block)) return false;
    while (samples->count < SYNCS_MAX && load_now_us() - begun_us < MOST_US) {
        const off_t place = (off_t)(samples->count % BLOCKS) * BLOCK_BYTES;
        memcpy(block, &samples->count, sizeof samples->count);
        const int64_t before_us = load_now_us();
        if (pwrite(file, block, BLOCK_BYTES, place) != BLOCK_BYTES || fdatasync(file) != 0)
            return false;
        load_samples_add(samples, load_now_us() - before_us);
    }
    return true;
}

bool load_sync(const char *path)
{
    char block[BLOCK_BYTES] = {0};
    load_samples samples = {0};
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool good = file >= 0 && measure(file, block, &samples);
    if (!good) fprintf(stderr, "canasta-load: %s: %s\n", path, strerror(errno));
    load_samples_sort(&samples);
    if (good)
        printf("{\"syncs\":%zu,\"p50_us\":%u,\"p99_us\":%u}\n", samples.count,
               load_samples_at(&samples, 500000), load_samples_at(&samples, 990000));
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    load_samples_free(&samples);
    return good;
}
