/* Claims about traces: every line of a game, and whole games of every table.
 * Not here: what the engine says in them. Invariant: the lines stand in the order of the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/records/trace_text.h"
#include "text/rules/rules_text.h"

static uint64_t seed;

static void the_first_lines_of_a_game_are_these(void **state)
{
    (void)state;
    static const char expected[] =
        "trace 1\nrules two_player players 2\nset target = 3000\n"
        "= phase=draw seat=1 asker=1 turn=1 stock=77 frozen=0 taken=0 pile=7s "
        "hands=4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h/4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h sides=0,1 melds=-;- "
        "threes=0000/0000 packets=0,0 talon=0,0 asked=0,0 staging=0 answer=none end=none out=- "
        "concealed=0 special=-\n"
        "L draw take-pair\n";
    cn_rules rules;
    cn_game game;
    cn_card deck[CN_DECK_CARDS_MAX];
    char text[2048];
    cn_text_error error = {0};
    assert_true(cn_rules_load(&rules, "two_player", "target = 3000", 2, &error));
    cn_deck_sorted(&rules, deck);
    cn_game_start(&game, &rules, 0);
    cn_game_deal(&game, &rules, deck, NULL);
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_trace_head(&writer, &rules);
    cn_write_trace_state(&writer, &rules, &game);
    cn_write_trace_legal(&writer, &rules, &game);
    assert_false(writer.overflow);
    assert_string_equal(text, expected);
}

static void steps_are_told_with_their_hand_cards(void **state)
{
    (void)state;
    static const struct {
        unsigned number;
        cn_card card[2];
        const char *line;
    } cases[] = {
        {CN_STEP_DRAW, {CN_CARD_NONE, CN_CARD_NONE}, "> 2 draw -\n"},
        {CN_STEP_TAKE_PAIR, {0, 1}, "> 2 take-pair 4c4d\n"},
        {CN_STEP_TAKE_TOP, {CN_CARD_NONE, CN_CARD_NONE}, "> 2 take-top -\n"},
        {CN_STEP_SEQUENCE + 5, {5, CN_CARD_NONE}, "> 2 seq-5d 5d\n"},
        {CN_STEP_LAY_JOKER_WILD, {CN_CARD_JOKER, CN_CARD_NONE}, "> 2 joker-W X\n"},
        {CN_STEP_TO_MELD + 11, {CN_CARD_NONE, CN_CARD_NONE}, "> 2 to-12 -\n"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_trace_step(&writer, 2,
                            cn_step_make(cases[i].number, cases[i].card[0], cases[i].card[1]));
        assert_string_equal(text, cases[i].line);
    }
}

/* Keys of a state in their order, each once. */
static void check_state(const char *line)
{
    static const char *const keys[] = {
        "phase=", "seat=",    "asker=",  "turn=",  "stock=",  "frozen=",    "taken=",
        "pile=",  "hands=",   "sides=",  "melds=", "threes=", "packets=",   "talon=",
        "asked=", "staging=", "answer=", "end=",   "out=",    "concealed=", "special="};
    const char *at = line + 1;
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        assert_int_equal(*at++, ' ');
        if (strncmp(at, keys[i], strlen(keys[i])) != 0) fail_msg("%s: no %s", line, keys[i]);
        at += strcspn(at, " \n");
    }
    assert_int_equal(*at, '\n');
}

static void hear(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    static char text[CN_TRACE_BYTES_MAX];
    unsigned *lines = context;
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_trace_state(&writer, rules, game);
    assert_false(writer.overflow);
    check_state(text);
    if (event->kind != CN_EVENT_STEP) return;
    writer = cn_writer_make(text, sizeof text);
    cn_write_trace_step(&writer, event->seat, event->u.step.step);
    assert_true(writer.length > 6);
    ++*lines;
}

static void play_at_table(void *context, const cn_rules *rules, unsigned number)
{
    played p = {.rules = rules, .seed = seed + number, .hook = hear, .context = context};
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++)
        p.player[seat] = (seat + number) % 2 == 0 ? &cn_player_random : &cn_player_racer;
    cn_game game;
    play_game(&p, &game);
}

static void every_state_has_all_its_keys_in_order(void **state)
{
    (void)state;
    unsigned lines = 0;
    assert_true(each_table(play_at_table, &lines, "rounds = 1; tie_rule = shared") > 20);
    assert_true(lines > 2000);
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_lines_of_a_game_are_these),
        cmocka_unit_test(steps_are_told_with_their_hand_cards),
        cmocka_unit_test(every_state_has_all_its_keys_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
