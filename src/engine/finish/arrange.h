/* Arrangements: all ways to lay hand cards onto a side's melds and into new ones.
 * Not here: what an arrangement is good for (finish_out.c). Invariant: exact - every set of melds
 * that legal lays can reach, and no other, up to the order of the lays. */
#ifndef CANASTA_ARRANGE_H
#define CANASTA_ARRANGE_H

#include "engine/finish/arrangement.h"

/* The melds of the side on turn, and the hand. */
void cn_arrange_start(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, cn_effort *effort);

/* Mixes a word, or bytes, into a key. */
uint64_t cn_digest_word(uint64_t key, uint64_t word);
uint64_t cn_digest_bytes(uint64_t key, const void *bytes, size_t count);

/* What counts tell of it, by `tell`, which is there. */
cn_told cn_arrange_told(cn_arrangement *a);

/* True if some arrangement satisfies `arranged` and is found with the effort there is. */
bool cn_arrange(cn_arrangement *a);

/* What sequences for the naturals that no meld of their rank takes tell, whatever becomes of the
 * twos if they are not settled yet; `tell` is there. The arrangement is used up by a yes. */
cn_told cn_arrange_placing(cn_arrangement *a);

#endif
