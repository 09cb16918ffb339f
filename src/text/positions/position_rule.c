/* Judges plays, scores sheets, looks at deals: the answers to positions.
 * Not here: reading positions (position_text.c), any rule.
 * Invariant: a game advances only by steps that the engine accepts one by one. */
#include "text/positions/position_rule.h"

#include <string.h>

#include "text/cards/play_text.h"
#include "text/events/verdict.h"

/* A play's text without its seat. */
typedef struct move {
    unsigned seat;
    const char *text;
    size_t length;
} move;

static move move_of(const cn_position_line *line, unsigned seat)
{
    const bool named =
        line->length >= 2 && line->text[1] == ':' && line->text[0] >= '0' && line->text[0] <= '9';
    if (!named) return (move){seat, line->text, line->length};
    return (move){(unsigned)(line->text[0] - '0'), line->text + 2, line->length - 2};
}

static void find_step(cn_ruling *ruling, const cn_view *view, const cn_rules *rules,
                      const cn_play *play)
{
    if (play->count == 0 || view->pub.seat != view->seat) return;
    (void)cn_judge_play(rules, &view->pub, &view->hand, play->step, play->count, &ruling->step_i);
    ruling->has_step = ruling->step_i < play->count;
    if (ruling->has_step) ruling->step = play->step[ruling->step_i];
}

static bool play_opens(const cn_play *play)
{
    for (unsigned i = 0; i < play->count; i++)
        if (play->step[i].number == CN_STEP_OPEN) return true;
    return false;
}

/* Judges one play; `*steps` gets what is to be made of it, `*after` the table as far as the seat
 * can know it. */
static bool judge(cn_ruling *ruling, const cn_view *view, const cn_rules *rules, const move *m,
                  cn_play *steps, cn_view *after)
{
    const cn_verdict verdict = cn_view_judge(view, rules, m->text, m->length);
    ruling->outcome = (cn_outcome){.kind = CN_OUTCOME_LEGAL};
    *steps = verdict.steps;
    if (verdict.reason.code == CN_OK) {
        ruling->outcome.opens = verdict.minimum != 0 && play_opens(steps);
        ruling->outcome.points = verdict.points;
        ruling->outcome.minimum = verdict.minimum;
        if (verdict.has_after) *after = verdict.after;
        return verdict.has_after;
    }
    ruling->outcome.kind = CN_OUTCOME_ILLEGAL;
    ruling->outcome.reason = verdict.reason;
    find_step(ruling, view, rules, steps);
    return false;
}

/* Views: a play of the own seat. */

static bool rule_view_line(cn_ruling *ruling, const cn_position *position,
                           const cn_position_line *line)
{
    const move m = move_of(line, position->view.seat);
    cn_play steps;
    ruling->has_after = judge(ruling, &ruling->after, &position->rules, &m, &steps, &ruling->after);
    return ruling->has_after;
}

static void rule_view(cn_ruling *ruling, const cn_position *position)
{
    ruling->after = position->view;
    for (unsigned i = 0; i < position->before_count; i++) {
        ruling->before_i = i + 1;
        if (!rule_view_line(ruling, position, &position->before[i])) return;
    }
    ruling->before_i = 0;
    (void)rule_view_line(ruling, position, &position->play);
}

/* Games: every card is known, and so is what a draw brings. */

static cn_view view_of(const cn_game *game, unsigned seat)
{
    cn_view view;
    memset(&view, 0, sizeof view);
    view.pub = game->pub;
    view.seat = (uint8_t)seat;
    view.hand = game->hand[seat];
    return view;
}

static bool is_acting(const cn_public *pub)
{
    return pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD ||
           pub->phase == CN_PHASE_ANSWER;
}

static bool refuse(cn_ruling *ruling, cn_reason reason, const cn_play *play, unsigned step_i)
{
    ruling->outcome = (cn_outcome){.kind = CN_OUTCOME_ILLEGAL, .reason = reason};
    ruling->has_step = step_i < play->count;
    ruling->step_i = step_i;
    if (ruling->has_step) ruling->step = play->step[step_i];
    return false;
}

/* Makes the steps of a play that was read, those that show cards in the middle of it as well. What
 * is left is settled anew after each, because what a name means depends on the table. */
static bool make_steps(cn_ruling *ruling, const cn_rules *rules, unsigned seat, cn_play play)
{
    cn_game *game = &ruling->game;
    for (unsigned made = 0; play.count > 0; made++) {
        cn_reason reason = {.code = CN_REASON_OVER};
        if (is_acting(&game->pub) && game->pub.seat != seat) reason.code = CN_REASON_TURN;
        if (is_acting(&game->pub) && game->pub.seat == seat) {
            cn_play_settle(rules, &game->pub, &game->hand[seat], &play);
            reason = cn_game_apply(game, rules, play.step[0], NULL);
        }
        if (reason.code != CN_OK) {
            (void)refuse(ruling, reason, &play, 0);
            ruling->step_i = made;
            return false;
        }
        play.count--;
        memmove(play.step, play.step + 1, play.count * sizeof play.step[0]);
        memmove(play.column, play.column + 1, play.count * sizeof play.column[0]);
        memmove(play.begins, play.begins + 1, play.count * sizeof play.begins[0]);
        memmove(play.nameless, play.nameless + 1, play.count * sizeof play.nameless[0]);
    }
    return true;
}

