/* Arrangements: all ways to lay hand cards onto a side's melds and into new ones; and what the
 * stages of the search need of each other. Not here: what one is good for (finish_out.c).
 * Invariant: exact - every set of melds that legal lays can reach, and no other, up to their order;
 * a stage calls the next one for every way it finds, and undoes its lays when none succeeds. */
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

bool cn_arrange_finished(const cn_arrangement *a, const cn_piece *piece);

/* True if cards may go to that old piece: with one meld of a rank only to the latest. */
bool cn_arrange_takes_cards(const cn_arrangement *a, unsigned piece_i);

/* Lay one card onto the piece - a natural, a wild of either kind, the next face of a sequence at
 * its upper or lower end - and say whether it could be laid. */
bool cn_arrange_natural(cn_arrangement *a, cn_piece *piece);
bool cn_arrange_wild(cn_arrangement *a, cn_piece *piece);
bool cn_arrange_up(cn_arrangement *a, cn_piece *piece);
bool cn_arrange_down(cn_arrangement *a, cn_piece *piece);

/* Takes a natural, a wild, or the face at an end back. */
void cn_arrange_unlay_natural(cn_arrangement *a, cn_piece *piece);
void cn_arrange_unlay_wild(cn_arrangement *a, cn_piece *piece);
void cn_arrange_undo_up(cn_arrangement *a, cn_piece *piece);
void cn_arrange_undo_down(cn_arrangement *a, cn_piece *piece);

/* An old sequence becomes a meld by naturals of the hand before it gets a wild. */
bool cn_arrange_finishes_by_naturals(const cn_arrangement *a, const cn_piece *piece);

/* It is a meld still without the card that has been laid at an end, which so can be the last. */
bool cn_arrange_sequence_has_last(const cn_arrangement *a, const cn_piece *piece);

/* Naturals of the rank still in hand; of twos the twos. */
uint8_t *cn_arrange_held(cn_arrangement *a, unsigned rank);

/* Another meld of the rank may be begun beside those there are (S1). */
bool cn_arrange_may_begin(const cn_arrangement *a, unsigned rank);

/* Melds may be joined at all. */
bool cn_arrange_may_join(const cn_arrangement *a);

/* The piece `second` becomes part of `first`, of the same rank; false if it may not. */
bool cn_arrange_join(cn_arrangement *a, unsigned first, unsigned second);

/* Lays so many cards onto the shape, naturals first, while it takes them; true if it takes all. */
bool cn_arrange_lay_all(const cn_arrangement *a, cn_shape *shape, unsigned naturals,
                        unsigned wilds);

/* Emptying the hand ends it (P126), so all melds must be joined before the last card is laid: none
 * is joined, or some card can be laid after it. */
bool cn_arrange_some_card_can_be_last(const cn_arrangement *a);

/* The begun meld can be finished before anything else. */
bool cn_arrange_open_comes_first(const cn_arrangement *a);

/* One card of the kind is left over, for the discard; false if it may not be. */
bool cn_arrange_discard(cn_arrangement *a, unsigned kind);
void cn_arrange_undo_discard(cn_arrangement *a, unsigned kind);

/* True if the pieces can lie as they are and satisfy the goal. */
bool cn_arrange_settled(cn_arrangement *a);

bool cn_has_failed(cn_failures *failures, uint64_t key);
void cn_note_failure(cn_failures *failures, uint64_t key);

/* Everything the rest of a search depends on, from `rank` on. */
uint64_t cn_arrange_key(const cn_arrangement *a, unsigned rank);

/* Adds to the old melds of the rank from index `from` on - twos and black threes are ranks here -
 * then begins new ones. */
bool cn_arrange_grow(cn_arrangement *a, unsigned rank, unsigned from);

/* The stages of the ranks from `rank` on, of black threes, of melds of wilds, and what follows the
 * twos. */
bool cn_arrange_ranks(cn_arrangement *a, unsigned rank);
bool cn_arrange_black3(cn_arrangement *a);
bool cn_arrange_wilds(cn_arrangement *a);
bool cn_arrange_after_twos(cn_arrangement *a);

/* The lowest faces of runs in hand that could be sequences, of the suit, from rank `low` up. */
uint64_t cn_arrange_starts_from(const cn_arrangement *a, unsigned suit, unsigned low);

/* The stage of the sequences, and what follows it. */
bool cn_arrange_sequences(cn_arrangement *a);
bool cn_arrange_after_sequences(cn_arrangement *a);

/* Ranks whose naturals may need a sequence, one bit each. */
uint16_t cn_arrange_orphans(const cn_arrangement *a);

#endif
