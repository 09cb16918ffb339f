/* Proofs of cards of the running deal. Not here: which positions an audience has been shown
 * (shown.h). Invariant: no position is told of that is not marked for the audience. */
#ifndef CANASTA_SERVER_PROVER_H
#define CANASTA_SERVER_PROVER_H

#include "server/table/shared.h"
#include "server/table/state.h"

/* A table's; {0} at first. */
typedef struct cn_prover {
    cn_fair_deck *deck; /* made when it is needed first ... */
    uint32_t deal;      /* ... of this deal */
} cn_prover;
void cn_prover_clear(cn_prover *prover);

/* Of the positions that `to` marks, of the deck as it is played from (P155), as cn_table_prove. */
void cn_prove(cn_prover *prover, const cn_core *core, const uint16_t to[CN_DECK_CARDS_MAX],
              unsigned audience, cn_proof_visit *each, void *user);

#endif
