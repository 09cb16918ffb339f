/* Lays, takes and openings of plain rules: one meld of a rank, no card that comes unasked.
 * Not here: black threes, cards that end the hand or the stock (game.c).
 * Invariant: see quick.h; what changes is what apply.c would change. */
#include "engine/quick/quick.h"

#include "engine/finish/stay.h"
#include "engine/plain/plan_plain.h"
#include "engine/turn/game_step.h"
#include "engine/turn/turn.h"

/* The last card in hand and an empty stock may end the hand. */
CN_USUAL bool is_quick(const cn_public *pub, const cn_rules *rules)
{
    return pub->hand_count[pub->seat] > 1 && cn_stock_lets_go_on(rules, pub);
}

CN_USUAL cn_side *found_side(cn_public *pub)
{
    cn_side *side = cn_acting_side(pub);
    CN_FOUND(side);
    return side;
}

/* The place of the rank's meld, begun now if it has none, and 1. */
CN_USUAL size_t place_after(cn_side *side, cn_turn *turn, size_t rank)
{
    size_t place = side->latest[rank];
    if (place == 0) {
        cn_begin_meld(side, turn, (unsigned)rank);
        place = side->meld_count;
    }
    return place;
}

/* A canasta is complete (P87, P112, S22). */
CN_USUAL void note_canasta(cn_public *pub, cn_side *side, unsigned place)
{
    const cn_turn *turn = &pub->turn;
    pub->own_canasta[pub->seat] = 1;
    if (place >= turn->first_meld && turn->run_before == 0) side->concealed_canastas++;
}

/* What one card, which lies now, changes in the turn: the run goes on, or another begins (S2, P57),
 * and so on (P67, P84, P122). A wild never comes first, so that a meld is a finished one of which
 * two naturals and another card, or so many cards, lie. */
CN_USUAL void note_lay(cn_public *pub, const cn_rules *rules, cn_side *side, size_t rank,
                       size_t place_and_one, bool wild)
{
    static_assert(NATURALS_MIN == 2 && MELD_SIZE_MIN == 3, "finished melds");
    cn_turn *turn = &pub->turn;
    unsigned place = (unsigned)place_and_one - 1;
    CN_FOUND(place);
    const unsigned naturals = side->naturals[rank], wilds = side->wilds[rank];
    const unsigned cards = naturals + wilds;
    turn->laid = 1;
    turn->added_old |= (uint8_t)place < turn->first_meld;
    unsigned open = place;
    if (wild ? naturals >= 2 : cards >= 3) open = CN_NO_MELD;
    turn->open_meld = (uint8_t)open;
    if (turn->staging != 0) {
        CN_FORGOTTEN();
        turn->laid_beyond |= turn->took == 0;
        (void)cn_go_on(turn, place, 0, wilds - wild, wild);
    } else {
        CN_FORGOTTEN();
        const unsigned of_take = cn_go_on(turn, place, cards - 1, 0, wild);
        turn->laid_beyond |= of_take == 0;
        if (cards == (unsigned)rules->p.canasta_size) note_canasta(pub, side, place);
    }
}

static CN_RARE void at_length(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_game_step(game, rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE), NULL);
}

/* A natural of the lowest suit goes from the hand to the meld. */
CN_USUAL void move_natural(cn_cards *hand, cn_side *side, cn_meld *meld, size_t rank)
{
    cn_put_natural(side, meld, rank, cn_take_suit(hand, rank));
}

CN_RARE void cn_quick_natural_plain(cn_game *game, const cn_rules *rules, size_t rank)
{
    cn_public *pub = &game->pub;
    size_t seat = pub->seat;
    if (!is_quick(pub, rules)) {
        at_length(game, rules, CN_STEP_LAY + (unsigned)rank);
        return;
    }
    CN_FORGOTTEN();
    pub->hand_count[seat]--;
    cn_side *side = found_side(pub);
    const size_t place = place_after(side, &pub->turn, rank);
    cn_cards *hand = &game->hand[seat];
    CN_FOUND(hand);
    move_natural(hand, side, &side->meld[place - 1], rank);
    CN_FORGOTTEN();
    note_lay(pub, rules, side, rank, place, false);
}

CN_RARE void cn_quick_wild_plain(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    size_t seat = pub->seat;
    if (!is_quick(pub, rules)) {
        at_length(game, rules, number);
        return;
    }
    size_t two = number < CN_STEP_LAY_JOKER;
    CN_FOUND(two);
    const size_t rank = number + CN_RANKS * two - CN_STEP_LAY_JOKER;
    CN_FORGOTTEN();
    pub->hand_count[seat]--;
    cn_side *side = found_side(pub);
    const size_t place = side->latest[rank];
    cn_guard(place != 0);
    cn_meld *meld = &side->meld[place - 1];
    cn_cards *hand = &game->hand[seat];
    CN_FOUND(hand);
    cn_move_wild(hand, side, meld, rank, (unsigned)two, cn_wild_suit(hand, (unsigned)two));
    CN_FORGOTTEN();
    note_lay(pub, rules, side, rank, place, true);
}

/* Nothing but what is usual comes of the take. */
CN_USUAL bool take_is_quick(const cn_public *pub, const cn_rules *rules, unsigned number)
{
    enum { MOST_USED = 2 };
    return cn_stock_lets_go_on(rules, pub) && !cn_pile_is_replaced(pub, rules) &&
           (pub->hand_count[pub->seat] > MOST_USED || cn_take_leaves_some(pub, number));
}

