/* Lays, takes and openings of plain rules: one meld of a rank, no card that comes unasked.
 * Not here: black threes, cards that end the hand or the stock (game.c).
 * Invariant: see quick_melds.h; what changes is what apply.c would change. */
#include "quick_melds.h"

#include "plan_parts.h"
#include "quick.h"
#include "quick_pile.h"
#include "rare.h"
#include "turn.h"

/* The meld of the rank, which the run of lays goes to from now on, and what it was. */
typedef struct target {
    cn_side *side;
    cn_meld *meld;
    unsigned rank, place;
    unsigned naturals, wilds;
} target;

/* P124: the first meld of a side is staged. */
CN_USUAL void begin_meld(cn_side *side, cn_turn *turn, unsigned rank)
{
    cn_guard(side->meld_count < CN_MELDS_MAX);
    if (side->meld_count == 0) turn->staging = 1;
    side->meld[side->meld_count++] = (cn_meld){.rank = (uint8_t)rank};
    side->latest[rank] = side->meld_count;
}

CN_USUAL target make_target(cn_public *pub, unsigned rank)
{
    cn_side *side = cn_acting_side(pub);
    CN_FOUND(side);
    if (side->latest[rank] == 0) begin_meld(side, &pub->turn, rank);
    const unsigned place = side->latest[rank] - 1U;
    cn_meld *meld = &side->meld[place];
    CN_FOUND(meld);
    return (target){side, meld, rank, place, side->naturals[rank], side->wilds[rank]};
}

/* Takes out the card of the lowest suit of a rank, or a two (P130); four times its suit. */
CN_USUAL unsigned take_suit(cn_cards *hand, unsigned kind)
{
    cn_counts_fewer(hand->kind, kind);
    hand->size--;
    const unsigned at = cn_suits_lowest(hand->suits[kind]);
    hand->suits[kind] = (uint16_t)(hand->suits[kind] - (1U << at));
    return at;
}

/* `at`: four times its suit. */
CN_USUAL void put_natural(const target *to, unsigned at)
{
    to->meld->naturals++;
    to->meld->natural_suits = (uint16_t)(to->meld->natural_suits + (1U << at));
    cn_counts_more(to->side->naturals, to->rank);
}

CN_USUAL void put_wild(const target *to, cn_card card)
{
    cn_counts_more(to->side->wilds, to->rank);
    if (card == CN_CARD_JOKER) {
        to->meld->jokers++;
        return;
    }
    to->meld->twos++;
    to->meld->two_suits = (uint16_t)(to->meld->two_suits + (1U << 4 * cn_card_suit(card)));
}

/* One of two small numbers, without a branch. */
CN_USUAL uint8_t either(bool first, unsigned one, unsigned other)
{
    return (uint8_t)(other ^ ((one ^ other) & (0U - first)));
}

/* S2, P57; without branches, because the meld is seldom foreseen. */
CN_USUAL void run_on(cn_turn *turn, const target *to)
{
    const bool same = turn->run_meld == to->place;
    const unsigned staging = 0U - (turn->staging != 0);
    turn->run_meld = (uint8_t)to->place;
    turn->run_of_take &= same;
    turn->run_before = either(same, turn->run_before, (to->naturals + to->wilds) & ~staging);
    turn->run_wilds = either(same, turn->run_wilds, to->wilds & staging);
}

/* P67, P84, P122; a canasta is noted where it is complete (P87, P112, S22). */
CN_USUAL void note(cn_public *pub, const cn_rules *rules, const target *to, unsigned naturals,
                   unsigned wilds)
{
    cn_turn *turn = &pub->turn;
    const unsigned before = to->naturals + to->wilds, size = before + naturals + wilds;
    const unsigned canasta = (unsigned)rules->p.canasta_size;
    turn->laid = 1;
    turn->run_wilds = (uint8_t)(turn->run_wilds + wilds);
    turn->added_old |= to->place < turn->first_meld;
    const bool finished = (size >= MELD_SIZE_MIN) & (to->naturals + naturals >= NATURALS_MIN);
    turn->open_meld = either(finished, CN_NO_MELD, to->place);
    if (size < canasta || before >= canasta || turn->staging) return;
    pub->own_canasta[pub->asker] = 1;
    if (to->place >= turn->first_meld && turn->run_before == 0) to->side->concealed_canastas++;
}

