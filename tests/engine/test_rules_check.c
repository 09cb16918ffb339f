/* What cn_rules_compile refuses and accepts, and the tables it derives.
 * Not here: reading rule files (tests/text). Invariant: every refusal names a parameter of the
 * table and a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"
#include "text/rules/rules_text.h"

/* Overrides over a built-in rule set for so many players, and what must be said. */
typedef struct refusal {
    const char *rules, *overrides;
    unsigned players;
    cn_rules_error error;
    const char *param; /* NULL: accepted */
    const char *why;   /* a part of the reason, where two reasons blame one parameter */
} refusal;

#define BAD(code, name) .error = CN_RULES_##code, .param = (name)
#define FINE            .error = CN_RULES_OK
#define ONE_PACK        "decks = 1; hand_size = 5; black3_meld = never"
#define WILD_CANASTAS   "wild_meld = yes; wild_canasta = yes"

/* clang-format off */
static const refusal refusals[] = {
    {"classic_pagat", "", 3, BAD(PLAYERS, "players")},
    {"classic_pagat", "", 7, BAD(PLAYERS, "players")},
    {"classic_pagat", "players = 6", 6, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "players = 2", 2, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "team_layout = triples", 4, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "team_layout = three_pairs", 4, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "team_layout = four_pairs", 4, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "players = 7; team_layout = four_pairs", 7, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "team_layout = lone_vs_two", 4, BAD(LAYOUT, "team_layout")},
    {"classic_pagat", "team_layout = three_vs_two_rotating", 4, BAD(LAYOUT, "team_layout")},

    {"classic_pagat", "decks = 1; hand_size = 15", 4, BAD(DEAL, "hand_size"),
     .why = "than the deck holds"},
    {"classic_pagat", "hand_size = 26; black3_meld = never", 4, BAD(DEAL, "hand_size")},
    {"classic_pagat", "hand_size = 23", 4, BAD(DEAL, "hand_size")}, /* 92, 12 wilds */
    {"hand_and_foot", "reserve_packets = 26,26", 4, BAD(DEAL, "hand_size")},
    {"modern_american", "special_hands = none; hand_size = 26", 4, BAD(DEAL, "hand_size")},
    {"modern_american", "special_hands = none; hand_size = 25", 4,
     BAD(DEAL, "hand_size")}, /* eight cards, and the turn card is the ninth from the bottom */
    {"classic_pagat", "hand_size = 3; keep_cards = 3", 4, BAD(DEAL, "keep_cards")},
    {"classic_pagat", "stock_refill = add_pack; decks = 10; jokers_total = 20", 4,
     BAD(DEAL, "stock_refill"), .why = "ten packs"},
    {"classic_pagat", "stock_refill = add_pack; jokers_total = 5", 4, BAD(DEAL, "stock_refill"),
     .why = "two jokers"},
    {"classic_pagat", "stock_refill = add_pack; decks = 9; jokers_total = 18", 4, FINE},

    {"classic_pagat", "pick_top = first_turn; upcard_mode = none", 4, BAD(DEAL, "pick_top"),
     .why = "no card is turned"},
    {"classic_pagat", "pick_top = always; upcard_mode = none", 4, FINE},
    {"classic_pagat", "pick_top = always; upcard_extra_pile = by_rank_value", 4,
     BAD(DEAL, "pick_top"), .why = "face down"},

    {"classic_pagat", "draw_stepwise = may_stop", 4, BAD(DEAL, "draw_stepwise"),
     .why = "more than one card"},
    {"classic_pagat", "draw_stepwise = may_stop; draw_count = 1,2", 4, FINE},
    {"samba", "draw_stepwise = must", 4, BAD(DEAL, "draw_stepwise"), .why = "nothing to choose"},
    {"samba", "draw_stepwise = must; pick_top = always", 4, FINE},

    {"classic_pagat", "min_table = any:1500", 4, BAD(BANDS, "min_table")},
    {"classic_pagat", "min_by_round = 50,1500", 4, BAD(BANDS, "min_by_round")},
    {"classic_pagat", "min_band_special = 7000:any:2000", 4, BAD(BANDS, "min_band_special")},
    {"classic_pagat", "min_band_special = 7000:natural:0; canasta_size = 9", 4,
     BAD(BANDS, "min_band_special")},
    {"classic_pagat", "min_band_special = 7000:any:0; canasta_size = 9; "
     "initial_no_mixed_canasta = yes", 4, BAD(BANDS, "min_band_special")},

    {"classic_pagat", "black3_meld_min = 5", 4, BAD(BLACK3, "black3_meld_min")},
    {"classic_pagat", "black3_meld_max = 2", 4, BAD(BLACK3, "black3_meld_min")},
    {"classic_pagat", "decks = 1; black3_meld_max = 0; hand_size = 5", 4,
     BAD(BLACK3, "black3_meld_min")},

    {"classic_pagat", "ask_partner = required; ask_binding = no", 4, BAD(ASK, "ask_binding")},

    {"classic_pagat", "reserve_packets = 11", 4, BAD(RESERVE, "reserve_trigger")},
    {"classic_pagat", "reserve_trigger = hand_empty", 4, BAD(RESERVE, "reserve_trigger")},
    {"samba", "reserve_packets = 4,4; reserve_trigger = player_first_canasta", 4,
     BAD(RESERVE, "reserve_packets")},
    {"samba", "reserve_packets = 4,4; reserve_trigger = side_initial_meld", 4,
     BAD(RESERVE, "reserve_packets")},
    {"hand_and_foot", "reserve_packets = 13,1", 4, BAD(RESERVE, "reserve_packets")},
    {"hand_and_foot", "reserve_left_out = 2,0", 4, BAD(RESERVE, "reserve_left_out")},
    {"hand_and_foot", "reserve_left_out = 1", 4, BAD(RESERVE, "reserve_left_out")},
    {"pennies", "out_with_packet = yes", 6, BAD(RESERVE, "out_with_packet")},
    {"classic_pagat", "out_with_packet = yes", 4, BAD(RESERVE, "out_with_packet")},
    {"hand_and_foot", "out_with_packet = yes; out_discard = never", 4,
     BAD(RESERVE, "out_with_packet")},
    {"classic_pagat", "talon_min_stock = 9", 4, BAD(RESERVE, "talon_min_stock")},
    {"classic_pagat", "talon_with_pile_take = yes", 4, BAD(RESERVE, "talon_with_pile_take")},

    {"classic_pagat", "meld_min = 5; meld_max = 4; canasta_size = 4", 4, BAD(MELD, "meld_min")},
    {"classic_pagat", ONE_PACK "; meld_min = 6; wilds_per_turn = 1", 4,
     BAD(MELD, "wilds_per_turn")},
    {"classic_pagat", ONE_PACK "; meld_min = 5; wilds_per_turn = 1", 4, FINE},
    {"classic_pagat", "meld_min = 5; canasta_size = 4; add_after_closing = next_turn", 4,
     BAD(MELD, "add_after_closing")},
    {"classic_pagat", "meld_min = 4; canasta_size = 4; add_after_closing = next_turn", 4, FINE},
    {"classic_pagat", "min_naturals = 6; meld_max = 5; canasta_size = 5", 4,
     BAD(MELD, "min_naturals"), .why = "than it may hold"},
    {"two_player", ONE_PACK "; min_naturals = 5", 2,
     BAD(MELD, "min_naturals")},
    {"two_player", ONE_PACK "; meld_min = 7; canasta_size = 4; max_wilds = 2", 2,
     BAD(MELD, "min_naturals")}, /* four and two */
    {"classic_pagat", "canasta_size = 12", 4, BAD(MELD, "canasta_size")}, /* eight and three */
    {"classic_pagat", "meld_max = 6", 4, BAD(MELD, "canasta_size")},
    {"classic_pagat", "max_wilds = 0; canasta_size = 9", 4, BAD(MELD, "canasta_size")},
    {"classic_pagat", "wild_ratio = wild_lt_natural; max_wilds = 10; meld_max = 14; "
     "canasta_size = 14; jokers_total = 0; decks = 1; hand_size = 5; black3_meld = never", 4,
     BAD(MELD, "canasta_size")},
    {"classic_pagat", WILD_CANASTAS "; wild_meld_max = 6", 4, BAD(MELD, "wild_meld_max")},
    {"online", "meld_min = 7", 4, BAD(MELD, "wild_meld_max")},
    {"online", "meld_min = 6", 4, FINE},

    {"classic_pagat", "out_needs = sequence", 4, BAD(OUT, "out_needs")},
    {"classic_pagat", "out_needs = wild", 4, BAD(OUT, "out_needs")},
    {"online", "out_needs = wild", 4, BAD(OUT, "out_needs")}, /* six wilds are no canasta */
    {"classic_pagat", "out_needs = 2", 4, BAD(OUT, "out_needs")},
    {"classic_pagat", "out_needs = mixed; max_wilds = 0", 4, BAD(OUT, "out_needs")},
    {"classic_pagat", "out_needs = natural; canasta_size = 9", 4, BAD(OUT, "out_needs")},
    {"classic_pagat", "out_needs = 7; no_wild_ranks = 7; canasta_size = 9", 4,
     BAD(OUT, "out_needs")},
    {"classic_pagat", "out_needs = A; initial_only_wild_ranks = A; initial_naturals_only = yes; "
     "canasta_size = 9", 4, BAD(OUT, "out_needs")},
    {"classic_pagat", "initial_naturals_only = yes; wild_add_min_naturals = 7; "
     "add_natural_to_canasta = no; add_wild_to_canasta = no; out_needs = mixed", 4,
     BAD(OUT, "out_needs")}, /* seven naturals are closed before a wild may come */
    {"two_player", ONE_PACK "; jokers_total = 0; " WILD_CANASTAS "; out_needs = wild", 2,
     BAD(OUT, "out_needs")}, /* four twos */
    {"samba", ONE_PACK "; jokers_total = 0; max_wilds = 3; twos_as_rank = yes; out_needs = 2", 4,
     BAD(OUT, "out_needs")}, /* only jokers are wild among twos */
    {"classic_pagat", "out_needs = 4,5,6,7", 4, BAD(OUT, "out_needs")},
    {"two_player", ONE_PACK "; out_needs = natural:9", 2, BAD(OUT, "out_needs")},
    {"two_player", ONE_PACK "; out_needs = natural:4,mixed:4,7", 2, BAD(OUT, "out_needs")},
    {"classic_pagat", "out_needs = natural then wild", 4, BAD(OUT, "out_needs")},
    {"hand_and_foot", "out_needs = wild; wild_canasta_counts = natural", 4,
     BAD(OUT, "out_needs")}, /* no canasta counts as a wild one */
    {"classic_pagat", "hand_size = 11,26", 4, BAD(DEAL, "hand_size")},
    {"classic_pagat", "keep_cards = 4; hand_size = 11,4", 4, BAD(DEAL, "keep_cards")},
    {"two_player", ONE_PACK "; out_canastas = 1,9", 2, BAD(OUT, "out_canastas")},
    {"samba", "out_needs = sequence; sequence_max = 6", 4, BAD(OUT, "out_needs")},
    {"samba", "meld_min = 5; sequence_max = 4", 4, BAD(MELD, "sequence_max")},
    {"samba", "meld_min = 5; sequence_max = 4; sequences = no; take_add_to_sequence = no", 4, FINE},
    {"samba", "take_with = any_card", 4, BAD(TAKE, "take_with")},
    {"samba", "take_with = new_meld", 4, BAD(TAKE, "take_with")},
    {"samba", "take_with = new_meld; same_rank_melds = many_never_merge", 4, FINE},
    {"pennies", "take_with = new_meld", 6, BAD(TAKE, "take_with")},
    {"classic_pagat", "take_with = any_card; initial_from_pile = qualify_from_hand", 4,
     BAD(TAKE, "take_with")},
    {"classic_pagat", "take_with = new_meld; take_two_with_twos = any", 4, BAD(TAKE, "take_with")},
    {"classic_pagat", "take_with = new_meld", 4, FINE},
    {"classic_pagat", "out_not_counted = natural,mixed", 4, BAD(OUT, "out_canastas")},
    {"classic_pagat", "out_canastas = 2; out_not_counted = 4,5,6,7,8,9,T,J,Q,K", 4,
     BAD(OUT, "out_canastas")},
    {"classic_pagat", WILD_CANASTAS "; out_canastas = 2; out_not_counted = natural,mixed", 4,
     BAD(OUT, "out_canastas")}, /* twelve wilds make one */
    {"classic_pagat", WILD_CANASTAS "; out_not_counted = natural,mixed,wild", 4,
     BAD(OUT, "out_canastas")},
    {"two_player", ONE_PACK "; out_canastas = 9", 2, BAD(OUT, "out_canastas")}, /* 56 cards */
    {"classic_pagat", "out_needs_red3_per_canasta = yes; red3_drawn = keep; discard_threes = all",
     4, BAD(OUT, "out_needs_red3_per_canasta")},
    {"classic_pagat", "out_needs_red3_per_canasta = yes; out_canastas = 5", 4,
     BAD(OUT, "out_needs_red3_per_canasta")},

    {"classic_pagat", "take_add_to_sequence = yes", 4, BAD(TAKE, "take_add_to_sequence")},

    {"modern_american", "discard_threes = black_only", 4, BAD(THREES, "red3_in_pile")},
    {"modern_american", "upcard_mode = turn_one", 4, BAD(THREES, "red3_in_pile")},
    {"modern_american", "discard_threes = all; red3_in_pile = expose_and_replace", 4, FINE},
    {"classic_pagat", "red3_schedule = 100,200", 4, BAD(THREES, "red3_schedule")},
    {"modern_american", "black3_schedule = 50,100", 4, BAD(THREES, "black3_schedule")},
    {"classic_pagat", "red3_schedule_minus = 200", 4, BAD(THREES, "red3_schedule_minus")},
    {"modern_american", "black3_schedule_minus = 50,100", 4,
     BAD(THREES, "black3_schedule_minus")},
    {"modern_american", "red3_drawn = keep", 4, BAD(THREES, "red3_drawn")},
    {"classic_pagat", "red3_drawn = keep", 4, BAD(THREES, "discard_threes")},
    {"classic_pagat", "discard_threes = none; black3_meld = never", 4,
     BAD(THREES, "discard_threes")},
    {"classic_pagat", "threes_mode = penalty_only", 4, BAD(THREES, "black3_meld")},
    {"modern_american", "black3_from_pile = set_aside:5:100", 4, BAD(THREES, "black3_from_pile")},

    {"classic_pagat", "special_after_partner = yes", 4, BAD(SPECIAL, "special_after_partner")},
    {"classic_pagat", "special_hands = pairs:2500=7x2 rank", 4,
     BAD(SPECIAL, "special_hands")}, /* fourteen cards, and twelve after a draw */
    {"classic_pagat", "special_hands = small:2500=2x2 rank", 4, BAD(SPECIAL, "special_hands")},
    {"classic_pagat", "special_hands = singles:1=12x1 rank", 4,
     BAD(SPECIAL, "special_hands")}, /* eleven ranks */
    {"classic_pagat", "special_hands = kings:1=1x6 K + 1x6 K", 4, BAD(SPECIAL, "special_hands")},
    {"classic_pagat", "special_hands = nines:1=1x9 rank + 1x3 rank", 4,
     BAD(SPECIAL, "special_hands")}, /* eight of a rank */
    {"classic_pagat", "special_hands = jokers:1=1x5 X + 1x7 rank", 4,
     BAD(SPECIAL, "special_hands")},
    {"classic_pagat", "special_hands = wilds:1=1x2 wilds + 1x2 2 + 1x2 X + 1x6 rank", 4,
     BAD(SPECIAL, "special_hands")}, /* nothing is left for the first group */
    {"classic_pagat", "special_hands = threes:1=1x5 3 + 1x7 rank", 4,
     BAD(SPECIAL, "special_hands")}, /* four black ones; red ones are laid out */
    {"modern_american", "special_hands = threes:1=1x2 3 + 1x6 rank + 1x6 rank", 4,
     BAD(SPECIAL, "special_hands")}, /* P97: one is held */

    {"classic_pagat", "value_joker = 0; value_two = 0; value_ace = 0; value_8_to_K = 0; "
     "value_4_to_7 = 0; value_black3 = 0; bonus_natural = 0; bonus_mixed = 0; out_bonus = 0; "
     "concealed_bonus = 0; red3_schedule = 0; min_table = any:0", 4, BAD(GAME, "target")},
    {"classic_pagat", "lead_target = 5000; win_rule = lowest_total", 4, BAD(GAME, "lead_target")},
};

