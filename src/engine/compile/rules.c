/* Rule sets made ready for a table: derived tables, seats and persons.
 * Not here: text, defaults and ranges of single values (params.c), and whether the values make
 * sense together (rules_check.c). Invariant: a compiled rule set lies inside the ranges of the
 * parameter table. */
#include "canasta/rules.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/compile/rules_check.h"
#include "engine/finish/out_ranks.h"
#include "engine/plain/plan_plain.h"
#include "engine/rules/params.h"
#include "engine/rules/tellers.h"
#include "engine/step/discard.h"
#include "engine/step/opening.h"
#include "engine/step/shape.h"

/* Seats of a hand for so many people, 0 if the layout does not take them (P8, P10). */
static unsigned seats_of(const cn_params *p, unsigned player_count)
{
    switch (p->team_layout) {
    case CN_TEAM_LAYOUT_INDIVIDUAL: return player_count;
    case CN_TEAM_LAYOUT_PAIRS: return player_count == 4 ? 4 : 0;
    case CN_TEAM_LAYOUT_TRIPLES:
    case CN_TEAM_LAYOUT_THREE_PAIRS: return player_count == 6 ? 6 : 0;
    case CN_TEAM_LAYOUT_LONE_VS_TWO: return player_count == 3 ? 3 : 0;
    case CN_TEAM_LAYOUT_THREE_VS_TWO_ROTATING: return player_count == 5 ? 4 : 0;
    case CN_TEAM_LAYOUT_FOUR_PAIRS: return player_count == 8 ? 8 : 0;
    }
    return 0;
}

/* P9 */
static unsigned next_seat(const cn_rules *rules, unsigned seat)
{
    const unsigned last = rules->seat_count - 1U;
    if (rules->p.play_direction == CN_PLAY_DIRECTION_CW) return seat == last ? 0 : seat + 1;
    return seat == 0 ? last : seat - 1;
}

/* P8: partners alternate with opponents, so that the side is the seat modulo the sides. */
static unsigned sides_of(const cn_rules *rules)
{
    switch (rules->p.team_layout) {
    case CN_TEAM_LAYOUT_INDIVIDUAL:
    case CN_TEAM_LAYOUT_LONE_VS_TWO: return rules->seat_count;
    case CN_TEAM_LAYOUT_THREE_PAIRS: return 3;
    case CN_TEAM_LAYOUT_FOUR_PAIRS: return 4;
    }
    return 2;
}

static void derive_sides(cn_rules *rules)
{
    rules->side_count = (uint8_t)sides_of(rules);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        rules->side_of[seat] = (uint8_t)(seat % rules->side_count);
        rules->next[seat] = (uint8_t)next_seat(rules, seat);
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        unsigned next = cn_next_seat(rules, seat);
        while (rules->side_of[next] != rules->side_of[seat]) next = cn_next_seat(rules, next);
        rules->partner[seat] = (uint8_t)(next != seat ? next : CN_SEAT_NONE); /* P69 */
    }
}

static void derive_cards(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    rules->deck_size = (uint16_t)(52 * p->decks + p->jokers_total);
    rules->packet_count = (uint8_t)p->reserve_packets.count;
    rules->packet_cards = 0;
    for (int32_t i = 0; i < p->reserve_packets.count; i++)
        rules->packet_cards = (uint16_t)(rules->packet_cards + p->reserve_packets.value[i]);
    rules->set_apart = p->reserve_packets.count > 0 || p->talon_first > 0 || p->talon_second > 0 ||
                       p->upcard_extra_pile != CN_UPCARD_EXTRA_PILE_NONE;
    assert(rules->deck_size <= CN_DECK_CARDS_MAX);
}

static void derive_melds(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool grows = p->stock_refill == CN_STOCK_REFILL_ADD_PACK; /* P170 */
    const int32_t black3 = 2 * (grows ? CN_PACKS_MAX : p->decks);
    rules->black3_most = (uint8_t)(p->black3_meld_max != 0 ? p->black3_meld_max : black3);
    rules->wild_most = (uint8_t)(p->wild_meld ? p->wild_meld_max : 0);
    if (!p->wild_canasta && rules->wild_most >= p->canasta_size)
        rules->wild_most = (uint8_t)(p->canasta_size - 1);
    rules->many = p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED || p->sequences ||
                  p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO; /* S3 */
    rules->wilds_free = p->wild_ratio == CN_WILD_RATIO_FREE && cn_canastas_take_wilds(p);
    for (int32_t naturals = 0; naturals < CN_WILD_CAPS; naturals++) {
        const int32_t ratio = p->wild_ratio == CN_WILD_RATIO_WILD_LT_NATURAL   ? naturals - 1
                              : p->wild_ratio == CN_WILD_RATIO_WILD_LE_NATURAL ? naturals
                                                                               : p->max_wilds;
        const int32_t cap = ratio < p->max_wilds ? ratio : p->max_wilds;
        rules->wild_cap[naturals] = (uint8_t)(cap > 0 ? cap : 0);
    }
}

