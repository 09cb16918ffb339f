/* What a position of the true game leads to.
 * Not here: the policy. Invariant: as in the header. */
#include "analysis/outlook.h"

#include <string.h>

#include "analysis/root.h"
#include "players/search/chances.h"
#include "random/random.h"

enum { PURPOSE_STOCK = 103, STEPS_MAX = 5000 };

/* Puts the stock into one of the orders: places of the deck are drawn, and those that are not in
 * the stock any more are left out. */
static void order_stock(cn_game *game, const cn_rules *rules, const cn_orders *orders,
                        unsigned order)
{
    uint16_t place[CN_DECK_CARDS_MAX];
    cn_card stock[CN_DECK_CARDS_MAX];
    unsigned count = 0;
    const unsigned first = game->deck_next, end = first + game->pub.stock_count;
    cn_stream stream = cn_stream_make(orders->seed, PURPOSE_STOCK, orders->hand << 32 | order);
    for (unsigned i = 0; i < end; i++) {
        const unsigned other = cn_stream_below(&stream, i + 1);
        place[i] = place[other];
        place[other] = (uint16_t)i;
    }
    for (unsigned i = 0; i < end; i++)
        if (place[i] >= first && place[i] < end) stock[count++] = game->deck[place[i]];
    cn_game_order_stock(game, rules, stock);
}

static bool play_out(cn_game *game, const cn_quick *quick, cn_quick_mind *mind)
{
    const cn_rules *rules = quick->rules;
    for (unsigned i = 0; i < STEPS_MAX && game->pub.phase != CN_PHASE_HAND_END; i++) {
        const cn_cards *hand = &game->hand[game->pub.seat];
        const cn_mask legal = cn_legal(rules, &game->pub, hand);
        if (cn_mask_is_empty(&legal)) return false;
        const cn_step step = cn_quick_choose(quick, mind, &game->pub, hand, &legal);
        cn_quick_notice(mind, &game->pub, step);
        cn_game_apply_legal(game, rules, step, NULL);
    }
    return game->pub.phase == CN_PHASE_HAND_END;
}

void cn_points_ahead(const cn_rules *rules, const cn_score *scores, int32_t *ahead)
{
    const int32_t others = rules->side_count - 1;
    int32_t all = 0;
    for (unsigned side = 0; side < rules->side_count; side++) all += scores[side].total;
    for (unsigned side = 0; side < rules->side_count; side++)
        ahead[side] = scores[side].total - (all - scores[side].total) / others;
}

void cn_chances_now(const cn_rules *rules, const cn_public *pub, unsigned dealer, unsigned hands,
                    uint32_t *chance)
{
    int32_t totals[CN_SIDES_MAX];
    const cn_chances *table = cn_chances_of(rules);
    const unsigned winners = cn_public_winners(pub, rules);
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points;
    for (unsigned side = 0; side < rules->side_count; side++)
        if (winners == 0)
            chance[side] = cn_chance(table, rules, totals, hands, dealer, side);
        else
            chance[side] = (winners >> side & 1) == 0
                               ? 0
                               : CN_CHANCE_SURE / (uint32_t)__builtin_popcount(winners);
}

/* One order played out; sums of chances grow by what comes of it. */
static void try_order(const cn_game *from, const cn_step *step, const cn_quick *quick,
                      const cn_quick_mind *seen, const cn_orders *orders, unsigned order,
                      int32_t *ahead, uint64_t *sums)
{
    const cn_rules *rules = quick->rules;
    cn_game game;
    cn_quick_mind mind = *seen;
    cn_score scores[CN_SIDES_MAX];
    uint32_t chance[CN_SIDES_MAX];
    cn_game_copy(&game, from, rules);
    order_stock(&game, rules, orders, order);
    if (step != NULL) {
        cn_quick_notice(&mind, &game.pub, *step);
        cn_game_apply_legal(&game, rules, *step, NULL);
    }
    memset(ahead, 0, CN_SIDES_MAX * sizeof *ahead);
    if (!play_out(&game, quick, &mind)) return;
    cn_game_score(&game, rules, scores, NULL);
    cn_points_ahead(rules, scores, ahead);
    cn_chances_now(rules, &game.pub, cn_next_seat(rules, game.pub.dealer), game.pub.hand_number,
                   chance);
    for (unsigned side = 0; side < rules->side_count; side++) sums[side] += chance[side];
}

void cn_outlook_make(cn_outlook *outlook, const cn_game *game, const cn_step *step,
                     const cn_quick *quick, const cn_quick_mind *mind, const cn_orders *orders)
{
    int64_t points[CN_SIDES_MAX] = {0};
    uint64_t chances[CN_SIDES_MAX] = {0};
    outlook->orders = orders->count < CN_ORDERS_MAX ? orders->count : CN_ORDERS_MAX;
    for (unsigned i = 0; i < outlook->orders; i++) {
        try_order(game, step, quick, mind, orders, i, outlook->points[i], chances);
        for (unsigned side = 0; side < quick->rules->side_count; side++)
            points[side] += outlook->points[i][side];
    }
    for (unsigned side = 0; side < quick->rules->side_count; side++) {
        outlook->mean[side] = (int32_t)(points[side] / (int64_t)outlook->orders);
        outlook->chance[side] = (uint32_t)(chances[side] / outlook->orders);
    }
}

int32_t cn_outlook_error(const cn_outlook *a, const cn_outlook *b, unsigned side)
{
    int64_t sum = 0, squares = 0;
    const int64_t n = a->orders;
    for (unsigned i = 0; i < a->orders; i++) {
        const int64_t more = b->points[i][side] - a->points[i][side];
        sum += more;
        squares += more * more;
    }
    const int64_t mean = sum / n, spread = squares / n - mean * mean;
    return (int32_t)cn_root((uint64_t)(spread > 0 ? spread / n : 0));
}
