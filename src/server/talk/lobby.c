/* Choosing the tables that are shown. Not here: as in the header. Invariant: as in the header. */
#include "server/talk/lobby.h"

#include <string.h>

#include "server/talk/encode.h"
#include "server/talk/session_inner.h"

/* What is shown, and how much of it is whose. */
typedef struct lobby {
    cn_place *shown[CN_OPEN_TABLES_SHOWN];
    unsigned count;
    struct {
        cn_who who;
        unsigned tables;
    } address[CN_OPEN_TABLES_SHOWN];
    unsigned addresses;
} lobby;

/* Counts a table for the address; false if it has enough of them. */
static bool count_for(lobby *l, const cn_who *who)
{
    unsigned i = 0;
    while (i < l->addresses && memcmp(&l->address[i].who, who, sizeof *who) != 0) i++;
    if (i == l->addresses) l->address[l->addresses++].who = *who;
    if (l->address[i].tables == CN_OPEN_TABLES_OF_ONE) return false;
    l->address[i].tables++;
    return true;
}

static bool show(lobby *l, cn_place *place)
{
    l->shown[l->count++] = place;
    return l->count < CN_OPEN_TABLES_SHOWN;
}

/* A table is of any address from where somebody is there: where some are, that helps it. */
static bool show_fairly(void *user, cn_place *place)
{
    lobby *l = user;
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next)
        if (count_for(l, &cn_session_of(at)->visitor.from)) return show(l, place);
    return true;
}

static bool show_rest(void *user, cn_place *place)
{
    lobby *l = user;
    for (unsigned i = 0; i < l->count; i++)
        if (l->shown[i] == place) return true;
    return l->count < CN_OPEN_TABLES_SHOWN && show(l, place);
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
    json_object *object = json_object_new_object(), *list = json_object_new_array();
    cn_hall_each_open(hall, show_fairly, &l);
    cn_hall_each_open(hall, show_rest, &l);
    for (unsigned i = 0; i < l.count; i++)
        json_object_array_add(list, entry_of(cn_place_table(l.shown[i])));
    json_object_object_add(object, "tables", list);
    return cn_reply_json(200, object);
}
