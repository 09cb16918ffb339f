/* Makes a position out of its lines: first the rules, then who is to act, then the cards.
 * Not here: cutting a file into lines (position_lines.c), reading cards (position_cards.c).
 * Invariant: a position that is made has a seat to act, and no more cards than the deck. */
#include "text/position_text.h"

#include <string.h>

#include "text/play_text.h"
#include "text/position_builder.h"
#include "text/rules_text.h"

enum { OVERRIDES_MAX = 2048, STOCK_DEFAULT = 30 };

unsigned cn_position_rules_count(const cn_position_lines *lines)
{
    const cn_position_line *line = cn_position_find(lines, CN_KEY_RULES);
    if (line == NULL) return 1;
    cn_scan scan = cn_position_scan(line, NULL);
    unsigned count = 0;
    while (cn_scan_word(&scan).length > 0) count++;
    return count;
}

static bool missing(const cn_position_builder *b, const char *what)
{
    const cn_position_line *first = &b->lines->line[0];
    return cn_text_fail(b->error, first->line, first->column, "%s", what);
}

/* Rules. */

static bool read_set(const cn_position_line *line, cn_params *params, cn_writer *overrides,
                     cn_text_error *error)
{
    char text[256];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_text(&writer, line->text, line->length);
    cn_text_error inner = {0};
    if (writer.overflow || !cn_params_set_all(params, text, &inner))
        return cn_text_fail(error, line->line, line->column + (inner.column ? inner.column - 1 : 0),
                            "%s", writer.overflow ? "this line is too long" : inner.message);
    cn_write(overrides, "%s\n", text);
    return true;
}

static bool rules_name(const cn_position_builder *b, unsigned rules_i, cn_params *params,
                       char *name)
{
    cn_scan scan;
    if (!cn_builder_find(b, CN_KEY_RULES, &scan)) return missing(b, "'rules' is missing");
    cn_word word = cn_scan_word(&scan);
    for (unsigned i = 0; i < rules_i; i++) word = cn_scan_word(&scan);
    cn_writer writer = cn_writer_make(name, CN_RULES_NAME_MAX);
    cn_write_text(&writer, word.text, word.length);
    if (writer.overflow || !cn_ruleset_params(name, params))
        return cn_scan_fail(&scan, word.text, "unknown rule set '%.*s'", cn_word_shown(word),
                            word.text);
    return true;
}

static bool make_rules(const cn_position_builder *b, unsigned rules_i)
{
    char name[CN_RULES_NAME_MAX], text[OVERRIDES_MAX];
    cn_params params;
    if (!rules_name(b, rules_i, &params, name)) return false;
    cn_writer overrides = cn_writer_make(text, sizeof text);
    for (unsigned i = 0; i < b->lines->count; i++)
        if (b->lines->line[i].key == CN_KEY_SET &&
            !read_set(&b->lines->line[i], &params, &overrides, b->error))
            return false;
    if (overrides.overflow) return missing(b, "the lines 'set' are too long");
    long players;
    if (!cn_builder_number(b, CN_KEY_PLAYERS, 2, CN_SEATS_MAX, 0, &players)) return false;
    cn_text_error inner = {0};
    if (cn_rules_load(&b->out->rules, name, text, (unsigned)players, &inner)) return true;
    return missing(b, inner.message);
}

/* Seats. */

static const cn_position_line *first_play(const cn_position *position)
{
    return position->before_count > 0 ? &position->before[0] : &position->play;
}

/* The first word of the first play tells where in the turn the position stands. */
static cn_phase phase_of_play(const cn_position *position)
{
    cn_scan scan = cn_position_scan(first_play(position), NULL);
    const char *stop = memchr(scan.at, ';', (size_t)(scan.end - scan.at));
    if (stop != NULL) scan.end = stop;
    cn_word word = cn_scan_word(&scan);
    if (cn_word_is(word, "draw") || cn_word_is(word, "take")) return CN_PHASE_DRAW;
    if (cn_word_is(word, "yes") || cn_word_is(word, "no")) return CN_PHASE_ANSWER;
    return CN_PHASE_MELD;
}

