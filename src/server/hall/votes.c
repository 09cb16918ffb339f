/* Counting votes. Not here: as in the header. Invariant: as in the header. */
#include "server/hall/votes.h"

#include "server/base/clock.h"
#include "server/hall/place.h"

/* Who is there and has a voice: persons at their seats, but for the one it is about. */
static unsigned voices(const cn_table *table, unsigned but)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < cn_table_rules(table)->player_count; i++)
        if (i != but && cn_table_seat(table, i)->human && cn_table_present(table, i))
            mask |= 1u << i;
    return mask;
}

static unsigned count(unsigned mask)
{
    unsigned bits = 0;
    for (; mask != 0; mask &= mask - 1) bits++;
    return bits;
}

static cn_votes vote(uint8_t *votes, unsigned all, unsigned voter)
{
    const unsigned before = *votes & all, own = 1u << voter & all;
    *votes = (uint8_t)(before | own);
    return (cn_votes){count(*votes), count(all), .is_new = (own & ~before) != 0};
}

cn_votes cn_place_vote_pause(cn_place *place, unsigned voter)
{
    const cn_votes votes = vote(&place->pause_votes, voices(place->table, CN_NO_SEAT), voter);
    if (votes.have == votes.need) place->pause_votes = 0;
    return votes;
}

cn_votes cn_place_vote_free(cn_place *place, unsigned seat, unsigned voter)
{
    return vote(&place->free_votes[seat], voices(place->table, seat), voter);
}

void cn_place_forget_voter(cn_place *place, unsigned voter)
{
    const uint8_t others = (uint8_t) ~(1u << voter);
    place->pause_votes &= others;
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++) place->free_votes[i] &= others;
}

/* Since when somebody waits for who is there, at the earliest since he has his seat; -1: nobody
 * does. A clock gives the other his full time. */
static int64_t awaited_since(const cn_place *place, unsigned seat, unsigned by)
{
    const int64_t due_ms = cn_place_due_since(place),
                  came_ms = cn_table_away_since(place->table, by);
    const int64_t clock_ms = (int64_t)cn_table_clock_s(place->table) * 1000;
    const int64_t least_ms = cn_hall_settings(place->hall)->absence_ms;
    if (cn_table_is_paused(place->table) || cn_table_awaited(place->table) != seat) return -1;
    return (due_ms > came_ms ? due_ms : came_ms) + (clock_ms > least_ms ? clock_ms - least_ms : 0);
}

int64_t cn_place_free_in_ms(const cn_place *place, unsigned seat, unsigned by)
{
    const int64_t since_ms = cn_table_present(place->table, seat)
                                 ? awaited_since(place, seat, by)
                                 : cn_table_away_since(place->table, seat);
    const int64_t in_ms = since_ms + cn_hall_settings(place->hall)->absence_ms - cn_clock_ms();
    return since_ms < 0 ? -1 : in_ms > 0 ? in_ms : 0;
}

bool cn_place_is_alone(const cn_place *place, unsigned seat)
{
    return voices(place->table, seat) == 0;
}
