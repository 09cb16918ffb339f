/* What the referee says, and how answers are read.
 * Not here: sending it. Invariant: parse(write(answer)) is exactly the steps. */
#include "bots/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "canasta/reason.h"
#include "text/base/words.h"
#include "text/cards/card_text.h"
#include "text/rules/param_text.h"

void cn_write_bot_hello(cn_writer *writer, const cn_rules *rules)
{
    cn_write(writer, "canasta-bot %d\nrules %s\nplayers %u\n", (int)CN_BOT_VERSION, rules->name,
             (unsigned)rules->player_count);
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_write(writer, "set ");
        cn_write_param(writer, &rules->p, cn_param_name(i));
        cn_write_char(writer, '\n');
    }
    cn_write(writer, "seats %u sides ", (unsigned)rules->seat_count);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_write(writer, "%s%u", seat == 0 ? "" : ",", (unsigned)rules->side_of[seat]);
    cn_write(writer, "\nbegin\n");
}

void cn_write_bot_seed(cn_writer *writer, const cn_stream *stream)
{
    cn_write(writer, "seed ");
    for (unsigned i = 0; i < 4; i++) cn_write(writer, "%016" PRIx64, stream->state[i]);
    cn_write_char(writer, '\n');
}

bool cn_bot_seed_parse(const char *text, cn_stream *stream)
{
    enum { DIGITS = 64 };
    static const char digits[] = "0123456789abcdef";
    cn_stream found = {{0}};
    if (strlen(text) != DIGITS) return false;
    for (unsigned i = 0; i < DIGITS; i++) {
        const char *digit = strchr(digits, text[i]);
        if (digit == NULL) return false;
        found.state[i / 16] = found.state[i / 16] << 4 | (uint64_t)(digit - digits);
    }
    *stream = found;
    return true;
}

void cn_write_bot_hold(cn_writer *writer, const cn_view *view)
{
    cn_write(writer, "hold ");
    if (view->hand.size == 0) cn_write_char(writer, '-');
    cn_write_hand(writer, &view->hand);
    cn_write_char(writer, '\n');
}

static void write_table(cn_writer *writer, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    const cn_card top = cn_public_top(pub);
    cn_write(writer, "table phase %s turn %u stock %u pile %u top ", cn_phase_word(pub->phase),
             (unsigned)pub->asker, (unsigned)pub->stock_count, (unsigned)pub->pile_count);
    if (top == CN_CARD_NONE)
        cn_write_char(writer, '-');
    else
        cn_write_card(writer, top);
    const bool opened = cn_public_has_opened(pub, view->seat);
    cn_write(writer, " frozen %s need %ld staged %ld hands ",
             cn_public_frozen_for(rules, pub, view->seat) ? "yes" : "no",
             opened ? 0L : (long)cn_public_need(rules, pub, view->seat).points,
             pub->turn.staging != 0 ? (long)cn_public_staged_points(rules, pub) : 0L);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_write(writer, "%s%u", seat == 0 ? "" : ",", (unsigned)pub->hand_count[seat]);
    cn_write_char(writer, '\n');
}

static void write_melds(cn_writer *writer, const cn_public *pub, unsigned side_i)
{
    const cn_side *side = &pub->side[side_i];
    cn_write(writer, "melds %u", side_i);
    if (side->meld_count == 0) cn_write(writer, " -");
    for (unsigned i = 0; i < side->meld_count; i++) {
        cn_card cards[CN_MELD_CARDS_MAX];
        cn_write(writer, " %c:", cn_meld_letter(side->meld[i].rank));
        cn_write_cards(writer, cards, cn_meld_list(&side->meld[i], cards));
    }
    cn_write_char(writer, '\n');
}

void cn_write_bot_legal(cn_writer *writer, const cn_view *view, const cn_rules *rules)
{
    const cn_mask legal = cn_view_legal(view, rules);
    cn_write(writer, "legal");
    for (unsigned i = 0, count = cn_mask_count(&legal); i < count; i++)
        cn_write(writer, " %s", cn_step_name(cn_mask_nth(&legal, i)));
    cn_write_char(writer, '\n');
}

