/* The lines before the first hand of a record, while it is read.
 * Not here: hands (replay_text.c).
 * Invariant: after the last one the rules are complete, or the record has been refused. */
#ifndef CANASTA_REPLAY_HEAD_H
#define CANASTA_REPLAY_HEAD_H

#include "text/records/replay_text.h"

/* Each reads what stands behind the first word of its line. */
bool cn_head_rules(cn_replay *replay, cn_scan *scan);
bool cn_head_players(cn_replay *replay, cn_scan *scan);
bool cn_head_set(cn_replay *replay, cn_scan *scan);
bool cn_head_name(cn_replay *replay, cn_scan *scan);
bool cn_head_dealer(cn_replay *replay, cn_scan *scan);
bool cn_head_remark(cn_replay *replay, cn_scan *scan); /* `date` and `note` */

/* The header is complete: the rules are made, and the game stands before its first hand. */
bool cn_head_end(cn_replay *replay, const cn_scan *scan);

#endif
