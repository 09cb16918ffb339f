/* Claims about share codes of house rules, and about the words of parameters.
 * Not here: what a page does with them. Invariant: every parameter of the table is tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "random/random.h"
#include "text/house/house_json.h"
#include "text/house/house_text.h"
#include "text/rules/param_words.h"

static uint64_t seed;

static void code_of(const char *rules, const char *overrides, const char *name,
                    char code[CN_HOUSE_CODE_MAX])
{
    cn_writer writer = cn_writer_make(code, CN_HOUSE_CODE_MAX);
    cn_text_error error = {0};
    if (!cn_house_write(&writer, rules, overrides, name, &error)) fail_msg("%s", error.message);
}

/* Puts letters behind a code that fit, whatever it says. */
static void seal(char *code)
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    const size_t length = strlen(code);
    uint32_t sum = 1;
    for (size_t i = 0; i < length; i++) sum = (sum * 31 + (unsigned char)code[i]) % 1048573;
    snprintf(code + length, 6, "~%c%c%c%c", digits[sum >> 15], digits[sum >> 10 & 31],
             digits[sum >> 5 & 31], digits[sum & 31]);
}

static void assert_params_same(const cn_params *a, const cn_params *b)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (!cn_param_same(a, b, i))
            fail_msg("%s differs; seed %lu", cn_param_name(i), (unsigned long)seed);
}

static cn_params changed(const char *overrides)
{
    cn_params params = cn_params_default();
    cn_text_error error = {0};
    if (!cn_params_set_all(&params, overrides, &error)) fail_msg("%s", error.message);
    return params;
}

static void a_code_is_short_and_says_what_it_holds(void **state)
{
    (void)state;
    char code[CN_HOUSE_CODE_MAX];
    cn_house house;
    cn_text_error error;
    code_of("classic_pagat", "out_canastas=2;draw_count = 2\ntarget = 3000 # short",
            "Grandma's rules", code);
    assert_string_equal(code, "classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74");
    assert_true(cn_house_is_code(code));
    assert_false(cn_house_is_code("classic_pagat"));
    assert_false(cn_house_is_code("~/ours.rules"));
    assert_true(cn_house_parse(code, &house, &error));
    assert_string_equal(house.rules, "classic_pagat");
    assert_string_equal(house.name, "Grandma's rules");
    assert_string_equal(house.overrides, "draw_count = 2; out_canastas = 2; target = 3000");
}

/* Values that every form of the table can take. */
static const char every_form[] =
    "players = 2,4; red3_sign = if_canastas:3; min_table = any:0, -500:20, 0:50, 7000:130;"
    "red3_schedule = 0,50; black3_from_pile = set_aside:100:500; wild_ratio_exceptions = 2+2,3+3;"
    "no_wild_ranks = A,7,T; min_band_special = 7000:any:0, -5:natural:0;"
    "take_top_blockers = dead_rank,4,wild; take_amount = 7;"
    "discard_rank_ban = 7:every_side:never_last, A:own_side; out_needs = 2,7,natural:2 then mixed, "
    "wild:3 then none;"
    "special_hands = straight:3000=11x1 rank+1x1 2+1x1 3+1x1 X, dream:8500:wins = 2x5 rank + "
    "1x4 wild_kind, other:1=1x2 rank_or_wild_kind+1x3 wilds+1x9 K;"
    "bonus_wild = 3000:2500:2000; bonus_rank = 7=2500:-, 2=-:2000:only_if_out;"
    "bonus_collections = 2000=5xnatural, 1000=4xnatural+1xmixed;"
    "penalty_incomplete = A:natural_only<7=2500, wild<7=2000:2500; penalty_held = 7=1500, A=1;"
    "value_cards = 8=5, X=50:100";

static void every_form_of_value_survives(void **state)
{
    (void)state;
    char code[CN_HOUSE_CODE_MAX], text[1024];
    cn_house house;
    cn_text_error error = {0};
    snprintf(text, sizeof text, "%s", every_form);
    char *wrong = strstr(text, "7000:any:0, -5");
    memcpy(wrong, "-700:any:0,  5", 14); /* totals rise */
    code_of("samba", text, "", code);
    if (!cn_house_parse(code, &house, &error)) fail_msg("%s", error.message);
    const cn_params before = changed(text), after = changed(house.overrides);
    assert_params_same(&before, &after);
}

/* A value of the parameter that some rule set has, so that it is one that can be. */
static bool draw_value(cn_stream *stream, unsigned param_i, char *value, size_t size)
{
    unsigned count = 0;
    cn_params params;
    while (cn_rulesets[count] != NULL) count++;
    if (!cn_ruleset_params(cn_rulesets[cn_stream_below(stream, count)], 0, &params)) return false;
    cn_writer writer = cn_writer_make(value, size);
    cn_write_param_value(&writer, &params, param_i);
    return !writer.overflow;
}

