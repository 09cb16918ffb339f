/* Claims about records: what is written replays, and no wrong record passes.
 * Not here: rules. Invariant: games, cuts and changes are drawn from one printed seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/records/replay_text.h"
#include "text/rules/rules_text.h"

enum { GAMES = 36 };

static uint64_t seed;
static const char *records_dir;

static void count_table(void *context, const cn_rules *rules, unsigned number)
{
    (void)context;
    (void)rules;
    (void)number;
}

typedef struct choice {
    unsigned wanted;
    cn_rules *rules;
} choice;

static void choose_table(void *context, const cn_rules *rules, unsigned number)
{
    const choice *c = context;
    if (number == c->wanted) *c->rules = *rules;
}

/* Lines of proof that prove nothing: a record keeps them as they are. */
typedef struct fairs {
    cn_stream *chance;
    cn_fair_deal deal;
} fairs;

static void fill(cn_stream *chance, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)cn_stream_next(chance);
}

static const cn_fair_deal *fair_deck(void *context, const cn_rules *rules, cn_card *cards)
{
    fairs *f = context;
    cn_deck_sorted(rules, cards);
    cn_shuffle(cards, rules->deck_size, f->chance);
    const uint32_t number = f->deal.deal == 0 ? cn_stream_below(f->chance, 99) : f->deal.deal;
    fill(f->chance, (uint8_t *)&f->deal, sizeof f->deal);
    memcpy(f->deal.table, "table00017", sizeof f->deal.table);
    f->deal.deal = number + 1;
    f->deal.places &= (uint8_t)((1U << rules->player_count) - 1);
    return cn_stream_below(f->chance, 4) == 0 ? NULL : &f->deal;
}

/* A game of the given number: all rule sets in turn, all mixes of players, odd rules now and then.
 */
static char *game_record(unsigned number, cn_rules *rules, size_t *length)
{
    static const char *const overrides[] = {
        "rounds = 1; tie_rule = shared", "rounds = 2; tie_rule = shared",
        "target = 500; rounds = 3; tie_rule = shared",
        "target = 100000; time_limit = 60; tie_rule = shared",
        "rounds = 1; tie_rule = shared; freeze_initial_pile = yes; out_bonus = 250"};
    const char *odd = overrides[number % 5];
    const unsigned tables = each_table(count_table, NULL, odd);
    choice c = {.wanted = number % tables, .rules = rules};
    (void)each_table(choose_table, &c, odd);
    cn_stream chance = cn_stream_make(seed, 6, number);
    fairs f = {.chance = &chance};
    played p = {.rules = rules,
                .seed = seed + number,
                .minutes_a_hand = rules->p.time_limit > 0 ? 40 : 0,
                .dealer = number % rules->seat_count,
                .context = &f,
                .deck = number % 2 == 1 ? fair_deck : NULL};
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        p.player[seat] = (number / 3 >> seat & 1) != 0 ? &cn_player_random : &cn_player_racer;
    return play_record(&p, length);
}

/* Writes again what a replay hears. */
typedef struct copy {
    cn_record record;
    const cn_replay *replay;
    cn_writer writer;
    unsigned dealer;
    bool started;
} copy;

static void copy_event(void *context, const cn_rules *rules, const cn_game *game,
                       const cn_event *event)
{
    copy *c = context;
    if (!c->started) {
        cn_record_header header = {.dealer = game->pub.dealer, .date = "2025-03-01"};
        for (unsigned person = 0; person < rules->player_count; person++)
            header.name[person] = c->replay->name[person];
        assert_true(cn_record_start(&c->record, rules, &header, cn_sink_to_writer(&c->writer)));
        c->started = true;
    }
    cn_score scores[CN_SIDES_MAX];
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL: cn_record_deal(&c->record, game); break;
    case CN_EVENT_STEP: cn_record_step(&c->record, event->seat, event->u.step.step); break;
    case CN_EVENT_SCORE:
        cn_score_hand(rules, &game->pub, event->u.score.hand, event->u.score.waiting, scores);
        cn_record_score(&c->record, game, scores);
        break;
    }
}

