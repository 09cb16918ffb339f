/* A conversation, without waiting.
 * Not here: what a fault leads to. Invariant: the first fault stays; nothing is read after it. */
#include "bots/link.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ENDED_MS: how long after its last byte a program may take to be gone, so that its status can be
 * told. WRITE_MS: how soon a full pipe is tried again. */
enum { ENDED_MS = 200, ENDED_POLL_MS = 2, WRITE_MS = 10, QUIET_MS = 60000, SAID_SHOWN_MAX = 120 };

const char *cn_bot_fault_word(cn_bot_fault fault)
{
    static const char *const words[] = {
#define X(name, word, meaning) word,
        CN_BOT_FAULTS(X)
#undef X
    };
    return words[fault];
}

static const char *expected(const cn_link *link)
{
    if (!link->greeted) return "`canasta-bot 1 NAME`";
    return link->asked ? "`play ...` or `step ...`" : "nothing before `go`";
}

static void drop(cn_link *link)
{
    cn_process_kill(&link->process);
    free(link->waiting);
    link->waiting = NULL;
    link->waiting_length = link->heard_length = 0;
}

static void fail(cn_link *link, cn_bot_fault fault, const char *what)
{
    if (link->fault != CN_BOT_FAULT_NONE) return;
    cn_writer why = cn_writer_make(link->why, sizeof link->why);
    cn_write(&why, "%s; expected was %s", what, expected(link));
    link->fault = fault;
    drop(link);
}

/* The words of a bot go to terminals and logs: plain ASCII, and not much of it. */
static void quote(cn_writer *writer, const char *text)
{
    cn_write(writer, "it said '");
    for (unsigned i = 0; text[i] != '\0'; i++) {
        if (i == SAID_SHOWN_MAX) {
            cn_write(writer, "...");
            break;
        }
        cn_write_char(writer, text[i] < ' ' || text[i] > '~' ? '?' : text[i]);
    }
    cn_write_char(writer, '\'');
}

static void fail_saying(cn_link *link, cn_bot_fault fault, const char *line, const char *more)
{
    char text[CN_LINK_WHY_BYTES];
    cn_writer what = cn_writer_make(text, sizeof text);
    quote(&what, line);
    if (more[0] != '\0') cn_write(&what, " (%.150s)", more);
    fail(link, fault, text);
}

void cn_link_open(cn_link *link, const char *command, const cn_rules *rules,
                  const cn_bot_budget *budget)
{
    *link = (cn_link){.budget = *budget, .process = {.to = -1, .from = -1}};
    if (!cn_process_start(&link->process, command)) {
        fail(link, CN_BOT_FAULT_START, strerror(errno));
        return;
    }
    char *hello = malloc(CN_BOT_HELLO_BYTES);
    if (hello == NULL) abort();
    cn_writer writer = cn_writer_make(hello, CN_BOT_HELLO_BYTES);
    cn_write_bot_hello(&writer, rules);
    assert(!writer.overflow);
    cn_link_say(link, hello, writer.length);
    free(hello);
}

bool cn_link_is_open(const cn_link *link)
{
    return link->process.pid != 0;
}

void cn_link_close(cn_link *link)
{
    drop(link);
}

/* Nothing more is said to a bot that has closed its input; it may still have said something. */
static void write_out(cn_link *link)
{
    if (link->waiting_length == 0) return;
    const ssize_t written = cn_process_write(&link->process, link->waiting, link->waiting_length);
    if (written < 0) cn_process_close_input(&link->process);
    const size_t done = written < 0 ? link->waiting_length : (size_t)written;
    link->waiting_length -= done;
    memmove(link->waiting, link->waiting + done, link->waiting_length);
}

void cn_link_say(cn_link *link, const char *text, size_t length)
{
    if (!cn_link_is_open(link)) return;
    link->waiting = realloc(link->waiting, link->waiting_length + length + 1);
    if (link->waiting == NULL) abort();
    memcpy(link->waiting + link->waiting_length, text, length);
    link->waiting_length += length;
}

static void say_go(cn_link *link, const cn_view *view, const cn_rules *rules, int64_t now_ms)
{
    char *block = malloc(CN_BOT_GO_BYTES);
    if (block == NULL) abort();
    cn_writer writer = cn_writer_make(block, CN_BOT_GO_BYTES);
    cn_write_bot_go(&writer, view, rules, &link->budget);
    assert(!writer.overflow);
    cn_link_say(link, block, writer.length);
    free(block);
    link->asked = true;
    link->deadline_ms = now_ms + link->budget.deadline_ms;
}

static void greet(cn_link *link, const char *line, int64_t now_ms)
{
    switch (cn_bot_read_greeting(line, link->name)) {
    case CN_BOT_GREETED:
        link->greeted = true;
        link->deadline_ms = now_ms + link->budget.deadline_ms;
        return;
    case CN_BOT_NO_GREETING: fail_saying(link, CN_BOT_FAULT_VERSION, line, ""); return;
    case CN_BOT_OTHER_VERSION:
        fail_saying(link, CN_BOT_FAULT_VERSION, line, "another version");
        return;
    }
}

