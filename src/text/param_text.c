/* One parameter of a rule set: value to text and back, with its range.
 * Not here: rule files.
 * Invariant: a parsed value lies in the range of the table, and writing gives its text again. */
#include "text/param_text.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* clang-format off */
typedef enum param_type {
    PARAM_INT, PARAM_BOOL, PARAM_SET, PARAM_LIST, PARAM_BANDS,
#define PARAM_ENUM_TYPE(type, list) PARAM_##type,
    CN_PARAM_ENUMS(PARAM_ENUM_TYPE)
#undef PARAM_ENUM_TYPE
    PARAM_TYPES
} param_type;

/* The constants of each enumeration as the header spells them; the text is in lower case. */
#define PARAM_CONSTANT(group, value) #value,
static const char *const *const enum_constants[PARAM_TYPES] = {
#define PARAM_ENUM_CONSTANTS(type, list) \
    [PARAM_##type] = (const char *const[]){list(PARAM_CONSTANT) NULL},
    CN_PARAM_ENUMS(PARAM_ENUM_CONSTANTS)
#undef PARAM_ENUM_CONSTANTS
};
#undef PARAM_CONSTANT

typedef struct param {
    const char *name;
    const char *help;
    size_t offset, size;
    int32_t low, high;
    param_type type;
} param;

static const param params_table[] = {
#define X(type, name, low, high, initial, help) \
    {#name, help, offsetof(cn_params, name), sizeof(((cn_params *)0)->name), \
     low, high, PARAM_##type},
    CN_PARAMS(X)
#undef X
};
/* clang-format on */

static_assert(sizeof params_table == CN_PARAM_COUNT * sizeof params_table[0], "one line each");

const char *cn_param_name(unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    return params_table[param_i].name;
}

const char *cn_param_help(unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    return params_table[param_i].help;
}

unsigned cn_param_find(cn_word name)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (cn_word_is(name, params_table[i].name)) return i;
    return CN_PARAM_COUNT;
}

static const void *field_of(const cn_params *params, const param *p)
{
    return (const unsigned char *)params + p->offset;
}

static void field_set(cn_params *params, const param *p, const void *value)
{
    memcpy((unsigned char *)params + p->offset, value, p->size);
}

static bool lists_same(const cn_list *a, const cn_list *b)
{
    for (int32_t i = 0; i < a->count && i < b->count; i++)
        if (a->value[i] != b->value[i]) return false;
    return a->count == b->count;
}

static bool bands_same(const cn_bands *a, const cn_bands *b)
{
    for (int32_t i = 0; i < a->count && i < b->count; i++)
        if (a->band[i].floor_points != b->band[i].floor_points ||
            a->band[i].minimum_points != b->band[i].minimum_points)
            return false;
    return a->count == b->count;
}

bool cn_param_same(const cn_params *a, const cn_params *b, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const param *p = &params_table[param_i];
    const void *of_a = field_of(a, p), *of_b = field_of(b, p);
    if (p->type == PARAM_LIST) return lists_same(of_a, of_b);
    if (p->type == PARAM_BANDS) return bands_same(of_a, of_b);
    return memcmp(of_a, of_b, p->size) == 0;
}

/* The lower-case form of a letter of a constant's name. */
static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool word_is_constant(cn_word word, const char *constant)
{
    size_t i = 0;
    while (i < word.length && constant[i] != '\0' && word.text[i] == lower(constant[i])) i++;
    return i == word.length && constant[i] == '\0';
}

static void write_constant(cn_writer *writer, const char *constant)
{
    for (; *constant != '\0'; constant++) cn_write_char(writer, lower(*constant));
}

void cn_write_param_range(cn_writer *writer, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const param *p = &params_table[param_i];
    if (p->type == PARAM_BOOL) {
        cn_write(writer, "yes or no");
    } else if (enum_constants[p->type] != NULL) {
        for (int32_t i = p->low; i <= p->high; i++) {
            if (i > p->low) cn_write(writer, "%s", i == p->high ? " or " : ", ");
            write_constant(writer, enum_constants[p->type][i]);
        }
    } else {
        cn_write(writer, "%ld to %ld", (long)p->low, (long)p->high);
    }
}

/* "target is 100 to 1000000, not 5" at a part of the value. */
static bool fail_value(const cn_scan *scan, cn_word word, const param *p)
{
    char range[128];
    cn_writer writer = cn_writer_make(range, sizeof range);
    cn_write_param_range(&writer, (unsigned)(p - params_table));
    if (word.length == 0)
        return cn_scan_fail(scan, word.text, "a value of %s is missing: %s", p->name, range);
    return cn_scan_fail(scan, word.text, "%s is %s, not '%.*s'", p->name, range,
                        cn_word_shown(word), word.text);
}

/* A number inside the range of the table. */
static bool parse_points(const cn_scan *scan, cn_word word, const param *p, int32_t *points)
{
    long number = 0;
    if (!cn_word_number(word, &number) || number < p->low || number > p->high)
        return fail_value(scan, word, p);
    *points = (int32_t)number;
    return true;
}

static bool parse_choice(const cn_scan *scan, cn_word word, const param *p, int32_t *choice)
{
    static const char *const bools[] = {"NO", "YES"};
    const char *const *constants = p->type == PARAM_BOOL ? bools : enum_constants[p->type];
    for (int32_t i = p->low; i <= p->high; i++)
        if (word_is_constant(word, constants[i])) {
            *choice = i;
            return true;
        }
    return fail_value(scan, word, p);
}

/* The next item of a list with commas, without the blanks around it; false behind the last. */
static bool next_item(cn_scan *scan, cn_word *item)
{
    if (scan->at > scan->start) {
        if (scan->at == scan->end) return false;
        scan->at++;
    }
    (void)cn_scan_done(scan);
    item->text = scan->at;
    while (scan->at < scan->end && *scan->at != ',') scan->at++;
    const char *last = scan->at;
    while (last > item->text && (last[-1] == ' ' || last[-1] == '\t')) last--;
    item->length = (size_t)(last - item->text);
    return true;
}

static bool parse_set(cn_scan *scan, const param *p, int32_t *set)
{
    cn_word item;
    *set = 0;
    while (next_item(scan, &item)) {
        int32_t member = 0;
        if (!parse_points(scan, item, p, &member)) return false;
        if ((*set >> member & 1) != 0)
            return cn_scan_fail(scan, item.text, "%s names %ld twice", p->name, (long)member);
        *set |= (int32_t)1 << member;
    }
    return true;
}

static bool parse_list(cn_scan *scan, const param *p, cn_list *list)
{
    cn_word item;
    memset(list, 0, sizeof *list);
    while (next_item(scan, &item)) {
        if (list->count == CN_LIST_MAX)
            return cn_scan_fail(scan, item.text, "%s has at most %d values", p->name, CN_LIST_MAX);
        if (!parse_points(scan, item, p, &list->value[list->count])) return false;
        list->count++;
    }
    return true;
}

/* The floor of a band: `any` in the first one, then rising numbers (P2). */
static bool parse_floor(const cn_scan *scan, cn_word word, const param *p, const cn_bands *bands,
                        int32_t *floor_points)
{
    long number = 0;
    if (bands->count == 0) {
        *floor_points = CN_BAND_BELOW_ALL;
        if (cn_word_is(word, "any")) return true;
        return cn_scan_fail(scan, word.text, "the first band of %s is any:POINTS", p->name);
    }
    if (!cn_word_number(word, &number))
        return cn_scan_fail(scan, word.text,
                            "a band of %s is FLOOR:POINTS, with a whole number, "
                            "not '%.*s'",
                            p->name, cn_word_shown(word), word.text);
    if (number <= bands->band[bands->count - 1].floor_points)
        return cn_scan_fail(scan, word.text, "the floors of %s rise", p->name);
    *floor_points = (int32_t)number;
    return true;
}

static bool parse_bands(cn_scan *scan, const param *p, cn_bands *bands)
{
    cn_word item;
    memset(bands, 0, sizeof *bands);
    while (next_item(scan, &item)) {
        if (bands->count == CN_BANDS_MAX)
            return cn_scan_fail(scan, item.text, "%s has at most %d bands", p->name, CN_BANDS_MAX);
        const char *colon = memchr(item.text, ':', item.length);
        if (colon == NULL)
            return cn_scan_fail(scan, item.text, "a band of %s is FLOOR:POINTS", p->name);
        const cn_word floor_word = {item.text, (size_t)(colon - item.text)};
        const cn_word points = {colon + 1, item.length - floor_word.length - 1};
        cn_band *band = &bands->band[bands->count];
        if (!parse_floor(scan, floor_word, p, bands, &band->floor_points)) return false;
        if (!parse_points(scan, points, p, &band->minimum_points)) return false;
        bands->count++;
    }
    return true;
}

bool cn_param_parse(cn_scan *scan, cn_params *params, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const param *p = &params_table[param_i];
    (void)cn_scan_done(scan);
    /* The value is a text of its own, so that lists know where they begin. */
    cn_scan value = *scan;
    value.column = cn_scan_column(scan, scan->at);
    value.start = scan->at;
    scan->at = scan->end;
    union {
        int32_t number;
        cn_list list;
        cn_bands bands;
    } field;
    bool good = false;
    if (p->type == PARAM_LIST) {
        good = parse_list(&value, p, &field.list);
    } else if (p->type == PARAM_BANDS) {
        good = parse_bands(&value, p, &field.bands);
    } else if (p->type == PARAM_SET) {
        good = parse_set(&value, p, &field.number);
    } else {
        const cn_word word = cn_scan_word(&value);
        good = p->type == PARAM_INT ? parse_points(&value, word, p, &field.number)
                                    : parse_choice(&value, word, p, &field.number);
        good = good && cn_scan_finish(&value);
    }
    if (good) field_set(params, p, &field);
    return good;
}

bool cn_param_assign(cn_scan *scan, cn_params *params, unsigned *param_i)
{
    const cn_word name = cn_scan_name(scan);
    if (name.length == 0) return cn_scan_fail(scan, scan->at, "'name = value' is expected here");
    *param_i = cn_param_find(name);
    if (*param_i == CN_PARAM_COUNT)
        return cn_scan_fail(scan, name.text, "unknown parameter '%.*s'", cn_word_shown(name),
                            name.text);
    return cn_scan_sign(scan, '=') && cn_param_parse(scan, params, *param_i);
}

static void write_set(cn_writer *writer, int32_t set)
{
    const char *comma = "";
    for (int i = 0; i < 16; i++) {
        if ((set >> i & 1) == 0) continue;
        cn_write(writer, "%s%d", comma, i);
        comma = ",";
    }
}

static void write_list(cn_writer *writer, const cn_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        cn_write(writer, "%s%ld", i == 0 ? "" : ",", (long)list->value[i]);
}

static void write_bands(cn_writer *writer, const cn_bands *bands)
{
    for (int32_t i = 0; i < bands->count; i++) {
        const cn_band *band = &bands->band[i];
        if (i > 0) cn_write(writer, ", ");
        if (band->floor_points == CN_BAND_BELOW_ALL)
            cn_write(writer, "any:%ld", (long)band->minimum_points);
        else
            cn_write(writer, "%ld:%ld", (long)band->floor_points, (long)band->minimum_points);
    }
}

void cn_write_param(cn_writer *writer, const cn_params *params, const char *name)
{
    const unsigned param_i = cn_param_find((cn_word){name, strlen(name)});
    assert(param_i < CN_PARAM_COUNT);
    if (param_i >= CN_PARAM_COUNT) return;
    const param *p = &params_table[param_i];
    const void *field = field_of(params, p);
    int32_t number = 0;
    memcpy(&number, field, sizeof number);
    cn_write(writer, "%s = ", name);
    if (p->type == PARAM_LIST)
        write_list(writer, field);
    else if (p->type == PARAM_BANDS)
        write_bands(writer, field);
    else if (p->type == PARAM_SET)
        write_set(writer, number);
    else if (p->type == PARAM_BOOL)
        cn_write(writer, number != 0 ? "yes" : "no");
    else if (p->type == PARAM_INT)
        cn_write(writer, "%ld", (long)number);
    else
        write_constant(writer, enum_constants[p->type][number]);
}
