/* Facts about the table after a legal play or a deal, as a position states them: `then canastas
 * 300`. Not here: making the play. Invariant: a fact is true exactly if its text is the one that is
 * written from the table. */
#ifndef CANASTA_FACT_TEXT_H
#define CANASTA_FACT_TEXT_H

#include "canasta/game.h"
#include "canasta/view.h"
#include "text/base/text.h"

/* X(constant, key, what is read: a word, a number, cards, melds, numbers, the rest of the line;
 * what it is about: the own SEAT, a seat or a side that is named) */
#define CN_FACT_KEYS(X)                                                                            \
    X(END, "end", WORD, OWN)                                                                       \
    X(CONCEALED, "concealed", WORD, OWN)                                                           \
    X(OUT_MELDED, "out_melded", WORD, OWN)                                                         \
    X(SPECIAL, "special", WORD, OWN)                                                               \
    X(PHASE, "phase", WORD, OWN)                                                                   \
    X(TURN, "turn", NUMBER, OWN)                                                                   \
    X(MELDS, "melds", MELDS, OWN)                                                                  \
    X(MELDS_OF, "melds_of", MELDS, SIDE)                                                           \
    X(CANASTAS, "canastas", NUMBER, OWN)                                                           \
    X(COUNT, "count", NUMBER, OWN)                                                                 \
    X(CONCEALED_CANASTAS, "concealed_canastas", NUMBER, OWN)                                       \
    X(SET_ASIDE, "set_aside", NUMBER, OWN)                                                         \
    X(HAND, "hand", NUMBER, OWN)                                                                   \
    X(CARDS, "cards", HAND, OWN)                                                                   \
    X(HAND_OF, "hand_of", SOME_HAND, SEAT)                                                         \
    X(PILE, "pile", CARDS, OWN)                                                                    \
    X(FROZEN, "frozen", WORD, OWN)                                                                 \
    X(BURIED, "buried", NUMBER, OWN)                                                               \
    X(STOCK, "stock", NUMBER, OWN)                                                                 \
    X(NEXT, "next", CARDS, OWN)                                                                    \
    X(TURN_CARD, "turn_card", WORD, OWN)                                                           \
    X(RED3, "red3", NUMBER, OWN)                                                                   \
    X(BLACK3, "black3", NUMBER, OWN)                                                               \
    X(THREES_OF, "threes_of", HAND, SEAT)                                                          \
    X(PACKETS, "packets", NUMBER, OWN)                                                             \
    X(TALON, "talon", NUMBER, OWN)                                                                 \
    X(SIDES, "sides", NUMBERS, OWN)                                                                \
    X(PERSONS, "persons", NUMBERS, OWN)                                                            \
    X(DECK, "deck", NUMBER, OWN)                                                                   \
    X(SCORE, "score", TEXT, SIDE)                                                                  \
    X(TOTALS, "totals", NUMBERS, OWN)                                                              \
    X(NEXT_DEALER, "next_dealer", NUMBER, OWN)

typedef enum cn_fact_key {
#define X(constant, key, type, about) CN_FACT_##constant,
    CN_FACT_KEYS(X)
#undef X
        CN_FACT_KEY_COUNT
} cn_fact_key;

/* How the cards of a hand are stated. */
typedef enum cn_fact_hand { CN_FACT_HAND_SIZE, CN_FACT_HAND_HAS, CN_FACT_HAND_IS } cn_fact_hand;

enum { CN_FACT_TEXT_MAX = 1024 };

typedef struct cn_fact {
    uint8_t key;    /* cn_fact_key */
    uint8_t about;  /* the seat or the side that is named */
    uint8_t hand;   /* cn_fact_hand */
    uint16_t count; /* cards that were stated */
    cn_cards cards;
    char text[CN_FACT_TEXT_MAX]; /* key included */
} cn_fact;

/* The table that facts are about. */
typedef struct cn_fact_table {
    const cn_rules *rules;
    const cn_view *view; /* of the own seat */
    const cn_game *game; /* NULL if not all is known */
} cn_fact_table;

bool cn_fact_parse(cn_scan *scan, const cn_rules *rules, cn_fact *fact);
/* The true text of a fact, key included: the fact's own text if it is true. */
void cn_write_fact(cn_writer *writer, const cn_fact *fact, const cn_fact_table *table);

#endif