/* Odd, and still a game: what has no effect, or what only looks impossible. */
static const refusal accepted[] = {
    {"classic_pagat", "initial_naturals_only = yes; wild_add_min_naturals = 7; "
     "add_natural_to_canasta = no; out_needs = mixed", 4, FINE},
    {"classic_pagat", "wild_add_min_naturals = 7; add_natural_to_canasta = no; "
     "add_wild_to_canasta = no; out_needs = mixed", 4, FINE},
    {"two_player", ONE_PACK "; out_canastas = 8", 2, FINE},
    {"classic_pagat", "value_joker = 0; value_two = 0; value_ace = 0; value_8_to_K = 0; "
     "value_4_to_7 = 0; value_black3 = 0; bonus_natural = 0; bonus_mixed = 0; out_bonus = 0; "
     "concealed_bonus = 0; red3_schedule = 0; min_table = any:0; bonus_whole_rank = 100", 4, FINE},
    {"classic_pagat", "lead_target = 9000", 4, FINE},
    {"classic_pagat", "max_wilds = 0", 4, FINE},
    {"classic_pagat", "out_canastas = 0", 4, FINE},
    {"classic_pagat", "out_canastas = 10", 4, FINE},
    {"classic_pagat", "take_pair = no; take_natural_wild = no; take_add_to_meld = never", 4,
     FINE},
    {"classic_pagat", "wild_meld_locks_wilds = wild_meld", 4, FINE},
    {"classic_pagat", "sequence_max = 5; wild_meld_max = 5", 4, FINE},
    {"classic_pagat", "canasta_size = 11", 4, FINE}, /* eight naturals, three wilds */
    {"classic_pagat", "meld_max = 7", 4, FINE},
    {"classic_pagat", "black3_meld = never; black3_meld_min = 9", 4, FINE},
    {"classic_pagat", "red3_drawn = keep; discard_threes = all", 4, FINE},
    {"classic_pagat", "discard_threes = none", 4, FINE}, /* melded in going out */
    {"hand_and_foot", "discard_threes = none", 4, FINE}, /* P77: the turn ends */
    {"hand_and_foot", "reserve_packets = 13,11", 4, FINE},
    {"hand_and_foot", "reserve_left_out = 0,1", 4, FINE},
    {"hand_and_foot", "reserve_packets = 1,13; keep_cards = 0", 4, FINE},
    {"samba", "sequence_max = 5", 4, FINE},
    {"samba", "out_needs = sequence,4,5,natural", 4, FINE},
    {"samba", "twos_as_rank = yes; out_needs = 2", 4, FINE},
    {"samba", "out_not_counted = natural,mixed", 4, FINE},
    {"samba", "special_hands = pairs:1=10x2 rank", 4, FINE}, /* two drawn, one out */
    {"modern_american", "special_hands = wilds:1=1x12 wilds + 1x2 rank", 4, FINE},
    {"modern_american", "special_hands = low:1=1x1 3 + 1x1 2 + 1x1 X + 11x1 rank", 4, FINE},
    {"two_player", "ask_partner = required", 2, FINE}, /* P71: void */
    {"classic_pagat", "min_table = any:1500; min_by_round = 50", 4, FINE},
    {"classic_pagat", "min_table = any:1500; min_counts_bonuses = yes", 4, FINE},
    {"classic_pagat", "value_joker = 0; value_two = 0; value_ace = 0; value_8_to_K = 0; "
     "value_4_to_7 = 0; value_black3 = 0; bonus_natural = 0; bonus_mixed = 0; out_bonus = 0; "
     "concealed_bonus = 0; min_table = any:0", 4, FINE}, /* red threes score */
    {"classic_pagat", "out_needs_red3_per_canasta = yes; out_canastas = 4", 4, FINE},
    {"classic_pagat", "wild_ratio = wild_lt_natural; max_wilds = 6; canasta_size = 12; "
     "wild_ratio_exceptions = 2+2", 4, FINE},
};
/* clang-format on */

