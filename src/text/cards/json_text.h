/* Pieces of JSON for the texts that pages read.
 * Not here: what the pages read. Invariant: members and items are parted by commas by themselves;
 * names and words are ours and need no escapes. */
#ifndef CANASTA_JSON_TEXT_H
#define CANASTA_JSON_TEXT_H

#include "canasta/rules.h"
#include "text/base/text.h"

/* Begins the next item of a list, or the next member with its name. */
void cn_json_item(cn_writer *w);
void cn_json_key(cn_writer *w, const char *name);

/* Members. */
void cn_json_int(cn_writer *w, const char *name, int32_t value);
void cn_json_bool(cn_writer *w, const char *name, bool value);
void cn_json_null(cn_writer *w, const char *name);
void cn_json_word(cn_writer *w, const char *name, const char *word);
/* A text that may hold anything. */
void cn_json_quoted(cn_writer *w, const char *name, const char *text);
void cn_json_letter(cn_writer *w, const char *name, char letter);
void cn_json_card_or_null(cn_writer *w, const char *name, cn_card card);
void cn_json_by_seat8(cn_writer *w, const char *name, const cn_rules *rules, const uint8_t *value);
void cn_json_by_seat16(cn_writer *w, const char *name, const cn_rules *rules,
                       const uint16_t *value);

/* Values. */
void cn_json_card(cn_writer *w, cn_card card);
void cn_json_cards(cn_writer *w, const cn_card *cards, unsigned count);
void cn_json_hand(cn_writer *w, const cn_cards *hand);
void cn_json_number(cn_writer *w, unsigned number);

#endif
