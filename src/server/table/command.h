/* A frame from a client, read strictly.
 * Not here: whether what it asks for is allowed (turn.c).
 * Invariant: whatever bytes come in, the result is a frame within the limits or a refusal. */
#ifndef CANASTA_SERVER_COMMAND_H
#define CANASTA_SERVER_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/bounds.h"
#include "text/cards/play_text.h"
#include "text/records/fair_text.h"

typedef enum cn_frame_kind {
    CN_FRAME_HELLO,
    CN_FRAME_PLAY,
    CN_FRAME_DEAL,
    CN_FRAME_NEXT,
    CN_FRAME_REMATCH,
    CN_FRAME_PACE,
    CN_FRAME_PAUSE,
    CN_FRAME_RESUME,
    CN_FRAME_SEED,
    CN_FRAME_NUDGE,
    CN_FRAME_SAY,
    CN_FRAME_RESYNC,
    CN_FRAME_PING
} cn_frame_kind;

typedef struct cn_frame {
    cn_frame_kind kind;
    /* HELLO */
    char inst[CN_INST_MAX + 1];
    char table[CN_ID_CHARACTERS + 1];    /* empty if it has not the form of a table's name */
    char token[CN_TOKEN_CHARACTERS + 1]; /* empty: that of the connection */
    char watch[CN_KEY_CHARACTERS + 1];   /* an invitation to look on; or empty */
    bool proofs;                         /* of the cards it is shown */
    /* commands */
    uint32_t n;  /* 0 if the frame has none that can be read */
    uint64_t at; /* what the client has seen; of HELLO and RESYNC, too: 0 if it does not say */
    char play[CN_PLAY_TEXT_MAX + 1];
    uint32_t pace_ms;
    const char *phrase;                    /* of SAY: one of those there are */
    uint32_t deal;                         /* a seed: for which one */
    char seed[2 * CN_FAIR_PART_BYTES + 1]; /* in hexadecimal digits */
} cn_frame;

/* NULL, or what is wrong in a few words; `code` is FORMAT or TOO_LONG. frame->n is set even then if
 * it can be read. */
const char *cn_frame_parse(const char *text, size_t length, cn_frame *frame, const char **code);

#endif
