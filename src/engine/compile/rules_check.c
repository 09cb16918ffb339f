/* The validator: combinations of values that make no sense, or that nobody could play to the end.
 * Not here: ranges of single values (params.c). A value that merely has no effect is allowed.
 * Invariant: every refusal names the parameter to blame and says why. */
#include "engine/compile/rules_check.h"

#include <assert.h>
#include <stddef.h>

#include "engine/rules/params.h"

typedef struct verdict {
    cn_rules_error error;
    const char *param, *why;
} verdict;

static verdict refuse(cn_rules_error error, const char *param, const char *why)
{
    return (verdict){error, param, why};
}

static verdict accept(void)
{
    return (verdict){CN_RULES_OK, NULL, NULL};
}

/* By the hand in which it is lowest. */
static int32_t least_of(const cn_by_hand *by_hand)
{
    int32_t least = by_hand->value[0];
    for (int32_t i = 1; i < by_hand->count; i++)
        if (by_hand->value[i] < least) least = by_hand->value[i];
    return least;
}

/* Cards that may leave the deck before the first turn besides those dealt: threes that are
 * replaced, cards turned because of the ones above them, and buried ones (P17 to P20). */
static int32_t deal_most(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    int32_t of_colour = 2 * p->decks;
    bool at_deal = p->deal_red3_timing == CN_DEAL_RED3_TIMING_AT_DEAL;
    bool red = at_deal && cn_is_bonus(rules, CN_KIND_RED3);
    bool black = at_deal && cn_is_bonus(rules, CN_KIND_BLACK3);
    const bool any = p->upcard_mode == CN_UPCARD_MODE_COVER_WILD_ANY3;
    int32_t most = p->upcard_mode == CN_UPCARD_MODE_NONE ? 0 : 1;
    if (any || p->upcard_mode == CN_UPCARD_MODE_COVER_WILD_RED3) {
        most += 4 * p->decks + p->jokers_total;
        red = true;
        black = black || any;
    }
    if (most > 0 && p->upcard_extra_pile == CN_UPCARD_EXTRA_PILE_BY_RANK_VALUE) most += 13;
    return most + (red ? of_colour : 0) + (black ? of_colour : 0);
}

static verdict check_deal(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const int32_t draw = cn_most_by_hand(&p->draw_count);
    const int32_t stock = p->turn_card_from_bottom > draw ? p->turn_card_from_bottom : draw;
    const int32_t dealt =
        rules->seat_count * (cn_most_by_hand(&p->hand_size) + rules->packet_cards);
    if (dealt > rules->deck_size)
        return refuse(CN_RULES_DEAL, "hand_size", "more cards are dealt than the deck holds");
    if (dealt + deal_most(rules) + stock > rules->deck_size)
        return refuse(CN_RULES_DEAL, "hand_size",
                      "with replaced threes and covered first discards the deal may leave no stock "
                      "to draw from");
    if (p->stock_refill == CN_STOCK_REFILL_ADD_PACK && p->decks == CN_PACKS_MAX)
        return refuse(CN_RULES_DEAL, "stock_refill", "there are ten packs already");
    if (p->stock_refill == CN_STOCK_REFILL_ADD_PACK && p->jokers_total > 2 * p->decks)
        return refuse(CN_RULES_DEAL, "stock_refill",
                      "a pack is added with two jokers, and no other may have more");
    if (p->pick_top == CN_PICK_TOP_FIRST_TURN && p->upcard_mode == CN_UPCARD_MODE_NONE)
        return refuse(CN_RULES_DEAL, "pick_top", "no card is turned that could be picked up");
    if (p->pick_top != CN_PICK_TOP_NEVER && p->upcard_extra_pile != CN_UPCARD_EXTRA_PILE_NONE)
        return refuse(CN_RULES_DEAL, "pick_top",
                      "cards that lie face down would come to lie on top of the pile");
    if (p->draw_stepwise != CN_DRAW_STEPWISE_NO && draw == 1)
        return refuse(CN_RULES_DEAL, "draw_stepwise", "no draw is of more than one card");
    if (p->draw_stepwise == CN_DRAW_STEPWISE_MUST && p->pick_top != CN_PICK_TOP_ALWAYS)
        return refuse(CN_RULES_DEAL, "draw_stepwise",
                      "there is nothing to choose between the cards of a draw: pick_top = always");
    if (least_of(&p->hand_size) <= p->keep_cards)
        return refuse(CN_RULES_DEAL, "keep_cards",
                      "a hand must be dealt more cards than have to be kept");
    return accept();
}

