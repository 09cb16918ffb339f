/* All steps of a turn of a side that has not opened, from counts: a lay is legal if all that can be
 * laid with it meets the count and the conditions, and leaves enough.
 * Not here: hands that might go out at once, canastas in an opening, answers (legal_search.c).
 * Invariant: as in the header. */
#include "legal_pure.h"

#include "canasta/legal.h"
#include "canasta/score.h"
#include "counts.h"
#include "dead.h"
#include "discard.h"
#include "opening_pure.h"
#include "possible.h"
#include "rare.h"
#include "stay.h"

enum { MELD_SIZE = 3 };

/* A position, one way to lay all, wilds with naturals, and whether that opens, or wilds together.
 */
typedef struct turn {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    cn_pure_reach r;
    cn_pure_laid apart;
    cn_certainty opens, opens_apart, opens_together;
} turn;

static bool set_turn(turn *t, const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    t->rules = rules;
    t->pub = pub;
    t->hand = hand;
    if (!cn_pure_reach_make(&t->r, rules, pub, hand)) return false;
    cn_lay_apart(&t->apart, &t->r, 0, 0);
    t->opens_together = CN_SURELY_NOT;
    if (t->r.together + t->r.wilds >= MELD_SIZE) {
        cn_pure_laid together;
        cn_lay_together(&together, &t->r);
        t->opens_together = cn_pure_opens(&t->r, &together);
    }
    t->opens_apart = cn_pure_opens(&t->r, &t->apart);
    t->opens = cn_either_way(t->opens_apart, t->opens_together);
    return true;
}

/* ---- lays ---- */

/* Adds the steps if they are surely legal; false if that is in doubt. */
static bool add_if(cn_certainty certainty, cn_mask *mask, unsigned first, uint64_t bits)
{
    if (certainty == CN_SURELY) cn_mask_add_many(mask, first, bits);
    return certainty != CN_UNSURE || bits == 0;
}

/* Where too few cards would be left: one natural at a time. */
static CN_RARE bool add_naturals_asked(const turn *t, uint32_t ranks, cn_mask *mask)
{
    for (; ranks != 0; ranks &= ranks - 1) {
        const uint32_t bit = ranks & -ranks;
        const cn_certainty opens = cn_pure_opens_laying(&t->r, &t->apart, bit);
        if (!add_if(cn_either_way(opens, t->opens_together), mask, CN_STEP_LAY, bit)) return false;
    }
    return true;
}

/* Naturals of groups. */
static bool add_naturals(const turn *t, uint32_t ranks, cn_mask *mask)
{
    if (t->opens == CN_UNSURE) return add_naturals_asked(t, ranks, mask);
    return add_if(t->opens, mask, CN_STEP_LAY, ranks);
}

/* New melds of two cards and a wild. */
static bool add_pairs(const turn *t, cn_mask *mask)
{
    const uint32_t pairs = t->r.wilds > 0 && t->apart.possible ? t->r.pairs & ~t->r.lone : 0;
    const uint32_t told = t->opens_apart == CN_UNSURE ? 0 : pairs & t->apart.pairs;
    if (!add_if(t->opens_apart, mask, CN_STEP_LAY, told)) return false;
    for (uint32_t left = pairs & ~told; left != 0; left &= left - 1) {
        cn_pure_laid laid;
        cn_lay_apart(&laid, &t->r, left & -left, 0);
        if (!add_if(cn_pure_opens(&t->r, &laid), mask, CN_STEP_LAY, left & -left)) return false;
    }
    return true;
}

/* Wilds for a meld of wilds, old or new. */
static bool add_wilds_together(const turn *t, cn_mask *mask)
{
    const unsigned kinds = (t->r.twos > 0 ? 1U : 0U) | (t->r.jokers > 0 ? 2U : 0U);
    return add_if(t->opens_together, mask, CN_STEP_LAY_TWO_WILD, kinds);
}

/* The wilds of the hand onto a staged meld of the rank, if what is laid so opens. */
static bool add_wilds_so(const cn_pure_reach *r, const cn_pure_laid *laid, uint32_t bit,
                         cn_mask *mask)
{
    return (r->twos == 0 ||
            add_if(cn_pure_opens_with(r, laid, CN_KIND_TWO), mask, CN_STEP_LAY_TWO, bit)) &&
           (r->jokers == 0 ||
            add_if(cn_pure_opens_with(r, laid, CN_KIND_JOKER), mask, CN_STEP_LAY_JOKER, bit));
}

/* The same where all naturals of the rank leave no room for a wild. */
static CN_RARE bool add_wilds_for_naturals(const cn_pure_reach *r, unsigned rank, cn_mask *mask)
{
    const uint32_t bit = UINT32_C(1) << rank;
    cn_pure_reach less = *r;
    if (!cn_pure_make_room(&less, rank)) return less.held[rank] == 0; /* no fewer can be laid */
    cn_pure_laid laid;
    cn_lay_apart(&laid, &less, 0, bit);
    return add_wilds_so(&less, &laid, bit, mask);
}

