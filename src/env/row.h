/* Writes what one seat may know as a row of numbers.
 * Not here: which fields there are (layout.h). Invariant: reads the public state, what everybody
 * has seen, and the seat's own hand - nothing else is handed over. */
#ifndef CANASTA_ENV_ROW_H
#define CANASTA_ENV_ROW_H

#include "watch.h"

void cn_env_row_write(const cn_env_layout *layout, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, const cn_env_watch *watch, unsigned seat, int16_t *row);

/* One byte for each of the first `count` numbers: 1 where the mask has it. */
void cn_env_mask_write(const cn_mask *mask, unsigned count, uint8_t *bytes);

#endif
