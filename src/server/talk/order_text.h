/* What was ordered of a new table, read out of the body of a call.
 * Not here: making it (hall/order.h). Invariant: what is read can be made, or it is said why not.
 */
#ifndef CANASTA_SERVER_ORDER_TEXT_H
#define CANASTA_SERVER_ORDER_TEXT_H

#include "server/hall/order.h"
#include "text/house/house_text.h"

/* What an order points at. */
typedef struct cn_order_text {
    char rules[CN_HOUSE_CODE_MAX]; /* as it was sent: a name or a code */
    cn_house house;
    char overrides[CN_OVERRIDES_BYTES_MAX + 1];
    char bot[CN_BOT_WORD_MAX + 1];
    char wrong[CN_OVERRIDES_BYTES_MAX]; /* what is wrong, if something is */
} cn_order_text;

/* False with text->wrong if there is no such table. */
bool cn_read_order(const cn_hall *hall, json_object *body, cn_order_text *text,
                   cn_table_order *order);

#endif
