/* Steps that nobody has to search, since another one is as good by plain sight and gives less away.
 * Not here: the search. Invariant: where a step is needless, the other one is legal, too. */
#ifndef CANASTA_NEEDLESS_H
#define CANASTA_NEEDLESS_H

#include "canasta/view.h"

/* `legal`: the legal steps of the view, `number` one of them. */
bool cn_step_is_needless(const cn_view *view, const cn_rules *rules, const cn_mask *legal,
                         unsigned number);

#endif
