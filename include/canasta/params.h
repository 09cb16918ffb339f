/* The parameter table: every switch of a rule set, once.
 * Not here: derived values (rules.h) and the rule sets themselves (rulesets/).
 * Invariant: struct, parser, printer, validator and reference page are all made from CN_PARAMS.
 *
 * X(type, name, low, high, default, help). Types:
 *   INT   low..high
 *   BOOL  0 or 1, written yes / no
 *   E_*   an enumeration below; the text form is the constant without its prefix, in lower case
 *   SET   set of small numbers 0..15 as a bit mask; written 2,4
 *   LIST  up to CN_LIST_MAX points, written 0,100,200; beyond its end the last entry counts (P3)
 *   BANDS up to CN_BANDS_MAX pairs floor:minimum, written any:15, 0:50 - `any` is "below all" (P2)
 * The ranges say what this engine plays; a wider range needs the code that honours it. */
#ifndef CANASTA_PARAMS_H
#define CANASTA_PARAMS_H

#include <stdint.h>

/* The tables keep their columns. */
/* clang-format off */

#define CN_ENUM_TEAM_LAYOUT(X)      X(TEAM_LAYOUT, INDIVIDUAL) X(TEAM_LAYOUT, PAIRS)
#define CN_ENUM_PLAY_DIRECTION(X)   X(PLAY_DIRECTION, CW) X(PLAY_DIRECTION, CCW)
#define CN_ENUM_UPCARD_MODE(X)                                                                     \
    X(UPCARD_MODE, NONE)                                                                           \
    X(UPCARD_MODE, TURN_ONE) X(UPCARD_MODE, COVER_WILD_RED3) X(UPCARD_MODE, COVER_WILD_ANY3)
#define CN_ENUM_SHORT_DRAW(X)       X(SHORT_DRAW, END_HAND) X(SHORT_DRAW, TAKE_REST)
#define CN_ENUM_RED3_SIGN(X)        X(RED3_SIGN, IF_MELDED) X(RED3_SIGN, ALWAYS_PLUS)
#define CN_ENUM_BLACK3_MELD(X)      X(BLACK3_MELD, NEVER) X(BLACK3_MELD, GOING_OUT)
#define CN_ENUM_MIN_EXEMPT_CONCEALED(X)                                                            \
    X(MIN_EXEMPT_CONCEALED, NEVER) X(MIN_EXEMPT_CONCEALED, STOCK_DRAW)
#define CN_ENUM_TAKE_ADD_TO_MELD(X)                                                                \
    X(TAKE_ADD_TO_MELD, ANY) X(TAKE_ADD_TO_MELD, BELOW_CANASTA) X(TAKE_ADD_TO_MELD, NEVER)
#define CN_ENUM_EMPTY_STOCK_TAKE(X)                                                                \
    X(EMPTY_STOCK_TAKE, FREE)                                                                      \
    X(EMPTY_STOCK_TAKE, FORCED_IF_MATCHES_MELD) X(EMPTY_STOCK_TAKE, FORCED_IF_LEGAL)
#define CN_ENUM_ASK_PARTNER(X)      X(ASK_PARTNER, NONE) X(ASK_PARTNER, OPTIONAL)
#define CN_ENUM_TIE_RULE(X)         X(TIE_RULE, EXTRA_HAND) X(TIE_RULE, SHARED)

/* Every enumeration of the table: Y(type name in the table, list macro). */
#define CN_PARAM_ENUMS(Y)                                                                          \
    Y(E_TEAM_LAYOUT, CN_ENUM_TEAM_LAYOUT)                                                          \
    Y(E_PLAY_DIRECTION, CN_ENUM_PLAY_DIRECTION)                                                    \
    Y(E_UPCARD_MODE, CN_ENUM_UPCARD_MODE)                                                          \
    Y(E_SHORT_DRAW, CN_ENUM_SHORT_DRAW)                                                            \
    Y(E_RED3_SIGN, CN_ENUM_RED3_SIGN)                                                              \
    Y(E_BLACK3_MELD, CN_ENUM_BLACK3_MELD)                                                          \
    Y(E_MIN_EXEMPT_CONCEALED, CN_ENUM_MIN_EXEMPT_CONCEALED)                                        \
    Y(E_TAKE_ADD_TO_MELD, CN_ENUM_TAKE_ADD_TO_MELD)                                                \
    Y(E_EMPTY_STOCK_TAKE, CN_ENUM_EMPTY_STOCK_TAKE)                                                \
    Y(E_ASK_PARTNER, CN_ENUM_ASK_PARTNER)                                                          \
    Y(E_TIE_RULE, CN_ENUM_TIE_RULE)

