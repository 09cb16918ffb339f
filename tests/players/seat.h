/* One seat's view, set up by hand for a test of a player's decision.
 * Not here: claims. Invariant: counts and melds agree with each other, as in a real view. */
#ifndef CANASTA_TESTS_SEAT_H
#define CANASTA_TESTS_SEAT_H

#include "players/player.h"

typedef struct seat_setup {
    const char *rules_name; /* NULL: classic_pagat */
    const char *overrides;  /* NULL: none */
    unsigned players;       /* 0: as many as the rule set is usually played by */
    int32_t own_total, other_total;
    const char *hand;      /* "KhKs4c" */
    const char *own_melds; /* "KKKKKKK 6662 W:22X S:5h6h7h", two and X are wilds; NULL: none */
    const char *other_melds;
    const char *pile; /* bottom first */
    unsigned stock;
    unsigned hand_count[CN_SEATS_MAX]; /* of the other seats; 0 means 11 */
    bool frozen;
    bool before_draw; /* otherwise the seat has drawn */
} seat_setup;

typedef struct seat_view {
    cn_rules rules;
    cn_view view;
} seat_view;

/* Seat 0 is on turn, in its second turn of the hand; the one before it has dealt. */
seat_view seat_make(const seat_setup *setup);

/* The player's next step, which must be legal and name its cards. */
cn_step seat_choose(const seat_view *at, const cn_player *player);

/* Lets the player make steps until its turn is over or waits for a partner. Returns the number of
 * the last one. */
unsigned seat_finish_turn(seat_view *at, const cn_player *player);

#endif
