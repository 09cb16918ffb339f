/* A hash of addresses. Not here: forwarded addresses. Invariant: as in the header. */
#include "server/net/address.h"

#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/secret.h"

enum { BUCKETS = 4096 };

struct cn_address {
    cn_address *next;
    cn_who who;
    unsigned count;
};

struct cn_addresses {
    unsigned most;
    uint64_t salt;
    cn_address *bucket[BUCKETS];
};

cn_addresses *cn_addresses_make(unsigned most)
{
    cn_addresses *addresses = calloc(1, sizeof *addresses);
    if (addresses == NULL) abort();
    addresses->most = most;
    cn_secret_bytes(&addresses->salt, sizeof addresses->salt);
    return addresses;
}

void cn_addresses_free(cn_addresses *addresses)
{
    if (addresses == NULL) return;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (cn_address *at; (at = addresses->bucket[i]) != NULL;) {
            addresses->bucket[i] = at->next;
            free(at);
        }
    free(addresses);
}

/* An IPv4 address that comes as IPv6 (::ffff:a.b.c.d) is the IPv4 address. */
static cn_who who_of(const struct sockaddr *from)
{
    const struct sockaddr_in6 *six = (const void *)from;
    const struct sockaddr_in *four = (const void *)from;
    cn_who who = {{(uint64_t)from->sa_family, 0}};
    if (from->sa_family == AF_INET) {
        who.part[1] = four->sin_addr.s_addr;
    } else if (from->sa_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
        who.part[0] = AF_INET;
        memcpy(&who.part[1], six->sin6_addr.s6_addr + 12, 4);
    } else if (from->sa_family == AF_INET6) {
        memcpy(&who.part[1], six->sin6_addr.s6_addr, 8);
    }
    return who;
}

static cn_address **bucket_of(cn_addresses *addresses, const cn_who *who)
{
    uint64_t hash = (addresses->salt ^ who->part[0] ^ who->part[1]) * 0x9e3779b97f4a7c15;
    return &addresses->bucket[(hash ^ hash >> 32) % BUCKETS];
}

cn_address *cn_address_enter(cn_addresses *addresses, const struct sockaddr *from)
{
    const cn_who who = who_of(from);
    cn_address **bucket = bucket_of(addresses, &who), *at = *bucket;
    while (at != NULL && memcmp(&at->who, &who, sizeof who) != 0) at = at->next;
    if (at == NULL) {
        at = calloc(1, sizeof *at);
        if (at == NULL) abort();
        at->who = who;
        at->next = *bucket;
        *bucket = at;
    }
    if (at->count >= addresses->most) return NULL;
    at->count++;
    return at;
}

cn_who cn_address_who(const cn_address *address)
{
    return address->who;
}

void cn_address_leave(cn_addresses *addresses, cn_address *address)
{
    if (--address->count > 0) return;
    cn_address **at = bucket_of(addresses, &address->who);
    while (*at != address) at = &(*at)->next;
    *at = address->next;
    free(address);
}
