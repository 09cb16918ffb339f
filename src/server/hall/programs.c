/* Programs at tables: started with their first turn, told, asked, replaced.
 * Not here: as in the header. Invariant: a program's view is the seat's view of the table, and with
 * it the steps it has answered and that are not yet committed (`ahead`). */
#include "server/hall/programs.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "bots/bot.h"
#include "bots/link.h"
#include "canasta/reason.h"
#include "server/base/clock.h"
#include "server/base/notice.h"
#include "server/table/bot.h"
#include "text/events/event_text.h"

enum { LEAVE_MS = 1000, LEAVE_POLL_MS = 20, STOP_POLL_MS = 5, START_BYTES = 200 };

typedef struct leaving {
    cn_process process; /* pid 0: free */
    int64_t until_ms;
} leaving;

struct cn_programs {
    cn_programs_options options;
    int epoll;
    unsigned count; /* processes, those that leave included */
    leaving leaving[CN_PROGRAMS_MAX];
    cn_program_table *running; /* tables of which a program was started */
};

typedef struct program {
    cn_link link;
    bool open, retired, ready;
    unsigned faults_in_a_row;
    uint64_t replaced_seq; /* dealt_seq of the hand in which it was replaced last */
    uint64_t dealt_seq;    /* of the hand that the process has been told of, 0: of none */
    size_t heard;          /* so much of the seat's lines it has been told */
    cn_view ahead;         /* the seat's view with the steps below */
    cn_lines told;         /* the lines of those of them that it has been told */
    unsigned step_count;   /* answered and not committed */
    cn_step step[CN_PLAY_STEPS_MAX];
} program;

struct cn_program_table {
    cn_programs *programs;
    cn_program_table *next, **self; /* self NULL: not among the running ones */
    const cn_table *table;
    void *owner;
    const cn_program_offer *offer;
    program seat[CN_PLAYERS_MAX];
};

cn_programs *cn_programs_make(const cn_programs_options *options)
{
    cn_programs *programs = calloc(1, sizeof *programs);
    if (programs == NULL) abort();
    programs->options = *options;
    programs->epoll = options->offer_count > 0 ? epoll_create1(EPOLL_CLOEXEC) : -1;
    return programs;
}

/* Ends a process that has said goodbye or run out of time. */
static void end_leaving(cn_programs *programs, leaving *who)
{
    cn_process_kill(&who->process);
    programs->count--;
}

void cn_programs_free(cn_programs *programs)
{
    for (unsigned waited = 0; waited < LEAVE_MS && programs->count > 0; waited += STOP_POLL_MS) {
        for (unsigned i = 0; i < CN_PROGRAMS_MAX; i++)
            if (programs->leaving[i].process.pid != 0 &&
                cn_process_ended(&programs->leaving[i].process, NULL))
                end_leaving(programs, &programs->leaving[i]);
        if (programs->count > 0) poll(NULL, 0, STOP_POLL_MS);
    }
    for (unsigned i = 0; i < CN_PROGRAMS_MAX; i++)
        if (programs->leaving[i].process.pid != 0) end_leaving(programs, &programs->leaving[i]);
    if (programs->epoll >= 0) close(programs->epoll);
    free(programs);
}

int cn_programs_descriptor(const cn_programs *programs)
{
    return programs->epoll;
}

int64_t cn_programs_sweep(cn_programs *programs, int64_t now_ms, int64_t most_ms)
{
    int64_t wait_ms = most_ms;
    for (unsigned i = 0; i < CN_PROGRAMS_MAX; i++) {
        leaving *who = &programs->leaving[i];
        if (who->process.pid == 0) continue;
        if (now_ms >= who->until_ms || cn_process_ended(&who->process, NULL))
            end_leaving(programs, who);
        else if (wait_ms > LEAVE_POLL_MS)
            wait_ms = LEAVE_POLL_MS;
    }
    return wait_ms;
}

static const cn_program_offer *find_offer(const cn_programs *programs, const char *name)
{
    for (unsigned i = 0; i < programs->options.offer_count; i++)
        if (strcmp(programs->options.offer[i].name, name) == 0) return &programs->options.offer[i];
    return NULL;
}

