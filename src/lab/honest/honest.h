/* Whether players know what their seat may know and nothing else: a hand is played, at some of its
 * positions the cards that are hidden from the seat to act are dealt anew, the same steps are made
 * again from that deck, and everything the seat is told, may do and chooses must come out the same.
 * Not here: which cards are hidden (redeal.h), printing (cli/bench_honest.c).
 * Invariant: what a seat may see is decided here, field by field, and not by the code on trial. */
#ifndef CANASTA_HONEST_H
#define CANASTA_HONEST_H

#include "canasta/game.h"
#include "players/player.h"

/* One history of a hand. Players are handed the view that stands in it. */
typedef struct cn_honest_world {
    cn_view view; /* of the seat to act */
    cn_game game;
} cn_honest_world;

/* What is put on trial. */
typedef struct cn_honest_trial {
    const cn_player *const *players; /* NULL-terminated */
    cn_event (*project)(const cn_rules *rules, const cn_event *event, unsigned seat);
} cn_honest_trial;

/* All players, and cn_event_for. */
cn_honest_trial cn_honest_usual(void);

typedef struct cn_honest {
    uint64_t games;
    uint64_t positions; /* at which the seat had a choice and another deck was found and compared */
    uint64_t certain;   /* at which none was: next to nothing is hidden there */
    uint64_t refused;   /* decks thrown away: with one, somebody else's step is not legal */
    uint64_t seen;      /* or the seat would have seen something else */
    uint64_t moved;     /* cards that lay elsewhere in the decks compared, all together */
    uint64_t in_hands;  /* cards of other hands that were other ones, all together */
    /* Faults: */
    uint64_t unlike_events; /* the projections for the seat differ */
    uint64_t deaf;          /* a view refused an event of its own game */
    uint64_t unlike_views;  /* the hashes of the views differ */
    uint64_t unlike_legal;  /* the legal steps differ */
    uint64_t unlike_turns;  /* a player chose another turn */
    uint64_t broken;        /* an invariant of a re-dealt game or its view did not hold */
    uint64_t bad_game;      /* the first game with any of these; its index is part of its seed */
    const char *who;        /* the player who chose another turn first, or NULL */
} cn_honest;

enum {
    CN_HONEST_MOVED_MIN = 8,   /* so many cards lie elsewhere in a deck that is compared, */
    CN_HONEST_IN_HANDS_MIN = 1 /* and so many cards of other hands are other ones */
};

/* Too many positions have no other deck: then the steps and arrivals themselves, as everybody sees
 * them, depend on hidden cards. */
bool cn_honest_is_cornered(const cn_honest *honest);

/* All faults; being cornered is one. */
uint64_t cn_honest_faults(const cn_honest *honest);

/* Whether two events tell everybody the same, and the seats whose bits are in `seats`, too. */
bool cn_honest_alike(const cn_rules *rules, const cn_event *a, const cn_event *b, unsigned seats);

/* Plays the next game - the one after those that `honest`, zero at first, has counted - to its
 * sixth hand, or until `honest` has that many positions. After a fault the game is given up. */
void cn_honest_game(const cn_honest_trial *trial, const cn_rules *rules, uint64_t seed,
                    uint64_t positions, cn_honest *honest);

#endif
