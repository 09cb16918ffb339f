/* Draws a world.
 * Not here: which cards and places there are (engine/unseen.c). Invariant: as in the header. */
#include "random/imagine.h"

#include <assert.h>
#include <string.h>

enum { TRIES_MAX = 20000, THREES_TRIES_MAX = 1 << 16 };

/* Numbers of 16 bits, four of each word of the stream. */
typedef struct bits {
    cn_stream *stream;
    uint64_t word;
    unsigned left;
} bits;

static inline uint32_t next_bits(bits *b)
{
    if (b->left == 0) {
        b->word = cn_stream_next(b->stream);
        b->left = 4;
    }
    const uint32_t low = (uint32_t)(b->word & 0xffff);
    b->word >>= 16;
    b->left--;
    return low;
}

/* Uniform in 0..bound-1, as cn_stream_below but for small bounds: at most that of a deck. */
static inline unsigned below(bits *b, unsigned bound)
{
    uint32_t product = next_bits(b) * bound;
    if ((product & 0xffff) < bound) {
        const uint32_t surplus = 0x10000U % bound;
        while ((product & 0xffff) < surplus) product = next_bits(b) * bound;
    }
    return product >> 16;
}

/* Puts a card drawn from the first `from` .. `to - 1` at each place of `from` .. `until - 1`. */
static inline void shuffle(cn_card *card, unsigned from, unsigned until, unsigned to, bits *b)
{
    for (unsigned i = from; i < until; i++) {
        const unsigned chosen_i = i + below(b, to - i);
        const cn_card chosen = card[chosen_i];
        card[chosen_i] = card[i];
        card[i] = chosen;
    }
}

/* Threes that are laid out at once lie behind the others: the closed places, which are the first,
 * are filled without them. */
static void draw_freely(cn_card *card, const cn_unseen *unseen, bits *b)
{
    shuffle(card, 0, unseen->closed, unseen->count - unseen->threes, b);
    shuffle(card, unseen->closed, unseen->count, unseen->count, b);
}

/* True as often as so many of the cards that came to a hand are all among the open ones. */
static bool are_open(const cn_unseen_hand *hand, unsigned held, bits *b)
{
    if (hand->open >= hand->came) return true;
    for (unsigned i = 0; i < held; i++)
        if (i >= hand->open || below(b, (unsigned)hand->came - i) >= hand->open - i) return false;
    return true;
}

/* The hand that the place is in. */
static unsigned hand_of(const cn_unseen *unseen, unsigned place)
{
    unsigned i = 0;
    while (place < unseen->hand[i].first || place - unseen->hand[i].first >= unseen->hand[i].count)
        i++;
    return i;
}

static bool has_room(const cn_unseen_hand *hand, cn_card three, unsigned held)
{
    if (hand->threes_least > 0 && cn_card_suit(three) >= hand->three_suits) return false;
    return held < hand->threes_most;
}

/* The places of threes, in their order and as a set. */
typedef struct spots {
    uint16_t place[CN_DECK_CARDS_MAX];
    uint64_t taken[(CN_DECK_CARDS_MAX + 63) / 64];
} spots;

static bool is_taken(const spots *s, unsigned place)
{
    return (s->taken[place / 64] >> (place % 64) & 1) != 0;
}

/* A place of its own for each three, none of them closed. False if a limit is not kept. */
static bool place_threes(spots *s, const cn_unseen *unseen, const cn_card *three, bits *b)
{
    unsigned held[CN_SEATS_MAX] = {0};
    memset(s->taken, 0, sizeof s->taken);
    for (unsigned i = 0; i < unseen->threes;) {
        const unsigned at = unseen->closed + below(b, (unsigned)unseen->count - unseen->closed);
        if (is_taken(s, at)) continue;
        s->taken[at / 64] |= (uint64_t)1 << (at % 64);
        if (at < unseen->in_hands) {
            const unsigned hand = hand_of(unseen, at);
            if (!has_room(&unseen->hand[hand], three[i], held[hand]++)) return false;
        }
        s->place[i++] = (uint16_t)at;
    }
    for (unsigned i = 0; i < unseen->hand_count; i++)
        if (held[i] < unseen->hand[i].threes_least || !are_open(&unseen->hand[i], held[i], b))
            return false;
    return true;
}

/* Where hands are limited the threes are placed first, again and again until all limits are kept.
 * The other cards are shuffled, and those on these places make way. False if the limits are never
 * kept: then the view was told what cannot be. */
static bool draw_within_limits(cn_card *card, const cn_unseen *unseen, bits *b)
{
    const unsigned others = (unsigned)unseen->count - unseen->threes;
    const cn_card *three = &unseen->card[others];
    spots s;
    unsigned tries = 0, spare = others;
    while (!place_threes(&s, unseen, three, b))
        if (tries++ == THREES_TRIES_MAX) return false;
    memcpy(card, unseen->card, others);
    shuffle(card, 0, others, others, b);
    for (unsigned i = 0; i < unseen->threes; i++) {
        if (s.place[i] >= others) continue;
        while (is_taken(&s, spare)) spare++;
        card[spare++] = card[s.place[i]];
    }
    for (unsigned i = 0; i < unseen->threes; i++) card[s.place[i]] = three[i];
    return true;
}

static bool draw(cn_card *card, const cn_unseen *unseen, bits *b)
{
    if (unseen->limited) return draw_within_limits(card, unseen, b);
    memcpy(card, unseen->card, unseen->count);
    draw_freely(card, unseen, b);
    return true;
}

bool cn_imagine(cn_world *world, const cn_view *view, const cn_rules *rules,
                const cn_unseen *unseen, cn_stream *stream)
{
    bits b = {stream, 0, 0};
    cn_card card[CN_DECK_CARDS_MAX];
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        if (!draw(card, unseen, &b)) return false;
        cn_world_fill(world, view, rules, unseen, card);
        if (!unseen->doubtful || cn_world_can_go_on(world, rules)) return true;
    }
    return false;
}
