/* Facts about the table after a legal play, as a position states them: `then canastas 300`.
 * Not here: making the play.
 * Invariant: a fact is true exactly if its text is the one that is written from the table. */
#ifndef CANASTA_FACT_TEXT_H
#define CANASTA_FACT_TEXT_H

#include "canasta/view.h"
#include "text/text.h"

/* X(constant, key, what is read: a word of a list, a number, cards, melds) */
#define CN_FACT_KEYS(X)                                                                            \
    X(END, "end", WORD)                                                                            \
    X(CONCEALED, "concealed", WORD)                                                                \
    X(MELDS, "melds", MELDS)                                                                       \
    X(CANASTAS, "canastas", NUMBER)                                                                \
    X(HAND, "hand", NUMBER)                                                                        \
    X(PILE, "pile", CARDS)                                                                         \
    X(FROZEN, "frozen", WORD)                                                                      \
    X(RED3, "red3", NUMBER)

typedef enum cn_fact_key {
#define X(constant, key, type) CN_FACT_##constant,
    CN_FACT_KEYS(X)
#undef X
        CN_FACT_KEY_COUNT
} cn_fact_key;

enum { CN_FACT_TEXT_MAX = 400 };

typedef struct cn_fact {
    uint8_t key; /* cn_fact_key */
    char text[CN_FACT_TEXT_MAX];
} cn_fact;

bool cn_fact_parse(cn_scan *scan, cn_fact *fact);
/* The true text of a fact for the view's seat, key included. */
void cn_write_fact(cn_writer *writer, unsigned key, const cn_rules *rules, const cn_view *view);

#endif
