/* Follows the log with an engine of its own and projects each event. Not here: as in the header.
 * Invariant: as in the header. */
#include "oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "text/events/event_text.h"

oracle *oracle_make(sim *s, const char *table)
{
    oracle *o = calloc(1, sizeof *o);
    if (o == NULL) abort();
    o->s = s;
    cn_core_start(&o->core, table);
    return o;
}

void oracle_free(oracle *o)
{
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++) cn_lines_free(&o->lines[i]);
    free(o->moment);
    free(o);
}

static void tell(oracle *o, unsigned person, const cn_event *event)
{
    char line[CN_EVENT_TEXT_MAX];
    const cn_event seen = cn_event_for(&o->core.rules, event, o->view[person].seat);
    cn_writer writer = cn_writer_make(line, sizeof line);
    cn_write_event(&writer, &o->core.rules, &seen);
    cn_lines_add(&o->lines[person], line);
    if (!cn_view_apply(&o->view[person], &o->core.rules, &seen))
        sim_fail(o->s, "a view cannot follow the log: %s", line);
}

static oracle_moment *next_moment(oracle *o)
{
    if (o->seq + 2 >= o->room) {
        o->room = 2 * o->room + 128;
        o->moment = realloc(o->moment, o->room * sizeof *o->moment);
        if (o->moment == NULL) abort();
    }
    oracle_moment *m = &o->moment[++o->seq];
    if (o->seq > 1)
        *m = o->moment[o->seq - 1];
    else
        memset(m, 0, sizeof *m);
    return m;
}

static void start_hand(oracle *o, oracle_moment *m, const cn_hand_start *start)
{
    const cn_rules *rules = &o->core.rules;
    m->start = *start;
    for (unsigned i = 0; i < rules->player_count; i++) {
        m->hand_seat[i] = (uint8_t)cn_seat_of(rules, start->hands_played + 1, i);
        m->hand[i] = o->lines[i].length;
        cn_view_start(&o->view[i], rules, m->hand_seat[i], start->dealer, start->hands_played,
                      start->totals);
    }
}

void oracle_follow(oracle *o, const cn_entry *entry)
{
    cn_outcome outcome;
    fair_follow(o->s, &o->fair, o->core.table, entry);
    if (entry->seq != o->seq + 1 || !cn_core_is_legal(&o->core, entry) ||
        !cn_core_apply(&o->core, entry, &outcome))
        sim_fail(o->s, "the log does not replay: entry %" PRIu64 " %s", entry->seq, entry->body);
    oracle_moment *m = next_moment(o);
    m->kind = entry->kind;
    if (entry->kind == CN_ENTRY_DEAL) start_hand(o, m, &outcome.start);
    if (entry->kind == CN_ENTRY_DEAL) o->s->counts->hands++;
    if (entry->kind == CN_ENTRY_REMATCH) o->s->counts->rematches++;
    for (unsigned i = 0; i < o->core.rules.player_count; i++) {
        m->from[i] = o->lines[i].length;
        for (unsigned k = 0; k < outcome.event_count; k++) tell(o, i, &outcome.event[k]);
        m->to[i] = o->lines[i].length;
        if (outcome.event_count > 0) m->hash[i] = cn_view_hash(&o->view[i], &o->core.rules);
    }
    m->root = o->fair.dealt.root;
    m->shown = o->core.shown;
}

unsigned oracle_seat_of(const oracle *o, const char *token)
{
    for (unsigned i = 0; i < o->core.rules.player_count; i++)
        if (o->core.seat[i].human &&
            strncmp(o->core.seat[i].person, token, CN_PERSON_CHARACTERS) == 0)
            return i;
    return CN_NO_SEAT;
}
