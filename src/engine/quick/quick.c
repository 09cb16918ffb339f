/* Drawing, laying and discarding, as most turns have them.
 * Not here: melds of plain rules (quick_melds.c), every other step (game.c).
 * Invariant: see quick.h. */
#include "engine/quick/quick.h"

#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/finish/stay.h"
#include "engine/turn/apply.h"
#include "engine/turn/game_step.h"
#include "engine/turn/turn.h"

/* What is not usual is handed on. */
static CN_RARE void not_quick(cn_game *game, const cn_rules *rules, unsigned number, cn_card card)
{
    cn_game_step(game, rules, cn_step_make(number, card, CN_CARD_NONE), NULL);
}

static inline bool is_bonus(const cn_rules *rules, cn_card card)
{
    return cn_is_bonus(rules, cn_card_kind(card));
}

/* `taken` cards have left the stock, `drawn` of them for the hand. */
static inline void end_draw(cn_game *game, unsigned taken, unsigned drawn)
{
    cn_public *pub = &game->pub;
    game->deck_next = (uint16_t)(game->deck_next + taken);
    pub->stock_count = (uint16_t)(pub->stock_count - taken);
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] + drawn);
    pub->phase = CN_PHASE_MELD;
}

/* What is not drawn at once. */
static CN_RARE void draw_at_length(cn_game *game, const cn_rules *rules)
{
    if (!cn_quick_draw_at_length(game, rules)) not_quick(game, rules, CN_STEP_DRAW, CN_CARD_NONE);
}

/* Two cards at a time, neither of them a bonus; more at length. */
static CN_RARE void draw_some(cn_game *game, const cn_rules *rules)
{
    enum { USUAL = 2 };
    const unsigned at = game->deck_next;
    if (rules->p.draw_count != USUAL || game->pub.stock_count <= USUAL) {
        draw_at_length(game, rules);
        return;
    }
    cn_guard(at + USUAL <= CN_DECK_CARDS_MAX);
    const cn_card first = game->deck[at], second = game->deck[at + 1];
    const unsigned bonus = is_bonus(rules, first), another = is_bonus(rules, second);
    if ((bonus | another) != 0) {
        draw_at_length(game, rules);
        return;
    }
    cn_cards *hand = &game->hand[game->pub.seat];
    CN_FOUND(hand);
    cn_cards_arrive(hand, first, cn_card_kind(first));
    cn_cards_arrive(hand, second, cn_card_kind(second));
    end_draw(game, USUAL, USUAL);
}

/* The next card of the stock reaches the hand. */
static inline void draw_card(cn_game *game, const cn_face_place *of, size_t seat)
{
    cn_public *pub = &game->pub;
    cn_cards *hand = &game->hand[seat];
    CN_FOUND(hand);
    *cn_all_of(hand->kind) += cn_unit_at(of->unit);
    *cn_cards_row(hand, of->row) = (uint16_t)(*cn_cards_row(hand, of->row) + of->suit);
    hand->size++;
    game->deck_next++;
    pub->stock_count--;
    pub->hand_count[seat]++;
    pub->phase = CN_PHASE_MELD;
}

/* The next card of the stock is a three and goes to the table, the one behind it is none. */
static CN_RARE void draw_past_three(cn_game *game, const cn_rules *rules)
{
    enum { BOTH = 2 };
    cn_public *pub = &game->pub;
    const unsigned at = game->deck_next;
    cn_guard(at + BOTH <= CN_DECK_CARDS_MAX);
    const cn_face_place *of = &rules->of_face[game->deck[at + 1]];
    if (pub->stock_count <= BOTH || of->bonus != 0 || rules->p.hold_one_three) {
        draw_at_length(game, rules);
        return;
    }
    pub->three[pub->seat][cn_card_suit(game->deck[at])]++;
    pub->stock_count--;
    game->deck_next++;
    draw_card(game, of, pub->seat);
}

