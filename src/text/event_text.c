/* Events as lines of text and back, and the line a view starts from.
 * Not here: what an event does to a view (cn_view_apply), who may see it (cn_event_for).
 * Invariant: parsing a written event gives the event; a line that is none changes nothing. */
#include "text/event_text.h"

#include <assert.h>
#include <string.h>

enum { HAND_CARDS_MAX = CN_DECK_CARDS_MAX, HAND_NUMBER_MAX = UINT16_MAX };

enum {
    RED3_DIAMONDS = CN_ROW_THREES * CN_SUITS + CN_SUIT_DIAMONDS,
    RED3_HEARTS = CN_ROW_THREES * CN_SUITS + CN_SUIT_HEARTS
};

/* Writing */

static void write_red3(cn_writer *writer, const uint8_t red3[2])
{
    for (unsigned i = 0; i < red3[0]; i++) cn_write_card(writer, RED3_DIAMONDS);
    for (unsigned i = 0; i < red3[1]; i++) cn_write_card(writer, RED3_HEARTS);
}

static void write_deal(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    bool any_red3 = false, any_known = false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *red3 = event->u.deal.red3[seat];
        any_red3 = any_red3 || red3[0] + red3[1] > 0;
        any_known = any_known || event->u.deal.known[seat] != 0;
    }
    cn_write(writer, "deal %u dealer %u", (unsigned)event->u.deal.hand_number,
             (unsigned)event->seat);
    if (any_red3) cn_write(writer, " red");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *red3 = event->u.deal.red3[seat];
        if (red3[0] + red3[1] == 0) continue;
        cn_write(writer, " %u:", seat);
        write_red3(writer, red3);
    }
    if (event->u.deal.turned_count > 0) cn_write(writer, " turned ");
    cn_write_cards(writer, event->u.deal.turned, event->u.deal.turned_count);
    if (any_known) cn_write(writer, " hand");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        if (event->u.deal.known[seat] == 0) continue;
        cn_write(writer, " %u:", seat);
        cn_write_hand(writer, &event->u.deal.hand[seat]);
    }
}

static void write_lay(cn_writer *writer, cn_step step)
{
    cn_write(writer, " lay ");
    cn_write_card(writer, step.card[0]);
    if (cn_kind_is_wild(cn_step_kind(step.number)))
        cn_write(writer, " %c", cn_kind_letter(cn_step_meld(step.number)));
}

static void write_take(cn_writer *writer, cn_step step)
{
    cn_write(writer, " take");
    if (step.number == CN_STEP_TAKE_TOP) return;
    cn_write_char(writer, ' ');
    cn_write_cards(writer, step.card, 2);
}

static void write_step(cn_writer *writer, const cn_event *event)
{
    static const char *const words[] = {"draw", "open", "ask", "yes", "no"};
    const cn_step step = event->u.step.step;
    cn_write(writer, "%u", (unsigned)event->seat);
    if (step.number < sizeof words / sizeof words[0]) {
        cn_write(writer, " %s", words[step.number]);
    } else if (cn_step_is_take(step.number)) {
        write_take(writer, step);
    } else if (cn_step_is_lay(step.number)) {
        write_lay(writer, step);
    } else {
        cn_write(writer, " discard ");
        cn_write_card(writer, step.card[0]);
    }
    if (event->u.step.drawn_count == 0) return;
    cn_write_char(writer, ' ');
    cn_write_cards(writer, event->u.step.drawn, event->u.step.drawn_count);
}

static void write_score(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    cn_write(writer, "score");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_write(writer, " %u:", seat);
        cn_write_hand(writer, &event->u.score.hand[seat]);
    }
}

void cn_write_event(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL: write_deal(writer, rules, event); break;
    case CN_EVENT_STEP: write_step(writer, event); break;
    case CN_EVENT_SCORE: write_score(writer, rules, event); break;
    }
}

/* Reading */

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

