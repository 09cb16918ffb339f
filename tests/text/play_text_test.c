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
#include "text/base/words.h"
#include "text/cards/play_text.h"

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

/* Each step as a word: its name, its cards, its column. */
static void write_steps(cn_writer *writer, const cn_play *play)
{
    for (unsigned i = 0; i < play->count; i++) {
        const cn_step step = play->step[i];
        cn_write(writer, "%s%s", i > 0 ? " " : "", cn_step_name(step.number));
        for (unsigned j = 0; j < 2; j++) {
            if (step.card[j] == NONE) continue;
            cn_write_char(writer, '.');
            cn_write_card(writer, step.card[j]);
        }
        cn_write(writer, "@%u", play->column[i]);
    }
}

static const struct {
    const char *text, *steps;
} step_cases[] = {
    {"draw", "draw@1"},
    {"  draw ;ask", "draw@3 ask@9"},
    {"yes", "yes@1"},
    {"no", "no@1"},
    {"pass", "pass@1"},
    {"declare", "declare@1"},
    {"lay-out", "lay-out@1"},
    {"pick; discard 4s", "pick@1 discard-4.4s@7"},
    {"take-all; meld QcQdQh", "take-all@1 lay-Q.Qc@16 lay-Q.Qd@18 lay-Q.Qh@20"},
    {"new", "new@1"},
    {"to #3", "to-3@4"},
    {"to K#40", "to-40@4"},
    {"join #1 #4", "to-1@6 join-4@9"},
    {"join K#1 K#4", "to-1@6 join-4@10"},
    {"join #4", "join-4@6"},
    {"swap Kh 2", "swap-two-K.Kh@1"},
    {"swap 4s X", "swap-joker-4.4s@1"},
    {"steal Ac 2", "steal-two-A.Ac@1"},
    {"steal Qd X; discard 4c", "steal-joker-Q.Qd@1 discard-4.4c@13"},
    {"take", "take-top@1"},
    {"take #3", "to-3@6 take-top@1"},
    {"take S#2", "to-2@6 take-top@1"},
    {"take Kh", "take-top@1 lay-K.Kh@6"},
    {"take KhKs", "take-pair.Kh.Ks@1"},
    {"take K#3:KhKs", "to-3@6 take-pair.Kh.Ks@1"},
    {"take #3:KhKs", "to-3@6 take-pair.Kh.Ks@1"},
    {"take S#2:9h8h", "to-2@6 take-top@1 seq-9h.9h@10 seq-8h.8h@12"},
    {"take Kh2dKsX", "take-pair.Kh.Ks@1 two-K.2d@8 joker-K.X@12"},
    {"take KhX2d", "take-joker.Kh.X@1 two-K.2d@9"},
    {"take 2dKhX", "take-two.Kh.2d@1 joker-K.X@10"},
    {"take K:2d", "take-top@1 two-K.2d@8"},
    {"take 2h2d", "take-pair.2h.2d@1"},
    {"take X2d", "take-pair.X.2d@1"},
    {"take 3c3s", "take-pair.3c.3s@1"},
    {"take 3d3h", "take-pair.3d.3h@1"},
    {"open", "open@1"},
    {"open QcQdQh2d 7c7d7h",
     "lay-Q.Qc@6 lay-Q.Qd@8 lay-Q.Qh@10 two-Q.2d@12 lay-7.7c@15 lay-7.7d@17 lay-7.7h@19 "
     "open@1"},
    {"meld K:2c", "two-K.2c@8"},
    {"meld Q:2cQdQh", "lay-Q.Qd@10 lay-Q.Qh@12 two-Q.2c@8"},
    {"meld 3c3s3c", "lay-3.3c@6 lay-3.3s@8 lay-3.3c@10"},
    {"meld 3:3c", "lay-3.3c@8"},
    {"meld 3c2d3s", "lay-3.3c@6 lay-3.3s@10 two-3.2d@8"},
    {"meld 2c2dX", "two-W.2c@6 two-W.2d@8 joker-W.X@10"},
    {"meld X2c", "joker-W.X@6 two-W.2c@7"},
    {"meld W:X", "joker-W.X@8"},
    {"meld 2:X2c2d", "two-2.2c@9 two-2.2d@11 joker-2.X@8"},
    {"meld K#3:Kh2c", "to-3@6 lay-K.Kh@10 two-K.2c@12"},
    {"meld #3:Kh2c", "to-3@6 lay-K.Kh@9 two-K.2c@11"},
    {"meld K+:KhKs", "new@6 lay-K.Kh@9 lay-K.Ks@11"},
    {"meld +:2c", "new@6 two-W.2c@8"},
    {"meld 5h6h7h", "seq-5h.5h@6 seq-6h.6h@8 seq-7h.7h@10"},
    {"meld 7h5h6h", "seq-5h.5h@8 seq-6h.6h@10 seq-7h.7h@6"},
    {"meld 6h7h5h", "seq-6h.6h@6 seq-7h.7h@8 seq-5h.5h@10"}, /* each extends the others */
    {"meld S#2:4h5h9hTh", "to-2@6 seq-9h.9h@14 seq-Th.Th@16 seq-5h.5h@12 seq-4h.4h@10"},
    {"meld S:8c", "seq-8c.8c@8"},
    {"meld S+:8c", "new@6 seq-8c.8c@9"},
    {"discard 4s", "discard-4.4s@1"},
    {"discard X", "discard-X.X@1"},
    {"discard 3c", "discard-3.3c@1"},
    {"discard 3d", "discard-3r.3d@1"},
};