static bool read_phase(cn_position_builder *b)
{
    cn_public *pub = &b->out->view.pub;
    pub->phase = (uint8_t)phase_of_play(b->out);
    cn_scan scan;
    if (!cn_builder_find(b, CN_KEY_PHASE, &scan)) return true;
    cn_word word = cn_scan_word(&scan);
    if (cn_word_is(word, "draw"))
        pub->phase = CN_PHASE_DRAW;
    else if (cn_word_is(word, "meld"))
        pub->phase = CN_PHASE_MELD;
    else if (cn_word_is(word, "answer"))
        pub->phase = CN_PHASE_ANSWER;
    else
        return cn_scan_fail(&scan, word.text, "'draw', 'meld' or 'answer' is expected here");
    return cn_scan_finish(&scan);
}

/* Who is to act. In PHASE_ANSWER it is the seat itself, asked by its partner. */
static bool read_turn(cn_position_builder *b)
{
    cn_public *pub = &b->out->view.pub;
    unsigned seat = b->out->view.seat;
    long turn;
    if (!cn_builder_number(b, CN_KEY_TURN, 0, b->out->rules.seat_count - 1, seat, &turn))
        return false;
    if (!read_phase(b)) return false;
    pub->seat = pub->asker = (uint8_t)turn;
    if (pub->phase != CN_PHASE_ANSWER) return true;
    unsigned partner = cn_partner(&b->out->rules, pub->seat);
    if (partner == CN_SEAT_NONE) return missing(b, "nobody can ask: there is no partner");
    pub->asker = (uint8_t)partner;
    pub->turn.asked = 1;
    return true;
}

static bool read_answer(cn_position_builder *b)
{
    bool yes;
    cn_public *pub = &b->out->view.pub;
    const cn_position_line *line = cn_position_find(b->lines, CN_KEY_ANSWER);
    if (line == NULL) return true;
    cn_scan scan = cn_position_scan(line, b->error);
    if (cn_partner(&b->out->rules, pub->asker) == CN_SEAT_NONE)
        return cn_scan_fail(&scan, scan.at, "nobody can answer: there is no partner");
    if (pub->phase != CN_PHASE_MELD)
        return cn_scan_fail(&scan, scan.at, "the partner answers in the phase 'meld' only");
    if (!cn_builder_yes_no(b, CN_KEY_ANSWER, false, &yes)) return false;
    pub->turn.asked = 1;
    pub->turn.answer = yes ? CN_ANSWER_YES : CN_ANSWER_NO;
    return true;
}

/* Sizes of the other hands, in the order of play behind the seat. */
static bool read_others(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    cn_view *view = &b->out->view;
    cn_scan scan;
    bool given = cn_builder_find(b, CN_KEY_OTHERS, &scan);
    unsigned seat = view->seat;
    for (unsigned i = 1; i < rules->seat_count; i++) {
        long count = rules->p.hand_size;
        if (given && !cn_scan_number(&scan, "size of a hand", 0, rules->deck_size, &count))
            return false;
        seat = cn_next_seat(rules, seat);
        view->pub.hand_count[seat] = (uint8_t)count;
    }
    return !given || cn_scan_finish(&scan);
}

static bool read_laid_before(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    unsigned seat = b->out->view.seat;
    bool alone = cn_partner(rules, seat) == CN_SEAT_NONE;
    bool laid;
    if (!cn_builder_yes_no(b, CN_KEY_LAID_BEFORE, alone && b->own->meld_count > 0, &laid))
        return false;
    b->out->view.pub.has_laid[seat] = laid;
    return true;
}

static bool read_stock(cn_position_builder *b)
{
    cn_view *view = &b->out->view;
    long count;
    if (!cn_builder_number(b, CN_KEY_STOCK, 0, b->out->rules.deck_size, STOCK_DEFAULT, &count))
        return false;
    view->pub.stock_count = (uint8_t)count;
    unsigned all = b->card_count + (unsigned)count;
    for (unsigned seat = 0; seat < b->out->rules.seat_count; seat++)
        if (seat != view->seat) all += view->pub.hand_count[seat];
    if (all <= b->out->rules.deck_size) return true;
    const cn_position_line *first = &b->lines->line[0];
    return cn_text_fail(b->error, first->line, first->column,
                        "these are %u cards with stock and other hands, the deck has %u", all,
                        b->out->rules.deck_size);
}