/* The last card in hand and an empty stock may end the hand. */
CN_USUAL bool is_quick(const cn_public *pub)
{
    return pub->hand_count[pub->seat] > 1 && pub->stock_count > 0;
}

/* What a lay changes beside the counts. */
CN_USUAL void note_lay(cn_public *pub, const cn_rules *rules, const target *to, bool wild)
{
    cn_turn *turn = &pub->turn;
    pub->hand_count[pub->seat]--;
    turn->laid_beyond |= either(turn->staging, turn->took, turn->run_of_take) == 0; /* P67 */
    note(pub, rules, to, wild ? 0 : 1, wild ? 1 : 0);
}

static CN_RARE void lay_at_length(cn_game *game, const cn_rules *rules, unsigned number,
                                  cn_card named)
{
    cn_game_step(game, rules, cn_step_make(number, named, CN_CARD_NONE), NULL);
}

CN_RARE void cn_quick_natural_plain(cn_game *game, const cn_rules *rules, unsigned number,
                                    cn_card named)
{
    cn_public *pub = &game->pub;
    const unsigned rank = number - CN_STEP_LAY;
    if (!is_quick(pub) || named != CN_CARD_NONE) {
        lay_at_length(game, rules, number, named);
        return;
    }
    const target to = make_target(pub, rank);
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    put_natural(&to, take_suit(hand, rank));
    run_on(&pub->turn, &to);
    note_lay(pub, rules, &to, false);
}

CN_RARE void cn_quick_wild_plain(cn_game *game, const cn_rules *rules, unsigned number,
                                 cn_card named)
{
    cn_public *pub = &game->pub;
    if (!is_quick(pub)) {
        lay_at_length(game, rules, number, named);
        return;
    }
    const target to = make_target(pub, cn_step_meld(number));
    put_wild(&to, cn_take_card(&game->hand[pub->seat], named, cn_step_kind(number)));
    run_on(&pub->turn, &to);
    note_lay(pub, rules, &to, true);
}

/* Out of the hand and onto the meld: two cards, or none. */
static void use_hand(cn_public *pub, cn_cards *hand, const target *to, unsigned number)
{
    if (number == CN_STEP_TAKE_TOP) return;
    put_natural(to, take_suit(hand, to->rank));
    if (number == CN_STEP_TAKE_PAIR)
        put_natural(to, take_suit(hand, to->rank));
    else
        put_wild(to, cn_cards_take_lowest(hand, number == CN_STEP_TAKE_TWO ? CN_KIND_TWO
                                                                           : CN_KIND_JOKER));
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] - 2);
}

bool cn_quick_take_plain(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    cn_turn *turn = &pub->turn;
    if (pub->stock_count == 0 || pub->hand_count[pub->seat] <= 2 || cn_pile_is_replaced(pub, rules))
        return false;
    cn_cards *hand = &game->hand[pub->seat];
    const cn_card top = cn_public_top(pub);
    const target to = make_target(pub, cn_card_kind(top));
    const bool opened = !turn->staging;
    turn->took = 1;
    run_on(turn, &to);
    cn_pile_lift(pub);
    put_natural(&to, 4 * cn_card_suit(top));
    use_hand(pub, hand, &to, number);
    turn->run_of_take = 1;
    turn->take_meld = (uint8_t)to.place;
    pub->phase = CN_PHASE_MELD;
    const unsigned wild = number == CN_STEP_TAKE_TWO || number == CN_STEP_TAKE_JOKER;
    note(pub, rules, &to, number == CN_STEP_TAKE_TOP ? 1 : 3 - wild, wild);
    if (opened) cn_collect_pile(pub, rules, hand);
    return true;
}

bool cn_quick_open_plain(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const bool took = pub->turn.took;
    if (pub->stock_count == 0 || pub->hand_count[pub->seat] == 0 ||
        (took && cn_pile_is_replaced(pub, rules)))
        return false;
    const bool exempt = cn_opening_is_exempt(pub, rules);
    if (took) cn_collect_pile(pub, rules, &game->hand[pub->seat]);
    (void)cn_public_open(pub, rules, exempt);
    return true;
}
