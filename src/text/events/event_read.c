/* Lines of text to events, and the line a view starts from.
 * Not here: what an event does to a view (cn_view_apply), who may see it (cn_event_for).
 * Invariant: a line that is none changes nothing, and no line can write beyond an event. */
#include <assert.h>
#include <string.h>

#include "text/base/words.h"
#include "text/events/event_text.h"

enum { HAND_CARDS_MAX = CN_DECK_CARDS_MAX, HAND_NUMBER_MAX = UINT16_MAX, SUIT_COPIES_MAX = 15 };

/* Cards */

/* Reads cards into a list of at most `max`; hidden ones only where they are allowed. */
static bool read_cards(const cn_scan *scan, cn_word word, bool hidden, cn_card *cards, unsigned max,
                       unsigned *count)
{
    size_t bad = 0;
    const int found = cn_cards_parse(word.text, word.length, cards, max, &bad);
    if (found < 0) {
        const cn_word rest = {word.text + bad, word.length - bad};
        return cn_scan_fail(scan, rest.text, "no card, or one too many, at '%.*s'",
                            cn_word_shown(rest), rest.text);
    }
    for (int i = 0; i < found && !hidden; i++)
        if (cards[i] == CN_CARD_HIDDEN)
            return cn_scan_fail(scan, word.text, "a hidden card cannot stand here");
    *count = (unsigned)found;
    return true;
}

static bool read_one_card(cn_scan *scan, cn_card *card)
{
    const cn_word word = cn_scan_word(scan);
    unsigned count = 0;
    if (!read_cards(scan, word, false, card, 1, &count)) return false;
    return count == 1 || cn_scan_fail(scan, word.text, "a card is missing here");
}

static bool read_threes(const cn_scan *scan, cn_word word, uint8_t three[CN_SUITS])
{
    unsigned count = 0;
    cn_card cards[CN_SUITS * CN_PACKS_MAX];
    if (!read_cards(scan, word, false, cards, CN_SUITS * CN_PACKS_MAX, &count)) return false;
    for (unsigned i = 0; i < count; i++) {
        if (cn_card_row(cards[i]) != CN_ROW_THREES)
            return cn_scan_fail(scan, word.text, "only threes are laid out");
        three[cn_card_suit(cards[i])]++;
    }
    return count > 0 || cn_scan_fail(scan, word.text, "threes are missing here");
}

static bool read_hand(const cn_scan *scan, cn_word word, cn_cards *hand)
{
    cn_card cards[HAND_CARDS_MAX];
    unsigned count = 0;
    if (!read_cards(scan, word, false, cards, HAND_CARDS_MAX, &count)) return false;
    for (unsigned i = 0; i < count; i++) {
        const bool suited = cards[i] != CN_CARD_JOKER;
        if (cn_cards_count(hand, cards[i]) == (suited ? SUIT_COPIES_MAX : UINT8_MAX))
            return cn_scan_fail(scan, word.text, "too many cards of one face");
        cn_cards_add(hand, cards[i]);
    }
    return true;
}

/* Lists by seat */

/* Reads `2:CARDS`: the seat, and the word that is left. */
static bool read_seat_cards(const cn_scan *scan, const cn_rules *rules, cn_word word,
                            unsigned *seat, cn_word *cards)
{
    const bool shaped =
        word.length >= 2 && word.text[1] == ':' && word.text[0] >= '0' && word.text[0] <= '9';
    if (!shaped)
        return cn_scan_fail(scan, word.text, "SEAT:CARDS is expected here, not '%.*s'",
                            cn_word_shown(word), word.text);
    *seat = (unsigned)(word.text[0] - '0');
    if (*seat >= rules->seat_count)
        return cn_scan_fail(scan, word.text, "there is no seat %u", *seat);
    *cards = (cn_word){word.text + 2, word.length - 2};
    return true;
}

/* True if the next word is `SEAT:...`; then it is taken. */
static bool next_seat_word(cn_scan *scan, cn_word *word)
{
    cn_scan ahead = *scan;
    *word = cn_scan_word(&ahead);
    if (word->length < 2 || word->text[1] != ':') return false;
    *scan = ahead;
    return true;
}

