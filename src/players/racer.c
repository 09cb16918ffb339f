/* `racer`: lays all it can, takes the pile whenever it may, and goes out as soon as it can unless
 * its side would then lose the game by the score.
 * Not here: which card to discard (discard_choice.c) and the sums (reckon.c).
 * Invariant: decides from the view alone, afresh at every step and without chance. */
#include <assert.h>

#include "players/discard_choice.h"
#include "players/name_cards.h"
#include "players/player.h"
#include "players/reckon.h"

/* A lay that is worth less than this is not made unless the seat goes out. */
enum { WORTH_LAYING = 1 };

/* How many cards a partner must hold for the racer to ask before it goes out. */
enum { ASK_ABOVE_CARDS = 5 };

static const cn_side *own_side(const cn_view *view, const cn_rules *rules)
{
    return &view->pub.side[rules->side_of[view->seat]];
}

static bool mask_empty(const cn_mask *mask)
{
    return cn_mask_count(mask) == 0;
}

/* The first of the wanted steps that is allowed, CN_STEPS if none is. */
static unsigned first_allowed(const cn_mask *allowed, const uint8_t *wanted, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cn_mask_has(allowed, wanted[i])) return wanted[i];
    return CN_STEPS;
}

/* The legal steps as they would be after a partner's answer: `no` leaves exactly those that end
 * the turn without going out, `yes` those that still lead out (P70). */
static cn_mask legal_with_answer(const cn_view *view, const cn_rules *rules, cn_answer answer)
{
    cn_public pub = view->pub;
    pub.turn.asked = 1;
    pub.turn.answer = (uint8_t)answer;
    return cn_legal(rules, &pub, &view->hand);
}

/* What a wild card is worth on a meld: much if it completes a canasta, nothing if it spoils one. */
static int32_t wild_worth(const cn_view *view, const cn_rules *rules, const cn_meld *meld)
{
    const unsigned size = cn_meld_size(meld), full = (unsigned)rules->p.canasta_size;
    const bool pure = cn_meld_wilds(meld) == 0;
    if (size >= full) return pure ? 0 : 20;
    const bool race =
        cn_side_canastas(rules, own_side(view, rules)) < (unsigned)rules->p.out_canastas;
    int32_t worth = 100 + 20 * (int32_t)size;
    if (size + 1 == full) worth += 100;
    if (pure && size + 2 >= full && !race) worth -= 150;
    return worth;
}

/* How much the racer wants to make a lay: naturals before wilds, near canastas first. */
static int32_t lay_worth(const cn_view *view, const cn_rules *rules, unsigned number)
{
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (kind == CN_KIND_BLACK3) return -1; /* nothing may follow it */
    const cn_side *side = own_side(view, rules);
    const unsigned meld_i = cn_side_find_meld(side, rank);
    const int32_t value = rules->value[kind];
    if (cn_kind_is_wild(kind)) {
        assert(meld_i != CN_NO_MELD);
        return wild_worth(view, rules, &side->meld[meld_i]) + (kind == CN_KIND_JOKER);
    }
    if (meld_i != CN_NO_MELD) return 1000 + 10 * (int32_t)cn_meld_size(&side->meld[meld_i]) + value;
    return (view->hand.kind[rank] >= 3 ? 900 : 50) + value;
}

/* The best lay of at least `least` worth, CN_STEPS if there is none. */
static unsigned best_lay(const cn_view *view, const cn_rules *rules, const cn_mask *allowed,
                         int32_t least)
{
    unsigned best = CN_STEPS;
    int32_t best_worth = least - 1;
    for (unsigned number = CN_STEP_LAY; number < CN_STEP_DISCARD; number++) {
        if (!cn_mask_has(allowed, number)) continue;
        const int32_t worth = lay_worth(view, rules, number);
        if (worth <= best_worth) continue;
        best = number;
        best_worth = worth;
    }
    return best;
}

/* While the opening is staged: whole natural groups first, then pairs with a wild, then wilds on
 * what lies there, the cheaper wild if it is enough (the legal set knows). */
static int32_t staging_worth(const cn_view *view, const cn_rules *rules, unsigned number)
{
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (kind == CN_KIND_BLACK3) return -1;
    const int32_t value = rules->value[kind];
    if (cn_kind_is_wild(kind)) return 200 - value;
    const unsigned meld_i = cn_side_find_meld(own_side(view, rules), rank);
    if (meld_i != CN_NO_MELD) return 1000 + value;
    return (view->hand.kind[rank] >= 3 ? 900 : 300) + value;
}

static unsigned best_staging(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    unsigned best = CN_STEPS;
    int32_t best_worth = INT32_MIN;
    for (unsigned number = CN_STEP_LAY; number < CN_STEP_DISCARD; number++) {
        if (!cn_mask_has(allowed, number)) continue;
        const int32_t worth = staging_worth(view, rules, number);
        if (worth <= best_worth) continue;
        best = number;
        best_worth = worth;
    }
    return best;
}

/* The next step of a turn that goes out; `allowed` holds only steps that still lead out. */
static unsigned step_out(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    static const uint8_t open[] = {CN_STEP_OPEN};
    unsigned number = first_allowed(allowed, open, 1);
    if (number == CN_STEPS) number = best_lay(view, rules, allowed, INT32_MIN + 1);
    if (number == CN_STEPS) number = cn_choose_discard(view, rules, allowed);
    return number;
}

/* The next step of a turn that does not go out. */
static unsigned step_on(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    static const uint8_t open[] = {CN_STEP_OPEN};
    unsigned number = first_allowed(allowed, open, 1);
    if (number != CN_STEPS) return number;
    const bool opened = cn_public_has_opened(rules, &view->pub, view->seat);
    const bool unfinished = view->pub.turn.open_meld != CN_NO_MELD;
    if (!opened)
        number = best_staging(view, rules, allowed);
    else
        number = best_lay(view, rules, allowed, unfinished ? INT32_MIN + 1 : WORTH_LAYING);
    if (number != CN_STEPS) return number;
    return cn_choose_discard(view, rules, allowed);
}

