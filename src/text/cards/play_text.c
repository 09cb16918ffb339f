/* Plays as people write them, to steps.
 * Not here: legality. Only what no step can say is refused here, as a broken shape.
 * Invariant: groups become the steps of their cards in the order of group_text.h, nothing else. */
#include "text/cards/play_text.h"

#include <string.h>

#include "text/cards/group_text.h"

typedef struct reader {
    cn_scan scan; /* of the part between two semicolons */
    cn_play *play;
    cn_reason *shape;
    bool begins;   /* what comes now begins a group, or an action */
    bool nameless; /* it is of a group whose meld has no letter */
    bool any_end;  /* ... of wilds for an end that it does not say */
} reader;

static cn_group_reader group_reader(const reader *r)
{
    return (cn_group_reader){&r->scan, r->shape};
}

static cn_play_status add_step(reader *r, const char *at, unsigned number, cn_card first,
                               cn_card second)
{
    if (r->play->count == CN_PLAY_STEPS_MAX) {
        (void)cn_scan_fail(&r->scan, at, "a play has at most %d steps", CN_PLAY_STEPS_MAX);
        return CN_PLAY_SYNTAX;
    }
    r->play->step[r->play->count] = cn_step_make(number, first, second);
    r->play->column[r->play->count] = cn_scan_column(&r->scan, at);
    r->play->begins[r->play->count] = r->begins;
    r->play->nameless[r->play->count] = r->nameless;
    r->play->any_end[r->play->count] = r->any_end;
    r->begins = false;
    r->play->count++;
    return CN_PLAY_OK;
}

static cn_play_status add_bare(reader *r, const char *at, unsigned number)
{
    return add_step(r, at, number, CN_CARD_NONE, CN_CARD_NONE);
}

/* The steps that a group's name stands for. */
static cn_play_status add_name(reader *r, const cn_group *g)
{
    if (g->name.place != CN_NO_MELD) return add_bare(r, g->at, CN_STEP_TO_MELD + g->name.place);
    return g->name.fresh ? add_bare(r, g->at, CN_STEP_NEW) : CN_PLAY_OK;
}

static unsigned lay_of(const cn_group *g, unsigned i)
{
    const unsigned kind = cn_card_kind(g->card[i]);
    if (g->meld != CN_MELD_SEQUENCE) return cn_step_lay(kind, g->meld);
    return cn_kind_is_wild(kind) ? cn_step_sequence_wild(kind, !g->low[i])
                                 : cn_step_sequence(g->card[i]);
}

/* Lays the cards of the group from the given one on, to the given one. */
static cn_play_status lay_cards(reader *r, const cn_group *g, unsigned from, unsigned to)
{
    cn_play_status status = CN_PLAY_OK;
    r->nameless = g->name.meld == CN_KIND_NONE;
    r->any_end = g->any_end;
    for (unsigned i = from; i < to && status == CN_PLAY_OK; i++) {
        const cn_card card = g->card[i];
        status = add_step(r, g->where[i], lay_of(g, i), card, CN_CARD_NONE);
    }
    r->nameless = r->any_end = false;
    return status;
}

static cn_play_status read_meld_groups(reader *r)
{
    while (!cn_scan_done(&r->scan)) {
        cn_group g;
        const cn_group_reader groups = group_reader(r);
        cn_play_status status = cn_group_read(&groups, cn_scan_word(&r->scan), &g);
        r->begins = true;
        if (status == CN_PLAY_OK) status = add_name(r, &g);
        if (status == CN_PLAY_OK) status = lay_cards(r, &g, 0, g.count);
        if (status != CN_PLAY_OK) return status;
    }
    return CN_PLAY_OK;
}

/* Taking */

/* True for two threes or two wilds: no such pair takes a pile, and the engine says why by the top
 * of the pile first. */
static bool is_odd_pair(cn_word word, cn_card cards[2])
{
    size_t bad = 0;
    if (cn_cards_parse(word.text, word.length, cards, 2, &bad) != 2) return false;
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t kind = cn_card_kind(cards[i]);
        if (kind == CN_KIND_NONE || cn_kind_is_natural(kind)) return false;
    }
    return true;
}

