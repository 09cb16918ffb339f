/* What makes a turn a usual one: counts that leave nothing in doubt.
 * Not here: the steps of such turns (legal_usual.c, legal_counted.c). Invariant: told too seldom
 * rather than too often. */
#ifndef CANASTA_USUAL_H
#define CANASTA_USUAL_H

#include "out.h"
#include "stay.h"
#include "takers.h"

/* A card is held that is never discarded. */
static inline bool cn_some_are_stuck(const cn_rules *rules, const cn_cards *hand)
{
    uint32_t held, stuck;
    static_assert(CN_KIND_RED3 == CN_KIND_BLACK3 + 3, "they are the first and the last of four");
    memcpy(&held, hand->kind + CN_KIND_BLACK3, sizeof held);
    memcpy(&stuck, rules->stuck, sizeof stuck);
    return (held & stuck) != 0;
}

/* Even a new meld, finished, leaves a card to discard and those to keep; none is stuck. */
static inline bool cn_is_far_from_the_end(const cn_rules *rules, const cn_public *pub,
                                          const cn_cards *hand)
{
    const unsigned held = pub->hand_count[pub->asker];
    return (held > rules->plenty ||
            held > cn_keep_cards(rules, pub) + (unsigned)rules->p.meld_min) &&
           !cn_some_are_stuck(rules, hand) && cn_stock_lets_go_on(rules, pub);
}

/* P109: a full sequence lies there, which grows only on the way out. */
static inline bool cn_full_sequence_grows(const cn_rules *rules, const cn_side *side)
{
    const unsigned full = (unsigned)rules->p.sequence_max;
    return rules->p.sequence_extend_going_out && side->naturals[CN_MELD_SEQUENCE] >= full &&
           cn_sequences_from(side, full) != 0;
}

/* The side has opened, nothing obliges it to go out, no sequence either (P109) if it may go out at
 * all, and there is room for more melds. */
static inline bool cn_is_free(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    static_assert(CN_BLACK3_NONE == 0 && (CN_ANSWER_NO & CN_ANSWER_YES) == 0,
                  "nothing is 0, and a no has not the bit of a yes");
    const unsigned obliges = (unsigned)turn->laid_black3 | (turn->answer & CN_ANSWER_YES) |
                             turn->staging | turn->opened_exempt;
    return obliges == 0 && side->meld_count - 1U < CN_MELDS_MAX - 1U &&
           (!cn_full_sequence_grows(rules, side) || !cn_answer_lets_out(rules, pub));
}

/* P65: more than one card would be left that nothing takes after black threes, or a packet waits,
 * whose cards nobody has seen yet. */
static inline bool cn_black3_are_out(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, const cn_side *side)
{
    const cn_params *p = &rules->p;
    const unsigned held = hand->kind[CN_KIND_BLACK3];
    return hand->size > held + 1U || p->black3_meld == CN_BLACK3_MELD_NEVER ||
           pub->packets[pub->asker] > 0 || held == 0 ||
           ((int32_t)held < p->black3_meld_min && side->naturals[CN_MELD_BLACK3] == 0);
}

/* Most cards of a meld of a rank; naturals fit up to there. */
static inline unsigned cn_most_cards(const cn_params *p)
{
    unsigned most = CN_NATURALS_MAX;
    if (p->meld_max > 0 && (unsigned)p->meld_max < most) most = (unsigned)p->meld_max;
    if (!p->add_natural_to_canasta && (unsigned)p->canasta_size < most)
        most = (unsigned)p->canasta_size;
    return most;
}

/* The next card finishes a meld of a rank, whichever it is, or the naturals in hand do. */
static inline bool cn_is_finished_soon(const cn_params *p, unsigned naturals, unsigned wilds,
                                       unsigned held)
{
    const unsigned size = naturals + wilds, least = (unsigned)p->meld_min;
    const unsigned of = (unsigned)p->min_naturals;
    const unsigned by_one = (size + 1 == least) & (naturals >= of);
    const unsigned by_naturals = (size < least) & (size + held >= least) & (least > of + wilds);
    return (by_one | by_naturals) != 0;
}

/* Canastas, those that lie there and those that all naturals of a rank and all wilds of a small
 * hand could complete, are too few for going out; told too seldom rather than too often. */
static inline bool cn_canastas_are_beyond_reach(const cn_rules *rules, const cn_public *pub,
                                                const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    const unsigned full = (unsigned)p->canasta_size, need = (unsigned)p->out_canastas;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    if (p->sequences || p->twos_as_rank || hand->size >= full ||
        p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        return false;
    return (unsigned)__builtin_popcountll(cn_melds_in_reach(side, hand, full - wilds)) < need;
}

#endif
