/* Judging commands, and the entries of people and of bots.
 * Not here: the game; a refusal is worked out from the actor's view, so that it cannot tell what
 * the actor does not know (P128). Invariant: nothing changes here. */
#include "server/table/turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canasta/reason.h"
#include "server/table/bot.h"

cn_ruling cn_turn_refuse(const cn_table *table, const char *code)
{
    return (cn_ruling){.code = code, .seq = cn_table_seq(table)};
}

static cn_ruling ruling_of(cn_reason reason)
{
    return (cn_ruling){.accepted = reason.code == CN_OK,
                       .code = cn_reason_name(reason.code),
                       .has_numbers = cn_reason_numbers(reason.code) != 0,
                       .have = reason.have,
                       .need = reason.need};
}

static cn_ruling refuse_reason(const cn_table *table, uint8_t code)
{
    cn_ruling answer = ruling_of((cn_reason){code, 0, 0});
    answer.seq = cn_table_seq(table);
    return answer;
}

static cn_ruling ruling_of_syntax(const cn_text_error *error)
{
    cn_ruling answer = {.code = "SYNTAX"};
    snprintf(answer.message, sizeof answer.message, "%.150s, column %u", error->message,
             error->column);
    return answer;
}

/* By the seat's view and nothing else. */
static cn_ruling rule_on(const cn_rules *rules, const cn_view *view, const char *text)
{
    cn_play play;
    cn_reason reason = {0};
    cn_text_error error = {0};
    unsigned step = 0;
    switch (cn_play_parse(text, strlen(text), 1, &play, &reason, &error)) {
    case CN_PLAY_SHAPE: return ruling_of(reason);
    case CN_PLAY_SYNTAX: return ruling_of_syntax(&error);
    case CN_PLAY_OK: break;
    }
    if (play.count == 0)
        return ruling_of_syntax(&(cn_text_error){.message = "an empty play", .column = 0});
    cn_play_settle(rules, &view->pub, &view->hand, &play);
    reason = cn_judge_play(rules, &view->pub, &view->hand, play.step, play.count, &step);
    cn_ruling answer = ruling_of(reason);
    answer.has_step = !answer.accepted;
    answer.step = step;
    return answer;
}

/* Whether the seat may play now, whatever it is. */
static cn_ruling look_at_turn(const cn_table *table, unsigned seat, const cn_frame *frame)
{
    const unsigned acting = cn_table_acting(table);
    if (cn_table_is_paused(table)) return cn_turn_refuse(table, "PAUSED");
    if (frame->at < cn_table_moved_seq(table) || frame->at > cn_table_seq(table))
        return cn_turn_refuse(table, "STALE");
    if (acting == CN_NO_SEAT) return refuse_reason(table, CN_REASON_OVER);
    if (acting != seat) return refuse_reason(table, CN_REASON_TURN);
    return (cn_ruling){.accepted = true};
}

static cn_ruling judge_play(const cn_table *table, unsigned seat, const cn_frame *frame,
                            const cn_turn_question *answered)
{
    const cn_ruling may_play = look_at_turn(table, seat, frame);
    if (!may_play.accepted) return may_play;
    const bool counts = answered != NULL && answered->moved_seq == cn_table_moved_seq(table);
    cn_ruling ruling =
        counts ? answered->ruling
               : rule_on(cn_table_rules(table), cn_table_view(table, seat), frame->play);
    ruling.seq = cn_table_seq(table);
    return ruling;
}

cn_turn_question *cn_turn_ask(const cn_table *table, unsigned seat, const cn_frame *frame)
{
    if (frame->kind != CN_FRAME_PLAY || !look_at_turn(table, seat, frame).accepted) return NULL;
    cn_turn_question *question = calloc(1, sizeof *question);
    if (question == NULL) abort();
    question->rules = *cn_table_rules(table);
    question->view = *cn_table_view(table, seat);
    question->moved_seq = cn_table_moved_seq(table);
    strcpy(question->play, frame->play);
    return question;
}

void cn_turn_answer(cn_turn_question *question)
{
    question->ruling = rule_on(&question->rules, &question->view, question->play);
}

static cn_ruling judge_phase(const cn_table *table, const cn_frame *frame, cn_phase phase)
{
    if (cn_table_public(table)->phase != phase) return cn_turn_refuse(table, "NOT_NOW");
    if (frame->at < cn_table_moved_seq(table)) return cn_turn_refuse(table, "STALE");
    return (cn_ruling){.accepted = true};
}

/* Only so many changes are made in one hand, because whoever opens the table reads all of it. */
static cn_ruling judge_still(const cn_table *table)
{
    if (cn_table_still_count(table) < CN_STILL_PACES_MAX) return (cn_ruling){.accepted = true};
    cn_ruling answer = cn_turn_refuse(table, "RATE");
    answer.retry_ms = CN_STILL_EMPTY_S * INT64_C(1000);
    return answer;
}

