/* The tellers: what counts say of the rest of a turn, so that it need not be searched. Here stands
 * which rules each of them understands.
 * Not here: what they say (finish/tellers.h).
 * Invariant: a parameter that a teller's list does not name makes it say nothing under every rule
 * set that gives the parameter another value than the root does. */
#ifndef CANASTA_TELLERS_OF_RULES_H
#define CANASTA_TELLERS_OF_RULES_H

#include "canasta/rules.h"

typedef enum cn_teller {
    CN_TELLER_PLAIN,          /* the closed form of plain rules */
    CN_TELLER_OUT_COUNTS,     /* cards without a place, canastas beyond reach */
    CN_TELLER_OUT_RANKS,      /* places and costs, rank by rank */
    CN_TELLER_OPENING_COUNTS, /* points beyond reach, too few cards left */
    CN_TELLER_DRAFT,          /* an opening laid out */
    CN_TELLER_POINTS,         /* an opening needs nothing but its count */
    CN_TELLER_STAY,           /* cards enough to end the turn */
    CN_TELLER_BOUNDS,         /* the search: what it need not try, as nothing can come of it */
    CN_TELLER_STEPS,          /* no teller: steps that bring nothing unasked, made at once */
    CN_TELLERS
} cn_teller;

/* clang-format off */

/* The parameters that the tellers have been told of. Each understands them whatever their value: it
 * asks the step's own functions and tables for them, or says nothing that depends on them ... */
#define CN_TOLD_OF(X)                                                                              \
    X(players) X(team_layout) X(play_direction) X(decks) X(jokers_total) X(hand_size)              \
    X(reserve_packets) X(reserve_trigger) X(reserve_entry) X(upcard_mode) X(upcard_extra_pile)     \
    X(deal_red3_timing) X(turn_card_from_bottom) X(pile_inspection) X(dealer_rotation)             \
    X(value_joker) X(value_two) X(value_ace) X(value_8_to_K) X(value_4_to_7) X(value_black3)       \
    X(black3_left_in_hand) X(red3_left_in_hand) X(draw_count) X(short_draw) X(talon_first)         \
    X(talon_second) X(talon_min_stock) X(talon_with_pile_take) X(draw_on_initial_meld)             \
    X(threes_mode) X(red3_schedule) X(black3_schedule) X(red3_sign) X(red3_scope) X(red3_drawn)    \
    X(red3_in_pile) X(red3_last_card) X(hold_one_three) X(black3_stops) X(black3_freezes)          \
    X(black3_meld) X(black3_meld_min) X(black3_meld_max) X(black3_meld_wilds)                      \
    X(black3_discard_round1) X(black3_from_pile) X(meld_min) X(meld_max) X(canasta_size)           \
    X(min_naturals) X(max_wilds) X(wild_ratio) X(wild_ratio_exceptions) X(wild_add_min_naturals)   \
    X(no_wild_ranks) X(initial_only_wild_ranks) X(wild_meld) X(wild_meld_max) X(wild_canasta)      \
    X(wild_meld_locks_wilds) X(twos_as_rank) X(sequences) X(sequence_max)                          \
    X(sequence_extend_going_out) X(same_rank_melds) X(add_natural_to_canasta)                      \
    X(add_wild_to_canasta) X(dead_rank) X(partner_melds) X(min_table) X(min_by_round)              \
    X(min_band_special) X(min_scope) X(min_counts_top) X(min_counts_bonuses)                       \
    X(min_exempt_concealed) X(min_exempt_splash) X(initial_needs_pure) X(initial_no_mixed_canasta) \
    X(initial_naturals_only) X(initial_from_pile) X(freeze_wild) X(freeze_red3_upcard)             \
    X(freeze_until_melded) X(freeze_initial_pile) X(always_frozen) X(take_pair)                    \
    X(take_natural_wild) X(take_add_to_meld) X(take_add_to_sequence) X(take_needs_room)            \
    X(take_top_blockers) X(take_canasta_rank) X(take_amount) X(take_guard_single)                  \
    X(empty_stock_take) X(discard_threes) X(discard_wild) X(discard_empty_pile_ban)                \
    X(discard_rank_ban) X(out_canastas) X(out_needs) X(out_not_counted) X(out_discard)             \
    X(out_block_incomplete) X(out_needs_red3_per_canasta) X(keep_cards) X(ask_partner)             \
    X(ask_binding) X(ask_limit) X(ask_timing) X(out_bonus) X(concealed_bonus) X(concealed_pile_ok) \
    X(concealed_canasta_bonus) X(stock_end) X(special_hands) X(bonus_natural) X(bonus_mixed)       \
    X(bonus_sequence) X(bonus_wild) X(bonus_rank) X(bonus_collections) X(penalty_incomplete)       \
    X(penalty_held) X(melded_value_sign) X(hand_cards) X(target) X(rounds) X(win_rule) X(tie_rule)

/* ... but these: the closed form of plain rules; */
#define CN_NOT_PLAIN(X)                                                                            \
    X(reserve_packets) X(upcard_extra_pile) X(talon_first) X(talon_second) X(draw_on_initial_meld) \
    X(threes_mode) X(red3_drawn) X(hold_one_three) X(black3_meld_wilds) X(black3_discard_round1)   \
    X(black3_from_pile) X(meld_min) X(meld_max) X(min_naturals) X(wild_ratio_exceptions)           \
    X(wild_add_min_naturals) X(no_wild_ranks) X(initial_only_wild_ranks) X(wild_meld)              \
    X(twos_as_rank) X(sequences) X(same_rank_melds) X(add_natural_to_canasta) X(dead_rank)         \
    X(min_band_special) X(min_counts_top) X(min_counts_bonuses) X(min_exempt_splash)               \
    X(initial_needs_pure) X(initial_no_mixed_canasta) X(initial_naturals_only)                     \
    X(initial_from_pile) X(take_pair) X(take_add_to_sequence) X(take_top_blockers)                 \
    X(take_canasta_rank) X(take_amount) X(discard_threes) X(discard_wild)                          \
    X(discard_empty_pile_ban) X(discard_rank_ban) X(out_needs) X(out_not_counted) X(out_discard)   \
    X(out_block_incomplete) X(out_needs_red3_per_canasta) X(keep_cards) X(special_hands)

/* the counts by rank for going out, */
#define CN_NOT_BY_RANK(X)                                                                          \
    X(black3_meld_wilds) X(meld_max) X(wild_ratio) X(wild_add_min_naturals)                        \
    X(initial_only_wild_ranks) X(add_natural_to_canasta) X(add_wild_to_canasta) X(dead_rank)       \
    X(out_block_incomplete) X(out_needs_red3_per_canasta)

/* and an opening that needs nothing but its count. */
#define CN_NOT_BY_POINTS(X)                                                                        \
    X(wild_meld_locks_wilds) X(dead_rank) X(min_band_special) X(min_counts_bonuses)                \
    X(initial_needs_pure) X(initial_no_mixed_canasta) X(initial_from_pile)

/* clang-format on */

/* Which tellers, one bit each, say something under these rules. */
uint16_t cn_tellers_for(const cn_params *params);

static inline bool cn_understands(const cn_rules *rules, cn_teller teller)
{
    return (rules->tellers >> teller & 1) != 0;
}

#endif
