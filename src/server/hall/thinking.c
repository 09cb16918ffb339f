/* What takes long is done beside the loop: what a bot plays that thinks, or plays by house rules.
 * Not here: when a bot plays (bots.c), people's plays (session_command.c), the threads and how they
 * are shared (base/worker.h). Invariant: a place has one thought at most, which belongs to it, or
 * is nobody's when the place has gone; one that was begun before the game moved on is not played.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/place.h"
#include "server/table/bot.h"
#include "server/table/turn.h"

struct cn_thought {
    cn_work work;
    cn_place *place; /* NULL: nobody waits for it any more */
    cn_measures *measures;
    const cn_player *player;
    unsigned seat;
    uint64_t moved_seq;
    cn_rules rules;
    cn_view view;
    cn_stream stream;
    cn_bot_time time;
    int64_t given_ms, asked_ms, began_ms;
    int64_t allowed_ms;  /* the most of it that it could have taken */
    atomic_bool useless; /* told by the loop, while it goes on */
    int64_t worked_ms;
    bool ready;
    char text[CN_PLAY_TEXT_MAX + 1];
};

/* From when it was asked for it may take what is given; and from when it began its share of that,
 * so that all who are asked at a time answer in time. */
static int64_t left_ms(void *with)
{
    cn_thought *t = with;
    if (atomic_load(&t->useless)) return 0;
    const int64_t shared_ms = cn_work_share(&t->work, t->given_ms);
    const int64_t before_ms = t->asked_ms + t->given_ms - t->began_ms;
    const int64_t allowed_ms = shared_ms < before_ms ? shared_ms : before_ms;
    if (allowed_ms > t->allowed_ms) t->allowed_ms = allowed_ms;
    return t->began_ms + allowed_ms - cn_clock_ms();
}

static void run(cn_work *work)
{
    cn_thought *t = (cn_thought *)work;
    if (atomic_load(&t->useless)) return;
    const int64_t began_ms = cn_clock_worked_ms();
    t->began_ms = cn_clock_ms();
    cn_bot_think(t->player, &t->time, &t->view, &t->rules, &t->stream, t->text, sizeof t->text);
    t->worked_ms = cn_clock_worked_ms() - began_ms;
}

static void measure(const cn_thought *t)
{
    cn_measure(&t->measures->thought_us, cn_steps_us,
               (uint64_t)(cn_clock_ms() - t->asked_ms) * 1000);
    t->measures->thoughts_cut += t->time.cut;
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
    if (!atomic_load(&t->useless)) measure(t);
    cn_place_note_thought(place, t->worked_ms - t->allowed_ms);
    cn_place_schedule(place);
    cn_hall_wake(place->hall);
}

void cn_place_forget_thought(cn_place *place)
{
    cn_thought *t = place->thought;
    place->thought = NULL;
    if (t == NULL) return;
    atomic_store(&t->useless, true);
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

void cn_place_do_beside(const cn_place *place, cn_work *work, cn_beside what)
{
    const cn_hall_options *settings = cn_hall_settings(place->hall);
    settings->think(settings->user, work, what, place->takes_long);
}

void cn_place_note_thought(cn_place *place, int64_t took_ms)
{
    place->takes_long = place->takes_long || took_ms >= CN_THINKS_LONG_MS;
}

/* Whether it is what is to be played now. */
static bool fits(const cn_place *place, const cn_thought *t, unsigned seat)
{
    return t != NULL && !atomic_load(&t->useless) && place->table != NULL && t->seat == seat &&
           t->moved_seq == cn_table_moved_seq(place->table);
}

void cn_place_check_thought(cn_place *place)
{
    cn_thought *t = place->thought;
    if (t != NULL && !fits(place, t, t->seat)) atomic_store(&t->useless, true);
}

static bool is_beside(const cn_place *place)
{
    return cn_place_may_take_long(place) || (cn_hall_settings(place->hall)->think != NULL &&
                                             cn_turn_player(place->table)->thinking != NULL);
}

bool cn_place_wants_thought(const cn_place *place, unsigned seat)
{
    return !cn_place_thinks(place) && !fits(place, place->thought, seat) && is_beside(place);
}

void cn_place_think_ahead(cn_place *place, unsigned seat)
{
    const cn_table *table = place->table;
    const cn_hall_options *settings = cn_hall_settings(place->hall);
    if (!cn_place_wants_thought(place, seat)) return;
    cn_place_forget_thought(place);
    cn_thought *t = calloc(1, sizeof *t);
    if (t == NULL) abort();
    t->work = (cn_work){.run = run, .done = done};
    if (place->listeners != NULL) t->work.who = place->listeners->from;
    t->place = place;
    t->measures = settings->measures;
    t->player = cn_turn_player(table);
    t->seat = seat;
    t->moved_seq = cn_table_moved_seq(table);
    t->rules = *cn_table_rules(table);
    t->view = *cn_table_view(table, seat);
    t->stream = *cn_table_stream(place->table);
    t->time = (cn_bot_time){.left_ms = left_ms, .with = t};
    t->given_ms = settings->thought_ms;
    t->asked_ms = cn_clock_ms();
    place->thought = t;
    cn_place_do_beside(place, &t->work, CN_THINKING);
}

bool cn_place_think(cn_place *place, unsigned seat, char *text, size_t size)
{
    cn_table *table = place->table;
    const cn_thought *t = place->thought;
    cn_place_think_ahead(place, seat);
    if (cn_place_thinks(place)) return false;
    if (fits(place, t, seat)) {
        memcpy(text, t->text, size < sizeof t->text ? size : sizeof t->text);
        *cn_table_stream(table) = t->stream;
    } else {
        cn_turn_bot(table, seat, text, size);
    }
    cn_place_forget_thought(place);
    return true;
}
