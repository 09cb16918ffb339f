/* A thought: the play that a search makes here, and how much better it is than another one.
 * Not here: the hint without a search (hint/hint.h), the search of one step (decision.h).
 * Invariant: made from the view, the rules and the number of playouts alone, so that the same
 * question has the same answer; every step is legal where it stands, and nothing is foretold that
 * the seat would first have to see. */
#ifndef CANASTA_THOUGHT_H
#define CANASTA_THOUGHT_H

#include "analysis/decision.h"
#include "hint/hint.h"

enum { CN_THOUGHT_PLAYOUTS_USUAL = 3000, CN_THOUGHT_TEXT_MAX = 8192 };

/* What the play is compared with, at one of its steps. */
typedef struct cn_other_way {
    cn_hint play;  /* what `book` would go on with there, or after the next best step */
    bool at_once;  /* it is done instead of melding more */
    cn_lead ahead; /* of the play, on average over the same worlds */
    cn_decision decision;
} cn_other_way;

/* The play differs from `book`'s only where a step is surely better in what decides, the chance to
 * win the game. Then it is compared with `book`'s, where they part; otherwise with the next best
 * way, where that is least behind. Two ways to go on melding are not told apart: mostly their order
 * alone differs. */
typedef struct cn_thought {
    cn_hint hint; /* with the reasons of `book` for what it would do, too */
    bool differs;
    bool compared; /* there is another way: */
    cn_other_way other;
} cn_thought;

/* What a lead means to a person. */
typedef enum cn_lead_sense {
    CN_LEAD_EQUAL,    /* chance hides it */
    CN_LEAD_POINTS,   /* of the hand */
    CN_LEAD_FOR_GAME, /* in the chance to win the game alone */
} cn_lead_sense;

cn_lead_sense cn_lead_sense_of(const cn_lead *lead);

/* So many playouts, shared by as many steps as `book` would make; when they are used up, the play
 * goes on as `book` would. False if the view's seat is not to act. */
bool cn_thought_make(const cn_view *view, const cn_rules *rules, uint32_t playouts,
                     cn_thought *thought);

/* {"hint":...,"differs":true,"counted":["..."],
 *  "other":{"play":"discard 4s","at_once":false,"sense":"points","points":40,"error":12}}:
 * `counted` is what came out better in the imagined hands, "other" may be null. */
void cn_write_thought_json(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                           const cn_thought *thought);

#endif