/* The view before anything has happened in the hand, for sides with these totals. */
static bool start_view(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    cn_view *view = &b->out->view;
    long seat, own, their;
    if (!cn_builder_number(b, CN_KEY_SEAT, 0, rules->seat_count - 1, 0, &seat)) return false;
    if (!cn_builder_number(b, CN_KEY_SCORE, -1000000, 1000000, 0, &own)) return false;
    if (!cn_builder_number(b, CN_KEY_THEIR_SCORE, -1000000, 1000000, 0, &their)) return false;
    int32_t totals[CN_SIDES_MAX];
    for (unsigned i = 0; i < rules->side_count; i++) totals[i] = (int32_t)their;
    unsigned own_i = rules->side_of[seat];
    totals[own_i] = (int32_t)own;
    cn_view_start(view, rules, (unsigned)seat, 0, 0, totals);
    b->own = &view->pub.side[own_i];
    b->their = &view->pub.side[rules->side_of[cn_next_seat(rules, (unsigned)seat)]];
    view->pub.hand_number = 1;
    view->pub.turn_number = 1;
    view->pub.turn.open_meld = CN_NO_MELD;
    view->pub.turn.take_meld = CN_NO_MELD;
    return true;
}

static bool read_table(cn_position_builder *b)
{
    return start_view(b) && cn_builder_melds(b, CN_KEY_MELDS, b->own) &&
           cn_builder_melds(b, CN_KEY_THEIR_MELDS, b->their) &&
           cn_builder_red3(b, CN_KEY_RED3, b->own) &&
           cn_builder_red3(b, CN_KEY_THEIR_RED3, b->their);
}

static bool read_play_position(cn_position_builder *b)
{
    cn_view *view = &b->out->view;
    cn_scan scan;
    if (!read_table(b) || !read_turn(b) || !read_answer(b) || !read_laid_before(b)) return false;
    if (cn_builder_find(b, CN_KEY_HAND, &scan) && !cn_builder_hand(b, &scan, &view->hand))
        return false;
    view->pub.hand_count[view->seat] = view->hand.size;
    view->pub.turn.first_meld = view->pub.side[b->out->rules.side_of[view->pub.asker]].meld_count;
    if (!read_others(b) || !cn_builder_pile(b) || !read_stock(b)) return false;
    if (view->pub.phase == CN_PHASE_ANSWER || view->hand.size > 0) return true;
    return missing(b, "'hand' is missing");
}

static bool read_sheet(cn_position_builder *b)
{
    cn_scan scan, part;
    if (!read_table(b)) return false;
    const cn_rules *rules = &b->out->rules;
    unsigned members = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        members += rules->side_of[seat] == rules->side_of[b->out->view.seat];
    (void)cn_builder_find(b, CN_KEY_LEFT, &scan);
    while (cn_builder_part(&scan, &part)) {
        if (b->out->left_count == members)
            return cn_scan_fail(&part, part.at, "the side has %u seats only", members);
        if (!cn_builder_hand(b, &part, &b->out->left[b->out->left_count])) return false;
        b->out->left_count++;
    }
    return cn_builder_yes_no(b, CN_KEY_OUT, false, &b->out->out) &&
           cn_builder_yes_no(b, CN_KEY_CONCEALED, false, &b->out->concealed);
}

/* Plays, and what is expected of them. */

/* A play that cannot be read is an error of the file; one of a broken shape is an illegal play. */
static bool check_play(const cn_position_line *line, bool may_draw, cn_text_error *error)
{
    cn_play play = {0};
    cn_reason shape;
    cn_text_error inner = {0};
    if (cn_play_parse(line->text, line->length, line->line, &play, &shape, &inner) ==
        CN_PLAY_SYNTAX)
        return cn_text_fail(error, line->line, line->column + inner.column - 1, "%s",
                            inner.message);
    for (unsigned i = 0; !may_draw && i < play.count; i++)
        if (play.step[i].number == CN_STEP_DRAW)
            return cn_text_fail(error, line->line, line->column + play.column[i] - 1,
                                "nobody knows what is drawn: begin the position after the draw");
    return true;
}

static bool read_plays(cn_position_builder *b)
{
    for (unsigned i = 0; i < b->lines->count; i++) {
        const cn_position_line *line = &b->lines->line[i];
        if (line->key == CN_KEY_BEFORE) b->out->before[b->out->before_count++] = *line;
        if (line->key == CN_KEY_PLAY) b->out->play = *line;
        if (line->key != CN_KEY_BEFORE && line->key != CN_KEY_PLAY) continue;
        if (!check_play(line, line->key == CN_KEY_PLAY, b->error)) return false;
    }
    return true;
}

