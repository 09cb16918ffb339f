/* The score of a hand by component, and the end of the game.
 * Not here: when a hand ends (apply). Invariant: total is the sum of the components. */
#ifndef CANASTA_SCORE_H
#define CANASTA_SCORE_H

#include "canasta/public.h"

/* Points of one side for one hand. `penalties` are zero or negative. */
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
    unsigned hand_number; /* 1..; some bonuses depend on it (P190) */
    const cn_side *side;
    unsigned member_count;
    cn_cards hand[CN_SEATS_MAX];    /* what each member was left with, his talon included */
    cn_cards packets[CN_SEATS_MAX]; /* what he never picked up: counted, but not held (P102) */
    uint8_t red3[CN_SEATS_MAX];     /* laid out by each member */
    uint8_t black3[CN_SEATS_MAX];   /* the same, where both colours are laid out */
    bool went_out;
    bool concealed;
    bool melded_out; /* went out without a discard (P197) */
    uint8_t special; /* index + 1 of the special hand the side declared, 0 if none */
} cn_sheet;

cn_score cn_score_sheet(const cn_rules *rules, const cn_sheet *sheet);

/* The values of the meld's cards (P117). */
int32_t cn_meld_points(const cn_rules *rules, const cn_meld *meld);

/* The bonus of a complete canasta, 0 for any other meld, among the melds of `side` (NULL: by
 * itself, P206). `went_out`: the side went out (bonus_rank, P141). */
int32_t cn_canasta_bonus(const cn_rules *rules, const cn_side *side, const cn_meld *meld,
                         unsigned hand_number, bool went_out);

/* Scores of all sides; `hands` and `waiting` (packets and talons not picked up; NULL: none) have
 * rules->seat_count entries, `scores` rules->side_count. Under `lone_vs_two` every seat is a side
 * of its own here: partners get the score of their common side, with their own threes only where
 * red3_scope says so (P118). */
void cn_score_hand(const cn_rules *rules, const cn_public *pub, const cn_cards *hands,
                   const cn_cards *waiting, cn_score *scores);

/* The dearest special hand that the cards make, as index + 1; 0 if none (P105). */
unsigned cn_find_special_hand(const cn_rules *rules, const cn_cards *hand);

/* After a scored hand: true if the game is over (P119, P120); `*winners` gets a bit for each side
 * that won. `totals` has rules->side_count entries, `hands_played` counts this hand too, `minutes`
 * are those the game has lasted (P169). A special hand that wins the game is cn_public_is_over's
 * business (P105). */
bool cn_game_is_over(const cn_rules *rules, const int32_t *totals, unsigned hands_played,
                     unsigned minutes, unsigned *winners);

/* The same for the hand that `pub` has just ended, a special hand that wins the game included: with
 * it cn_public_score (apply.c) decides between PHASE_SCORED and PHASE_GAME_END. `totals` with this
 * hand's scores. */
bool cn_public_is_over(const cn_rules *rules, const cn_public *pub, const int32_t *totals,
                       unsigned *winners);

/* The sides that won, one bit each; 0 before PHASE_GAME_END. */
unsigned cn_public_winners(const cn_public *pub, const cn_rules *rules);

#endif
