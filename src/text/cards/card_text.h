/* Cards as text: Kh, 3d, X for the joker; groups without blanks, KhKsKd2c; ? is a hidden card.
 * Not here: plays. Invariant: writing and parsing are inverse. */
#ifndef CANASTA_CARD_TEXT_H
#define CANASTA_CARD_TEXT_H

#include "canasta/public.h"
#include "text/base/text.h"

/* "4".."A", "3" for threes, "2", "X". */
char cn_kind_letter(unsigned kind);
/* What a meld is made of: a rank's letter, "3" black threes, "2" twos, "W" wilds, "S" a sequence;
 * and back, CN_KIND_NONE if the letter is none of these. */
char cn_meld_letter(unsigned meld);
unsigned cn_meld_from_letter(char letter);
/* A natural rank from its letter, CN_KIND_NONE if it is none. */
unsigned cn_rank_from_letter(char letter);
void cn_write_card(cn_writer *writer, cn_card card);
void cn_write_cards(cn_writer *writer, const cn_card *cards, unsigned count);
void cn_write_hand(cn_writer *writer, const cn_cards *cards); /* ascending faces */

/* Naturals and twos have at most 15 copies of each suit, jokers are counted in a byte. */
enum { CN_MELD_CARDS_MAX = 400 };
/* The cards of a meld: naturals, twos, jokers; a sequence from its lowest rank on. */
unsigned cn_meld_list(const cn_meld *meld, cn_card out[CN_MELD_CARDS_MAX]);
/* Threes that are counted by suit; `out` has room for all of them. */
unsigned cn_threes_list(const uint8_t three[CN_SUITS], cn_card *out);
void cn_write_threes(cn_writer *writer, const uint8_t three[CN_SUITS]);
/* Parses one card at `text`; returns the characters used, 0 if there is none. `?` gives HIDDEN. */
size_t cn_card_parse(const char *text, cn_card *card);
/* Parses a whole group of `length` characters; returns the number of cards, -1 on an error with
 * `*bad` set to the offset of the wrong character (or of the card beyond `max`). */
int cn_cards_parse(const char *text, size_t length, cn_card *cards, unsigned max, size_t *bad);

#endif