static void copy_fair(void *context, const cn_rules *rules, const cn_game *game,
                      const cn_fair_deal *fair)
{
    copy *c = context;
    assert_int_equal(game->pub.phase == CN_PHASE_HAND_END || game->pub.turn_number <= 1, true);
    assert_int_equal(cn_deck_valid(rules, game->deck), true);
    if (fair != NULL) cn_record_fair(&c->record, fair);
}

static void what_is_written_replays_and_is_written_the_same_again(void **state)
{
    (void)state;
    static cn_replay replay;
    for (unsigned number = 0; number < test_effort(GAMES); number++) {
        cn_rules rules;
        size_t length = 0;
        cn_text_error error = {0};
        char *record = game_record(number, &rules, &length);
        char *again = malloc(length + 1);
        assert_non_null(again);
        copy c = {.replay = &replay, .writer = cn_writer_make(again, length + 1)};
        const cn_replay_listener listener = {copy_event, &c, copy_fair};
        if (!cn_replay_text(&replay, record, length, &listener, &error))
            fail_msg("game %u, %u:%u: %s\n%s", number, error.line, error.column, error.message,
                     record);
        assert_string_equal(again, record);
        assert_int_equal(replay.game.pub.phase, CN_PHASE_GAME_END);
        assert_false(replay.unfinished);
        assert_true(replay.steps >= replay.turns && replay.turns > replay.hands);
        assert_int_equal(replay.hands, replay.game.pub.hand_number);
        free(again);
        free(record);
    }
}

static void a_text_in_pieces_is_the_same_text(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_rules rules;
    size_t length = 0;
    cn_text_error error = {0};
    char *record = game_record(1, &rules, &length);
    cn_stream stream = cn_stream_make(seed, 5, 0);
    cn_replay_start(&replay, NULL);
    for (size_t at = 0; at < length;) {
        size_t piece = cn_stream_below(&stream, 90);
        if (piece > length - at) piece = length - at;
        assert_true(cn_replay_feed(&replay, record + at, piece, &error));
        at += piece;
    }
    assert_true(cn_replay_finish(&replay, &error));
    free(record);
}

static void a_record_cut_anywhere_says_so(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_rules rules;
    size_t length = 0;
    char *record = game_record(0, &rules, &length);
    /* Without the last newline, and no more, it is still whole. */
    assert_true(cn_replay_text(&replay, record, length - 1, NULL, NULL));
    for (size_t cut = 0; cut + 1 < length; cut++) {
        cn_text_error error = {0};
        if (cn_replay_text(&replay, record, cut, NULL, &error))
            fail_msg("cut at byte %zu of %zu passed", cut, length);
        if (strstr(error.message, "the record is cut off") == NULL)
            fail_msg("cut at byte %zu: %s", cut, error.message);
    }
    free(record);
}

/* Lines whose text the game does not depend on. */
static bool is_free_text(const char *record, size_t at)
{
    while (at > 0 && record[at - 1] != '\n') at--;
    return strncmp(record + at, "name", 4) == 0 || strncmp(record + at, "date", 4) == 0 ||
           record[at] == '#';
}

/* A changed byte is refused, or it stands where people write as they like, or it changes nothing.
 */
