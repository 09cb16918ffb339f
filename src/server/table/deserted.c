/* Counting hands that were left. Not here: as in the header. Invariant: as in the header. */
#include "server/table/deserted.h"

#include "server/table/table.h"

/* Others, or computers, may have played it to its end since: its maker has not. Nobody waits in a
 * lesson. */
static bool was_left(cn_log *log, const char *id)
{
    cn_table_status status;
    cn_table *table = cn_table_load(log, id, &status, NULL);
    const bool left = table != NULL && !cn_table_is_lesson(table) &&
                      (cn_table_acting(table) != CN_NO_SEAT || cn_table_quit(table));
    cn_table_free(table);
    return left;
}

/* The eldest is looked at for the last time. */
cn_saved cn_deserted_note(cn_log *log, cn_person *person, cn_batch *seat)
{
    unsigned gone = person->gone, left = 0;
    const unsigned last = person->made_count == CN_PERSON_MADE_MAX ? 1 : 0;
    for (unsigned i = 0; i < person->made_count; i++) {
        const bool is_left = was_left(log, person->made[i]);
        if (i < last)
            gone += is_left;
        else
            left += is_left;
    }
    return cn_person_made(log, person, seat, gone + left, gone);
}