/* Plays the turn to its end on a copy of the view, the way step_out does. False if it did not end
 * by going out, which the legal set rules out. */
static bool play_out(cn_view *copy, const cn_rules *rules)
{
    while (copy->pub.phase == CN_PHASE_MELD) {
        const cn_mask allowed = legal_with_answer(copy, rules, CN_ANSWER_YES);
        if (mask_empty(&allowed)) return false;
        const unsigned number = step_out(copy, rules, &allowed);
        if (!cn_view_try(copy, rules, cn_name_cards(&copy->pub, &copy->hand, number))) return false;
    }
    return copy->pub.out_seat == copy->seat;
}

/* Going out is right unless it ends the game with another side ahead. */
static bool wants_out(const cn_view *view, const cn_rules *rules)
{
    cn_view end = *view;
    return play_out(&end, rules) && cn_reckon_outlook(&end, rules, 0) != CN_OUTLOOK_LOST;
}

static bool wants_to_ask(const cn_view *view, const cn_rules *rules)
{
    const unsigned partner = cn_partner(rules, view->seat);
    return partner != CN_SEAT_NONE && view->pub.hand_count[partner] > ASK_ABOVE_CARDS;
}

static unsigned choose_meld(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    if (view->pub.turn.answer == CN_ANSWER_YES) return step_out(view, rules, legal);
    if (view->pub.turn.answer == CN_ANSWER_NO || !cn_can_go_out(rules, &view->pub, &view->hand))
        return step_on(view, rules, legal);
    if (wants_out(view, rules)) {
        if (cn_mask_has(legal, CN_STEP_ASK) && wants_to_ask(view, rules)) return CN_STEP_ASK;
        const cn_mask out = legal_with_answer(view, rules, CN_ANSWER_YES);
        return step_out(view, rules, &out);
    }
    const cn_mask on = legal_with_answer(view, rules, CN_ANSWER_NO);
    return step_on(view, rules, mask_empty(&on) ? legal : &on);
}

/* The top card alone keeps most cards for later, the joker is the dearest companion. */
static unsigned choose_draw(const cn_mask *legal)
{
    static const uint8_t wanted[] = {CN_STEP_TAKE_TOP, CN_STEP_TAKE_PAIR, CN_STEP_TAKE_TWO,
                                     CN_STEP_TAKE_JOKER, CN_STEP_DRAW};
    return first_allowed(legal, wanted, sizeof wanted);
}

/* What the own hand could still lay in its next turn, in points: a partner who goes out now
 * makes it a loss instead. */
static int32_t unlaid_worth(const cn_view *view, const cn_rules *rules)
{
    const cn_side *side = own_side(view, rules);
    const unsigned full = (unsigned)rules->p.canasta_size;
    int32_t worth = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        const unsigned held = view->hand.kind[rank], meld_i = cn_side_find_meld(side, rank);
        const unsigned size = meld_i == CN_NO_MELD ? 0 : cn_meld_size(&side->meld[meld_i]);
        if (held == 0 || held + size < 3) continue;
        worth += 2 * (int32_t)held * rules->value[rank];
        if (size < full && size + held >= full) worth += rules->p.bonus_mixed;
    }
    return worth;
}

/* What going out now brings besides: the bonus, and the cards the other sides are left with. */
static int32_t caught_worth(const cn_view *view, const cn_rules *rules)
{
    const cn_unseen unseen = cn_reckon_unseen(view, rules);
    int32_t worth = rules->p.out_bonus;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (rules->side_of[seat] != rules->side_of[view->seat])
            worth += cn_reckon_hand_cost(view, rules, &unseen, seat);
    return worth;
}

/* Points the asker's cards would add to the table, and the canasta still missing with them. */
static int32_t asker_worth(const cn_view *view, const cn_rules *rules)
{
    const cn_unseen unseen = cn_reckon_unseen(view, rules);
    int32_t worth = cn_reckon_hand_cost(view, rules, &unseen, view->pub.asker);
    const unsigned canastas = cn_side_canastas(rules, own_side(view, rules));
    if (canastas < (unsigned)rules->p.out_canastas)
        worth += rules->p.bonus_mixed * (rules->p.out_canastas - (int32_t)canastas);
    return worth;
}

static unsigned choose_answer(const cn_view *view, const cn_rules *rules)
{
    cn_view end = *view;
    end.pub.out_seat = view->pub.asker;
    switch (cn_reckon_outlook(&end, rules, asker_worth(view, rules))) {
    case CN_OUTLOOK_WON: return CN_STEP_YES;
    case CN_OUTLOOK_LOST: return CN_STEP_NO;
    case CN_OUTLOOK_OPEN: break;
    }
    const bool wait = unlaid_worth(view, rules) > caught_worth(view, rules);
    return wait ? CN_STEP_NO : CN_STEP_YES;
}

static cn_step choose(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    (void)stream;
    const cn_mask legal = cn_view_legal(view, rules);
    unsigned number;
    if (view->pub.phase == CN_PHASE_ANSWER)
        number = choose_answer(view, rules);
    else if (view->pub.phase == CN_PHASE_DRAW)
        number = choose_draw(&legal);
    else
        number = choose_meld(view, rules, &legal);
    assert(cn_mask_has(&legal, number));
    return cn_name_cards(&view->pub, &view->hand, number);
}

const cn_player cn_player_racer = {
    .name = "racer",
    .summary = "lays all it can, takes what it may, goes out when the score allows",
    .choose = choose,
};
