/* The conditions of a side's first meld, on the groups staged (P42, P44, P86, S10).
 * Not here: whether the cards at hand can reach them (plan.h).
 * Invariant: one place says what counts towards the opening. */
#ifndef CANASTA_OPENING_H
#define CANASTA_OPENING_H

#include "canasta/public.h"
#include "canasta/reason.h"
#include "engine/step/shape.h"

/* True if an opening needs nothing but its count, which is the value of its cards, whatever else is
 * laid (P42, P44, P53, P61, P100). */
bool cn_only_points_open(const cn_params *p);

/* What a set of staged melds is worth to an opening. */
typedef struct cn_opening {
    int32_t points;       /* the count */
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
/* Adds a sequence of `length` cards from rank `low` up. */
void cn_opening_add_sequence(const cn_rules *rules, cn_opening *opening, unsigned low,
                             unsigned length);

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

#endif
