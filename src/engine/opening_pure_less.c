/* Openings by rules with conditions for their groups that do not lay all they could: too few cards
 * would be left, or wilds take the place of naturals.
 * Not here: what all that can be laid comes to (opening_pure.c). Invariant: as in opening_pure.h.
 */
#include <string.h>

#include "counts.h"
#include "opening_goal.h"
#include "opening_pure.h"
#include "opening_worth.h"
#include "rare.h"

enum { MELD_SIZE = 3, NATURALS = 2 };
enum { WILD_KINDS = 1 << CN_KIND_TWO | 1 << CN_KIND_JOKER };

/* The most hand cards that may be laid. */
static unsigned most_added(const cn_pure_reach *r)
{
    if (r->pub->phase == CN_PHASE_DRAW)
        return (unsigned)(r->loose > r->keep ? r->loose - r->keep : 0);
    const cn_goal goal = cn_goal_make(r->rules, r->pub, r->hand);
    unsigned added = goal.hand;
    while (added > 0 && !cn_goal_leaves_enough(&goal, added, false)) added--;
    return added;
}

/* Ranks of melds that are finished as they lie; the top card makes none (P44). */
static uint32_t finished(const cn_pure_reach *r)
{
    const unsigned open = r->pub->turn.open_meld;
    const uint32_t begun = r->begun & ~r->top;
    return open == CN_NO_MELD ? begun : begun & ~(UINT32_C(1) << r->side->meld[open].rank);
}

/* Naturals of the hand that need not be laid: a card of each group that is `asked` for is, and
 * three lie there, of which as many wilds are taken; or the meld is finished. The top card is none
 * of the three, and brings no wild (P44). */
static uint32_t ranks_with_spare(const cn_pure_reach *r, const uint8_t *dropped, uint32_t asked)
{
    uint8_t held[CN_COUNTS], all[CN_COUNTS], taken[CN_COUNTS], fewer[CN_COUNTS], before[CN_COUNTS];
    cn_counts_less(held, r->held, dropped);
    cn_counts_less(all, r->all, dropped);
    if (r->top != 0) cn_counts_fewer(all, (unsigned)__builtin_ctz(r->top));
    memset(before, 1, sizeof before);
    cn_counts_less(before, all, before);
    cn_counts_look_up(fewer, r->rules->wild_below[1], before);
    cn_counts_look_up(taken, r->rules->wild_below[1], all);
    const uint32_t idle = finished(r) & ~asked & cn_counts_from(held, 1);
    const uint32_t many = cn_counts_from(held, NATURALS) & cn_counts_from(all, MELD_SIZE + 1);
    return r->groups & (many | idle) & ~cn_counts_above(taken, fewer, 0);
}

/* Too few cards would be left: the count is met without some that need not be laid. */
static CN_RARE bool opens_with_fewer(const cn_pure_reach *r, const cn_pure_laid *laid,
                                     int32_t points, uint32_t asked)
{
    const int16_t *value = r->rules->value;
    const unsigned wild = r->jokers > 0 && value[CN_KIND_JOKER] > value[CN_KIND_TWO]
                              ? (unsigned)CN_KIND_JOKER
                              : (unsigned)CN_KIND_TWO;
    uint8_t dropped[CN_COUNTS] = {0};
    unsigned spare = laid->wilds > laid->bound ? laid->wilds - (unsigned)laid->bound : 0;
    const unsigned most = most_added(r);
    unsigned cards = cn_counts_sum_of(r->held, r->groups | laid->pairs) + laid->wilds;
    for (; cards > most; cards--) {
        const uint32_t ranks = ranks_with_spare(r, dropped, asked);
        if (ranks == 0 && spare == 0) return false;
        const unsigned rank = ranks != 0 ? cn_cheapest_of(value, ranks) : wild;
        if (spare > 0 && value[wild] <= value[rank]) {
            points -= value[wild];
            spare--;
        } else {
            points -= value[rank];
            dropped[rank]++;
        }
    }
    return points >= r->need;
}

