/* Claims about events as text.
 * Not here: what events do to a view. Invariant: whole games are told through text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/events/event_text.h"
#include "text/rules/rules_text.h"

static uint64_t seed;

static cn_rules load(const char *name, const char *overrides)
{
    cn_rules rules;
    cn_text_error error;
    if (!cn_rules_load(&rules, name, overrides, 0, &error)) fail_msg("%s", error.message);
    return rules;
}

/* Writes, parses and writes again; gives the parsed event. */
static cn_event through_text(const cn_rules *rules, const cn_event *event)
{
    char text[CN_EVENT_TEXT_MAX], again[CN_EVENT_TEXT_MAX];
    cn_event back;
    cn_text_error error = {0};
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_event(&writer, rules, event);
    assert_false(writer.overflow);
    if (!cn_event_parse(text, rules, &back, &error))
        fail_msg("'%s' column %u: %s", text, error.column, error.message);
    writer = cn_writer_make(again, sizeof again);
    cn_write_event(&writer, rules, &back);
    assert_string_equal(again, text);
    return back;
}

/* One view for each seat and an onlooker, told directly, and one of each told through text. */
typedef struct audience {
    cn_view told[CN_SEATS_MAX + 1], read[CN_SEATS_MAX + 1];
    unsigned events;
} audience;

static void tell_both(void *context, const cn_rules *rules, const cn_game *game,
                      const cn_event *event)
{
    audience *a = context;
    (void)game;
    (void)through_text(rules, event);
    for (unsigned i = 0; i <= rules->seat_count; i++) {
        const unsigned seat = i < rules->seat_count ? i : (unsigned)CN_SEAT_NONE;
        const cn_event seen = cn_event_for(rules, event, seat);
        const cn_event read = through_text(rules, &seen);
        assert_true(cn_view_apply(&a->told[i], rules, &seen));
        assert_true(cn_view_apply(&a->read[i], rules, &read));
        assert_int_equal(cn_view_hash(&a->told[i], rules), cn_view_hash(&a->read[i], rules));
    }
    a->events++;
}

static void play_at_table(void *context, const cn_rules *rules, unsigned number)
{
    const unsigned round = *(const unsigned *)context;
    const cn_player *a = (round + number) % 3 == 0 ? &cn_player_racer : &cn_player_random;
    audience both = {0};
    played p = {.rules = rules,
                .seed = seed + 100 * round + number,
                .dealer = (round + number) % rules->seat_count,
                .hook = tell_both,
                .context = &both};
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++)
        p.player[seat] = seat % 2 == 0 ? a : &cn_player_random;
    for (unsigned i = 0; i <= rules->seat_count; i++) {
        const unsigned seat = i < rules->seat_count ? i : (unsigned)CN_SEAT_NONE;
        cn_view_start(&both.told[i], rules, seat, p.dealer, 0, NULL);
        both.read[i] = both.told[i];
    }
    cn_game game;
    play_game(&p, &game);
    assert_true(both.events > 5);
}

static void views_told_through_text_are_the_same_views(void **state)
{
    (void)state;
    for (unsigned round = 0; round < test_effort(2); round++)
        assert_true(each_table(play_at_table, &round, "rounds = 1; tie_rule = shared") > 20);
}

