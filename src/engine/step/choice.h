/* Which cards of the hand a step means where it does not name them (P130, S26).
 * Not here: which of them serve (finish/plan.c, legal/judge.c).
 * Invariant: rising suits, each choice once. */
#ifndef CANASTA_CHOICE_H
#define CANASTA_CHOICE_H

#include "canasta/public.h"

/* Kinds of the hand cards a step uses, CN_KIND_NONE where it uses none. */
void cn_step_kinds(const cn_public *pub, unsigned number, uint8_t kinds[2]);

/* The step with every card named, where it names none the one of the lowest suit. */
cn_step cn_step_lowest(const cn_public *pub, const cn_cards *hand, cn_step step);

/* The choices of cards that a number leaves where suits matter (S26): the place-th one, by rising
 * suits; false behind the last. Elsewhere there is one choice, which names no card. */
bool cn_step_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned number, unsigned place, cn_step *step);

#endif
