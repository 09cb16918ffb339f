/* Who sits where: a bot, or a human who is there or not.
 * Not here: cards. Invariant: a token is never kept, only its digest. */
#ifndef CANASTA_SERVER_SEAT_H
#define CANASTA_SERVER_SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/bounds.h"
#include "server/base/secret.h"

typedef struct cn_seat {
    bool human; /* false: nobody has taken it, a bot plays */
    char name[CN_NAME_BYTES_MAX + 1];
    char person[CN_PERSON_CHARACTERS + 1]; /* who sits there; empty in logs that know only keys */
    cn_digest token;                       /* of such a log */
    char coming[CN_PERSON_CHARACTERS + 1]; /* who sits down with the next hand; empty: nobody */
    char coming_name[CN_NAME_BYTES_MAX + 1];
} cn_seat;

/* Puts `name` without blanks at its ends into `out`. False if it is empty or too long, is not
 * UTF-8, or holds characters that show nothing or turn the text around. */
bool cn_name_clean(const char *name, char out[CN_NAME_BYTES_MAX + 1]);

/* What a person is called whose name nobody knows any more. */
#define CN_NAME_OF_NOBODY "Guest"
/* What the bot of a seat is called. */
const char *cn_bot_name(unsigned seat);
/* Whether a name reads like that of another: only letters and digits count, and A is a. */
bool cn_name_like(const char *name, const char *other);
/* Whether a name reads like a bot's, or says that it is a computer's. Persons of old logs may be
 * called so. */
bool cn_name_is_bots(const char *name);

#endif
