/* The habits of `book`, and the reasons it can give for a step.
 * Not here: what it does (book.h, book_*.c), words for the reasons (hint).
 * Invariant: a reason is given only where it decided. */
#ifndef CANASTA_BOOK_WHY_H
#define CANASTA_BOOK_WHY_H

#include "canasta/step.h"

/* Habits that can be switched off, to see what each is worth: X(CONSTANT, NAME, summary). The
 * player without one is called book-no-NAME. */
/* clang-format off */
#define CN_BOOK_HABITS(X)                                                                          \
    X(OPENING, opening, "opens with the pile, not from its hand alone")                            \
    X(TAKING, taking, "leaves a pile too small for what a take shows and costs")                   \
    X(WILDS, wilds, "holds wilds until a meld has four cards")                                     \
    X(KEEPING, keeping, "keeps naturals rather than a tiny hand, unless a canasta comes of it")    \
    X(FREEZING, freezing, "freezes the pile for those who have opened")                            \
    X(PAIRS, pairs, "keeps pairs, which may take the pile")                                        \
    X(SAVING, saving, "saves high cards while its opening is dear")                                \
    X(STOPPING, stopping, "keeps black threes for a pile that must be stopped")                    \
    X(GUARDING, guarding, "counts the whole pile as lost with a bad discard")                      \
    X(DARING, daring, "risks the pile while no side has melded")                                   \
    X(FEEDING, feeding, "completes no canasta of a rival, leaves none of its own")                 \
    X(THREES, threes, "leaves a pile with threes that can only be thrown again")                   \
    X(EMPTYING, emptying, "keeps wilds for pairs where an empty hand brings a packet")             \
    X(FINISHING, finishing, "begins and holds nothing that costs points in vain")                  \
    X(RUNS, runs, "keeps cards of a run for a sequence, not for a meld of their rank")             \
    X(READING, reading, "reads the next hand from takes, refusals, discards and melds")            \
    X(STAYING, staying, "goes on while its side rules the table")                                  \
    X(SEEKING, seeking, "collects a special hand that is near")                                    \
    X(SWAPPING, swapping, "leaves a wild in its meld that it would throw at once")
/* clang-format on */

enum {
#define X(constant, name, summary) CN_BOOK_##constant##_AT,
    CN_BOOK_HABITS(X)
#undef X
        CN_BOOK_HABIT_COUNT,
    CN_BOOK_ALL_HABITS = (1 << CN_BOOK_HABIT_COUNT) - 1
};

enum {
#define X(constant, name, summary) CN_BOOK_##constant = 1 << CN_BOOK_##constant##_AT,
    CN_BOOK_HABITS(X)
#undef X
};

/* Why a step is advised. `a` and `b` are what the comment says; otherwise they are 0. */
typedef enum cn_book_reason {
    CN_BOOK_ONLY_STEP, /* nothing else is legal */

    /* Drawing */
    CN_BOOK_NOTHING_TO_TAKE, /* the pile cannot be taken */
    CN_BOOK_WANTS_TOP,       /* its top card is picked up by itself. a: its kind */
    CN_BOOK_TAKES_PILE,      /* a: cards in the pile, b: their points */
    CN_BOOK_OPENS_WITH_PILE, /* the take opens the side. a: the minimum count */
    CN_BOOK_PILE_TOO_SMALL,  /* it is left. a: its cards, b: the fewest worth taking */
    CN_BOOK_PILE_HAS_THREES, /* it is left for threes that can only be thrown. a: how many */
    CN_BOOK_SEEKS_SPECIAL,   /* a special hand is near. a: cards missing, b: its points */
    CN_BOOK_TAKE_COSTS_MORE, /* the opening it needs would begin melds that cost points */

    /* Laying */
    CN_BOOK_OPENS_NOW,       /* opens from the hand; a reason for the haste follows */
    CN_BOOK_WAITS_TO_OPEN,   /* could open but keeps the cards for the pile. a: cards in hand */
    CN_BOOK_COMPLETES,       /* a: the meld's letter (a rank or CN_MELD_*) */
    CN_BOOK_ADDS,            /* a: the meld's letter, b: its cards before */
    CN_BOOK_BEGINS_MELD,     /* a: the meld's letter */
    CN_BOOK_JOINS,           /* two unfinished melds become one. a: the letter */
    CN_BOOK_SWAPS,           /* a natural takes a wild's place. a: the rank, b: the kind of wild */
    CN_BOOK_NAMES_PLACE,     /* the step says where the next card goes */
    CN_BOOK_HOLDS_WILDS,     /* wilds stay in hand. a: how many, b: the size a meld must have */
    CN_BOOK_KEEPS_CARDS,     /* naturals that fit stay in hand. a: cards in hand */
    CN_BOOK_SAVES_WILDS,     /* wilds wait for pairs. a: how many */
    CN_BOOK_KEEPS_RUN,       /* cards of the rank a may make a sequence */
    CN_BOOK_WONT_FINISH,     /* a: the letter of a meld that would cost points */
    CN_BOOK_OTHERS_NEAR_OUT, /* another seat may go out soon. a: the seat, b: its cards */
    CN_BOOK_STOCK_IS_LOW,    /* the hand may end soon. a: cards in the stock */
    CN_BOOK_SPECIAL_HAND,    /* declares */
    CN_BOOK_LAYS_OUT_THREE,  /* lays out the three it held */

    /* Going out */
    CN_BOOK_GOES_OUT,        /* a: what the other hands are caught with */
    CN_BOOK_WINS_GAME,       /* the game would be won by the score */
    CN_BOOK_WOULD_LOSE_GAME, /* it does not go out: the game would be lost */
    CN_BOOK_STAYS_FOR_MORE,  /* goes on. a: own melds, b: the most of another side */
    CN_BOOK_PARTNER_UNREADY, /* goes on, or says no: a: the cards of the partner, or the own */
    CN_BOOK_ASKS_PARTNER,    /* a: the partner's cards */
    CN_BOOK_WAS_TOLD,        /* the partner answered. a: 1 yes, 0 no */

    /* Discarding */
    CN_BOOK_SAFE,              /* the next player can hardly take it. a: the kind, b: % risk */
    CN_BOOK_LEAST_RISK,        /* no card is safe, this one is least bad. a: the kind, b: % risk */
    CN_BOOK_USELESS,           /* the hand misses it least. a: the kind */
    CN_BOOK_FREEZES,           /* a wild freezes the pile. a: cards in the pile */
    CN_BOOK_STOPS,             /* a black three stops the next player. a: cards in the pile */
    CN_BOOK_KEEPS_PAIR,        /* a: the rank of a pair that was kept instead */
    CN_BOOK_SAVES_FOR_OPENING, /* a: a high card kept for a dear opening */
    CN_BOOK_KEEPS_BLACK3,      /* a black three is kept for later */
    CN_BOOK_NEXT_WANTS,        /* a: the kind not thrown, b: % risk that the next player takes it */
    CN_BOOK_NEXT_HOLDS,        /* the same, known from a taken pile. a: the kind */
    CN_BOOK_WOULD_FEED,        /* a: the kind not thrown, which completes a rival's canasta */
    CN_BOOK_REASON_COUNT
} cn_book_reason;

enum { CN_BOOK_REASONS_MAX = 4 };

typedef struct cn_book_why {
    uint8_t reason; /* cn_book_reason */
    int16_t a, b;
} cn_book_why;

typedef struct cn_book_advice {
    cn_step step; /* cards named */
    uint8_t count;
    cn_book_why why[CN_BOOK_REASONS_MAX]; /* most important first */
} cn_book_advice;

#endif
