/* The score of a hand by component, and the end of the game (precise.md, sections N and O).
 * Not here: when a hand ends (apply). Invariant: total is the sum of the components. */
#ifndef CANASTA_SCORE_H
#define CANASTA_SCORE_H

#include "canasta/public.h"

/* Points of one side for one hand. `hand` and `penalties` are zero or negative. */
typedef struct cn_score {
    int32_t canastas;
    int32_t go_out;
    int32_t special;
    int32_t threes;
    int32_t melded;
    int32_t hand;
    int32_t penalties;
    int32_t total;
} cn_score;

/* Everything a side's score is made from, as a finished table shows it. */
typedef struct cn_sheet {
    const cn_side *side;
    const cn_cards *hand[CN_SEATS_MAX]; /* cards left with the side's members */
    unsigned hand_count;
    bool went_out;
    bool concealed;
} cn_sheet;

cn_score cn_score_sheet(const cn_rules *rules, const cn_sheet *sheet);

/* Scores of all sides; `hands` has rules->seat_count entries, `scores` rules->side_count. */
void cn_score_hand(const cn_rules *rules, const cn_public *pub, const cn_cards *hands,
                   cn_score *scores);

/* After a scored hand: true if the game is over (P119, P120); `*winners` gets a bit for each side
 * that won. `totals` has rules->side_count entries, `hands_played` counts this hand too. */
bool cn_game_is_over(const cn_rules *rules, const int32_t *totals, unsigned hands_played,
                     unsigned *winners);

/* The sides that won, one bit each; 0 before PHASE_GAME_END. */
unsigned cn_public_winners(const cn_public *pub, const cn_rules *rules);

#endif
