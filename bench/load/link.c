/* Sockets and epoll. Not here: as in the header.
 * Invariant: frames are parsed in one room that all links share; only the rest of a message that
 * has not come whole is kept by its link. */
#include "load/link.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROOM_BYTES = 1 << 20, EVENTS = 256, HEAD_BYTES_MAX = 4096, FRAME_BYTES_MAX = 4096 };
enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

bool load_loop_open(load_loop *loop, unsigned port, unsigned sources)
{
    *loop = (load_loop){.port = port, .sources = sources};
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->room = malloc(ROOM_BYTES);
    return loop->epoll >= 0 && loop->room != NULL;
}

void load_loop_close(load_loop *loop)
{
    close(loop->epoll);
    free(loop->room);
}

static struct sockaddr_in place(uint32_t address, unsigned port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(address),
                                .sin_port = htons((uint16_t)port)};
}

bool load_link_open(load_link *link, load_loop *loop, const load_ear *ear)
{
    const int one = 1;
    const struct sockaddr_in from = place(INADDR_LOOPBACK + loop->opened++ % loop->sources, 0);
    const struct sockaddr_in to = place(INADDR_LOOPBACK, loop->port);
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = link};
    *link =
        (load_link){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .loop = loop, .ear = ear};
    if (link->fd < 0) return false;
    setsockopt(link->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (bind(link->fd, (const void *)&from, sizeof from) == 0 &&
        connect(link->fd, (const void *)&to, sizeof to) == 0 &&
        fcntl(link->fd, F_SETFL, O_NONBLOCK) == 0 &&
        epoll_ctl(loop->epoll, EPOLL_CTL_ADD, link->fd, &wanted) == 0)
        return true;
    close(link->fd);
    link->fd = -1;
    return false;
}

void load_link_close(load_link *link)
{
    if (link->fd >= 0) close(link->fd);
    free(link->rest);
    link->fd = -1;
    link->rest = NULL;
    link->rest_bytes = 0;
}

static bool send_all(const load_link *link, const void *bytes, size_t length)
{
    return send(link->fd, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

bool load_link_post(load_link *link, const char *path, const char *body)
{
    char text[HEAD_BYTES_MAX];
    const int length =
        snprintf(text, sizeof text,
                 "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Length: %zu\r\n\r\n%s", path,
                 link->loop->port, strlen(body), body);
    return length > 0 && (size_t)length < sizeof text && send_all(link, text, (size_t)length);
}

bool load_link_upgrade(load_link *link, const char *subprotocol)
{
    char text[HEAD_BYTES_MAX];
    const int length = snprintf(text, sizeof text,
                                "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                "Sec-WebSocket-Protocol: %s\r\n\r\n",
                                link->loop->port, subprotocol);
    return length > 0 && (size_t)length < sizeof text && send_all(link, text, (size_t)length);
}

/* Frames of a client are masked; nobody stands between who could be fooled by a known mask. */
static bool send_frame(load_link *link, unsigned opcode, const char *bytes, size_t length)
{
    static const unsigned char mask[4] = {0x5a, 0x17, 0xc3, 0x88};
    unsigned char frame[8 + FRAME_BYTES_MAX] = {(unsigned char)(0x80 | opcode)};
    size_t at = 2;
    if (length > FRAME_BYTES_MAX) return false;
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[at++] = (unsigned char)(length >> 8);
        frame[at++] = (unsigned char)length;
    }
    memcpy(frame + at, mask, sizeof mask);
    at += sizeof mask;
    for (size_t i = 0; i < length; i++) frame[at + i] = (unsigned char)bytes[i] ^ mask[i % 4];
    return send_all(link, frame, at + length);
}

bool load_link_send(load_link *link, const char *text, size_t length)
{
    return send_frame(link, TEXT, text, length);
}

/* Tells of one message; what stands behind it begins with `behind`. */
static void tell_frame(load_link *link, unsigned opcode, char *text, size_t length)
{
    if (opcode == PING) send_frame(link, PONG, text, length);
    if (opcode != TEXT) return; /* a close is followed by the end */
    const char behind = text[length];
    text[length] = '\0';
    link->ear->heard(link, text, length);
    text[length] = behind;
}

/* Takes a frame; how many bytes it has, 0 if it is not whole. */
static size_t take_frame(load_link *link, char *bytes, size_t size)
{
    const unsigned char *head = (const unsigned char *)bytes;
    if (size < 2) return 0;
    const unsigned more = (head[1] & 127) < 126 ? 0 : (head[1] & 127) == 126 ? 2 : 8;
    if (size < 2 + more) return 0;
    size_t length = more == 0 ? head[1] & 127 : 0;
    for (unsigned i = 0; i < more; i++) length = length << 8 | head[2 + i];
    if (length > size || size < 2 + more + length) return 0;
    tell_frame(link, head[0] & 15, bytes + 2 + more, length);
    return 2 + more + length;
}

/* Takes the answer to a request. */
static size_t take_answer(load_link *link, char *bytes, size_t size)
{
    char *body = memmem(bytes, size, "\r\n\r\n", 4);
    if (body == NULL) return 0;
    body += 4;
    body[-1] = '\0';
    const unsigned status = (unsigned)strtoul(bytes + strcspn(bytes, " "), NULL, 10);
    const char *number = strcasestr(bytes, "\r\ncontent-length:");
    const size_t length = number != NULL ? strtoul(number + 17, NULL, 10) : 0;
    const bool last = strcasestr(bytes, "\r\nconnection: close") != NULL;
    const size_t whole = (size_t)(body - bytes) + length;
    if (status == 101) {
        link->is_socket = true;
        link->ear->opened(link);
        return whole;
    }
    body[-1] = '\n';
    if (whole > size) return 0;
    const char behind = body[length];
    body[length] = '\0';
    link->ear->answered(link, status, body, last);
    body[length] = behind;
    return whole;
}

static void keep_rest(load_link *link, const char *bytes, size_t length)
{
    link->rest = length > 0 ? malloc(length) : NULL;
    link->rest_bytes = length;
    if (length > 0 && link->rest == NULL) abort();
    if (length > 0) memcpy(link->rest, bytes, length);
}

/* Reads what has come on a link, and tells of all that is whole. */
static void read_link(load_link *link)
{
    char *room = link->loop->room;
    size_t size = link->rest_bytes, at = 0, taken;
    if (size > 0) memcpy(room, link->rest, size);
    free(link->rest);
    keep_rest(link, NULL, 0);
    const ssize_t got = recv(link->fd, room + size, ROOM_BYTES - 1 - size, 0);
    if (got <= 0) {
        if (got < 0 && errno == EAGAIN)
            keep_rest(link, room, size);
        else
            link->ear->ended(link);
        return;
    }
    size += (size_t)got;
    do {
        taken = link->is_socket ? take_frame(link, room + at, size - at)
                                : take_answer(link, room + at, size - at);
        at += taken;
    } while (taken > 0 && at < size && link->fd >= 0);
    if (link->fd >= 0) keep_rest(link, room + at, size - at);
}

void load_loop_turn(load_loop *loop, int64_t most_us)
{
    struct epoll_event events[EVENTS];
    const struct timespec most = {.tv_sec = most_us / 1000000, .tv_nsec = most_us % 1000000 * 1000};
    const int count = epoll_pwait2(loop->epoll, events, EVENTS, &most, NULL);
    for (int i = 0; i < count; i++) read_link(events[i].data.ptr);
}
