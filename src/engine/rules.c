/* Rule sets: defaults, checks, derived tables.
 * Not here: text. Invariant: a compiled rule set lies inside the ranges of the parameter table. */
#include "canasta/rules.h"

#include <assert.h>
#include <string.h>

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

/* Red threes dealt and replaced, the turned cards, and a card to draw must not exhaust the deck. */
enum { DEAL_SPARE_CARDS = 24 };

static bool in_range(int32_t value, int32_t low, int32_t high)
{
    return value >= low && value <= high;
}

static bool set_in_range(int32_t set, int32_t low, int32_t high)
{
    int32_t allowed = (1 << (high + 1)) - (1 << low);
    return set != 0 && (set & ~allowed) == 0;
}

static bool list_in_range(const cn_list *list, int32_t low, int32_t high)
{
    if (list->count < 1 || list->count > CN_LIST_MAX) return false;
    for (int32_t i = 0; i < list->count; i++)
        if (!in_range(list->value[i], low, high)) return false;
    return true;
}

static bool bands_in_range(const cn_bands *bands, int32_t low, int32_t high)
{
    if (bands->count < 1 || bands->count > CN_BANDS_MAX) return false;
    for (int32_t i = 0; i < bands->count; i++)
        if (!in_range(bands->band[i].minimum_points, low, high)) return false;
    return true;
}

/* Name of the first parameter out of its range, NULL if all are inside. */
static const char *param_out_of_range(const cn_params *p)
{
#define IN_INT(v, low, high)      in_range(v, low, high)
#define IN_BOOL(v, low, high)     in_range(v, low, high)
#define IN_SET(v, low, high)      set_in_range(v, low, high)
#define IN_LIST(v, low, high)     list_in_range(&(v), low, high)
#define IN_BANDS(v, low, high)    bands_in_range(&(v), low, high)
#define IN_E_TEAM_LAYOUT          IN_INT
#define IN_E_PLAY_DIRECTION       IN_INT
#define IN_E_UPCARD_MODE          IN_INT
#define IN_E_SHORT_DRAW           IN_INT
#define IN_E_RED3_SIGN            IN_INT
#define IN_E_BLACK3_MELD          IN_INT
#define IN_E_MIN_EXEMPT_CONCEALED IN_INT
#define IN_E_TAKE_ADD_TO_MELD     IN_INT
#define IN_E_EMPTY_STOCK_TAKE     IN_INT
#define IN_E_ASK_PARTNER          IN_INT
#define IN_E_TIE_RULE             IN_INT
#define X(type, name, low, high, initial, help)                                                    \
    if (!IN_##type(p->name, low, high)) return #name;
    CN_PARAMS(X)
#undef X
    return NULL;
}

static bool bands_rise(const cn_bands *bands)
{
    if (bands->band[0].floor_points != CN_BAND_BELOW_ALL) return false;
    for (int32_t i = 1; i < bands->count; i++)
        if (bands->band[i].floor_points <= bands->band[i - 1].floor_points) return false;
    return true;
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
    rules->value[CN_KIND_RED3] = 0;
    memcpy(rules->value_in_hand, rules->value, sizeof rules->value);
    rules->value_in_hand[CN_KIND_BLACK3] = (int16_t)p->black3_left_in_hand;
    rules->value_in_hand[CN_KIND_RED3] = (int16_t)p->red3_left_in_hand;
}

static void derive_sides(cn_rules *rules)
{
    bool pairs = rules->p.team_layout == CN_TEAM_LAYOUT_PAIRS;
    rules->side_count = pairs ? 2 : rules->seat_count;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        rules->side_of[seat] = (uint8_t)(pairs ? seat % 2 : seat); /* P8 */
}

/* P69: the next member of the side in playing order. */
static uint8_t find_partner(const cn_rules *rules, unsigned seat)
{
    for (unsigned next = cn_next_seat(rules, seat); next != seat; next = cn_next_seat(rules, next))
        if (rules->side_of[next] == rules->side_of[seat]) return (uint8_t)next;
    return 255;
}

static cn_rules_error check_together(const cn_params *p, unsigned seat_count, const char **name)
{
    *name = "players";
    if (seat_count > 15 || (p->players >> seat_count & 1) == 0) return CN_RULES_PLAYERS;
    *name = "team_layout";
    if (p->team_layout == CN_TEAM_LAYOUT_PAIRS && seat_count != 4) return CN_RULES_LAYOUT;
    *name = "hand_size";
    int32_t deck_size = 52 * p->decks + p->jokers_total;
    if (p->hand_size * (int32_t)seat_count + DEAL_SPARE_CARDS > deck_size) return CN_RULES_DEAL;
    *name = "min_table";
    if (!bands_rise(&p->min_table)) return CN_RULES_BANDS;
    *name = "black3_meld_max";
    if (p->black3_meld_min > p->black3_meld_max) return CN_RULES_BLACK3;
    *name = "ask_partner";
    bool alone = p->team_layout == CN_TEAM_LAYOUT_INDIVIDUAL;
    if (p->ask_partner != CN_ASK_PARTNER_NONE && alone) return CN_RULES_ASK;
    *name = NULL;
    return CN_RULES_OK;
}

cn_rules_error cn_rules_compile(cn_rules *rules, const char *name, const cn_params *params,
                                unsigned seat_count, const char **param_name)
{
    const char *blamed = param_out_of_range(params);
    cn_rules_error error = CN_RULES_RANGE;
    if (blamed == NULL) error = check_together(params, seat_count, &blamed);
    if (param_name != NULL) *param_name = blamed;
    if (error != CN_RULES_OK) return error;

    memset(rules, 0, sizeof *rules);
    strncpy(rules->name, name, sizeof rules->name - 1);
    rules->p = *params;
    rules->seat_count = (uint8_t)seat_count;
    rules->deck_size = (uint8_t)(52 * params->decks + params->jokers_total);
    derive_values(rules);
    derive_sides(rules);
    for (unsigned seat = 0; seat < seat_count; seat++)
        rules->partner_of[seat] = find_partner(rules, seat);
    assert(rules->deck_size <= CN_DECK_CARDS_MAX);
    return CN_RULES_OK;
}

int32_t cn_rules_minimum(const cn_rules *rules, int32_t total_points)
{
    const cn_bands *bands = &rules->p.min_table;
    int32_t minimum = bands->band[0].minimum_points;
    for (int32_t i = 1; i < bands->count && bands->band[i].floor_points <= total_points; i++)
        minimum = bands->band[i].minimum_points;
    return minimum;
}

int32_t cn_list_at(const cn_list *list, unsigned count)
{
    assert(list->count > 0);
    unsigned last = (unsigned)list->count - 1;
    return list->value[count < last ? count : last];
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
    uint8_t seen[CN_FACES] = {0};
    for (unsigned i = 0; i < rules->deck_size; i++) {
        if (deck[i] >= CN_FACES) return false;
        seen[deck[i]]++;
    }
    for (unsigned card = 0; card < CN_CARD_JOKER; card++)
        if (seen[card] != rules->p.decks) return false;
    return seen[CN_CARD_JOKER] == rules->p.jokers_total;
}
