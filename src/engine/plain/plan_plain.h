/* The closed form of the plain game: what a hand can become in the turn, told from counts; and what
 * the files of it share. Not here: searches (finish/). Invariant: exact where cn_rules says that
 * the game is plain. */
#ifndef CANASTA_PLAN_PLAIN_H
#define CANASTA_PLAN_PLAIN_H

#include <assert.h>
#include <string.h>

#include "canasta/public.h"
#include "canasta/step.h"
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/step/shape.h"

typedef struct cn_plan {
    const cn_rules *rules;
    uint8_t held[CN_COUNTS];     /* naturals in hand, by rank; other places mean nothing */
    uint8_t naturals[CN_COUNTS]; /* of the own meld of the rank, staged ones included; 0: no meld */
    uint8_t wilds[CN_COUNTS];    /* in that meld */
    uint8_t twos, jokers;        /* in hand */
    uint8_t black3;              /* in hand */
    uint8_t black3_laid;
    bool black3_closed; /* an `open` ended their one action (P65, P123) */
    uint8_t hand;       /* cards in hand */
    uint8_t open_rank;  /* rank of the unfinished meld, CN_KIND_NONE if none */
    uint8_t run_rank;   /* rank the present run of lays goes to, CN_KIND_NONE if none; not while
                           staging */
    uint8_t run_cards;  /* cards that were in its meld before the run, and wilds of the run (P57) */
    bool opened;        /* the side has melds that are not staged */
    bool staging;
    bool pending;      /* a pile was taken with the opening and waits for `open` */
    bool exempt;       /* going out at once needs no count in this turn (P86) */
    uint8_t rest;      /* cards of the pending pile that would reach the hand */
    uint8_t rest_kind; /* kind of the last of them */
    uint8_t answer;    /* cn_answer */
    int32_t staged_points;
    int32_t minimum_points;
} cn_plan;

/* Canastas needed to go out: plain rules ask for the same in every hand. */
static inline unsigned cn_plan_needed(const cn_plan *plan)
{
    return (unsigned)plan->rules->p.out_canastas.value[0];
}

/* Fills cn_rules.plain and what is derived for such rules. */
void cn_derive_plain(cn_rules *rules);

/* A pile was taken and comes with the opening: the closed form then tells only whether the turn can
 * be finished, not whether by going out. */
static inline bool cn_plan_pile_comes(const cn_public *pub)
{
    return pub->turn.staging && pub->turn.took;
}

/* The answer that binds this turn (P70, P72). */
static inline unsigned cn_binding_answer(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.ask_binding ? pub->turn.answer : (unsigned)CN_ANSWER_NONE;
}

/* Nothing but max_wilds limits wilds. */
static inline bool cn_wilds_are_free(const cn_rules *rules)
{
    return rules->wilds_free;
}

/* Most wilds in a meld of so many naturals. */
static inline unsigned cn_wild_cap(const cn_rules *rules, unsigned naturals)
{
    return rules->wild_cap[naturals < CN_WILD_CAPS ? naturals : CN_WILD_CAPS - 1];
}

/* A page's module is made without the closed form (wasm/build): the search says the same. */
#ifndef CN_HAS_CLOSED_FORM
#define CN_HAS_CLOSED_FORM 1
#endif

/* The closed form holds for every seat, whatever lies. */
static inline bool cn_is_plain(const cn_rules *rules)
{
    return CN_HAS_CLOSED_FORM && rules->plain;
}

/* The closed form holds for pub->asker. */
static inline bool cn_plain_holds(const cn_rules *rules, const cn_public *pub)
{
    return cn_is_plain(rules) || (CN_HAS_CLOSED_FORM && rules->plain_while_single &&
                                  cn_melds_are_single(cn_public_acting(pub)));
}

/* A pile that is taken brings cards that nobody has seen, for its red threes (P33): the closed form
 * does not know what they mean for whoever must go out (P137). */
static inline bool cn_plan_threes_come(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.red3_in_pile == CN_RED3_IN_PILE_EXPOSE_AND_REPLACE &&
           pub->pile_cards.kind[CN_KIND_RED3] > 0 && pub->stock_count > 0;
}

/* True if the closed form decides whether the turn can be finished; where a yes that was given
 * before a take binds (P70), it does not. */
static inline bool cn_plan_decides(const cn_rules *rules, const cn_public *pub)
{
    if (!cn_plain_holds(rules, pub)) return false;
    return !cn_plan_pile_comes(pub) ||
           (pub->turn.answer != CN_ANSWER_YES && !cn_plan_threes_come(rules, pub));
}

