/* Entries in memory. Not here: as in the header.
 * Invariant: as in the header, and the oracle of a table follows its entries. */
#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "insts.h"

enum { RETRY_MS = 1000 };

disk *disk_make(sim *s)
{
    disk *d = calloc(1, sizeof *d);
    if (d == NULL) abort();
    d->s = s;
    return d;
}

static void free_entries(cn_entry *entry, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        free((char *)entry[i].body);
        free((char *)entry[i].inst);
        free((char *)entry[i].base);
        free((uint8_t *)entry[i].secret);
    }
    free(entry);
}

void disk_free(disk *d)
{
    disk_settle(d, false);
    for (unsigned i = 0; i < d->count; i++) {
        free_entries(d->table[i]->entry, d->table[i]->count);
        if (d->table[i]->oracle != NULL) oracle_free(d->table[i]->oracle);
        free(d->table[i]);
    }
    free(d);
}

disk_table *disk_find(disk *d, const char *id)
{
    for (unsigned i = 0; i < d->count; i++)
        if (strcmp(d->table[i]->id, id) == 0) return d->table[i];
    return NULL;
}

/* The first entry of a person says his name, and nobody in the simulation changes it. */
static bool is_named(const disk_table *t, const char *name)
{
    char body[CN_NAME_BYTES_MAX + 20];
    snprintf(body, sizeof body, "{ \"name\": \"%s\" }", name);
    return t->oracle == NULL && t->count > 0 && strcmp(t->entry[0].body, body) == 0;
}

const disk_table *disk_find_named(const disk *d, const char *name)
{
    for (unsigned i = 0; i < d->count; i++)
        if (is_named(d->table[i], name)) return d->table[i];
    return NULL;
}

const char *disk_name_of(disk *d, const char *person)
{
    const disk_table *t = disk_find(d, person);
    d->name[0] = '\0';
    if (t == NULL || t->count == 0) return d->name;
    json_object *body = json_tokener_parse(t->entry[0].body);
    json_object *name = NULL;
    if (json_object_object_get_ex(body, "name", &name))
        snprintf(d->name, sizeof d->name, "%s", json_object_get_string(name));
    json_object_put(body);
    return d->name;
}

static bool has_key(const cn_entry *entry, unsigned seat, const char *inst)
{
    return entry->inst != NULL && entry->seat == seat && strcmp(entry->inst, inst) == 0;
}

const cn_entry *disk_find_key(const disk_table *t, unsigned seat, const char *inst, uint32_t n)
{
    for (unsigned i = t != NULL ? t->count : 0; i > 0; i--)
        if (t->entry[i - 1].n == n && has_key(&t->entry[i - 1], seat, inst))
            return &t->entry[i - 1];
    return NULL;
}

uint32_t disk_last_n(const disk_table *t, unsigned seat, const char *inst)
{
    uint32_t last_n = 0;
    for (unsigned i = 0; t != NULL && i < t->count; i++)
        if (has_key(&t->entry[i], seat, inst) && t->entry[i].n > last_n) last_n = t->entry[i].n;
    return last_n;
}

bool disk_may_hold(disk *d, const char *table, unsigned seat, const char *inst, uint32_t n)
{
    for (unsigned i = 0; i < d->cached_count; i++)
        for (unsigned k = 0; k < d->cached[i].count; k++)
            if (strcmp(d->cached[i].table, table) == 0 && d->cached[i].entry[k].n == n &&
                has_key(&d->cached[i].entry[k], seat, inst))
                return true;
    return disk_find_key(disk_find(d, table), seat, inst, n) != NULL;
}

static char *copy_text(const char *text)
{
    char *copy = text != NULL ? strdup(text) : NULL;
    if (copy == NULL && text != NULL) abort();
    return copy;
}

static uint8_t *copy_secret(const uint8_t *secret)
{
    uint8_t *copy = secret != NULL ? malloc(CN_SECRET_BYTES) : NULL;
    if (copy == NULL && secret != NULL) abort();
    return secret != NULL ? memcpy(copy, secret, CN_SECRET_BYTES) : NULL;
}

