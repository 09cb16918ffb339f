/* Which rules are plain, and at which positions others are.
 * Not here: what follows from it (plan_plain.h, plain.h). Invariant: told too seldom rather than
 * too often.
 *
 * The plain game has one meld of each rank, naturals and up to six wilds in it, more of them where
 * there are more naturals and none once it is complete, if the rules say so, and no condition on a
 * turn but the minimum, one kept card and the number of canastas. */
#include "plan_parts.h"
#include "plan_plain.h"

/* ---- rules ---- */

static bool melds_are_plain(const cn_params *p)
{
    return p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && !p->sequences &&
           !p->twos_as_rank && p->wild_ratio_exceptions.count == 0 &&
           p->wild_add_min_naturals == 0 && p->no_wild_ranks == 0 &&
           p->initial_only_wild_ranks == 0 && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->meld_min == MELD_SIZE_MIN && p->min_naturals == NATURALS_MIN && p->max_wilds >= 1 &&
           p->max_wilds <= 6 && (p->meld_max == 0 || p->meld_max >= p->canasta_size);
}

/* Nothing comes to a hand, and nothing leaves it, in other ways. */
static bool hands_are_plain(const cn_params *p)
{
    return p->reserve_packets.count == 0 && p->talon_first == 0 && p->talon_second == 0 &&
           !p->hold_one_three && p->special_hands.count == 0 &&
           p->discard_wild == CN_DISCARD_WILD_FREE && p->discard_empty_pile_ban == 0 &&
           p->discard_rank_ban.count == 0;
}

static bool ends_are_plain(const cn_params *p)
{
    return p->keep_cards == 1 && p->out_canastas >= 1 && p->out_needs == 0 &&
           p->out_not_counted == 0 && p->out_discard == CN_OUT_DISCARD_OPTIONAL &&
           !p->out_block_incomplete && !p->out_needs_red3_per_canasta &&
           p->ask_partner != CN_ASK_PARTNER_REQUIRED;
}

static bool opening_is_plain(const cn_params *p)
{
    return p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO && !p->initial_no_mixed_canasta &&
           !p->initial_naturals_only && p->initial_from_pile == CN_INITIAL_FROM_PILE_YES &&
           p->min_counts_top && !p->min_counts_bonuses && !p->min_exempt_splash &&
           p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_ALWAYS &&
           p->min_band_special.count == 0 && p->draw_on_initial_meld == 0;
}

static bool threes_are_plain(const cn_params *p)
{
    return p->threes_mode == CN_THREES_MODE_CLASSIC &&
           p->red3_drawn == CN_RED3_DRAWN_EXPOSE_AND_REPLACE &&
           p->red3_in_pile != CN_RED3_IN_PILE_IMPOSSIBLE &&
           p->discard_threes == CN_DISCARD_THREES_BLACK_ONLY && p->black3_discard_round1 &&
           !p->black3_meld_wilds && p->black3_meld_min >= 2;
}

static bool takes_are_plain(const cn_params *p)
{
    return p->black3_from_pile.on == 0 && p->take_amount == 0 && p->take_pair &&
           p->take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE &&
           p->take_top_blockers == (CN_WORD_WILD | CN_WORD_RED3) && !p->take_add_to_sequence &&
           p->upcard_extra_pile == CN_UPCARD_EXTRA_PILE_NONE;
}

static unsigned plain_while(const cn_params *p)
{
    unsigned holds = 0;
    if (p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO) holds |= CN_PLAIN_WHILE_SINGLE;
    if (p->wild_meld) holds |= CN_PLAIN_WHILE_FEW;
    if (p->meld_max > 0 || !p->add_natural_to_canasta)
        holds |= CN_PLAIN_WHILE_ROOM | CN_PLAIN_WHILE_SINGLE | CN_PLAIN_WHILE_MELDING;
    if (!threes_are_plain(p)) holds |= CN_PLAIN_WHILE_NO_THREES | CN_PLAIN_WHILE_MELDING;
    if (!takes_are_plain(p)) holds |= CN_PLAIN_WHILE_MELDING;
    if (!opening_is_plain(p)) holds |= CN_PLAIN_WHILE_OPENED;
    return holds;
}

void cn_derive_plain(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (!melds_are_plain(p) || !hands_are_plain(p) || !ends_are_plain(p)) return;
    rules->plain_while = (uint8_t)plain_while(p);
    rules->plain = rules->plain_while == 0;
}

/* ---- positions ---- */

static unsigned wilds_of(const uint8_t *kinds)
{
    return kinds[CN_KIND_TWO] + (unsigned)kinds[CN_KIND_JOKER];
}

/* Wilds for a meld of them neither are in hand nor come to it before cards are laid (P60). */
static bool wilds_are_few(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          const cn_side *side)
{
    const bool draws = pub->phase == CN_PHASE_DRAW;
    unsigned more = 0;
    if (draws || cn_plan_pile_comes(pub)) more = wilds_of(pub->pile_kinds);
    if (draws && more < (unsigned)rules->p.draw_count) more = (unsigned)rules->p.draw_count;
    return wilds_of(hand->kind) + more < MELD_SIZE_MIN && side->wilds[CN_MELD_WILD] == 0;
}

/* No meld that may grow becomes fuller than it may be (P56), whatever is laid in whatever order. A
 * complete one to which no natural comes takes no wild either, unless its wilds are laid with it
 * (P57). */
static bool melds_have_room(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            const cn_side *side)
{
    const cn_params *p = &rules->p;
    const cn_turn *turn = &pub->turn;
    const unsigned wilds = wilds_of(hand->kind);
    const unsigned full = (unsigned)(p->add_natural_to_canasta ? p->meld_max : p->canasta_size);
    uint8_t cards[CN_COUNTS];
    uint32_t grow = CN_ALL_RANKS;
    if (wilds > full) return false;
    if (!turn->staging && !p->add_wild_to_canasta) {
        grow = cn_counts_from(hand->kind, 1);
        if (turn->run_meld != CN_NO_MELD) grow |= UINT32_C(1) << side->meld[turn->run_meld].rank;
    }
    cn_counts_add(cards, side->naturals, side->wilds);
    cn_counts_add(cards, cards, hand->kind);
    return (cn_counts_from(cards, full + 1 - wilds) & grow & CN_ALL_RANKS) == 0;
}

bool cn_plain_holds_here(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const unsigned holds = rules->plain_while;
    const cn_side *side = cn_public_acting(pub);
    if ((holds & CN_PLAIN_WHILE_MELDING) != 0 && cn_plan_pile_comes(pub)) return false;
    if ((holds & CN_PLAIN_WHILE_OPENED) != 0 && (side->meld_count == 0 || pub->turn.staging))
        return false;
    if ((holds & CN_PLAIN_WHILE_NO_THREES) != 0 &&
        (hand->kind[CN_KIND_RED3] + hand->kind[CN_KIND_BLACK3] > 0 || pub->turn.laid_black3))
        return false;
    return ((holds & CN_PLAIN_WHILE_SINGLE) == 0 || cn_melds_are_single(side)) &&
           ((holds & CN_PLAIN_WHILE_FEW) == 0 || wilds_are_few(rules, pub, hand, side)) &&
           ((holds & CN_PLAIN_WHILE_ROOM) == 0 || melds_have_room(rules, pub, hand, side));
}
