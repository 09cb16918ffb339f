/* Types of parameters that price melds and cards at the end of a hand.
 * Not here: special hands (param_hands.c), and how a score is made (engine/score.c).
 * Invariant: no rank, meld or kind is priced twice where only one price can hold. */
#include <string.h>

#include "canasta/card.h"
#include "text/rules/param_type.h"

static bool parse_wild_bonus(cn_scan *scan, const cn_param *p, void *field)
{
    cn_wild_bonus *bonus = field;
    return cn_param_number(scan, p, "TWOS", p->low, p->high, &bonus->twos) &&
           cn_param_sign_must(scan, p, ':') &&
           cn_param_number(scan, p, "FOUR_JOKERS", p->low, p->high, &bonus->four_jokers) &&
           cn_param_sign_must(scan, p, ':') &&
           cn_param_number(scan, p, "OTHER", p->low, p->high, &bonus->other) &&
           cn_param_end(scan, p);
}

static void write_wild_bonus(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_wild_bonus *bonus = field;
    (void)p;
    cn_write(writer, "%ld:%ld:%ld", (long)bonus->twos, (long)bonus->four_jokers,
             (long)bonus->other);
}

static void range_wild_bonus(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "TWOS:FOUR_JOKERS:OTHER, each %ld to %ld", (long)p->low, (long)p->high);
}

const cn_param_type cn_param_wild_bonus = {parse_wild_bonus, write_wild_bonus, range_wild_bonus,
                                           "TWOS:FOUR_JOKERS:OTHER", NULL};

/* The ranks that melds can have; the black threes between ace and two never have a bonus. */
static const char *const meld_ranks[] = {"4", "5", "6", "7", "8", "9", "T",
                                         "J", "Q", "K", "A", "2", NULL};

static unsigned kind_of_meld_rank(unsigned rank)
{
    return rank < CN_RANKS ? rank : CN_KIND_TWO;
}

/* Points, or `-` for the ordinary bonus. */
static bool parse_rank_points(cn_scan *entry, const cn_param *p, const char *what, int32_t *points)
{
    if (cn_param_sign_is(entry, '-')) {
        *points = CN_BONUS_ORDINARY;
        return true;
    }
    return cn_param_number(entry, p, what, p->low, p->high, points);
}

static bool parse_rank_bonus(cn_scan *scan, const cn_param *p, void *field)
{
    static const char *const last_part[] = {"only_if_out", NULL};
    cn_rank_bonuses *bonuses = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const char *at = entry.at;
        cn_rank_bonus bonus = {.on = 1};
        int32_t rank = 0, part = 0;
        if (!cn_param_choice(&entry, p, "RANK", meld_ranks, &rank) ||
            !cn_param_sign_must(&entry, p, '=') ||
            !parse_rank_points(&entry, p, "NATURAL", &bonus.natural) ||
            !cn_param_sign_must(&entry, p, ':') ||
            !parse_rank_points(&entry, p, "MIXED", &bonus.mixed))
            return false;
        bonus.only_if_out = cn_param_sign_is(&entry, ':');
        if (bonus.only_if_out && !cn_param_choice(&entry, p, "the last part", last_part, &part))
            return false;
        if (!cn_param_end(&entry, p)) return false;
        cn_rank_bonus *own = &bonuses->rank[kind_of_meld_rank((unsigned)rank)];
        if (own->on != 0)
            return cn_scan_fail(&entry, at, "%s names %s twice", p->name, meld_ranks[rank]);
        *own = bonus;
    }
    return true;
}

static void write_rank_points(cn_writer *writer, int32_t points)
{
    if (points == CN_BONUS_ORDINARY)
        cn_write_char(writer, '-');
    else
        cn_write(writer, "%ld", (long)points);
}

static void write_rank_bonus(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_rank_bonuses *bonuses = field;
    const char *comma = "";
    (void)p;
    for (unsigned rank = 0; meld_ranks[rank] != NULL; rank++) {
        const cn_rank_bonus *bonus = &bonuses->rank[kind_of_meld_rank(rank)];
        if (bonus->on == 0) continue;
        cn_write(writer, "%s%s=", comma, meld_ranks[rank]);
        write_rank_points(writer, bonus->natural);
        cn_write_char(writer, ':');
        write_rank_points(writer, bonus->mixed);
        if (bonus->only_if_out != 0) cn_write(writer, ":only_if_out");
        comma = ", ";
    }
    if (*comma == '\0') cn_write(writer, "none");
}

static void range_rank_bonus(cn_writer *writer, const cn_param *p)
{
    cn_write(writer,
             "none, or RANK=NATURAL:MIXED[:only_if_out], ... with points of %ld to %ld, or -",
             (long)p->low, (long)p->high);
}

