/* Whether a step is possible as the state stands, why not, and all takes at once.
 * Not here: whether the turn can be finished after it (finish/). Invariant: the set and the single
 * answer agree. */
#ifndef CANASTA_POSSIBLE_H
#define CANASTA_POSSIBLE_H

#include "canasta/public.h"
#include "canasta/reason.h"
#include "canasta/step.h"

/* Why the step is refused, CN_OK if nothing that lies there or is held stands against it. What
 * needs a look ahead is asked of finish/refusal.h: whether an empty stock forces a take, whether a
 * question can be answered. */
cn_reason cn_step_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number);

/* Everything about a question but what it looks ahead for (P67, P147). */
cn_reason cn_ask_refusal_now(const cn_rules *rules, const cn_public *pub);

/* The same for a take; the phase is PHASE_DRAW. */
cn_reason cn_take_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number);

/* P50, P51: why nobody, or not the side on turn, may take the top card; no kind of take matters. */
cn_reason cn_top_refusal(const cn_rules *rules, const cn_public *pub);

/* The lays that could go to a meld: at most one natural, one two, one joker, at either end if it is
 * a sequence. Returns how many numbers it wrote. */
enum { CN_LAYS_ONTO = 6 };
unsigned cn_lays_onto(const cn_rules *rules, const cn_meld *meld, unsigned numbers[CN_LAYS_ONTO]);

/* The kinds that may be discarded in PHASE_MELD, one bit each. */
uint32_t cn_find_discards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The takes of a turn in PHASE_DRAW, and the names of melds for them; where a meld was named, the
 * takes onto it. */
cn_mask cn_find_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);
/* The same as if the top card had to be melded by these rules. */
cn_mask cn_find_top_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Those that could go to the side's meld `meld_i` if it were named; CN_NO_MELD: if none were, in a
 * turn in which none was. */
uint64_t cn_find_takes_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned meld_i);

#endif
