/* The one legality function, for games and views alike (P131), with no dead ends (P125).
 * Not here: reasons for refusals (reason.h).
 * Invariant: changes nothing; depends on the rules, the public state and the acting hand only. */
#ifndef CANASTA_LEGAL_H
#define CANASTA_LEGAL_H

#include "canasta/public.h"
#include "canasta/step.h"

/* The legal steps of the seat to act, whose whole hand is `hand`. Empty where nobody is to act. */
cn_mask cn_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The same of a hand that may have more cards than are known: where a step was only tried (view.h).
 */
cn_mask cn_legal_of_known(const cn_rules *rules, const cn_public *pub, const cn_cards *known);

/* True if the step of that number is among them; cheaper than all of them. */
bool cn_legal_has(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned number);

/* The steps that cn_legal judged without having searched to the end (S28): with more effort one of
 * them may be found legal - or, for a draw from an empty stock, illegal. Nearly always none. */
cn_mask cn_legal_unsure(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* True if the step's number is legal and the cards it names fit the number and are held. */
bool cn_legal_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, cn_step step);

/* True if the step's shape is allowed where the turn stands - phase, cards held, group, take,
 * count of an opening - whether or not the turn could be finished after it. The legal steps are the
 * possible ones after which it can (P125); the brute-force test builds on this. */
bool cn_possible(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                 unsigned number);

/* The same of a step, whose named cards must fit the number and be held; but whether a draw or a
 * question would leave a way out is not asked: for steps that were judged when they were made.
 * Never takes long, as the others can by rules of one's own (S28). */
bool cn_possible_step(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_step step);

/* Highest count the opening that is being staged (or could be staged) can still reach, at least
 * what is staged; for "you can reach at most 65". */
int32_t cn_opening_reach(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* True if the seat on turn could go out in this turn with the cards it knows (P46, P68). */
bool cn_can_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
