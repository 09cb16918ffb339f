/* A list that grows where another plays than before. Not here: as in the header.
 * Invariant: as in the header; of two that follow each other for one seat none equals the other. */
#include "server/table/doers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cn_doers_clear(cn_doers *doers)
{
    doers->count = 0;
}

void cn_doers_free(cn_doers *doers)
{
    free(doers->doer);
    *doers = (cn_doers){0};
}

static const cn_doer *last_of(const cn_doers *doers, unsigned seat)
{
    for (unsigned i = doers->count; i-- > 0;)
        if (doers->doer[i].seat == seat) return &doers->doer[i];
    return NULL;
}

static void add(cn_doers *doers, const cn_doer *doer)
{
    if (doers->count == doers->room) {
        doers->room = 2 * doers->room + 4;
        doers->doer = realloc(doers->doer, doers->room * sizeof *doers->doer);
        if (doers->doer == NULL) abort();
    }
    doers->doer[doers->count++] = *doer;
}

/* Plays of bots have no key of a client's. */
void cn_doers_note(cn_doers *doers, const cn_entry *play, const cn_seat *seat, unsigned event)
{
    const cn_doer *before = last_of(doers, play->seat);
    cn_doer now = {
        .event = event, .seat = play->seat, .computer = play->inst == NULL, .human = seat->human};
    strcpy(now.person, seat->person);
    strcpy(now.name, seat->name);
    if (before == NULL || before->computer != now.computer || before->human != now.human ||
        strcmp(before->person, now.person) != 0)
        add(doers, &now);
}

void cn_doers_set_name(cn_doers *doers, const char *person, const char *name)
{
    for (unsigned i = 0; i < doers->count; i++)
        if (person[0] != '\0' && strcmp(doers->doer[i].person, person) == 0)
            snprintf(doers->doer[i].name, sizeof doers->doer[i].name, "%s", name);
}
