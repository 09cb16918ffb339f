/* The HTTP calls of docs/protocol.md: tables are made, looked at, joined and left.
 * Not here: HTTP itself (conn.c), files (files.h).
 * Invariant: every call gets exactly one answer, and a failed one has changed nothing. */
#ifndef CANASTA_SERVER_API_H
#define CANASTA_SERVER_API_H

#include "server/talk/call.h"

/* True if the path belongs to the calls, so that no file is looked for. */
bool cn_api_owns(const char *path);

/* What GET /v1/rules tells, for the hall's options: reading every rule set takes milliseconds. */
json_object *cn_api_rule_list(const cn_own_rules *own);

/* Gives the answer, now or when the log has been asked; `call` need not last so long. */
void cn_api_answer(cn_hall *hall, const cn_call *call, cn_caller *caller);

#endif
