/* Marks for what the compiler cannot know, guards that stay in every build, and copies of the used
 * front of an array. Not here: ordinary assertions, what is in use but of a side.
 * Invariant: a mark changes no result; a guard that fires is a bug of the engine. */
#ifndef CANASTA_MARKS_H
#define CANASTA_MARKS_H

#include <stddef.h>
#include <string.h>

#include "canasta/public.h"
#include "canasta/step.h"

#define cn_guard(condition) ((condition) ? (void)0 : __builtin_trap())

/* Kept out of line, so that the usual path saves no registers for it. */
#define CN_RARE __attribute__((noinline))

/* Put into each of its callers, so that what it is given stays in registers. */
#define CN_USUAL static inline __attribute__((always_inline))

/* May be put into callers in other files where gcc optimises across them; clang judges by itself
 * and wants no static functions in what is so marked. */
#if defined(__GNUC__) && !defined(__clang__)
#define CN_ACROSS extern inline
#else
#define CN_ACROSS
#endif

enum { CN_COPY_PIECE = 32 }; /* two moves; a loop of single ones would be made a call */

/* Copies `usual` bytes, so that most copies are a few moves without a call or a loop, and what more
 * is used by pieces. `room` is the size of the array; all but `used` are constants. */
static inline void cn_copy_used(void *to, const void *from, size_t used, size_t usual, size_t room)
{
    const size_t front = usual + (room - usual) % CN_COPY_PIECE;
    memcpy(to, from, front);
    for (size_t at = front; at < used; at += CN_COPY_PIECE)
        memcpy((char *)to + at, (const char *)from + at, CN_COPY_PIECE);
}

/* A side with the melds in play. */
static inline void cn_side_copy(cn_side *to, const cn_side *from)
{
    enum { USUAL_MELDS = 4 };
    const unsigned melds = from->meld_count;
    cn_guard(melds <= CN_MELDS_MAX);
    cn_copy_used(to, from, offsetof(cn_side, meld) + melds * sizeof(cn_meld),
                 offsetof(cn_side, meld) + USUAL_MELDS * sizeof(cn_meld), sizeof(cn_side));
}

/* A mask whose words have just been stored, one by one: a copy of two of them at once would wait
 * until both have reached the memory. */
static inline cn_mask cn_mask_copy(const cn_mask *mask)
{
    cn_mask copy = *mask;
    __asm__ inline(""
                   : "+r"(copy.word[0]), "+r"(copy.word[1]), "+r"(copy.word[2]),
                     "+r"(copy.word[3]));
    return copy;
}

#endif
