/* Listening by libevent. Not here: as in the header. Invariant: as in the header. */
#include "server/net/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/listener.h>

#include "server/base/notice.h"
#include "server/net/conn.h"

enum { REST_MS = 200, WAITING_MAX = 4096, ADDRESS_BYTES = 256 };

struct cn_door {
    cn_net *net;
    struct evconnlistener *listener;
    struct event *rest;
    bool keeper;
};

static void on_accept(struct evconnlistener *listener, evutil_socket_t socket,
                      struct sockaddr *from, int size, void *user)
{
    const cn_door *door = user;
    (void)listener;
    (void)size;
    cn_conn_accept(door->net, socket, from, door->keeper);
}

/* There are no descriptors left: asking again at once would do nothing else. */
static void on_accept_error(struct evconnlistener *listener, void *user)
{
    const struct timeval time = {.tv_usec = REST_MS * 1000};
    evconnlistener_disable(listener);
    evtimer_add(((cn_door *)user)->rest, &time);
}

static void on_rest(evutil_socket_t none, short what, void *user)
{
    cn_door *door = user;
    (void)none;
    (void)what;
    if (!door->net->stopping) evconnlistener_enable(door->listener);
}

static struct addrinfo *look_up(const char *address, uint32_t port)
{
    char text[ADDRESS_BYTES], number[16];
    const size_t length = strlen(address);
    const bool bracketed = length > 2 && address[0] == '[' && address[length - 1] == ']';
    struct addrinfo *place = NULL;
    const struct addrinfo how = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE,
                                 .ai_socktype = SOCK_STREAM};
    snprintf(text, sizeof text, "%.*s", (int)length - 2 * bracketed, address + bracketed);
    snprintf(number, sizeof number, "%u", port);
    return getaddrinfo(text, number, &how, &place) == 0 ? place : NULL;
}

/* NULL if it listens, otherwise why not. */
static const char *listen_at(cn_door *door, const char *address, uint32_t port)
{
    struct addrinfo *place = look_up(address, port);
    if (place == NULL) return "this is no address of IPv4 or IPv6";
    door->listener =
        evconnlistener_new_bind(door->net->base, on_accept, door,
                                LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_EXEC,
                                WAITING_MAX, place->ai_addr, (int)place->ai_addrlen);
    const int error = errno;
    freeaddrinfo(place);
    if (door->listener == NULL)
        return error == EADDRINUSE ? "the port is in use; choose another with --port"
                                   : strerror(error);
    evconnlistener_set_error_cb(door->listener, on_accept_error);
    return NULL;
}

cn_door *cn_door_open(cn_net *net, const char *address, uint32_t port, bool keeper)
{
    cn_door *door = calloc(1, sizeof *door);
    if (door == NULL) abort();
    *door = (cn_door){.net = net, .keeper = keeper};
    door->rest = evtimer_new(net->base, on_rest, door);
    if (door->rest == NULL) abort();
    const char *wrong = listen_at(door, address, port);
    if (wrong == NULL) return door;
    cn_notice(
        CN_ERROR, "start_failed", "cannot listen on {address} port {port}: {why}",
        CN_FACTS(CN_WORD("address", address), CN_NUMBER("port", port), CN_WORD("why", wrong)));
    cn_door_free(door);
    return NULL;
}

int cn_door_port(const cn_door *door)
{
    struct sockaddr_storage place;
    socklen_t size = sizeof place;
    char port[16] = "";
    getsockname(evconnlistener_get_fd(door->listener), (struct sockaddr *)&place, &size);
    getnameinfo((struct sockaddr *)&place, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    return (int)strtol(port, NULL, 10);
}

void cn_door_close(cn_door *door)
{
    evconnlistener_disable(door->listener);
}

void cn_door_free(cn_door *door)
{
    if (door == NULL) return;
    if (door->listener != NULL) evconnlistener_free(door->listener);
    event_free(door->rest);
    free(door);
}
