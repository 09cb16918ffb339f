/* A table: follows the entries of its log, keeps a view and the lines of each seat.
 * Not here: what entries do (core.c), who may ask for them (turn.c).
 * Invariant: nothing is shown before its entries are on disk; the core that is played on and the
 * one that is read from the log come from the same entries by the same function. */
#include "server/table/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/notice.h"
#include "server/table/base.h"
#include "server/table/person.h"
#include "server/table/prover.h"
#include "server/table/sequel.h"
#include "text/events/event_text.h"

struct cn_table {
    char id[CN_ID_CHARACTERS + 1];
    uint64_t seq, moved_seq, dealt_seq;
    unsigned still_count;
    cn_core core;
    cn_hand_start start;
    cn_view *view[CN_AUDIENCES]; /* NULL: nobody can sit there */
    cn_lines lines[CN_AUDIENCES];
    uint8_t fresh[CN_DECK_CARDS_MAX]; /* as core.shown.to, by the last entry with events */
    cn_hand_sheet *sheet;
    unsigned sheet_count, sheet_capacity;
    unsigned present[CN_AUDIENCES]; /* open connections */
    int64_t away_since[CN_AUDIENCES];
    int64_t quiet_since;
    int64_t last_time;   /* of its last entry, in seconds since 1970 */
    int64_t archived_at; /* 0: it is here */
    uint32_t keep_days[2];
    unsigned deserted; /* hands its maker has left elsewhere */
    cn_stream stream;
};

cn_table *cn_table_make(const char *id)
{
    cn_table *table = calloc(1, sizeof *table);
    if (table == NULL) abort();
    snprintf(table->id, sizeof table->id, "%s", id);
    cn_core_start(&table->core, table->id);
    uint64_t seed;
    cn_secret_bytes(&seed, sizeof seed);
    table->stream = cn_stream_make(seed, 0, 0);
    return table;
}

void cn_table_free(cn_table *table)
{
    if (table == NULL) return;
    for (unsigned i = 0; i < CN_AUDIENCES; i++) {
        cn_lines_free(&table->lines[i]);
        free(table->view[i]);
    }
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
    if (outcome->scored) add_sheet(table, outcome->score);
    return good;
}

bool cn_table_try(const cn_table *table, const cn_entry *entries, unsigned count, cn_sequel *out)
{
    assert(count > 0 && count <= CN_CHANGES_MAX);
    const bool full = stands_still(&entries[0]) && table->still_count >= CN_STILL_MAX;
    return cn_sequel_make(out, &table->core, table->seq, table->sheet, table->sheet_count, entries,
                          full ? 0 : count);
}

static bool somebody_comes(const cn_core *core)
{
    for (unsigned i = 0; i < core->rules.player_count; i++)
        if (core->seat[i].coming[0] != '\0') return true;
    return false;
}

