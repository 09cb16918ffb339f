/* Makes a position out of its lines: first the rules, then what it asks, then the table.
 * Not here: cutting a file into lines (position_lines.c), reading the parts (position_builder.h).
 * Invariant: a position that is made has a seat to act, and no more cards than the deck. */
#include "text/positions/position_text.h"

#include <string.h>

#include "text/cards/play_text.h"
#include "text/positions/position_builder.h"
#include "text/rules/rules_text.h"

enum { OVERRIDES_MAX = 8192, SET_MAX = CN_PARAM_TEXT_MAX + 64, TOTAL_MAX = 1000000 };

unsigned cn_position_rules_count(const cn_position_lines *lines)
{
    const cn_position_line *line = cn_position_find(lines, CN_KEY_RULES);
    if (line == NULL) return 1;
    cn_scan scan = cn_position_scan(line, NULL);
    unsigned count = 0;
    while (cn_scan_word(&scan).length > 0) count++;
    return count;
}

/* Rules. */

static bool read_set(const cn_position_line *line, cn_params *params, cn_writer *overrides,
                     cn_text_error *error)
{
    char text[SET_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_text(&writer, line->text, line->length);
    cn_text_error inner = {0};
    if (writer.overflow || !cn_params_set_all(params, text, &inner))
        return cn_text_fail(error, line->line, line->column + (inner.column ? inner.column - 1 : 0),
                            "%s", writer.overflow ? "this line is too long" : inner.message);
    cn_write(overrides, "%s\n", text);
    return true;
}

static bool rules_name(const cn_position_builder *b, unsigned rules_i, char *name)
{
    cn_scan scan;
    cn_ruleset_about about;
    if (!cn_builder_find(b, CN_KEY_RULES, &scan)) return cn_builder_fail(b, "'rules' is missing");
    cn_word word = cn_scan_word(&scan);
    for (unsigned i = 0; i < rules_i; i++) word = cn_scan_word(&scan);
    cn_writer writer = cn_writer_make(name, CN_RULES_NAME_MAX);
    cn_write_text(&writer, word.text, word.length);
    if (writer.overflow || !cn_ruleset_describe(name, &about))
        return cn_scan_fail(&scan, word.text, "unknown rule set '%.*s'", cn_word_shown(word),
                            word.text);
    return true;
}

static bool make_rules(cn_position_builder *b, unsigned rules_i)
{
    char name[CN_RULES_NAME_MAX], text[OVERRIDES_MAX];
    cn_params params;
    long players;
    if (!rules_name(b, rules_i, name)) return false;
    if (!cn_builder_number(b, CN_KEY_PLAYERS, 2, CN_PLAYERS_MAX, 0, &players)) return false;
    if (!cn_ruleset_base(name, (unsigned)players, &params))
        return cn_builder_fail(b, "this rule set is not for so many players");
    cn_writer overrides = cn_writer_make(text, sizeof text);
    for (unsigned i = 0; i < b->lines->count; i++)
        if (b->lines->line[i].key == CN_KEY_SET &&
            !read_set(&b->lines->line[i], &params, &overrides, b->error))
            return false;
    if (overrides.overflow) return cn_builder_fail(b, "the lines 'set' are too long");
    cn_text_error inner = {0};
    if (cn_rules_load(&b->out->rules, name, text, (unsigned)players, &inner)) return true;
    return cn_builder_fail(b, inner.message);
}

/* What the position asks. */

static bool read_kind(cn_position_builder *b)
{
    if (cn_builder_has(b, CN_KEY_DECK))
        b->out->kind = CN_FOR_DEAL;
    else if (cn_builder_has(b, CN_KEY_PLAY))
        b->out->kind = CN_FOR_PLAY;
    else if (cn_builder_has(b, CN_KEY_LEFT))
        b->out->kind = CN_FOR_SHEET;
    else if (cn_builder_has(b, CN_KEY_AFTER))
        b->out->kind = CN_FOR_END;
    else if (b->to_act)
        b->out->kind = CN_FOR_PLAY;
    else
        return cn_builder_fail(
            b, "a position has a 'play', a 'deck', or 'left' to be scored, or 'after'");
    for (unsigned i = 0; i < b->lines->count; i++) {
        const cn_position_line *line = &b->lines->line[i];
        const unsigned kinds = cn_position_key_kinds(line->key);
        if ((kinds & b->out->kind) != 0) continue;
        const bool play = (kinds & CN_FOR_PLAY) != 0;
        return cn_text_fail(b->error, line->line, line->column,
                            play ? "only a position with a 'play' has this"
                                 : "a position with a 'play' does not have this");
    }
    return true;
}

/* The view before anything has happened in the hand. */

static bool read_totals(cn_position_builder *b, cn_position_key key, int32_t *totals)
{
    cn_scan scan;
    if (!cn_builder_find(b, key, &scan)) return true;
    for (unsigned side = 0; side < b->out->rules.side_count; side++) {
        long total;
        if (!cn_scan_number(&scan, "total", -TOTAL_MAX, TOTAL_MAX, &total)) return false;
        totals[side] = (int32_t)total;
    }
    return cn_scan_finish(&scan);
}

static bool read_side_of(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    cn_public *pub = &b->out->view.pub;
    cn_scan scan;
    if (!cn_builder_find(b, CN_KEY_SIDE_OF, &scan)) return true;
    if (rules->p.team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO)
        return cn_scan_fail(&scan, scan.at, "the sides do not form during the hand here");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        long side;
        if (!cn_scan_number(&scan, "side", 0, rules->side_count - 1, &side)) return false;
        pub->side_of[seat] = (uint8_t)side;
    }
    pub->formed = 1;
    return cn_scan_finish(&scan);
}

