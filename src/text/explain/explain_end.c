/* The sections "Special hands" and "The end of the hand".
 * Not here: scores of ordinary hands.
 * Invariant: every way in which a hand can end besides going out is told. */
#include "text/explain/explain_parts.h"

/* Cards that are named, not matched: "one two", "four equal wild cards". */
static void add_named(cn_items *items, const cn_hand_group *group)
{
    static const char *const one[] = {"", "equal wild", "", "wild", "three", "two", "joker"};
    const int32_t cards = group->count * group->size;
    if (group->of >= CN_GROUP_OF_RANK)
        cn_items_add(items, "%s %s", cn_number(cards).text,
                     cn_rank_plural((unsigned)group->of - CN_GROUP_OF_RANK));
    else if (group->of == CN_GROUP_WILD_KIND)
        for (unsigned i = 0; i < group->count; i++)
            cn_items_add(items, "%s", cn_several(group->size, one[group->of]).text);
    else
        cn_items_add(items, "%s", cn_several(cards, one[group->of]).text);
}

/* "4-4-3-3": the sizes of all groups of that sort. */
static void write_sizes(cn_writer *writer, const cn_special_hand *hand, unsigned of)
{
    for (unsigned i = 0; i < hand->group_count; i++)
        for (unsigned k = 0; hand->group[i].of == of && k < hand->group[i].count; k++)
            cn_write(writer, "%s%u", writer->length > 0 ? "-" : "", hand->group[i].size);
}

/* "seven pairs", "4-4-3-3": all groups of ranks (or of ranks and wild kinds) together. */
static void add_matched(cn_items *items, const cn_special_hand *hand, unsigned of)
{
    unsigned groups = 0, pairs = 0, singles = 0;
    for (unsigned i = 0; i < hand->group_count; i++) {
        if (hand->group[i].of != of) continue;
        groups += hand->group[i].count;
        if (hand->group[i].size == 1) singles += hand->group[i].count;
        if (hand->group[i].size == 2) pairs += hand->group[i].count;
    }
    if (groups == 0) return;
    cn_phrase what;
    cn_writer writer = cn_writer_make(what.text, sizeof what.text);
    if (singles == CN_RANKS && groups == singles)
        cn_write(&writer, "one of each rank");
    else if (groups == pairs)
        cn_write(&writer, "%s", cn_several((int32_t)pairs, "pair").text);
    else
        write_sizes(&writer, hand, of);
    if (of == CN_GROUP_RANK_OR_WILD) cn_write(&writer, ", twos or jokers as a rank");
    cn_items_add(items, "%s", what.text);
}

/* A name as the rules write it, zip_code, as people say it. */
static void say_name(cn_explainer *e, const char *name)
{
    cn_phrase shown;
    cn_writer writer = cn_writer_make(shown.text, sizeof shown.text);
    for (const char *at = name; *at != '\0'; at++) cn_write_char(&writer, *at == '_' ? ' ' : *at);
    cn_say(e, "%s", shown.text);
}

static void say_special_hand(cn_explainer *e, const cn_special_hand *hand)
{
    cn_items groups = {0};
    add_matched(&groups, hand, CN_GROUP_RANK);
    add_matched(&groups, hand, CN_GROUP_RANK_OR_WILD);
    for (unsigned i = 0; i < hand->group_count; i++)
        if (hand->group[i].of != CN_GROUP_RANK && hand->group[i].of != CN_GROUP_RANK_OR_WILD)
            add_named(&groups, &hand->group[i]);
    cn_item(e);
    say_name(e, hand->name);
    cn_add(e, ", %s", cn_points(hand->points).text);
    if (hand->wins_game) cn_add(e, " and wins the game");
    cn_add(e, ": %s.", cn_join(&groups, "and").text);
}

/* P105, S21, S25. */
void cn_explain_special(cn_explainer *e)
{
    const cn_hands *hands = &e->p->special_hands;
    if (hands->count == 0) return;
    cn_section(e, "Special hands");
    const char *when =
        e->p->special_after_partner /* P188 */
            ? "unless your side had melded by your last turn"
            : cn_verb(e, "while your side has melded nothing", "while you have melded nothing");
    cn_say(e,
           "After drawing from the stock, %s, you may declare one of these "
           "whole hands: play ends, and %s %s its points only, others as usual.",
           when, cn_your_side(e), cn_verb(e, "scores", "score"));
    cn_say(e, "4-3 means four of one rank and three of another.");
    for (int32_t i = 0; i < hands->count; i++) say_special_hand(e, &hands->hand[i]);
}

/* The top card alone can take a pile, as it never can a frozen one. */
static bool top_alone_takes(const cn_params *p)
{
    if (p->always_frozen || p->take_with == CN_TAKE_WITH_NEW_MELD) return false;
    return p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_NEVER || p->take_add_to_sequence;
}

