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

int64_t cn_place_free_in_ms(const cn_place *place, unsigned seat)
{
    const int64_t now_ms = cn_clock_ms();
    if (cn_table_present(place->table, seat)) return cn_hall_settings(place->hall)->absence_ms + 1;
    const int64_t at_ms =
        cn_table_away_since(place->table, seat) + cn_hall_settings(place->hall)->absence_ms;
    return at_ms > now_ms ? at_ms - now_ms : 0;
}
