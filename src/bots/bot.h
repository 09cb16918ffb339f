/* A bot that holds a seat at a table of experiments: told what its seat may see, asked for steps,
 * replaced by a player of ours for the rest of a hand in which it fails.
 * Not here: tables (lab/tables/table.h), and servers, which may not wait for a bot.
 * Invariant: the step of cn_bot_choose is legal, whatever the bot does. */
#ifndef CANASTA_BOTS_BOT_H
#define CANASTA_BOTS_BOT_H

#include "bots/entrant.h"
#include "bots/protocol.h"

typedef struct cn_bot cn_bot;

enum { CN_BOT_DEADLINE_MS = 10000, CN_BOT_FAULTS_IN_A_ROW = 10 };

typedef struct cn_bot_options {
    cn_bot_budget budget;
    unsigned faults_max; /* hands in a row with a fault, after which it is not started again */
    const cn_player *substitute;
    /* Told of every fault, in one line without its end; from the thread that uses the bot. */
    void (*report)(void *context, const char *line);
    void *context; /* of `report` */
} cn_bot_options;

/* No limit of work, CN_BOT_DEADLINE_MS, CN_BOT_FAULTS_IN_A_ROW, `racer`, and no report. */
cn_bot_options cn_bot_options_usual(void);

/* A bot for one seat, or for one person where people change seats. Its process is started with its
 * first hand and serves for all hands and games under the same rules; the thread that starts it
 * must be the one that closes it. NULL for an entrant that is a player of ours: it needs none. */
cn_bot *cn_bot_open(const cn_entrant *entrant, const cn_bot_options *options);
/* Says goodbye, waits a moment, and ends the process with all that it started. NULL is nothing. */
void cn_bot_close(cn_bot *bot);

/* Where a hand begins, for the bot and for messages. */
typedef struct cn_bot_hand {
    uint64_t deal; /* which deal of a match */
    unsigned seat, dealer, hands_played;
    const int32_t *totals; /* side_count entries */
} cn_bot_hand;

/* A hand begins; its deal is the next event. `stream` is told where it is not the one told last. */
void cn_bot_begin(cn_bot *bot, const cn_rules *rules, const cn_bot_hand *hand,
                  const cn_stream *stream);
/* An event as the seat may see it, and the seat's view behind it. */
void cn_bot_hear(cn_bot *bot, const cn_rules *rules, const cn_event *event, const cn_view *view);
/* The next step of the view's seat, which is to act. Waits for the bot. */
cn_step cn_bot_choose(cn_bot *bot, const cn_view *view, const cn_rules *rules, cn_stream *stream);

/* The entrant's name, as it was written. */
const char *cn_bot_entrant_name(const cn_bot *bot);
/* True if the bot has been replaced in this hand. */
bool cn_bot_is_replaced(const cn_bot *bot);
/* Hands that began, and those of them in which it was replaced. */
uint64_t cn_bot_hands(const cn_bot *bot);
uint64_t cn_bot_hands_replaced(const cn_bot *bot);

#endif
