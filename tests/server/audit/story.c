/* Entry by entry, with a core of its own that knows what may follow. Not here: as in the header.
 * Invariant: as in the header. */
#include "story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "deck.h"
#include "server/table/deals.h"
#include "text/cards/card_text.h"

enum { PURPOSE_SEEDS = 82 };

typedef struct story {
    rig *r;
    const window *w;
    cn_core core;
    uint64_t seq;
    unsigned hands; /* that are dealt so far, in the whole walk, and before its last one */
    unsigned last;
} story;

static void add(story *s, cn_entry_kind kind, unsigned seat, const char *body,
                const uint8_t *secret)
{
    cn_outcome outcome;
    const cn_entry entry = {
        .seq = ++s->seq, .kind = kind, .seat = seat, .body = body, .secret = secret};
    if (!cn_core_apply(&s->core, &entry, &outcome)) abort();
    rig_log_put(s->r, s->w->table, &entry, 1);
}

/* Of the hand that is dealt next. Its seed is another one where its deck is. */
static void add_commit(story *s)
{
    char body[CN_DEALS_BODY_BYTES];
    uint8_t seed[CN_SECRET_BYTES];
    const bool other = s->hands + 1 == s->last && s->w->deck != NULL;
    cn_stream stream = cn_stream_make(s->w->seed, PURPOSE_SEEDS, s->hands * 2 + other);
    for (unsigned i = 0; i < sizeof seed; i++) seed[i] = (uint8_t)cn_stream_next(&stream);
    cn_deals_write_commit(&s->core, seed, body);
    add(s, CN_ENTRY_COMMIT, CN_NO_SEAT, body, seed);
}

static void add_deal(story *s, const char *text)
{
    size_t bad;
    uint8_t seed[CN_SECRET_BYTES];
    char body[CN_DEALS_BODY_BYTES];
    cn_card deck[CN_DECK_CARDS_MAX];
    if (s->core.next.deal == 0) add_commit(s);
    memcpy(seed, s->core.next.seed, sizeof seed);
    const int count = cn_cards_parse(text, strlen(text), deck, CN_DECK_CARDS_MAX, &bad);
    deck_of_seed(seed, deck, (unsigned)count);
    cn_deals_write_deal(&s->core, body);
    add(s, CN_ENTRY_DEAL, CN_NO_SEAT, body, seed);
    s->hands++;
    add_commit(s);
}

static void add_reveal(story *s)
{
    char body[CN_DEALS_BODY_BYTES];
    if (s->core.game.pub.phase != CN_PHASE_SCORED || s->core.revealed) return;
    cn_deals_write_reveal(&s->core, body);
    add(s, CN_ENTRY_REVEAL, CN_NO_SEAT, body, NULL);
}

/* As a server that deals fair would have written it. */
static void add_fair(story *s, const cn_entry *entry, const char *body)
{
    if (entry->kind == CN_ENTRY_COMMIT) {
        add_commit(s);
    } else if (entry->kind == CN_ENTRY_DEAL) {
        add_deal(s, body);
    } else {
        add(s, entry->kind, entry->seat, body, NULL);
        add_reveal(s);
    }
}

/* At the table, instead of at that where they were made. The name of a person is the beginning of
 * his token; empty: a bot. */
static void put_person(rig *r, const window *w, const char *token)
{
    unsigned count;
    char person[CN_PERSON_CHARACTERS + 1];
    snprintf(person, sizeof person, "%.*s", CN_PERSON_CHARACTERS, token);
    const cn_entry *entry = rig_log(w->people->home, person, &count);
    for (unsigned i = 0; person[0] != '\0' && i < count; i++) {
        cn_entry own = entry[i];
        char *body = strdup(own.body);
        if (body == NULL) abort();
        for (char *at = body; (at = strstr(at, w->people->table)) != NULL;)
            memcpy(at, w->table, CN_ID_CHARACTERS);
        own.body = body;
        rig_log_put(r, person, &own, 1);
        free(body);
    }
}

static void put_people(rig *r, const window *w)
{
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++) put_person(r, w, w->people->token[i]);
    put_person(r, w, w->people->guest);
}

void story_put(rig *r, const window *w)
{
    story *s = calloc(1, sizeof *s);
    if (s == NULL) abort();
    *s = (story){.r = r, .w = w};
    put_people(r, w);
    cn_core_start(&s->core, w->table);
    for (unsigned i = 0; i <= w->w->deal_entry; i++)
        s->last += w->w->entry[i].kind == CN_ENTRY_DEAL;
    for (unsigned i = 0; i < w->first; i++) {
        cn_entry entry = w->w->entry[i];
        if (i == w->w->deal_entry && w->deck != NULL) entry.body = w->deck;
        entry.seq = s->seq + 1;
        if (w->fair) {
            add_fair(s, &entry, entry.body);
        } else if (entry.kind != CN_ENTRY_COMMIT) { /* a log of before there were any */
            s->seq++;
            rig_log_put(r, w->table, &entry, 1);
        }
    }
    free(s);
}
