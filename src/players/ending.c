/* Whether to go out, to ask, and what to answer.
 * Not here: how the turn is played when the hand goes on.
 * Invariant: the same view gives the same decision. */
#include "players/ending.h"

#include "players/discard_choice.h"
#include "players/goals.h"
#include "players/lays.h"
#include "players/pick_cards.h"
#include "players/reckon.h"

enum {
    ASK_ABOVE_CARDS = 5,  /* a partner holding more is asked */
    TURN_STEPS_MAX = 200, /* of a turn played ahead */
    AHEAD_CARDS_MAX = 24, /* of a hand that is; a larger one has too many ways to go out */
    /* So few cards of a straight may be missing for its three to be kept. */
    STRAIGHT_CARDS_MISSING = 2
};

cn_view cn_as_answered(const cn_view *view, const cn_rules *rules, cn_answer answer,
                       cn_rules *bound)
{
    cn_view answered = *view;
    answered.pub.turn.asked = 1;
    answered.pub.turn.answer = (uint8_t)answer;
    *bound = *rules;
    bound->p.ask_binding = 1;
    return answered;
}

cn_mask cn_steps_left(const cn_view *answered, const cn_rules *bound, const cn_mask *legal)
{
    cn_mask left = cn_view_legal(answered, bound);
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) left.word[i] &= legal->word[i];
    return left;
}

unsigned cn_step_out(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    if (cn_mask_has(allowed, CN_STEP_OPEN)) return CN_STEP_OPEN;
    const cn_lay lay = cn_best_lay(view, rules, allowed, INT32_MIN);
    if (lay.number != CN_STEPS) return lay.number;
    const unsigned discard = cn_choose_discard(view, rules, allowed);
    return discard != CN_STEPS ? discard : cn_mask_nth(allowed, 0);
}

/* Plays the turn to its end on a copy of the view. False if it does not go out with the cards it
 * knows, because a packet or a replacement would come first. */
static bool play_out(cn_view *copy, const cn_rules *rules)
{
    for (unsigned i = 0; i < TURN_STEPS_MAX && copy->pub.phase == CN_PHASE_MELD; i++) {
        if (copy->pub.seat != copy->seat || copy->hand.size != copy->pub.hand_count[copy->seat])
            return false;
        const cn_mask allowed = cn_view_legal(copy, rules);
        if (cn_mask_count(&allowed) == 0) return false;
        const unsigned number = cn_step_out(copy, rules, &allowed);
        if (!cn_view_try(copy, rules, cn_pick_cards(copy, rules, number))) return false;
    }
    return copy->pub.out_seat == copy->seat;
}

/* What going out now brings besides: the bonus, and the cards the other sides are left with. */
static int32_t caught_worth(const cn_view *view, const cn_rules *rules,
                            const cn_unseen_kinds *unseen)
{
    const unsigned own = view->pub.side_of[view->seat];
    int32_t worth = cn_in_hand(&rules->p.out_bonus, view->pub.hand_number);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (view->pub.side_of[seat] != own)
            worth += cn_reckon_hand_cost(view, rules, unseen, seat) +
                     cn_reckon_waiting_cost(view, rules, unseen, seat);
    return worth;
}

/* What partners have not even picked up yet: lost to the side if the hand ends (P113). */
static int32_t partners_waiting_cost(const cn_view *view, const cn_rules *rules,
                                     const cn_unseen_kinds *unseen)
{
    int32_t points = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (seat != view->seat && view->pub.side_of[seat] == view->pub.side_of[view->seat])
            points += cn_reckon_waiting_cost(view, rules, unseen, seat);
    return points;
}

bool cn_out_outlook(const cn_view *view, const cn_rules *rules, cn_outlook *outlook)
{
    *outlook = CN_OUTLOOK_OPEN;
    if (view->hand.size > AHEAD_CARDS_MAX) return cn_can_go_out(rules, &view->pub, &view->hand);
    cn_rules bound;
    cn_view end = cn_as_answered(view, rules, CN_ANSWER_YES, &bound);
    if (!play_out(&end, &bound)) return false;
    *outlook = cn_reckon_outlook(&end, rules, 0);
    return true;
}

