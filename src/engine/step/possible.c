/* The shape of each step, with the reason when it is wrong.
 * Not here: dead ends and what looks ahead (finish), takes (possible_take.c).
 * Invariant: reasons come in the order of P150. */
#include "engine/step/possible.h"
#include "engine/step/refuse.h"

#include <stddef.h>

#include "canasta/legal.h"
#include "canasta/score.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/opening.h"
#include "engine/step/out.h"
#include "engine/step/sequence.h"
#include "engine/step/shape.h"
#include "engine/step/swap.h"
#include "engine/step/target.h"
#include "engine/table/takers.h"

/* A second meld of wilds (twos) beside an unfinished one that keeps them for itself. */
static bool is_beside_locker(const cn_rules *rules, const cn_side *side, unsigned kind,
                             unsigned rank)
{
    bool of_wilds = rank == CN_MELD_WILD &&
                    rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
    bool of_twos = rank == CN_MELD_TWOS &&
                   rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
    return (of_wilds || of_twos) && cn_is_locked(rules, side, kind, CN_KIND_4);
}

/* Two unfinished melds of wilds (twos) of sides that have become one keep them from each other. */
static bool is_locked_by_other(const cn_rules *rules, const cn_side *side, unsigned kind,
                               unsigned rank, unsigned target)
{
    if (target >= side->meld_count || rank < CN_RANKS) return false;
    if (!is_beside_locker(rules, side, kind, rank)) return false;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (i != target && side->meld[i].rank == rank &&
            cn_meld_size(&side->meld[i]) < (unsigned)rules->p.canasta_size)
            return true;
    return false;
}

static bool is_wild_lay(unsigned kind, unsigned rank)
{
    return cn_kind_is_wild(kind) && !(rank == CN_MELD_TWOS && kind == CN_KIND_TWO);
}

/* A card that would begin a meld of `rank`. */
static cn_reason refuse_begin(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                              unsigned kind, unsigned rank)
{
    if (rank == CN_MELD_WILD && rules->wild_most == 0) return cn_refuse(CN_REASON_WILD_ONLY);
    if (rank != CN_MELD_WILD && is_wild_lay(kind, rank))
        return cn_refuse(rank == CN_MELD_BLACK3 ? CN_REASON_BLACK3_WILD : CN_REASON_WILD_ONLY);
    if (rank == CN_MELD_TWOS && !rules->p.twos_as_rank) return cn_refuse(CN_REASON_WILD_ONLY);
    if (side->meld_count == CN_MELDS_MAX) return cn_refuse(CN_REASON_MELDS_FULL);
    if (cn_waiting_ranks(rules, side) >> rank & 1) return cn_refuse(CN_REASON_MELD_AGAIN);
    if (is_beside_locker(rules, side, kind, rank)) return cn_refuse(CN_REASON_WILD_LOCK);
    if (rank != CN_MELD_WILD && cn_public_dead(rules, pub, rank)) return cn_refuse(CN_REASON_DEAD);
    if (rank == CN_MELD_WILD && rules->p.initial_naturals_only && side->meld_count == 0)
        return cn_refuse(CN_REASON_NATURALS_ONLY);
    return cn_no_reason();
}

