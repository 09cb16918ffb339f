/* What the parts that make a position share while they make it.
 * Not here: anything for users of positions (position_text.h).
 * Invariant: each card that is read is counted against the pack at once, with its line and column.
 */
#ifndef CANASTA_POSITION_BUILDER_H
#define CANASTA_POSITION_BUILDER_H

#include "text/position_text.h"

typedef struct cn_position_builder {
    const cn_position_lines *lines;
    cn_position *out;
    cn_text_error *error;
    cn_side *own, *their;
    unsigned card_count; /* cards that somebody can see */
    uint8_t seen[CN_FACES];
} cn_position_builder;

/* All of these answer false with the error filled in, and leave a default where a key is absent. */

/* The scan of a key's value; false if the position does not have the key. */
bool cn_builder_find(const cn_position_builder *b, cn_position_key key, cn_scan *scan);
bool cn_builder_number(const cn_position_builder *b, cn_position_key key, long low, long high,
                       long initial, long *number);
bool cn_builder_yes_no(const cn_position_builder *b, cn_position_key key, bool initial,
                       bool *value);

/* Cuts the next part off a list parted by `/`; false at its end. */
bool cn_builder_part(cn_scan *scan, cn_scan *part);
/* Reads all cards of the scan; `-` is none. */
bool cn_builder_hand(cn_position_builder *b, cn_scan *scan, cn_cards *hand);
bool cn_builder_melds(cn_position_builder *b, cn_position_key key, cn_side *side);
bool cn_builder_red3(cn_position_builder *b, cn_position_key key, cn_side *side);
/* The pile, and what is said about it. */
bool cn_builder_pile(cn_position_builder *b);

#endif
