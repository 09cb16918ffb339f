/* The bots' clock: whose turn is due when, and what becomes of a bot's play.
 * Not here: what bots play (thinking.c, programs.h).
 * Invariant: bots play only where somebody is connected. A table that is empty or paused stands
 * still, clocks included: everybody has his full time from when it goes on. */
#include <stdlib.h>

#include "server/base/clock.h"
#include "server/base/notice.h"
#include "server/hall/place.h"
#include "server/table/turn.h"

enum {
    TICK_MS = 5,
    NO_PLAY_MS = 30000,
    CLOCK_BACK_MS = 10000 /* for who comes back to his turn: to see where it stands */
};

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t cn_place_due_since(const cn_place *place)
{
    return later(cn_table_quiet_since(place->table), place->going_ms);
}

static int64_t clock_ms(const cn_place *place)
{
    return (int64_t)cn_table_clock_s(place->table) * 1000;
}

/* When a person who is there has taken too long for a turn; -1 where he may take as long as he
 * likes.
 */
static int64_t clock_due(const cn_place *place)
{
    if (clock_ms(place) == 0) return -1;
    const int64_t due = cn_place_due_since(place) + clock_ms(place);
    return place->lent_seq == cn_table_moved_seq(place->table) ? later(due, place->lent_ms) : due;
}

/* When the bot of the acting seat is to play; -1 if it is not a bot's turn. */
static int64_t play_due(const cn_place *place)
{
    const cn_table *table = place->table;
    const unsigned seat = cn_table_acting(table);
    if (!cn_table_anybody(table) || seat == CN_NO_SEAT || cn_table_is_paused(table)) return -1;
    const int64_t due = cn_place_due_since(place) + cn_table_pace_ms(table);
    if (!cn_table_seat(table, seat)->human) return due;
    if (seat == place->clock_seat) return due;
    if (cn_table_present(table, seat)) return clock_due(place);
    const int64_t away_ms = later(cn_table_away_since(table, seat), place->going_ms);
    return later(away_ms + cn_hall_settings(place->hall)->grace_ms, due);
}

int64_t cn_place_clock_left_ms(const cn_place *place)
{
    const cn_table *table = place->table;
    const unsigned seat = cn_table_acting(table);
    if (seat == CN_NO_SEAT || cn_table_is_paused(table) || seat == place->clock_seat) return -1;
    const bool there = cn_table_seat(table, seat)->human && cn_table_present(table, seat);
    const int64_t due = there ? clock_due(place) : -1;
    return due < 0 ? -1 : later(due - cn_clock_ms(), 0);
}

/* What takes a thought is begun as much earlier as the table's pause is long. */
static int64_t next_due(const cn_place *place)
{
    if (place->table == NULL || place->loading != NULL || place->proposal != NULL) return -1;
    if (cn_place_thinks(place)) return -1;
    if (place->unsure) return place->retry_ms;
    const int64_t due = play_due(place);
    const bool ahead = due >= 0 && place->programs == NULL &&
                       cn_place_wants_thought(place, cn_table_acting(place->table));
    return ahead ? due - cn_table_pace_ms(place->table) : due;
}

/* A turn that a bot played is the person's again, too. */
static void note_going(cn_place *place)
{
    const bool goes = place->table != NULL && !place->unsure && cn_table_anybody(place->table) &&
                      !cn_table_is_paused(place->table);
    if (goes && !place->going) {
        place->going_ms = cn_clock_ms();
        place->clock_seat = CN_NO_SEAT;
    }
    place->going = goes;
}

/* Once for each play, so that nobody gets time by going and coming; a line that was cut while much
 * time was left costs nothing. */
void cn_place_lend_time(cn_place *place, unsigned seat)
{
    note_going(place);
    if (clock_ms(place) == 0 || seat != cn_table_acting(place->table)) return;
    if (place->lent_seq == cn_table_moved_seq(place->table)) return;
    const int64_t half_ms = clock_ms(place) / 2;
    const int64_t until_ms = cn_clock_ms() + (half_ms < CLOCK_BACK_MS ? half_ms : CLOCK_BACK_MS);
    if (until_ms <= clock_due(place)) return;
    place->lent_seq = cn_table_moved_seq(place->table);
    place->lent_ms = until_ms;
}

