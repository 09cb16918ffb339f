/* Lines for whoever keeps the server: what happened, as text for people or as JSON for programs.
 * Not here: what is worth a line. No card, key, invitation, password or seed is ever a fact.
 * Invariant: a line is written whole, whatever thread it comes from; of each event there are no
 * more than CN_SAID_AT_ONCE at once and CN_SAID_A_MINUTE after that, so that nobody who makes it
 * happen fills a disk with it. */
#ifndef CANASTA_SERVER_NOTICE_H
#define CANASTA_SERVER_NOTICE_H

#include <stdbool.h>
#include <stdint.h>

enum { CN_SAID_AT_ONCE = 100, CN_SAID_A_MINUTE = 10 };

typedef enum cn_level { CN_INFO, CN_WARNING, CN_ERROR } cn_level;

typedef struct cn_fact {
    const char *name; /* NULL: behind the last one */
    const char *text; /* NULL: it is the number */
    int64_t number;
} cn_fact;

/* How all lines of this process are written from now on: JSON on stderr, or text, of which news
 * goes to stdout and all else to stderr. `quiet`: without news. */
void cn_notice_how(bool json, bool quiet);

/* In `text`, a sentence, {name} stands for that fact. Facts may be NULL. */
void cn_notice(cn_level level, const char *event, const char *text, const cn_fact *facts);
#define CN_FACTS(...) ((const cn_fact[]){__VA_ARGS__, {0}})
#define CN_WORD(name, word)                                                                        \
    {                                                                                              \
        name, word, 0                                                                              \
    }
#define CN_NUMBER(name, number)                                                                    \
    {                                                                                              \
        name, NULL, (int64_t)(number)                                                              \
    }

#endif