/* P89, P90. */
static void add_forced_take(cn_explainer *e)
{
    switch (e->p->empty_stock_take) {
    case CN_EMPTY_STOCK_TAKE_FREE: cn_add(e, "; nobody has to take it."); return;
    case CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD:
        if (!top_alone_takes(e->p)) {
            cn_add(e, "; nobody has to take it.");
            return;
        }
        cn_add(e, "; you must if %s alone can take it on a meld of %s.",
               e->p->take_with == CN_TAKE_WITH_TOP ? "its top card" : "a card of it",
               cn_verb(e, "your side", "yours"));
        return;
    case CN_EMPTY_STOCK_TAKE_FORCED_IF_LEGAL: cn_add(e, "; you must whenever you can."); return;
    }
}

/* P170 to P173. */
static void say_refill(cn_explainer *e)
{
    const char *what = "";
    switch (e->p->stock_refill) {
    case CN_STOCK_REFILL_NONE: return;
    case CN_STOCK_REFILL_TURN_PILE:
        what = "the discard pile but for its top card is turned over, unshuffled, and";
        break;
    case CN_STOCK_REFILL_SHUFFLE_PILE:
        what = "the discard pile but for its top card is shuffled and";
        break;
    case CN_STOCK_REFILL_ADD_PACK:
        what = e->p->jokers_total > 0 ? "one more pack with its two jokers is shuffled and"
                                      : "one more pack is shuffled and";
        break;
    }
    const int32_t limit = e->p->stock_refill_limit;
    cn_say(e, "When the stock is used up, %s becomes the stock", what);
    if (limit > 0) cn_add(e, ", %s", cn_times_in_a_hand(limit).text);
    cn_add(e, limit == 1 ? "." : "; not again unless somebody has melded a card since.");
    const cn_params *p = e->p;
    if (p->stock_refill != CN_STOCK_REFILL_ADD_PACK && !p->always_frozen &&
        (p->freeze_wild || p->black3_freezes || p->freeze_red3_upcard))
        cn_say(e, "A pile that was frozen by a card below the top is frozen no more.");
}

/* P89 to P93. */
static void say_stock_end(cn_explainer *e)
{
    const char *for_good = e->p->stock_refill == CN_STOCK_REFILL_NONE ? "" : " for good";
    switch (e->p->stock_end) {
    case CN_STOCK_END_DRAW_IMPOSSIBLE:
        cn_say(e, "With the stock empty%s it goes on only while each in turn takes the pile",
               for_good);
        add_forced_take(e);
        return;
    case CN_STOCK_END_AFTER_LAST_DRAWER:
        cn_say(e, "It also ends after the turn in which the stock runs out%s.", for_good);
        return;
    case CN_STOCK_END_IMMEDIATE:
        cn_say(e, "It also ends as soon as the stock runs out%s, without meld or discard.",
               for_good);
        return;
    }
}

/* A draw is of more than one card, in some hand at least. */
static bool draws_several(const cn_explainer *e)
{
    for (int32_t i = 0; i < e->p->draw_count.count; i++)
        if (e->p->draw_count.value[i] > 1) return true;
    return false;
}

/* P31. */
static void say_short_draw(cn_explainer *e)
{
    const cn_by_hand *draw = &e->p->draw_count;
    if (!draws_several(e)) return;
    const cn_phrase fewer = draw->count > 1 ? (cn_phrase){"cards than a draw needs"}
                                            : cn_several(draw->value[0], "card");
    cn_say(e,
           e->p->short_draw == CN_SHORT_DRAW_TAKE_REST
               ? "With fewer %s%s in the stock%s you draw what there is."
               : "With fewer %s%s in the stock%s a draw ends it instead.",
           draw->count > 1 ? "" : "than ", fewer.text,
           e->p->stock_refill == CN_STOCK_REFILL_NONE ? "" : ", and nothing to refill it with,");
}

/* P30, P144. */
static void say_last_three(cn_explainer *e)
{
    const char *three = cn_bonus_three(e->rules);
    if (three == NULL || e->p->stock_end == CN_STOCK_END_IMMEDIATE) return;
    if (cn_is_unreplaced(e->rules, CN_WORD_DRAWN)) return; /* P167 */
    const char *after_threes = e->p->short_draw == CN_SHORT_DRAW_TAKE_REST
                                   ? "; if it brings another card, play goes on"
                                   : "; so it does if they leave the draw short";
    cn_say(e, "If the last draw brings %ss only, %s%s.", three,
           e->p->red3_last_card == CN_RED3_LAST_CARD_END_HAND_NO_PLAY
               ? "they are laid out and the hand ends"
               : "the last one stays in your hand and the hand ends",
           draws_several(e) ? after_threes : "");
}

void cn_explain_end(cn_explainer *e)
{
    cn_section(e, "The end of the hand");
    cn_say(e, "The hand ends when somebody goes out.");
    say_refill(e);
    say_stock_end(e);
    say_short_draw(e);
    say_last_three(e);
}
