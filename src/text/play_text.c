/* Plays as people write them, to steps and back.
 * Not here: legality. Only what no step can say is refused here, as a broken shape.
 * Invariant: a group is laid naturals first, then wilds, each in the order written (P122). */
#include "text/play_text.h"

#include <assert.h>
#include <string.h>

enum { GROUP_CARDS_MAX = 64, MELD_CARDS_MIN = 3 };

/* A group of cards in the text, sorted into what it is made of. */
typedef struct group {
    cn_card natural[GROUP_CARDS_MAX], wild[GROUP_CARDS_MAX]; /* black threes are naturals here */
    unsigned natural_column[GROUP_CARDS_MAX], wild_column[GROUP_CARDS_MAX];
    unsigned natural_count, wild_count;
    uint8_t rank; /* of the naturals or of the prefix, CN_KIND_NONE if there is neither */
} group;

typedef struct reader {
    cn_scan scan; /* of the part between two semicolons */
    cn_play *play;
    cn_reason *shape;
} reader;

static cn_play_status fail_shape(const reader *r, const char *at, cn_reason_code code,
                                 const char *message)
{
    *r->shape = (cn_reason){.code = (uint8_t)code};
    if (code == CN_REASON_SIZE) r->shape->need = MELD_CARDS_MIN;
    (void)cn_scan_fail(&r->scan, at, "%s", message);
    return CN_PLAY_SHAPE;
}

static cn_play_status add_step(reader *r, unsigned column, cn_step step)
{
    if (r->play->count == CN_PLAY_STEPS_MAX) {
        (void)cn_text_fail(r->scan.error, r->scan.line, column, "a play has at most %d steps",
                           CN_PLAY_STEPS_MAX);
        return CN_PLAY_SYNTAX;
    }
    r->play->step[r->play->count] = step;
    r->play->column[r->play->count] = column;
    r->play->count++;
    return CN_PLAY_OK;
}

static cn_play_status read_cards(reader *r, cn_word word, cn_card *cards, unsigned *count)
{
    size_t bad = 0;
    const int found = cn_cards_parse(word.text, word.length, cards, GROUP_CARDS_MAX, &bad);
    if (found >= 0) {
        *count = (unsigned)found;
        return CN_PLAY_OK;
    }
    const cn_word rest = {word.text + bad, word.length - bad};
    cn_card card = CN_CARD_NONE;
    if (cn_cards_parse(rest.text, rest.length < 2 ? rest.length : 2, &card, 1, &bad) > 0)
        (void)cn_scan_fail(&r->scan, rest.text, "a group has at most %d cards", GROUP_CARDS_MAX);
    else
        (void)cn_scan_fail(&r->scan, rest.text, "no card begins with '%.*s'", cn_word_shown(rest),
                           rest.text);
    return CN_PLAY_SYNTAX;
}

/* Takes a card of the text into the group. */
static cn_play_status group_add(const reader *r, group *g, cn_card card, const char *at)
{
    const unsigned column = cn_scan_column(&r->scan, at);
    const uint8_t kind = cn_card_kind(card);
    if (kind == CN_KIND_NONE) {
        (void)cn_scan_fail(&r->scan, at, "a hidden card cannot be played");
        return CN_PLAY_SYNTAX;
    }
    if (kind == CN_KIND_RED3)
        return fail_shape(r, at, CN_REASON_RED3, "red threes are never melded");
    if (cn_kind_is_wild(kind)) {
        g->wild_column[g->wild_count] = column;
        g->wild[g->wild_count++] = card;
        return CN_PLAY_OK;
    }
    if (g->rank != CN_KIND_NONE && g->rank != kind)
        return fail_shape(r, at, CN_REASON_RANK, "naturals of one meld have one rank");
    g->rank = kind;
    g->natural_column[g->natural_count] = column;
    g->natural[g->natural_count++] = card;
    return CN_PLAY_OK;
}

/* `K:` before the cards; the word is cut to the cards. */
static cn_play_status read_prefix(const reader *r, cn_word *word, uint8_t *rank)
{
    *rank = CN_KIND_NONE;
    if (word->length < 2 || word->text[1] != ':') return CN_PLAY_OK;
    *rank = word->text[0] == '3' ? (uint8_t)CN_KIND_BLACK3
                                 : (uint8_t)cn_rank_from_letter(word->text[0]);
    if (*rank == CN_KIND_NONE) {
        (void)cn_scan_fail(&r->scan, word->text, "'%c' is no rank that can be melded",
                           word->text[0]);
        return CN_PLAY_SYNTAX;
    }
    word->text += 2;
    word->length -= 2;
    return CN_PLAY_OK;
}