static void plays_become_these_steps(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof step_cases / sizeof step_cases[0]; i++) {
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        char text[512];
        cn_writer writer = cn_writer_make(text, sizeof text);
        assert_int_equal(parse(step_cases[i].text, &play, &shape, &error), CN_PLAY_OK);
        write_steps(&writer, &play);
        assert_string_equal(text, step_cases[i].steps);
        assert_int_equal(shape.code, CN_OK);
    }
}

#define ACTIONS(word)                                                                              \
    "'" word                                                                                       \
    "' is no action: draw, pick, take, take-all, open, meld, join, swap, steal, ask, yes, no, "    \
    "lay-out, declare, discard, pass"
#define NAMES(word) "'" word "' names no meld; names are like K: W: K#3: #3: or K+:"

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
        {"Draw", 1, ACTIONS("Draw")},
        {"draw 2", 6, "nothing may follow here, but '2' does"},
        {"take KhKs Kd", 11, "nothing may follow here, but 'Kd' does"},
        {"take KhKz", 8, "no card begins with 'Kz'"},
        {"meld", 5, "meld names at least one group"},
        {"meld KhKsK", 10, "no card begins with 'K'"},
        {"meld 1:Kh", 6, NAMES("1")},
        {"meld X:X", 6, NAMES("X")},
        {"meld :Kh", 6, NAMES("")},
        {"meld K#:Kh", 6, NAMES("K#")},
        {"meld K#0:Kh", 6, NAMES("K#0")},
        {"meld K#41:Kh", 6, NAMES("K#41")},
        {"meld K#3+:Kh", 6, NAMES("K#3+")},
        {"meld KK:Kh", 6, NAMES("KK")},
        {"meld K#3", 6, "no card begins with 'K#3'"},
        {"take K+:KhKs", 6, "a take begins a new meld if it names no other"},
        {"take #0", 6, "no card begins with '#0'"},
        {"join", 5, "the place of a meld is expected here, #1 to #40"},
        {"join 1 2", 6, "the place of a meld is expected here, #1 to #40"},
        {"join #1 #41", 9, "the place of a meld is expected here, #1 to #40"},
        {"join #1 #2 #3", 12, "nothing may follow here, but '#3' does"},
        {"to #1 #2", 7, "nothing may follow here, but '#2' does"},
        {"pass 4c", 6, "nothing may follow here, but '4c' does"},
        {"meld KhKs?", 10, "a hidden card cannot be played"},
        {"discard", 8, "one card is discarded, not 0"},
        {"discard 4s5s", 9, "one card is discarded, not 2"},
        {"discard 4s 5s", 12, "nothing may follow here, but '5s' does"},
        {"discard ?", 9, "a hidden card cannot be played"},
        {"draw; discrad 4s", 7, ACTIONS("discrad")},
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
        {"meld KhKsQd", CN_REASON_RANK, 10},      {"meld Q:Kh", CN_REASON_RANK, 8},
        {"meld 3cKh", CN_REASON_RANK, 8},         {"meld 3:Kh", CN_REASON_RANK, 8},
        {"meld 4hX7d", CN_REASON_RANK, 9},        {"meld 4h5h7h", CN_REASON_RANK, 8},
        {"meld 4h5h5h", CN_REASON_RANK, 8},       {"meld 4h5d6h", CN_REASON_RANK, 8},
        {"meld S:4h5d", CN_REASON_RANK, 10},      {"meld S:3s", CN_REASON_RANK, 8},
        {"meld W:KhKs", CN_REASON_RANK, 8},       {"meld 2:Kh", CN_REASON_RANK, 8},
        {"meld K:", CN_REASON_SIZE, 6},           {"meld K#3:", CN_REASON_SIZE, 6},
        {"meld 3h", CN_REASON_RED3, 6},           {"meld KhKs3d", CN_REASON_RED3, 10},
        {"take KhQh", CN_REASON_RANK, 8},         {"take KhQs", CN_REASON_RANK, 8},
        {"take 2h", CN_REASON_TAKE_CARDS, 6},     {"take 2h2d2c", CN_REASON_TAKE_CARDS, 6},
        {"take 2:2h2d", CN_REASON_TAKE_CARDS, 6}, {"take 3c", CN_REASON_TAKE_CARDS, 6},
        {"take Kh3h", CN_REASON_RED3, 8},         {"join #4 #1", CN_REASON_NO_MERGE, 9},
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
        "take #3; meld Kh",
        "take K#3:KhKsKd2c",
        "take KhKsKdX; discard X",
        "draw; open AcAdAh; meld A:2c K:X; discard 2c",
        "meld K:2c Kh2d", /* the order is kept: a natural behind a wild begins another group */
        "meld K#3:Kh2c K+:KsKdKc S:8h 5h6h7h S#2:4c S+:Kc",
        "open 2c2dX 2:2c2dX W#4:X",
        "join #1 #4; meld Kh; pass",
        "to #3; ask; new; join #2",
        "lay-out; declare",
        "pick; discard Ks",
        "discard 3d",
    };
    for (unsigned i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        cn_play play;
        cn_reason shape;
        cn_text_error error;
        char text[CN_PLAY_TEXT_MAX];
        cn_writer writer = cn_writer_make(text, sizeof text);
        assert_int_equal(parse(plays[i], &play, &shape, &error), CN_PLAY_OK);
        cn_write_play(&writer, play.step, play.count);
        assert_string_equal(text, plays[i]);
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
    if (cn_step_is_sequence(number))
        return cn_step_make(number, (cn_card)(number - CN_STEP_SEQUENCE), NONE);
    const unsigned kind = cn_step_kind(number);
    if (kind == CN_KIND_NONE) return cn_step_make(number, NONE, NONE);
    if (kind == CN_KIND_JOKER) return cn_step_make(number, CN_CARD_JOKER, NONE);
    if (kind == CN_KIND_TWO) return cn_step_make(number, two, NONE);
    const unsigned colour = cn_stream_below(stream, 2);
    if (kind == CN_KIND_BLACK3) return cn_step_make(number, card_of(colour ? "3c" : "3s"), NONE);
    if (kind == CN_KIND_RED3) return cn_step_make(number, card_of(colour ? "3d" : "3h"), NONE);
    return cn_step_make(number, cn_card_make(kind, cn_stream_below(stream, CN_SUITS)), NONE);
}

