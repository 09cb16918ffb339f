/* The lines of a file of positions: `key value`, ` # ` starts a comment, `position NAME` a new one.
 * Not here: what a value means (position_text.h).
 * Invariant: every line given out has a known key, and no key stands there too often. */
#ifndef CANASTA_POSITION_LINES_H
#define CANASTA_POSITION_LINES_H

#include <stdint.h>

#include "text/base/text.h"

/* What a position asks. */
enum {
    CN_FOR_PLAY = 1,  /* is this play legal? */
    CN_FOR_SHEET = 2, /* what does this side get? */
    CN_FOR_DEAL = 4,  /* how does the table look after this deal? */
    CN_FOR_END = 8,   /* is the game over? */
    CN_FOR_TABLE = CN_FOR_PLAY | CN_FOR_SHEET,
    CN_FOR_MOVES = CN_FOR_PLAY | CN_FOR_DEAL,
    CN_FOR_HAND = CN_FOR_TABLE | CN_FOR_DEAL,
    CN_FOR_ALL = CN_FOR_HAND | CN_FOR_END
};

/* X(constant, key, how often it may stand in one position, in which positions it may stand).
 * docs/formats.md describes each. */
#define CN_POSITION_KEYS(X)                                                                        \
    X(POSITION, "position", 1, CN_FOR_ALL)                                                         \
    X(RULES, "rules", 1, CN_FOR_ALL)                                                               \
    X(SET, "set", 16, CN_FOR_ALL)                                                                  \
    X(PLAYERS, "players", 1, CN_FOR_ALL)                                                           \
    X(SEAT, "seat", 1, CN_FOR_ALL)                                                                 \
    X(SCORE, "score", 1, CN_FOR_HAND)                                                              \
    X(THEIR_SCORE, "their_score", 1, CN_FOR_HAND)                                                  \
    X(TOTALS, "totals", 1, CN_FOR_HAND)                                                            \
    X(HAND_NUMBER, "hand_number", 1, CN_FOR_ALL)                                                   \
    X(DEALER, "dealer", 1, CN_FOR_HAND)                                                            \
    X(MELDS, "melds", 1, CN_FOR_TABLE)                                                             \
    X(THEIR_MELDS, "their_melds", 1, CN_FOR_TABLE)                                                 \
    X(SIDE_MELDS, "side_melds", 6, CN_FOR_TABLE)                                                   \
    X(RED3, "red3", 1, CN_FOR_TABLE)                                                               \
    X(THEIR_RED3, "their_red3", 1, CN_FOR_TABLE)                                                   \
    X(BLACK3, "black3", 1, CN_FOR_TABLE)                                                           \
    X(THEIR_BLACK3, "their_black3", 1, CN_FOR_TABLE)                                               \
    X(THREES, "threes", 1, CN_FOR_TABLE)                                                           \
    X(SIDE_OF, "side_of", 1, CN_FOR_TABLE)                                                         \
    X(SET_ASIDE, "set_aside", 1, CN_FOR_TABLE)                                                     \
    X(TURN, "turn", 1, CN_FOR_PLAY)                                                                \
    X(PHASE, "phase", 1, CN_FOR_PLAY)                                                              \
    X(TURN_NUMBER, "turn_number", 1, CN_FOR_PLAY)                                                  \
    X(TOOK, "took", 1, CN_FOR_PLAY)                                                                \
    X(HAND, "hand", 1, CN_FOR_PLAY)                                                                \
    X(OTHERS, "others", 1, CN_FOR_PLAY)                                                            \
    X(PILE, "pile", 1, CN_FOR_PLAY)                                                                \
    X(FROZEN, "frozen", 1, CN_FOR_PLAY)                                                            \
    X(TAKEN, "taken", 1, CN_FOR_PLAY)                                                              \
    X(STOCK, "stock", 1, CN_FOR_PLAY)                                                              \
    X(REFILLS, "refills", 1, CN_FOR_PLAY)                                                          \
    X(LAID_BEFORE, "laid_before", 1, CN_FOR_PLAY)                                                  \
    X(ANSWER, "answer", 1, CN_FOR_PLAY)                                                            \
    X(ASKED_IN, "asked_in", 1, CN_FOR_PLAY)                                                        \
    X(ASKED_BEFORE, "asked_before", 1, CN_FOR_PLAY)                                                \
    X(PACKETS, "packets", 1, CN_FOR_PLAY)                                                          \
    X(TAKEN_BEFORE, "taken_before", 1, CN_FOR_PLAY)                                                \
    X(OWN_CANASTA, "own_canasta", 1, CN_FOR_PLAY)                                                  \
    X(TALON, "talon", 1, CN_FOR_PLAY)                                                              \
    X(GAME, "game", 1, CN_FOR_PLAY)                                                                \
    X(STOCK_CARDS, "stock_cards", 1, CN_FOR_PLAY)                                                  \
    X(HELD, "held", 1, CN_FOR_PLAY)                                                                \
    X(PACKET_CARDS, "packet_cards", 1, CN_FOR_PLAY)                                                \
    X(TALON_CARDS, "talon_cards", 1, CN_FOR_PLAY)                                                  \
    X(BURIED_CARDS, "buried_cards", 1, CN_FOR_PLAY)                                                \
    X(DECK, "deck", 1, CN_FOR_DEAL)                                                                \
    X(BEFORE, "before", 16, CN_FOR_MOVES)                                                          \
    X(PLAY, "play", 1, CN_FOR_MOVES)                                                               \
    X(LEFT, "left", 1, CN_FOR_SHEET)                                                               \
    X(OUT, "out", 1, CN_FOR_SHEET)                                                                 \
    X(OUT_MELDED, "out_melded", 1, CN_FOR_SHEET)                                                   \
    X(CONCEALED, "concealed", 1, CN_FOR_SHEET)                                                     \
    X(CONCEALED_CANASTAS, "concealed_canastas", 1, CN_FOR_SHEET)                                   \
    X(SPECIAL, "special", 1, CN_FOR_SHEET)                                                         \
    X(AFTER, "after", 1, CN_FOR_END)                                                               \
    X(MINUTES, "minutes", 1, CN_FOR_END)                                                           \
    X(EXPECT, "expect", 1, CN_FOR_ALL)                                                             \
    X(THEN, "then", 16, CN_FOR_MOVES)

