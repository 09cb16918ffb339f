/* What a stream of random numbers of the environment is for; part of its seed.
 * Not here: streams (random/random.h). Invariant: the numbers are none of lab/tables/purpose.h's.
 */
#ifndef CANASTA_ENV_PURPOSE_H
#define CANASTA_ENV_PURPOSE_H

enum { CN_PURPOSE_ENV_DECK = 101, CN_PURPOSE_ENV_PLAYER = 102, CN_PURPOSE_ENV_SAMPLE = 103 };

#endif
