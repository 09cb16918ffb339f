/* All steps of a melding turn at once where a rank has one meld: of a side that has opened, far
 * from the end, with nothing named or unfinished.
 * Not here: all other turns (legal_counted.c). Invariant: as in the header. With few branches,
 * because nobody foresees melds and cards. */
#include "legal_merged.h"

#include "counted.h"
#include "legal_search.h"
#include "out.h"

bool cn_has_merged_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->counted_ranks && p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           (p->add_wild_to_canasta || !p->add_natural_to_canasta); /* as if no run were (P57) */
}

#if defined(__SSSE3__)

/* The side has opened, and nothing obliges it to anything. */
CN_USUAL bool is_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    const unsigned due = (unsigned)turn->staging | turn->answer | turn->laid_black3 |
                         turn->opened_exempt | ((turn->open_meld & turn->to_meld) ^ CN_NO_MELD);
    return due == 0 && side->meld_count - 1U < CN_MELDS_MAX - 1U &&
           (cn_counts_from(hand->kind, 1) & cn_never_discarded(rules)) == 0 && pub->stock_count > 0;
}

/* Even a new meld leaves a card to discard and those to keep, and one that is no black three (P65);
 * told too seldom rather than too often. */
CN_USUAL bool is_far(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const unsigned keep = (unsigned)rules->p.keep_cards | (rules->p.keep_cards == 0);
    return pub->hand_count[pub->asker] > keep + (unsigned)rules->p.meld_min &&
           hand->size > hand->kind[CN_KIND_BLACK3] + 1U;
}

/* Wilds go to a meld of wilds, old or new; without branches. */
CN_USUAL bool wilds_merge(const cn_rules *rules, const cn_side *side, const cn_holding *h,
                          cn_room room)
{
    const unsigned latest = side->latest[CN_MELD_WILD], lies = latest > 0;
    const unsigned lie = cn_meld_wilds(&side->meld[(latest - 1) & (0U - lies)]) & (0U - lies);
    const unsigned closed = (lie >= rules->wilds_below) & (lie >= (unsigned)rules->p.canasta_size);
    const unsigned begin = (h->wilds >= (unsigned)rules->p.meld_min) & ((lies ^ 1U) | closed);
    const unsigned onto = lies & (lie < rules->wilds_below) & (h->wilds > 0);
    return ((onto & room.onto) | (begin & room.begin)) != 0;
}

/* No meld of a rank lies beside a closed one. */
CN_USUAL bool ranks_are_single(const cn_rules *rules, const cn_side *side)
{
    uint8_t cards[CN_COUNTS];
    if (rules->p.add_natural_to_canasta) return true;
    cn_counts_add(cards, side->naturals, side->wilds);
    return (cn_counts_from(cards, (unsigned)rules->p.canasta_size + 1) & CN_ALL_RANKS) == 0;
}

/* Canastas, those that lie there and those that all cards of a rank with all wilds, or all wilds
 * together, could become, are too few for going out. */
CN_USUAL bool canastas_lack(const cn_rules *rules, const cn_side *side, const cn_holding *h)
{
    const cn_params *p = &rules->p;
    const unsigned full = (unsigned)p->canasta_size, most = (unsigned)p->max_wilds;
    const unsigned together = side->wilds[CN_MELD_WILD] + h->wilds;
    unsigned count = p->wild_canasta ? together / full : 0;
    uint8_t naturals[CN_COUNTS], cards[CN_COUNTS];
    cn_counts_add(naturals, side->naturals, h->hand->kind);
    cn_counts_add(cards, naturals, side->wilds);
    uint32_t ranks = cn_counts_from(naturals, full > most ? full - most : 1) & CN_ALL_RANKS;
    for (unsigned size = full; ranks != 0; size += full) {
        ranks &= cn_counts_from(cards, size > h->wilds ? size - h->wilds : 1);
        count += (unsigned)__builtin_popcount(ranks);
        if (p->add_natural_to_canasta) break; /* a rank has only one */
    }
    return count < (unsigned)p->out_canastas;
}

/* S27: red threes are too few for the canastas that going out needs, or for those that lie there.
 */
static CN_RARE bool red3_lack(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_params *p = &rules->p;
    const unsigned red3 = cn_side_red3(rules, pub, pub->side_of[pub->asker]);
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, side->naturals, side->wilds);
    const uint32_t canastas = cn_counts_from(cards, (unsigned)p->canasta_size) & CN_ALL_RANKS;
    return red3 < (unsigned)p->out_canastas || red3 < (unsigned)__builtin_popcount(canastas);
}

/* The hand cannot go out: two cards find no meld, of `stay` one or more of each rank, or canastas
 * are too few; told too seldom rather than too often. */
CN_USUAL bool stays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                    const cn_holding *h, uint32_t stay)
{
    const cn_params *p = &rules->p;
    const unsigned black3 = h->hand->kind[CN_KIND_BLACK3];
    const bool group =
        p->black3_meld != CN_BLACK3_MELD_NEVER &&
        (black3 >= (unsigned)p->black3_meld_min || side->naturals[CN_MELD_BLACK3] > 0);
    return (unsigned)__builtin_popcount(stay) + (group ? 0 : black3) >= 2 ||
           canastas_lack(rules, side, h) ||
           (p->out_needs_red3_per_canasta && red3_lack(rules, pub, side));
}

/* The lays for which there is room, and the discards; false if the hand might go out where that
 * matters. */
CN_USUAL bool add_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      const cn_side *side, cn_room room, bool matters, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const cn_holding h = cn_hold(hand);
    const cn_counted_fits f = cn_fit_counts(rules, side, false);
    const uint32_t onto = h.ranks & f.begun, begin = h.ranks & ~onto & cn_begin(rules, &h, false);
    const uint32_t lays = (onto & f.natural) | begin;
    if (discards == 0 || (matters && !stays(rules, pub, side, &h, h.ranks & ~lays))) return false;
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    if (room.begin) mask->word[0] |= (uint64_t)begin << CN_STEP_LAY;
    if (room.onto)
        mask->word[0] |= (uint64_t)(onto & f.natural) << CN_STEP_LAY | cn_wild_lays(&h, f.wild);
    if (rules->wild_most != 0 && wilds_merge(rules, side, &h, room))
        mask->word[1] = cn_lays_together(&h);
    return true;
}

static CN_RARE void legal_far(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    if (!add_all(rules, pub, hand, side, room, cn_may_ask(rules, pub), mask))
        cn_legal_of_others(rules, pub, hand, mask);
}

static CN_RARE void legal_near(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side, cn_mask *mask)
{
    const unsigned held = pub->hand_count[pub->asker], keep = (unsigned)rules->p.keep_cards;
    const cn_room room = {held > keep + 1, held > keep + (unsigned)rules->p.meld_min};
    if (keep == 0 || (pub->packets[pub->asker] | pub->turn.opened) != 0 || hand->size != held ||
        held < 2 || (pub->turn.laid && held <= keep) ||
        !add_all(rules, pub, hand, side, room, true, mask))
        cn_legal_of_others(rules, pub, hand, mask);
}

CN_RARE void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    if (!is_merged(rules, pub, hand, side) || !ranks_are_single(rules, side))
        cn_legal_of_others(rules, pub, hand, mask);
    else if (is_far(rules, pub, hand))
        legal_far(rules, pub, hand, side, mask);
    else
        legal_near(rules, pub, hand, side, mask);
}

#else

void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask)
{
    cn_legal_of_others(rules, pub, hand, mask);
}

#endif
