/* Copying the used front of an array.
 * Not here: what is in use (public.c, game.c, view.c).
 * Invariant: never less than what is used, never more than the array. */
#ifndef CANASTA_COPY_H
#define CANASTA_COPY_H

#include <stddef.h>
#include <string.h>

/* Copies the first `used` bytes, or `usual` ones if that is no less: a constant that the array has
 * room for, so that most copies are a few moves and no call. */
static inline void cn_copy_used(void *to, const void *from, size_t used, size_t usual)
{
    if (used <= usual)
        memcpy(to, from, usual);
    else
        memcpy(to, from, used);
}

#endif
