/* The calls about persons: who am I, what am I called, which devices have my keys.
 * Not here: seats (table_calls.h). Invariant: a person is told to nobody but who holds a key. */
#ifndef CANASTA_SERVER_ME_H
#define CANASTA_SERVER_ME_H

#include "server/talk/call.h"

struct cn_pending;
/* Who asks: name, login, devices. */
json_object *cn_me_of(const struct cn_pending *call);
/* Answers with who asks: name, devices, tables. */
void cn_me_tell(struct cn_pending *call);
/* /v1/me and what is below it, /v1/code; `body` is NULL for a GET. */
void cn_me_call(cn_hall *hall, const cn_call *call, json_object *body, cn_caller *caller);

#endif
