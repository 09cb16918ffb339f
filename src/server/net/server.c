/* The loop: libwebsockets' own, with timers for bots and sweeping, and signals as a descriptor.
 * Not here: protocols. Invariant: no global state; a stop by signal loses nothing. */
#include "server/net/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/files.h"
#include "server/net/http.h"
#include "server/net/state.h"
#include "server/net/ws.h"
#include "server/talk/api.h"

enum { SWEEP_MS = 1000 };

static void on_bots(lws_sorted_usec_list_t *timer)
{
    cn_server *server = lws_container_of(timer, cn_server, bots);
    if (server->stopping) return;
    int64_t wait_ms = cn_hall_tick(server->hall, cn_now_ms(), SWEEP_MS);
    lws_sul_schedule(server->context, 0, timer, on_bots, wait_ms * 1000 + 1);
}

void cn_server_wake_bots(cn_server *server)
{
    lws_sul_schedule(server->context, 0, &server->bots, on_bots, 1);
}

static void on_sweep(lws_sorted_usec_list_t *timer)
{
    cn_server *server = lws_container_of(timer, cn_server, sweep);
    cn_ws_sweep(server, cn_now_ms());
    cn_outgoing_sweep(server->outgoing, cn_now_ms());
    lws_sul_schedule(server->context, 0, timer, on_sweep, (int64_t)SWEEP_MS * 1000);
}

/* Signals arrive as something to read, inside the loop like everything else. */
static int signal_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t length)
{
    (void)user;
    (void)in;
    (void)length;
    if (reason != LWS_CALLBACK_RAW_RX_FILE) return 0;
    struct signalfd_siginfo info;
    if (read(lws_get_socket_fd(wsi), &info, sizeof info) != sizeof info) return 0;
    cn_server *server = cn_server_of(wsi);
    if (server->stopping) return 0;
    server->stopping = true;
    server->stop_by_ms = cn_now_ms() + CN_STOP_MS;
    cn_ws_farewell(server, "RESTART");
    return 0;
}

/* A program has said something, or ended: whoever waits for it looks at once. */
static int programs_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                             void *in, size_t length)
{
    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE) cn_server_wake_bots(cn_server_of(wsi));
    return 0;
}

static int outgoing_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                             void *in, size_t length)
{
    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        cn_outgoing_go_on(cn_server_of(wsi)->outgoing, cn_now_ms());
    return 0;
}

/* Blocks the signals that stop us and returns a descriptor that tells of them. Writing beyond a
 * limit of file size, or to a closed pipe, is an error to be answered and not a death. */
static int take_signals(void)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    return signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Every bound of ours is to be met before the system's. Returns how many the library may have, who
 * would not be at rest without any. */
static unsigned want_descriptors(void)
{
    struct rlimit limit;
    const rlim_t wanted = CN_DESCRIPTORS_MAX + 2 * CN_REPLIES_MAX + 4 * CN_PROGRAMS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return CN_DESCRIPTORS_MAX / 2;
    if (limit.rlim_cur >= wanted) return CN_DESCRIPTORS_MAX;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur < wanted ? (unsigned)limit.rlim_cur / 3 : CN_DESCRIPTORS_MAX;
}

/* libwebsockets says little about why it cannot listen; the system says it at once. */
static const char *try_address(const char *address, int port)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, address, &place.sin_addr) != 1) return "this is no IPv4 address";
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return strerror(errno);
    int one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    const char *wrong = NULL;
    if (bind(fd, (struct sockaddr *)&place, sizeof place) != 0 || listen(fd, 1) != 0)
        wrong = errno == EADDRINUSE ? "the port is in use; choose another with --port"
                                    : strerror(errno);
    close(fd);
    return wrong;
}

static struct lws_context *make_context(cn_server *server, unsigned descriptors)
{
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = 15, .secs_since_valid_hangup = 35};
    const struct lws_protocols protocols[] = {
        {.name = "http",
         .callback = cn_http_callback,
         .per_session_data_size = cn_http_session_bytes()},
        {.name = CN_SUBPROTOCOL,
         .callback = cn_ws_callback,
         .per_session_data_size = cn_ws_session_bytes(),
         .rx_buffer_size = CN_FRAME_BYTES_MAX},
        {.name = "signals", .callback = signal_callback},
        {.name = "programs", .callback = programs_callback},
        {.name = "outgoing", .callback = outgoing_callback},
        {0},
    };
    struct lws_context_creation_info info = {
        .iface = server->options->listen,
        .port = server->options->port,
        .protocols = protocols,
        .user = server,
        .gid = -1,
        .uid = -1,
        .fd_limit_per_thread = descriptors,
        .retry_and_idle_policy = &idle,
        .keepalive_timeout = 20,
        .timeout_secs = 10,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_DISABLE_IPV6 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
    };
    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

