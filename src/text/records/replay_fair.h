/* The lines behind a deck that prove its deal, while a record is read.
 * Not here: their form (fair_text.h), and whether they prove anything (fair/proof.h).
 * Invariant: the deals of a record are of one table and count on, hand by hand. */
#ifndef CANASTA_REPLAY_FAIR_H
#define CANASTA_REPLAY_FAIR_H

#include "text/records/replay_text.h"

bool cn_replay_fair(cn_replay *replay, cn_scan *scan);
bool cn_replay_fair_seed(cn_replay *replay, cn_scan *scan);
bool cn_replay_fair_part(cn_replay *replay, cn_scan *scan);
/* No more of them comes: the deal is told, and the hand goes on. */
void cn_replay_dealt(cn_replay *replay);

#endif
