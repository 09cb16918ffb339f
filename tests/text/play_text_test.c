/* Claims about plays as text.
 * Not here: whether a play is legal. Invariant: what is written is parsed to the same steps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/play_text.h"

static uint64_t seed;

enum { NONE = CN_CARD_NONE };

static cn_card card_of(const char *text)
{
    cn_card card = NONE;
    assert_int_not_equal(cn_card_parse(text, &card), 0);
    return card;
}

static cn_play_status parse(const char *text, cn_play *play, cn_reason *shape, cn_text_error *error)
{
    memset(error, 0, sizeof *error);
    return cn_play_parse(text, strlen(text), 7, play, shape, error);
}

/* Each step as a word: its number by name, then its cards. */
static void write_steps(cn_writer *writer, const cn_play *play)
{
    static const char *const names[] = {"draw", "open",     "ask",        "yes",     "no",
                                        "pair", "take_two", "take_joker", "take_top"};
    for (unsigned i = 0; i < play->count; i++) {
        const cn_step step = play->step[i];
        if (i > 0) cn_write_char(writer, ' ');
        if (step.number < CN_STEP_LAY)
            cn_write(writer, "%s", names[step.number]);
        else if (cn_step_is_lay(step.number))
            cn_write(writer, "lay%c%c", cn_kind_letter(cn_step_kind(step.number)),
                     cn_kind_letter(cn_step_meld(step.number)));
        else
            cn_write(writer, "discard%c", cn_kind_letter(cn_step_kind(step.number)));
        for (unsigned j = 0; j < 2; j++) {
            if (step.card[j] == NONE) continue;
            cn_write_char(writer, '.');
            cn_write_card(writer, step.card[j]);
        }
        cn_write(writer, "@%u", play->column[i]);
    }
}

