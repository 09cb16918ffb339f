/* The table behind a module instance, for the files of a module that share it.
 * Not here: what is asked about it (canasta_wasm.c, players_wasm.c).
 * Invariant: only cw_start and cw_event change it. */
#ifndef CANASTA_WASM_TABLE_H
#define CANASTA_WASM_TABLE_H

#include "canasta/view.h"

typedef struct cw_table {
    cn_rules rules;
    cn_view view;
} cw_table;

/* NULL before one has been started. */
const cw_table *cw_the_table(void);

#endif
