/* Types of parameters that are a set, or one word with a number.
 * Not here: lists with an order (param_lists.c).
 * Invariant: no member is named twice; a set is written in the order of its bits. */
#include <string.h>

#include "text/rules/param_type.h"

/* The words of sets by bit; bit 11 has none. */
static const char *const words_by_bit[] = {
    "4",       "5",     "6",        "7",     "8",     "9",      "T",    "J",
    "Q",       "K",     "A",        "",      "2",     "wild",   "red3", "dead_rank",
    "natural", "mixed", "sequence", "dealt", "drawn", "packet", NULL};

static bool set_add(const cn_scan *entry, cn_word word, const cn_param *p, int32_t bit,
                    int32_t *set)
{
    if ((*set >> bit & 1) != 0)
        return cn_scan_fail(entry, word.text, "%s names %.*s twice", p->name, cn_word_shown(word),
                            word.text);
    *set |= (int32_t)1 << bit;
    return true;
}

static bool parse_counts(cn_scan *scan, const cn_param *p, void *field)
{
    cn_scan entry;
    int32_t set = 0;
    while (cn_param_next(scan, &entry)) {
        const cn_word word = {entry.at, (size_t)(entry.end - entry.at)};
        long count = 0;
        if (!cn_word_number(word, &count) || count < p->low || count > p->high)
            return cn_param_fail(&entry, word, p);
        if (!set_add(&entry, word, p, (int32_t)count, &set)) return false;
    }
    memcpy(field, &set, sizeof set);
    return true;
}

static void write_counts(cn_writer *writer, const cn_param *p, const void *field)
{
    int32_t set = 0;
    const char *comma = "";
    memcpy(&set, field, sizeof set);
    for (int32_t i = p->low; i <= p->high; i++) {
        if ((set >> i & 1) == 0) continue;
        cn_write(writer, "%s%ld", comma, (long)i);
        comma = ",";
    }
}

static void range_counts(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "one or more of %ld to %ld", (long)p->low, (long)p->high);
}

const cn_param_type cn_param_counts = {parse_counts, write_counts, range_counts, NULL, NULL};

static void write_words(cn_writer *writer, const cn_param *p, const void *field)
{
    int32_t set = 0;
    const char *comma = "";
    (void)p;
    memcpy(&set, field, sizeof set);
    for (int32_t bit = 0; words_by_bit[bit] != NULL; bit++) {
        if ((set >> bit & 1) == 0) continue;
        cn_write(writer, "%s%s", comma, words_by_bit[bit]);
        comma = ",";
    }
    if (set == 0) cn_write(writer, "none");
}

static void range_words(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "none, or some of ");
    write_words(writer, p, &p->high);
}

static bool parse_words(cn_scan *scan, const cn_param *p, void *field)
{
    if (cn_param_is_none(scan)) return true;
    cn_scan entry;
    int32_t set = 0;
    while (cn_param_next(scan, &entry)) {
        const cn_word word = {entry.at, (size_t)(entry.end - entry.at)};
        int32_t bit = 0;
        while (words_by_bit[bit] != NULL && !cn_word_is(word, words_by_bit[bit])) bit++;
        if (word.length == 0 || words_by_bit[bit] == NULL || (p->high >> bit & 1) == 0)
            return cn_param_fail(&entry, word, p);
        if (!set_add(&entry, word, p, bit, &set)) return false;
    }
    memcpy(field, &set, sizeof set);
    return true;
}

const cn_param_type cn_param_words = {parse_words, write_words, range_words, NULL, NULL};
const cn_param_type cn_param_needs = {parse_words, write_words, range_words, NULL, NULL};

/* ---- sets by hand, with numbers ---- */

