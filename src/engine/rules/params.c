/* The parameters by themselves: their defaults, and the ranges of the parameter table.
 * Not here: tables derived from them (rules.c), values that make no sense together (rules_check.c).
 * Invariant: each type of the table has one function that says what fits. */
#include "engine/rules/params.h"

#include <stdbool.h>
#include <string.h>

#define CN_BY_HAND(value)    ((cn_by_hand){1, {(value)}})
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

/* `or_all`: 0 says all. */
static bool by_hand_fits(const cn_by_hand *by_hand, int32_t low, int32_t high, bool or_all)
{
    if (!within(by_hand->count, 1, CN_BY_HAND_MAX)) return false;
    for (int32_t i = 0; i < by_hand->count; i++)
        if (!within(by_hand->value[i], low, high) && !(or_all && by_hand->value[i] == 0))
            return false;
    return true;
}

static bool needs_fit(const cn_needs *needs, int32_t low, int32_t high)
{
    if ((needs->words & ~CN_WORDS_CANASTA) != 0) return false;
    for (unsigned kind = 0; kind < CN_NEED_KINDS; kind++) {
        const bool named = (needs->words & cn_need_words[kind]) != 0;
        if (!within(needs->count[kind], named ? low : 0, named ? high : 0)) return false;
    }
    return true;
}

static bool needs_by_hand_fit(const cn_needs_by_hand *needs, int32_t low, int32_t high)
{
    if (!within(needs->count, 1, CN_BY_HAND_MAX)) return false;
    for (int32_t i = 0; i < needs->count; i++)
        if (!needs_fit(&needs->hand[i], low, high)) return false;
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

static bool values_fit(const cn_values *values, int32_t low, int32_t high)
{
    for (unsigned kind = 0; kind < CN_VALUE_CARDS; kind++) {
        const cn_card_value *value = &values->card[kind];
        if (!within(value->on, 0, kind == CN_KIND_BLACK3 ? 0 : 1) ||
            !within(value->table_points, low, high) || !within(value->hand_points, low, high))
            return false;
    }
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
    TYPE_BY_HAND,
    TYPE_BOOL,
    TYPE_COUNTS,
    TYPE_WORDS,
    TYPE_NEEDS,
    TYPE_NEEDS_BY_HAND,
    TYPE_AMOUNT,
    TYPE_AMOUNT_BY_HAND,
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
    TYPE_VALUES,
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
    case TYPE_BY_HAND: return by_hand_fits(value, low, high, false);
    case TYPE_AMOUNT_BY_HAND: return by_hand_fits(value, low, high, true);
    case TYPE_NEEDS_BY_HAND: return needs_by_hand_fit(value, low, high);
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
    case TYPE_VALUES: return values_fit(value, low, high);
    }
    return number_fits(type, *(const int32_t *)value, low, high);
}

const char *cn_param_out_of_range(const cn_params *p)
{
#define X(type, name, low, high, initial, help)                                                    \
    if (!fits(TYPE_##type, &p->name, low, high)) return #name;
    CN_PARAMS(X)
#undef X
    if (p->red3_schedule.count == 0) return "red3_schedule";
    return p->black3_schedule.count == 0 ? "black3_schedule" : NULL;
}
