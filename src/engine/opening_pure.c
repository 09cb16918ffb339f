/* What an opening can come to by rules with conditions for its groups: all naturals of the ranks
 * begun or held as melds, the dearest pairs that wilds make melds of, and wilds as far as there is
 * room, or all wilds together.
 * Not here: see the header. Invariant: as there; an opening that lays less counts less. */
#include "opening_pure.h"

#include <string.h>

#include "counts.h"
#include "dead.h"
#include "opening_goal.h"
#include "opening_worth.h"
#include "usual.h"

enum { MELD_SIZE = 3, NATURALS = 2 };

/* Nothing but the shape of the groups and their cards decides (P42 to P44). */
static bool groups_decide(const cn_params *p)
{
    return !p->min_counts_bonuses && p->min_band_special.count == 0 &&
           p->min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER &&
           p->initial_no_mixed_canasta && !p->initial_naturals_only &&
           p->initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND && !p->take_natural_wild;
}

static bool wilds_lie_apart(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->wild_most == 0 ||
           (p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD &&
            rules->wild_most + 1 >= p->canasta_size);
}

static bool has_pure_openings(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->many && groups_decide(p) &&
           wilds_lie_apart(rules) && p->meld_min == MELD_SIZE && p->min_naturals == NATURALS &&
           p->canasta_size > MELD_SIZE + 1 && p->canasta_size > p->max_wilds + 1 &&
           cn_most_cards(p) + 1 >= (unsigned)p->canasta_size &&
           rules->wild_below[1][NATURALS] > 0 && !p->twos_as_rank && !p->sequences &&
           p->black3_meld == CN_BLACK3_MELD_NEVER && rules->packet_count == 0 &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO && p->stock_end != CN_STOCK_END_IMMEDIATE;
}

bool cn_pure_opening_is_beyond(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const uint8_t *held = hand->kind;
    const unsigned twos = held[CN_KIND_TWO], jokers = held[CN_KIND_JOKER], wilds = twos + jokers;
    const unsigned full = (unsigned)rules->p.canasta_size;
    const uint32_t three = cn_counts_from(held, MELD_SIZE) & CN_ALL_RANKS;
    const unsigned pure = rules->p.initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO;
    const unsigned triple = rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_TRIPLE;
    const unsigned counted = (rules->p.min_exempt_splash == 0) | (wilds < full);
    const unsigned alone = (wilds < MELD_SIZE) & ((wilds == 0) | pure);
    const unsigned none = (three == 0) & (alone | (triple & counted));
    const unsigned splash = (wilds >= full) | ((cn_counts_from(held, full) & three) != 0);
    const uint32_t two = cn_counts_from(held, NATURALS) & ~(uint32_t)rules->p.no_wild_ranks;
    const unsigned mixes = (three != 0) | (pure ^ 1); /* wilds may go to ranks (P43, P61) */
    const uint32_t laid = three | (two & CN_ALL_RANKS & (0U - (mixes & (wilds > 0))));
    const unsigned few =
        cn_counts_worth(held, laid, rules->value) + cn_wilds_worth(rules, twos, jokers, wilds) <
        cn_public_need(rules, pub, pub->asker).points;
    return (none | (few & (splash ^ 1))) != 0; /* one branch: nobody foresees any */
}

/* ---- the cards ---- */

void cn_derive_pure_openings(cn_rules *rules)
{
    const unsigned most = (unsigned)rules->p.canasta_size - 1;
    rules->openings_pure = has_pure_openings(rules);
    for (unsigned naturals = 0; naturals < CN_COUNTS; naturals++) {
        const unsigned left = naturals < most ? most - naturals : 0;
        const unsigned below = rules->wild_below[1][naturals];
        rules->pure_room[naturals] = (uint8_t)(below < left ? below : left);
    }
}

/* Wilds that the groups take, no canasta being mixed: as many as the table says, up to one card
 * less than a canasta. The ranks of which not all naturals find a place besides the wilds that are
 * staged. */
