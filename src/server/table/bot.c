/* Gathers the steps of a computer player into one play.
 * Not here: choosing steps (players/). Invariant: the view itself is not changed. */
#include "server/table/bot.h"

#include <assert.h>
#include <string.h>

#include "canasta/reason.h"
#include "text/cards/play_text.h"

const cn_player *cn_bot_find(const char *name)
{
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        if (strcmp(cn_players[i]->name, name) == 0) return cn_players[i];
    return NULL;
}

static bool same_turn(const cn_view *view, unsigned seat)
{
    return view->pub.seat == seat &&
           (view->pub.phase == CN_PHASE_DRAW || view->pub.phase == CN_PHASE_MELD);
}

bool cn_bot_may_play(const cn_view *view, const cn_rules *rules, const char *text)
{
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    unsigned step;
    if (cn_play_parse(text, strlen(text), 1, &play, &shape, &error) != CN_PLAY_OK) return false;
    cn_play_settle(rules, &view->pub, &view->hand, &play);
    return cn_judge_play(rules, &view->pub, &view->hand, play.step, play.count, &step).code ==
           CN_OK;
}

/* Writes the longest part of the steps, from the first one on, that is a play as it is read: the
 * rest comes with the next play. */
static void write_what_is_read(const cn_view *view, const cn_rules *rules, const cn_step *steps,
                               unsigned count, char *out, size_t size)
{
    for (unsigned part = count; part > 0; part--) {
        cn_writer writer = cn_writer_make(out, size);
        cn_write_play(&writer, steps, part);
        assert(!writer.overflow);
        if (cn_bot_may_play(view, rules, out)) return;
    }
}

void cn_bot_play(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream, char *out, size_t size)
{
    cn_step steps[CN_PLAY_STEPS_MAX];
    unsigned count = 0;
    cn_view ahead = *view; /* the staging tray of a bot */
    bool shows = false;
    assert(view->pub.seat == view->seat);
    do {
        cn_step step = player->choose(&ahead, rules, stream);
        shows = cn_step_shows_card(rules, &ahead.pub, step.number);
        steps[count++] = step;
        if (!cn_view_try(&ahead, rules, step)) break;
    } while (!shows && count < CN_PLAY_STEPS_MAX && same_turn(&ahead, view->seat));
    write_what_is_read(view, rules, steps, count, out, size);
}
