/* Openings: what groups come to, what one needs and must leave, and what chosen cards are worth.
 * Not here: finding one (finish/). Invariant: opening.c says what counts. */
#ifndef CANASTA_OPENING_H
#define CANASTA_OPENING_H

#include "canasta/public.h"
#include "canasta/reason.h"
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/step/shape.h"

/* What a set of staged melds is worth to an opening. */
typedef struct cn_opening {
    int32_t points;       /* the count */
    unsigned hand_number; /* of the game: bonuses may go by it (P189) */
    bool pure;            /* initial_needs_pure is met */
    bool splash;          /* min_exempt_splash */
    bool canasta;         /* a complete canasta of any kind */
    bool natural_canasta; /* a natural rank canasta */
    bool mixed_canasta;
    bool unfit;            /* the top's group is none without the top, where it must be (P44) */
    bool open_lock;        /* an unfinished meld that locks wilds (twos) */
    bool holds_locked;     /* a meld with wilds (twos), that one included */
    bool locked_elsewhere; /* a second one */
} cn_opening;

/* Adds a meld of a rank, of twos, of wilds or of black threes to it; `twos` of its wilds are twos,
 * `top`: one of its naturals is the top card of the pile. */
void cn_opening_add(const cn_rules *rules, cn_opening *opening, const cn_shape *shape,
                    unsigned twos, bool top);
/* Adds a sequence with naturals of these ranks, one bit each; `twos` of its wilds are twos. */
void cn_opening_add_sequence(const cn_rules *rules, cn_opening *opening, const cn_shape *shape,
                             uint32_t ranks, unsigned twos);

/* The staged melds of the side on turn. */
cn_opening cn_opening_staged(const cn_rules *rules, const cn_public *pub);

/* Points that bonuses add to the count (min_counts_bonuses): red threes laid out. */
int32_t cn_opening_bonus_points(const cn_rules *rules, const cn_public *pub);

/* True if shape and count are met for this need; the exemption of a concealed hand aside. */
bool cn_opening_suffices(const cn_rules *rules, const cn_opening *opening, cn_need need);

/* True if everything but the count is met. */
bool cn_opening_shape_fits(const cn_rules *rules, const cn_opening *opening, cn_need need);

/* Why `open` is refused now, CN_OK if its conditions are met. */
cn_reason cn_opening_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* What an opening must come to, worked out once for a search. */
typedef struct cn_goal {
    cn_need need;
    int32_t bonus_points; /* of laid-out threes, where they count */
    uint32_t fitting;     /* ranks of which naturals in hand could be laid somehow */
    unsigned hand;        /* hand cards, held threes not counted */
    unsigned rest;        /* cards of the pile that come to the hand with the opening */
    unsigned keep;        /* cards that must then be there, one of them to discard */
    unsigned packet;      /* cards of a packet that the first own canasta brings (P112, P151) */
    unsigned stuck;       /* of hand and rest, cards that can never be discarded */
    unsigned threes;      /* of going out: held ones besides the cards that are looked at */
    bool any_left;        /* an emptied hand picks up a packet: nothing need be kept (P111) */
    const cn_cards *cards;
} cn_goal;

/* P80, P95: the talon that the opening which is staged, or could be, will earn for certain,
 * whatever replaces its threes. */
bool cn_talon_follows(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* P187: first melds that have left so many cards in hand need no count: none, and the pile brings
 * none. */
bool cn_opening_empties_hand(const cn_rules *rules, const cn_public *pub, unsigned left);

cn_goal cn_goal_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Cards that an opening draws if cards are left, with so many threes of the hand laid out (P97),
 * where the stock has them: its own (P110), and what replaces threes, those of a taken pile too
 * (P33). */
unsigned cn_opening_draws(const cn_rules *rules, const cn_public *pub, unsigned threes);

/* The pile's cards that the `open` brings, on top of `hand` (may be NULL); buried ones are not
 * counted (P151). */
unsigned cn_goal_add_rest(const cn_rules *rules, const cn_public *pub, cn_cards *hand);

/* Enough is left to discard one card and keep what must be kept, once `added` cards are laid. */
bool cn_goal_leaves_enough(const cn_goal *goal, unsigned added, bool canasta);

/* Of the ranks so many, the dearest ones; `*last` is the value of the cheapest of them. */
static inline cn_sixteen cn_dearest_places(const cn_rules *rules, cn_sixteen ranks, unsigned count,
                                           int16_t *last)
{
    uint32_t left = cn_sixteen_bits(ranks) & CN_ALL_RANKS, chosen = 0;
    *last = rules->value[rules->dearest[0]];
    for (const uint8_t *rank = rules->dearest; count > 0 && left != 0; rank++) {
        const uint32_t bit = left & UINT32_C(1) << *rank;
        if (bit == 0) continue;
        chosen |= bit;
        left &= ~bit;
        *last = rules->value[*rank];
        count--;
    }
    return cn_sixteen_places(chosen);
}

static inline uint32_t cn_dearest_of(const cn_rules *rules, uint32_t ranks, unsigned count,
                                     int16_t *last)
{
    return cn_sixteen_bits(cn_dearest_places(rules, cn_sixteen_places(ranks), count, last));
}

/* The values of all cards of the side's melds, among which is no sequence. */
CN_USUAL int32_t cn_melds_worth(const cn_rules *rules, const cn_side *side)
{
    const int32_t two = rules->value[CN_KIND_TWO], joker = rules->value[CN_KIND_JOKER];
    const int32_t wilds = (int32_t)cn_counts_sum(side->wilds);
    int32_t jokers = 0;
    const cn_meld *meld = side->meld;
    for (int32_t left = wilds; left > 0; left -= meld++->wilds) jokers += meld->jokers;
    return cn_sixteen_worth(cn_sixteen_load(side->naturals), rules->value) + wilds * two +
           jokers * (joker - two);
}

/* The value of so many wilds of the hand, the dear ones first. */
CN_USUAL int32_t cn_wilds_worth(const cn_rules *rules, unsigned twos, unsigned jokers,
                                unsigned laid)
{
    const int32_t two = rules->value[CN_KIND_TWO], joker = rules->value[CN_KIND_JOKER];
    if (laid == twos + jokers) return (int32_t)twos * two + (int32_t)jokers * joker;
    const unsigned dear = joker >= two ? jokers : twos;
    const unsigned first = dear < laid ? dear : laid;
    const int32_t high = joker >= two ? joker : two, low = joker >= two ? two : joker;
    return (int32_t)first * high + (int32_t)(laid - first) * low;
}

#endif
