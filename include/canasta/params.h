/* The parameter table: every switch of a rule set, once.
 * Not here: derived values (rules.h) and the rule sets themselves (rulesets/).
 * Invariant: struct, parser, printer, validator and reference page are all made from CN_PARAMS.
 *
 * X(type, name, low, high, default, help). Types, and how a value is written:
 *   INT          low..high
 *   BY_HAND      the same by the number of the hand: up to CN_BY_HAND_MAX numbers, the last one for
 *                all later hands; 2, or 2,3,4
 *   BOOL         0 or 1; yes, no
 *   E_*          an enumeration below; the constant without its prefix, in lower case
 *   COUNTS       set of small numbers low..high as a bit mask; 2,4
 *   WORDS        set of cn_word bits, `high` is the set of those allowed; 7,A,wild or none
 *   NEEDS        the same with the words natural, mixed, wild, sequence and the ranks, 2 included
 *   NEEDS_BY_HAND  such sets by the number of the hand, up to CN_BY_HAND_MAX, the last one for all
 *                later hands; natural, mixed, wild and sequence may have a number;
 *                natural:2,mixed:2, or natural then natural,7
 *   LIST         up to CN_LIST_MAX numbers low..high; 0,100,200; none where the default is empty
 *   BANDS        up to CN_BANDS_MAX entries FLOOR:MINIMUM, floors rise; any:15, 0:50 - `any` is
 *                "below all" (P2) and stands first
 *   SIGN         cn_sign; if_melded, if_canastas:2, ... ; only if_canastas has a number
 *   SET_ASIDE    cn_set_aside; to_hand, or set_aside:EACH:ALL
 *   AMOUNT       0 = all, or how many from the top; all, or 7
 *   AMOUNT_BY_HAND  the same by the number of the hand, as BY_HAND; 3,3,4,5, or 7,all
 *   SHAPES       up to CN_SHAPES_MAX entries NATURALS+WILDS; 2+2, 3+3, or none
 *   OPENINGS     up to CN_BANDS_MAX entries FROM:KIND:COUNT, KIND any or natural, FROM rises;
 *                7000:any:0, 9000:natural:0, or none
 *   BANS         up to CN_BANS_MAX entries RANK:UNTIL[:never_last], UNTIL every_side or own_side;
 *                7:every_side:never_last, or none
 *   HANDS        up to CN_HANDS_MAX entries NAME:POINTS[:wins]=GROUP+GROUP+..., a GROUP being
 *                COUNTxSIZE OF, and OF rank, wild_kind, rank_or_wild_kind, wilds, X, 2, 3 or a
 *                rank; straight:3000=11x1 rank+1x1 2+1x1 3+1x1 X, pairs:2500=7x2 rank, or none
 *   WILD_BONUS   three numbers TWOS:FOUR_JOKERS:OTHER; 3000:2500:2000
 *   RANK_BONUS   entries RANK=NATURAL:MIXED[:only_if_out], `-` for the ordinary bonus; 7=2500:-,
 *                or none
 *   COLLECTIONS  up to CN_COLLECTIONS_MAX entries POINTS=COUNTxKIND+..., KIND natural, mixed,
 *                wild, sequence or any; 2000=5xnatural, 1000=4xnatural+1xmixed, or none
 *   INCOMPLETE   up to CN_INCOMPLETE_MAX entries MELD[:natural_only]<BELOW=POINTS[:FOUR_JOKERS],
 *                MELD a rank, wild or sequence; A:natural_only<7=2500, wild<7=2000:2500, or none
 *   HELD         entries RANK=POINTS; 7=1500, A=1500, or none
 *   VALUES       entries CARD=TABLE[:HAND], CARD a rank, 2 or X; 8=5, X=50:100, or none
 * Entries are written with commas; blanks may stand around commas, `=`, `<` and `+`. Where entries
 * have no order of their own they are written in the order given. All points are positive numbers;
 * `help` says which are subtracted. The ranges say what this engine plays. */
#ifndef CANASTA_PARAMS_H
#define CANASTA_PARAMS_H

#include <stdint.h>

/* Words that stand in sets: the eleven ranks as bits 0..10 (4 lowest), then these. */
enum {
    CN_WORD_RANKS = (1 << 11) - 1,
    CN_WORD_BLACK3 = 1 << 11, /* never written; keeps words and kinds in step */
    CN_WORD_TWO = 1 << 12,    /* 2: a canasta of twos (twos_as_rank) */
    CN_WORD_WILD = 1 << 13,
    CN_WORD_RED3 = 1 << 14,
    CN_WORD_DEAD_RANK = 1 << 15,
    CN_WORD_NATURAL = 1 << 16,
    CN_WORD_MIXED = 1 << 17,
    CN_WORD_SEQUENCE = 1 << 18,
    CN_WORD_DEALT = 1 << 19,
    CN_WORD_DRAWN = 1 << 20,
    CN_WORD_PACKET = 1 << 21,
    CN_WORDS_CANASTA = CN_WORD_RANKS | CN_WORD_TWO | CN_WORD_WILD | CN_WORD_NATURAL |
                       CN_WORD_MIXED | CN_WORD_SEQUENCE,
};

/* The tables keep their columns. */
/* clang-format off */

#define CN_ENUM_TEAM_LAYOUT(X)                                                                     \
    X(TEAM_LAYOUT, INDIVIDUAL) X(TEAM_LAYOUT, PAIRS) X(TEAM_LAYOUT, TRIPLES)                       \
    X(TEAM_LAYOUT, THREE_PAIRS) X(TEAM_LAYOUT, LONE_VS_TWO)                                        \
    X(TEAM_LAYOUT, THREE_VS_TWO_ROTATING) X(TEAM_LAYOUT, FOUR_PAIRS)
#define CN_ENUM_PLAY_DIRECTION(X)   X(PLAY_DIRECTION, CW) X(PLAY_DIRECTION, CCW)
#define CN_ENUM_RESERVE_TRIGGER(X)                                                                 \
    X(RESERVE_TRIGGER, NONE) X(RESERVE_TRIGGER, HAND_EMPTY)                                        \
    X(RESERVE_TRIGGER, PLAYER_FIRST_CANASTA) X(RESERVE_TRIGGER, SIDE_INITIAL_MELD)
#define CN_ENUM_RESERVE_ENTRY(X)                                                                   \
    X(RESERVE_ENTRY, SAME_TURN_IF_MELDED_OUT) X(RESERVE_ENTRY, NEXT_TURN)                          \
    X(RESERVE_ENTRY, BY_DISCARD)
#define CN_ENUM_UPCARD_MODE(X)                                                                     \
    X(UPCARD_MODE, NONE) X(UPCARD_MODE, TURN_ONE)                                                  \
    X(UPCARD_MODE, COVER_WILD_RED3) X(UPCARD_MODE, COVER_WILD_ANY3)                                \
    X(UPCARD_MODE, RETURN_TO_STOCK)
#define CN_ENUM_UPCARD_EXTRA_PILE(X)                                                               \
    X(UPCARD_EXTRA_PILE, NONE) X(UPCARD_EXTRA_PILE, BY_RANK_VALUE)
#define CN_ENUM_DEAL_RED3_TIMING(X) X(DEAL_RED3_TIMING, AT_DEAL) X(DEAL_RED3_TIMING, FIRST_TURN)
#define CN_ENUM_PILE_INSPECTION(X)                                                                 \
    X(PILE_INSPECTION, NEVER) X(PILE_INSPECTION, FIRST_TURN)                                       \
    X(PILE_INSPECTION, TOP_N) X(PILE_INSPECTION, ALWAYS)
#define CN_ENUM_DEALER_ROTATION(X)  X(DEALER_ROTATION, NEXT_IN_DIRECTION)
#define CN_ENUM_SHORT_DRAW(X)       X(SHORT_DRAW, END_HAND) X(SHORT_DRAW, TAKE_REST)
#define CN_ENUM_PICK_TOP(X)                                                                        \
    X(PICK_TOP, NEVER) X(PICK_TOP, FIRST_TURN) X(PICK_TOP, ALWAYS)
