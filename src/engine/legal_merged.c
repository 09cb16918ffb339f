/* All steps of a melding turn at once where a rank has one meld: of a side that has opened, far
 * from the end, with nothing named or unfinished.
 * Not here: all other turns (legal_counted.c). Invariant: as in the header. With few branches,
 * because nobody foresees melds and cards. */
#include "legal_merged.h"

#include "counted.h"
#include "legal_search.h"

bool cn_has_merged_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->counted_ranks && p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           (p->add_wild_to_canasta || !p->add_natural_to_canasta); /* as if no run were (P57) */
}

#if defined(__SSSE3__)

/* The side has opened, nothing obliges it to anything, and even a new meld leaves a card to discard
 * and those to keep; told too seldom rather than too often. */
CN_USUAL bool is_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    const unsigned keep = (unsigned)rules->p.keep_cards | (rules->p.keep_cards == 0);
    const unsigned due = (unsigned)turn->staging | turn->answer | turn->laid_black3 |
                         turn->opened_exempt | ((turn->open_meld & turn->to_meld) ^ CN_NO_MELD);
    return due == 0 && side->meld_count - 1U < CN_MELDS_MAX - 1U &&
           pub->hand_count[pub->asker] > keep + (unsigned)rules->p.meld_min &&
           hand->size > hand->kind[CN_KIND_BLACK3] + 1U && /* P65 */
           (cn_counts_from(hand->kind, 1) & cn_never_discarded(rules)) == 0 && pub->stock_count > 0;
}

/* Wilds go to a meld of wilds, old or new; without branches. */
CN_USUAL bool wilds_merge(const cn_rules *rules, const cn_side *side, const cn_holding *h)
{
    const unsigned latest = side->latest[CN_MELD_WILD], lies = latest > 0;
    const unsigned lie = cn_meld_wilds(&side->meld[(latest - 1) & (0U - lies)]) & (0U - lies);
    const unsigned closed = (lie >= rules->wilds_below) & (lie >= (unsigned)rules->p.canasta_size);
    const unsigned begin = (h->wilds >= (unsigned)rules->p.meld_min) & ((lies ^ 1U) | closed);
    const unsigned onto = lies & (lie < rules->wilds_below) & (h->wilds > 0);
    return (onto | begin) != 0;
}

/* No meld of a rank lies beside a closed one. */
CN_USUAL bool ranks_are_single(const cn_rules *rules, const cn_side *side)
{
    uint8_t cards[CN_COUNTS];
    if (rules->p.add_natural_to_canasta) return true;
    cn_counts_add(cards, side->naturals, side->wilds);
    return (cn_counts_from(cards, (unsigned)rules->p.canasta_size + 1) & CN_ALL_RANKS) == 0;
}

/* Where nobody puts the question: two cards find no meld, or it is not allowed. */
static CN_RARE void legal_far(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              const cn_side *side, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const cn_holding h = cn_hold(hand);
    const cn_counted_fits f = cn_fit_counts(rules, side, false);
    const uint32_t naturals =
        h.ranks & ((f.begun & f.natural) | (~f.begun & cn_begin(rules, &h, false)));
    const uint32_t stay = h.ranks & ~naturals; /* a card or more of each */
    if (discards == 0 || ((stay & (stay - 1)) == 0 && cn_may_ask(rules, pub))) {
        cn_legal_of_others(rules, pub, hand, mask);
        return;
    }
    *mask = (cn_mask){{discards << CN_STEP_DISCARD | (uint64_t)naturals << CN_STEP_LAY |
                       cn_wild_lays(&h, f.wild)}};
    if (rules->wild_most != 0 && wilds_merge(rules, side, &h)) mask->word[1] = cn_lays_together(&h);
}

CN_RARE void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    if (is_merged(rules, pub, hand, side) && ranks_are_single(rules, side))
        legal_far(rules, pub, hand, side, mask);
    else
        cn_legal_of_others(rules, pub, hand, mask);
}

#else

void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask)
{
    cn_legal_of_others(rules, pub, hand, mask);
}

#endif