static bool bands_rise(const cn_bands *bands)
{
    for (int32_t i = 1; i < bands->count; i++)
        if (bands->band[i].floor_points <= bands->band[i - 1].floor_points) return false;
    return true;
}

static bool openings_rise(const cn_openings *openings)
{
    for (int32_t i = 1; i < openings->count; i++)
        if (openings->opening[i].from_points <= openings->opening[i - 1].from_points) return false;
    return true;
}

static verdict check_floors(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (p->min_table.band[0].floor_points != CN_BAND_BELOW_ALL)
        return refuse(CN_RULES_BANDS, "min_table", "totals below the first floor have no minimum");
    if (!bands_rise(&p->min_table))
        return refuse(CN_RULES_BANDS, "min_table", "the floors do not rise");
    if (!openings_rise(&p->min_band_special))
        return refuse(CN_RULES_BANDS, "min_band_special", "the floors do not rise");
    return accept();
}

/* What all cards of the pack that can be melded count together. */
static int32_t pack_points(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    int32_t points = p->jokers_total * rules->value[CN_KIND_JOKER] +
                     4 * p->decks * rules->value[CN_KIND_TWO] + 2 * p->decks * p->value_black3;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) points += 4 * p->decks * rules->value[rank];
    return points;
}

static verdict check_minimum(const cn_rules *rules)
{
    static const char why[] = "all cards of the pack together count less than this minimum";
    const cn_params *p = &rules->p;
    const int32_t most = pack_points(rules);
    if (p->min_counts_bonuses) return accept();
    if (p->min_by_round.count == 0)
        for (int32_t i = 0; i < p->min_table.count; i++)
            if (p->min_table.band[i].minimum_points > most)
                return refuse(CN_RULES_BANDS, "min_table", why);
    for (int32_t i = 0; i < p->min_by_round.count; i++)
        if (p->min_by_round.value[i] > most) return refuse(CN_RULES_BANDS, "min_by_round", why);
    for (int32_t i = 0; i < p->min_band_special.count; i++)
        if (p->min_band_special.opening[i].minimum_points > most)
            return refuse(CN_RULES_BANDS, "min_band_special", why);
    return accept();
}

/* The canasta that a band of min_band_special asks for must be one that an opening may hold. */
static verdict check_band_canastas(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const cn_makeable can = cn_rules_makeable(rules);
    bool mixed = can.mixed != 0 && !p->initial_no_mixed_canasta && !p->initial_naturals_only;
    bool wild = can.wild && !p->initial_naturals_only;
    bool natural = (can.natural & CN_WORD_RANKS) != 0;
    bool any = can.natural != 0 || mixed || wild || can.sequence;
    for (int32_t i = 0; i < p->min_band_special.count; i++)
        if (p->min_band_special.opening[i].natural ? !natural : !any)
            return refuse(CN_RULES_BANDS, "min_band_special",
                          "no opening could hold the canasta that it asks for");
    return accept();
}

static verdict check_black3(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (p->black3_meld == CN_BLACK3_MELD_GOING_OUT && p->black3_meld_min > rules->black3_most)
        return refuse(CN_RULES_BLACK3, "black3_meld_min",
                      "the smallest group of black threes is above the largest");
    return accept();
}

static verdict check_ask(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (p->ask_partner == CN_ASK_PARTNER_REQUIRED && !p->ask_binding)
        return refuse(CN_RULES_ASK, "ask_binding",
                      "a yes that is required for going out must bind, and so must a no");
    return accept();
}

