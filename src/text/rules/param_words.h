/* Every parameter in the words of players, with the key that stands for it in share codes.
 * Not here: types, ranges and defaults (canasta/params.h), sentences about a table (explain.h).
 * Invariant: a parameter without a row is still found, by its name and the help of the table. */
#ifndef CANASTA_PARAM_WORDS_H
#define CANASTA_PARAM_WORDS_H

#include "text/rules/param_text.h"

/* The groups in which a form shows the parameters, in its order. */
#define CN_PARAM_GROUPS(X)                                                                         \
    X(TABLE, "table", "The table")                                                                 \
    X(GAME, "game", "Length of the game")                                                          \
    X(DEAL, "deal", "Pack and deal")                                                               \
    X(DRAW, "draw", "Drawing and the stock")                                                       \
    X(OPEN, "open", "The first meld")                                                              \
    X(PILE, "pile", "The discard pile")                                                            \
    X(DISCARD, "discard", "Throwing cards")                                                        \
    X(MELDS, "melds", "Melds and canastas")                                                        \
    X(WILDS, "wilds", "Wild cards")                                                                \
    X(THREES, "threes", "Red threes")                                                              \
    X(BLACK, "black", "Black threes")                                                              \
    X(OUT, "out", "Going out")                                                                     \
    X(BONUS, "bonus", "Bonuses and penalties")                                                     \
    X(VALUES, "values", "Points of the cards")                                                     \
    X(OTHER, "other", "Other rules")

#define X(group, id, title) CN_PARAM_GROUP_##group,
typedef enum cn_param_group { CN_PARAM_GROUPS(X) CN_PARAM_GROUP_COUNT } cn_param_group;
#undef X

typedef struct cn_param_words {
    const char *name;
    const char *key; /* in share codes: short, and never given to anything else */
    cn_param_group group;
    const char *title, *about;
    const char *choices; /* of an enumeration, in its order, `;` between them; otherwise NULL */
} cn_param_words;

/* The three tables, each ended by a row without a name. */
extern const cn_param_words cn_param_words_deal[], cn_param_words_melds[], cn_param_words_end[];

cn_param_words cn_param_words_of(unsigned param_i);

/* The parameter of a key or of a name; CN_PARAM_COUNT if there is none. */
unsigned cn_param_of_key(cn_word key);

const char *cn_param_group_id(cn_param_group group);
const char *cn_param_group_title(cn_param_group group);

/* {"groups":[{"id","title"}],"params":[{"name","group","type","title","about","low","high",
 * "choices":[{"value","title"}]}]}: all that a form needs to know of the table; `choices` of
 * enumerations and of sets of words. Parameters stand group by group. */
void cn_write_param_catalogue(cn_writer *writer);

#endif