/* False if the entry cannot follow, or a view cannot follow it. */
static bool follow(cn_table *table, const cn_entry *entry, cn_change *change)
{
    cn_outcome outcome;
    cn_shown before = table->core.shown;
    if (entry->kind == CN_ENTRY_DEAL) before = (cn_shown){0};
    const bool seats = entry->kind == CN_ENTRY_SEAT ||
                       (entry->kind == CN_ENTRY_DEAL && somebody_comes(&table->core));
    const bool good = entry->seq == table->seq + 1 &&
                      cn_core_apply(&table->core, entry, &outcome) &&
                      absorb(table, entry, &outcome, change);
    change->has_seats = seats;
    for (unsigned i = 0; good && change->has_events && i < CN_DECK_CARDS_MAX; i++)
        table->fresh[i] = (uint8_t)(table->core.shown.to[i] & ~before.to[i]);
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

static bool replay_entry(void *user, const cn_entry *entry)
{
    cn_change change;
    cn_table *table = user;
    if (entry->kind == CN_ENTRY_ARCHIVED) table->archived_at = entry->time;
    if (table->seq == 0 && entry->seq > 1 && !begin_from_base(table, entry)) return false;
    return follow(table, entry, &change);
}

/* From the last base on; from the first entry if that cannot be. */
static int64_t replay(cn_table **table, cn_log *log, const char *id)
{
    *table = cn_table_make(id);
    const int64_t count = cn_log_replay(log, id, replay_entry, *table);
    if (count != CN_REPLAY_REFUSED || (*table)->archived_at != 0) return count;
    cn_table_free(*table);
    *table = cn_table_make(id);
    return cn_log_replay_whole(log, id, replay_entry, *table);
}

typedef struct retracing {
    cn_table *table;
    cn_change held[2]; /* of a new game: it begins with the deal behind it, and is told then */
    unsigned held_count;
    cn_change_visit *each;
    void *user;
} retracing;

static bool retrace_entry(void *user, const cn_entry *entry)
{
    retracing *r = user;
    cn_change change;
    cn_table *table = r->table;
    if (table->seq == 0 && entry->seq > 1 && !begin_from_base(table, entry)) return false;
    if (!follow(table, entry, &change) || table->core.lost) return false;
    const bool begins =
        entry->kind == CN_ENTRY_REMATCH || (entry->kind == CN_ENTRY_COMMIT && r->held_count == 1);
    if (begins) r->held[r->held_count++] = change;
    for (unsigned i = 0; !begins && i < r->held_count; i++)
        if (!r->each(r->user, table, &r->held[i])) return false;
    if (!begins) r->held_count = 0;
    return begins || r->each(r->user, table, &change);
}

int64_t cn_table_retrace(cn_log *log, const char *id, uint64_t seq, unsigned most,
                         cn_change_visit *each, void *user)
{
    retracing r = {.table = cn_table_make(id), .each = each, .user = user};
    const int64_t count = cn_log_replay_near(log, id, seq, most, retrace_entry, &r);
    cn_table_free(r.table);
    return count;
}

static void name_person(cn_table *table, cn_log *log, const char *id)
{
    cn_person person;
    if (id[0] != '\0' && cn_person_load(log, id, &person) == CN_PERSON_THERE)
        cn_table_set_name(table, id, person.name);
}

static void read_maker(cn_table *table, cn_log *log)
{
    cn_person person;
    if (table->core.maker[0] != '\0' &&
        cn_person_load(log, table->core.maker, &person) == CN_PERSON_THERE)
        table->deserted = person.deserted;
}

cn_table *cn_table_load(cn_log *log, const char *id, cn_table_status *status, int64_t *archived_at)
{
    cn_table *table;
    const int64_t count = replay(&table, log, id);
    *status = count > 0                       ? CN_TABLE_THERE
              : count == 0                    ? CN_TABLE_NONE
              : count == CN_REPLAY_UNREADABLE ? CN_TABLE_UNREADABLE
              : table->archived_at != 0       ? CN_TABLE_ARCHIVED
                                              : CN_TABLE_DAMAGED;
    if (archived_at != NULL) *archived_at = table->archived_at;
    if (*status == CN_TABLE_DAMAGED && count == CN_REPLAY_REFUSED)
        cn_notice(CN_ERROR, "table_unplayable",
                  "table {table}: its log cannot be replayed beyond entry {entry}",
                  CN_FACTS(CN_WORD("table", id), CN_NUMBER("entry", table->seq)));
    for (unsigned i = 0; count > 0 && i < table->core.rules.player_count; i++) {
        name_person(table, log, table->core.seat[i].person);
        name_person(table, log, table->core.seat[i].coming);
    }
    if (count > 0) read_maker(table, log);
    if (count > 0) return table;
    cn_table_free(table);
    return NULL;
}

void cn_table_keep_company(cn_table *fresh, const cn_table *table)
{
    memcpy(fresh->present, table->present, sizeof fresh->present);
    memcpy(fresh->away_since, table->away_since, sizeof fresh->away_since);
    fresh->quiet_since = table->quiet_since;
    fresh->stream = table->stream;
}

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

bool cn_table_is_paused(const cn_table *table)
{
    return table->core.paused;
}

uint32_t cn_table_clock_s(const cn_table *table)
{
    return table->core.clock_s;
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

void cn_table_prove(const cn_table *table, cn_prover *prover, unsigned audience, bool fresh,
                    cn_proof_visit *each, void *user)
{
    const uint8_t *to = fresh ? table->fresh : table->core.shown.to;
    cn_prove(prover, &table->core, to, audience, each, user);
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

void cn_table_arrive(cn_table *table, unsigned seat)
{
    table->present[seat]++;
}

void cn_table_depart(cn_table *table, unsigned seat, int64_t now_ms)
{
    assert(table->present[seat] > 0);
    table->away_since[seat] = now_ms;
    table->present[seat]--;
}

bool cn_table_present(const cn_table *table, unsigned seat)
{
    return table->present[seat] > 0;
}

bool cn_table_anybody(const cn_table *table)
{
    const cn_core *core = &table->core;
    for (unsigned i = 0; i < core->rules.player_count; i++) {
        const bool comes = core->seat[i].coming[0] != '\0' && table->present[CN_WATCHER] > 0;
        if (table->present[i] > 0 || comes) return true;
    }
    return false;
}

int64_t cn_table_away_since(const cn_table *table, unsigned seat)
{
    return table->away_since[seat];
}

void cn_table_set_loaded(cn_table *table, int64_t now_ms)
{
    for (unsigned i = 0; i < CN_AUDIENCES; i++) table->away_since[i] = now_ms;
    table->quiet_since = now_ms;
}

void cn_table_set_away(cn_table *table, unsigned seat, int64_t now_ms)
{
    table->away_since[seat] = now_ms;
}

int64_t cn_table_quiet_since(const cn_table *table)
{
    return table->quiet_since;
}

void cn_table_set_quiet(cn_table *table, int64_t now_ms)
{
    table->quiet_since = now_ms;
}

cn_stream *cn_table_stream(cn_table *table)
{
    return &table->stream;
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

int64_t cn_table_kept_until(const cn_table *table)
{
    const bool finished = cn_table_public(table)->phase == CN_PHASE_GAME_END;
    const int64_t days = table->keep_days[finished];
    return days == 0 || table->last_time == 0 ? 0 : table->last_time + days * 86400;
}

unsigned cn_table_deserted(const cn_table *table)
{
    return table->deserted;
}

void cn_table_set_deserted(cn_table *table, const char *maker, unsigned count)
{
    if (strcmp(table->core.maker, maker) == 0) table->deserted = count;
}

bool cn_table_watched_later(const cn_table *table)
{
    return table->core.watch_later;
}

bool cn_table_hides(const cn_table *table)
{
    return table->core.watch_later && cn_table_acting(table) != CN_NO_SEAT;
}

void cn_table_first_view(const cn_table *table, cn_view *view)
{
    cn_view_start(view, &table->core.rules, CN_SEAT_NONE, table->start.dealer,
                  table->start.hands_played, table->start.totals);
}
