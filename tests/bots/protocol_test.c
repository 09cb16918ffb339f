/* The lines of the bots' protocol: answers are read as they were written, and nothing that is not
 * legal is taken for a play. Not here: processes (test_bots.py).
 * Invariant: all games come from fixed seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/entrant.h"
#include "bots/protocol.h"
#include "canasta/reason.h"
#include "lab/tables/table.h"
#include "text/rules/rules_text.h"

static char line[CN_BOT_GO_BYTES];

static void assert_same_step(cn_step a, cn_step b)
{
    assert_int_equal(a.number, b.number);
    assert_int_equal(a.card[0], b.card[0]);
    assert_int_equal(a.card[1], b.card[1]);
}

static cn_bot_answer read_answer(const char *text, const cn_view *view, const cn_rules *rules,
                                 cn_play *play)
{
    char why[CN_BOT_LINE_MAX];
    cn_writer writer = cn_writer_make(why, sizeof why);
    const cn_bot_answer answer = cn_bot_read_answer(text, view, rules, play, &writer);
    assert_int_equal(writer.length == 0, answer == CN_BOT_PLAYS);
    assert_null(strchr(why, '\n'));
    return answer;
}

/* Each legal step, named or by its number alone; and no other number. */
static void check_steps(const cn_view *view, const cn_rules *rules)
{
    const cn_mask legal = cn_view_legal(view, rules);
    for (unsigned number = 0; number < CN_STEPS; number++) {
        cn_play play;
        cn_writer writer = cn_writer_make(line, sizeof line);
        const cn_step bare = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
        cn_write_bot_step(&writer, bare);
        const cn_bot_answer answer = read_answer(line, view, rules, &play);
        assert_int_equal(answer, cn_mask_has(&legal, number) ? CN_BOT_PLAYS : CN_BOT_ILLEGAL);
        if (answer != CN_BOT_PLAYS) continue;
        const cn_step named = cn_step_named(rules, &view->pub, &view->hand, bare);
        assert_same_step(play.step[0], named);
        writer = cn_writer_make(line, sizeof line);
        assert_int_equal(cn_write_bot_answer(&writer, view, rules, &named, 1), 1);
        assert_int_equal(read_answer(line, view, rules, &play), CN_BOT_PLAYS);
        assert_int_equal(play.count, 1);
        assert_same_step(play.step[0], named);
    }
}

/* Any change of one letter gives a play that is legal, or none. */
static void check_damage(const cn_view *view, const cn_rules *rules, cn_step step,
                         cn_stream *stream)
{
    cn_play play;
    char text[CN_BOT_LINE_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_bot_answer(&writer, view, rules, &step, 1);
    text[cn_stream_below(stream, (uint32_t)writer.length)] =
        (char)(1 + cn_stream_below(stream, 255));
    for (char *at = text; *at != '\0'; at++)
        if (*at == '\n') *at = ' ';
    if (read_answer(text, view, rules, &play) != CN_BOT_PLAYS) return;
    cn_view ahead = *view;
    for (unsigned i = 0; i < play.count; i++) assert_true(cn_view_try(&ahead, rules, play.step[i]));
}

static void answers_are_read_as_written_under_every_rule_set(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(11, 0, 0);
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_rules rules;
        cn_lab_table table;
        cn_card deck[CN_DECK_CARDS_MAX];
        assert_true(cn_rules_load(&rules, cn_rulesets[i], "", 0, NULL));
        cn_lab_table_start(&table, &rules, 0);
        cn_lab_table_seat_all(&table, &rules, &cn_player_random, 5);
        cn_deck_sorted(&rules, deck);
        cn_shuffle(deck, rules.deck_size, &stream);
        assert_int_equal(cn_lab_table_deal(&table, &rules, deck), CN_LAB_OK);
        for (unsigned steps = 0; steps < 150 && table.game.pub.phase != CN_PHASE_HAND_END;
             steps++) {
            const unsigned seat = table.game.pub.seat;
            const cn_mask legal = cn_view_legal(&table.view[seat], &rules);
            const cn_step any =
                cn_step_named(&rules, &table.game.pub, &table.view[seat].hand,
                              cn_step_make(cn_mask_nth(&legal, 0), CN_CARD_NONE, CN_CARD_NONE));
            if (steps % 8 == 0) check_steps(&table.view[seat], &rules);
            check_damage(&table.view[seat], &rules, any, &stream);
            assert_int_equal(cn_lab_table_step(&table, &rules), CN_LAB_OK);
        }
    }
}

static void every_line_fits(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_rules rules;
        assert_true(cn_rules_load(&rules, cn_rulesets[i], "", 0, NULL));
        cn_writer writer = cn_writer_make(line, sizeof line);
        cn_write_bot_hello(&writer, &rules);
        assert_false(writer.overflow);
        for (const char *at = line; *at != '\0'; at += strcspn(at, "\n") + 1)
            assert_true(strcspn(at, "\n") < CN_BOT_LINE_MAX);
    }
}

static void greetings(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        cn_bot_greeting greeting;
        const char *name;
    } cases[] = {
        {"canasta-bot 1", CN_BOT_GREETED, "-"},
        {"canasta-bot 1 My bot", CN_BOT_GREETED, "My bot"},
        {"canasta-bot 1 a\tb\x7f", CN_BOT_GREETED, "a?b?"},
        {"canasta-bot 2 My bot", CN_BOT_OTHER_VERSION, "-"},
        {"canasta-bot -1", CN_BOT_OTHER_VERSION, "-"},
        {"canasta-bot", CN_BOT_NO_GREETING, "-"},
        {"canasta-bot one", CN_BOT_NO_GREETING, "-"},
        {"canasta-bot1", CN_BOT_NO_GREETING, "-"},
        {"", CN_BOT_NO_GREETING, "-"},
        {"step draw", CN_BOT_NO_GREETING, "-"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[CN_BOT_NAME_MAX + 1] = "-";
        assert_int_equal(cn_bot_read_greeting(cases[i].line, name), cases[i].greeting);
        assert_string_equal(name, cases[i].name);
    }
}

static void seeds_are_read_as_written(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(3, 1, 4), found = {{0}};
    cn_writer writer = cn_writer_make(line, sizeof line);
    cn_write_bot_seed(&writer, &stream);
    line[strcspn(line, "\n")] = '\0';
    assert_true(cn_bot_seed_parse(line + strlen("seed "), &found));
    assert_memory_equal(&found, &stream, sizeof stream);
    line[strlen(line) - 1] = 'g';
    assert_false(cn_bot_seed_parse(line + strlen("seed "), &found));
    assert_false(cn_bot_seed_parse("", &found));
}

static void entrants_are_players_or_programs(void **state)
{
    (void)state;
    cn_entrant found;
    assert_true(cn_entrant_find(&found, "racer"));
    assert_ptr_equal(found.player, &cn_player_racer);
    assert_null(found.command);
    assert_true(cn_entrant_find(&found, "exec:./bot --level 3"));
    assert_null(found.player);
    assert_string_equal(found.command, "./bot --level 3");
    static const char *const wrong[] = {"", "nobody", "exec", "exec:", "exec: ", "Exec:./bot"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(cn_entrant_find(&found, wrong[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_read_as_written_under_every_rule_set),
        cmocka_unit_test(every_line_fits),
        cmocka_unit_test(greetings),
        cmocka_unit_test(seeds_are_read_as_written),
        cmocka_unit_test(entrants_are_players_or_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
