/* Steps made at once, without an event: most of them by plain rules, where a side has one meld of a
 * rank and no card comes to a hand but those of the pile and those drawn; some by all rules.
 * Not here: every other step (game.c), what a step changes by all rules (apply.c).
 * Invariant: the game is the same as by cn_game_step; tests/engine/table.c compares each step. */
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/rules/tellers.h"
#include "engine/turn/game_step.h"
#include "engine/turn/turn.h"

static CN_RARE void at_length(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_game_step(game, rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE), NULL);
}

/* Threes, and the last card of the stock (P30), are drawn at length. */
static CN_RARE void draw(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    cn_cards *hand = &game->hand[pub->seat];
    const cn_card *card = &game->deck[game->deck_next];
    const unsigned count = cn_draw_count(rules, pub->hand_number);
    bool usual = pub->stock_count > count;
    for (unsigned i = 0; usual && i < count; i++)
        usual = !cn_is_bonus(rules, cn_card_kind(card[i]));
    if (!usual) {
        at_length(game, rules, CN_STEP_DRAW);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        cn_counts_more(hand->kind, cn_card_kind(card[i]));
        cn_cards_add_suit(hand, card[i]);
    }
    hand->size = (uint16_t)(hand->size + count);
    game->deck_next = (uint16_t)(game->deck_next + count);
    pub->stock_count = (uint16_t)(pub->stock_count - count);
    pub->hand_count[pub->seat] = hand->size;
    pub->phase = CN_PHASE_MELD;
}

/* Not the last card of a hand: what follows is the end of the turn. */
static CN_RARE void discard_by_all_rules(cn_game *game, const cn_rules *rules, unsigned kind)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, talon = pub->talon[seat];
    cn_pile_lay(pub, cn_cards_move_lowest(&game->hand[seat], &pub->pile_cards, kind));
    cn_note_discard(pub, rules, kind);
    const cn_due due = cn_end_turn(pub, rules);
    cn_arrivals start;
    cn_game_follow(game, rules, seat, talon, &due, &start);
}

/* A lay by which no packet can come, where no suit need be chosen (S26). */
static CN_RARE void lay_by_all_rules(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    cn_cards *hand = &game->hand[pub->seat];
    if (pub->packets[pub->asker] > 0 || rules->p.sequences) {
        at_length(game, rules, number);
        return;
    }
    (void)cn_public_lay(pub, rules, number, cn_cards_take_lowest(hand, cn_step_kind(number)));
}

/* In the first round the next seat may have threes to lay out (P21). */
static CN_RARE void discard(cn_game *game, const cn_rules *rules, unsigned kind)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, next = cn_next_seat(rules, seat);
    if (pub->turn_number < rules->seat_count && game->hand[next].kind[CN_KIND_RED3] > 0) {
        at_length(game, rules, CN_STEP_DISCARD + kind);
        return;
    }
    cn_pile_lay(pub, cn_cards_move_lowest(&game->hand[seat], &pub->pile_cards, kind));
    cn_note_discard(pub, rules, kind);
    pub->has_laid[seat] |= pub->turn.laid;
    cn_begin_turn(pub, rules, next);
}

/* Where a run of lays goes on. */
typedef struct target {
    cn_side *side;
    cn_meld *meld;
    unsigned place, size; /* cards of the meld before */
} target;

/* The meld of the rank, begun now if the side has none, and the run (S2). */
CN_USUAL target reach(cn_public *pub, unsigned rank)
{
    cn_side *side = cn_acting_side(pub);
    cn_turn *turn = &pub->turn;
    if (side->latest[rank] == 0) {
        cn_guard(side->meld_count < CN_MELDS_MAX);
        if (side->meld_count == 0) turn->staging = 1; /* P124 */
        side->meld[side->meld_count++] = (cn_meld){.rank = (uint8_t)rank};
        side->latest[rank] = side->meld_count;
    }
    const unsigned place = side->latest[rank] - 1U;
    cn_meld *meld = &side->meld[place];
    const unsigned size = cn_meld_size(meld);
    if (turn->run_meld != place) {
        turn->run_meld = (uint8_t)place;
        turn->run_of_take = 0;
        turn->run_before = turn->staging ? 0 : (uint8_t)size;
        turn->run_wilds = turn->staging ? meld->wilds : 0;
    }
    return (target){side, meld, place, size};
}

CN_USUAL void put_natural(const target *to, unsigned suit)
{
    to->meld->naturals++;
    to->meld->natural_suits = (uint16_t)(to->meld->natural_suits + (1U << suit));
    cn_counts_more(to->side->naturals, to->meld->rank);
}

