/* How an entry of a table's log changes what is true of it.
 * Not here: that truth itself (state.h), memory of events, connections, storage.
 * Invariant: the core is a function of the entries; live play and replay run the same code. */
#ifndef CANASTA_SERVER_CORE_H
#define CANASTA_SERVER_CORE_H

#include "server/table/state.h"
#include "text/cards/play_text.h"

/* A core that no entry has been applied to, of a table of that name. */
void cn_core_start(cn_core *core, const char *table);

/* Where the hand began: what a view starts from. */
typedef struct cn_hand_start {
    unsigned dealer;
    unsigned hands_played; /* before this hand */
    int32_t totals[CN_SIDES_MAX];
} cn_hand_start;

/* What an entry brought about. */
typedef struct cn_outcome {
    unsigned event_count;
    cn_event event[CN_PLAY_STEPS_MAX + 1]; /* the whole truth; to be projected for each seat */
    bool scored;
    cn_score score[CN_SIDES_MAX];
    cn_hand_start start; /* of DEAL entries */
} cn_outcome;

/* Applies an entry. False if it cannot follow; then the core is spoilt: work on a copy. A play may
 * follow that is possible and not legal. */
bool cn_core_apply(cn_core *core, const cn_entry *entry, cn_outcome *outcome);
/* Judges a play anew, each step by itself: programs of before wrote parts of plays where a play had
 * no room for all. What cannot be known, because the key of the log was lost, is believed. */
bool cn_core_is_legal(const cn_core *core, const cn_entry *entry);
/* Seconds that a game with a limit of time has lasted, pauses left out (P169); -1: there is none,
 * or it has not begun. */
int64_t cn_core_lasted_s(const cn_core *core, int64_t now);

#endif
