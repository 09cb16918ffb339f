/* What a bot plays is one play, whatever the rules, and in the time that it has.
 * Not here: what it chooses (tests/players), when it plays (test_play.py). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "masks.h"
#include "random/random.h"
#include "server/table/bot.h"
#include "text/cards/play_text.h"

enum { EACH = 18, HAND_BYTES = 400, TEXT_BYTES = 1000 };

/* A hundred cards of ten points are an opening of 1,000, which no play has room for. */
static void a_bot_that_cannot_say_its_turn_plays_another(void **state)
{
    (void)state;
    static cn_position position;
    char hand[HAND_BYTES] = "", text[TEXT_BYTES], play[CN_PLAY_TEXT_MAX + 1];
    for (const char *rank = "89TJQK"; *rank != '\0'; rank++)
        for (unsigned i = 0; i < EACH; i++)
            snprintf(hand + strlen(hand), 3, "%c%c", *rank, "cdhs"[i % 4]);
    snprintf(text, sizeof text,
             "position many\nrules online\nplayers 2\nset decks = 8\nset max_wilds = 0\n"
             "set min_naturals = 1\nset min_table = any:1000\nhand %s\nphase meld\nplay pass\n",
             hand);
    masks_read(text, &position);
    const cn_view *view = &position.view;
    cn_stream stream = cn_stream_make(1, 2, 3);
    for (const char *const *bot = (const char *const[]){"racer", "random", NULL}; *bot != NULL;
         bot++)
        for (unsigned i = 0; i < 5; i++) {
            const cn_player *player = cn_bot_find(*bot);
            assert_true(cn_bot_play(player, view, &position.rules, &stream, play, sizeof play));
            if (!cn_play_is_legal(&position.rules, &view->pub, &view->hand, play))
                fail_msg("%s plays %s", *bot, play);
        }
}

/* An opening is out of reach: a discard is to be chosen. */
static const char choice[] = "position choice\nrules classic_pagat\nplayers 4\n"
                             "hand 4d4h5c5s6d7h8c8d9sTdJhQs\npile 9dJc8s\nphase meld\ngame yes\n"
                             "play pass\n";

/* Where nobody gives it time it asks no clock: simulations and checks repeat themselves. */
static void a_bot_without_time_repeats_itself(void **state)
{
    (void)state;
    static cn_position position;
    char first[CN_PLAY_TEXT_MAX + 1], again[CN_PLAY_TEXT_MAX + 1];
    masks_read(choice, &position);
    for (unsigned i = 0; cn_levels[i] != NULL; i++) {
        const cn_player *player = cn_bot_find(cn_levels[i]->name);
        assert_ptr_equal(player, cn_levels[i]);
        cn_stream one = cn_stream_make(i, 2, 3), other = one;
        assert_true(
            cn_bot_play(player, &position.view, &position.rules, &one, first, sizeof first));
        assert_true(
            cn_bot_play(player, &position.view, &position.rules, &other, again, sizeof again));
        assert_string_equal(first, again);
    }
}

/* A clock that goes on by one whenever it is asked. */
static int64_t count_down(void *with)
{
    return (*(int64_t *)with)--;
}

/* A step takes half of what is left, and it is told that it was cut short. */
static void a_bot_keeps_to_its_time(void **state)
{
    (void)state;
    static cn_position position;
    char play[CN_PLAY_TEXT_MAX + 1];
    masks_read(choice, &position);
    const struct {
        int64_t given, least, most;
        bool cut;
    } row[] = {{0, -2, -1, true}, {40, 18, 20, true}, {1000000, 900000, 999999, false}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        int64_t left = row[i].given;
        cn_stream stream = cn_stream_make(1, 2, 3);
        cn_bot_time time = {.left_ms = count_down, .with = &left};
        assert_true(cn_bot_think(cn_bot_find("level:8"), &time, &position.view, &position.rules,
                                 &stream, play, sizeof play));
        assert_true(
            cn_play_is_legal(&position.rules, &position.view.pub, &position.view.hand, play));
        assert_int_equal(time.cut, row[i].cut);
        if (left < row[i].least || left > row[i].most)
            fail_msg("of %d are left %d", (int)row[i].given, (int)left);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_that_cannot_say_its_turn_plays_another),
        cmocka_unit_test(a_bot_without_time_repeats_itself),
        cmocka_unit_test(a_bot_keeps_to_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
