/* One ply of search: the steps that could be made, each tried in the same imagined worlds.
 * Not here: how a world is played out (playout.h), which player wants it (thinker.c).
 * Invariant: whole numbers, and work counted in playouts, so that the same question with the same
 * stream has the same answer everywhere - unless it is told to stop. */
#ifndef CANASTA_SEARCH_H
#define CANASTA_SEARCH_H

#include "players/player.h"
#include "players/search/thinking.h"

enum { CN_TRIED_MAX = 64 };

/* A step, and how its worlds came out for the own side: points of the hand, less the average of the
 * other sides. */
typedef struct cn_tried {
    cn_step step; /* cards named */
    uint32_t worlds;
    int64_t points;              /* sum over its worlds */
    int64_t ahead, ahead_square; /* sums of what it was ahead of the usual step, world by world */
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
    const cn_thinking *thinking;
    const cn_stop *stop; /* may be NULL */
} cn_question;

void cn_search_steps(cn_search *search, const cn_question *question, cn_stream *stream);

#endif