/* What changes nothing is no entry, so that its key would not be known. */
static cn_ruling judge_pace(const cn_table *table, const cn_frame *frame)
{
    if (frame->pace_ms != cn_table_pace_ms(table)) return judge_still(table);
    cn_ruling answer = cn_turn_refuse(table, "NOT_NOW");
    snprintf(answer.message, sizeof answer.message, "this is the pace");
    return answer;
}

static cn_ruling judge_pause(const cn_table *table, const cn_frame *frame)
{
    const bool pauses = frame->kind == CN_FRAME_PAUSE;
    if (cn_table_is_paused(table) == pauses) return cn_turn_refuse(table, "NOT_NOW");
    return pauses ? judge_still(table) : (cn_ruling){.accepted = true};
}

/* The first hand is the owner's to begin, also while he is away: his part is in it. Others may free
 * his seat. */
static cn_ruling judge_deal(const cn_table *table, unsigned seat, const cn_frame *frame)
{
    if (seat != cn_table_owner(table)) return cn_turn_refuse(table, "OWNER");
    return judge_phase(table, frame, CN_PHASE_START);
}

/* Once for each seat and deal, as long as it is not dealt. */
static cn_ruling judge_seed(const cn_table *table, unsigned seat, const cn_frame *frame)
{
    const cn_fair_deal *next = cn_table_next_deal(table);
    if (next->deal == 0 || frame->deal != next->deal || (next->places >> seat & 1) != 0)
        return cn_turn_refuse(table, "NOT_NOW");
    return (cn_ruling){.accepted = true};
}

static bool moves_on(cn_frame_kind kind)
{
    return kind == CN_FRAME_PLAY || kind == CN_FRAME_DEAL || kind == CN_FRAME_NEXT ||
           kind == CN_FRAME_REMATCH;
}

cn_ruling cn_turn_judge(const cn_table *table, unsigned seat, const cn_frame *frame,
                        const cn_turn_question *answered)
{
    if (cn_table_is_paused(table) && moves_on(frame->kind)) return cn_turn_refuse(table, "PAUSED");
    switch (frame->kind) {
    case CN_FRAME_PLAY: return judge_play(table, seat, frame, answered);
    case CN_FRAME_PAUSE:
    case CN_FRAME_RESUME: return judge_pause(table, frame);
    case CN_FRAME_DEAL: return judge_deal(table, seat, frame);
    case CN_FRAME_NEXT: return judge_phase(table, frame, CN_PHASE_SCORED);
    case CN_FRAME_REMATCH: return judge_phase(table, frame, CN_PHASE_GAME_END);
    case CN_FRAME_PACE: return judge_pace(table, frame);
    case CN_FRAME_SEED: return judge_seed(table, seat, frame);
    case CN_FRAME_HELLO:
    case CN_FRAME_NUDGE:
    case CN_FRAME_SAY:
    case CN_FRAME_RESYNC:
    case CN_FRAME_PING: break;
    }
    return cn_turn_refuse(table, "FORMAT");
}

/* The deal moves on from the last hand's dealer, as if the game had not ended; a lesson begins
 * anew. */
static void write_rematch(const cn_table *table, cn_turn_entries *out)
{
    const unsigned last = cn_table_public(table)->dealer;
    const unsigned dealer =
        cn_table_is_lesson(table) ? last : cn_next_seat(cn_table_rules(table), last);
    out->entry[0].kind = CN_ENTRY_REMATCH;
    out->entry[0].body = out->number;
    snprintf(out->number, sizeof out->number, "%u", dealer);
    out->entry[1] = (cn_entry){.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT};
    out->count = 2;
}

void cn_turn_write(const cn_table *table, const cn_frame *frame, const cn_entry *key,
                   cn_turn_entries *out)
{
    cn_entry *first = &out->entry[0];
    *first = *key;
    out->count = 1;
    if (frame->kind == CN_FRAME_PLAY) {
        first->kind = CN_ENTRY_PLAY;
        first->body = frame->play;
    } else if (frame->kind == CN_FRAME_PAUSE || frame->kind == CN_FRAME_RESUME) {
        first->kind = CN_ENTRY_PAUSE;
        first->body = frame->kind == CN_FRAME_PAUSE ? "1" : "0";
    } else if (frame->kind == CN_FRAME_PACE) {
        first->kind = CN_ENTRY_PACE;
        first->body = out->number;
        snprintf(out->number, sizeof out->number, "%u", (unsigned)frame->pace_ms);
    } else if (frame->kind == CN_FRAME_SEED) {
        first->kind = CN_ENTRY_SEED;
        first->body = frame->seed;
    } else {
        first->kind = CN_ENTRY_DEAL;
    }
    if (frame->kind == CN_FRAME_REMATCH) write_rematch(table, out);
}

const cn_player *cn_turn_player(const cn_table *table)
{
    const cn_player *player = cn_bot_find(cn_table_bot(table));
    return player != NULL ? player : cn_bot_find(CN_BOT_USUAL); /* instead of a program */
}

void cn_turn_bot(cn_table *table, unsigned seat, char *out, size_t size)
{
    cn_bot_play(cn_turn_player(table), cn_table_view(table, seat), cn_table_rules(table),
                cn_table_stream(table), out, size);
}