static bool start_view(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    cn_view *view = &b->out->view;
    long seat, own, their, hand_number, dealer;
    if (!cn_builder_number(b, CN_KEY_SEAT, 0, rules->seat_count - 1, 0, &seat)) return false;
    if (!cn_builder_number(b, CN_KEY_SCORE, -TOTAL_MAX, TOTAL_MAX, 0, &own)) return false;
    if (!cn_builder_number(b, CN_KEY_THEIR_SCORE, -TOTAL_MAX, TOTAL_MAX, 0, &their)) return false;
    if (!cn_builder_number(b, CN_KEY_HAND_NUMBER, 1, UINT16_MAX, 1, &hand_number)) return false;
    if (!cn_builder_number(b, CN_KEY_DEALER, 0, rules->seat_count - 1, 0, &dealer)) return false;
    int32_t totals[CN_SIDES_MAX];
    for (unsigned i = 0; i < CN_SIDES_MAX; i++) totals[i] = (int32_t)their;
    totals[rules->side_of[seat]] = (int32_t)own;
    if (!read_totals(b, CN_KEY_TOTALS, totals)) return false;
    cn_view_start(view, rules, (unsigned)seat, (unsigned)dealer, (unsigned)hand_number, totals);
    if (!read_side_of(b)) return false;
    b->own_side = view->pub.side_of[seat];
    b->their_side = view->pub.side_of[cn_next_seat(rules, (unsigned)seat)];
    return true;
}

static bool read_table(cn_position_builder *b)
{
    long set_aside;
    if (!start_view(b) || !cn_builder_melds(b) || !cn_builder_threes(b)) return false;
    if (!cn_builder_number(b, CN_KEY_SET_ASIDE, 0, 2L * CN_PACKS_MAX, 0, &set_aside)) return false;
    b->out->view.pub.side[b->own_side].set_aside = (uint8_t)set_aside;
    return true;
}

/* The parts of a play. */

static bool read_known(cn_position_builder *b, cn_position_key key, cn_known *known)
{
    cn_scan scan;
    return !cn_builder_find(b, key, &scan) || cn_builder_known(b, &scan, known);
}

static bool read_known_by_seat(cn_position_builder *b, cn_position_key key, cn_known *known)
{
    cn_scan scan, part;
    unsigned seat = 0;
    bool good = true;
    if (!cn_builder_find(b, key, &scan)) return true;
    while (cn_builder_by_seat(b, &scan, &seat, &part, &good))
        if (!cn_builder_known(b, &part, &known[seat])) return false;
    return good;
}

static bool read_held(cn_position_builder *b)
{
    cn_scan scan, part;
    unsigned seat = 0;
    bool good = true;
    if (!cn_builder_find(b, CN_KEY_HELD, &scan)) return true;
    while (cn_builder_by_seat(b, &scan, &seat, &part, &good)) {
        if (seat == b->out->view.seat)
            return cn_scan_fail(&part, part.at, "the own cards stand behind 'hand'");
        if (!cn_builder_hand(b, &part, &b->held[seat])) return false;
    }
    return good;
}

