/* The sections "Scoring" and "The game", but for bonus threes and penalties.
 * Not here: what single cards count (explain_table.c).
 * Invariant: every component of the score has its item, and none that is always 0. */
#include "text/explain/explain_parts.h"

static const char *side(const cn_explainer *e)
{
    return cn_verb(e, "side", "player");
}

/* P4. */
static void add_wild_bonus(cn_explainer *e)
{
    const cn_wild_bonus *bonus = &e->p->bonus_wild;
    if (!cn_wild_canasta_possible(e->rules)) return;
    cn_add(e, ", one of wild cards %s", cn_points(bonus->other).text);
    if (bonus->twos == bonus->other && bonus->four_jokers == bonus->other) return;
    cn_add(e, " (%s of twos only, %s with four jokers)", cn_points(bonus->twos).text,
           cn_points(bonus->four_jokers).text);
}

static bool same_bonus(const cn_rank_bonus *a, const cn_rank_bonus *b)
{
    return b->on && a->natural == b->natural && a->mixed == b->mixed &&
           a->only_if_out == b->only_if_out;
}

/* "sevens and aces" for the ranks that share the bonus of `first`, none if a lower rank does. */
static cn_phrase ranks_like(const cn_rank_bonuses *bonuses, unsigned first)
{
    cn_items ranks = {0};
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        if (!same_bonus(&bonuses->rank[first], &bonuses->rank[rank])) continue;
        if (rank < first) break;
        cn_items_add(&ranks, "%s", cn_rank_plural(rank));
    }
    return cn_join(&ranks, "or");
}

/* P141. */
static void say_rank_bonuses(cn_explainer *e)
{
    const cn_rank_bonuses *bonuses = &e->p->bonus_rank;
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        const cn_rank_bonus *bonus = &bonuses->rank[rank];
        if (!bonus->on || (rank == CN_KIND_TWO && !e->p->twos_as_rank)) continue;
        const cn_phrase ranks = ranks_like(bonuses, rank);
        if (ranks.text[0] == '\0') continue;
        if (bonus->natural == bonus->mixed && bonus->natural != CN_BONUS_ORDINARY)
            cn_say(e, "A canasta of %s %s instead", ranks.text, cn_points(bonus->natural).text);
        else if (bonus->natural == CN_BONUS_ORDINARY && bonus->mixed == CN_BONUS_ORDINARY)
            continue;
        else if (bonus->natural == CN_BONUS_ORDINARY)
            cn_say(e, "A mixed canasta of %s %s instead", ranks.text, cn_points(bonus->mixed).text);
        else
            cn_say(e, "A natural canasta of %s %s instead", ranks.text,
                   cn_points(bonus->natural).text);
        if (bonus->natural >= 0 && bonus->mixed >= 0 && bonus->natural != bonus->mixed)
            cn_add(e, ", a mixed one %s", cn_points(bonus->mixed).text);
        if (bonus->only_if_out) cn_add(e, ", for the %s that goes out", side(e));
        cn_add(e, ".");
    }
}

static void say_canastas(cn_explainer *e)
{
    const cn_params *p = e->p;
    cn_item(e);
    cn_say(e, "A natural canasta %s", cn_several_by_hand(&p->bonus_natural, NULL).text);
    if (p->max_wilds > 0)
        cn_add(e, ", a mixed one %s", cn_several_by_hand(&p->bonus_mixed, NULL).text);
    if (p->max_wilds > 0 && p->bonus_mixed_beside_natural > 0) /* P206 */
        cn_add(e, ", beside a natural one of its rank %s",
               cn_points(p->bonus_mixed_beside_natural).text);
    if (p->sequences && p->sequence_max >= p->canasta_size)
        cn_add(e, ", a complete sequence %s", cn_points(p->bonus_sequence).text);
    if (p->sequences && p->sequence_max >= p->canasta_size && p->sequence_wilds > 0 &&
        p->bonus_sequence_mixed > 0)
        cn_add(e, ", one with wild cards %s", cn_points(p->bonus_sequence_mixed).text);
    add_wild_bonus(e);
    cn_add(e, ".");
    say_rank_bonuses(e);
}

/* P139. */
static void say_collections(cn_explainer *e)
{
    static const char *const kinds[] = {"natural", "mixed", "wild", "in sequence", "of any kind"};
    const cn_collections *collections = &e->p->bonus_collections;
    cn_items entries = {0};
    for (int32_t i = 0; i < collections->count; i++) {
        cn_items needs = {0};
        for (unsigned kind = 0; kind < CN_COLLECT_KINDS; kind++)
            if (collections->entry[i].needs[kind] > 0)
                cn_items_add(&needs, "%s %s", cn_number(collections->entry[i].needs[kind]).text,
                             kinds[kind]);
        cn_items_add(&entries, "%s for %s", cn_points(collections->entry[i].points).text,
                     cn_join(&needs, "and").text);
    }
    if (entries.count == 0) return;
    cn_item(e);
    cn_say(e, "For sets of canastas besides, once each: %s.", cn_join(&entries, "and").text);
}