static cn_play_status read_group(reader *r, cn_word word, group *g)
{
    memset(g, 0, sizeof *g);
    cn_play_status status = read_prefix(r, &word, &g->rank);
    cn_card cards[GROUP_CARDS_MAX];
    unsigned count = 0;
    if (status == CN_PLAY_OK) status = read_cards(r, word, cards, &count);
    const char *at = word.text;
    for (unsigned i = 0; i < count && status == CN_PLAY_OK; i++) {
        status = group_add(r, g, cards[i], at);
        at += cards[i] == CN_CARD_JOKER ? 1 : 2;
    }
    return status;
}

/* Lays the cards of the group from the given places on. */
static cn_play_status lay_group(reader *r, const group *g, unsigned natural_i, unsigned wild_i)
{
    cn_play_status status = CN_PLAY_OK;
    for (; natural_i < g->natural_count && status == CN_PLAY_OK; natural_i++)
        status = add_step(
            r, g->natural_column[natural_i],
            cn_step_make(cn_step_lay(g->rank, g->rank), g->natural[natural_i], CN_CARD_NONE));
    for (; wild_i < g->wild_count && status == CN_PLAY_OK; wild_i++) {
        const uint8_t kind = cn_card_kind(g->wild[wild_i]);
        status = add_step(r, g->wild_column[wild_i],
                          cn_step_make(cn_step_lay(kind, g->rank), g->wild[wild_i], CN_CARD_NONE));
    }
    return status;
}

static cn_play_status read_meld_group(reader *r, cn_word word)
{
    group g;
    const cn_play_status status = read_group(r, word, &g);
    if (status != CN_PLAY_OK) return status;
    if (g.natural_count + g.wild_count == 0)
        return fail_shape(r, word.text, CN_REASON_SIZE, "a group without cards");
    if (g.rank == CN_KIND_NONE)
        return fail_shape(r, word.text, CN_REASON_WILD_ONLY,
                          "wild cards only: K:2c names the meld they go to");
    if (g.rank == CN_KIND_BLACK3 && g.wild_count > 0)
        return fail_shape(r, word.text, CN_REASON_BLACK3_WILD, "no wild cards among black threes");
    return lay_group(r, &g, 0, 0);
}

static cn_play_status read_meld_groups(reader *r)
{
    while (!cn_scan_done(&r->scan)) {
        const cn_play_status status = read_meld_group(r, cn_scan_word(&r->scan));
        if (status != CN_PLAY_OK) return status;
    }
    return CN_PLAY_OK;
}

/* What the engine judges by the top of the pile first: two cards that can hardly be a pair. */
static cn_play_status take_odd_pair(reader *r, cn_word word, unsigned column)
{
    cn_card cards[GROUP_CARDS_MAX];
    unsigned count = 0;
    const cn_play_status status = read_cards(r, word, cards, &count);
    if (status != CN_PLAY_OK) return status;
    return add_step(r, column, cn_step_make(CN_STEP_TAKE_PAIR, cards[0], cards[1]));
}

/* True for two threes or two wilds: no such pair takes a pile, and the top card says why. */
static bool is_odd_pair(cn_word word)
{
    cn_card cards[2];
    size_t bad = 0;
    if (cn_cards_parse(word.text, word.length, cards, 2, &bad) != 2) return false;
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t kind = cn_card_kind(cards[i]);
        if (kind == CN_KIND_NONE || cn_kind_is_natural(kind)) return false;
    }
    return true;
}

/* The way of taking follows from the cards (P38, P39, P40); the rest is laid onto them. */
static cn_play_status take_group(reader *r, const group *g, unsigned column)
{
    cn_play_status status = CN_PLAY_OK;
    if (g->natural_count >= 2) {
        status = add_step(r, column, cn_step_make(CN_STEP_TAKE_PAIR, g->natural[0], g->natural[1]));
        return status == CN_PLAY_OK ? lay_group(r, g, 2, 0) : status;
    }
    if (g->natural_count == 1 && g->wild_count >= 1) {
        const bool joker = g->wild[0] == CN_CARD_JOKER;
        status = add_step(
            r, column,
            cn_step_make(joker ? CN_STEP_TAKE_JOKER : CN_STEP_TAKE_TWO, g->natural[0], g->wild[0]));
        return status == CN_PLAY_OK ? lay_group(r, g, 1, 1) : status;
    }
    status = add_step(r, column, cn_step_make(CN_STEP_TAKE_TOP, CN_CARD_NONE, CN_CARD_NONE));
    return status == CN_PLAY_OK ? lay_group(r, g, 0, 0) : status;
}

