/* Random games: every invariant after every step, legal(game) = legal(view) for every seat, and
 * every game replayed from its record. Not here: single rules. Invariant: a failure names its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "table.h"
#include "text/replay_text.h"

/* The text of one game; whole games to 1,500 points need a tenth of it. */
enum { RECORD_BYTES = 1 << 20 };

static void start_record(table *t, cn_record *record, cn_writer *writer)
{
    const cn_record_header header = {.dealer = t->game.pub.dealer};
    assert_true(cn_record_start(record, &t->rules, &header, cn_sink_to_writer(writer)));
    t->record = record;
}

/* The record replays: every step legal, every score right, and the same state at the end. */
static void replay(const table *t, cn_writer *writer)
{
    cn_replay replay;
    cn_text_error error;
    if (t->game.pub.phase != CN_PHASE_GAME_END) cn_record_stop(t->record, &t->game);
    assert_false(writer->overflow);
    if (!cn_replay_text(&replay, writer->out, writer->length, NULL, &error))
        fail_msg("seed %llu: line %u: %s", (unsigned long long)table_seed(), error.line,
                 error.message);
    assert_true(cn_game_hash(&replay.game, &replay.rules) == cn_game_hash(&t->game, &t->rules));
}

static void play_games(const char *name, const char *overrides, unsigned games)
{
    cn_rules rules = table_rules(name, overrides);
    char *text = malloc(RECORD_BYTES);
    assert_non_null(text);
    for (unsigned i = 0; i < games; i++) {
        table t;
        cn_record record;
        cn_writer writer = cn_writer_make(text, RECORD_BYTES);
        table_start(&t, &rules, i);
        start_record(&t, &record, &writer);
        for (unsigned hand = 0; hand < 40 && t.game.pub.phase != CN_PHASE_GAME_END; hand++) {
            table_deal(&t);
            table_play_hand(&t);
            table_score(&t);
        }
        replay(&t, &writer);
    }
    free(text);
}

static void invariants_hold_in_classic_pagat(void **state)
{
    (void)state;
    play_games("classic_pagat", "target = 1500", table_effort(300));
}

static void invariants_hold_in_two_player(void **state)
{
    (void)state;
    play_games("two_player", "target = 1500", table_effort(300));
}

static void invariants_hold_under_house_rules(void **state)
{
    (void)state;
    const char *const overrides[] = {
        "freeze_until_melded = no; target = 1000",
        "min_exempt_concealed = never; out_canastas = 2; target = 1000",
        "max_wilds = 2; take_add_to_meld = below_canasta; target = 1000",
        "always_frozen = yes; upcard_mode = turn_one; black3_freezes = yes; target = 1000",
        "empty_stock_take = forced_if_legal; hand_size = 15; play_direction = ccw; target = 1000",
        "black3_meld = never; draw_count = 2; short_draw = end_hand; canasta_size = 5; rounds = 3",
        "black3_meld_min = 2; take_natural_wild = no; upcard_mode = none; rounds = 3",
    };
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        play_games("classic_pagat", overrides[i], table_effort(60));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_hold_in_classic_pagat),
        cmocka_unit_test(invariants_hold_in_two_player),
        cmocka_unit_test(invariants_hold_under_house_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
