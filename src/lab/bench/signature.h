/* Numbers that stand for all that the engine does, and for all that a player chooses.
 * Not here: over which rule sets they go (cli/bench_signature.c), speed (bench.h).
 * Invariant: the same on every machine and in every build; no clock, no files, no threads. */
#ifndef CANASTA_SIGNATURE_H
#define CANASTA_SIGNATURE_H

#include "players/player.h"

/* One number from `game_count` random games of a few hands: every legal set, every hand's score
 * and every final state goes into it. Another engine that plays alike has the same number. */
uint64_t cn_signature_engine(const cn_rules *rules, unsigned game_count);

/* One number from `game_count` games of a few hands with the player on every seat, or in every
 * second game on every second seat with `random` between: every step it chooses, with its cards,
 * and every final state goes into it. Of a player that thinks one hand, in which it thinks a
 * little. */
uint64_t cn_signature_player(const cn_rules *rules, const cn_player *player, unsigned game_count);

#endif
