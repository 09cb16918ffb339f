/* The section "The first meld": what a side's first meld of a hand must be.
 * Not here: taking the pile as such (explain_take.c).
 * Invariant: of several sources for the minimum the one that is used is told (P2, S24). */
#include "text/explain/explain_parts.h"

/* "50 in the first hand, 90 in the second and 120 in all later ones" */
static void say_by_round(cn_explainer *e)
{
    const cn_list *list = &e->p->min_by_round;
    cn_items items = {0};
    if (list->count == 1) {
        cn_add(e, " %s.", cn_points(list->value[0]).text);
        return;
    }
    for (int32_t i = 0; i < list->count; i++)
        cn_items_add(&items, "%s in %s%s%s", cn_points(list->value[i]).text,
                     i + 1 == list->count ? "every later one" : "the ",
                     i + 1 == list->count ? "" : cn_ordinal(i + 1).text, i == 0 ? " hand" : "");
    cn_add(e, " %s.", cn_join(&items, "and").text);
}

/* S18, S24: whose total it is. */
static const char *whose_total(const cn_explainer *e)
{
    if (e->alone) return "your own";
    if (e->p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO) return "your side's";
    return e->p->min_scope == CN_MIN_SCOPE_PLAYER ? "your own" : "your side's highest";
}

/* "15 below 0, 50 from 0 and 90 from 1,500", up to where canastas are asked for instead. */
static void say_by_total(cn_explainer *e)
{
    const cn_bands *bands = &e->p->min_table;
    const cn_openings *special = &e->p->min_band_special;
    const int32_t end = special->count > 0 ? special->opening[0].from_points : INT32_MAX;
    const int32_t second = bands->count > 1 ? bands->band[1].floor_points : end;
    cn_items items = {0};
    if (bands->count == 1 && special->count == 0) {
        cn_add(e, " %s whatever the total.", cn_points(bands->band[0].minimum_points).text);
        return;
    }
    cn_items_add(&items, "%s below %s", cn_points(bands->band[0].minimum_points).text,
                 cn_points(second < end ? second : end).text);
    for (int32_t i = 1; i < bands->count && bands->band[i].floor_points < end; i++)
        cn_items_add(&items, "%s from %s", cn_points(bands->band[i].minimum_points).text,
                     cn_points(bands->band[i].floor_points).text);
    cn_add(e, " this, by %s total before it: %s.", whose_total(e), cn_join(&items, "and").text);
}

static void say_special_bands(cn_explainer *e)
{
    const cn_openings *special = &e->p->min_band_special;
    for (int32_t i = 0; i < special->count && e->p->min_by_round.count == 0; i++) {
        const char *kind = special->opening[i].natural ? "natural canasta" : "canasta";
        cn_say(e, "From %s on they must instead hold a %s",
               cn_points(special->opening[i].from_points).text, kind);
        if (special->opening[i].minimum_points > 0)
            cn_add(e, " and count %s", cn_points(special->opening[i].minimum_points).text);
        cn_add(e, ".");
    }
}

static void say_minimum(cn_explainer *e)
{
    const cn_params *p = e->p;
    cn_say(e, "%s first melds of a hand, laid together, must count at least",
           cn_verb(e, "your side's", "your"));
    if (p->min_by_round.count > 0)
        say_by_round(e);
    else
        say_by_total(e);
    say_special_bands(e);
    if (p->min_counts_bonuses)
        cn_say(e, "Bonuses for canastas%s count too.",
               cn_is_bonus(e->rules, CN_KIND_RED3) ? " and for red threes laid out" : "");
}

/* P101, P141, S10. */
static void say_shape(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool wild = p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_OR_WILD_TRIPLE;
    if (p->initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO)
        cn_say(e, "One of these melds must be of naturals%s only%s.",
               p->sequences ? " of one rank" : "",
               wild && p->wild_meld ? ", or of wild cards only" : "");
    if (p->initial_no_mixed_canasta) cn_say(e, "None may be a complete mixed canasta.");
    if (p->initial_naturals_only) cn_say(e, "No wild card may be among them.");
}

