/* How often somebody may do something: allowances that fill again with time.
 * Not here: who somebody is (an address, a person, a seat: any sixteen bytes), what is refused.
 * Invariant: the memory is fixed; what it forgets first is who owes nothing. */
#ifndef CANASTA_SERVER_LIMITS_H
#define CANASTA_SERVER_LIMITS_H

#include <stdint.h>

/* Each with what it is called by whoever keeps the server. */
#define CN_LIMIT_ROWS(X)                                                                           \
    X(CALLS, "calls") /* of HTTP */                                                                \
    X(TABLES, "new-tables")                                                                        \
    X(PERSONS, "new-persons")                                                                      \
    X(GROWTH, "growth")   /* kilobytes of the log */                                               \
    X(TRIES, "tries")     /* wrong keys and invitations, of an address alone */                    \
    X(NUDGES, "nudges")   /* of one seat */                                                        \
    X(SAYS, "says")       /* of one seat, to the table */                                          \
    X(CHANGES, "changes") /* of a person; sign-ins and codes: of an address, too */                \
    X(RECORDS, "records") /* and lists of one's own */                                             \
    X(RESUMES, "resumes") /* reading again what a client has missed, and proving cards again */    \
    X(FRAMES, "rate")     /* commands of a seat, whatever connection they come by */

typedef enum cn_limit {
#define CN_LIMIT_ROW(name, word) CN_LIMIT_##name,
    CN_LIMIT_ROWS(CN_LIMIT_ROW)
#undef CN_LIMIT_ROW
        CN_LIMITS
} cn_limit;

const char *cn_limit_name(cn_limit limit);

/* So much in so many milliseconds, and so much at once. */
typedef struct cn_allowance {
    uint32_t count, ms, at_once;
} cn_allowance;

/* Whose allowance it is. */
typedef struct cn_who {
    uint64_t part[2];
} cn_who;

/* That of a person, who is known to be the one: the name is public, and opens nothing. */
cn_who cn_who_of_person(const char *id);

typedef struct cn_limits cn_limits;

cn_limits *cn_limits_make(const cn_allowance allowance[CN_LIMITS]);
void cn_limits_free(cn_limits *limits);

/* Takes one from the allowance: 0, or in how many milliseconds there is one again. */
int64_t cn_limit_take(cn_limits *limits, cn_limit limit, cn_who who);
/* Takes so many at once as soon as there is one, of an address and of a person alike, or of
 * neither; `person` is empty where nobody is known. What is more than there is, is waited for by
 * the next. */
int64_t cn_limit_take_both(cn_limits *limits, cn_limit limit, cn_who from, const char *person,
                           uint32_t count);
/* The same without taking it. */
int64_t cn_limit_look(cn_limits *limits, cn_limit limit, cn_who who);
/* How often either has said so. */
uint64_t cn_limit_hits(const cn_limits *limits, cn_limit limit);

#endif
