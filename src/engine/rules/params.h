/* Ranges of single parameters.
 * Not here: values that make no sense together (rules_check.h). Invariant: reads nothing but the
 * parameter table. */
#ifndef CANASTA_ENGINE_PARAMS_H
#define CANASTA_ENGINE_PARAMS_H

#include "canasta/rules.h"

/* Name of the first parameter out of its range, NULL if all are inside. */
const char *cn_param_out_of_range(const cn_params *params);

#endif