#define CN_ENUM_DRAW_STEPWISE(X)                                                                   \
    X(DRAW_STEPWISE, NO) X(DRAW_STEPWISE, MUST) X(DRAW_STEPWISE, MAY_STOP)
#define CN_ENUM_THREES_MODE(X)                                                                     \
    X(THREES_MODE, CLASSIC) X(THREES_MODE, BOTH_COLOURS_BONUS) X(THREES_MODE, PENALTY_ONLY)
#define CN_ENUM_RED3_SIGN(X)                                                                       \
    X(RED3_SIGN, IF_MELDED) X(RED3_SIGN, IF_CANASTAS) X(RED3_SIGN, IF_SEVENS_CANASTA)              \
    X(RED3_SIGN, ALWAYS_PLUS) X(RED3_SIGN, BY_CANASTA_COUNT)
#define CN_ENUM_THREES_HELD(X)                                                                     \
    X(THREES_HELD, MINUS) X(THREES_HELD, BY_SIGN) X(THREES_HELD, PLUS)
#define CN_ENUM_RED3_SCOPE(X)       X(RED3_SCOPE, SIDE) X(RED3_SCOPE, PLAYER)
#define CN_ENUM_RED3_DRAWN(X)       X(RED3_DRAWN, EXPOSE_AND_REPLACE) X(RED3_DRAWN, KEEP)
#define CN_ENUM_RED3_IN_PILE(X)                                                                    \
    X(RED3_IN_PILE, EXPOSE_NO_REPLACEMENT) X(RED3_IN_PILE, EXPOSE_AND_REPLACE)                     \
    X(RED3_IN_PILE, IMPOSSIBLE)
#define CN_ENUM_RED3_LAST_CARD(X)                                                                  \
    X(RED3_LAST_CARD, END_HAND_NO_PLAY) X(RED3_LAST_CARD, END_HAND_KEPT_IN_HAND)
#define CN_ENUM_BLACK3_MELD(X)                                                                     \
    X(BLACK3_MELD, NEVER) X(BLACK3_MELD, GOING_OUT) X(BLACK3_MELD, AS_RANK)
#define CN_ENUM_WILD_RATIO(X)                                                                      \
    X(WILD_RATIO, FREE) X(WILD_RATIO, WILD_LE_NATURAL) X(WILD_RATIO, WILD_LT_NATURAL)
#define CN_ENUM_WILD_MELD_LOCKS_WILDS(X)                                                           \
    X(WILD_MELD_LOCKS_WILDS, NO) X(WILD_MELD_LOCKS_WILDS, WILD_MELD)                               \
    X(WILD_MELD_LOCKS_WILDS, TWOS_MELD)
#define CN_ENUM_SAME_RANK_MELDS(X)                                                                 \
    X(SAME_RANK_MELDS, ONE_MERGED) X(SAME_RANK_MELDS, MANY_MAY_MERGE)                              \
    X(SAME_RANK_MELDS, MANY_NEVER_MERGE)
#define CN_ENUM_MELD_AGAIN(X)                                                                      \
    X(MELD_AGAIN, NO) X(MELD_AGAIN, YES) X(MELD_AGAIN, NATURAL)
#define CN_ENUM_DEAD_RANK(X)        X(DEAD_RANK, NONE) X(DEAD_RANK, BOTH_SIDES)
#define CN_ENUM_PARTNER_MELDS(X)    X(PARTNER_MELDS, SHARED)
#define CN_ENUM_MIN_SCOPE(X)        X(MIN_SCOPE, SIDE) X(MIN_SCOPE, PLAYER)
#define CN_ENUM_MIN_EXEMPT_CONCEALED(X)                                                            \
    X(MIN_EXEMPT_CONCEALED, NEVER) X(MIN_EXEMPT_CONCEALED, STOCK_DRAW)                             \
    X(MIN_EXEMPT_CONCEALED, ALWAYS)
#define CN_ENUM_INITIAL_NEEDS_PURE(X)                                                              \
    X(INITIAL_NEEDS_PURE, NO) X(INITIAL_NEEDS_PURE, PURE_TRIPLE)                                   \
    X(INITIAL_NEEDS_PURE, PURE_OR_WILD_TRIPLE)
#define CN_ENUM_INITIAL_FROM_PILE(X)                                                               \
    X(INITIAL_FROM_PILE, YES) X(INITIAL_FROM_PILE, NO) X(INITIAL_FROM_PILE, QUALIFY_FROM_HAND)
#define CN_ENUM_WILD_FREEZE_UNTIL(X)                                                               \
    X(WILD_FREEZE_UNTIL, TAKE) X(WILD_FREEZE_UNTIL, NEXT_TURN)
#define CN_ENUM_TAKE_WITH(X)                                                                       \
    X(TAKE_WITH, TOP) X(TAKE_WITH, ANY_CARD) X(TAKE_WITH, NEW_MELD)
#define CN_ENUM_TAKE_ADD_TO_MELD(X)                                                                \
    X(TAKE_ADD_TO_MELD, ANY) X(TAKE_ADD_TO_MELD, BELOW_CANASTA) X(TAKE_ADD_TO_MELD, NEVER)
#define CN_ENUM_TAKE_TWO_WITH_TWOS(X)                                                              \
    X(TAKE_TWO_WITH_TWOS, NEVER) X(TAKE_TWO_WITH_TWOS, OF_COLOUR) X(TAKE_TWO_WITH_TWOS, ANY)
#define CN_ENUM_TAKE_CANASTA_RANK(X)                                                               \
    X(TAKE_CANASTA_RANK, FREE) X(TAKE_CANASTA_RANK, BLOCKED_OWN) X(TAKE_CANASTA_RANK, BLOCKED_ANY)
#define CN_ENUM_EMPTY_STOCK_TAKE(X)                                                                \
    X(EMPTY_STOCK_TAKE, FREE)                                                                      \
    X(EMPTY_STOCK_TAKE, FORCED_IF_MATCHES_MELD) X(EMPTY_STOCK_TAKE, FORCED_IF_LEGAL)
#define CN_ENUM_DISCARD_THREES(X)                                                                  \
    X(DISCARD_THREES, ALL) X(DISCARD_THREES, BLACK_ONLY) X(DISCARD_THREES, NONE)
#define CN_ENUM_DISCARD_WILD(X)     X(DISCARD_WILD, FREE) X(DISCARD_WILD, ONLY_IF_FORCED_OR_OUT)
#define CN_ENUM_WILD_CANASTA_COUNTS(X)                                                             \
    X(WILD_CANASTA_COUNTS, WILD) X(WILD_CANASTA_COUNTS, NATURAL) X(WILD_CANASTA_COUNTS, MIXED)
#define CN_ENUM_OUT_DISCARD(X)                                                                     \
    X(OUT_DISCARD, OPTIONAL) X(OUT_DISCARD, REQUIRED) X(OUT_DISCARD, NEVER)
#define CN_ENUM_CANASTA_TAKES(X)                                                                   \
    X(CANASTA_TAKES, ANY) X(CANASTA_TAKES, NATURALS)                                               \
    X(CANASTA_TAKES, WILDS) X(CANASTA_TAKES, NOTHING)
#define CN_ENUM_ADD_AFTER_CLOSING(X)                                                               \
    X(ADD_AFTER_CLOSING, AT_ONCE) X(ADD_AFTER_CLOSING, NEXT_TURN)
#define CN_ENUM_SWAP_WILD(X)                                                                       \
    X(SWAP_WILD, NEVER) X(SWAP_WILD, OWN) X(SWAP_WILD, ANY) X(SWAP_WILD, OTHERS)
