/* The cards of a position: hands, threes, the pile; and single values.
 * Not here: melds (position_melds.c), and which values a position needs (position_text.c).
 * Invariant: no card is accepted more often than the pack has it. */
#include <string.h>

#include "engine/turn/turn.h"
#include "text/cards/card_text.h"
#include "text/positions/position_builder.h"

enum { NO_CARDS = '-', NUMBER_MAX = 100 };

bool cn_builder_find(const cn_position_builder *b, cn_position_key key, cn_scan *scan)
{
    const cn_position_line *line = cn_position_find(b->lines, key);
    if (line != NULL) *scan = cn_position_scan(line, b->error);
    return line != NULL;
}

bool cn_builder_has(const cn_position_builder *b, cn_position_key key)
{
    return cn_position_find(b->lines, key) != NULL;
}

bool cn_builder_fail(const cn_position_builder *b, const char *what)
{
    const cn_position_line *first = &b->lines->line[0];
    return cn_text_fail(b->error, first->line, first->column, "%s", what);
}

bool cn_builder_number(const cn_position_builder *b, cn_position_key key, long low, long high,
                       long initial, long *number)
{
    cn_scan scan;
    *number = initial;
    if (!cn_builder_find(b, key, &scan)) return true;
    return cn_scan_number(&scan, "number", low, high, number) && cn_scan_finish(&scan);
}

bool cn_builder_yes_no(const cn_position_builder *b, cn_position_key key, bool initial, bool *value)
{
    cn_scan scan;
    *value = initial;
    if (!cn_builder_find(b, key, &scan)) return true;
    cn_word word = cn_scan_word(&scan);
    *value = cn_word_is(word, "yes");
    if (!*value && !cn_word_is(word, "no"))
        return cn_scan_fail(&scan, word.text, "'yes' or 'no' is expected here");
    return cn_scan_finish(&scan);
}

bool cn_builder_part(cn_scan *scan, cn_scan *part)
{
    if (scan->at > scan->end) return false;
    const char *stop = memchr(scan->at, '/', (size_t)(scan->end - scan->at));
    if (stop == NULL) stop = scan->end;
    *part = *scan;
    part->end = stop;
    scan->at = stop + 1;
    return true;
}

bool cn_builder_by_seat(const cn_position_builder *b, cn_scan *scan, unsigned *seat, cn_scan *part,
                        bool *good)
{
    const unsigned seats = b->out->rules.seat_count;
    *good = true;
    if (cn_scan_done(scan)) return false;
    const cn_word word = cn_scan_word(scan);
    *good = word.length >= 2 && word.text[1] == ':' && word.text[0] >= '0' &&
            word.text[0] < (char)('0' + seats);
    if (!*good)
        return cn_scan_fail(scan, word.text, "SEAT:VALUE is expected here, with a seat below %u",
                            seats);
    *seat = (unsigned)(word.text[0] - '0');
    *part = *scan;
    part->at = word.text + 2;
    part->end = word.text + word.length;
    return true;
}

bool cn_builder_card(cn_position_builder *b, cn_scan *scan, cn_card *card)
{
    (void)cn_scan_done(scan);
    size_t used = scan->at < scan->end ? cn_card_parse(scan->at, card) : 0;
    if (used == 0 || used > (size_t)(scan->end - scan->at) || *card >= CN_FACES)
        return cn_scan_fail(scan, scan->at, "a card is expected here, such as Kh or X");
    const cn_params *p = &b->out->rules.p;
    int32_t most = *card == CN_CARD_JOKER ? p->jokers_total : p->decks;
    if (b->seen[*card] >= most)
        return cn_scan_fail(scan, scan->at, "the pack has this card only %d times", (int)most);
    b->seen[*card]++;
    b->card_count++;
    scan->at += used;
    return true;
}

/* True if the value is `-`, which stands for no cards. */
static bool read_none(cn_scan *scan)
{
    if (cn_scan_done(scan) || *scan->at != NO_CARDS) return false;
    scan->at++;
    return true;
}

/* True where a three that is laid out can still be in a hand: before its owner's first turn (P21),
 * held (P97), or from a pile where threes stay (P33). */
static bool can_be_held(const cn_rules *rules)
{
    return rules->p.hold_one_three || rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN ||
           rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE;
}

bool cn_builder_hand(cn_position_builder *b, cn_scan *scan, cn_cards *hand)
{
    const cn_rules *rules = &b->out->rules;
    const bool any_three = b->out->kind == CN_FOR_SHEET || can_be_held(rules);
    if (read_none(scan)) return cn_scan_finish(scan);
    while (!cn_scan_done(scan)) {
        cn_card card;
        const char *at = scan->at;
        if (!cn_builder_card(b, scan, &card)) return false;
        if (!any_three && cn_is_bonus(rules, cn_card_kind(card)))
            return cn_scan_fail(scan, at, "this three is laid out, never held: use 'threes'");
        cn_cards_add(hand, card);
    }
    return true;
}

bool cn_builder_known(cn_position_builder *b, cn_scan *scan, cn_known *known)
{
    if (read_none(scan)) return cn_scan_finish(scan);
    while (!cn_scan_done(scan))
        if (!cn_builder_card(b, scan, &known->card[known->count++])) return false;
    return true;
}

/* Threes */

