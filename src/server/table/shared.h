/* What the files of a table share with those that use it. This can be seen without the game's
 * header. Not here: tables (table.h), what is done with these (base.h, sequel.h, prover.h).
 * Invariant: of a deck nothing is here but proofs. */
#ifndef CANASTA_SERVER_SHARED_H
#define CANASTA_SERVER_SHARED_H

#include "canasta/score.h"
#include "fair/proof.h"
#include "server/store/log.h"

/* A scored hand of the running game. */
typedef struct cn_hand_sheet {
    unsigned hand_number;
    cn_score score[CN_SIDES_MAX];
    int32_t total[CN_SIDES_MAX];
} cn_hand_sheet;

enum { CN_CHANGES_MAX = 5, CN_SEQUEL_BODY_BYTES = 256 };

/* Entries with all that goes with them, and what these point at. */
typedef struct cn_sequel {
    unsigned count;
    cn_entry entry[CN_CHANGES_MAX];
    char *base; /* of its deal */
    unsigned text_count;
    struct {
        uint8_t secret[CN_SECRET_BYTES];
        char body[CN_SEQUEL_BODY_BYTES];
    } text[CN_CHANGES_MAX];
} cn_sequel;
void cn_sequel_free(cn_sequel *sequel);

typedef void cn_proof_visit(void *user, const cn_fair_proof *proof);

#endif
