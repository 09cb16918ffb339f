/* What may be asked of a table: its terms, its game as it is seen, who sits where.
 * Not here: how it came to that (table.c), who is there (table_presence.c).
 * Invariant: nothing that is said here comes from a hand or a deck but by a view. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/table/prover.h"
#include "server/table/table_inner.h"
#include "text/events/event_text.h"

const char *cn_table_id(const cn_table *table)
{
    return table->id;
}

const cn_rules *cn_table_rules(const cn_table *table)
{
    return &table->core.rules;
}

const char *cn_table_overrides(const cn_table *table)
{
    return table->core.overrides;
}

const char *cn_table_house(const cn_table *table)
{
    return table->core.house;
}

const char *cn_table_invite(const cn_table *table)
{
    return table->core.invite;
}

const char *cn_table_watch_invite(const cn_table *table)
{
    return table->core.watch;
}

bool cn_table_joins_at_once(const cn_table *table)
{
    return table->core.joins_at_once;
}

bool cn_table_is_open(const cn_table *table)
{
    return table->core.open;
}

bool cn_table_is_lesson(const cn_table *table)
{
    return table->core.lesson;
}

bool cn_table_is_paused(const cn_table *table)
{
    return table->core.paused;
}

uint32_t cn_table_clock_s(const cn_table *table)
{
    return table->core.clock_s;
}

int64_t cn_table_lasted_s(const cn_table *table, int64_t now)
{
    return cn_core_lasted_s(&table->core, now);
}

const char *cn_table_bot(const cn_table *table)
{
    return table->core.bot;
}

uint32_t cn_table_pace_ms(const cn_table *table)
{
    return table->core.pace_ms;
}

bool cn_table_hints(const cn_table *table)
{
    return table->core.hints;
}

const cn_seat *cn_table_seat(const cn_table *table, unsigned seat)
{
    return &table->core.seat[seat];
}

const cn_view *cn_table_view(const cn_table *table, unsigned seat)
{
    return table->view[seat];
}

const cn_public *cn_table_public(const cn_table *table)
{
    return &table->view[0]->pub;
}

unsigned cn_table_acting(const cn_table *table)
{
    const cn_public *pub = cn_table_public(table);
    if (pub->phase != CN_PHASE_DRAW && pub->phase != CN_PHASE_MELD && pub->phase != CN_PHASE_ANSWER)
        return CN_NO_SEAT;
    return cn_person_at(&table->core.rules, pub->hand_number, pub->seat);
}

unsigned cn_table_awaited(const cn_table *table)
{
    return cn_table_public(table)->phase == CN_PHASE_START ? cn_table_owner(table)
                                                           : cn_table_acting(table);
}

const cn_lines *cn_table_lines(const cn_table *table, unsigned seat)
{
    return &table->lines[seat];
}

void cn_table_start_text(const cn_table *table, unsigned seat, char *out, size_t size)
{
    cn_writer writer = cn_writer_make(out, size);
    cn_write_view_start(&writer, &table->core.rules, table->view[seat]->seat, table->start.dealer,
                        table->start.hands_played, table->start.totals);
}

void cn_table_first_view(const cn_table *table, cn_view *view)
{
    cn_view_start(view, &table->core.rules, CN_SEAT_NONE, table->start.dealer,
                  table->start.hands_played, table->start.totals);
}

bool cn_table_watched_later(const cn_table *table)
{
    return table->core.watch_later;
}

bool cn_table_hides(const cn_table *table)
{
    return table->core.watch_later && cn_table_acting(table) != CN_NO_SEAT;
}

const cn_doers *cn_table_doers(const cn_table *table)
{
    return &table->doers;
}

unsigned cn_table_sheet_count(const cn_table *table)
{
    return table->sheet_count;
}

const cn_hand_sheet *cn_table_sheet(const cn_table *table, unsigned index)
{
    assert(index < table->sheet_count);
    return &table->sheet[index];
}

const cn_fair_deal *cn_table_next_deal(const cn_table *table)
{
    static const cn_fair_deal none = {0};
    return table->core.next_known ? &table->core.next : &none;
}

const cn_fair_deal *cn_table_last_deal(const cn_table *table)
{
    return &table->core.dealt;
}

bool cn_table_hand_is_lost(const cn_table *table)
{
    return table->core.lost;
}

bool cn_table_revealed(const cn_table *table)
{
    return table->core.revealed;
}

void cn_table_prove(const cn_table *table, unsigned audience, bool fresh, cn_proof_visit *each,
                    void *user)
{
    const uint16_t *to = fresh ? table->fresh : table->core.shown.to;
    cn_prove(table->prover, &table->core, to, audience, each, user);
}

uint64_t cn_table_seq(const cn_table *table)
{
    return table->seq;
}

uint64_t cn_table_moved_seq(const cn_table *table)
{
    return table->moved_seq;
}

uint64_t cn_table_dealt_seq(const cn_table *table)
{
    return table->dealt_seq;
}

unsigned cn_table_still_count(const cn_table *table)
{
    return table->still_count;
}

unsigned cn_table_seat_of_token(const cn_table *table, const char *token)
{
    cn_digest digest = cn_digest_of(token, strlen(token));
    for (unsigned i = 0; i < table->core.rules.player_count; i++) {
        const cn_seat *seat = &table->core.seat[i];
        if (seat->human && cn_digest_equal(&seat->token, &digest)) return i;
    }
    return CN_NO_SEAT;
}

unsigned cn_table_seat_of_person(const cn_table *table, const char *person)
{
    for (unsigned i = 0; i < table->core.rules.player_count; i++)
        if (person[0] != '\0' && strcmp(table->core.seat[i].person, person) == 0) return i;
    return CN_NO_SEAT;
}

unsigned cn_table_seat_of_coming(const cn_table *table, const char *person)
{
    for (unsigned i = 0; i < table->core.rules.player_count; i++)
        if (person[0] != '\0' && strcmp(table->core.seat[i].coming, person) == 0) return i;
    return CN_NO_SEAT;
}

unsigned cn_table_owner(const cn_table *table)
{
    const unsigned maker = cn_table_seat_of_person(table, table->core.maker);
    if (maker != CN_NO_SEAT) return maker;
    for (unsigned i = 0; i < table->core.rules.player_count; i++)
        if (table->core.seat[i].human) return i;
    return CN_NO_SEAT;
}

void cn_table_set_name(cn_table *table, const char *person, const char *name)
{
    cn_doers_set_name(&table->doers, person, name);
    const unsigned seat = cn_table_seat_of_person(table, person);
    const unsigned coming = cn_table_seat_of_coming(table, person);
    if (seat != CN_NO_SEAT)
        snprintf(table->core.seat[seat].name, sizeof table->core.seat[seat].name, "%s", name);
    if (coming != CN_NO_SEAT)
        snprintf(table->core.seat[coming].coming_name, sizeof table->core.seat[coming].coming_name,
                 "%s", name);
}

void cn_table_set_keeping(cn_table *table, uint32_t finished_days, uint32_t deserted_days)
{
    table->keep_days[0] = deserted_days;
    table->keep_days[1] = finished_days;
}

int64_t cn_table_last_time(const cn_table *table)
{
    return table->last_time;
}

int64_t cn_table_kept_until(const cn_table *table)
{
    const bool finished = cn_table_public(table)->phase == CN_PHASE_GAME_END;
    const int64_t days = table->keep_days[finished];
    return days == 0 || table->last_time == 0 ? 0 : table->last_time + days * 86400;
}

bool cn_table_quit(const cn_table *table)
{
    return table->core.quit;
}

unsigned cn_table_deserted(const cn_table *table)
{
    return table->deserted;
}

void cn_table_set_deserted(cn_table *table, const char *maker, unsigned count)
{
    if (strcmp(table->core.maker, maker) == 0) table->deserted = count;
}
