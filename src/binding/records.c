/* Records of games, played again step by step.
 * Not here: reading them (text/replay_text.c). Invariant: what was read before an error is told. */
#include <stdlib.h>

#include "binding.h"
#include "text/base/words.h"
#include "text/cards/json_text.h"
#include "text/cards/play_text.h"
#include "text/records/replay_text.h"

/* What is written while the game goes by. */
typedef struct telling {
    cn_writer w;
    bool in_hand; /* a hand and its list of steps are open */
} telling;

static void end_steps(telling *t)
{
    cn_write(&t->w, "]");
}

static void tell_deal(telling *t, const cn_game *game)
{
    cn_json_item(&t->w);
    cn_write(&t->w, "{");
    cn_json_int(&t->w, "number", game->pub.hand_number);
    cn_json_int(&t->w, "dealer", game->pub.dealer);
    cn_json_key(&t->w, "steps");
    cn_write(&t->w, "[");
    t->in_hand = true;
}

static void tell_step(telling *t, const cn_event *event)
{
    const cn_step step = event->u.step.step;
    cn_json_item(&t->w);
    cn_write(&t->w, "[%u,%u,\"", (unsigned)event->seat, (unsigned)step.number);
    cn_write_play(&t->w, &step, 1);
    cn_write(&t->w, "\"]");
}

static void tell_side(cn_writer *w, const cn_score *score)
{
    cn_json_item(w);
    cn_write(w, "{");
    for (unsigned part = 0; part < CN_SCORE_PARTS; part++)
        cn_json_int(w, cn_score_part_word(part), cn_score_part(score, part));
    cn_write(w, "}");
}

static void tell_score(telling *t, const cn_rules *rules, const cn_game *game,
                       const cn_event *event)
{
    cn_score scores[CN_SIDES_MAX];
    cn_score_hand(rules, &game->pub, event->u.score.hand, event->u.score.waiting, scores);
    end_steps(t);
    cn_json_word(&t->w, "end", cn_end_word(game->pub.end));
    cn_json_key(&t->w, "scores");
    cn_write(&t->w, "[");
    for (unsigned side = 0; side < rules->side_count; side++) tell_side(&t->w, &scores[side]);
    cn_write(&t->w, "]");
    cn_json_key(&t->w, "totals");
    cn_write(&t->w, "[");
    for (unsigned side = 0; side < rules->side_count; side++) {
        cn_json_item(&t->w);
        cn_write(&t->w, "%d", (int)game->pub.side[side].total_points);
    }
    cn_write(&t->w, "]}");
    t->in_hand = false;
}

static void hear(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    telling *t = context;
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL: tell_deal(t, game); break;
    case CN_EVENT_STEP: tell_step(t, event); break;
    case CN_EVENT_SCORE: tell_score(t, rules, game, event); break;
    }
}

static void tell_error(cn_writer *w, const cn_text_error *error)
{
    cn_json_key(w, "error");
    cn_write(w, "{");
    cn_json_int(w, "line", (int32_t)error->line);
    cn_json_int(w, "column", (int32_t)error->column);
    cn_json_quoted(w, "message", error->message);
    cn_write(w, "}");
}

static void tell_game(cn_writer *w, const cn_replay *replay)
{
    char text[CN_RECORD_LINE_BYTES_MAX];
    cn_writer played = cn_writer_make(text, sizeof text);
    const unsigned winners = cn_public_winners(&replay->game.pub, &replay->rules);
    if (replay->rules.player_count > 0) {
        cn_write_rules_played(&played, &replay->rules);
        cn_json_quoted(w, "rules", text);
    }
    cn_json_key(w, "players");
    cn_write(w, "[");
    for (unsigned i = 0; i < replay->rules.player_count; i++) {
        cn_json_item(w);
        cn_write(w, "{");
        cn_json_quoted(w, "name", replay->name[i]);
        cn_write(w, "}");
    }
    cn_write(w, "]");
    cn_json_bool(w, "finished", replay->game.pub.phase == CN_PHASE_GAME_END);
    cn_json_key(w, "winners");
    cn_write(w, "[");
    for (unsigned side = 0; side < CN_SIDES_MAX; side++)
        if (winners >> side & 1) cn_json_number(w, side);
    cn_write(w, "]");
}

size_t canasta_replay(const char *record, size_t length, char *out, size_t size)
{
    telling t = {.w = cn_writer_make(out, size)};
    const cn_replay_listener listener = {.hear = hear, .context = &t};
    cn_text_error error;
    cn_replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL) return 0;
    cn_write(&t.w, "{\"hands\":[");
    const bool right = cn_replay_text(replay, record, length, &listener, &error);
    if (t.in_hand) {
        end_steps(&t);
        cn_write(&t.w, "}");
    }
    cn_write(&t.w, "]");
    if (!right) tell_error(&t.w, &error);
    tell_game(&t.w, replay);
    cn_write(&t.w, "}");
    free(replay);
    return canasta_written(&t.w, size);
}