/* P159. */
static void say_whole_ranks(cn_explainer *e)
{
    if (e->p->bonus_whole_rank == 0) return;
    cn_item(e);
    cn_say(e, "For melding all %s natural cards of a rank %s besides.",
           cn_number(4 * e->p->decks).text, cn_points(e->p->bonus_whole_rank).text);
}

/* P84, P85, P87. */
static void say_concealed(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->concealed_bonus.count == 1 && p->concealed_bonus.value[0] == 0) {
        cn_say(e, "A whole hand laid down at once brings no more.");
        return;
    }
    cn_say(e,
           "It brings %s more if you had melded nothing and lay all your cards, a canasta of your "
           "own among them%s",
           cn_several_by_hand(&p->concealed_bonus, NULL).text,
           e->alone ? "" : " and none on a partner's meld");
    cn_add(e, p->concealed_pile_ok ? "." : ", without taking the pile.");
}

static void say_out(cn_explainer *e)
{
    const cn_params *p = e->p;
    cn_item(e);
    cn_say(e, "Going out %s.", cn_several_by_hand(&p->out_bonus, NULL).text);
    if (p->out_melded_bonus.count > 1 || p->out_melded_bonus.value[0] > 0)
        cn_say(e, "Without a discard it brings %s more.",
               cn_several_by_hand(&p->out_melded_bonus, NULL).text);
    say_concealed(e);
    if (p->concealed_canasta_bonus > 0)
        cn_say(e,
               "A canasta laid down complete from hand, a taken top card included, brings %s "
               "more.",
               cn_points(p->concealed_canasta_bonus).text);
}

/* P96, P103, P113, P114, P116. */
static void say_cards(cn_explainer *e)
{
    cn_item(e);
    const bool talon = e->p->talon_first > 0 || e->p->talon_second > 0;
    cn_items held = {0};
    cn_items_add(&held, "in hand");
    if (e->p->reserve_packets.count > 0) cn_items_add(&held, "in a packet");
    if (talon) cn_items_add(&held, "due as bonus");
    cn_say(e, "Cards melded count plus");
    if (e->p->melded_value_sign == CN_MELDED_VALUE_SIGN_MINUS_IF_NO_CANASTA)
        cn_add(e, ", but minus without a canasta");
    cn_add(e, "; cards %s count %s%s.", cn_join(&held, "or").text,
           e->p->hand_cards == CN_HAND_CARDS_PLUS_VALUE ? "plus" : "minus", /* P165 */
           e->alone ? "" : ", also for the side that went out");
}

void cn_explain_score(cn_explainer *e)
{
    cn_section(e, "Scoring");
    say_canastas(e);
    say_collections(e);
    say_whole_ranks(e);
    say_out(e);
    cn_explain_threes_score(e);
    say_cards(e);
    cn_explain_penalties(e);
}

/* P119, P120. */
void cn_explain_game(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool lone = p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
    const char *who = lone ? "player" : side(e);
    cn_section(e, "The game");
    if (lone)
        cn_say(e, "Everybody has a total; partners both score what their side makes. If the stock "
                  "ends before any take, each scores alone.");
    if (p->rounds > 0)
        cn_say(e, "The game ends after %s", cn_several(p->rounds, "hand").text);
    else
        cn_say(e, "The game ends after the hand in which a %s reaches %s", who,
               cn_points(p->target).text);
    if (p->lead_target > 0) /* P198 */
        cn_add(e, ", or when one has %s and more than all others together",
               cn_points(p->lead_target).text);
    if (p->hands_limit > 0 && (p->rounds == 0 || p->hands_limit < p->rounds))
        cn_add(e, ", at the latest after %s", cn_several(p->hands_limit, "hand").text); /* P163 */
    if (p->time_limit > 0)
        cn_add(e, ", or with the hand in which %s are over",
               cn_several(p->time_limit, "minute").text);                                /* P169 */
    cn_add(e, "; the %s total wins.", cn_win_sign(e->rules) > 0 ? "highest" : "lowest"); /* P164 */
    if (p->tie_rule == CN_TIE_RULE_EXTRA_HAND)
        cn_say(e, "If two share it, another hand is played.");
    else
        cn_say(e, "If two share it, they share the win.");
}
