/* Which card of the hand a step means, and which meld it goes to.
 * Not here: whether it may (possible.c). Invariant: as in the header. */
#include "engine/step/target.h"

#include <assert.h>

#include "engine/step/collect.h"
#include "engine/step/shape.h"

static bool is_many(const cn_rules *rules)
{
    return rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
}

/* A new meld. Two sides that may yet become one leave room for each other's (S6, S18). */
static unsigned new_meld(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    bool may_join = rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO && !pub->formed;
    return may_join && side->meld_count >= CN_MELDS_MAX / 2 ? (unsigned)CN_NO_MELD
                                                            : side->meld_count;
}

static bool is_extended_by(const cn_meld *meld, unsigned rank, unsigned suit)
{
    if (meld->rank != CN_MELD_SEQUENCE || cn_meld_suit(meld) != suit) return false;
    return rank + 1 == cn_meld_low(meld) || rank == cn_meld_high(meld) + 1;
}

/* S1 c, d. */
static unsigned sequence_target(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                cn_card card)
{
    const cn_turn *turn = &pub->turn;
    unsigned rank = cn_card_row(card), suit = cn_card_suit(card);
    if (turn->to_meld != CN_NO_MELD)
        return is_extended_by(&side->meld[turn->to_meld], rank, suit) ? turn->to_meld : CN_NO_MELD;
    unsigned run = turn->run_meld;
    bool runs_on = run != CN_NO_MELD && is_extended_by(&side->meld[run], rank, suit);
    return runs_on ? run : new_meld(rules, pub, side);
}

/* P177: a wild goes to the sequence that is named, or to that of the run. */
static unsigned wild_target(const cn_public *pub, const cn_side *side, bool high)
{
    const cn_turn *turn = &pub->turn;
    const unsigned at = turn->to_meld != CN_NO_MELD ? turn->to_meld : turn->run_meld;
    if (at == CN_NO_MELD || side->meld[at].rank != CN_MELD_SEQUENCE) return CN_NO_MELD;
    return cn_sequence_has_room(&side->meld[at], high) ? at : (unsigned)CN_NO_MELD;
}

/* S1 b: the latest meld of the rank, or a new one beside a closed canasta (P56, P60). */
static unsigned merged_target(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                              unsigned rank, bool begins)
{
    unsigned latest = cn_side_find_meld(side, rank);
    if (latest == CN_NO_MELD) return begins ? new_meld(rules, pub, side) : CN_NO_MELD;
    const cn_meld *meld = &side->meld[latest];
    if (!begins || cn_meld_size(meld) < (unsigned)rules->p.canasta_size) return latest;
    cn_shape shape = {
        .rank = meld->rank, .naturals = meld->naturals, .wilds = (uint8_t)cn_meld_wilds(meld)};
    bool canasta = cn_meld_canasta(rules, meld) != CN_CANASTA_NONE;
    return canasta && cn_shape_is_closed(rules, &shape) ? new_meld(rules, pub, side) : latest;
}

static unsigned take_target(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            unsigned number)
{
    const cn_turn *turn = &pub->turn;
    cn_card top = cn_public_top(pub);
    unsigned kind = cn_card_kind(top);
    bool alone = number == CN_STEP_TAKE_TOP;
    if (kind >= CN_RANKS) return CN_NO_MELD; /* S17 */
    if (turn->to_meld != CN_NO_MELD) {
        const cn_meld *meld = &side->meld[turn->to_meld];
        bool fits =
            meld->rank == kind || (alone && is_extended_by(meld, kind, cn_card_suit(top))); /* S3 */
        return fits ? turn->to_meld : CN_NO_MELD;
    }
    if (alone) return is_many(rules) ? CN_NO_MELD : cn_side_find_meld(side, kind);
    return is_many(rules) ? new_meld(rules, pub, side)
                          : merged_target(rules, pub, side, kind, true);
}

unsigned cn_step_target(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    if (cn_step_is_take(number)) return take_target(rules, pub, side, number);
    assert(cn_step_is_lay(number));
    if (cn_step_is_sequence(number))
        return sequence_target(rules, pub, side, (cn_card)(number - CN_STEP_SEQUENCE));
    if (cn_step_is_sequence_wild(number))
        return wild_target(pub, side, cn_step_is_at_high_end(number));
    unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (turn->to_meld != CN_NO_MELD)
        return side->meld[turn->to_meld].rank == rank ? turn->to_meld : CN_NO_MELD;
    bool begins = kind == rank || rank == CN_MELD_WILD;
    if (rank == CN_MELD_BLACK3 || !is_many(rules)) /* black threes are one group (P65) */
        return merged_target(rules, pub, side, rank, begins);
    unsigned run = turn->run_meld;
    if (run != CN_NO_MELD && side->meld[run].rank == rank) return run;
    return begins ? new_meld(rules, pub, side) : CN_NO_MELD;
}

