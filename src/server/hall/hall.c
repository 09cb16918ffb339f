/* The tables in memory: by name, idle ones in a row, open ones in a list.
 * Not here: who waits for one (waiting.c), reading (loading.c), changes (proposal.c).
 * Invariant: a place that is put away is in none of these. */
#include "server/hall/hall.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/place.h"

struct cn_hall {
    cn_store *store;
    cn_hall_options options;
    cn_hall_state state; /* `tables` are places, those included that have no table yet */
    unsigned reads;
    size_t bucket_mask;
    cn_place **bucket;
    cn_place *newest, *oldest; /* idle ones */
    cn_dues dues;
    cn_place *open;               /* tables that anybody may find, where somebody is */
    cn_place *tree[CN_TREES_MAX]; /* tables that keep a tree for proofs, in a ring ... */
    unsigned next_tree;           /* ... where the next one has its place */
    uint64_t salt;                /* of the hash */
    bool closed;                  /* the store gets no more jobs */
};

cn_hall *cn_hall_make(cn_store *store, const cn_hall_options *options)
{
    cn_hall *hall = calloc(1, sizeof *hall);
    if (hall == NULL) abort();
    hall->store = store;
    hall->options = *options;
    cn_secret_bytes(&hall->salt, sizeof hall->salt);
    size_t buckets = 16;
    while (buckets < options->tables_max) buckets *= 2;
    hall->bucket_mask = buckets - 1;
    hall->bucket = calloc(buckets, sizeof(cn_place *));
    if (hall->bucket == NULL) abort();
    return hall;
}

bool cn_hall_ask(cn_hall *hall, cn_job *job)
{
    if (!hall->closed) cn_store_give(hall->store, job);
    return !hall->closed;
}

bool cn_hall_read(cn_hall *hall, cn_job *job)
{
    cn_reader *reader = hall->options.reader;
    return reader != NULL && !hall->closed ? cn_reader_give(reader, job) : cn_hall_ask(hall, job);
}

const cn_hall_options *cn_hall_settings(const cn_hall *hall)
{
    return &hall->options;
}

unsigned cn_hall_reads(const cn_hall *hall)
{
    return hall->reads;
}

void cn_hall_count_read(cn_hall *hall, int more)
{
    hall->reads += (unsigned)more;
}

cn_dues *cn_hall_dues(cn_hall *hall)
{
    return &hall->dues;
}

cn_hall_state *cn_hall_counts(cn_hall *hall)
{
    return &hall->state;
}

bool cn_hall_is_closed(const cn_hall *hall)
{
    return hall->closed;
}

cn_store *cn_hall_store(const cn_hall *hall)
{
    return hall->store;
}

void cn_hall_wake(const cn_hall *hall)
{
    hall->options.wake(hall->options.user);
}

cn_hall *cn_place_hall(const cn_place *place)
{
    return place->hall;
}

cn_table *cn_place_table(const cn_place *place)
{
    return place->table;
}

bool cn_place_unsure(const cn_place *place)
{
    return place->unsure;
}

cn_listener *cn_place_listeners(const cn_place *place)
{
    return place->listeners;
}

static cn_place **bucket_of(cn_hall *hall, const char *id)
{
    uint64_t hash = hall->salt;
    for (const char *at = id; *at != '\0'; at++) hash = (hash ^ (uint8_t)*at) * 0x100000001b3;
    return &hall->bucket[(hash ^ hash >> 32) & hall->bucket_mask];
}

cn_place *cn_hall_known(cn_hall *hall, const char *id)
{
    cn_place *place = *bucket_of(hall, id);
    while (place != NULL && strcmp(place->id, id) != 0) place = place->next;
    return place;
}

void cn_place_enter(cn_place *place)
{
    cn_place **bucket = bucket_of(place->hall, place->id);
    place->next = *bucket;
    place->self = bucket;
    if (place->next != NULL) place->next->self = &place->next;
    *bucket = place;
}

static void leave_row(cn_place *place)
{
    cn_hall *hall = place->hall;
    if (!place->idle) return;
    *(place->newer != NULL ? &place->newer->older : &hall->newest) = place->older;
    *(place->older != NULL ? &place->older->newer : &hall->oldest) = place->newer;
    place->newer = place->older = NULL;
    place->idle = false;
}

