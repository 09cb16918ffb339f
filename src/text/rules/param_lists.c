/* Types of parameters that are a list of numbers, of pairs or of small entries.
 * Not here: lists of the scoring (param_scoring.c) and of special hands (param_hands.c).
 * Invariant: a list that was read has room in its field and is in an order that the game can use.
 */
#include <string.h>

#include "canasta/rules.h"
#include "text/rules/param_type.h"

/* A list of numbers may be empty where the root's is. */
static bool may_be_empty(const cn_param *p)
{
    const cn_params defaults = cn_params_default();
    cn_list list;
    memcpy(&list, (const unsigned char *)&defaults + p->offset, sizeof list);
    return list.count == 0;
}

static bool parse_list(cn_scan *scan, const cn_param *p, void *field)
{
    cn_list *list = field;
    cn_scan entry;
    if (may_be_empty(p) && cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const cn_word word = {entry.at, (size_t)(entry.end - entry.at)};
        long number = 0;
        if (!cn_param_room(&entry, p, list->count, CN_LIST_MAX)) return false;
        if (!cn_word_number(word, &number) || number < p->low || number > p->high)
            return cn_param_fail(&entry, word, p);
        list->value[list->count++] = (int32_t)number;
    }
    return true;
}

static void write_list(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_list *list = field;
    (void)p;
    for (int32_t i = 0; i < list->count; i++)
        cn_write(writer, "%s%ld", i == 0 ? "" : ",", (long)list->value[i]);
    if (list->count == 0) cn_write(writer, "none");
}

static void range_list(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "%sa list of numbers, each %ld to %ld", may_be_empty(p) ? "none, or " : "",
             (long)p->low, (long)p->high);
}

const cn_param_type cn_param_list = {parse_list, write_list, range_list, NULL, NULL};

/* `or_all`: the word `all` stands for 0. */
static bool parse_hands(cn_scan *scan, const cn_param *p, cn_by_hand *by_hand, bool or_all)
{
    cn_scan entry;
    while (cn_param_next(scan, &entry)) {
        const cn_word word = {entry.at, (size_t)(entry.end - entry.at)};
        long number = 0;
        if (!cn_param_room(&entry, p, by_hand->count, CN_BY_HAND_MAX)) return false;
        if (!(or_all && cn_word_is(word, "all")) &&
            (!cn_word_number(word, &number) || number < p->low || number > p->high))
            return cn_param_fail(&entry, word, p);
        by_hand->value[by_hand->count++] = (int32_t)number;
    }
    return true;
}

static bool parse_by_hand(cn_scan *scan, const cn_param *p, void *field)
{
    return parse_hands(scan, p, field, false);
}

static bool parse_amount_by_hand(cn_scan *scan, const cn_param *p, void *field)
{
    return parse_hands(scan, p, field, true);
}

static void write_by_hand(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_by_hand *by_hand = field;
    (void)p;
    for (int32_t i = 0; i < by_hand->count; i++)
        cn_write(writer, "%s%ld", i == 0 ? "" : ",", (long)by_hand->value[i]);
}