void cn_write_bot_go(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                     const cn_bot_budget *budget)
{
    cn_write_bot_hold(writer, view);
    write_table(writer, view, rules);
    for (unsigned side = 0; side < rules->side_count; side++) write_melds(writer, &view->pub, side);
    cn_write_bot_legal(writer, view, rules);
    cn_write(writer, "go work %" PRIu64 " deadline %u\n", budget->work,
             (unsigned)budget->deadline_ms);
}

static void write_how_ended(cn_writer *writer, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    cn_write(writer, "hand end %s", cn_end_word(pub->end));
    if (pub->end == CN_END_OUT || pub->end == CN_END_SPECIAL)
        cn_write(writer, " %u", (unsigned)pub->out_seat);
    if (pub->end == CN_END_SPECIAL && pub->special > 0)
        cn_write(writer, " %s", rules->p.special_hands.hand[pub->special - 1].name);
    if (pub->end == CN_END_OUT && pub->out_concealed != 0) cn_write(writer, " concealed");
    cn_write_char(writer, '\n');
}

void cn_write_bot_result(cn_writer *writer, const cn_view *view, const cn_rules *rules)
{
    for (unsigned side = 0; side < rules->side_count; side++) {
        cn_write(writer, "points %u", side);
        for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
            cn_write(writer, " %s %ld", cn_score_part_word(i),
                     (long)cn_score_part(&view->scores[side], i));
        cn_write(writer, " game %ld\n", (long)view->pub.side[side].total_points);
    }
    write_how_ended(writer, view, rules);
    if (view->pub.phase != CN_PHASE_GAME_END) return;
    const unsigned winners = cn_public_winners(&view->pub, rules);
    cn_write(writer, "game end");
    for (unsigned side = 0; side < rules->side_count; side++)
        if ((winners >> side & 1) != 0) cn_write(writer, " %u", side);
    cn_write_char(writer, '\n');
}

cn_bot_greeting cn_bot_read_greeting(const char *line, char name[CN_BOT_NAME_MAX + 1])
{
    long version;
    cn_scan scan = cn_scan_make(line, strlen(line), 1, NULL);
    if (!cn_word_is(cn_scan_word(&scan), "canasta-bot")) return CN_BOT_NO_GREETING;
    if (!cn_word_number(cn_scan_word(&scan), &version)) return CN_BOT_NO_GREETING;
    if (version != CN_BOT_VERSION) return CN_BOT_OTHER_VERSION;
    if (cn_scan_done(&scan)) return CN_BOT_GREETED;
    size_t length = 0;
    for (const char *at = scan.at; at < scan.end && length < CN_BOT_NAME_MAX; at++)
        name[length++] = (unsigned char)*at < ' ' || *at == 0x7f ? '?' : *at;
    name[length] = '\0';
    return CN_BOT_GREETED;
}

static void write_reason(cn_writer *why, cn_reason reason)
{
    cn_write(why, "%s", cn_reason_name(reason.code));
    if (cn_reason_numbers(reason.code) != 0)
        cn_write(why, " %ld %ld", (long)reason.have, (long)reason.need);
}

static cn_bot_answer read_play(const cn_scan *scan, const cn_view *view, const cn_rules *rules,
                               cn_play *play, cn_writer *why)
{
    cn_reason reason = {0};
    cn_text_error error = {0};
    unsigned step = 0;
    const size_t length = (size_t)(scan->end - scan->at);
    const cn_play_status status = cn_play_parse(scan->at, length, 1, play, &reason, &error);
    if (status == CN_PLAY_SYNTAX || (status == CN_PLAY_OK && play->count == 0)) {
        if (status == CN_PLAY_OK)
            cn_write(why, "SYNTAX column 1: an empty play");
        else
            cn_write(why, "SYNTAX column %u: %s", error.column, error.message);
        return CN_BOT_UNREAD;
    }
    if (status == CN_PLAY_OK) {
        cn_play_settle(rules, &view->pub, &view->hand, play);
        reason = cn_judge_play(rules, &view->pub, &view->hand, play->step, play->count, &step);
    }
    if (reason.code == CN_OK) return CN_BOT_PLAYS;
    write_reason(why, reason);
    return CN_BOT_ILLEGAL;
}