/* What is laid counts so much if one of the wilds is of that kind, CN_KIND_NONE: of any. */
static inline int32_t points_with(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind)
{
    const bool joker = kind == CN_KIND_JOKER;
    if (kind == CN_KIND_NONE || laid->wilds == 0 || laid->wilds == r->wilds) return laid->points;
    return laid->points + r->rules->value[kind] -
           cn_wilds_worth(r->rules, r->twos, r->jokers, laid->wilds) +
           cn_wilds_worth(r->rules, r->twos - (joker ? 0U : 1U), r->jokers - (joker ? 1U : 0U),
                          laid->wilds - 1U);
}

/* All that can be laid is, but for cards that need not be. */
static inline cn_certainty opens_so(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind,
                                    uint32_t asked)
{
    if (!laid->possible) return CN_SURELY_NOT;
    const int32_t points = points_with(r, laid, kind);
    if (points >= r->need)
        return laid->enough || opens_with_fewer(r, laid, points, asked) ? CN_SURELY : CN_UNSURE;
    return laid->most ? CN_SURELY_NOT : CN_UNSURE;
}

/* The same way with the cards that are left. */
static bool opens_with_these(const cn_pure_reach *less, const cn_pure_laid *laid, unsigned kind,
                             uint32_t asked)
{
    cn_pure_laid now;
    if (laid->together)
        cn_lay_together(&now, less);
    else
        cn_lay_apart(&now, less, laid->pair, laid->onto);
    return opens_so(less, &now, kind, asked) == CN_SURELY;
}

/* The same without these groups. */
static bool opens_without(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind,
                          uint32_t asked, uint32_t groups)
{
    cn_pure_reach less = *r;
    less.groups &= ~groups;
    less.pairs &= ~groups;
    less.pure &= ~groups;
    less.points -= cn_counts_worth(r->all, groups & r->groups, r->rules->value);
    return opens_with_these(&less, laid, kind, asked);
}

/* Too few cards would be left: a group stays in the hand, or all that need not be laid. Any card
 * may be laid only if there are two ways to leave a group. */
static bool opens_without_group(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind,
                                uint32_t asked)
{
    const bool any = r->pub->phase == CN_PHASE_MELD && r->pub->turn.open_meld == CN_NO_MELD &&
                     asked == CN_ALL_RANKS;
    const uint32_t must = r->begun | r->lone | laid->pair;
    const uint32_t free = asked == CN_ALL_RANKS ? must : must | asked;
    unsigned ways = any ? 2 : 1;
    for (uint32_t left = (r->groups | laid->pairs) & ~free; left != 0; left &= left - 1) {
        ways -= opens_without(r, laid, kind, asked, left & -left);
        if (ways == 0) return true;
    }
    return asked != CN_ALL_RANKS &&
           opens_without(r, laid, kind, asked, (r->groups | r->pairs) & ~free);
}

/* The count is not met: wilds take the place of naturals. */
static bool opens_with_more_wilds(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind,
                                  uint32_t asked)
{
    static const uint8_t none[CN_COUNTS] = {0};
    const unsigned few = (unsigned)(r->rules->p.canasta_size - 1 - r->rules->p.max_wilds);
    cn_pure_reach less = *r;
    for (unsigned left = r->wilds - (unsigned)laid->wilds; left > 0; left--) {
        const uint32_t many =
            ranks_with_spare(&less, none, asked) & r->mixable & cn_counts_from(less.all, few + 1);
        if (many == 0 || !cn_pure_leave_out(&less, cn_cheapest_of(r->rules->value, many)))
            return false;
        if (opens_with_these(&less, laid, kind, asked)) return true;
    }
    return false;
}

/* What the dearest cards count, of all that might be laid, if only so many are; some naturals of
 * the rank `asked`, a bit, are among them. */
