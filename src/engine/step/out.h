/* The going-out check on a side's table (P81, P132, S15, S27): are the canastas there?
 * Not here: whether a hand can be emptied (plan.h). Invariant: reads melds, nothing of any hand. */
#ifndef CANASTA_OUT_H
#define CANASTA_OUT_H

#include "canasta/public.h"
#include "canasta/reason.h"

/* Canastas by what going out asks about: each complete one is in exactly one class. */
typedef struct cn_canastas {
    uint8_t natural[CN_BONUS_RANKS]; /* by rank; 12: twos; 11: of wilds that count so (P191) */
    uint8_t mixed[CN_BONUS_RANKS];
    uint8_t wild;
    uint8_t sequence;
} cn_canastas;

cn_canastas cn_side_count_canastas(const cn_rules *rules, const cn_side *side);

/* Adds a canasta of that kind (and rank, for natural and mixed ones) as what it counts. */
void cn_canastas_add(cn_canastas *canastas, const cn_rules *rules, cn_canasta kind, unsigned rank);

/* True if the canastas satisfy out_canastas, out_needs and out_not_counted. */
bool cn_canastas_suffice(const cn_rules *rules, const cn_public *pub, const cn_canastas *canastas);

/* Red threes that the members of the side have laid out. */
unsigned cn_side_red3(const cn_rules *rules, const cn_public *pub, unsigned side);

/* S27: the side of the seat on turn has laid out a red three for every canasta, where it must. */
bool cn_red3_suffice(const cn_rules *rules, const cn_public *pub, const cn_canastas *canastas);

/* Why the side of the seat on turn may not go out with its melds as they lie, in the order of S15,
 * CN_OK if it may. `by_discard`: the last card is a discard. */
cn_reason cn_out_refusal(const cn_rules *rules, const cn_public *pub, bool by_discard);

/* True if the partner's answer, or that there is none, does not forbid it (P70, P71). */
bool cn_answer_lets_out(const cn_rules *rules, const cn_public *pub);

/* The first turns of a hand, and packets of partners, do not forbid it (P192). */
bool cn_table_lets_out(const cn_rules *rules, const cn_public *pub);

/* True if an unfinished meld of the side forbids going out (P102). */
bool cn_meld_blocks_out(const cn_rules *rules, const cn_meld *meld);

#endif
