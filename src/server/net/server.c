/* The loop: libevent's, with the store's answers, the bots' clock, and signals as events of it.
 * Not here: connections. Invariant: no global state; a stop by signal loses nothing. */
#include "server/net/server.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <event2/listener.h>

#include "server/base/clock.h"
#include "server/net/conn.h"
#include "server/net/files.h"
#include "server/talk/api.h"
#include "server/talk/session.h"

enum { TICK_MOST_MS = 1000, REST_MS = 200, WAITING_MAX = 4096, STANDARD_FILES = 64 };

typedef struct server {
    cn_net net;
    cn_store *store;
    cn_programs *programs;
    cn_limits *limits;
    cn_codes *codes;
    cn_holders *holders;
    cn_passwords *passwords;
    cn_reader *reader;
    struct evconnlistener *listener;
    struct event *bots, *saved, *heard, *signed_in, *read, *rest, *stop_term, *stop_int, *deadline;
} server;

static void after_ms(struct event *timer, int64_t ms)
{
    const struct timeval time = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    evtimer_add(timer, &time);
}

static void on_bots(evutil_socket_t none, short what, void *user)
{
    server *s = user;
    (void)none;
    (void)what;
    if (!s->net.stopping) after_ms(s->bots, cn_hall_tick(s->net.hall, TICK_MOST_MS));
}

static void wake(void *user)
{
    server *s = user;
    if (!s->net.stopping) after_ms(s->bots, 0);
}

static void on_saved(evutil_socket_t descriptor, short what, void *user)
{
    (void)descriptor;
    (void)what;
    cn_store_finish(((server *)user)->store);
}

static void on_signed_in(evutil_socket_t descriptor, short what, void *user)
{
    (void)descriptor;
    (void)what;
    cn_passwords_finish(((server *)user)->passwords);
}

static void on_read(evutil_socket_t descriptor, short what, void *user)
{
    (void)descriptor;
    (void)what;
    cn_reader_finish(((server *)user)->reader);
}

static void on_heard(evutil_socket_t descriptor, short what, void *user)
{
    server *s = user;
    (void)descriptor;
    (void)what;
    cn_hall_hear_programs(s->net.hall);
    wake(s);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t socket,
                      struct sockaddr *from, int size, void *user)
{
    (void)listener;
    (void)size;
    cn_conn_accept(&((server *)user)->net, socket, from);
}

/* There are no descriptors left: asking again at once would do nothing else. */
static void on_accept_error(struct evconnlistener *listener, void *user)
{
    evconnlistener_disable(listener);
    after_ms(((server *)user)->rest, REST_MS);
}

static void on_rest(evutil_socket_t none, short what, void *user)
{
    server *s = user;
    (void)none;
    (void)what;
    if (!s->net.stopping) evconnlistener_enable(s->listener);
}

/* The loop ends when everybody has gone, or at the deadline. */
static void on_deadline(evutil_socket_t none, short what, void *user)
{
    enum { LOOK_MS = 20, LOOKS = CN_STOP_MS / LOOK_MS };
    server *s = user;
    (void)none;
    (void)what;
    if (s->net.conn_count == 0 || ++s->net.stop_looks > LOOKS)
        event_base_loopbreak(s->net.base);
    else
        after_ms(s->deadline, LOOK_MS);
}

static void on_stop(evutil_socket_t signal, short what, void *user)
{
    server *s = user;
    (void)signal;
    (void)what;
    if (s->net.stopping) return;
    s->net.stopping = true;
    evconnlistener_disable(s->listener);
    cn_conns_farewell(&s->net);
    after_ms(s->deadline, 0);
}

/* Writing beyond a limit of file size, or to a closed pipe, is an error to be answered and not a
 * death. */
static void ignore_signals(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

/* Our bound is to be met before the system's. Returns how many connections there may be. */
static unsigned want_descriptors(void)
{
    struct rlimit limit;
    const rlim_t own = STANDARD_FILES + 3 * CN_PROGRAMS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return STANDARD_FILES;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= CN_CONNECTIONS_MAX + own)
        return CN_CONNECTIONS_MAX;
    return (unsigned)(limit.rlim_cur > 2 * own ? limit.rlim_cur - own : limit.rlim_cur / 2);
}