/* The way of taking follows from the cards (P38, P39, P40); the rest is laid onto them. */
static cn_play_status take_rank(reader *r, const cn_group *g, const char *at)
{
    const unsigned naturals = g->count - g->wild_count;
    cn_play_status status = CN_PLAY_OK;
    if (naturals >= 2) {
        status = add_step(r, at, CN_STEP_TAKE_PAIR, g->card[0], g->card[1]);
        return status == CN_PLAY_OK ? lay_cards(r, g, 2, g->count) : status;
    }
    if (naturals == 1 && g->wild_count >= 1) {
        const bool joker = g->card[1] == CN_CARD_JOKER;
        status =
            add_step(r, at, joker ? CN_STEP_TAKE_JOKER : CN_STEP_TAKE_TWO, g->card[0], g->card[1]);
        return status == CN_PLAY_OK ? lay_cards(r, g, 2, g->count) : status;
    }
    status = add_bare(r, at, CN_STEP_TAKE_TOP);
    return status == CN_PLAY_OK ? lay_cards(r, g, 0, g->count) : status;
}

static cn_play_status take_group(reader *r, const cn_group *g, const char *at)
{
    const cn_group_reader groups = group_reader(r);
    if (g->name.fresh) {
        (void)cn_scan_fail(&r->scan, g->at, "a take begins a new meld if it names no other");
        return CN_PLAY_SYNTAX;
    }
    const bool sequence = g->meld == CN_MELD_SEQUENCE;
    if (sequence && g->name.meld == CN_KIND_NONE && g->name.place == CN_NO_MELD)
        return cn_shape_fail(&groups, g->where[1], CN_REASON_RANK,
                             "the pile is taken with naturals of the top card's rank");
    if (!sequence && g->meld >= CN_RANKS && !cn_group_waits_for_meld(g))
        return cn_shape_fail(&groups, g->at, CN_REASON_TAKE_CARDS,
                             "the pile is taken with naturals of the top card's rank");
    cn_play_status status = add_name(r, g);
    if (status != CN_PLAY_OK) return status;
    if (!sequence) return take_rank(r, g, at);
    status = add_bare(r, at, CN_STEP_TAKE_TOP);
    return status == CN_PLAY_OK ? lay_cards(r, g, 0, g->count) : status;
}

