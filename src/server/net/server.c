/* The loop: libevent's, with the store's answers, the bots' clock, and signals as events of it.
 * Not here: connections, listening (listen.c). Invariant: a stop by signal loses nothing. */
#include "server/net/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "server/base/clock.h"
#include "server/base/notice.h"
#include "server/hall/archive.h"
#include "server/net/conn.h"
#include "server/net/files.h"
#include "server/net/lan.h"
#include "server/net/listen.h"
#include "server/table/lesson.h"
#include "server/talk/api.h"
#include "server/talk/session.h"

enum {
    TICK_MOST_MS = 1000,
    ARCHIVE_MS = 1000,
    STANDARD_FILES = 64,
    WORKERS = 2 * CN_BESIDES /* what is done beside the loop, and what is long of it */
};

typedef struct server {
    cn_net net;
    cn_programs *programs;
    cn_limits *limits;
    cn_codes *codes;
    cn_holders *holders;
    cn_passwords *passwords;
    cn_worker *worker[WORKERS]; /* for most tables, and for those where it takes long */
    cn_reader *reader;
    cn_archiving *archiving;
    cn_measures measures;
    cn_door *door, *keepers; /* for everybody; for whoever keeps the server */
    struct event *bots, *saved, *heard, *signed_in, *worked[WORKERS], *read, *archive, *stop_term,
        *stop_int, *deadline, *beat;
    int64_t beat_us; /* when it is due */
    int64_t drain_end_ms;
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
    cn_store_finish(((server *)user)->net.store);
}

static void on_signed_in(evutil_socket_t descriptor, short what, void *user)
{
    (void)descriptor;
    (void)what;
    cn_passwords_finish(((server *)user)->passwords);
}

static void on_worked(evutil_socket_t descriptor, short what, void *user)
{
    server *s = user;
    (void)what;
    for (unsigned i = 0; i < WORKERS; i++)
        if (cn_worker_descriptor(s->worker[i]) == descriptor) cn_worker_finish(s->worker[i]);
}

static void think(void *user, cn_work *work, cn_beside what, bool is_long)
{
    cn_worker_give(((server *)user)->worker[2 * what + is_long], work);
}

static void on_read(evutil_socket_t descriptor, short what, void *user)
{
    (void)descriptor;
    (void)what;
    cn_reader_finish(((server *)user)->reader);
}

static void on_archive(evutil_socket_t none, short what, void *user)
{
    server *s = user;
    (void)none;
    (void)what;
    if (!s->net.stopping) after_ms(s->archive, cn_archiving_tick(s->archiving));
}

static void on_heard(evutil_socket_t descriptor, short what, void *user)
{
    server *s = user;
    (void)descriptor;
    (void)what;
    cn_hall_hear_programs(s->net.hall);
    wake(s);
}

/* How late this comes is how late everything comes. */
static void on_beat(evutil_socket_t none, short what, void *user)
{
    server *s = user;
    const int64_t now_us = cn_clock_us();
    (void)none;
    (void)what;
    if (s->beat_us > 0 && now_us > s->beat_us)
        cn_measure(&s->net.counts.late_us, cn_steps_us, (uint64_t)(now_us - s->beat_us));
    s->beat_us = now_us + CN_BEAT_MS * 1000;
    after_ms(s->beat, CN_BEAT_MS);
}

/* Nobody is left to be sent away, or it has taken long enough. */
static void begin_end(server *s)
{
    s->net.stopping = true;
    cn_door_close(s->door);
    cn_conns_farewell(&s->net);
}

/* The loop ends when everybody has gone, or at the deadline. */
static void on_deadline(evutil_socket_t none, short what, void *user)
{
    enum { LOOK_MS = 20, LOOKS = CN_STOP_MS / LOOK_MS };
    server *s = user;
    (void)none;
    (void)what;
    const bool drained = s->net.counts.sockets == 0 || cn_clock_ms() >= s->drain_end_ms;
    if (!s->net.stopping && drained) begin_end(s);
    if (s->net.stopping &&
        (s->net.conn_count == s->net.counts.keepers || ++s->net.stop_looks > LOOKS))
        event_base_loopbreak(s->net.base);
    else
        after_ms(s->deadline, LOOK_MS);
}

