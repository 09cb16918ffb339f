/* What an opening can come to, told from counts: all naturals of the ranks begun or held as melds,
 * the dearest pairs that wilds make melds of, and wilds as far as there is room.
 * Not here: see the header. Invariant: as there; an opening that lays less counts less. */
#include "opening_reach.h"

#include <string.h>

#include "discard.h"
#include "faces.h"
#include "legal_counted.h"
#include "legal_search.h"
#include "opening_worth.h"
#include "possible.h"
#include "shape.h"
#include "usual.h"

enum { MELD_SIZE = 3, NATURALS = 2 };

/* Groups count what their cards are worth, whatever else they are (P42 to P44). */
static bool counts_decide(const cn_params *p)
{
    return !p->min_counts_bonuses && p->min_counts_top && !p->min_exempt_splash &&
           p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO && !p->initial_no_mixed_canasta &&
           p->initial_from_pile != CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND;
}

/* Pairs and groups take a wild each, or no opening has one. */
static bool wilds_are_counted(const cn_rules *rules)
{
    if (rules->p.initial_naturals_only) return true;
    return rules->counted && !rules->p.twos_as_rank && rules->wild_below[1][NATURALS] > 0 &&
           rules->wild_below[1][MELD_SIZE] > 0;
}

bool cn_has_counted_openings(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return cn_has_counted_turns(rules) && wilds_are_counted(rules) && counts_decide(p) &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->meld_min == MELD_SIZE && p->min_naturals == NATURALS && p->special_hands.count == 0 &&
           !p->hold_one_three &&
           cn_most_cards(p) >=
               (unsigned)p->max_wilds + NATURALS && /* a begun meld can be finished */
           p->stock_end != CN_STOCK_END_IMMEDIATE;
}

static void take_over_sequence(cn_reachable *r, const cn_meld *meld)
{
    uint8_t one[CN_COUNTS];
    memset(one, 1, sizeof one);
    const uint32_t ranks = ((UINT32_C(1) << meld->naturals) - 1) << cn_meld_low(meld);
    r->staged += cn_counts_worth(one, ranks, r->rules->value);
    r->runs = CN_ALL_RANKS;
}

/* Naturals of a meld of a rank, or of twos, with those in hand, which go to the latest of their
 * rank. */
CN_USUAL unsigned naturals_with_hand(const cn_reachable *r, const cn_side *side, unsigned place)
{
    const cn_meld *meld = &side->meld[place];
    const unsigned more = side->latest[meld->rank] == place + 1 ? r->held[meld->rank] : 0U;
    return meld->naturals + more;
}

/* The wilds that the begun meld wants besides its naturals. */
CN_USUAL unsigned wilds_due(const cn_reachable *r, const cn_side *side, unsigned place)
{
    const cn_meld *meld = &side->meld[place];
    if (meld->rank == CN_MELD_SEQUENCE) return 0;
    const unsigned naturals =
        meld->rank <= CN_MELD_TWOS ? naturals_with_hand(r, side, place) : meld->naturals;
    const unsigned cards = naturals + cn_meld_wilds(meld);
    return cards < MELD_SIZE ? MELD_SIZE - cards : 0;
}

/* Most wilds of a meld of wilds, or of black threes. */
CN_USUAL unsigned room_of_wilds(const cn_rules *rules)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    return !rules->p.add_wild_to_canasta && rules->wild_most > full ? full : rules->wild_most;
}

/* Wilds that the staged melds take, with the naturals in hand; their points. */
static inline void take_over_staged(cn_reachable *r, const cn_side *side)
{
    const cn_rules *rules = r->rules;
    const int32_t two = rules->value[CN_KIND_TWO], joker = rules->value[CN_KIND_JOKER];
    const unsigned count = side->meld_count;
    unsigned all = 0;
    uint32_t begun = 0;
    int32_t staged = 0;
    for (unsigned i = 0; i < count; i++) {
        const cn_meld *meld = &side->meld[i];
        const unsigned wilds = cn_meld_wilds(meld), rank = meld->rank;
        unsigned room = 0;
        if (rank < CN_RANKS) {
            const unsigned naturals = naturals_with_hand(r, side, i);
            room = rules->wild_below[1][naturals < CN_COUNTS ? naturals : CN_COUNTS - 1];
            begun |= UINT32_C(1) << rank;
            staged += meld->naturals * rules->value[rank];
        } else if (rank == CN_MELD_SEQUENCE) {
            take_over_sequence(r, meld);
            continue;
        } else if (rank == CN_MELD_TWOS) {
            begun |= UINT32_C(1) << rank;
            staged += meld->naturals * two;
        } else {
            room = room_of_wilds(rules);
        }
        staged += cn_meld_twos(meld) * two + cn_meld_jokers(meld) * joker;
        all += room > wilds ? room - wilds : 0;
    }
    r->room += all;
    r->begun |= begun;
    r->staged += staged;
}