CN_USUAL uint32_t count_room(cn_pure_reach *r, unsigned top)
{
    const uint8_t *below = r->rules->wild_below[1];
    cn_counts_look_up(r->room, r->rules->pure_room, r->all);
    if (top < CN_RANKS && r->room[top] > below[r->all[top] - 1])
        r->room[top] = below[r->all[top] - 1];
    const uint32_t narrow = cn_counts_above(r->side->wilds, r->room, 0) & r->begun;
    cn_counts_less(r->room, r->room, r->side->wilds);
    return narrow;
}

/* The group counts as one of naturals without this natural of the hand, too; the top card does not
 * count (P44). */
static inline bool may_be_left_out(const cn_pure_reach *r, unsigned rank, unsigned top)
{
    return r->held[rank] > 0 && r->all[rank] > MELD_SIZE + (rank == top ? 1 : 0);
}

/* Naturals stay in the hand until the others of the ranks find a place; false if that is not told.
 */
static CN_RARE bool leave_naturals(cn_pure_reach *r, unsigned top, uint32_t narrow)
{
    for (; narrow != 0; narrow = count_room(r, top))
        for (uint32_t left = narrow; left != 0; left &= left - 1) {
            const unsigned rank = (unsigned)__builtin_ctz(left);
            if (!may_be_left_out(r, rank, top)) return false;
            r->held[rank]--;
            r->all[rank]--;
        }
    return true;
}

/* The group with the top card does without it (P44). */
static void leave_out_top(cn_pure_reach *r, unsigned top)
{
    const uint32_t bit = UINT32_C(1) << top;
    if (r->all[top] > MELD_SIZE) {
        r->points -= r->rules->value[top];
        return;
    }
    r->pure &= ~bit;
    if (r->side->wilds[top] > 0)
        r->points -= r->rules->value[top];
    else
        r->lone = bit;
    r->pairs |= r->lone & r->mixable;
}

/* Wilds in the melds. */
typedef struct staged {
    unsigned twos, jokers;
} staged;

CN_USUAL staged wilds_from(const cn_side *side, unsigned first)
{
    staged wilds = {0, 0};
    for (unsigned i = first; i < side->meld_count; i++) {
        wilds.twos += cn_meld_twos(&side->meld[i]);
        wilds.jokers += cn_meld_jokers(&side->meld[i]);
    }
    return wilds;
}

#if defined(__SSSE3__)

/* Four melds at once, because nobody foresees how many there are, nor whether any has wilds; none
 * is a sequence. */
CN_USUAL staged staged_wilds(const cn_side *side)
{
    enum { AT_ONCE = 4, WILDS = 16, JOKERS = 24, ALL = 255 };
    static_assert(offsetof(cn_meld, wilds) == 2 && offsetof(cn_meld, jokers) == 3 &&
                      sizeof(cn_meld) == sizeof(uint64_t),
                  "where the wilds of a meld stand");
    static const uint64_t lies[2 * AT_ONCE] = {0xffff0000, 0xffff0000, 0xffff0000, 0xffff0000};
    const unsigned melds = side->meld_count < AT_ONCE ? side->meld_count : (unsigned)AT_ONCE;
    const __m128i *meld = (const __m128i *)side->meld;
    const __m128i *lie = (const __m128i *)&lies[AT_ONCE - melds];
    const __m128i two = _mm_and_si128(_mm_loadu_si128(meld), _mm_loadu_si128(lie));
    const __m128i next = _mm_and_si128(_mm_loadu_si128(meld + 1), _mm_loadu_si128(lie + 1));
    const __m128i four = _mm_add_epi8(two, next);
    const __m128i halves = _mm_add_epi8(four, _mm_unpackhi_epi64(four, four));
    const uint32_t sum = (uint32_t)_mm_cvtsi128_si32(halves);
    staged wilds = wilds_from(side, AT_ONCE);
    const unsigned jokers = sum >> JOKERS;
    wilds.twos += (sum >> WILDS & ALL) - jokers;
    wilds.jokers += jokers;
    return wilds;
}

