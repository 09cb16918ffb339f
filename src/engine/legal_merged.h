/* The commonest of the usual melding turns where a rank has one meld, by rules whose melds of ranks
 * are told by their counts.
 * Not here: all others (legal_usual.c). Invariant: the same steps as there. */
#ifndef CANASTA_LEGAL_MERGED_H
#define CANASTA_LEGAL_MERGED_H

#include "canasta/public.h"
#include "canasta/step.h"

/* True if there may be such turns; cn_rules.counted_ranks is known. */
bool cn_has_merged_turns(const cn_rules *rules);

/* True if every card that fits a begun meld leaves it one that is finished, as long as the cards in
 * hand are enough; what melds take is known. */
bool cn_begun_melds_finish(const cn_rules *rules);

/* All steps by rules with such turns, in PHASE_MELD, whether this is one or not. */
void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask);

/* Adds ASK to all other steps of such a turn, if it is legal (legal.c). */
void cn_add_question(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask);

/* The same by rules that are not plain, in any turn and phase (legal.c). */
void cn_legal_of_others(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask);

#endif