static CN_RARE void quick_draw(cn_game *game, const cn_rules *rules)
{
    const cn_public *pub = &game->pub;
    size_t seat = pub->seat;
    const unsigned at = game->deck_next;
    CN_FOUND(seat);
    if (pub->stock_count <= rules->draws.drawn_above) {
        draw_some(game, rules);
        return;
    }
    cn_guard(at < CN_DECK_CARDS_MAX);
    const cn_face_place *of = &rules->of_face[game->deck[at]];
    if (of->bonus != 0)
        draw_past_three(game, rules);
    else
        draw_card(game, of, seat);
}

/* Threes of the deal (P21), or one that was held until the side opened (P97), which the seat may be
 * due to lay out. Without branches, because nobody foresees who has one. */
static inline bool threes_may_be_due(const cn_public *pub, const cn_rules *rules,
                                     const cn_cards *hand, unsigned seat)
{
    const unsigned holds = rules->p.hold_one_three != 0;
    const unsigned first = pub->turn_number < rules->draws.threes_until;
    if ((first | holds) == 0) return false; /* foreseen: all turns but the first */
    const unsigned held = hand->kind[CN_KIND_RED3] + (unsigned)hand->kind[CN_KIND_BLACK3];
    const unsigned melded = pub->side[pub->side_of[seat]].meld_count != 0; /* none is staged */
    return ((first | (holds & melded)) & (held > (holds & ~melded))) != 0;
}

/* Threes among the cards of a talon that waits for the seat. */
static inline unsigned threes_of_talon(const cn_game *game, const cn_rules *rules, unsigned seat)
{
    const cn_card *talon = &game->deck[game->talon_at[seat]];
    unsigned threes = 0;
    for (unsigned i = 0; i < game->pub.talon[seat]; i++) threes += is_bonus(rules, talon[i]);
    return threes;
}

/* P96: its cards reach the hand. */
static inline void pick_talon_up(cn_game *game, unsigned seat)
{
    cn_public *pub = &game->pub;
    const cn_card *talon = &game->deck[game->talon_at[seat]];
    for (unsigned i = 0; i < pub->talon[seat]; i++) cn_cards_add(&game->hand[seat], talon[i]);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + pub->talon[seat]);
    pub->talon[seat] = 0;
}

/* P95: of the turn that opened; some of the stock is left. */
static inline void set_talon_apart(cn_game *game, unsigned seat, unsigned talon)
{
    cn_public *pub = &game->pub;
    if (talon == 0) return;
    pub->talon[seat] = (uint8_t)talon;
    pub->stock_count = (uint16_t)(pub->stock_count - talon);
    game->talon_at[seat] = game->deck_next;
    game->deck_next = (uint16_t)(game->deck_next + talon);
}

/* S12: a packet that waits is due to an emptied hand, or to every seat of a side that opens.
 * Without branches, because nobody foresees who has one. */
static inline bool packet_is_due(const cn_public *pub, const cn_rules *rules, unsigned next)
{
    const bool at_start = rules->p.reserve_trigger == CN_RESERVE_TRIGGER_SIDE_INITIAL_MELD;
    return (pub->packets[next] > 0) & ((pub->hand_count[next] == 0) | at_start);
}

/* One of its threes stays in the hand (P97). */
static inline bool holds_one(const cn_public *pub, const cn_rules *rules, unsigned seat)
{
    return rules->p.hold_one_three && !cn_public_has_opened(pub, seat);
}

/* The next seat may be due more than a talon and what replaces its threes, so many of the talon
 * (P96); `threes` of the hand may be due, and the turn sets a `talon` apart. */
static inline bool more_is_due(const cn_game *game, const cn_rules *rules, unsigned next,
                               bool threes, unsigned brought, unsigned talon)
{
    const cn_public *pub = &game->pub;
    const bool keep = holds_one(pub, rules, next);
    if (packet_is_due(pub, rules, next)) return true;
    if (!threes && brought == 0) return false;
    return talon > 0 || (keep && pub->talon[next] > 0) ||
           !cn_threes_are_replaced(game, rules, next, keep, brought);
}

