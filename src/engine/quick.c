/* Drawing, laying and discarding, as most turns have them.
 * Not here: every other step (game.c). Invariant: see quick.h. */
#include "quick.h"

#include "discard.h"
#include "guard.h"
#include "rare.h"
#include "turn.h"

static bool quick_draw(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const unsigned wanted = (unsigned)rules->p.draw_count;
    const cn_card *next = &game->deck[game->deck_next];
    if (pub->stock_count <= wanted) return false; /* the last cards end hands (P29 to P31, P93) */
    cn_guard(game->deck_next + wanted < CN_DECK_CARDS_MAX);
    for (unsigned i = 0; i < wanted; i++)
        if (cn_kind_is_three(cn_card_kind(next[i])) &&
            cn_is_bonus(rules, cn_card_kind(next[i]))) /* P27 */
            return false;
    for (unsigned i = 0; i < wanted; i++) cn_cards_add(&game->hand[pub->seat], next[i]);
    game->deck_next = (uint16_t)(game->deck_next + wanted);
    pub->stock_count = (uint16_t)(pub->stock_count - wanted);
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] + wanted);
    pub->phase = CN_PHASE_MELD;
    return true;
}

/* Removes the card that the step names, or the one of the lowest suit (P130). */
static cn_card take_card(cn_cards *hand, cn_step step)
{
    cn_card card = step.card[0];
    if (card == CN_CARD_NONE) card = cn_cards_lowest(hand, cn_step_kind(step.number));
    cn_cards_remove(hand, card);
    return card;
}

/* Where sequences may be laid the suit that is meant depends on more than the hand (S26). */
static CN_RARE bool quick_lay(cn_game *game, const cn_rules *rules, cn_step step)
{
    cn_public *pub = &game->pub;
    if (pub->hand_count[pub->seat] <= 1 || pub->stock_count == 0 || pub->packets[pub->seat] > 0 ||
        rules->p.sequences)
        return false;
    (void)cn_public_lay(pub, rules, step.number, take_card(&game->hand[pub->seat], step));
    return true;
}

/* The next seat may be due threes of the deal (P21), a talon (P96), a packet (S12). */
static bool next_is_due(const cn_public *pub, const cn_rules *rules, unsigned seat)
{
    const bool first = pub->turn_number < rules->seat_count &&
                       rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN;
    return first || pub->talon[seat] > 0 || pub->packets[seat] > 0 || rules->p.hold_one_three;
}

static bool quick_discard(cn_game *game, const cn_rules *rules, cn_step step)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, next = cn_next_seat(rules, seat);
    if (pub->hand_count[seat] <= 1 || pub->stock_count == 0 || pub->turn.opened ||
        next_is_due(pub, rules, next))
        return false;
    const cn_card card = take_card(&game->hand[seat], step);
    cn_public_discard(pub, rules, card);
    pub->has_laid[seat] |= pub->turn.laid;
    cn_begin_turn(pub, next);
    return true;
}

/* A question or its answer moves no card. */
static CN_RARE bool quick_question(cn_game *game, const cn_rules *rules, cn_step step)
{
    if (game->pub.stock_count == 0) return false;
    (void)cn_public_act(&game->pub, rules, step);
    return true;
}

bool cn_quick_step(cn_game *game, const cn_rules *rules, cn_step step)
{
    switch (step.number) {
    case CN_STEP_DRAW: return quick_draw(game, rules);
    case CN_STEP_ASK:
    case CN_STEP_YES:
    case CN_STEP_NO: return quick_question(game, rules, step);
    default: break;
    }
    if (cn_step_is_discard(step.number)) return quick_discard(game, rules, step);
    return cn_step_is_lay(step.number) && quick_lay(game, rules, step);
}
