/* Who is at a table, and since when; when the bots' clock began, and their stream.
 * Not here: connections (server/hall/company.c). Invariant: none of this is in the log. */
#include <assert.h>
#include <string.h>

#include "server/table/table_inner.h"

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
    bool comes = false, sits = false;
    for (unsigned i = 0; i < core->rules.player_count; i++) {
        if (table->present[i] > 0) return true;
        comes = comes || core->seat[i].coming[0] != '\0';
        sits = sits || core->seat[i].human;
    }
    return comes && !sits && table->present[CN_WATCHER] > 0;
}

int64_t cn_table_away_since(const cn_table *table, unsigned seat)
{
    return table->away_since[seat];
}

void cn_table_set_away(cn_table *table, unsigned seat, int64_t now_ms)
{
    table->away_since[seat] = now_ms;
}

void cn_table_set_loaded(cn_table *table, int64_t now_ms)
{
    for (unsigned i = 0; i < CN_AUDIENCES; i++) table->away_since[i] = now_ms;
    table->quiet_since = now_ms;
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

void cn_table_keep_company(cn_table *fresh, const cn_table *table)
{
    memcpy(fresh->present, table->present, sizeof fresh->present);
    memcpy(fresh->away_since, table->away_since, sizeof fresh->away_since);
    fresh->quiet_since = table->quiet_since;
    fresh->stream = table->stream;
}
