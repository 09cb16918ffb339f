/* Limits of a whole turn: cards that must be kept, going out that is due, ranks that are closed.
 * Not here: limits of one meld (shape.h). Invariant: as the state stands, without a plan. */
#ifndef CANASTA_LIMITS_H
#define CANASTA_LIMITS_H

#include "canasta/public.h"
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"

/* True if a card of `kind` may not go to melds of that rank because of an unfinished meld of wilds
 * or twos (P61, P133). */
bool cn_is_locked(const cn_rules *rules, const cn_side *side, unsigned kind, unsigned meld_rank);

/* Turns of this hand of the seat on turn, this one among them. */
static inline int32_t cn_own_turns(const cn_rules *rules, const cn_public *pub)
{
    return (pub->turn_number + rules->seat_count - 1) / rules->seat_count;
}

/* Nobody melds, takes or joins before a turn that the rules name (P184). */
static inline bool cn_may_meld(const cn_rules *rules, const cn_public *pub)
{
    const int32_t from = rules->p.meld_from_turn;
    return from == 1 || cn_own_turns(rules, pub) >= from;
}

/* Somebody has gone out, and all others have one turn more (P195). */
static inline bool cn_is_last_turn(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.last_turns && pub->out_seat != CN_SEAT_NONE;
}

/* The side has melds, and not only since the last turn of the seat on turn (P105, P188). */
static inline bool cn_melds_bar_special(const cn_rules *rules, const cn_public *pub)
{
    const cn_side *side = cn_public_acting(pub);
    const bool late = rules->p.special_after_partner && side->opened_turn > 0 &&
                      side->opened_turn + rules->seat_count > pub->turn_number;
    return side->meld_count > 0 && !late;
}

/* A packet waits for the hand to be emptied (P111). */
static inline bool cn_packet_waits_for_empty_hand(const cn_rules *rules, const cn_public *pub)
{
    return pub->packets[pub->asker] > 0 &&
           rules->p.reserve_trigger == CN_RESERVE_TRIGGER_HAND_EMPTY;
}

/* A packet that waits forbids to go out, but by a discard where that may be (P111, P185). */
static inline bool cn_packet_bars_out(const cn_rules *rules, const cn_public *pub, bool by_discard)
{
    return pub->packets[pub->asker] > 0 && !(by_discard && rules->p.out_with_packet);
}

/* Threes in hand that are no cards for going out; while a packet bars that they are cards like
 * others (P204). */
static inline unsigned cn_idle_threes(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand)
{
    if (rules->idle_threes == 0 || cn_packet_bars_out(rules, pub, true)) return 0;
    return ((rules->idle_threes >> CN_KIND_RED3 & 1) != 0 ? hand->kind[CN_KIND_RED3] : 0U) +
           ((rules->idle_threes >> CN_KIND_BLACK3 & 1) != 0 ? hand->kind[CN_KIND_BLACK3] : 0U);
}

/* The hand without them. */
cn_cards cn_without_idle_threes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Cards the seat on turn must hold after a discard that does not go out (P79, P80). */
static inline unsigned cn_keep_cards(const cn_rules *rules, const cn_public *pub)
{
    const bool talon = pub->turn.opened && cn_public_talon_due(rules, pub) > 0;
    const bool none = talon || cn_is_last_turn(rules, pub);
    const unsigned keep = none ? 0 : (unsigned)rules->p.keep_cards; /* P80 */
    const bool waits = pub->packets[pub->asker] > 0 &&
                       rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY; /* S14 */
    return waits && keep == 0 ? 1 : keep;
}

/* A draw has brought nothing but threes that are not replaced, and left one card or none (P168). */
static inline bool cn_is_bare(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.red3_not_replaced != 0 && !pub->turn.laid && pub->hand_count[pub->asker] <= 1;
}

/* A sequence of the side on turn is longer than full (P109). */
bool cn_lengthened_full_sequence(const cn_rules *rules, const cn_public *pub);

/* True if this turn can only end by going out: black threes lie there, a binding yes was given, a
 * full sequence was lengthened, or nothing else made the opening lawful (P65, P70, P86, P109). */
static inline bool cn_must_go_out(const cn_rules *rules, const cn_public *pub)
{
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || pub->turn.opened_exempt) return true;
    if (pub->turn.answer == CN_ANSWER_YES && rules->p.ask_binding) return true;
    return rules->p.sequence_extend_going_out && cn_lengthened_full_sequence(rules, pub);
}

/* Who has no card left without going out ends his turn so (P193). */
static inline bool cn_may_float(const cn_rules *rules, const cn_public *pub)
{
    const bool free =
        (rules->p.float_by_meld && rules->p.keep_cards == 0) || cn_is_last_turn(rules, pub);
    return free && pub->packets[pub->asker] == 0 && !cn_must_go_out(rules, pub);
}

/* The hand that waits for its packet is emptied by a discard only (S12). */
static inline bool cn_packet_needs_discard(const cn_rules *rules)
{
    return rules->p.reserve_entry == CN_RESERVE_ENTRY_BY_DISCARD;
}

/* The closed ranks below CN_RANKS, one bit each. */
uint32_t cn_dead_ranks(const cn_rules *rules, const cn_public *pub);

/* Ranks, and wilds, of which one meld that lies there is no canasta; or, with `natural`, one with
 * wilds. */
uint32_t cn_ranks_short_of_canasta(const cn_rules *rules, const cn_side *side, bool natural);

/* Those of which no further meld begins (P156, P205). */
static inline uint32_t cn_waiting_ranks(const cn_rules *rules, const cn_side *side)
{
    const int32_t again = rules->p.meld_again_after_canasta;
    if (again == CN_MELD_AGAIN_NO) return 0;
    return cn_ranks_short_of_canasta(rules, side, again == CN_MELD_AGAIN_NATURAL);
}

#endif
