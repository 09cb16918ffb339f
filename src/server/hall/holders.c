/* Lists by the hash of persons, whose names are random. Not here: as in the header.
 * Invariant: as in the header. */
#include "server/hall/holders.h"

#include <stdlib.h>
#include <string.h>

enum { LISTS = 4096 };

struct cn_holders {
    unsigned most;
    uint64_t hits;
    cn_holder *first[LISTS];
};

cn_holders *cn_holders_make(unsigned most)
{
    cn_holders *holders = calloc(1, sizeof *holders);
    if (holders == NULL) abort();
    holders->most = most;
    return holders;
}

void cn_holders_free(cn_holders *holders)
{
    free(holders);
}

static cn_holder **list_of(cn_holders *holders, const char *person)
{
    uint32_t hash = 2166136261u;
    for (; *person != '\0'; person++) hash = (hash ^ (uint8_t)*person) * 16777619u;
    return &holders->first[hash % LISTS];
}

void cn_holders_leave(cn_holder *holder)
{
    if (holder->self == NULL) return;
    *holder->self = holder->next;
    if (holder->next != NULL) holder->next->self = holder->self;
    holder->self = NULL;
}

uint64_t cn_holders_hits(const cn_holders *holders)
{
    return holders->hits;
}

bool cn_holders_enter(cn_holders *holders, cn_holder *holder)
{
    cn_holder **list = list_of(holders, holder->person);
    unsigned count = 0;
    cn_holders_leave(holder);
    for (const cn_holder *at = *list; at != NULL; at = at->next)
        count += strcmp(at->person, holder->person) == 0;
    if (count >= holders->most) {
        holders->hits++;
        return false;
    }
    holder->next = *list;
    holder->self = list;
    if (holder->next != NULL) holder->next->self = &holder->next;
    *list = holder;
    return true;
}

void cn_holders_each(cn_holders *holders, const char *person, const char *device,
                     void (*visit)(cn_holder *holder))
{
    for (cn_holder *at = *list_of(holders, person), *next; at != NULL; at = next) {
        next = at->next;
        if (strcmp(at->person, person) != 0) continue;
        if (device == NULL || strcmp(at->device, device) == 0) visit(at);
    }
}