/* The first answer that cannot be made is sent back with the reason, the second one is a fault. */
static void take_answer(cn_link *link, const char *line, const cn_view *view, const cn_rules *rules,
                        int64_t now_ms)
{
    char text[CN_LINK_WHY_BYTES];
    cn_writer why = cn_writer_make(text, sizeof text);
    cn_write(&why, "illegal ");
    const size_t before = why.length;
    const cn_bot_answer answer = cn_bot_read_answer(line, view, rules, &link->answer, &why);
    if (answer == CN_BOT_PLAYS) {
        link->asked = link->second_try = false;
        return;
    }
    if (link->second_try) {
        fail_saying(link, answer == CN_BOT_ILLEGAL ? CN_BOT_FAULT_ILLEGAL : CN_BOT_FAULT_UNREAD,
                    line, text + before);
        return;
    }
    link->second_try = true;
    cn_write_char(&why, '\n');
    cn_link_say(link, text, why.length);
    say_go(link, view, rules, now_ms);
}

static void take_line(cn_link *link, const char *line, const cn_view *view, const cn_rules *rules,
                      int64_t now_ms)
{
    if (!link->greeted)
        greet(link, line, now_ms);
    else if (link->asked)
        take_answer(link, line, view, rules, now_ms);
    else
        fail_saying(link, CN_BOT_FAULT_UNASKED, line, "");
}

/* Takes the lines that have come, up to an answer. */
static void take_lines(cn_link *link, const cn_view *view, const cn_rules *rules, int64_t now_ms)
{
    char line[CN_BOT_LINE_MAX];
    bool was_asked = link->asked;
    while (link->fault == CN_BOT_FAULT_NONE && link->asked == was_asked) {
        const char *end = memchr(link->heard, '\n', link->heard_length);
        if (end == NULL) break;
        const size_t length = (size_t)(end - link->heard);
        for (size_t i = 0; i < length; i++) line[i] = link->heard[i] == '\0' ? '?' : link->heard[i];
        line[length > 0 && line[length - 1] == '\r' ? length - 1 : length] = '\0';
        link->heard_length -= length + 1;
        memmove(link->heard, end + 1, link->heard_length);
        take_line(link, line, view, rules, now_ms);
    }
    if (link->heard_length == sizeof link->heard && link->fault == CN_BOT_FAULT_NONE &&
        memchr(link->heard, '\n', link->heard_length) == NULL)
        fail(link, CN_BOT_FAULT_TOO_LONG, "it said a line of more than 4096 bytes");
}

/* At most one buffer for each call, so that a flood cannot keep anybody busy. */
static void read_in(cn_link *link, int64_t now_ms)
{
    if (link->ended_ms != 0 || link->heard_length == sizeof link->heard) return;
    const ssize_t length = cn_process_read(&link->process, link->heard + link->heard_length,
                                           sizeof link->heard - link->heard_length);
    if (length < 0) link->ended_ms = now_ms;
    if (length > 0) link->heard_length += (size_t)length;
}

static void check_end(cn_link *link, int64_t now_ms)
{
    char text[100];
    cn_writer how = cn_writer_make(text, sizeof text);
    if (link->ended_ms == 0 || link->fault != CN_BOT_FAULT_NONE) return;
    if (cn_process_ended(&link->process, &how))
        fail(link, CN_BOT_FAULT_ENDED, text);
    else if (now_ms - link->ended_ms >= ENDED_MS)
        fail(link, CN_BOT_FAULT_ENDED, "it closed its output");
}

static void check_deadline(cn_link *link, int64_t now_ms)
{
    char text[60];
    cn_writer what = cn_writer_make(text, sizeof text);
    if (!link->asked || now_ms < link->deadline_ms) return;
    cn_write(&what, "it said nothing for %u ms", (unsigned)link->budget.deadline_ms);
    fail(link, CN_BOT_FAULT_SILENT, text);
}

void cn_link_ask(cn_link *link, const cn_view *view, const cn_rules *rules, int64_t now_ms)
{
    assert(!link->asked);
    if (!cn_link_is_open(link)) return;
    read_in(link, now_ms);
    if (link->greeted) take_lines(link, view, rules, now_ms);
    if (link->fault == CN_BOT_FAULT_NONE) say_go(link, view, rules, now_ms);
}

cn_link_status cn_link_poll(cn_link *link, const cn_view *view, const cn_rules *rules,
                            int64_t now_ms)
{
    const bool was_asked = link->asked;
    if (link->fault != CN_BOT_FAULT_NONE) return CN_LINK_FAULT;
    write_out(link);
    read_in(link, now_ms);
    take_lines(link, view, rules, now_ms);
    if (link->fault == CN_BOT_FAULT_NONE) write_out(link);
    if (was_asked && !link->asked && link->fault == CN_BOT_FAULT_NONE) return CN_LINK_ANSWERED;
    check_end(link, now_ms);
    if (link->fault == CN_BOT_FAULT_NONE) check_deadline(link, now_ms);
    return link->fault == CN_BOT_FAULT_NONE ? CN_LINK_THINKS : CN_LINK_FAULT;
}

int64_t cn_link_due_ms(const cn_link *link, int64_t now_ms)
{
    int64_t due = link->asked ? link->deadline_ms - now_ms : QUIET_MS;
    if (link->ended_ms != 0 && due > ENDED_POLL_MS) due = ENDED_POLL_MS;
    if (link->waiting_length > 0 && due > WRITE_MS) due = WRITE_MS;
    return due > 0 ? due : 0;
}

cn_process cn_link_leave(cn_link *link)
{
    cn_process process = link->process;
    if (cn_link_is_open(link)) {
        cn_link_say(link, "quit\n", 5);
        write_out(link);
        process = link->process;
        link->process = (cn_process){.to = -1, .from = -1};
        cn_process_close_input(&process);
    }
    cn_link_close(link);
    return process;
}
