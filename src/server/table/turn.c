/* Judging and committing commands, of people and of bots.
 * Not here: the game; a refusal is worked out from the actor's view, so that it cannot tell what
 * the actor does not know (P128). Invariant: nothing changes but by cn_table_commit. */
#include "server/table/turn.h"

#include <stdio.h>
#include <string.h>

#include "canasta/reason.h"
#include "server/table/bot.h"
#include "text/cards/card_text.h"

void cn_deck_text(const cn_rules *rules, char out[CN_DECK_TEXT_MAX])
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_deck_sorted(rules, deck);
    cn_secret_shuffle(deck, rules->deck_size);
    cn_writer writer = cn_writer_make(out, CN_DECK_TEXT_MAX);
    cn_write_cards(&writer, deck, rules->deck_size);
}

static cn_ruling refuse(const cn_table *table, const char *code)
{
    return (cn_ruling){.code = code, .seq = cn_table_seq(table)};
}

static cn_ruling refuse_reason(const cn_table *table, cn_reason reason)
{
    cn_ruling answer = refuse(table, cn_reason_name(reason.code));
    answer.has_numbers = cn_reason_numbers(reason.code) != 0;
    answer.have = reason.have;
    answer.need = reason.need;
    return answer;
}

/* Whether the seat may make this play; looks at the seat's view and at nothing else. */
static cn_ruling judge_play(const cn_table *table, unsigned seat, const cn_frame *frame)
{
    const cn_view *view = cn_table_view(table, seat);
    const cn_rules *rules = cn_table_rules(table);
    cn_play play;
    cn_reason reason = {0};
    cn_text_error error = {0};
    if (frame->at < cn_table_moved_seq(table) || frame->at > cn_table_seq(table))
        return refuse(table, "STALE");
    const unsigned acting = cn_table_acting(table);
    if (acting == CN_NO_SEAT) return refuse_reason(table, (cn_reason){CN_REASON_OVER, 0, 0});
    if (acting != seat) return refuse_reason(table, (cn_reason){CN_REASON_TURN, 0, 0});
    cn_play_status status =
        cn_play_parse(frame->play, strlen(frame->play), 1, &play, &reason, &error);
    if (status == CN_PLAY_SHAPE) return refuse_reason(table, reason);
    if (status == CN_PLAY_SYNTAX || play.count == 0) {
        cn_ruling answer = refuse(table, "SYNTAX");
        snprintf(answer.message, sizeof answer.message, "%.150s, column %u",
                 status == CN_PLAY_SYNTAX ? error.message : "an empty play", error.column);
        return answer;
    }
    unsigned step = 0;
    cn_play_settle(rules, &view->pub, &view->hand, &play);
    reason = cn_judge_play(rules, &view->pub, &view->hand, play.step, play.count, &step);
    if (reason.code == CN_OK) return (cn_ruling){.accepted = true};
    cn_ruling answer = refuse_reason(table, reason);
    answer.has_step = true;
    answer.step = step;
    return answer;
}

static cn_ruling judge_phase(const cn_table *table, const cn_frame *frame, cn_phase phase)
{
    if (cn_table_public(table)->phase != phase) return refuse(table, "NOT_NOW");
    if (frame->at < cn_table_moved_seq(table)) return refuse(table, "STALE");
    return (cn_ruling){.accepted = true};
}

static cn_ruling judge(const cn_table *table, unsigned seat, const cn_frame *frame)
{
    switch (frame->kind) {
    case CN_FRAME_PLAY: return judge_play(table, seat, frame);
    case CN_FRAME_NEXT: return judge_phase(table, frame, CN_PHASE_SCORED);
    case CN_FRAME_REMATCH: return judge_phase(table, frame, CN_PHASE_GAME_END);
    case CN_FRAME_PACE: return (cn_ruling){.accepted = true};
    case CN_FRAME_HELLO:
    case CN_FRAME_RESYNC:
    case CN_FRAME_PING: break;
    }
    return refuse(table, "FORMAT");
}

/* Builds the entries of a command and commits them. The first one carries the command's key. */
static cn_saved commit(cn_table *table, cn_store *store, const cn_frame *frame, cn_entry key,
                       cn_changes *changes)
{
    const cn_rules *rules = cn_table_rules(table);
    char deck[CN_DECK_TEXT_MAX], number[16];
    cn_entry entries[2] = {key, {.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT, .body = deck}};
    unsigned count = 1;
    entries[0].body = number;
    if (frame->kind == CN_FRAME_PLAY) {
        entries[0].kind = CN_ENTRY_PLAY;
        entries[0].body = frame->play;
    } else if (frame->kind == CN_FRAME_PACE) {
        entries[0].kind = CN_ENTRY_PACE;
        snprintf(number, sizeof number, "%u", (unsigned)frame->pace_ms);
    } else {
        cn_deck_text(rules, deck);
        entries[0].kind = CN_ENTRY_DEAL;
        entries[0].body = deck;
    }
    if (frame->kind == CN_FRAME_REMATCH) {
        /* The deal moves on from the last hand's dealer, as if the game had not ended. */
        entries[0].kind = CN_ENTRY_REMATCH;
        entries[0].body = number;
        snprintf(number, sizeof number, "%u", cn_next_seat(rules, cn_table_public(table)->dealer));
        count = 2;
    }
    return cn_table_commit(table, store, entries, count, changes);
}

cn_ruling cn_turn_command(cn_table *table, cn_store *store, unsigned seat, const char *inst,
                          const cn_frame *frame, const cn_digest *digest, cn_changes *changes)
{
    changes->count = 0;
    cn_digest before;
    uint64_t seq;
    switch (cn_store_key(store, cn_table_id(table), seat, inst, frame->n, &seq, &before)) {
    case CN_KEY_USED:
        if (!cn_digest_equal(&before, digest)) return refuse(table, "DUP_MISMATCH");
        return (cn_ruling){.accepted = true, .seq = seq};
    case CN_KEY_OLD: return refuse(table, "OLD_KEY");
    case CN_KEY_FAILED: cn_table_set_unsure(table); return refuse(table, "UNSURE");
    case CN_KEY_NEW: break;
    }
    cn_ruling answer = judge(table, seat, frame);
    if (!answer.accepted) return answer;
    cn_entry key = {.seat = seat, .inst = inst, .n = frame->n, .body_hash = *digest};
    switch (commit(table, store, frame, key, changes)) {
    case CN_SAVED: answer.seq = changes->change[0].seq; return answer;
    case CN_NOT_SAVED: return refuse(table, "STORE");
    case CN_UNSURE: break;
    }
    return refuse(table, "UNSURE");
}

cn_saved cn_turn_play(cn_table *table, cn_store *store, unsigned seat, const char *play,
                      cn_changes *changes)
{
    cn_entry entry = {.kind = CN_ENTRY_PLAY, .seat = seat, .body = play};
    return cn_table_commit(table, store, &entry, 1, changes);
}

cn_saved cn_turn_bot(cn_table *table, cn_store *store, unsigned seat, cn_changes *changes)
{
    char text[CN_PLAY_TEXT_MAX + 1];
    const cn_player *player = cn_bot_find(cn_table_bot(table));
    if (player == NULL) player = cn_bot_find(CN_BOT_USUAL); /* instead of a program */
    cn_bot_play(player, cn_table_view(table, seat), cn_table_rules(table), cn_table_stream(table),
                text, sizeof text);
    return cn_turn_play(table, store, seat, text, changes);
}
