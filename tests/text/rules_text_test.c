/* Claims about rule sets as text.
 * Not here: single parameters (param_text_test.c), what a value does.
 * Invariant: each built-in rule set is tried for each number of players. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/rules/rules_text.h"

static uint64_t seed;

static void assert_params_same(const cn_params *a, const cn_params *b)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (!cn_param_same(a, b, i)) fail_msg("%s differs", cn_param_name(i));
}

static cn_params ruleset(const char *name)
{
    cn_params params;
    assert_true(cn_ruleset_params(name, 0, &params));
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
    expected.hand_size.value[0] = 15;
    expected.draw_count.value[0] = 2;
    expected.out_canastas.value[0] = 2;
    expected.short_draw = CN_SHORT_DRAW_TAKE_REST;
    expected.ask_partner = CN_ASK_PARTNER_NONE;
    const cn_params two_player = ruleset("two_player");
    assert_params_same(&two_player, &expected);
}

static void every_built_in_rule_set_makes_rules_for_its_tables(void **state)
{
    (void)state;
    unsigned tables = 0;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        cn_rules rules;
        cn_text_error error = {0};
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        assert_string_equal(about.name, cn_rulesets[i]);
        assert_true(about.title[0] != '\0');
        for (unsigned count = 0; count <= CN_PLAYERS_MAX + 1; count++) {
            const bool allowed = count == 0 || (about.player_counts >> count & 1) != 0;
            if (cn_rules_load(&rules, cn_rulesets[i], NULL, count, &error) != allowed)
                fail_msg("%s with %u: %s", cn_rulesets[i], count, error.message);
            if (!allowed) continue;
            assert_int_equal(rules.player_count, count == 0 ? about.usual_count : count);
            const char *form = about.form[rules.player_count];
            assert_string_equal(rules.name, form[0] == '\0' ? about.name : form);
            tables += count != 0;
        }
    }
    assert_true(tables >= 31);
}

/* P5: the form is another rule set, with a name of its own. */
static void a_table_of_another_number_plays_the_form_for_it(void **state)
{
    (void)state;
    cn_rules rules;
    cn_params params, form;
    cn_ruleset_about about;
    assert_true(cn_ruleset_describe("relaxed", &about));
    assert_int_equal(about.own_counts, 1 << 4);
    assert_int_equal(about.player_counts, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6);
    assert_int_equal(about.usual_count, 4);
    assert_string_equal(about.parent, "classic_usp");
    assert_string_equal(about.form[3], "relaxed_3");
    assert_string_equal(about.form[4], "");
    assert_true(cn_rules_load(&rules, "relaxed", "target = 3000", 6, NULL));
    assert_string_equal(rules.name, "relaxed_6");
    assert_int_equal(rules.p.decks, 3);
    assert_int_equal(rules.p.target, 3000);
    assert_true(cn_ruleset_params("relaxed", 2, &params));
    form = ruleset("relaxed_2");
    assert_params_same(&params, &form);
    assert_false(cn_ruleset_params("relaxed", 7, &params));
    assert_false(cn_ruleset_params("relaxed", 1, &params));
    assert_true(cn_ruleset_base("relaxed", 7, &params));
    form = ruleset("relaxed");
    assert_params_same(&params, &form);
}

static void values_may_depend_on_the_number_of_players(void **state)
{
    (void)state;
    cn_params two, four;
    assert_true(cn_ruleset_params("online", 2, &two));
    assert_true(cn_ruleset_params("online", 4, &four));
    assert_int_equal(two.hand_size.value[0], 13);
    assert_int_equal(four.hand_size.value[0], 11);
    assert_int_equal(two.team_layout, CN_TEAM_LAYOUT_INDIVIDUAL);
    assert_int_equal(four.team_layout, CN_TEAM_LAYOUT_PAIRS);
    assert_false(cn_ruleset_params("online", 3, &two));
    const cn_params usual = ruleset("online");
    assert_params_same(&usual, &four);
}