static bool read_expectation(cn_position_builder *b)
{
    const cn_position_line *line = cn_position_find(b->lines, CN_KEY_EXPECT);
    if (line != NULL) {
        b->out->expect = *line;
        cn_scan scan = cn_position_scan(line, b->error);
        if (!cn_expectation_parse(&scan, &b->out->expected)) return false;
        if ((b->out->expected.kind == CN_OUTCOME_TOTAL) != b->out->is_sheet)
            return cn_scan_fail(&scan, line->text, "%s",
                                b->out->is_sheet ? "a finished hand has a total"
                                                 : "a play is legal or illegal");
    }
    for (unsigned i = 0; i < b->lines->count; i++) {
        if (b->lines->line[i].key != CN_KEY_THEN) continue;
        cn_scan scan = cn_position_scan(&b->lines->line[i], b->error);
        if (b->out->expected.kind != CN_OUTCOME_LEGAL)
            return cn_scan_fail(&scan, scan.at, "'then' goes with 'expect legal' only");
        if (!cn_fact_parse(&scan, &b->out->fact[b->out->fact_count++])) return false;
    }
    return true;
}

/* Keys that only a play has, and keys that only a finished hand has. */
static bool key_is_for(unsigned key, bool is_sheet)
{
    switch ((cn_position_key)key) {
    case CN_KEY_LEFT:
    case CN_KEY_OUT:
    case CN_KEY_CONCEALED: return is_sheet;
    case CN_KEY_TURN:
    case CN_KEY_PHASE:
    case CN_KEY_HAND:
    case CN_KEY_OTHERS:
    case CN_KEY_PILE:
    case CN_KEY_FROZEN:
    case CN_KEY_TAKEN:
    case CN_KEY_STOCK:
    case CN_KEY_LAID_BEFORE:
    case CN_KEY_ANSWER:
    case CN_KEY_BEFORE:
    case CN_KEY_PLAY:
    case CN_KEY_THEN: return !is_sheet;
    case CN_KEY_POSITION:
    case CN_KEY_RULES:
    case CN_KEY_SET:
    case CN_KEY_PLAYERS:
    case CN_KEY_SEAT:
    case CN_KEY_SCORE:
    case CN_KEY_THEIR_SCORE:
    case CN_KEY_MELDS:
    case CN_KEY_THEIR_MELDS:
    case CN_KEY_RED3:
    case CN_KEY_THEIR_RED3:
    case CN_KEY_EXPECT:
    case CN_POSITION_KEY_COUNT: return true;
    }
    return false;
}

static bool read_kind(cn_position_builder *b)
{
    b->out->is_sheet = cn_position_find(b->lines, CN_KEY_PLAY) == NULL;
    if (b->out->is_sheet && cn_position_find(b->lines, CN_KEY_LEFT) == NULL)
        return missing(b, "a position has a 'play', or 'left' to be scored");
    for (unsigned i = 0; i < b->lines->count; i++) {
        const cn_position_line *line = &b->lines->line[i];
        if (key_is_for(line->key, b->out->is_sheet)) continue;
        return cn_text_fail(b->error, line->line, line->column,
                            b->out->is_sheet ? "only a position with a 'play' has this"
                                             : "only a position without a 'play' has this");
    }
    return true;
}

static bool read_name(cn_position_builder *b)
{
    cn_scan scan = cn_position_scan(&b->lines->line[0], b->error);
    cn_word word = cn_scan_word(&scan);
    cn_writer writer = cn_writer_make(b->out->name, sizeof b->out->name);
    cn_write_text(&writer, word.text, word.length);
    if (writer.overflow) return cn_scan_fail(&scan, word.text, "this name is too long");
    b->out->line = scan.line;
    return cn_scan_finish(&scan);
}

bool cn_position_make(const cn_position_lines *lines, unsigned rules_i, cn_position *position,
                      cn_text_error *error)
{
    memset(position, 0, sizeof *position);
    cn_position_builder b = {.lines = lines, .out = position, .error = error};
    return read_name(&b) && make_rules(&b, rules_i) && read_kind(&b) && read_plays(&b) &&
           (position->is_sheet ? read_sheet(&b) : read_play_position(&b)) && read_expectation(&b);
}
