/* The cards of a position: hands, melds, red threes, the pile; and single values.
 * Not here: which of them a position needs (position_text.c).
 * Invariant: no card is accepted more often than the pack has it, and no impossible meld. */
#include <string.h>

#include "text/card_text.h"
#include "text/position_builder.h"

enum { NO_CARDS = '-' };

bool cn_builder_find(const cn_position_builder *b, cn_position_key key, cn_scan *scan)
{
    const cn_position_line *line = cn_position_find(b->lines, key);
    if (line != NULL) *scan = cn_position_scan(line, b->error);
    return line != NULL;
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

static bool read_card(cn_position_builder *b, cn_scan *scan, cn_card *card)
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

bool cn_builder_hand(cn_position_builder *b, cn_scan *scan, cn_cards *hand)
{
    if (read_none(scan)) return cn_scan_finish(scan);
    while (!cn_scan_done(scan)) {
        cn_card card;
        const char *at = scan->at;
        if (!read_card(b, scan, &card)) return false;
        if (cn_card_kind(card) == CN_KIND_RED3)
            return cn_scan_fail(scan, at, "a red three is laid out, never held: use 'red3'");
        cn_cards_add(hand, card);
    }
    return true;
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

static bool add_to_meld(const cn_scan *scan, const char *at, cn_meld *meld, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    if (kind == CN_KIND_JOKER) {
        meld->jokers++;
    } else if (kind == CN_KIND_TWO) {
        meld->twos++;
        meld->two_suits = (uint16_t)(meld->two_suits + (1U << (4 * cn_card_suit(card))));
    } else if (kind == CN_KIND_RED3) {
        return cn_scan_fail(scan, at, "red threes are never melded: use 'red3'");
    } else if (meld->rank != CN_KIND_NONE && meld->rank != kind) {
        return cn_scan_fail(scan, at, "the naturals of a meld have one rank");
    } else {
        meld->rank = kind;
        meld->naturals++;
        meld->natural_suits = (uint16_t)(meld->natural_suits + (1U << (4 * cn_card_suit(card))));
    }
    return true;
}

/* A meld on the table has been legal when it was laid; the engine relies on that. */
static bool check_meld(const cn_position_builder *b, const cn_scan *scan, const cn_side *side,
                       const cn_meld *meld)
{
    const cn_params *p = &b->out->rules.p;
    const char *at = scan->start;
    if (cn_meld_size(meld) < 3) return cn_scan_fail(scan, at, "a meld has at least three cards");
    if (meld->naturals < 2) return cn_scan_fail(scan, at, "a meld has at least two naturals");
    if (cn_side_find_meld(side, meld->rank) != CN_NO_MELD)
        return cn_scan_fail(scan, at, "two melds of one rank are one meld");
    if (meld->rank != CN_KIND_BLACK3) {
        if (cn_meld_wilds(meld) <= (unsigned)p->max_wilds) return true;
        return cn_scan_fail(scan, at, "a meld has at most %d wild cards", (int)p->max_wilds);
    }
    if (!b->out->is_sheet)
        return cn_scan_fail(scan, at, "black threes are melded only when the hand ends");
    if (cn_meld_wilds(meld) == 0 && meld->naturals >= p->black3_meld_min &&
        meld->naturals <= p->black3_meld_max)
        return true;
    return cn_scan_fail(scan, at, "this is no meld of black threes");
}

static bool read_meld(cn_position_builder *b, cn_scan *scan, cn_side *side)
{
    cn_meld meld = {.rank = CN_KIND_NONE};
    (void)cn_scan_done(scan);
    cn_scan place = *scan;
    place.column = cn_scan_column(scan, scan->at);
    place.start = scan->at;
    while (!cn_scan_done(scan)) {
        cn_card card;
        const char *at = scan->at;
        if (!read_card(b, scan, &card) || !add_to_meld(scan, at, &meld, card)) return false;
    }
    if (!check_meld(b, &place, side, &meld)) return false;
    side->meld[side->meld_count++] = meld;
    return true;
}

bool cn_builder_melds(cn_position_builder *b, cn_position_key key, cn_side *side)
{
    cn_scan scan, part;
    if (!cn_builder_find(b, key, &scan)) return true;
    while (cn_builder_part(&scan, &part))
        if (!read_meld(b, &part, side)) return false;
    return true;
}

static const cn_card red3_face[2] = {CN_ROW_THREES * CN_SUITS + CN_SUIT_DIAMONDS,
                                     CN_ROW_THREES *CN_SUITS + CN_SUIT_HEARTS};

/* So many red threes of whatever colour is still to be had. */
static bool add_red3(cn_position_builder *b, const cn_scan *scan, long number, cn_side *side)
{
    if (number < 0) return cn_scan_fail(scan, scan->start, "this number is below zero");
    for (; number > 0; number--) {
        unsigned colour = b->seen[red3_face[0]] < b->out->rules.p.decks ? 0 : 1;
        if (b->seen[red3_face[colour]] >= b->out->rules.p.decks)
            return cn_scan_fail(scan, scan->start, "the pack has not so many red threes");
        b->seen[red3_face[colour]]++;
        b->card_count++;
        side->red3_suits[colour]++;
    }
    return true;
}

/* Red threes are given as cards or, where their colour is of no interest, as a number. */
bool cn_builder_red3(cn_position_builder *b, cn_position_key key, cn_side *side)
{
    cn_scan scan;
    if (!cn_builder_find(b, key, &scan)) return true;
    long number;
    if (cn_word_number(cn_scan_word(&scan), &number))
        return add_red3(b, &scan, number, side) && cn_scan_finish(&scan);
    for (scan.at = scan.start; !cn_scan_done(&scan);) {
        cn_card card;
        const char *at = scan.at;
        if (!read_card(b, &scan, &card)) return false;
        if (cn_card_kind(card) != CN_KIND_RED3)
            return cn_scan_fail(&scan, at, "a red three is expected here");
        side->red3_suits[card == red3_face[1]]++;
    }
    return true;
}

static bool freezes(const cn_params *p, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    return (cn_kind_is_wild(kind) && p->freeze_wild) ||
           (kind == CN_KIND_RED3 && p->freeze_red3_upcard) ||
           (kind == CN_KIND_BLACK3 && p->black3_freezes);
}

static bool read_pile_cards(cn_position_builder *b, cn_public *pub, bool *frozen)
{
    cn_scan scan;
    *frozen = false;
    if (!cn_builder_find(b, CN_KEY_PILE, &scan)) return true;
    if (read_none(&scan)) return cn_scan_finish(&scan);
    while (!cn_scan_done(&scan)) {
        cn_card card;
        if (!read_card(b, &scan, &card)) return false;
        pub->pile[pub->pile_count++] = card;
        *frozen = *frozen || freezes(&b->out->rules.p, card);
    }
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
        if (frozen && !stated) return cn_scan_fail(&scan, scan.at, "a card in the pile freezes it");
        if (stated && pub->pile_count == 0)
            return cn_scan_fail(&scan, scan.at, "there is no pile that could be frozen");
    }
    if (!cn_builder_yes_no(b, CN_KEY_TAKEN, false, &taken)) return false;
    pub->pile_frozen = stated;
    pub->pile_taken = taken;
    return true;
}
