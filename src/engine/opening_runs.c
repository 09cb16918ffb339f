/* Openings of naturals alone with sequences.
 * Not here: see the header. Invariant: as there.
 *
 * What the sequences leave is laid in groups, each with all cards of its rank: an opening that lays
 * fewer counts less. So the cards of sequences are all that there is to choose. */
#include "opening_runs.h"

#include <string.h>

#include "counts.h"
#include "faces.h"

enum { SIZE = 3, ROWS = 8, LONGEST = 6, TRIES = 128 };

/* Cards in a row of one suit, of which a sequence may be made. */
typedef struct row {
    uint8_t low, suit, length;
} row;

typedef struct choices {
    const cn_reachable *r;
    row row[ROWS];
    unsigned count;          /* of rows */
    unsigned tries;          /* that are left; 0 if something is in doubt */
    uint8_t held[CN_COUNTS]; /* that the chosen sequences leave */
    int32_t points;          /* of these, */
    unsigned laid;           /* cards of theirs, */
    uint64_t chosen;         /* and their faces */
    uint32_t ranks;          /* what has been found */
    uint64_t faces;
} choices;

/* The rows of these faces, which lie in runs; false if they are too many, or one could hold two
 * sequences that share a rank or leave one between them. */
static bool find_rows(choices *c, uint64_t runs, uint64_t twice)
{
    for (uint64_t left = runs; left != 0; c->count++) {
        const unsigned first = (unsigned)__builtin_ctzll(left);
        const unsigned low = first / CN_SUITS, suit = first % CN_SUITS;
        unsigned length = SIZE;
        while ((left & cn_faces_row(low + length, suit, 1)) != 0) length++;
        const uint64_t faces = cn_faces_row(low, suit, length);
        const unsigned shared = (unsigned)__builtin_popcountll(faces & twice);
        if (c->count == ROWS || length > LONGEST || length > (unsigned)c->r->rules->p.sequence_max)
            return false;
        if (shared > (length > SIZE + 1 ? 0U : 1U)) return false;
        c->row[c->count] = (row){(uint8_t)low, (uint8_t)suit, (uint8_t)length};
        left &= ~faces;
    }
    return true;
}

static void choose_face(choices *c, unsigned rank, unsigned suit)
{
    c->held[rank]--;
    c->points += c->r->rules->value[rank];
    c->laid++;
    c->chosen |= cn_faces_row(rank, suit, 1);
}

static void give_face_back(choices *c, unsigned rank, unsigned suit)
{
    c->held[rank]++;
    c->points -= c->r->rules->value[rank];
    c->laid--;
    c->chosen &= ~cn_faces_row(rank, suit, 1);
}

/* With these sequences, and groups of all that is left. */
static void judge(choices *c)
{
    const cn_reachable *r = c->r;
    const uint32_t groups = cn_counts_from(c->held, SIZE) & CN_ALL_RANKS;
    if (c->tries > 0) c->tries--;
    if (c->points + cn_counts_worth(c->held, groups, r->rules->value) < r->need) return;
    if (c->laid + cn_counts_sum_of(c->held, groups) + r->keep > r->loose) {
        c->tries = 0;
        return;
    }
    c->ranks |= groups;
    c->faces |= c->chosen;
}

/* Every sequence of the rows from `row_i` on, and none of each. */
static void choose(choices *c, unsigned row_i)
{
    if (c->tries == 0) return;
    if (row_i == c->count) {
        judge(c);
        return;
    }
    const row *of = &c->row[row_i];
    choose(c, row_i + 1);
    for (unsigned first = 0; first + SIZE <= of->length; first++) {
        unsigned end = first;
        for (; end < of->length; end++) {
            choose_face(c, of->low + end, of->suit);
            if (end + 1 >= first + SIZE) choose(c, row_i + 1);
        }
        while (end > first) give_face_back(c, of->low + --end, of->suit);
    }
}

bool cn_runs_that_open(const cn_reachable *r, const cn_cards *hand, uint32_t *ranks,
                       uint64_t *faces)
{
    assert(r->staged == 0 && r->begun == 0 && r->wilds == 0);
    const uint64_t runs = cn_faces_in_runs(cn_faces_held(hand), SIZE);
    choices c = {.r = r, .tries = TRIES};
    memcpy(c.held, r->held, sizeof c.held);
    if (!find_rows(&c, runs, cn_faces_twice(hand))) return false;
    choose(&c, 0);
    *ranks = c.ranks;
    *faces = c.faces;
    return c.tries > 0;
}
