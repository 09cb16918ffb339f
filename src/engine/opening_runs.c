/* Openings with sequences.
 * Not here: see the header. Invariant: as there.
 *
 * Staged sequences grow as far as there are faces, in every way. What the sequences leave is laid
 * in groups, each with all cards of its rank, and the wilds go to the dearest pairs and then where
 * there is room: an opening that lays fewer counts less. So the cards of sequences are all that
 * there is to choose. */
#include "opening_runs.h"

#include <string.h>

#include "counts.h"
#include "faces.h"

enum { SIZE = 3, PAIR = 2, ROWS = 8, TRIES = 128 };

/* Cards in a row of one suit, of which sequences may be made. */
typedef struct row {
    uint8_t low, suit, length;
    bool once; /* no face of it is held twice */
} row;

typedef struct choices {
    const cn_reachable *r;
    row row[ROWS];
    unsigned count; /* of rows */
    void (*judge)(struct choices *);
    unsigned tries;           /* that are left; 0 if something is in doubt */
    uint8_t held[CN_COUNTS];  /* that the chosen sequences leave, */
    uint16_t suits[CN_RANKS]; /* by suit too */
    uint32_t groups;          /* ranks of which these may be made */
    int32_t points;           /* of the chosen sequences, */
    unsigned laid;            /* cards of theirs, */
    uint64_t chosen;          /* and their faces */
    uint32_t ranks;           /* what has been found */
    uint64_t faces;
    const cn_public *pub; /* where something is staged, */
    unsigned target;      /* a meld of it, */
    uint64_t ends;        /* faces of the choice beside that, */
    uint64_t lengthened;  /* and the melds that it lengthens */
    cn_runs_found found;
} choices;

/* The rows of these faces, which lie in runs; false if they are too many. */
static bool find_rows(choices *c, uint64_t runs, uint64_t twice)
{
    for (uint64_t left = runs; left != 0; c->count++) {
        const unsigned first = (unsigned)__builtin_ctzll(left);
        const unsigned low = first / CN_SUITS, suit = first % CN_SUITS;
        unsigned length = SIZE;
        while ((left & cn_faces_row(low + length, suit, 1)) != 0) length++;
        const uint64_t faces = cn_faces_row(low, suit, length);
        if (c->count == ROWS) return false;
        c->row[c->count] =
            (row){(uint8_t)low, (uint8_t)suit, (uint8_t)length, (faces & twice) == 0};
        left &= ~faces;
    }
    return true;
}

static bool is_left(const choices *c, unsigned rank, unsigned suit)
{
    return (c->suits[rank] >> CN_SUITS * suit & 15) != 0;
}

static void choose_face(choices *c, unsigned rank, unsigned suit)
{
    c->held[rank]--;
    c->suits[rank] = (uint16_t)(c->suits[rank] - (1U << CN_SUITS * suit));
    c->points += c->r->rules->value[rank];
    c->laid++;
}

static void give_face_back(choices *c, unsigned rank, unsigned suit)
{
    c->held[rank]++;
    c->suits[rank] = (uint16_t)(c->suits[rank] + (1U << CN_SUITS * suit));
    c->points -= c->r->rules->value[rank];
    c->laid--;
}

/* With these sequences, and groups of all that is left, that with the top card of the pile among
 * them if it is taken. */
static void judge(choices *c)
{
    const cn_reachable *r = c->r;
    const uint32_t groups = cn_counts_from(c->held, SIZE) & c->groups;
    if (c->tries > 0) c->tries--;
    if ((r->begun & ~groups) != 0) return;
    if (c->points + cn_counts_worth(c->held, groups, r->rules->value) < r->need) return;
    if (c->laid + cn_counts_sum_of(c->held, groups) + r->keep > r->loose) {
        c->tries = 0;
        return;
    }
    c->ranks |= groups;
    c->faces |= c->chosen;
}