/* Told too often rather than too seldom, most often at once that nothing is due. */
static inline bool cards_may_be_due(const cn_game *game, const cn_rules *rules, unsigned next)
{
    const cn_public *pub = &game->pub;
    const unsigned packet = packet_is_due(pub, rules, next);
    const unsigned threes = threes_may_be_due(pub, rules, &game->hand[next], next);
    return (pub->turn.opened | pub->talon[next] | packet | threes) != 0;
}

/* An empty stock ends the hand with the turn (P92). */
static inline bool stock_ends_hand(const cn_public *pub, const cn_rules *rules)
{
    return pub->stock_count == 0 && rules->p.stock_end != CN_STOCK_END_DRAW_IMPOSSIBLE;
}

static inline void discard_named(cn_game *game, const cn_rules *rules, unsigned kind, cn_card card)
{
    cn_public *pub = &game->pub;
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    cn_public_discard_kind(pub, rules, cn_take_card(hand, card, kind), kind);
}

static CN_RARE void discard_some(cn_game *game, const cn_rules *rules, unsigned number,
                                 cn_card card)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, next = cn_next_seat(rules, seat);
    const unsigned talon = pub->turn.opened ? cn_public_talon_due(rules, pub) : 0;
    const bool may_come = pub->turn_number < rules->draws.bare_from;
    const bool threes = may_come && threes_may_be_due(pub, rules, &game->hand[next], next);
    const unsigned brought = pub->talon[next] > 0 ? threes_of_talon(game, rules, next) : 0;
    const bool ends = stock_ends_hand(pub, rules), last = pub->hand_count[seat] <= 1;
    const unsigned kind = number - CN_STEP_DISCARD;
    if ((last && pub->packets[seat] > 0) || (talon > 0 && talon == pub->stock_count) ||
        (may_come && !ends && more_is_due(game, rules, next, threes, brought, talon))) {
        not_quick(game, rules, number, card);
        return;
    }
    discard_named(game, rules, kind, card);
    if (last && cn_discard_goes_out(pub, rules, kind)) {
        cn_go_out(pub, rules);
        return;
    }
    pub->has_laid[seat] |= pub->turn.laid;
    if (ends) {
        cn_end_hand(pub, CN_END_STOCK);
        return;
    }
    set_talon_apart(game, seat, talon);
    cn_begin_turn(pub, next);
    if (pub->talon[next] > 0) pick_talon_up(game, next);
    if (threes || brought > 0) cn_replace_threes(game, rules, next, holds_one(pub, rules, next));
}

/* Any card of the kind, after which nothing comes to the next seat. */
static inline void discard_any(cn_game *game, const cn_rules *rules, size_t seat, size_t kind)
{
    cn_public *pub = &game->pub;
    CN_FORGOTTEN();
    CN_FOUND(seat);
    pub->hand_count[seat]--;
    uint8_t laid = pub->turn.laid;
    CN_FOUND(laid);
    pub->has_laid[seat] |= laid;
    cn_begin_turn(pub, rules->next[seat]);
    cn_cards *hand = &game->hand[seat];
    CN_FOUND(hand);
    cn_pile_put_lowest(pub, rules, hand, kind);
}

/* Something may come to it. */
static CN_RARE void discard_if_bare(cn_game *game, const cn_rules *rules, unsigned kind)
{
    const unsigned seat = game->pub.seat;
    if (cards_may_be_due(game, rules, cn_next_seat(rules, seat)))
        discard_some(game, rules, CN_STEP_DISCARD + kind, CN_CARD_NONE);
    else
        discard_any(game, rules, seat, kind);
}

static inline void quick_discard(cn_game *game, const cn_rules *rules, unsigned kind)
{
    const cn_public *pub = &game->pub;
    const size_t seat = pub->seat;
    if (pub->hand_count[seat] <= 1 || pub->stock_count == 0)
        discard_some(game, rules, CN_STEP_DISCARD + kind, CN_CARD_NONE);
    else if (pub->turn_number < rules->draws.bare_from)
        discard_if_bare(game, rules, kind);
    else
        discard_any(game, rules, seat, kind);
}

