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
        if (cn_players[i]->thinking == NULL && strcmp(cn_players[i]->name, name) == 0)
            return cn_players[i];
    for (unsigned i = 0; cn_levels[i] != NULL; i++)
        if (strcmp(cn_levels[i]->name, name) == 0) return cn_levels[i];
    return NULL;
}

typedef struct step_time {
    cn_bot_time *play;
    int64_t rest_ms; /* for the steps behind it */
} step_time;

static bool is_over(void *with)
{
    const step_time *step = with;
    if (step->play->left_ms(step->play->with) > step->rest_ms) return false;
    step->play->cut = true;
    return true;
}

/* A step has half of the time that is left: of a play the last one, the discard, matters most. */
static cn_step choose(const cn_player *player, cn_bot_time *time, const cn_view *view,
                      const cn_rules *rules, cn_stream *stream)
{
    cn_player hurried = cn_player_hurried(player);
    if (time == NULL) return cn_player_choose(&hurried, view, rules, stream);
    step_time step = {.play = time, .rest_ms = time->left_ms(time->with) / 2};
    const cn_stop stop = {.now = is_over, .with = &step};
    hurried.stop = &stop;
    return cn_player_choose(&hurried, view, rules, stream);
}

static bool same_turn(const cn_view *view, unsigned seat)
{
    return view->pub.seat == seat &&
           (view->pub.phase == CN_PHASE_DRAW || view->pub.phase == CN_PHASE_MELD);
}

/* Writes some steps, from the first one on. True if they are a play as it is read. */
static bool write_steps(const cn_view *view, const cn_rules *rules, const cn_step *steps,
                        unsigned count, char *out, size_t size)
{
    cn_writer writer = cn_writer_make(out, size);
    cn_write_play(&writer, steps, count);
    assert(!writer.overflow);
    return cn_play_is_legal(rules, &view->pub, &view->hand, out);
}

/* The longest part that is a play: the rest comes with the next one. */
static bool write_part(const cn_view *view, const cn_rules *rules, const cn_step *steps,
                       unsigned count, char *out, size_t size)
{
    for (unsigned part = count; part > 0; part--)
        if (write_steps(view, rules, steps, part, out, size)) return true;
    return false;
}

/* Some legal step that is a play alone. */
static bool write_another(const cn_view *view, const cn_rules *rules, char *out, size_t size)
{
    const cn_mask legal = cn_view_legal(view, rules);
    for (unsigned i = 0; i < cn_mask_count(&legal); i++) {
        const cn_step step = cn_step_make(cn_mask_nth(&legal, i), CN_CARD_NONE, CN_CARD_NONE);
        const cn_step named = cn_step_named(rules, &view->pub, &view->hand, step);
        if (write_steps(view, rules, &named, 1, out, size)) return true;
    }
    return false;
}

/* One play of a player. False if there is none: it takes more steps than a play has, or the rules
 * have led it to where no step is legal. */
static bool write_choice(const cn_player *player, cn_bot_time *time, const cn_view *view,
                         const cn_rules *rules, cn_stream *stream, char *out, size_t size)
{
    cn_step steps[CN_PLAY_STEPS_MAX];
    unsigned count = 0;
    cn_view ahead = *view; /* the staging tray of a bot */
    bool shows = false;
    do {
        const cn_mask legal = cn_view_legal(&ahead, rules);
        if (cn_mask_count(&legal) == 0) break;
        cn_step step = choose(player, time, &ahead, rules, stream);
        shows = cn_step_shows_card(rules, &ahead.pub, step.number);
        steps[count++] = step;
        if (!cn_view_try(&ahead, rules, step)) break;
    } while (!shows && count < CN_PLAY_STEPS_MAX && same_turn(&ahead, view->seat));
    return write_part(view, rules, steps, count, out, size);
}

bool cn_bot_think(const cn_player *player, cn_bot_time *time, const cn_view *view,
                  const cn_rules *rules, cn_stream *stream, char *out, size_t size)
{
    assert(view->pub.seat == view->seat);
    if (write_choice(player, time, view, rules, stream, out, size)) return true;
    if (write_another(view, rules, out, size)) return true;
    out[0] = '\0';
    return false;
}

bool cn_bot_play(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream, char *out, size_t size)
{
    return cn_bot_think(player, NULL, view, rules, stream, out, size);
}