/* Once: everybody is sent away in his turn. Twice: at once. */
static void on_stop(evutil_socket_t signal, short what, void *user)
{
    server *s = user;
    const uint32_t drain_ms = s->net.options->settings.drain * 1000;
    (void)signal;
    (void)what;
    if (s->net.draining) {
        event_base_loopbreak(s->net.base);
        return;
    }
    s->net.draining = true;
    s->drain_end_ms = cn_clock_ms() + drain_ms;
    cn_hall_drain(s->net.hall);
    if (drain_ms > 0) cn_conns_drain(&s->net, drain_ms);
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

static bool write_port(const cn_server_options *options, int port)
{
    if (options->settings.port_file == NULL) return true;
    FILE *file = fopen(options->settings.port_file, "w");
    if (file == NULL) return false;
    fprintf(file, "%d\n", port);
    return fclose(file) == 0;
}

static void say_about_page(const cn_server_options *options)
{
    const char *web = options->settings.web;
    if (web != NULL && !cn_file_page_exists(web))
        cn_notice(CN_WARNING, "no_page", "there is no page in {folder}; only programs can play",
                  CN_FACTS(CN_WORD("folder", web)));
    if (web == NULL && options->page->count == 0)
        cn_notice(CN_WARNING, "no_page",
                  "this program was built without the page; only programs can play", NULL);
}

static void announce(const cn_server_options *options, int port)
{
    char address[300];
    const char *listen = options->settings.listen;
    const bool everywhere =
        strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0 || strcmp(listen, "[::]") == 0;
    const bool six = strchr(listen, ':') != NULL && listen[0] != '[' && !everywhere;
    snprintf(address, sizeof address, "http://%s%s%s:%d/", six ? "[" : "",
             everywhere ? "localhost" : listen, six ? "]" : "", port);
    say_about_page(options);
    cn_notice(CN_INFO, "listening", "Canasta is at {address}",
              CN_FACTS(CN_WORD("address", address), CN_WORD("version", CANASTA_VERSION)));
    cn_notice(CN_INFO, "data_file", "The tables are kept in {file}",
              CN_FACTS(CN_WORD("file", options->settings.data)));
}

/* libevent says what it cannot do. */
static void tell_of_loop(int severity, const char *text)
{
    if (severity >= EVENT_LOG_WARN)
        cn_notice(CN_WARNING, "loop", "{text}", CN_FACTS(CN_WORD("text", text)));
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
    s->beat = make_event(s, -1, 0, on_beat);
    s->archive = make_event(s, -1, 0, on_archive);
    after_ms(s->archive, ARCHIVE_MS);
    s->deadline = make_event(s, -1, 0, on_deadline);
    s->saved = make_event(s, cn_store_descriptor(s->net.store), EV_READ | EV_PERSIST, on_saved);
    s->stop_term = make_event(s, SIGTERM, EV_SIGNAL | EV_PERSIST, on_stop);
    s->stop_int = make_event(s, SIGINT, EV_SIGNAL | EV_PERSIST, on_stop);
    s->signed_in =
        make_event(s, cn_passwords_descriptor(s->passwords), EV_READ | EV_PERSIST, on_signed_in);
    s->read = make_event(s, cn_reader_descriptor(s->reader), EV_READ | EV_PERSIST, on_read);
    for (unsigned i = 0; i < WORKERS; i++) {
        s->worked[i] =
            make_event(s, cn_worker_descriptor(s->worker[i]), EV_READ | EV_PERSIST, on_worked);
        event_add(s->worked[i], NULL);
    }
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
    struct event *const events[] = {s->bots,     s->beat,  s->deadline,  s->saved, s->stop_term,
                                    s->stop_int, s->heard, s->signed_in, s->read,  s->archive};
    for (unsigned i = 0; i < WORKERS; i++) event_free(s->worked[i]);
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++)
        if (events[i] != NULL) event_free(events[i]);
    cn_door_free(s->door);
    cn_door_free(s->keepers);
    /* libevent lets go of a connection only when the loop has done what was put off for it. */
    event_base_loop(s->net.base, EVLOOP_NONBLOCK);
    event_base_free(s->net.base);
}

