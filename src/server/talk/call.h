/* A call by HTTP, and who waits for its answer.
 * Not here: which calls there are (api.h). Invariant: an answer is given exactly once. */
#ifndef CANASTA_SERVER_CALL_H
#define CANASTA_SERVER_CALL_H

#include "server/hall/hall.h"
#include "server/talk/reply.h"

typedef struct cn_call {
    bool post; /* otherwise GET */
    const char *path;
    const char *players, *overrides; /* of the query; empty where they are missing */
    const char *body;
    size_t body_length;
    const char *token, *label; /* who asks, and what his device says it is; empty: nobody */
    cn_who from;               /* whose allowances it takes of */
    bool is_here;              /* it comes from this computer itself, and not by a proxy */
} cn_call;

/* Who waits for the answer to a call. */
typedef struct cn_caller {
    void (*give)(struct cn_caller *caller, cn_reply reply); /* once, now or later */
} cn_caller;

#endif
