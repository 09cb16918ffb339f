/* What everybody at a table has seen and could remember, ready to be copied into observations.
 * Not here: a seat's own hand; writing rows (row.h).
 * Invariant: it is a function of public events alone, and knows no less than cn_memory. */
#ifndef CANASTA_ENV_WATCH_H
#define CANASTA_ENV_WATCH_H

#include "canasta/public.h"
#include "layout.h"

/* By kind: what a seat has discarded, what top cards it drew instead of, what it took and holds. */
typedef struct cn_env_seen {
    uint8_t discarded[CN_KINDS], declined[CN_KINDS], known[CN_KINDS];
} cn_env_seen;

/* Bytes, and those that most rows need in front: a thousand tables are to stay in a cache. */
typedef struct cn_env_watch {
    uint8_t pile[CN_KINDS]; /* its open cards */
    cn_env_seen seat[CN_SEATS_MAX];
    uint8_t need_canasta[CN_SEATS_MAX];
    uint8_t canastas[CN_SIDES_MAX];
    uint8_t refills;              /* of the stock that `pile` has followed */
    uint8_t listed[CN_SIDES_MAX]; /* melds in the table or list below */
    int16_t totals[CN_SEATS_MAX]; /* in points_unit */
    int16_t need_points[CN_SEATS_MAX];
    uint8_t melds[CN_SIDES_MAX][CN_MELDS_MAX * CN_ENV_LISTED_PARTS]; /* a table or a list */
    uint8_t known_faces[CN_SEATS_MAX][CN_FACES]; /* `known` by faces, everywhere: only the same face
                                                    is taken for one that is known */
    /* Where suits matter. */
    uint8_t pile_faces[CN_ENV_FACES];
    uint8_t melded_faces[CN_ENV_FACES];
} cn_env_watch;

/* A hand was dealt, or scored: `pub` is the state after it. */
void cn_env_watch_deal(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                       const cn_public *pub);
void cn_env_watch_score(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                        const cn_public *pub);

/* True if a step with this number moves a card out of the hand by which something is told below. */
bool cn_env_watch_wants_card(const cn_env_watch *watch, const cn_env_layout *layout,
                             const cn_public *pub, unsigned number);

/* Who makes a step, by the state before it: the seat to act, the side whose turn it is. */
typedef struct cn_env_actor {
    uint8_t seat, side;
} cn_env_actor;

/* A step is made. First with the state before it and the cards that a take uses, then with the
 * state after it and, where it is wanted, the card that was laid or discarded. */
void cn_env_watch_before(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                         const cn_public *pub, cn_step step);
void cn_env_watch_after(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                        const cn_public *pub, cn_env_actor actor, cn_step step);

#endif