/* A play before: a whole turn, if it says so. */
static bool make_before(cn_ruling *ruling, const cn_position *position,
                        const cn_position_line *line, unsigned own_seat)
{
    const move m = move_of(line, own_seat);
    cn_play play = {0};
    cn_reason shape;
    if (cn_play_parse(m.text, m.length, 1, &play, &shape, NULL) != CN_PLAY_OK) {
        play.count = 0;
        return refuse(ruling, shape, &play, 0);
    }
    return make_steps(ruling, &position->rules, m.seat, play);
}

/* The play that is judged, as its seat would send it. */
static void rule_game_play(cn_ruling *ruling, const cn_position *position, unsigned own_seat)
{
    const move m = move_of(&position->play, own_seat);
    const cn_view view = view_of(&ruling->game, m.seat);
    cn_view unused;
    cn_play steps;
    if (!judge(ruling, &view, &position->rules, &m, &steps, &unused)) return;
    if (make_steps(ruling, &position->rules, m.seat, steps)) ruling->has_after = true;
}

static void rule_game(cn_ruling *ruling, const cn_position *position)
{
    const bool dealt = position->kind == CN_FOR_DEAL;
    ruling->game = position->game;
    ruling->has_game = true;
    for (unsigned i = 0; i < position->before_count; i++) {
        const unsigned seat = dealt ? ruling->game.pub.seat : position->view.seat;
        ruling->before_i = i + 1;
        if (!make_before(ruling, position, &position->before[i], seat)) return;
    }
    ruling->before_i = 0;
    ruling->outcome = (cn_outcome){.kind = CN_OUTCOME_DEALT};
    if (position->play.length == 0)
        ruling->has_after = true;
    else
        rule_game_play(ruling, position, dealt ? ruling->game.pub.seat : position->view.seat);
    ruling->after = view_of(&ruling->game, position->view.seat);
}

/* Sheets, and the end of a game. */

static void rule_sheet(cn_ruling *ruling, const cn_position *position)
{
    const cn_public *pub = &position->view.pub;
    const unsigned own = pub->side_of[position->view.seat];
    const bool own_threes = position->rules.p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO &&
                            position->rules.p.red3_scope == CN_RED3_SCOPE_PLAYER;
    cn_sheet sheet = {.hand_number = position->view.pub.hand_number,
                      .side = &pub->side[own],
                      .went_out = position->out,
                      .concealed = position->concealed,
                      .melded_out = position->out_melded,
                      .special = position->special};
    for (unsigned seat = 0; seat < position->rules.seat_count; seat++) {
        if (pub->side_of[seat] != own) continue;
        const unsigned i = sheet.member_count++;
        if (i < position->left_count) sheet.hand[i] = position->left[i];
        if (own_threes && seat != position->view.seat) continue; /* S18 */
        sheet.red3[i] = (uint8_t)cn_public_threes(pub, seat, true);
        sheet.black3[i] = (uint8_t)cn_public_threes(pub, seat, false);
    }
    ruling->outcome.kind = CN_OUTCOME_TOTAL;
    ruling->outcome.score = cn_score_sheet(&position->rules, &sheet);
}

static void rule_end(cn_ruling *ruling, const cn_position *position)
{
    unsigned winners = 0;
    ruling->outcome.kind = CN_OUTCOME_OVER;
    if (cn_game_is_over(&position->rules, position->totals, position->hand_number,
                        position->minutes, &winners))
        ruling->outcome.winners = winners;
}

void cn_position_rule(const cn_position *position, cn_ruling *ruling)
{
    memset(ruling, 0, sizeof *ruling);
    if (position->kind == CN_FOR_SHEET)
        rule_sheet(ruling, position);
    else if (position->kind == CN_FOR_END)
        rule_end(ruling, position);
    else if (position->has_game)
        rule_game(ruling, position);
    else
        rule_view(ruling, position);
}

void cn_write_ruling(cn_writer *writer, const cn_ruling *ruling)
{
    cn_write_outcome(writer, &ruling->outcome);
    if (ruling->has_step) {
        cn_write(writer, " at step %u (", ruling->step_i + 1);
        cn_write_play(writer, &ruling->step, 1);
        cn_write_char(writer, ')');
    }
    if (ruling->before_i > 0) cn_write(writer, " of 'before' number %u", ruling->before_i);
}

bool cn_ruling_meets(cn_writer *writer, const cn_position *position, const cn_ruling *ruling)
{
    if (ruling->before_i > 0 || !cn_expectation_met(&position->expected, &ruling->outcome)) {
        cn_write(writer, "expected ");
        cn_write_text(writer, position->expect.text, position->expect.length);
        cn_write(writer, " got ");
        cn_write_ruling(writer, ruling);
        return false;
    }
    const cn_fact_table table = {&position->rules, &ruling->after,
                                 ruling->has_game ? &ruling->game : NULL};
    for (unsigned i = 0; i < position->fact_count; i++) {
        char text[CN_FACT_TEXT_MAX] = "no table after the play";
        cn_writer actual = cn_writer_make(text, sizeof text);
        if (ruling->has_after) cn_write_fact(&actual, &position->fact[i], &table);
        if (strcmp(text, position->fact[i].text) == 0) continue;
        cn_write(writer, "expected then %s got %s", position->fact[i].text, text);
        return false;
    }
    return true;
}