static cn_play_status read_take(reader *r, unsigned column)
{
    if (cn_scan_done(&r->scan))
        return add_step(r, column, cn_step_make(CN_STEP_TAKE_TOP, CN_CARD_NONE, CN_CARD_NONE));
    const cn_word word = cn_scan_word(&r->scan);
    if (!cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    if (is_odd_pair(word)) return take_odd_pair(r, word, column);
    group g;
    const cn_play_status status = read_group(r, word, &g);
    if (status != CN_PLAY_OK) return status;
    if (g.natural_count + g.wild_count == 0)
        return fail_shape(r, word.text, CN_REASON_SIZE, "a group without cards");
    if (g.rank == CN_KIND_NONE || g.rank == CN_KIND_BLACK3)
        return fail_shape(r, word.text, CN_REASON_TAKE_CARDS,
                          "the pile is taken with naturals of the top card's rank");
    return take_group(r, &g, column);
}

static cn_play_status read_discard(reader *r, unsigned column)
{
    const cn_word word = cn_scan_word(&r->scan);
    cn_card cards[GROUP_CARDS_MAX];
    unsigned count = 0;
    const cn_play_status status = read_cards(r, word, cards, &count);
    if (status != CN_PLAY_OK) return status;
    if (count != 1) {
        (void)cn_scan_fail(&r->scan, word.text, "one card is discarded, not %u", count);
        return CN_PLAY_SYNTAX;
    }
    if (!cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    const uint8_t kind = cn_card_kind(cards[0]);
    if (kind == CN_KIND_NONE) {
        (void)cn_scan_fail(&r->scan, word.text, "a hidden card cannot be played");
        return CN_PLAY_SYNTAX;
    }
    if (kind == CN_KIND_RED3)
        return fail_shape(r, word.text, CN_REASON_RED3, "red threes are never discarded");
    return add_step(r, column, cn_step_make(CN_STEP_DISCARD + kind, cards[0], CN_CARD_NONE));
}

/* The words that are a whole action by themselves. */
static bool bare_step(cn_word word, unsigned *number)
{
    static const struct {
        const char *text;
        uint8_t number;
    } bare[] = {
        {"draw", CN_STEP_DRAW}, {"ask", CN_STEP_ASK}, {"yes", CN_STEP_YES}, {"no", CN_STEP_NO}};
    for (unsigned i = 0; i < sizeof bare / sizeof bare[0]; i++)
        if (cn_word_is(word, bare[i].text)) {
            *number = bare[i].number;
            return true;
        }
    return false;
}

static cn_play_status fail_action(const reader *r, cn_word word)
{
    if (word.length == 0)
        (void)cn_scan_fail(&r->scan, word.text, "an action is missing here");
    else
        (void)cn_scan_fail(&r->scan, word.text,
                           "'%.*s' is no action: draw, take, open, meld, ask, yes, no, discard",
                           cn_word_shown(word), word.text);
    return CN_PLAY_SYNTAX;
}

/* One action, between two semicolons. */
static cn_play_status read_action(reader *r)
{
    const cn_word word = cn_scan_word(&r->scan);
    const unsigned column = cn_scan_column(&r->scan, word.text);
    unsigned number = CN_STEPS;
    if (bare_step(word, &number)) {
        if (!cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
        return add_step(r, column, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
    }
    if (cn_word_is(word, "take")) return read_take(r, column);
    if (cn_word_is(word, "discard")) return read_discard(r, column);
    if (cn_word_is(word, "open")) {
        const cn_play_status status = read_meld_groups(r);
        if (status != CN_PLAY_OK) return status;
        return add_step(r, column, cn_step_make(CN_STEP_OPEN, CN_CARD_NONE, CN_CARD_NONE));
    }
    if (!cn_word_is(word, "meld")) return fail_action(r, word);
    if (!cn_scan_done(&r->scan)) return read_meld_groups(r);
    (void)cn_scan_fail(&r->scan, r->scan.at, "meld names at least one group");
    return CN_PLAY_SYNTAX;
}

cn_play_status cn_play_parse(const char *text, size_t length, unsigned line, cn_play *play,
                             cn_reason *shape, cn_text_error *error)
{
    play->count = 0;
    *shape = (cn_reason){.code = CN_OK};
    for (size_t at = 0;; at++) {
        const char *semicolon = memchr(text + at, ';', length - at);
        const size_t end = semicolon == NULL ? length : (size_t)(semicolon - text);
        reader r = {cn_scan_make(text + at, end - at, line, error), play, shape};
        r.scan.column = (unsigned)at + 1;
        const cn_play_status status = read_action(&r);
        if (status != CN_PLAY_OK) return status;
        if (semicolon == NULL) return CN_PLAY_OK;
        at = end;
    }
}

/* True if the lay can be written into the group that the steps from `first` to it make up. After a
 * take with a wild a further natural would read as a pair, so it begins a group of its own. */
static bool joins_group(const cn_step *first, const cn_step *lay, unsigned rank)
{
    if (!cn_step_is_lay(lay->number) || cn_step_meld(lay->number) != rank) return false;
    const bool wild_take = first->number == CN_STEP_TAKE_TWO || first->number == CN_STEP_TAKE_JOKER;
    return !wild_take || cn_kind_is_wild(cn_step_kind(lay->number));
}

/* The number of steps, from the first on, that are written as one group onto the meld of `rank`. */
static unsigned group_steps(const cn_step *steps, unsigned count, unsigned rank)
{
    unsigned end = 1;
    while (end < count && joins_group(&steps[0], &steps[end], rank)) end++;
    return end;
}

/* Writes the cards of laid steps, naturals first. */
static void write_lays(cn_writer *writer, const cn_step *steps, unsigned count)
{
    for (unsigned wild = 0; wild < 2; wild++)
        for (unsigned i = 0; i < count; i++)
            if (cn_kind_is_wild(cn_step_kind(steps[i].number)) == (wild == 1))
                cn_write_card(writer, steps[i].card[0]);
}

/* Writes one group of lays; returns the steps used. */
static unsigned write_group(cn_writer *writer, const cn_step *steps, unsigned count)
{
    const unsigned rank = cn_step_meld(steps[0].number);
    const unsigned used = group_steps(steps, count, rank);
    bool has_natural = false;
    for (unsigned i = 0; i < used; i++)
        has_natural = has_natural || !cn_kind_is_wild(cn_step_kind(steps[i].number));
    cn_write_char(writer, ' ');
    if (!has_natural) cn_write(writer, "%c:", cn_kind_letter(rank));
    write_lays(writer, steps, used);
    return used;
}

/* Writes a take with the cards that follow onto its meld; returns the steps used. The rank of a
 * take by the top card alone is not among its cards, so nothing joins it. */
static unsigned write_take(cn_writer *writer, const cn_step *steps, unsigned count)
{
    cn_write(writer, "take");
    if (steps[0].number == CN_STEP_TAKE_TOP) return 1;
    const unsigned used = group_steps(steps, count, cn_card_kind(steps[0].card[0]));
    const bool pair = steps[0].number == CN_STEP_TAKE_PAIR;
    cn_write_char(writer, ' ');
    cn_write_cards(writer, steps[0].card, pair ? 2 : 1);
    /* The joker of a take needs no name: the number has said it all (step.h). */
    const bool joker = steps[0].number == CN_STEP_TAKE_JOKER;
    if (!pair) cn_write_card(writer, joker ? (cn_card)CN_CARD_JOKER : steps[0].card[1]);
    write_lays(writer, steps + 1, used - 1);
    return used;
}

/* Writes lays, and the `open` they lead to; returns the steps used. */
static unsigned write_melds(cn_writer *writer, const cn_step *steps, unsigned count)
{
    unsigned end = 0;
    while (end < count && cn_step_is_lay(steps[end].number)) end++;
    const bool opens = end < count && steps[end].number == CN_STEP_OPEN;
    cn_write(writer, opens ? "open" : "meld");
    for (unsigned i = 0; i < end;) i += write_group(writer, steps + i, end - i);
    return opens ? end + 1 : end;
}

static unsigned write_action(cn_writer *writer, const cn_step *steps, unsigned count)
{
    static const char *const words[] = {"draw", "open", "ask", "yes", "no"};
    const unsigned number = steps[0].number;
    if (number < sizeof words / sizeof words[0]) {
        cn_write(writer, "%s", words[number]);
        return 1;
    }
    if (cn_step_is_take(number)) return write_take(writer, steps, count);
    if (cn_step_is_lay(number)) return write_melds(writer, steps, count);
    assert(cn_step_is_discard(number));
    cn_write(writer, "discard ");
    cn_write_card(writer, steps[0].card[0]);
    return 1;
}

void cn_write_play(cn_writer *writer, const cn_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count;) {
        if (i > 0) cn_write(writer, "; ");
        i += write_action(writer, steps + i, count - i);
    }
}
