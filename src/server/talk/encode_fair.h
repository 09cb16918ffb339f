/* The parts of messages about deals that can be proven.
 * Not here: other messages (encode.h). This file's code is compiled without the game's header.
 * Invariant: of a seed nothing is said before it is public: the server's when its hand is over, a
 * seat's with the deal it was given for. */
#ifndef CANASTA_SERVER_ENCODE_FAIR_H
#define CANASTA_SERVER_ENCODE_FAIR_H

#include <json-c/json.h>

#include "server/table/table.h"

/* For a snapshot: what is committed to, and what the last deal was made of. */
json_object *cn_encode_fair(const cn_table *table);
/* For a change that is about a deal. */
void cn_encode_add_deal(json_object *object, const cn_table *table, const cn_change *change);
/* Proofs of the cards that the seat has been shown: with the last change, or in the whole hand.
 * Nothing where the deal was in clear. */
void cn_encode_add_proofs(json_object *object, const cn_table *table, unsigned seat, bool fresh);

#endif
