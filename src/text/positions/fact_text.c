/* Facts from text, put into the one spelling in which the table would write them.
 * Not here: the table (fact_write.c), and what the facts mean to the rules.
 * Invariant: the cards of a hand are written in ascending order, melds in the order begun. */
#include "text/positions/fact_text.h"

#include <string.h>

#include "text/cards/card_text.h"

typedef enum fact_type {
    FACT_WORD,
    FACT_NUMBER,
    FACT_NUMBERS,
    FACT_CARDS, /* in their order */
    FACT_HAND,  /* in any order */
    FACT_SOME_HAND,
    FACT_MELDS,
    FACT_TEXT
} fact_type;

typedef enum fact_about { ABOUT_OWN, ABOUT_SEAT, ABOUT_SIDE } fact_about;

static const struct {
    const char *name;
    fact_type type;
    fact_about about;
} keys[] = {
#define X(constant, key, type, about) {key, FACT_##type, ABOUT_##about},
    CN_FACT_KEYS(X)
#undef X
};

enum { NO_CARDS = '-', NUMBERS_MAX = 8, COPIES_MAX = 2 * CN_PACKS_MAX };

/* Words that some table could have as the value of the key; the list ends with NULL. */
static const char *const *words_of(unsigned key)
{
    static const char *const ends[] = {"no", "out", "stock", "red_three", "special", NULL};
    static const char *const phases[] = {"draw", "meld", "answer", "hand_end", NULL};
    static const char *const turn_cards[] = {"none", "in_stock", "drawn", NULL};
    static const char *const yes_no[] = {"no", "yes", NULL};
    if (key == CN_FACT_END) return ends;
    if (key == CN_FACT_PHASE) return phases;
    return key == CN_FACT_TURN_CARD ? turn_cards : yes_no;
}

static bool fail_word(const cn_scan *scan, cn_word word, const char *const *words)
{
    char list[96];
    cn_writer writer = cn_writer_make(list, sizeof list);
    for (unsigned i = 0; words[i] != NULL; i++)
        cn_write(&writer, "%s'%s'", i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ", words[i]);
    return cn_scan_fail(scan, word.text, "%s is expected", list);
}

static bool parse_word(cn_scan *scan, const cn_rules *rules, unsigned key, cn_writer *writer)
{
    const cn_word word = cn_scan_word(scan);
    const char *const *words = words_of(key);
    const cn_hands *hands = &rules->p.special_hands;
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (!cn_word_is(word, words[i])) continue;
        cn_write(writer, "%s", words[i]);
        return true;
    }
    for (int i = 0; key == CN_FACT_SPECIAL && i < hands->count; i++) {
        if (!cn_word_is(word, hands->hand[i].name)) continue;
        cn_write(writer, "%s", hands->hand[i].name);
        return true;
    }
    return fail_word(scan, word, words);
}

static bool parse_numbers(cn_scan *scan, unsigned most, cn_writer *writer)
{
    for (unsigned i = 0; i == 0 || (i < most && !cn_scan_done(scan)); i++) {
        long number;
        if (!cn_scan_number(scan, "number", -1000000, 1000000, &number)) return false;
        cn_write(writer, "%s%ld", i == 0 ? "" : " ", number);
    }
    return true;
}

/* Reads one card at the scan, blanks before it skipped; hidden ones only where they can be. */
static bool parse_card(cn_scan *scan, bool hidden, cn_card *card)
{
    (void)cn_scan_done(scan);
    size_t used = scan->at < scan->end ? cn_card_parse(scan->at, card) : 0;
    if (used == 0 || used > (size_t)(scan->end - scan->at) || (*card == CN_CARD_HIDDEN && !hidden))
        return cn_scan_fail(scan, scan->at, "a card is expected here");
    scan->at += used;
    return true;
}

static bool parse_none(cn_scan *scan, cn_writer *writer)
{
    if (cn_scan_done(scan) || *scan->at != NO_CARDS) return false;
    scan->at++;
    cn_write_char(writer, NO_CARDS);
    return true;
}

static bool parse_cards(cn_scan *scan, cn_fact *fact, cn_writer *writer)
{
    if (parse_none(scan, writer)) return true;
    while (!cn_scan_done(scan)) {
        cn_card card;
        if (!parse_card(scan, fact->key == CN_FACT_PILE, &card)) return false;
        cn_write_card(writer, card);
        fact->count++;
    }
    return true;
}

/* Cards up to a sign or the end, gathered in ascending order. */
static bool gather(cn_scan *scan, char sign, cn_cards *cards)
{
    memset(cards, 0, sizeof *cards);
    while (!cn_scan_done(scan) && *scan->at != sign) {
        cn_card card;
        if (!parse_card(scan, false, &card)) return false;
        if (cn_cards_count(cards, card) >= COPIES_MAX - 1)
            return cn_scan_fail(scan, scan->at, "there are not so many cards of this face");
        cn_cards_add(cards, card);
    }
    return cards->size > 0 || cn_scan_fail(scan, scan->at, "cards are expected here");
}

