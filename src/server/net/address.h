/* How many connections each address has, and how much waits for it.
 * Not here: what is done about it (conn.c). Invariant: nobody is counted who is not connected. */
#ifndef CANASTA_SERVER_ADDRESS_H
#define CANASTA_SERVER_ADDRESS_H

#include <stdbool.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "server/base/limits.h"

typedef struct cn_addresses cn_addresses;
typedef struct cn_address cn_address; /* one with at least one connection */

/* Any address as one of IPv6: one of IPv4 is ::ffff:a.b.c.d. False if it is none; `text` may be
 * NULL.
 */
bool cn_address_read(const char *text, struct in6_addr *out);
bool cn_address_of(const struct sockaddr *from, struct in6_addr *out);

/* At most `most` connections for each. An IPv6 network of 64 bits is one address. */
cn_addresses *cn_addresses_make(unsigned most);
void cn_addresses_free(cn_addresses *addresses);

/* Counts one more; NULL if there are as many as there may be. */
cn_address *cn_address_enter(cn_addresses *addresses, const struct in6_addr *from);
/* Whose allowances these are. */
cn_who cn_address_who(const cn_address *address);
/* It is this computer itself. */
bool cn_address_is_here(const cn_address *address);
/* Counts bytes of large answers that wait for it in memory; false if they are too many beside those
 * that wait already. */
bool cn_address_hold(cn_address *address, size_t bytes);
void cn_address_release(cn_address *address, size_t bytes);
void cn_address_leave(cn_addresses *addresses, cn_address *address);

#endif
