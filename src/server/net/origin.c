/* Comparing Origin with Host. Not here: anything else about requests.
 * Invariant: what cannot be read is foreign. */
#include "server/net/origin.h"

#include <string.h>
#include <strings.h>

bool cn_origin_is_own(struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0) return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    const char *authority = strstr(origin, "://");
    return authority != NULL && strcasecmp(authority + 3, host) == 0;
}