bool cn_special_is_finished(const cn_rules *rules, const cn_meld *meld)
{
    if (meld->rank == CN_MELD_SEQUENCE)
        return cn_sequence_is_finished(&rules->p, meld->naturals, meld->wilds);
    cn_shape shape = {
        .rank = meld->rank, .naturals = meld->naturals, .wilds = (uint8_t)cn_meld_wilds(meld)};
    return cn_shape_is_finished(rules, &shape);
}

void cn_step_kinds(const cn_public *pub, unsigned number, uint8_t kinds[2])
{
    kinds[0] = cn_step_kind(number);
    kinds[1] = CN_KIND_NONE;
    if (!cn_step_is_take(number) || number == CN_STEP_TAKE_TOP) return;
    kinds[0] = cn_card_kind(cn_public_top(pub));
    kinds[1] = number == CN_STEP_TAKE_TWO     ? CN_KIND_TWO
               : number == CN_STEP_TAKE_JOKER ? CN_KIND_JOKER
                                              : kinds[0];
}

/* The hand without the twos of the other colour, if two are left. */
static cn_cards with_twos_of_colour(const cn_cards *hand, cn_card top)
{
    cn_cards rest = *hand;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card two = cn_card_make(CN_ROW_TWOS, suit);
        if (cn_two_is_red(two) == cn_two_is_red(top)) continue;
        while (cn_cards_count(&rest, two) > 0) cn_cards_remove(&rest, two);
    }
    return rest.kind[CN_KIND_TWO] >= 2 ? rest : *hand;
}

/* Two cards of the top's rank, or one, that the step could mean: the place-th choice, suits rising.
 * False behind the last. */
static bool choose_cards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned kind, unsigned place, cn_step *step)
{
    const bool pair = step->number == CN_STEP_TAKE_PAIR;
    for (unsigned first = 0; first < CN_SUITS; first++) {
        for (unsigned second = pair ? first : CN_SUITS; second <= CN_SUITS; second++) {
            if (pair && second == CN_SUITS) break;
            cn_card one = cn_card_make(kind, first),
                    two = cn_card_make(kind, pair ? second : first);
            unsigned need = pair && one == two ? 2 : 1;
            if (cn_cards_count(hand, one) < need || cn_cards_count(hand, two) < need) continue;
            const cn_step choice =
                cn_step_make(step->number, one, pair ? two : (cn_card)CN_CARD_NONE);
            if (cn_step_is_swap(choice.number) &&
                cn_swap_giver(rules, pub, choice).meld == CN_NO_MELD) /* P178 */
                continue;
            if (place-- > 0) continue;
            *step = choice;
            return true;
        }
    }
    return false;
}

cn_step cn_step_lowest(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_step step)
{
    cn_cards shown;
    if (step.card[0] == CN_CARD_NONE && step.card[1] == CN_CARD_NONE &&
        cn_take_shows(pub, step.number)) {
        shown = with_twos_of_colour(hand, cn_public_top(pub));
        hand = &shown;
    }
    uint8_t kinds[2];
    cn_step swap = step;
    if (cn_step_is_swap(step.number) && step.card[0] == CN_CARD_NONE &&
        choose_cards(rules, pub, hand, cn_step_kind(step.number), 0, &swap))
        return swap;
    cn_step_kinds(pub, step.number, kinds);
    cn_step named = cn_step_make(step.number, CN_CARD_NONE, CN_CARD_NONE);
    if (cn_step_is_sequence(step.number)) {
        named.card[0] = (cn_card)(step.number - CN_STEP_SEQUENCE); /* the number says it all */
        return named;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (kinds[i] == CN_KIND_NONE) continue;
        named.card[i] = step.card[i];
        if (named.card[i] != CN_CARD_NONE) continue;
        if (kinds[0] != kinds[1]) {
            named.card[i] = cn_cards_lowest(hand, kinds[i]); /* P130 */
            continue;
        }
        cn_card other = i == 1 ? named.card[0] : step.card[1]; /* the other card of a pair */
        cn_cards rest = *hand;
        if (other != CN_CARD_NONE) cn_cards_remove(&rest, other);
        named.card[i] = cn_cards_lowest(&rest, kinds[i]);
    }
    return named;
}

bool cn_step_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned number, unsigned place, cn_step *step)
{
    *step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    uint8_t kinds[2];
    cn_step_kinds(pub, number, kinds);
    bool chooses = rules->p.sequences && kinds[0] < CN_RANKS && !cn_step_is_sequence(number) &&
                   !cn_step_is_discard(number);
    if (!chooses) return place == 0;
    return choose_cards(rules, pub, hand, kinds[0], place, step);
}