/* Runs onto one meld are rare by chance: a step that goes on with the last one's meld, or names a
 * meld for it. */
static cn_step related_step(cn_stream *stream, cn_step last)
{
    const unsigned meld = cn_step_meld(last.number);
    const cn_card card = last.card[0];
    if (cn_step_is_sequence(last.number) && card >= CN_SUITS && cn_stream_below(stream, 3) > 0)
        return cn_step_make(last.number - CN_SUITS, (cn_card)(card - CN_SUITS), NONE);
    const bool sequence = cn_step_is_lay(last.number) && meld == CN_MELD_SEQUENCE;
    if (sequence && cn_stream_below(stream, 3) > 0) { /* a wild beside it (P177) */
        const unsigned kind = cn_stream_below(stream, 2) ? CN_KIND_TWO : CN_KIND_JOKER;
        const cn_card wild =
            kind == CN_KIND_JOKER ? (cn_card)CN_CARD_JOKER : cn_card_make(CN_ROW_TWOS, 1);
        const bool high = cn_stream_below(stream, 2) > 0;
        return cn_step_make(cn_step_sequence_wild(kind, high), wild, NONE);
    }
    if (cn_step_is_lay(last.number) && meld < CN_RANKS) {
        const cn_card natural = cn_card_make(meld, cn_stream_below(stream, CN_SUITS));
        if (cn_stream_below(stream, 2) == 0) return cn_step_make(CN_STEP_LAY + meld, natural, NONE);
        return cn_step_make(CN_STEP_LAY_JOKER + meld, CN_CARD_JOKER, NONE);
    }
    if (cn_step_is_to_meld(last.number) || last.number == CN_STEP_NEW) {
        const unsigned number = CN_STEP_TAKE_PAIR + cn_stream_below(stream, 12);
        cn_step step = random_step(stream);
        while (step.number != number) step = random_step(stream);
        return step;
    }
    return random_step(stream);
}