static bool add_wilds_onto(const turn *t, unsigned rank, cn_mask *mask)
{
    const cn_pure_reach *r = &t->r;
    const cn_side *side = r->side;
    const uint32_t bit = UINT32_C(1) << rank;
    if ((r->mixable & bit) == 0 || side->wilds[rank] >= t->rules->pure_room[side->naturals[rank]])
        return true;
    if (r->room[rank] == 0) return add_wilds_for_naturals(r, rank, mask);
    if (r->due > 0) return add_wilds_so(r, &t->apart, bit, mask);
    const bool lone = r->lone == bit;
    cn_pure_laid laid;
    cn_lay_apart(&laid, r, lone ? bit : 0, lone ? 0 : bit);
    return add_wilds_so(r, &laid, bit, mask);
}

/* ---- a meld is unfinished ---- */

static bool legal_at_unfinished(const turn *t, unsigned open, cn_mask *mask)
{
    const unsigned rank = t->r.side->meld[open].rank;
    *mask = (cn_mask){{0}};
    if (rank == CN_MELD_WILD) return add_wilds_together(t, mask);
    if (t->r.held[rank] > 0 && !add_naturals(t, UINT32_C(1) << rank, mask)) return false;
    return t->r.wilds == 0 || add_wilds_onto(t, rank, mask);
}

/* ---- between two melds ---- */

/* The staged cards count enough, whether the top card does or not, or wilds are a splash. */
static bool may_open(const cn_pure_reach *r)
{
    return cn_counts_worth(r->side->naturals, CN_ALL_RANKS, r->rules->value) + r->staged_wilds >=
               r->need ||
           r->together >= r->rules->p.canasta_size;
}

static bool legal_staging(const turn *t, cn_mask *mask)
{
    const cn_pure_reach *r = &t->r;
    const uint32_t held = cn_counts_from(r->held, 1);
    *mask = (cn_mask){{0}};
    if (may_open(r) && cn_possible(t->rules, t->pub, t->hand, CN_STEP_OPEN)) {
        if (cn_open_outlook(t->rules, t->pub, t->hand) != CN_OUTLOOK_STAYS &&
            !cn_pure_leaves_enough(r, 0))
            return false;
        cn_mask_add(mask, CN_STEP_OPEN);
    }
    if (!add_naturals(t, r->groups & held, mask) || !add_pairs(t, mask)) return false;
    if (r->wilds == 0) return true;
    for (uint32_t left = r->together > 0 ? 0 : r->begun; left != 0; left &= left - 1)
        if (!add_wilds_onto(t, (unsigned)__builtin_ctz(left), mask)) return false;
    return add_wilds_together(t, mask);
}

/* ---- nothing lies there ---- */

/* P97, S13: a bonus three may be laid out; false if it is in doubt whether the turn can end after
 * it. */
static bool add_lay_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask)
{
    if (!rules->p.hold_one_three) return true;
    const bool held = cn_holds_bonus(rules, hand); /* a branch for it would not be foreseen */
    cn_mask_add_many(mask, CN_STEP_LAY_OUT, held);
    return cn_open_outlook(rules, pub, hand) == CN_OUTLOOK_STAYS || !held;
}

/* The first card of an opening. */
static bool add_first(const turn *t, cn_mask *mask)
{
    return add_naturals(t, t->r.groups, mask) && add_pairs(t, mask) && add_wilds_together(t, mask);
}

static bool legal_unstaged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_mask *mask)
{
    const uint64_t discards =
        pub->pile_count > 0 ? cn_discardable(rules, pub, hand)
                            : cn_discardable_besides(rules, pub, hand, cn_ranks_closed(rules, pub));
    if (discards == 0 || pub->hand_count[pub->asker] < 2 || pub->turn.laid) return false;
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    if (!add_lay_out(rules, pub, hand, mask)) return false;
    if (!pub->turn.took && cn_find_special_hand(rules, hand) > 0)
        cn_mask_add(mask, CN_STEP_DECLARE);
    if (cn_pure_opening_is_beyond(rules, pub, hand)) return true;
    turn t;
    return set_turn(&t, rules, pub, hand) && add_first(&t, mask);
}

/* ---- all ---- */

CN_RARE bool cn_legal_pure(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_mask *mask)
{
    const cn_turn *now = &pub->turn;
    turn t;
    if (now->to_meld != CN_NO_MELD || now->answer != CN_ANSWER_NONE) return false;
    if (!now->staging) return legal_unstaged(rules, pub, hand, mask);
    if (!set_turn(&t, rules, pub, hand)) return false;
    if (now->open_meld != CN_NO_MELD) return legal_at_unfinished(&t, now->open_meld, mask);
    return legal_staging(&t, mask);
}
