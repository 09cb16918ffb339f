/* One table for experiments: a game, a view for each seat, and the players and bots who sit there.
 * Not here: many deals (match.c). Invariant: players see their own view and stream, nothing else.
 */
#ifndef CANASTA_LAB_TABLE_H
#define CANASTA_LAB_TABLE_H

#include "bots/bot.h"
#include "canasta/game.h"
#include "canasta/view.h"
#include "lab/tables/purpose.h"
#include "lab/tables/stock_shares.h"
#include "lab/tables/turn_times.h"
#include "players/player.h"
#include "text/records/record_text.h"

typedef struct cn_lab_table {
    cn_game game;
    cn_view view[CN_SEATS_MAX];
    cn_stream stream[CN_SEATS_MAX];
    const cn_player *player[CN_SEATS_MAX];
    cn_bot *bot[CN_SEATS_MAX]; /* who sits there instead of the player, or NULL */
    uint64_t deal;             /* which deal of a match, for messages of bots */
    uint64_t hands_replaced;   /* hands in which a bot failed and was replaced */
    cn_record *record;         /* where the game is written down, NULL for nowhere */
    /* Hears of everything that happens, in full, after the views; may be NULL. */
    void (*hear)(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event);
    void *hear_context;
    cn_stock_shares
        *shares;          /* each seat draws from its own share of the stock; NULL: all from one */
    cn_turn_clock *clock; /* told how long players think; may be NULL */
    uint64_t steps;       /* made so far */
} cn_lab_table;

typedef enum cn_lab_status {
    CN_LAB_OK,
    CN_LAB_ILLEGAL, /* a player answered with a step that is not legal */
    CN_LAB_VIEW,    /* a view refused an event of its own game */
    CN_LAB_ENDLESS, /* a hand took more steps, or a game more hands, than any sane one */
    CN_LAB_RECORD   /* the record could not be written */
} cn_lab_status;

/* Empties the table for a game with this first dealer, not recorded, with no listener, no bots, no
 * shares and no clock. Players and streams are the caller's. */
void cn_lab_table_start(cn_lab_table *table, const cn_rules *rules, unsigned dealer);

/* Puts a bot on a seat, which stays the caller's, or (NULL) leaves the seat to its player. Not
 * within a hand. */
void cn_lab_table_seat_bot(cn_lab_table *table, unsigned seat, cn_bot *bot);

/* Who sits there, as the command line names him. */
const char *cn_lab_table_name(const cn_lab_table *table, unsigned seat);

/* Deals a hand from `deck`, which is in canonical order, and tells every view. After anything but
 * CN_LAB_OK from this or the functions below, the table is not to be used again. */
cn_lab_status cn_lab_table_deal(cn_lab_table *table, const cn_rules *rules, const cn_card *deck);

/* Asks the player to act for one step, makes it and tells every view. */
cn_lab_status cn_lab_table_step(cn_lab_table *table, const cn_rules *rules);

/* Puts one player on every seat, each with a stream of its own of that seed. */
void cn_lab_table_seat_all(cn_lab_table *table, const cn_rules *rules, const cn_player *player,
                           uint64_t seed);

/* Puts one entrant on every seat, with streams as above; a program is a process for each seat. */
void cn_lab_table_seat_entrant(cn_lab_table *table, const cn_rules *rules,
                               const cn_entrant *entrant, const cn_bot_options *bots,
                               uint64_t seed);
/* Closes the bots that the last function opened. */
void cn_lab_table_dismiss(cn_lab_table *table, const cn_rules *rules);

/* Plays hands of one game up to its end or the given number, from decks of that seed. */
cn_lab_status cn_lab_table_play_game(cn_lab_table *table, const cn_rules *rules, uint64_t seed,
                                     uint64_t hands_max);

/* Deals, plays and scores one hand; `scores` gets side_count entries. */
cn_lab_status cn_lab_table_play_hand(cn_lab_table *table, const cn_rules *rules,
                                     const cn_card *deck, cn_score *scores);

#endif
