/* One conversation with a bot: what waits to be said, what has been heard, and what went wrong.
 * Not here: who plays instead (bot.h), the text of the lines (protocol.h).
 * Invariant: no call waits; whoever uses a link calls cn_link_poll until it says more than that
 * the bot thinks. After a fault the process is gone. */
#ifndef CANASTA_BOTS_LINK_H
#define CANASTA_BOTS_LINK_H

#include "bots/process.h"
#include "bots/protocol.h"

/* X(fault, word, meaning) */
#define CN_BOT_FAULTS(X)                                                                           \
    X(NONE, "none", "nothing is wrong")                                                            \
    X(START, "start", "the system could not make a process")                                       \
    X(ENDED, "ended", "it ended, or closed its output")                                            \
    X(SILENT, "silent", "no answer before the deadline")                                           \
    X(VERSION, "version", "it speaks another version, or did not greet")                           \
    X(UNREAD, "unread", "what it said is no answer")                                               \
    X(ILLEGAL, "illegal", "its play is not legal")                                                 \
    X(UNASKED, "unasked", "it spoke without being asked")                                          \
    X(TOO_LONG, "too_long", "its line is longer than lines may be")

typedef enum cn_bot_fault {
#define X(fault, word, meaning) CN_BOT_FAULT_##fault,
    CN_BOT_FAULTS(X)
#undef X
} cn_bot_fault;

const char *cn_bot_fault_word(cn_bot_fault fault);

enum { CN_LINK_WHY_BYTES = 400 };

typedef struct cn_link {
    cn_process process;
    char name[CN_BOT_NAME_MAX + 1]; /* as it greeted, "" before */
    bool greeted, asked, second_try;
    int64_t deadline_ms; /* of the greeting or the answer */
    int64_t ended_ms;    /* when its output ended, 0: it has not */
    cn_bot_budget budget;
    cn_play answer; /* after CN_LINK_ANSWERED */
    cn_bot_fault fault;
    char why[CN_LINK_WHY_BYTES]; /* of the fault: what it said or did, and what was expected */
    char *waiting;               /* to be written */
    size_t waiting_length;
    size_t heard_length;
    char heard[CN_BOT_LINE_MAX];
} cn_link;

typedef enum cn_link_status { CN_LINK_THINKS, CN_LINK_ANSWERED, CN_LINK_FAULT } cn_link_status;

/* Starts the program and tells it the rules. Afterwards the link must be closed. */
void cn_link_open(cn_link *link, const char *command, const cn_rules *rules,
                  const cn_bot_budget *budget);
bool cn_link_is_open(const cn_link *link);
/* Ends the process without a word. */
void cn_link_close(cn_link *link);

/* Says whole lines. What the pipe does not take waits; it is bounded by what can happen before the
 * bot is asked again. */
void cn_link_say(cn_link *link, const char *text, size_t length);

/* Asks for an answer; the view's seat is to act, and nobody has been asked since the last one. */
void cn_link_ask(cn_link *link, const cn_view *view, const cn_rules *rules, int64_t now_ms);

/* Writes and reads what can be. While it has been asked: CN_LINK_ANSWERED gives steps that are
 * legal one after another in the view with which it was asked. Otherwise THINKS means: all is well.
 */
cn_link_status cn_link_poll(cn_link *link, const cn_view *view, const cn_rules *rules,
                            int64_t now_ms);

/* In so many milliseconds cn_link_poll has something to do even if nothing can be read. */
int64_t cn_link_due_ms(const cn_link *link, int64_t now_ms);

/* Says `quit` and closes the bot's input. Takes the process away from the link, which is then
 * closed; the caller gives it a moment and ends it. */
cn_process cn_link_leave(cn_link *link);

#endif
