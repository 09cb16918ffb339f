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
#include "lab/tables/table.h"
#include "text/events/verdict.h"
#include "text/rules/rules_text.h"

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

static void what_is_none_or_a_sequence_is_said_as_a_person_would(void **state)
{
    (void)state;
    static const struct {
        uint8_t reason;
        int16_t a, b;
        const char *text;
    } said[] = {
        {CN_BOOK_FREEZES, 0, 0, "A wild card freezes the pile."},
        {CN_BOOK_FREEZES, 3, 0, "A wild card freezes the pile of three cards."},
        {CN_BOOK_STOPS, 0, 0, "A black three keeps the next player from the pile."},
        {CN_BOOK_GOES_OUT, 0, 0, "You can go out."},
        {CN_BOOK_GOES_OUT, 40, 0, "Going out catches about 40 points in the other hands."},
        {CN_BOOK_STAYS_FOR_MORE, 0, 0, "There is more to win by playing on than by going out now."},
        {CN_BOOK_STAYS_FOR_MORE, 4, 0,
         "Your side has four melds on the table and the others none: there is more to win by "
         "playing on."},
        {CN_BOOK_STAYS_FOR_MORE, 4, 1,
         "Your side has four melds on the table and the others at most one: there is more to win "
         "by playing on."},
        {CN_BOOK_BEGINS_MELD, CN_MELD_SEQUENCE, 0, "This begins a sequence."},
        {CN_BOOK_ADDS, CN_MELD_SEQUENCE, 4, "This adds to your sequence, which has four cards."},
        {CN_BOOK_ADDS, CN_MELD_WILD, 4,
         "This adds to your meld of wild cards, which has four cards."},
        {CN_BOOK_JOINS, CN_MELD_SEQUENCE, 0, "Two unfinished sequences become one."},
        {CN_BOOK_JOINS, 0, 0, "Two unfinished melds of fours become one."},
        {CN_BOOK_SWAPS, 0, CN_KIND_JOKER,
         "A four takes the place of a joker, which comes to your hand."},
        {CN_BOOK_SAFE, CN_KIND_BLACK3, 0,
         "A black three is safe: the next player cannot take the pile with it."},
        {CN_BOOK_NEXT_WANTS, 0, 100, "Not a four: the next player would take the pile with it."},
        {CN_BOOK_NEXT_WANTS, 0, 1, "Not a four: the next player might take the pile with it."},
        {CN_BOOK_NEXT_WANTS, 0, 60,
         "Not a four: the next player will probably take the pile with it."},
        {CN_BOOK_LEAST_RISK, 0, 100, "Whatever you discard, the next player would take the pile."},
        {CN_BOOK_LEAST_RISK, 0, 12, "No card is safe; a four is the least bad."},
        {CN_BOOK_SEEKS_SPECIAL, 1, 1500,
         "You are close to a special hand of 1,500 points: one card is missing."},
        {CN_BOOK_HOLDS_WILDS, 1, 4, "Keep your wild card until one of your melds has four cards."},
    };
    const cn_rules rules = load("samba");
    cn_lab_table table;
    begin(&table, &rules, 1);
    for (unsigned i = 0; i < sizeof said / sizeof said[0]; i++) {
        char text[SENTENCE_MAX];
        cn_writer writer = cn_writer_make(text, sizeof text);
        const cn_book_why why = {.reason = said[i].reason, .a = said[i].a, .b = said[i].b};
        cn_write_hint_reason(&writer, &table.view[0], &rules, &why);
        assert_string_equal(text, said[i].text);
    }
}

static bool tells_of_meld(const cn_book_why *why)
{
    return why->reason == CN_BOOK_BEGINS_MELD || why->reason == CN_BOOK_ADDS ||
           why->reason == CN_BOOK_COMPLETES;
}

/* The hint is taken whole by the judge of commands, its steps are those book would make, and
 * nothing is told twice, of no meld either. */
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
    const cn_side *side = &view->pub.side[view->pub.side_of[view->seat]];
    for (unsigned i = 0; i < hint.why_count; i++) {
        if (hint.why[i].reason == CN_BOOK_ADDS)
            assert_int_not_equal(side->latest[hint.why[i].a], 0);
        for (unsigned j = 0; j < i; j++)
            assert_false((hint.why[i].reason == hint.why[j].reason ||
                          (tells_of_meld(&hint.why[i]) && tells_of_meld(&hint.why[j]))) &&
                         hint.why[i].a == hint.why[j].a);
    }
}

static void every_hint_of_a_hand_is_one_command(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        const cn_rules rules = load(cn_rulesets[i]);
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
        cmocka_unit_test(what_is_none_or_a_sequence_is_said_as_a_person_would),
        cmocka_unit_test(every_hint_of_a_hand_is_one_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