#define CN_ENUM_ASK_PARTNER(X)                                                                     \
    X(ASK_PARTNER, NONE) X(ASK_PARTNER, OPTIONAL) X(ASK_PARTNER, REQUIRED)
#define CN_ENUM_ASK_TIMING(X)                                                                      \
    X(ASK_TIMING, AFTER_DRAW) X(ASK_TIMING, BEFORE_OR_AFTER_DRAW)
#define CN_ENUM_STOCK_END(X)                                                                       \
    X(STOCK_END, DRAW_IMPOSSIBLE) X(STOCK_END, AFTER_LAST_DRAWER) X(STOCK_END, IMMEDIATE)
#define CN_ENUM_STOCK_REFILL(X)                                                                    \
    X(STOCK_REFILL, NONE) X(STOCK_REFILL, TURN_PILE) X(STOCK_REFILL, SHUFFLE_PILE)                 \
    X(STOCK_REFILL, ADD_PACK)
#define CN_ENUM_LAST_TURNS(X)                                                                      \
    X(LAST_TURNS, NO) X(LAST_TURNS, YES) X(LAST_TURNS, IF_MELDED)
#define CN_ENUM_MELDED_VALUE_SIGN(X)                                                               \
    X(MELDED_VALUE_SIGN, PLUS) X(MELDED_VALUE_SIGN, MINUS_IF_NO_CANASTA)
#define CN_ENUM_HAND_CARDS(X)       X(HAND_CARDS, MINUS_VALUE) X(HAND_CARDS, PLUS_VALUE)
#define CN_ENUM_WIN_RULE(X)         X(WIN_RULE, HIGHEST_TOTAL) X(WIN_RULE, LOWEST_TOTAL)
#define CN_ENUM_TIE_RULE(X)         X(TIE_RULE, EXTRA_HAND) X(TIE_RULE, SHARED)

/* Every enumeration of the table: Y(type name in the table, list macro). */
#define CN_PARAM_ENUMS(Y)                                                                          \
    Y(E_TEAM_LAYOUT, CN_ENUM_TEAM_LAYOUT)                                                          \
    Y(E_PLAY_DIRECTION, CN_ENUM_PLAY_DIRECTION)                                                    \
    Y(E_RESERVE_TRIGGER, CN_ENUM_RESERVE_TRIGGER)                                                  \
    Y(E_RESERVE_ENTRY, CN_ENUM_RESERVE_ENTRY)                                                      \
    Y(E_UPCARD_MODE, CN_ENUM_UPCARD_MODE)                                                          \
    Y(E_UPCARD_EXTRA_PILE, CN_ENUM_UPCARD_EXTRA_PILE)                                              \
    Y(E_DEAL_RED3_TIMING, CN_ENUM_DEAL_RED3_TIMING)                                                \
    Y(E_PILE_INSPECTION, CN_ENUM_PILE_INSPECTION)                                                  \
    Y(E_DEALER_ROTATION, CN_ENUM_DEALER_ROTATION)                                                  \
    Y(E_SHORT_DRAW, CN_ENUM_SHORT_DRAW)                                                            \
    Y(E_PICK_TOP, CN_ENUM_PICK_TOP)                                                                \
    Y(E_DRAW_STEPWISE, CN_ENUM_DRAW_STEPWISE)                                                      \
    Y(E_THREES_MODE, CN_ENUM_THREES_MODE)                                                          \
    Y(E_THREES_HELD, CN_ENUM_THREES_HELD)                                                          \
    Y(E_RED3_SCOPE, CN_ENUM_RED3_SCOPE)                                                            \
    Y(E_RED3_DRAWN, CN_ENUM_RED3_DRAWN)                                                            \
    Y(E_RED3_IN_PILE, CN_ENUM_RED3_IN_PILE)                                                        \
    Y(E_RED3_LAST_CARD, CN_ENUM_RED3_LAST_CARD)                                                    \
    Y(E_BLACK3_MELD, CN_ENUM_BLACK3_MELD)                                                          \
    Y(E_WILD_RATIO, CN_ENUM_WILD_RATIO)                                                            \
    Y(E_WILD_MELD_LOCKS_WILDS, CN_ENUM_WILD_MELD_LOCKS_WILDS)                                      \
    Y(E_SAME_RANK_MELDS, CN_ENUM_SAME_RANK_MELDS)                                                  \
    Y(E_MELD_AGAIN, CN_ENUM_MELD_AGAIN)                                                            \
    Y(E_CANASTA_TAKES, CN_ENUM_CANASTA_TAKES)                                                      \
    Y(E_ADD_AFTER_CLOSING, CN_ENUM_ADD_AFTER_CLOSING)                                              \
    Y(E_DEAD_RANK, CN_ENUM_DEAD_RANK)                                                              \
    Y(E_PARTNER_MELDS, CN_ENUM_PARTNER_MELDS)                                                      \
    Y(E_MIN_SCOPE, CN_ENUM_MIN_SCOPE)                                                              \
    Y(E_MIN_EXEMPT_CONCEALED, CN_ENUM_MIN_EXEMPT_CONCEALED)                                        \
    Y(E_INITIAL_NEEDS_PURE, CN_ENUM_INITIAL_NEEDS_PURE)                                            \
    Y(E_INITIAL_FROM_PILE, CN_ENUM_INITIAL_FROM_PILE)                                              \
    Y(E_WILD_FREEZE_UNTIL, CN_ENUM_WILD_FREEZE_UNTIL)                                              \
    Y(E_TAKE_WITH, CN_ENUM_TAKE_WITH)                                                              \
    Y(E_TAKE_ADD_TO_MELD, CN_ENUM_TAKE_ADD_TO_MELD)                                                \
    Y(E_TAKE_TWO_WITH_TWOS, CN_ENUM_TAKE_TWO_WITH_TWOS)                                            \
    Y(E_TAKE_CANASTA_RANK, CN_ENUM_TAKE_CANASTA_RANK)                                              \
    Y(E_EMPTY_STOCK_TAKE, CN_ENUM_EMPTY_STOCK_TAKE)                                                \
    Y(E_DISCARD_THREES, CN_ENUM_DISCARD_THREES)                                                    \
    Y(E_DISCARD_WILD, CN_ENUM_DISCARD_WILD)                                                        \
    Y(E_WILD_CANASTA_COUNTS, CN_ENUM_WILD_CANASTA_COUNTS)                                          \
    Y(E_OUT_DISCARD, CN_ENUM_OUT_DISCARD)                                                          \
    Y(E_SWAP_WILD, CN_ENUM_SWAP_WILD)                                                              \
    Y(E_ASK_PARTNER, CN_ENUM_ASK_PARTNER)                                                          \
    Y(E_ASK_TIMING, CN_ENUM_ASK_TIMING)                                                            \
    Y(E_STOCK_END, CN_ENUM_STOCK_END)                                                              \
    Y(E_STOCK_REFILL, CN_ENUM_STOCK_REFILL)                                                        \
    Y(E_LAST_TURNS, CN_ENUM_LAST_TURNS)                                                            \
    Y(E_MELDED_VALUE_SIGN, CN_ENUM_MELDED_VALUE_SIGN)                                              \
    Y(E_HAND_CARDS, CN_ENUM_HAND_CARDS)                                                            \
    Y(E_WIN_RULE, CN_ENUM_WIN_RULE)                                                                \
    Y(E_TIE_RULE, CN_ENUM_TIE_RULE)

#define CN_ENUM_CONSTANT(group, value) CN_##group##_##value,
#define CN_ENUM_DECLARE(type, list) enum { list(CN_ENUM_CONSTANT) };
CN_PARAM_ENUMS(CN_ENUM_DECLARE)
/* The words of SIGN, which also carries a number. */
enum { CN_ENUM_RED3_SIGN(CN_ENUM_CONSTANT) };
#undef CN_ENUM_DECLARE
#undef CN_ENUM_CONSTANT