static void derive_takes(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    rules->frozen_in = 0;
    for (unsigned state = 0; state < CN_PILE_STATES; state++) {
        const bool frozen = (state & CN_PILE_FROZEN) != 0 || p->always_frozen ||
                            (p->freeze_initial_pile && (state & CN_PILE_TAKEN) == 0) ||
                            (p->freeze_until_own_take && (state & CN_PILE_TAKEN_HIMSELF) == 0) ||
                            (p->freeze_until_melded && (state & CN_PILE_OPENED) == 0);
        rules->frozen_in |= (uint16_t)(frozen << state);
    }
}

/* The band of the total 0, where nothing but the own total decides. */
static void derive_need(cn_rules *rules)
{
    const cn_bands *bands = &rules->p.min_table;
    const bool partners = rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO &&
                          rules->p.min_scope == CN_MIN_SCOPE_SIDE;
    rules->usual.need = rules->usual.from = rules->usual.below = 0;
    if (rules->p.min_by_round.count > 0 || rules->p.min_band_special.count > 0 || partners) return;
    for (int32_t i = 0; i < bands->count && bands->band[i].floor_points <= 0; i++) {
        rules->usual.need = bands->band[i].minimum_points;
        rules->usual.from = bands->band[i].floor_points;
        rules->usual.below = i + 1 < bands->count ? bands->band[i + 1].floor_points : INT32_MAX;
    }
}

static void derive_threes(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool red =
        p->red3_drawn != CN_RED3_DRAWN_KEEP && p->threes_mode != CN_THREES_MODE_PENALTY_ONLY;
    const bool black = p->threes_mode == CN_THREES_MODE_BOTH_COLOURS_BONUS;
    rules->bonus = (uint16_t)(red << CN_KIND_RED3 | black << CN_KIND_BLACK3);
    const bool idle_black = p->black3_meld == CN_BLACK3_MELD_NEVER && !black;
    if (p->out_with_threes) /* P204 */
        rules->idle_threes = (uint16_t)(!red << CN_KIND_RED3 | idle_black << CN_KIND_BLACK3);
    rules->bans.never_discarded =
        (uint16_t)((p->discard_threes != CN_DISCARD_THREES_ALL ? 1U << CN_KIND_RED3 : 0) |
                   (p->discard_threes == CN_DISCARD_THREES_NONE ? 1U << CN_KIND_BLACK3 : 0));
}

static void derive_freezing(cn_rules *rules)
{
    rules->bans.freezing = 0;
    if (rules->p.freeze_wild) rules->bans.freezing |= 1U << CN_KIND_TWO | 1U << CN_KIND_JOKER;
    if (rules->p.black3_freezes) rules->bans.freezing |= 1U << CN_KIND_BLACK3;
    if (rules->p.freeze_red3) /* P162, P35 */
        rules->bans.freezing |= 1U << CN_KIND_RED3 | (rules->bonus & 1U << CN_KIND_BLACK3);
}

/* What a three left in a hand costs, but for the sign of those laid out (P166). */
static int16_t held_three_cost(int32_t held, int32_t points)
{
    if (held == CN_THREES_HELD_BY_SIGN) return 0;
    return (int16_t)(held == CN_THREES_HELD_PLUS ? -points : points);
}

static void derive_values(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    for (unsigned kind = 0; kind < CN_RANKS; kind++)
        rules->value[kind] = (int16_t)(kind <= CN_KIND_7 ? p->value_4_to_7 : p->value_8_to_K);
    rules->value[CN_KIND_A] = (int16_t)p->value_ace;
    rules->value[CN_KIND_BLACK3] = (int16_t)p->value_black3;
    rules->value[CN_KIND_TWO] = (int16_t)p->value_two;
    rules->value[CN_KIND_JOKER] = (int16_t)p->value_joker;
    rules->value[CN_KIND_RED3] = 0; /* P117 */
    memcpy(rules->value_in_hand, rules->value, sizeof rules->value);
    for (unsigned kind = 0; kind < CN_VALUE_CARDS; kind++) { /* P160 */
        const cn_card_value *own = &p->value_cards.card[kind];
        if (!own->on) continue;
        rules->value[kind] = (int16_t)own->table_points;
        rules->value_in_hand[kind] = (int16_t)own->hand_points;
    }
    if (p->hand_cards == CN_HAND_CARDS_PLUS_VALUE) /* P165 */
        for (unsigned kind = 0; kind < CN_KINDS; kind++)
            rules->value_in_hand[kind] = (int16_t)-rules->value_in_hand[kind];
    rules->value_in_hand[CN_KIND_BLACK3] = held_three_cost(p->black3_held, p->black3_left_in_hand);
    rules->value_in_hand[CN_KIND_RED3] = held_three_cost(p->red3_held, p->red3_left_in_hand);
}

