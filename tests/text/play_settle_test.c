/* Claims about plays put into the steps that mean them where the turn stands.
 * Not here: reading and writing (play_text_test.c).
 * Invariant: a play that is written, read and settled does what its steps did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "played.h"
#include "text/cards/play_text.h"

static uint64_t seed;
static unsigned plays;

static bool same_turn(const cn_view *view)
{
    return view->pub.seat == view->seat &&
           (view->pub.phase == CN_PHASE_DRAW || view->pub.phase == CN_PHASE_MELD);
}

/* Steps of the seat to the end of the turn, or to one that shows a card; they are made on `ahead`
 * while they can be. */
static unsigned choose_play(const cn_player *player, const cn_rules *rules, cn_stream *stream,
                            cn_view *ahead, cn_step steps[CN_PLAY_STEPS_MAX])
{
    unsigned count = 0;
    bool shows = false;
    do {
        const cn_step step = cn_player_choose(player, ahead, rules, stream);
        shows = cn_step_shows_card(rules, &ahead->pub, step.number);
        steps[count++] = step;
        if (!cn_view_try(ahead, rules, step)) break;
    } while (!shows && count < CN_PLAY_STEPS_MAX && same_turn(ahead));
    return count;
}

static void read_back(const char *text, size_t length, const cn_rules *rules, const cn_view *view,
                      cn_play *play)
{
    cn_reason reason;
    cn_text_error error = {0};
    unsigned step_i = 0;
    if (cn_play_parse(text, length, 1, play, &reason, &error) != CN_PLAY_OK)
        fail_msg("'%s' in %s: %s", text, rules->name, error.message);
    cn_play_settle(rules, &view->pub, &view->hand, play);
    reason = cn_judge_play(rules, &view->pub, &view->hand, play->step, play->count, &step_i);
    if (reason.code != CN_OK)
        fail_msg("'%s' in %s: step %u is refused with %s", text, rules->name, step_i,
                 cn_reason_name(reason.code));
}

/* Chooses a whole play, writes it, reads it and makes it: the same must come of it. */
static void check_play(const cn_player *player, const cn_view *view, const cn_rules *rules,
                       cn_stream stream)
{
    cn_step steps[CN_PLAY_STEPS_MAX];
    cn_view ahead = *view, again = *view;
    cn_play play;
    char text[CN_PLAY_TEXT_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    const unsigned count = choose_play(player, rules, &stream, &ahead, steps);
    cn_write_play(&writer, steps, count);
    assert_false(writer.overflow);
    read_back(text, writer.length, rules, view, &play);
    for (unsigned i = 0; i < play.count; i++) {
        const bool made = cn_view_try(&again, rules, play.step[i]);
        assert_true(made || i + 1 == play.count);
    }
    if (cn_view_hash(&again, rules) != cn_view_hash(&ahead, rules))
        fail_msg("'%s' in %s does something else", text, rules->name);
    plays++;
}

static cn_step choose_random(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    if (same_turn(view)) check_play(&cn_player_random, view, rules, *stream);
    return cn_player_random.choose(view, rules, stream);
}

static cn_step choose_racer(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    if (same_turn(view)) check_play(&cn_player_racer, view, rules, *stream);
    return cn_player_racer.choose(view, rules, stream);
}

static void play_at_table(void *context, const cn_rules *rules, unsigned number)
{
    static const cn_player random = {.name = "random", .choose = choose_random};
    static const cn_player racer = {.name = "racer", .choose = choose_racer};
    const unsigned round = *(const unsigned *)context;
    played p = {.rules = rules, .seed = seed + number + 1000 * round};
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++)
        p.player[seat] = (seat + number) % 4 == 0 ? &racer : &random;
    cn_game game;
    play_game(&p, &game);
}

static void plays_that_are_written_and_read_do_the_same(void **state)
{
    (void)state;
    plays = 0;
    for (unsigned round = 0; round < test_effort(10); round++)
        assert_true(each_table(play_at_table, &round, "rounds = 1; tie_rule = shared") > 20);
    assert_true(plays > 1000);
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_that_are_written_and_read_do_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