/* Of the lowest suit (P130). */
CN_USUAL void put(cn_turn *turn, cn_cards *hand, const target *to, unsigned kind)
{
    const cn_kind_suits *of = &cn_suits_of_kinds[kind];
    uint16_t *row = &hand->suits[of->row];
    const unsigned suit = cn_suits_lowest(((unsigned)*row & of->suits) | of->joker);
    *row = (uint16_t)(*row - (1U << suit));
    cn_counts_fewer(hand->kind, kind);
    hand->size--;
    if (kind < CN_RANKS) {
        put_natural(to, suit);
        return;
    }
    const unsigned joker = kind == CN_KIND_JOKER;
    to->meld->wilds++;
    to->meld->jokers = (uint8_t)(to->meld->jokers + joker);
    if (!joker) to->meld->two_suits = (uint16_t)(to->meld->two_suits + (1U << suit));
    cn_counts_more(to->side->wilds, to->meld->rank);
    turn->run_wilds++;
}

/* P67, P84, P87, P112, P122, S22. */
CN_USUAL void note(cn_public *pub, const cn_rules *rules, const target *to)
{
    cn_turn *turn = &pub->turn;
    const unsigned size = cn_meld_size(to->meld), full = (unsigned)rules->p.canasta_size;
    const bool finished =
        size >= (unsigned)rules->p.meld_min && to->meld->naturals >= rules->p.min_naturals;
    turn->laid = 1;
    turn->added_old |= to->place < turn->first_meld;
    turn->open_meld = finished ? CN_NO_MELD : (uint8_t)to->place;
    if (turn->staging || to->size >= full || size < full) return;
    pub->own_canasta[pub->asker] = 1;
    if (to->place >= turn->first_meld && turn->run_before == 0) to->side->concealed_canastas++;
}

static CN_RARE void lay(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    cn_turn *turn = &pub->turn;
    const target to = reach(pub, cn_step_meld(number));
    put(turn, &game->hand[pub->seat], &to, cn_step_kind(number));
    turn->laid_beyond |= !(turn->staging ? turn->took : turn->run_of_take); /* P67 */
    pub->hand_count[pub->seat]--;
    note(pub, rules, &to);
}

/* P45: the pile goes to the hand. */
CN_USUAL void collect(cn_public *pub, cn_cards *hand)
{
    cn_cards_add_all(hand, &pub->pile_cards);
    memset(&pub->pile_cards, 0, sizeof pub->pile_cards);
    pub->pile_count = pub->pile_frozen = 0;
    pub->pile_taken = pub->has_taken[pub->seat] = 1;
}

static CN_RARE void take(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    cn_turn *turn = &pub->turn;
    cn_cards *hand = &game->hand[pub->seat];
    if (hand->size <= 2 || pub->pile_cards.kind[CN_KIND_RED3] > 0) {
        at_length(game, rules, number);
        return;
    }
    const cn_card top = cn_public_top(pub);
    const unsigned rank = cn_card_row(top);
    const target to = reach(pub, rank);
    cn_pile_lift(pub);
    put_natural(&to, 4 * cn_card_suit(top));
    if (number != CN_STEP_TAKE_TOP) put(turn, hand, &to, rank);
    if (number == CN_STEP_TAKE_PAIR) put(turn, hand, &to, rank);
    if (number == CN_STEP_TAKE_TWO) put(turn, hand, &to, CN_KIND_TWO);
    if (number == CN_STEP_TAKE_JOKER) put(turn, hand, &to, CN_KIND_JOKER);
    turn->took = 1;
    cn_run_follows_take(turn, rules, number);
    turn->take_meld = (uint8_t)to.place;
    pub->phase = CN_PHASE_MELD;
    note(pub, rules, &to);
    if (!turn->staging) collect(pub, hand);
    pub->hand_count[pub->seat] = hand->size;
}

static void step_plainly(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (cn_step_is_discard(number))
        discard(game, rules, number - CN_STEP_DISCARD);
    else if (cn_step_meld(number) < CN_RANKS)
        lay(game, rules, number);
    else if (cn_step_is_take(number))
        take(game, rules, number);
    else
        at_length(game, rules, number);
}

void cn_game_step_at_once(cn_game *game, const cn_rules *rules, unsigned number)
{
    const cn_public *pub = &game->pub;
    const bool goes_on = pub->hand_count[pub->seat] > 1 && pub->stock_count > 0;
    if (!cn_understands(rules, CN_TELLER_STEPS))
        at_length(game, rules, number);
    else if (number == CN_STEP_DRAW)
        draw(game, rules);
    else if (goes_on && rules->plain)
        step_plainly(game, rules, number);
    else if (goes_on && cn_step_is_discard(number))
        discard_by_all_rules(game, rules, number - CN_STEP_DISCARD);
    else if (goes_on && cn_step_is_lay(number))
        lay_by_all_rules(game, rules, number);
    else
        at_length(game, rules, number);
}