/* The ranks sorted by their values, which are known. */
static void derive_dearest(cn_rules *rules)
{
    memset(rules->dearest, UINT8_MAX, sizeof rules->dearest);
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        unsigned place = 0;
        for (unsigned other = 0; other < CN_RANKS; other++)
            place += rules->value[other] > rules->value[rank] ||
                     (rules->value[other] == rules->value[rank] && other < rank);
        rules->dearest[place] = (uint8_t)rank;
    }
}

static cn_rules_error check_table(const cn_params *p, unsigned player_count, const char **name,
                                  const char **why)
{
    *name = cn_param_out_of_range(p);
    *why = "the value is outside the range of the parameter";
    if (*name != NULL) return CN_RULES_RANGE;
    *name = "players";
    *why = "the rule set is not made for so many players";
    if (player_count > CN_PLAYERS_MAX || (p->players >> player_count & 1) == 0)
        return CN_RULES_PLAYERS;
    *name = "team_layout";
    *why = "so many players do not form these sides";
    return seats_of(p, player_count) == 0 ? CN_RULES_LAYOUT : CN_RULES_OK;
}

/* Everything that follows from name, parameters and the numbers of players and seats, which are
 * set.
 */
static void derive(cn_rules *rules)
{
    derive_sides(rules);
    derive_threes(rules);
    derive_freezing(rules);
    derive_cards(rules);
    derive_melds(rules);
    cn_shape_derive(rules);
    derive_takes(rules);
    derive_values(rules);
    derive_dearest(rules);
    derive_need(rules);
    rules->tellers = cn_tellers_for(&rules->p);
    cn_derive_plain(rules);
    rules->bans.bans_until = (uint16_t)cn_bans_until(rules);
    rules->bans.only_wilds_banned_from = (uint16_t)cn_only_wilds_banned_from(rules);
    rules->ranks_free = cn_ranks_are_free(rules);
    cn_special_derive(rules);
}

cn_rules_error cn_rules_compile(cn_rules *rules, const char *name, const cn_params *params,
                                unsigned player_count, const char **param_name, const char **why)
{
    const char *blamed;
    const char *reason;
    cn_rules_error error = check_table(params, player_count, &blamed, &reason);
    if (error == CN_RULES_OK) {
        memset(rules, 0, sizeof *rules);
        strncpy(rules->name, name, sizeof rules->name - 1);
        rules->p = *params;
        rules->player_count = (uint8_t)player_count;
        rules->seat_count = (uint8_t)seats_of(params, player_count);
        derive(rules);
        error = cn_rules_check(rules, &blamed, &reason);
    }
    if (param_name != NULL) *param_name = error == CN_RULES_OK ? NULL : blamed;
    if (why != NULL) *why = error == CN_RULES_OK ? NULL : reason;
    return error;
}

int32_t cn_list_at(const cn_list *list, unsigned count)
{
    assert(list->count > 0);
    unsigned last = (unsigned)list->count - 1;
    return list->value[count < last ? count : last];
}

/* P10: the side of three, and who of it sits on its two seats in a cycle of three hands. */
enum { SHARED_SEATS = 2, ROTATING = 3, FIRST_OF_TWO = 3 };
static const uint8_t rotation[ROTATING][SHARED_SEATS] = {{0, 1}, {0, 2}, {1, 2}};

unsigned cn_person_at(const cn_rules *rules, unsigned hand_number, unsigned seat)
{
    assert(seat < rules->seat_count && hand_number > 0);
    if (rules->p.team_layout != CN_TEAM_LAYOUT_THREE_VS_TWO_ROTATING) return seat;
    if (seat % 2 == 1) return FIRST_OF_TWO + seat / 2;
    return rotation[(hand_number - 1) % ROTATING][seat / 2];
}

unsigned cn_seat_of(const cn_rules *rules, unsigned hand_number, unsigned person)
{
    assert(person < rules->player_count && hand_number > 0);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (cn_person_at(rules, hand_number, seat) == person) return seat;
    return CN_SEAT_NONE;
}

void cn_deck_sorted(const cn_rules *rules, cn_card *deck)
{
    unsigned count = 0;
    for (cn_card card = 0; card < CN_CARD_JOKER; card++)
        for (int32_t pack = 0; pack < rules->p.decks; pack++) deck[count++] = card;
    for (int32_t joker = 0; joker < rules->p.jokers_total; joker++) deck[count++] = CN_CARD_JOKER;
    assert(count == rules->deck_size);
}

bool cn_deck_valid(const cn_rules *rules, const cn_card *deck)
{
    uint16_t seen[CN_FACES] = {0};
    for (unsigned i = 0; i < rules->deck_size; i++) {
        if (deck[i] >= CN_FACES) return false;
        seen[deck[i]]++;
    }
    for (unsigned card = 0; card < CN_CARD_JOKER; card++)
        if (seen[card] != rules->p.decks) return false;
    return seen[CN_CARD_JOKER] == rules->p.jokers_total;
}
