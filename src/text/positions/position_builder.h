/* What the parts that make a position share while they make it.
 * Not here: anything for users of positions (position_text.h).
 * Invariant: each card that is read is counted against the pack at once, with its line and column.
 */
#ifndef CANASTA_POSITION_BUILDER_H
#define CANASTA_POSITION_BUILDER_H

#include "text/positions/position_text.h"

/* Cards that are known of a place nobody sees. */
typedef struct cn_known {
    unsigned count;
    cn_card card[CN_DECK_CARDS_MAX]; /* in their order */
} cn_known;

typedef struct cn_position_builder {
    const cn_position_lines *lines;
    cn_position *out;
    cn_text_error *error;
    bool to_act; /* a position without a `play` is a turn, too */
    unsigned own_side, their_side;
    unsigned card_count; /* cards that are named */
    uint8_t seen[CN_FACES];
    cn_known stock, buried;
    cn_cards held[CN_SEATS_MAX]; /* of other seats */
    cn_known packet[CN_SEATS_MAX], talon[CN_SEATS_MAX];
} cn_position_builder;

/* All of these answer false with the error filled in, and leave a default where a key is absent. */

/* The scan of a key's value; false if the position does not have the key. */
bool cn_builder_find(const cn_position_builder *b, cn_position_key key, cn_scan *scan);
bool cn_builder_has(const cn_position_builder *b, cn_position_key key);
bool cn_builder_number(const cn_position_builder *b, cn_position_key key, long low, long high,
                       long initial, long *number);
bool cn_builder_yes_no(const cn_position_builder *b, cn_position_key key, bool initial,
                       bool *value);
/* Fails at the first line of the position. */
bool cn_builder_fail(const cn_position_builder *b, const char *what);

/* Cuts the next part off a list parted by `/`; false at its end. */
bool cn_builder_part(cn_scan *scan, cn_scan *part);
/* Cuts the next `SEAT:VALUE` off a list; false at its end, or with the error filled in. */
bool cn_builder_by_seat(const cn_position_builder *b, cn_scan *scan, unsigned *seat, cn_scan *part,
                        bool *good);

/* position_cards.c: cards. */
bool cn_builder_card(cn_position_builder *b, cn_scan *scan, cn_card *card);
/* Reads all cards of the scan; `-` is none. */
bool cn_builder_hand(cn_position_builder *b, cn_scan *scan, cn_cards *hand);
bool cn_builder_known(cn_position_builder *b, cn_scan *scan, cn_known *known);
/* The threes of all keys, by seat. */
bool cn_builder_threes(cn_position_builder *b);
/* The pile, and what is said about it. */
bool cn_builder_pile(cn_position_builder *b);

/* position_melds.c: the melds of all sides. */
bool cn_builder_melds(cn_position_builder *b);

/* position_turn.c: who is to act, and what has happened in the turn and before it. */
bool cn_builder_turn(cn_position_builder *b);
bool cn_builder_counts(cn_position_builder *b);

/* position_game.c: the whole game of the position, if it is one; the game after a deal. */
bool cn_builder_is_game(const cn_position_builder *b);
bool cn_builder_game(cn_position_builder *b);
bool cn_builder_deal(cn_position_builder *b);

#endif
