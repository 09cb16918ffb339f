/* By which addresses other devices of the local network reach this server.
 * Not here: who may ask. Invariant: none is told where it listens to this computer alone, or to one
 * address only. */
#ifndef CANASTA_SERVER_LAN_H
#define CANASTA_SERVER_LAN_H

#include <json-c/json.h>

/* Addresses of pages, as text; the caller puts the list away. */
json_object *cn_lan_list(const char *listen, int port);

#endif