/* NULL if it listens, otherwise why not. */
static const char *listen_at(server *s)
{
    char port[16];
    struct addrinfo *place = NULL;
    const cn_server_options *options = s->net.options;
    const struct addrinfo how = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE,
                                 .ai_socktype = SOCK_STREAM};
    snprintf(port, sizeof port, "%d", options->settings.port);
    if (getaddrinfo(options->settings.listen, port, &how, &place) != 0)
        return "this is no address of IPv4 or IPv6";
    s->listener =
        evconnlistener_new_bind(s->net.base, on_accept, s,
                                LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_EXEC,
                                WAITING_MAX, place->ai_addr, (int)place->ai_addrlen);
    const int error = errno;
    freeaddrinfo(place);
    if (s->listener == NULL)
        return error == EADDRINUSE ? "the port is in use; choose another with --port"
                                   : strerror(error);
    evconnlistener_set_error_cb(s->listener, on_accept_error);
    return NULL;
}

static int port_of(const server *s)
{
    struct sockaddr_storage place;
    socklen_t size = sizeof place;
    char port[16] = "";
    getsockname(evconnlistener_get_fd(s->listener), (struct sockaddr *)&place, &size);
    getnameinfo((struct sockaddr *)&place, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    return (int)strtol(port, NULL, 10);
}

static bool write_port(const cn_server_options *options, int port)
{
    if (options->settings.port_file == NULL) return true;
    FILE *file = fopen(options->settings.port_file, "w");
    if (file == NULL) return false;
    fprintf(file, "%d\n", port);
    return fclose(file) == 0;
}

static void announce(const cn_server_options *options, int port)
{
    if (!cn_file_page_exists(options->settings.web))
        fprintf(stderr, "canasta: there is no page in %s; only programs can play\n",
                options->settings.web);
    if (options->quiet) return;
    const bool everywhere = strcmp(options->settings.listen, "0.0.0.0") == 0 ||
                            strcmp(options->settings.listen, "::") == 0;
    const bool six = strchr(options->settings.listen, ':') != NULL && !everywhere;
    printf("Canasta is at http://%s%s%s:%d/\n", six ? "[" : "",
           everywhere ? "localhost" : options->settings.listen, six ? "]" : "", port);
    printf("The tables are kept in %s\n", options->settings.data);
    fflush(stdout);
}

static struct event *make_event(server *s, evutil_socket_t descriptor, short what,
                                event_callback_fn callback)
{
    struct event *event = event_new(s->net.base, descriptor, what, callback, s);
    if (event == NULL) abort();
    return event;
}

static void make_events(server *s)
{
    s->bots = make_event(s, -1, 0, on_bots);
    s->rest = make_event(s, -1, 0, on_rest);
    s->deadline = make_event(s, -1, 0, on_deadline);
    s->saved = make_event(s, cn_store_descriptor(s->store), EV_READ | EV_PERSIST, on_saved);
    s->stop_term = make_event(s, SIGTERM, EV_SIGNAL | EV_PERSIST, on_stop);
    s->stop_int = make_event(s, SIGINT, EV_SIGNAL | EV_PERSIST, on_stop);
    s->signed_in =
        make_event(s, cn_passwords_descriptor(s->passwords), EV_READ | EV_PERSIST, on_signed_in);
    s->read = make_event(s, cn_reader_descriptor(s->reader), EV_READ | EV_PERSIST, on_read);
    event_add(s->read, NULL);
    event_add(s->signed_in, NULL);
    event_add(s->saved, NULL);
    event_add(s->stop_term, NULL);
    event_add(s->stop_int, NULL);
    const int programs = cn_programs_descriptor(s->programs);
    if (programs < 0) return;
    s->heard = make_event(s, programs, EV_READ | EV_PERSIST, on_heard);
    event_add(s->heard, NULL);
}

static void free_events(server *s)
{
    struct event *const events[] = {s->bots,     s->rest,  s->deadline,  s->saved, s->stop_term,
                                    s->stop_int, s->heard, s->signed_in, s->read};
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++)
        if (events[i] != NULL) event_free(events[i]);
    if (s->listener != NULL) evconnlistener_free(s->listener);
    event_base_free(s->net.base);
}

/* Serves until it is stopped. */
static int serve(server *s)
{
    const cn_server_options *options = s->net.options;
    const int port = port_of(s);
    if (!write_port(options, port)) {
        fprintf(stderr, "canasta: %s cannot be written: %s\n", options->settings.port_file,
                strerror(errno));
        return 1;
    }
    announce(options, port);
    wake(s);
    return event_base_dispatch(s->net.base) < 0 ? 1 : 0;
}

