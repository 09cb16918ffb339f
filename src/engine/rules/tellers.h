/* The tellers: what counts say of the rest of a turn, so that it need not be searched. Here stands
 * which rules each of them understands.
 * Not here: what they say (finish/tellers.h).
 * Invariant: a parameter that no list names makes all of them say nothing under every rule set that
 * gives the parameter another value than the root does. */
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

/* The parameters that all tellers have been told of: each understands them whatever their value. It
 * asks the step's own functions and tables for them, or says nothing that depends on them. */
#define CN_UNDERSTOOD_BY_ALL(X)                                                                    \
    X(players) X(team_layout) X(play_direction) X(decks) X(jokers_total) X(hand_size)              \
    X(reserve_trigger) X(reserve_entry) X(upcard_mode) X(deal_red3_timing)                         \
    X(turn_card_from_bottom) X(pile_inspection) X(pile_inspection_cards) X(dealer_rotation)        \
    X(value_joker) X(value_two) X(value_ace) X(value_8_to_K) X(value_4_to_7) X(value_black3)       \
    X(black3_left_in_hand)                                                                         \
    X(red3_left_in_hand) X(draw_count) X(short_draw) X(talon_min_stock) X(talon_with_pile_take)    \
    X(red3_schedule) X(black3_schedule) X(red3_sign) X(red3_scope) X(red3_in_pile)                 \
    X(red3_last_card) X(black3_stops) X(black3_freezes) X(black3_meld) X(black3_meld_min)          \
    X(black3_meld_max) X(canasta_size) X(max_wilds) X(wild_meld_max) X(wild_canasta)               \
    X(sequence_max) X(sequence_extend_going_out) X(partner_melds) X(min_table) X(min_by_round)     \
    X(min_scope) X(min_exempt_concealed) X(freeze_wild) X(freeze_red3_upcard)                      \
    X(freeze_until_melded) X(freeze_initial_pile) X(always_frozen) X(take_natural_wild)            \
    X(take_add_to_meld) X(take_needs_room) X(take_guard_single) X(empty_stock_take)                \
    X(out_canastas) X(ask_partner) X(ask_binding) X(ask_limit) X(ask_timing) X(out_bonus)          \
    X(concealed_bonus) X(concealed_pile_ok) X(concealed_canasta_bonus) X(stock_end)                \
    X(stock_refill_limit)                                                                          \
    X(bonus_natural) X(bonus_mixed) X(bonus_sequence) X(bonus_wild) X(bonus_rank)                  \
    X(bonus_sequence_mixed) X(bonus_mixed_beside_natural)                                          \
    X(bonus_collections) X(penalty_incomplete) X(penalty_held) X(melded_value_sign) X(hand_cards)  \
    X(target) X(rounds) X(win_rule) X(tie_rule) X(value_cards)                                     \
    X(red3_schedule_minus) X(black3_schedule_minus) X(freeze_red3) X(hands_limit) X(time_limit)    \
    X(black3_held) X(red3_held) X(bonus_whole_rank) X(lead_target) X(swap_wild_canastas)           \
    X(swap_wild_unopened)

/* Those that all have been told of but these. */
#define CN_UNDERSTOOD_BUT_BY(X)                                                                    \
    X(reserve_packets, PLAIN) X(upcard_extra_pile, PLAIN) X(talon_first, PLAIN)                    \
    X(talon_second, PLAIN) X(draw_on_initial_meld, PLAIN) X(threes_mode, PLAIN)                    \
    X(red3_drawn, PLAIN) X(hold_one_three, PLAIN) X(black3_meld_wilds, PLAIN | RANKS)              \
    X(black3_discard_round1, PLAIN) X(black3_from_pile, PLAIN) X(meld_min, PLAIN)                  \
    X(meld_max, PLAIN | RANKS) X(min_naturals, PLAIN) X(wild_ratio, RANKS)                         \
    X(wild_ratio_exceptions, PLAIN) X(wild_add_min_naturals, PLAIN | RANKS)                        \
    X(no_wild_ranks, PLAIN) X(initial_only_wild_ranks, PLAIN | RANKS) X(wild_meld, PLAIN)          \
    X(wild_meld_locks_wilds, POINTS) X(twos_as_rank, PLAIN) X(sequences, PLAIN)                    \
    X(same_rank_melds, PLAIN) X(add_natural_to_canasta, PLAIN | RANKS)                             \
    X(add_wild_to_canasta, RANKS) X(dead_rank, PLAIN | RANKS | POINTS)                             \
    X(min_band_special, PLAIN | POINTS) X(min_counts_top, PLAIN)                                   \
    X(min_counts_bonuses, PLAIN | POINTS) X(min_exempt_splash, PLAIN)                              \
    X(initial_needs_pure, PLAIN | POINTS) X(initial_no_mixed_canasta, PLAIN | POINTS)              \
    X(initial_naturals_only, PLAIN) X(initial_from_pile, PLAIN | POINTS) X(take_pair, PLAIN)       \
    X(take_add_to_sequence, PLAIN) X(take_top_blockers, PLAIN) X(take_canasta_rank, PLAIN)         \
    X(take_amount, PLAIN) X(discard_threes, PLAIN) X(discard_wild, PLAIN)                          \
    X(discard_empty_pile_ban, PLAIN) X(discard_rank_ban, PLAIN) X(out_needs, PLAIN)                \
    X(out_not_counted, PLAIN) X(out_discard, PLAIN) X(out_block_incomplete, PLAIN | RANKS)         \
    X(out_needs_red3_per_canasta, PLAIN | RANKS) X(keep_cards, PLAIN) X(special_hands, PLAIN)      \
    X(stock_refill, PLAIN) X(red3_not_replaced, PLAIN) X(swap_wild, PLAIN)                         \
    X(out_with_threes, PLAIN | COUNTS | STEPS) X(take_with, PLAIN | STEPS)

/* clang-format on */

/* Which tellers, one bit each, say something under these rules. */
uint16_t cn_tellers_for(const cn_params *params);

static inline bool cn_understands(const cn_rules *rules, cn_teller teller)
{
    return (rules->tellers >> teller & 1) != 0;
}

#endif