static cn_play_status read_take(reader *r, const char *at)
{
    if (cn_scan_done(&r->scan)) return add_bare(r, at, CN_STEP_TAKE_TOP);
    const cn_word word = cn_scan_word(&r->scan);
    const cn_group_reader groups = group_reader(r);
    unsigned place = 0;
    cn_card odd[2];
    cn_group g;
    if (!cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    if (is_odd_pair(word, odd)) return add_step(r, at, CN_STEP_TAKE_PAIR, odd[0], odd[1]);
    if (cn_place_read(word, &place)) {
        const cn_play_status status = add_bare(r, word.text, CN_STEP_TO_MELD + place);
        return status == CN_PLAY_OK ? add_bare(r, at, CN_STEP_TAKE_TOP) : status;
    }
    const cn_play_status status = cn_group_read(&groups, word, &g);
    return status == CN_PLAY_OK ? take_group(r, &g, at) : status;
}

/* Places */

static cn_play_status read_place(reader *r, unsigned *place, cn_word *word)
{
    *word = cn_scan_word(&r->scan);
    if (cn_place_read(*word, place)) return CN_PLAY_OK;
    (void)cn_scan_fail(&r->scan, word->text, "the place of a meld is expected here, #1 to #%d",
                       CN_MELDS_MAX);
    return CN_PLAY_SYNTAX;
}

static cn_play_status read_to(reader *r)
{
    unsigned place = 0;
    cn_word word;
    const cn_play_status status = read_place(r, &place, &word);
    if (status != CN_PLAY_OK || !cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    return add_bare(r, word.text, CN_STEP_TO_MELD + place);
}

/* `join #1 #4` names the first and joins the second to it; `join #4` joins to the one just named.
 */
static cn_play_status read_join(reader *r)
{
    unsigned place = 0;
    cn_word word;
    cn_play_status status = read_place(r, &place, &word);
    if (status == CN_PLAY_OK && !cn_scan_done(&r->scan)) {
        status = add_bare(r, word.text, CN_STEP_TO_MELD + place);
        if (status == CN_PLAY_OK) status = read_place(r, &place, &word);
    }
    if (status != CN_PLAY_OK || !cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    const cn_group_reader groups = group_reader(r);
    if (place == 0)
        return cn_shape_fail(&groups, word.text, CN_REASON_NO_MERGE,
                             "a meld joins one that was begun before it");
    return add_bare(r, word.text, CN_STEP_JOIN + place);
}

/* Actions */

static cn_play_status read_discard(reader *r, const char *at)
{
    const cn_word word = cn_scan_word(&r->scan);
    const cn_group_reader groups = group_reader(r);
    cn_card cards[CN_GROUP_CARDS_MAX];
    const char *where[CN_GROUP_CARDS_MAX];
    unsigned count = 0;
    const cn_play_status status = cn_group_read_cards(&groups, word, cards, where, &count);
    if (status != CN_PLAY_OK) return status;
    if (count != 1) {
        (void)cn_scan_fail(&r->scan, word.text, "one card is discarded, not %u", count);
        return CN_PLAY_SYNTAX;
    }
    if (!cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    return add_step(r, at, CN_STEP_DISCARD + cn_card_kind(cards[0]), cards[0], CN_CARD_NONE);
}

/* `swap Kh 2`, `steal Kh X`: a natural, and the wild whose place it takes. */
static cn_play_status read_swap(reader *r, const char *at, bool steals)
{
    const cn_word natural = cn_scan_word(&r->scan), wild = cn_scan_word(&r->scan);
    size_t bad = 0;
    cn_card card = CN_CARD_NONE;
    const bool one = cn_cards_parse(natural.text, natural.length, &card, 1, &bad) == 1;
    const bool joker = cn_word_is(wild, "X");
    if (!one || !cn_kind_is_natural(cn_card_kind(card)) || (!joker && !cn_word_is(wild, "2"))) {
        (void)cn_scan_fail(&r->scan, natural.text,
                           "a natural is expected here, and the wild it is swapped for, 2 or X");
        return CN_PLAY_SYNTAX;
    }
    if (!cn_scan_finish(&r->scan)) return CN_PLAY_SYNTAX;
    const unsigned kind = joker ? CN_KIND_JOKER : CN_KIND_TWO;
    return add_step(r, at, cn_step_swap(cn_card_kind(card), kind, steals), card, CN_CARD_NONE);
}

/* The words that are a whole action by themselves. */
static bool bare_step(cn_word word, unsigned *number)
{
    static const struct {
        const char *text;
        uint8_t number;
    } bare[] = {{"draw", CN_STEP_DRAW},       {"ask", CN_STEP_ASK},
                {"yes", CN_STEP_YES},         {"no", CN_STEP_NO},
                {"pass", CN_STEP_PASS},       {"declare", CN_STEP_DECLARE},
                {"lay-out", CN_STEP_LAY_OUT}, {"new", CN_STEP_NEW},
                {"pick", CN_STEP_PICK},       {"take-all", CN_STEP_TAKE_ALL}};
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
        (void)cn_scan_fail(
            &r->scan, word.text,
            "'%.*s' is no action: draw, pick, take, take-all, open, meld, join, swap, "
            "steal, ask, yes, no, lay-out, declare, discard, pass",
            cn_word_shown(word), word.text);
    return CN_PLAY_SYNTAX;
}

/* One action, between two semicolons. */
static cn_play_status read_action(reader *r)
{
    const cn_word word = cn_scan_word(&r->scan);
    unsigned number = CN_STEPS;
    if (bare_step(word, &number))
        return cn_scan_finish(&r->scan) ? add_bare(r, word.text, number) : CN_PLAY_SYNTAX;
    if (cn_word_is(word, "take")) return read_take(r, word.text);
    if (cn_word_is(word, "discard")) return read_discard(r, word.text);
    if (cn_word_is(word, "to")) return read_to(r);
    if (cn_word_is(word, "join")) return read_join(r);
    if (cn_word_is(word, "swap")) return read_swap(r, word.text, false);
    if (cn_word_is(word, "steal")) return read_swap(r, word.text, true);
    if (cn_word_is(word, "open")) {
        const cn_play_status status = read_meld_groups(r);
        return status == CN_PLAY_OK ? add_bare(r, word.text, CN_STEP_OPEN) : status;
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
        reader r = {
            cn_scan_make(text + at, end - at, line, error), play, shape, true, false, false};
        r.scan.column = (unsigned)at + 1;
        const cn_play_status status = read_action(&r);
        if (status != CN_PLAY_OK) return status;
        if (semicolon == NULL) return CN_PLAY_OK;
        at = end;
    }
}
