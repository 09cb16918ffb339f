/* Rule sets made ready for a table: defaults, ranges, derived tables, seats and persons.
 * Not here: text, and whether the values make sense together (rules_check.c).
 * Invariant: a compiled rule set lies inside the ranges of the parameter table. */
#include "canasta/rules.h"

#include <assert.h>
#include <string.h>

#include "engine/discard.h"
#include "engine/legal_usual.h"
#include "engine/opening.h"
#include "engine/out_exact.h"
#include "engine/out_ranks.h"
#include "engine/plan_plain.h"
#include "engine/rules_check.h"
#include "engine/shape.h"
#include "engine/special.h"

#define CN_LIST(count, ...)  ((cn_list){(count), {__VA_ARGS__}})
#define CN_BANDS(count, ...) ((cn_bands){(count), {__VA_ARGS__}})

cn_params cn_params_default(void)
{
    cn_params params;
    memset(&params, 0, sizeof params);
#define X(type, name, low, high, initial, help) params.name = initial;
    CN_PARAMS(X)
#undef X
    return params;
}

/* Totals that a table may name lie between these. */
enum { FLOOR_LEAST = -100000, FLOOR_MOST = 1000000 };

static bool within(int32_t value, int32_t low, int32_t high)
{
    return value >= low && value <= high;
}

static bool counts_fit(int32_t set, int32_t low, int32_t high)
{
    int32_t allowed = (1 << (high + 1)) - (1 << low);
    return set != 0 && (set & ~allowed) == 0;
}

static bool list_fits(const cn_list *list, int32_t low, int32_t high)
{
    if (!within(list->count, 0, CN_LIST_MAX)) return false;
    for (int32_t i = 0; i < list->count; i++)
        if (!within(list->value[i], low, high)) return false;
    return true;
}

static bool bands_fit(const cn_bands *bands, int32_t low, int32_t high)
{
    if (!within(bands->count, 1, CN_BANDS_MAX)) return false;
    for (int32_t i = 0; i < bands->count; i++) {
        int32_t floor = bands->band[i].floor_points;
        if (floor != CN_BAND_BELOW_ALL && !within(floor, FLOOR_LEAST, FLOOR_MOST)) return false;
        if (!within(bands->band[i].minimum_points, low, high)) return false;
    }
    return true;
}

static bool sign_fits(const cn_sign *sign, int32_t low, int32_t high)
{
    if (sign->kind == CN_RED3_SIGN_IF_CANASTAS) return within(sign->canastas, low, high);
    return within(sign->kind, CN_RED3_SIGN_IF_MELDED, CN_RED3_SIGN_BY_CANASTA_COUNT) &&
           sign->canastas == 0;
}

static bool shapes_fit(const cn_shapes *shapes, int32_t low, int32_t high)
{
    if (!within(shapes->count, 0, CN_SHAPES_MAX)) return false;
    for (int32_t i = 0; i < shapes->count; i++)
        if (!within(shapes->shape[i].naturals, low, high) ||
            !within(shapes->shape[i].wilds, low, high))
            return false;
    return true;
}

static bool openings_fit(const cn_openings *openings, int32_t low, int32_t high)
{
    if (!within(openings->count, 0, CN_BANDS_MAX)) return false;
    for (int32_t i = 0; i < openings->count; i++)
        if (!within(openings->opening[i].from_points, FLOOR_LEAST, FLOOR_MOST) ||
            !within(openings->opening[i].natural, 0, 1) ||
            !within(openings->opening[i].minimum_points, low, high))
            return false;
    return true;
}

static bool bans_fit(const cn_bans *bans)
{
    if (!within(bans->count, 0, CN_BANS_MAX)) return false;
    for (int32_t i = 0; i < bans->count; i++)
        if (!within(bans->ban[i].rank, 0, CN_RANKS - 1) || !within(bans->ban[i].every_side, 0, 1) ||
            !within(bans->ban[i].never_last, 0, 1))
            return false;
    return true;
}

