/* A seat that a bot holds: waits for its answers, hands them out step by step, and replaces it.
 * Not here: reading answers (link.c). Invariant: the queue holds the steps of one answer, in
 * order; it is empty whenever another seat acts or the bot has been replaced. */
#include "bots/bot.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/link.h"
#include "text/events/event_text.h"

enum { LEAVE_MS = 1000, LEAVE_POLL_MS = 2, SEED_BYTES = 80, LINE_BYTES = 700 };

struct cn_bot {
    cn_entrant entrant;
    cn_bot_options options;
    cn_link link;
    bool opened; /* the link is to be closed */
    bool replaced, retired;
    unsigned faults_in_a_row;
    uint64_t hands, hands_replaced;
    uint64_t deal; /* place of the hand, for messages */
    unsigned seat, hand_number;
    cn_stream told; /* the stream the process knows */
    unsigned next;  /* of link.answer */
    unsigned count;
};

cn_bot_options cn_bot_options_usual(void)
{
    return (cn_bot_options){.budget = {.work = 0, .deadline_ms = CN_BOT_DEADLINE_MS},
                            .faults_max = CN_BOT_FAULTS_IN_A_ROW,
                            .substitute = &cn_player_racer};
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

cn_bot *cn_bot_open(const cn_entrant *entrant, const cn_bot_options *options)
{
    if (entrant->command == NULL) return NULL;
    cn_bot *bot = calloc(1, sizeof *bot);
    if (bot == NULL) abort();
    bot->entrant = *entrant;
    bot->options = *options;
    return bot;
}

static void report(const cn_bot *bot, const char *what)
{
    char line[LINE_BYTES];
    cn_writer writer = cn_writer_make(line, sizeof line);
    if (bot->options.report == NULL) return;
    cn_write(&writer, "%.100s (seat %u, deal %" PRIu64 ", hand %u): %s", bot->entrant.name,
             bot->seat, bot->deal, bot->hand_number, what);
    bot->options.report(bot->options.context, line);
}

/* Waits until the program has ended by itself, but not long. */
static bool ends_by_itself(const cn_process *process)
{
    const int64_t until = now_ms() + LEAVE_MS;
    while (!cn_process_ended(process, NULL)) {
        if (now_ms() >= until) return false;
        poll(NULL, 0, LEAVE_POLL_MS);
    }
    return true;
}

void cn_bot_close(cn_bot *bot)
{
    if (bot == NULL) return;
    if (bot->opened && cn_link_is_open(&bot->link)) {
        cn_process process = cn_link_leave(&bot->link);
        if (!ends_by_itself(&process)) report(bot, "it did not end on `quit` and was killed");
        cn_process_kill(&process);
    }
    if (bot->opened) cn_link_close(&bot->link);
    free(bot);
}

/* Our own player has the seat until the hand is over. */
static void replace(cn_bot *bot)
{
    char text[LINE_BYTES];
    cn_writer what = cn_writer_make(text, sizeof text);
    bot->replaced = true;
    bot->count = bot->next = 0;
    bot->hands_replaced++;
    bot->faults_in_a_row++;
    cn_link_close(&bot->link);
    bot->opened = false;
    cn_write(&what, "%s: %s; %s plays on in this hand", cn_bot_fault_word(bot->link.fault),
             bot->link.why, bot->options.substitute->name);
    report(bot, text);
    if (bot->faults_in_a_row < bot->options.faults_max) return;
    bot->retired = true;
    what = cn_writer_make(text, sizeof text);
    cn_write(&what, "faults in %u hands in a row: it is not started again, %s plays for it",
             bot->faults_in_a_row, bot->options.substitute->name);
    report(bot, text);
}

static void say(cn_bot *bot, const char *text, size_t length)
{
    if (bot->opened) cn_link_say(&bot->link, text, length);
}

static void say_seed(cn_bot *bot, const cn_stream *stream)
{
    char text[SEED_BYTES];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_bot_seed(&writer, stream);
    say(bot, text, writer.length);
    bot->told = *stream;
}

static void say_start(cn_bot *bot, const cn_rules *rules, const cn_bot_hand *hand)
{
    char text[CN_EVENT_TEXT_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_view_start(&writer, rules, hand->seat, hand->dealer, hand->hands_played, hand->totals);
    cn_write_char(&writer, '\n');
    say(bot, text, writer.length);
}

void cn_bot_begin(cn_bot *bot, const cn_rules *rules, const cn_bot_hand *hand,
                  const cn_stream *stream)
{
    if (!bot->replaced) bot->faults_in_a_row = 0;
    bot->hands++;
    bot->deal = hand->deal;
    bot->seat = hand->seat;
    bot->hand_number = hand->hands_played + 1;
    bot->count = bot->next = 0;
    bot->replaced = bot->retired;
    if (bot->retired) {
        bot->hands_replaced++;
        return;
    }
    const bool starts = !bot->opened;
    if (starts) cn_link_open(&bot->link, bot->entrant.command, rules, &bot->options.budget);
    bot->opened = true;
    if (starts || memcmp(&bot->told, stream, sizeof *stream) != 0) say_seed(bot, stream);
    say_start(bot, rules, hand);
}

void cn_bot_hear(cn_bot *bot, const cn_rules *rules, const cn_event *event, const cn_view *view)
{
    enum { RESULT_BYTES = 4096 };
    char text[CN_EVENT_TEXT_MAX + RESULT_BYTES];
    if (!bot->opened) return;
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_event(&writer, rules, event);
    cn_write_char(&writer, '\n');
    if (event->kind == CN_EVENT_SCORE) cn_write_bot_result(&writer, view, rules);
    assert(!writer.overflow);
    say(bot, text, writer.length);
}

/* Sleeps until the bot has said something, can be told something, or a moment has passed. */
static void wait_for(const cn_link *link)
{
    struct pollfd fds[2] = {{.fd = link->process.from, .events = POLLIN},
                            {.fd = link->process.to, .events = POLLOUT}};
    const bool ended = link->ended_ms != 0;
    const nfds_t count = ended ? 0 : link->waiting_length > 0 ? 2 : 1;
    const int64_t due = cn_link_due_ms(link, now_ms());
    poll(fds, count, due > 1000 ? 1000 : (int)due + 1);
}

/* Asks and waits. False if there was a fault: then the bot has been replaced. */
static bool ask(cn_bot *bot, const cn_view *view, const cn_rules *rules)
{
    cn_link *link = &bot->link;
    cn_link_ask(link, view, rules, now_ms());
    for (;;) {
        switch (cn_link_poll(link, view, rules, now_ms())) {
        case CN_LINK_ANSWERED:
            bot->next = 0;
            bot->count = link->answer.count;
            return true;
        case CN_LINK_FAULT: replace(bot); return false;
        case CN_LINK_THINKS: wait_for(link); break;
        }
    }
}

cn_step cn_bot_choose(cn_bot *bot, const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    if (!bot->replaced && bot->next == bot->count) ask(bot, view, rules);
    if (bot->replaced) return cn_player_choose(bot->options.substitute, view, rules, stream);
    return bot->link.answer.step[bot->next++];
}

const char *cn_bot_entrant_name(const cn_bot *bot)
{
    return bot->entrant.name;
}

bool cn_bot_is_replaced(const cn_bot *bot)
{
    return bot->replaced;
}

uint64_t cn_bot_hands(const cn_bot *bot)
{
    return bot->hands;
}

uint64_t cn_bot_hands_replaced(const cn_bot *bot)
{
    return bot->hands_replaced;
}