static const char *const event_lines[] = {
    "deal 3 dealer 2 threes 1:3d 3:3d3h turned 2dKd hand 0:4cKhKs",
    "deal 3 dealer 2 turned 9h buried 9 then 3 gets KdKh threes 3d3h held 3d3h",
    "deal 3 dealer 2 threes 1:3d returned 2d3h turned Kd buried 9 hand 0:4cKhKs",
    "deal 1 dealer 0 turned 4c hand 0: 1:5c5c 2:X 3:AhAh",
    "deal 65535 dealer 3",
    "2 draw",
    "2 draw gets ? threes 3d",
    "2 draw gets Ks threes 3d3h",
    "2 draw gets - threes 3h last",
    "2 draw gets 3h last",
    "2 discard 4c out",
    "2 pass out",
    "2 draw gets -",
    "2 take-all",
    "2 take-all gets Ks",
    "2 open",
    "2 open gets 5c5d threes 3c held 3c",
    "2 open gets ??????????? packet stock 0",
    "2 ask",
    "0 yes",
    "0 no",
    "2 take",
    "2 take gets ?",
    "2 take KhKs",
    "2 take KhKs gets - threes 3d stock 0",
    "2 take Kh2d",
    "2 take 2d2h",
    "2 take KhX",
    "2 lay Kh",
    "2 lay 2d K",
    "2 lay X A",
    "2 lay 3c",
    "2 lay X 3",
    "2 lay 2c W",
    "2 lay X W",
    "2 lay 2c 2",
    "2 lay X 2",
    "2 lay 5h S",
    "2 to 1",
    "2 to 40",
    "2 join 2",
    "2 new",
    "2 pass",
    "2 lay-out gets ? threes 3d held 3d",
    "2 pick",
    "2 pick gets ?",
    "2 discard 4s",
    "2 discard X",
    "2 discard 3s",
    "2 discard 3d",
    "2 discard 4s then 3 gets ???? talon stock 0",
    "2 pass then 3 gets 4c threes 3h held 3h",
    "score 0:4c5d 1: 2:KhKs 3:X waiting 1:4c4d 3:3h",
    "score 0:4c5d 1: 2:KhKs 3:X",
};

static void these_lines_are_events(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", NULL);
    for (unsigned i = 0; i < sizeof event_lines / sizeof event_lines[0]; i++) {
        cn_event event;
        cn_text_error error = {0};
        char text[CN_EVENT_TEXT_MAX];
        if (!cn_event_parse(event_lines[i], &rules, &event, &error))
            fail_msg("'%s' column %u: %s", event_lines[i], error.column, error.message);
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_event(&writer, &rules, &event);
        assert_string_equal(text, event_lines[i]);
    }
}