bool cn_programs_offers(const cn_programs *programs, const char *name)
{
    return cn_bot_find(name) != NULL || find_offer(programs, name) != NULL;
}

bool cn_programs_like(const cn_programs *programs, const char *name)
{
    for (unsigned i = 0; i < programs->options.offer_count; i++)
        if (cn_name_like(name, programs->options.offer[i].name)) return true;
    return false;
}

const char *cn_programs_offer_name(const cn_programs *programs, unsigned index)
{
    return index < programs->options.offer_count ? programs->options.offer[index].name : NULL;
}

cn_program_table *cn_program_table_make(cn_programs *programs, const cn_table *table, void *owner)
{
    const cn_program_offer *offer = find_offer(programs, cn_table_bot(table));
    if (offer == NULL) return NULL;
    cn_program_table *at = calloc(1, sizeof *at);
    if (at == NULL) abort();
    at->programs = programs;
    at->table = table;
    at->owner = owner;
    at->offer = offer;
    return at;
}

static void forget_steps(program *p)
{
    p->step_count = 0;
    p->ready = false;
    cn_lines_clear(&p->told);
}

/* Says goodbye; the process has a moment to end by itself. */
static void let_go(cn_programs *programs, program *p, int64_t now_ms)
{
    if (!p->open) return;
    p->open = false;
    forget_steps(p);
    const bool had_process = cn_link_is_open(&p->link);
    const cn_process process = cn_link_leave(&p->link);
    if (!had_process) {
        programs->count--;
        return;
    }
    epoll_ctl(programs->epoll, EPOLL_CTL_DEL, process.from, NULL);
    leaving *who = programs->leaving;
    while (who->process.pid != 0) who++; /* there are as many places as processes */
    *who = (leaving){process, now_ms + LEAVE_MS};
}

static void note_running(cn_program_table *at)
{
    cn_programs *programs = at->programs;
    if (at->self != NULL) return;
    at->next = programs->running;
    at->self = &programs->running;
    if (at->next != NULL) at->next->self = &at->next;
    programs->running = at;
}

static void note_at_rest(cn_program_table *at)
{
    if (at->self == NULL) return;
    *at->self = at->next;
    if (at->next != NULL) at->next->self = at->self;
    at->self = NULL;
}

static bool any_open(const cn_program_table *at)
{
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++)
        if (at->seat[i].open) return true;
    return false;
}

void cn_programs_hear(cn_programs *programs, int64_t now_ms, void (*look_again)(void *owner))
{
    for (cn_program_table *at = programs->running, *next; at != NULL; at = next) {
        next = at->next;
        cn_program_table_tick(at, now_ms);
        if (!any_open(at)) note_at_rest(at);
        look_again(at->owner);
    }
}

void cn_program_table_free(cn_program_table *at, int64_t now_ms)
{
    if (at == NULL) return;
    note_at_rest(at);
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++) {
        let_go(at->programs, &at->seat[i], now_ms);
        cn_lines_free(&at->seat[i].told);
    }
    free(at);
}

/* A player of ours has the seat until the hand is over. */
static void replace(cn_program_table *at, unsigned seat, const char *word)
{
    program *p = &at->seat[seat];
    if (p->open) at->programs->count--;
    cn_link_close(&p->link);
    p->open = false;
    forget_steps(p);
    p->replaced_seq = cn_table_dealt_seq(at->table);
    p->retired = ++p->faults_in_a_row >= CN_BOT_FAULTS_IN_A_ROW;
    cn_notice(CN_WARNING, "bot_replaced",
              "table {table}, seat {seat}: bot {bot}: {fault}; " CN_BOT_USUAL " plays {until}",
              CN_FACTS(CN_WORD("table", cn_table_id(at->table)), CN_NUMBER("seat", seat),
                       CN_WORD("bot", at->offer->name), CN_WORD("fault", word),
                       CN_WORD("until", p->retired ? "from now on" : "on in this hand")));
    at->programs->options.tell(at->owner, seat, word);
}

