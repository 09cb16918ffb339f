/* Claims about single parameters as text.
 * Not here: rule sets (rules_text_test.c), what a value does.
 * Invariant: each parameter of the table and each written form is tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "played.h"
#include "text/rules/rules_text.h"

static void assert_params_same(const cn_params *a, const cn_params *b)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (!cn_param_same(a, b, i)) fail_msg("%s differs", cn_param_name(i));
}

static cn_params ruleset(const char *name)
{
    cn_params params;
    assert_true(cn_ruleset_params(name, 0, &params));
    return params;
}

/* One value of every written form, with all its parts. */
static const char every_form[] =
    "players = 2,4\n"
    "draw_count = 1, 2,1\n"
    "red3_sign = if_canastas:3\n"
    "min_table = any:0, -500:20, 0:50, 7000:130\n"
    "red3_schedule = 0,50\n"
    "reserve_packets = 13,11\n"
    "freeze_initial_pile = yes; bonus_mixed = 0\n"
    "value_8_to_K = 500\n"
    "black3_from_pile = set_aside:100:500\n"
    "wild_ratio_exceptions = 2+2 , 3 + 3\n"
    "no_wild_ranks = A,7,T\n"
    "min_band_special = 7000:any:0, 8000:any:200, 9000:natural:0\n"
    "take_top_blockers = dead_rank,4,wild\n"
    "take_amount = 7\n"
    "discard_rank_ban = 7:every_side:never_last, A:own_side\n"
    "out_needs = 2,7,natural:2,mixed,wild,sequence:3 then none then mixed\n"
    "special_hands = straight:3000=11x1 rank+1x1 2+1x1 3+1x1 X, dream:8500:wins = 2x5 rank + "
    "1x4 wild_kind, other:1=1x2 rank_or_wild_kind+1x3 wilds+1x9 K\n"
    "bonus_wild = 3000:2500:2000\n"
    "bonus_rank = 7=2500:-, 2=3000:2000:only_if_out\n"
    "bonus_collections = 2000=5xnatural, 1000=4xnatural+1xmixed, 2=1xwild+2xsequence+20xany\n"
    "penalty_incomplete = A:natural_only<7=2500, wild<7=2000:2500, sequence<5=1000\n"
    "penalty_held = 7=1500, A=1\n"
    "value_cards = 8=5, X = 50:100, 2=0\n";

static void assert_forms_read(const cn_params *p)
{
    assert_int_equal(p->players, 1 << 2 | 1 << 4);
    assert_int_equal(p->red3_sign.kind, CN_RED3_SIGN_IF_CANASTAS);
    assert_int_equal(p->red3_sign.canastas, 3);
    assert_int_equal(p->min_table.count, 4);
    assert_int_equal(p->min_table.band[0].floor_points, CN_BAND_BELOW_ALL);
    assert_int_equal(p->min_table.band[1].floor_points, -500);
    assert_int_equal(p->min_table.band[1].minimum_points, 20);
    assert_int_equal(p->red3_schedule.count, 2);
    assert_int_equal(p->reserve_packets.value[1], 11);
    assert_int_equal(p->black3_from_pile.on, 1);
    assert_int_equal(p->black3_from_pile.each_points, 100);
    assert_int_equal(p->black3_from_pile.all_points, 500);
    assert_int_equal(p->wild_ratio_exceptions.count, 2);
    assert_int_equal(p->wild_ratio_exceptions.shape[1].wilds, 3);
    assert_int_equal(p->no_wild_ranks, 1 << 10 | 1 << 3 | 1 << 6);
    assert_int_equal(p->min_band_special.count, 3);
    assert_int_equal(p->min_band_special.opening[1].minimum_points, 200);
    assert_int_equal(p->min_band_special.opening[2].natural, 1);
    assert_int_equal(p->take_top_blockers, CN_WORD_DEAD_RANK | CN_WORD_WILD | 1);
    assert_int_equal(p->take_amount.value[0], 7);
    assert_int_equal(p->discard_rank_ban.ban[0].rank, 3);
    assert_int_equal(p->discard_rank_ban.ban[0].every_side, 1);
    assert_int_equal(p->discard_rank_ban.ban[0].never_last, 1);
    assert_int_equal(p->discard_rank_ban.ban[1].never_last, 0);
    const cn_needs_by_hand *needs = &p->out_needs;
    assert_int_equal(needs->count, 3);
    assert_int_equal(needs->hand[0].words, CN_WORD_TWO | 1 << 3 | CN_WORD_NATURAL | CN_WORD_MIXED |
                                               CN_WORD_WILD | CN_WORD_SEQUENCE);
    assert_int_equal(needs->hand[0].count[CN_NEED_NATURAL], 2);
    assert_int_equal(needs->hand[0].count[CN_NEED_MIXED], 1);
    assert_int_equal(needs->hand[0].count[CN_NEED_SEQUENCE], 3);
    assert_int_equal(needs->hand[1].words, 0);
    assert_int_equal(needs->hand[2].words, CN_WORD_MIXED);
    assert_int_equal(p->draw_count.count, 3);
    assert_int_equal(p->draw_count.value[2], 1);
}