typedef enum cn_position_key {
#define X(constant, key, most, kinds) CN_KEY_##constant,
    CN_POSITION_KEYS(X)
#undef X
        CN_POSITION_KEY_COUNT
} cn_position_key;

/* One line; `text` is its value, not terminated, and points into the file. */
typedef struct cn_position_line {
    uint8_t key;           /* cn_position_key */
    unsigned line, column; /* where the value stands */
    const char *text;
    size_t length;
} cn_position_line;

enum { CN_POSITION_LINES_MAX = 112 };

typedef struct cn_position_lines {
    unsigned count;
    cn_position_line line[CN_POSITION_LINES_MAX]; /* the first one is `position` */
} cn_position_lines;

typedef struct cn_position_reader {
    const char *at, *end;
    unsigned line;
} cn_position_reader;

typedef enum cn_position_status {
    CN_POSITION_END,
    CN_POSITION_READ,
    CN_POSITION_BAD
} cn_position_status;

/* Reads from a text of `length` characters with a terminating zero behind them. */
cn_position_reader cn_position_reader_make(const char *text, size_t length);

/* The next position. After BAD, `error` tells why, `lines` holds what was read of it (maybe
 * nothing), and the reader stands before the next position. */
cn_position_status cn_position_next(cn_position_reader *reader, cn_position_lines *lines,
                                    cn_text_error *error);

/* The first line with that key, NULL if there is none. */
const cn_position_line *cn_position_find(const cn_position_lines *lines, cn_position_key key);

/* In which positions a key may stand: CN_FOR_* bits. */
unsigned cn_position_key_kinds(unsigned key);

/* Reads the value of a line. */
cn_scan cn_position_scan(const cn_position_line *line, cn_text_error *error);

#endif
