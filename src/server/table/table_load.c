/* Tables that are read from the log, and followed through it once more.
 * Not here: what an entry does (table.c), files (server/store/log.h).
 * Invariant: what cannot be read from its last base is read from its first entry. */
#include <stdlib.h>

#include "server/base/notice.h"
#include "server/store/log_archive.h"
#include "server/table/person.h"
#include "server/table/table_inner.h"

static bool replay_entry(void *user, const cn_entry *entry)
{
    cn_change change;
    cn_table *table = user;
    if (entry->kind == CN_ENTRY_ARCHIVED) table->archived_at = entry->time;
    return cn_table_read(table, entry, &change);
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
    if (!cn_table_read(table, entry, &change) || table->core.lost) return false;
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

void cn_table_read_people(cn_table *table, cn_log *log)
{
    for (unsigned i = 0; i < table->core.rules.player_count; i++) {
        name_person(table, log, table->core.seat[i].person);
        name_person(table, log, table->core.seat[i].coming);
    }
    for (unsigned i = 0; i < table->doers.count; i++)
        name_person(table, log, table->doers.doer[i].person);
    read_maker(table, log);
}

static cn_table_status status_of(int64_t count, const cn_table *table)
{
    if (count > 0) return CN_TABLE_THERE;
    if (count == 0) return CN_TABLE_NONE;
    if (count == CN_REPLAY_UNREADABLE) return CN_TABLE_UNREADABLE;
    return table->archived_at != 0 ? CN_TABLE_ARCHIVED : CN_TABLE_DAMAGED;
}

/* What a reading has come to; the table is put away unless it is there. */
static cn_table *take(cn_table *table, int64_t count, cn_table_status *status, int64_t *archived_at)
{
    *status = status_of(count, table);
    if (archived_at != NULL) *archived_at = table->archived_at;
    if (*status == CN_TABLE_DAMAGED && count == CN_REPLAY_REFUSED)
        cn_notice(CN_ERROR, "table_unplayable",
                  "table {table}: its log cannot be replayed beyond entry {entry}",
                  CN_FACTS(CN_WORD("table", table->id), CN_NUMBER("entry", table->seq)));
    if (*status == CN_TABLE_THERE) return table;
    cn_table_free(table);
    return NULL;
}

cn_table *cn_table_load(cn_log *log, const char *id, cn_table_status *status, int64_t *archived_at)
{
    cn_table *table;
    const int64_t count = replay(&table, log, id);
    table = take(table, count, status, archived_at);
    if (table != NULL) cn_table_read_people(table, log);
    return table;
}

cn_table *cn_table_load_short(cn_log *log, const char *id, cn_table_status *status,
                              int64_t *archived_at, uint64_t *end)
{
    cn_log_end last;
    if (!cn_log_read_end(log, id, &last) || last.seq <= CN_LOAD_ENTRIES_MAX)
        return cn_table_load(log, id, status, archived_at);
    *end = last.seq;
    cn_table *table = cn_table_make(id);
    const int64_t count =
        cn_log_replay_near(log, id, last.seq, CN_LOAD_ENTRIES_MAX, replay_entry, table);
    if (count == CN_REPLAY_FAR || (count == CN_REPLAY_REFUSED && table->archived_at == 0)) {
        *status = CN_TABLE_LONG;
        cn_table_free(table);
        return NULL;
    }
    table = take(table, count, status, archived_at);
    if (table != NULL) cn_table_read_people(table, log);
    return table;
}

cn_table *cn_table_load_long(cn_log *log, const char *id, uint64_t end, cn_table_status *status)
{
    cn_table *table = cn_table_make(id);
    return take(table, cn_log_replay_slowly(log, id, end, replay_entry, table), status, NULL);
}
