/* Every parameter has an effect: runs the rows of all topics, and looks for parameters without one.
 * Not here: the rows (test_effects_*.c). Invariant: each row is a test whose name begins with its
 * parameter, so that tools/take_away sees which tests notice that an effect is gone. */
#include "test_effects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"
#include "text/base/text.h"
#include "text/positions/position_rule.h"

enum { TOPICS = 8, ROWS_MAX = 400, TEXT_MAX = 1500, NAME_MAX = 120 };

static const effect_topic *const topics[TOPICS] = {
    &effects_of_deal,    &effects_of_draws, &effects_of_threes,   &effects_of_melds,
    &effects_of_opening, &effects_of_takes, &effects_of_turn_end, &effects_of_scores,
};

static void read_position(const effect *row, const effect_value *value, char *text,
                          cn_position *position)
{
    cn_position_lines lines;
    cn_text_error error = {0};
    snprintf(text, TEXT_MAX, "position %s\n%s\nset %s = %s\nexpect %s\n", row->parameter,
             row->position, row->parameter, value->value, value->expect);
    cn_position_reader reader = cn_position_reader_make(text, strlen(text));
    if (cn_position_next(&reader, &lines, &error) != CN_POSITION_READ ||
        !cn_position_make(&lines, 0, position, &error))
        fail_msg("%s = %s: line %u: %s", row->parameter, value->value, error.line, error.message);
}

static void check_position(const effect *row, const effect_value *value)
{
    static cn_position position; /* too large for the stack */
    static cn_ruling ruling;
    char text[TEXT_MAX], wrong[TEXT_MAX];
    read_position(row, value, text, &position);
    cn_writer writer = cn_writer_make(wrong, sizeof wrong);
    cn_position_rule(&position, &ruling);
    if (!cn_ruling_meets(&writer, &position, &ruling))
        fail_msg("%s = %s: %s", row->parameter, value->value, wrong);
}

static cn_rules measured_rules(const effect *row, const effect_value *value)
{
    char overrides[TEXT_MAX];
    snprintf(overrides, sizeof overrides, "%s%s%s = %s", row->position,
             row->position[0] != '\0' ? "; " : "", row->parameter, value->value);
    return table_rules("classic_pagat", overrides);
}

static void check_row(void **state)
{
    const effect *row = *state;
    for (unsigned i = 0; i < EFFECT_VALUES_MAX && row->value[i].value != NULL; i++) {
        const effect_value *value = &row->value[i];
        if (row->measure == NULL) {
            check_position(row, value);
            continue;
        }
        cn_rules rules = measured_rules(row, value);
        const int32_t found = row->measure(&rules);
        if (found != strtol(value->expect, NULL, 10))
            fail_msg("%s = %s: %d instead of %s", row->parameter, value->value, (int)found,
                     value->expect);
    }
}

static cn_params params_of(const effect *row, const effect_value *value)
{
    static cn_position position;
    char text[TEXT_MAX];
    if (row->measure != NULL) return measured_rules(row, value).p;
    read_position(row, value, text, &position);
    return position.rules.p;
}

/* A line of the parameter table. */
typedef struct param {
    const char *name, *type;
    size_t at, size;
    int32_t low, high;
} param;

/* The values of these are words, and all of them are to be seen. */
static bool is_enumeration(const param *p)
{
    return strncmp(p->type, "E_", 2) == 0 || strcmp(p->type, "BOOL") == 0 ||
           strcmp(p->type, "SIGN") == 0;
}

static unsigned all_values(const param *p)
{
    if (strcmp(p->type, "SIGN") == 0) return (2U << CN_RED3_SIGN_BY_CANASTA_COUNT) - 1;
    return (2U << p->high) - (1U << p->low);
}

static bool expects_differ(const effect *row)
{
    for (unsigned i = 1; i < EFFECT_VALUES_MAX && row->value[i].value != NULL; i++)
        if (strcmp(row->value[i].expect, row->value[0].expect) != 0) return true;
    return false;
}

/* Which values of an enumeration a row has, as bits; of any other type whether it has two. */
static unsigned values_seen(const param *p, const effect *row)
{
    unsigned seen = 0;
    const cn_params first = params_of(row, &row->value[0]);
    for (unsigned i = 0; i < EFFECT_VALUES_MAX && row->value[i].value != NULL; i++) {
        const cn_params params = params_of(row, &row->value[i]);
        const char *field = (const char *)&params + p->at;
        int32_t number;
        memcpy(&number, field, sizeof number);
        if (is_enumeration(p)) {
            seen |= 1U << number;
        } else if (memcmp(field, (const char *)&first + p->at, p->size) != 0) {
            seen = 1;
        }
    }
    return seen;
}

static void check_param(const param *p)
{
    if (p->type[0] == 'E' && p->low == p->high) return; /* one value only: nothing to choose */
    const unsigned wanted = is_enumeration(p) ? all_values(p) : 1;
    unsigned seen = 0;
    for (unsigned topic = 0; topic < TOPICS; topic++) {
        for (size_t i = 0; i < topics[topic]->count; i++) {
            const effect *row = &topics[topic]->row[i];
            if (strcmp(row->parameter, p->name) != 0) continue;
            if (expects_differ(row)) seen |= values_seen(p, row);
        }
    }
    if (seen != wanted) fail_msg("%s: values %x of %x have a row", p->name, seen, wanted);
}

static void every_parameter_and_every_word_has_a_row(void **state)
{
    (void)state;
    static const param params[] = {
#define X(type, name, low, high, initial, help)                                                    \
    {#name, #type, offsetof(cn_params, name), sizeof((cn_params *)0)->name, low, high},
        CN_PARAMS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++) check_param(&params[i]);
}

static bool is_parameter(const char *name)
{
#define X(type, param, low, high, initial, help)                                                   \
    if (strcmp(name, #param) == 0) return true;
    CN_PARAMS(X)
#undef X
    return false;
}

/* With the name of a parameter only its rows are run. */
static bool is_chosen(const effect *row, int argc, char **argv)
{
    return argc < 2 || strcmp(row->parameter, argv[1]) == 0;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[ROWS_MAX + 1];
    static char names[ROWS_MAX][NAME_MAX];
    size_t count = 0;
    for (unsigned topic = 0; topic < TOPICS; topic++) {
        for (size_t i = 0; i < topics[topic]->count; i++) {
            const effect *row = &topics[topic]->row[i];
            if (!is_chosen(row, argc, argv)) continue;
            if (count == ROWS_MAX || !is_parameter(row->parameter)) {
                fprintf(stderr, "row %zu: %s\n", count, row->parameter);
                return 1;
            }
            snprintf(names[count], NAME_MAX, "%s: %s", row->parameter, row->claim);
            /* cmocka hands the initial state on unchanged; check_row only reads it. */
            tests[count] = (struct CMUnitTest){names[count], check_row, NULL, NULL, NULL};
            memcpy(&tests[count].initial_state, &row, sizeof row);
            count++;
        }
    }
    if (count == 0) {
        fprintf(stderr, "no row is about %s\n", argv[1]);
        return 1;
    }
    const struct CMUnitTest last = cmocka_unit_test(every_parameter_and_every_word_has_a_row);
    if (argc < 2) tests[count++] = last;
    return _cmocka_run_group_tests("effects", tests, count, NULL, NULL);
}
