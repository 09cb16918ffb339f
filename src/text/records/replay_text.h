/* Reads a record and plays it again, checking every step, score, end, hash and winner.
 * Not here: writing records (record_text.h), files.
 * Invariant: the game is a legal state after each step; behind the first error nothing is read. */
#ifndef CANASTA_REPLAY_TEXT_H
#define CANASTA_REPLAY_TEXT_H

#include "canasta/game.h"
#include "text/base/text.h"
#include "text/records/record_text.h"
#include "text/rules/param_text.h"

enum { CN_RECORD_LINE_BYTES_MAX = 4096 };

/* Hears what happens in the game, in full, and each deal, with what the record has to prove it, or
 * NULL; either may be NULL. */
typedef struct cn_replay_listener {
    void (*hear)(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event);
    void *context;
    void (*dealt)(void *context, const cn_rules *rules, const cn_game *game,
                  const cn_fair_deal *fair);
} cn_replay_listener;

/* What comes next in the text. */
typedef enum cn_replay_state {
    CN_REPLAY_FIRST_LINE,
    CN_REPLAY_HEADER,
    CN_REPLAY_HAND,
    CN_REPLAY_DECK,
    CN_REPLAY_DEALT, /* `fair`, `lesson`, or a turn */
    CN_REPLAY_FIXED, /* it was a lesson's; a turn */
    CN_REPLAY_FAIR,  /* `fair_seed` */
    CN_REPLAY_PARTS, /* `fair_part`, or a turn */
    CN_REPLAY_PLAY,  /* a turn */
    CN_REPLAY_END,   /* the end of the hand */
    CN_REPLAY_SCORE, /* the score of side `score_next` */
    CN_REPLAY_HASH,
    CN_REPLAY_WINNER,
    CN_REPLAY_DONE
} cn_replay_state;

typedef struct cn_replay {
    cn_rules rules; /* complete from the first hand on */
    cn_game game;
    char name[CN_PLAYERS_MAX][CN_RECORD_NAME_BYTES_MAX + 1]; /* by person */
    unsigned hands, turns, steps; /* finished hands, lines of plays, steps */
    bool unfinished;              /* the record says that its game was not over */

    /* From here on for the reader alone. */
    cn_replay_listener listener;
    uint8_t state; /* cn_replay_state */
    uint8_t player_count, dealer;
    bool has_players, has_dealer;
    char rules_name[CN_RULES_NAME_MAX];
    cn_params params;
    bool set[CN_PARAM_COUNT];
    uint8_t left[CN_FACES]; /* copies of each face that the deck still lacks */
    cn_card deck[CN_DECK_CARDS_MAX];
    unsigned deck_count, score_next;
    cn_fair_deal fair; /* of the hand `fair_hand`, the latest that has one; 0: none has */
    unsigned fair_hand;
    cn_score score[CN_SIDES_MAX];
    unsigned line; /* the one being read */
    char text[CN_RECORD_LINE_BYTES_MAX];
    size_t text_length;
} cn_replay;

void cn_replay_start(cn_replay *replay, const cn_replay_listener *listener);

/* Reads on; the text may be cut into pieces anywhere. False with line, column and reason at the
 * first error; after it the replay is not to be fed more. */
bool cn_replay_feed(cn_replay *replay, const char *text, size_t length, cn_text_error *error);

/* The text has ended: false if its last line is wrong or the record is not complete. */
bool cn_replay_finish(cn_replay *replay, cn_text_error *error);

/* All of the above for a whole text. */
bool cn_replay_text(cn_replay *replay, const char *text, size_t length,
                    const cn_replay_listener *listener, cn_text_error *error);

#endif
