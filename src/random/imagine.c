/* Draws a world.
 * Not here: which cards and places there are (engine/unseen.c). Invariant: as in the header. */
#include "random/imagine.h"

#include <string.h>

#include "random/places.h"

enum { TRIES_MAX = 20000, THREES_TRIES_MAX = 1 << 16 };

/* True as often as so many of the cards that came to a hand are all among the open ones. */
static bool are_open(const cn_unseen_hand *hand, unsigned held, cn_bits *b)
{
    if (hand->open >= hand->came) return true;
    for (unsigned i = 0; i < held; i++)
        if (i >= hand->open || cn_bits_below(b, (unsigned)hand->came - i) >= hand->open - i)
            return false;
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
static bool place_threes(spots *s, const cn_unseen *unseen, const cn_card *three, cn_bits *b)
{
    unsigned held[CN_SEATS_MAX] = {0};
    memset(s->taken, 0, sizeof s->taken);
    for (unsigned i = 0; i < unseen->threes;) {
        const unsigned at =
            unseen->closed + cn_bits_below(b, (unsigned)unseen->count - unseen->closed);
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
static bool draw_within_limits(cn_card *card, const cn_unseen *unseen, cn_bits *b)
{
    const unsigned others = (unsigned)unseen->count - unseen->threes;
    const cn_card *three = &unseen->card[others];
    spots s;
    unsigned tries = 0, spare = others;
    while (!place_threes(&s, unseen, three, b))
        if (tries++ == THREES_TRIES_MAX) return false;
    memcpy(card, unseen->card, others);
    cn_bits_shuffle(card, others, 0, 0, b);
    for (unsigned i = 0; i < unseen->threes; i++) {
        if (s.place[i] >= others) continue;
        while (is_taken(&s, spare)) spare++;
        card[spare++] = card[s.place[i]];
    }
    for (unsigned i = 0; i < unseen->threes; i++) card[s.place[i]] = three[i];
    return true;
}

static bool draw(cn_card *card, const cn_unseen *unseen, cn_bits *b)
{
    if (unseen->limited) return draw_within_limits(card, unseen, b);
    memcpy(card, unseen->card, unseen->count);
    cn_bits_shuffle(card, unseen->count, unseen->closed, unseen->threes, b);
    return true;
}

bool cn_imagine(cn_world *world, const cn_view *view, const cn_rules *rules,
                const cn_unseen *unseen, cn_stream *stream)
{
    cn_bits b = {*stream, 0, 0};
    cn_card card[CN_DECK_CARDS_MAX + CN_PLACES_AT_ONCE];
    bool fits = false;
    for (unsigned tries = 0; tries < TRIES_MAX && !fits; tries++) {
        if (!draw(card, unseen, &b)) break;
        cn_world_fill(world, view, rules, unseen, card);
        fits = !unseen->doubtful || cn_world_can_go_on(world, rules);
    }
    *stream = b.stream;
    return fits;
}