static void range_by_hand(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "%ld to %ld, or such numbers for one hand after another", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_by_hand = {parse_by_hand, write_by_hand, range_by_hand, NULL, NULL};

static void write_amount_by_hand(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_by_hand *by_hand = field;
    (void)p;
    for (int32_t i = 0; i < by_hand->count; i++) {
        if (i > 0) cn_write(writer, ",");
        if (by_hand->value[i] == 0)
            cn_write(writer, "all");
        else
            cn_write(writer, "%ld", (long)by_hand->value[i]);
    }
}

static void range_amount_by_hand(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "all, or %ld to %ld, or such amounts for one hand after another", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_amount_by_hand = {parse_amount_by_hand, write_amount_by_hand,
                                               range_amount_by_hand, NULL, NULL};

/* The floor of a band: `any` in the first one, then rising numbers (P2). */
static bool parse_floor(cn_scan *entry, const cn_param *p, const cn_bands *bands, int32_t *floor)
{
    const char *at = entry->at;
    if (bands->count == 0) {
        *floor = CN_BAND_BELOW_ALL;
        if (cn_param_word_is(entry, "any")) return true;
        return cn_scan_fail(entry, at, "the first band of %s is any:MINIMUM", p->name);
    }
    if (!cn_param_number(entry, p, "a FLOOR", CN_PARAM_FLOOR_LOW, CN_PARAM_FLOOR_HIGH, floor))
        return false;
    if (*floor <= bands->band[bands->count - 1].floor_points)
        return cn_scan_fail(entry, at, "the floors of %s rise", p->name);
    return true;
}

static bool parse_bands(cn_scan *scan, const cn_param *p, void *field)
{
    cn_bands *bands = field;
    cn_scan entry;
    while (cn_param_next(scan, &entry)) {
        cn_band band = {0, 0};
        if (!cn_param_room(&entry, p, bands->count, CN_BANDS_MAX) ||
            !parse_floor(&entry, p, bands, &band.floor_points) ||
            !cn_param_sign_must(&entry, p, ':') ||
            !cn_param_number(&entry, p, "a MINIMUM", p->low, p->high, &band.minimum_points) ||
            !cn_param_end(&entry, p))
            return false;
        bands->band[bands->count++] = band;
    }
    return true;
}

static void write_bands(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_bands *bands = field;
    (void)p;
    for (int32_t i = 0; i < bands->count; i++) {
        const cn_band *band = &bands->band[i];
        if (i > 0) cn_write(writer, ", ");
        if (band->floor_points == CN_BAND_BELOW_ALL)
            cn_write(writer, "any:%ld", (long)band->minimum_points);
        else
            cn_write(writer, "%ld:%ld", (long)band->floor_points, (long)band->minimum_points);
    }
}

static void range_bands(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "any:MINIMUM, FLOOR:MINIMUM, ... with minimums of %ld to %ld", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_bands = {parse_bands, write_bands, range_bands, "FLOOR:MINIMUM", NULL};

static bool parse_shapes(cn_scan *scan, const cn_param *p, void *field)
{
    cn_shapes *shapes = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const char *at = entry.at;
        int32_t naturals = 0, wilds = 0;
        if (!cn_param_room(&entry, p, shapes->count, CN_SHAPES_MAX) ||
            !cn_param_number(&entry, p, "NATURALS", p->low, p->high, &naturals) ||
            !cn_param_sign_must(&entry, p, '+') ||
            !cn_param_number(&entry, p, "WILDS", p->low, p->high, &wilds) ||
            !cn_param_end(&entry, p))
            return false;
        for (int32_t i = 0; i < shapes->count; i++)
            if (shapes->shape[i].naturals == naturals && shapes->shape[i].wilds == wilds)
                return cn_scan_fail(&entry, at, "%s names %ld+%ld twice", p->name, (long)naturals,
                                    (long)wilds);
        shapes->shape[shapes->count].naturals = naturals;
        shapes->shape[shapes->count++].wilds = wilds;
    }
    return true;
}

static void write_shapes(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_shapes *shapes = field;
    (void)p;
    for (int32_t i = 0; i < shapes->count; i++)
        cn_write(writer, "%s%ld+%ld", i == 0 ? "" : ", ", (long)shapes->shape[i].naturals,
                 (long)shapes->shape[i].wilds);
    if (shapes->count == 0) cn_write(writer, "none");
}

static void range_shapes(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "none, or shapes NATURALS+WILDS, each of %ld to %ld", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_shapes = {parse_shapes, write_shapes, range_shapes, "NATURALS+WILDS",
                                       NULL};

static const char *const opening_kinds[] = {"any", "natural", NULL};

static bool parse_openings(cn_scan *scan, const cn_param *p, void *field)
{
    cn_openings *list = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const char *at = entry.at;
        int32_t from = 0, kind = 0, count = 0;
        if (!cn_param_room(&entry, p, list->count, CN_BANDS_MAX) ||
            !cn_param_number(&entry, p, "FROM", CN_PARAM_FLOOR_LOW, CN_PARAM_FLOOR_HIGH, &from) ||
            !cn_param_sign_must(&entry, p, ':') ||
            !cn_param_choice(&entry, p, "KIND", opening_kinds, &kind) ||
            !cn_param_sign_must(&entry, p, ':') ||
            !cn_param_number(&entry, p, "COUNT", p->low, p->high, &count) ||
            !cn_param_end(&entry, p))
            return false;
        if (list->count > 0 && from <= list->opening[list->count - 1].from_points)
            return cn_scan_fail(&entry, at, "the totals of %s rise", p->name);
        list->opening[list->count].from_points = from;
        list->opening[list->count].natural = kind;
        list->opening[list->count++].minimum_points = count;
    }
    return true;
}

static void write_openings(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_openings *list = field;
    (void)p;
    for (int32_t i = 0; i < list->count; i++)
        cn_write(writer, "%s%ld:%s:%ld", i == 0 ? "" : ", ", (long)list->opening[i].from_points,
                 opening_kinds[list->opening[i].natural], (long)list->opening[i].minimum_points);
    if (list->count == 0) cn_write(writer, "none");
}

static void range_openings(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "none, or FROM:any:COUNT, FROM:natural:COUNT, ... with counts of %ld to %ld",
             (long)p->low, (long)p->high);
}

const cn_param_type cn_param_openings = {parse_openings, write_openings, range_openings,
                                         "FROM:KIND:COUNT", NULL};

static const char *const ban_ends[] = {"own_side", "every_side", NULL};

static bool parse_bans(cn_scan *scan, const cn_param *p, void *field)
{
    cn_bans *bans = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const char *at = entry.at;
        int32_t rank = 0, every_side = 0, never_last = 0;
        if (!cn_param_room(&entry, p, bans->count, CN_BANS_MAX) ||
            !cn_param_choice(&entry, p, "RANK", cn_param_ranks, &rank) ||
            !cn_param_sign_must(&entry, p, ':') ||
            !cn_param_choice(&entry, p, "UNTIL", ban_ends, &every_side))
            return false;
        if (cn_param_sign_is(&entry, ':')) {
            static const char *const never[] = {"never_last", NULL};
            if (!cn_param_choice(&entry, p, "the third part", never, &never_last)) return false;
            never_last = 1;
        }
        if (!cn_param_end(&entry, p)) return false;
        for (int32_t i = 0; i < bans->count; i++)
            if (bans->ban[i].rank == rank)
                return cn_scan_fail(&entry, at, "%s names %s twice", p->name, cn_param_ranks[rank]);
        bans->ban[bans->count].rank = rank;
        bans->ban[bans->count].every_side = every_side;
        bans->ban[bans->count++].never_last = never_last;
    }
    return true;
}

static void write_bans(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_bans *bans = field;
    (void)p;
    for (int32_t i = 0; i < bans->count; i++)
        cn_write(writer, "%s%s:%s%s", i == 0 ? "" : ", ", cn_param_ranks[bans->ban[i].rank],
                 ban_ends[bans->ban[i].every_side], bans->ban[i].never_last ? ":never_last" : "");
    if (bans->count == 0) cn_write(writer, "none");
}

static void range_bans(cn_writer *writer, const cn_param *p)
{
    (void)p;
    cn_write(writer, "none, or RANK:UNTIL[:never_last], ... with UNTIL own_side or every_side");
}

const cn_param_type cn_param_bans = {parse_bans, write_bans, range_bans, "RANK:UNTIL[:never_last]",
                                     NULL};