static verdict check_reserve(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const cn_list *packets = &p->reserve_packets;
    bool triggered = p->reserve_trigger != CN_RESERVE_TRIGGER_NONE;
    if (packets->count > 0 && !triggered)
        return refuse(CN_RULES_RESERVE, "reserve_trigger", "nobody could pick up the packets");
    if (packets->count == 0 && triggered)
        return refuse(CN_RULES_RESERVE, "reserve_trigger", "there are no packets to pick up");
    if (packets->count > 1 && p->reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY)
        return refuse(CN_RULES_RESERVE, "reserve_packets",
                      "this trigger lets a player pick up one packet only"); /* S12 */
    if (cn_most_by_hand(&p->reserve_left_out) > packets->count)              /* P207 */
        return refuse(CN_RULES_RESERVE, "reserve_left_out", "there are not so many packets");
    if (cn_least_by_hand(&p->reserve_left_out) > 0)
        return refuse(CN_RULES_RESERVE, "reserve_left_out",
                      "the first packet is dealt in no hand: reserve_packets need not name it");
    for (int32_t i = 0; i < packets->count; i++)
        if (packets->value[i] <= p->keep_cards)
            return refuse(CN_RULES_RESERVE, "reserve_packets",
                          "a packet must hold more cards than have to be kept");
    if (p->out_with_packet && p->reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY) /* P185 */
        return refuse(CN_RULES_RESERVE, "out_with_packet", "no packet waits for an empty hand");
    if (p->out_with_packet && p->out_discard == CN_OUT_DISCARD_NEVER)
        return refuse(CN_RULES_RESERVE, "out_with_packet", "no discard goes out");
    return accept();
}

static verdict check_talon(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (p->talon_first > 0 || p->talon_second > 0) return accept();
    const char *param = p->talon_min_stock > 0 ? "talon_min_stock" : "talon_with_pile_take";
    if (p->talon_min_stock > 0 || p->talon_with_pile_take)
        return refuse(CN_RULES_RESERVE, param, "there is no talon: nobody gets bonus cards");
    return accept();
}

static verdict check_melds(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const cn_makeable can = cn_rules_makeable(rules);
    if (p->meld_max != 0 && p->meld_min > p->meld_max)
        return refuse(CN_RULES_MELD, "meld_min", "the smallest meld is above the largest");
    if (p->meld_max != 0 && p->min_naturals > p->meld_max)
        return refuse(CN_RULES_MELD, "min_naturals", "a meld needs more naturals than it may hold");
    if ((can.meld & CN_WORD_RANKS) == 0)
        return refuse(CN_RULES_MELD, "min_naturals", "no meld of a rank could ever be made");
    if (p->wilds_per_turn > 0 && p->meld_min > 4 * p->decks + p->wilds_per_turn &&
        p->stock_refill != CN_STOCK_REFILL_ADD_PACK)
        return refuse(CN_RULES_MELD, "wilds_per_turn", "no meld of a rank could ever be begun");
    const int32_t least = p->meld_min > p->min_naturals ? p->meld_min : p->min_naturals;
    if (p->add_after_closing != CN_ADD_AFTER_CLOSING_AT_ONCE && least > p->canasta_size)
        return refuse(CN_RULES_MELD, "add_after_closing",
                      "a meld would be a canasta before it is large enough to be begun");
    if (p->wild_meld && rules->wild_most < p->meld_min)
        return refuse(CN_RULES_MELD, "wild_meld_max",
                      "no meld of wilds only could ever be finished");
    if (p->wild_meld && p->wild_canasta && p->wild_meld_max < p->canasta_size)
        return refuse(CN_RULES_MELD, "wild_meld_max",
                      "a meld of wilds only could never become the canasta that wild_canasta "
                      "allows");
    if (rules->p.sequences && rules->p.sequence_max < rules->p.meld_min)
        return refuse(CN_RULES_MELD, "sequence_max", "no sequence could ever be finished");
    if (can.natural == 0 && can.mixed == 0 && !can.wild && !can.sequence)
        return refuse(CN_RULES_MELD, "canasta_size", "no canasta could ever be made");
    return accept();
}

enum { KIND_WORDS = CN_WORD_NATURAL | CN_WORD_MIXED | CN_WORD_WILD | CN_WORD_SEQUENCE };

static unsigned bits(int32_t set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}

