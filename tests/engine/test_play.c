/* Random games: every invariant after every step, legal(game) = legal(view) for every seat, and
 * every game replayed from its record. Not here: single rules. Invariant: a failure names its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"
#include "text/records/replay_text.h"
#include "text/rules/rules_text.h"

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

/* Whole games, none longer than so many hands, until that many hands were played in all. */
static void play_games(const char *name, unsigned players, const char *overrides, unsigned all,
                       unsigned hands)
{
    unsigned played = 0;
    cn_rules rules = table_rules_for(name, overrides, players);
    char *text = malloc(RECORD_BYTES);
    assert_non_null(text);
    for (unsigned i = 0; played < all; i++) {
        table t;
        cn_record record;
        cn_writer writer = cn_writer_make(text, RECORD_BYTES);
        table_start(&t, &rules, i);
        start_record(&t, &record, &writer);
        for (unsigned hand = 0; hand < hands && t.game.pub.phase != CN_PHASE_GAME_END; hand++) {
            table_deal(&t);
            table_play_hand(&t);
            table_score(&t);
            played++;
        }
        replay(&t, &writer);
    }
    free(text);
}

/* Every rule set with every number of players it is made for. */
static void invariants_hold_in_every_rule_set(void **state)
{
    (void)state;
    const char *only = getenv("CANASTA_RULES"); /* one rule set, when a fault is looked for */
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        if (only != NULL && strcmp(only, about.name) != 0) continue;
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++)
            if (about.own_counts >> players & 1)
                play_games(about.name, players, "", table_effort(20), 8);
    }
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
        "stock_refill = turn_pile; stock_end = immediate; canasta_size = 10; rounds = 3",
        ("stock_refill = shuffle_pile; draw_count = 3; short_draw = end_hand; talon_first = 9; "
         "upcard_extra_pile = by_rank_value; take_amount = 2; canasta_size = 10; rounds = 3"),
        "stock_refill = add_pack; decks = 1; jokers_total = 2; hand_size = 5; rounds = 3",
        ("stock_refill = shuffle_pile; hold_one_three = yes; draw_on_initial_meld = 9; "
         "red3_in_pile = expose_and_replace; stock_end = after_last_drawer; rounds = 3"),
    };
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        play_games("classic_pagat", 4, overrides[i], table_effort(50), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_hold_in_every_rule_set),
        cmocka_unit_test(invariants_hold_under_house_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
