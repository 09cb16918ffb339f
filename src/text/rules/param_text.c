/* One parameter of a rule set: the table, its scalar types, and reading and writing by number.
 * Not here: types with parts (param_sets.c, param_lists.c, param_scoring.c, param_hands.c).
 * Invariant: a parsed value lies in the range of the table, and writing gives its text again. */
#include "text/rules/param_text.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "text/rules/param_type.h"

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

static bool parse_int(cn_scan *scan, const cn_param *p, void *field)
{
    const cn_word word = cn_scan_word(scan);
    long number = 0;
    if (!cn_word_number(word, &number) || number < p->low || number > p->high)
        return cn_param_fail(scan, word, p);
    const int32_t value = (int32_t)number;
    memcpy(field, &value, sizeof value);
    return cn_scan_finish(scan);
}

static void write_int(cn_writer *writer, const cn_param *p, const void *field)
{
    int32_t value = 0;
    (void)p;
    memcpy(&value, field, sizeof value);
    cn_write(writer, "%ld", (long)value);
}

static void range_int(cn_writer *writer, const cn_param *p)
{
    cn_write(writer, "%ld to %ld", (long)p->low, (long)p->high);
}

static bool parse_constant(cn_scan *scan, const cn_param *p, void *field)
{
    const cn_word word = cn_scan_word(scan);
    for (int32_t i = p->low; i <= p->high; i++)
        if (word_is_constant(word, p->type->constants[i])) {
            memcpy(field, &i, sizeof i);
            return cn_scan_finish(scan);
        }
    return cn_param_fail(scan, word, p);
}

static void write_enum(cn_writer *writer, const cn_param *p, const void *field)
{
    int32_t value = 0;
    memcpy(&value, field, sizeof value);
    assert(value >= p->low && value <= p->high);
    write_constant(writer, p->type->constants[value]);
}

static void range_constants(cn_writer *writer, const cn_param *p)
{
    for (int32_t i = p->low; i <= p->high; i++) {
        if (i > p->low) cn_write(writer, "%s", i == p->high ? " or " : ", ");
        write_constant(writer, p->type->constants[i]);
    }
}

static void range_bool(cn_writer *writer, const cn_param *p)
{
    (void)p;
    cn_write(writer, "yes or no");
}

/* The tables keep their columns. */
/* clang-format off */
static const cn_param_type int_type = {parse_int, write_int, range_int, NULL, NULL};
static const cn_param_type bool_type = {
    parse_constant, write_enum, range_bool, NULL, (const char *const[]){"NO", "YES", NULL}};

/* The constants of each enumeration as the header spells them; the text is in lower case. */
#define PARAM_CONSTANT(group, value) #value,
#define PARAM_ENUM(type, list) \
    static const cn_param_type type_##type = { \
        parse_constant, write_enum, range_constants, NULL, \
        (const char *const[]){list(PARAM_CONSTANT) NULL}};
CN_PARAM_ENUMS(PARAM_ENUM)
#undef PARAM_ENUM
#undef PARAM_CONSTANT

/* The types by their names in the table. */
#define type_INT         int_type
#define type_BY_HAND     cn_param_by_hand
#define type_BOOL        bool_type
#define type_COUNTS      cn_param_counts
#define type_WORDS       cn_param_words
#define type_NEEDS       cn_param_needs
#define type_NEEDS_BY_HAND cn_param_needs_by_hand
#define type_AMOUNT      cn_param_amount
#define type_AMOUNT_BY_HAND cn_param_amount_by_hand
#define type_SIGN        cn_param_sign
#define type_SET_ASIDE   cn_param_set_aside
#define type_LIST        cn_param_list
#define type_BANDS       cn_param_bands
#define type_SHAPES      cn_param_shapes
#define type_OPENINGS    cn_param_openings
#define type_BANS        cn_param_bans
#define type_HANDS       cn_param_hands
#define type_WILD_BONUS  cn_param_wild_bonus
#define type_RANK_BONUS  cn_param_rank_bonus
#define type_COLLECTIONS cn_param_collections
#define type_INCOMPLETE  cn_param_incomplete
#define type_HELD        cn_param_held
#define type_VALUES      cn_param_values

static const cn_param params_table[] = {
#define X(type, name, low, high, initial, help) \
    {#name, offsetof(cn_params, name), sizeof(((cn_params *)0)->name), \
     low, high, &type_##type},
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

unsigned cn_param_find(cn_word name)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (cn_word_is(name, params_table[i].name)) return i;
    return CN_PARAM_COUNT;
}

static const void *field_of(const cn_params *params, const cn_param *p)
{
    return (const unsigned char *)params + p->offset;
}

void cn_write_param_value(cn_writer *writer, const cn_params *params, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const cn_param *p = &params_table[param_i];
    p->type->write(writer, p, field_of(params, p));
}

void cn_write_param(cn_writer *writer, const cn_params *params, const char *name)
{
    const unsigned param_i = cn_param_find((cn_word){name, strlen(name)});
    assert(param_i < CN_PARAM_COUNT);
    if (param_i >= CN_PARAM_COUNT) return;
    cn_write(writer, "%s = ", name);
    cn_write_param_value(writer, params, param_i);
}

void cn_write_param_range(cn_writer *writer, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const cn_param *p = &params_table[param_i];
    p->type->range(writer, p);
}

/* Two values are the same if they are written the same: bytes behind the end of a list do not
 * matter. */
bool cn_param_same(const cn_params *a, const cn_params *b, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const cn_param *p = &params_table[param_i];
    if (memcmp(field_of(a, p), field_of(b, p), p->size) == 0) return true;
    char text_a[CN_PARAM_TEXT_MAX], text_b[CN_PARAM_TEXT_MAX];
    cn_writer writer_a = cn_writer_make(text_a, sizeof text_a);
    cn_writer writer_b = cn_writer_make(text_b, sizeof text_b);
    cn_write_param_value(&writer_a, a, param_i);
    cn_write_param_value(&writer_b, b, param_i);
    assert(!writer_a.overflow && !writer_b.overflow);
    return strcmp(text_a, text_b) == 0;
}

bool cn_param_parse(cn_scan *scan, cn_params *params, unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    const cn_param *p = &params_table[param_i];
    (void)cn_scan_done(scan);
    /* The value is a text of its own, so that lists know where they begin. */
    cn_scan value = *scan;
    value.column = cn_scan_column(scan, scan->at);
    value.start = scan->at;
    scan->at = scan->end;
    cn_params read = *params;
    void *field = (unsigned char *)&read + p->offset;
    memset(field, 0, p->size);
    if (!p->type->parse(&value, p, field)) return false;
    *params = read;
    return true;
}

bool cn_param_named(cn_scan *scan, unsigned *param_i)
{
    const cn_word name = cn_scan_name(scan);
    if (name.length == 0) return cn_scan_fail(scan, scan->at, "'name = value' is expected here");
    *param_i = cn_param_find(name);
    if (*param_i == CN_PARAM_COUNT)
        return cn_scan_fail(scan, name.text, "unknown parameter '%.*s'", cn_word_shown(name),
                            name.text);
    return true;
}

bool cn_param_assign(cn_scan *scan, cn_params *params, unsigned *param_i)
{
    return cn_param_named(scan, param_i) && cn_scan_sign(scan, '=') &&
           cn_param_parse(scan, params, *param_i);
}
