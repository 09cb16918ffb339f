/* The steps of a side that has not opened, where a rank has one meld: its first cards, and openings
 * that are staged.
 * Not here: all other openings (legal_unopened.c, legal_plain.c). Invariant: as in the header. */
#include "legal_merged_opening.h"

#include "counted.h"
#include "discard.h"
#include "opening_reach.h"
#include "opening_worth.h"
#include "plan_plain.h"

bool cn_has_merged_openings(const cn_rules *rules)
{
    return rules->merged && rules->openings_counted && !rules->p.initial_naturals_only;
}

#if defined(__SSSE3__)

enum { MELD_SIZE = 3, NATURALS = 2 };

/* All that can be laid of a hand without a meld of wilds, of which nothing is staged. */
static cn_reachable reach_of(const cn_rules *rules, const cn_cards *hand, const cn_holding *h,
                             int32_t need)
{
    uint8_t room[CN_COUNTS];
    cn_reachable r = {.rules = rules,
                      .held = hand->kind,
                      .twos = hand->kind[CN_KIND_TWO],
                      .jokers = hand->kind[CN_KIND_JOKER],
                      .wilds = (uint8_t)h->wilds,
                      .loose = (uint8_t)cn_loose_cards(rules, hand),
                      .keep = (uint8_t)(rules->kept + 1),
                      .need = need};
    r.full = cn_counts_from(hand->kind, MELD_SIZE) & CN_ALL_RANKS;
    r.pairs = cn_counts_from(hand->kind, NATURALS) & CN_ALL_RANKS & ~r.full;
    cn_counts_look_up(room, rules->wild_below[1], hand->kind);
    r.room = cn_counts_sum_of(room, r.full);
    return r;
}

/* Of the pairs for which `all` has no wild those that may have it instead of the cheapest one that
 * has; false if that is in doubt. */
static bool swap_pairs(const cn_reachable *r, const cn_laid *all, uint32_t pairs, uint32_t *ranks)
{
    for (; pairs != 0; pairs &= pairs - 1) {
        const int32_t more = NATURALS * (r->rules->value[__builtin_ctz(pairs)] - all->cheapest);
        const bool opens = all->points + more >= r->need;
        if (!opens && !all->all_wilds) return false;
        *ranks |= pairs & (0U - pairs) & (0U - (uint32_t)opens);
    }
    return true;
}

/* The ranks that may be the first of an opening; false if that is in doubt. */
static bool find_first(const cn_reachable *r, uint32_t *ranks)
{
    const unsigned most = cn_most_cards(&r->rules->p);
    const cn_laid all = cn_lay_all(r, 0, 0);
    *ranks = 0;
    if ((cn_counts_from(r->held, most + 1) & CN_ALL_RANKS) != 0) return false;
    if (all.points < r->need) return all.all_wilds;
    if (!all.enough_left) return false;
    *ranks = r->full | all.pairs;
    return r->wilds == 0 || swap_pairs(r, &all, r->pairs & ~all.pairs, ranks);
}

/* Nothing is staged. Cards that no meld takes keep the hand from going out, which might need no
 * count (P86). */
static bool all_firsts(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_mask *mask)
{
    const cn_holding h = cn_hold(hand);
    const cn_need need = cn_public_need(rules, pub, pub->asker);
    const uint32_t begin = h.ranks & cn_begin(rules, &h, true), stay = h.ranks & ~begin;
    const bool together = rules->wild_most != 0 && h.wilds >= MELD_SIZE;
    uint32_t ranks = 0;
    if ((stay & (stay - 1)) == 0 || need.canasta != 0 || together) return false;
    if (begin != 0) {
        const cn_reachable r = reach_of(rules, hand, &h, need.points);
        if (!find_first(&r, &ranks)) return false;
    }
    *mask = (cn_mask){{(uint64_t)cn_discardable(rules, pub, hand) << CN_STEP_DISCARD}};
    if (mask->word[0] == 0) return false;
    mask->word[0] |= (uint64_t)ranks << CN_STEP_LAY;
    return true;
}

/* The count is met, and whatever fits leaves enough. */
static bool all_goes_on(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                        const cn_holding *h, unsigned loose, cn_mask *mask)
{
    const cn_room room = {true, true};
    if (loose < rules->kept + 1U + MELD_SIZE || side->meld_count == CN_MELDS_MAX) return false;
    *mask = cn_counted_merged(rules, pub, side, h, true, true, room, UINT64_C(1) << CN_STEP_OPEN);
    return true;
}