static void changed_bytes_never_pass_as_other_scores(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_rules rules;
    size_t length = 0;
    char *record = game_record(1, &rules, &length);
    cn_stream stream = cn_stream_make(seed, 6, 0);
    assert_true(cn_replay_text(&replay, record, length, NULL, NULL));
    const uint64_t hash = cn_game_hash(&replay.game, &rules);
    unsigned refused = 0;
    for (unsigned round = 0; round < 4000; round++) {
        const size_t at = cn_stream_below(&stream, (uint32_t)length);
        const char before = record[at];
        cn_text_error error = {0};
        record[at] = (char)(cn_stream_below(&stream, 4) == 0 ? (int)cn_stream_below(&stream, 256)
                                                             : record[at] ^ 1);
        const bool right = cn_replay_text(&replay, record, length, NULL, &error);
        if (right && record[at] != before && !is_free_text(record, at))
            assert_int_equal(cn_game_hash(&replay.game, &replay.rules), hash);
        if (!right) {
            assert_in_range(error.line, 1, 2000);
            assert_in_range(error.column, 1, CN_RECORD_LINE_BYTES_MAX + 1);
            assert_int_not_equal(error.message[0], '\0');
            refused++;
        }
        record[at] = before;
    }
    assert_true(refused > 2000);
    free(record);
}

/* Copies the record with one of its lines left out, doubled, or exchanged with the next. */
static void change_a_line(cn_writer *writer, const char *record, unsigned line_i, unsigned way)
{
    const char *at = record;
    for (unsigned i = 0; i < line_i; i++) at = strchr(at, '\n') + 1;
    const char *second = strchr(at, '\n') + 1;
    const char *third = *second == '\0' ? second : strchr(second, '\n') + 1;
    cn_write_text(writer, record, (size_t)(at - record));
    for (unsigned i = 0; i < 2 && way == 1; i++) cn_write_text(writer, at, (size_t)(second - at));
    cn_write_text(writer, second, (size_t)(third - second));
    if (way == 2) cn_write_text(writer, at, (size_t)(second - at));
    cn_write(writer, "%s", third);
}

static void changed_lines_are_refused_or_change_nothing(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_rules rules;
    size_t length = 0;
    char *record = game_record(0, &rules, &length), *changed = malloc(2 * length);
    assert_non_null(changed);
    assert_true(cn_replay_text(&replay, record, length, NULL, NULL));
    const uint64_t hash = cn_game_hash(&replay.game, &rules);
    unsigned lines = 0, refused = 0;
    for (const char *at = record; *at != '\0'; at++) lines += *at == '\n';
    for (unsigned i = 0; i < 3 * lines; i++) {
        cn_text_error error = {0};
        cn_writer writer = cn_writer_make(changed, 2 * length);
        change_a_line(&writer, record, i / 3, i % 3);
        if (cn_replay_text(&replay, changed, writer.length, NULL, &error))
            assert_int_equal(cn_game_hash(&replay.game, &replay.rules), hash);
        else
            refused++;
    }
    assert_true(refused > 2 * lines);
    free(changed);
    free(record);
}

static void an_unfinished_game_has_a_record_that_says_so(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_rules rules;
    size_t length = 0;
    char *whole = game_record(0, &rules, &length);
    /* Stops the game in the middle of its turns, at a whole line. */
    const char *middle = strstr(whole + length / 2, "\n") + 1;
    cn_text_error error = {0};
    cn_replay_start(&replay, NULL);
    assert_true(cn_replay_feed(&replay, whole, (size_t)(middle - whole), &error));
    assert_int_equal(replay.state, CN_REPLAY_PLAY);
    char *stopped = malloc(length + 64);
    assert_non_null(stopped);
    cn_writer writer = cn_writer_make(stopped, length + 64);
    cn_write_text(&writer, whole, (size_t)(middle - whole));
    cn_record record = {.sink = cn_sink_to_writer(&writer), .rules = &rules};
    cn_record_stop(&record, &replay.game);
    assert_true(cn_replay_text(&replay, stopped, writer.length, NULL, &error));
    assert_true(replay.unfinished);
    stopped[writer.length - 2] ^= 1;
    assert_false(cn_replay_text(&replay, stopped, writer.length, NULL, &error));
    assert_non_null(strstr(error.message, "the hash is"));
    free(stopped);
    free(whole);
}