/* Only where somebody may be does it stand in the list. */
static void note_open(cn_place *place)
{
    cn_hall *hall = place->hall;
    if (place->open_self != NULL || place->table == NULL || !cn_table_is_open(place->table)) return;
    place->open_next = hall->open;
    place->open_self = &hall->open;
    if (place->open_next != NULL) place->open_next->open_self = &place->open_next;
    hall->open = place;
}

static void forget_open(cn_place *place)
{
    if (place->open_self == NULL) return;
    *place->open_self = place->open_next;
    if (place->open_next != NULL) place->open_next->open_self = place->open_self;
    place->open_self = NULL;
}

static void drop_tree(cn_place *place)
{
    cn_place **at = &place->hall->tree[place->tree];
    if (*at != place) return;
    *at = NULL;
    cn_table_rest(place->table);
}

void cn_place_keep_tree(cn_place *place)
{
    cn_hall *hall = place->hall;
    if (hall->tree[place->tree] == place) return;
    if (hall->tree[hall->next_tree] != NULL) drop_tree(hall->tree[hall->next_tree]);
    place->tree = hall->next_tree;
    hall->tree[place->tree] = place;
    hall->next_tree = (hall->next_tree + 1) % CN_TREES_MAX;
}

void cn_place_settle(cn_place *place)
{
    cn_hall *hall = place->hall;
    const bool idle = place->self != NULL && place->table != NULL && !place->unsure &&
                      !place->held && place->loading == NULL && place->proposal == NULL &&
                      place->waiting == NULL && place->listeners == NULL;
    leave_row(place);
    if (!idle) {
        note_open(place);
        return;
    }
    forget_open(place);
    drop_tree(place);
    place->idle = true;
    place->older = hall->newest;
    *(hall->newest != NULL ? &hall->newest->newer : &hall->oldest) = place;
    hall->newest = place;
}

void cn_hall_each_open(cn_hall *hall, bool (*visit)(void *user, cn_place *place), void *user)
{
    for (cn_place *place = hall->open; place != NULL; place = place->open_next)
        if (cn_table_anybody(place->table) && !visit(user, place)) return;
}

cn_place *cn_place_make(cn_hall *hall, const char *id)
{
    const unsigned most = hall->options.tables_max;
    if (hall->state.tables >= most && hall->oldest != NULL) cn_place_put_away(hall->oldest);
    if (hall->state.tables >= most) return NULL;
    cn_place *place = calloc(1, sizeof *place);
    if (place == NULL) abort();
    place->hall = hall;
    place->clock_seat = CN_NO_SEAT;
    place->waiting_end = &place->waiting;
    memcpy(place->id, id, CN_ID_CHARACTERS);
    hall->state.tables++;
    return place;
}

void cn_place_put_away(cn_place *place)
{
    cn_hall *hall = place->hall;
    leave_row(place);
    forget_open(place);
    drop_tree(place);
    cn_due_clear(&hall->dues, &place->due);
    if (place->self != NULL) {
        *place->self = place->next;
        if (place->next != NULL) place->next->self = place->self;
    }
    cn_program_table_free(place->programs, cn_clock_ms());
    cn_place_forget_thought(place);
    cn_table_free(place->table);
    free(place);
    hall->state.tables--;
}

bool cn_hall_set_aside(cn_hall *hall, const char *id)
{
    cn_place *place = cn_hall_known(hall, id);
    if (place != NULL && place->idle) cn_place_put_away(place);
    return place == NULL || cn_hall_known(hall, id) == NULL;
}

void cn_hall_drain(cn_hall *hall)
{
    hall->state.draining = true;
}

cn_hall_state cn_hall_look(const cn_hall *hall)
{
    return hall->state;
}

bool cn_hall_log_hangs(const cn_hall *hall)
{
    return cn_store_count(hall->store).busy_ms > CN_STORE_SLOW_MS;
}

void cn_hall_close(cn_hall *hall)
{
    hall->closed = true;
}

void cn_hall_free(cn_hall *hall)
{
    for (size_t i = 0; i <= hall->bucket_mask; i++)
        while (hall->bucket[i] != NULL) cn_place_put_away(hall->bucket[i]);
    cn_dues_free(&hall->dues);
    free(hall->bucket);
    free(hall);
}
