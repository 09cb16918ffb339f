/* One ply of search: the steps that could be made, each tried in the same imagined worlds.
 * Not here: how a world is played out (playout.h), which player wants it (thinker.c).
 * Invariant: whole numbers, and work counted in playouts, so that the same question with the same
 * stream has the same answer everywhere - unless it is told to stop. */
#ifndef CANASTA_SEARCH_H
#define CANASTA_SEARCH_H

#include "players/player.h"
#include "players/search/thinking.h"

enum { CN_TRIED_MAX = 64 };

/* What a hand came to, for the own side: its points less the average of the other sides', and the
 * chance to win the game from there, in parts of CN_CHANCE_SURE (chances.h). */
typedef struct cn_worth {
    int64_t points, chance;
} cn_worth;

/* What came of a step, in so many of its worlds. */
typedef struct cn_course {
    uint32_t next_takes;          /* the next player took the pile at once */
    uint32_t own_out, others_out; /* one of the own side, or of the others, went out */
} cn_course;

/* A step, and how its worlds came out. */
typedef struct cn_tried {
    cn_step step;  /* cards named */
    bool in_haste; /* and the rest of the turn in haste (thinking.h), not by the policy */
    uint32_t worlds;
    cn_worth sum;          /* over its worlds */
    cn_worth ahead;        /* sums of what it was ahead of the usual step, world by world, */
    cn_worth ahead_square; /* and of the squares */
    cn_course course;
} cn_tried;

typedef struct cn_search {
    unsigned count;
    cn_tried tried[CN_TRIED_MAX]; /* the usual step first */
    unsigned best;                /* what to play */
    uint32_t playouts;            /* made in all */
} cn_search;

/* What is asked: `usual` is the step that is played unless another is better. */
typedef struct cn_question {
    const cn_view *view;
    const cn_rules *rules;
    cn_step usual;
    const cn_mask *among; /* only these are tried besides; NULL: all legal ones */
    const cn_thinking *thinking;
    const cn_stop *stop;    /* may be NULL */
    uint32_t playouts_most; /* of those of `thinking`; 0: all */
} cn_question;

void cn_search_steps(cn_search *search, const cn_question *question, cn_stream *stream);

#endif