static void plays_become_these_steps(void **state)
{
    (void)state;
    static const struct {
        const char *text, *steps;
    } cases[] = {
        {"draw", "draw@1"},
        {"  draw ;ask", "draw@3 ask@9"},
        {"yes", "yes@1"},
        {"no", "no@1"},
        {"take", "take_top@1"},
        {"take Kh", "take_top@1 layKK.Kh@6"},
        {"take KhKs", "pair.Kh.Ks@1"},
        {"take Kh2dKsX", "pair.Kh.Ks@1 lay2K.2d@8 layXK.X@12"},
        {"take KhX2d", "take_joker.Kh.X@1 lay2K.2d@9"},
        {"take 2dKhX", "take_two.Kh.2d@1 layXK.X@10"},
        {"take K:2d", "take_top@1 lay2K.2d@8"},
        {"take 2h2d", "pair.2h.2d@1"},
        {"take X2d", "pair.X.2d@1"},
        {"take 3c3s", "pair.3c.3s@1"},
        {"take 3d3h", "pair.3d.3h@1"},
        {"open", "open@1"},
        {"open QcQdQh2d 7c7d7h",
         "layQQ.Qc@6 layQQ.Qd@8 layQQ.Qh@10 lay2Q.2d@12 lay77.7c@15 lay77.7d@17 lay77.7h@19 "
         "open@1"},
        {"meld K:2c", "lay2K.2c@8"},
        {"meld Q:2cQdQh", "layQQ.Qd@10 layQQ.Qh@12 lay2Q.2c@8"},
        {"meld 3c3s3c", "lay33.3c@6 lay33.3s@8 lay33.3c@10"},
        {"meld 3:3c", "lay33.3c@8"},
        {"discard 4s", "discard4.4s@1"},
        {"discard X", "discardX.X@1"},
        {"discard 3c", "discard3.3c@1"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        char text[512];
        cn_writer writer = cn_writer_make(text, sizeof text);
        assert_int_equal(parse(cases[i].text, &play, &shape, &error), CN_PLAY_OK);
        write_steps(&writer, &play);
        assert_string_equal(text, cases[i].steps);
        assert_int_equal(shape.code, CN_OK);
    }
}

static void what_cannot_be_read_names_its_column(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned column;
        const char *message;
    } cases[] = {
        {"", 1, "an action is missing here"},
        {"   ", 4, "an action is missing here"},
        {"draw;", 6, "an action is missing here"},
        {"draw;; ask", 6, "an action is missing here"},
        {"Draw", 1, "'Draw' is no action: draw, take, open, meld, ask, yes, no, discard"},
        {"draw 2", 6, "nothing may follow here, but '2' does"},
        {"take KhKs Kd", 11, "nothing may follow here, but 'Kd' does"},
        {"take KhKz", 8, "no card begins with 'Kz'"},
        {"meld", 5, "meld names at least one group"},
        {"meld KhKsK", 10, "no card begins with 'K'"},
        {"meld 1:Kh", 6, "'1' is no rank that can be melded"},
        {"meld 2:2h2d", 6, "'2' is no rank that can be melded"},
        {"meld KhKs?", 10, "a hidden card cannot be played"},
        {"discard", 8, "one card is discarded, not 0"},
        {"discard 4s5s", 9, "one card is discarded, not 2"},
        {"discard 4s 5s", 12, "nothing may follow here, but '5s' does"},
        {"discard ?", 9, "a hidden card cannot be played"},
        {"draw; discrad 4s", 7,
         "'discrad' is no action: draw, take, open, meld, ask, yes, no, discard"},
        {"meld \x1b[31mKh", 6, "no card begins with '?[31mKh'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        assert_int_equal(parse(cases[i].text, &play, &shape, &error), CN_PLAY_SYNTAX);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(error.line, 7);
    }
}

static void broken_shapes_name_their_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        cn_reason_code code;
        unsigned column;
    } cases[] = {
        {"meld KhKsQd", CN_REASON_RANK, 10},
        {"meld Q:Kh", CN_REASON_RANK, 8},
        {"meld 3cKh", CN_REASON_RANK, 8},
        {"meld 3:Kh", CN_REASON_RANK, 8},
        {"open QcQdQh 2c2d", CN_REASON_WILD_ONLY, 13},
        {"meld X", CN_REASON_WILD_ONLY, 6},
        {"meld K:", CN_REASON_SIZE, 6},
        {"meld 3c3s2d", CN_REASON_BLACK3_WILD, 6},
        {"meld 3:2d", CN_REASON_BLACK3_WILD, 6},
        {"meld 3h", CN_REASON_RED3, 6},
        {"meld KhKs3d", CN_REASON_RED3, 10},
        {"discard 3d", CN_REASON_RED3, 9},
        {"take KhQh", CN_REASON_RANK, 8},
        {"take 2h", CN_REASON_TAKE_CARDS, 6},
        {"take 2h2d2c", CN_REASON_TAKE_CARDS, 6},
        {"take 3c", CN_REASON_TAKE_CARDS, 6},
        {"take Kh3h", CN_REASON_RED3, 8},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        assert_int_equal(parse(cases[i].text, &play, &shape, &error), CN_PLAY_SHAPE);
        assert_string_equal(cn_reason_name(shape.code), cn_reason_name(cases[i].code));
        assert_int_equal(error.column, cases[i].column);
        assert_int_not_equal(error.message[0], '\0');
    }
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    assert_int_equal(parse("meld K:", &play, &shape, &error), CN_PLAY_SHAPE);
    assert_int_equal(shape.have, 0);
    assert_int_equal(shape.need, 3);
}

