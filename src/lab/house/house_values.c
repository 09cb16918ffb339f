/* Random values for parameters, one function for each type of the table.
 * Not here: which parameters change. Invariant: as in the header. */
#include "lab/house/house_values.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A line of the parameter table as this file needs it. */
typedef struct spot {
    int32_t low, high;
    cn_stream *stream;
} spot;

static int32_t below(const spot *s, int32_t bound)
{
    return (int32_t)cn_stream_below(s->stream, (uint32_t)bound);
}

static bool one_in(const spot *s, int32_t count)
{
    return below(s, count) == 0;
}

static int32_t between(const spot *s, int32_t low, int32_t high)
{
    return low + below(s, high - low + 1);
}

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Mostly near what it is, sometimes an end of the range or anything in it. */
static int32_t number_near(const spot *s, int32_t now)
{
    const int32_t span = now / 2 > 2 ? now / 2 : 2;
    const int32_t kind = below(s, 10);
    if (kind == 0) return s->low;
    if (kind == 1) return s->high;
    if (kind == 2) return between(s, s->low, s->high);
    return clamp(between(s, now - span, now + span), s->low, s->high);
}

/* Points as people choose them. */
static int32_t points(const spot *s)
{
    const int32_t kind = below(s, 10);
    if (kind == 0) return s->high;
    if (kind == 1) return s->low;
    return clamp((kind < 6 ? 5 : 100) * between(s, 0, 30), s->low, s->high);
}

/* A few of the bits that are allowed, often none. */
static int32_t some_bits(const spot *s, int32_t allowed)
{
    int32_t set = 0;
    for (int32_t wanted = below(s, 4); wanted > 0; wanted--) {
        const int32_t bit = 1 << below(s, 22);
        if (allowed & bit) set |= bit;
    }
    return set;
}

static void draw_INT(const spot *s, int32_t *value)
{
    *value = number_near(s, *value);
}

/* Mostly one number for all hands. */
static void draw_BY_HAND(const spot *s, cn_by_hand *by_hand)
{
    const int32_t now = by_hand->value[0], hands = one_in(s, 3) ? between(s, 2, 4) : 1;
    *by_hand = (cn_by_hand){.count = hands};
    for (int32_t i = 0; i < hands; i++) by_hand->value[i] = number_near(s, now);
}

static void draw_BOOL(const spot *s, int32_t *value)
{
    *value = below(s, 2);
}

static void draw_ENUM(const spot *s, int32_t *value)
{
    *value = between(s, s->low, s->high);
}

static void draw_COUNTS(const spot *s, int32_t *value)
{
    *value = 1 << between(s, s->low, s->high);
    for (int32_t more = below(s, 3); more > 0; more--) *value |= 1 << between(s, s->low, s->high);
}

static void draw_WORDS(const spot *s, int32_t *value)
{
    *value = some_bits(s, s->high);
}

static void draw_NEEDS(const spot *s, int32_t *value)
{
    *value = some_bits(s, s->high);
}

static void draw_NEEDS_BY_HAND(const spot *s, cn_needs_by_hand *by_hand)
{
    *by_hand = (cn_needs_by_hand){.count = one_in(s, 4) ? between(s, 2, 3) : 1};
    for (int32_t i = 0; i < by_hand->count; i++) {
        cn_needs *needs = &by_hand->hand[i];
        needs->words = some_bits(s, CN_WORDS_CANASTA);
        for (unsigned kind = 0; kind < CN_NEED_KINDS; kind++)
            if (needs->words & cn_need_words[kind])
                needs->count[kind] = one_in(s, 2) ? 1 : between(s, s->low, least(3, s->high));
    }
}

static void draw_AMOUNT(const spot *s, int32_t *value)
{
    *value = one_in(s, 3) ? 0 : between(s, s->low, one_in(s, 4) ? s->high : least(12, s->high));
}

static void draw_AMOUNT_BY_HAND(const spot *s, cn_by_hand *by_hand)
{
    *by_hand = (cn_by_hand){.count = one_in(s, 3) ? between(s, 2, 3) : 1};
    for (int32_t i = 0; i < by_hand->count; i++) draw_AMOUNT(s, &by_hand->value[i]);
}