static bool is_param(const char *name)
{
#define X(type, field, low, high, initial, help)                                                   \
    if (strcmp(name, #field) == 0) return true;
    CN_PARAMS(X)
#undef X
    return false;
}

static void check_row(const refusal *row)
{
    cn_params params;
    cn_rules rules;
    cn_text_error error = {0};
    const char *param;
    const char *why;
    if (!cn_ruleset_base(row->rules, row->players, &params)) fail_msg("no %s", row->rules);
    if (!cn_params_set_all(&params, row->overrides, &error))
        fail_msg("%s {%s}: %s", row->rules, row->overrides, error.message);
    cn_rules_error got = cn_rules_compile(&rules, "x", &params, row->players, &param, &why);
    bool same = (param == NULL) == (row->param == NULL) &&
                (param == NULL || strcmp(param, row->param) == 0);
    if (got != row->error || !same)
        fail_msg("%s {%s} for %u: error %u, %s: %s", row->rules, row->overrides, row->players, got,
                 param != NULL ? param : "-", why != NULL ? why : "-");
    if (row->why != NULL && strstr(why, row->why) == NULL)
        fail_msg("%s {%s}: %s", row->rules, row->overrides, why);
    if (got != CN_RULES_OK && (!is_param(param) || why == NULL || strlen(why) < 10))
        fail_msg("%s {%s}: no reason", row->rules, row->overrides);
}

static void what_makes_no_game_is_refused_with_its_parameter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) check_row(&refusals[i]);
}