static bool special_hand_fits(const cn_special_hand *hand, int32_t low, int32_t high)
{
    if (hand->name[0] == '\0' || memchr(hand->name, '\0', sizeof hand->name) == NULL) return false;
    if (!within(hand->points, low, high) || hand->wins_game > 1) return false;
    if (!within(hand->group_count, 1, CN_HAND_GROUPS_MAX)) return false;
    for (unsigned i = 0; i < hand->group_count; i++)
        if (!within(hand->group[i].count, 1, 14) || !within(hand->group[i].size, 1, 14) ||
            hand->group[i].of >= CN_GROUP_OF_RANK + CN_RANKS)
            return false;
    return true;
}

static bool hands_fit(const cn_hands *hands, int32_t low, int32_t high)
{
    if (!within(hands->count, 0, CN_HANDS_MAX)) return false;
    for (int32_t i = 0; i < hands->count; i++)
        if (!special_hand_fits(&hands->hand[i], low, high)) return false;
    return true;
}

static bool rank_bonuses_fit(const cn_rank_bonuses *bonuses, int32_t high)
{
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        const cn_rank_bonus *bonus = &bonuses->rank[rank];
        if (!within(bonus->on, 0, rank == CN_KIND_BLACK3 ? 0 : 1)) return false;
        if (!bonus->on) continue;
        if (!within(bonus->natural, CN_BONUS_ORDINARY, high) ||
            !within(bonus->mixed, CN_BONUS_ORDINARY, high) || !within(bonus->only_if_out, 0, 1))
            return false;
    }
    return true;
}

static bool collections_fit(const cn_collections *collections, int32_t low, int32_t high)
{
    if (!within(collections->count, 0, CN_COLLECTIONS_MAX)) return false;
    for (int32_t i = 0; i < collections->count; i++) {
        int32_t sum = 0;
        for (unsigned kind = 0; kind < CN_COLLECT_KINDS; kind++) {
            if (!within(collections->entry[i].needs[kind], 0, 20)) return false;
            sum += collections->entry[i].needs[kind];
        }
        if (sum == 0 || !within(collections->entry[i].points, low, high)) return false;
    }
    return true;
}

static bool incompletes_fit(const cn_incompletes *incompletes, int32_t low, int32_t high)
{
    if (!within(incompletes->count, 0, CN_INCOMPLETE_MAX)) return false;
    const int32_t words = CN_WORD_RANKS | CN_WORD_WILD | CN_WORD_SEQUENCE;
    for (int32_t i = 0; i < incompletes->count; i++) {
        int32_t meld = incompletes->entry[i].meld;
        bool one_word = meld > 0 && (meld & (meld - 1)) == 0 && (meld & ~words) == 0;
        if (!one_word || !within(incompletes->entry[i].natural_only, 0, 1) ||
            !within(incompletes->entry[i].below, 4, 14) ||
            !within(incompletes->entry[i].points, low, high) ||
            !within(incompletes->entry[i].four_jokers_points, low, high))
            return false;
    }
    return true;
}

static bool held_fits(const cn_held *held, int32_t low, int32_t high)
{
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (!within(held->points[rank], low, high)) return false;
    return true;
}

static bool set_aside_fits(const cn_set_aside *aside, int32_t low, int32_t high)
{
    return within(aside->on, 0, 1) && within(aside->each_points, low, high) &&
           within(aside->all_points, low, high);
}

static bool wild_bonus_fits(const cn_wild_bonus *bonus, int32_t low, int32_t high)
{
    return within(bonus->twos, low, high) && within(bonus->four_jokers, low, high) &&
           within(bonus->other, low, high);
}

/* The types of the parameter table. */
enum {
    TYPE_INT,
    TYPE_BOOL,
    TYPE_COUNTS,
    TYPE_WORDS,
    TYPE_NEEDS,
    TYPE_AMOUNT,
    TYPE_LIST,
    TYPE_BANDS,
    TYPE_SIGN,
    TYPE_SET_ASIDE,
    TYPE_SHAPES,
    TYPE_OPENINGS,
    TYPE_BANS,
    TYPE_HANDS,
    TYPE_WILD_BONUS,
    TYPE_RANK_BONUS,
    TYPE_COLLECTIONS,
    TYPE_INCOMPLETE,
    TYPE_HELD,
#define Y(type, list) TYPE_##type,
    CN_PARAM_ENUMS(Y)
#undef Y
};

