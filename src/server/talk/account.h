/* The calls about accounts: a name and a password by which a person is found on any device.
 * Not here: persons (me.h). Invariant: whether there is such a name, or the password was wrong, is
 * answered the same and takes as long. */
#ifndef CANASTA_SERVER_ACCOUNT_H
#define CANASTA_SERVER_ACCOUNT_H

#include "server/talk/call.h"

/* POST /v1/me/account and /v1/session. */
void cn_account_call(cn_hall *hall, const cn_call *call, json_object *body, cn_caller *caller);

#endif
