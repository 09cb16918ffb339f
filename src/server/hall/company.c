/* Who is at a table: connections that listen, and what is known of persons elsewhere.
 * Not here: what they are told (talk). Invariant: a seat is present while somebody listens for it.
 */
#include "server/base/clock.h"
#include "server/hall/place.h"

/* Where a connection of that seat is counted. */
static unsigned *count_of(cn_place *place, const cn_listener *listener)
{
    cn_hall_state *state = cn_hall_counts(place->hall);
    return listener->seat == CN_WATCHER ? &state->watching : &state->seated;
}

static void tell_presence(cn_place *place)
{
    const cn_changes none = {0};
    cn_hall_settings(place->hall)->tell(place, &none);
    if (place->programs != NULL) cn_program_table_tick(place->programs, cn_clock_ms());
    cn_place_schedule(place);
    cn_hall_wake(place->hall);
}

void cn_place_join(cn_place *place, cn_listener *listener)
{
    const bool was_present = cn_table_present(place->table, listener->seat);
    cn_table_arrive(place->table, listener->seat);
    ++*count_of(place, listener);
    if (listener->seat != CN_WATCHER) place->free_votes[listener->seat] = 0;
    listener->next = place->listeners;
    listener->self = &place->listeners;
    if (listener->next != NULL) listener->next->self = &listener->next;
    place->listeners = listener;
    cn_place_settle(place);
    if (was_present) return;
    cn_place_lend_time(place, listener->seat);
    tell_presence(place);
}

void cn_place_leave(cn_place *place, cn_listener *listener)
{
    if (listener->self == NULL) return;
    *listener->self = listener->next;
    if (listener->next != NULL) listener->next->self = listener->self;
    listener->self = NULL;
    --*count_of(place, listener);
    cn_table_depart(place->table, listener->seat, cn_clock_ms());
    cn_place_settle(place);
    if (cn_table_present(place->table, listener->seat)) return;
    cn_place_forget_voter(place, listener->seat);
    tell_presence(place);
}

void cn_hall_rename(cn_hall *hall, const char *table, const char *person, const char *name)
{
    cn_place *place = cn_hall_known(hall, table);
    const cn_changes none = {0};
    if (place == NULL || place->table == NULL) return;
    cn_table_set_name(place->table, person, name);
    cn_hall_settings(hall)->tell(place, &none);
}

void cn_hall_note_deserted(cn_hall *hall, const char *table, const char *maker, unsigned count)
{
    cn_place *place = cn_hall_known(hall, table);
    if (place != NULL && place->table != NULL) cn_table_set_deserted(place->table, maker, count);
}
