/* Ending a turn without going out: the begun meld is finished, one card is discarded, and enough is
 * kept.
 * Not here: going out and openings (finish_*.c). Invariant: exact. */
#include "engine/finish/stay.h"

#include "engine/rules/tellers.h"
#include "engine/step/collect.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/step/shape.h"
#include "engine/step/target.h"
#include "engine/table/faces.h"

enum { NEVER = CN_NEVER_FINISHED };

/* ---- a meld that was begun ---- */

/* Wilds of the hand that the side's sequence may get (P177); its place is that of a new meld if it
 * does not lie there yet. */
static unsigned wilds_for(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          const cn_meld *meld, unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_params *p = &rules->p;
    int32_t most = p->sequence_wilds - meld->wilds, held = 0;
    if (!cn_sequences_take_wilds(p, !cn_public_has_opened(pub, pub->asker))) return 0;
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++)
        if (!cn_is_locked(rules, side, kind, CN_MELD_SEQUENCE)) held += hand->kind[kind];
    if (p->wilds_per_turn > 0) {
        const int32_t got = meld_i < side->meld_count ? pub->turn_wilds[meld_i] : 0;
        const int32_t left = p->wilds_per_turn - got;
        if (left < most) most = left;
    }
    return (unsigned)(held < most ? held : most);
}

static uint32_t ranks_of_suit(const cn_cards *hand, unsigned suit)
{
    uint32_t ranks = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        ranks |= (uint32_t)(cn_cards_count(hand, cn_card_make(rank, suit)) > 0) << rank;
    return ranks;
}

/* Fewest cards at its ends, naturals where they are in hand and so many wilds at most. */
unsigned cn_finish_sequence(const cn_rules *rules, const cn_meld *meld, const cn_cards *hand,
                            unsigned wilds)
{
    if (cn_sequence_is_finished(&rules->p, meld->naturals, meld->wilds)) return 0;
    const uint32_t held = ranks_of_suit(hand, cn_meld_suit(meld)), old = cn_sequence_places(meld);
    const unsigned most = cn_sequence_most(&rules->p), size = cn_meld_size(meld);
    unsigned fewest = NEVER;
    for (unsigned low = 0; low <= cn_meld_low(meld); low++)
        for (unsigned high = cn_meld_high(meld); high < CN_RANKS; high++) {
            const uint32_t added = cn_places_between(low, high) & ~old, gaps = added & ~held;
            const unsigned filled = (unsigned)__builtin_popcount(gaps), length = high - low + 1;
            if (length > most || filled > wilds || length - size >= fewest) break;
            if (cn_sequence_is_finished(&rules->p, length - meld->wilds - filled,
                                        meld->wilds + filled) &&
                cn_sequence_wilds_in_time(&rules->p, old, gaps))
                fewest = length - size;
        }
    return fewest;
}

/* Fewest of so many naturals and wilds that finish the meld; NEVER if they do not. */
static unsigned finish_shape(const cn_rules *rules, cn_shape shape, unsigned naturals,
                             unsigned wilds)
{
    unsigned fewest = NEVER;
    for (unsigned x = 0;; x++) {
        cn_shape filled = shape;
        for (unsigned y = 0;; y++) {
            if (cn_shape_is_finished(rules, &filled) && x + y < fewest) fewest = x + y;
            if (y == wilds || cn_shape_closes_rank(rules, &filled)) break;
            if (!cn_shape_takes(rules, &filled, true)) break;
            cn_shape_add(&filled, true);
        }
        if (x == naturals || fewest <= x || cn_shape_closes_rank(rules, &shape)) break;
        if (!cn_shape_takes(rules, &shape, false)) break;
        cn_shape_add(&shape, false);
    }
    return fewest;
}