static bool number_fits(unsigned type, int32_t value, int32_t low, int32_t high)
{
    if (type == TYPE_COUNTS) return counts_fit(value, low, high);
    if (type == TYPE_WORDS || type == TYPE_NEEDS) return (value & ~high) == 0;
    if (type == TYPE_AMOUNT && value == 0) return true;
    return within(value, low, high);
}

/* `value` points to a field of the type: both stand in one line of the table. */
static bool fits(unsigned type, const void *value, int32_t low, int32_t high)
{
    switch (type) {
    case TYPE_LIST: return list_fits(value, low, high);
    case TYPE_BANDS: return bands_fit(value, low, high);
    case TYPE_SIGN: return sign_fits(value, low, high);
    case TYPE_SET_ASIDE: return set_aside_fits(value, low, high);
    case TYPE_SHAPES: return shapes_fit(value, low, high);
    case TYPE_OPENINGS: return openings_fit(value, low, high);
    case TYPE_BANS: return bans_fit(value);
    case TYPE_HANDS: return hands_fit(value, low, high);
    case TYPE_WILD_BONUS: return wild_bonus_fits(value, low, high);
    case TYPE_RANK_BONUS: return rank_bonuses_fit(value, high);
    case TYPE_COLLECTIONS: return collections_fit(value, low, high);
    case TYPE_INCOMPLETE: return incompletes_fit(value, low, high);
    case TYPE_HELD: return held_fits(value, low, high);
    }
    return number_fits(type, *(const int32_t *)value, low, high);
}