#define CN_PARAMS(X)                                                                               \
    /* Table, pack and deal */                                                                     \
    X(COUNTS, players, 2, 8, 1 << 4, "numbers of players a table may have")                        \
    X(E_TEAM_LAYOUT, team_layout, 0, 6, CN_TEAM_LAYOUT_PAIRS, "how seats form sides")              \
    X(E_PLAY_DIRECTION, play_direction, 0, 1, CN_PLAY_DIRECTION_CW, "direction of turn and deal")  \
    X(INT, decks, 1, 10, 2, "packs of 52 cards")                                                   \
    X(INT, jokers_total, 0, 20, 4, "jokers in the whole deck")                                     \
    X(BY_HAND, hand_size, 3, 26, CN_BY_HAND(11), "cards dealt to each player")                     \
    X(LIST, reserve_packets, 1, 26, (CN_LIST(0, 0)),                                               \
      "sizes of the face-down packets of each player, in the order they are picked up")            \
    X(BY_HAND, reserve_left_out, 0, 12, CN_BY_HAND(0),                                             \
      "packets that are not dealt, the first ones of reserve_packets")                             \
    X(E_RESERVE_TRIGGER, reserve_trigger, 0, 3, CN_RESERVE_TRIGGER_NONE,                           \
      "what lets a player pick up the next packet")                                                \
    X(E_RESERVE_ENTRY, reserve_entry, 0, 2, CN_RESERVE_ENTRY_SAME_TURN_IF_MELDED_OUT,              \
      "when a packet may be used after the hand was melded empty")                                 \
    X(E_UPCARD_MODE, upcard_mode, 0, 4, CN_UPCARD_MODE_COVER_WILD_RED3,                            \
      "whether a first discard is turned, and what must be covered or goes back")                  \
    X(E_UPCARD_EXTRA_PILE, upcard_extra_pile, 0, 1, CN_UPCARD_EXTRA_PILE_NONE,                     \
      "stock cards buried face down under the first discard, as many as its rank says")            \
    X(E_DEAL_RED3_TIMING, deal_red3_timing, 0, 1, CN_DEAL_RED3_TIMING_AT_DEAL,                     \
      "when dealt red threes are laid out and replaced")                                           \
    X(INT, turn_card_from_bottom, 0, 20, 0,                                                        \
      "place of the turn card from the bottom of the stock; 0 = none")                             \
    X(E_PILE_INSPECTION, pile_inspection, 0, 3, CN_PILE_INSPECTION_NEVER,                          \
      "whether players may look through the discard pile")                                         \
    X(AMOUNT, pile_inspection_cards, 1, 50, 0,                                                     \
      "cards of top_n, the top one included: all that a take would bring, or so many")             \
    X(E_DEALER_ROTATION, dealer_rotation, 0, 0, CN_DEALER_ROTATION_NEXT_IN_DIRECTION,              \
      "who deals next")                                                                            \
    /* Card values, in points */                                                                   \
    X(INT, value_joker, 0, 1000, 50, "value of a joker")                                           \
    X(INT, value_two, 0, 1000, 20, "value of a two")                                               \
    X(INT, value_ace, 0, 1000, 20, "value of an ace")                                              \
    X(INT, value_8_to_K, 0, 1000, 10, "value of 8 9 T J Q K")                                      \
    X(INT, value_4_to_7, 0, 1000, 5, "value of 4 5 6 7")                                           \
    X(VALUES, value_cards, 0, 1000, ((cn_values){0}),                                              \
      "another value of single cards: on the table, and subtracted when left in hand")             \
    X(INT, value_black3, 0, 1000, 5, "value of a melded black three")                              \
    X(INT, black3_left_in_hand, 0, 1000, 5, "points subtracted for a black three left in hand")    \
    X(INT, red3_left_in_hand, 0, 1000, 0, "points subtracted for a red three left in hand")        \
    X(E_THREES_HELD, black3_held, 0, 2, CN_THREES_HELD_MINUS,                                      \
      "sign of black threes left in hand: subtracted, as red3_sign says, or added")                \
    X(E_THREES_HELD, red3_held, 0, 2, CN_THREES_HELD_MINUS, "the same of red ones")                \
    /* Drawing */                                                                                  \
    X(BY_HAND, draw_count, 1, 5, CN_BY_HAND(1), "cards taken when drawing from the stock")         \
    X(E_SHORT_DRAW, short_draw, 0, 1, CN_SHORT_DRAW_END_HAND,                                      \
      "with fewer cards in the stock than a draw needs: the hand ends, or the rest is taken")      \
    X(E_PICK_TOP, pick_top, 0, 2, CN_PICK_TOP_NEVER,                                               \
      "whether the top card of the pile may be one of the cards drawn, without a meld")            \
    X(E_DRAW_STEPWISE, draw_stepwise, 0, 2, CN_DRAW_STEPWISE_NO,                                   \
      "whether the cards of a draw come one by one, all of them or as many as the player likes")   \
    X(INT, talon_first, 0, 10, 0, "bonus cards for the opener of the first side to open")          \
    X(INT, talon_second, 0, 10, 0, "bonus cards for the opener of another side")                   \
    X(INT, talon_min_stock, 0, 50, 0, "stock cards that must be there before a talon is given")    \
    X(BOOL, talon_with_pile_take, 0, 1, 0, "talon also when the opening took the pile")            \
    X(INT, draw_on_initial_meld, 0, 20, 0, "cards drawn at once by the player who opens")          \
    /* Threes */                                                                                   \
    X(E_THREES_MODE, threes_mode, 0, 2, CN_THREES_MODE_CLASSIC, "what threes are for")             \
    X(LIST, red3_schedule, 0, 10000, (CN_LIST(5, 0, 100, 200, 300, 800)),                          \
      "total for 0, 1, 2, ... red threes laid out")                                                \
    X(LIST, black3_schedule, 0, 10000, (CN_LIST(1, 0)),                                            \
      "the same for black threes, where both colours are laid out")                                \
    X(LIST, red3_schedule_minus, 0, 10000, (CN_LIST(0, 0)),                                        \
      "the total where red threes are subtracted; none: that of red3_schedule")                    \
    X(LIST, black3_schedule_minus, 0, 10000, (CN_LIST(0, 0)),                                      \
      "the same for black threes; none: that of black3_schedule")                                  \
    X(SIGN, red3_sign, 1, 20, ((cn_sign){CN_RED3_SIGN_IF_MELDED, 0}),                              \
      "when threes laid out count plus")                                                           \
    X(E_RED3_SCOPE, red3_scope, 0, 1, CN_RED3_SCOPE_SIDE, "whose score the threes belong to")      \
    X(E_RED3_DRAWN, red3_drawn, 0, 1, CN_RED3_DRAWN_EXPOSE_AND_REPLACE,                            \
      "what happens to a red three drawn from the stock")                                          \
    X(WORDS, red3_not_replaced, 0, CN_WORD_DEALT | CN_WORD_DRAWN | CN_WORD_PACKET, 0,              \
      "threes laid out for which no card is drawn: those dealt, drawn in a turn, of a packet")     \
    X(E_RED3_IN_PILE, red3_in_pile, 0, 2, CN_RED3_IN_PILE_EXPOSE_NO_REPLACEMENT,                   \
      "what happens to a red three in a taken pile")                                               \
    X(E_RED3_LAST_CARD, red3_last_card, 0, 1, CN_RED3_LAST_CARD_END_HAND_NO_PLAY,                  \
      "what happens to the three of a last draw that brings nothing else")                         \
    X(BOOL, hold_one_three, 0, 1, 0, "one three may be held while the side has not melded")        \
    /* Black threes */                                                                             \
    X(BOOL, black3_stops, 0, 1, 1, "a black three on top forbids taking the pile")                 \
    X(BOOL, black3_freezes, 0, 1, 0, "a black three turned or discarded freezes the pile")         \
    X(E_BLACK3_MELD, black3_meld, 0, 2, CN_BLACK3_MELD_GOING_OUT,                                  \
      "whether black threes may be melded")                                                        \
    X(INT, black3_meld_hand, 1, 20, 1, "the hand of the game from which on they may be")           \
    X(INT, black3_meld_min, 1, 16, 3, "smallest group of black threes")                            \
    X(INT, black3_meld_max, 0, 16, 4, "largest group of black threes; 0 = all in the pack")        \
    X(BOOL, black3_meld_wilds, 0, 1, 0, "wild cards in a group of black threes")                   \
    X(BOOL, black3_discard_round1, 0, 1, 1, "black threes may be discarded in a first turn")       \
    X(SET_ASIDE, black3_from_pile, 0, 10000, ((cn_set_aside){0, 0, 0}),                            \
      "black threes of a taken pile: kept, or set aside for points each and for all of the pack")  \
    /* Meld shape */                                                                               \
    X(INT, meld_min, 3, 7, 3, "fewest cards in a meld")                                            \
    X(INT, meld_max, 0, 40, 0, "most cards in a meld of one rank; 0 = no limit")                   \
    X(INT, canasta_size, 4, 14, 7, "cards that make a canasta")                                    \
    X(INT, min_naturals, 1, 7, 2, "fewest naturals in a meld of one rank")                         \
    X(INT, max_wilds, 0, 99, 3, "most wild cards in a meld of one rank")                           \
    X(INT, wilds_per_turn, 0, 20, 0,                                                               \
      "most wild cards that one meld, but one of wilds, gets in a turn; 0 = no limit")             \
    X(E_WILD_RATIO, wild_ratio, 0, 2, CN_WILD_RATIO_FREE, "wilds against naturals, at any size")   \
    X(SHAPES, wild_ratio_exceptions, 1, 7, ((cn_shapes){0}), "shapes allowed despite the ratio")   \
    X(INT, wild_add_min_naturals, 0, 7, 0,                                                         \
      "naturals a meld needs before a wild may join it after the opening; 0 = off")                \
    X(WORDS, no_wild_ranks, 0, CN_WORD_RANKS, 0, "ranks that never take wilds")                    \
    X(WORDS, initial_only_wild_ranks, 0, CN_WORD_RANKS, 0,                                         \
      "ranks that take wilds in the opening only")                                                 \
    X(BOOL, wild_meld, 0, 1, 0, "melds of wild cards only")                                        \
    X(INT, wild_meld_max, 3, 30, 7, "most cards in a meld of wild cards only")                     \
    X(BOOL, wild_canasta, 0, 1, 0, "a meld of wild cards only may be a canasta")                   \
    X(E_WILD_MELD_LOCKS_WILDS, wild_meld_locks_wilds, 0, 2, CN_WILD_MELD_LOCKS_WILDS_NO,           \
      "an unfinished meld of wilds, or of twos, bars wilds, or twos, from other melds")            \
    X(BOOL, twos_as_rank, 0, 1, 0, "twos may be melded as a rank of their own")                    \
    X(BOOL, sequences, 0, 1, 0, "sequences of one suit are melds")                                 \
    X(INT, sequence_max, 3, 11, 7, "most cards in a sequence")                                     \
    X(BOOL, sequence_extend_going_out, 0, 1, 0,                                                    \
      "a full sequence may grow in the turn of going out")                                         \
    X(INT, sequence_wilds, 0, 5, 0,                                                                \
      "most wild cards in a sequence, each in the place of a card of its suit; 0 = none")          \
    X(E_SAME_RANK_MELDS, same_rank_melds, 0, 2, CN_SAME_RANK_MELDS_ONE_MERGED,                     \
      "two melds of one rank on one side")                                                         \
    X(E_MELD_AGAIN, meld_again_after_canasta, 0, 2, CN_MELD_AGAIN_NO,                              \
      "a further meld of a rank is begun only when every other one of it is a canasta, or a "      \
      "natural one")                                                                               \
    X(BOOL, add_natural_to_canasta, 0, 1, 1, "naturals may join a complete canasta")               \
    X(BOOL, add_wild_to_canasta, 0, 1, 1, "wilds may join a complete canasta")                     \
    X(E_CANASTA_TAKES, natural_canasta_takes, 0, 3, CN_CANASTA_TAKES_ANY,                          \
      "of what may join a canasta, what a natural one takes")                                      \
    X(E_CANASTA_TAKES, mixed_canasta_takes, 0, 3, CN_CANASTA_TAKES_ANY,                            \
      "of what may join a canasta, what a mixed one takes")                                        \
    X(E_ADD_AFTER_CLOSING, add_after_closing, 0, 1, CN_ADD_AFTER_CLOSING_AT_ONCE,                  \
      "from when on a meld that has become a canasta gets more cards")                             \
    X(E_SWAP_WILD, swap_wild, 0, 3, CN_SWAP_WILD_NEVER,                                            \
      "whose melds give a wild back for a natural that takes its place")                           \
    X(BOOL, swap_wild_canastas, 0, 1, 0, "complete canastas give a wild back, too")                \
    X(BOOL, swap_wild_unopened, 0, 1, 0,                                                           \
      "other sides' melds give one before one's side has melded")                                  \
    X(E_DEAD_RANK, dead_rank, 0, 1, CN_DEAD_RANK_NONE, "a complete canasta closes its rank")       \
    X(E_PARTNER_MELDS, partner_melds, 0, 0, CN_PARTNER_MELDS_SHARED, "who owns the melds")         \
    /* Initial meld */                                                                             \
    X(BANDS, min_table, 0, 10000,                                                                  \
      (CN_BANDS(4, {CN_BAND_BELOW_ALL, 15}, {0, 50}, {1500, 90}, {3000, 120})),                    \
      "minimum count by the total at the start of the hand")                                       \
    X(LIST, min_by_round, 0, 10000, (CN_LIST(0, 0)),                                               \
      "minimum count by the number of the hand instead, the last one for all later hands")         \
    X(OPENINGS, min_band_special, 0, 10000, ((cn_openings){0}),                                    \
      "from these totals on a canasta is needed, and a count, instead of min_table")               \
    X(E_MIN_SCOPE, min_scope, 0, 1, CN_MIN_SCOPE_SIDE, "whose total selects the minimum")          \
    X(BOOL, min_counts_top, 0, 1, 1, "the taken top card counts")                                  \
    X(BOOL, min_counts_bonuses, 0, 1, 0, "bonuses of canastas and red threes count")               \
    X(E_MIN_EXEMPT_CONCEALED, min_exempt_concealed, 0, 2, CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW,      \
      "whether melding the whole hand at once needs no minimum")                                   \
    X(BOOL, min_exempt_hand_emptied, 0, 1, 0, "first melds that empty the hand need no minimum")   \
    X(BOOL, min_exempt_splash, 0, 1, 0,                                                            \
      "a complete natural or wild canasta from hand needs no minimum")                             \
    X(E_INITIAL_NEEDS_PURE, initial_needs_pure, 0, 2, CN_INITIAL_NEEDS_PURE_NO,                    \
      "a meld without wilds that the opening must contain")                                        \
    X(BOOL, initial_no_mixed_canasta, 0, 1, 0, "no complete mixed canasta in the opening")         \
    X(BOOL, initial_naturals_only, 0, 1, 0, "no wild card in the opening")                         \
    X(E_INITIAL_FROM_PILE, initial_from_pile, 0, 2, CN_INITIAL_FROM_PILE_YES,                      \
      "whether the opening may take the pile")                                                     \
    X(INT, meld_from_turn, 1, 20, 1, "the turn of a hand from which on a player may meld")         \
    /* Taking the pile */                                                                          \
    X(BOOL, freeze_wild, 0, 1, 1, "a wild card in the pile freezes it")                            \
    X(E_WILD_FREEZE_UNTIL, wild_freeze_until, 0, 1, CN_WILD_FREEZE_UNTIL_TAKE,                     \
      "how long a wild that is discarded freezes the pile: until it is taken, or its player's "    \
      "next turn")                                                                                 \
    X(BOOL, freeze_red3_upcard, 0, 1, 1, "a red three turned at the start freezes the pile")       \
    X(BOOL, freeze_red3, 0, 1, 0, "a red three that is discarded freezes the pile")                \
    X(BOOL, freeze_until_melded, 0, 1, 1, "the pile is frozen for a side that has not melded")     \
    X(BOOL, freeze_initial_pile, 0, 1, 0, "the pile is frozen for all until it was taken once")    \
    X(BOOL, freeze_until_own_take, 0, 1, 0, "the pile is frozen for who has not taken it")         \
    X(BOOL, always_frozen, 0, 1, 0, "the pile is always frozen")                                   \
    X(E_TAKE_WITH, take_with, 0, 2, CN_TAKE_WITH_TOP,                                              \
      "what is melded for the pile: its top card, any card of it, or a new meld of any cards")     \
    X(BOOL, take_pair, 0, 1, 1, "two naturals from hand take the pile")                            \
    X(BOOL, take_natural_wild, 0, 1, 1, "natural and wild from hand take an unfrozen pile")        \
    X(E_TAKE_ADD_TO_MELD, take_add_to_meld, 0, 2, CN_TAKE_ADD_TO_MELD_ANY,                         \
      "top card alone onto an own meld takes an unfrozen pile")                                    \
    X(BOOL, take_add_to_sequence, 0, 1, 0,                                                         \
      "top card alone onto an own unfinished sequence takes an unfrozen pile")                     \
    X(E_TAKE_TWO_WITH_TWOS, take_two_with_twos, 0, 2, CN_TAKE_TWO_WITH_TWOS_NEVER,                 \
      "two twos shown from hand take a pile with a two on top, without a meld")                    \
    X(BOOL, take_needs_room, 0, 1, 1, "no take that would make a meld longer than meld_max")       \
    X(WORDS, take_top_blockers, 0,                                                                 \
      CN_WORD_RANKS | CN_WORD_WILD | CN_WORD_RED3 | CN_WORD_DEAD_RANK,                             \
      CN_WORD_WILD | CN_WORD_RED3, "top cards that are never taken")                               \
    X(E_TAKE_CANASTA_RANK, take_canasta_rank, 0, 2, CN_TAKE_CANASTA_RANK_FREE,                     \
      "a top card of a rank in which there is a canasta")                                          \
    X(AMOUNT_BY_HAND, take_amount, 1, 50, CN_BY_HAND(0),                                           \
      "the whole pile, or so many cards from its top")                                             \
    X(BOOL, take_guard_single, 0, 1, 1, "one card in hand never takes a pile of one")              \
    X(E_EMPTY_STOCK_TAKE, empty_stock_take, 0, 2, CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD,      \
      "whether the pile must be taken when the stock is empty")                                    \
    /* Discarding */                                                                               \
    X(E_DISCARD_THREES, discard_threes, 0, 2, CN_DISCARD_THREES_BLACK_ONLY,                        \
      "threes that may be discarded")                                                              \
    X(E_DISCARD_WILD, discard_wild, 0, 1, CN_DISCARD_WILD_FREE, "when wilds may be discarded")     \
    X(WORDS, discard_empty_pile_ban, 0, CN_WORD_RANKS | CN_WORD_WILD | CN_WORD_DEAD_RANK, 0,       \
      "cards not to be thrown on an empty pile while others are held")                             \
    X(BANS, discard_rank_ban, 0, 0, ((cn_bans){0}),                                                \
      "ranks not to be discarded before there is a canasta of them")                               \
    /* Going out */                                                                                \
    X(BY_HAND, out_canastas, 0, 10, CN_BY_HAND(1), "canastas a side needs to go out")              \
    X(NEEDS_BY_HAND, out_needs, 1, 10, ((cn_needs_by_hand){1, {{0}}}),                             \
      "kinds of canastas that must be among them, so many of each")                                \
    X(NEEDS, out_not_counted, 0, CN_WORDS_CANASTA, 0, "canastas that out_canastas ignores")        \
    X(E_WILD_CANASTA_COUNTS, wild_canasta_counts, 0, 2, CN_WILD_CANASTA_COUNTS_WILD,               \
      "as which kind a canasta of wilds counts for going out")                                     \
    X(E_OUT_DISCARD, out_discard, 0, 2, CN_OUT_DISCARD_OPTIONAL,                                   \
      "whether the last card is a discard when going out")                                         \
    X(BOOL, out_block_incomplete, 0, 1, 0,                                                         \
      "an unfinished meld of natural aces, of sevens or of wilds forbids going out")               \
    X(BOOL, out_needs_red3_per_canasta, 0, 1, 0,                                                   \
      "as many red threes laid out as the side has canastas")                                      \
    X(BOOL, out_after_partners_packets, 0, 1, 0,                                                   \
      "nobody goes out before his partners have picked up all packets")                            \
    X(BOOL, out_with_packet, 0, 1, 0,                                                              \
      "a discard may go out while a packet waits")                                                 \
    X(BOOL, out_with_threes, 0, 1, 0,                                                              \
      "threes that are kept in the hand do not keep from going out")                               \
    X(INT, out_from_turn, 1, 20, 1, "the turn of a hand from which on a player may go out")        \
    X(INT, keep_cards, 0, 5, 1, "cards to hold after the discard when not going out")              \
    X(BOOL, float_by_meld, 0, 1, 0,                                                                \
      "where no card need be kept: the last one may be melded without going out")                  \
    X(E_ASK_PARTNER, ask_partner, 0, 2, CN_ASK_PARTNER_OPTIONAL, "asking before going out")        \
    X(BOOL, ask_binding, 0, 1, 1, "the answer binds")                                              \
    X(INT, ask_limit, 0, 20, 0, "questions of one player in a hand; 0 = no limit")                 \
    X(E_ASK_TIMING, ask_timing, 0, 1, CN_ASK_TIMING_AFTER_DRAW, "when the question may be put")    \
    X(BY_HAND, out_bonus, 0, 10000, CN_BY_HAND(100), "bonus for going out")                        \
    X(BY_HAND, concealed_bonus, 0, 10000, CN_BY_HAND(100),                                         \
      "bonus for going out concealed, besides out_bonus")                                          \
    X(BY_HAND, out_melded_bonus, 0, 10000, CN_BY_HAND(0),                                          \
      "bonus for going out without a discard, besides out_bonus")                                  \
    X(BOOL, concealed_pile_ok, 0, 1, 1, "concealed also if the pile was taken in that turn")       \
    X(INT, concealed_canasta_bonus, 0, 10000, 0,                                                   \
      "bonus for each canasta laid down complete from hand")                                       \
    /* End of the hand */                                                                          \
    X(E_STOCK_END, stock_end, 0, 2, CN_STOCK_END_DRAW_IMPOSSIBLE,                                  \
      "when an empty stock ends the hand")                                                         \
    X(E_STOCK_REFILL, stock_refill, 0, 3, CN_STOCK_REFILL_NONE,                                    \
      "what a stock that is used up is filled with again")                                         \
    X(INT, stock_refill_limit, 0, 20, 0,                                                           \
      "how often in a hand the stock may be refilled; 0 = as often as it can be")                  \
    X(E_LAST_TURNS, last_turns, 0, 2, CN_LAST_TURNS_NO,                                            \
      "when somebody goes out all others have a turn more")                                        \
    X(HANDS, special_hands, 0, 100000, ((cn_hands){0}),                                            \
      "whole-hand combinations that end the hand and replace its score")                           \
    X(BOOL, special_after_partner, 0, 1, 0,                                                        \
      "a special hand also if the partner has opened since one's last turn")                       \
    /* Scoring */                                                                                  \
    X(BY_HAND, bonus_natural, 0, 100000, CN_BY_HAND(500), "natural canasta")                       \
    X(BY_HAND, bonus_mixed, 0, 100000, CN_BY_HAND(300), "mixed canasta")                           \
    X(INT, bonus_mixed_beside_natural, 0, 100000, 0,                                               \
      "mixed canasta beside a natural one of its rank; 0 = as bonus_mixed")                        \
    X(INT, bonus_sequence, 0, 100000, 0, "complete sequence")                                      \
    X(INT, bonus_sequence_mixed, 0, 100000, 0,                                                     \
      "complete sequence with wild cards; 0 = as bonus_sequence")                                  \
    X(WILD_BONUS, bonus_wild, 0, 100000, ((cn_wild_bonus){0, 0, 0}),                               \
      "canasta of wilds: of twos only, with four jokers, any other")                               \
    X(RANK_BONUS, bonus_rank, 0, 100000, ((cn_rank_bonuses){0}),                                   \
      "another bonus for canastas of a rank")                                                      \
    X(COLLECTIONS, bonus_collections, 0, 100000, ((cn_collections){0}),                            \
      "bonus for sets of canastas; every entry that is met is paid once")                          \
    X(INT, bonus_whole_rank, 0, 100000, 0,                                                         \
      "bonus for each rank of which a side has melded every natural card, four a pack")            \
    X(INCOMPLETE, penalty_incomplete, 0, 100000, ((cn_incompletes){0}),                            \
      "points subtracted for each such meld of fewer cards")                                       \
    X(HELD, penalty_held, 0, 100000, ((cn_held){{0}}),                                             \
      "points subtracted from each player who holds three or more of a rank")                      \
    X(E_MELDED_VALUE_SIGN, melded_value_sign, 0, 1, CN_MELDED_VALUE_SIGN_PLUS,                     \
      "sign of the values of melded cards")                                                        \
    X(E_HAND_CARDS, hand_cards, 0, 1, CN_HAND_CARDS_MINUS_VALUE, "cards left in hand")             \
    /* Game */                                                                                     \
    X(INT, target, 1, 1000000, 5000, "total at which the game ends after a hand")                  \
    X(INT, lead_target, 0, 1000000, 0,                                                             \
      "total that ends the game if it is more than all other totals together; 0 = none")           \
    X(INT, rounds, 0, 100, 0, "fixed number of hands; 0 = by target")                              \
    X(INT, hands_limit, 0, 100, 0, "most hands of a game that goes by target; 0 = no limit")       \
    X(INT, time_limit, 0, 600, 0,                                                                  \
      "minutes of a game: the hand that is played then is its last; 0 = no limit")                 \
    X(E_WIN_RULE, win_rule, 0, 1, CN_WIN_RULE_HIGHEST_TOTAL, "who wins")                           \
    X(E_TIE_RULE, tie_rule, 0, 1, CN_TIE_RULE_EXTRA_HAND, "equal totals at the end")

