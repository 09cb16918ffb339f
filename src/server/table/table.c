/* A table: follows the entries of its log, keeps a view and the lines of each seat.
 * Not here: reading the log (table_load.c), what is asked of a table (table_ask.c), who is there
 * (table_presence.c); what entries do (core.c), who may ask for them (turn.c).
 * Invariant: nothing is shown before its entries are on disk; the core that is played on and the
 * one that is read from the log come from the same entries by the same function. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/notice.h"
#include "server/table/base.h"
#include "server/table/sequel.h"
#include "server/table/table_inner.h"
#include "text/events/event_text.h"

cn_table *cn_table_make(const char *id)
{
    cn_table *table = calloc(1, sizeof *table);
    if (table == NULL || (table->prover = calloc(1, sizeof *table->prover)) == NULL) abort();
    snprintf(table->id, sizeof table->id, "%s", id);
    cn_core_start(&table->core, table->id);
    uint64_t seed;
    cn_secret_bytes(&seed, sizeof seed);
    table->stream = cn_stream_make(seed, 0, 0);
    return table;
}

void cn_table_rest(cn_table *table)
{
    cn_prover_clear(table->prover);
}

void cn_table_free(cn_table *table)
{
    if (table == NULL) return;
    for (unsigned i = 0; i < CN_AUDIENCES; i++) {
        cn_lines_free(&table->lines[i]);
        free(table->view[i]);
    }
    cn_table_rest(table);
    cn_doers_free(&table->doers);
    free(table->prover);
    free(table->sheet);
    free(table);
}

/* Goes through the seats, and those who look on. */
static unsigned next_audience(const cn_table *table, unsigned i)
{
    return i + 1 == table->core.rules.player_count ? CN_WATCHER : i + 1;
}

static void make_views(cn_table *table)
{
    for (unsigned i = 0; i < CN_AUDIENCES; i = next_audience(table, i)) {
        table->view[i] = calloc(1, sizeof(cn_view));
        if (table->view[i] == NULL) abort();
    }
}

static void start_hand(cn_table *table, const cn_hand_start *start)
{
    const cn_rules *rules = &table->core.rules;
    table->start = *start;
    table->event_count = 0;
    cn_doers_clear(&table->doers);
    for (unsigned i = 0; i < CN_AUDIENCES; i = next_audience(table, i)) {
        const unsigned seat =
            i == CN_WATCHER ? CN_SEAT_NONE : cn_seat_of(rules, start->hands_played + 1, i);
        cn_lines_clear(&table->lines[i]);
        cn_view_start(table->view[i], rules, seat, start->dealer, start->hands_played,
                      start->totals);
    }
}

/* The sheet behind the last one; the oldest makes room. */
static cn_hand_sheet *new_sheet(cn_table *table)
{
    if (table->sheet_count == CN_SHEETS_SHOWN_MAX)
        memmove(table->sheet, table->sheet + 1, --table->sheet_count * sizeof *table->sheet);
    if (table->sheet_count == table->sheet_capacity) {
        table->sheet_capacity = 2 * table->sheet_capacity + 8;
        table->sheet = realloc(table->sheet, table->sheet_capacity * sizeof *table->sheet);
        if (table->sheet == NULL) abort();
    }
    return &table->sheet[table->sheet_count++];
}

static void add_sheet(cn_table *table, const cn_score *score)
{
    cn_hand_sheet *sheet = new_sheet(table);
    *sheet = (cn_hand_sheet){.hand_number = table->core.game.pub.hand_number};
    for (unsigned i = 0; i < table->core.rules.side_count; i++) {
        sheet->score[i] = score[i];
        sheet->total[i] = table->core.game.pub.side[i].total_points;
    }
}