/* No meld of a rank outgrows what one may have, and a wild takes no natural's place. */
static bool melds_are_small(const cn_rules *rules, const cn_side *side, const cn_holding *h)
{
    uint8_t laid[CN_COUNTS], cards[CN_COUNTS];
    const unsigned most = cn_most_cards(&rules->p);
    cn_counts_add(laid, side->naturals, side->wilds);
    cn_counts_add(cards, laid, h->hand->kind);
    return (cn_counts_from(cards, h->wilds > 0 ? most : most + 1) & CN_ALL_RANKS) == 0;
}

/* Going out without the count (P86) is out of question, for two cards of the hand are the only ones
 * of their ranks, or by the rules; told too seldom rather than too often. */
static bool needs_count(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                        const cn_holding *h)
{
    const int32_t exempt = rules->p.min_exempt_concealed;
    uint8_t total[CN_COUNTS];
    if (exempt == CN_MIN_EXEMPT_CONCEALED_NEVER) return true;
    if (pub->turn.took) return exempt == CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW;
    cn_counts_add(total, side->naturals, h->hand->kind);
    const uint32_t single = h->ranks & cn_counts_at(total, 1);
    return (single & (single - 1)) != 0;
}

/* All wilds together make a meld with which the opening has its count. */
static bool wilds_open(const cn_rules *rules, const cn_side *side, const cn_holding *h,
                       const cn_staged *staged)
{
    const uint8_t *held = h->hand->kind;
    const uint32_t melds =
        (cn_counts_from(side->naturals, 1) | cn_counts_from(held, MELD_SIZE)) & CN_ALL_RANKS;
    const int32_t points = staged->points + cn_counts_worth(held, melds, rules->value) +
                           cn_wilds_worth(rules, held[CN_KIND_TWO], held[CN_KIND_JOKER], h->wilds);
    return h->wilds <= rules->wilds_below && points >= staged->need &&
           staged->loose >= cn_counts_sum_of(held, melds) + h->wilds + staged->keep;
}

/* The count is not met: by the highest that can still be laid. */
static bool some_go_on(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                       const cn_holding *h, const cn_staged *staged, cn_mask *mask)
{
    const cn_room room = {true, true};
    const unsigned open = pub->turn.open_meld;
    if (side->latest[CN_MELD_WILD] != 0 || !melds_are_small(rules, side, h)) return false;
    cn_mask fits = cn_counted_merged(rules, pub, side, h, true, true, room, 0);
    if (open != CN_NO_MELD) {
        const uint64_t onto = UINT64_C(1) << CN_STEP_LAY | UINT64_C(1) << CN_STEP_LAY_TWO |
                              UINT64_C(1) << CN_STEP_LAY_JOKER;
        fits = (cn_mask){{fits.word[0] & onto << side->meld[open].rank}};
    }
    if (fits.word[1] != 0 && !wilds_open(rules, side, h, staged)) return false;
    const uint64_t lays = cn_plan_next_lays(rules, h->hand, side, fits.word[0], staged);
    *mask = (cn_mask){{lays, fits.word[1]}};
    return lays != CN_PLAN_UNSURE;
}

/* Melds of ranks or wilds are staged, without black threes. */
static bool legal_staged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side, cn_mask *mask)
{
    const cn_need need = cn_public_need(rules, pub, pub->asker);
    const bool black3 = rules->p.black3_meld != CN_BLACK3_MELD_NEVER &&
                        (int32_t)hand->kind[CN_KIND_BLACK3] >= rules->p.black3_meld_min;
    if (need.canasta != 0 || black3 || !cn_melds_are_single(side)) return false;
    const cn_holding h = cn_hold(hand);
    const cn_staged staged = {.wild_caps = rules->wild_below[1],
                              .points = cn_public_staged_points(rules, pub),
                              .need = need.points,
                              .loose = cn_loose_cards(rules, hand),
                              .keep = rules->kept + 1U,
                              .stays = (rules->wild_most == 0 || h.wilds < MELD_SIZE) &&
                                       needs_count(rules, pub, side, &h)};
    if (staged.points < need.points) return some_go_on(rules, pub, side, &h, &staged, mask);
    if (pub->turn.open_meld == CN_NO_MELD)
        return all_goes_on(rules, pub, side, &h, staged.loose, mask);
    const cn_meld *begun = &side->meld[pub->turn.open_meld];
    return cn_begun_goes_on(rules, begun, hand, staged.loose, true, mask);
}

CN_RARE bool cn_legal_merged_opening(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, cn_mask *mask)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    const unsigned due = turn->answer | (unsigned)turn->laid_black3 |
                         (unsigned)(turn->to_meld != CN_NO_MELD) | (pub->stock_count == 0) |
                         (pub->hand_count[pub->asker] < 2);
    if (due != 0) return false;
    if (!turn->staging) return side->meld_count == 0 && all_firsts(rules, pub, hand, mask);
    return legal_staged(rules, pub, hand, side, mask);
}

#else

CN_RARE bool cn_legal_merged_opening(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