/* Of every rule set for every table, written as a whole and as overrides of the root. */
static void written_rule_sets_are_read_again(void **state)
{
    (void)state;
    char text[8192];
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++)
        for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
            const cn_params root = cn_params_default();
            cn_params params, whole = root, changed = root;
            if (!cn_ruleset_params(cn_rulesets[i], count, &params)) continue;
            cn_writer writer = cn_writer_make(text, sizeof text);
            cn_write_params(&writer, &params);
            assert_true(cn_params_set_all(&whole, text, NULL));
            assert_params_same(&whole, &params);
            writer = cn_writer_make(text, sizeof text);
            cn_write_overrides(&writer, &root, &params);
            assert_true(cn_params_set_all(&changed, text, NULL));
            assert_params_same(&changed, &params);
        }
}

static void overrides_are_what_differs(void **state)
{
    (void)state;
    char text[256];
    const cn_params base = ruleset("samba");
    cn_params params = base;
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_overrides(&writer, &base, &params);
    assert_string_equal(text, "");
    assert_true(cn_params_set_all(&params, "target = 3000; sequences = no", NULL));
    params.red3_schedule.value[20] = 7; /* behind the end of the list */
    cn_write_overrides(&writer, &base, &params);
    assert_string_equal(text, "sequences = no; target = 3000");
}

static void values_that_do_not_fit_together_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *overrides;
        unsigned players;
        const char *message;
    } cases[] = {
        {"classic", "", 4, "unknown rule set 'classic'; `canasta rules list` names them"},
        {"classic_pagat", "", 3, "classic_pagat is played by 4, not by 3"},
        {"relaxed", "", 7, "relaxed is played by 2, 3, 4, 5 or 6, not by 7"},
        {"online", "", 3, "online is played by 2 or 4, not by 3"},
        {"online", "players = 3", 4, "online is played by 3, not by 4"},
        {"two_player", "", 4, "two_player is played by 2, not by 4"},
        {"classic_pagat", "decks = 1; hand_size = 15", 4,
         "hand_size: more cards are dealt than the deck holds"},
        {"classic_pagat", "target = 0", 4, "target is 1 to 1000000, not '0'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_rules rules;
        cn_text_error error = {0};
        assert_false(
            cn_rules_load(&rules, cases[i].name, cases[i].overrides, cases[i].players, &error));
        assert_string_equal(error.message, cases[i].message);
    }
}

