/* Comparing Origin and Host. Not here: anything else about requests.
 * Invariant: what cannot be read is foreign. */
#include "server/net/origin.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

enum { HOST_BYTES = 256 };

bool cn_origin_is_own(const cn_request *request)
{
    const char *origin = cn_request_header(request, "origin");
    if (!cn_request_has_header(request, "origin")) return true;
    const char *authority = strstr(origin, "://");
    return authority != NULL && strcasecmp(authority + 3, cn_request_header(request, "host")) == 0;
}

/* The name alone, without port and brackets. False if it is none. */
static bool name_of(const char *host, char out[HOST_BYTES])
{
    const bool six = host[0] == '[';
    const char *begin = host + six;
    const size_t length = strcspn(begin, six ? "]" : ":");
    const char *rest = begin + length;
    if (length == 0 || length >= HOST_BYTES) return false;
    if (six && *rest++ != ']') return false;
    if (*rest == ':') rest += 1 + strspn(rest + 1, "0123456789");
    memcpy(out, begin, length);
    out[length] = '\0';
    return *rest == '\0';
}

static bool is_address(const char *name)
{
    struct in6_addr address;
    return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1;
}

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), size = strlen(ending);
    return length > size && strcasecmp(name + length - size, ending) == 0;
}

bool cn_host_is_own(const cn_server_options *options, const char *host)
{
    char name[HOST_BYTES];
    if (host[0] == '\0') return true; /* HTTP/1.0: no browser */
    if (!name_of(host, name)) return false;
    return is_address(name) || strchr(name, '.') == NULL || ends_with(name, ".local") ||
           ends_with(name, ".localhost") ||
           (options->settings.host != NULL && strcasecmp(name, options->settings.host) == 0);
}