static void a_line_is_never_too_long_to_be_refused(void **state)
{
    (void)state;
    static cn_replay replay;
    static char text[CN_RECORD_LINE_BYTES_MAX + 200];
    cn_text_error error = {0};
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write(&writer, "canasta record 1\nrules two_player\nnote ");
    while (writer.length < sizeof text - 2) cn_write_char(&writer, 'x');
    assert_false(cn_replay_text(&replay, text, writer.length, NULL, &error));
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, CN_RECORD_LINE_BYTES_MAX + 1);
    assert_string_equal(error.message, "a line has at most 4096 bytes");
}

static void names_are_kept_and_cannot_break_a_line(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_rules rules;
    char text[512];
    cn_text_error error = {0};
    assert_true(cn_rules_load(&rules, "classic_pagat", "target = 3000", 4, &error));
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_record record;
    const cn_record_header header = {
        .name = {"Anna", "", "Zo\xc3\xab\nwinner 0", NULL}, .dealer = 3, .note = "a\tb"};
    assert_true(cn_record_start(&record, &rules, &header, cn_sink_to_writer(&writer)));
    assert_string_equal(text,
                        "canasta record 1\nrules classic_pagat\nplayers 4\nset target = 3000\n"
                        "name 0 Anna\nname 2 Zo\xc3\xab winner 0\ndealer 3\nnote a b\n");
    assert_false(cn_replay_text(&replay, text, writer.length, NULL, &error));
    assert_string_equal(replay.name[0], "Anna");
    assert_string_equal(replay.name[2], "Zo\xc3\xab winner 0");
    assert_string_equal(error.message,
                        "the record is cut off: a line of the header, or 'hand', is expected here");
}

static void rules_of_no_built_in_name_have_no_record(void **state)
{
    (void)state;
    cn_rules rules;
    const cn_params params = cn_params_default();
    char text[64] = "";
    cn_record record;
    const cn_record_header header = {.dealer = 0};
    cn_writer writer = cn_writer_make(text, sizeof text);
    assert_int_equal(cn_rules_compile(&rules, "my_house", &params, 4, NULL, NULL), CN_RULES_OK);
    assert_false(cn_record_start(&record, &rules, &header, cn_sink_to_writer(&writer)));
    assert_int_equal(writer.length, 0);
}

static void other_values_are_told_with_the_name(void **state)
{
    (void)state;
    static const struct {
        const char *name, *overrides;
        unsigned players;
        const char *told;
    } cases[] = {
        {"samba", "", 4, "samba"},
        {"samba", "target = 3000; rounds = 4", 4, "samba with target = 3000; rounds = 4"},
        {"classic_pagat", "target = 5000", 4, "classic_pagat"},
        {"relaxed", "", 3, "relaxed_3"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_rules rules;
        char text[256];
        cn_text_error error = {0};
        if (!cn_rules_load(&rules, cases[i].name, cases[i].overrides, cases[i].players, &error))
            fail_msg("%s", error.message);
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_rules_played(&writer, &rules);
        assert_string_equal(text, cases[i].told);
    }
}

static void the_documented_record_is_right(void **state)
{
    (void)state;
    static cn_replay replay;
    cn_text_error error = {0};
    char *text = documented("\n```record\n", "```\n");
    if (!cn_replay_text(&replay, text, strlen(text), NULL, &error))
        fail_msg("docs/formats.md, record %u:%u: %s", error.line, error.column, error.message);
    free(text);
}

static char *stored(const char *name, size_t *length)
{
    char path[512];
    cn_writer writer = cn_writer_make(path, sizeof path);
    cn_write(&writer, "%s/%s.record", records_dir, name);
    char *text = read_whole_file(path, length);
    if (text == NULL) fail_msg("cannot read %s", path);
    return text;
}

static void stored_games_are_right(void **state)
{
    (void)state;
    static cn_replay replay;
    static const struct {
        const char *name, *rules;
        unsigned hands;
    } games[] = {{"classic_pagat", "classic_pagat", 7},
                 {"classic_random", "classic_pagat", 2},
                 {"two_player", "two_player", 4},
                 {"two_player_fair", "two_player", 3},
                 {"two_player_random", "two_player", 2}};
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++) {
        size_t length = 0;
        cn_text_error error = {0};
        char *text = stored(games[i].name, &length);
        if (!cn_replay_text(&replay, text, length, NULL, &error))
            fail_msg("%s:%u:%u: %s", games[i].name, error.line, error.column, error.message);
        assert_int_equal(replay.hands, games[i].hands);
        assert_string_equal(replay.rules.name, games[i].rules);
        free(text);
    }
}