/* A card for a meld of wilds, twos or a rank; the card is held. */
static cn_reason refuse_lay_rank(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                 unsigned kind, unsigned rank, unsigned target)
{
    bool wild = is_wild_lay(kind, rank);
    bool opening = !cn_public_has_opened(pub, pub->asker);
    if (rank == CN_MELD_BLACK3 && rules->p.black3_meld == CN_BLACK3_MELD_NEVER)
        return cn_refuse(CN_REASON_BLACK3);
    if (rank == CN_MELD_BLACK3 && pub->hand_number < rules->p.black3_meld_hand) /* P199 */
        return cn_reason_make(CN_REASON_BLACK3_HAND, pub->hand_number, rules->p.black3_meld_hand);
    if (rank == CN_MELD_WILD && opening && rules->p.initial_naturals_only)
        return cn_refuse(CN_REASON_NATURALS_ONLY);
    cn_shape shape = cn_shape_new(rank, opening);
    if (target == side->meld_count) {
        cn_reason reason = refuse_begin(rules, pub, side, kind, rank);
        if (reason.code != CN_OK) return reason;
    } else {
        if (rank < CN_RANKS && cn_public_dead(rules, pub, rank)) return cn_refuse(CN_REASON_DEAD);
        if (rank == CN_MELD_TWOS && cn_public_dead(rules, pub, rank))
            return cn_refuse(CN_REASON_DEAD);
        shape = cn_shape_of(pub, side, target);
    }
    cn_reason reason = cn_shape_refusal(rules, &shape, wild || rank == CN_MELD_WILD, true);
    if (reason.code != CN_OK) return reason;
    if (cn_is_locked(rules, side, kind, rank) ||
        is_locked_by_other(rules, side, kind, rank, target))
        return cn_refuse(CN_REASON_WILD_LOCK);
    return cn_no_reason();
}

/* P63, P177. */
static cn_reason refuse_lay_sequence(const cn_rules *rules, const cn_public *pub,
                                     const cn_side *side, unsigned number, unsigned target)
{
    if (!cn_step_is_sequence_wild(number)) return cn_sequence_refusal(rules, side, target);
    return cn_sequence_wild_refusal(rules, pub, side, cn_step_kind(number), target);
}

static bool holds(const cn_cards *hand, unsigned number)
{
    if (cn_step_is_sequence(number))
        return cn_cards_count(hand, (cn_card)(number - CN_STEP_SEQUENCE)) > 0;
    return hand->kind[cn_step_kind(number)] > 0;
}

/* P65: black threes are one group, laid last of all. */
static cn_reason refuse_by_black3(const cn_public *pub, unsigned rank, unsigned target)
{
    const cn_turn *turn = &pub->turn;
    if (turn->laid_black3 == CN_BLACK3_NONE) return cn_no_reason();
    if (rank != CN_MELD_BLACK3 || turn->laid_black3 == CN_BLACK3_CLOSED)
        return cn_refuse(CN_REASON_BLACK3);
    return target == cn_public_acting(pub)->meld_count ? cn_refuse(CN_REASON_BLACK3)
                                                       : cn_no_reason();
}

/* What a lay for no place is refused with. */
static cn_reason refuse_targetless(const cn_rules *rules, unsigned number)
{
    unsigned rank = cn_step_meld(number);
    if (rank == CN_MELD_SEQUENCE && !rules->p.sequences) return cn_refuse(CN_REASON_RANK);
    if (rank == CN_MELD_SEQUENCE && rules->p.sequence_wilds == 0)
        return cn_refuse(CN_REASON_SEQ_WILD);
    if (rank != CN_MELD_SEQUENCE && is_wild_lay(cn_step_kind(number), rank))
        return cn_refuse(CN_REASON_WILD_ONLY);
    return cn_refuse(CN_REASON_NO_MELD);
}

static cn_reason refuse_lay(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned number)
{
    unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (!holds(hand, number)) return cn_refuse(CN_REASON_NOT_HELD);
    if (!cn_may_meld(rules, pub))
        return cn_reason_make(CN_REASON_MELD_TURN, cn_own_turns(rules, pub),
                              rules->p.meld_from_turn);
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    unsigned target = cn_step_target(rules, pub, number);
    if (target == CN_NO_MELD) return refuse_targetless(rules, number);
    bool sequence = rank == CN_MELD_SEQUENCE;
    cn_reason reason = sequence ? refuse_lay_sequence(rules, pub, side, number, target)
                                : refuse_lay_rank(rules, pub, side, kind, rank, target);
    if (reason.code != CN_OK && reason.code != CN_REASON_WILD_LOCK) return reason;
    if (turn->open_meld != CN_NO_MELD && turn->open_meld != target)
        return cn_refuse(CN_REASON_UNFINISHED); /* P122 */
    if (reason.code != CN_OK) return reason;
    return refuse_by_black3(pub, rank, target);
}

