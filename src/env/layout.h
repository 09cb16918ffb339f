/* Where each field of an observation lies, for one rule set.
 * Not here: what is written there (row.h), and what it means in words (layout.c).
 * Invariant: fields lie one behind the other in the order of this list, without gaps. */
#ifndef CANASTA_ENV_LAYOUT_H
#define CANASTA_ENV_LAYOUT_H

#include "canasta/env.h"

typedef enum cn_env_field_id {
    CN_FIELD_PHASE,
    CN_FIELD_HAND,
    CN_FIELD_HAND_FACES,
    CN_FIELD_STOCK,
    CN_FIELD_PILE_COUNT,
    CN_FIELD_PILE,
    CN_FIELD_PILE_FACES,
    CN_FIELD_PILE_BURIED,
    CN_FIELD_PILE_ORDER,
    CN_FIELD_PILE_TOP,
    CN_FIELD_PILE_TOP_SUIT,
    CN_FIELD_FROZEN,
    CN_FIELD_FROZEN_BY_CARD,
    CN_FIELD_PILE_TAKEN,
    CN_FIELD_NEED_POINTS,
    CN_FIELD_NEED_CANASTA,
    CN_FIELD_MELDS,
    CN_FIELD_MELD_LIST,
    CN_FIELD_MELDED_FACES,
    CN_FIELD_OPENED,
    CN_FIELD_CANASTAS,
    CN_FIELD_CONCEALED,
    CN_FIELD_SET_ASIDE,
    CN_FIELD_FORMED,
    CN_FIELD_SIDE,
    CN_FIELD_TOTALS,
    CN_FIELD_HAND_COUNT,
    CN_FIELD_RED_THREES,
    CN_FIELD_BLACK_THREES,
    CN_FIELD_PACKETS,
    CN_FIELD_TALON,
    CN_FIELD_QUESTIONS,
    CN_FIELD_HAS_LAID,
    CN_FIELD_OWN_CANASTA,
    CN_FIELD_DISCARDED,
    CN_FIELD_DECLINED,
    CN_FIELD_KNOWN,
    CN_FIELD_KNOWN_FACES,
    CN_FIELD_DEALER,
    CN_FIELD_HAND_NUMBER,
    CN_FIELD_TURN_NUMBER,
    CN_FIELD_TURN_OF,
    /* What has been done in this turn: one value each, in a row. */
    CN_FIELD_TOOK,
    CN_FIELD_STAGING,
    CN_FIELD_STAGED_POINTS,
    CN_FIELD_TURN_OPENED,
    CN_FIELD_OPENED_TOOK,
    CN_FIELD_OPENED_FIRST,
    CN_FIELD_OPENED_EXEMPT,
    CN_FIELD_LAID,
    CN_FIELD_LAID_BEYOND,
    CN_FIELD_ADDED_OLD,
    CN_FIELD_BLACK3_GROUP,
    CN_FIELD_RUN_BEFORE,
    CN_FIELD_RUN_WILDS,
    CN_FIELD_RUN_OF_TAKE,
    CN_FIELD_FIRST_MELD,
    CN_FIELD_OPEN_MELD,
    CN_FIELD_RUN_MELD,
    CN_FIELD_TAKE_MELD,
    CN_FIELD_TO_MELD,
    CN_FIELD_TURN_ASKED,
    CN_FIELD_ASKED_DRAWING,
    CN_FIELD_ANSWER,
    CN_FIELD_TO_DRAW,
    CN_FIELDS
} cn_env_field_id;

enum {
    CN_ENV_ABSENT = 0xffff, /* the rules have no such thing */
    CN_ENV_COUNT_MAX = 255, /* counts of what was done end there */
    CN_ENV_POINTS_MAX = 32767,
    CN_ENV_FACES = CN_RANKS * CN_SUITS,
    CN_ENV_MELD_ROWS = CN_RANKS + 2, /* of a table by rank: 4 to A, black threes, twos */
    CN_ENV_MELD_PARTS = 3,           /* naturals, twos, jokers */
    CN_ENV_LISTED_PARTS = 6          /* and in front what it is made of, behind low and suit */
};

typedef struct cn_env_layout {
    uint32_t size;    /* values of a row */
    uint32_t actions; /* numbers 0..actions - 1 */
    int32_t points_unit;
    bool suits;   /* suits matter: there are sequences */
    bool ranked;  /* a side has one meld of a rank, so that melds are a table; or else a list */
    bool forming; /* sides form during play */
    uint32_t meld_values; /* of one side: the whole table, or the whole list */
    uint16_t at[CN_FIELDS];
    uint8_t order[CN_SEATS_MAX][CN_SEATS_MAX]; /* the seats as they follow a seat, itself first */
    uint8_t place[CN_SEATS_MAX][CN_SEATS_MAX]; /* the other way: where a seat comes after another */
    /* The same of sides, as the rules have them. */
    uint8_t side[CN_SEATS_MAX][CN_SIDES_MAX];
    uint8_t side_place[CN_SEATS_MAX][CN_SIDES_MAX];
} cn_env_layout;

cn_env_layout cn_env_layout_make(const cn_rules *rules);

#endif
