/* What each play of a game was worth, when the game is over: what luck gave, what play did.
 * Not here: words (analysis_text.h), who feeds a game (a replay, a page).
 * Invariant: whole numbers and work counted in playouts, so that the same game with the same plan
 * has the same analysis everywhere; no files, threads, clocks or memory but the caller's.
 *
 * Points are points of a hand by which a side is ahead of the average of the others; chances are
 * those to win the game, in parts of CN_CHANCE_SURE. Errors are standard errors. */
#ifndef CANASTA_ANALYSIS_H
#define CANASTA_ANALYSIS_H

#include "analysis/decision.h"
#include "analysis/outlook.h"
#include "canasta/game.h"

enum {
    CN_ANALYSIS_STEPS_MAX = 4096, /* of a hand; a longer one is not analysed */
    CN_ANALYSIS_PLAYOUTS_MIN = 20,
    CN_ANALYSIS_PLAYOUTS_MAX = 1000000,
    CN_ANALYSIS_PLAYOUTS_USUAL = 1000
};

/* A step that was made, and how things stood: `before` it is `after` of the one before. */
typedef struct cn_moment {
    uint8_t seat;
    uint8_t drew; /* who got cards that nobody could foresee, CN_SEAT_NONE: nobody did */
    uint16_t turn;
    cn_step step;
    cn_decision decision;
    int32_t chosen[CN_SIDES_MAX];  /* expected points of each side with the step, */
    int32_t after[CN_SIDES_MAX];   /* and once what it brought was known, */
    int32_t drawn_error;           /* the error of their difference for the side of `drew`, */
    uint32_t chance[CN_SIDES_MAX]; /* and the chances then */
} cn_moment;

/* A hand. What is here of the moments at and behind `done` means nothing. */
typedef struct cn_hand_analysis {
    uint16_t number; /* 1.. */
    uint8_t dealer;
    bool scored, too_long;
    unsigned count, done;                /* moments: made, and looked at */
    int32_t dealt[CN_SIDES_MAX];         /* expected points after the deal; before it: 0 */
    uint32_t at_start[CN_SIDES_MAX];     /* chances before the deal, */
    uint32_t dealt_chance[CN_SIDES_MAX]; /* and after it */
    cn_moment moment[CN_ANALYSIS_STEPS_MAX];
} cn_hand_analysis;

/* How often things are tried, and with which random numbers. */
typedef struct cn_analysis_plan {
    uint32_t playouts; /* for a decision, CN_ANALYSIS_PLAYOUTS_MIN to _MAX */
    uint64_t seed;
} cn_analysis_plan;

/* What is being analysed: 1 MB, the caller's. */
typedef struct cn_analysis {
    cn_analysis_plan plan;
    cn_rules rules;
    cn_hand_analysis hand; /* the latest one */

    /* From here on for the analysis alone: where it stands, before the moment `hand.done`. */
    cn_quick quick;
    cn_quick_mind mind;
    cn_game game;
    cn_view view[CN_SEATS_MAX];
    cn_outlook before, chosen, after;
} cn_analysis;

/* Before a game. */
void cn_analysis_start(cn_analysis *analysis, const cn_analysis_plan *plan);

/* To be told all that happens in it, in full, as listeners of a replay are: `game` after `event`. A
 * hand that was scored waits to be analysed, until the next one is dealt. */
void cn_analysis_hear(cn_analysis *analysis, const cn_rules *rules, const cn_game *game,
                      const cn_event *event);

/* Looks at the next moment of the latest hand, which has been scored. False if there is none. */
bool cn_analysis_go_on(cn_analysis *analysis);

#endif
