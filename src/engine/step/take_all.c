/* The pile taken into the hand, and melded for afterwards (P202, P203): whether it may be, and what
 * is owed for it.
 * Not here: takes that meld the top card. Invariant: as in the header. */
#include "engine/step/take_all.h"

#include <stddef.h>

#include "engine/cards/counts.h"
#include "engine/step/collect.h"
#include "engine/step/limits.h"
#include "engine/step/possible.h"
#include "engine/step/refuse.h"

/* P50, P51: a wild or a three on top stops only where it is said to. */
static cn_reason refuse_top(const cn_rules *rules, const cn_public *pub)
{
    const cn_reason reason = cn_top_refusal(rules, pub);
    const unsigned kind = cn_card_kind(cn_public_top(pub));
    const bool no_rank = kind < CN_KINDS && kind >= CN_RANKS;
    return reason.code == CN_REASON_TAKE_CARDS && no_rank ? cn_no_reason() : reason;
}

uint32_t cn_take_all_ranks(const cn_rules *rules, const cn_public *pub)
{
    const cn_cards come = cn_span_cards(pub, cn_step_collected(rules, pub, CN_STEP_TAKE_ALL));
    return cn_counts_from(come.kind, 1) & CN_ALL_RANKS;
}

/* Some card of the pile could take it if it were the top card. */
static bool some_card_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_public asked;
    cn_public_copy(&asked, pub, rules);
    for (uint32_t ranks = cn_take_all_ranks(rules, pub); ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        asked.pile[asked.pile_count - 1] = cn_card_make(rank, 0);
        const cn_mask takes = cn_find_top_takes(rules, &asked, hand);
        if (!cn_mask_is_empty(&takes)) return true;
    }
    return false;
}

/* P203: what lies there, and what is held, for the pile. */
static cn_reason refuse_purpose(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const unsigned top = cn_card_kind(cn_public_top(pub));
    const bool frozen = cn_public_frozen_for(rules, pub, pub->seat);
    switch (rules->p.take_with) {
    case CN_TAKE_WITH_ANY_CARD:
        if (some_card_takes(rules, pub, hand)) return cn_no_reason();
        return cn_refuse(frozen ? CN_REASON_FROZEN : CN_REASON_TAKE_NO_USE);
    case CN_TAKE_WITH_NEW_MELD:
        if (frozen && (top >= CN_RANKS || hand->kind[top] < 2)) return cn_refuse(CN_REASON_FROZEN);
        break;
    }
    return cn_no_reason();
}

cn_reason cn_take_all_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (rules->p.take_with == CN_TAKE_WITH_TOP) return cn_refuse(CN_REASON_TAKE_CARDS);
    if (pub->turn.to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    const cn_reason top = refuse_top(rules, pub);
    if (top.code != CN_OK) return top;
    if (!cn_may_meld(rules, pub))
        return cn_reason_make(CN_REASON_MELD_TURN, cn_own_turns(rules, pub),
                              rules->p.meld_from_turn);
    if (rules->p.take_guard_single && pub->hand_count[pub->seat] == 1 && pub->pile_count == 1)
        return cn_refuse(CN_REASON_SINGLE); /* P47 */
    if (cn_public_acting(pub)->meld_count == 0 &&
        rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO)
        return cn_refuse(CN_REASON_OPEN_BY_HAND); /* P109 */
    return hand == NULL ? cn_no_reason() : refuse_purpose(rules, pub, hand);
}

bool cn_take_all_matches(const cn_rules *rules, const cn_public *pub)
{
    const cn_cards none = {.size = 0};
    return rules->p.take_with == CN_TAKE_WITH_ANY_CARD && some_card_takes(rules, pub, &none);
}

void cn_pay_for_pile(cn_public *pub, unsigned meld_i, unsigned kind)
{
    const cn_turn *turn = &pub->turn;
    const bool finished = meld_i >= turn->first_meld && turn->open_meld == CN_NO_MELD;
    const bool paid =
        turn->owes == CN_OWES_NEW_MELD ? finished : (pub->owed_ranks >> kind & 1) != 0;
    if (paid) pub->turn.owes = CN_OWES_NOTHING;
}
