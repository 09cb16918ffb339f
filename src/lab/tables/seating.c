/* Which player of a match plays which person in which rotation.
 * Not here: playing. Invariant: as in the header. */
#include "lab/tables/seating.h"

#include <assert.h>

unsigned cn_seating_side(const cn_rules *rules, unsigned person)
{
    unsigned seat = CN_SEAT_NONE; /* of five persons one rests in each hand (P10) */
    for (unsigned hand = 1; seat == CN_SEAT_NONE; hand++) {
        assert(hand <= rules->player_count);
        seat = cn_seat_of(rules, hand, person);
    }
    return rules->side_of[seat];
}

bool cn_seating_allows(const cn_rules *rules, unsigned player_count)
{
    return player_count >= 2 &&
           (player_count == rules->player_count || player_count <= rules->side_count);
}

/* Places that are handed out: persons, or sides. */
static unsigned place_count(const cn_rules *rules, unsigned player_count)
{
    return player_count == rules->player_count ? rules->player_count : rules->side_count;
}

unsigned cn_seating_rotations(const cn_rules *rules, unsigned player_count)
{
    const unsigned places = place_count(rules, player_count);
    return places % player_count == 0 ? player_count : places * player_count;
}

unsigned cn_seating_player(const cn_rules *rules, unsigned player_count, unsigned rotation,
                           unsigned person)
{
    const unsigned places = place_count(rules, player_count);
    const unsigned place =
        player_count == rules->player_count ? person : cn_seating_side(rules, person);
    if (places % player_count == 0) return (place + rotation) % player_count;
    /* Two players on three sides: every player alone and in company, on each side. */
    return ((place + rotation) % places + rotation / places) % player_count;
}

bool cn_seating_has_partners(const cn_rules *rules)
{
    unsigned first = 0;
    for (unsigned person = 0; person < rules->player_count; person++)
        first += cn_seating_side(rules, person) == 0;
    return rules->side_count == 2 && first >= 2 && 2 * first == rules->player_count;
}

unsigned cn_seating_with_partner(const cn_rules *rules, unsigned rotation, unsigned person)
{
    if (person == rotation) return 0;
    return cn_seating_side(rules, person) == cn_seating_side(rules, rotation) ? 2 : 1;
}
