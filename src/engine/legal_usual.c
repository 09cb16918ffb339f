/* The legal steps of usual turns: of a side that has opened, and with cards enough that one can be
 * discarded and the others kept whatever is laid, or so few that nothing is laid that could matter.
 * Not here: all other turns (legal.c), lays (lays_usual.c, lays_usual_onto.c). Invariant: counts
 * and shapes decide all; nothing is searched.
 */
#include "legal_usual.h"

#include "canasta/legal.h"
#include "copy.h"
#include "faces.h"
#include "lays_usual.h"
#include "legal_counted.h"
#include "legal_out.h"
#include "rare.h"
#include "takes.h"
#include "usual.h"

static bool has_limits(const cn_params *p)
{
    return p->twos_as_rank || p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO ||
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO ||
           p->dead_rank != CN_DEAD_RANK_NONE;
}

/* Melds of twos keep no other wilds than twos, and are the only limit. */
static bool twos_are_counted(const cn_params *p)
{
    return p->twos_as_rank && p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_WILD_MELD &&
           p->dead_rank == CN_DEAD_RANK_NONE;
}

/* Where melds of wilds and sequences close, and what keeps melds of a rank from being joined. */
static void derive_limits(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const unsigned full = (unsigned)p->canasta_size, longest = (unsigned)p->sequence_max;
    const bool wilds_close = !p->add_wild_to_canasta && full < rules->wild_most;
    const bool close = !p->add_natural_to_canasta && full < longest;
    const bool only_wilds = p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE &&
                            p->meld_max == 0 && p->wild_ratio_exceptions.count == 0;
    rules->wilds_below = wilds_close ? (uint8_t)full : rules->wild_most;
    rules->sequence_below = (uint8_t)(close ? full : longest);
    rules->wilds_to_join = only_wilds ? (int8_t)p->max_wilds : -1;
}

void cn_derive_usual_turns(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool wilds = !p->wild_meld || (p->wild_meld_max >= p->meld_min &&
                                         (p->wild_canasta || p->canasta_size > p->meld_min));
    const bool locks =
        p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD && rules->many;
    const bool twos = p->twos_as_rank && (p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED ||
                                          p->wild_meld || p->dead_rank != CN_DEAD_RANK_NONE);
    derive_limits(rules);
    rules->usual = !rules->plain && cn_finishes_by_number(p) && wilds && !locks && !twos &&
                   !p->black3_meld_wilds;
    rules->limited = has_limits(p);
    rules->counted = (!has_limits(p) || twos_are_counted(p)) && cn_has_counted_turns(rules);
    rules->counted_ranks = rules->counted && !p->sequences && !p->twos_as_rank &&
                           p->same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE;
}

static inline void set_table(cn_lay_table *t, const cn_rules *rules, const cn_public *pub,
                             const cn_cards *hand, const cn_side *side)
{
    t->rules = rules;
    t->pub = pub;
    t->hand = hand;
    t->side = side;
    t->lays = NULL;
    t->opening = t->wild_locks = false;
    t->own_melds = rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
    t->two = hand->kind[CN_KIND_TWO] > 0;
    t->joker = hand->kind[CN_KIND_JOKER] > 0;
    t->wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    t->dead = 0;
    t->faces = rules->p.sequences ? cn_faces_held(hand) : 0;
}

/* Minds what rules seldom know; false if it makes the turn an unusual one: little room for melds
 * that may yet come together (S18). */
static CN_RARE bool mind_limits(cn_lay_table *t)
{
    const cn_params *p = &t->rules->p;
    if (p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO && t->side->meld_count >= CN_MELDS_MAX / 2)
        return false;
    t->wild_locks = p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO;
    cn_limit_lays(t);
    return true;
}

static CN_RARE bool usual_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    const bool last = hand->size == 1 || !cn_black3_are_out(rules, pub, hand, side);
    if ((last && (turn->to_meld & turn->open_meld) == CN_NO_MELD) || !cn_is_free(rules, pub, side))
        return cn_legal_to_go_out(rules, pub, hand, mask);
    const bool far = cn_is_far_from_the_end(rules, pub, hand);
    cn_lay_table t;
    set_table(&t, rules, pub, hand, side);
    if (rules->limited && !mind_limits(&t)) return false;
    if (turn->to_meld != CN_NO_MELD) return cn_usual_lays_onto(&t, turn->to_meld, far, mask);
    if (turn->open_meld != CN_NO_MELD)
        return cn_usual_lays_onto_open(&t, turn->open_meld, far, mask);
    return cn_usual_lays(&t, far, mask);
}

CN_RARE bool cn_legal_uncounted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                cn_mask *mask)
{
    return rules->usual && cn_public_acting_has_opened(pub) && usual_meld(rules, pub, hand, mask);
}

bool cn_legal_usual(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_mask *mask)
{
    if (pub->phase != CN_PHASE_MELD) return false;
    return (rules->counted && cn_legal_counted(rules, pub, hand, mask)) ||
           cn_legal_uncounted(rules, pub, hand, mask);
}
