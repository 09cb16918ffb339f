/* Claims about explanations of rules.
 * Not here: what the rules do. Invariant: every parameter of the table is tried, and every point on
 * which the sources disagree that a rule set here meets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "explain_tables.h"
#include "text/explain/explain.h"
#include "text/rules/rules_text.h"

/* Two pages of 60 lines; the command adds a title and a blank line. */
enum { LINES_MOST = 2 * 60 - 2, COLUMNS = 80 };
enum { WORDS_MOST = 1060, WORDS_USUAL = 780, VALUES_MOST = 8 };

static uint64_t seed;

typedef struct explanation {
    char text[CN_EXPLANATION_BYTES];
} explanation;

static explanation explain_rules(const cn_rules *rules)
{
    explanation made;
    cn_writer writer = cn_writer_make(made.text, sizeof made.text);
    cn_write_explanation(&writer, rules);
    assert_false(writer.overflow);
    return made;
}

static explanation explain(const char *name, unsigned players, const char *overrides)
{
    cn_rules rules;
    cn_text_error error = {0};
    if (!cn_rules_load(&rules, name, overrides, players, &error))
        fail_msg("%s for %u with %s: %s", name, players, overrides, error.message);
    return explain_rules(&rules);
}

static unsigned count_words(const char *text)
{
    unsigned words = 0;
    for (const char *at = text; *at != '\0';) {
        at += strspn(at, " \n");
        const size_t length = strcspn(at, " \n");
        if (length > 0 && at[0] != '#' && at[0] != '-') words++;
        at += length;
    }
    return words;
}

static bool contains(const char *text, const char *part)
{
    for (; *text != '\0'; text++)
        if (strncasecmp(text, part, strlen(part)) == 0) return true;
    return false;
}

/* Where a word stands twice, or a number and its noun disagree; NULL if nowhere. */
static const char *bad_grammar(const char *text)
{
    static const char *const wrong[] = {
        " one cards",        " one bonus cards", " one naturals", " one wild cards",
        " one canastas",     " one times",       " one hands",    " top one ",
        "picked up it",      " card come ",      " cards comes ", "in hand or packet",
        "or due as bonus or"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (strstr(text, wrong[i]) != NULL) return strstr(text, wrong[i]);
    for (const char *at = text; *at != '\0'; at += strcspn(at, " \n") + 1) {
        const size_t length = strcspn(at, " \n");
        if (length > 0 && *at > '9' && at[length] == ' ' &&
            strncmp(at, at + length + 1, length + 1) == 0)
            return at;
        if (at[length] == '\0') break;
    }
    return NULL;
}

/* Sentences begin with a capital or a number and end once; blanks are single; items are items. */
static void assert_well_written(const char *text, const char *what)
{
    assert_memory_equal(text, "## The table\n\n", 14);
    const char *bad = bad_grammar(text);
    if (bad != NULL) fail_msg("%s: bad grammar: %.60s", what, bad);
    for (const char *at = text; *at != '\0'; at++) {
        const bool clean = (*at >= ' ' && *at <= '~') || *at == '\n';
        if (!clean || *at == '%' || *at == '_') fail_msg("%s: '%c' in: %.60s", what, *at, at);
        if (strncmp(at, "  ", 2) == 0 || strncmp(at, " .", 2) == 0 || strncmp(at, " ,", 2) == 0 ||
            strncmp(at, "..", 2) == 0 || strncmp(at, "\n\n\n", 3) == 0)
            fail_msg("%s: badly set: %.60s", what, at);
        if (strncmp(at, ". ", 2) == 0 && at[2] >= 'a' && at[2] <= 'z')
            fail_msg("%s: small letter: %.60s", what, at);
    }
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n");
        if (length == 0 || line[0] == '#') continue;
        const char first = line[strncmp(line, "- ", 2) == 0 ? 2 : 0];
        const char last = line[length - 1];
        if ((first < 'A' || first > 'Z') || (last != '.' && last != ':'))
            fail_msg("%s: badly ended: %.*s", what, (int)length, line);
    }
}