/* Sizes of packets are few and small, totals and minimums many and large. */
static void draw_LIST(const spot *s, cn_list *list)
{
    const bool small = s->high < 100;
    *list = (cn_list){.count = below(s, small ? 4 : 9)};
    int32_t last = 0;
    for (int32_t i = 0; i < list->count; i++) {
        if (i == 0 && !small && !one_in(s, 4))
            list->value[i] = 0;
        else if (small)
            list->value[i] = between(s, s->low, one_in(s, 4) ? s->high : least(15, s->high));
        else
            list->value[i] = last =
                one_in(s, 5) ? points(s) : least(s->high, last + 50 * below(s, 5));
    }
}

static void draw_BANDS(const spot *s, cn_bands *bands)
{
    int32_t floor = 0, minimum = 5 * below(s, 12);
    *bands = (cn_bands){.count = 1 + below(s, 5)};
    for (int32_t i = 0; i < bands->count; i++) {
        bands->band[i].floor_points = i == 0 ? CN_BAND_BELOW_ALL : floor;
        bands->band[i].minimum_points = one_in(s, 12) ? points(s) : minimum;
        floor += 500 * (i == 0 ? below(s, 3) : 1 + below(s, 5));
        minimum += 5 * below(s, 9);
    }
}

static void draw_SIGN(const spot *s, cn_sign *sign)
{
    sign->kind = between(s, CN_RED3_SIGN_IF_MELDED, CN_RED3_SIGN_BY_CANASTA_COUNT);
    const bool counted = sign->kind == CN_RED3_SIGN_IF_CANASTAS;
    sign->canastas = counted ? between(s, s->low, one_in(s, 8) ? s->high : 4) : 0;
}

static void draw_SET_ASIDE(const spot *s, cn_set_aside *aside)
{
    *aside = (cn_set_aside){0};
    if (one_in(s, 2)) *aside = (cn_set_aside){1, points(s), points(s)};
}

static void draw_SHAPES(const spot *s, cn_shapes *shapes)
{
    *shapes = (cn_shapes){.count = below(s, 4)};
    for (int32_t i = 0; i < shapes->count; i++) {
        shapes->shape[i].naturals = between(s, s->low, s->high);
        shapes->shape[i].wilds = between(s, s->low, s->high);
    }
}

static void draw_OPENINGS(const spot *s, cn_openings *openings)
{
    int32_t floor = 500 * below(s, 4);
    *openings = (cn_openings){.count = below(s, 3)};
    for (int32_t i = 0; i < openings->count; i++) {
        openings->opening[i].from_points = floor;
        openings->opening[i].natural = below(s, 2);
        openings->opening[i].minimum_points = 10 * below(s, 20);
        floor += 500 * (1 + below(s, 4));
    }
}

static void draw_BANS(const spot *s, cn_bans *bans)
{
    const int32_t first = below(s, CN_RANKS);
    *bans = (cn_bans){.count = below(s, 3)};
    for (int32_t i = 0; i < bans->count; i++) {
        bans->ban[i].rank = (first + 3 * i) % CN_RANKS;
        bans->ban[i].every_side = below(s, 2);
        bans->ban[i].never_last = below(s, 2);
    }
}

/* Groups that make up a hand of a usual number of cards; most cannot be held, and are refused. */
static cn_special_hand special_hand(const spot *s, int32_t number)
{
    cn_special_hand hand = {.points = points(s), .wins_game = (uint8_t)one_in(s, 6)};
    int32_t left = one_in(s, 2) ? 12 : between(s, 4, 17);
    snprintf(hand.name, sizeof hand.name, "house%d", (int)number);
    while (left > 0 && hand.group_count < CN_HAND_GROUPS_MAX - 1) {
        const int32_t size = between(s, 1, least(left, 4));
        const int32_t count = between(s, 1, left / size);
        const int32_t of = one_in(s, 2) ? CN_GROUP_RANK : between(s, 0, CN_GROUP_OF_RANK + 10);
        hand.group[hand.group_count++] =
            (cn_hand_group){(uint8_t)count, (uint8_t)size, (uint8_t)of};
        left -= size * count;
    }
    if (left > 0) hand.group[hand.group_count++] = (cn_hand_group){(uint8_t)left, 1, CN_GROUP_RANK};
    return hand;
}

