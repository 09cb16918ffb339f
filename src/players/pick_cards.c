/* Which of several equal cards a step uses.
 * Not here: which step. Invariant: as in the header. */
#include "players/pick_cards.h"

#include <stddef.h>

#include "canasta/reason.h"
#include "players/goals.h"

enum { FITS_OWN = 40, FITS_NEXT = 100, NEIGHBOUR = 6, NEAR = 2 };

static bool holds(const cn_cards *hand, unsigned rank, unsigned suit)
{
    return rank < CN_RANKS && cn_cards_count(hand, cn_card_make(rank, suit)) > 0;
}

unsigned cn_run_length(const cn_cards *hand, cn_card card)
{
    const unsigned rank = cn_card_row(card), suit = cn_card_suit(card);
    unsigned length = 1;
    for (unsigned below = rank; below > 0 && holds(hand, below - 1, suit); below--) length++;
    for (unsigned above = rank + 1; holds(hand, above, suit); above++) length++;
    return length;
}

bool cn_fits_sequence(const cn_rules *rules, const cn_side *side, cn_card card)
{
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        const unsigned rank = cn_card_row(card);
        if (meld->rank == CN_MELD_SEQUENCE && cn_meld_suit(meld) == cn_card_suit(card) &&
            (int32_t)cn_meld_size(meld) < rules->p.canasta_size &&
            (rank + 1 == cn_meld_low(meld) || rank == cn_meld_high(meld) + 1))
            return true;
    }
    return false;
}

/* How much the hand would miss this very card; equal cards differ by their suit only. */
static unsigned attachment(const cn_view *view, const cn_rules *rules, cn_card card)
{
    const unsigned rank = cn_card_row(card), suit = cn_card_suit(card);
    unsigned worth = cn_fits_sequence(rules, cn_own_side(view), card) ? FITS_OWN : 0;
    if (cn_cards_count(&view->hand, card) > 1) return worth / 2; /* another one stays */
    for (unsigned away = 1; away <= 2; away++) {
        const unsigned bonus = away == 1 ? NEIGHBOUR : NEAR;
        if (rank >= away && holds(&view->hand, rank - away, suit)) worth += bonus;
        if (holds(&view->hand, rank + away, suit)) worth += bonus;
    }
    return worth;
}

/* The face of a natural kind in `from` that is missed least; `avoid` may be NULL: a side that must
 * not be helped. */
static cn_card least_missed(const cn_view *view, const cn_rules *rules, const cn_cards *from,
                            unsigned kind, const cn_side *avoid)
{
    cn_card best = CN_CARD_NONE;
    unsigned best_worth = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card card = cn_card_make(kind, suit);
        if (cn_cards_count(from, card) == 0) continue;
        unsigned worth = attachment(view, rules, card);
        if (avoid != NULL && cn_fits_sequence(rules, avoid, card)) worth += FITS_NEXT;
        if (best != CN_CARD_NONE && worth >= best_worth) continue;
        best = card;
        best_worth = worth;
    }
    return best;
}

cn_card cn_pick_discard(const cn_view *view, const cn_rules *rules, unsigned kind)
{
    if (rules->p.sequences == 0 || !cn_kind_is_natural(kind))
        return cn_cards_lowest(&view->hand, kind);
    const unsigned next = view->pub.side_of[cn_next_seat(rules, view->seat)];
    const bool other = next != view->pub.side_of[view->seat];
    return least_missed(view, rules, &view->hand, kind, other ? &view->pub.side[next] : NULL);
}

/* A pair, or the natural of a take with a wild. */
static void pick_take(const cn_view *view, const cn_rules *rules, cn_step *step)
{
    const unsigned top = cn_card_kind(cn_public_top(&view->pub));
    cn_cards rest = view->hand;
    if (!cn_kind_is_natural(top)) return; /* P201 */
    step->card[0] = least_missed(view, rules, &rest, top, NULL);
    if (step->number != CN_STEP_TAKE_PAIR) return;
    cn_cards_remove(&rest, step->card[0]);
    step->card[1] = least_missed(view, rules, &rest, top, NULL);
}

cn_step cn_pick_cards(const cn_view *view, const cn_rules *rules, unsigned number)
{
    cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    const unsigned kind = cn_step_kind(number);
    if (rules->p.sequences != 0) {
        if (cn_step_is_take(number) && number != CN_STEP_TAKE_TOP)
            pick_take(view, rules, &step);
        else if (cn_step_is_discard(number))
            step.card[0] = cn_pick_discard(view, rules, kind);
        else if (cn_kind_is_natural(kind) && !cn_step_is_sequence(number))
            step.card[0] = least_missed(view, rules, &view->hand, kind, NULL);
        /* Near the end of a turn not every suit leaves a way to finish it (S26). */
        if (!cn_legal_step(rules, &view->pub, &view->hand, step))
            step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    }
    return cn_step_named(rules, &view->pub, &view->hand, step);
}
