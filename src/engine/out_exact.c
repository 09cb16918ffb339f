/* Going out told exactly where a rank has one meld at a time: by which rules, and the position as
 * it lies or after a lay.
 * Not here: whether the cards can be laid (out_wilds.c). Invariant: as in the header.
 *
 * Of canastas there must be enough, and no more than red threes where those are asked for (S27). */
#include "out_exact.h"

#include "discard.h"
#include "finish.h"
#include "out.h"
#include "out_wilds.h"
#include "takers.h"

/* ---- rules ---- */

static bool melds_never_close(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->meld_max == 0 && p->add_natural_to_canasta && p->add_wild_to_canasta &&
           rules->wild_most == 0 && p->out_needs_red3_per_canasta;
}

static bool melds_close(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->meld_max == p->canasta_size && !p->add_natural_to_canasta &&
           !p->add_wild_to_canasta && !p->out_needs_red3_per_canasta &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO &&
           (rules->wild_most == 0 || rules->wild_most == (unsigned)p->canasta_size);
}

bool cn_is_exact(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return (melds_never_close(rules) || melds_close(rules)) &&
           p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           p->wild_ratio == CN_WILD_RATIO_FREE && p->wild_add_min_naturals == 0 &&
           p->initial_only_wild_ranks == 0 && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO && !p->black3_meld_wilds &&
           p->min_naturals >= 2 && p->min_naturals <= p->meld_min &&
           p->meld_min < p->canasta_size && p->max_wilds < p->canasta_size &&
           !p->out_block_incomplete && p->out_needs == 0 && p->out_not_counted == 0 &&
           !p->sequences && !p->twos_as_rank;
}

/* ---- positions ---- */

/* Those that closed leave nothing but their number. */
static void leave_out_closed(cn_laying *l, const cn_side *side)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    for (uint64_t left = cn_melds_look(side, full).full; left != 0; left &= left - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(left)];
        l->naturals[meld->rank] = (uint8_t)(l->naturals[meld->rank] - meld->naturals);
        l->lying[meld->rank] = (uint8_t)(l->lying[meld->rank] - cn_meld_wilds(meld));
        l->closed += meld->rank < CN_RANKS || l->rules->p.wild_canasta;
    }
}

/* The position as it lies; false if nothing is told of it. */
static bool set_laying(cn_laying *l, const cn_rules *rules, const cn_public *pub,
                       const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const bool red3 = hand->kind[CN_KIND_RED3] > 0; /* it must be the discard */
    l->closes = rules->p.meld_max > 0;
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || side->naturals[CN_MELD_BLACK3] > 0 ||
        side->meld_count + CN_COUNTS > CN_MELDS_MAX || (!l->closes && !cn_melds_are_single(side)))
        return false;
    l->rules = rules;
    memcpy(l->naturals, side->naturals, sizeof l->naturals);
    memcpy(l->lying, side->wilds, sizeof l->lying);
    memcpy(l->held, hand->kind, sizeof l->held);
    l->closed = 0;
    l->twos = hand->kind[CN_KIND_TWO];
    l->jokers = hand->kind[CN_KIND_JOKER];
    l->black3 = hand->kind[CN_KIND_BLACK3];
    l->last = red3 ? 0 : ~(cn_never_last(rules) | cn_never_discarded(rules));
    l->discard_due = rules->p.out_discard != CN_OUT_DISCARD_OPTIONAL && !red3;
    l->need = (unsigned)rules->p.out_canastas;
    l->most = CN_DECK_CARDS_MAX;
    if (l->closes)
        leave_out_closed(l, side);
    else
        l->most = cn_side_red3(rules, pub, pub->side_of[pub->asker]);
    return true;
}

/* Red threes in hand can never be laid: one may be the last discard. */
static cn_told tell(const cn_laying *l, const cn_cards *hand)
{
    const unsigned red3 = hand->kind[CN_KIND_RED3];
    const uint32_t barred = cn_never_last(l->rules) | cn_never_discarded(l->rules);
    if (red3 > 1 || (red3 == 1 && (barred >> CN_KIND_RED3 & 1) != 0)) return CN_TOLD_NO;
    return cn_laying_goes_out(l);
}

cn_told cn_exact_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_laying l;
    return set_laying(&l, rules, pub, hand) ? tell(&l, hand) : CN_TOLD_NOTHING;
}

/* A natural or a wild is laid on a meld of the rank, or one of wilds. */
static void lay(cn_laying *l, unsigned kind, unsigned rank)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    l->twos -= kind == CN_KIND_TWO;
    l->jokers -= kind == CN_KIND_JOKER;
    if (kind < CN_RANKS) {
        l->held[rank]--;
        l->naturals[rank]++;
    } else {
        l->lying[rank]++;
    }
    if (!l->closes || l->naturals[rank] + (unsigned)l->lying[rank] < full) return;
    l->naturals[rank] = l->lying[rank] = 0;
    l->closed += rank < CN_RANKS || l->rules->p.wild_canasta;
}

cn_told cn_exact_out_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number)
{
    cn_laying l;
    if (rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO) return CN_TOLD_NOTHING; /* S18 */
    if (!cn_step_is_lay(number) || !set_laying(&l, rules, pub, hand)) return CN_TOLD_NOTHING;
    const unsigned rank = cn_step_meld(number);
    if (rank >= CN_RANKS && rank != CN_MELD_WILD) return CN_TOLD_NOTHING;
    lay(&l, cn_step_kind(number), rank);
    return tell(&l, hand);
}