/* So many threes of a colour, of whatever suit is still to be had. */
static bool add_threes(cn_position_builder *b, const cn_scan *scan, long number, bool red,
                       uint8_t three[CN_SUITS])
{
    static const uint8_t suits[2][2] = {{CN_SUIT_CLUBS, CN_SUIT_SPADES},
                                        {CN_SUIT_DIAMONDS, CN_SUIT_HEARTS}};
    if (number < 0 || number > NUMBER_MAX)
        return cn_scan_fail(scan, scan->start, "%s",
                            number < 0 ? "this number is below zero"
                                       : "the pack has not so many threes");
    for (; number > 0; number--) {
        cn_card card = cn_card_make(CN_ROW_THREES, suits[red][0]);
        if (b->seen[card] >= b->out->rules.p.decks)
            card = cn_card_make(CN_ROW_THREES, suits[red][1]);
        if (b->seen[card] >= b->out->rules.p.decks)
            return cn_scan_fail(scan, scan->start, "the pack has not so many %s threes",
                                red ? "red" : "black");
        b->seen[card]++;
        b->card_count++;
        three[cn_card_suit(card)]++;
    }
    return true;
}

/* What threes a key is about. */
typedef enum colour { BLACK, RED, ANY } colour;

static bool read_three_cards(cn_position_builder *b, cn_scan *scan, colour wanted,
                             uint8_t three[CN_SUITS])
{
    while (!cn_scan_done(scan)) {
        cn_card card;
        const char *at = scan->at;
        if (!cn_builder_card(b, scan, &card)) return false;
        const uint8_t kind = cn_card_kind(card);
        if (wanted == RED && kind != CN_KIND_RED3)
            return cn_scan_fail(scan, at, "a red three is expected here");
        if (wanted == BLACK && kind != CN_KIND_BLACK3)
            return cn_scan_fail(scan, at, "a black three is expected here");
        if (!cn_kind_is_three(kind)) return cn_scan_fail(scan, at, "a three is expected here");
        three[cn_card_suit(card)]++;
    }
    return true;
}

/* Threes are given as cards or, where their suits are of no interest, as a number. */
static bool read_threes(cn_position_builder *b, cn_position_key key, bool red, unsigned seat)
{
    cn_scan scan;
    long number;
    uint8_t *three = b->out->view.pub.three[seat];
    if (!cn_builder_find(b, key, &scan)) return true;
    if (cn_word_number(cn_scan_word(&scan), &number))
        return add_threes(b, &scan, number, red, three) && cn_scan_finish(&scan);
    scan.at = scan.start;
    return read_three_cards(b, &scan, red ? RED : BLACK, three);
}

bool cn_builder_threes(cn_position_builder *b)
{
    const unsigned own = b->out->view.seat, next = cn_next_seat(&b->out->rules, own);
    cn_scan scan, part;
    unsigned seat = 0;
    bool good = true;
    if (!read_threes(b, CN_KEY_RED3, true, own) || !read_threes(b, CN_KEY_THEIR_RED3, true, next) ||
        !read_threes(b, CN_KEY_BLACK3, false, own) ||
        !read_threes(b, CN_KEY_THEIR_BLACK3, false, next))
        return false;
    if (!cn_builder_find(b, CN_KEY_THREES, &scan)) return true;
    while (cn_builder_by_seat(b, &scan, &seat, &part, &good))
        if (!read_three_cards(b, &part, ANY, b->out->view.pub.three[seat])) return false;
    return good;
}

/* The pile */

static bool freezes(const cn_params *p, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    return (cn_kind_is_wild(kind) && p->freeze_wild) ||
           (kind == CN_KIND_RED3 && (p->freeze_red3_upcard || p->freeze_red3)) ||
           (kind == CN_KIND_BLACK3 && p->black3_freezes);
}

/* Buried cards, which stand at the bottom as `?`. */
static unsigned read_buried(cn_scan *scan, cn_public *pub)
{
    unsigned count = 0;
    while (!cn_scan_done(scan) && *scan->at == '?' && pub->pile_count < CN_DECK_CARDS_MAX) {
        pub->pile[pub->pile_count++] = CN_CARD_HIDDEN;
        scan->at++;
        count++;
    }
    return count;
}

static bool read_pile_cards(cn_position_builder *b, cn_public *pub, bool *frozen)
{
    cn_scan scan;
    *frozen = false;
    if (!cn_builder_find(b, CN_KEY_PILE, &scan)) return true;
    if (read_none(&scan)) return cn_scan_finish(&scan);
    const unsigned buried = read_buried(&scan, pub);
    while (!cn_scan_done(&scan)) {
        cn_card card;
        if (!cn_builder_card(b, &scan, &card)) return false;
        pub->pile[pub->pile_count++] = card;
        *frozen = *frozen || freezes(&b->out->rules.p, card);
    }
    cn_public_count_pile(pub);
    if (buried > 0 && buried == pub->pile_count)
        return cn_scan_fail(&scan, scan.at, "cards are buried under a card only");
    return true;
}

bool cn_builder_pile(cn_position_builder *b)
{
    cn_public *pub = &b->out->view.pub;
    cn_scan scan;
    bool frozen, stated, taken;
    if (!read_pile_cards(b, pub, &frozen)) return false;
    if (!cn_builder_yes_no(b, CN_KEY_FROZEN, frozen, &stated)) return false;
    if (cn_builder_find(b, CN_KEY_FROZEN, &scan)) {
        const bool for_ever = b->out->rules.p.wild_freeze_until == CN_WILD_FREEZE_UNTIL_TAKE;
        if (frozen && !stated && for_ever)
            return cn_scan_fail(&scan, scan.at, "a card in the pile freezes it");
        if (stated && pub->pile_count == 0)
            return cn_scan_fail(&scan, scan.at, "there is no pile that could be frozen");
    }
    if (!cn_builder_yes_no(b, CN_KEY_TAKEN, false, &taken)) return false;
    if (stated) cn_freeze_pile(pub, &b->out->rules, CN_FREEZER_TAKE);
    pub->pile_taken = taken;
    return true;
}
