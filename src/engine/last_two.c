/* Two cards are left and one must be kept: what is laid must go out, at once by the other card as
 * the discard, or with it on a meld.
 * Not here: canastas that close. Invariant: as in the header. */
#include "last_two.h"

#include "finish.h"
#include "shape.h"
#include "usual.h"

enum { TWO = 2 };

/* The two cards, and the melds, one bit each, that take them. */
typedef struct last_two {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_side *side;
    unsigned kind[TWO];
    uint64_t takes[TWO];
    uint64_t ready, near; /* melds that lack one card to be a canasta, or two */
    unsigned canastas;
} last_two;

/* A rank's melds stay apart and never close, and nothing but the number of canastas is asked. */
static bool rules_are_simple(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_NEVER_MERGE && p->add_wild_to_canasta &&
           p->add_natural_to_canasta && p->meld_max == 0 && p->keep_cards == 1 &&
           p->meld_min > TWO && p->out_needs == 0 && p->out_not_counted == 0 &&
           !p->out_block_incomplete && !p->out_needs_red3_per_canasta &&
           p->discard_rank_ban.count == 0;
}

static bool takes(const last_two *l, const cn_shape *shape, unsigned kind)
{
    const bool wild = cn_kind_is_wild(kind);
    if (shape->rank >= CN_RANKS && shape->rank != CN_MELD_WILD) return false;
    return (wild || shape->rank == kind) && cn_shape_takes(l->rules, shape, wild);
}

static void look_at_meld(last_two *l, unsigned meld_i)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    const uint64_t bit = UINT64_C(1) << meld_i;
    const cn_shape shape = cn_shape_apart(l->pub, l->side, meld_i);
    const unsigned size = cn_shape_size(&shape);
    const bool counts =
        shape.rank < CN_RANKS || (shape.rank == CN_MELD_WILD && l->rules->p.wild_canasta);
    for (unsigned i = 0; i < TWO; i++)
        if (takes(l, &shape, l->kind[i])) l->takes[i] |= bit;
    if (!counts) return;
    l->canastas += size >= full;
    if (size + 1 == full) l->ready |= bit;
    if (size + TWO == full) l->near |= bit;
}

/* Of these melds, which take the card and lack two, those that take the other card after it. */
static uint64_t take_both(const last_two *l, unsigned card, uint64_t melds)
{
    uint64_t both = 0;
    for (; melds != 0; melds &= melds - 1) {
        cn_shape shape = cn_shape_apart(l->pub, l->side, (unsigned)__builtin_ctzll(melds));
        cn_shape_add(&shape, cn_kind_is_wild(l->kind[card]));
        if (takes(l, &shape, l->kind[1 - card])) both |= melds & -melds;
    }
    return both;
}

/* The melds onto which the card can be laid so that the hand goes out. */
static uint64_t melds_for(const last_two *l, unsigned card)
{
    const unsigned need = (unsigned)l->rules->p.out_canastas;
    const bool by_laying = l->rules->p.out_discard != CN_OUT_DISCARD_REQUIRED;
    const uint64_t mine = l->takes[card], others = l->takes[1 - card] & l->ready;
    if (l->canastas >= need) return mine;
    if (l->canastas + 1 == need) {
        if (!by_laying) return mine & l->ready;
        return others != 0 ? mine : (mine & l->ready) | take_both(l, card, mine & l->near);
    }
    if (l->canastas + TWO != need || !by_laying || others == 0) return 0;
    const bool one = (others & (others - 1)) == 0; /* which then must not be the meld itself */
    return mine & l->ready & (one ? ~others : UINT64_MAX);
}

static void add_lay(const last_two *l, unsigned card, uint64_t melds, cn_mask *mask)
{
    const unsigned run = l->pub->turn.run_meld;
    if (run != CN_NO_MELD && (melds >> run & 1) != 0)
        cn_mask_add(mask, cn_step_lay(l->kind[card], l->side->meld[run].rank));
}

static bool turn_is_simple(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return hand->size == TWO && pub->hand_count[pub->asker] == TWO &&
           cn_stuck_cards(rules, hand) == 0 && cn_stock_lets_go_on(rules, pub) &&
           cn_keep_cards(rules, pub) == 1 && cn_may_go_out_at_all(rules, pub, hand);
}

bool cn_add_last_two(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask)
{
    if (!rules_are_simple(rules) || !turn_is_simple(rules, pub, hand)) return false;
    const uint32_t kinds = cn_counts_from(hand->kind, 1), first = (uint32_t)__builtin_ctz(kinds);
    const uint32_t rest = kinds & (kinds - 1);
    last_two l = {.rules = rules, .pub = pub, .side = cn_public_acting(pub)};
    l.kind[0] = first;
    l.kind[1] = rest != 0 ? (unsigned)__builtin_ctz(rest) : first;
    for (unsigned i = 0; i < l.side->meld_count; i++) look_at_meld(&l, i);
    uint64_t names = 0;
    for (unsigned i = 0; i < TWO; i++) {
        const uint64_t melds = melds_for(&l, i);
        add_lay(&l, i, melds, mask);
        names |= melds;
    }
    const unsigned run = pub->turn.run_meld;
    if (run != CN_NO_MELD) {
        names &= ~(UINT64_C(1) << run);
        if (cn_run_can_end(rules, pub, hand)) cn_mask_add(mask, CN_STEP_NEW);
    }
    cn_mask_add_many(mask, CN_STEP_TO_MELD, names);
    return true;
}