static void fail(cn_program_table *at, unsigned seat)
{
    replace(at, seat, cn_bot_fault_word(at->seat[seat].link.fault)); /* `why` may name cards */
}

static bool start(cn_program_table *at, unsigned seat)
{
    program *p = &at->seat[seat];
    cn_programs *programs = at->programs;
    if (programs->count == CN_PROGRAMS_MAX) {
        replace(at, seat, "full"); /* there are as many processes as there may be */
        return false;
    }
    const cn_bot_budget budget = {.deadline_ms = programs->options.deadline_ms};
    programs->count++;
    note_running(at);
    p->open = true;
    p->dealt_seq = 0;
    cn_link_open(&p->link, at->offer->command, cn_table_rules(at->table), &budget);
    struct epoll_event event = {.events = EPOLLIN};
    if (cn_link_is_open(&p->link))
        epoll_ctl(programs->epoll, EPOLL_CTL_ADD, p->link.process.from, &event);
    return true;
}

static void say_result(program *p, const cn_table *table, unsigned seat)
{
    char text[CN_BOT_LINE_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_bot_result(&writer, cn_table_view(table, seat), cn_table_rules(table));
    cn_link_say(&p->link, text, writer.length);
}

/* From the beginning of the running hand. */
static void start_over(program *p, const cn_table *table, unsigned seat)
{
    char text[START_BYTES];
    cn_table_start_text(table, seat, text, sizeof text - 1);
    strcat(text, "\n");
    cn_link_say(&p->link, text, strlen(text));
    p->dealt_seq = cn_table_dealt_seq(table);
    p->heard = 0;
    forget_steps(p);
}

/* Tells what the seat has seen since. The lines that the program has been told ahead are left out,
 * as long as the log says the same. */
static void catch_up(cn_program_table *at, unsigned seat)
{
    program *p = &at->seat[seat];
    const cn_lines *lines = cn_table_lines(at->table, seat);
    if (p->dealt_seq != cn_table_dealt_seq(at->table)) {
        if (p->dealt_seq != 0) p->faults_in_a_row = 0; /* it has played a hand to its end */
        start_over(p, at->table, seat);
    }
    if (lines->length == p->heard) return;
    const size_t told = p->told.length;
    if (told > lines->length - p->heard ||
        (told > 0 && memcmp(lines->text + p->heard, p->told.text, told) != 0))
        start_over(p, at->table, seat);
    else
        p->heard += told;
    cn_lines_clear(&p->told);
    cn_link_say(&p->link, lines->text + p->heard, lines->length - p->heard);
    p->heard = lines->length;
    const unsigned phase = cn_table_public(at->table)->phase;
    if (phase == CN_PHASE_SCORED || phase == CN_PHASE_GAME_END) say_result(p, at->table, seat);
}

/* The line of an own step that brings no card: all that its event can be. */
static void tell_ahead(program *p, const cn_rules *rules, cn_step step)
{
    char line[CN_EVENT_TEXT_MAX];
    cn_writer writer = cn_writer_make(line, sizeof line);
    cn_event event = {.kind = CN_EVENT_STEP, .seat = p->ahead.seat};
    event.start.seat = event.u.step.drawn.seat = CN_SEAT_NONE;
    event.u.step.step = step;
    cn_write_event(&writer, rules, &event);
    cn_lines_add(&p->told, line);
    cn_write_char(&writer, '\n');
    cn_link_say(&p->link, line, writer.length);
}

/* Makes the answered steps on the own view. True if the play is complete: with a step that may show
 * a card, or the end of the turn (P128). */
static bool go_on(program *p, const cn_rules *rules)
{
    const cn_play *answer = &p->link.answer;
    bool shows = false;
    for (unsigned i = 0; i < answer->count && p->step_count < CN_PLAY_STEPS_MAX; i++) {
        const cn_step step = answer->step[i];
        p->step[p->step_count++] = step;
        shows = shows || cn_step_shows_card(rules, &p->ahead.pub, step.number);
        const bool made = cn_view_try(&p->ahead, rules, step);
        const cn_public *pub = &p->ahead.pub;
        const bool own = pub->seat == p->ahead.seat &&
                         (pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD);
        if (!made || !own || p->step_count == CN_PLAY_STEPS_MAX) return true;
        if (!shows) tell_ahead(p, rules, step);
    }
    return shows;
}

/* By house rules the legal steps that it is told may take long to find, in which nobody else is
 * served. False if they have: then it is not asked any more in this hand. */
static bool ask(cn_program_table *at, unsigned seat, int64_t now_ms)
{
    program *p = &at->seat[seat];
    const int64_t began_ms = cn_clock_worked_ms();
    if (p->step_count == 0) p->ahead = *cn_table_view(at->table, seat);
    cn_link_ask(&p->link, &p->ahead, cn_table_rules(at->table), now_ms);
    if (cn_clock_worked_ms() - began_ms < CN_THINKS_LONG_MS) return true;
    replace(at, seat, "rules");
    return false;
}

/* Hears what it answers, up to a complete play. False if it has failed. */
static bool think(cn_program_table *at, unsigned seat, int64_t now_ms)
{
    program *p = &at->seat[seat];
    const cn_rules *rules = cn_table_rules(at->table);
    while (!p->ready) {
        switch (cn_link_poll(&p->link, &p->ahead, rules, now_ms)) {
        case CN_LINK_FAULT: fail(at, seat); return false;
        case CN_LINK_THINKS: return true;
        case CN_LINK_ANSWERED: break;
        }
        p->ready = go_on(p, rules);
        if (!p->ready && !ask(at, seat, now_ms)) return false;
    }
    return true;
}

void cn_program_table_tick(cn_program_table *at, int64_t now_ms)
{
    const cn_rules *rules = cn_table_rules(at->table);
    for (unsigned seat = 0; seat < rules->player_count; seat++) {
        program *p = &at->seat[seat];
        if (!p->open) continue;
        if (cn_table_seat(at->table, seat)->human || !cn_table_anybody(at->table)) {
            let_go(at->programs, p, now_ms);
            continue;
        }
        if (cn_table_view(at->table, seat)->seat != CN_SEAT_NONE) catch_up(at, seat);
        if (p->link.asked)
            think(at, seat, now_ms);
        else if (cn_link_poll(&p->link, &p->ahead, rules, now_ms) == CN_LINK_FAULT)
            fail(at, seat);
    }
}

/* True if the seat has a program that is to be asked in this hand. */
static bool is_there(cn_program_table *at, unsigned seat)
{
    program *p = &at->seat[seat];
    if (cn_table_seat(at->table, seat)->human || p->retired) return false;
    if (p->replaced_seq == cn_table_dealt_seq(at->table)) return false;
    if (!p->open && !start(at, seat)) return false;
    catch_up(at, seat);
    return true;
}

cn_program_status cn_program_play(cn_program_table *at, unsigned seat, int64_t now_ms,
                                  int64_t *wait_ms, char *text, size_t size)
{
    program *p = &at->seat[seat];
    if (!is_there(at, seat)) return CN_PROGRAM_NONE;
    if (!p->ready && !p->link.asked && !ask(at, seat, now_ms)) return CN_PROGRAM_NONE;
    if (!think(at, seat, now_ms)) return CN_PROGRAM_NONE;
    if (!p->ready) {
        *wait_ms = cn_link_due_ms(&p->link, now_ms);
        return CN_PROGRAM_THINKS;
    }
    cn_writer writer = cn_writer_make(text, size);
    cn_write_play(&writer, p->step, p->step_count);
    assert(!writer.overflow);
    const cn_view *view = cn_table_view(at->table, seat);
    if (cn_play_is_legal(cn_table_rules(at->table), &view->pub, &view->hand, text))
        return CN_PROGRAM_PLAYS;
    replace(at, seat, cn_bot_fault_word(CN_BOT_FAULT_ILLEGAL));
    return CN_PROGRAM_NONE;
}

void cn_program_played(cn_program_table *at, unsigned seat)
{
    at->seat[seat].step_count = 0;
    at->seat[seat].ready = false;
}
