/* Writes the pieces of JSON: members, items, cards, lists by seat.
 * Not here: what a view is made of. Invariant: a comma stands exactly where JSON wants one. */
#include "text/cards/json_text.h"

#include <inttypes.h>

#include "text/cards/card_text.h"

/* A comma is due unless something has just been opened: the last character decides. */
void cn_json_item(cn_writer *w)
{
    char last = w->length == 0 ? '[' : w->out[w->length - 1];
    if (last != '{' && last != '[' && last != ':') cn_write(w, ",");
}

void cn_json_key(cn_writer *w, const char *name)
{
    cn_json_item(w);
    cn_write(w, "\"%s\":", name);
}

void cn_json_int(cn_writer *w, const char *name, int32_t value)
{
    cn_json_key(w, name);
    cn_write(w, "%" PRId32, value);
}

void cn_json_bool(cn_writer *w, const char *name, bool value)
{
    cn_json_key(w, name);
    cn_write(w, value ? "true" : "false");
}

void cn_json_null(cn_writer *w, const char *name)
{
    cn_json_key(w, name);
    cn_write(w, "null");
}

/* For words of our own that need no escapes. */
void cn_json_word(cn_writer *w, const char *name, const char *word)
{
    cn_json_key(w, name);
    cn_write(w, "\"%s\"", word);
}

/* For messages, which may quote what somebody typed. */
void cn_json_quoted(cn_writer *w, const char *name, const char *text)
{
    cn_json_key(w, name);
    cn_write(w, "\"");
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            cn_write(w, "\\%c", c);
        else if (c < 0x20)
            cn_write(w, "\\u%04x", c);
        else
            cn_write_char(w, *text);
    }
    cn_write(w, "\"");
}

void cn_json_letter(cn_writer *w, const char *name, char letter)
{
    cn_json_key(w, name);
    cn_write(w, "\"%c\"", letter);
}

void cn_json_card(cn_writer *w, cn_card card)
{
    cn_json_item(w);
    cn_write(w, "\"");
    cn_write_card(w, card);
    cn_write(w, "\"");
}

void cn_json_cards(cn_writer *w, const cn_card *cards, unsigned count)
{
    cn_write(w, "[");
    for (unsigned i = 0; i < count; i++) cn_json_card(w, cards[i]);
    cn_write(w, "]");
}

void cn_json_hand(cn_writer *w, const cn_cards *hand)
{
    cn_card list[CN_DECK_CARDS_MAX];
    cn_json_cards(w, list, cn_cards_list(hand, list));
}

void cn_json_card_or_null(cn_writer *w, const char *name, cn_card card)
{
    if (card == CN_CARD_NONE) {
        cn_json_null(w, name);
        return;
    }
    cn_json_key(w, name);
    cn_json_card(w, card);
}

/* Lists of small numbers. */

void cn_json_number(cn_writer *w, unsigned number)
{
    cn_json_item(w);
    cn_write(w, "%u", number);
}

void cn_json_by_seat8(cn_writer *w, const char *name, const cn_rules *rules, const uint8_t *value)
{
    cn_json_key(w, name);
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) cn_json_number(w, value[seat]);
    cn_write(w, "]");
}

void cn_json_by_seat16(cn_writer *w, const char *name, const cn_rules *rules, const uint16_t *value)
{
    cn_json_key(w, name);
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) cn_json_number(w, value[seat]);
    cn_write(w, "]");
}