/* Name of the first parameter out of its range, NULL if all are inside. */
static const char *param_out_of_range(const cn_params *p)
{
#define X(type, name, low, high, initial, help)                                                    \
    if (!fits(TYPE_##type, &p->name, low, high)) return #name;
    CN_PARAMS(X)
#undef X
    if (p->red3_schedule.count == 0) return "red3_schedule";
    return p->black3_schedule.count == 0 ? "black3_schedule" : NULL;
}

/* Seats of a hand for so many people, 0 if the layout does not take them (P8, P10). */
static unsigned seats_of(const cn_params *p, unsigned player_count)
{
    switch (p->team_layout) {
    case CN_TEAM_LAYOUT_INDIVIDUAL: return player_count <= CN_SIDES_MAX ? player_count : 0;
    case CN_TEAM_LAYOUT_PAIRS: return player_count == 4 ? 4 : 0;
    case CN_TEAM_LAYOUT_TRIPLES:
    case CN_TEAM_LAYOUT_THREE_PAIRS: return player_count == 6 ? 6 : 0;
    case CN_TEAM_LAYOUT_LONE_VS_TWO: return player_count == 3 ? 3 : 0;
    case CN_TEAM_LAYOUT_THREE_VS_TWO_ROTATING: return player_count == 5 ? 4 : 0;
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
static void derive_sides(cn_rules *rules)
{
    rules->side_count = 2;
    if (rules->p.team_layout == CN_TEAM_LAYOUT_THREE_PAIRS) rules->side_count = 3;
    if (rules->p.team_layout == CN_TEAM_LAYOUT_INDIVIDUAL ||
        rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO)
        rules->side_count = rules->seat_count;
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
    int32_t each = p->hand_size;
    for (int32_t i = 0; i < p->reserve_packets.count; i++) each += p->reserve_packets.value[i];
    rules->dealt_count = (uint16_t)(each * rules->seat_count);
    rules->set_apart = p->reserve_packets.count > 0 || p->talon_first > 0 || p->talon_second > 0 ||
                       p->upcard_extra_pile != CN_UPCARD_EXTRA_PILE_NONE;
    const bool later = p->reserve_packets.count > 0 || p->talon_first > 0 || p->talon_second > 0 ||
                       p->hold_one_three;
    const bool first = p->deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN;
    rules->bare_from = (uint16_t)(later ? UINT16_MAX : first ? rules->seat_count + 1 : 0);
    assert(rules->deck_size <= CN_DECK_CARDS_MAX);
}

static void derive_melds(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    rules->black3_most = (uint8_t)(p->black3_meld_max != 0 ? p->black3_meld_max : 2 * p->decks);
    rules->wild_most = (uint8_t)(p->wild_meld ? p->wild_meld_max : 0);
    if (!p->wild_canasta && rules->wild_most >= p->canasta_size)
        rules->wild_most = (uint8_t)(p->canasta_size - 1);
    rules->many = p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED || p->sequences ||
                  p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO; /* S3 */
    rules->wilds_free = p->wild_ratio == CN_WILD_RATIO_FREE && p->add_wild_to_canasta;
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
    const unsigned complete = (unsigned)p->canasta_size, any = 255;
    rules->frozen_while = (uint8_t)(CN_PILE_FROZEN | (p->freeze_initial_pile ? CN_PILE_FIRST : 0) |
                                    (p->freeze_until_melded ? CN_PILE_UNOPENED : 0) |
                                    (p->always_frozen ? CN_PILE_ANY : 0));
    rules->take_top_below = (uint8_t)(p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER ? 0
                                      : p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY ? any
                                                                                       : complete);
    rules->take_wild_below = (uint8_t)(!p->take_natural_wild    ? 0
                                       : p->add_wild_to_canasta ? any
                                                                : complete);
}

/* The band of the total 0, where nothing but the own total decides. */
static void derive_need(cn_rules *rules)
{
    const cn_bands *bands = &rules->p.min_table;
    rules->usual_need = rules->usual_from = rules->usual_below = 0;
    if (rules->p.min_by_round.count > 0 || rules->p.min_band_special.count > 0 ||
        rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO)
        return;
    for (int32_t i = 0; i < bands->count && bands->band[i].floor_points <= 0; i++) {
        rules->usual_need = bands->band[i].minimum_points;
        rules->usual_from = bands->band[i].floor_points;
        rules->usual_below = i + 1 < bands->count ? bands->band[i + 1].floor_points : INT32_MAX;
    }
}

static void derive_values(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    rules->kept = (uint8_t)(p->keep_cards > 1 ? p->keep_cards : 1);
    rules->never_discarded =
        (uint16_t)((p->discard_threes != CN_DISCARD_THREES_ALL ? 1U << CN_KIND_RED3 : 0) |
                   (p->discard_threes == CN_DISCARD_THREES_NONE ? 1U << CN_KIND_BLACK3 : 0));
    for (unsigned kind = 0; kind < CN_RANKS; kind++)
        rules->value[kind] = (int16_t)(kind <= CN_KIND_7 ? p->value_4_to_7 : p->value_8_to_K);
    rules->value[CN_KIND_A] = (int16_t)p->value_ace;
    rules->value[CN_KIND_BLACK3] = (int16_t)p->value_black3;
    rules->value[CN_KIND_TWO] = (int16_t)p->value_two;
    rules->value[CN_KIND_JOKER] = (int16_t)p->value_joker;
    rules->value[CN_KIND_RED3] = 0; /* P117 */
    memcpy(rules->value_in_hand, rules->value, sizeof rules->value);
    rules->value_in_hand[CN_KIND_BLACK3] = (int16_t)p->black3_left_in_hand;
    rules->value_in_hand[CN_KIND_RED3] = (int16_t)p->red3_left_in_hand;
}

static cn_rules_error check_table(const cn_params *p, unsigned player_count, const char **name,
                                  const char **why)
{
    *name = param_out_of_range(p);
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
    derive_cards(rules);
    derive_melds(rules);
    cn_shape_derive(rules);
    derive_takes(rules);
    derive_values(rules);
    derive_need(rules);
    cn_derive_plain(rules);
    cn_derive_usual_turns(rules);
    rules->bans_until = (uint16_t)cn_bans_until(rules);
    rules->only_wilds_banned_from = (uint16_t)cn_only_wilds_banned_from(rules);
    rules->ranks_free = cn_ranks_are_free(rules);
    rules->out_exact = cn_is_exact(rules);
    rules->only_points_open = cn_only_points_open(&rules->p);
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
