/* The legal steps found step by step: what shapes and counts leave in doubt is searched.
 * Not here: turns in which nothing is in doubt (legal_plain.h).
 * Invariant: a step is found if it is possible and the turn can be finished after it. */
#ifndef CANASTA_LEGAL_SEARCH_H
#define CANASTA_LEGAL_SEARCH_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "engine/cards/counts.h"
#include "engine/finish/effort.h"
#include "engine/finish/opening_draft.h"
#include "engine/table/faces.h"

/* What is asked, and what has been found out on the way. */
typedef struct cn_inquiry {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    unsigned only;    /* the step that is asked for; CN_STEPS: all */
    uint32_t effort;  /* for each step */
    cn_mask unsure;   /* steps that a search gave up on */
    bool searched;    /* some lay was tried */
    bool fits_asked;  /* this says something: */
    bool fits;        /* no two cards are known to stay (cn_two_cards_stay) */
    bool out_asked;   /* these say something: */
    bool out, no_out; /* there is a way to go out in this turn; there is none */
    bool drafts;      /* `draft` is made: the side has not opened */
    cn_draft draft;
} cn_inquiry;

/* The draft is left as it is: it is made where it is used. */
static inline void cn_inquiry_set(cn_inquiry *at, const cn_rules *rules, const cn_public *pub,
                                  const cn_cards *hand, unsigned only)
{
    at->rules = rules;
    at->pub = pub;
    at->hand = hand;
    at->only = only;
    at->effort = CN_EFFORT_USUAL;
    at->unsure = (cn_mask){{0}};
    at->searched = at->fits_asked = at->out_asked = at->out = at->no_out = false;
    at->drafts = false;
}

/* The steps found with the effort there is, in PHASE_DRAW or PHASE_MELD. */
cn_mask cn_legal_with_effort(cn_inquiry *at);

/* Not 0 where no question is put any more in this turn (P67), whatever is begun or named. */
static inline unsigned cn_bars_to_ask(const cn_public *pub)
{
    const cn_turn *turn = &pub->turn;
    return turn->asked | (unsigned)turn->laid_beyond | pub->packets[pub->asker];
}

/* Some of what a question needs (P67); the rest is asked of possible.c. */
static inline bool cn_may_ask(const cn_rules *rules, const cn_public *pub)
{
    const cn_turn *turn = &pub->turn;
    const unsigned named = (unsigned)(turn->open_meld & turn->to_meld) ^ CN_NO_MELD; /* either */
    const unsigned bars = cn_bars_to_ask(pub) | turn->staging | named;
    return rules->p.ask_partner != CN_ASK_PARTNER_NONE && bars == 0;
}

/* Of `threes` in hand those that do not leave it with the opening (P97). */
static inline unsigned cn_threes_that_stay(const cn_rules *rules, const cn_cards *hand,
                                           unsigned threes)
{
    const unsigned red3 = hand->kind[CN_KIND_RED3];
    const unsigned black3 = cn_is_bonus(rules, CN_KIND_BLACK3) ? 0 : threes - red3;
    return cn_is_bonus(rules, CN_KIND_RED3) ? black3 : black3 + red3;
}

/* True if two cards of the hand find no meld in this turn, so that it does not go out; told too
 * seldom rather than too often. Cards of the ranks `in_sequences` could go into one. Without
 * branches, because nobody foresees what is held. */
static inline bool cn_two_cards_stay_outside(const cn_rules *rules, const cn_side *side,
                                             const cn_cards *hand, uint32_t in_sequences)
{
    enum { THREE = 3 };
    const cn_params *p = &rules->p;
    if (p->min_naturals < 2) return false;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned black3 = hand->kind[CN_KIND_BLACK3], least = (unsigned)p->meld_min;
    const unsigned with = p->black3_meld_wilds ? wilds : 0;
    const unsigned group =
        (p->black3_meld != CN_BLACK3_MELD_NEVER) &
        ((side->naturals[CN_MELD_BLACK3] > 0) | (black3 + with >= (unsigned)p->black3_meld_min));
    unsigned threes = hand->kind[CN_KIND_RED3] + (black3 & (group - 1));
    if (p->hold_one_three) threes = cn_threes_that_stay(rules, hand, threes);
    const uint32_t alone = CN_ALL_RANKS & ~cn_counts_from(side->naturals, 1) & ~in_sequences;
    const uint32_t held = alone & cn_counts_from(hand->kind, 1);
    const uint32_t more = alone & cn_counts_from(hand->kind, 2);
    const uint32_t pairs = more & ~cn_counts_from(hand->kind, least);
    const unsigned count = (unsigned)__builtin_popcount(pairs);
    const unsigned cards = least == THREE ? 2 * count : cn_counts_sum_of(hand->kind, pairs);
    const unsigned single = (unsigned)__builtin_popcount(held & ~more);
    return (count * least > wilds + cards) | (single + threes >= 2);
}

/* The same of any hand. */
static inline bool cn_two_cards_stay(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const uint32_t ranks = rules->p.sequences ? cn_ranks_in_sequences(rules, side, hand) : 0;
    return cn_two_cards_stay_outside(rules, side, hand, ranks);
}

#endif