/* The same with the cards of a hand, of which `kind` has lost one already. */
static unsigned finish_rank(const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                            const cn_shape *shape, unsigned kind)
{
    const unsigned rank = shape->rank;
    if (cn_shape_is_finished(rules, shape)) return 0;
    unsigned naturals = rank == CN_MELD_WILD ? 0 : hand->kind[rank] - (rank == kind ? 1U : 0U);
    unsigned jokers = hand->kind[CN_KIND_JOKER] - (kind == CN_KIND_JOKER ? 1U : 0U);
    unsigned twos = hand->kind[CN_KIND_TWO] - (kind == CN_KIND_TWO ? 1U : 0U);
    if (rank == CN_MELD_TWOS || cn_is_locked(rules, side, CN_KIND_TWO, rank)) twos = 0;
    bool locked = cn_is_locked(rules, side, CN_KIND_JOKER, rank);
    return finish_shape(rules, *shape, naturals, locked ? 0 : twos + jokers);
}

unsigned cn_finish_cards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    unsigned open = pub->turn.open_meld;
    if (open == CN_NO_MELD) return 0;
    const cn_side *side = cn_public_acting(pub);
    const cn_meld *meld = &side->meld[open];
    if (meld->rank == CN_MELD_SEQUENCE)
        return cn_finish_sequence(rules, meld, hand, wilds_for(rules, pub, hand, meld, open));
    const cn_shape shape = cn_shape_of(pub, side, open);
    return finish_rank(rules, side, hand, &shape, CN_KIND_NONE);
}

/* ---- without going out ---- */

/* P77, P79, P80, P111, S14. */
bool cn_stays_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned finish)
{
    unsigned left = pub->hand_count[pub->asker] - finish, stuck = cn_stuck_cards(rules, hand);
    if (cn_packet_waits_for_empty_hand(rules, pub))
        return left > 0 || !cn_packet_needs_discard(rules);
    if (finish == 0 && cn_is_bare(rules, pub)) return true; /* P168 */
    if (left == 0) return cn_may_float(rules, pub);
    unsigned keep = cn_keep_cards(rules, pub);
    if (left == stuck) return left >= 1 && left >= keep;
    if (left >= keep + 1) return true;
    return !pub->turn.laid && finish == 0 && left >= 2;
}

bool cn_stays_as_it_is(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!cn_understands(rules, CN_TELLER_STAY)) return false;
    if (!cn_public_has_opened(pub, pub->asker) || pub->turn.open_meld != CN_NO_MELD) return false;
    return !cn_must_go_out(rules, pub) && !pub->turn.owes && cn_stays_after(rules, pub, hand, 0);
}

/* ---- a lay, without making it ---- */

unsigned cn_finish_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned number)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    const unsigned target = cn_step_target(rules, pub, number);
    const bool begins = target == side->meld_count;
    if (rank == CN_MELD_SEQUENCE) {
        cn_meld meld = {.rank = CN_MELD_SEQUENCE};
        if (!begins) meld = side->meld[target];
        cn_meld_add(&meld, (cn_card)(number - CN_STEP_SEQUENCE));
        return cn_finish_sequence(rules, &meld, hand, wilds_for(rules, pub, hand, &meld, target));
    }
    cn_shape shape = begins ? cn_shape_new(rank, !cn_public_has_opened(pub, pub->asker))
                            : cn_shape_of(pub, side, target);
    cn_shape_add(&shape, cn_kind_is_wild(kind) && kind != rank);
    return finish_rank(rules, side, hand, &shape, kind);
}

/* A sequence that is longer than full obliges to go out (P109), black threes do (P65). */
static bool obliges(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    const unsigned rank = cn_step_meld(number);
    if (rank != CN_MELD_SEQUENCE) return rank == CN_MELD_BLACK3;
    if (!rules->p.sequence_extend_going_out) return false;
    const cn_side *side = cn_public_acting(pub);
    const unsigned target = cn_step_target(rules, pub, number);
    return target < side->meld_count &&
           (int32_t)cn_meld_size(&side->meld[target]) >= rules->p.sequence_max;
}

/* Nothing but the number of canastas and the answer is asked for (cn_out_refusal), which every lay
 * keeps or adds to, and any card may be the last. */
