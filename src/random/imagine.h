/* Draws a world: one of all the ways in which the cards that a seat has not seen could lie.
 * Not here: which cards and ways there are (canasta/world.h).
 * Invariant: every way is equally likely; the same stream gives the same worlds on every machine.
 */
#ifndef CANASTA_IMAGINE_H
#define CANASTA_IMAGINE_H

#include "canasta/world.h"
#include "random/random.h"

/* `unseen` was listed for this view; make it once and draw as many worlds as you like. False if
 * somebody else is in the middle of a turn that hardly any cards allow, and none was found. */
bool cn_imagine(cn_world *world, const cn_view *view, const cn_rules *rules,
                const cn_unseen *unseen, cn_stream *stream);

#endif
