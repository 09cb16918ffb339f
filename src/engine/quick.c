/* Drawing, laying and discarding, as most turns have them.
 * Not here: melds of plain rules (quick_melds.c), every other step (game.c).
 * Invariant: see quick.h. */
#include "quick.h"

#include "guard.h"
#include "quick_melds.h"
#include "rare.h"
#include "turn.h"

/* A three that is laid out and replaced (P27). */
static bool draws_bonus(const cn_rules *rules, const cn_card *next, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned kind = cn_card_kind(next[i]);
        if (cn_kind_is_three(kind) && cn_is_bonus(rules, kind)) return true;
    }
    return false;
}

static CN_RARE bool quick_draw(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const unsigned wanted = (unsigned)rules->p.draw_count, seat = pub->seat;
    const cn_card *next = &game->deck[game->deck_next];
    if (pub->stock_count <= wanted) return false; /* the last cards end hands (P29 to P31, P93) */
    cn_guard(game->deck_next + wanted < CN_DECK_CARDS_MAX);
    if (draws_bonus(rules, next, wanted)) return false;
    cn_cards *hand = &game->hand[seat];
    cn_cards_add(hand, next[0]);
    for (unsigned i = 1; i < wanted; i++) cn_cards_add(hand, next[i]);
    game->deck_next = (uint16_t)(game->deck_next + wanted);
    pub->stock_count = (uint16_t)(pub->stock_count - wanted);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + wanted);
    pub->phase = CN_PHASE_MELD;
    return true;
}

/* A packet that may come before the hand is empty (S12). */
static bool packet_may_come(const cn_public *pub, const cn_rules *rules, unsigned seat)
{
    return pub->packets[seat] > 0 && rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY;
}

/* Where sequences may be laid, the suit that is meant depends on more than the hand (S26), unless
 * the hand holds but one. */
static bool suit_is_plain(const cn_rules *rules, const cn_cards *hand, unsigned kind)
{
    if (!rules->p.sequences || kind >= CN_RANKS) return true;
    const unsigned suits = hand->suits[kind];
    return suits != 0 && suits >> (__builtin_ctz(suits) & ~3) <= 15;
}

static CN_RARE bool quick_lay(cn_game *game, const cn_rules *rules, cn_step step)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, kind = cn_step_kind(step.number);
    cn_cards *hand = &game->hand[seat];
    if (pub->hand_count[seat] <= 1 || pub->stock_count == 0 || packet_may_come(pub, rules, seat))
        return false;
    cn_card card = step.card[0];
    if (cn_step_is_sequence(step.number)) {
        card = (cn_card)(step.number - CN_STEP_SEQUENCE);
    } else if (!suit_is_plain(rules, hand, kind)) {
        return false;
    }
    (void)cn_public_lay(pub, rules, step.number, cn_take_card(hand, card, kind));
    return true;
}

/* The next seat may be due threes of the deal (P21), a talon (P96), a packet (S12). */
static bool next_is_due(const cn_public *pub, const cn_rules *rules, unsigned seat)
{
    const bool first = pub->turn_number < rules->seat_count &&
                       rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN;
    const bool packet = pub->packets[seat] > 0 &&
                        (pub->hand_count[seat] == 0 || packet_may_come(pub, rules, seat));
    return first || packet || pub->talon[seat] > 0 || rules->p.hold_one_three;
}

/* The turn that opened sets a talon apart (P95). */
static bool talon_may_come(const cn_public *pub, const cn_rules *rules)
{
    return pub->turn.opened && (rules->p.talon_first > 0 || rules->p.talon_second > 0);
}

static CN_RARE bool quick_discard(cn_game *game, const cn_rules *rules, cn_step step)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, next = cn_next_seat(rules, seat);
    if (pub->hand_count[seat] <= 1 || pub->stock_count == 0 || talon_may_come(pub, rules) ||
        next_is_due(pub, rules, next))
        return false;
    const unsigned kind = cn_step_kind(step.number);
    cn_public_discard(pub, rules, cn_take_card(&game->hand[seat], step.card[0], kind));
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
    switch ((cn_step_sort)cn_step_abouts[step.number].sort) {
    case CN_STEP_IS_DISCARD: return quick_discard(game, rules, step);
    case CN_STEP_IS_LAY:
        return rules->plain && cn_step_meld(step.number) < CN_RANKS
                   ? cn_quick_lay_plain(game, rules, step)
                   : quick_lay(game, rules, step);
    case CN_STEP_IS_TAKE: return rules->plain && cn_quick_take_plain(game, rules, step);
    case CN_STEP_OTHER:
        if (step.number == CN_STEP_DRAW) return quick_draw(game, rules);
        return step.number >= CN_STEP_ASK && step.number <= CN_STEP_NO &&
               quick_question(game, rules, step);
    case CN_STEP_IS_TO_MELD:
    case CN_STEP_IS_JOIN:
    case CN_STEP_IS_NONE: break;
    }
    return false;
}
