/* Checks table by table, each at one moment of its own. Not here: as in the header.
 * Invariant: as in the header. */
#include "server/table/log_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/log_archive.h"
#include "server/table/base.h"

enum { NAME_BYTES = 400, WHAT_BYTES = 100 };

typedef struct checking {
    cn_core core;
    uint64_t seq;
    const char *wrong; /* what is wrong with entry seq + 1, NULL if nothing is known */
} checking;

static bool check_entry(void *user, const cn_entry *entry)
{
    checking *c = user;
    cn_outcome outcome;
    if (entry->kind == CN_ENTRY_ARCHIVED ||
        entry->kind == CN_ENTRY_PERSON) { /* of a person, or a login: its chain is what it has */
        c->seq = entry->seq;
        return true;
    }
    c->wrong = "its base is not what its entries make, at entry";
    if (entry->base != NULL && !cn_base_agrees(entry->base, &c->core)) return false;
    c->wrong = "a play is not legal at entry";
    if (!cn_core_is_legal(&c->core, entry)) return false;
    c->wrong = "it cannot be replayed at entry";
    if (!cn_core_apply(&c->core, entry, &outcome)) return false;
    c->seq = entry->seq;
    return true;
}

/* Returns how many entries a sound table has, otherwise what cn_log_replay_whole does. */
static int64_t check_table(cn_log *log, const char *table, checking *c, char what[WHAT_BYTES])
{
    *c = (checking){.wrong = ""};
    cn_core_start(&c->core, table);
    cn_log_end end;
    const bool moved = cn_log_read_end(log, table, &end) && end.kind == CN_ENTRY_ARCHIVED;
    const int64_t count = moved ? cn_log_replay(log, table, check_entry, c)
                                : cn_log_replay_whole(log, table, check_entry, c);
    if (count == CN_REPLAY_DAMAGED)
        c->wrong = "its entries are not those that were saved, behind entry";
    else
        c->seq++;
    snprintf(what, WHAT_BYTES, "%s %llu", c->wrong, (unsigned long long)c->seq);
    return count;
}

cn_log_checked cn_log_check(cn_log *log, cn_log_complaint *tell, void *user)
{
    cn_log_checked checked = {0};
    char table[NAME_BYTES] = "", next[NAME_BYTES], what[WHAT_BYTES];
    checking *c = malloc(sizeof *c);
    if (c == NULL) abort();
    int more;
    while ((more = cn_log_next_table(log, table, next, sizeof next)) == 1) {
        strcpy(table, next);
        const int64_t count = check_table(log, table, c, what);
        if (strlen(table) == CN_ID_CHARACTERS) checked.tables++; /* others are persons */
        if (count >= 0) checked.entries += (uint64_t)count;
        if (count == CN_REPLAY_UNREADABLE) checked.unreadable = true;
        if (count > 0 && c->core.lost) checked.sealed++;
        if (count != CN_REPLAY_DAMAGED && count != CN_REPLAY_REFUSED) continue;
        checked.damaged++;
        tell(user, table, what);
    }
    if (more < 0) checked.unreadable = true;
    free(c);
    return checked;
}
