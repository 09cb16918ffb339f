/* What stands behind what: the one place that makes commitments, deals and what they reveal.
 * Not here: what these entries do (deals.c). Invariant: as in the header. */
#include "server/table/sequel.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/notice.h"
#include "server/table/base.h"
#include "server/table/deals.h"
#include "server/table/lesson.h"

static_assert((int)CN_SEQUEL_BODY_BYTES == (int)CN_DEALS_BODY_BYTES, "a body has room");

/* Entries that are being put together. */
typedef struct trying {
    cn_core core;
    cn_outcome outcome;
    uint64_t seq; /* of the entry before all */
    const cn_hand_sheet *sheet;
    unsigned sheet_count;
    cn_sequel *out;
} trying;

static bool add(trying *t, cn_entry entry)
{
    entry.seq = t->seq + 1 + t->out->count;
    entry.time = cn_clock_day_s(); /* what it does may depend on it (P169) */
    if (entry.kind == CN_ENTRY_REMATCH) t->sheet_count = 0;
    t->out->entry[t->out->count++] = entry;
    if (cn_core_apply(&t->core, &entry, &t->outcome)) return true;
    cn_notice(
        CN_ERROR, "entry_refused", "table {table}: a {kind} that was judged legal cannot follow",
        CN_FACTS(CN_WORD("table", t->core.table), CN_WORD("kind", cn_entry_kind_name(entry.kind)),
                 CN_NUMBER("entry", entry.seq)));
    return false;
}

/* Everybody may know the deck of a lesson: nothing is committed to. */
static bool add_commit(trying *t)
{
    if (t->core.lesson) return true;
    const unsigned i = t->out->text_count++;
    cn_secret_bytes(t->out->text[i].secret, CN_SECRET_BYTES);
    cn_deals_write_commit(&t->core, t->out->text[i].secret, t->out->text[i].body);
    return add(t, (cn_entry){.kind = CN_ENTRY_COMMIT,
                             .seat = CN_NO_SEAT,
                             .body = t->out->text[i].body,
                             .secret = t->out->text[i].secret});
}

/* The deck that is committed to, sealed. */
static void seal_deck(trying *t, cn_entry *entry)
{
    const unsigned i = t->out->text_count++;
    memcpy(t->out->text[i].secret, t->core.next.seed, CN_SECRET_BYTES);
    cn_deals_write_deal(&t->core, t->out->text[i].body);
    entry->body = t->out->text[i].body;
    entry->secret = t->out->text[i].secret;
}

/* There is a commitment before every deal: old logs have none before this one, and where the key
 * of a log was lost it is not known what was committed to. */
static bool add_deal(trying *t, cn_entry entry)
{
    if (!t->core.next_known && !add_commit(t)) return false;
    if (t->core.lesson)
        entry.body = cn_lesson_first.deck;
    else
        seal_deck(t, &entry);
    entry.base = t->out->base = cn_base_write(&t->core, t->sheet, t->sheet_count);
    return add(t, entry);
}

static bool add_reveal(trying *t)
{
    const unsigned i = t->out->text_count++;
    cn_deals_write_reveal(&t->core, t->out->text[i].body);
    return add(
        t, (cn_entry){.kind = CN_ENTRY_REVEAL, .seat = CN_NO_SEAT, .body = t->out->text[i].body});
}

/* Nobody could have it go on who sits there, and who waits for a seat would wait for ever. */
static bool pauses_for_nobody(const cn_core *core)
{
    bool sits = false;
    for (unsigned i = 0; i < core->rules.player_count; i++) sits = sits || core->seat[i].human;
    return core->paused && !sits;
}

static bool add_end_of_pause(trying *t)
{
    return add(t, (cn_entry){.kind = CN_ENTRY_PAUSE, .seat = CN_NO_SEAT, .body = "0"});
}

/* An entry and what must stand behind it: a seed is committed to before anybody can know that the
 * deal before it is over. */
static bool add_with_sequel(trying *t, const cn_entry *entry)
{
    if (!(entry->kind == CN_ENTRY_DEAL ? add_deal(t, *entry) : add(t, *entry))) return false;
    if (entry->kind == CN_ENTRY_CREATE || entry->kind == CN_ENTRY_DEAL) return add_commit(t);
    if (entry->kind == CN_ENTRY_SEAT && pauses_for_nobody(&t->core)) return add_end_of_pause(t);
    return !t->outcome.scored || t->core.dealt.deal == 0 || add_reveal(t);
}

bool cn_sequel_make(cn_sequel *out, const cn_core *core, uint64_t seq, const cn_hand_sheet *sheet,
                    unsigned sheet_count, const cn_entry *entries, unsigned count)
{
    trying t = {.core = *core, .seq = seq, .sheet = sheet, .sheet_count = sheet_count, .out = out};
    out->count = out->text_count = 0;
    out->base = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!add_with_sequel(&t, &entries[i])) return false;
    return count > 0;
}

void cn_sequel_free(cn_sequel *sequel)
{
    free(sequel->base);
    sequel->base = NULL;
}