/* clang-format on */

enum {
    CN_BY_HAND_MAX = 12,
    CN_LIST_MAX = 24,
    CN_BANDS_MAX = 8,
    CN_BAND_BELOW_ALL = INT32_MIN,
    CN_SHAPES_MAX = 8,
    CN_BANS_MAX = 4,
    CN_HANDS_MAX = 12,
    CN_HAND_GROUPS_MAX = 6,
    CN_HAND_NAME_MAX = 24,
    CN_BONUS_RANKS = 13, /* ranks 0..10 and 12, the twos */
    CN_BONUS_ORDINARY = -1,
    CN_VALUE_CARDS = 14, /* ranks 0..10, 12, the twos, and 13, the jokers */
    CN_COLLECTIONS_MAX = 6,
    CN_INCOMPLETE_MAX = 8,
};

typedef struct cn_by_hand {
    int32_t count; /* 1 or more */
    int32_t value[CN_BY_HAND_MAX];
} cn_by_hand;

/* The value in the hand of that number (1..; before the first deal it is that of the first). */
static inline int32_t cn_in_hand(const cn_by_hand *by_hand, unsigned hand_number)
{
    const unsigned last = (unsigned)by_hand->count - 1, at = hand_number > 0 ? hand_number - 1 : 0;
    return by_hand->value[at < last ? at : last];
}