static void what_merely_has_no_effect_is_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) check_row(&accepted[i]);
}

static void every_rule_set_is_accepted_with_every_number_of_players(void **state)
{
    (void)state;
    unsigned count = 0;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        if (!cn_ruleset_describe(cn_rulesets[i], &about)) fail_msg("%s", cn_rulesets[i]);
        for (unsigned players = 0; players < 32; players++) {
            cn_rules rules;
            cn_text_error error = {0};
            if ((about.player_counts >> players & 1) == 0) continue;
            if (!cn_rules_load(&rules, cn_rulesets[i], "", players, &error))
                fail_msg("%s for %u: %s", cn_rulesets[i], players, error.message);
            count++;
        }
    }
    assert_true(count >= 20);
}

/* Sets a number far out of any range; false for fields of other types. */
static bool spoil_number(int32_t *field, int32_t value)
{
    *field = value;
    return true;
}
static bool spoil_nothing(void *field, int32_t value)
{
    (void)field;
    (void)value;
    return false;
}

static void every_number_out_of_its_range_is_refused(void **state)
{
    (void)state;
    static const int32_t far[] = {-1, INT32_MAX};
    unsigned count = 0;
    for (unsigned i = 0; i < 2; i++) {
        cn_rules rules;
        const char *param;
#define X(type, name, low, high, initial, help)                                                    \
    {                                                                                              \
        cn_params params = cn_params_default();                                                    \
        bool spoilt = _Generic((params.name), int32_t                                              \
                               : spoil_number, default                                             \
                               : spoil_nothing)(&params.name, far[i]);                             \
        cn_rules_error error = cn_rules_compile(&rules, "x", &params, 4, &param, NULL);            \
        assert_int_equal(error, spoilt ? CN_RULES_RANGE : CN_RULES_OK);                            \
        if (spoilt) assert_string_equal(param, #name);                                             \
        count += spoilt;                                                                           \
    }
        CN_PARAMS(X)
#undef X
    }
    assert_true(count > 200);
}

/* One bad value inside a value of several parts. */
static void every_part_of_a_value_has_its_range(void **state)
{
    (void)state;
    static const char hand[] = "pairs";
    cn_params p;
    cn_rules rules;
    const char *param;
#define REFUSED(name, change)                                                                      \
    p = cn_params_default();                                                                       \
    change;                                                                                        \
    assert_int_equal(cn_rules_compile(&rules, "x", &p, 4, &param, NULL), CN_RULES_RANGE);          \
    assert_string_equal(param, name)
    REFUSED("reserve_packets", (p.reserve_packets.count = 1, p.reserve_packets.value[0] = 27));
    REFUSED("reserve_packets", p.reserve_packets.count = CN_LIST_MAX + 1);
    REFUSED("red3_schedule", p.red3_schedule.count = 0);
    REFUSED("red3_schedule", p.red3_schedule.value[1] = -1);
    REFUSED("black3_schedule", p.black3_schedule.count = 0);
    REFUSED("min_table", p.min_table.count = 0);
    REFUSED("min_table", p.min_table.band[1].minimum_points = 10001);
    REFUSED("min_table", p.min_table.band[3].floor_points = 1000001);
    REFUSED("red3_sign", p.red3_sign.canastas = 1);
    REFUSED("red3_sign", p.red3_sign.kind = CN_RED3_SIGN_IF_CANASTAS);
    REFUSED("red3_sign", p.red3_sign.kind = CN_RED3_SIGN_BY_CANASTA_COUNT + 1);
    REFUSED("black3_from_pile", p.black3_from_pile.on = 2);
    REFUSED("black3_from_pile", p.black3_from_pile.all_points = 10001);
    REFUSED("wild_ratio_exceptions", p.wild_ratio_exceptions.count = 1);
    REFUSED("min_band_special", p.min_band_special.count = CN_BANDS_MAX + 1);
    REFUSED("min_band_special",
            (p.min_band_special.count = 1, p.min_band_special.opening[0].natural = 2));
    REFUSED("discard_rank_ban",
            (p.discard_rank_ban.count = 1, p.discard_rank_ban.ban[0].rank = CN_RANKS));
    REFUSED("special_hands", (p.special_hands.count = 1, p.special_hands.hand[0].points = 1));
    REFUSED("special_hands",
            (p.special_hands.count = 1, memcpy(p.special_hands.hand[0].name, hand, sizeof hand)));
    REFUSED("bonus_wild", p.bonus_wild.other = -1);
    REFUSED("bonus_rank", p.bonus_rank.rank[CN_KIND_BLACK3].on = 1);
    REFUSED("bonus_rank", (p.bonus_rank.rank[0].on = 1, p.bonus_rank.rank[0].mixed = -2));
    REFUSED("bonus_collections", p.bonus_collections.count = 1);
    REFUSED("penalty_incomplete",
            (p.penalty_incomplete.count = 1, p.penalty_incomplete.entry[0].below = 7));
    REFUSED("value_cards", p.value_cards.card[CN_KIND_BLACK3].on = 1);
    REFUSED("value_cards", p.value_cards.card[CN_KIND_JOKER].hand_points = 1001);
    REFUSED("penalty_held", p.penalty_held.points[CN_KIND_A] = -1);
#undef REFUSED
}

static void floors_must_rise_from_below_all_totals(void **state)
{
    (void)state;
    cn_rules rules;
    const char *param;
    cn_params p = cn_params_default();
    p.min_table.band[2].floor_points = 0;
    assert_int_equal(cn_rules_compile(&rules, "x", &p, 4, &param, NULL), CN_RULES_BANDS);
    assert_string_equal(param, "min_table");
    p = cn_params_default();
    p.min_table.band[0].floor_points = -1000;
    assert_int_equal(cn_rules_compile(&rules, "x", &p, 4, &param, NULL), CN_RULES_BANDS);
    p = cn_params_default();
    p.min_band_special.count = 2;
    p.min_band_special.opening[0].from_points = 7000;
    p.min_band_special.opening[1].from_points = 7000;
    assert_int_equal(cn_rules_compile(&rules, "x", &p, 4, &param, NULL), CN_RULES_BANDS);
    assert_string_equal(param, "min_band_special");
    p.min_band_special.opening[1].from_points = 7005;
    assert_int_equal(cn_rules_compile(&rules, "x", &p, 4, &param, NULL), CN_RULES_OK);
}

/* P8, P10, P15: sides, seats and cards of each form. */
static void a_form_has_its_sides_seats_and_cards(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned players, seats, sides, deck, dealt;
        uint8_t side_of[CN_SEATS_MAX];
    } forms[] = {
        {"classic_pagat", 4, 4, 2, 108, 44, {0, 1, 0, 1}},
        {"two_player", 2, 2, 2, 108, 30, {0, 1}},            /* C254: 77 after the upcard */
        {"samba", 4, 4, 2, 162, 60, {0, 1, 0, 1}},           /* C255 */
        {"modern_american", 4, 4, 2, 108, 52, {0, 1, 0, 1}}, /* C256: 56 */
        {"relaxed", 3, 3, 3, 108, 33, {0, 1, 2}},            /* C244 */
        {"relaxed", 5, 4, 2, 108, 44, {0, 1, 0, 1}},
        {"six_hand", 6, 6, 2, 162, 78, {0, 1, 0, 1, 0, 1}}, /* C246 */
        {"six_hand_3sides", 6, 6, 3, 162, 78, {0, 1, 2, 0, 1, 2}},
        {"cutthroat_3", 3, 3, 3, 108, 39, {0, 1, 2}},
        {"hand_and_foot", 6, 6, 2, 378, 156, {0, 1, 0, 1, 0, 1}},
        {"pennies", 6, 6, 2, 216, 144, {0, 1, 0, 1, 0, 1}},
    };
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        cn_rules rules;
        cn_text_error error = {0};
        if (!cn_rules_load(&rules, forms[i].rules, "", forms[i].players, &error))
            fail_msg("%s", error.message);
        assert_int_equal(rules.player_count, forms[i].players);
        assert_int_equal(rules.seat_count, forms[i].seats);
        assert_int_equal(rules.side_count, forms[i].sides);
        assert_int_equal(rules.deck_size, forms[i].deck);
        assert_int_equal(cn_dealt_count(&rules, 1), forms[i].dealt);
        assert_memory_equal(rules.side_of, forms[i].side_of, forms[i].seats);
    }
}