/* A canasta of every word of the set can be made; one of wilds is what it counts (P191). */
static bool all_makeable(const cn_makeable *can, const cn_params *p, int32_t words)
{
    int32_t ranks = words & (CN_WORD_RANKS | CN_WORD_TWO);
    const bool as_natural = can->wild && p->wild_canasta_counts == CN_WILD_CANASTA_COUNTS_NATURAL;
    const bool as_mixed = can->wild && p->wild_canasta_counts == CN_WILD_CANASTA_COUNTS_MIXED;
    if ((words & CN_WORD_NATURAL) && can->natural == 0 && !as_natural) return false;
    if ((words & CN_WORD_MIXED) && can->mixed == 0 && !as_mixed) return false;
    if ((words & CN_WORD_WILD) && (!can->wild || as_natural || as_mixed)) return false;
    if ((words & CN_WORD_SEQUENCE) && !can->sequence) return false;
    return (ranks & ~(can->natural | can->mixed)) == 0;
}

/* So many canastas of each kind could lie on one table. */
static bool all_fit(const cn_rules *rules, const cn_makeable *can, const cn_needs *needs)
{
    int32_t all = 0;
    for (unsigned kind = 0; kind < CN_NEED_KINDS; kind++) {
        const int32_t others = ~cn_need_words[kind] & KIND_WORDS;
        all += needs->count[kind];
        if (needs->count[kind] > 1 &&
            cn_makeable_most(rules, can, others) < (unsigned)needs->count[kind])
            return false;
    }
    return cn_makeable_most(rules, can, 0) >= (unsigned)all;
}

static verdict check_out(const cn_rules *rules)
{
    enum { RANKS_NEEDED_MAX = 3 };
    const cn_params *p = &rules->p;
    const cn_makeable can = cn_rules_makeable(rules);
    if (cn_makeable_most(rules, &can, p->out_not_counted) <
        (unsigned)cn_most_by_hand(&p->out_canastas))
        return refuse(CN_RULES_OUT, "out_canastas",
                      "nobody could go out: so many canastas that count could never lie there");
    for (int32_t i = 0; i < p->out_needs.count; i++) {
        const cn_needs *needs = &p->out_needs.hand[i];
        if (!all_makeable(&can, p, needs->words) || !all_fit(rules, &can, needs))
            return refuse(CN_RULES_OUT, "out_needs",
                          "nobody could go out: a canasta of a kind it asks for can never be made");
        if (bits(needs->words & (CN_WORD_RANKS | CN_WORD_TWO)) > RANKS_NEEDED_MAX)
            return refuse(CN_RULES_OUT, "out_needs", "it may name three ranks at most");
    }
    return accept();
}

static verdict check_out_threes(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const int32_t canastas = cn_most_by_hand(&p->out_canastas);
    if (!p->out_needs_red3_per_canasta || canastas == 0) return accept();
    if (!cn_is_bonus(rules, CN_KIND_RED3))
        return refuse(CN_RULES_OUT, "out_needs_red3_per_canasta",
                      "nobody could go out: no red three is ever laid out");
    if (canastas > 2 * p->decks)
        return refuse(CN_RULES_OUT, "out_needs_red3_per_canasta",
                      "nobody could go out: the pack holds fewer red threes than canastas are "
                      "needed");
    return accept();
}

static verdict check_take(const cn_rules *rules)
{
    if (rules->p.take_add_to_sequence && !rules->p.sequences)
        return refuse(CN_RULES_TAKE, "take_add_to_sequence", "there are no sequences to add to");
    return accept();
}

