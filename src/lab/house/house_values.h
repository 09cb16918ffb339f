/* Random values for parameters, as somebody who makes up house rules might choose them.
 * Not here: which parameters change (house_rules.c), whether values fit together (engine).
 * Invariant: made from the parameter table; the same stream gives the same value everywhere. */
#ifndef CANASTA_HOUSE_VALUES_H
#define CANASTA_HOUSE_VALUES_H

#include "canasta/params.h"
#include "random/random.h"

/* Gives the parameter another value, often one near its present one, sometimes at the end of its
 * range. Parts of a list may still contradict each other, which the text reader refuses. */
void cn_house_draw_value(cn_params *params, unsigned param_i, cn_stream *stream);

#endif
