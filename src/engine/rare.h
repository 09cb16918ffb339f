/* A mark for functions that the usual path only sometimes calls: kept out of line, so that it saves
 * no registers for them.
 * Not here: anything else. Invariant: changes no result. */
#ifndef CANASTA_RARE_H
#define CANASTA_RARE_H

#define CN_RARE __attribute__((noinline))

#endif
