/* Thoughts: one lawful command each, compared with a play that is really another, and repeatable.
 * Not here: whether the search is good (lab). Invariant: fixed seeds, few playouts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/thought.h"
#include "lab/tables/table.h"
#include "text/events/verdict.h"
#include "text/rules/rules_text.h"

enum { PLAYOUTS = 400 };

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

static void check_play(const cn_view *view, const cn_rules *rules, const cn_hint *hint)
{
    char play[CN_PLAY_TEXT_MAX + 1];
    cn_writer writer = cn_writer_make(play, sizeof play);
    cn_write_play(&writer, hint->step, hint->count);
    const cn_verdict verdict = cn_view_judge(view, rules, play, writer.length);
    if (verdict.reason.code != CN_OK) fail_msg("%s: %s is refused", rules->name, play);
}

/* The first step in which two plays differ; either may be the longer one. */
static unsigned parting(const cn_hint *one, const cn_hint *other)
{
    unsigned i = 0;
    while (i < one->count && i < other->count && one->step[i].number == other->step[i].number) i++;
    return i;
}

/* Where it differs, what `book` would play is the other way; where not, it is `book`'s play. */
static void check_thought(const cn_view *view, const cn_rules *rules, const cn_thought *thought)
{
    cn_hint book;
    cn_view there = *view;
    assert_true(cn_hint_make(view, rules, &book));
    check_play(view, rules, &thought->hint);
    const unsigned at = parting(&thought->hint, &book);
    assert_int_equal(thought->differs, at < book.count);
    if (!thought->differs) return;
    const cn_other_way *other = &thought->other;
    assert_true(thought->compared && other->ahead.worlds > 0);
    assert_true(other->ahead.chance > CN_LEAD_SURE * other->ahead.chance_error);
    for (unsigned i = 0; i < at; i++) assert_true(cn_view_try(&there, rules, book.step[i]));
    assert_int_equal(other->play.step[0].number, book.step[at].number);
    check_play(&there, rules, &other->play);
}

typedef struct tally {
    unsigned thoughts, differ, sense[3];
} tally;

static void think_through_hand(const cn_rules *rules, uint64_t seed, tally *found)
{
    cn_lab_table table;
    begin(&table, rules, seed);
    while (table.game.pub.phase != CN_PHASE_HAND_END) {
        const cn_view *view = &table.view[table.game.pub.seat];
        cn_thought thought;
        assert_true(cn_thought_make(view, rules, PLAYOUTS, &thought));
        check_thought(view, rules, &thought);
        found->thoughts++;
        found->differ += thought.differs;
        if (thought.compared) found->sense[cn_lead_sense_of(&thought.other.ahead)]++;
        assert_int_equal(cn_lab_table_step(&table, rules), CN_LAB_OK);
    }
    cn_thought none;
    assert_false(cn_thought_make(&table.view[0], rules, PLAYOUTS, &none));
}

static void every_thought_of_a_hand_is_one_command_and_surely_better_where_it_differs(void **state)
{
    (void)state;
    static const char *const names[] = {"classic_pagat", "samba", "two_player", "modern_american",
                                        "hand_and_foot"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cn_rules rules = load(names[i]);
        tally found = {0};
        think_through_hand(&rules, 7 + i, &found);
        if (found.differ == 0 || found.differ == found.thoughts)
            fail_msg("%s: %u of %u differ", names[i], found.differ, found.thoughts);
        assert_true(found.sense[CN_LEAD_EQUAL] > 0 && found.sense[CN_LEAD_POINTS] > 0);
    }
}

static void same_question_has_same_answer(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat");
    cn_lab_table table;
    cn_thought thought;
    char text[2][CN_THOUGHT_TEXT_MAX];
    begin(&table, &rules, 5);
    for (unsigned i = 0; i < 2; i++) {
        const cn_view *view = &table.view[table.game.pub.seat];
        cn_writer writer = cn_writer_make(text[i], sizeof text[i]);
        memset(&thought, i == 0 ? 0x5a : 0, sizeof thought);
        assert_true(cn_thought_make(view, &rules, PLAYOUTS, &thought));
        cn_write_thought_json(&writer, view, &rules, &thought);
        assert_false(writer.overflow);
    }
    assert_string_equal(text[0], text[1]);
}

static void lead_that_chance_hides_is_told_as_none(void **state)
{
    (void)state;
    static const struct {
        cn_lead lead;
        cn_lead_sense sense;
    } told[] = {
        {{.points = 40, .points_error = 12}, CN_LEAD_POINTS},
        {{.points = 40, .points_error = 20, .chance = 9, .chance_error = 5}, CN_LEAD_EQUAL},
        {{.points = -40, .points_error = 12}, CN_LEAD_EQUAL},
        {{.points = 0, .points_error = 0}, CN_LEAD_EQUAL},
        {{.points = -5, .points_error = 12, .chance = 900, .chance_error = 300}, CN_LEAD_FOR_GAME},
    };
    for (unsigned i = 0; i < sizeof told / sizeof told[0]; i++)
        assert_int_equal(cn_lead_sense_of(&told[i].lead), told[i].sense);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thought_of_a_hand_is_one_command_and_surely_better_where_it_differs),
        cmocka_unit_test(same_question_has_same_answer),
        cmocka_unit_test(lead_that_chance_hides_is_told_as_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