/* "natural:2", "mixed" or "7". */
static bool add_need(cn_scan *entry, const cn_param *p, cn_needs *needs)
{
    int32_t bit = 0, number = 1;
    unsigned kind = 0;
    const char *const colon = memchr(entry->at, ':', (size_t)(entry->end - entry->at));
    const char *const end = colon == NULL ? entry->end : colon;
    const cn_word word = {entry->at, (size_t)(end - entry->at)};
    while (words_by_bit[bit] != NULL && !cn_word_is(word, words_by_bit[bit])) bit++;
    if (word.length == 0 || words_by_bit[bit] == NULL || (CN_WORDS_CANASTA >> bit & 1) == 0)
        return cn_param_fail(entry, word, p);
    while (kind < CN_NEED_KINDS && cn_need_words[kind] != 1 << bit) kind++;
    if (colon != NULL) {
        entry->at = colon + 1;
        if (kind == CN_NEED_KINDS)
            return cn_scan_fail(entry, colon,
                                "only natural, mixed, wild and sequence of %s have a "
                                "number",
                                p->name);
        if (!cn_param_number(entry, p, "the number of canastas", p->low, p->high, &number) ||
            !cn_param_end(entry, p))
            return false;
    }
    if (kind < CN_NEED_KINDS) needs->count[kind] = number;
    return set_add(entry, word, p, bit, &needs->words);
}

/* What stands before the next `then`, as a scan of its own; false if there is no `then`. */
static bool next_hand(cn_scan *scan, cn_scan *hand)
{
    static const char between[] = " then ";
    const size_t length = sizeof between - 1;
    (void)cn_scan_done(scan);
    *hand = *scan;
    hand->start = scan->at;
    hand->column = cn_scan_column(scan, scan->at);
    const char *at = scan->at;
    while (at + length <= scan->end && memcmp(at, between, length) != 0) at++;
    const bool found = at + length <= scan->end;
    hand->end = found ? at : scan->end;
    scan->at = found ? at + length : scan->end;
    return found;
}

static bool parse_needs_by_hand(cn_scan *scan, const cn_param *p, void *field)
{
    cn_needs_by_hand *by_hand = field;
    bool more = true;
    while (more) {
        cn_scan hand, entry;
        more = next_hand(scan, &hand);
        if (!cn_param_room(&hand, p, by_hand->count, CN_BY_HAND_MAX)) return false;
        cn_needs *needs = &by_hand->hand[by_hand->count++];
        if (cn_param_is_none(&hand)) continue;
        while (cn_param_next(&hand, &entry))
            if (!add_need(&entry, p, needs)) return false;
    }
    return true;
}

static void write_needs(cn_writer *writer, const cn_needs *needs)
{
    const char *comma = "";
    for (int32_t bit = 0; words_by_bit[bit] != NULL; bit++) {
        if ((needs->words >> bit & 1) == 0) continue;
        cn_write(writer, "%s%s", comma, words_by_bit[bit]);
        comma = ",";
        for (unsigned kind = 0; kind < CN_NEED_KINDS; kind++)
            if (cn_need_words[kind] == 1 << bit && needs->count[kind] > 1)
                cn_write(writer, ":%ld", (long)needs->count[kind]);
    }
    if (needs->words == 0) cn_write(writer, "none");
}

static void write_needs_by_hand(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_needs_by_hand *by_hand = field;
    (void)p;
    for (int32_t i = 0; i < by_hand->count; i++) {
        if (i > 0) cn_write(writer, " then ");
        write_needs(writer, &by_hand->hand[i]);
    }
}

static void range_needs_by_hand(cn_writer *writer, const cn_param *p)
{
    const int32_t all = CN_WORDS_CANASTA;
    cn_write(writer, "none, or some of ");
    write_words(writer, p, &all);
    cn_write(writer, ", with numbers as in natural:2; 'then' between hands");
}

const cn_param_type cn_param_needs_by_hand = {parse_needs_by_hand, write_needs_by_hand,
                                              range_needs_by_hand, "natural:2", NULL};

/* ---- words with a number ---- */

/* The whole value as one word, refused if more words follow. */
static cn_word only_word(const cn_scan *scan)
{
    cn_scan value = *scan;
    (void)cn_scan_done(&value);
    while (value.end > value.at && (value.end[-1] == ' ' || value.end[-1] == '\t')) value.end--;
    return (cn_word){value.at, (size_t)(value.end - value.at)};
}