static bool next_word_is(cn_scan *scan, const char *text)
{
    cn_scan ahead = *scan;
    if (!cn_word_is(cn_scan_word(&ahead), text)) return false;
    *scan = ahead;
    return true;
}

static bool fail_twice(const cn_scan *scan, cn_word word, unsigned seat)
{
    return cn_scan_fail(scan, word.text, "seat %u stands here twice", seat);
}

static bool read_deal_threes(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    cn_word word, cards_word;
    while (next_seat_word(scan, &word)) {
        unsigned seat = 0;
        if (!read_seat_cards(scan, rules, word, &seat, &cards_word)) return false;
        uint8_t *three = event->u.deal.three[seat];
        if (three[0] + three[1] + three[2] + three[3] > 0) return fail_twice(scan, word, seat);
        if (!read_threes(scan, cards_word, three)) return false;
    }
    return true;
}

/* Reads hands of seats, as far as there are any; `known` gets a 1 for each. */
static bool read_hands(cn_scan *scan, const cn_rules *rules, cn_cards *hands, uint8_t *known)
{
    cn_word word, cards_word;
    while (next_seat_word(scan, &word)) {
        unsigned seat = 0;
        if (!read_seat_cards(scan, rules, word, &seat, &cards_word)) return false;
        if (known[seat] != 0) return fail_twice(scan, word, seat);
        known[seat] = 1;
        if (!read_hand(scan, cards_word, &hands[seat])) return false;
    }
    return true;
}

/* Arrivals */

static bool read_arrivals(cn_scan *scan, unsigned seat, cn_arrivals *a)
{
    unsigned count = 0;
    const cn_word word = cn_scan_word(scan);
    a->seat = (uint8_t)seat;
    if (word.length == 0) return cn_scan_fail(scan, word.text, "cards are missing here, or '-'");
    if (!cn_word_is(word, "-") && !read_cards(scan, word, true, a->card, CN_ARRIVALS_MAX, &count))
        return false;
    a->count = (uint8_t)count;
    if (next_word_is(scan, "threes") && !read_threes(scan, cn_scan_word(scan), a->three))
        return false;
    if (next_word_is(scan, "held") && !read_threes(scan, cn_scan_word(scan), a->hand_three))
        return false;
    if (next_word_is(scan, "talon"))
        a->picked = CN_PICKED_TALON;
    else if (next_word_is(scan, "packet"))
        a->picked = CN_PICKED_PACKET;
    long stock = (long)count;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) stock += a->three[suit] - a->hand_three[suit];
    if (next_word_is(scan, "stock") &&
        !cn_scan_number(scan, "number of stock cards", 0, UINT8_MAX, &stock))
        return false;
    if (stock < 0) return cn_scan_fail(scan, word.text, "more threes were held than were laid out");
    a->stock_count = (uint8_t)stock;
    a->refilled = next_word_is(scan, "refill");
    return true;
}

/* `then SEAT gets ...` */
static bool read_start(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    long seat = 0;
    event->start.seat = CN_SEAT_NONE;
    if (!next_word_is(scan, "then")) return true;
    return cn_scan_number(scan, "seat", 0, rules->seat_count - 1, &seat) &&
           cn_scan_expect(scan, "gets") && read_arrivals(scan, (unsigned)seat, &event->start);
}

/* Deals and scores */

/* The cards that were turned, behind those that have been read. */
static bool read_turned(cn_scan *scan, cn_event *event)
{
    const unsigned before = event->u.deal.turned_count;
    unsigned count = 0;
    const cn_word word = cn_scan_word(scan);
    cn_card *cards = event->u.deal.turned + before;
    if (!read_cards(scan, word, false, cards, CN_TURNED_MAX - before, &count)) return false;
    event->u.deal.turned_count = (uint8_t)(before + count);
    return true;
}