/* P10: A, B, C share two seats and rest in turn; D and E always play. */
static void five_players_rotate_over_four_seats(void **state)
{
    (void)state;
    static const unsigned seats[4][5] = {{0, 2, CN_SEAT_NONE, 1, 3},
                                         {0, CN_SEAT_NONE, 2, 1, 3},
                                         {CN_SEAT_NONE, 0, 2, 1, 3},
                                         {0, 2, CN_SEAT_NONE, 1, 3}};
    cn_rules rules = table_rules("five_hand", "");
    for (unsigned hand = 1; hand <= 4; hand++)
        for (unsigned person = 0; person < 5; person++) {
            unsigned seat = cn_seat_of(&rules, hand, person);
            assert_int_equal(seat, seats[hand - 1][person]);
            if (seat != CN_SEAT_NONE) assert_int_equal(cn_person_at(&rules, hand, seat), person);
        }
    rules = table_rules("classic_pagat", "");
    assert_int_equal(cn_person_at(&rules, 2, 2), 2);
    assert_int_equal(cn_seat_of(&rules, 3, 1), 1);
}

static void derived_limits_follow_their_parameters(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    assert_true(rules.plain && !rules.many && rules.wild_most == 0 && rules.black3_most == 4);
    rules = table_rules("wiki_play", "");
    assert_true(rules.plain && rules.black3_most == 4);
    rules = table_rules("online", "");
    assert_true(!rules.plain && rules.many && rules.wild_most == 6);
    rules = table_rules("classic_pagat", WILD_CANASTAS "; canasta_size = 6");
    assert_true(!rules.plain && !rules.many && rules.wild_most == 7);
    rules = table_rules("classic_pagat", "wild_meld = yes");
    assert_int_equal(rules.wild_most, 6); /* a seventh would make a canasta */
    rules = table_rules("pennies", "");
    assert_int_equal(rules.black3_most, 8);
    rules = table_rules("cutthroat_3", "");
    assert_true(rules.many);
    rules = table_rules("classic_pagat", "value_ace = 25; black3_left_in_hand = 100");
    assert_int_equal(rules.value[CN_KIND_A], 25);
    assert_int_equal(rules.value[CN_KIND_7], 5);
    assert_int_equal(rules.value[CN_KIND_8], 10);
    assert_int_equal(rules.value[CN_KIND_BLACK3], 5);
    assert_int_equal(rules.value_in_hand[CN_KIND_BLACK3], 100);
    assert_int_equal(rules.value[CN_KIND_RED3], 0);
}