/* Two naturals. */
CN_USUAL void move_pair(cn_cards *hand, cn_side *side, cn_meld *meld, size_t rank)
{
    const unsigned held = hand->suits[rank], one = 1U << cn_suits_lowest(held);
    const unsigned both = one + (1U << cn_suits_lowest(held - one));
    CN_FORGOTTEN();
    hand->suits[rank] = (uint16_t)(hand->suits[rank] - both);
    hand->size = (uint16_t)(hand->size - 2);
    meld->natural_suits = (uint16_t)(meld->natural_suits + both);
    meld->naturals = (uint8_t)(meld->naturals + 2);
    const cn_sixteen two = cn_unit[rank] + cn_unit[rank];
    *cn_all_of(hand->kind) -= two;
    *cn_all_of(side->naturals) += two;
}

/* What a take uses of the hand besides the top card. */
CN_USUAL void move_used(cn_public *pub, cn_cards *hand, cn_side *side, cn_meld *meld, size_t rank,
                        unsigned number)
{
    if (number == CN_STEP_TAKE_TOP) return;
    if (number == CN_STEP_TAKE_PAIR) {
        move_pair(hand, side, meld, rank);
    } else {
        const unsigned two = number == CN_STEP_TAKE_TWO;
        pub->turn.run_wilds = 1;
        move_natural(hand, side, meld, rank);
        cn_move_wild(hand, side, meld, rank, two, cn_wild_suit(hand, two));
    }
}

/* The pile comes to the hand with its top card, which leaves it for the meld. */
CN_USUAL void take_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand, cn_card top)
{
    const cn_face_place *of = &rules->of_face[top];
    *cn_all_of(hand->kind) -= cn_unit_at(of->unit);
    const unsigned threes = cn_collect_cards(pub, rules, hand);
    *cn_cards_row(hand, of->row) = (uint16_t)(*cn_cards_row(hand, of->row) - of->suit);
    hand->size--;
    pub->hand_count[pub->seat] = hand->size;
    if (threes != 0) cn_lay_out_pile(pub, rules, hand, threes);
}

/* What the turn says of a take: nothing was laid before it. */
CN_USUAL void note_take(cn_turn *turn, const cn_side *side, size_t place, size_t rank)
{
    const unsigned before = side->naturals[rank] + side->wilds[rank];
    const uint32_t run = cn_run_of((unsigned)place - 1, before, 0, 1);
    memcpy(&turn->run_meld, &run, sizeof run);
    turn->took = turn->laid = 1;
    turn->take_meld = (uint8_t)(place - 1);
    turn->added_old = place <= turn->first_meld;
}

CN_USUAL void take(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    if (!take_is_quick(pub, rules, number)) {
        at_length(game, rules, number);
        return;
    }
    size_t seat = pub->seat;
    cn_cards *hand = &game->hand[seat];
    CN_FOUND(hand);
    cn_side *side = found_side(pub);
    const cn_card top = cn_public_top(pub);
    const size_t rank = cn_card_row(top);
    cn_guard(rank < CN_RANKS);
    const size_t place = place_after(side, &pub->turn, rank);
    cn_meld *meld = &side->meld[place - 1];
    CN_FORGOTTEN();
    note_take(&pub->turn, side, place, rank);
    pub->phase = CN_PHASE_MELD;
    CN_FORGOTTEN();
    move_used(pub, hand, side, meld, rank, number);
    CN_FORGOTTEN();
    meld->naturals++;
    meld->natural_suits = (uint16_t)(meld->natural_suits + rules->of_face[top].suit);
    *cn_all_of(side->naturals) += cn_unit[rank];
    if (pub->turn.staging != 0) {
        cn_pile_lift(pub);
        pub->hand_count[seat] = hand->size;
        return;
    }
    CN_FORGOTTEN();
    const unsigned size = side->naturals[rank] + side->wilds[rank];
    const unsigned canasta = (unsigned)rules->p.canasta_size;
    if (size >= canasta && pub->turn.run_before < canasta)
        note_canasta(pub, side, pub->turn.run_meld);
    CN_FORGOTTEN();
    take_pile(pub, rules, hand, top);
}

/* Each in registers of its own. */
static CN_RARE void take_pair(cn_game *game, const cn_rules *rules)
{
    take(game, rules, CN_STEP_TAKE_PAIR);
}

static CN_RARE void take_mixed(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (number != CN_STEP_TAKE_PAIR && number != CN_STEP_TAKE_TOP) take(game, rules, number);
}

CN_RARE void cn_quick_take_plain(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (number == CN_STEP_TAKE_TOP)
        take(game, rules, CN_STEP_TAKE_TOP);
    else if (number == CN_STEP_TAKE_PAIR)
        take_pair(game, rules);
    else
        take_mixed(game, rules, number);
}

bool cn_quick_open_plain(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const bool took = pub->turn.took;
    if (!cn_stock_lets_go_on(rules, pub) || pub->hand_count[pub->seat] == 0 ||
        (took && cn_pile_is_replaced(pub, rules)))
        return false;
    const bool exempt = cn_opening_is_exempt(pub, rules);
    if (took) cn_collect_pile(pub, rules, &game->hand[pub->seat]);
    (void)cn_public_open(pub, rules, exempt);
    return true;
}