bool cn_out_pays(const cn_view *view, const cn_rules *rules)
{
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    const int32_t lost = partners_waiting_cost(view, rules, &unseen);
    return cn_win_sign(rules) * (lost - caught_worth(view, rules, &unseen)) <= 0;
}

bool cn_wants_out(const cn_view *view, const cn_rules *rules)
{
    cn_outlook outlook;
    if (!cn_out_outlook(view, rules, &outlook)) return false;
    switch (outlook) {
    case CN_OUTLOOK_LOST: return false;
    case CN_OUTLOOK_WON: return true;
    case CN_OUTLOOK_OPEN: break;
    }
    return cn_out_pays(view, rules);
}

bool cn_keeps_three(const cn_view *view, const cn_rules *rules)
{
    bool straight = false;
    for (int32_t i = 0; i < rules->p.special_hands.count; i++)
        for (unsigned j = 0; j < rules->p.special_hands.hand[i].group_count; j++)
            straight = straight || rules->p.special_hands.hand[i].group[j].of == CN_GROUP_THREES;
    unsigned different = 0;
    for (unsigned kind = 0; kind < CN_RANKS; kind++) different += view->hand.kind[kind] > 0;
    different += view->hand.kind[CN_KIND_TWO] > 0;
    different += view->hand.kind[CN_KIND_JOKER] > 0;
    return straight && different + STRAIGHT_CARDS_MISSING >= CN_RANKS + 2;
}

bool cn_must_ask(const cn_view *view, const cn_rules *rules)
{
    return rules->p.ask_partner == CN_ASK_PARTNER_REQUIRED &&
           view->pub.turn.answer != CN_ANSWER_YES &&
           cn_partner(rules, &view->pub, view->seat) != CN_SEAT_NONE;
}

bool cn_wants_to_ask(const cn_view *view, const cn_rules *rules)
{
    const unsigned partner = cn_partner(rules, &view->pub, view->seat);
    return partner != CN_SEAT_NONE && view->pub.hand_count[partner] > ASK_ABOVE_CARDS;
}

/* What the own hand could still lay in its next turn, in points: a partner who goes out now makes
 * it a loss instead. */
static int32_t unlaid_worth(const cn_view *view, const cn_rules *rules)
{
    const cn_side *side = cn_own_side(view);
    const unsigned full = (unsigned)rules->p.canasta_size;
    const int32_t bonus = cn_in_hand(&rules->p.bonus_mixed, view->pub.hand_number);
    int32_t worth = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        const unsigned held = view->hand.kind[rank], meld_i = cn_side_find_meld(side, rank);
        const unsigned size = meld_i == CN_NO_MELD ? 0 : cn_meld_size(&side->meld[meld_i]);
        if (held == 0 || held + size < 3) continue;
        worth += 2 * (int32_t)held * rules->value[rank];
        if (size < full && size + held >= full) worth += bonus;
    }
    return worth;
}

/* Points the asker's cards would add to the table, and the canastas still missing with them. */
static int32_t asker_worth(const cn_view *view, const cn_rules *rules,
                           const cn_unseen_kinds *unseen)
{
    const cn_goals goals = cn_goals_of(view, rules);
    return cn_reckon_hand_cost(view, rules, unseen, view->pub.asker) +
           cn_in_hand(&rules->p.bonus_mixed, view->pub.hand_number) * goals.missing;
}

cn_outlook cn_answer_outlook(const cn_view *view, const cn_rules *rules)
{
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    cn_view end = *view;
    end.pub.out_seat = view->pub.asker;
    return cn_reckon_outlook(&end, rules, asker_worth(view, rules, &unseen));
}

unsigned cn_choose_answer(const cn_view *view, const cn_rules *rules)
{
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    switch (cn_answer_outlook(view, rules)) {
    case CN_OUTLOOK_WON: return CN_STEP_YES;
    case CN_OUTLOOK_LOST: return CN_STEP_NO;
    case CN_OUTLOOK_OPEN: break;
    }
    const int32_t lost =
        unlaid_worth(view, rules) + cn_reckon_waiting_cost(view, rules, &unseen, view->seat);
    const int32_t more = lost - caught_worth(view, rules, &unseen);
    return cn_win_sign(rules) * more > 0 ? CN_STEP_NO : CN_STEP_YES;
}
