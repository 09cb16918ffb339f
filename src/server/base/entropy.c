/* The system's generator. Not here: as in the header. Invariant: all of `out` is filled. */
#include "server/base/entropy.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

void cn_secret_bytes(void *out, size_t size)
{
    unsigned char *at = out;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) abort(); /* a server that cannot shuffle must not deal */
        at += got;
        size -= (size_t)got;
    }
}