const cn_param_type cn_param_rank_bonus = {parse_rank_bonus, write_rank_bonus, range_rank_bonus,
                                           "RANK=NATURAL:MIXED[:only_if_out]", NULL};

/* In the order of CN_COLLECT_*. */
static const char *const collect_kinds[] = {"natural", "mixed", "wild", "sequence", "any", NULL};

enum { COLLECT_COUNT_MAX = 20 };

static bool parse_needs(cn_scan *entry, const cn_param *p, int32_t needs[CN_COLLECT_KINDS])
{
    do {
        int32_t count = 0, kind = 0;
        if (!cn_param_number(entry, p, "COUNT", 1, COLLECT_COUNT_MAX, &count) ||
            !cn_param_sign_must(entry, p, 'x'))
            return false;
        const char *at = entry->at;
        if (!cn_param_choice(entry, p, "KIND", collect_kinds, &kind)) return false;
        if (needs[kind] != 0)
            return cn_scan_fail(entry, at, "%s: %s stands twice", p->name, collect_kinds[kind]);
        needs[kind] = count;
    } while (cn_param_sign_is(entry, '+'));
    return cn_param_end(entry, p);
}

static bool parse_collections(cn_scan *scan, const cn_param *p, void *field)
{
    cn_collections *list = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        if (!cn_param_room(&entry, p, list->count, CN_COLLECTIONS_MAX) ||
            !cn_param_number(&entry, p, "POINTS", p->low, p->high,
                             &list->entry[list->count].points) ||
            !cn_param_sign_must(&entry, p, '=') ||
            !parse_needs(&entry, p, list->entry[list->count].needs))
            return false;
        list->count++;
    }
    return true;
}

static void write_collections(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_collections *list = field;
    (void)p;
    for (int32_t i = 0; i < list->count; i++) {
        const char *plus = "";
        cn_write(writer, "%s%ld=", i == 0 ? "" : ", ", (long)list->entry[i].points);
        for (unsigned kind = 0; kind < CN_COLLECT_KINDS; kind++) {
            if (list->entry[i].needs[kind] == 0) continue;
            cn_write(writer, "%s%ldx%s", plus, (long)list->entry[i].needs[kind],
                     collect_kinds[kind]);
            plus = "+";
        }
    }
    if (list->count == 0) cn_write(writer, "none");
}

static void range_collections(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "none, or POINTS=COUNTxKIND+..., ... with points of %ld to %ld", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_collections = {parse_collections, write_collections, range_collections,
                                            "POINTS=COUNTxKIND+...", NULL};

/* The melds that may be unfinished: the ranks by their bits, then these. */
static const char *const incomplete_melds[] = {"4", "5", "6", "7", "8",    "9",        "T",
                                               "J", "Q", "K", "A", "wild", "sequence", NULL};

enum { INCOMPLETE_BELOW_MIN = 4, INCOMPLETE_BELOW_MAX = 14 };

static int32_t incomplete_bit(int32_t choice)
{
    if (choice < CN_RANKS) return (int32_t)1 << choice;
    return choice == CN_RANKS ? CN_WORD_WILD : CN_WORD_SEQUENCE;
}

static bool parse_incomplete_entry(cn_scan *entry, const cn_param *p, cn_incompletes *list)
{
    static const char *const natural[] = {"natural_only", NULL};
    int32_t meld = 0, part = 0, below = 0, points = 0;
    if (!cn_param_choice(entry, p, "MELD", incomplete_melds, &meld)) return false;
    const bool natural_only = cn_param_sign_is(entry, ':');
    if ((natural_only && !cn_param_choice(entry, p, "the second part", natural, &part)) ||
        !cn_param_sign_must(entry, p, '<') ||
        !cn_param_number(entry, p, "BELOW", INCOMPLETE_BELOW_MIN, INCOMPLETE_BELOW_MAX, &below) ||
        !cn_param_sign_must(entry, p, '=') ||
        !cn_param_number(entry, p, "POINTS", p->low, p->high, &points))
        return false;
    int32_t four_jokers = points;
    if (cn_param_sign_is(entry, ':') &&
        !cn_param_number(entry, p, "FOUR_JOKERS", p->low, p->high, &four_jokers))
        return false;
    list->entry[list->count].meld = incomplete_bit(meld);
    list->entry[list->count].natural_only = natural_only;
    list->entry[list->count].below = below;
    list->entry[list->count].points = points;
    list->entry[list->count++].four_jokers_points = four_jokers;
    return cn_param_end(entry, p);
}

static bool parse_incomplete(cn_scan *scan, const cn_param *p, void *field)
{
    cn_incompletes *list = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry))
        if (!cn_param_room(&entry, p, list->count, CN_INCOMPLETE_MAX) ||
            !parse_incomplete_entry(&entry, p, list))
            return false;
    return true;
}