/* Each broken record says in its first line what is to be answered: `# expect LINE:COLUMN: ...`. */
static void broken_records_are_refused_as_they_expect(void **state)
{
    (void)state;
    static cn_replay replay;
    static const char *const names[] = {
        "broken_shape",
        "card_missing",
        "card_twice",
        "cut_between_lines",
        "cut_in_half",
        "cut_in_score",
        "empty",
        "fair_before_the_deck",
        "fair_behind_a_turn",
        "fair_cut_before_the_seed",
        "fair_deal_zero",
        "fair_no_root",
        "fair_no_seed",
        "fair_part_falling",
        "fair_part_no_such_place",
        "fair_seed_alone",
        "fair_seed_letter",
        "fair_seed_short",
        "fair_table_name",
        "fair_trailing_word",
        "fair_twice",
        "hidden_card",
        "illegal_step",
        "no_dealer",
        "no_such_seat",
        "not_a_play",
        "not_held",
        "score_missing",
        "steps_after_the_end",
        "trailing_line",
        "trailing_word",
        "turn_missing",
        "unknown_header",
        "unknown_line",
        "unknown_parameter",
        "unknown_rules",
        "value_out_of_range",
        "wrong_concealed",
        "wrong_dealer",
        "wrong_end",
        "wrong_first_line",
        "wrong_hand_number",
        "wrong_hash",
        "wrong_out_seat",
        "wrong_score",
        "wrong_seat",
        "wrong_seat_count",
        "wrong_total",
        "wrong_winner",
        "zero_byte",
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[64], answer[256];
        size_t length = 0;
        cn_text_error error = {0};
        cn_writer writer = cn_writer_make(name, sizeof name);
        cn_write(&writer, "broken_%s", names[i]);
        char *text = stored(name, &length);
        if (cn_replay_text(&replay, text, length, NULL, &error)) fail_msg("%s passed", name);
        writer = cn_writer_make(answer, sizeof answer);
        cn_write(&writer, "# expect %u:%u: %s\n", error.line, error.column, error.message);
        if (strncmp(text, answer, writer.length) != 0) fail_msg("%s: %s", name, answer);
        free(text);
    }
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    records_dir = getenv("CANASTA_RECORDS");
    if (records_dir == NULL) records_dir = "tests/records";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_replays_and_is_written_the_same_again),
        cmocka_unit_test(a_text_in_pieces_is_the_same_text),
        cmocka_unit_test(a_record_cut_anywhere_says_so),
        cmocka_unit_test(changed_bytes_never_pass_as_other_scores),
        cmocka_unit_test(changed_lines_are_refused_or_change_nothing),
        cmocka_unit_test(an_unfinished_game_has_a_record_that_says_so),
        cmocka_unit_test(a_line_is_never_too_long_to_be_refused),
        cmocka_unit_test(names_are_kept_and_cannot_break_a_line),
        cmocka_unit_test(rules_of_no_built_in_name_have_no_record),
        cmocka_unit_test(other_values_are_told_with_the_name),
        cmocka_unit_test(the_documented_record_is_right),
        cmocka_unit_test(stored_games_are_right),
        cmocka_unit_test(broken_records_are_refused_as_they_expect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
