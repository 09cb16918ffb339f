/* Token buckets in a table of fixed size. Not here: as in the header.
 * Invariant: as in the header; a bucket that is not there is full. */
#include "server/base/limits.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/secret.h"

enum { ROWS = 4096, ROW_BUCKETS = 4 };

typedef struct bucket {
    cn_who who;
    int64_t full_at; /* microseconds: when it is full again if nothing more is taken; 0: free */
    uint32_t limit;
} bucket;

struct cn_limits {
    cn_allowance allowance[CN_LIMITS];
    uint64_t salt, hits[CN_LIMITS];
    bucket row[ROWS][ROW_BUCKETS];
};

const char *cn_limit_name(cn_limit limit)
{
#define CN_LIMIT_ROW(name, word) word,
    static const char *const words[] = {CN_LIMIT_ROWS(CN_LIMIT_ROW)};
#undef CN_LIMIT_ROW
    return words[limit];
}

cn_limits *cn_limits_make(const cn_allowance allowance[CN_LIMITS])
{
    cn_limits *limits = calloc(1, sizeof *limits);
    if (limits == NULL) abort();
    memcpy(limits->allowance, allowance, sizeof limits->allowance);
    cn_secret_bytes(&limits->salt, sizeof limits->salt);
    return limits;
}

void cn_limits_free(cn_limits *limits)
{
    free(limits);
}

/* The bucket of this limit and person, if need be in the place of the one that is full soonest. */
static bucket *find(cn_limits *limits, cn_limit limit, cn_who who)
{
    uint64_t hash = (who.part[0] ^ limits->salt) * 0x9e3779b97f4a7c15;
    hash = (hash ^ hash >> 29 ^ who.part[1] ^ (uint64_t)limit << 56) * 0xbf58476d1ce4e5b9;
    bucket *row = limits->row[(hash ^ hash >> 32) % ROWS], *best = row;
    for (bucket *at = row; at < row + ROW_BUCKETS; at++) {
        if (at->full_at != 0 && at->limit == (uint32_t)limit &&
            memcmp(&at->who, &who, sizeof who) == 0)
            return at;
        if (at->full_at < best->full_at) best = at;
    }
    *best = (bucket){.who = who, .limit = (uint32_t)limit};
    return best;
}

/* A bucket that is full in so many milliseconds lacks as many as fill in them. */
static int64_t take(cn_limits *limits, cn_limit limit, cn_who who, int64_t taken)
{
    const cn_allowance *allowance = &limits->allowance[limit];
    const int64_t now_ms = cn_clock_ms();
    const int64_t one_micro = (int64_t)allowance->ms * 1000 / allowance->count;
    bucket *b = find(limits, limit, who);
    const int64_t now_micro = now_ms * 1000;
    const int64_t full = b->full_at > now_micro ? b->full_at : now_micro;
    const int64_t after = full + one_micro;
    const int64_t latest = now_micro + one_micro * allowance->at_once;
    limits->hits[limit] += after > latest;
    if (after > latest) return (after - latest) / 1000 + 1;
    b->full_at = full + taken * one_micro;
    return 0;
}

int64_t cn_limit_take(cn_limits *limits, cn_limit limit, cn_who who)
{
    return take(limits, limit, who, 1);
}

cn_who cn_who_of_person(const char *id)
{
    cn_who who = {{1, 0}};
    for (; *id != '\0'; id++) who.part[1] = who.part[1] * 63 + (uint8_t)*id;
    return who;
}

int64_t cn_limit_take_both(cn_limits *limits, cn_limit limit, cn_who from, const char *person,
                           uint32_t count)
{
    const cn_who own = cn_who_of_person(person);
    int64_t later_ms = take(limits, limit, from, 0);
    if (later_ms == 0 && person[0] != '\0') later_ms = take(limits, limit, own, count);
    return later_ms > 0 ? later_ms : take(limits, limit, from, count);
}

int64_t cn_limit_look(cn_limits *limits, cn_limit limit, cn_who who)
{
    return take(limits, limit, who, 0);
}

uint64_t cn_limit_hits(const cn_limits *limits, cn_limit limit)
{
    return limits->hits[limit];
}