static bool read_deal(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    long hand_number = 0, dealer = 0, buried = 0;
    if (!cn_scan_number(scan, "number of the hand", 1, HAND_NUMBER_MAX, &hand_number)) return false;
    if (!cn_scan_expect(scan, "dealer")) return false;
    if (!cn_scan_number(scan, "dealer", 0, rules->seat_count - 1, &dealer)) return false;
    event->kind = CN_EVENT_DEAL;
    event->seat = (uint8_t)dealer;
    event->u.deal.hand_number = (uint16_t)hand_number;
    if (next_word_is(scan, "threes") && !read_deal_threes(scan, rules, event)) return false;
    if (next_word_is(scan, "returned") && !read_turned(scan, event)) return false;
    event->u.deal.returned_count = event->u.deal.turned_count;
    if (next_word_is(scan, "turned") && !read_turned(scan, event)) return false;
    if (next_word_is(scan, "buried") &&
        !cn_scan_number(scan, "number of buried cards", 1, UINT8_MAX, &buried))
        return false;
    event->u.deal.buried_count = (uint8_t)buried;
    if (next_word_is(scan, "hand") &&
        !read_hands(scan, rules, event->u.deal.hand, event->u.deal.known))
        return false;
    return read_start(scan, rules, event);
}

/* P169. */
static bool read_minutes(cn_scan *scan, cn_event *event)
{
    long minutes = 0;
    if (!cn_scan_expect(scan, "minutes") ||
        !cn_scan_number(scan, "minutes of the game", 0, UINT16_MAX, &minutes))
        return false;
    event->u.score.minutes = (uint16_t)minutes;
    return true;
}

static bool read_score(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    uint8_t known[CN_SEATS_MAX] = {0};
    const char *at = scan->at;
    event->kind = CN_EVENT_SCORE;
    event->start.seat = CN_SEAT_NONE;
    if (!read_hands(scan, rules, event->u.score.hand, known)) return false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (known[seat] == 0) return cn_scan_fail(scan, at, "the hand of seat %u is missing", seat);
    memset(known, 0, sizeof known);
    if (next_word_is(scan, "waiting") && !read_hands(scan, rules, event->u.score.waiting, known))
        return false;
    return rules->p.time_limit == 0 || read_minutes(scan, event);
}

/* Steps */

/* The cards of a take say in which way it was taken. */
static bool read_take(cn_scan *scan, cn_step *step)
{
    unsigned count = 0;
    cn_scan ahead = *scan;
    const cn_word word = cn_scan_word(&ahead);
    step->number = CN_STEP_TAKE_TOP;
    if (word.length == 0 || cn_word_is(word, "gets") || cn_word_is(word, "then")) return true;
    *scan = ahead;
    if (!read_cards(scan, word, false, step->card, 2, &count)) return false;
    if (count != 2) return cn_scan_fail(scan, word.text, "a take uses two cards or none");
    const uint8_t first = cn_card_kind(step->card[0]), second = cn_card_kind(step->card[1]);
    const bool natural = cn_kind_is_natural(first);
    if ((natural || first == CN_KIND_TWO) && first == second) /* P201 */
        step->number = CN_STEP_TAKE_PAIR;
    else if (natural && cn_kind_is_wild(second))
        step->number = second == CN_KIND_TWO ? CN_STEP_TAKE_TWO : CN_STEP_TAKE_JOKER;
    else
        return cn_scan_fail(scan, word.text,
                            "a take uses two naturals, a natural and a wild, or two twos");
    return true;
}

/* True if a card of the kind goes into such a meld. */
static bool can_be_laid(unsigned kind, unsigned meld)
{
    if (cn_kind_is_wild(kind)) return meld != CN_KIND_NONE;
    if (meld == CN_MELD_SEQUENCE) return cn_kind_is_natural(kind);
    return kind == meld;
}

/* The end of the sequence that a wild goes to. */
static bool read_end(cn_scan *scan, unsigned kind, cn_step *step)
{
    const cn_word word = cn_scan_word(scan);
    const bool high = cn_word_is(word, "high");
    if (!high && !cn_word_is(word, "low"))
        return cn_scan_fail(scan, word.text, "a wild goes to an end of a sequence, low or high");
    step->number = (uint8_t)cn_step_sequence_wild(kind, high);
    return true;
}

