/* Whose connections these are, by person and device: so that those of a device that is ended are
 * found without looking at all.
 * Not here: closing them (session.h). Invariant: one that is entered stays in place until it
 * leaves.
 */
#ifndef CANASTA_SERVER_HOLDERS_H
#define CANASTA_SERVER_HOLDERS_H

#include "server/table/person.h"

/* Stands in whoever holds the connection. */
typedef struct cn_holder cn_holder;
struct cn_holder {
    cn_holder *next, **self; /* self NULL: not entered */
    char person[CN_PERSON_CHARACTERS + 1], device[CN_DEVICE_CHARACTERS + 1];
};

typedef struct cn_holders cn_holders;

/* At most so many for each person. */
cn_holders *cn_holders_make(unsigned most);
void cn_holders_free(cn_holders *holders);
/* How often somebody had as many as he may. */
uint64_t cn_holders_hits(const cn_holders *holders);
/* Person and device are set; one that was entered moves. False, and it is not entered, where he has
 * as many as he may. */
bool cn_holders_enter(cn_holders *holders, cn_holder *holder);
void cn_holders_leave(cn_holder *holder);
/* Those of a person, of all his devices if that is NULL. `visit` may have its own one leave. */
void cn_holders_each(cn_holders *holders, const char *person, const char *device,
                     void (*visit)(cn_holder *holder));

#endif