/* Tells one seat of an event: its view advances and the line is kept. False if the view refuses. */
static bool tell_seat(cn_table *table, unsigned seat, const cn_event *event)
{
    char line[CN_EVENT_TEXT_MAX];
    cn_event seen = cn_event_for(&table->core.rules, event, table->view[seat]->seat);
    cn_writer writer = cn_writer_make(line, sizeof line);
    cn_write_event(&writer, &table->core.rules, &seen);
    assert(!writer.overflow);
    cn_lines_add(&table->lines[seat], line);
    return cn_view_apply(table->view[seat], &table->core.rules, &seen);
}

static bool moves_on(cn_entry_kind kind)
{
    return kind == CN_ENTRY_DEAL || kind == CN_ENTRY_PLAY || kind == CN_ENTRY_REMATCH;
}

/* What is nobody's to do as often as he likes: seeds and commitments are not among them. */
static bool stands_still(const cn_entry *entry)
{
    return entry->kind == CN_ENTRY_SEAT || entry->kind == CN_ENTRY_PACE ||
           entry->kind == CN_ENTRY_PAUSE || entry->kind == CN_ENTRY_INVITE;
}

/* Which deal an entry is about, 0 if none. */
static uint32_t deal_of(const cn_core *core, cn_entry_kind kind)
{
    if (kind == CN_ENTRY_COMMIT || kind == CN_ENTRY_SEED) return core->next.deal;
    return kind == CN_ENTRY_DEAL || kind == CN_ENTRY_REVEAL ? core->dealt.deal : 0;
}

/* Makes an applied and committed entry visible. False if a view cannot follow it. */
static bool absorb(cn_table *table, const cn_entry *entry, const cn_outcome *outcome,
                   cn_change *change)
{
    table->seq = entry->seq;
    table->last_time = entry->time;
    if (entry->kind == CN_ENTRY_CREATE) make_views(table);
    if (moves_on(entry->kind)) table->moved_seq = entry->seq;
    if (stands_still(entry)) table->still_count++;
    if (entry->kind == CN_ENTRY_DEAL) table->still_count = 0;
    if (entry->kind == CN_ENTRY_CREATE || entry->kind == CN_ENTRY_DEAL)
        start_hand(table, &outcome->start);
    if (entry->kind == CN_ENTRY_DEAL) table->dealt_seq = entry->seq;
    if (entry->kind == CN_ENTRY_REMATCH) table->sheet_count = 0;
    *change = (cn_change){.seq = entry->seq,
                          .kind = entry->kind,
                          .seat = entry->seat,
                          .deal = deal_of(&table->core, entry->kind),
                          .is_command = entry->inst != NULL,
                          .has_events = outcome->event_count > 0};
    bool good = true;
    for (unsigned seat = 0; seat < CN_AUDIENCES; seat = next_audience(table, seat)) {
        change->from[seat] = table->lines[seat].length;
        for (unsigned i = 0; i < outcome->event_count; i++)
            good = tell_seat(table, seat, &outcome->event[i]) && good;
    }
    table->event_count += outcome->event_count;
    if (outcome->scored) add_sheet(table, outcome->score);
    return good;
}

/* How much longer it must stand empty before somebody may come to it. */
static int64_t stands_full_s(const cn_table *table)
{
    for (unsigned i = 0; i < table->core.rules.player_count; i++)
        if (table->core.seat[i].human || table->core.seat[i].coming[0] != '\0')
            return CN_STILL_EMPTY_S;
    const int64_t left_s = table->last_time + CN_STILL_EMPTY_S - cn_clock_day_s();
    return left_s > 0 ? left_s : 0;
}

/* Whether so many entries stand still that there is no room for one more. There always is for who
 * gives a seat back, and for a game that goes on: each had to come, or to stop, before. And for who
 * comes where nobody is, but not for one after the other: only who sits there can play on. */
static bool is_full(const cn_table *table, const cn_entry *entry)
{
    if (!stands_still(entry)) return false;
    if (entry->kind == CN_ENTRY_PAUSE && table->core.paused) return false;
    if (entry->kind != CN_ENTRY_SEAT) return table->still_count >= CN_STILL_MAX;
    const cn_seat *seat = &table->core.seat[entry->seat % CN_PLAYERS_MAX];
    const bool is_bots = !seat->human && seat->coming[0] == '\0';
    return is_bots && table->still_count >= CN_STILL_SEATS_MAX && stands_full_s(table) > 0;
}

