/* Changes on their way to the log, and what is shown once they are there.
 * Not here: what belongs behind an entry (server/table/sequel.h).
 * Invariant: one at most is on its way at a table, and nobody is served before it has been told. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/place.h"
#include "server/table/deserted.h"

struct cn_proposal {
    cn_append append;
    cn_place *place;
    char person[CN_PERSON_CHARACTERS + 1]; /* who sits down; or empty */
    size_t size;                           /* of the entries, in the log */
    cn_proposed *done;                     /* NULL: nobody wants to hear of it */
    void *user;
    cn_entry entry[CN_CHANGES_MAX];
    char bytes[]; /* what the entries point at */
};

static size_t text_bytes(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

static size_t secret_bytes(const cn_entry *entry)
{
    return entry->secret != NULL ? CN_SECRET_BYTES : 0;
}

static const uint8_t *copy_secret(char **at, const uint8_t *secret)
{
    void *copy = *at;
    if (secret == NULL) return NULL;
    memcpy(copy, secret, CN_SECRET_BYTES);
    *at += CN_SECRET_BYTES;
    return copy;
}

static const char *copy_text(char **at, const char *text)
{
    char *copy = *at;
    if (text == NULL) return NULL;
    *at = stpcpy(copy, text) + 1;
    return copy;
}

/* Copies what the entries point at behind the proposal. */
static cn_proposal *copy_entries(const cn_entry *entries, unsigned count)
{
    size_t size = 0;
    for (unsigned i = 0; i < count; i++)
        size += text_bytes(entries[i].body) + text_bytes(entries[i].inst) +
                text_bytes(entries[i].person) + text_bytes(entries[i].base) +
                secret_bytes(&entries[i]);
    cn_proposal *proposal = calloc(1, sizeof *proposal + size);
    if (proposal == NULL) abort();
    proposal->size = size + count * (size_t)CN_ENTRY_BYTES;
    char *at = proposal->bytes;
    for (unsigned i = 0; i < count; i++) {
        cn_entry *entry = &proposal->entry[i];
        *entry = entries[i];
        entry->body = copy_text(&at, entries[i].body);
        entry->inst = copy_text(&at, entries[i].inst);
        entry->person = copy_text(&at, entries[i].person);
        entry->base = copy_text(&at, entries[i].base);
        entry->secret = copy_secret(&at, entries[i].secret);
    }
    return proposal;
}

/* Who is there and moves on is not waited for any more. */
static void note_move(cn_place *place, int64_t now_ms)
{
    cn_table_set_quiet(place->table, now_ms);
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++)
        if (cn_table_present(place->table, i)) place->free_votes[i] = 0;
}

/* Takes what has been committed, and has everybody hear of it. */
static void show(cn_place *place, cn_proposal *proposal, bool first)
{
    cn_changes changes = {0};
    const int64_t now_ms = cn_clock_ms();
    for (unsigned i = 0; i < proposal->append.batch.count; i++)
        if (proposal->entry[i].time == 0) proposal->entry[i].time = proposal->append.batch.time;
    cn_table_take(place->table, proposal->entry, proposal->append.batch.count, &changes);
    for (unsigned i = 0; i < changes.count; i++) {
        if (changes.change[i].has_events) note_move(place, now_ms);
        if (changes.change[i].kind != CN_ENTRY_SEAT) continue;
        cn_table_set_away(place->table, changes.change[i].seat, now_ms);
        place->free_votes[changes.change[i].seat] = 0;
        cn_place_forget_voter(place, changes.change[i].seat);
    }
    if (cn_table_acting(place->table) != place->clock_seat) place->clock_seat = CN_NO_SEAT;
    if (first) cn_place_set_table(place, place->table);
    if (proposal->done != NULL) proposal->done(proposal->user, place, CN_SAVED, &changes);
    cn_hall_settings(place->hall)->tell(place, &changes);
    if (place->programs != NULL) cn_program_table_tick(place->programs, now_ms);
}

