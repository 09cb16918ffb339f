/* Choosing the tables that are shown. Not here: as in the header. Invariant: as in the header. */
#include "server/talk/lobby.h"

#include <string.h>

#include "server/talk/encode.h"
#include "server/talk/session_inner.h"

/* A table that is shown, for an address, and what that has drawn. */
typedef struct shown_table {
    cn_place *place;
    cn_who of;
    uint64_t lot;
} shown_table;

typedef struct lobby {
    shown_table shown[CN_OPEN_TABLES_SHOWN];
    unsigned count;
    uint64_t seed; /* of the lots */
} lobby;

/* Of an address, however many tables it has. */
static uint64_t lot_of(const lobby *l, const cn_who *who)
{
    cn_stream stream = cn_stream_make(l->seed, who->part[0], who->part[1]);
    return cn_stream_next(&stream);
}

static unsigned count_of(const lobby *l, const cn_who *who)
{
    unsigned count = 0;
    for (unsigned i = 0; i < l->count; i++) count += memcmp(&l->shown[i].of, who, sizeof *who) == 0;
    return count;
}

/* Shows it; where there is no room, instead of one whose lot is higher. */
static void show(lobby *l, const shown_table *table)
{
    shown_table *last = &l->shown[0];
    if (l->count < CN_OPEN_TABLES_SHOWN) {
        l->shown[l->count++] = *table;
        return;
    }
    for (unsigned i = 1; i < l->count; i++)
        if (l->shown[i].lot > last->lot) last = &l->shown[i];
    if (table->lot < last->lot) *last = *table;
}

/* A table is of any address from where somebody is: where some are, that helps it. */
static bool show_fairly(void *user, cn_place *place)
{
    lobby *l = user;
    shown_table table = {.place = place, .lot = UINT64_MAX};
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        const cn_who *who = &cn_session_of(at)->visitor.from;
        const uint64_t lot = lot_of(l, who);
        if (lot >= table.lot || count_of(l, who) == CN_OPEN_TABLES_OF_ONE) continue;
        table.of = *who;
        table.lot = lot;
    }
    if (table.lot != UINT64_MAX) show(l, &table);
    return true;
}

static bool show_rest(void *user, cn_place *place)
{
    lobby *l = user;
    for (unsigned i = 0; i < l->count; i++)
        if (l->shown[i].place == place) return true;
    if (l->count < CN_OPEN_TABLES_SHOWN) l->shown[l->count++].place = place;
    return l->count < CN_OPEN_TABLES_SHOWN;
}

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static json_object *entry_of(const cn_table *table)
{
    json_object *entry = json_object_new_object();
    add_text(entry, "table", cn_table_id(table));
    add_text(entry, "invite", cn_table_invite(table));
    add_text(entry, "rules", cn_table_rules(table)->name);
    add_text(entry, "house", cn_table_house(table));
    add_text(entry, "overrides", cn_table_overrides(table));
    json_object_object_add(entry, "seats", cn_encode_seat_list(table));
    add_text(entry, "join", cn_table_joins_at_once(table) ? "now" : "next");
    return entry;
}

cn_reply cn_lobby(cn_hall *hall)
{
    lobby l = {0};
    cn_secret_bytes(&l.seed, sizeof l.seed);
    json_object *object = json_object_new_object(), *list = json_object_new_array();
    cn_hall_each_open(hall, show_fairly, &l);
    cn_hall_each_open(hall, show_rest, &l);
    for (unsigned i = 0; i < l.count; i++)
        json_object_array_add(list, entry_of(cn_place_table(l.shown[i].place)));
    json_object_object_add(object, "tables", list);
    return cn_reply_json(200, object);
}