static bool read_hand(const cn_scan *scan, cn_word word, cn_cards *hand)
{
    cn_card cards[HAND_CARDS_MAX];
    unsigned count = 0;
    if (!read_cards(scan, word, false, cards, HAND_CARDS_MAX, &count)) return false;
    for (unsigned i = 0; i < count; i++) {
        const bool suited = cards[i] != CN_CARD_JOKER;
        if (cn_cards_count(hand, cards[i]) == (suited ? 15 : UINT8_MAX))
            return cn_scan_fail(scan, word.text, "too many cards of one face");
        cn_cards_add(hand, cards[i]);
    }
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

static bool read_deal_red3(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    cn_word word, cards_word;
    while (next_seat_word(scan, &word)) {
        unsigned seat = 0, count = 0;
        cn_card cards[2 * CN_PACKS_MAX];
        if (!read_seat_cards(scan, rules, word, &seat, &cards_word)) return false;
        if (!read_cards(scan, cards_word, false, cards, 2 * CN_PACKS_MAX, &count)) return false;
        uint8_t *red3 = event->u.deal.red3[seat];
        if (red3[0] + red3[1] > 0)
            return cn_scan_fail(scan, word.text, "seat %u stands here twice", seat);
        for (unsigned i = 0; i < count; i++) {
            if (cn_card_kind(cards[i]) != CN_KIND_RED3)
                return cn_scan_fail(scan, cards_word.text, "only red threes are laid out");
            red3[cards[i] == RED3_HEARTS]++;
        }
    }
    return true;
}

static bool read_deal_hands(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    cn_word word, cards_word;
    while (next_seat_word(scan, &word)) {
        unsigned seat = 0;
        if (!read_seat_cards(scan, rules, word, &seat, &cards_word)) return false;
        if (event->u.deal.known[seat] != 0)
            return cn_scan_fail(scan, word.text, "seat %u stands here twice", seat);
        event->u.deal.known[seat] = 1;
        if (!read_hand(scan, cards_word, &event->u.deal.hand[seat])) return false;
    }
    return true;
}

static bool read_deal(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    long hand_number = 0, dealer = 0;
    if (!cn_scan_number(scan, "number of the hand", 1, HAND_NUMBER_MAX, &hand_number)) return false;
    if (!cn_scan_expect(scan, "dealer")) return false;
    if (!cn_scan_number(scan, "dealer", 0, rules->seat_count - 1, &dealer)) return false;
    event->kind = CN_EVENT_DEAL;
    event->seat = (uint8_t)dealer;
    event->u.deal.hand_number = (uint16_t)hand_number;
    if (next_word_is(scan, "red") && !read_deal_red3(scan, rules, event)) return false;
    if (next_word_is(scan, "turned")) {
        unsigned count = 0;
        const cn_word word = cn_scan_word(scan);
        if (!read_cards(scan, word, false, event->u.deal.turned, CN_TURNED_MAX, &count))
            return false;
        event->u.deal.turned_count = (uint8_t)count;
    }
    if (next_word_is(scan, "hand") && !read_deal_hands(scan, rules, event)) return false;
    return true;
}

static bool read_score(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    event->kind = CN_EVENT_SCORE;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_word word = cn_scan_word(scan);
        cn_word cards_word;
        unsigned found = 0;
        if (!read_seat_cards(scan, rules, word, &found, &cards_word)) return false;
        if (found != seat)
            return cn_scan_fail(scan, word.text, "seat %u is expected here, not %u", seat, found);
        if (!read_hand(scan, cards_word, &event->u.score.hand[seat])) return false;
    }
    return true;
}

static bool read_drawn(cn_scan *scan, cn_event *event)
{
    unsigned count = 0;
    const cn_word word = cn_scan_word(scan);
    if (!read_cards(scan, word, true, event->u.step.drawn, CN_DRAWN_MAX, &count)) return false;
    event->u.step.drawn_count = (uint8_t)count;
    return true;
}

