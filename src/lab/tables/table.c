/* One table for experiments: a game, a view for each seat, and the players and bots who sit there.
 * Not here: many deals (match.c). Invariant: players see their own view and stream, nothing else.
 */
#include "lab/tables/table.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { HAND_STEPS_MAX = 100000 };

void cn_lab_table_start(cn_lab_table *table, const cn_rules *rules, unsigned dealer)
{
    cn_game_start(&table->game, rules, dealer);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&table->view[seat], rules, seat, dealer, 0, NULL);
    memset(table->bot, 0, sizeof table->bot);
    table->deal = table->hands_replaced = 0;
    table->steps = 0;
    table->record = NULL;
    table->hear = NULL;
    table->shares = NULL;
    table->clock = NULL;
}

void cn_lab_table_seat_bot(cn_lab_table *table, unsigned seat, cn_bot *bot)
{
    table->bot[seat] = bot;
}

const char *cn_lab_table_name(const cn_lab_table *table, unsigned seat)
{
    return table->bot[seat] != NULL ? cn_bot_entrant_name(table->bot[seat])
                                    : table->player[seat]->name;
}

void cn_lab_table_seat_all(cn_lab_table *table, const cn_rules *rules, const cn_player *player,
                           uint64_t seed)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        table->player[seat] = player;
        table->stream[seat] = cn_stream_make(seed, CN_PURPOSE_PLAYER, seat);
    }
}

void cn_lab_table_seat_entrant(cn_lab_table *table, const cn_rules *rules,
                               const cn_entrant *entrant, const cn_bot_options *bots, uint64_t seed)
{
    cn_lab_table_seat_all(table, rules, entrant->player, seed);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_lab_table_seat_bot(table, seat, cn_bot_open(entrant, bots));
}

void cn_lab_table_dismiss(cn_lab_table *table, const cn_rules *rules)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_bot_close(table->bot[seat]);
        cn_lab_table_seat_bot(table, seat, NULL);
    }
}

cn_lab_status cn_lab_table_play_game(cn_lab_table *table, const cn_rules *rules, uint64_t seed,
                                     uint64_t hands_max)
{
    cn_stream decks = cn_stream_make(seed, CN_PURPOSE_DECK, 0);
    cn_lab_status status = CN_LAB_OK;
    for (uint64_t hand = 0; status == CN_LAB_OK && hand < hands_max; hand++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_score scores[CN_SIDES_MAX];
        if (table->game.pub.phase == CN_PHASE_GAME_END) break;
        cn_deck_sorted(rules, deck);
        cn_shuffle(deck, rules->deck_size, &decks);
        status = cn_lab_table_play_hand(table, rules, deck, scores);
    }
    return status;
}

static bool tell(cn_lab_table *table, const cn_rules *rules, const cn_event *event)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_event seen = cn_event_for(rules, event, seat);
        if (!cn_view_apply(&table->view[seat], rules, &seen)) return false;
        if (table->bot[seat] != NULL)
            cn_bot_hear(table->bot[seat], rules, &seen, &table->view[seat]);
    }
    if (table->hear != NULL) table->hear(table->hear_context, rules, &table->game, event);
    return true;
}

static void begin_bots(const cn_lab_table *table, const cn_rules *rules)
{
    const cn_public *pub = &table->game.pub;
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_bot_hand hand = {.deal = table->deal,
                                  .seat = seat,
                                  .dealer = pub->dealer,
                                  .hands_played = pub->hand_number,
                                  .totals = totals};
        if (table->bot[seat] != NULL)
            cn_bot_begin(table->bot[seat], rules, &hand, &table->stream[seat]);
    }
}

static void count_replaced(cn_lab_table *table, const cn_rules *rules)
{
    bool any = false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        any = any || (table->bot[seat] != NULL && cn_bot_is_replaced(table->bot[seat]));
    table->hands_replaced += any;
}

cn_lab_status cn_lab_table_deal(cn_lab_table *table, const cn_rules *rules, const cn_card *deck)
{
    cn_event event;
    begin_bots(table, rules);
    cn_game_deal(&table->game, rules, deck, &event);
    if (table->record != NULL) cn_record_deal(table->record, &table->game);
    if (table->shares != NULL) cn_stock_shares_begin(table->shares, rules, &table->game);
    return tell(table, rules, &event) ? CN_LAB_OK : CN_LAB_VIEW;
}

static cn_step ask(cn_lab_table *table, const cn_rules *rules, unsigned seat)
{
    const cn_view *view = &table->view[seat];
    cn_stream *stream = &table->stream[seat];
    if (table->bot[seat] != NULL) return cn_bot_choose(table->bot[seat], view, rules, stream);
    return cn_player_choose(table->player[seat], view, rules, stream);
}

/* The player's choice, timed if there is a clock. */
static cn_step choose(cn_lab_table *table, const cn_rules *rules, unsigned seat)
{
    const uint64_t since = table->clock != NULL ? cn_turn_clock_now() : 0;
    const cn_step step = ask(table, rules, seat);
    if (table->clock != NULL)
        cn_turn_clock_step(table->clock, seat, table->game.pub.turn_number, since);
    return step;
}

static cn_reason apply(cn_lab_table *table, const cn_rules *rules, cn_step step, cn_event *event)
{
    if (table->shares != NULL)
        return cn_stock_shares_apply(table->shares, &table->game, rules, step, event);
    return cn_game_apply(&table->game, rules, step, event);
}

cn_lab_status cn_lab_table_step(cn_lab_table *table, const cn_rules *rules)
{
    const unsigned seat = table->game.pub.seat;
    const cn_step step = choose(table, rules, seat);
    cn_event event;
    if (apply(table, rules, step, &event).code != CN_OK) return CN_LAB_ILLEGAL;
    table->steps++;
    if (table->record != NULL) cn_record_step(table->record, seat, event.u.step.step);
    return tell(table, rules, &event) ? CN_LAB_OK : CN_LAB_VIEW;
}

cn_lab_status cn_lab_table_play_hand(cn_lab_table *table, const cn_rules *rules,
                                     const cn_card *deck, cn_score *scores)
{
    cn_lab_status status = cn_lab_table_deal(table, rules, deck);
    const uint64_t limit = table->steps + HAND_STEPS_MAX;
    while (status == CN_LAB_OK && table->game.pub.phase != CN_PHASE_HAND_END) {
        status = cn_lab_table_step(table, rules);
        if (status == CN_LAB_OK && table->steps > limit) status = CN_LAB_ENDLESS;
    }
    if (status != CN_LAB_OK) return status;
    count_replaced(table, rules);
    cn_event event;
    cn_game_score(&table->game, rules, scores, &event);
    if (table->record != NULL) cn_record_score(table->record, &table->game, scores);
    return tell(table, rules, &event) ? CN_LAB_OK : CN_LAB_VIEW;
}
