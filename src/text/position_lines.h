/* The lines of a file of positions: `key value`, `#` starts a comment, `position NAME` a new one.
 * Not here: what a value means (position_text.h).
 * Invariant: every line given out has a known key, and no key stands there too often. */
#ifndef CANASTA_POSITION_LINES_H
#define CANASTA_POSITION_LINES_H

#include <stdint.h>

#include "text/text.h"

/* X(constant, key, how often it may stand in one position). docs/formats.md describes each. */
#define CN_POSITION_KEYS(X)                                                                        \
    X(POSITION, "position", 1)                                                                     \
    X(RULES, "rules", 1)                                                                           \
    X(SET, "set", 16)                                                                              \
    X(PLAYERS, "players", 1)                                                                       \
    X(SEAT, "seat", 1)                                                                             \
    X(TURN, "turn", 1)                                                                             \
    X(PHASE, "phase", 1)                                                                           \
    X(SCORE, "score", 1)                                                                           \
    X(THEIR_SCORE, "their_score", 1)                                                               \
    X(HAND, "hand", 1)                                                                             \
    X(OTHERS, "others", 1)                                                                         \
    X(MELDS, "melds", 1)                                                                           \
    X(THEIR_MELDS, "their_melds", 1)                                                               \
    X(RED3, "red3", 1)                                                                             \
    X(THEIR_RED3, "their_red3", 1)                                                                 \
    X(PILE, "pile", 1)                                                                             \
    X(FROZEN, "frozen", 1)                                                                         \
    X(TAKEN, "taken", 1)                                                                           \
    X(STOCK, "stock", 1)                                                                           \
    X(LAID_BEFORE, "laid_before", 1)                                                               \
    X(ANSWER, "answer", 1)                                                                         \
    X(BEFORE, "before", 8)                                                                         \
    X(PLAY, "play", 1)                                                                             \
    X(LEFT, "left", 1)                                                                             \
    X(OUT, "out", 1)                                                                               \
    X(CONCEALED, "concealed", 1)                                                                   \
    X(EXPECT, "expect", 1)                                                                         \
    X(THEN, "then", 8)

typedef enum cn_position_key {
#define X(constant, key, most) CN_KEY_##constant,
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

enum { CN_POSITION_LINES_MAX = 64 };

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

/* Reads the value of a line. */
cn_scan cn_position_scan(const cn_position_line *line, cn_text_error *error);

#endif