/* Of these pairs, for which no wild was left, those that may have one instead of the cheapest pair
 * that has. */
static uint32_t swapped(const cn_reachable *left, const cn_laid *laid)
{
    const int16_t *value = left->rules->value;
    uint32_t found = 0;
    for (uint32_t pairs = left->pairs & ~laid->pairs; pairs != 0; pairs &= pairs - 1) {
        const int32_t more = PAIR * (value[__builtin_ctz(pairs)] - laid->cheapest);
        if (laid->pairs != 0 && laid->points + more >= left->need) found |= pairs & -pairs;
    }
    return found;
}

/* The same with wilds. They might find more room if a rank had two melds. */
static void judge_with_wilds(choices *c)
{
    const cn_reachable *r = c->r;
    cn_reachable left;
    if (c->tries > 0) c->tries--;
    if ((r->begun & ~cn_counts_from(c->held, SIZE)) != 0) return;
    cn_reachable_left(&left, r, c->held, c->laid, c->points);
    const cn_laid laid = cn_lay_all(&left, 0, 0);
    if (laid.points < r->need) {
        if (!laid.all_wilds && cn_lay_all(&left, 0, r->wilds).points >= r->need) c->tries = 0;
        return;
    }
    if (!laid.enough_left) {
        c->tries = 0;
        return;
    }
    c->ranks |= left.full | r->begun | laid.pairs | swapped(&left, &laid);
    c->faces |= c->chosen;
}

/* Every choice of sequences of the rows from `row_i` on, of that row only from the place `from` on.
 */
static void choose(choices *c, unsigned row_i, unsigned from)
{
    if (c->tries == 0) return;
    if (row_i == c->count) {
        c->judge(c);
        return;
    }
    const row *of = &c->row[row_i];
    const uint64_t chosen = c->chosen;
    const unsigned most = c->r->rules->sequence_below;
    choose(c, row_i + 1, 0);
    for (unsigned first = from; first + SIZE <= of->length; first++) {
        unsigned end = first;
        while (end < of->length && end - first < most && is_left(c, of->low + end, of->suit)) {
            choose_face(c, of->low + end++, of->suit);
            c->chosen = chosen | cn_faces_row(of->low + first, of->suit, end - first);
            if (end - first >= SIZE) choose(c, row_i, of->once ? end : first);
        }
        while (end > first) give_face_back(c, of->low + --end, of->suit);
        c->chosen = chosen;
    }
}

bool cn_runs_that_open(const cn_reachable *r, const cn_cards *hand, uint32_t *ranks,
                       uint64_t *faces)
{
    assert(r->staged == 0);
    const uint64_t runs = cn_faces_in_runs(cn_faces_held(hand), SIZE);
    choices c = {.r = r, .tries = TRIES, .groups = CN_ALL_RANKS | r->full};
    c.judge = r->wilds == 0 ? judge : judge_with_wilds;
    memcpy(c.held, r->held, sizeof c.held);
    memcpy(c.suits, hand->suits, sizeof c.suits);
    if (!find_rows(&c, runs, cn_faces_twice(hand))) return false;
    choose(&c, 0, 0);
    *ranks = c.ranks;
    *faces = c.faces;
    return c.tries > 0;
}

/* ---- something is staged ---- */

/* The begun meld of a rank finds its naturals. */
static bool is_finished(const choices *c)
{
    const cn_side *side = cn_public_acting(c->pub);
    const unsigned open = c->pub->turn.open_meld;
    if (open == CN_NO_MELD || side->meld[open].rank >= CN_RANKS) return true;
    return side->meld[open].naturals + (unsigned)c->held[side->meld[open].rank] >= PAIR;
}