static void assert_scoring_read(const cn_params *p)
{
    const cn_special_hand *hand = p->special_hands.hand;
    assert_int_equal(p->special_hands.count, 3);
    assert_string_equal(hand[0].name, "straight");
    assert_int_equal(hand[0].group_count, 4);
    assert_int_equal(hand[0].group[0].count, 11);
    assert_int_equal(hand[0].group[3].of, CN_GROUP_JOKERS);
    assert_int_equal(hand[0].wins_game, 0);
    assert_int_equal(hand[1].wins_game, 1);
    assert_int_equal(hand[1].points, 8500);
    assert_int_equal(hand[1].group[1].of, CN_GROUP_WILD_KIND);
    assert_int_equal(hand[2].group[2].of, CN_GROUP_OF_RANK + 9);
    assert_int_equal(hand[2].group[2].size, 9);
    assert_int_equal(p->bonus_wild.four_jokers, 2500);
    assert_int_equal(p->bonus_rank.rank[3].natural, 2500);
    assert_int_equal(p->bonus_rank.rank[3].mixed, CN_BONUS_ORDINARY);
    assert_int_equal(p->bonus_rank.rank[CN_KIND_TWO].only_if_out, 1);
    assert_int_equal(p->bonus_collections.entry[1].needs[CN_COLLECT_NATURAL], 4);
    assert_int_equal(p->bonus_collections.entry[1].needs[CN_COLLECT_MIXED], 1);
    assert_int_equal(p->bonus_collections.entry[2].needs[CN_COLLECT_ANY], 20);
    assert_int_equal(p->penalty_incomplete.entry[0].natural_only, 1);
    assert_int_equal(p->penalty_incomplete.entry[0].four_jokers_points, 2500);
    assert_int_equal(p->penalty_incomplete.entry[1].meld, CN_WORD_WILD);
    assert_int_equal(p->penalty_incomplete.entry[1].four_jokers_points, 2500);
    assert_int_equal(p->penalty_incomplete.entry[2].below, 5);
    assert_int_equal(p->penalty_held.points[3], 1500);
    assert_int_equal(p->penalty_held.points[10], 1);
    assert_int_equal(p->value_cards.card[CN_KIND_8].table_points, 5);
    assert_int_equal(p->value_cards.card[CN_KIND_8].hand_points, 5);
    assert_int_equal(p->value_cards.card[CN_KIND_JOKER].hand_points, 100);
    assert_int_equal(p->value_cards.card[CN_KIND_TWO].on, 1);
    assert_int_equal(p->value_cards.card[CN_KIND_9].on, 0);
}