static cn_limits *make_limits(const cn_settings *settings)
{
    enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };
    const cn_allowance allowance[CN_LIMITS] = {
        [CN_LIMIT_CALLS] = {settings->calls, SECOND, settings->calls * CN_CALLS_BURST},
        [CN_LIMIT_TABLES] = {settings->new_tables, HOUR, (settings->new_tables + 2) / 3},
        [CN_LIMIT_PERSONS] = {settings->new_persons, HOUR, (settings->new_persons + 2) / 3},
        [CN_LIMIT_TRIES] = {settings->tries, MINUTE, settings->tries},
        [CN_LIMIT_RESUMES] = {settings->resumes, SECOND, settings->resumes * 5},
        [CN_LIMIT_CHANGES] = {settings->changes, HOUR, (settings->changes + 2) / 3},
        [CN_LIMIT_RECORDS] = {settings->records, MINUTE, (settings->records + 1) / 2},
        [CN_LIMIT_NUDGES] = {CN_NUDGES_PER_MINUTE, MINUTE, CN_NUDGES_PER_MINUTE},
        [CN_LIMIT_FRAMES] = {settings->rate, SECOND, settings->rate * CN_RATE_BURST},
    };
    return cn_limits_make(allowance);
}

static void make_hall(server *s)
{
    const cn_server_options *options = s->net.options;
    const cn_programs_options programs = {.offer = options->offer,
                                          .offer_count = options->offer_count,
                                          .deadline_ms = options->settings.bot_deadline,
                                          .tell = cn_session_tell_replaced};
    s->programs = cn_programs_make(&programs);
    s->codes = cn_codes_make_all();
    s->holders = cn_holders_make();
    s->passwords = cn_passwords_open();
    s->reader = cn_reader_open(options->settings.data);
    if (s->reader == NULL) abort();
    s->limits = make_limits(&options->settings);
    const cn_hall_options hall = {.pace_ms = options->settings.pace,
                                  .grace_ms = options->settings.grace,
                                  .absence_ms = options->settings.absence,
                                  .rate = options->settings.rate,
                                  .tables_max = options->settings.tables,
                                  .limits = s->limits,
                                  .codes = s->codes,
                                  .holders = s->holders,
                                  .passwords = s->passwords,
                                  .reader = s->reader,
                                  .programs = s->programs,
                                  .tell = cn_session_tell,
                                  .tell_pause = cn_session_tell_pause,
                                  .tell_clock = cn_session_tell_clock,
                                  .wake = wake,
                                  .user = s,
                                  .own_rules = options->own_rules,
                                  .rule_list = cn_api_rule_list(options->own_rules)};
    s->net.hall = cn_hall_make(s->store, &hall);
}

/* Everything that was asked of the store is answered before the tables go. */
static bool take_down(server *s)
{
    json_object *rule_list = cn_hall_settings(s->net.hall)->rule_list;
    s->net.stopping = true;
    cn_conns_end(&s->net);
    free_events(s);
    cn_passwords_close(s->passwords);
    cn_reader_close(s->reader);
    cn_hall_close(s->net.hall);
    const bool saved = cn_store_close(s->store);
    cn_hall_free(s->net.hall);
    json_object_put(rule_list);
    cn_programs_free(s->programs);
    cn_limits_free(s->limits);
    cn_codes_free(s->codes);
    cn_holders_free(s->holders);
    cn_addresses_free(s->net.addresses);
    return saved;
}

/* Takes port and data file, in this order: a server that cannot listen makes no file. False after a
 * line on stderr. */
static bool take_places(server *s)
{
    char message[600];
    const cn_server_options *options = s->net.options;
    const char *wrong = listen_at(s);
    if (wrong == NULL) {
        s->store =
            cn_store_open(options->settings.data, options->accept_loss, message, sizeof message);
        if (s->store != NULL) return true;
        evconnlistener_free(s->listener);
        fprintf(stderr, "canasta: %s\n", message);
    } else {
        fprintf(stderr, "canasta: cannot listen on %s port %d: %s\n", options->settings.listen,
                options->settings.port, wrong);
    }
    event_base_free(s->net.base);
    return false;
}

int cn_server_run(const cn_server_options *options)
{
    server s = {.net = {.options = options}};
    ignore_signals();
    s.net.base = event_base_new();
    if (s.net.base == NULL) abort();
    if (!take_places(&s)) return 1;
    s.net.conns_max = want_descriptors();
    s.net.addresses = cn_addresses_make(options->settings.connections);
    make_hall(&s);
    make_events(&s);
    const int status = serve(&s);
    const bool saved = take_down(&s);
    if (!saved) fputs("canasta: the disk failed; the last plays may not be saved\n", stderr);
    if (status == 0 && saved && !options->quiet) puts("Canasta has stopped; every play is saved.");
    return status;
}