typedef void (*visitor)(const char *name, unsigned players);

static void visit_listed(const char *const *names, visitor visit)
{
    for (unsigned i = 0; names[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(names[i], &about));
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++)
            if (about.player_counts >> players & 1) visit(names[i], players);
    }
}

/* Sheets of clubs and families, too. */
static void visit_all(visitor visit)
{
    visit_listed(cn_rulesets, visit);
    visit_listed(cn_clubs, visit);
}

static unsigned count_lines(const char *text)
{
    char wrapped[2 * CN_EXPLANATION_BYTES];
    cn_writer writer = cn_writer_make(wrapped, sizeof wrapped);
    cn_write_wrapped(&writer, text, COLUMNS);
    assert_false(writer.overflow);
    unsigned lines = 0;
    for (const char *at = wrapped; *at != '\0'; at++) lines += *at == '\n';
    return lines;
}

static void check_length(const char *name, unsigned players)
{
    const explanation made = explain(name, players, "");
    const bool three_sorts = strstr(made.text, "a meld too, a sequence") != NULL && /* of melds */
                             (strstr(made.text, "wild cards are a meld too") != NULL ||
                              strstr(made.text, "Twos may be melded as a rank") != NULL);
    const bool rich = three_sorts || strstr(made.text, "## Special hands") != NULL ||
                      strstr(made.text, "## The packet") != NULL;
    const unsigned words = count_words(made.text), most = rich ? WORDS_MOST : WORDS_USUAL;
    if (words > most) fail_msg("%s for %u: %u words, more than %u", name, players, words, most);
    const unsigned lines = count_lines(made.text);
    if (lines > LINES_MOST) fail_msg("%s for %u: %u lines", name, players, lines);
    if (words < 500) fail_msg("%s for %u: %u words", name, players, words);
    assert_well_written(made.text, name);
}

static void explanations_fit_on_two_pages(void **state)
{
    (void)state;
    visit_all(check_length);
}

static void check_names(const char *name, unsigned players)
{
    const explanation made = explain(name, players, "");
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        const bool card = strcmp(about.name, "joker") == 0; /* which every page must name */
        if (!card && contains(made.text, about.name)) fail_msg("%s names %s", name, about.name);
        if (about.title[0] != '\0' && contains(made.text, about.title))
            fail_msg("%s names %s", name, about.title);
    }
}

static void no_explanation_names_a_rule_set(void **state)
{
    (void)state;
    visit_all(check_names);
}

static void the_name_of_the_rules_changes_nothing(void **state)
{
    (void)state;
    cn_rules rules;
    assert_true(cn_rules_load(&rules, "samba", "", 4, NULL));
    const explanation one = explain_rules(&rules);
    (void)strcpy(rules.name, "another");
    const explanation other = explain_rules(&rules);
    assert_string_equal(one.text, other.text);
}

/* Parameters of one value only: there is nothing to tell apart. */
static const char *const single_valued[] = {"dealer_rotation", "partner_melds"};

static bool is_single_valued(const char *name)
{
    for (unsigned i = 0; i < sizeof single_valued / sizeof single_valued[0]; i++)
        if (strcmp(single_valued[i], name) == 0) return true;
    return false;
}

static void every_parameter_is_tried(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        bool tried = is_single_valued(cn_param_name(i));
        for (unsigned t = 0; t < TOLDS; t++)
            tried = tried || strcmp(tolds[t].param, cn_param_name(i)) == 0;
        if (!tried) fail_msg("nothing is told about %s", cn_param_name(i));
    }
}

/* The overrides of a row with its value number `value_i`; false if it has no such value. */
static bool told_overrides(const told *row, unsigned value_i, char *text, size_t size)
{
    const char *at = row->values;
    for (unsigned i = 0; at != NULL && i < value_i; i++) {
        at = strchr(at, '|');
        if (at != NULL) at++;
    }
    if (at == NULL) return false;
    const int length = (int)strcspn(at, "|");
    (void)snprintf(text, size, "%s\n%s = %.*s", row->overrides, row->param, length, at);
    return true;
}