/* P202: what cannot be told together with a pile that is paid for later. */
static verdict check_take_with(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (p->take_with == CN_TAKE_WITH_TOP) return accept();
    if (p->initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND)
        return refuse(CN_RULES_TAKE, "take_with",
                      "no top card is melded that the first melds could do without");
    if (p->take_two_with_twos != CN_TAKE_TWO_WITH_TWOS_NEVER)
        return refuse(CN_RULES_TAKE, "take_with", "no twos are shown for a pile taken as it lies");
    if (p->reserve_trigger == CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA)
        return refuse(CN_RULES_TAKE, "take_with",
                      "a packet could come with a canasta before the pile is paid for");
    if (p->take_with == CN_TAKE_WITH_ANY_CARD && p->sequences)
        return refuse(CN_RULES_TAKE, "take_with",
                      "any_card is a matter of ranks: there are no sequences with it");
    if (p->take_with == CN_TAKE_WITH_NEW_MELD &&
        p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        return refuse(CN_RULES_TAKE, "take_with",
                      "a meld that joins another one is no new one: new_meld needs "
                      "many_never_merge or one_merged");
    return accept();
}

/* Some three that is laid out as a bonus may come to lie in the pile. */
static bool bonus_in_pile(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    bool red = cn_is_bonus(rules, CN_KIND_RED3), black = cn_is_bonus(rules, CN_KIND_BLACK3);
    if (p->upcard_mode != CN_UPCARD_MODE_NONE && (red || black)) return true;
    return (red && p->discard_threes == CN_DISCARD_THREES_ALL) ||
           (black && p->discard_threes != CN_DISCARD_THREES_NONE);
}

static verdict check_threes(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    bool classic = p->threes_mode == CN_THREES_MODE_CLASSIC;
    bool both = p->threes_mode == CN_THREES_MODE_BOTH_COLOURS_BONUS;
    bool kept = p->red3_drawn == CN_RED3_DRAWN_KEEP;
    if (both && kept)
        return refuse(CN_RULES_THREES, "red3_drawn",
                      "where threes of both colours are laid out none is kept");
    if (classic && kept && p->discard_threes != CN_DISCARD_THREES_ALL)
        return refuse(CN_RULES_THREES, "discard_threes",
                      "a red three that is kept could never leave the hand");
    if (classic && p->discard_threes == CN_DISCARD_THREES_NONE &&
        p->black3_meld == CN_BLACK3_MELD_NEVER)
        return refuse(CN_RULES_THREES, "discard_threes",
                      "a black three could be neither discarded nor melded");
    if (p->threes_mode == CN_THREES_MODE_PENALTY_ONLY && p->black3_meld != CN_BLACK3_MELD_NEVER)
        return refuse(CN_RULES_THREES, "black3_meld",
                      "threes that only cost points are never melded"); /* P36 */
    if (p->hold_one_three && p->red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE && bonus_in_pile(rules))
        return refuse(CN_RULES_THREES, "red3_in_pile",
                      "a three can come to lie in the pile, so it must be said what happens to it");
    if (both && p->black3_from_pile.on)
        return refuse(CN_RULES_THREES, "black3_from_pile",
                      "black threes of a pile are laid out already, as threes of both colours are");
    return accept();
}

/* P3: no three counts nothing. */
static verdict check_schedules(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const struct {
        const char *name;
        const cn_list *list;
    } all[] = {{"red3_schedule", &p->red3_schedule},
               {"black3_schedule", &p->black3_schedule},
               {"red3_schedule_minus", &p->red3_schedule_minus},
               {"black3_schedule_minus", &p->black3_schedule_minus}};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].list->count > 0 && all[i].list->value[0] != 0)
            return refuse(CN_RULES_THREES, all[i].name, "it begins with 0, for no three");
    return accept();
}

/* S21: the cards at the moment of declaring are those dealt and those of the draws. */
static bool size_comes_up(const cn_rules *rules, unsigned size)
{
    for (unsigned hand = 1; hand <= CN_BY_HAND_MAX; hand++) {
        const unsigned draw = cn_draw_count(rules, hand), first = cn_hand_size(rules, hand) + draw;
        const unsigned growth = draw - 1; /* of a hand that never melds, by turn */
        if (size == first || (size > first && growth > 0 && (size - first) % growth == 0))
            return true;
    }
    return false;
}

static verdict check_special(const cn_rules *rules)
{
    const cn_hands *hands = &rules->p.special_hands;
    for (int32_t i = 0; i < hands->count; i++) {
        if (!size_comes_up(rules, cn_special_hand_size(&hands->hand[i])))
            return refuse(CN_RULES_SPECIAL, "special_hands",
                          "no hand has so many cards after a draw: hand_size and draw_count "
                          "decide");
        if (!cn_special_hand_holdable(rules, &hands->hand[i]))
            return refuse(CN_RULES_SPECIAL, "special_hands",
                          "the pack and the threes laid out do not allow these groups");
    }
    if (rules->p.special_after_partner &&
        (hands->count == 0 || rules->side_count == rules->seat_count))
        return refuse(CN_RULES_SPECIAL, "special_after_partner",
                      "there are no special hands, or no partners"); /* P188 */
    return accept();
}