static bool write_port(const cn_server_options *options, int port)
{
    if (options->port_file == NULL) return true;
    FILE *file = fopen(options->port_file, "w");
    if (file == NULL) return false;
    fprintf(file, "%d\n", port);
    return fclose(file) == 0;
}

static void announce(const cn_server_options *options, int port)
{
    if (!cn_file_page_exists(options->web_dir))
        fprintf(stderr, "canasta: there is no page in %s; only programs can play\n",
                options->web_dir);
    if (options->quiet) return;
    bool everywhere = strcmp(options->listen, "0.0.0.0") == 0;
    printf("Canasta is at http://%s:%d/\n", everywhere ? "localhost" : options->listen, port);
    printf("The tables are kept in %s\n", options->data_file);
    fflush(stdout);
}

static bool is_done(const cn_server *server)
{
    const bool quiet = server->conn_count == 0 && cn_outgoing_count(server->outgoing) == 0;
    return server->stopping && (quiet || cn_now_ms() >= server->stop_by_ms);
}

/* Has the loop look at a descriptor, which belongs to the loop from now on. */
static bool watch(struct lws_vhost *host, int descriptor, const char *protocol)
{
    lws_sock_file_fd_type fd = {.filefd = descriptor};
    if (lws_adopt_descriptor_vhost(host, LWS_ADOPT_RAW_FILE_DESC, fd, protocol, NULL) != NULL)
        return true;
    fprintf(stderr, "canasta: %s cannot be watched\n", protocol);
    return false;
}

static int serve(cn_server *server, int signals)
{
    struct lws_vhost *host = lws_get_vhost_by_name(server->context, "default");
    int port = lws_get_vhost_listen_port(host);
    if (!watch(host, signals, "signals")) return 1;
    const int programs = cn_programs_descriptor(server->programs);
    if (programs >= 0 && !watch(host, fcntl(programs, F_DUPFD_CLOEXEC, 0), "programs")) return 1;
    const int outgoing = cn_outgoing_descriptor(server->outgoing);
    if (!watch(host, fcntl(outgoing, F_DUPFD_CLOEXEC, 0), "outgoing")) return 1;
    if (!write_port(server->options, port)) {
        fprintf(stderr, "canasta: %s cannot be written: %s\n", server->options->port_file,
                strerror(errno));
        return 1;
    }
    announce(server->options, port);
    on_bots(&server->bots);
    on_sweep(&server->sweep);
    while (!is_done(server))
        if (lws_service(server->context, 0) < 0) return 1;
    return 0;
}

static int serve_with_store(cn_server *server)
{
    const cn_server_options *options = server->options;
    const cn_programs_options programs = {.offer = options->offer,
                                          .offer_count = options->offer_count,
                                          .deadline_ms = options->bot_deadline_ms,
                                          .tell = cn_ws_tell_replaced,
                                          .user = server};
    server->programs = cn_programs_make(&programs);
    const cn_hall_options hall = {.pace_ms = options->pace_ms,
                                  .grace_ms = options->grace_ms,
                                  .programs = server->programs,
                                  .tell = cn_ws_tell,
                                  .tell_pause = cn_ws_tell_pause,
                                  .user = server,
                                  .own_rules = options->own_rules,
                                  .rule_list = cn_api_rule_list(options->own_rules)};
    int signals = take_signals();
    const unsigned descriptors = want_descriptors();
    server->hall = cn_hall_make(server->store, &hall);
    server->outgoing = cn_outgoing_make();
    server->context = make_context(server, descriptors);
    int status = 1;
    if (signals >= 0 && server->outgoing != NULL && server->context != NULL)
        status = serve(server, signals);
    else
        fprintf(stderr, "canasta: cannot listen on %s port %d\n", options->listen, options->port);
    server->stopping = true;
    if (server->context != NULL) lws_context_destroy(server->context);
    cn_outgoing_free(server->outgoing);
    cn_hall_free(server->hall);
    json_object_put(hall.rule_list);
    cn_programs_free(server->programs);
    return status;
}

int cn_server_run(const cn_server_options *options)
{
    char message[600];
    cn_server server = {.options = options};
    const char *wrong = try_address(options->listen, options->port);
    if (wrong != NULL) {
        fprintf(stderr, "canasta: cannot listen on %s port %d: %s\n", options->listen,
                options->port, wrong);
        return 1;
    }
    server.store = cn_store_open(options->data_file, message, sizeof message);
    if (server.store == NULL) {
        fprintf(stderr, "canasta: %s\n", message);
        return 1;
    }
    int status = serve_with_store(&server);
    const bool saved = cn_store_close(server.store);
    if (!saved) fputs("canasta: the disk failed; the last plays may not be saved\n", stderr);
    if (status == 0 && saved && !options->quiet) puts("Canasta has stopped; every play is saved.");
    return status;
}
