/* Pieces on their way. Not here: checks (check.c), what clients do with messages (client.c).
 * Invariant: as in the header. */
#include "link.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static void put(pieces *list, piece *p)
{
    p->next = NULL;
    *list->end = p;
    list->end = &p->next;
    list->count++;
}

static piece *take(pieces *list)
{
    piece *p = list->first;
    if (p == NULL) return NULL;
    list->first = p->next;
    if (list->first == NULL) list->end = &list->first;
    list->count--;
    return p;
}

static void free_piece(piece *p)
{
    if (p->object != NULL) json_object_put(p->object);
    free(p);
}

static void clear(pieces *list)
{
    for (piece *p; (p = take(list)) != NULL;) free_piece(p);
}

static piece *make_piece(size_t length)
{
    piece *p = calloc(1, sizeof *p + length + 1);
    if (p == NULL) abort();
    p->length = length;
    return p;
}

/* A message, or the end of all, comes to the client. */
static void arrive(sim *s, void *who, uint64_t arg)
{
    (void)arg;
    link *l = who;
    piece *p = take(&l->flight);
    if (p == NULL) return;
    if (l->up && p->object != NULL) client_hears(l->client, l, p->object);
    if (l->up && p->object == NULL) {
        l->up = false;
        client_loses(l->client, l, p->code);
    }
    free_piece(p);
    (void)s;
}

static void pump(sim *s, void *who, uint64_t arg);

static void pump_soon(link *l)
{
    sim *s = l->s;
    if (l->pumping || l->out.first == NULL || (l->cut && sim_chance(s, 500))) return;
    l->pumping = true;
    const int64_t stall = l->stalled_until_ms - s->now_ms;
    if (stall > 0 && !s->calm) sim_met(s, SIM_STALL);
    sim_at(s, stall > 0 && !s->calm ? stall : sim_below(s, 2), pump, l, 0);
}

/* The system takes what the server has written. */
static void pump(sim *s, void *who, uint64_t arg)
{
    (void)arg;
    link *l = who;
    l->pumping = false;
    if (l->stalled_until_ms > s->now_ms && !s->calm) {
        pump_soon(l);
        return;
    }
    for (piece *p; (p = take(&l->out)) != NULL;) {
        put(&l->flight, p);
        sim_at(s, sim_between(s, 1, s->calm ? 5 : 40), arrive, l, 0);
    }
    l->backlog = 0;
    if (l->session != NULL && !l->closing) cn_session_drained(l->session);
}

static void wire_send(void *conn, const char *text, size_t length)
{
    link *l = conn;
    sim *s = l->s;
    if (l->session == NULL) return;
    piece *p = make_piece(0);
    p->object = json_tokener_parse(text);
    if (p->object == NULL) sim_fail(s, "the server sends no JSON: %s", text);
    p->length = length;
    sim_note(s, "to", l->number, text, length);
    if (l->closing) sim_fail(s, "the server sends behind the end");
    check_message(l, p->object);
    put(&l->out, p);
    l->backlog += length * s->weight;
    pump_soon(l);
}

static void notice_end(sim *s, void *who, uint64_t arg)
{
    (void)s;
    (void)arg;
    link_close_session(who);
}

static void wire_close(void *conn, unsigned code)
{
    link *l = conn;
    if (l->session == NULL) return;
    piece *p = make_piece(0);
    p->code = code;
    sim_say(l->s, "link %u: the server closes: %u", l->number, code);
    l->closing = true;
    put(&l->out, p);
    pump_soon(l);
    sim_at(l->s, sim_between(l->s, 50, 3000), notice_end, l, 0);
}

static void reach(sim *s, void *who, uint64_t arg);

static void wire_pause(void *conn, bool paused)
{
    link *l = conn;
    if (l->session == NULL) return;
    l->paused = paused;
    if (!paused && l->arrived > 0) sim_at(l->s, 0, reach, l, 0);
}

static size_t wire_backlog(const void *conn)
{
    link *l = (link *)conn;
    l->choked = l->choked || l->backlog >= CN_BACKLOG_BYTES_MAX;
    return l->backlog;
}

static const cn_wire wire = {
    .send = wire_send, .close = wire_close, .pause = wire_pause, .backlog = wire_backlog};

