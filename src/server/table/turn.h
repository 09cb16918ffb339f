/* A command of a seat: judged by what the seat knows, put into entries of the log.
 * Not here: frames (command.h), committing (hall.h), messages (encode.h).
 * Invariant: a refusal says nothing that the seat does not know. */
#ifndef CANASTA_SERVER_TURN_H
#define CANASTA_SERVER_TURN_H

#include "server/table/command.h"
#include "server/table/table.h"

typedef struct cn_ruling {
    bool accepted;
    uint64_t seq;     /* accepted: where it is in the log; otherwise how far the log goes */
    const char *code; /* why not: a reason of the engine or a code of docs/protocol.md */
    bool has_numbers;
    int32_t have, need;
    bool has_step;
    unsigned step;     /* index of the refused step */
    int64_t retry_ms;  /* of RATE */
    char message[200]; /* of SYNTAX */
} cn_ruling;

/* A play with all that it is judged by: it may be judged elsewhere, while the table goes on. */
typedef struct cn_turn_question {
    cn_rules rules;
    cn_view view;
    uint64_t moved_seq; /* of the table, then */
    char play[CN_PLAY_TEXT_MAX + 1];
    cn_ruling ruling; /* the answer */
} cn_turn_question;

/* NULL if there is no play to be judged: the frame is no play, or refused whatever it plays. */
cn_turn_question *cn_turn_ask(const cn_table *table, unsigned seat, const cn_frame *frame);
void cn_turn_answer(cn_turn_question *question);

/* Whether the seat may do what the frame asks for; looks at what the seat knows and at nothing
 * else. What was `answered` of its play, which may be NULL, counts where the table stands as it
 * did. */
cn_ruling cn_turn_judge(const cn_table *table, unsigned seat, const cn_frame *frame,
                        const cn_turn_question *answered);
cn_ruling cn_turn_refuse(const cn_table *table, const char *code);

/* The entries of a command that may be done, for cn_table_try. The first one carries its key. */
typedef struct cn_turn_entries {
    unsigned count;
    cn_entry entry[2];
    char number[16];
} cn_turn_entries;
/* `key` holds seat, inst, number and hash; what it points at, and the frame, must outlive `out`. */
void cn_turn_write(const cn_table *table, const cn_frame *frame, const cn_entry *key,
                   cn_turn_entries *out);

/* The computer player of a table: its own, or the usual one where that is a program. */
const cn_player *cn_turn_player(const cn_table *table);
/* What it plays for a seat that is to act. `out` has room for CN_PLAY_TEXT_MAX + 1. */
void cn_turn_bot(cn_table *table, unsigned seat, char *out, size_t size);

#endif
