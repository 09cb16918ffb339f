/* The addresses of this computer's networks. Not here: as in the header.
 * Invariant: as in the header; networks that computers within this one have are no way in. */
#include "server/net/lan.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_inner(const char *name)
{
    static const char *const begins[] = {"lo", "docker", "br-", "veth", "virbr", "lxc", "podman"};
    for (unsigned i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

/* Not 127.0.0.0/8, nor 169.254.0.0/16, which nobody has given it. */
static bool leads_here(const struct in_addr *address)
{
    const uint32_t number = ntohl(address->s_addr);
    return number >> 24 != 127 && number >> 16 != 0xa9fe;
}

static void add(json_object *list, const struct in_addr *address, int port)
{
    char host[INET_ADDRSTRLEN], text[INET_ADDRSTRLEN + 24];
    inet_ntop(AF_INET, address, host, sizeof host);
    snprintf(text, sizeof text, "http://%s:%d/", host, port);
    json_object_array_add(list, json_object_new_string(text));
}

json_object *cn_lan_list(const char *listen, int port)
{
    struct ifaddrs *all = NULL;
    json_object *list = json_object_new_array();
    const bool everywhere =
        strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0 || strcmp(listen, "[::]") == 0;
    if (!everywhere || getifaddrs(&all) != 0) return list;
    for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET) continue;
        const struct sockaddr_in *place = (const struct sockaddr_in *)(const void *)at->ifa_addr;
        if (!is_inner(at->ifa_name) && leads_here(&place->sin_addr))
            add(list, &place->sin_addr, port);
    }
    freeifaddrs(all);
    return list;
}
