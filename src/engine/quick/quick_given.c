/* What comes to a seat beside the usual draw when a step is made without an event.
 * Not here: when it is due (quick.c, quick_others.c), threes of which one stays in hand as another
 * comes (give.c). Invariant: as quick.h; the cards that give.c would find. */
#include "engine/quick/quick.h"

#include "engine/cards/marks.h"
#include "engine/step/collect.h"
#include "engine/turn/game_step.h"
#include "engine/turn/turn.h"

/* Cards that leave the stock, and how many of them stay in the hand. */
typedef struct draw {
    unsigned taken, kept;
} draw;

static inline bool is_bonus(const cn_rules *rules, cn_card card)
{
    return cn_is_bonus(rules, cn_card_kind(card));
}

/* The drawn card stays in the hand; `*may_hold`: so does the first three (P97). */
static inline bool stays(const cn_rules *rules, cn_card card, bool *may_hold)
{
    if (!is_bonus(rules, card)) return true;
    const bool held = *may_hold;
    *may_hold = false;
    return held;
}

/* What must be drawn until so many cards stay; all of the stock, if they are too few. */
static draw look_at_draw(const cn_game *game, const cn_rules *rules, unsigned wanted, bool may_hold)
{
    const cn_card *next = &game->deck[game->deck_next];
    draw drawn = {0, 0};
    for (; drawn.kept < wanted && drawn.taken < game->pub.stock_count; drawn.taken++)
        drawn.kept += stays(rules, next[drawn.taken], &may_hold);
    return drawn;
}

/* The next cards of the stock reach the hand of the seat, or, threes, the table. */
static void bring(cn_game *game, const cn_rules *rules, unsigned seat, draw drawn, bool may_hold)
{
    cn_public *pub = &game->pub;
    const cn_card *next = &game->deck[game->deck_next];
    for (unsigned i = 0; i < drawn.taken; i++) {
        if (stays(rules, next[i], &may_hold))
            cn_cards_add(&game->hand[seat], next[i]);
        else
            pub->three[seat][cn_card_suit(next[i])]++;
    }
    game->deck_next = (uint16_t)(game->deck_next + drawn.taken);
    pub->stock_count = (uint16_t)(pub->stock_count - drawn.taken);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + drawn.kept);
}

/* P30, P31, P93: the last cards of the stock come like others. */
static inline bool last_draw_is_simple(const cn_rules *rules, draw drawn, unsigned wanted,
                                       bool may_hold)
{
    return !may_hold && drawn.kept > 0 &&
           (drawn.kept == wanted || rules->p.short_draw != CN_SHORT_DRAW_END_HAND) &&
           rules->p.stock_end != CN_STOCK_END_IMMEDIATE;
}

CN_RARE bool cn_quick_draw_at_length(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, stock = pub->stock_count;
    const unsigned wanted = (unsigned)rules->p.draw_count;
    if (stock == 0) { /* P29 */
        cn_end_hand(pub, CN_END_STOCK);
        return true;
    }
    const bool may_hold = rules->p.hold_one_three && !cn_public_has_opened(pub, seat) &&
                          cn_threes_held(rules, &game->hand[seat]) == 0; /* P97 */
    const draw drawn = look_at_draw(game, rules, wanted, may_hold);
    if (drawn.taken == stock && !last_draw_is_simple(rules, drawn, wanted, may_hold)) return false;
    bring(game, rules, seat, drawn, may_hold);
    pub->phase = CN_PHASE_MELD;
    return true;
}

/* Threes of the hand, as it counts suits, go to the table. All suits at once, because nobody
 * foresees which are held. */
static void put_out(cn_public *pub, cn_cards *hand, unsigned seat, unsigned out)
{
    const unsigned clubs = out & 15, diamonds = out >> 4 & 15, hearts = out >> 8 & 15;
    const unsigned spades = out >> 12, reds = diamonds + hearts, blacks = clubs + spades;
    const uint8_t laid[CN_SUITS] = {(uint8_t)clubs, (uint8_t)diamonds, (uint8_t)hearts,
                                    (uint8_t)spades};
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        pub->three[seat][suit] = (uint8_t)(pub->three[seat][suit] + laid[suit]);
    hand->kind[CN_KIND_RED3] = (uint8_t)(hand->kind[CN_KIND_RED3] - reds);
    hand->kind[CN_KIND_BLACK3] = (uint8_t)(hand->kind[CN_KIND_BLACK3] - blacks);
    hand->suits[CN_ROW_THREES] = (uint16_t)(hand->suits[CN_ROW_THREES] - out);
    hand->size = (uint16_t)(hand->size - reds - blacks);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] - reds - blacks);
}

