/* WebSocket connections: frames in, messages out.
 * Not here: what frames ask for (turn.h), what messages say (encode.h).
 * Invariant: what waits for a connection is bounded; a snapshot replaces what was too much. */
#ifndef CANASTA_SERVER_WS_H
#define CANASTA_SERVER_WS_H

#include "server/net/state.h"

size_t cn_ws_session_bytes(void);
int cn_ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length);

/* Tells everybody at the table of the changes; without any, who is there. */
void cn_ws_tell(void *server, cn_table *table, const cn_changes *changes);
/* Tells everybody that the table is paused, or shows it anew to everybody. */
void cn_ws_tell_pause(void *server, cn_table *table);
/* Tells everybody at the table that the program of a seat has been replaced, and why in a word. */
void cn_ws_tell_replaced(void *server, const cn_table *table, unsigned seat, const char *word);
/* Drops connections that take nothing or never said who they are. Called every second or so. */
void cn_ws_sweep(cn_server *server, int64_t now_ms);
/* Says farewell to everybody and closes when that has been sent. */
void cn_ws_farewell(cn_server *server, const char *code);

#endif