static bool parse_amount(cn_scan *scan, const cn_param *p, void *field)
{
    const cn_word word = only_word(scan);
    long number = 0;
    if (!cn_word_is(word, "all") &&
        (!cn_word_number(word, &number) || number < p->low || number > p->high))
        return cn_param_fail(scan, word, p);
    const int32_t amount = (int32_t)number;
    memcpy(field, &amount, sizeof amount);
    return true;
}

static void write_amount(cn_writer *writer, const cn_param *p, const void *field)
{
    int32_t amount = 0;
    (void)p;
    memcpy(&amount, field, sizeof amount);
    if (amount == 0)
        cn_write(writer, "all");
    else
        cn_write(writer, "%ld", (long)amount);
}

static void range_amount(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "all, or %ld to %ld", (long)p->low, (long)p->high);
}

const cn_param_type cn_param_amount = {parse_amount, write_amount, range_amount, NULL, NULL};

static const char *const signs[] = {"if_melded",   "if_canastas",      "if_sevens_canasta",
                                    "always_plus", "by_canasta_count", NULL};

static bool parse_sign(cn_scan *scan, const cn_param *p, void *field)
{
    cn_sign sign = {0, 0};
    const cn_word word = only_word(scan);
    while (signs[sign.kind] != NULL && !cn_param_word_is(scan, signs[sign.kind])) sign.kind++;
    if (signs[sign.kind] == NULL) return cn_param_fail(scan, word, p);
    if (sign.kind == CN_RED3_SIGN_IF_CANASTAS)
        if (!cn_param_sign_must(scan, p, ':') ||
            !cn_param_number(scan, p, "the number of canastas", p->low, p->high, &sign.canastas))
            return false;
    if (!cn_param_end(scan, p)) return false;
    memcpy(field, &sign, sizeof sign);
    return true;
}

static void write_sign(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_sign *sign = field;
    (void)p;
    cn_write(writer, "%s", signs[sign->kind]);
    if (sign->kind == CN_RED3_SIGN_IF_CANASTAS) cn_write(writer, ":%ld", (long)sign->canastas);
}

static void range_sign(cn_writer *writer, const cn_param *p)
{
    for (unsigned i = 0; signs[i] != NULL; i++) {
        cn_write(writer, "%s%s", i == 0 ? "" : signs[i + 1] == NULL ? " or " : ", ", signs[i]);
        if (i == CN_RED3_SIGN_IF_CANASTAS)
            cn_write(writer, ":N (N is %ld to %ld)", (long)p->low, (long)p->high);
    }
}

const cn_param_type cn_param_sign = {parse_sign, write_sign, range_sign, "if_canastas:2", NULL};

static bool parse_set_aside(cn_scan *scan, const cn_param *p, void *field)
{
    cn_set_aside aside = {0, 0, 0};
    const cn_word word = only_word(scan);
    if (cn_param_word_is(scan, "set_aside")) {
        aside.on = 1;
        if (!cn_param_sign_must(scan, p, ':') ||
            !cn_param_number(scan, p, "EACH", p->low, p->high, &aside.each_points) ||
            !cn_param_sign_must(scan, p, ':') ||
            !cn_param_number(scan, p, "ALL", p->low, p->high, &aside.all_points))
            return false;
    } else if (!cn_param_word_is(scan, "to_hand")) {
        return cn_param_fail(scan, word, p);
    }
    if (!cn_param_end(scan, p)) return false;
    memcpy(field, &aside, sizeof aside);
    return true;
}

static void write_set_aside(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_set_aside *aside = field;
    (void)p;
    if (aside->on == 0)
        cn_write(writer, "to_hand");
    else
        cn_write(writer, "set_aside:%ld:%ld", (long)aside->each_points, (long)aside->all_points);
}

static void range_set_aside(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "to_hand, or set_aside:EACH:ALL with points of %ld to %ld", (long)p->low,
             (long)p->high);
}

const cn_param_type cn_param_set_aside = {parse_set_aside, write_set_aside, range_set_aside,
                                          "set_aside:EACH:ALL", NULL};