/* By the hand in which it is highest. */
static inline int32_t cn_most_by_hand(const cn_by_hand *by_hand)
{
    int32_t most = by_hand->value[0];
    for (int32_t i = 1; i < by_hand->count; i++)
        if (by_hand->value[i] > most) most = by_hand->value[i];
    return most;
}

/* The smallest of them. */
static inline int32_t cn_least_by_hand(const cn_by_hand *by_hand)
{
    int32_t least = by_hand->value[0];
    for (int32_t i = 1; i < by_hand->count; i++)
        if (by_hand->value[i] < least) least = by_hand->value[i];
    return least;
}

/* The kinds whose canastas going out may count. */
enum { CN_NEED_NATURAL, CN_NEED_MIXED, CN_NEED_WILD, CN_NEED_SEQUENCE, CN_NEED_KINDS };
static const int32_t cn_need_words[CN_NEED_KINDS] = {CN_WORD_NATURAL, CN_WORD_MIXED, CN_WORD_WILD,
                                                     CN_WORD_SEQUENCE};

typedef struct cn_needs {
    int32_t words;                /* cn_word bits: ranks, and the kinds with a number */
    int32_t count[CN_NEED_KINDS]; /* of the kinds, 0 where the word is not there */
} cn_needs;

typedef struct cn_needs_by_hand {
    int32_t count; /* 1 or more */
    cn_needs hand[CN_BY_HAND_MAX];
} cn_needs_by_hand;

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

