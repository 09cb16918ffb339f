/* What a bot plays is one play, whatever the rules.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_that_cannot_say_its_turn_plays_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
