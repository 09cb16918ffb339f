/* The log of a walk at a table of another name, with its decks in clear or as fair deals.
 * Not here: the walk. Invariant: what differs between two stories of the same walk is the deck of
 * its last hand, and the seed that was committed to for it. */
#ifndef CANASTA_TESTS_AUDIT_STORY_H
#define CANASTA_TESTS_AUDIT_STORY_H

#include "scene.h"

/* Puts the first entries of the window's walk into the log of the rig, and those of its people. */
void story_put(rig *r, const window *w);

#endif
