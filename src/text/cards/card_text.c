/* Cards to text and back.
 * Not here: plays, and what a card means to the rules.
 * Invariant: every face has one spelling, and parsing it gives the face again. */
#include "text/cards/card_text.h"

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

char cn_meld_letter(unsigned meld)
{
    if (meld == CN_MELD_WILD) return 'W';
    return meld == CN_MELD_SEQUENCE ? 'S' : cn_kind_letter(meld);
}

unsigned cn_meld_from_letter(char letter)
{
    switch (letter) {
    case '3': return CN_MELD_BLACK3;
    case '2': return CN_MELD_TWOS;
    case 'W': return CN_MELD_WILD;
    case 'S': return CN_MELD_SEQUENCE;
    default: return cn_rank_from_letter(letter);
    }
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
    cn_card list[CN_DECK_CARDS_MAX];
    assert(cards->size <= CN_DECK_CARDS_MAX);
    const unsigned count = cn_cards_list(cards, list);
    cn_write_cards(writer, list, count);
}

/* Adds the cards of one row out of four counts of four bits. */
static unsigned list_suits(cn_card *out, unsigned row, unsigned suits)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        for (unsigned n = suits >> (4 * suit) & 0xFU; n > 0; n--)
            out[count++] = cn_card_make(row, suit);
    return count;
}

/* From the lowest place up. */
static unsigned list_sequence(const cn_meld *meld, cn_card *out)
{
    const unsigned size = cn_meld_size(meld);
    unsigned wilds = meld->wild_cards;
    for (unsigned i = 0; i < size; i++) {
        const unsigned rank = cn_meld_low(meld) + i, wild = wilds & ((1U << CN_WILD_BITS) - 1);
        out[i] = cn_card_make(rank, cn_meld_suit(meld));
        if ((meld->wild_places >> rank & 1) == 0) continue;
        out[i] = wild == CN_WILD_JOKER ? CN_CARD_JOKER : cn_card_make(CN_ROW_TWOS, wild);
        wilds >>= CN_WILD_BITS;
    }
    return size;
}

unsigned cn_meld_list(const cn_meld *meld, cn_card out[CN_MELD_CARDS_MAX])
{
    unsigned count = 0;
    if (meld->rank == CN_MELD_SEQUENCE) return list_sequence(meld, out);
    /* The row of a rank has its number. */
    const unsigned row = meld->rank == CN_MELD_BLACK3 ? CN_ROW_THREES
                         : meld->rank == CN_MELD_TWOS ? CN_ROW_TWOS
                                                      : meld->rank;
    count += list_suits(out, row, meld->natural_suits);
    count += list_suits(out + count, CN_ROW_TWOS, meld->two_suits);
    for (unsigned n = cn_meld_jokers(meld); n > 0; n--) out[count++] = CN_CARD_JOKER;
    return count;
}

unsigned cn_threes_list(const uint8_t three[CN_SUITS], cn_card *out)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        for (unsigned n = three[suit]; n > 0; n--) out[count++] = cn_card_make(CN_ROW_THREES, suit);
    return count;
}

void cn_write_threes(cn_writer *writer, const uint8_t three[CN_SUITS])
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        for (unsigned n = three[suit]; n > 0; n--)
            cn_write_card(writer, cn_card_make(CN_ROW_THREES, suit));
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