static void draw_HANDS(const spot *s, cn_hands *hands)
{
    *hands = (cn_hands){.count = below(s, 3)};
    for (int32_t i = 0; i < hands->count; i++) hands->hand[i] = special_hand(s, i);
}

static void draw_WILD_BONUS(const spot *s, cn_wild_bonus *bonus)
{
    *bonus = (cn_wild_bonus){points(s), points(s), points(s)};
}

static void draw_RANK_BONUS(const spot *s, cn_rank_bonuses *bonuses)
{
    memset(bonuses, 0, sizeof *bonuses);
    for (int32_t wanted = below(s, 3); wanted > 0; wanted--) {
        const int32_t kind = below(s, CN_RANKS + 1); /* the last is that of the twos */
        cn_rank_bonus *bonus = &bonuses->rank[kind < CN_RANKS ? kind : CN_KIND_TWO];
        bonus->on = 1;
        bonus->natural = one_in(s, 3) ? CN_BONUS_ORDINARY : points(s);
        bonus->mixed = one_in(s, 3) ? CN_BONUS_ORDINARY : points(s);
        bonus->only_if_out = one_in(s, 3);
    }
}

static void draw_COLLECTIONS(const spot *s, cn_collections *collections)
{
    *collections = (cn_collections){.count = below(s, 3)};
    for (int32_t i = 0; i < collections->count; i++) {
        collections->entry[i].points = points(s);
        for (int32_t kinds = 1 + below(s, 2); kinds > 0; kinds--)
            collections->entry[i].needs[below(s, CN_COLLECT_KINDS)] = 1 + below(s, 5);
    }
}

static void draw_INCOMPLETE(const spot *s, cn_incompletes *incompletes)
{
    *incompletes = (cn_incompletes){.count = below(s, 3)};
    for (int32_t i = 0; i < incompletes->count; i++) {
        const int32_t kind = below(s, CN_RANKS + 2), paid = points(s);
        const bool wild = kind == CN_RANKS;
        incompletes->entry[i].meld = wild              ? CN_WORD_WILD
                                     : kind > CN_RANKS ? CN_WORD_SEQUENCE
                                                       : 1 << kind;
        incompletes->entry[i].natural_only = kind < CN_RANKS && one_in(s, 3);
        incompletes->entry[i].below = between(s, 4, 8);
        incompletes->entry[i].points = paid;
        incompletes->entry[i].four_jokers_points = wild && one_in(s, 2) ? points(s) : paid;
    }
}

static void draw_HELD(const spot *s, cn_held *held)
{
    *held = (cn_held){{0}};
    for (int32_t wanted = below(s, 3); wanted > 0; wanted--)
        held->points[below(s, CN_RANKS)] = points(s);
}

static void draw_VALUES(const spot *s, cn_values *values)
{
    memset(values, 0, sizeof *values);
    for (int32_t wanted = below(s, 5); wanted > 0; wanted--) {
        const int32_t card = below(s, CN_VALUE_CARDS - 1);
        const int32_t paid = one_in(s, 8) ? points(s) : 5 * below(s, 8);
        values->card[card < CN_KIND_BLACK3 ? card : card + 1] =
            (cn_card_value){1, paid, one_in(s, 3) ? points(s) : paid};
    }
}

/* The tables keep their columns. */
/* clang-format off */
#define DRAW_ENUM(type, list) \
    static void draw_##type(const spot *s, int32_t *value) { draw_ENUM(s, value); }
CN_PARAM_ENUMS(DRAW_ENUM)
#undef DRAW_ENUM
/* clang-format on */

void cn_house_draw_value(cn_params *params, unsigned param_i, cn_stream *stream)
{
    unsigned i = 0;
#define X(type, name, low, high, initial, help)                                                    \
    if (i++ == param_i) draw_##type(&(spot){low, high, stream}, &params->name);
    CN_PARAMS(X)
#undef X
    assert(param_i < i);
}