static void every_value_is_told(void **state)
{
    (void)state;
    static explanation made[VALUES_MOST];
    for (unsigned t = 0; t < TOLDS; t++) {
        char overrides[512];
        unsigned count = 0;
        for (; told_overrides(&tolds[t], count, overrides, sizeof overrides); count++) {
            assert_in_range(count, 0, VALUES_MOST - 1);
            made[count] = explain(tolds[t].rules, tolds[t].players, overrides);
            assert_well_written(made[count].text, overrides);
            for (unsigned i = 0; i < count; i++)
                if (strcmp(made[i].text, made[count].text) == 0)
                    fail_msg("%s: values %u and %u are told alike", tolds[t].param, i, count);
        }
    }
}

/* `players` itself, and the layouts of five and six. */
static void every_number_of_players_is_told(void **state)
{
    (void)state;
    enum { FORUM_MOST = 6 };
    static explanation made[FORUM_MOST + 1];
    for (unsigned players = 2; players <= FORUM_MOST; players++) {
        made[players] = explain("forum", players, "");
        for (unsigned fewer = 2; fewer < players; fewer++)
            assert_string_not_equal(made[fewer].text, made[players].text);
    }
    assert_non_null(strstr(made[2].text, "Two people play, each alone"));
    assert_non_null(strstr(made[5].text, "three against two"));
    assert_non_null(strstr(made[6].text, "two sides of three"));
}

static void the_reading_played_is_told(void **state)
{
    (void)state;
    for (unsigned i = 0; i < POINTS; i++) {
        const point *at = &points[i];
        const explanation played = explain(at->rules, at->players, "");
        if (strstr(played.text, at->phrase) == NULL)
            fail_msg("point %u: %s does not say \"%s\"", at->number, at->rules, at->phrase);
        if (at->other == NULL) continue;
        const explanation other = explain(at->rules, at->players, at->other);
        if (strstr(other.text, at->phrase) != NULL)
            fail_msg("point %u: %s with %s says \"%s\"", at->number, at->rules, at->other,
                     at->phrase);
    }
}

static void unusual_rules_are_told_right(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UNUSUALS; i++) {
        const unusual *at = &unusuals[i];
        const explanation made = explain(at->rules, at->players, at->overrides);
        if (!contains(made.text, at->said))
            fail_msg("%s with %s does not say \"%s\"", at->rules, at->overrides, at->said);
        if (contains(made.text, at->unsaid))
            fail_msg("%s with %s says \"%s\"", at->rules, at->overrides, at->unsaid);
    }
}

/* The page on the points, and where the row of one begins: "| 7 | ..." on a line of its own. */
static const char *find_row(const char *page, unsigned number)
{
    char start[16];
    (void)snprintf(start, sizeof start, "\n| %u | ", number);
    return strstr(page, start);
}

static char *read_page(void)
{
    char path[1024];
    const char *docs = getenv("CANASTA_DOCS");
    assert_non_null(docs);
    (void)snprintf(path, sizeof path, "%s/contradictions.md", docs);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *page = calloc(1, 65536);
    assert_non_null(page);
    const size_t length = fread(page, 1, 65535, file);
    assert_in_range(length, 1, 65534);
    assert_int_equal(fclose(file), 0);
    return page;
}

/* The row of a point gives every line that these tests try, for every rule set that they try. */
static void the_page_lists_every_point(void **state)
{
    (void)state;
    char *page = read_page();
    for (unsigned number = 1; number <= 54; number++)
        if (find_row(page, number) == NULL) fail_msg("no row for point %u", number);
    for (unsigned i = 0; i < POINTS; i++) {
        if (points[i].other == NULL) continue;
        const char *row = find_row(page, points[i].number) + 1;
        char line[2048], quoted[512];
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
        (void)snprintf(quoted, sizeof quoted, "`%s`", points[i].other);
        if (strstr(line, quoted) == NULL)
            fail_msg("point %u does not give %s", points[i].number, quoted);
    }
    free(page);
}