/* A letter stands behind the card where the meld is of another kind than the card. */
static bool read_lay(cn_scan *scan, cn_step *step)
{
    if (!read_one_card(scan, &step->card[0])) return false;
    const uint8_t kind = cn_card_kind(step->card[0]);
    unsigned meld = kind;
    cn_scan ahead = *scan;
    const cn_word word = cn_scan_word(&ahead);
    const bool lettered = word.length == 1;
    if (lettered) {
        meld = cn_meld_from_letter(word.text[0]);
        *scan = ahead;
    }
    const bool needed = cn_kind_is_wild(kind) && !lettered;
    if (needed || kind == CN_KIND_RED3 || !can_be_laid(kind, meld))
        return cn_scan_fail(scan, word.text, "this card is not laid on such a meld");
    if (meld == CN_MELD_SEQUENCE && cn_kind_is_wild(kind)) return read_end(scan, kind, step);
    step->number = (uint8_t)(meld == CN_MELD_SEQUENCE ? cn_step_sequence(step->card[0])
                                                      : cn_step_lay(kind, meld));
    return true;
}

static bool read_discard(cn_scan *scan, cn_step *step)
{
    if (!read_one_card(scan, &step->card[0])) return false;
    step->number = (uint8_t)(CN_STEP_DISCARD + cn_card_kind(step->card[0]));
    return true;
}

/* `least`: the lowest place, from 1. */
static bool read_place(cn_scan *scan, unsigned first, long least, cn_step *step)
{
    long place = 0;
    if (!cn_scan_number(scan, "place of the meld", least, CN_MELDS_MAX, &place)) return false;
    step->number = (uint8_t)(first + (unsigned)place - 1);
    return true;
}

/* The wild whose place the natural takes stands behind it. */
static bool read_swap(cn_scan *scan, bool steals, cn_step *step)
{
    if (!read_one_card(scan, &step->card[0])) return false;
    const unsigned rank = cn_card_kind(step->card[0]);
    const cn_word wild = cn_scan_word(scan);
    const bool joker = cn_word_is(wild, "X");
    if (!cn_kind_is_natural(rank) || (!joker && !cn_word_is(wild, "2")))
        return cn_scan_fail(scan, wild.text, "a natural is swapped for a wild, 2 or X");
    step->number = (uint8_t)cn_step_swap(rank, joker ? CN_KIND_JOKER : CN_KIND_TWO, steals);
    return true;
}

static bool read_special(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    const cn_word word = cn_scan_word(scan);
    for (int i = 0; i < rules->p.special_hands.count; i++)
        if (cn_word_is(word, rules->p.special_hands.hand[i].name)) {
            event->u.step.special = (uint8_t)(i + 1);
            return true;
        }
    return cn_scan_fail(scan, word.text, "there is no special hand '%.*s'", cn_word_shown(word),
                        word.text);
}

static bool read_bare_step(cn_scan *scan, cn_word word, cn_step *step)
{
    static const uint8_t bare[] = {CN_STEP_DRAW,    CN_STEP_OPEN, CN_STEP_ASK,     CN_STEP_YES,
                                   CN_STEP_NO,      CN_STEP_PASS, CN_STEP_NEW,     CN_STEP_LAY_OUT,
                                   CN_STEP_DECLARE, CN_STEP_PICK, CN_STEP_TAKE_ALL};
    for (unsigned i = 0; i < sizeof bare; i++)
        if (cn_word_is(word, cn_step_name(bare[i]))) {
            step->number = bare[i];
            return true;
        }
    if (word.length == 0) return cn_scan_fail(scan, word.text, "a step is missing here");
    return cn_scan_fail(scan, word.text, "'%.*s' is no step", cn_word_shown(word), word.text);
}

