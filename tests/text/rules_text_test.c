/* Claims about rule sets as text.
 * Not here: what a value does. Invariant: each parameter of the table is tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/rules_text.h"

static uint64_t seed;

static void assert_params_same(const cn_params *a, const cn_params *b)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (!cn_param_same(a, b, i)) fail_msg("%s differs", cn_param_name(i));
}

static cn_params ruleset(const char *name)
{
    cn_params params;
    assert_true(cn_ruleset_params(name, &params));
    return params;
}

static void the_root_states_the_default_column(void **state)
{
    (void)state;
    const cn_params defaults = cn_params_default(), root = ruleset("classic_pagat");
    assert_params_same(&root, &defaults);
    assert_string_equal(cn_rulesets[0], "classic_pagat");
}

/* What the rules of the two-handed game say, worked out by hand from its sources. */
static void two_player_is_the_root_but_for_these(void **state)
{
    (void)state;
    cn_params expected = cn_params_default();
    expected.players = 1 << 2;
    expected.team_layout = CN_TEAM_LAYOUT_INDIVIDUAL;
    expected.hand_size = 15;
    expected.draw_count = 2;
    expected.out_canastas = 2;
    expected.short_draw = CN_SHORT_DRAW_TAKE_REST;
    expected.ask_partner = CN_ASK_PARTNER_NONE;
    expected.target = 5000;
    const cn_params two_player = ruleset("two_player");
    assert_params_same(&two_player, &expected);
    assert_string_equal(cn_rulesets[1], "two_player");
    assert_null(cn_rulesets[2]);
}

static void every_built_in_rule_set_makes_rules(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_rules rules;
        cn_text_error error = {0};
        assert_true(cn_rules_load(&rules, cn_rulesets[i], NULL, 0, &error));
        assert_string_equal(rules.name, cn_rulesets[i]);
        assert_int_equal(rules.seat_count, cn_params_seat_count(&rules.p));
    }
}

static void written_parameters_are_read_again(void **state)
{
    (void)state;
    static const char overrides[] =
        "players = 2,4\nred3_sign = always_plus\nmin_table = any:0, -500:20, 0:50, 7000:130\n"
        "red3_schedule = 0,50\nfreeze_initial_pile = yes; bonus_mixed = 0\nvalue_8_to_K = 500";
    cn_params params = ruleset("two_player"), back = cn_params_default();
    cn_text_error error = {0};
    char text[4096];
    assert_true(cn_params_set_all(&params, overrides, &error));
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_params(&writer, &params);
    assert_false(writer.overflow);
    assert_true(cn_params_set_all(&back, text, &error));
    assert_params_same(&back, &params);
    assert_int_equal(params.players, 1 << 2 | 1 << 4);
    assert_int_equal(params.min_table.count, 4);
    assert_int_equal(params.min_table.band[1].floor_points, -500);
    assert_int_equal(params.min_table.band[1].minimum_points, 20);
    assert_int_equal(params.red3_schedule.count, 2);
}

/* Whatever its type, a parameter takes its own text, and neither nothing nor nonsense. */
static void every_parameter_is_read_and_checked(void **state)
{
    (void)state;
    const cn_params defaults = cn_params_default();
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        char text[256];
        cn_text_error error = {0};
        cn_params params = ruleset("two_player");
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_param(&writer, &defaults, cn_param_name(i));
        const char *value = strchr(text, '=') + 1;
        assert_true(cn_params_set(&params, cn_param_name(i), value, &error));
        assert_true(cn_param_same(&params, &defaults, i));
        assert_false(cn_params_set(&params, cn_param_name(i), "", &error));
        assert_false(cn_params_set(&params, cn_param_name(i), "nonsense", &error));
        assert_false(cn_params_set(&params, cn_param_name(i), "-99999", &error));
        assert_non_null(strstr(error.message, cn_param_name(i)));
        assert_true(cn_param_same(&params, &defaults, i));
        assert_true(strlen(cn_param_help(i)) > 0);
    }
}