static bool list_pays(const cn_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->value[i] > 0) return true;
    return false;
}

static bool canastas_pay(const cn_params *p, const cn_makeable *can)
{
    if ((can->natural != 0 && cn_most_by_hand(&p->bonus_natural) > 0) ||
        (can->mixed != 0 && cn_most_by_hand(&p->bonus_mixed) > 0))
        return true;
    if (can->sequence && p->bonus_sequence > 0) return true;
    const cn_wild_bonus *wild = &p->bonus_wild;
    if (can->wild && (wild->twos > 0 || wild->four_jokers > 0 || wild->other > 0)) return true;
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        const cn_rank_bonus *bonus = &p->bonus_rank.rank[rank];
        if (bonus->on && ((can->natural >> rank & 1 && bonus->natural > 0) ||
                          (can->mixed >> rank & 1 && bonus->mixed > 0)))
            return true;
    }
    for (int32_t i = 0; i < p->bonus_collections.count; i++)
        if (p->bonus_collections.entry[i].points > 0) return true;
    return p->concealed_canasta_bonus > 0 || p->bonus_whole_rank > 0;
}

/* With a number of hands and a shared win, or with cards that cost points, totals need not rise. */
static bool ends_anyway(const cn_params *p)
{
    const bool limited = p->rounds > 0 || p->hands_limit > 0;
    return limited && (p->tie_rule == CN_TIE_RULE_SHARED || p->black3_left_in_hand > 0 ||
                       p->red3_left_in_hand > 0);
}

/* P165 */
static bool hands_pay(const cn_rules *rules)
{
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        if (rules->value_in_hand[kind] < 0) return true;
    return false;
}

static verdict check_game(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const cn_makeable can = cn_rules_makeable(rules);
    if (p->lead_target > 0 && p->win_rule == CN_WIN_RULE_LOWEST_TOTAL)
        return refuse(CN_RULES_GAME, "lead_target",
                      "where the lowest total wins a lead in points wins nothing");
    if (pack_points(rules) > 0 || cn_most_by_hand(&p->out_bonus) > 0 ||
        cn_most_by_hand(&p->concealed_bonus) > 0 || canastas_pay(p, &can) || hands_pay(rules) ||
        ends_anyway(p))
        return accept();
    if (cn_is_bonus(rules, CN_KIND_RED3) &&
        (list_pays(&p->red3_schedule) || list_pays(&p->black3_schedule)))
        return accept();
    if (p->black3_from_pile.each_points > 0 || p->black3_from_pile.all_points > 0) return accept();
    for (int32_t i = 0; i < p->special_hands.count; i++)
        if (p->special_hands.hand[i].points > 0 || p->special_hands.hand[i].wins_game)
            return accept();
    return refuse(CN_RULES_GAME, "target", "the game could never end: nothing scores any points");
}

/* A table's module is made without (wasm/build): its rules were checked when they were chosen. */
#ifndef CN_CHECKS_RULES
#define CN_CHECKS_RULES 1
#endif

cn_rules_error cn_rules_check(const cn_rules *rules, const char **param_name, const char **why)
{
    static verdict (*const checks[])(const cn_rules *) = {
        check_deal,    check_floors,    check_minimum, check_black3,    check_ask,
        check_reserve, check_talon,     check_melds,   check_out,       check_out_threes,
        check_take,    check_take_with, check_threes,  check_schedules, check_band_canastas,
        check_special, check_game,
    };
    const unsigned count = CN_CHECKS_RULES ? sizeof checks / sizeof checks[0] : 0;
    assert(rules->seat_count > 0);
    *param_name = *why = NULL;
    for (unsigned i = 0; i < count; i++) {
        verdict v = checks[i](rules);
        *param_name = v.param;
        *why = v.why;
        if (v.error != CN_RULES_OK) return v.error;
    }
    return CN_RULES_OK;
}