static void too_many_cards_are_refused(void **state)
{
    (void)state;
    char text[CN_PLAY_STEPS_MAX * 8];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    cn_write(&writer, "meld");
    for (unsigned i = 0; i < CN_PLAY_STEPS_MAX; i++) cn_write(&writer, " Kh");
    assert_int_equal(parse(text, &play, &shape, &error), CN_PLAY_OK);
    assert_int_equal(play.count, CN_PLAY_STEPS_MAX);
    cn_write(&writer, " Kh");
    assert_int_equal(parse(text, &play, &shape, &error), CN_PLAY_SYNTAX);
    assert_int_equal(error.column, 6 + 3 * CN_PLAY_STEPS_MAX);
    writer = cn_writer_make(text, sizeof text);
    cn_write(&writer, "meld ");
    for (unsigned i = 0; i < 65; i++) cn_write(&writer, "Kh");
    assert_int_equal(parse(text, &play, &shape, &error), CN_PLAY_SYNTAX);
    assert_string_equal(error.message, "a group has at most 64 cards");
}

static void a_zero_byte_is_no_card_and_no_end(void **state)
{
    (void)state;
    static const char text[] = "meld Kh\0Kh";
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    assert_int_equal(cn_play_parse(text, sizeof text - 1, 1, &play, &shape, &error),
                     CN_PLAY_SYNTAX);
    assert_int_equal(error.column, 8);
}

static void steps_are_written_like_this(void **state)
{
    (void)state;
    static const char *const plays[] = {
        "draw; ask",
        "yes",
        "no",
        "take KhKs; open QcQdQh2d 7c7d7h; discard 4s",
        "take Kh2d; meld KsKd",
        "take Kh2dX; open; meld 7c7d7h 3c3s3c",
        "take; meld Kh",
        "take KhKsKdX; discard X",
        "draw; open AcAdAh; meld A:2c K:X; discard 2c",
        "meld K:2c Kh K:2d",
    };
    for (unsigned i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        char text[CN_PLAY_TEXT_MAX];
        cn_writer writer = cn_writer_make(text, sizeof text);
        assert_int_equal(parse(plays[i], &play, &shape, &error), CN_PLAY_OK);
        cn_write_play(&writer, play.step, play.count);
        if (i + 1 < sizeof plays / sizeof plays[0])
            assert_string_equal(text, plays[i]);
        else /* one unbroken run onto one meld is one group, whoever wrote it in three */
            assert_string_equal(text, "meld Kh2c2d");
    }
}

static cn_step random_step(cn_stream *stream)
{
    const unsigned number = cn_stream_below(stream, CN_STEPS);
    const cn_card natural = (cn_card)cn_stream_below(stream, CN_RANKS * CN_SUITS);
    const cn_card fellow =
        (cn_card)(natural / CN_SUITS * CN_SUITS + cn_stream_below(stream, CN_SUITS));
    const cn_card two = cn_card_make(CN_ROW_TWOS, cn_stream_below(stream, CN_SUITS));
    if (number == CN_STEP_TAKE_PAIR) return cn_step_make(number, natural, fellow);
    if (number == CN_STEP_TAKE_TWO) return cn_step_make(number, natural, two);
    if (number == CN_STEP_TAKE_JOKER) return cn_step_make(number, natural, CN_CARD_JOKER);
    if (number < CN_STEP_LAY) return cn_step_make(number, NONE, NONE);
    const unsigned kind = cn_step_kind(number);
    if (kind == CN_KIND_JOKER) return cn_step_make(number, CN_CARD_JOKER, NONE);
    if (kind == CN_KIND_TWO) return cn_step_make(number, two, NONE);
    const cn_card black3 = cn_stream_below(stream, 2) == 0 ? card_of("3c") : card_of("3s");
    if (kind == CN_KIND_BLACK3) return cn_step_make(number, black3, NONE);
    return cn_step_make(number, cn_card_make(kind, cn_stream_below(stream, CN_SUITS)), NONE);
}

static bool is_wild_lay(cn_step step)
{
    return cn_step_is_lay(step.number) && cn_kind_is_wild(cn_step_kind(step.number));
}

/* Wilds that follow a take with a natural and a wild stay where they are: a natural before them
 * would make it a take with a pair. */
