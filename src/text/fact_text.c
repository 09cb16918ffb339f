/* Facts from text, put into the one spelling in which the table would write them.
 * Not here: what the facts mean to the rules.
 * Invariant: the cards of a meld are written in ascending order, melds in the order begun. */
#include "text/fact_text.h"

#include <string.h>

#include "text/card_text.h"

typedef enum fact_type { FACT_WORD, FACT_NUMBER, FACT_CARDS, FACT_MELDS } fact_type;

static const struct {
    const char *name;
    fact_type type;
} keys[] = {
#define X(constant, key, type) {key, FACT_##type},
    CN_FACT_KEYS(X)
#undef X
};

static const char *const end_words[] = {"no", "out", "stock", "red_three"};
static const char *const yes_no_words[] = {"no", "yes"};

enum { NO_CARDS = '-' };

/* Any word will do that some table could have as the value of the key. */
static bool parse_word(cn_scan *scan, unsigned key, cn_writer *writer)
{
    bool ends = key == CN_FACT_END;
    const char *const *words = ends ? end_words : yes_no_words;
    unsigned count = ends ? 4 : 2;
    cn_word word = cn_scan_word(scan);
    for (unsigned i = 0; i < count; i++) {
        if (!cn_word_is(word, words[i])) continue;
        cn_write(writer, "%s", words[i]);
        return true;
    }
    return cn_scan_fail(scan, word.text,
                        ends ? "'no', 'out', 'stock' or 'red_three' is expected"
                             : "'yes' or 'no' is expected");
}

static bool parse_number(cn_scan *scan, cn_writer *writer)
{
    long number;
    if (!cn_scan_number(scan, "number", -1000000, 1000000, &number)) return false;
    cn_write(writer, "%ld", number);
    return true;
}

/* Reads one card at the scan, blanks before it skipped. */
static bool parse_card(cn_scan *scan, cn_card *card)
{
    (void)cn_scan_done(scan);
    size_t used = scan->at < scan->end ? cn_card_parse(scan->at, card) : 0;
    if (used == 0 || used > (size_t)(scan->end - scan->at) || *card == CN_CARD_HIDDEN)
        return cn_scan_fail(scan, scan->at, "a card is expected here");
    scan->at += used;
    return true;
}

static bool parse_cards(cn_scan *scan, cn_writer *writer)
{
    if (*scan->at == NO_CARDS) {
        scan->at++;
        cn_write_char(writer, NO_CARDS);
        return true;
    }
    while (!cn_scan_done(scan)) {
        cn_card card;
        if (!parse_card(scan, &card)) return false;
        cn_write_card(writer, card);
    }
    return true;
}

static bool parse_melds(cn_scan *scan, cn_writer *writer)
{
    if (*scan->at == NO_CARDS) return parse_cards(scan, writer);
    for (;;) {
        cn_cards meld = {0};
        while (!cn_scan_done(scan) && *scan->at != '/') {
            cn_card card;
            if (!parse_card(scan, &card)) return false;
            if (cn_cards_count(&meld, card) >= 2 * CN_PACKS_MAX)
                return cn_scan_fail(scan, scan->at, "there are not so many cards of this face");
            cn_cards_add(&meld, card);
        }
        if (meld.size == 0) return cn_scan_fail(scan, scan->at, "a meld is expected here");
        cn_write_hand(writer, &meld);
        if (scan->at == scan->end) return true;
        scan->at++;
        cn_write(writer, " / ");
    }
}

bool cn_fact_parse(cn_scan *scan, cn_fact *fact)
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
    bool parsed = false;
    switch (keys[key].type) {
    case FACT_WORD: parsed = parse_word(scan, key, &writer); break;
    case FACT_NUMBER: parsed = parse_number(scan, &writer); break;
    case FACT_CARDS: parsed = parse_cards(scan, &writer); break;
    case FACT_MELDS: parsed = parse_melds(scan, &writer); break;
    }
    if (!parsed) return false;
    if (writer.overflow) return cn_scan_fail(scan, scan->at, "this fact is too long");
    return cn_scan_finish(scan);
}

static void add_suits(cn_cards *cards, unsigned row, unsigned suits)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        for (unsigned i = 0; i < (suits >> (4 * suit) & 0xFU); i++)
            cn_cards_add(cards, cn_card_make(row, suit));
}

static void write_meld(cn_writer *writer, const cn_meld *meld)
{
    cn_cards cards = {0};
    unsigned row = meld->rank == CN_KIND_BLACK3 ? CN_ROW_THREES : meld->rank;
    add_suits(&cards, row, meld->natural_suits);
    add_suits(&cards, CN_ROW_TWOS, meld->two_suits);
    for (unsigned i = 0; i < meld->jokers; i++) cn_cards_add(&cards, CN_CARD_JOKER);
    cn_write_hand(writer, &cards);
}

static void write_melds(cn_writer *writer, const cn_side *side)
{
    if (side->meld_count == 0) cn_write_char(writer, NO_CARDS);
    for (unsigned i = 0; i < side->meld_count; i++) {
        if (i > 0) cn_write(writer, " / ");
        write_meld(writer, &side->meld[i]);
    }
}

static void write_pile(cn_writer *writer, const cn_public *pub)
{
    if (pub->pile_count == 0) cn_write_char(writer, NO_CARDS);
    cn_write_cards(writer, pub->pile, pub->pile_count);
}

void cn_write_fact(cn_writer *writer, unsigned key, const cn_rules *rules, const cn_view *view)
{
    const cn_public *pub = &view->pub;
    const cn_side *side = &pub->side[rules->side_of[view->seat]];
    const cn_sheet sheet = {.side = side};
    cn_write(writer, "%s ", keys[key].name);
    switch ((cn_fact_key)key) {
    case CN_FACT_END: cn_write(writer, "%s", end_words[pub->end]); return;
    case CN_FACT_CONCEALED: cn_write(writer, "%s", yes_no_words[pub->out_concealed != 0]); return;
    case CN_FACT_MELDS: write_melds(writer, side); return;
    case CN_FACT_CANASTAS:
        cn_write(writer, "%ld", (long)cn_score_sheet(rules, &sheet).canastas);
        return;
    case CN_FACT_HAND: cn_write(writer, "%u", pub->hand_count[view->seat]); return;
    case CN_FACT_PILE: write_pile(writer, pub); return;
    case CN_FACT_FROZEN: cn_write(writer, "%s", yes_no_words[pub->pile_frozen != 0]); return;
    case CN_FACT_RED3: cn_write(writer, "%u", side->red3_suits[0] + side->red3_suits[1]); return;
    case CN_FACT_KEY_COUNT: return;
    }
}
