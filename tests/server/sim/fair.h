/* What is promised of deals, held against the log as it stands on the disk: seeds are committed to
 * before anybody gives one, and told by nobody before their hand is over.
 * Not here: what people are told (told.h). Invariant: nothing here asks the core. */
#ifndef CANASTA_TESTS_SIM_FAIR_H
#define CANASTA_TESTS_SIM_FAIR_H

#include "fair/proof.h"
#include "server/store/log.h"
#include "sim.h"

/* The deals of a table, from its entries. */
typedef struct fair_story {
    cn_fair_deal next, dealt; /* number 0: none */
    uint32_t deals;
    bool revealed;
    bool owes_commit; /* the next entry must be one */
} fair_story;

/* An entry has come to stand in the log of the table. */
void fair_follow(sim *s, fair_story *story, const char *table, const cn_entry *entry);
/* Whether a text, which may be NULL, holds a seed that nobody may know yet. */
bool fair_tells(const fair_story *story, const char *text);

#endif