#define CN_ENUM_CONSTANT(group, value) CN_##group##_##value,
#define CN_ENUM_DECLARE(type, list) enum { list(CN_ENUM_CONSTANT) };
CN_PARAM_ENUMS(CN_ENUM_DECLARE)
#undef CN_ENUM_DECLARE
#undef CN_ENUM_CONSTANT

#define CN_PARAMS(X)                                                                               \
    /* Table, pack and deal */                                                                     \
    X(SET, players, 2, 4, 1 << 4, "numbers of players a table may have")                           \
    X(E_TEAM_LAYOUT, team_layout, 0, 1, CN_TEAM_LAYOUT_PAIRS, "how seats form sides")              \
    X(E_PLAY_DIRECTION, play_direction, 0, 1, CN_PLAY_DIRECTION_CW, "direction of turn and deal")  \
    X(INT, decks, 1, 2, 2, "packs of 52 cards")                                                    \
    X(INT, jokers_total, 0, 4, 4, "jokers in the whole deck")                                      \
    X(INT, hand_size, 3, 15, 11, "cards dealt to each player")                                     \
    X(E_UPCARD_MODE, upcard_mode, 0, 3, CN_UPCARD_MODE_COVER_WILD_RED3,                            \
      "whether a first discard is turned, and what must be covered")                               \
    /* Card values, in points */                                                                   \
    X(INT, value_joker, 0, 500, 50, "value of a joker")                                            \
    X(INT, value_two, 0, 500, 20, "value of a two")                                                \
    X(INT, value_ace, 0, 500, 20, "value of an ace")                                               \
    X(INT, value_8_to_K, 0, 500, 10, "value of 8 9 T J Q K")                                       \
    X(INT, value_4_to_7, 0, 500, 5, "value of 4 5 6 7")                                            \
    X(INT, value_black3, 0, 500, 5, "value of a melded black three")                               \
    X(INT, black3_left_in_hand, 0, 500, 5, "points subtracted for a black three left in hand")     \
    X(INT, red3_left_in_hand, 0, 500, 0, "points subtracted for a red three left in hand")         \
    /* Drawing and threes */                                                                       \
    X(INT, draw_count, 1, 3, 1, "cards taken when drawing from the stock")                         \
    X(E_SHORT_DRAW, short_draw, 0, 1, CN_SHORT_DRAW_END_HAND,                                      \
      "with fewer cards in the stock than a draw needs: the hand ends, or the rest is taken")      \
    X(LIST, red3_schedule, 0, 5000, (CN_LIST(5, 0, 100, 200, 300, 800)),                           \
      "total for 0, 1, 2, ... red threes of a side")                                               \
    X(E_RED3_SIGN, red3_sign, 0, 1, CN_RED3_SIGN_IF_MELDED, "when red threes count plus")          \
    X(BOOL, black3_stops, 0, 1, 1, "a black three on top forbids taking the pile")                 \
    X(BOOL, black3_freezes, 0, 1, 0, "a black three turned or discarded freezes the pile")         \
    X(E_BLACK3_MELD, black3_meld, 0, 1, CN_BLACK3_MELD_GOING_OUT,                                  \
      "whether black threes may be melded")                                                        \
    X(INT, black3_meld_min, 2, 8, 3, "smallest group of black threes")                             \
    X(INT, black3_meld_max, 2, 8, 4, "largest group of black threes")                              \
    /* Meld shape */                                                                               \
    X(INT, max_wilds, 1, 6, 3, "most wild cards in a meld")                                        \
    X(INT, canasta_size, 4, 11, 7, "cards that make a canasta")                                    \
    /* Initial meld */                                                                             \
    X(BANDS, min_table, 0, 500,                                                                    \
      (CN_BANDS(4, {CN_BAND_BELOW_ALL, 15}, {0, 50}, {1500, 90}, {3000, 120})),                    \
      "minimum count by the side's total at the start of the hand")                                \
    X(E_MIN_EXEMPT_CONCEALED, min_exempt_concealed, 0, 1, CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW,      \
      "whether melding the whole hand at once needs no minimum")                                   \
    /* Taking the pile */                                                                          \
    X(BOOL, freeze_wild, 0, 1, 1, "a wild card in the pile freezes it")                            \
    X(BOOL, freeze_red3_upcard, 0, 1, 1, "a red three turned at the start freezes the pile")       \
    X(BOOL, freeze_until_melded, 0, 1, 1, "the pile is frozen for a side that has not melded")     \
    X(BOOL, freeze_initial_pile, 0, 1, 0, "the pile is frozen for all until it was taken once")    \
    X(BOOL, always_frozen, 0, 1, 0, "the pile is always frozen")                                   \
    X(BOOL, take_natural_wild, 0, 1, 1, "natural and wild from hand take an unfrozen pile")        \
    X(E_TAKE_ADD_TO_MELD, take_add_to_meld, 0, 2, CN_TAKE_ADD_TO_MELD_ANY,                         \
      "top card alone onto an own meld takes an unfrozen pile")                                    \
    X(BOOL, take_guard_single, 0, 1, 1, "one card in hand never takes a pile of one")              \
    X(E_EMPTY_STOCK_TAKE, empty_stock_take, 0, 2, CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD,      \
      "whether the pile must be taken when the stock is empty")                                    \
    /* Going out */                                                                                \
    X(INT, out_canastas, 1, 5, 1, "canastas a side needs to go out")                               \
    X(E_ASK_PARTNER, ask_partner, 0, 1, CN_ASK_PARTNER_OPTIONAL, "asking before going out")        \
    X(INT, out_bonus, 0, 5000, 100, "bonus for going out")                                         \
    X(INT, concealed_bonus, 0, 5000, 100, "bonus for going out concealed, besides out_bonus")      \
    X(BOOL, concealed_pile_ok, 0, 1, 1, "concealed also if the pile was taken in that turn")       \
    /* Scoring and game */                                                                         \
    X(INT, bonus_natural, 0, 10000, 500, "natural canasta")                                        \
    X(INT, bonus_mixed, 0, 10000, 300, "mixed canasta")                                            \
    X(INT, target, 100, 1000000, 5000, "total at which the game ends after a hand")                \
    X(INT, rounds, 0, 100, 0, "fixed number of hands; 0 = by target")                              \
    X(E_TIE_RULE, tie_rule, 0, 1, CN_TIE_RULE_EXTRA_HAND, "equal totals at the end")