/* Serves until it is stopped. */
static int serve(server *s)
{
    const cn_server_options *options = s->net.options;
    const int port = cn_door_port(s->door);
    if (!write_port(options, port)) {
        cn_notice(CN_ERROR, "start_failed", "{file} cannot be written: {error}",
                  CN_FACTS(CN_WORD("file", options->settings.port_file),
                           CN_WORD("error", strerror(errno))));
        return 1;
    }
    announce(options, port);
    wake(s);
    after_ms(s->beat, 0);
    return event_base_dispatch(s->net.base) < 0 ? 1 : 0;
}

static cn_limits *make_limits(const cn_settings *settings)
{
    enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };
    const cn_allowance allowance[CN_LIMITS] = {
        [CN_LIMIT_CALLS] = {settings->calls, SECOND, settings->calls * CN_CALLS_BURST},
        [CN_LIMIT_TABLES] = {settings->new_tables, HOUR, (settings->new_tables + 2) / 3},
        [CN_LIMIT_PERSONS] = {settings->new_persons, HOUR, (settings->new_persons + 2) / 3},
        [CN_LIMIT_GROWTH] = {settings->growth * 1024, HOUR, settings->growth * 1024 / 3},
        [CN_LIMIT_TRIES] = {settings->tries, MINUTE, settings->tries},
        [CN_LIMIT_RESUMES] = {settings->resumes, SECOND, settings->resumes * 5},
        [CN_LIMIT_CHANGES] = {settings->changes, HOUR, (settings->changes + 2) / 3},
        [CN_LIMIT_RECORDS] = {settings->records, MINUTE, (settings->records + 1) / 2},
        [CN_LIMIT_NUDGES] = {CN_NUDGES_PER_MINUTE, MINUTE, CN_NUDGES_PER_MINUTE},
        [CN_LIMIT_SAYS] = {CN_SAYS_PER_MINUTE, MINUTE, CN_SAYS_AT_ONCE},
        [CN_LIMIT_FRAMES] = {settings->rate, SECOND, settings->rate * CN_RATE_BURST},
    };
    return cn_limits_make(allowance);
}

static json_object *lan(void *user)
{
    const server *s = user;
    return cn_lan_list(s->net.options->settings.listen, cn_door_port(s->door));
}

/* As many bots think at a time as leave a processor to the loop. */
static unsigned thinkers(void)
{
    const long others = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    if (others < 1) return 1;
    return others < CN_WORKER_THREADS_MAX ? (unsigned)others : CN_WORKER_THREADS_MAX;
}

static void open_workers(server *s)
{
    for (unsigned i = 0; i < WORKERS; i++)
        s->worker[i] = cn_worker_open(i == 2 * CN_THINKING ? thinkers() : 1);
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
    s->holders = cn_holders_make(options->settings.connections);
    s->passwords = cn_passwords_open();
    open_workers(s);
    s->reader = cn_reader_open(options->settings.data);
    if (s->reader == NULL) abort();
    s->limits = make_limits(&options->settings);
    const cn_hall_options hall = {.pace_ms = options->settings.pace,
                                  .grace_ms = options->settings.grace,
                                  .absence_ms = options->settings.absence,
                                  .thought_ms = options->settings.thought,
                                  .rate = options->settings.rate,
                                  .tables_max = options->settings.tables,
                                  .keep_finished_days = options->settings.archive_finished_days,
                                  .keep_deserted_days = options->settings.archive_deserted_days,
                                  .limits = s->limits,
                                  .codes = s->codes,
                                  .holders = s->holders,
                                  .passwords = s->passwords,
                                  .reader = s->reader,
                                  .programs = s->programs,
                                  .measures = &s->measures,
                                  .tell = cn_session_tell,
                                  .tell_pause = cn_session_tell_pause,
                                  .tell_clock = cn_session_tell_clock,
                                  .think = think,
                                  .lan = lan,
                                  .wake = wake,
                                  .user = s,
                                  .own_rules = options->own_rules,
                                  .rule_list = cn_api_rule_list(options->own_rules)};
    s->net.hall = cn_hall_make(s->net.store, &hall);
    s->archiving = cn_archiving_make(s->net.hall, s->net.store);
}