static bool read_step_words(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    cn_step *step = &event->u.step.step;
    *step = cn_step_make(CN_STEPS, CN_CARD_NONE, CN_CARD_NONE);
    const cn_word word = cn_scan_word(scan);
    if (cn_word_is(word, "take")) return read_take(scan, step);
    if (cn_word_is(word, "lay")) return read_lay(scan, step);
    if (cn_word_is(word, "discard")) return read_discard(scan, step);
    if (cn_word_is(word, "to")) return read_place(scan, CN_STEP_TO_MELD, 1, step);
    if (cn_word_is(word, "join")) return read_place(scan, CN_STEP_JOIN, 2, step);
    if (cn_word_is(word, "swap")) return read_swap(scan, false, step);
    if (cn_word_is(word, "steal")) return read_swap(scan, true, step);
    if (!read_bare_step(scan, word, step)) return false;
    return step->number != CN_STEP_DECLARE || read_special(scan, rules, event);
}

static bool read_step(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    long seat = 0;
    if (!cn_scan_number(scan, "seat", 0, rules->seat_count - 1, &seat)) return false;
    event->kind = CN_EVENT_STEP;
    event->seat = (uint8_t)seat;
    event->u.step.drawn.seat = CN_SEAT_NONE;
    if (!read_step_words(scan, rules, event)) return false;
    if (next_word_is(scan, "gets") && !read_arrivals(scan, (unsigned)seat, &event->u.step.drawn))
        return false;
    event->u.step.last_threes = next_word_is(scan, "last");
    event->u.step.threes_left = next_word_is(scan, "out");
    return read_start(scan, rules, event);
}

bool cn_event_parse(const char *text, const cn_rules *rules, cn_event *event, cn_text_error *error)
{
    cn_scan scan = cn_scan_make(text, strlen(text), 1, error);
    cn_event read;
    memset(&read, 0, sizeof read);
    bool good = false;
    if (next_word_is(&scan, "deal"))
        good = read_deal(&scan, rules, &read);
    else if (next_word_is(&scan, "score"))
        good = read_score(&scan, rules, &read);
    else
        good = read_step(&scan, rules, &read);
    if (!good || !cn_scan_finish(&scan)) return false;
    *event = read;
    return true;
}

/* The line a view starts from */

static bool read_totals(cn_scan *scan, const cn_rules *rules, int32_t *totals)
{
    const cn_word word = cn_scan_word(scan);
    const char *at = word.text, *end = word.text + word.length;
    for (unsigned side = 0; side < rules->side_count; side++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const bool last = side + 1 == rules->side_count;
        if (last != (comma == NULL))
            return cn_scan_fail(scan, word.text, "%u totals with commas are expected here",
                                (unsigned)rules->side_count);
        const cn_word item = {at, (size_t)((last ? end : comma) - at)};
        long total = 0;
        if (!cn_word_number(item, &total))
            return cn_scan_fail(scan, item.text, "a total is a whole number, not '%.*s'",
                                cn_word_shown(item), item.text);
        totals[side] = (int32_t)total;
        at = last ? end : comma + 1;
    }
    return true;
}

bool cn_view_start_parse(const char *text, const cn_rules *rules, cn_view *view,
                         cn_text_error *error)
{
    cn_scan scan = cn_scan_make(text, strlen(text), 1, error);
    long seat = CN_SEAT_NONE, dealer = 0, played = 0;
    int32_t totals[CN_SIDES_MAX] = {0};
    if (!cn_scan_expect(&scan, "view") || !cn_scan_expect(&scan, "seat")) return false;
    if (!next_word_is(&scan, "none") &&
        !cn_scan_number(&scan, "seat", 0, rules->seat_count - 1, &seat))
        return false;
    if (!cn_scan_expect(&scan, "dealer")) return false;
    if (!cn_scan_number(&scan, "dealer", 0, rules->seat_count - 1, &dealer)) return false;
    if (!cn_scan_expect(&scan, "played")) return false;
    if (!cn_scan_number(&scan, "number of hands played", 0, HAND_NUMBER_MAX, &played)) return false;
    if (!cn_scan_expect(&scan, "totals") || !read_totals(&scan, rules, totals)) return false;
    if (!cn_scan_finish(&scan)) return false;
    cn_view_start(view, rules, (unsigned)seat, (unsigned)dealer, (unsigned)played, totals);
    return true;
}