static bool read_cards(cn_position_builder *b)
{
    cn_view *view = &b->out->view;
    cn_scan scan;
    if (cn_builder_find(b, CN_KEY_HAND, &scan) && !cn_builder_hand(b, &scan, &view->hand))
        return false;
    view->pub.hand_count[view->seat] = view->hand.size;
    return cn_builder_pile(b) && read_held(b) && read_known(b, CN_KEY_STOCK_CARDS, &b->stock) &&
           read_known(b, CN_KEY_BURIED_CARDS, &b->buried) &&
           read_known_by_seat(b, CN_KEY_PACKET_CARDS, b->packet) &&
           read_known_by_seat(b, CN_KEY_TALON_CARDS, b->talon);
}

static bool read_play_position(cn_position_builder *b)
{
    if (!read_table(b) || !cn_builder_turn(b) || !read_cards(b) || !cn_builder_counts(b))
        return false;
    const cn_view *view = &b->out->view;
    const bool needs_hand = b->to_act || view->pub.phase != CN_PHASE_ANSWER;
    if (needs_hand && !cn_builder_has(b, CN_KEY_HAND))
        return cn_builder_fail(b, "'hand' is missing");
    return !cn_builder_is_game(b) || cn_builder_game(b);
}

/* A sheet, and the end of a game. */

static bool read_special(cn_position_builder *b)
{
    const cn_hands *hands = &b->out->rules.p.special_hands;
    cn_scan scan;
    if (!cn_builder_find(b, CN_KEY_SPECIAL, &scan)) return true;
    const cn_word word = cn_scan_word(&scan);
    for (int i = 0; i < hands->count && b->out->special == 0; i++)
        if (cn_word_is(word, hands->hand[i].name)) b->out->special = (uint8_t)(i + 1);
    if (b->out->special == 0)
        return cn_scan_fail(&scan, word.text, "there is no special hand '%.*s' here",
                            cn_word_shown(word), word.text);
    return cn_scan_finish(&scan);
}

static bool read_sheet(cn_position_builder *b)
{
    cn_scan scan, part;
    long concealed_canastas;
    if (!read_table(b)) return false;
    unsigned members = 0;
    cn_public *pub = &b->out->view.pub;
    for (unsigned seat = 0; seat < b->out->rules.seat_count; seat++)
        members += pub->side_of[seat] == b->own_side;
    (void)cn_builder_find(b, CN_KEY_LEFT, &scan);
    while (cn_builder_part(&scan, &part)) {
        if (b->out->left_count == members)
            return cn_scan_fail(&part, part.at, "the side has %u seats only", members);
        if (!cn_builder_hand(b, &part, &b->out->left[b->out->left_count])) return false;
        b->out->left_count++;
    }
    if (!cn_builder_number(b, CN_KEY_CONCEALED_CANASTAS, 0, CN_MELDS_MAX, 0, &concealed_canastas))
        return false;
    pub->side[b->own_side].concealed_canastas = (uint8_t)concealed_canastas;
    return read_special(b) && cn_builder_yes_no(b, CN_KEY_OUT, false, &b->out->out) &&
           cn_builder_yes_no(b, CN_KEY_CONCEALED, false, &b->out->concealed) &&
           cn_builder_yes_no(b, CN_KEY_OUT_MELDED, false, &b->out->out_melded);
}

static bool read_end(cn_position_builder *b)
{
    long hand_number, minutes;
    if (!cn_builder_number(b, CN_KEY_HAND_NUMBER, 1, UINT16_MAX, 1, &hand_number)) return false;
    if (!cn_builder_number(b, CN_KEY_MINUTES, 0, UINT16_MAX, 0, &minutes)) return false;
    b->out->hand_number = (unsigned)hand_number;
    b->out->minutes = (unsigned)minutes;
    return read_totals(b, CN_KEY_AFTER, b->out->totals);
}

static bool read_deal(cn_position_builder *b)
{
    return start_view(b) && cn_builder_deal(b);
}

static bool read_table_of_kind(cn_position_builder *b)
{
    switch (b->out->kind) {
    case CN_FOR_PLAY: return read_play_position(b);
    case CN_FOR_SHEET: return read_sheet(b);
    case CN_FOR_DEAL: return read_deal(b);
    default: return read_end(b);
    }
}

/* Plays, and what is expected of them. */