unsigned cn_loose_cards(const cn_rules *rules, const cn_cards *hand)
{
    const bool black3 = cn_is_bonus(rules, CN_KIND_BLACK3) ||
                        (cn_never_discarded(rules) >> CN_KIND_BLACK3 & 1) != 0;
    return hand->size - hand->kind[CN_KIND_RED3] - (black3 ? hand->kind[CN_KIND_BLACK3] : 0U);
}

/* Two cards of the hand are the only ones of their ranks. */
CN_USUAL bool ranks_stay(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    uint8_t total[CN_COUNTS];
    cn_counts_add(total, side->naturals, hand->kind);
    const uint32_t single =
        cn_counts_from(hand->kind, 1) & ~cn_counts_from(total, 2) & CN_ALL_RANKS;
    return (single & (single - 1)) != 0 && rules->p.min_naturals >= 2 && !rules->p.sequences;
}

/* Going out at once might need no count (P86), or count black threes: the cards that stay forbid
 * it, as long as no pile brings others. */
static bool may_open_otherwise(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const bool pile = pub->turn.took || pub->phase == CN_PHASE_DRAW;
    const bool exempt = p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_NEVER &&
                        (!pile || p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW);
    const bool black3 = p->black3_meld != CN_BLACK3_MELD_NEVER &&
                        (int32_t)hand->kind[CN_KIND_BLACK3] >= p->black3_meld_min;
    if (!exempt && !black3) return false;
    return pile || (!ranks_stay(rules, cn_public_acting(pub), hand) &&
                    !cn_two_cards_stay(rules, pub, hand));
}

static void count_ranks(cn_reachable *r)
{
    uint8_t room[CN_COUNTS];
    const uint32_t others = CN_ALL_RANKS & ~r->begun;
    r->full = cn_counts_from(r->held, MELD_SIZE) & others;
    r->pairs = cn_counts_from(r->held, NATURALS) & others & ~r->full;
    cn_counts_look_up(room, r->rules->wild_below[1], r->held);
    r->room += cn_counts_sum_of(room, r->full);
}

/* P62: an opening may have a meld of twos; without branches, because nobody foresees it. */
static bool twos_may_lie(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned held = hand->kind[CN_KIND_TWO] >= MELD_SIZE;
    const unsigned staged = side->naturals[CN_MELD_TWOS] > 0;
    return ((unsigned)(rules->p.twos_as_rank != 0) & (held | staged)) != 0;
}

/* They are a rank like others where none is laid as a wild, as long as one meld gets all (P133). */
static bool twos_are_a_rank(const cn_rules *rules, const cn_side *side)
{
    const cn_params *p = &rules->p;
    const unsigned staged = side->naturals[CN_MELD_TWOS];
    if (!p->initial_naturals_only) return false;
    return staged == 0 || (p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD &&
                           p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED &&
                           staged < (unsigned)p->canasta_size);
}

/* Melds of one rank do not outgrow what one may have, and a wild for a begun one takes no natural's
 * place. */
static bool melds_are_small(const cn_reachable *r, const cn_side *side)
{
    uint8_t laid[CN_COUNTS], cards[CN_COUNTS];
    const unsigned most = cn_most_cards(&r->rules->p);
    if (most == CN_NATURALS_MAX) return true;
    cn_counts_add(laid, side->naturals, side->wilds);
    cn_counts_add(cards, laid, r->held);
    const uint32_t growing = r->begun & (0U - (uint32_t)(r->wilds > 0));
    return ((cn_counts_from(cards, most) & growing) |
            (cn_counts_from(cards, most + 1) & (CN_ALL_RANKS | r->full | r->begun))) == 0;
}

/* The cards that are laid into sequences. */
static void take_out_faces(cn_reachable *r, uint64_t gone, uint8_t *held)
{
    for (; gone != 0; gone &= gone - 1) {
        const unsigned rank = (unsigned)__builtin_ctzll(gone) / CN_SUITS;
        held[rank]--;
        r->staged += r->rules->value[rank];
        r->loose--;
    }
}