typedef struct cn_sign {
    int32_t kind;     /* CN_RED3_SIGN_* */
    int32_t canastas; /* with IF_CANASTAS: how many; otherwise 0 */
} cn_sign;

typedef struct cn_set_aside {
    int32_t on; /* 0: black threes of a taken pile go to the hand */
    int32_t each_points, all_points;
} cn_set_aside;

typedef struct cn_shapes {
    int32_t count;
    struct {
        int32_t naturals, wilds;
    } shape[CN_SHAPES_MAX];
} cn_shapes;

typedef struct cn_openings {
    int32_t count;
    struct {
        int32_t from_points;
        int32_t natural; /* 1: the canasta must be a natural one; 0: any */
        int32_t minimum_points;
    } opening[CN_BANDS_MAX];
} cn_openings;

typedef struct cn_bans {
    int32_t count;
    struct {
        int32_t rank;       /* 0..10 */
        int32_t every_side; /* 1: until every side has a canasta of the rank; 0: the own side */
        int32_t never_last; /* never the discard that goes out */
    } ban[CN_BANS_MAX];
} cn_bans;

/* What the cards of a group of a special hand are. */
typedef enum cn_group_of {
    CN_GROUP_RANK,         /* any natural rank */
    CN_GROUP_WILD_KIND,    /* all twos, or all jokers */
    CN_GROUP_RANK_OR_WILD, /* either */
    CN_GROUP_WILDS,        /* twos and jokers mixed */
    CN_GROUP_THREES,       /* threes, of any colour */
    CN_GROUP_TWOS,
    CN_GROUP_JOKERS,
    CN_GROUP_OF_RANK /* + 0..10: that rank */
} cn_group_of;

typedef struct cn_hand_group {
    uint8_t count, size, of; /* `count` groups of `size` cards; of: cn_group_of */
} cn_hand_group;

typedef struct cn_special_hand {
    char name[CN_HAND_NAME_MAX];
    int32_t points;
    uint8_t wins_game;
    uint8_t group_count;
    cn_hand_group group[CN_HAND_GROUPS_MAX];
} cn_special_hand;

typedef struct cn_hands {
    int32_t count;
    cn_special_hand hand[CN_HANDS_MAX];
} cn_hands;

