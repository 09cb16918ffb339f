/* The shape of each step: may it be made where the turn stands, dead ends aside?
 * Not here: whether the turn can be finished after it (plan.c).
 * Invariant: agrees with the masks of legal.c; the brute-force test compares them. */
#ifndef CANASTA_POSSIBLE_H
#define CANASTA_POSSIBLE_H

#include "canasta/public.h"
#include "canasta/reason.h"
#include "engine/finish/effort.h"

/* Why the step's shape is refused, CN_OK if it is possible. Whether an empty
 * stock forces a take and whether an ask can be answered is searched for with this effort (S28). */
cn_reason cn_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     unsigned number, cn_effort *effort);

/* Everything about a question but what it looks ahead for (P67, P147). */
cn_reason cn_ask_refusal_now(const cn_rules *rules, const cn_public *pub);

/* The same for a draw (or the end of the hand it means with an empty stock) and for a take; the
 * phase is PHASE_DRAW. */
cn_reason cn_draw_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          cn_effort *effort);
cn_reason cn_take_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number);

/* P50, P51: why nobody, or not the side on turn, may take the top card; no kind of take matters. */
cn_reason cn_top_refusal(const cn_rules *rules, const cn_public *pub);

/* True if a card of `kind` may not go to melds of that rank because of an unfinished meld of wilds
 * or twos (P61, P133). */
bool cn_is_locked(const cn_rules *rules, const cn_side *side, unsigned kind, unsigned meld_rank);

/* The lays that could go to a meld: at most one natural, one two, one joker, or two sequence ends.
 * Returns how many numbers it wrote. */
unsigned cn_lays_onto(const cn_meld *meld, unsigned numbers[3]);

/* A packet waits for the hand to be emptied (P111). */
static inline bool cn_packet_waits_for_empty_hand(const cn_rules *rules, const cn_public *pub)
{
    return pub->packets[pub->asker] > 0 &&
           rules->p.reserve_trigger == CN_RESERVE_TRIGGER_HAND_EMPTY;
}

/* Cards the seat on turn must hold after a discard that does not go out (P79, P80). */
static inline unsigned cn_keep_cards(const cn_rules *rules, const cn_public *pub)
{
    const bool talon = pub->turn.opened && cn_public_talon_due(rules, pub) > 0;
    const unsigned keep = talon ? 0 : (unsigned)rules->p.keep_cards; /* P80 */
    const bool waits = pub->packets[pub->asker] > 0 &&
                       rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY; /* S14 */
    return waits && keep == 0 ? 1 : keep;
}

/* A sequence of the side on turn is longer than full (P109). */
bool cn_lengthened_full_sequence(const cn_rules *rules, const cn_public *pub);

/* True if this turn can only end by going out: black threes lie there, a binding yes was given, or
 * a full sequence was lengthened (P65, P70, P109). */
static inline bool cn_must_go_out(const cn_rules *rules, const cn_public *pub)
{
    if (pub->turn.laid_black3 != CN_BLACK3_NONE) return true;
    if (pub->turn.answer == CN_ANSWER_YES && rules->p.ask_binding) return true;
    return rules->p.sequence_extend_going_out && cn_lengthened_full_sequence(rules, pub);
}

static inline cn_reason cn_reason_make(unsigned code, int32_t have, int32_t need)
{
    return (cn_reason){(uint8_t)code, have, need};
}

#endif