/* The turn of pub->asker, who holds `hand`. */
void cn_plan_make(cn_plan *plan, const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The same of a side that has not opened, whose cn_public_staged_points and need are known. */
void cn_plan_make_opening(cn_plan *plan, const cn_rules *rules, const cn_public *pub,
                          const cn_cards *hand, int32_t staged_points, int32_t minimum_points);

/* Moves a card of `kind` from the hand to the meld of `rank` (CN_KIND_BLACK3 for black threes),
 * beginning it if needed. */
void cn_plan_lay(cn_plan *plan, unsigned kind, unsigned rank);

/* Ends staging; a pending pile is `pile` (rest only), added to the hand. */
void cn_plan_open(cn_plan *plan, const cn_public *pub);

/* A card of that kind is drawn. */
void cn_plan_draw(cn_plan *plan, unsigned kind);

/* Takes the pile by the step `number`. */
void cn_plan_take(cn_plan *plan, const cn_public *pub, unsigned number);

/* True if the turn can be finished legally from here. */
bool cn_plan_completable(const cn_plan *plan);

/* True if the seat can go out in this turn. */
bool cn_plan_can_go_out(const cn_plan *plan);

/* True if the turn can be finished without going out. */
bool cn_plan_can_stay(const cn_plan *plan);

/* Complete canastas on the side's table, staged melds included. */
unsigned cn_plan_canastas(const cn_plan *plan);

/* An opening that lays all it can for the highest count. */
typedef struct cn_reach {
    int32_t points;    /* the count; -1: the begun meld cannot be finished */
    unsigned left;     /* hand cards it leaves */
    bool wilds_free;   /* its wilds may lie anywhere: no pair needs one, and all find room */
    bool pairs_left;   /* wilds are missing for some pairs */
    int32_t wild_room; /* more wilds than its own have room; below 0: not all of them have */
    uint16_t pairs;    /* ranks of which two cards and a wild make a meld */
    uint16_t chosen;   /* those of it, the dearest ones */
    int16_t last;      /* value of a card of the cheapest of them */
} cn_reach;
cn_reach cn_plan_reach(const cn_plan *plan);

/* Of the fitting `lays` (bits by step number) of a side that has not opened: those after which the
 * turn can be finished by that opening or one like it, and those after which no opening has its
 * count any more. Others are not told. */
typedef struct cn_judged {
    uint64_t sure, barred;
} cn_judged;
cn_judged cn_plan_judge_lays(const cn_plan *plan, const cn_reach *reach, uint64_t lays);

/* Of a side with nothing on the table that stays in this turn, in whose hand two ranks have one
 * card each: its legal lays. */
uint64_t cn_plan_first_lays(const cn_rules *rules, const cn_cards *hand, int32_t minimum_points);

/* The same of any hand, or CN_PLAN_UNSURE where a plan must be asked. */
#define CN_PLAN_UNSURE UINT64_MAX
uint64_t cn_plan_first_lays_of_few(const cn_rules *rules, const cn_cards *hand,
                                   int32_t minimum_points);

/* An opening that is staged: melds of ranks only, one of a rank, each of which all naturals in hand
 * fit. */
typedef struct cn_staged {
    const uint8_t *wild_caps; /* most wilds of a meld, by naturals, the last entry for all above */
    int32_t points, need;     /* so far, and at last */
    unsigned loose, keep;     /* hand cards that can be laid or discarded; such that stay */
    bool stays;               /* the side cannot go out without the count */
} cn_staged;

/* The same of plain rules, where the side stays; `points` are those so far and at last. */
uint64_t cn_plan_next_of_plain(const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                               uint64_t lays, const int32_t points[2], unsigned keep);

/* A meld of a rank that was begun, and what the hand has for it. */
typedef struct cn_begun {
    unsigned naturals, wilds, held, wilds_held;
} cn_begun;

enum {
    CN_PLAN_NEVER = 99,
    CN_PLAN_KEPT = 2 /* hand cards a turn that goes on needs: one is kept, one discarded */
};

/* Fewest hand cards that finish it; CN_PLAN_NEVER if they are not at hand. */
unsigned cn_plan_finish_cards(const cn_rules *rules, const cn_begun *begun);

static inline unsigned cn_plan_wilds_held(const cn_plan *plan)
{
    return (unsigned)plan->twos + plan->jokers;
}

/* The opening staged so far satisfies the count, or the exemption of P86. */
bool cn_plan_may_open(const cn_plan *plan);

enum { NEVER = CN_PLAN_NEVER, MELD_SIZE_MIN = 3, NATURALS_MIN = 2 };

static_assert((int)CN_WILD_CAPS == (int)CN_COUNTS, "the caps are looked up by vectors");

/* Wilds that the meld of each rank can still get when `total` naturals lie there. Where none may be
 * added to a canasta, as many as fit beside the cards it had before the run; an opening is one run
 * (P57). */
static inline void cn_plan_wild_rooms(const cn_plan *plan, const uint8_t *total, uint8_t *rooms)
{
    const cn_rules *rules = plan->rules;
    uint8_t caps[CN_COUNTS];
    cn_counts_look_up(caps, rules->wild_cap, total);
    cn_counts_less(rooms, caps, plan->wilds);
    if (rules->p.add_wild_to_canasta || !plan->opened) return;
    uint8_t size[CN_COUNTS], cards[CN_COUNTS], left[CN_COUNTS];
    memset(size, (int)rules->p.canasta_size, sizeof size);
    cn_counts_add(cards, plan->naturals, plan->wilds);
    if (plan->run_rank < CN_RANKS) cards[plan->run_rank] = plan->run_cards;
    cn_counts_less(left, size, cards);
    cn_counts_least(rooms, rooms, left);
}

/* Hand cards that an opening must leave to a turn that goes on; a pile that comes counts. */
unsigned cn_plan_to_keep(const cn_plan *plan);

/* The count of the opening can be met with at least `keep` cards left in hand. Exact: an opening
 * that leaves them leaves some particular ones, and the highest count of the others is enough. */
bool cn_plan_can_open(const cn_plan *plan, unsigned keep);

#endif