static unsigned fixed_steps(const cn_step *steps, unsigned count)
{
    unsigned fixed = 1;
    if (steps[0].number != CN_STEP_TAKE_TWO && steps[0].number != CN_STEP_TAKE_JOKER) return 0;
    while (fixed < count && is_wild_lay(steps[fixed]) &&
           cn_step_meld(steps[fixed].number) == cn_card_kind(steps[0].card[0]))
        fixed++;
    return fixed;
}

/* Puts the naturals of each unbroken run onto one meld before its wilds: what parsing may do. */
static void sort_runs(cn_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned fixed = fixed_steps(steps + i, count - i);
        if (fixed == 0) continue;
        sort_runs(steps, i);
        sort_runs(steps + i + fixed, count - i - fixed);
        return;
    }
    for (unsigned pass = 0; pass < count; pass++)
        for (unsigned i = 0; i + 1 < count; i++) {
            const cn_step a = steps[i], b = steps[i + 1];
            const bool one_run = cn_step_is_lay(a.number) && cn_step_is_lay(b.number) &&
                                 cn_step_meld(a.number) == cn_step_meld(b.number);
            if (!one_run || !is_wild_lay(a) || is_wild_lay(b)) continue;
            steps[i] = b;
            steps[i + 1] = a;
        }
}

static void any_steps_are_parsed_as_they_were_written(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(seed, 2, 0);
    for (unsigned round = 0; round < test_effort(20000); round++) {
        cn_step steps[24];
        const unsigned count = 1 + cn_stream_below(&stream, 24);
        for (unsigned i = 0; i < count; i++) {
            steps[i] = random_step(&stream);
            /* Runs onto one meld are rare by chance, so every second step repeats the last meld. */
            if (i == 0 || !cn_step_is_lay(steps[i - 1].number) || cn_stream_below(&stream, 2) == 0)
                continue;
            const unsigned rank = cn_step_meld(steps[i - 1].number);
            if (rank < CN_RANKS)
                steps[i] = cn_step_make(CN_STEP_LAY_JOKER + rank, CN_CARD_JOKER, NONE);
        }
        char text[CN_PLAY_TEXT_MAX], again[CN_PLAY_TEXT_MAX];
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_play(&writer, steps, count);
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        if (parse(text, &play, &shape, &error) != CN_PLAY_OK)
            fail_msg("'%s' column %u: %s", text, error.column, error.message);
        sort_runs(steps, count);
        assert_int_equal(play.count, count);
        for (unsigned i = 0; i < count; i++)
            assert_memory_equal(&play.step[i], &steps[i], sizeof steps[i]);
        writer = cn_writer_make(again, sizeof again);
        cn_write_play(&writer, play.step, play.count);
        assert_string_equal(again, text);
    }
}

static void any_bytes_are_read_without_harm(void **state)
{
    (void)state;
    static const char letters[] = "draw take open meld ask yes no discard;;:: KhQd2cX3s3h?\t\xff";
    cn_stream stream = cn_stream_make(seed, 3, 0);
    for (unsigned round = 0; round < test_effort(20000); round++) {
        char text[40];
        const unsigned length = cn_stream_below(&stream, sizeof text);
        for (unsigned i = 0; i < length; i++)
            text[i] = letters[cn_stream_below(&stream, sizeof letters)];
        cn_play play;
        cn_reason shape;
        cn_text_error error = {0};
        const cn_play_status status = cn_play_parse(text, length, 1, &play, &shape, &error);
        if (status == CN_PLAY_OK) continue;
        assert_in_range(error.column, 1, length + 1);
        assert_int_equal(shape.code == CN_OK, status == CN_PLAY_SYNTAX);
    }
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_become_these_steps),
        cmocka_unit_test(what_cannot_be_read_names_its_column),
        cmocka_unit_test(broken_shapes_name_their_reason),
        cmocka_unit_test(too_many_cards_are_refused),
        cmocka_unit_test(a_zero_byte_is_no_card_and_no_end),
        cmocka_unit_test(steps_are_written_like_this),
        cmocka_unit_test(any_steps_are_parsed_as_they_were_written),
        cmocka_unit_test(any_bytes_are_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