static bool more_never_hinders(const cn_rules *rules, const cn_public *pub)
{
    const cn_params *p = &rules->p;
    return cn_out_needs(rules, pub)->words == 0 && p->out_not_counted == 0 &&
           !p->out_block_incomplete && !p->out_needs_red3_per_canasta &&
           p->discard_rank_ban.count == 0;
}

bool cn_last_card_goes_out(const cn_rules *rules, const cn_public *pub)
{
    return more_never_hinders(rules, pub) && rules->p.out_discard != CN_OUT_DISCARD_NEVER &&
           cn_table_lets_out(rules, pub) &&
           cn_side_canastas(rules, cn_public_acting(pub)) >= cn_canastas_needed(rules, pub) &&
           cn_answer_lets_out(rules, pub);
}

cn_outlook cn_lay_outlook(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number)
{
    if (!cn_understands(rules, CN_TELLER_STAY)) return CN_OUTLOOK_OPEN;
    if (!cn_step_is_lay(number) || !cn_stock_lets_go_on(rules, pub)) return CN_OUTLOOK_OPEN;
    const unsigned finish = cn_finish_after(rules, pub, hand, number);
    if (finish == NEVER) return pub->hand_count[pub->asker] < 2 ? CN_OUTLOOK_OPEN : CN_OUTLOOK_DEAD;
    if (!cn_public_has_opened(pub, pub->asker) || obliges(rules, pub, number))
        return CN_OUTLOOK_OPEN;
    const cn_stay stay = cn_stay_make(rules, pub, hand);
    return cn_stay_outlook(&stay, finish);
}

/* Of a hand that may only grow, so many cards can be discarded at any time. */
static unsigned sure_discards(const cn_rules *rules, const cn_cards *hand)
{
    unsigned count = hand->size - hand->kind[CN_KIND_RED3];
    if (cn_is_bonus(rules, CN_KIND_BLACK3) ||
        (cn_never_discarded(rules) >> CN_KIND_BLACK3 & 1) != 0)
        count -= hand->kind[CN_KIND_BLACK3];
    return count;
}

/* A packet that waits keeps a card, too (S14). */
static unsigned most_kept(const cn_rules *rules)
{
    return rules->p.keep_cards > 1 ? (unsigned)rules->p.keep_cards : 1;
}

/* The cards of the pile that the take brings, so far as they can be discarded at any time; `enough`
 * of them are enough. */
static unsigned sure_discards_in_pile(const cn_rules *rules, const cn_public *pub, unsigned number,
                                      unsigned enough)
{
    const cn_span span = cn_step_collected(rules, pub, number);
    unsigned count = 0;
    for (unsigned i = span.to; i > span.from && count < enough; i--)
        count += !cn_kind_is_three(cn_card_kind(pub->pile[i - 1]));
    return count;
}

cn_outlook cn_take_outlook(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number)
{
    if (!cn_understands(rules, CN_TELLER_STAY)) return CN_OUTLOOK_OPEN;
    enum { USED = 2, LAID = 3 };
    const cn_params *p = &rules->p;
    const bool finished = p->meld_min <= LAID && p->min_naturals <= USED;
    if (!finished || !cn_public_has_opened(pub, pub->asker) || cn_must_go_out(rules, pub))
        return CN_OUTLOOK_OPEN;
    const unsigned held = sure_discards(rules, hand);
    const unsigned need = most_kept(rules) + 1 + (number == CN_STEP_TAKE_TOP ? 0 : USED);
    if (held >= need) return CN_OUTLOOK_STAYS;
    const bool stays = sure_discards_in_pile(rules, pub, number, need - held) >= need - held;
    return stays ? CN_OUTLOOK_STAYS : CN_OUTLOOK_OPEN;
}

cn_outlook cn_open_outlook(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!cn_understands(rules, CN_TELLER_STAY)) return CN_OUTLOOK_OPEN;
    if (cn_must_go_out(rules, pub)) return CN_OUTLOOK_OPEN;
    return sure_discards(rules, hand) > most_kept(rules) ? CN_OUTLOOK_STAYS : CN_OUTLOOK_OPEN;
}
