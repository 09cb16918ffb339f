/* What takes long by house rules is done beside the loop at their tables: what a bot plays.
 * Not here: when a bot plays (bots.c), people's plays (session_command.c), the threads
 * (base/worker.h). Invariant: a thought belongs to its place, or is nobody's when the place has
 * gone; one that was begun before the game moved on is not played. */
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/place.h"
#include "server/table/bot.h"
#include "server/table/turn.h"

struct cn_thought {
    cn_work work;
    cn_place *place; /* NULL: nobody waits for it any more */
    const cn_player *player;
    unsigned seat;
    uint64_t moved_seq;
    cn_rules rules;
    cn_view view;
    cn_stream stream;
    int64_t took_ms;
    bool ready;
    char text[CN_PLAY_TEXT_MAX + 1];
};

static void run(cn_work *work)
{
    cn_thought *t = (cn_thought *)work;
    const int64_t began_ms = cn_clock_worked_ms();
    cn_bot_play(t->player, &t->view, &t->rules, &t->stream, t->text, sizeof t->text);
    t->took_ms = cn_clock_worked_ms() - began_ms;
}

static void done(cn_work *work)
{
    cn_thought *t = (cn_thought *)work;
    cn_place *place = t->place;
    t->ready = true;
    if (place == NULL) {
        free(t);
        return;
    }
    cn_place_note_thought(place, t->took_ms);
    cn_place_schedule(place);
    cn_hall_wake(place->hall);
}

void cn_place_forget_thought(cn_place *place)
{
    cn_thought *t = place->thought;
    place->thought = NULL;
    if (t == NULL) return;
    t->place = NULL;
    if (t->ready) free(t);
}

bool cn_place_thinks(const cn_place *place)
{
    return place->thought != NULL && !place->thought->ready;
}

bool cn_place_may_take_long(const cn_place *place)
{
    return cn_hall_settings(place->hall)->think != NULL &&
           cn_table_overrides(place->table)[0] != '\0';
}

void cn_place_think_beside(const cn_place *place, cn_work *work)
{
    const cn_hall_options *settings = cn_hall_settings(place->hall);
    settings->think(settings->user, work, place->thinks_long);
}

void cn_place_note_thought(cn_place *place, int64_t took_ms)
{
    place->thinks_long = place->thinks_long || took_ms >= CN_THINKS_LONG_MS;
}

static void begin(cn_place *place, unsigned seat)
{
    cn_table *table = place->table;
    cn_thought *t = calloc(1, sizeof *t);
    if (t == NULL) abort();
    t->work = (cn_work){.run = run, .done = done};
    if (place->listeners != NULL) t->work.who = place->listeners->from;
    t->place = place;
    t->player = cn_turn_player(table);
    t->seat = seat;
    t->moved_seq = cn_table_moved_seq(table);
    t->rules = *cn_table_rules(table);
    t->view = *cn_table_view(table, seat);
    t->stream = *cn_table_stream(table);
    place->thought = t;
    cn_place_think_beside(place, &t->work);
}

bool cn_place_think(cn_place *place, unsigned seat, char *text, size_t size)
{
    cn_table *table = place->table;
    const cn_thought *t = place->thought;
    if (cn_place_thinks(place)) return false;
    const bool fits = t != NULL && t->seat == seat && t->moved_seq == cn_table_moved_seq(table);
    if (fits) {
        memcpy(text, t->text, size < sizeof t->text ? size : sizeof t->text);
        *cn_table_stream(table) = t->stream;
    }
    cn_place_forget_thought(place);
    if (fits) return true;
    if (!cn_place_may_take_long(place)) {
        cn_turn_bot(table, seat, text, size);
        return true;
    }
    begin(place, seat);
    return false;
}