/* A question or its answer moves no card. */
static CN_RARE void quick_question(cn_game *game, const cn_rules *rules, unsigned number)
{
    const cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    const bool asks = number >= CN_STEP_ASK && number <= CN_STEP_NO;
    if (asks && cn_stock_lets_go_on(rules, &game->pub))
        (void)cn_public_act(&game->pub, rules, step);
    else if (!cn_quick_name(game, rules, number))
        cn_game_step(game, rules, step, NULL);
}

static CN_RARE void lay_out(cn_game *game, const cn_rules *rules)
{
    if (!cn_quick_lay_out(game, rules)) not_quick(game, rules, CN_STEP_LAY_OUT, CN_CARD_NONE);
}

static CN_RARE void quick_open(cn_game *game, const cn_rules *rules)
{
    if (!(rules->plain ? cn_quick_open_plain(game, rules) : cn_quick_open_others(game, rules)))
        not_quick(game, rules, CN_STEP_OPEN, CN_CARD_NONE);
}

static CN_RARE void quick_take(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (!cn_quick_take_others(game, rules, number)) not_quick(game, rules, number, CN_CARD_NONE);
}

static CN_RARE void quick_name(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (!cn_quick_name(game, rules, number) && !cn_quick_join(game, rules, number))
        not_quick(game, rules, number, CN_CARD_NONE);
}

static CN_RARE void quick_rest(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (number == CN_STEP_OPEN)
        quick_open(game, rules);
    else if (cn_step_is_lay(number))
        cn_quick_lay_others(game, rules, number, CN_CARD_NONE);
    else if (number == CN_STEP_LAY_OUT)
        lay_out(game, rules);
    else if (cn_step_is(number, CN_STEP_OTHER))
        quick_question(game, rules, number);
    else
        quick_name(game, rules, number);
}

/* Lays and takes of rules that are not plain. */
static CN_RARE void quick_others(cn_game *game, const cn_rules *rules, unsigned number)
{
    static_assert(CN_STEP_LAY_JOKER == CN_STEP_LAY_TWO + CN_RANKS, "lays of wilds");
    if (number - CN_STEP_LAY < CN_RANKS)
        cn_quick_natural_others(game, rules, number, CN_CARD_NONE);
    else if (cn_step_is_take(number))
        quick_take(game, rules, number);
    else if (number - CN_STEP_LAY_TWO < 2 * CN_RANKS)
        cn_quick_lay_others(game, rules, number, CN_CARD_NONE);
    else
        quick_rest(game, rules, number);
}

/* Each sort of step ends in a function of its own, but for discards. */
void cn_quick_step(cn_game *game, const cn_rules *rules, unsigned number)
{
    if (number == CN_STEP_DRAW)
        quick_draw(game, rules);
    else if (number - CN_STEP_DISCARD < CN_KINDS)
        quick_discard(game, rules, number - CN_STEP_DISCARD);
    else if (rules->plain && number - CN_STEP_LAY < CN_RANKS)
        cn_quick_natural_plain(game, rules, number - CN_STEP_LAY);
    else if (!rules->plain)
        quick_others(game, rules, number);
    else if (number - CN_STEP_LAY_TWO < 2 * CN_RANKS)
        cn_quick_wild_plain(game, rules, number);
    else if (cn_step_is_take(number))
        cn_quick_take_plain(game, rules, number);
    else
        quick_rest(game, rules, number);
}

CN_RARE void cn_quick_named(cn_game *game, const cn_rules *rules, cn_step step)
{
    const cn_card card = step.card[0];
    if (cn_step_is_discard(step.number))
        discard_some(game, rules, step.number, card);
    else if (cn_step_is_take(step.number) || rules->plain)
        cn_game_step(game, rules, step, NULL);
    else if (step.number - CN_STEP_LAY < CN_RANKS)
        cn_quick_natural_others(game, rules, step.number, card);
    else
        cn_quick_lay_others(game, rules, step.number, card);
}