/* This opening has a wild more where nothing else wants it, of either sort. */
static bool spares_a_wild(choices *c, const cn_reachable *left)
{
    const int32_t two = left->rules->value[CN_KIND_TWO], joker = left->rules->value[CN_KIND_JOKER];
    const unsigned apart = left->due > 0 ? left->due : 1;
    const cn_laid laid = cn_lay_all(left, apart, 0);
    if (laid.points < left->need) {
        if (!laid.all_wilds && cn_lay_all(left, apart, left->wilds).points >= left->need)
            c->tries = 0;
        return false;
    }
    const int32_t gap = joker > two ? joker - two : two - joker;
    if (!laid.enough_left || (!laid.all_wilds && laid.points - gap < left->need)) c->tries = 0;
    return true;
}

/* With these sequences, and groups of all that is left. */
static void judge_staged(choices *c)
{
    cn_reachable left;
    if (c->tries > 0) c->tries--;
    if (!is_finished(c)) return;
    cn_reachable_staged(&left, c->r, c->pub, c->held, c->laid, c->points);
    const cn_laid laid = cn_lay_all(&left, left.due, 0);
    if (laid.points < left.need) {
        if (!laid.all_wilds && cn_lay_all(&left, left.due, left.wilds).points >= left.need)
            c->tries = 0;
        return;
    }
    if (!laid.enough_left) {
        c->tries = 0;
        return;
    }
    cn_runs_found *found = &c->found;
    found->onto |= cn_counts_from(c->held, 1);
    found->begin |= cn_counts_from(c->held, SIZE) | laid.pairs | swapped(&left, &laid);
    found->faces |= c->chosen;
    found->ends |= c->ends;
    found->lengthened |= c->lengthened;
    if (left.wilds == 0 || !spares_a_wild(c, &left)) return;
    found->wild = true;
    found->begin |= cn_counts_from(c->held, PAIR) & left.begun;
}

/* The staged sequences from `meld_i` on grow in every way. */
static void lengthen(choices *c, unsigned meld_i)
{
    const cn_side *side = cn_public_acting(c->pub);
    while (meld_i < side->meld_count && side->meld[meld_i].rank != CN_MELD_SEQUENCE) meld_i++;
    if (meld_i == side->meld_count) {
        choose(c, 0, 0);
        return;
    }
    const cn_meld *meld = &side->meld[meld_i];
    const unsigned low = cn_meld_low(meld), suit = cn_meld_suit(meld), size = meld->naturals;
    const unsigned above = low + size, most = c->r->rules->sequence_below;
    const uint64_t lengthened = c->lengthened;
    unsigned down = 0;
    for (;;) {
        unsigned up = 0;
        for (;;) {
            const uint64_t grown = down + up > 0;
            c->lengthened = lengthened | grown << meld_i;
            if (meld_i == c->target)
                c->ends = (down > 0 ? cn_faces_row(low - 1, suit, 1) : 0) |
                          (up > 0 ? cn_faces_row(above, suit, 1) : 0);
            if (size + down + up >= SIZE) lengthen(c, meld_i + 1);
            if (size + down + up >= most || above + up == CN_RANKS || !is_left(c, above + up, suit))
                break;
            choose_face(c, above + up++, suit);
        }
        while (up > 0) give_face_back(c, above + --up, suit);
        if (size + down >= most || down == low || !is_left(c, low - down - 1, suit)) break;
        choose_face(c, low - ++down, suit);
    }
    for (; down > 0; down--) give_face_back(c, low - down, suit);
}

bool cn_runs_that_open_staged(const cn_reachable *r, const cn_public *pub, const cn_cards *hand,
                              unsigned target, cn_runs_found *found)
{
    const uint64_t runs = cn_faces_in_runs(cn_faces_held(hand), SIZE);
    choices c = {.r = r, .tries = TRIES, .judge = judge_staged, .pub = pub, .target = target};
    memcpy(c.held, r->held, sizeof c.held);
    memcpy(c.suits, hand->suits, sizeof c.suits);
    if (!find_rows(&c, runs, cn_faces_twice(hand))) return false;
    lengthen(&c, 0);
    *found = c.found;
    return c.tries > 0 && c.found.onto != 0;
}