#else

CN_USUAL staged staged_wilds(const cn_side *side)
{
    return wilds_from(side, 0);
}

#endif

static void count_groups(cn_pure_reach *r, unsigned top)
{
    const cn_rules *rules = r->rules;
    r->lone = 0;
    r->pure = r->groups & cn_counts_from(r->all, MELD_SIZE) & ~cn_counts_from(r->side->wilds, 1);
    const staged wilds = staged_wilds(r->side);
    r->staged_wilds = (int32_t)wilds.twos * rules->value[CN_KIND_TWO] +
                      (int32_t)wilds.jokers * rules->value[CN_KIND_JOKER];
    r->points = r->staged_wilds;
    r->top = top < CN_RANKS ? UINT32_C(1) << top : 0;
    if (top < CN_RANKS) leave_out_top(r, top);
    r->points += cn_counts_worth(r->all, r->groups & ~r->lone, rules->value);
}

/* Wilds that the begun meld wants; false if it is not told from counts whether it can be finished.
 * Nobody foresees whether a meld is begun, but that it is one of a rank. */
static bool count_due(cn_pure_reach *r, unsigned open)
{
    const unsigned begun = open != CN_NO_MELD, at = open & (0U - begun);
    const unsigned rank = r->side->meld[at].rank % CN_COUNTS, of_rank = begun & (rank < CN_RANKS);
    const unsigned size = r->all[rank] + (unsigned)r->side->wilds[rank];
    const unsigned lacks = of_rank & (size < MELD_SIZE);
    r->due = (uint8_t)((MELD_SIZE - size) & (0U - lacks));
    if (of_rank == begun) return true;
    return rank == CN_MELD_WILD && r->together + r->wilds >= MELD_SIZE;
}

/* Rank of the group with the top card, CN_KIND_NONE if there is none. */
static unsigned rank_of_top(const cn_public *pub, const cn_side *side)
{
    if (pub->phase == CN_PHASE_DRAW) return cn_card_kind(cn_public_top(pub));
    return pub->turn.take_meld < side->meld_count ? side->meld[pub->turn.take_meld].rank
                                                  : (unsigned)CN_KIND_NONE;
}

static void take_over_hand(cn_pure_reach *r, const cn_public *pub, const cn_cards *hand,
                           unsigned top)
{
    const cn_rules *rules = r->rules;
    const unsigned keep = rules->p.keep_cards > 1 ? (unsigned)rules->p.keep_cards : 1; /* S14 */
    memcpy(r->held, hand->kind, sizeof r->held);
    r->twos = hand->kind[CN_KIND_TWO];
    r->jokers = hand->kind[CN_KIND_JOKER];
    r->wilds = (uint8_t)(r->twos + r->jokers);
    r->loose = (uint8_t)cn_loose_cards(rules, hand);
    r->keep = (uint8_t)(keep + 1);
    r->begun = cn_counts_from(r->side->naturals, 1) & CN_ALL_RANKS;
    r->together = r->side->wilds[CN_MELD_WILD];
    r->mixed = (cn_counts_from(r->side->wilds, 1) & CN_ALL_RANKS) != 0;
    if (pub->phase != CN_PHASE_DRAW) return;
    r->begun = UINT32_C(1) << top;
    r->loose++;
    cn_counts_more(r->held, top);
}

