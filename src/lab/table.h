/* One table for experiments: a game, a view for each seat, and the players who sit there.
 * Not here: many deals (match.c). Invariant: players see their own view and stream, nothing else.
 */
#ifndef CANASTA_LAB_TABLE_H
#define CANASTA_LAB_TABLE_H

#include "canasta/game.h"
#include "canasta/view.h"
#include "players/player.h"
#include "text/record_text.h"

/* What a stream of random numbers is for; part of its seed. */
enum { CN_PURPOSE_DECK = 1, CN_PURPOSE_PLAYER = 2 };

typedef struct cn_lab_table {
    cn_game game;
    cn_view view[CN_SEATS_MAX];
    cn_stream stream[CN_SEATS_MAX];
    const cn_player *player[CN_SEATS_MAX];
    cn_record *record; /* where the game is written down, NULL for nowhere */
    uint64_t steps;    /* made so far */
} cn_lab_table;

typedef enum cn_lab_status {
    CN_LAB_OK,
    CN_LAB_ILLEGAL, /* a player answered with a step that is not legal */
    CN_LAB_VIEW,    /* a view refused an event of its own game */
    CN_LAB_ENDLESS, /* a hand took more steps, or a game more hands, than any sane one */
    CN_LAB_RECORD   /* the record could not be written */
} cn_lab_status;

/* Empties the table for a game with this first dealer, not recorded. Players and streams are the
 * caller's. */
void cn_lab_table_start(cn_lab_table *table, const cn_rules *rules, unsigned dealer);

/* Deals a hand from `deck`, which is in canonical order, and tells every view. After anything but
 * CN_LAB_OK from this or the functions below, the table is not to be used again. */
cn_lab_status cn_lab_table_deal(cn_lab_table *table, const cn_rules *rules, const cn_card *deck);

/* Asks the player to act for one step, makes it and tells every view. */
cn_lab_status cn_lab_table_step(cn_lab_table *table, const cn_rules *rules);

/* Deals, plays and scores one hand; `scores` gets side_count entries. */
cn_lab_status cn_lab_table_play_hand(cn_lab_table *table, const cn_rules *rules,
                                     const cn_card *deck, cn_score *scores);

#endif