static void random_changes_come_back_the_same(void **state)
{
    (void)state;
    const unsigned rounds = test_effort(200);
    unsigned sets = 0, too_long = 0;
    while (cn_rulesets[sets] != NULL) sets++;
    for (unsigned round = 0; round < rounds; round++) {
        cn_stream stream = cn_stream_make(seed, 0, round);
        char overrides[CN_HOUSE_OVERRIDES_MAX] = "", code[CN_HOUSE_CODE_MAX];
        cn_writer text = cn_writer_make(overrides, sizeof overrides);
        const char *rules = cn_rulesets[cn_stream_below(&stream, sets)];
        const unsigned most = 1 + cn_stream_below(&stream, 40);
        for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
            char value[CN_PARAM_TEXT_MAX];
            if (cn_stream_below(&stream, CN_PARAM_COUNT) >= most) continue;
            if (draw_value(&stream, i, value, sizeof value))
                cn_write(&text, "%s = %s;", cn_param_name(i), value);
        }
        cn_writer writer = cn_writer_make(code, sizeof code);
        cn_text_error error = {0};
        cn_house house;
        assert_false(text.overflow);
        if (!cn_house_write(&writer, rules, overrides, "", &error)) {
            assert_non_null(strstr(error.message, "too long"));
            too_long++;
            continue;
        }
        assert_int_equal(strspn(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789-._~"),
                         strlen(code));
        if (!cn_house_parse(code, &house, &error)) fail_msg("%s: %s", code, error.message);
        assert_string_equal(house.rules, rules);
        const cn_params before = changed(overrides), after = changed(house.overrides);
        assert_params_same(&before, &after);
    }
    assert_true(too_long < rounds / 10);
}

static void every_single_typing_error_is_noticed(void **state)
{
    (void)state;
    char code[CN_HOUSE_CODE_MAX], wrong[CN_HOUSE_CODE_MAX];
    cn_house house;
    cn_text_error error;
    code_of("classic_pagat", "out_canastas = 2; min_table = any:15, 0:50", "Ours", code);
    const size_t length = strlen(code);
    for (size_t i = 0; i < length; i++) {
        for (int letter = 1; letter < 256; letter++) {
            memcpy(wrong, code, length + 1);
            wrong[i] = (char)letter;
            if (wrong[i] != code[i] && cn_house_parse(wrong, &house, &error))
                fail_msg("%s is taken", wrong);
        }
        memcpy(wrong, code, length + 1);
        memmove(wrong + i, wrong + i + 1, length - i); /* one letter is missing */
        assert_false(cn_house_parse(wrong, &house, &error));
        memcpy(wrong, code, length + 1);
        if (i + 1 < length && code[i] != code[i + 1]) {
            wrong[i] = code[i + 1];
            wrong[i + 1] = code[i];
            assert_false(cn_house_parse(wrong, &house, &error));
        }
        assert_true(error.line == 1 && error.column >= 1 && error.column <= length + 1);
        assert_true(strlen(error.message) > 10);
        assert_string_equal(house.overrides, "");
    }
    assert_false(cn_house_parse("", &house, &error));
    assert_false(cn_house_parse("~", &house, &error));
}

/* Letters that fit behind anything: whatever is read then can be written and read again. */
static void nonsense_with_the_right_letters_does_no_harm(void **state)
{
    (void)state;
    static const char alphabet[] = "~~~---..__EPMLSC0123456789abcnotdr7AKXname";
    const unsigned rounds = test_effort(1500);
    unsigned good = 0;
    for (unsigned round = 0; round < rounds; round++) {
        cn_stream stream = cn_stream_make(seed, 1, round);
        char code[CN_HOUSE_CODE_MAX], again[CN_HOUSE_CODE_MAX];
        cn_house house, other;
        cn_text_error error;
        code_of("samba", "out_needs = 7,wild; target = 300; bonus_rank = 7=5:-", "a b", code);
        size_t length = strlen(code) - 5;
        for (unsigned i = 1 + cn_stream_below(&stream, 4); i > 0; i--)
            code[cn_stream_below(&stream, (uint32_t)length)] =
                alphabet[cn_stream_below(&stream, sizeof alphabet - 1)];
        length -= cn_stream_below(&stream, 8) == 0 ? cn_stream_below(&stream, 20) : 0;
        code[length] = '\0';
        seal(code);
        if (!cn_house_parse(code, &house, &error)) {
            assert_true(error.column >= 1 && error.column <= strlen(code) + 1);
            continue;
        }
        code_of(house.rules, house.overrides, house.name, again);
        assert_true(cn_house_parse(again, &other, &error));
        assert_string_equal(house.name, other.name);
        const cn_params before = changed(house.overrides), after = changed(other.overrides);
        assert_params_same(&before, &after);
        good++;
    }
    assert_true(good > 0 && good < rounds / 2);
}