/* clang-format on */

enum { CN_LIST_MAX = 16, CN_BANDS_MAX = 8, CN_BAND_BELOW_ALL = INT32_MIN };

typedef struct cn_list {
    int32_t count;
    int32_t value[CN_LIST_MAX];
} cn_list;

typedef struct cn_band {
    int32_t floor_points; /* CN_BAND_BELOW_ALL in the first band: all totals below the next floor */
    int32_t minimum_points;
} cn_band;

typedef struct cn_bands {
    int32_t count;
    cn_band band[CN_BANDS_MAX];
} cn_bands;

#define CN_PARAM_FIELD_INT                    int32_t
#define CN_PARAM_FIELD_BOOL                   int32_t
#define CN_PARAM_FIELD_SET                    int32_t
#define CN_PARAM_FIELD_LIST                   cn_list
#define CN_PARAM_FIELD_BANDS                  cn_bands
#define CN_PARAM_FIELD_E_TEAM_LAYOUT          int32_t
#define CN_PARAM_FIELD_E_PLAY_DIRECTION       int32_t
#define CN_PARAM_FIELD_E_UPCARD_MODE          int32_t
#define CN_PARAM_FIELD_E_SHORT_DRAW           int32_t
#define CN_PARAM_FIELD_E_RED3_SIGN            int32_t
#define CN_PARAM_FIELD_E_BLACK3_MELD          int32_t
#define CN_PARAM_FIELD_E_MIN_EXEMPT_CONCEALED int32_t
#define CN_PARAM_FIELD_E_TAKE_ADD_TO_MELD     int32_t
#define CN_PARAM_FIELD_E_EMPTY_STOCK_TAKE     int32_t
#define CN_PARAM_FIELD_E_ASK_PARTNER          int32_t
#define CN_PARAM_FIELD_E_TIE_RULE             int32_t

/* The values of one rule set, exactly as its file states them. */
typedef struct cn_params {
#define X(type, name, low, high, initial, help) CN_PARAM_FIELD_##type name;
    CN_PARAMS(X)
#undef X
} cn_params;

#endif
