/* Which calls there are by HTTP: a method and the shape of a path each.
 * Not here: what they answer (api.h). Invariant: whatever has no row is refused. */
#ifndef CANASTA_SERVER_ROUTES_H
#define CANASTA_SERVER_ROUTES_H

#include <stdbool.h>

/* Words in capitals stand for any piece between two strokes. */
#define CN_ROUTE_ROWS(X)                                                                           \
    X(HEALTH, GET, "/healthz")                                                                     \
    X(READY, GET, "/readyz")                                                                       \
    X(RULES, GET, "/v1/rules")                                                                     \
    X(EXPLAIN, GET, "/v1/rules/NAME/explain")                                                      \
    X(BOTS, GET, "/v1/bots")                                                                       \
    X(LAN, GET, "/v1/lan")                                                                         \
    X(ME, GET, "/v1/me")                                                                           \
    X(EXPORT, GET, "/v1/me/export")                                                                \
    X(GUEST, POST, "/v1/me")                                                                       \
    X(RENAME, POST, "/v1/me/name")                                                                 \
    X(MAKE_CODE, POST, "/v1/me/code")                                                              \
    X(USE_CODE, POST, "/v1/code")                                                                  \
    X(END_DEVICE, POST, "/v1/me/devices/ID/end")                                                   \
    X(DELETE, POST, "/v1/me/delete")                                                               \
    X(ACCOUNT, POST, "/v1/me/account")                                                             \
    X(SESSION, POST, "/v1/session")                                                                \
    X(LOBBY, GET, "/v1/tables")                                                                    \
    X(OPEN, POST, "/v1/tables")                                                                    \
    X(LOOK, POST, "/v1/tables/ID/look")                                                            \
    X(SIT, POST, "/v1/tables/ID/seats/N")                                                          \
    X(LEAVE, POST, "/v1/tables/ID/leave")                                                          \
    X(FREE, POST, "/v1/tables/ID/free/N")                                                          \
    X(INVITE, POST, "/v1/tables/ID/invite")                                                        \
    X(GAMES, GET, "/v1/tables/ID/games")                                                           \
    X(RECORD, GET, "/v1/tables/ID/games/N")

typedef enum cn_route {
#define CN_ROUTE_ROW(name, method, path) CN_ROUTE_##name,
    CN_ROUTE_ROWS(CN_ROUTE_ROW)
#undef CN_ROUTE_ROW
        CN_ROUTES /* none of them */
} cn_route;

typedef enum cn_route_method { CN_ROUTE_BY_GET, CN_ROUTE_BY_POST } cn_route_method;

cn_route cn_route_find(cn_route_method method, const char *path);
cn_route_method cn_route_method_of(cn_route route);
const char *cn_route_path(cn_route route);

#endif