static void write_incomplete(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_incompletes *list = field;
    (void)p;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t meld = 0;
        while (incomplete_bit(meld) != list->entry[i].meld) meld++;
        cn_write(writer, "%s%s%s<%ld=%ld", i == 0 ? "" : ", ", incomplete_melds[meld],
                 list->entry[i].natural_only != 0 ? ":natural_only" : "",
                 (long)list->entry[i].below, (long)list->entry[i].points);
        if (list->entry[i].four_jokers_points != list->entry[i].points)
            cn_write(writer, ":%ld", (long)list->entry[i].four_jokers_points);
    }
    if (list->count == 0) cn_write(writer, "none");
}

static void range_incomplete(cn_writer *writer, const cn_param *p)
{
    cn_write(writer,
             "none, or MELD[:natural_only]<BELOW=POINTS[:FOUR_JOKERS], ... with points of "
             "%ld to %ld",
             (long)p->low, (long)p->high);
}

const cn_param_type cn_param_incomplete = {parse_incomplete, write_incomplete, range_incomplete,
                                           "MELD[:natural_only]<BELOW=POINTS[:FOUR_JOKERS]", NULL};

static bool parse_held(cn_scan *scan, const cn_param *p, void *field)
{
    cn_held *held = field;
    unsigned named = 0;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const char *at = entry.at;
        int32_t rank = 0;
        if (!cn_param_choice(&entry, p, "RANK", cn_param_ranks, &rank) ||
            !cn_param_sign_must(&entry, p, '=') ||
            !cn_param_number(&entry, p, "POINTS", p->low, p->high, &held->points[rank]) ||
            !cn_param_end(&entry, p))
            return false;
        if ((named >> rank & 1) != 0)
            return cn_scan_fail(&entry, at, "%s names %s twice", p->name, cn_param_ranks[rank]);
        named |= 1U << rank;
    }
    return true;
}

static void write_held(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_held *held = field;
    const char *comma = "";
    (void)p;
    for (unsigned rank = 0; cn_param_ranks[rank] != NULL; rank++) {
        if (held->points[rank] == 0) continue;
        cn_write(writer, "%s%s=%ld", comma, cn_param_ranks[rank], (long)held->points[rank]);
        comma = ", ";
    }
    if (*comma == '\0') cn_write(writer, "none");
}

static void range_held(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "none, or RANK=POINTS, ... with points of %ld to %ld", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_held = {parse_held, write_held, range_held, "RANK=POINTS", NULL};

/* The cards that have a value on the table; the black threes between ace and two have switches of
 * their own. */
static const char *const valued_cards[] = {"4", "5", "6", "7", "8", "9", "T",
                                           "J", "Q", "K", "A", "2", "X", NULL};

static unsigned kind_of_valued(unsigned card)
{
    return card < CN_RANKS ? card : card + 1;
}

static bool parse_values(cn_scan *scan, const cn_param *p, void *field)
{
    cn_values *values = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        const char *at = entry.at;
        cn_card_value value = {.on = 1};
        int32_t card = 0;
        if (!cn_param_choice(&entry, p, "CARD", valued_cards, &card) ||
            !cn_param_sign_must(&entry, p, '=') ||
            !cn_param_number(&entry, p, "TABLE", p->low, p->high, &value.table_points))
            return false;
        value.hand_points = value.table_points;
        if (cn_param_sign_is(&entry, ':') &&
            !cn_param_number(&entry, p, "HAND", p->low, p->high, &value.hand_points))
            return false;
        if (!cn_param_end(&entry, p)) return false;
        cn_card_value *own = &values->card[kind_of_valued((unsigned)card)];
        if (own->on != 0)
            return cn_scan_fail(&entry, at, "%s names %s twice", p->name, valued_cards[card]);
        *own = value;
    }
    return true;
}

static void write_values(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_values *values = field;
    const char *comma = "";
    (void)p;
    for (unsigned card = 0; valued_cards[card] != NULL; card++) {
        const cn_card_value *value = &values->card[kind_of_valued(card)];
        if (value->on == 0) continue;
        cn_write(writer, "%s%s=%ld", comma, valued_cards[card], (long)value->table_points);
        if (value->hand_points != value->table_points)
            cn_write(writer, ":%ld", (long)value->hand_points);
        comma = ", ";
    }
    if (*comma == '\0') cn_write(writer, "none");
}

static void range_values(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "none, or CARD=TABLE[:HAND], ... with points of %ld to %ld", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_values = {parse_values, write_values, range_values,
                                       "CARD=TABLE[:HAND]", NULL};