static cn_entry copy_entry(const cn_entry *entry)
{
    cn_entry copy = *entry;
    copy.body = copy_text(entry->body);
    copy.inst = copy_text(entry->inst);
    copy.base = copy_text(entry->base);
    copy.secret = copy_secret(entry->secret);
    return copy;
}

static disk_table *find_or_make(disk *d, const char *id)
{
    disk_table *t = disk_find(d, id);
    if (t != NULL) return t;
    if (d->count == DISK_TABLES_MAX) sim_fail(d->s, "too many tables for the simulated disk");
    t = calloc(1, sizeof *t);
    if (t == NULL) abort();
    strcpy(t->id, id);
    if (strlen(id) == CN_ID_CHARACTERS) t->oracle = oracle_make(d->s, id);
    d->table[d->count++] = t;
    return t;
}

void disk_check_batch(disk *d, const cn_batch *batch)
{
    const disk_table *t = disk_find(d, batch->table);
    const uint64_t last = t != NULL ? t->count : 0;
    if (t != NULL && t->unsure)
        sim_fail(d->s, "table %s was not read again before it goes on", batch->table);
    for (unsigned i = 0; i < batch->count; i++) {
        const cn_entry *entry = &batch->entry[i];
        if (entry->seq != last + 1 + i)
            sim_fail(d->s, "table %s: entry %llu given to a log of %llu", batch->table,
                     (unsigned long long)entry->seq, (unsigned long long)last);
        if (entry->inst == NULL) continue;
        if (disk_find_key(t, entry->seat, entry->inst, entry->n) != NULL)
            sim_fail(d->s, "table %s: seat %u %s n %u is played twice", batch->table, entry->seat,
                     entry->inst, entry->n);
        insts_check_entry(d->s, entry);
    }
}

static void add_entry(disk_table *t, cn_entry entry)
{
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->entry = realloc(t->entry, t->room * sizeof *t->entry);
        if (t->entry == NULL) abort();
    }
    t->entry[t->count++] = entry;
    if (t->oracle != NULL) oracle_follow(t->oracle, &t->entry[t->count - 1]);
}

void disk_keep(disk *d, const cn_batch *batch)
{
    disk_table *t = find_or_make(d, batch->table);
    for (unsigned i = 0; i < batch->count; i++) add_entry(t, copy_entry(&batch->entry[i]));
}

void disk_cache(disk *d, const cn_batch *batch)
{
    disk_cached *c = &d->cached[d->cached_count++];
    strcpy(c->table, batch->table);
    c->count = batch->count;
    c->entry = calloc(batch->count, sizeof *c->entry);
    if (c->entry == NULL) abort();
    for (unsigned i = 0; i < batch->count; i++) c->entry[i] = copy_entry(&batch->entry[i]);
}

void disk_settle(disk *d, bool kept)
{
    for (unsigned i = 0; i < d->cached_count; i++) {
        disk_cached *c = &d->cached[i];
        if (kept) {
            disk_table *t = find_or_make(d, c->table);
            for (unsigned k = 0; k < c->count; k++) add_entry(t, c->entry[k]);
            free(c->entry);
        } else {
            free_entries(c->entry, c->count);
        }
    }
    d->cached_count = 0;
}

bool disk_ready(disk *d)
{
    sim *s = d->s;
    if (s->now_ms < d->blind_until_ms) {
        sim_met_spell(s, SIM_BLIND, d->blind_until_ms);
        return false;
    }
    if (!d->doubt) return true;
    if (s->now_ms - d->tried_ms < RETRY_MS) return false;
    d->tried_ms = s->now_ms;
    if (!s->calm && sim_chance(s, 500)) {
        sim_met(s, SIM_UNSETTLED);
        return false;
    }
    disk_settle(d, true);
    d->doubt = false;
    return true;
}
