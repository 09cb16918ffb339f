/* What the sections of an explanation share: sentences, and phrases for numbers, ranks and lists.
 * Not here: what any parameter means. Invariant: a sentence ends before the next one begins, and
 * whoever starts a paragraph or an item that nothing is said in has written nothing. */
#ifndef CANASTA_EXPLAIN_PARTS_H
#define CANASTA_EXPLAIN_PARTS_H

#include "canasta/rules.h"
#include "text/base/text.h"

typedef struct cn_explainer {
    cn_writer *writer;
    const cn_rules *rules;
    const cn_params *p;
    const char *gap; /* what stands between the last sentence and the next */
    bool in_list;    /* the last line was an item */
    bool alone;      /* every side is one player, for the whole game */
} cn_explainer;

cn_explainer cn_explainer_make(cn_writer *writer, const cn_rules *rules);

void cn_section(cn_explainer *e, const char *title);
void cn_paragraph(cn_explainer *e);
void cn_item(cn_explainer *e);
/* One sentence with its full stop, or the first part of one; its first letter becomes a capital. */
void cn_say(cn_explainer *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* More of the same sentence. */
void cn_add(cn_explainer *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "your side" or "you", and the verb that goes with it. */
static inline const char *cn_your_side(const cn_explainer *e)
{
    return e->alone ? "you" : "your side";
}
static inline const char *cn_verb(const cn_explainer *e, const char *of_side, const char *of_you)
{
    return e->alone ? of_you : of_side;
}

/* A few words that are a value; use `.text` of the call at once. */
typedef struct cn_phrase {
    char text[800];
} cn_phrase;

cn_phrase cn_points(int32_t number);           /* 12,500 */
cn_phrase cn_number(int32_t number);           /* one ... twelve, then digits */
cn_phrase cn_range(int32_t low, int32_t high); /* three to seven; three or four; three */
cn_phrase cn_ordinal(int32_t number);          /* first ... twelfth, then 13th */
/* "one card", "two cards": the noun with an s where the number asks for it. */
cn_phrase cn_several(int32_t number, const char *noun);
cn_phrase cn_times_in_a_hand(int32_t limit); /* once, at most twice, ... */

/* "in the second hand", "from the second to the third hand", "from the second hand on"; `behind` is
 * the hand after them. */
cn_phrase cn_which_hand(int32_t first, int32_t behind, bool last);

/* The same by the number of the hand: "two cards (three in the second hand, four from the third
 * on)"; without a noun points. */
cn_phrase cn_several_by_hand(const cn_by_hand *by_hand, const char *noun);

/* What `tell` says of the hands in which it is another than in the first, in brackets; or nothing.
 */
cn_phrase cn_later_hands(const cn_by_hand *by_hand, cn_phrase (*tell)(int32_t number));

/* A list of phrases written as "a, b and c". */
typedef struct cn_items {
    unsigned count;
    char item[CN_LIST_MAX][96];
} cn_items;

void cn_items_add(cn_items *items, const char *format, ...) __attribute__((format(printf, 2, 3)));
cn_phrase cn_join(const cn_items *items, const char *conjunction);

/* "sevens", "a seven"; kind is a rank or CN_KIND_TWO. */
const char *cn_rank_plural(unsigned kind);
const char *cn_rank_one(unsigned kind);
/* "sevens and aces" for the ranks among the cn_word bits; empty if there are none. */
cn_phrase cn_ranks_plural(int32_t words, const char *conjunction);

/* What is laid out as a bonus: "three", "red three", "black three" or NULL. */
const char *cn_bonus_three(const cn_rules *rules);
/* "added if the side has melded, else subtracted": when threes count plus. */
cn_phrase cn_threes_sign(const cn_explainer *e);
/* A first discard may be a wild or a three (but for the last card of all: P155). */
bool cn_upcard_may_be_any(const cn_params *p);
/* Whether such threes can ever lie in the discard pile. */
bool cn_red3_in_pile_possible(const cn_rules *rules);

/* A take brings no card but the top one. */
static inline bool cn_takes_top_only(const cn_params *p)
{
    return p->take_amount.count == 1 && p->take_amount.value[0] == 1;
}
bool cn_black3_in_pile_possible(const cn_rules *rules);
/* Whether a red three, or a black one that is a bonus as well (P35), is ever discarded. */
bool cn_bonus_discarded_possible(const cn_rules *rules);
/* Whether black threes are ever cards of a hand that one may play. */
bool cn_black3_in_hand_possible(const cn_rules *rules);
/* Whether some side ever has two members. */
bool cn_partners_possible(const cn_rules *rules);
/* Whether a meld of wilds can become a canasta. */
bool cn_wild_canasta_possible(const cn_rules *rules);
/* Whether there is any way to take the pile. */
bool cn_take_possible(const cn_rules *rules);
/* "a natural canasta", "a canasta of sevens": one for each of the cn_word bits. */
void cn_canasta_names(cn_items *items, int32_t words);
/* The same for what going out needs: "two natural canastas". */
void cn_need_names(cn_items *items, const cn_needs *needs);

/* The sections, in their order. */
void cn_explain_table(cn_explainer *e);
void cn_explain_cards(cn_explainer *e);
void cn_explain_turn(cn_explainer *e);
void cn_explain_melds(cn_explainer *e);
void cn_explain_opening(cn_explainer *e);
void cn_explain_take(cn_explainer *e);
void cn_explain_discard(cn_explainer *e);
void cn_explain_packets(cn_explainer *e);
void cn_explain_out(cn_explainer *e);
void cn_explain_end(cn_explainer *e);
void cn_explain_special(cn_explainer *e);
void cn_explain_score(cn_explainer *e);
void cn_explain_threes_score(cn_explainer *e); /* items of the section on scoring */
void cn_explain_penalties(cn_explainer *e);
void cn_explain_game(cn_explainer *e);

#endif
