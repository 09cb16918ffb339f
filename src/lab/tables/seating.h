/* Which player of a match plays which person in which rotation.
 * Not here: playing. Invariant: over all rotations of a deal every player has every place equally
 * often, and in each rotation the first player is against somebody. */
#ifndef CANASTA_SEATING_H
#define CANASTA_SEATING_H

#include <stdbool.h>

#include "canasta/rules.h"

/* True if a match of so many players can be seated: one for each person, or at most one for each
 * side, whose members it then plays all. */
bool cn_seating_allows(const cn_rules *rules, unsigned player_count);

/* Rotations of one deal: as many as there are players, if they share the places evenly. */
unsigned cn_seating_rotations(const cn_rules *rules, unsigned player_count);

/* The player, 0 to player_count - 1, of a person at the table (rules.h). */
unsigned cn_seating_player(const cn_rules *rules, unsigned player_count, unsigned rotation,
                           unsigned person);

/* True where the first of two players can have a strange partner: two sides of equally many
 * persons, two or more. */
bool cn_seating_has_partners(const cn_rules *rules);

/* With a strange partner there is one rotation for each person: that one is the first player (0),
 * the others of its side are the partner (2), the rest the second player (1). */
unsigned cn_seating_with_partner(const cn_rules *rules, unsigned rotation, unsigned person);

/* The side whose total a person plays for. */
unsigned cn_seating_side(const cn_rules *rules, unsigned person);

#endif