/* Every indented line of the page is an event; the first starts a view. */
static void the_documented_lines_are_events(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", NULL);
    char *page = documented("\n## Events\n", "\n## Records\n");
    unsigned lines = 0;
    for (char *line = strtok(page, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        cn_event event;
        cn_view view;
        cn_text_error error = {0};
        if (strncmp(line, "    ", 4) != 0) continue;
        const bool good = lines == 0 ? cn_view_start_parse(line + 4, &rules, &view, &error)
                                     : cn_event_parse(line + 4, &rules, &event, &error);
        if (!good) fail_msg("'%s' column %u: %s", line + 4, error.column, error.message);
        lines++;
    }
    assert_true(lines > 10);
    free(page);
}

static void a_take_knows_its_way(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", NULL);
    static const struct {
        const char *line;
        unsigned number;
    } cases[] = {
        {"1 take", CN_STEP_TAKE_TOP},
        {"1 take 9c9d", CN_STEP_TAKE_PAIR},
        {"1 take 9c2d", CN_STEP_TAKE_TWO},
        {"1 take 9cX", CN_STEP_TAKE_JOKER},
        {"1 lay 9c", CN_STEP_LAY + CN_KIND_9},
        {"1 lay 2c 9", CN_STEP_LAY_TWO + CN_KIND_9},
        {"1 lay X 9", CN_STEP_LAY_JOKER + CN_KIND_9},
        {"1 lay 3c", CN_STEP_LAY_BLACK3},
        {"1 lay 2c W", CN_STEP_LAY_TWO_WILD},
        {"1 lay 2c 2", CN_STEP_LAY_TWO_TWOS},
        {"1 lay X 3", CN_STEP_LAY_JOKER_BLACK3},
        {"1 lay 4d S", CN_STEP_SEQUENCE + 1},
        {"1 lay 2c S low", CN_STEP_SEQUENCE_TWO},
        {"1 lay X S high", CN_STEP_SEQUENCE_JOKER + 1},
        {"1 to 3", CN_STEP_TO_MELD + 2},
        {"1 join 4", CN_STEP_JOIN + 3},
        {"1 pick", CN_STEP_PICK},
        {"1 swap 9c 2", CN_STEP_SWAP_TWO + CN_KIND_9},
        {"1 swap 9c X", CN_STEP_SWAP_JOKER + CN_KIND_9},
        {"1 steal 9c 2", CN_STEP_STEAL_TWO + CN_KIND_9},
        {"1 steal Ad X", CN_STEP_STEAL_JOKER + CN_KIND_A},
        {"1 discard 3h", CN_STEP_DISCARD + CN_KIND_RED3},
        {"1 discard 2c", CN_STEP_DISCARD + CN_KIND_TWO},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_event event;
        assert_true(cn_event_parse(cases[i].line, &rules, &event, NULL));
        assert_int_equal(event.u.step.step.number, cases[i].number);
        assert_int_equal(event.seat, 1);
    }
}

static const struct {
    const char *line;
    unsigned column;
    const char *message;
} wrong_lines[] = {
    {"", 1, "the seat is missing here"},
    {"draw", 1, "the seat is a whole number, not 'draw'"},
    {"4 draw", 1, "the seat is 0 to 3, not 4"},
    {"2", 2, "a step is missing here"},
    {"2 fold", 3, "'fold' is no step"},
    {"2 draw Kz", 8, "nothing may follow here, but 'Kz' does"},
    {"2 draw gets", 12, "cards are missing here, or '-'"},
    {"2 draw gets Kz", 13, "no card, or one too many, at 'Kz'"},
    {"2 draw gets 4c 4c", 16, "nothing may follow here, but '4c' does"},
    {"2 draw gets 4c threes 4c", 23, "only threes are laid out"},
    {"2 draw gets 4c threes", 22, "threes are missing here"},
    {"2 draw gets - held 3d", 13, "more threes were held than were laid out"},
    {"2 draw gets 4c stock 300", 22, "the number of stock cards is 0 to 255, not 300"},
    {"2 draw then 4 gets 4c", 13, "the seat is 0 to 3, not 4"},
    {"2 draw then 3 4c", 15, "'gets' is expected here, not '4c'"},
    {"2 open 4c", 8, "nothing may follow here, but '4c' does"},
    {"2 take Kh", 8, "a take uses two cards or none"},
    {"2 take KhQh", 8, "a take uses two naturals, a natural and a wild, or two twos"},
    {"2 take 2hKh", 8, "a take uses two naturals, a natural and a wild, or two twos"},
    {"2 take KhKhKh", 12, "no card, or one too many, at 'Kh'"},
    {"2 take ??", 8, "a hidden card cannot stand here"},
    {"2 lay", 6, "a card is missing here"},
    {"2 lay 2d", 9, "this card is not laid on such a meld"},
    {"2 lay Kh Q", 10, "this card is not laid on such a meld"},
    {"2 lay 2d S", 11, "a wild goes to an end of a sequence, low or high"},
    {"2 lay Kh W", 10, "this card is not laid on such a meld"},
    {"2 lay 3d", 9, "this card is not laid on such a meld"},
    {"2 lay ?", 7, "a hidden card cannot stand here"},
    {"2 to 0", 6, "the place of the meld is 1 to 40, not 0"},
    {"2 to 41", 6, "the place of the meld is 1 to 40, not 41"},
    {"2 declare", 10, "there is no special hand ''"},
    {"deal", 5, "the number of the hand is missing here"},
    {"deal 0 dealer 0", 6, "the number of the hand is 1 to 65535, not 0"},
    {"deal 1 dealer 4", 15, "the dealer is 0 to 3, not 4"},
    {"deal 1 dealt 1", 8, "'dealer' is expected here, not 'dealt'"},
    {"deal 1 dealer 1 threes 1:4c", 26, "only threes are laid out"},
    {"deal 1 dealer 1 threes 1:3d 1:3d", 29, "seat 1 stands here twice"},
    {"deal 1 dealer 1 threes 5:3d", 24, "there is no seat 5"},
    {"deal 1 dealer 1 hand 1:4c 1:4c", 27, "seat 1 stands here twice"},
    {"deal 1 dealer 1 hand 1:4c?", 24, "a hidden card cannot stand here"},
    {"deal 1 dealer 1 turned 4c 5c", 27, "nothing may follow here, but '5c' does"},
    {"score 0: 1: 2:", 6, "the hand of seat 3 is missing"},
    {"score 0: 1: 1: 3:", 13, "seat 1 stands here twice"},
    {"score 0: 1: 2: 3: 4:", 19, "there is no seat 4"},
    {"score 0:4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c 1: 2: 3:", 9, "too many cards of one face"},
};

static void wrong_lines_name_their_column(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", NULL);
    for (unsigned i = 0; i < sizeof wrong_lines / sizeof wrong_lines[0]; i++) {
        cn_event event;
        cn_text_error error = {0};
        if (cn_event_parse(wrong_lines[i].line, &rules, &event, &error))
            fail_msg("'%s' was read", wrong_lines[i].line);
        assert_string_equal(error.message, wrong_lines[i].message);
        assert_int_equal(error.column, wrong_lines[i].column);
    }
}

static void any_bytes_are_read_without_harm(void **state)
{
    (void)state;
    static const char *const words[] = {
        "deal",  "dealer", "threes", "turned", "hand", "score",  "draw", "take", "lay",
        "open",  "0",      "1:",     "2:Kh",   "3d",   "KhKs",   "K",    "X",    "-1",
        "65536", "\xff",   "gets",   "then",   "held", "stock",  "last", "out",  "talon",
        "join",  "to",     "packet", "new",    "?",    "waiting"};
    const cn_rules rules = load("two_player", NULL);
    cn_stream stream = cn_stream_make(seed, 4, 0);
    for (unsigned round = 0; round < 20000; round++) {
        char line[256];
        cn_event event;
        cn_text_error error = {0};
        cn_writer writer = cn_writer_make(line, sizeof line);
        for (unsigned i = cn_stream_below(&stream, 9); i > 0; i--)
            cn_write(&writer, "%s ", words[cn_stream_below(&stream, sizeof words / sizeof *words)]);
        if (cn_event_parse(line, &rules, &event, &error))
            (void)through_text(&rules, &event);
        else
            assert_in_range(error.column, 1, writer.length + 1);
    }
}

static void views_start_from_their_line(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", NULL);
    static const int32_t totals[CN_SIDES_MAX] = {1200, -340};
    cn_view view, direct;
    cn_text_error error = {0};
    char line[128];
    cn_writer writer = cn_writer_make(line, sizeof line);
    cn_write_view_start(&writer, &rules, 0, 2, 3, totals);
    assert_string_equal(line, "view seat 0 dealer 2 played 3 totals 1200,-340");
    assert_true(cn_view_start_parse(line, &rules, &view, &error));
    cn_view_start(&direct, &rules, 0, 2, 3, totals);
    assert_int_equal(cn_view_hash(&view, &rules), cn_view_hash(&direct, &rules));
    writer = cn_writer_make(line, sizeof line);
    cn_write_view_start(&writer, &rules, CN_SEAT_NONE, 0, 0, NULL);
    assert_string_equal(line, "view seat none dealer 0 played 0 totals 0,0");
    assert_true(cn_view_start_parse(line, &rules, &view, &error));
    assert_int_equal(view.seat, CN_SEAT_NONE);
}

static void wrong_start_lines_name_their_column(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        unsigned column;
        const char *message;
    } cases[] = {
        {"", 1, "'view' is missing here"},
        {"view seat 4 dealer 2 played 3 totals 0,0", 11, "the seat is 0 to 3, not 4"},
        {"view seat 0 dealer x played 3 totals 0,0", 20, "the dealer is a whole number, not 'x'"},
        {"view seat 0 dealer 2 played 3 totals 0", 38, "2 totals with commas are expected here"},
        {"view seat 0 dealer 2 played 3 totals 0,0,0", 38,
         "2 totals with commas are expected here"},
        {"view seat 0 dealer 2 played 3 totals 0,a", 40, "a total is a whole number, not 'a'"},
        {"view seat 0 dealer 2 played 3 totals 0,0 .", 42, "nothing may follow here, but '.' does"},
    };
    const cn_rules rules = load("classic_pagat", NULL);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_view view;
        cn_text_error error = {0};
        assert_false(cn_view_start_parse(cases[i].line, &rules, &view, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.column, cases[i].column);
    }
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_told_through_text_are_the_same_views),
        cmocka_unit_test(these_lines_are_events),
        cmocka_unit_test(the_documented_lines_are_events),
        cmocka_unit_test(a_take_knows_its_way),
        cmocka_unit_test(wrong_lines_name_their_column),
        cmocka_unit_test(any_bytes_are_read_without_harm),
        cmocka_unit_test(views_start_from_their_line),
        cmocka_unit_test(wrong_start_lines_name_their_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
