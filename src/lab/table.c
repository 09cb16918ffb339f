/* One table for experiments: a game, a view for each seat, and the players who sit there.
 * Not here: many deals (match.c). Invariant: players see their own view and stream, nothing else.
 */
#include "lab/table.h"

#include <assert.h>
#include <stddef.h>

enum { HAND_STEPS_MAX = 100000 };

void cn_lab_table_start(cn_lab_table *table, const cn_rules *rules, unsigned dealer)
{
    cn_game_start(&table->game, rules, dealer);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&table->view[seat], rules, seat, dealer, 0, NULL);
    table->steps = 0;
    table->record = NULL;
}

static bool tell_everybody(cn_lab_table *table, const cn_rules *rules, const cn_event *event)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_event seen = cn_event_for(rules, event, seat);
        if (!cn_view_apply(&table->view[seat], rules, &seen)) return false;
    }
    return true;
}

cn_lab_status cn_lab_table_deal(cn_lab_table *table, const cn_rules *rules, const cn_card *deck)
{
    cn_event event;
    cn_game_deal(&table->game, rules, deck, &event);
    if (table->record != NULL) cn_record_deal(table->record, &table->game);
    return tell_everybody(table, rules, &event) ? CN_LAB_OK : CN_LAB_VIEW;
}

cn_lab_status cn_lab_table_step(cn_lab_table *table, const cn_rules *rules)
{
    const unsigned seat = table->game.pub.seat;
    const cn_step step =
        table->player[seat]->choose(&table->view[seat], rules, &table->stream[seat]);
    cn_event event;
    if (cn_game_apply(&table->game, rules, step, &event).code != CN_OK) return CN_LAB_ILLEGAL;
    table->steps++;
    if (table->record != NULL) cn_record_step(table->record, seat, event.u.step.step);
    return tell_everybody(table, rules, &event) ? CN_LAB_OK : CN_LAB_VIEW;
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
    cn_event event;
    cn_game_score(&table->game, rules, scores, &event);
    if (table->record != NULL) cn_record_score(table->record, &table->game, scores);
    return tell_everybody(table, rules, &event) ? CN_LAB_OK : CN_LAB_VIEW;
}
