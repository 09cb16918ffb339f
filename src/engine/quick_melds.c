/* Lays, takes and openings of plain rules: one meld of a rank, no card that comes unasked.
 * Not here: black threes, cards that end the hand or the stock (game.c).
 * Invariant: see quick_melds.h; what changes is what apply.c would change. */
#include "quick_melds.h"

#include "plan_parts.h"
#include "quick.h"
#include "quick_pile.h"
#include "quick_target.h"
#include "stay.h"

/* The last card in hand and an empty stock may end the hand. */
CN_USUAL bool is_quick(const cn_public *pub, const cn_rules *rules)
{
    return pub->hand_count[pub->seat] > 1 && cn_stock_lets_go_on(rules, pub);
}

CN_USUAL cn_target make_target(cn_public *pub, unsigned rank)
{
    cn_side *side = cn_acting_side(pub);
    CN_FOUND(side);
    if (side->latest[rank] == 0) cn_begin_meld(side, &pub->turn, rank);
    const unsigned place = side->latest[rank] - 1U;
    cn_meld *meld = &side->meld[place];
    CN_FOUND(meld);
    return (cn_target){side, meld, rank, place, side->naturals[rank], side->wilds[rank]};
}

/* P53. */
CN_USUAL cn_sizes sizes_of(const cn_rules *rules)
{
    return (cn_sizes){MELD_SIZE_MIN, NATURALS_MIN, (unsigned)rules->p.canasta_size};
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
    if (!is_quick(pub, rules) || named != CN_CARD_NONE) {
        lay_at_length(game, rules, number, named);
        return;
    }
    const cn_target to = make_target(pub, rank);
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    cn_put_natural(&to, cn_take_suit(hand, rank));
    cn_run_on(&pub->turn, &to);
    cn_note_card(pub, sizes_of(rules), &to, false);
}

CN_RARE void cn_quick_wild_plain(cn_game *game, const cn_rules *rules, unsigned number,
                                 cn_card named)
{
    cn_public *pub = &game->pub;
    if (!is_quick(pub, rules)) {
        lay_at_length(game, rules, number, named);
        return;
    }
    const cn_target to = make_target(pub, cn_step_meld(number));
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    cn_move_wild(hand, &to, cn_step_kind(number), named);
    cn_run_on(&pub->turn, &to);
    cn_note_card(pub, sizes_of(rules), &to, true);
}

bool cn_quick_take_plain(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    cn_turn *turn = &pub->turn;
    if (!cn_stock_lets_go_on(rules, pub) || !cn_take_leaves_some(pub, number) ||
        cn_pile_is_replaced(pub, rules))
        return false;
    cn_cards *hand = &game->hand[pub->seat];
    const cn_card top = cn_public_top(pub);
    const cn_target to = make_target(pub, cn_card_kind(top));
    const bool opened = !turn->staging;
    turn->took = 1;
    cn_run_on(turn, &to);
    cn_pile_lift(pub);
    cn_put_natural(&to, 4 * cn_card_suit(top));
    cn_put_used(pub, hand, &to, number);
    turn->run_of_take = 1;
    turn->take_meld = (uint8_t)to.place;
    pub->phase = CN_PHASE_MELD;
    const unsigned wild = number == CN_STEP_TAKE_TWO || number == CN_STEP_TAKE_JOKER;
    cn_note_cards(pub, sizes_of(rules), &to, number == CN_STEP_TAKE_TOP ? 1 : 3 - wild, wild);
    if (opened) cn_collect_pile(pub, rules, hand);
    return true;
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
