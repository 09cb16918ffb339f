/* Hints: every reason has a sentence, and every hint of whole games is one lawful command.
 * Not here: whether a hint is good. Invariant: whole games under several rule sets. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hint/hint.h"
#include "lab/table.h"
#include "text/rules_text.h"
#include "text/verdict.h"

enum { SENTENCE_MAX = 200 };

static cn_rules load(const char *name)
{
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_rules_load(&rules, name, "", 0, &error));
    return rules;
}

static void begin(cn_lab_table *table, const cn_rules *rules, uint64_t seed)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_stream stream = cn_stream_make(seed, CN_PURPOSE_DECK, 0);
    cn_lab_table_start(table, rules, 0);
    cn_lab_table_seat_all(table, rules, &cn_player_book, seed);
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, &stream);
    assert_int_equal(cn_lab_table_deal(table, rules, deck), CN_LAB_OK);
}

static void check_sentence(const char *text)
{
    const size_t length = strlen(text);
    assert_true(length > 5 && isupper((unsigned char)text[0]) && text[length - 1] == '.');
}

static void every_reason_has_a_sentence(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat");
    cn_lab_table table;
    begin(&table, &rules, 1);
    for (uint8_t reason = 0; reason < CN_BOOK_REASON_COUNT; reason++) {
        if (reason == CN_BOOK_NAMES_PLACE || reason == CN_BOOK_ONLY_STEP) continue;
        for (int16_t number = 0; number <= 2; number++) {
            char text[SENTENCE_MAX];
            cn_writer writer = cn_writer_make(text, sizeof text);
            const cn_book_why why = {.reason = reason, .a = number, .b = number};
            cn_write_hint_reason(&writer, &table.view[0], &rules, &why);
            assert_false(writer.overflow);
            check_sentence(text);
        }
    }
}

/* The hint is taken whole by the judge of commands, and its steps are those book would make. */
static void check_hint(const cn_view *view, const cn_rules *rules)
{
    cn_hint hint;
    char play[CN_PLAY_TEXT_MAX + 1];
    assert_true(cn_hint_make(view, rules, &hint));
    cn_writer writer = cn_writer_make(play, sizeof play);
    cn_write_play(&writer, hint.step, hint.count);
    const cn_verdict verdict = cn_view_judge(view, rules, play, writer.length);
    if (verdict.reason.code != CN_OK) fail_msg("%s: %s is refused", rules->name, play);
    const cn_step own = cn_book_advise(view, rules, CN_BOOK_ALL_HABITS).step;
    assert_int_equal(hint.step[0].number, own.number);
    for (unsigned i = 0; i < hint.why_count; i++)
        for (unsigned j = 0; j < i; j++)
            assert_false(hint.why[i].reason == hint.why[j].reason &&
                         hint.why[i].a == hint.why[j].a);
}

static void every_hint_of_a_hand_is_one_command(void **state)
{
    (void)state;
    static const char *const names[] = {"classic_pagat", "samba",         "modern_american",
                                        "two_player",    "hand_and_foot", "pennies"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cn_rules rules = load(names[i]);
        cn_lab_table table;
        begin(&table, &rules, 7 + i);
        unsigned hints = 0;
        while (table.game.pub.phase != CN_PHASE_HAND_END) {
            check_hint(&table.view[table.game.pub.seat], &rules);
            hints++;
            assert_int_equal(cn_lab_table_step(&table, &rules), CN_LAB_OK);
        }
        assert_true(hints > 30);
        cn_hint none;
        assert_false(cn_hint_make(&table.view[0], &rules, &none));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reason_has_a_sentence),
        cmocka_unit_test(every_hint_of_a_hand_is_one_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