static int32_t most_points(const cn_pure_reach *r, unsigned most, uint32_t asked)
{
    const int16_t *value = r->rules->value;
    const uint32_t pairs = r->wilds > 0 ? r->pairs : 0;
    uint8_t held[CN_COUNTS];
    int32_t points = r->points + cn_counts_worth(r->all, pairs, value) +
                     cn_wilds_worth(r->rules, r->twos, r->jokers, r->wilds);
    memcpy(held, r->held, sizeof held);
    unsigned cards = cn_counts_sum_of(held, r->groups | pairs) + r->wilds;
    const unsigned laid = (asked & r->begun) != 0 ? 1 : NATURALS;
    for (unsigned i = 0; asked != 0 && i < laid; i++) held[__builtin_ctz(asked)]--;
    for (; cards > most; cards--) {
        const uint32_t kinds = cn_counts_from(held, 1) & (r->groups | pairs | WILD_KINDS);
        if (kinds == 0) break;
        const unsigned kind = cn_cheapest_of(value, kinds);
        points -= value[kind];
        held[kind]--;
    }
    return points;
}

/* All cards there are make too few canastas for going out; a rank makes one, which closes it. */
static bool cannot_go_out(const cn_pure_reach *r)
{
    const cn_params *p = &r->rules->p;
    const uint8_t *pile = r->pub->pile_cards.kind;
    const bool took = r->pub->turn.took;
    const unsigned full = (unsigned)p->canasta_size;
    const unsigned wilds =
        r->wilds + (took ? pile[CN_KIND_TWO] + (unsigned)pile[CN_KIND_JOKER] : 0U);
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, r->side->naturals, r->side->wilds);
    cn_counts_add(cards, cards, r->hand->kind);
    if (took) cn_counts_add(cards, cards, pile);
    const uint32_t ranks = cn_counts_from(cards, full > wilds ? full - wilds : 0) & CN_ALL_RANKS;
    const unsigned canastas = (unsigned)__builtin_popcount(ranks) + (r->together + wilds) / full;
    return p->dead_rank != CN_DEAD_RANK_NONE && canastas < (unsigned)p->out_canastas;
}

/* Wilds with naturals only: whatever is laid besides what is asked for, too few cards would be left
 * or it counts too little. */
static bool falls_short(const cn_pure_reach *r, const cn_pure_laid *laid, uint32_t asked)
{
    if (laid->together || r->pub->phase != CN_PHASE_MELD || r->lone != 0) return false;
    const unsigned least = (asked & r->begun) != 0 ? 1 : MELD_SIZE; /* cards with the one asked */
    const uint32_t rank = asked == CN_ALL_RANKS ? 0 : asked & ~laid->onto;
    const unsigned most = most_added(r);
    return (least > most || most_points(r, most, rank) < r->need) && cannot_go_out(r);
}

/* Not all that can be laid is. */
static CN_RARE cn_certainty opens_otherwise(const cn_pure_reach *r, const cn_pure_laid *laid,
                                            unsigned kind, uint32_t asked)
{
    const bool opens = points_with(r, laid, kind) >= r->need
                           ? opens_without_group(r, laid, kind, asked)
                           : opens_with_more_wilds(r, laid, kind, asked);
    if (opens) return CN_SURELY;
    return falls_short(r, laid, asked) ? CN_SURELY_NOT : CN_UNSURE;
}

static inline cn_certainty opens_with_asked(const cn_pure_reach *r, const cn_pure_laid *laid,
                                            unsigned kind, uint32_t asked)
{
    const cn_certainty opens = opens_so(r, laid, kind, asked);
    return opens == CN_UNSURE ? opens_otherwise(r, laid, kind, asked) : opens;
}

cn_certainty cn_pure_opens_with(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind)
{
    const uint32_t asked = laid->pair | laid->onto;
    return opens_with_asked(r, laid, kind, asked != 0 ? asked : CN_ALL_RANKS);
}

cn_certainty cn_pure_opens_laying(const cn_pure_reach *r, const cn_pure_laid *laid, uint32_t rank)
{
    return opens_with_asked(r, laid, CN_KIND_NONE, rank);
}