bool cn_pure_reach_make(cn_pure_reach *r, const cn_rules *rules, const cn_public *pub,
                        const cn_cards *hand)
{
    const uint32_t open = CN_ALL_RANKS & ~cn_ranks_closed(rules, pub);
    const unsigned full = (unsigned)rules->p.canasta_size;
    r->rules = rules;
    r->pub = pub;
    r->hand = hand;
    r->side = cn_public_acting(pub);
    r->need = cn_public_need(rules, pub, pub->asker).points;
    r->mixable = CN_ALL_RANKS & ~(uint32_t)rules->p.no_wild_ranks;
    const unsigned top = rank_of_top(pub, r->side);
    take_over_hand(r, pub, hand, top);
    cn_counts_add(r->all, r->side->naturals, r->held);
    const uint32_t two = cn_counts_from(r->all, NATURALS) & open;
    const uint32_t three = cn_counts_from(r->all, MELD_SIZE) & open;
    r->groups = three | r->begun;
    r->pairs = two & ~r->groups & r->mixable;
    const unsigned wilds = (unsigned)r->together + r->wilds;
    if ((cn_counts_from(r->all, full) & open) != 0 || wilds > full ||
        (wilds == full && r->rules->wild_most < full) || (r->begun & ~two) != 0 ||
        (top < CN_RANKS && r->all[top] < MELD_SIZE))
        return false;
    if (!count_due(r, pub->turn.open_meld)) return false;
    const uint32_t narrow = count_room(r, top);
    if (narrow != 0 && !leave_naturals(r, top, narrow)) return false;
    count_groups(r, top);
    return true;
}

/* ---- what they come to ---- */

/* The group that stays without wilds: the first of those that would take the fewest. False if there
 * is none. */
static bool choose_pure(const cn_pure_reach *r, uint32_t onto, uint32_t *chosen)
{
    const uint32_t left = r->pure & ~onto;
    *chosen = 0;
    if (r->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO) return true;
    const uint32_t least = cn_counts_fewest(r->room, left);
    const uint32_t free = 0U - (uint32_t)((left & ~r->mixable) != 0);
    *chosen = least & (0U - least) & ~free;
    return left != 0;
}

CN_RARE bool cn_pure_leaves_enough(const cn_pure_reach *r, unsigned added)
{
    if (r->pub->phase == CN_PHASE_DRAW) return false;
    const cn_goal goal = cn_goal_make(r->rules, r->pub, r->hand);
    return cn_goal_leaves_enough(&goal, added, false);
}

static bool leaves_enough(const cn_pure_reach *r, uint32_t ranks, unsigned wilds)
{
    const unsigned added = cn_counts_sum_of(r->held, ranks) + wilds;
    return r->loose >= added + r->keep || cn_pure_leaves_enough(r, added);
}

/* Two cards of each count: the top card does not. */
static int32_t worth_of_pairs(const cn_pure_reach *r, uint32_t pairs)
{
    const int32_t points = cn_counts_worth(r->all, pairs, r->rules->value);
    return (pairs & r->lone) == 0 ? points : points - r->rules->value[__builtin_ctz(r->lone)];
}

/* The only group that may stay without wilds, and must; 0: there is none, or more than one. */
static uint32_t only_pure(const cn_pure_reach *r, uint32_t onto)
{
    const uint32_t left = r->pure & ~onto;
    const bool must = r->rules->p.initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO;
    return must && (left & (left - 1)) == 0 ? left : 0;
}

/* Nothing counts more than so many points with so many wilds, or not enough: a group of many
 * naturals takes a wild more for each of these of the hand that is not laid, but none of the
 * `takers` more than any meld does. */
static bool is_most(const cn_pure_reach *r, int32_t points, unsigned wilds, uint32_t takers,
                    uint32_t onto)
{
    const cn_params *p = &r->rules->p;
    const int16_t *value = r->rules->value;
    if (wilds == r->wilds) return true;
    const unsigned few = (unsigned)(p->canasta_size - 1 - p->max_wilds);
    const uint32_t many = cn_counts_from(r->all, few + 1) & cn_counts_from(r->held, 1) & r->groups &
                          r->mixable & ~only_pure(r, onto);
    if (many == 0) return true;
    const unsigned room = cn_counts_sum_of(r->all, many) - few * (unsigned)__builtin_popcount(many);
    const unsigned most = (unsigned)p->max_wilds * (unsigned)__builtin_popcount(takers) -
                          cn_counts_sum_of(r->side->wilds, takers) - wilds;
    const unsigned least = room < most ? room : most, left = r->wilds - wilds;
    const unsigned more = left < least ? left : least;
    return points - (int32_t)more * value[cn_cheapest_of(value, many)] +
               cn_wilds_worth(r->rules, r->twos, r->jokers, wilds + more) -
               cn_wilds_worth(r->rules, r->twos, r->jokers, wilds) <
           r->need;
}

