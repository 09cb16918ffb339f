/* A rule set made ready for one table: its parameters and the tables derived from them.
 * Not here: reading rule files (text/rules_text.h).
 * Invariant: what cn_rules_compile made is complete, consistent and never changes. */
#ifndef CANASTA_RULES_H
#define CANASTA_RULES_H

#include "canasta/card.h"
#include "canasta/params.h"

enum { CN_SEATS_MAX = 4, CN_SIDES_MAX = 4, CN_RULES_NAME_MAX = 48 };

typedef struct cn_rules {
    char name[CN_RULES_NAME_MAX]; /* what the file calls it; no rule ever reads it */
    cn_params p;
    uint8_t seat_count;
    uint8_t side_count;
    uint8_t deck_size; /* cards in the deck */
    uint8_t side_of[CN_SEATS_MAX];
    uint8_t partner_of[CN_SEATS_MAX]; /* who is asked (P69), 255: nobody */
    int16_t value[CN_KINDS];          /* points on the table; red three 0 */
    int16_t value_in_hand[CN_KINDS];  /* points subtracted when left in hand */
} cn_rules;

/* What is wrong with a set of parameters for a table. */
typedef enum cn_rules_error {
    CN_RULES_OK,
    CN_RULES_PLAYERS, /* seat_count is not in `players` */
    CN_RULES_RANGE,   /* a value is outside the range of the parameter table */
    CN_RULES_LAYOUT,  /* pairs need four seats */
    CN_RULES_DEAL,    /* more cards are dealt than the deck holds */
    CN_RULES_BANDS,   /* floors do not rise, or totals below the first floor have no minimum */
    CN_RULES_BLACK3,  /* black3_meld_min is above black3_meld_max */
    CN_RULES_ASK,     /* a question needs a partner */
} cn_rules_error;

/* The values of the root: the default column of the parameter table. */
cn_params cn_params_default(void);

/* Checks the values and derives the tables. On an error `*param_name` (may be NULL) names the
 * parameter to blame and `*rules` is unspecified. */
cn_rules_error cn_rules_compile(cn_rules *rules, const char *name, const cn_params *params,
                                unsigned seat_count, const char **param_name);

/* The minimum count for a side whose total at the start of the hand is `total_points` (P2). */
int32_t cn_rules_minimum(const cn_rules *rules, int32_t total_points);

/* Total of a schedule for `count` cards (P3). */
int32_t cn_list_at(const cn_list *list, unsigned count);

static inline unsigned cn_next_seat(const cn_rules *rules, unsigned seat)
{
    unsigned n = rules->seat_count;
    return rules->p.play_direction == CN_PLAY_DIRECTION_CW ? (seat + 1) % n : (seat + n - 1) % n;
}

/* The whole deck in ascending face order; `deck` has room for rules->deck_size cards. */
void cn_deck_sorted(const cn_rules *rules, cn_card *deck);

/* True if `deck` holds exactly the cards of this rule set's pack. */
bool cn_deck_valid(const cn_rules *rules, const cn_card *deck);

#endif
