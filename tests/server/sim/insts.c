/* Keys and what became of them. Not here: as in the header. Invariant: as in the header. */
#include "insts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

inst_book *insts_new(sim *s, unsigned client)
{
    if (s->insts == NULL) s->insts = calloc(1, sizeof *s->insts);
    insts *all = s->insts;
    if (all == NULL) abort();
    if (all->count == all->room) {
        all->room = 2 * all->room + 16;
        all->list = realloc(all->list, all->room * sizeof(inst_book *));
        if (all->list == NULL) abort();
    }
    inst_book *i = calloc(1, sizeof *i);
    if (i == NULL) abort();
    snprintf(i->text, sizeof i->text, "inst-%04u-of-%u", all->count, client);
    all->list[all->count++] = i;
    return i;
}

inst_book *insts_find(sim *s, const char *text)
{
    unsigned number;
    if (s->insts == NULL || sscanf(text, "inst-%4u-", &number) != 1 || number >= s->insts->count)
        sim_fail(s, "nobody uses the inst %s", text);
    return s->insts->list[number];
}

void insts_free(insts *all)
{
    for (unsigned i = 0; all != NULL && i < all->count; i++) free(all->list[i]);
    if (all != NULL) free(all->list);
    free(all);
}

void inst_note_sent(inst_book *i, uint32_t n, const char *frame, size_t length)
{
    deed *of = &i->deed[n];
    const cn_digest body = cn_digest_of(frame, length);
    if (!inst_sent(i, n, &body) && of->bodies < INST_BODIES_MAX) of->body[of->bodies++] = body;
}

bool inst_sent(const inst_book *i, uint32_t n, const cn_digest *body)
{
    for (unsigned k = 0; k < i->deed[n].bodies; k++)
        if (memcmp(i->deed[n].body[k].byte, body->byte, CN_DIGEST_BYTES) == 0) return true;
    return false;
}

void insts_check_entry(sim *s, const cn_entry *entry)
{
    const inst_book *i = insts_find(s, entry->inst);
    const deed *of = &i->deed[entry->n];
    if (!inst_sent(i, entry->n, &entry->body_hash))
        sim_fail(s, "%s n %u: the log gets what nobody sent", entry->inst, entry->n);
    if (of->came <= of->refused)
        sim_fail(s, "%s n %u: the log gets what was refused %u times of %u", entry->inst, entry->n,
                 of->refused, of->came);
}

void insts_note_unsaved(sim *s, const cn_entry *entry)
{
    if (entry->inst != NULL) insts_find(s, entry->inst)->deed[entry->n].unsaved++;
}
