/* A guard stays in every build: it stops the program before memory outside an array is touched.
 * Not here: ordinary assertions (assert.h), which say what the programmer promised.
 * Invariant: a guard that fires is a bug of the engine, never an answer to bad input. */
#ifndef CANASTA_GUARD_H
#define CANASTA_GUARD_H

#define cn_guard(condition) ((condition) ? (void)0 : __builtin_trap())

#endif
