/* Which canastas a rule set and its pack can bring forth: shapes reached card by card.
 * Not here: which of them going out needs (rules_check.c).
 * Invariant: where the rules leave a doubt the answer is yes, so that no playable set is refused.
 */
#include "engine/compile/rules_check.h"

#include <assert.h>
#include <string.h>

#include "engine/step/shape.h"

enum { NATURALS_MAX = 4 * CN_PACKS_MAX, WILDS_MAX = 4 * CN_PACKS_MAX + CN_JOKERS_MAX };

/* The cards that one meld of a rank (or of twos) can draw on. */
typedef struct supply {
    unsigned naturals, wilds;
    bool takes_wilds;
} supply;

typedef struct shapes {
    bool reached[NATURALS_MAX + 1][WILDS_MAX + 1];
} shapes;

static unsigned deck_wilds(const cn_params *p)
{
    return (unsigned)(4 * p->decks + p->jokers_total);
}

static bool shape_holds(const cn_params *p, int32_t naturals, int32_t wilds)
{
    return (p->meld_max == 0 || naturals + wilds <= p->meld_max) && wilds <= p->max_wilds &&
           cn_wilds_in_ratio(p, (unsigned)naturals, (unsigned)wilds);
}

static bool may_add_natural(const cn_params *p, int32_t naturals, int32_t wilds)
{
    return naturals + wilds < p->canasta_size || cn_canasta_takes(p, wilds > 0, false);
}

/* S7. A wild of the opening needs no rule of five; P57 limits the wilds of one action only. */
static bool may_add_wild(const cn_params *p, int32_t naturals, int32_t wilds)
{
    int32_t size = naturals + wilds;
    if (naturals == 0) return false;
    if (p->initial_naturals_only && naturals < p->wild_add_min_naturals) return false;
    if (size < p->canasta_size || cn_canasta_takes(p, wilds > 0, true)) return true;
    return wilds < p->canasta_size && cn_canasta_takes(p, true, false);
}

static void reach(const cn_params *p, const supply *cards, shapes *out)
{
    memset(out, 0, sizeof *out);
    out->reached[0][0] = true;
    for (unsigned n = 1; n <= cards->naturals; n++) {
        for (unsigned w = 0; w <= cards->wilds; w++) {
            int32_t naturals = (int32_t)n;
            int32_t wilds = (int32_t)w;
            bool by_natural = out->reached[n - 1][w] && may_add_natural(p, naturals - 1, wilds);
            bool by_wild = w > 0 && cards->takes_wilds && out->reached[n][w - 1] &&
                           may_add_wild(p, naturals, wilds - 1);
            out->reached[n][w] = (by_natural || by_wild) && shape_holds(p, naturals, wilds);
        }
    }
}

/* Sets the bit of the rank in what its shapes allow. */
static void note_rank(const cn_params *p, const supply *cards, int32_t bit, unsigned least,
                      cn_makeable *out)
{
    shapes all;
    reach(p, cards, &all);
    for (unsigned n = least; n <= cards->naturals; n++) {
        for (unsigned w = 0; w <= cards->wilds; w++) {
            int32_t size = (int32_t)(n + w);
            if (!all.reached[n][w] || size < p->meld_min) continue;
            out->meld |= bit;
            if (size >= p->canasta_size) *(w == 0 ? &out->natural : &out->mixed) |= bit;
        }
    }
}

cn_makeable cn_rules_makeable(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    cn_makeable out = {.meld = 0};
    supply cards = {(unsigned)(4 * p->decks), deck_wilds(p), true};
    assert(cards.naturals <= NATURALS_MAX && cards.wilds <= WILDS_MAX);
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        int32_t bit = 1 << rank;
        bool barred = (p->no_wild_ranks & bit) != 0 ||
                      ((p->initial_only_wild_ranks & bit) != 0 && p->initial_naturals_only);
        cards.takes_wilds = !barred;
        note_rank(p, &cards, bit, (unsigned)p->min_naturals, &out);
    }
    if (p->twos_as_rank) { /* P62 */
        cards.wilds = (unsigned)p->jokers_total;
        cards.takes_wilds = true;
        note_rank(p, &cards, CN_WORD_TWO, (unsigned)cn_shape_least_naturals(rules, CN_MELD_TWOS),
                  &out);
    }
    unsigned size = (unsigned)p->canasta_size;
    out.wild = p->wild_canasta && rules->wild_most >= size && deck_wilds(p) >= size;
    out.sequence = p->sequences && p->sequence_max >= p->canasta_size;
    return out;
}

/* Every canasta of a rank has at least one natural more than wilds allow for. */
static unsigned most_of_rank(const cn_rules *rules, int32_t ignored)
{
    const cn_params *p = &rules->p;
    bool one = p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
               cn_canasta_takes(p, false, false) && cn_canasta_takes(p, true, false) &&
               p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO;
    if (one) return 1;
    int32_t least = p->canasta_size;
    if (!(ignored & CN_WORD_MIXED)) least -= p->max_wilds;
    if (least < p->min_naturals) least = p->min_naturals;
    return (unsigned)(4 * p->decks / least);
}

unsigned cn_makeable_most(const cn_rules *rules, const cn_makeable *makeable, int32_t ignored)
{
    const cn_params *p = &rules->p;
    int32_t ranks = (ignored & CN_WORD_NATURAL) ? 0 : makeable->natural;
    if (!(ignored & CN_WORD_MIXED)) ranks |= makeable->mixed;
    ranks &= ~ignored;
    unsigned size = (unsigned)p->canasta_size;
    unsigned most = 0;
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++)
        if (ranks >> rank & 1) most += most_of_rank(rules, ignored);
    if (makeable->wild && !(ignored & CN_WORD_WILD)) most += deck_wilds(p) / size;
    if (makeable->sequence && !(ignored & CN_WORD_SEQUENCE))
        most += CN_SUITS * ((unsigned)(CN_RANKS * p->decks) / size);
    unsigned by_cards = (unsigned)rules->deck_size / size;
    return most < by_cards ? most : by_cards;
}
