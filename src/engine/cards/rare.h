/* Marks for what the compiler cannot know: which functions the usual path only sometimes calls, and
 * which it always runs through.
 * Not here: anything else. Invariant: changes no result. */
#ifndef CANASTA_RARE_H
#define CANASTA_RARE_H

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

/* The pointer is found once: otherwise its index is multiplied anew for each member. */
#define CN_FOUND(pointer) __asm__("" : "+r"(pointer))

/* What was read before is read anew behind it: kept until then, it would take a register that had
 * to be saved first. */
#define CN_FORGOTTEN() __asm__ volatile("" : : : "memory")

#endif