/* Who sits down, and what his own list says of it, cannot come apart. */
static void run_seating(cn_job *job, cn_log *log)
{
    cn_proposal *proposal = (cn_proposal *)job;
    cn_batch *seat = &proposal->append.batch;
    cn_person person;
    seat->saved = CN_NOT_SAVED;
    if (cn_person_load(log, proposal->person, &person) != CN_PERSON_THERE) return;
    if (seat->entry[0].kind == CN_ENTRY_CREATE)
        cn_deserted_note(log, &person, seat);
    else
        cn_person_sit(log, &person, seat);
}

static void done_proposal(cn_job *job)
{
    cn_proposal *proposal = (cn_proposal *)job;
    cn_place *place = proposal->place;
    const cn_changes none = {0};
    const cn_saved saved = proposal->append.batch.saved;
    const bool opened = place->self != NULL;
    if (saved == CN_SAVED) {
        place->grown_bytes += proposal->size;
        if (!opened) cn_place_enter(place);
        cn_hall_settings(place->hall)->measures->tables += !opened;
        show(place, proposal, !opened);
    } else if (proposal->done != NULL) {
        proposal->done(proposal->user, place, saved, &none);
    }
    place->proposal = NULL; /* not before: nobody is served while this is told */
    free(proposal);
    if (saved != CN_SAVED && !opened) {
        cn_place_put_away(place);
        return;
    }
    if (saved == CN_UNSURE) cn_place_set_unsure(place);
    cn_place_serve(place);
    cn_hall_wake(place->hall);
}

void cn_place_propose(cn_place *place, const cn_entry *entries, unsigned count, const char *person,
                      cn_proposed *done, void *user)
{
    const cn_changes none = {0};
    assert(cn_place_is_free(place));
    cn_sequel all = {0};
    if (cn_hall_is_closed(place->hall) || !cn_table_try(place->table, entries, count, &all)) {
        cn_sequel_free(&all);
        if (done != NULL) done(user, place, CN_NOT_SAVED, &none);
        return;
    }
    cn_proposal *proposal = copy_entries(all.entry, all.count);
    cn_sequel_free(&all);
    proposal->append.job.done = done_proposal;
    if (person != NULL) {
        proposal->append.job.run = run_seating;
        proposal->append.job.appends = true;
        snprintf(proposal->person, sizeof proposal->person, "%s", person);
    }
    proposal->append.batch =
        (cn_batch){.table = place->id, .entry = proposal->entry, .count = all.count};
    proposal->place = place;
    proposal->done = done;
    proposal->user = user;
    place->proposal = proposal;
    cn_place_settle(place);
    cn_place_schedule(place); /* a bot whose turn it was waits, too */
    cn_store_give(cn_hall_store(place->hall), &proposal->append.job);
}

uint32_t cn_place_grown_kb(const cn_place *place)
{
    return (uint32_t)(place->grown_bytes / 1024);
}

void cn_place_charge(cn_place *place)
{
    place->grown_bytes %= 1024;
}

void cn_place_forget(cn_place *place, const void *user)
{
    if (place->proposal != NULL && place->proposal->user == user) place->proposal->done = NULL;
}

bool cn_hall_open(cn_hall *hall, const cn_entry *entries, unsigned count, const char *person,
                  cn_proposed *done, void *user)
{
    char id[CN_ID_CHARACTERS + 1];
    cn_secret_id(id);
    cn_place *place = cn_hall_look(hall).draining ? NULL : cn_place_make(hall, id);
    if (place == NULL) return false;
    place->table = cn_table_make(id);
    cn_table_set_loaded(place->table, cn_clock_ms());
    cn_place_propose(place, entries, count, person, done, user);
    /* It could not follow, and `done` has heard it. */
    if (place->proposal == NULL) cn_place_put_away(place);
    return true;
}
