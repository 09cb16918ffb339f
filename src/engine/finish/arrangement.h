/* An arrangement while it is made: the pieces on the table, the cards still in hand, what is asked.
 * Not here: the search for them (arrange.h). Invariant: pieces and hand together are the cards of
 * the side's melds and of the hand. */
#ifndef CANASTA_ARRANGEMENT_H
#define CANASTA_ARRANGEMENT_H

#include <stddef.h>

#include "canasta/public.h"
#include "engine/cards/counts.h"
#include "engine/finish/effort.h"
#include "engine/step/shape.h"

enum { CN_LATE_NATURAL = 1, CN_LATE_WILD = 2 };

/* One meld of an arrangement. */
typedef struct cn_piece {
    cn_shape shape;
    uint8_t low, suit;   /* of a sequence, */
    uint16_t places;     /* ... and the ranks that its wilds stand for, one bit each */
    uint8_t added;       /* hand cards laid onto it by the arrangement */
    uint8_t twos;        /* of its wilds, the twos that lay there before */
    uint8_t jokers;      /* likewise */
    uint8_t new_wilds;   /* wilds among the added cards */
    uint8_t new_twos;    /* of these, the twos, where the search has chosen them */
    bool chosen;         /* ... which it has for this piece */
    bool joined;         /* made of two melds (P56) */
    bool needs_wilds;    /* ... one of which is none without the wilds laid onto it */
    uint8_t late;        /* ... either of which can wait for a card until then: of these kinds */
    uint8_t after;       /* cards laid onto it after it was joined */
    uint8_t after_wilds; /* wilds among these */
} cn_piece;

enum { CN_PIECE_GONE = 255 /* rank of one that joined another */ };

/* Keys of what led nowhere, each at one of a few places; most searches note a few, so that the
 * table grows only when a small one has been filled. A forgotten key only costs time. */
enum { CN_FAILURES_FEW = 32, CN_FAILURES_GROW = 16, CN_FAILURES_MANY = 8192 };
typedef struct cn_failures {
    uint32_t slots; /* in use */
    uint32_t noted;
    uint64_t key[CN_FAILURES_MANY];
} cn_failures;

void cn_failures_start(cn_failures *failures);

typedef struct cn_arrangement cn_arrangement;

/* Asked for every complete arrangement; true ends the search with true. */
typedef bool cn_arranged(const cn_arrangement *arrangement);

/* True if nothing can come of what is laid so far; ranks below `rank` are settled. */
typedef bool cn_hopeless(const cn_arrangement *arrangement, unsigned rank);

/* What the pieces settled so far - sequences, twos, wilds in a free search, ranks below `rank` -
 * come to for the goal, mixed into `key`: searches that agree in it and in the cards left in hand
 * come to the same end. */
typedef uint64_t cn_digest(const cn_arrangement *arrangement, unsigned rank, uint64_t key);

/* What counts tell of the cards still in hand, once sequences and twos are settled. */
typedef enum cn_told { CN_TOLD_NOTHING, CN_TOLD_YES, CN_TOLD_NO } cn_told;
typedef cn_told cn_tell(const cn_arrangement *arrangement);

/* True if counts forbid it even if all cards of these ranks, one bit each, could go into sequences.
 */
typedef bool cn_vain(const cn_arrangement *arrangement, uint32_t loose);

/* Melds of ranks and of wilds, summed up (out_ranks.h). */
typedef struct cn_out_melds cn_out_melds;

struct cn_arrangement {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_side *side;
    cn_arranged *arranged;
    cn_hopeless *hopeless;     /* may be NULL */
    cn_digest *digest;         /* needed where `failed` is there */
    cn_tell *tell;             /* may be NULL */
    cn_vain *vain;             /* likewise */
    const cn_out_melds *melds; /* for these two; NULL: each sums them up for itself */
    cn_effort *effort;         /* what the search may cost */
    const void *goal;          /* for these three */
    bool all;                  /* every card must be laid, but for one that may be discarded: */
    uint32_t last;             /* the kinds it may be of, one bit each */
    bool discarded;   /* it is chosen; otherwise the last card goes out by being laid (P126) */
    bool discard_due; /* there must be one */
    bool opening;
    bool sequencing;    /* twos are settled, sequences are being settled */
    bool sequences_end; /* no further sequence becomes a canasta */
    uint32_t settled;   /* times that they have been */
    uint32_t loose; /* ranks of which a card in hand may go into a sequence at all, one bit each */
    uint8_t held[CN_COUNTS];           /* naturals still in hand; behind the ranks nothing */
    uint8_t face[CN_RANKS * CN_SUITS]; /* the same by suit; only with sequences */
    uint8_t all_twos, all_jokers;      /* in hand at first */
    uint8_t twos, jokers, black3;      /* still in hand, but for: */
    uint8_t open_wilds;  /* wilds laid by the search that are still to be chosen among those */
    bool only_black3;    /* black threes lie there: nothing else may be laid (P65) */
    bool no_black3;      /* they are not laid */
    bool long_sequences; /* full sequences may grow (P109) */
    uint16_t dead;       /* ranks, and twos, that are closed by what lies there (P100) */
    uint8_t suits;       /* those that a new sequence may be of, one bit each */
    uint16_t
        orphans; /* ranks, one bit each, whose naturals have no old meld to go to at any time */
    uint8_t lying[CN_COUNTS]; /* naturals of the old pieces, by rank */
    uint8_t open;             /* the begun meld, or CN_NO_MELD */
    uint8_t piece_count, old_count;
    cn_piece piece[CN_MELDS_MAX];
    cn_failures *failed; /* NULL: remember nothing */
};

/* The ranks of the naturals of a sequence, one bit each. */
static inline uint32_t cn_piece_ranks(const cn_piece *piece)
{
    return ((UINT32_C(1) << cn_shape_size(&piece->shape)) - 1) << piece->low &
           ~(uint32_t)piece->places;
}

/* True if the piece is settled before the ranks from `rank` on are. */
static inline bool cn_piece_is_settled(const cn_arrangement *a, const cn_piece *piece,
                                       unsigned rank)
{
    if (piece->shape.rank == CN_MELD_WILD) return !a->all;
    return piece->shape.rank >= CN_RANKS || piece->shape.rank < rank;
}

/* Wilds in hand that the search may still lay. */
static inline unsigned cn_arrangement_wilds(const cn_arrangement *a)
{
    return (unsigned)a->twos + a->jokers - a->open_wilds;
}

/* The faces in hand, one bit each; only with sequences. */
static inline uint64_t cn_arrangement_faces(const cn_arrangement *a)
{
    enum { LAST = CN_RANKS * CN_SUITS - CN_COUNTS }; /* the last ones overlap */
    return cn_counts_from(a->face, 1) |
           (uint64_t)cn_counts_from(a->face + CN_COUNTS, 1) << CN_COUNTS |
           (uint64_t)cn_counts_from(a->face + LAST, 1) << LAST;
}

#endif
