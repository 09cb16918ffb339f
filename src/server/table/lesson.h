/* The lesson: one hand that teaches, on a deal that is the same for everybody (lessons/).
 * Not here: what is said to who learns; that is the page's. Invariant: a server that runs can deal
 * it. */
#ifndef CANASTA_SERVER_LESSON_H
#define CANASTA_SERVER_LESSON_H

#include <stdbool.h>

typedef struct cn_lesson {
    const char *rules, *overrides;
    const char *bot;  /* in all seats but that of who learns; it draws no random numbers */
    const char *deck; /* the cards as they leave it: what old logs have of a deal */
    unsigned players, seat, dealer;
} cn_lesson;

extern const cn_lesson cn_lesson_first;

/* Whether there are such rules and such a player, and the cards are a deck of them. */
bool cn_lesson_is_sound(const cn_lesson *lesson);

#endif