void cn_place_schedule(cn_place *place)
{
    note_going(place);
    cn_place_check_thought(place);
    const int64_t at = next_due(place);
    if (at >= 0)
        cn_due_set(cn_hall_dues(place->hall), &place->due, at);
    else
        cn_due_clear(cn_hall_dues(place->hall), &place->due);
}

static void played(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    (void)user;
    if (saved == CN_SAVED && place->programs != NULL)
        cn_program_played(place->programs, changes->change[0].seat);
    /* The disk may be full for a while; the game waits for it. */
    if (saved == CN_NOT_SAVED) cn_table_set_quiet(place->table, cn_clock_ms() + CN_STORE_RETRY_MS);
}

/* No play was found: by chance one may be, later. */
static void rest(cn_place *place, unsigned seat, int64_t now_ms)
{
    cn_notice(CN_WARNING, "no_play", "table {table}, seat {seat}: no play was found for the bot",
              CN_FACTS(CN_WORD("table", place->id), CN_NUMBER("seat", seat)));
    cn_table_set_quiet(place->table, now_ms + NO_PLAY_MS);
    cn_place_schedule(place);
}

static void play(cn_place *place, unsigned seat, int64_t now_ms)
{
    char text[CN_PLAY_TEXT_MAX + 1];
    int64_t wait_ms = 0;
    const cn_program_status status =
        place->programs == NULL
            ? CN_PROGRAM_NONE
            : cn_program_play(place->programs, seat, now_ms, &wait_ms, text, sizeof text);
    if (status == CN_PROGRAM_THINKS) {
        cn_due_set(cn_hall_dues(place->hall), &place->due, now_ms + wait_ms);
        return;
    }
    if (cn_table_seat(place->table, seat)->human && cn_table_present(place->table, seat) &&
        place->clock_seat != seat) {
        place->clock_seat = seat; /* until the turn is over */
        cn_hall_settings(place->hall)->tell_clock(place, seat);
    }
    if (status == CN_PROGRAM_NONE && !cn_place_think(place, seat, text, sizeof text)) return;
    if (text[0] == '\0') {
        rest(place, seat, now_ms);
        return;
    }
    cn_entry entry = {.kind = CN_ENTRY_PLAY, .seat = seat, .body = text};
    cn_place_propose(place, &entry, 1, NULL, played, NULL);
    cn_place_schedule(place);
}

static void act(cn_place *place, int64_t now_ms)
{
    cn_due_clear(cn_hall_dues(place->hall), &place->due);
    if (place->unsure) {
        cn_place_reload(place);
    } else if (place->programs == NULL && now_ms < play_due(place)) {
        cn_place_think_ahead(place, cn_table_acting(place->table));
        cn_place_schedule(place);
    } else {
        play(place, cn_table_acting(place->table), now_ms);
    }
}

static cn_place *place_of(cn_due *due)
{
    return (cn_place *)((char *)due - offsetof(cn_place, due));
}

int64_t cn_hall_tick(cn_hall *hall, int64_t most_ms)
{
    const int64_t began_ms = cn_clock_ms();
    int64_t now_ms = began_ms;
    const int64_t swept_ms = cn_programs_sweep(cn_hall_settings(hall)->programs, now_ms, most_ms);
    if (swept_ms < most_ms) most_ms = swept_ms;
    for (cn_due *due; (due = cn_due_first(cn_hall_dues(hall))) != NULL; now_ms = cn_clock_ms()) {
        if (due->at_ms > now_ms)
            return due->at_ms - now_ms < most_ms ? due->at_ms - now_ms : most_ms;
        if (now_ms - began_ms >= TICK_MS) return 0;
        act(place_of(due), now_ms);
    }
    return most_ms;
}

/* What a program has answered may be played now. */
static void look_again(void *owner)
{
    cn_place *place = owner;
    cn_place_schedule(place);
}

void cn_hall_hear_programs(cn_hall *hall)
{
    cn_programs_hear(cn_hall_settings(hall)->programs, cn_clock_ms(), look_again);
}
