/* A hash of addresses. Not here: forwarded addresses. Invariant: as in the header. */
#include "server/net/address.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/bounds.h"
#include "server/base/secret.h"

enum { BUCKETS = 4096 };

struct cn_address {
    cn_address *next;
    cn_who who;
    unsigned count;
    size_t held_bytes;
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

static void map(const void *four, struct in6_addr *out)
{
    *out = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(out->s6_addr + 12, four, 4);
}

bool cn_address_read(const char *text, struct in6_addr *out)
{
    struct in_addr four;
    if (text == NULL) return false;
    if (inet_pton(AF_INET6, text, out) == 1) return true;
    if (inet_pton(AF_INET, text, &four) != 1) return false;
    map(&four, out);
    return true;
}

bool cn_address_of(const struct sockaddr *from, struct in6_addr *out)
{
    if (from->sa_family == AF_INET6)
        *out = ((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
    else if (from->sa_family == AF_INET)
        map(&((const struct sockaddr_in *)(const void *)from)->sin_addr, out);
    return from->sa_family == AF_INET6 || from->sa_family == AF_INET;
}

/* One of IPv4 as a whole; of IPv6 the network. */
static cn_who who_of(const struct in6_addr *from)
{
    const bool four = IN6_IS_ADDR_V4MAPPED(from);
    cn_who who = {{four ? AF_INET : AF_INET6, 0}};
    memcpy(&who.part[1], from->s6_addr + (four ? 12 : 0), four ? 4 : 8);
    return who;
}

static cn_address **bucket_of(cn_addresses *addresses, const cn_who *who)
{
    uint64_t hash = (addresses->salt ^ who->part[0] ^ who->part[1]) * 0x9e3779b97f4a7c15;
    return &addresses->bucket[(hash ^ hash >> 32) % BUCKETS];
}

cn_address *cn_address_enter(cn_addresses *addresses, const struct in6_addr *from)
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

bool cn_address_is_here(const cn_address *address)
{
    uint8_t first[8];
    memcpy(first, &address->who.part[1], sizeof first);
    return address->who.part[0] == AF_INET && first[0] == 127;
}

bool cn_address_hold(cn_address *address, size_t bytes)
{
    if (address->held_bytes > 0 && address->held_bytes + bytes > CN_ADDRESS_BYTES_MAX) return false;
    address->held_bytes += bytes;
    return true;
}

void cn_address_release(cn_address *address, size_t bytes)
{
    address->held_bytes -= bytes;
}

void cn_address_leave(cn_addresses *addresses, cn_address *address)
{
    if (--address->count > 0) return;
    cn_address **at = bucket_of(addresses, &address->who);
    while (*at != address) at = &(*at)->next;
    *at = address->next;
    free(address);
}
