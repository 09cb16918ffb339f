/* The lines between a referee and a bot in a process of its own: docs/bot-protocol.md.
 * Not here: processes, pipes, deadlines (link.h), and the bot's side (speaker.h).
 * Invariant: every line fits CN_BOT_LINE_MAX, and what a bot is told is a function of its view. */
#ifndef CANASTA_BOTS_PROTOCOL_H
#define CANASTA_BOTS_PROTOCOL_H

#include "canasta/view.h"
#include "random/random.h"
#include "text/base/text.h"
#include "text/cards/play_text.h"

/* A line has at most so many bytes with its end, in both directions. */
enum { CN_BOT_VERSION = 1, CN_BOT_LINE_MAX = 4096, CN_BOT_NAME_MAX = 48 };

/* Room for all that is said at once: the rules; the block of lines that ends with `go`. */
enum { CN_BOT_HELLO_BYTES = 65536, CN_BOT_GO_BYTES = 65536 };

/* What a bot may spend on an answer. */
typedef struct cn_bot_budget {
    uint64_t work;        /* units of its own thinking; 0: it decides itself */
    uint32_t deadline_ms; /* after which it counts as hanging */
} cn_bot_budget;

/* From `canasta-bot 1` to `begin`: version, rules, seats. */
void cn_write_bot_hello(cn_writer *writer, const cn_rules *rules);
/* `seed HEX`. */
void cn_write_bot_seed(cn_writer *writer, const cn_stream *stream);
/* What the seat holds and sees, what is legal, and `go`. The view's seat is to act. */
void cn_write_bot_go(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                     const cn_bot_budget *budget);
/* Behind the `score` event: the points of each side, `hand end`, and `game end` if it is. */
void cn_write_bot_result(cn_writer *writer, const cn_view *view, const cn_rules *rules);

/* The parts of the block that a bot with a view of its own can check. */
void cn_write_bot_hold(cn_writer *writer, const cn_view *view);
void cn_write_bot_legal(cn_writer *writer, const cn_view *view, const cn_rules *rules);

/* Reads `seed`'s digits. */
bool cn_bot_seed_parse(const char *text, cn_stream *stream);

/* Reads `canasta-bot 1 NAME`. On a refusal `name` is unchanged. */
typedef enum cn_bot_greeting {
    CN_BOT_GREETED,
    CN_BOT_NO_GREETING,
    CN_BOT_OTHER_VERSION
} cn_bot_greeting;
cn_bot_greeting cn_bot_read_greeting(const char *line, char name[CN_BOT_NAME_MAX + 1]);

/* What an answer comes to. */
typedef enum cn_bot_answer {
    CN_BOT_PLAYS,   /* `play` holds steps that may be made one after another */
    CN_BOT_ILLEGAL, /* it can be read, but is not legal */
    CN_BOT_UNREAD   /* it is no answer */
} cn_bot_answer;

/* Reads `play PLAY` or `step NAME [CARDS]` for the view's seat, which is to act. Unless it plays,
 * `why` gets what stands behind `illegal`: `MIN 65 90`, `SYNTAX column 5: ...`. */
cn_bot_answer cn_bot_read_answer(const char *line, const cn_view *view, const cn_rules *rules,
                                 cn_play *play, cn_writer *why);

/* Writes one step, whose cards are named, as an answer. */
void cn_write_bot_step(cn_writer *writer, cn_step step);
/* Writes an answer that cn_bot_read_answer turns into exactly these steps, and returns how many of
 * them it says: all as a play if that can be, otherwise the first one. */
unsigned cn_write_bot_answer(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                             const cn_step *steps, unsigned count);

#endif
