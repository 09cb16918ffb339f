/* Cards to text and back.
 * Not here: plays, and what a card means to the rules.
 * Invariant: every face has one spelling, and parsing it gives the face again. */
#include "text/card_text.h"

#include <assert.h>
#include <string.h>

static const char row_letters[] = "456789TJQKA32";
static const char suit_letters[] = "cdhs";
static const char kind_letters[] = "456789TJQKA32X3";

static_assert(sizeof row_letters == CN_ROWS + 1, "a letter for each row");
static_assert(sizeof suit_letters == CN_SUITS + 1, "a letter for each suit");
static_assert(sizeof kind_letters == CN_KINDS + 1, "a letter for each kind");

/* Index of a letter in a list of them, -1 if it is not there; a NUL is never there. */
static int letter_index(const char *letters, char letter)
{
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);
    return found == NULL ? -1 : (int)(found - letters);
}

char cn_kind_letter(unsigned kind)
{
    assert(kind < CN_KINDS);
    return kind < CN_KINDS ? kind_letters[kind] : '?';
}

unsigned cn_rank_from_letter(char letter)
{
    const int row = letter_index(row_letters, letter);
    return row >= 0 && row < CN_RANKS ? (unsigned)row : (unsigned)CN_KIND_NONE;
}

void cn_write_card(cn_writer *writer, cn_card card)
{
    if (card < CN_CARD_JOKER) {
        cn_write_char(writer, row_letters[cn_card_row(card)]);
        cn_write_char(writer, suit_letters[cn_card_suit(card)]);
    } else {
        cn_write_char(writer, card == CN_CARD_JOKER ? 'X' : '?');
    }
}

void cn_write_cards(cn_writer *writer, const cn_card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++) cn_write_card(writer, cards[i]);
}

void cn_write_hand(cn_writer *writer, const cn_cards *cards)
{
    cn_card list[UINT8_MAX];
    const unsigned count = cn_cards_list(cards, list);
    cn_write_cards(writer, list, count);
}

/* Parses one card of at most `length` characters; the characters used, 0 if there is none. */
static size_t parse_card(const char *text, size_t length, cn_card *card)
{
    if (length == 0) return 0;
    if (text[0] == 'X' || text[0] == '?') {
        *card = text[0] == 'X' ? CN_CARD_JOKER : CN_CARD_HIDDEN;
        return 1;
    }
    const int row = letter_index(row_letters, text[0]);
    const int suit = length < 2 ? -1 : letter_index(suit_letters, text[1]);
    if (row < 0 || suit < 0) return 0;
    *card = cn_card_make((unsigned)row, (unsigned)suit);
    return 2;
}

size_t cn_card_parse(const char *text, cn_card *card)
{
    const size_t length = text[0] == '\0' ? 0 : text[1] == '\0' ? 1 : 2;
    return parse_card(text, length, card);
}

int cn_cards_parse(const char *text, size_t length, cn_card *cards, unsigned max, size_t *bad)
{
    unsigned count = 0;
    for (size_t at = 0; at < length; count++) {
        cn_card card = CN_CARD_NONE;
        const size_t used = parse_card(text + at, length - at, &card);
        if (used == 0 || count == max) {
            *bad = at;
            return -1;
        }
        cards[count] = card;
        at += used;
    }
    return (int)count;
}