static unsigned step_of_name(cn_word name)
{
    unsigned number = 0;
    while (number < CN_STEPS && !cn_word_is(name, cn_step_name(number))) number++;
    return number;
}

static cn_bot_answer read_step(cn_scan *scan, const cn_view *view, const cn_rules *rules,
                               cn_play *play, cn_writer *why)
{
    size_t bad = 0;
    cn_card cards[2] = {CN_CARD_NONE, CN_CARD_NONE};
    const unsigned number = step_of_name(cn_scan_word(scan));
    const cn_word named = cn_scan_word(scan);
    if (number == CN_STEPS) {
        cn_write(why, "SYNTAX no such step");
        return CN_BOT_UNREAD;
    }
    if (cn_cards_parse(named.text, named.length, cards, 2, &bad) < 0 || !cn_scan_done(scan)) {
        cn_write(why, "SYNTAX no card, or too many, behind the step");
        return CN_BOT_UNREAD;
    }
    const cn_step step = cn_step_make(number, cards[0], cards[1]);
    const cn_reason reason = cn_judge(rules, &view->pub, &view->hand, step);
    if (reason.code != CN_OK) {
        write_reason(why, reason);
        return CN_BOT_ILLEGAL;
    }
    play->count = 1;
    play->step[0] = cn_step_named(rules, &view->pub, &view->hand, step);
    return CN_BOT_PLAYS;
}

cn_bot_answer cn_bot_read_answer(const char *line, const cn_view *view, const cn_rules *rules,
                                 cn_play *play, cn_writer *why)
{
    cn_scan scan = cn_scan_make(line, strlen(line), 1, NULL);
    const cn_word verb = cn_scan_word(&scan);
    play->count = 0;
    if (cn_word_is(verb, "play")) return read_play(&scan, view, rules, play, why);
    if (cn_word_is(verb, "step")) return read_step(&scan, view, rules, play, why);
    cn_write(why, "SYNTAX an answer is `play PLAY` or `step NAME CARDS`");
    return CN_BOT_UNREAD;
}

static bool same_steps(const cn_play *play, const cn_step *steps, unsigned count)
{
    if (play->count != count) return false;
    for (unsigned i = 0; i < count; i++)
        if (play->step[i].number != steps[i].number || play->step[i].card[0] != steps[i].card[0] ||
            play->step[i].card[1] != steps[i].card[1])
            return false;
    return true;
}

void cn_write_bot_step(cn_writer *writer, cn_step step)
{
    cn_write(writer, "step %s", cn_step_name(step.number));
    if (step.card[0] == CN_CARD_NONE) return;
    cn_write_char(writer, ' ');
    cn_write_cards(writer, step.card, step.card[1] == CN_CARD_NONE ? 1 : 2);
}

unsigned cn_write_bot_answer(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                             const cn_step *steps, unsigned count)
{
    char text[CN_BOT_LINE_MAX], why[CN_BOT_LINE_MAX];
    cn_play play;
    cn_writer whole = cn_writer_make(text, sizeof text);
    cn_writer unused = cn_writer_make(why, sizeof why);
    cn_write(&whole, "play ");
    cn_write_play(&whole, steps, count);
    if (cn_bot_read_answer(text, view, rules, &play, &unused) == CN_BOT_PLAYS &&
        same_steps(&play, steps, count)) {
        cn_write_text(writer, text, whole.length);
        return count;
    }
    cn_write_bot_step(writer, steps[0]);
    return 1;
}