/* P101, S10. */
static void say_splash(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool wild = cn_wild_canasta_possible(e->rules);
    const bool pure = (wild && p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_TRIPLE) ||
                      (p->twos_as_rank && p->initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO);
    cn_items kinds = {0};
    if (!p->min_exempt_splash) return;
    cn_items_add(&kinds, "natural canasta");
    if (wild) cn_items_add(&kinds, "canasta of wild cards");
    if (p->twos_as_rank) cn_items_add(&kinds, "canasta of twos without jokers");
    cn_say(e, "A complete %s, all from hand, makes any count enough%s.", cn_join(&kinds, "or").text,
           pure ? " and is itself such a meld" : "");
}

/* P86; a packet that waits for these melds is there until they are laid. */
static void say_exemptions(cn_explainer *e)
{
    const int32_t trigger = e->p->reserve_trigger;
    if (e->p->min_exempt_hand_emptied) /* P187 */
        cn_say(e, "First melds that leave no card in your hand need no count.");
    if (trigger != CN_RESERVE_TRIGGER_NONE && trigger != CN_RESERVE_TRIGGER_HAND_EMPTY) return;
    switch (e->p->min_exempt_concealed) {
    case CN_MIN_EXEMPT_CONCEALED_NEVER:
        cn_say(e, "Going out with a whole hand at once needs this count as well.");
        return;
    case CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW:
        cn_say(e, "Going out at once with a whole hand that holds a canasta needs no count, if you "
                  "drew from the stock.");
        return;
    case CN_MIN_EXEMPT_CONCEALED_ALWAYS:
        cn_say(e, "Going out at once with a whole hand that holds a canasta needs no count.");
        return;
    }
}

/* P42, P44, P109. */
static void say_pile(cn_explainer *e)
{
    const cn_params *p = e->p;
    switch (p->initial_from_pile) {
    case CN_INITIAL_FROM_PILE_NO:
        cn_say(e, "They come from your hand: before them %s never takes the pile.",
               cn_verb(e, "a side", "a player"));
        return;
    case CN_INITIAL_FROM_PILE_YES:
        if (p->take_with != CN_TAKE_WITH_TOP) { /* P202 */
            cn_say(e, "Cards of a pile that you have taken in that turn count, too.");
            return;
        }
        cn_say(e, "The top card of a pile taken with them %s",
               p->min_counts_top ? "counts" : "does not count");
        cn_add(e, cn_takes_top_only(p) ? "." : "; the rest comes to your hand only afterwards.");
        return;
    case CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND:
        cn_say(e, "To take the pile with them, melds complete in your hand must do all this; cards "
                  "laid with its top card count only if three or more are from your hand.");
        return;
    }
}

/* P80, P95, P96. */
static void say_talon(cn_explainer *e)
{
    const cn_params *p = e->p;
    const char *other = cn_verb(e, "side", "player");
    const int32_t more = p->talon_first > 0 ? p->talon_first : p->talon_second;
    cn_say(e, "After that turn's discard you get %s from the stock",
           cn_several(more, "bonus card").text);
    if (p->talon_first == 0)
        cn_add(e, " if another %s has melded before", other);
    else if (p->talon_second == 0)
        cn_add(e, " if no other %s has melded before", other);
    else if (p->talon_second != p->talon_first)
        cn_add(e, ", %s if another %s has melded before", cn_number(p->talon_second).text, other);
    if (p->talon_min_stock > 0)
        cn_add(e, ", provided it has %s left", cn_number(p->talon_min_stock).text);
    cn_add(e, p->talon_with_pile_take ? ", even if you took the pile."
                                      : "; none if you took the pile.");
    cn_say(e, "%s for your next turn; in this one you need not keep a card in hand.",
           p->talon_first <= 1 && p->talon_second <= 1 ? "It is" : "They are");
}

/* P110. */
static void say_extra_cards(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->draw_on_initial_meld > 0)
        cn_say(e, "Whoever lays them draws %s at once.",
               cn_several(p->draw_on_initial_meld, "card").text);
    if (p->talon_first > 0 || p->talon_second > 0) say_talon(e);
}

void cn_explain_opening(cn_explainer *e)
{
    cn_section(e, "The first meld");
    if (e->p->meld_from_turn > 1) { /* P184 */
        const char *turn = cn_ordinal(e->p->meld_from_turn).text;
        cn_say(e, "Nobody melds or takes the pile before his %s turn of the hand.", turn);
    }
    say_minimum(e);
    say_shape(e);
    say_splash(e);
    say_exemptions(e);
    say_pile(e);
    say_extra_cards(e);
}