static cn_reason refuse_open(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!pub->turn.staging) return cn_refuse(CN_REASON_NOTHING_STAGED);
    if (pub->turn.open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (pub->turn.to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (pub->turn.owes) return cn_refuse(CN_REASON_PILE_OWED);
    return cn_opening_refusal(rules, pub, hand);
}

/* P67, P147: everything about a question but P68 and P134. */
cn_reason cn_ask_refusal_now(const cn_rules *rules, const cn_public *pub)
{
    const cn_turn *turn = &pub->turn;
    if (rules->p.ask_partner == CN_ASK_PARTNER_NONE ||
        cn_partner(rules, pub, pub->asker) == CN_SEAT_NONE)
        return cn_refuse(CN_REASON_ASK_NONE);
    if (cn_is_last_turn(rules, pub)) return cn_refuse(CN_REASON_ASK_IMPOSSIBLE);
    if (turn->asked) return cn_refuse(CN_REASON_ASK_AGAIN);
    if (rules->p.ask_limit > 0 && pub->asked[pub->asker] >= rules->p.ask_limit)
        return cn_reason_make(CN_REASON_ASK_LIMIT, pub->asked[pub->asker], rules->p.ask_limit);
    if (cn_packet_bars_out(rules, pub, true)) return cn_refuse(CN_REASON_ASK_IMPOSSIBLE);
    if (turn->laid_beyond) return cn_refuse(CN_REASON_ASK_LATE);
    if (turn->staging) return cn_refuse(CN_REASON_OPEN_FIRST);
    if (turn->open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (turn->to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    return cn_no_reason();
}

/* Why a turn that must go out may not end otherwise. */
static cn_reason refuse_staying(const cn_rules *rules, const cn_public *pub)
{
    if (pub->turn.laid_black3 != CN_BLACK3_NONE) return cn_refuse(CN_REASON_BLACK3);
    if (rules->p.ask_binding && pub->turn.answer == CN_ANSWER_YES)
        return cn_refuse(CN_REASON_ASK_YES); /* P70 */
    return cn_reason_make(CN_REASON_SIZE, rules->p.sequence_max + 1, rules->p.sequence_max);
}

/* The last card, thrown, goes out. */
static cn_reason refuse_out_by(const cn_rules *rules, const cn_public *pub, unsigned kind)
{
    const cn_reason reason = cn_out_refusal(rules, pub, true);
    const bool barred = (cn_never_last(rules) >> kind & 1) != 0;
    return reason.code == CN_OK && barred ? cn_refuse(CN_REASON_LAST_BAN) : reason;
}

/* The last card: it goes out (P79, P81), or the turn ends with an empty hand where that is allowed
 * (P80, P111, S14). A discard makes no canasta (P83). */
static cn_reason refuse_last_discard(const cn_rules *rules, const cn_public *pub, unsigned kind)
{
    const cn_reason reason = refuse_out_by(rules, pub, kind);
    const bool stays = cn_packet_waits_for_empty_hand(rules, pub) || cn_keep_cards(rules, pub) == 0;
    if (reason.code == CN_OK || (stays && !cn_must_go_out(rules, pub))) return cn_no_reason();
    return reason.code == CN_REASON_NO_CANASTA ? cn_refuse(CN_REASON_KEEP_CARD) : reason;
}

/* Idle threes that are left once a card of the kind is thrown (P204). */
static unsigned idle_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned kind)
{
    const unsigned idle = cn_idle_threes(rules, pub, hand);
    return idle - (idle > 0 && (rules->idle_threes >> kind & 1) != 0);
}

static cn_reason refuse_discard(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                unsigned number)
{
    const cn_turn *turn = &pub->turn;
    unsigned kind = cn_step_kind(number);
    if (hand->kind[kind] == 0) return cn_refuse(CN_REASON_NOT_HELD);
    if (turn->open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (turn->staging) return cn_refuse(CN_REASON_OPEN_FIRST);
    if (turn->to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (turn->owes) return cn_refuse(CN_REASON_PILE_OWED);
    cn_reason ban = cn_discard_ban(rules, pub, hand, kind);
    if (ban.code != CN_OK) return ban;
    const unsigned count = pub->hand_count[pub->asker]; /* with cards not yet seen (P151) */
    if (count <= 1) return refuse_last_discard(rules, pub, kind);
    if (count == 1 + idle_after(rules, pub, hand, kind)) {
        const cn_reason out = refuse_out_by(rules, pub, kind); /* P204 */
        if (out.code == CN_OK) return out;
    }
    if (cn_must_go_out(rules, pub)) return refuse_staying(rules, pub);
    const bool waits = cn_packet_waits_for_empty_hand(rules, pub); /* P111 */
    if (turn->laid && !waits && count - 1 < cn_keep_cards(rules, pub))
        return cn_refuse(CN_REASON_KEEP_CARD); /* P79 */
    return cn_no_reason();
}

uint32_t cn_find_discards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const uint32_t allowed = cn_discardable(rules, pub, hand);
    const bool last = pub->hand_count[pub->asker] <= 1 ||
                      cn_idle_threes(rules, pub, hand) > 0; /* else a ban alone tells them apart */
    uint32_t found = 0;
    for (uint32_t left = allowed; left != 0; left &= left - 1) {
        const unsigned kind = (unsigned)__builtin_ctz(left);
        const cn_reason reason = refuse_discard(rules, pub, hand, CN_STEP_DISCARD + kind);
        if (!last) return reason.code == CN_OK ? allowed : 0;
        if (reason.code == CN_OK) found |= 1U << kind;
    }
    return found;
}

/* P77: the turn ends without a discard when no card may be thrown; or it goes out, with nothing but
 * idle threes left (P204). */
static cn_reason refuse_pass(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    if (turn->open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (turn->staging) return cn_refuse(CN_REASON_OPEN_FIRST);
    if (turn->to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (turn->owes) return cn_refuse(CN_REASON_PILE_OWED);
    const unsigned idle = cn_idle_threes(rules, pub, hand);
    const bool empty = idle > 0 && idle == pub->hand_count[pub->asker]; /* P204 */
    if (empty && cn_out_refusal(rules, pub, false).code == CN_OK) return cn_no_reason();
    const bool bare = cn_is_bare(rules, pub) && cn_find_discards(rules, pub, hand) == 0; /* P168 */
    if (!bare && (cn_discardable(rules, pub, hand) != 0 || hand->size == 0))
        return cn_refuse(CN_REASON_MUST_DISCARD);
    if (cn_must_go_out(rules, pub)) return refuse_staying(rules, pub);
    const bool waits = cn_packet_waits_for_empty_hand(rules, pub); /* P111 */
    if (!waits && !bare && hand->size < cn_keep_cards(rules, pub))
        return cn_refuse(CN_REASON_KEEP_CARD);
    return cn_no_reason();
}

static bool side_has_melded(const cn_public *pub)
{
    return cn_public_acting(pub)->meld_count > 0;
}

static cn_reason refuse_declare(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (rules->p.special_hands.count == 0 || cn_is_last_turn(rules, pub))
        return cn_refuse(CN_REASON_SPECIAL);
    if (cn_melds_bar_special(rules, pub)) return cn_refuse(CN_REASON_SIDE_MELDED);
    if (pub->turn.took || pub->turn.showed_twos || pub->turn.laid)
        return cn_refuse(CN_REASON_PHASE);
    return cn_find_special_hand(rules, hand) > 0 ? cn_no_reason() : cn_refuse(CN_REASON_SPECIAL);
}

/* S13. */
static cn_reason refuse_lay_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    bool held = (cn_is_bonus(rules, CN_KIND_RED3) && hand->kind[CN_KIND_RED3] > 0) ||
                (cn_is_bonus(rules, CN_KIND_BLACK3) && hand->kind[CN_KIND_BLACK3] > 0);
    if (!rules->p.hold_one_three || !held) return cn_refuse(CN_REASON_NO_THREE);
    if (pub->turn.to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (side_has_melded(pub) || pub->turn.laid) return cn_refuse(CN_REASON_PHASE);
    return cn_no_reason();
}

/* S4: another card of the run's sort is held, and it could begin a meld; there is a run. */
static bool run_can_end(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_meld *run = &cn_public_acting(pub)->meld[pub->turn.run_meld];
    if (run->rank == CN_MELD_SEQUENCE) {
        const unsigned low = cn_meld_low(run), high = cn_meld_high(run);
        return (low > 0 && cn_cards_count(hand, cn_card_make(low - 1, cn_meld_suit(run))) > 0) ||
               (high + 1 < CN_RANKS &&
                cn_cards_count(hand, cn_card_make(high + 1, cn_meld_suit(run))) > 0);
    }
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED) return false;
    if (run->rank == CN_MELD_WILD) return hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER] > 0;
    return hand->kind[run->rank] > 0;
}

static cn_reason refuse_new(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    if (!rules->many || turn->run_meld == CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (turn->open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (turn->to_meld != CN_NO_MELD || turn->laid_black3) return cn_refuse(CN_REASON_PHASE);
    return run_can_end(rules, pub, hand) ? cn_no_reason() : cn_refuse(CN_REASON_PHASE);
}

/* The ends of a sequence, each for a natural, and for a two or a joker where they may be there. */
static unsigned lays_onto_sequence(const cn_rules *rules, const cn_meld *meld, unsigned *numbers)
{
    const unsigned suit = cn_meld_suit(meld);
    unsigned count = 0;
    for (unsigned high = 0; high < 2; high++) {
        if (!cn_sequence_has_room(meld, high)) continue;
        const unsigned rank = high ? cn_meld_high(meld) + 1 : cn_meld_low(meld) - 1U;
        numbers[count++] = cn_step_sequence(cn_card_make(rank, suit));
        for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER && rules->p.sequence_wilds > 0;
             kind++)
            numbers[count++] = cn_step_sequence_wild(kind, high);
    }
    return count;
}

unsigned cn_lays_onto(const cn_rules *rules, const cn_meld *meld, unsigned numbers[CN_LAYS_ONTO])
{
    if (meld->rank == CN_MELD_SEQUENCE) return lays_onto_sequence(rules, meld, numbers);
    numbers[0] = cn_step_lay(CN_KIND_TWO, meld->rank);
    numbers[1] = cn_step_lay(CN_KIND_JOKER, meld->rank);
    if (meld->rank >= CN_RANKS) return 2;
    numbers[2] = cn_step_lay(meld->rank, meld->rank);
    return 3;
}

static bool join_fits(const cn_rules *rules, const cn_public *pub, unsigned first, unsigned second)
{
    const cn_side *side = cn_public_acting(pub);
    cn_shape a = cn_shape_of(pub, side, first), b = cn_shape_of(pub, side, second);
    return rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && first < second &&
           cn_may_meld(rules, pub) && !pub->turn.staging &&
           side->meld[first].rank != CN_MELD_SEQUENCE && cn_shape_union_fits(rules, &a, &b);
}

/* Some take onto the meld is possible that would not go there without its name (S3). */
static bool some_take_fits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned meld_i)
{
    const unsigned rank = cn_public_acting(pub)->meld[meld_i].rank;
    if (pub->pile_count == 0) return false;
    if (rank != CN_MELD_SEQUENCE && rank != cn_card_kind(cn_public_top(pub))) return false;
    cn_public named = *pub;
    named.turn.to_meld = (uint8_t)meld_i;
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        if (cn_step_target(rules, pub, number) != meld_i &&
            cn_take_refusal(rules, &named, hand, number).code == CN_OK)
            return true;
    return false;
}

/* The same of lays. */
static bool some_lay_fits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned meld_i)
{
    unsigned numbers[CN_LAYS_ONTO], fitting = 0;
    const unsigned count = cn_lays_onto(rules, &cn_public_acting(pub)->meld[meld_i], numbers);
    for (unsigned i = 0; i < count; i++)
        if (holds(hand, numbers[i]) && cn_step_target(rules, pub, numbers[i]) != meld_i)
            numbers[fitting++] = numbers[i];
    if (fitting == 0) return false;
    cn_public named = *pub;
    named.turn.to_meld = (uint8_t)meld_i;
    for (unsigned i = 0; i < fitting; i++)
        if (refuse_lay(rules, &named, hand, numbers[i]).code == CN_OK) return true;
    return false;
}

static bool something_fits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned meld_i)
{
    if (pub->phase == CN_PHASE_DRAW) return some_take_fits(rules, pub, hand, meld_i);
    if (some_lay_fits(rules, pub, hand, meld_i)) return true;
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return false;
    const cn_side *side = cn_public_acting(pub);
    for (unsigned other = meld_i + 1; other < side->meld_count; other++)
        if (side->meld[other].rank == side->meld[meld_i].rank &&
            join_fits(rules, pub, meld_i, other))
            return true;
    return false;
}

static cn_reason refuse_to_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    if (!rules->many) return cn_refuse(CN_REASON_NO_MELD);
    if (meld_i >= side->meld_count || side->meld[meld_i].rank == CN_MELD_BLACK3)
        return cn_refuse(CN_REASON_NO_MELD);
    if (turn->to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (turn->open_meld != CN_NO_MELD) return cn_refuse(CN_REASON_UNFINISHED);
    if (turn->laid_black3) return cn_refuse(CN_REASON_BLACK3);
    return something_fits(rules, pub, hand, meld_i) ? cn_no_reason() : cn_refuse(CN_REASON_NO_MELD);
}

static cn_reason refuse_join(const cn_rules *rules, const cn_public *pub, unsigned meld_i)
{
    unsigned first = pub->turn.to_meld;
    const cn_side *side = cn_public_acting(pub);
    if (first == CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (meld_i >= side->meld_count) return cn_refuse(CN_REASON_NO_MELD);
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        return cn_refuse(CN_REASON_NO_MERGE);
    if (join_fits(rules, pub, first, meld_i)) return cn_no_reason();
    unsigned wilds = cn_meld_wilds(&side->meld[first]) + cn_meld_wilds(&side->meld[meld_i]);
    if (side->meld[first].rank == side->meld[meld_i].rank && side->meld[first].rank < CN_RANKS &&
        wilds > (unsigned)rules->p.max_wilds)
        return cn_reason_make(CN_REASON_MAX_WILDS, (int32_t)wilds, rules->p.max_wilds);
    return cn_refuse(CN_REASON_NO_MERGE);
}

static cn_reason refuse_in_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                unsigned number)
{
    if (cn_step_is_discard(number)) return refuse_discard(rules, pub, hand, number);
    if (pub->turn.opened_exempt) return cn_refuse(CN_REASON_MUST_DISCARD); /* P86 */
    if (cn_step_is_lay(number)) return refuse_lay(rules, pub, hand, number);
    if (number == CN_STEP_OPEN) return refuse_open(rules, pub, hand);
    if (number == CN_STEP_ASK) return cn_ask_refusal_now(rules, pub);
    if (number == CN_STEP_PASS) return refuse_pass(rules, pub, hand);
    if (number == CN_STEP_DECLARE) return refuse_declare(rules, pub, hand);
    if (number == CN_STEP_LAY_OUT) return refuse_lay_out(rules, pub, hand);
    if (number == CN_STEP_NEW) return refuse_new(rules, pub, hand);
    if (cn_step_is_to_meld(number))
        return refuse_to_meld(rules, pub, hand, number - CN_STEP_TO_MELD);
    if (cn_step_is_join(number)) return refuse_join(rules, pub, number - CN_STEP_JOIN);
    if (cn_step_is_swap(number)) return cn_swap_refusal(rules, pub, hand, number);
    return cn_refuse(CN_REASON_PHASE);
}

/* Where cards come one by one, one may stop before all have come (P154). */
static bool may_stop(const cn_rules *rules)
{
    return rules->p.draw_stepwise == CN_DRAW_STEPWISE_MAY_STOP;
}

/* P153: once in a draw, not after a question, nor while the stock lacks cards for its rest. */
static cn_reason refuse_pick(const cn_rules *rules, const cn_public *pub)
{
    const cn_params *p = &rules->p;
    const cn_turn *turn = &pub->turn;
    const bool first_only = p->pick_top == CN_PICK_TOP_FIRST_TURN;
    if (turn->to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (p->pick_top == CN_PICK_TOP_NEVER || (first_only && pub->turn_number > 1) || turn->asked ||
        turn->picked || pub->stock_count == 0 ||
        (!may_stop(rules) && pub->stock_count + 1U < cn_public_to_draw(rules, pub)))
        return cn_refuse(CN_REASON_PICK_NOT_ALLOWED);
    const cn_reason top = cn_top_refusal(rules, pub);
    if (top.code == CN_REASON_TAKE_CARDS) return cn_refuse(CN_REASON_PICK_NOT_ALLOWED);
    if (top.code != CN_OK) return top;
    if (pub->pile_frozen) return cn_refuse(CN_REASON_FROZEN);
    return pub->picks < rules->seat_count ? cn_no_reason() : cn_refuse(CN_REASON_PICK_ROUND);
}

/* P154: having drawn, one draws on, or takes no more; a question has counted on all cards. */
static cn_reason refuse_amid_draw(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_PICK) return refuse_pick(rules, pub);
    const bool stops = number == CN_STEP_PASS && may_stop(rules) && !pub->turn.asked;
    return stops || number == CN_STEP_DRAW ? cn_no_reason() : cn_refuse(CN_REASON_PHASE);
}

static cn_reason refuse_in_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                unsigned number)
{
    if (cn_public_in_draw(pub)) return refuse_amid_draw(rules, pub, number);
    if (number == CN_STEP_DRAW)
        return pub->turn.to_meld == CN_NO_MELD ? cn_no_reason() : cn_refuse(CN_REASON_PHASE);
    if (number == CN_STEP_PICK) return refuse_pick(rules, pub);
    if (cn_step_is_take(number) || number == CN_STEP_TAKE_ALL)
        return cn_take_refusal(rules, pub, hand, number);
    if (cn_step_is_to_meld(number))
        return refuse_to_meld(rules, pub, hand, number - CN_STEP_TO_MELD);
    if (number == CN_STEP_LAY_OUT) return refuse_lay_out(rules, pub, hand);
    if (number == CN_STEP_ASK && rules->p.ask_timing == CN_ASK_TIMING_BEFORE_OR_AFTER_DRAW)
        return cn_ask_refusal_now(rules, pub);
    return cn_refuse(CN_REASON_PHASE); /* P28 */
}

cn_reason cn_step_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number)
{
    if (number >= CN_STEPS) return cn_refuse(CN_REASON_STEP);
    bool answer = number == CN_STEP_YES || number == CN_STEP_NO;
    switch ((cn_phase)pub->phase) {
    case CN_PHASE_DRAW: return refuse_in_draw(rules, pub, hand, number);
    case CN_PHASE_MELD: return refuse_in_meld(rules, pub, hand, number);
    case CN_PHASE_ANSWER: return answer ? cn_no_reason() : cn_refuse(CN_REASON_PHASE);
    case CN_PHASE_START:
    case CN_PHASE_HAND_END:
    case CN_PHASE_SCORED:
    case CN_PHASE_GAME_END: break;
    }
    return cn_refuse(CN_REASON_OVER);
}