static void every_written_form_is_read_and_written_again(void **state)
{
    (void)state;
    cn_params params = ruleset("two_player"), back = cn_params_default();
    cn_text_error error = {0};
    char text[8192];
    if (!cn_params_set_all(&params, every_form, &error)) fail_msg("%s", error.message);
    assert_forms_read(&params);
    assert_scoring_read(&params);
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_params(&writer, &params);
    assert_false(writer.overflow);
    assert_true(cn_params_set_all(&back, text, &error));
    assert_params_same(&back, &params);
}

/* Whatever its type, a parameter takes its own text, and neither nothing nor nonsense. */
static void every_parameter_is_read_and_checked(void **state)
{
    (void)state;
    const cn_params defaults = cn_params_default();
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        char text[256];
        cn_text_error error = {0};
        cn_params params = ruleset("modern_american_cla");
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_param(&writer, &defaults, cn_param_name(i));
        const char *value = strchr(text, '=') + 1;
        assert_true(cn_params_set(&params, cn_param_name(i), value, &error));
        assert_true(cn_param_same(&params, &defaults, i));
        static const char *const bad[] = {"",   "nonsense",  "-99999", "5,",
                                          "7=", "none none", "all 7"};
        for (unsigned j = 0; j < sizeof bad / sizeof bad[0]; j++) {
            error.message[0] = '\0';
            assert_false(cn_params_set(&params, cn_param_name(i), bad[j], &error));
            assert_true(cn_param_same(&params, &defaults, i));
            if (strchr(bad[j], ' ') == NULL && strstr(error.message, cn_param_name(i)) == NULL)
                fail_msg("'%s' for %s: %s", bad[j], cn_param_name(i), error.message);
        }
        assert_true(strlen(cn_param_help(i)) > 0);
    }
}

/* The ends of a range are in it, their neighbours are not. */
static void whole_numbers_stay_in_their_range(void **state)
{
    (void)state;
    unsigned ranges = 0;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        char range[160], value[32];
        long low = 0, high = 0;
        cn_params params = cn_params_default();
        cn_writer writer = cn_writer_make(range, sizeof range);
        cn_write_param_range(&writer, i);
        assert_false(writer.overflow);
        const char *to = strstr(range, " to ");
        if (to == NULL || strchr(range, ',') != NULL) continue;
        if (!cn_word_number((cn_word){range, (size_t)(to - range)}, &low)) continue;
        if (!cn_word_number((cn_word){to + 4, strlen(to + 4)}, &high)) continue;
        const struct {
            long value;
            bool good;
        } tries[] = {{low, true}, {high, true}, {low - 1, false}, {high + 1, false}};
        for (unsigned j = 0; j < 4; j++) {
            writer = cn_writer_make(value, sizeof value);
            cn_write(&writer, "%ld", tries[j].value);
            assert_int_equal(cn_params_set(&params, cn_param_name(i), value, NULL), tries[j].good);
        }
        ranges++;
    }
    assert_true(ranges > 30);
}