/* The smallest values of each parameter, where singular and plural differ. */
static void small_values_are_told_well(void **state)
{
    (void)state;
    static const char *const values[] = {"0", "1", "2", "3", "4", "7", "no", "yes"};
    static const struct {
        const char *name;
        unsigned players;
    } rules[] = {{"classic_pagat", 4},   {"samba", 4},     {"hand_and_foot", 4},
                 {"modern_american", 4}, {"relaxed_2", 2}, {"pennies", 6}};
    unsigned made = 0;
    for (unsigned i = 0; i < CN_PARAM_COUNT * (sizeof values / sizeof values[0]); i++) {
        char override[96];
        (void)snprintf(override, sizeof override, "%s = %s", cn_param_name(i % CN_PARAM_COUNT),
                       values[i / CN_PARAM_COUNT]);
        for (unsigned r = 0; r < sizeof rules / sizeof rules[0]; r++) {
            cn_rules loaded;
            if (!cn_rules_load(&loaded, rules[r].name, override, rules[r].players, NULL)) continue;
            const explanation text = explain_rules(&loaded);
            assert_well_written(text.text, override);
            made++;
        }
    }
    assert_true(made > 1000);
}

static uint32_t next_random(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33);
}

/* House rules made of some of the values above: those that make sense are told well. */
static void house_rules_are_told_well(void **state)
{
    (void)state;
    const uint64_t first = seed;
    unsigned made = 0;
    for (unsigned round = 0; round < 3000; round++) {
        char overrides[4096] = "", one[512];
        const told *base = &tolds[1 + next_random() % (TOLDS - 1)];
        for (unsigned i = 0; i < 8; i++) {
            if (!told_overrides(&tolds[next_random() % TOLDS], next_random() % 3, one, sizeof one))
                continue;
            (void)strcat(strcat(overrides, "\n"), one);
        }
        cn_rules rules;
        if (!cn_rules_load(&rules, base->rules, overrides, base->players, NULL)) continue;
        made++;
        const explanation text = explain_rules(&rules);
        assert_well_written(text.text, overrides);
    }
    if (made < 500)
        fail_msg("only %u house rules made sense, seed %llu", made, (unsigned long long)first);
}

static void wrapping_keeps_every_word(void **state)
{
    (void)state;
    enum { NARROW = 72 };
    const explanation whole = explain("modern_american_cla", 4, "");
    char wrapped[2 * CN_EXPLANATION_BYTES];
    cn_writer writer = cn_writer_make(wrapped, sizeof wrapped);
    cn_write_wrapped(&writer, whole.text, NARROW);
    assert_false(writer.overflow);
    const char *a = whole.text, *b = wrapped;
    while (*a != '\0' || *b != '\0') {
        a += strspn(a, " \n");
        b += strspn(b, " \n");
        const size_t length = strcspn(a, " \n");
        assert_int_equal(length, strcspn(b, " \n"));
        assert_memory_equal(a, b, length);
        a += length;
        b += length;
    }
    for (const char *line = wrapped; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, NARROW);
}

int main(int argc, char **argv)
{
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explanations_fit_on_two_pages),
        cmocka_unit_test(no_explanation_names_a_rule_set),
        cmocka_unit_test(the_name_of_the_rules_changes_nothing),
        cmocka_unit_test(every_parameter_is_tried),
        cmocka_unit_test(every_value_is_told),
        cmocka_unit_test(every_number_of_players_is_told),
        cmocka_unit_test(the_reading_played_is_told),
        cmocka_unit_test(unusual_rules_are_told_right),
        cmocka_unit_test(the_page_lists_every_point),
        cmocka_unit_test(small_values_are_told_well),
        cmocka_unit_test(house_rules_are_told_well),
        cmocka_unit_test(wrapping_keeps_every_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