/* No wilds are held. */
static inline void lay_naturals(cn_pure_laid *laid, const cn_pure_reach *r)
{
    laid->possible = laid->most = true;
    laid->enough = leaves_enough(r, r->groups, 0);
    laid->points = r->points;
}

void cn_lay_apart(cn_pure_laid *laid, const cn_pure_reach *r, uint32_t pair, uint32_t onto)
{
    const unsigned bound = r->due + (onto != 0 ? 1U : 0U) + (pair != 0 ? 1U : 0U);
    uint32_t pure;
    *laid = (cn_pure_laid){.possible = false, .pair = pair, .onto = onto};
    if (r->together > 0 || bound > r->wilds || !choose_pure(r, onto, &pure)) return;
    if (r->wilds == 0) {
        lay_naturals(laid, r);
        return;
    }
    int16_t cheapest;
    const uint32_t pairs =
        pair | cn_dearest_pairs(r->rules, r->pairs & ~pair, r->wilds - bound, &cheapest);
    const uint32_t takers = ((r->groups & ~r->lone & ~pure) | pairs) & r->mixable;
    const unsigned room = cn_counts_sum_of(r->room, takers);
    const unsigned wilds = room < r->wilds ? room : r->wilds;
    const int32_t points =
        r->points + worth_of_pairs(r, pairs) + cn_wilds_worth(r->rules, r->twos, r->jokers, wilds);
    laid->possible = true;
    laid->pairs = pairs;
    laid->wilds = (uint8_t)wilds;
    laid->bound = (uint8_t)(r->due + (onto != 0 ? 1 : 0) + __builtin_popcount(pairs));
    laid->enough = leaves_enough(r, r->groups | pairs, wilds);
    laid->points = points;
    laid->most = is_most(r, points, wilds, takers, onto);
}

void cn_lay_together(cn_pure_laid *laid, const cn_pure_reach *r)
{
    const cn_params *p = &r->rules->p;
    const unsigned wilds = (unsigned)r->together + r->wilds;
    const bool canasta = wilds >= (unsigned)p->canasta_size; /* which locks no wilds */
    const bool splash = p->min_exempt_splash && canasta;
    const bool impure = p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_TRIPLE && r->pure == 0;
    *laid = (cn_pure_laid){.possible = false, .together = true};
    if (r->rules->wild_most == 0 || (r->mixed && !canasta) || r->due > 0 || (impure && !splash) ||
        wilds < MELD_SIZE)
        return;
    laid->possible = laid->most = true;
    laid->wilds = r->wilds;
    laid->bound = canasta ? r->wilds : r->together < MELD_SIZE ? MELD_SIZE - r->together : 1;
    laid->enough = leaves_enough(r, r->groups, r->wilds);
    laid->points = r->points + cn_wilds_worth(r->rules, r->twos, r->jokers, r->wilds);
    if (splash && laid->points < r->need) laid->points = r->need;
}

/* Rank of the group with the top card. */
static inline unsigned top_of(const cn_pure_reach *r)
{
    return r->top == 0 ? (unsigned)CN_KIND_NONE : (unsigned)__builtin_ctz(r->top);
}

bool cn_pure_leave_out(cn_pure_reach *r, unsigned rank)
{
    r->held[rank]--;
    r->all[rank]--;
    r->points -= r->rules->value[rank];
    return count_room(r, top_of(r)) == 0;
}

bool cn_pure_make_room(cn_pure_reach *r, unsigned rank)
{
    while (r->room[rank] == 0)
        if (!may_be_left_out(r, rank, top_of(r)) || !cn_pure_leave_out(r, rank)) return false;
    return true;
}