int64_t cn_table_full_ms(const cn_table *table, cn_entry_kind kind, unsigned seat)
{
    const cn_entry entry = {.kind = kind, .seat = seat};
    if (!is_full(table, &entry)) return 0;
    return (kind == CN_ENTRY_SEAT ? stands_full_s(table) : CN_STILL_EMPTY_S) * INT64_C(1000);
}

bool cn_table_try(const cn_table *table, const cn_entry *entries, unsigned count, cn_sequel *out)
{
    assert(count > 0 && count <= CN_CHANGES_MAX);
    return cn_sequel_make(out, &table->core, table->seq, table->sheet, table->sheet_count, entries,
                          is_full(table, &entries[0]) ? 0 : count);
}

/* The seats that somebody waits for, one bit each. */
static unsigned seats_promised(const cn_core *core)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < core->rules.player_count; i++)
        if (core->seat[i].coming[0] != '\0') seats |= 1U << i;
    return seats;
}

/* Whoever has waited is away no longer than from now on. */
static void give_time(cn_table *table, unsigned seats)
{
    for (unsigned i = 0; i < table->core.rules.player_count; i++)
        if ((seats >> i & 1) != 0) cn_table_set_away(table, i, cn_clock_ms());
}

/* False if the entry cannot follow, or a view cannot follow it. */
static bool follow(cn_table *table, const cn_entry *entry, cn_change *change)
{
    cn_outcome outcome;
    cn_shown before = table->core.shown;
    if (entry->kind == CN_ENTRY_DEAL) before = (cn_shown){0};
    const unsigned promised = seats_promised(&table->core);
    const cn_seat seat = table->core.seat[entry->seat % CN_PLAYERS_MAX]; /* he may go with it */
    const unsigned event = table->event_count;
    const bool good = entry->seq == table->seq + 1 &&
                      cn_core_apply(&table->core, entry, &outcome) &&
                      absorb(table, entry, &outcome, change);
    if (good && entry->kind == CN_ENTRY_PLAY) cn_doers_note(&table->doers, entry, &seat, event);
    const bool have_come = promised != 0 && seats_promised(&table->core) == 0;
    change->has_seats = entry->kind == CN_ENTRY_SEAT || have_come;
    if (have_come && entry->kind != CN_ENTRY_SEAT) give_time(table, promised);
    for (unsigned i = 0; good && change->has_events && i < CN_DECK_CARDS_MAX; i++)
        table->fresh[i] = (uint16_t)(table->core.shown.to[i] & ~before.to[i]);
    return good;
}

void cn_table_take(cn_table *table, const cn_entry *entries, unsigned count, cn_changes *changes)
{
    changes->count = count;
    for (unsigned i = 0; i < count; i++)
        if (!follow(table, &entries[i], &changes->change[i]))
            cn_notice(CN_ERROR, "view_lost", "table {table}: a view cannot follow entry {entry}",
                      CN_FACTS(CN_WORD("table", table->id), CN_NUMBER("entry", table->seq)));
}

/* The table stands as it did before the entry, by its base. False if that is of a version that is
 * not known here. */
static bool begin_from_base(cn_table *table, const cn_entry *entry)
{
    cn_base *base = malloc(sizeof *base);
    if (base == NULL) abort();
    const bool good = entry->base != NULL && cn_base_read(entry->base, table->id, base);
    if (good) {
        table->core = base->core;
        make_views(table);
        table->seq = entry->seq - 1;
        for (unsigned i = 0; i < base->sheet_count; i++) *new_sheet(table) = base->sheet[i];
    }
    free(base);
    return good;
}

bool cn_table_read(cn_table *table, const cn_entry *entry, cn_change *change)
{
    if (table->seq == 0 && entry->seq > 1 && !begin_from_base(table, entry)) return false;
    return follow(table, entry, change);
}
