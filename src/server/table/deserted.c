/* Counting hands that wait. Not here: as in the header. Invariant: as in the header. */
#include "server/table/deserted.h"

#include "server/table/table.h"

static bool hand_waits(cn_log *log, const char *id)
{
    cn_table_status status;
    cn_table *table = cn_table_load(log, id, &status, NULL);
    const bool waits = table != NULL && cn_table_acting(table) != CN_NO_SEAT;
    cn_table_free(table);
    return waits;
}

/* The eldest is looked at for the last time. */
cn_saved cn_deserted_note(cn_log *log, cn_person *person, const char *table)
{
    unsigned gone = person->gone, waiting = 0;
    const unsigned last = person->made_count == CN_PERSON_MADE_MAX ? 1 : 0;
    for (unsigned i = 0; i < person->made_count; i++) {
        const bool waits = hand_waits(log, person->made[i]);
        if (i < last)
            gone += waits;
        else
            waiting += waits;
    }
    return cn_person_made(log, person, table, gone + waiting, gone);
}
