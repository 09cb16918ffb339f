/* What everybody at the table may know.
 * Not here: hands and stock (game.h), one seat's knowledge (view.h), legality (legal.h).
 * Invariant: equal for the game and for every view after the same events. */
#ifndef CANASTA_PUBLIC_H
#define CANASTA_PUBLIC_H

#include "canasta/card.h"
#include "canasta/rules.h"

typedef enum cn_phase {
    CN_PHASE_START,    /* a hand is to be dealt */
    CN_PHASE_DRAW,     /* `seat` draws or takes the pile */
    CN_PHASE_MELD,     /* `seat` lays, asks or discards */
    CN_PHASE_ANSWER,   /* `seat` answers the question of `asker` */
    CN_PHASE_HAND_END, /* the hand is over and waits for its score */
    CN_PHASE_SCORED,   /* scored; the next hand is to be dealt */
    CN_PHASE_GAME_END  /* scored; the game is over */
} cn_phase;

typedef enum cn_hand_end {
    CN_END_NONE,
    CN_END_OUT,      /* somebody went out */
    CN_END_STOCK,    /* a needed draw was impossible (P89) */
    CN_END_RED_THREE /* the last draw brought only red threes (P30) */
} cn_hand_end;

typedef enum cn_answer { CN_ANSWER_NONE, CN_ANSWER_YES, CN_ANSWER_NO } cn_answer;

/* One meld. Its cards are counted, their order is not kept. */
typedef struct cn_meld {
    uint8_t rank; /* kind of its naturals: 0..10, or CN_KIND_BLACK3 */
    uint8_t naturals;
    uint8_t twos;
    uint8_t jokers;
    uint16_t natural_suits; /* four counts of four bits, as in cn_cards */
    uint16_t two_suits;
} cn_meld;

static inline unsigned cn_meld_wilds(const cn_meld *meld)
{
    return (unsigned)meld->twos + meld->jokers;
}

static inline unsigned cn_meld_size(const cn_meld *meld)
{
    return meld->naturals + cn_meld_wilds(meld);
}

enum { CN_MELDS_MAX = CN_RANKS + 1, CN_NO_MELD = 255 };

/* A side's table: its melds in the order they were begun (P129), red threes laid out, totals. */
typedef struct cn_side {
    cn_meld meld[CN_MELDS_MAX];
    uint8_t meld_count;
    uint8_t red3_suits[2]; /* laid-out 3d and 3h */
    int32_t total_points;  /* before this hand; after scoring, with it */
} cn_side;

/* The black threes of this turn: one group, laid in one action, which `open` ends (P65, P123). */
typedef enum cn_black3_group { CN_BLACK3_NONE, CN_BLACK3_BEGUN, CN_BLACK3_CLOSED } cn_black3_group;

/* What the seat on turn has done so far in this turn. */
typedef struct cn_turn {
    uint8_t took;        /* the pile was taken in this turn */
    uint8_t staging;     /* the side's melds are staged, `open` has not been made (P124) */
    uint8_t opened;      /* this turn made the side's opening */
    uint8_t open_meld;   /* index of the unfinished meld, CN_NO_MELD if none (P122) */
    uint8_t take_meld;   /* index of the meld of the take while its run lasts, else CN_NO_MELD */
    uint8_t first_meld;  /* melds from this index on were begun in this turn */
    uint8_t laid;        /* something was laid in this turn, the take included */
    uint8_t laid_beyond; /* something was laid besides the melds of the take (P67) */
    uint8_t added_old;   /* a card went to a meld begun before this turn (P84 d) */
    uint8_t laid_black3; /* cn_black3_group; once begun no other meld may follow (P65) */
    uint8_t asked;       /* the question has been put in this turn */
    uint8_t answer;      /* cn_answer, binding for this turn */
} cn_turn;

typedef struct cn_public {
    uint8_t phase; /* cn_phase */
    uint8_t seat;  /* to act; in PHASE_ANSWER the partner who answers */
    uint8_t asker; /* whose turn it is while the partner answers; otherwise equal to seat */
    uint8_t dealer;
    uint16_t hand_number; /* 1.. */
    uint8_t stock_count;
    uint8_t pile_count;
    uint8_t pile_frozen; /* the flag of P49: a wild, a red three, ... lies in it */
    uint8_t pile_taken;  /* somebody has taken it in this hand */
    uint8_t end;         /* cn_hand_end */
    uint8_t out_seat;    /* who went out, 255 if nobody */
    uint8_t out_concealed;
    uint8_t hand_count[CN_SEATS_MAX];
    uint8_t
        has_laid[CN_SEATS_MAX]; /* the seat laid a card in an earlier turn of this hand (P84 a) */
    uint16_t turn_number;       /* 1.. within the hand */
    cn_turn turn;
    cn_side side[CN_SIDES_MAX];
    cn_card pile[CN_DECK_CARDS_MAX]; /* bottom first; the top is pile[pile_count - 1] */
} cn_public;

static inline cn_card cn_public_top(const cn_public *pub)
{
    return pub->pile_count == 0 ? (cn_card)CN_CARD_NONE : pub->pile[pub->pile_count - 1];
}

/* Index of the side's meld of a rank, CN_NO_MELD if it has none. */
unsigned cn_side_find_meld(const cn_side *side, unsigned rank);

/* Complete canastas on the side's table. */
unsigned cn_side_canastas(const cn_rules *rules, const cn_side *side);

/* True if the side has melds that count as laid, that is: any, and they are not merely staged. */
static inline bool cn_public_has_opened(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    unsigned side = rules->side_of[seat];
    bool staging = pub->turn.staging && rules->side_of[pub->asker] == side;
    return pub->side[side].meld_count != 0 && !staging;
}

/* True if the pile counts as frozen for the seat's side (all causes together). */
bool cn_public_frozen_for(const cn_rules *rules, const cn_public *pub, unsigned seat);

/* The minimum count this side needs now, by its total before the hand (P2). */
int32_t cn_public_minimum(const cn_rules *rules, const cn_public *pub, unsigned side);

/* Sum of the card values the seat on turn has staged. */
int32_t cn_public_staged_points(const cn_rules *rules, const cn_public *pub);

/* Hash of the public state, the same on every machine. */
uint64_t cn_public_hash(const cn_public *pub, const cn_rules *rules);

/* The partner who is asked (P69), 255 if the seat has none. */
unsigned cn_partner(const cn_rules *rules, unsigned seat);

#endif
