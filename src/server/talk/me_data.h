/* What the server holds of a person: told to him, and erased when he says so.
 * Not here: the other calls about persons (me.h). Invariant: no key, password or digest is told;
 * what is erased is in no file of the server any more once nobody reads an older state of it. */
#ifndef CANASTA_SERVER_ME_DATA_H
#define CANASTA_SERVER_ME_DATA_H

struct cn_pending;

/* GET /v1/me/export and POST /v1/me/delete. */
void cn_me_export(struct cn_pending *call);
void cn_me_delete(struct cn_pending *call);

#endif
