/* Makes the deck with its tree once for a deal. Not here: as in the header.
 * Invariant: as in the header. */
#include "server/table/prover.h"

#include <stdlib.h>

static cn_fair_deck *deck_of(cn_prover *prover, const cn_core *core)
{
    if (prover->deck == NULL && (prover->deck = malloc(sizeof *prover->deck)) == NULL) abort();
    if (prover->deal != core->dealt.deal)
        cn_fair_deck_make(prover->deck, &core->dealt, &core->rules);
    prover->deal = core->dealt.deal;
    return prover->deck;
}

void cn_prove(cn_prover *prover, const cn_core *core, const uint16_t to[CN_DECK_CARDS_MAX],
              unsigned audience, cn_proof_visit *each, void *user)
{
    uint16_t dealt_to[CN_DECK_CARDS_MAX];
    for (unsigned at = 0; at < core->rules.deck_size; at++)
        dealt_to[cn_game_dealt_at(&core->game, &core->rules, at)] = to[at];
    for (unsigned at = 0; at < core->rules.deck_size && core->dealt.deal != 0; at++) {
        cn_fair_proof proof;
        if ((dealt_to[at] >> audience & 1) == 0) continue;
        cn_fair_prove(deck_of(prover, core), at, &proof);
        each(user, &proof);
    }
}

void cn_prover_clear(cn_prover *prover)
{
    free(prover->deck);
    *prover = (cn_prover){0};
}
