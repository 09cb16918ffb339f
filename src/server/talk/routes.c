/* Looking up a call. Not here: as in the header. Invariant: as in the header. */
#include "server/talk/routes.h"

#include <string.h>

static const struct {
    cn_route_method method;
    const char *path;
} row[CN_ROUTES] = {
#define CN_ROUTE_ROW(name, by, shape)                                                              \
    [CN_ROUTE_##name] = {.method = CN_ROUTE_BY_##by, .path = (shape)},
    CN_ROUTE_ROWS(CN_ROUTE_ROW)
#undef CN_ROUTE_ROW
};

static bool fits(const char *path, const char *shape)
{
    while (*path == '/' && *shape == '/') {
        const size_t length = strcspn(++path, "/"), wanted = strcspn(++shape, "/");
        const bool any = *shape >= 'A' && *shape <= 'Z';
        if (any ? length == 0 : length != wanted || memcmp(path, shape, length) != 0) return false;
        path += length;
        shape += wanted;
    }
    return *path == *shape;
}

cn_route cn_route_find(cn_route_method method, const char *path)
{
    for (unsigned i = 0; i < CN_ROUTES; i++)
        if (row[i].method == method && fits(path, row[i].path)) return (cn_route)i;
    return CN_ROUTES;
}

cn_route_method cn_route_method_of(cn_route route)
{
    return row[route].method;
}

const char *cn_route_path(cn_route route)
{
    return row[route].path;
}