/* The ends of a range are in it, their neighbours are not. */
static void whole_numbers_stay_in_their_range(void **state)
{
    (void)state;
    unsigned ranges = 0;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        char range[128], value[32];
        long low = 0, high = 0;
        cn_params params = cn_params_default();
        cn_writer writer = cn_writer_make(range, sizeof range);
        cn_write_param_range(&writer, i);
        const char *to = strstr(range, " to ");
        if (to == NULL || strchr(range, ',') != NULL) continue;
        if (!cn_word_number((cn_word){range, (size_t)(to - range)}, &low)) continue;
        if (!cn_word_number((cn_word){to + 4, strlen(to + 4)}, &high)) continue;
        const struct {
            long value;
            bool good;
        } tries[] = {{low, true}, {high, true}, {low - 1, false}, {high + 1, false}};
        for (unsigned j = 0; j < 4; j++) {
            writer = cn_writer_make(value, sizeof value);
            const bool bands = strcmp(cn_param_name(i), "min_table") == 0;
            cn_write(&writer, "%s%ld", bands ? "any:" : "", tries[j].value);
            assert_int_equal(cn_params_set(&params, cn_param_name(i), value, NULL), tries[j].good);
        }
        ranges++;
    }
    assert_true(ranges > 20);
}

static void wrong_settings_name_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
        const char *message;
    } cases[] = {
        {"target = 5", 1, 10, "target is 100 to 1000000, not '5'"},
        {"target = 99999999999", 1, 10, "target is 100 to 1000000, not '99999999999'"},
        {"target =", 1, 9, "a value of target is missing: 100 to 1000000"},
        {"targit = 5000", 1, 1, "unknown parameter 'targit'"},
        {"rounds = 1;  targit = 5000", 1, 14, "unknown parameter 'targit'"},
        {"rounds = 1\n# c\n\n  decks = 3", 4, 11, "decks is 1 to 2, not '3'"},
        {"rounds 1", 1, 8, "'=' is expected here"},
        {"= 1", 1, 1, "'name = value' is expected here"},
        {"rounds = 1 2", 1, 12, "nothing may follow here, but '2' does"},
        {"rounds = 1; rounds = 2", 1, 13, "rounds is set twice, first in line 1"},
        {"freeze_wild = true", 1, 15, "freeze_wild is yes or no, not 'true'"},
        {"team_layout = PAIRS", 1, 15, "team_layout is individual or pairs, not 'PAIRS'"},
        {"take_add_to_meld = an", 1, 20,
         "take_add_to_meld is any, below_canasta or never, not 'an'"},
        {"players = 2,5", 1, 13, "players is 2 to 4, not '5'"},
        {"players = 2,2", 1, 13, "players names 2 twice"},
        {"red3_schedule = 0,,2", 1, 19, "a value of red3_schedule is missing: 0 to 5000"},
        {"red3_schedule = 0,1,2,", 1, 23, "a value of red3_schedule is missing: 0 to 5000"},
        {"red3_schedule = 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", 1, 49,
         "red3_schedule has at most 16 values"},
        {"min_table = 0:50", 1, 13, "the first band of min_table is any:POINTS"},
        {"min_table = any:15, any:20", 1, 21,
         "a band of min_table is FLOOR:POINTS, with a whole number, not 'any'"},
        {"min_table = any:15, 50", 1, 21, "a band of min_table is FLOOR:POINTS"},
        {"min_table = any:15, 100:50, 100:60", 1, 29, "the floors of min_table rise"},
        {"min_table = any:501", 1, 17, "min_table is 0 to 500, not '501'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_params params = cn_params_default();
        const cn_params before = params;
        cn_text_error error = {0};
        assert_false(cn_params_set_all(&params, cases[i].text, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_params_same(&params, &before);
    }
}

static void values_that_do_not_fit_together_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *overrides;
        unsigned seats;
        const char *message;
    } cases[] = {
        {"classic", "", 4, "unknown rule set 'classic'; known: classic_pagat, two_player"},
        {"classic_pagat", "", 3, "classic_pagat is not played by 3"},
        {"two_player", "", 4, "two_player is not played by 4"},
        {"classic_pagat", "players = 2", 2, "team_layout = pairs needs four seats"},
        {"classic_pagat", "black3_meld_max = 2", 4, "black3_meld_min is above black3_meld_max"},
        {"two_player", "ask_partner = optional", 2, "ask_partner needs a partner"},
        {"classic_pagat", "decks = 1; hand_size = 15", 4,
         "hand_size is too large for the deck and 4 seats"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_rules rules;
        cn_text_error error = {0};
        assert_false(
            cn_rules_load(&rules, cases[i].name, cases[i].overrides, cases[i].seats, &error));
        assert_string_equal(error.message, cases[i].message);
    }
}

static void a_rule_file_is_its_parent_and_its_own_values(void **state)
{
    (void)state;
    static const char text[] = "# house rules\n\n[ house : two_player ]\ntarget = 3000 # short\n";
    char name[CN_RULES_NAME_MAX];
    cn_params params, expected = ruleset("two_player");
    cn_text_error error = {0};
    assert_true(cn_ruleset_parse(text, strlen(text), &params, name, &error));
    expected.target = 3000;
    assert_string_equal(name, "house");
    assert_params_same(&params, &expected);
}

static void wrong_rule_files_name_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
        const char *message;
    } cases[] = {
        {"", 1, 1, "a rule set begins with [name]"},
        {"# nothing\n", 2, 1, "a rule set begins with [name]"},
        {"target = 3000\n[a]\n", 1, 1, "'[' is expected here"},
        {"[a : b]\n", 1, 6, "unknown rule set 'b'; known: classic_pagat, two_player"},
        {"[a : classic_pagat\n", 1, 19, "']' is expected here"},
        {"[]\n", 1, 2, "a rule set has a name of 1 to 47 letters"},
        {"[a] b\n", 1, 5, "nothing may follow here, but 'b' does"},
        {"[a]\ntarget = 3000\n\ntarget = 4000\n", 4, 1, "target is set twice, first in line 2"},
        {"[a]\ntarget = 3", 2, 10, "target is 100 to 1000000, not '3'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[CN_RULES_NAME_MAX] = "untouched";
        cn_params params = cn_params_default();
        cn_text_error error = {0};
        assert_false(cn_ruleset_parse(cases[i].text, strlen(cases[i].text), &params, name, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_string_equal(name, "untouched");
    }
}

static void any_bytes_are_read_without_harm(void **state)
{
    (void)state;
    static const char *const words[] = {
        "target", "min_table", "red3_schedule", "players", "rounds", "=",   ",",
        ":",      "any",       "yes",           "500",     "2",      "-7",  ";",
        "\n",     "#",         "[a]",           " ",       "\xff",   "\x01"};
    cn_stream stream = cn_stream_make(seed, 8, 0);
    unsigned good = 0;
    for (unsigned round = 0; round < test_effort(20000); round++) {
        char text[256], name[CN_RULES_NAME_MAX];
        cn_params params = cn_params_default();
        const cn_params before = params;
        cn_text_error error = {0};
        cn_writer writer = cn_writer_make(text, sizeof text);
        for (unsigned i = cn_stream_below(&stream, 9); i > 0; i--)
            cn_write(&writer, "%s", words[cn_stream_below(&stream, sizeof words / sizeof *words)]);
        (void)cn_ruleset_parse(text, writer.length, &params, name, &error);
        params = before;
        if (cn_params_set_all(&params, text, &error)) {
            good++;
            continue;
        }
        assert_params_same(&params, &before);
        assert_in_range(error.line, 1, 10);
        assert_in_range(error.column, 1, writer.length + 1);
        for (const char *c = error.message; *c != '\0'; c++) assert_in_range(*c, ' ', '~');
    }
    assert_true(good > 0);
}

/* The page has one row for each parameter, in the order of the table, and no other. */
static void the_documented_parameters_are_the_table(void **state)
{
    (void)state;
    char row[512];
    const cn_params defaults = cn_params_default();
    char *page = documented("| in `classic_pagat` | allowed | meaning |\n|---|---|---|\n", "\n\n");
    char *line = strtok(page, "\n");
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_writer writer = cn_writer_make(row, sizeof row);
        cn_write(&writer, "| `");
        cn_write_param(&writer, &defaults, cn_param_name(i));
        cn_write(&writer, "` | ");
        cn_write_param_range(&writer, i);
        cn_write(&writer, " | %s |", cn_param_help(i));
        if (line == NULL) fail_msg("docs/formats.md lacks: %s", row);
        assert_string_equal(line, row);
        line = strtok(NULL, "\n");
    }
    if (line != NULL) fail_msg("docs/formats.md has one row too many: %s", line);
    free(page);
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_states_the_default_column),
        cmocka_unit_test(two_player_is_the_root_but_for_these),
        cmocka_unit_test(every_built_in_rule_set_makes_rules),
        cmocka_unit_test(written_parameters_are_read_again),
        cmocka_unit_test(every_parameter_is_read_and_checked),
        cmocka_unit_test(whole_numbers_stay_in_their_range),
        cmocka_unit_test(wrong_settings_name_their_place),
        cmocka_unit_test(values_that_do_not_fit_together_are_refused),
        cmocka_unit_test(a_rule_file_is_its_parent_and_its_own_values),
        cmocka_unit_test(wrong_rule_files_name_their_place),
        cmocka_unit_test(any_bytes_are_read_without_harm),
        cmocka_unit_test(the_documented_parameters_are_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