static void a_rule_file_is_its_parent_and_its_own_values(void **state)
{
    (void)state;
    static const char text[] = "# house rules\n\n[ house : two_player ]\ntitle = My house  # x\n"
                               "target = 3000 # short\r\nred3_schedule = 0,  # none\n"
                               "    # in between\n    100,200\n";
    cn_ruleset_about about;
    cn_params params, expected = ruleset("two_player");
    cn_text_error error = {0};
    if (!cn_ruleset_parse(text, strlen(text), 0, &params, &about, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    expected.target = 3000;
    assert_true(cn_params_set(&expected, "red3_schedule", "0,100,200", NULL));
    assert_string_equal(about.name, "house");
    assert_string_equal(about.parent, "two_player");
    assert_string_equal(about.title, "My house");
    assert_params_same(&params, &expected);
}

/* A child's single value replaces all of its parent's, and so do values by players. */
static void values_by_players_are_replaced_as_a_whole(void **state)
{
    (void)state;
    static const char one[] = "[a : online]\nhand_size = 9\n";
    static const char some[] = "[a : online]\ntarget @2 = 2000\ntarget @4 = 4000\n";
    static const char fewer[] = "[a : online]\nplayers = 4\nteam_layout = pairs\n"
                                "hand_size = 11\ndraw_count = 1\n";
    cn_params params;
    assert_true(cn_ruleset_parse(one, strlen(one), 2, &params, NULL, NULL));
    assert_int_equal(params.hand_size.value[0], 9);
    assert_true(cn_ruleset_parse(some, strlen(some), 2, &params, NULL, NULL));
    assert_int_equal(params.target, 2000);
    assert_true(cn_ruleset_parse(some, strlen(some), 0, &params, NULL, NULL));
    assert_int_equal(params.target, 4000);
    assert_false(cn_ruleset_parse(some, strlen(some), 3, &params, NULL, NULL));
    assert_true(cn_ruleset_parse(fewer, strlen(fewer), 4, &params, NULL, NULL));
    assert_int_equal(params.hand_size.value[0], 11);
}

static const struct {
    const char *text;
    unsigned line, column;
    const char *message;
} wrong_files[] = {
    {"", 1, 1, "a rule set begins with [name] or [name : parent]"},
    {"# nothing\n", 2, 1, "a rule set begins with [name] or [name : parent]"},
    {"target = 3000\n[a]\n", 1, 1, "a rule set begins with [name] or [name : parent]"},
    {"[a : b]\n", 1, 6, "unknown rule set 'b'; `canasta rules list` names them"},
    {"[a : ]\n", 1, 6, "the name of the parent is missing here"},
    {"[a : classic_pagat\n", 1, 19, "']' is expected here"},
    {"[a : a]\n", 1, 6, "unknown rule set 'a'; `canasta rules list` names them"},
    {"[]\n", 1, 2, "a rule set has a name of 1 to 47 letters"},
    {"[a] b\n", 1, 5, "nothing may follow here, but 'b' does"},
    {"[a]\ntarget = 3000\n\ntarget = 4000\n", 4, 1, "target is set twice, first in line 2"},
    {"[a]\ntarget = 0", 2, 10, "target is 1 to 1000000, not '0'"},
    {"[a]\ntitle =\n", 2, 8, "title has 1 to 63 letters"},
    {"[a]\ntitle = b\n title = c\n", 3, 2, "title is set twice"},
    {"[a]\nforms = 2:b, 2:c\n", 2, 14, "forms names 2 players twice"},
    {"[a]\nforms = 9:b\n", 2, 9, "a form is PLAYERS:NAME, with 2 to 8 players"},
    {"[a]\nforms = 4:b\n", 1, 1, "b is a form for a number that stands in players"},
    {"[a]\ntarget @9 = 3\n", 2, 9, "'@' is followed by a number of players, 2 to 8"},
    {"[a]\nplayers @4 = 4\n", 2, 9, "players is the same for every table"},
    {"[a]\ntarget @2 = 3000\n", 2, 1,
     "target needs a value for each number in players, and for no other"},
    {"[a : online]\nplayers = 2,3,4\n", 1, 1,
     "team_layout needs a value for each number in players, and for no other"},
    {"[a]\ntarget = 3000\ntarget @4 = 3000\n", 3, 1, "target is set twice, first in line 2"},
    {"[a]\nred3_schedule =\n  0,\n  1, x,\n  2\n", 4, 6,
     "red3_schedule is a list of numbers, each 0 to 10000, not 'x'"},
    {"[a]\nred3_schedule = 0,\nrounds = 1\n", 2, 19,
     "a value of red3_schedule is missing: a list of numbers, each 0 to 10000"},
};

static void wrong_rule_files_name_their_place(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof wrong_files / sizeof wrong_files[0]; i++) {
        cn_ruleset_about about = {.name = "untouched"};
        cn_params params = cn_params_default();
        cn_text_error error = {0};
        assert_false(cn_ruleset_parse(wrong_files[i].text, strlen(wrong_files[i].text), 0, &params,
                                      &about, &error));
        assert_string_equal(error.message, wrong_files[i].message);
        assert_int_equal(error.line, wrong_files[i].line);
        if (error.column != wrong_files[i].column)
            fail_msg("%s: column %u, not %u", wrong_files[i].text, error.column,
                     wrong_files[i].column);
        assert_string_equal(about.name, "untouched");
    }
}

static void count_problem(void *context, const cn_text_error *error)
{
    unsigned *counts = context;
    assert_true(error->line > 0 && error->column > 0 && error->message[0] != '\0');
    counts[0]++;
}

static void count_good(void *context, const cn_ruleset_about *about)
{
    unsigned *counts = context;
    assert_true(about->player_counts != 0);
    counts[1]++;
}

static void a_check_tells_every_problem_and_every_good_rule_set(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned problems, good;
    } cases[] = {
        {"[a : samba]\n", 0, 1},
        {"[a : samba]\n[b : a]\ntarget = 3000\n", 0, 2},
        {"[a : b]\n[b : a]\n", 2, 0},
        {"[a : b]\n[b : c]\n[c : b]\n", 3, 0},
        {"[samba : samba]\n", 1, 0},
        {"[samba : classic_pagat]\n", 0, 1},
        {"[a : samba]\nx = 1\ny = 2\n[b : a]\n", 2, 1},
        {"[a : samba]\n[a : samba]\n", 1, 1},
        {"[a : classic_pagat]\nforms = 2:two_player\n", 0, 1},
        {"[a : classic_pagat]\nforms = 3:two_player\n", 1, 0},
        {"[a : classic_pagat]\ndecks = 1\nhand_size = 15\n", 1, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned counts[2] = {0, 0};
        const cn_ruleset_listener listener = {count_problem, count_good, counts};
        const size_t length = strlen(cases[i].text);
        assert_int_equal(cn_rulesets_check(cases[i].text, length, &listener),
                         cases[i].problems == 0);
        if (counts[0] != cases[i].problems || counts[1] != cases[i].good)
            fail_msg("%s: %u problems, %u good", cases[i].text, counts[0], counts[1]);
    }
}

static const char *const odd_words[] = {"target",
                                        "min_table",
                                        "red3_schedule",
                                        "players",
                                        "rounds",
                                        "=",
                                        ",",
                                        ":",
                                        "any",
                                        "yes",
                                        "500",
                                        "2",
                                        "-7",
                                        ";",
                                        "\n",
                                        "#",
                                        "[a]",
                                        " ",
                                        "\xff",
                                        "\x01",
                                        "special_hands",
                                        "bonus_rank",
                                        "1x1",
                                        "+",
                                        "rank",
                                        "none",
                                        "@2",
                                        "forms",
                                        "title",
                                        "[b : a]",
                                        "take_amount",
                                        "<",
                                        "\n ",
                                        "penalty_held",
                                        "value_cards",
                                        "wild_canasta"};

static void any_bytes_are_read_without_harm(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(seed, 8, 0);
    unsigned good = 0;
    for (unsigned round = 0; round < test_effort(20000); round++) {
        char text[256];
        cn_ruleset_about about;
        cn_params params = cn_params_default();
        const cn_params before = params;
        cn_text_error error = {0};
        unsigned counts[2] = {0, 0};
        const cn_ruleset_listener listener = {count_problem, count_good, counts};
        cn_writer writer = cn_writer_make(text, sizeof text);
        for (unsigned i = cn_stream_below(&stream, 9); i > 0; i--)
            cn_write(&writer, "%s",
                     odd_words[cn_stream_below(&stream, sizeof odd_words / sizeof *odd_words)]);
        (void)cn_ruleset_parse(text, writer.length, 0, &params, &about, &error);
        const bool right = cn_rulesets_check(text, writer.length, &listener);
        assert_int_equal(right, counts[0] == 0);
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

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_states_the_default_column),
        cmocka_unit_test(two_player_is_the_root_but_for_these),
        cmocka_unit_test(every_built_in_rule_set_makes_rules_for_its_tables),
        cmocka_unit_test(a_table_of_another_number_plays_the_form_for_it),
        cmocka_unit_test(values_may_depend_on_the_number_of_players),
        cmocka_unit_test(written_rule_sets_are_read_again),
        cmocka_unit_test(overrides_are_what_differs),
        cmocka_unit_test(values_that_do_not_fit_together_are_refused),
        cmocka_unit_test(a_rule_file_is_its_parent_and_its_own_values),
        cmocka_unit_test(values_by_players_are_replaced_as_a_whole),
        cmocka_unit_test(wrong_rule_files_name_their_place),
        cmocka_unit_test(a_check_tells_every_problem_and_every_good_rule_set),
        cmocka_unit_test(any_bytes_are_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