/* All of the hand; `keep`: but for one, of the lowest suit (S13). */
static void lay_threes_out(cn_game *game, const cn_rules *rules, unsigned seat, bool keep)
{
    cn_cards *hand = &game->hand[seat];
    unsigned out = hand->suits[CN_ROW_THREES] & rules->bonus_suits;
    if (keep && out != 0) out -= 1U << cn_suits_lowest(out);
    put_out(&game->pub, hand, seat, out);
}

CN_RARE void cn_lay_out_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand, unsigned threes)
{
    if (rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE) return;
    put_out(pub, hand, pub->seat, threes);
}

/* P97, S13: the threes that are held; of the cards that replace them one three may be held again.
 */
CN_RARE bool cn_quick_lay_out(cn_game *game, const cn_rules *rules)
{
    const unsigned seat = game->pub.seat, held = cn_threes_held(rules, &game->hand[seat]);
    const draw drawn = look_at_draw(game, rules, held, true);
    if (drawn.taken >= game->pub.stock_count) return false;
    lay_threes_out(game, rules, seat, false);
    bring(game, rules, seat, drawn, true);
    return true;
}

/* Of the threes in hand those that are laid out. */
static inline unsigned threes_laid_out(const cn_game *game, const cn_rules *rules, unsigned seat,
                                       bool keep)
{
    const unsigned held = cn_threes_held(rules, &game->hand[seat]);
    return held - (keep && held > 0);
}

bool cn_threes_are_replaced(const cn_game *game, const cn_rules *rules, unsigned seat, bool keep,
                            unsigned more)
{
    const unsigned out = threes_laid_out(game, rules, seat, keep) + more;
    return look_at_draw(game, rules, out, false).taken < game->pub.stock_count;
}

CN_RARE void cn_replace_threes(cn_game *game, const cn_rules *rules, unsigned seat, bool keep)
{
    const unsigned out = threes_laid_out(game, rules, seat, keep);
    lay_threes_out(game, rules, seat, keep);
    bring(game, rules, seat, look_at_draw(game, rules, out, false), false);
}

/* The packet that a seat picks up next: its first card; each next lies as many cards further as
 * there are seats. */
static inline const cn_card *next_packet(const cn_game *game, const cn_rules *rules, unsigned seat)
{
    const unsigned packet = (unsigned)rules->packet_count - game->pub.packets[seat];
    return &game->deck[cn_packet_at(game, rules, seat, packet)];
}

CN_RARE bool cn_packet_is_simple(const cn_game *game, const cn_rules *rules)
{
    const cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, count = cn_packet_size(rules, pub, seat);
    if (cn_threes_held(rules, &game->hand[seat]) > 0) return false;
    const cn_card *card = next_packet(game, rules, seat);
    unsigned threes = 0;
    for (unsigned i = 0; i < count; i++) threes += is_bonus(rules, card[i * rules->seat_count]);
    return threes == 0 || look_at_draw(game, rules, threes, false).taken < pub->stock_count;
}

CN_RARE void cn_pick_packet_up(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, count = cn_packet_size(rules, pub, seat);
    const cn_card *card = next_packet(game, rules, seat);
    cn_cards *hand = &game->hand[seat];
    unsigned threes = 0;
    for (unsigned i = 0; i < count; i++, card += rules->seat_count) {
        if (!is_bonus(rules, *card)) {
            cn_cards_add(hand, *card);
            continue;
        }
        pub->three[seat][cn_card_suit(*card)]++;
        threes++;
    }
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + count - threes);
    if (threes > 0) bring(game, rules, seat, look_at_draw(game, rules, threes, false), false);
    if (--pub->packets[seat] == 0) pub->turn.laid_beyond = 0; /* P147 */
}

CN_RARE void cn_bring_buried(cn_game *game, const cn_rules *rules, unsigned count)
{
    cn_public *pub = &game->pub;
    const cn_card *buried = &game->deck[game->buried_at];
    for (unsigned i = 0; i < count; i++) {
        if (cn_collected_stays(rules, cn_card_kind(buried[i]))) {
            cn_cards_add(&game->hand[pub->seat], buried[i]);
            pub->hand_count[pub->seat]++;
        } else {
            pub->three[pub->seat][cn_card_suit(buried[i])]++;
        }
    }
}