static void read_frame(link *l)
{
    piece *p = take(&l->frames);
    l->arrived--;
    sim_note(l->s, "from", l->number, p->text, p->length);
    if (p->kind >= FRAME_ODD) {
        cn_session_odd(l->session, (cn_oddity)(p->kind - FRAME_ODD));
    } else {
        check_frame(l, p->text, p->length);
        cn_session_frame(l->session, p->text, p->length);
    }
    free_piece(p);
}

/* The server reads what has come: a frame, or several that came in one piece. */
static void reach(sim *s, void *who, uint64_t arg)
{
    link *l = who;
    if (l->late_ms > s->now_ms) {
        sim_met_spell(s, SIM_CUT_LATE, l->late_ms);
        sim_at(s, l->late_ms - s->now_ms, reach, l, arg);
        return;
    }
    if (l->arrived + arg <= l->frames.count) l->arrived += (unsigned)arg; /* or it was lost */
    if (l->session == NULL || l->closing || l->paused) return;
    bool more = true;
    while (more && l->arrived > 0 && l->session != NULL && !l->closing) {
        read_frame(l);
        more = sim_chance(s, 700);
    }
    if (l->arrived > 0 && !l->paused) sim_at(s, sim_below(s, 2), reach, l, 0);
}

link *link_open(sim *s, cn_hall *hall, struct client *whose)
{
    link *l = calloc(1, sizeof *l);
    if (l == NULL) abort();
    l->s = s;
    l->client = whose;
    l->number = s->links != NULL ? s->links->number + 1 : 1;
    l->up = true;
    l->seat = CN_NO_SEAT;
    l->frames.end = &l->frames.first;
    l->out.end = &l->out.first;
    l->flight.end = &l->flight.first;
    l->next = s->links;
    s->links = l;
    const cn_visitor visitor = {.from = {{l->number, 0}}};
    l->session = cn_session_open(hall, &wire, l, &visitor);
    return l;
}

/* What a client has said meanwhile goes in one piece. */
static void set_out(sim *s, void *who, uint64_t arg)
{
    (void)arg;
    link *l = who;
    if (l->held > 0) sim_at(s, sim_between(s, 1, s->calm ? 5 : 40), reach, l, l->held);
    l->held = 0;
}

void link_send(link *l, unsigned kind, const char *text, size_t length)
{
    piece *p = make_piece(length);
    p->kind = kind;
    memcpy(p->text, text, length);
    l->s->counts->frames++;
    put(&l->frames, p);
    l->held++;
    sim_at(l->s, sim_chance(l->s, 500) ? 0 : 3, set_out, l, 0);
}

void link_close_session(link *l)
{
    cn_session *session = l->session;
    if (session == NULL) return;
    l->session = NULL;
    clear(&l->out);
    cn_session_close(session);
    if (!l->up) return;
    put(&l->flight, make_piece(0)); /* behind what has left */
    sim_at(l->s, sim_between(l->s, 1, 60), arrive, l, 0);
}

/* Frames behind the first few never come. */
static void lose_frames(link *l)
{
    const unsigned kept = l->arrived + sim_below(l->s, l->frames.count - l->arrived + 1);
    if (kept < l->frames.count) sim_met(l->s, SIM_CUT_FRAMES);
    pieces all = l->frames;
    if (all.first == NULL) return;
    l->frames = (pieces){.end = &l->frames.first};
    for (unsigned i = 0; i < kept; i++) {
        piece *p = all.first;
        all.first = p->next;
        put(&l->frames, p);
    }
    while (all.first != NULL) {
        piece *p = all.first;
        all.first = p->next;
        free_piece(p);
    }
}

void link_cut(link *l)
{
    sim *s = l->s;
    if (!l->up) return;
    sim_say(s, "link %u: cut", l->number);
    sim_met(s, SIM_CUT);
    if (l->flight.count > 0) sim_met(s, SIM_CUT_ANSWERS);
    l->up = false;
    l->cut = true;
    clear(&l->flight);
    lose_frames(l);
    client_loses(l->client, l, 0);
    if (sim_chance(s, 600)) l->late_ms = s->now_ms + sim_below(s, 600);
    sim_at(s, sim_chance(s, 300) ? 0 : sim_between(s, 1, 700), notice_end, l, 0);
}

void links_free(sim *s)
{
    for (link *l; (l = s->links) != NULL;) {
        s->links = l->next;
        clear(&l->frames);
        clear(&l->out);
        clear(&l->flight);
        free(l);
    }
}