static void a_deck_is_valid_only_with_the_cards_of_the_pack(void **state)
{
    (void)state;
    cn_rules rules = table_rules("pennies", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_deck_sorted(&rules, deck);
    assert_true(cn_deck_valid(&rules, deck));
    deck[0] = CN_CARD_JOKER; /* a ninth joker for a four of clubs */
    assert_false(cn_deck_valid(&rules, deck));
    deck[0] = deck[rules.deck_size / 2]; /* too many of another card */
    assert_false(cn_deck_valid(&rules, deck));
    deck[0] = CN_CARD_HIDDEN;
    assert_false(cn_deck_valid(&rules, deck));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_game_is_refused_with_its_parameter),
        cmocka_unit_test(what_merely_has_no_effect_is_accepted),
        cmocka_unit_test(every_rule_set_is_accepted_with_every_number_of_players),
        cmocka_unit_test(every_number_out_of_its_range_is_refused),
        cmocka_unit_test(every_part_of_a_value_has_its_range),
        cmocka_unit_test(floors_must_rise_from_below_all_totals),
        cmocka_unit_test(a_form_has_its_sides_seats_and_cards),
        cmocka_unit_test(five_players_rotate_over_four_seats),
        cmocka_unit_test(derived_limits_follow_their_parameters),
        cmocka_unit_test(a_deck_is_valid_only_with_the_cards_of_the_pack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