static bool parse_hand(cn_scan *scan, cn_fact *fact, cn_writer *writer)
{
    if (parse_none(scan, writer)) return true;
    if (!gather(scan, '\0', &fact->cards)) return false;
    cn_write_hand(writer, &fact->cards);
    return true;
}

/* A number of cards, `has CARDS` or `is CARDS`. */
static bool parse_some_hand(cn_scan *scan, cn_fact *fact, cn_writer *writer)
{
    cn_scan ahead = *scan;
    const cn_word word = cn_scan_word(&ahead);
    const bool has = cn_word_is(word, "has"), is = cn_word_is(word, "is");
    fact->hand = has ? CN_FACT_HAND_HAS : is ? CN_FACT_HAND_IS : CN_FACT_HAND_SIZE;
    if (!has && !is) return parse_numbers(scan, 1, writer);
    *scan = ahead;
    cn_write(writer, has ? "has " : "is ");
    return parse_hand(scan, fact, writer);
}

/* A sequence with wilds is written with its letter, each card at its place (P177). */
static bool parse_sequence(cn_scan *scan, cn_writer *writer, const cn_cards *meld)
{
    if (meld->kind[CN_KIND_TWO] + meld->kind[CN_KIND_JOKER] == 0) {
        cn_write_hand(writer, meld);
        return true;
    }
    cn_write(writer, "S:");
    while (!cn_scan_done(scan) && *scan->at != '/') {
        cn_card card;
        if (!parse_card(scan, false, &card)) return false;
        cn_write_card(writer, card);
    }
    return true;
}

/* Of the letters that may stand before a meld only that of twos is written. */
static bool parse_melds(cn_scan *scan, cn_writer *writer)
{
    if (parse_none(scan, writer)) return true;
    for (;;) {
        cn_cards meld;
        char letter = ' ';
        (void)cn_scan_done(scan);
        if (scan->end - scan->at >= 2 && scan->at[1] == ':') {
            letter = scan->at[0];
            scan->at += 2;
        }
        cn_scan in_order = *scan;
        if (!gather(scan, '/', &meld)) return false;
        if (letter == '2') cn_write(writer, "2:");
        if (letter != 'S')
            cn_write_hand(writer, &meld);
        else if (!parse_sequence(&in_order, writer, &meld))
            return false;
        if (scan->at == scan->end) return true;
        scan->at++;
        cn_write(writer, " / ");
    }
}

/* The rest of the line, with one blank between its words. */
static bool parse_text(cn_scan *scan, cn_writer *writer)
{
    const char *before = "";
    while (!cn_scan_done(scan)) {
        const cn_word word = cn_scan_word(scan);
        cn_write(writer, "%s", before);
        cn_write_text(writer, word.text, word.length);
        before = " ";
    }
    return true;
}

static bool parse_about(cn_scan *scan, const cn_rules *rules, cn_fact *fact, cn_writer *writer)
{
    const fact_about about = keys[fact->key].about;
    long number;
    if (about == ABOUT_OWN) return true;
    const unsigned count = about == ABOUT_SEAT ? rules->seat_count : rules->side_count;
    if (!cn_scan_number(scan, about == ABOUT_SEAT ? "seat" : "side", 0, (long)count - 1, &number))
        return false;
    fact->about = (uint8_t)number;
    cn_write(writer, "%ld ", number);
    return true;
}

static bool parse_value(cn_scan *scan, const cn_rules *rules, cn_fact *fact, cn_writer *writer)
{
    switch (keys[fact->key].type) {
    case FACT_WORD: return parse_word(scan, rules, fact->key, writer);
    case FACT_NUMBER: return parse_numbers(scan, 1, writer);
    case FACT_NUMBERS: return parse_numbers(scan, NUMBERS_MAX, writer);
    case FACT_CARDS: return parse_cards(scan, fact, writer);
    case FACT_HAND: return parse_hand(scan, fact, writer);
    case FACT_SOME_HAND: return parse_some_hand(scan, fact, writer);
    case FACT_MELDS: return parse_melds(scan, writer);
    case FACT_TEXT: return parse_text(scan, writer);
    }
    return false;
}

bool cn_fact_parse(cn_scan *scan, const cn_rules *rules, cn_fact *fact)
{
    cn_word word = cn_scan_word(scan);
    unsigned key = 0;
    while (key < CN_FACT_KEY_COUNT && !cn_word_is(word, keys[key].name)) key++;
    if (key == CN_FACT_KEY_COUNT)
        return cn_scan_fail(scan, word.text, "unknown fact '%.*s'", cn_word_shown(word), word.text);
    if (cn_scan_done(scan))
        return cn_scan_fail(scan, scan->at, "'%s' needs a value", keys[key].name);

    fact->key = (uint8_t)key;
    cn_writer writer = cn_writer_make(fact->text, sizeof fact->text);
    cn_write(&writer, "%s ", keys[key].name);
    if (!parse_about(scan, rules, fact, &writer) || !parse_value(scan, rules, fact, &writer))
        return false;
    if (writer.overflow) return cn_scan_fail(scan, scan->at, "this fact is too long");
    return cn_scan_finish(scan);
}