static const struct {
    const char *text;
    unsigned line, column;
    const char *message;
} wrong_settings[] = {
    {"target = 0", 1, 10, "target is 1 to 1000000, not '0'"},
    {"target = 99999999999", 1, 10, "target is 1 to 1000000, not '99999999999'"},
    {"target =", 1, 9, "a value of target is missing: 1 to 1000000"},
    {"targit = 5000", 1, 1, "unknown parameter 'targit'"},
    {"rounds = 1;  targit = 5000", 1, 14, "unknown parameter 'targit'"},
    {"rounds = 1\n# c\n\n  decks = 11", 4, 11, "decks is 1 to 10, not '11'"},
    {"rounds 1", 1, 8, "'=' is expected here"},
    {"rounds @2 = 1", 1, 8, "'=' is expected here"},
    {"title = Mine", 1, 1, "unknown parameter 'title'"},
    {"= 1", 1, 1, "'name = value' is expected here"},
    {"rounds = 1 2", 1, 12, "nothing may follow here, but '2' does"},
    {"rounds = 1; rounds = 2", 1, 13, "rounds is set twice, first in line 1"},
    {"freeze_wild = true", 1, 15, "freeze_wild is yes or no, not 'true'"},
    {"play_direction = CW", 1, 18, "play_direction is cw or ccw, not 'CW'"},
    {"take_add_to_meld = an", 1, 20, "take_add_to_meld is any, below_canasta or never, not 'an'"},
    {"players = 2,9", 1, 13, "players is one or more of 2 to 8, not '9'"},
    {"players = 2,2", 1, 13, "players names 2 twice"},
    {"players = none", 1, 11, "players is one or more of 2 to 8, not 'none'"},
    {"red3_schedule = 0,,2", 1, 19,
     "a value of red3_schedule is missing: a list of numbers, each 0 to 10000"},
    {"red3_schedule = 0,1,2,", 1, 23,
     "a value of red3_schedule is missing: a list of numbers, each 0 to 10000"},
    {"red3_schedule = none", 1, 17,
     "red3_schedule is a list of numbers, each 0 to 10000, not 'none'"},
    {"reserve_packets = 27", 1, 19,
     "reserve_packets is none, or a list of numbers, each 1 to 26, not '27'"},
    {"red3_schedule = 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1", 1, 65,
     "red3_schedule has at most 24 entries"},
    {"min_table = 0:50", 1, 13, "the first band of min_table is any:MINIMUM"},
    {"min_table = any:15, any:20", 1, 21, "min_table: a FLOOR is -100000 to 1000000, not 'any'"},
    {"min_table = any:15, 50", 1, 23, "min_table: ':' is expected here, as in FLOOR:MINIMUM"},
    {"min_table = any:15, 100:50, 100:60", 1, 29, "the floors of min_table rise"},
    {"min_table = any:10001", 1, 17, "min_table: a MINIMUM is 0 to 10000, not '10001'"},
    {"red3_sign = if_canastas", 1, 24, "red3_sign: ':' is expected here, as in if_canastas:2"},
    {"red3_sign = if_canastas:0", 1, 25, "red3_sign: the number of canastas is 1 to 20, not '0'"},
    {"red3_sign = if_melded:2", 1, 22, "red3_sign: nothing may follow here, but ':' does"},
    {"black3_from_pile = set_aside:5", 1, 31,
     "black3_from_pile: ':' is expected here, as in set_aside:EACH:ALL"},
    {"no_wild_ranks = 7,2", 1, 19,
     "no_wild_ranks is none, or some of 4,5,6,7,8,9,T,J,Q,K,A, not '2'"},
    {"no_wild_ranks = 7,none", 1, 19,
     "no_wild_ranks is none, or some of 4,5,6,7,8,9,T,J,Q,K,A, not 'none'"},
    {"no_wild_ranks = 7,8,7", 1, 21, "no_wild_ranks names 7 twice"},
    {"take_amount = 0", 1, 15,
     "take_amount is all, or 1 to 50, or such amounts for one hand after another, not '0'"},
    {"wild_ratio_exceptions = 2+2, 2+2", 1, 30, "wild_ratio_exceptions names 2+2 twice"},
    {"wild_ratio_exceptions = 2", 1, 26,
     "wild_ratio_exceptions: '+' is expected here, as in NATURALS+WILDS"},
    {"min_band_special = 7000:mixed:0", 1, 25,
     "min_band_special: KIND is any or natural, not 'mixed'"},
    {"min_band_special = 7000:any:0, 7000:any:1", 1, 32, "the totals of min_band_special rise"},
    {"discard_rank_ban = 7:own_side, 7:own_side", 1, 32, "discard_rank_ban names 7 twice"},
    {"discard_rank_ban = 7:own_side:always", 1, 31,
     "discard_rank_ban: the third part is never_last, not 'always'"},
    {"special_hands = a:1=1x15 rank", 1, 23, "special_hands: SIZE is 1 to 14, not '15'"},
    {"special_hands = a:1=1x1 rank, a:2=1x1 X", 1, 31, "special_hands names a twice"},
    {"special_hands = a:1=1x1 rank+1x1 4+1x1 5+1x1 6+1x1 7+1x1 8+1x1 9", 1, 60,
     "special_hands: a hand has at most 6 groups"},
    {"special_hands = a_name_that_is_longer_than_any_hand:1=1x1 X", 1, 17,
     "special_hands: a NAME has at most 23 letters"},
    {"bonus_wild = 1:2", 1, 17, "bonus_wild: ':' is expected here, as in TWOS:FOUR_JOKERS:OTHER"},
    {"bonus_rank = 3=1:1", 1, 14,
     "bonus_rank: RANK is 4, 5, 6, 7, 8, 9, T, J, Q, K, A or 2, not '3'"},
    {"bonus_rank = 7=1:1, 7=2:2", 1, 21, "bonus_rank names 7 twice"},
    {"bonus_collections = 5=1xany+2xany", 1, 31, "bonus_collections: any stands twice"},
    {"penalty_incomplete = 7<15=1", 1, 24, "penalty_incomplete: BELOW is 4 to 14, not '15'"},
    {"penalty_held = 7=1, 7=2", 1, 21, "penalty_held names 7 twice"},
    {"value_cards = 8=5, 8=4", 1, 20, "value_cards names 8 twice"},
    {"value_cards = 3=5", 1, 15,
     "value_cards: CARD is 4, 5, 6, 7, 8, 9, T, J, Q, K, A, 2 or X, not '3'"},
    {"value_cards = X=50:1001", 1, 20, "value_cards: HAND is 0 to 1000, not '1001'"},
    {"penalty_held = X=1", 1, 16,
     "penalty_held: RANK is 4, 5, 6, 7, 8, 9, T, J, Q, K or A, not 'X'"},
};