typedef struct heard {
    char text[2000];
    unsigned count, columns[8];
} heard;

static void hear(void *context, const cn_text_error *error)
{
    heard *h = context;
    strcat(h->text, error->message);
    strcat(h->text, "|");
    if (h->count < 8) h->columns[h->count] = error->column;
    h->count++;
}

/* What a later version may say, or what this one says and a later one has changed. */
static void what_is_not_known_is_named_and_the_rest_is_read(void **state)
{
    (void)state;
    char code[CN_HOUSE_CODE_MAX] =
        "atlantis~oc-2~zz-9~to-0~bogus_rule-x.y~tm-upside_down~oc-3~junk~name-~dc-2";
    cn_house house;
    heard h = {0};
    seal(code);
    assert_false(cn_house_read(code, strlen(code), &house, hear, &h));
    assert_int_equal(h.count, 8);
    static const char *const told[] = {"rule set 'atlantis'",
                                       "rule 'zz', which is to be '9'",
                                       "target is 1 to 1000000, not '0'",
                                       "rule 'bogus_rule'",
                                       "threes_mode is ",
                                       "not 'upside_down'",
                                       "out_canastas is set twice",
                                       "KEY-VALUE, not 'junk'",
                                       "a name has 1 to 40 characters"};
    for (unsigned i = 0; i < sizeof told / sizeof told[0]; i++)
        if (strstr(h.text, told[i]) == NULL) fail_msg("'%s' is not told: %s", told[i], h.text);
    assert_string_equal(house.overrides, "out_canastas = 2; draw_count = 2");
    for (unsigned i = 1; i < 8; i++) assert_true(h.columns[i] > h.columns[i - 1]);
    assert_int_equal(h.columns[1], strlen("atlantis~oc-2~") + 1);
}

static void names_of_all_scripts_survive_and_hidden_ones_do_not(void **state)
{
    (void)state;
    static const char *const good[] = {"Ours", "Oma's Regeln: 100 % Spaß!", "日曜日のカナスタ", "~",
                                       "a_b -c"};
    static const char *const bad[] = {" x",
                                      "x ",
                                      "a\nb",
                                      "\xff",
                                      "\xe2\x80\xae left",
                                      "12345678901234567890123456789012345678901"};
    char code[CN_HOUSE_CODE_MAX];
    cn_house house;
    cn_text_error error;
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        code_of("samba", "", good[i], code);
        assert_true(cn_house_parse(code, &house, &error));
        assert_string_equal(house.name, good[i]);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cn_writer writer = cn_writer_make(code, sizeof code);
        assert_false(cn_house_write(&writer, "samba", "", bad[i], &error));
    }
    char hidden[CN_HOUSE_CODE_MAX] = "samba~name-a-0ab";
    seal(hidden);
    assert_false(cn_house_parse(hidden, &house, &error));
}

static void wrong_rules_make_no_code(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *overrides, *message;
    } cases[] = {{"atlantis", "", "unknown rule set"},
                 {"samba", "colour = red", "unknown parameter"},
                 {"samba", "target = 0", "target is"},
                 {"samba", "target = 5; target = 6", "set twice"}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char code[CN_HOUSE_CODE_MAX];
        cn_text_error error = {0};
        cn_writer writer = cn_writer_make(code, sizeof code);
        assert_false(cn_house_write(&writer, cases[i].rules, cases[i].overrides, "", &error));
        assert_non_null(strstr(error.message, cases[i].message));
        assert_string_equal(code, "");
    }
}

static void later_changes_go_over_earlier_ones(void **state)
{
    (void)state;
    char out[100];
    assert_true(cn_house_join(out, sizeof out, "target = 5; rounds = 1", "target=7;;decks = 3"));
    assert_string_equal(out, "rounds = 1; target=7; decks = 3");
    assert_true(cn_house_join(out, sizeof out, "", ""));
    assert_string_equal(out, "");
    assert_false(cn_house_join(out, 8, "target = 5", ""));
}

static void every_parameter_has_words_and_a_key_of_its_own(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        const cn_param_words words = cn_param_words_of(i);
        if (words.group == CN_PARAM_GROUP_OTHER)
            fail_msg("%s has no row in src/text/rules/param_words_*.c", cn_param_name(i));
        assert_true(words.title[0] != '\0' && words.about[0] != '\0');
        assert_null(strpbrk(words.key, "-~._"));
        assert_string_not_equal(words.key, "name");
        assert_int_equal(cn_param_of_key((cn_word){words.key, strlen(words.key)}), i);
        assert_int_equal(cn_param_of_key((cn_word){words.name, strlen(words.name)}), i);
    }
}