/* The cards of a take say in which way it was taken. */
static bool read_take(cn_scan *scan, cn_step *step)
{
    unsigned count = 0;
    const cn_word word = cn_scan_word(scan);
    step->number = CN_STEP_TAKE_TOP;
    if (!read_cards(scan, word, false, step->card, 2, &count)) return false;
    if (count == 0) return true;
    if (count == 1) return cn_scan_fail(scan, word.text, "a take uses two cards or none");
    const uint8_t first = cn_card_kind(step->card[0]), second = cn_card_kind(step->card[1]);
    if (cn_kind_is_natural(first) && first == second)
        step->number = CN_STEP_TAKE_PAIR;
    else if (cn_kind_is_natural(first) && cn_kind_is_wild(second))
        step->number = second == CN_KIND_TWO ? CN_STEP_TAKE_TWO : CN_STEP_TAKE_JOKER;
    else
        return cn_scan_fail(scan, word.text, "a take uses two naturals, or a natural and a wild");
    return true;
}

static bool read_lay(cn_scan *scan, cn_step *step)
{
    if (!read_one_card(scan, &step->card[0])) return false;
    const uint8_t kind = cn_card_kind(step->card[0]);
    unsigned rank = kind;
    if (cn_kind_is_wild(kind)) {
        const cn_word word = cn_scan_word(scan);
        rank = word.length == 1 ? cn_rank_from_letter(word.text[0]) : (unsigned)CN_KIND_NONE;
        if (rank == CN_KIND_NONE)
            return cn_scan_fail(scan, word.text, "a wild card is laid onto a rank, 4 to A");
    } else if (kind == CN_KIND_RED3) {
        return cn_scan_fail(scan, scan->at, "red threes are not laid in melds");
    }
    step->number = (uint8_t)cn_step_lay(kind, rank);
    return true;
}

static bool read_discard(cn_scan *scan, cn_step *step)
{
    if (!read_one_card(scan, &step->card[0])) return false;
    const uint8_t kind = cn_card_kind(step->card[0]);
    if (kind == CN_KIND_RED3) return cn_scan_fail(scan, scan->at, "red threes are not discarded");
    step->number = (uint8_t)(CN_STEP_DISCARD + kind);
    return true;
}

static bool read_step(cn_scan *scan, const cn_rules *rules, cn_event *event)
{
    static const char *const words[] = {"draw", "open", "ask", "yes", "no"};
    long seat = 0;
    if (!cn_scan_number(scan, "seat", 0, rules->seat_count - 1, &seat)) return false;
    event->kind = CN_EVENT_STEP;
    event->seat = (uint8_t)seat;
    cn_step *step = &event->u.step.step;
    *step = cn_step_make(CN_STEPS, CN_CARD_NONE, CN_CARD_NONE);
    const cn_word word = cn_scan_word(scan);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (cn_word_is(word, words[i])) step->number = (uint8_t)i;
    if (cn_word_is(word, "take")) return read_take(scan, step);
    if (cn_word_is(word, "lay")) return read_lay(scan, step);
    if (cn_word_is(word, "discard")) return read_discard(scan, step);
    if (step->number == CN_STEP_DRAW) return read_drawn(scan, event);
    if (step->number < CN_STEPS) return true;
    if (word.length == 0) return cn_scan_fail(scan, word.text, "a step is missing here");
    return cn_scan_fail(scan, word.text, "'%.*s' is no step", cn_word_shown(word), word.text);
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

void cn_write_view_start(cn_writer *writer, const cn_rules *rules, unsigned seat, unsigned dealer,
                         unsigned hands_played, const int32_t *totals)
{
    cn_write(writer, "view seat ");
    if (seat == CN_SEAT_NONE)
        cn_write(writer, "none");
    else
        cn_write(writer, "%u", seat);
    cn_write(writer, " dealer %u played %u totals ", dealer, hands_played);
    for (unsigned side = 0; side < rules->side_count; side++)
        cn_write(writer, "%s%ld", side == 0 ? "" : ",", totals == NULL ? 0L : (long)totals[side]);
}

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
