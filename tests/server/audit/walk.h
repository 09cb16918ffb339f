/* A game played at random, as entries of a log, and second decks with which it would have looked
 * the same to somebody.
 * Not here: the server (window.h). Invariant: what somebody may see is decided by the list in
 * lab/honest, and not by the code on trial. */
#ifndef CANASTA_TESTS_AUDIT_WALK_H
#define CANASTA_TESTS_AUDIT_WALK_H

#include "canasta/view.h"
#include "random/random.h"
#include "server/store/log.h"
#include "server/table/core.h"
#include "server/table/table.h"

enum { WALK_ENTRIES_MAX = 1200, WALK_EVENTS_MAX = 2048 };

struct cn_whereabouts;

typedef struct walk {
    cn_stream mind;
    cn_core core, before; /* before: when the running hand was dealt */
    cn_view view[CN_AUDIENCES];
    struct cn_whereabouts *where;
    unsigned entry_count, deal_entry; /* that which dealt the running hand */
    cn_entry entry[WALK_ENTRIES_MAX]; /* bodies are owned */
    unsigned event_count;
    cn_event *event; /* of the running hand, in full */
} walk;

walk *walk_make(uint64_t seed, const cn_entry *entry, unsigned count);
void walk_free(walk *w);

/* The next hand is dealt. */
void walk_deal(walk *w);
/* The next play. False if the hand is over, or has gone on for too long. */
bool walk_play(walk *w);

/* A deck, as text of a `deal`, with which everything that has happened would have looked the same
 * to one at the table, or to one who looks on (CN_WATCHER); `*moved` cards of it lie elsewhere.
 * Whoever is told where in the deck a card lay that he was shown (`proven`) is told the same. False
 * if none was found. */
bool walk_other_deck(walk *w, unsigned audience, bool proven, char *deck, size_t size,
                     unsigned *moved);

#endif