/* A play that cannot be read is an error of the file; one of a broken shape is an illegal play. */
static bool check_play(const cn_position_builder *b, const cn_position_line *line, bool may_draw)
{
    cn_play play = {0};
    cn_reason shape;
    cn_text_error inner = {0};
    cn_position_line text = *line;
    if (text.length >= 2 && text.text[1] == ':' && text.text[0] >= '0' && text.text[0] <= '9') {
        if ((unsigned)(text.text[0] - '0') >= b->out->rules.seat_count)
            return cn_text_fail(b->error, line->line, line->column, "there is no such seat");
        if (!b->out->has_game)
            return cn_text_fail(b->error, line->line, line->column,
                                "only in a game can another seat play");
        text.text += 2;
        text.length -= 2;
        text.column += 2;
    }
    if (cn_play_parse(text.text, text.length, text.line, &play, &shape, &inner) == CN_PLAY_SYNTAX)
        return cn_text_fail(b->error, text.line, text.column + inner.column - 1, "%s",
                            inner.message);
    for (unsigned i = 0; !may_draw && i < play.count; i++)
        if (play.step[i].number == CN_STEP_DRAW || play.step[i].number == CN_STEP_PICK)
            return cn_text_fail(b->error, text.line, text.column + play.column[i] - 1,
                                "nobody knows what is drawn: begin the position after the draw, "
                                "or say what lies in the stock");
    return true;
}

static void find_plays(cn_position_builder *b)
{
    b->out->play = (cn_position_line){.text = ""}; /* a hint needs none */
    for (unsigned i = 0; i < b->lines->count; i++) {
        const cn_position_line *line = &b->lines->line[i];
        if (line->key == CN_KEY_BEFORE) b->out->before[b->out->before_count++] = *line;
        if (line->key == CN_KEY_PLAY) b->out->play = *line;
    }
}

static bool check_plays(cn_position_builder *b)
{
    for (unsigned i = 0; i < b->out->before_count; i++)
        if (!check_play(b, &b->out->before[i], b->out->has_game)) return false;
    return b->out->play.length == 0 || check_play(b, &b->out->play, true);
}

static bool expectation_fits(const cn_position *position)
{
    switch ((cn_outcome_kind)position->expected.kind) {
    case CN_OUTCOME_NONE: return true;
    case CN_OUTCOME_LEGAL:
    case CN_OUTCOME_ILLEGAL: return position->play.length > 0;
    case CN_OUTCOME_TOTAL: return position->kind == CN_FOR_SHEET;
    case CN_OUTCOME_DEALT: return position->kind == CN_FOR_DEAL && position->play.length == 0;
    case CN_OUTCOME_OVER: return position->kind == CN_FOR_END;
    }
    return false;
}

static bool read_expectation(cn_position_builder *b)
{
    const cn_position_line *line = cn_position_find(b->lines, CN_KEY_EXPECT);
    if (line != NULL) {
        b->out->expect = *line;
        cn_scan scan = cn_position_scan(line, b->error);
        if (!cn_expectation_parse(&scan, b->out->rules.side_count, &b->out->expected)) return false;
        if (!expectation_fits(b->out))
            return cn_scan_fail(&scan, line->text, "%s",
                                b->out->kind == CN_FOR_SHEET ? "a finished hand has a total"
                                : b->out->kind == CN_FOR_END ? "the game is over or goes_on"
                                : b->out->play.length == 0   ? "a deal is dealt"
                                                             : "a play is legal or illegal");
    }
    for (unsigned i = 0; i < b->lines->count; i++) {
        if (b->lines->line[i].key != CN_KEY_THEN) continue;
        cn_scan scan = cn_position_scan(&b->lines->line[i], b->error);
        if (b->out->expected.kind != CN_OUTCOME_LEGAL && b->out->expected.kind != CN_OUTCOME_DEALT)
            return cn_scan_fail(&scan, scan.at, "'then' goes with 'expect legal' or 'dealt' only");
        if (!cn_fact_parse(&scan, &b->out->rules, &b->out->fact[b->out->fact_count++]))
            return false;
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

static bool make(cn_position_builder *b, unsigned rules_i)
{
    memset(b->out, 0, sizeof *b->out);
    if (!read_name(b) || !make_rules(b, rules_i) || !read_kind(b)) return false;
    find_plays(b);
    if (!read_table_of_kind(b) || !check_plays(b)) return false;
    return b->to_act || read_expectation(b);
}

bool cn_position_make(const cn_position_lines *lines, unsigned rules_i, cn_position *position,
                      cn_text_error *error)
{
    cn_position_builder b = {.lines = lines, .out = position, .error = error};
    return make(&b, rules_i);
}

bool cn_position_make_to_act(const cn_position_lines *lines, unsigned rules_i,
                             cn_position *position, cn_text_error *error)
{
    cn_position_builder b = {.lines = lines, .out = position, .error = error, .to_act = true};
    return make(&b, rules_i);
}
