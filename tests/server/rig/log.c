/* Entries in memory. Not here: as in the header. Invariant: as in the header. */
#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "stubs.h"

memory_table *memory_find(cn_log *log, const char *name)
{
    for (unsigned i = 0; i < log->count; i++)
        if (strcmp(log->table[i].name, name) == 0) return &log->table[i];
    return NULL;
}

static memory_table *find_or_make(cn_log *log, const char *name)
{
    memory_table *table = memory_find(log, name);
    if (table != NULL) return table;
    if (log->count == log->room) {
        log->room = 2 * log->room + 16;
        log->table = realloc(log->table, log->room * sizeof *log->table);
        if (log->table == NULL) abort();
    }
    table = &log->table[log->count++];
    *table = (memory_table){0};
    strcpy(table->name, name);
    return table;
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

void memory_put(cn_log *log, const char *name, const cn_entry *entry)
{
    memory_table *table = find_or_make(log, name);
    if (table->count == table->room) {
        table->room = 2 * table->room + 64;
        table->entry = realloc(table->entry, table->room * sizeof *table->entry);
        if (table->entry == NULL) abort();
    }
    cn_entry *copy = &table->entry[table->count++];
    *copy = *entry;
    copy->body = copy_text(entry->body);
    copy->inst = copy_text(entry->inst);
    copy->base = copy_text(entry->base);
    copy->secret = copy_secret(entry->secret);
    copy->person = NULL;
}

void memory_drop(cn_log *log, const char *name)
{
    memory_table *table = memory_find(log, name);
    if (table == NULL) return;
    for (unsigned i = 0; i < table->count; i++) {
        free((char *)table->entry[i].body);
        free((char *)table->entry[i].inst);
        free((char *)table->entry[i].base);
        free((uint8_t *)table->entry[i].secret);
    }
    free(table->entry);
    *table = log->table[--log->count];
}

static void append(cn_log *log, cn_batch *batch)
{
    if (batch->anew) memory_drop(log, batch->table);
    for (const char *const *at = batch->goes; at != NULL && *at != NULL; at++)
        memory_drop(log, *at);
    const memory_table *table = memory_find(log, batch->table);
    const uint64_t last = table != NULL ? table->count : 0;
    batch->saved = batch->entry[0].seq == last + 1 ? CN_SAVED : CN_UNSURE;
    for (unsigned i = 0; batch->saved == CN_SAVED && i < batch->count; i++)
        memory_put(log, batch->table, &batch->entry[i]);
}

void cn_log_append(cn_log *log, cn_batch *const batches[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) append(log, batches[i]);
}

void cn_store_give(cn_store *store, cn_job *job)
{
    job->next = NULL;
    *store->end = job;
    store->end = &job->next;
}

void memory_settle(cn_store *store)
{
    for (cn_job *job; (job = store->first) != NULL;) {
        store->first = job->next;
        if (store->first == NULL) store->end = &store->first;
        if (job->run != NULL)
            job->run(job, &store->log);
        else
            append(&store->log, &((cn_append *)job)->batch);
        job->done(job);
    }
}

bool cn_log_well(cn_log *log)
{
    (void)log;
    return true;
}

int64_t replay_from(cn_log *log, const char *name, uint64_t near, cn_entry_visit *each, void *user)
{
    const memory_table *table = memory_find(log, name);
    unsigned first = 0;
    if (table == NULL) return 0;
    for (unsigned i = 0; i < table->count && i < near; i++)
        if (table->entry[i].base != NULL) first = i;
    for (unsigned i = first; i < table->count; i++) {
        cn_entry entry = table->entry[i];
        if (i != first) entry.base = NULL;
        if (!each(user, &entry)) return CN_REPLAY_REFUSED;
    }
    return table->count - first;
}

int64_t cn_log_replay_near(cn_log *log, const char *table, uint64_t seq, unsigned most,
                           cn_entry_visit *each, void *user)
{
    const memory_table *t = memory_find(log, table);
    if (t == NULL || seq > t->count || t->count - seq > most) return CN_REPLAY_FAR;
    return replay_from(log, table, seq, each, user);
}

cn_store_counts cn_store_count(cn_store *store)
{
    (void)store;
    return (cn_store_counts){0};
}

static bool has_inst(const cn_entry *entry, unsigned seat, const char *inst)
{
    return entry->inst != NULL && entry->seat == seat && strcmp(entry->inst, inst) == 0;
}

cn_key_state cn_log_key(cn_log *log, const char *table, unsigned seat, const char *inst, uint32_t n,
                        uint64_t *seq, cn_digest *hash)
{
    uint32_t last_n = 0;
    const memory_table *t = memory_find(log, table);
    for (unsigned i = 0; t != NULL && i < t->count; i++) {
        const cn_entry *entry = &t->entry[i];
        if (!has_inst(entry, seat, inst)) continue;
        if (entry->n > last_n) last_n = entry->n;
        if (entry->n != n) continue;
        *seq = entry->seq;
        *hash = entry->body_hash;
        return CN_KEY_USED;
    }
    return n < last_n ? CN_KEY_OLD : CN_KEY_NEW;
}

bool cn_log_last_n(cn_log *log, const char *table, unsigned seat, const char *inst,
                   uint32_t *last_n)
{
    const memory_table *t = memory_find(log, table);
    *last_n = 0;
    for (unsigned i = 0; t != NULL && i < t->count; i++)
        if (has_inst(&t->entry[i], seat, inst) && t->entry[i].n > *last_n) *last_n = t->entry[i].n;
    return true;
}