typedef struct cn_wild_bonus {
    int32_t twos, four_jokers, other;
} cn_wild_bonus;

typedef struct cn_rank_bonus {
    int32_t on;
    int32_t natural, mixed; /* CN_BONUS_ORDINARY: the ordinary bonus */
    int32_t only_if_out;
} cn_rank_bonus;

typedef struct cn_rank_bonuses {
    cn_rank_bonus rank[CN_BONUS_RANKS]; /* by kind; 11 is never on */
} cn_rank_bonuses;

/* What a collection counts. */
enum {
    CN_COLLECT_NATURAL,
    CN_COLLECT_MIXED,
    CN_COLLECT_WILD,
    CN_COLLECT_SEQUENCE,
    CN_COLLECT_ANY,
    CN_COLLECT_KINDS
};

typedef struct cn_collections {
    int32_t count;
    struct {
        int32_t points;
        int32_t needs[CN_COLLECT_KINDS];
    } entry[CN_COLLECTIONS_MAX];
} cn_collections;

typedef struct cn_incompletes {
    int32_t count;
    struct {
        int32_t meld; /* one cn_word bit: a rank, CN_WORD_WILD or CN_WORD_SEQUENCE */
        int32_t natural_only;
        int32_t below;
        int32_t points;
        int32_t four_jokers_points; /* equal to points where no difference is made */
    } entry[CN_INCOMPLETE_MAX];
} cn_incompletes;

typedef struct cn_held {
    int32_t points[11]; /* by rank; 0 = none */
} cn_held;

typedef struct cn_card_value {
    int32_t on;
    int32_t table_points, hand_points;
} cn_card_value;

typedef struct cn_values {
    cn_card_value card[CN_VALUE_CARDS]; /* by kind; 11 is never on */
} cn_values;

#define CN_PARAM_FIELD_INT                     int32_t
#define CN_PARAM_FIELD_BY_HAND                 cn_by_hand
#define CN_PARAM_FIELD_BOOL                    int32_t
#define CN_PARAM_FIELD_COUNTS                  int32_t
#define CN_PARAM_FIELD_WORDS                   int32_t
#define CN_PARAM_FIELD_NEEDS                   int32_t
#define CN_PARAM_FIELD_NEEDS_BY_HAND           cn_needs_by_hand
#define CN_PARAM_FIELD_AMOUNT                  int32_t
#define CN_PARAM_FIELD_AMOUNT_BY_HAND          cn_by_hand
#define CN_PARAM_FIELD_LIST                    cn_list
#define CN_PARAM_FIELD_BANDS                   cn_bands
#define CN_PARAM_FIELD_SIGN                    cn_sign
#define CN_PARAM_FIELD_SET_ASIDE               cn_set_aside
#define CN_PARAM_FIELD_SHAPES                  cn_shapes
#define CN_PARAM_FIELD_OPENINGS                cn_openings
#define CN_PARAM_FIELD_BANS                    cn_bans
#define CN_PARAM_FIELD_HANDS                   cn_hands
#define CN_PARAM_FIELD_WILD_BONUS              cn_wild_bonus
#define CN_PARAM_FIELD_RANK_BONUS              cn_rank_bonuses
#define CN_PARAM_FIELD_COLLECTIONS             cn_collections
#define CN_PARAM_FIELD_INCOMPLETE              cn_incompletes
#define CN_PARAM_FIELD_HELD                    cn_held
#define CN_PARAM_FIELD_VALUES                  cn_values
#define CN_PARAM_FIELD_E_TEAM_LAYOUT           int32_t
#define CN_PARAM_FIELD_E_PLAY_DIRECTION        int32_t
#define CN_PARAM_FIELD_E_RESERVE_TRIGGER       int32_t
#define CN_PARAM_FIELD_E_RESERVE_ENTRY         int32_t
#define CN_PARAM_FIELD_E_UPCARD_MODE           int32_t
#define CN_PARAM_FIELD_E_UPCARD_EXTRA_PILE     int32_t
#define CN_PARAM_FIELD_E_DEAL_RED3_TIMING      int32_t
#define CN_PARAM_FIELD_E_PILE_INSPECTION       int32_t
#define CN_PARAM_FIELD_E_DEALER_ROTATION       int32_t
#define CN_PARAM_FIELD_E_SHORT_DRAW            int32_t
#define CN_PARAM_FIELD_E_PICK_TOP              int32_t
#define CN_PARAM_FIELD_E_DRAW_STEPWISE         int32_t
#define CN_PARAM_FIELD_E_THREES_MODE           int32_t
#define CN_PARAM_FIELD_E_THREES_HELD           int32_t
#define CN_PARAM_FIELD_E_RED3_SCOPE            int32_t
#define CN_PARAM_FIELD_E_RED3_DRAWN            int32_t
#define CN_PARAM_FIELD_E_RED3_IN_PILE          int32_t
#define CN_PARAM_FIELD_E_RED3_LAST_CARD        int32_t
#define CN_PARAM_FIELD_E_BLACK3_MELD           int32_t
#define CN_PARAM_FIELD_E_WILD_RATIO            int32_t
#define CN_PARAM_FIELD_E_WILD_MELD_LOCKS_WILDS int32_t
#define CN_PARAM_FIELD_E_SAME_RANK_MELDS       int32_t
#define CN_PARAM_FIELD_E_MELD_AGAIN            int32_t
#define CN_PARAM_FIELD_E_CANASTA_TAKES         int32_t
#define CN_PARAM_FIELD_E_ADD_AFTER_CLOSING     int32_t
#define CN_PARAM_FIELD_E_DEAD_RANK             int32_t
#define CN_PARAM_FIELD_E_PARTNER_MELDS         int32_t
#define CN_PARAM_FIELD_E_MIN_SCOPE             int32_t
#define CN_PARAM_FIELD_E_MIN_EXEMPT_CONCEALED  int32_t
#define CN_PARAM_FIELD_E_INITIAL_NEEDS_PURE    int32_t
#define CN_PARAM_FIELD_E_INITIAL_FROM_PILE     int32_t
#define CN_PARAM_FIELD_E_WILD_FREEZE_UNTIL     int32_t
#define CN_PARAM_FIELD_E_TAKE_WITH             int32_t
#define CN_PARAM_FIELD_E_TAKE_ADD_TO_MELD      int32_t
#define CN_PARAM_FIELD_E_TAKE_TWO_WITH_TWOS    int32_t
#define CN_PARAM_FIELD_E_TAKE_CANASTA_RANK     int32_t
#define CN_PARAM_FIELD_E_EMPTY_STOCK_TAKE      int32_t
#define CN_PARAM_FIELD_E_DISCARD_THREES        int32_t
#define CN_PARAM_FIELD_E_DISCARD_WILD          int32_t
#define CN_PARAM_FIELD_E_WILD_CANASTA_COUNTS   int32_t
#define CN_PARAM_FIELD_E_OUT_DISCARD           int32_t
#define CN_PARAM_FIELD_E_SWAP_WILD             int32_t
#define CN_PARAM_FIELD_E_ASK_PARTNER           int32_t
#define CN_PARAM_FIELD_E_ASK_TIMING            int32_t
#define CN_PARAM_FIELD_E_STOCK_END             int32_t
#define CN_PARAM_FIELD_E_STOCK_REFILL          int32_t
#define CN_PARAM_FIELD_E_LAST_TURNS            int32_t
#define CN_PARAM_FIELD_E_MELDED_VALUE_SIGN     int32_t
#define CN_PARAM_FIELD_E_HAND_CARDS            int32_t
#define CN_PARAM_FIELD_E_WIN_RULE              int32_t
#define CN_PARAM_FIELD_E_TIE_RULE              int32_t

/* The values of one rule set, exactly as its file states them. */
typedef struct cn_params {
#define X(type, name, low, high, initial, help) CN_PARAM_FIELD_##type name;
    CN_PARAMS(X)
#undef X
} cn_params;

#endif
