/* A world as the game that it is, for tests and for the engine.
 * Not here: what a world is (canasta/world.h). Invariant: players cannot include this, because it
 * includes the game. */
#ifndef CANASTA_ENGINE_WORLD_H
#define CANASTA_ENGINE_WORLD_H

#include "canasta/game.h"
#include "canasta/world.h"

const cn_game *cn_world_game(const cn_world *world);

#endif