static unsigned words_in(const char *text, const char *separator)
{
    unsigned count = 1;
    for (const char *at = text; (at = strstr(at, separator)) != NULL; at++) count++;
    return count;
}

static void the_catalogue_gives_words_for_every_constant(void **state)
{
    (void)state;
    static char json[131072];
    cn_writer writer = cn_writer_make(json, sizeof json);
    cn_write_param_catalogue(&writer);
    assert_false(writer.overflow);
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        char name[80], range[512];
        const char *choices = cn_param_words_of(i).choices;
        snprintf(name, sizeof name, "{\"name\":\"%s\",", cn_param_name(i));
        assert_non_null(strstr(json, name));
        if (choices == NULL || strstr(cn_param_name(i), "from_pile") != NULL) continue;
        cn_writer text = cn_writer_make(range, sizeof range);
        cn_write_param_range(&text, i);
        const unsigned constants = words_in(range, ", ") + words_in(range, " or ") - 1;
        if (words_in(choices, ";") != constants)
            fail_msg("%s: %s has not as many words as %s", cn_param_name(i), choices, range);
    }
    assert_non_null(
        strstr(json, "{\"value\":\"if_canastas\",\"title\":\"with so many canastas\"}"));
}

static const char *form(const char *rules, const char *overrides, unsigned players)
{
    static char json[131072];
    cn_writer writer = cn_writer_make(json, sizeof json);
    if (!cn_write_house_json(&writer, rules, overrides, "Ours", players)) return NULL;
    assert_false(writer.overflow);
    return json;
}

static void assert_holds(const char *json, const char *text)
{
    assert_non_null(json);
    if (strstr(json, text) == NULL) fail_msg("no %s in %.300s", text, json);
}

static void a_form_hears_what_its_rules_come_to(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++)
        for (unsigned players = 0; players <= CN_PLAYERS_MAX; players++) {
            assert_holds(form(cn_rulesets[i], "", players), "{\"ok\":true,");
            assert_holds(form(cn_rulesets[i], "", players), "\"overrides\":\"\"");
        }
    assert_holds(form("samba", "target = 300; draw_count = 2", 4),
                 "\"overrides\":\"target = 300\"");
    assert_holds(form("samba", "target = 300", 4), "\"code\":\"samba~to-300~name-Ours~");
    assert_holds(form("relaxed", "", 2), "\"players\":2,\"counts\":[2,3,4,5,6]");
    assert_holds(form("samba", "players = 2; team_layout = individual", 0),
                 "\"players\":2,\"counts\":[2]");
    assert_null(form("atlantis", "", 0));
}

static void a_form_hears_which_switch_is_to_blame(void **state)
{
    (void)state;
    static const struct {
        const char *overrides, *problem;
    } cases[] = {
        {"ask_partner = required; ask_binding = no",
         "{\"param\":\"ask_binding\",\"message\":\"a yes"},
        {"target = 0; keep_cards = 2", "{\"param\":\"target\",\"message\":\"target is 1 to"},
        {"colour = red", "{\"param\":\"colour\",\"message\":\"unknown parameter"},
        {"players = 3", "{\"param\":\"team_layout\""},
        {"decks", "{\"param\":\"decks\",\"message\":\"'=' is expected"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *json = form("classic_pagat", cases[i].overrides, 4);
        assert_holds(json, "{\"ok\":false,");
        assert_holds(json, cases[i].problem);
        assert_null(strstr(json, "\"code\""));
    }
    assert_holds(form("classic_pagat", cases[1].overrides, 4), "\"keep_cards\":\"2\"");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_is_short_and_says_what_it_holds),
        cmocka_unit_test(every_form_of_value_survives),
        cmocka_unit_test(random_changes_come_back_the_same),
        cmocka_unit_test(every_single_typing_error_is_noticed),
        cmocka_unit_test(what_is_not_known_is_named_and_the_rest_is_read),
        cmocka_unit_test(nonsense_with_the_right_letters_does_no_harm),
        cmocka_unit_test(names_of_all_scripts_survive_and_hidden_ones_do_not),
        cmocka_unit_test(wrong_rules_make_no_code),
        cmocka_unit_test(later_changes_go_over_earlier_ones),
        cmocka_unit_test(a_form_hears_what_its_rules_come_to),
        cmocka_unit_test(a_form_hears_which_switch_is_to_blame),
        cmocka_unit_test(every_parameter_has_words_and_a_key_of_its_own),
        cmocka_unit_test(the_catalogue_gives_words_for_every_constant),
    };
    seed = test_seed(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
