/* The parts of the exact test for dead ends where no closed form is known, and what the searches
 * for openings share. Not here: the closed form of plain rules (plan_plain.h).
 * Invariant: exact; see plan.h. */
#ifndef CANASTA_FINISH_H
#define CANASTA_FINISH_H

#include "engine/finish/arrangement.h"
#include "engine/finish/opening_draft.h"
#include "engine/step/opening.h"

/* A side that has opened (nothing staged) can go out from here. */
bool cn_finish_by_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            cn_effort *effort);

/* A side that has not opened can complete an opening - the groups staged so far belong to it - and
 * then end the turn: `out` by going out, otherwise by keeping cards. */
bool cn_finish_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool out,
                       cn_effort *effort);

/* Either of the two. */
bool cn_finish_any_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_effort *effort);

/* The same where this draft has not found one. */
bool cn_finish_undrafted_opening(const cn_draft *draft, cn_effort *effort);

/* Going out, and openings, by searching alone, without what counts tell beforehand. */
bool cn_search_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort);
bool cn_search_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool out,
                       cn_effort *effort);

/* Highest count an opening can reach, as far as the usual effort finds it. */
int32_t cn_best_opening_count(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The seat can complete a canasta in this turn, its first one, and picks up a packet by it (P112).
 */
bool cn_finish_by_packet(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort);

/* What no lay changes about going out: answers, packets, red threes, cards nobody has seen yet. */
bool cn_may_go_out_at_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Begins an arrangement of a side that has opened, or opens with it, in which every card must be
 * laid but one that may be the last discard; with what tells of it from counts, NULL if nothing
 * does. False if the threes in hand forbid it. */
bool cn_begin_laying_all(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                         const cn_cards *hand, cn_effort *effort);

/* Some arrangement lays every card, or all but one that may be the last discard, and satisfies
 * `arranged`, for which the canastas of going out must be there. */
bool cn_lays_all_but_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_arranged *arranged, cn_digest *digest, const void *goal,
                         cn_effort *effort);

/* Wilds laid into other melds than wilds (twos) while an older meld of wilds (twos) stays
 * unfinished are impossible in any order (P61, P133). */
bool cn_lock_holds(const cn_arrangement *a);

/* The table of a complete arrangement has what going out needs. */
bool cn_table_goes_out(const cn_arrangement *a);

/* What canastas the settled pieces are. */
uint64_t cn_digest_canastas(const cn_arrangement *a, unsigned rank, uint64_t key);

/* Ranks in hand, one bit each, of which some meld, old or new, can take a card; told too often
 * rather than too seldom. */
uint32_t cn_ranks_that_fit(const cn_arrangement *a);

cn_canasta cn_piece_canasta(const cn_rules *rules, const cn_piece *piece);

/* Cards in hand that fit no meld in any way; counted too low rather than too high. */
unsigned cn_arrangement_misfits(const cn_arrangement *a);

/* A search with that goal, of which `fitting` is filled in. */
void cn_begin_opening(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, cn_goal *goal, cn_effort *effort);

/* What the pieces are worth; false if locks forbid them. */
bool cn_arrangement_opens(const cn_arrangement *a, cn_opening *sum);

/* Hand cards that are laid. */
unsigned cn_arrangement_added(const cn_arrangement *a);

/* What the settled pieces come to for the opening, and for going out with it. */
uint64_t cn_digest_opening(const cn_arrangement *a, unsigned rank, uint64_t key);

/* Too few points even if every card of the higher ranks and every wild were laid. */
bool cn_count_is_hopeless(const cn_arrangement *a, unsigned rank);

/* The same while sequences are being settled, into which all cards of the ranks in `loose` could
 * go. */
bool cn_count_is_vain(const cn_arrangement *a, uint32_t loose);

#endif