static void check_round_trip(const cn_step *steps, unsigned count)
{
    char text[4096];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_play(&writer, steps, count);
    assert_false(writer.overflow);
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    if (parse(text, &play, &shape, &error) != CN_PLAY_OK)
        fail_msg("'%s' column %u: %s", text, error.column, error.message);
    bool same = play.count == count;
    for (unsigned i = 0; i < count && same; i++)
        same = memcmp(&play.step[i], &steps[i], sizeof steps[i]) == 0;
    if (same) return;
    char wrong[4096];
    writer = cn_writer_make(wrong, sizeof wrong);
    write_steps(&writer, &play);
    fail_msg("'%s' was read as %s", text, wrong);
}

static void any_steps_are_parsed_as_they_were_written(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(seed, 2, 0);
    for (unsigned round = 0; round < test_effort(20000); round++) {
        cn_step steps[24];
        const unsigned count = 1 + cn_stream_below(&stream, 24);
        for (unsigned i = 0; i < count; i++)
            steps[i] = i > 0 && cn_stream_below(&stream, 3) > 0
                           ? related_step(&stream, steps[i - 1])
                           : random_step(&stream);
        check_round_trip(steps, count);
    }
}

/* The steps of a game so far, cut into plays at random. */
typedef struct run {
    cn_stream stream;
    unsigned count;
    cn_step step[CN_PLAY_STEPS_MAX];
    unsigned plays;
} run;

static void hear_step(void *context, const cn_rules *rules, const cn_game *game,
                      const cn_event *event)
{
    run *r = context;
    (void)rules;
    (void)game;
    if (event->kind == CN_EVENT_STEP) r->step[r->count++] = event->u.step.step;
    const bool full = r->count == CN_PLAY_STEPS_MAX;
    if (r->count == 0 || (!full && cn_stream_below(&r->stream, 12) > 0)) return;
    check_round_trip(r->step, r->count);
    r->count = 0;
    r->plays++;
}

static void play_at_table(void *context, const cn_rules *rules, unsigned number)
{
    run *r = context;
    played p = {.rules = rules, .seed = seed + number, .hook = hear_step, .context = r};
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++)
        p.player[seat] = (seat + number) % 2 == 0 ? &cn_player_random : &cn_player_racer;
    cn_game game;
    play_game(&p, &game);
}

static void the_steps_of_games_are_parsed_as_they_were_written(void **state)
{
    (void)state;
    run r = {.stream = cn_stream_make(seed, 7, 0)};
    for (unsigned round = 0; round < test_effort(1); round++)
        assert_true(each_table(play_at_table, &r, "rounds = 1; tie_rule = shared") > 20);
    assert_true(r.plays > 200);
}

static void any_bytes_are_read_without_harm(void **state)
{
    (void)state;
    static const char letters[] = "take open meld join #1#2 to discard;;::+ KhQh2cX3s3hW:S:?\t\xff";
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
        cmocka_unit_test(the_steps_of_games_are_parsed_as_they_were_written),
        cmocka_unit_test(any_bytes_are_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