bool cn_reachable_make(cn_reachable *r, const cn_rules *rules, const cn_public *pub,
                       const cn_cards *hand, uint64_t gone, uint8_t held[CN_COUNTS])
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned keep = rules->p.keep_cards > 1 ? (unsigned)rules->p.keep_cards : 1; /* S14 */
    const bool pile = pub->phase == CN_PHASE_DRAW;
    const cn_need need = cn_public_need(rules, pub, pub->asker);
    const bool twos = twos_may_lie(rules, side, hand);
    if (need.canasta != 0 || (twos && !twos_are_a_rank(rules, side)) ||
        may_open_otherwise(rules, pub, hand))
        return false;
    memcpy(held, hand->kind, CN_COUNTS);
    *r = (cn_reachable){.rules = rules,
                        .held = held,
                        .twos = hand->kind[CN_KIND_TWO],
                        .jokers = hand->kind[CN_KIND_JOKER],
                        .loose = (uint8_t)(cn_loose_cards(rules, hand) + (pile ? 1 : 0)),
                        .keep = (uint8_t)(keep + 1),
                        .need = need.points};
    if (rules->p.initial_naturals_only) r->twos = r->jokers = 0;
    r->wilds = (uint8_t)(r->twos + r->jokers);
    if (rules->p.sequences)
        r->runs = cn_faces_ranks(cn_faces_in_runs(cn_faces_held(hand), MELD_SIZE));
    take_out_faces(r, gone, held);
    if (cn_packet_waits_for_empty_hand(rules, pub)) r->keep = 0; /* P111 */
    if (pile) {
        const unsigned rank = cn_card_kind(cn_public_top(pub));
        r->begun = UINT32_C(1) << rank;
        held[rank]++;
        r->room = rules->wild_below[1][held[rank] < CN_COUNTS ? held[rank] : CN_COUNTS - 1];
    } else {
        take_over_staged(r, side);
        if (pub->turn.open_meld != CN_NO_MELD)
            r->due = (uint8_t)wilds_due(r, side, pub->turn.open_meld);
    }
    count_ranks(r);
    r->full |= (uint32_t)twos << CN_KIND_TWO & ~r->begun;
    return melds_are_small(r, side);
}

void cn_reachable_without(cn_reachable *r, const cn_reachable *all, uint64_t gone,
                          uint8_t held[CN_COUNTS])
{
    assert(all->wilds == 0);
    memcpy(held, all->held, CN_COUNTS);
    *r = *all;
    r->held = held;
    take_out_faces(r, gone, held);
    count_ranks(r);
    r->full |= all->full & ~(uint32_t)CN_ALL_RANKS;
}

/* So many cards are gone from the hand, with so many points; groups and room are still to be
 * counted. */
static void leave(cn_reachable *r, const cn_reachable *all, const uint8_t held[CN_COUNTS],
                  unsigned cards, int32_t points)
{
    *r = *all;
    r->held = held;
    r->staged = points;
    r->loose = (uint8_t)(all->loose - cards);
    r->room = 0;
}

static void count_left(cn_reachable *r, const cn_reachable *all)
{
    count_ranks(r);
    r->full |= all->full & ~(uint32_t)CN_ALL_RANKS;
}

void cn_reachable_left(cn_reachable *r, const cn_reachable *all, const uint8_t held[CN_COUNTS],
                       unsigned cards, int32_t points)
{
    leave(r, all, held, cards, points);
    if (all->begun != 0) r->room = r->rules->wild_below[1][held[__builtin_ctz(all->begun)]];
    count_left(r, all);
}

void cn_reachable_staged(cn_reachable *r, const cn_reachable *all, const cn_public *pub,
                         const uint8_t held[CN_COUNTS], unsigned cards, int32_t points)
{
    const unsigned open = pub->turn.open_meld;
    leave(r, all, held, cards, points);
    take_over_staged(r, cn_public_acting(pub));
    if (open != CN_NO_MELD) r->due = (uint8_t)wilds_due(r, cn_public_acting(pub), open);
    count_left(r, all);
}

cn_laid cn_lay_all(const cn_reachable *r, unsigned apart, unsigned room)
{
    const int16_t *value = r->rules->value;
    const unsigned wilds = r->wilds;
    cn_laid laid = {.points = -1, .all_wilds = true};
    if (apart > wilds) return laid;
    laid.pairs = cn_dearest_pairs(r->rules, r->pairs, wilds - apart, &laid.cheapest);
    room += r->room +
            (unsigned)r->rules->wild_below[1][NATURALS] * (unsigned)__builtin_popcount(laid.pairs);
    const unsigned laid_wilds = wilds < room ? wilds : room;
    const uint32_t ranks = r->begun | r->full | laid.pairs;
    laid.points = r->staged + cn_counts_worth(r->held, ranks, value) +
                  cn_wilds_worth(r->rules, r->twos, r->jokers, laid_wilds);
    laid.all_wilds = laid_wilds == wilds;
    laid.enough_left = r->loose >= cn_counts_sum_of(r->held, ranks) + laid_wilds + r->keep;
    return laid;
}

cn_certainty cn_all_opens(const cn_reachable *r, const cn_laid *all)
{
    const cn_certainty opens = cn_laid_opens(r, all);
    if (opens != CN_UNSURE || all->points >= r->need) return opens;
    cn_reachable most = *r;
    most.full |= r->runs & ~r->begun;
    most.pairs &= ~r->runs;
    return cn_lay_all(&most, 0, r->wilds).points < r->need ? CN_SURELY_NOT : CN_UNSURE;
}
