/* A command of a seat: judged by what the seat knows, committed, answered.
 * Not here: frames (command.h), messages (encode.h).
 * Invariant: a command that was accepted once is answered the same for ever, and played once. */
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
    char message[200]; /* of SYNTAX */
} cn_ruling;

/* Does what the frame asks for if the seat may; `changes` tells what was committed now: nothing if
 * the command was refused or answered before. */
cn_ruling cn_turn_command(cn_table *table, cn_store *store, unsigned seat, const char *inst,
                          const cn_frame *frame, const cn_digest *digest, cn_changes *changes);

/* Commits a play that a program has made for a seat that is to act. */
cn_saved cn_turn_play(cn_table *table, cn_store *store, unsigned seat, const char *play,
                      cn_changes *changes);

/* The same with the play of a computer player: the table's own, or `racer` where that is a program
 * or a person is covered. */
cn_saved cn_turn_bot(cn_table *table, cn_store *store, unsigned seat, cn_changes *changes);

/* The deal of the next hand as text, in a new random order. `out` has room for CN_DECK_TEXT_MAX. */
enum { CN_DECK_TEXT_MAX = 2 * CN_DECK_CARDS_MAX + 1 };
void cn_deck_text(const cn_rules *rules, char out[CN_DECK_TEXT_MAX]);

#endif