static void wrong_settings_name_their_place(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof wrong_settings / sizeof wrong_settings[0]; i++) {
        cn_params params = cn_params_default();
        const cn_params before = params;
        cn_text_error error = {0};
        if (cn_params_set_all(&params, wrong_settings[i].text, &error))
            fail_msg("%s", wrong_settings[i].text);
        assert_string_equal(error.message, wrong_settings[i].message);
        assert_int_equal(error.line, wrong_settings[i].line);
        if (error.column != wrong_settings[i].column)
            fail_msg("%s: column %u, not %u", wrong_settings[i].text, error.column,
                     wrong_settings[i].column);
        assert_params_same(&params, &before);
    }
}

/* The page has one row for each parameter, in the order of the table, and no other. */
static void the_documented_parameters_are_the_table(void **state)
{
    (void)state;
    char row[640];
    const cn_params defaults = cn_params_default();
    char *page = documented("| in `classic_pagat` | allowed | meaning |\n|---|---|---|\n", "\n\n");
    char *line = strtok(page, "\n");
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_writer writer = cn_writer_make(row, sizeof row);
        cn_write(&writer, "| `");
        cn_write_param(&writer, &defaults, cn_param_name(i));
        cn_write(&writer, "` | `");
        cn_write_param_range(&writer, i);
        cn_write(&writer, "` | %s |", cn_param_help(i));
        if (line == NULL) fail_msg("docs/formats.md lacks: %s", row);
        assert_string_equal(line, row);
        line = strtok(NULL, "\n");
    }
    if (line != NULL) fail_msg("docs/formats.md has one row too many: %s", line);
    free(page);
}

int main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_written_form_is_read_and_written_again),
        cmocka_unit_test(every_parameter_is_read_and_checked),
        cmocka_unit_test(whole_numbers_stay_in_their_range),
        cmocka_unit_test(wrong_settings_name_their_place),
        cmocka_unit_test(the_documented_parameters_are_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
