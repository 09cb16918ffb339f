/* Who has played a seat's turns in the running hand: a person, or a computer for itself or for
 * somebody who is away.
 * Not here: who sits there now (seat.h). Invariant: a function of the table's entries, but for
 * names, which are the persons'. */
#ifndef CANASTA_SERVER_DOERS_H
#define CANASTA_SERVER_DOERS_H

#include "server/store/log.h"
#include "server/table/seat.h"

/* From this event of the hand on, until the next doer of the same seat. */
typedef struct cn_doer {
    unsigned event, seat;
    bool computer; /* it played ... */
    bool human;    /* ... where a person has the seat */
    char person[CN_PERSON_CHARACTERS + 1], name[CN_NAME_BYTES_MAX + 1];
} cn_doer;

typedef struct cn_doers {
    unsigned count, room;
    cn_doer *doer;
} cn_doers;

/* A hand begins. */
void cn_doers_clear(cn_doers *doers);
void cn_doers_free(cn_doers *doers);
/* Notes a play, whose first event is the one of that number, of a seat as it was then. */
void cn_doers_note(cn_doers *doers, const cn_entry *play, const cn_seat *seat, unsigned event);
/* What a person is called. */
void cn_doers_set_name(cn_doers *doers, const char *person, const char *name);

#endif