/* Everything that was asked of the store is answered before the tables go. */
static bool take_down(server *s)
{
    json_object *rule_list = cn_hall_settings(s->net.hall)->rule_list;
    s->net.stopping = true;
    cn_conns_end(&s->net);
    free_events(s);
    cn_passwords_close(s->passwords);
    for (unsigned i = 0; i < WORKERS; i++) (void)cn_worker_close(s->worker[i]);
    cn_reader_close(s->reader);
    cn_hall_close(s->net.hall);
    const bool saved = cn_store_close(s->net.store);
    cn_hall_free(s->net.hall);
    cn_archiving_free(s->archiving);
    json_object_put(rule_list);
    cn_programs_free(s->programs);
    cn_limits_free(s->limits);
    cn_codes_free(s->codes);
    cn_holders_free(s->holders);
    cn_addresses_free(s->net.addresses);
    return saved;
}

/* Listens at both places. False after a line on stderr. */
static bool open_doors(server *s)
{
    const cn_settings *settings = &s->net.options->settings;
    s->door = cn_door_open(&s->net, settings->listen, settings->port, false);
    if (s->door == NULL || settings->metrics_port == 0) return s->door != NULL;
    s->keepers = cn_door_open(&s->net, settings->metrics_listen, settings->metrics_port, true);
    return s->keepers != NULL;
}

/* Takes ports and data file, in this order: a server that cannot listen makes no file. False after
 * a line on stderr. */
static bool take_places(server *s)
{
    char message[600];
    const cn_server_options *options = s->net.options;
    const bool open = open_doors(s);
    if (open)
        s->net.store =
            cn_store_open(options->settings.data, options->accept_loss, message, sizeof message);
    if (s->net.store != NULL) return true;
    if (open) cn_notice(CN_ERROR, "start_failed", "{why}", CN_FACTS(CN_WORD("why", message)));
    cn_door_free(s->door);
    cn_door_free(s->keepers);
    event_base_free(s->net.base);
    return false;
}

int cn_server_run(const cn_server_options *options)
{
    server s = {.net = {.options = options, .began = (int64_t)time(NULL)}};
    ignore_signals();
    cn_notice_how(strcmp(options->settings.log, "json") == 0, options->quiet);
    if (!cn_lesson_is_sound(&cn_lesson_first)) {
        cn_notice(CN_ERROR, "start_failed", "{why}",
                  CN_FACTS(CN_WORD("why", "the lesson's cards, rules or player are none")));
        return 1;
    }
    event_set_log_callback(tell_of_loop);
    s.net.base = event_base_new();
    if (s.net.base == NULL) abort();
    if (!take_places(&s)) return 1;
    s.net.conns_max = want_descriptors();
    s.net.addresses = cn_addresses_make(options->settings.connections);
    make_hall(&s);
    make_events(&s);
    const int status = serve(&s);
    const bool saved = take_down(&s);
    if (!saved)
        cn_notice(CN_ERROR, "not_saved", "the disk failed; the last plays may not be saved", NULL);
    if (status == 0 && saved)
        cn_notice(CN_INFO, "stopped", "Canasta has stopped; every play is saved.", NULL);
    return status;
}
