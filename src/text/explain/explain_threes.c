/* What threes laid out score, and what is subtracted besides hand cards.
 * Not here: the rest of the score (explain_score.c).
 * Invariant: a schedule is told for every number of threes that the deck holds (P3). */
#include "text/explain/explain_parts.h"

/* Threes up to which a schedule grows by the same points each. */
static int32_t even_part(const cn_list *list, int32_t most)
{
    const int32_t each = cn_list_at(list, 1);
    int32_t even = 1;
    while (even < most && cn_list_at(list, (unsigned)even + 1) == each * (even + 1)) even++;
    return even;
}

/* True if the schedule pays no more for threes beyond that many. */
static bool is_level_from(const cn_list *list, int32_t from, int32_t most)
{
    for (int32_t i = from; i < most; i++)
        if (cn_list_at(list, (unsigned)i + 1) != cn_list_at(list, (unsigned)from)) return false;
    return true;
}

/* "100 each, 800 for all four"; `most` of them are in the deck. */
static cn_phrase schedule(const cn_list *list, int32_t most)
{
    const int32_t even = even_part(list, most);
    cn_items items = {0};
    if (even > 1)
        cn_items_add(&items, "%s each%s%s", cn_points(cn_list_at(list, 1)).text,
                     even < most - 1 ? " up to " : "", even < most - 1 ? cn_number(even).text : "");
    for (int32_t i = even > 1 ? even + 1 : 1; i <= most; i++) {
        const bool level = i < most && is_level_from(list, i, most);
        const char *all = i == most ? "all " : "";
        cn_items_add(&items, "%s for %s%s%s", cn_points(cn_list_at(list, (unsigned)i)).text, all,
                     cn_number(i).text, level ? " or more" : "");
        if (level) break;
    }
    return cn_join(&items, "and");
}

static bool pays(const cn_list *list)
{
    for (int32_t i = 1; i < list->count; i++)
        if (list->value[i] > 0) return true;
    return false;
}

static bool same_list(const cn_list *a, const cn_list *b, int32_t most)
{
    for (int32_t i = 0; i <= most; i++)
        if (cn_list_at(a, (unsigned)i) != cn_list_at(b, (unsigned)i)) return false;
    return true;
}

/* The list that holds where threes are subtracted (P161). */
static const cn_list *minus_list(const cn_list *minus, const cn_list *plus)
{
    return minus->count > 0 ? minus : plus;
}

static cn_phrase schedule_or_nothing(const cn_list *list, int32_t most)
{
    return pays(list) ? schedule(list, most) : (cn_phrase){"nothing"};
}

/* P161: what threes count that are subtracted, where it is not what they count otherwise. */
static void say_minus(cn_explainer *e, int32_t most)
{
    const cn_params *p = e->p;
    const bool both = cn_is_bonus(e->rules, CN_KIND_BLACK3);
    const cn_list *red = minus_list(&p->red3_schedule_minus, &p->red3_schedule);
    const cn_list *black = minus_list(&p->black3_schedule_minus, &p->black3_schedule);
    const bool usual = same_list(red, &p->red3_schedule, most) &&
                       (!both || same_list(black, &p->black3_schedule, most));
    if (usual || p->red3_sign.kind == CN_RED3_SIGN_ALWAYS_PLUS) return;
    cn_say(e, "Where they are subtracted %s %s", both ? "red ones count" : "they count",
           schedule_or_nothing(red, most).text);
    if (both) cn_add(e, "; black ones %s", schedule_or_nothing(black, most).text);
    cn_add(e, ".");
}

/* P103, P115. */
cn_phrase cn_threes_sign(const cn_explainer *e)
{
    const cn_sign *sign = &e->p->red3_sign;
    cn_phrase phrase = {.text = ""};
    cn_writer writer = cn_writer_make(phrase.text, sizeof phrase.text);
    switch (sign->kind) {
    case CN_RED3_SIGN_IF_MELDED:
        cn_write(&writer, "added if the %s has melded, else subtracted",
                 cn_verb(e, "side", "player"));
        break;
    case CN_RED3_SIGN_IF_CANASTAS:
        cn_write(&writer, "added with %s, else subtracted",
                 cn_several(sign->canastas, "canasta").text);
        break;
    case CN_RED3_SIGN_IF_SEVENS_CANASTA:
        cn_write(&writer, "added with a canasta of sevens, else subtracted");
        break;
    case CN_RED3_SIGN_ALWAYS_PLUS: cn_write(&writer, "always added"); break;
    case CN_RED3_SIGN_BY_CANASTA_COUNT:
        cn_write(&writer, "subtracted without a canasta, nothing with one, added with two");
        break;
    }
    return phrase;
}

static void add_sign(cn_explainer *e)
{
    const int32_t kind = e->p->red3_sign.kind;
    const bool told = kind == CN_RED3_SIGN_ALWAYS_PLUS || kind == CN_RED3_SIGN_BY_CANASTA_COUNT;
    cn_add(e, "; %s%s.", cn_threes_sign(e).text, told ? "" : ", however the hand ended");
}

/* P118, S18. */
static void say_scope(cn_explainer *e)
{
    const bool lone = e->p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
    if (e->p->red3_scope == CN_RED3_SCOPE_PLAYER && lone)
        cn_say(e, "They score for their owner alone.");
    else if (e->p->red3_scope == CN_RED3_SCOPE_PLAYER && !e->alone)
        cn_say(e, "Each player's are reckoned apart.");
}

void cn_explain_threes_score(cn_explainer *e)
{
    const cn_params *p = e->p;
    const int32_t most = 2 * p->decks;
    if (cn_bonus_three(e->rules) == NULL) return;
    const bool red_pays = cn_is_bonus(e->rules, CN_KIND_RED3) && pays(&p->red3_schedule);
    const bool black_pays = cn_is_bonus(e->rules, CN_KIND_BLACK3) && pays(&p->black3_schedule);
    cn_item(e);
    if (!red_pays && !black_pays) {
        cn_say(e, "Threes laid out: nothing.");
        say_minus(e, most);
        return;
    }
    const cn_phrase red = schedule(&p->red3_schedule, most);
    const cn_phrase black = schedule(&p->black3_schedule, most);
    if (red_pays && black_pays && same_list(&p->red3_schedule, &p->black3_schedule, most))
        cn_say(e, "Threes laid out, for each colour, %s", red.text);
    else if (red_pays)
        cn_say(e, "Red threes laid out %s", red.text);
    else
        cn_say(e, "Black threes laid out %s", black.text);
    if (red_pays && black_pays && !same_list(&p->red3_schedule, &p->black3_schedule, most))
        cn_add(e, "; black threes %s", black.text);
    add_sign(e);
    say_minus(e, most);
    say_scope(e);
}

/* "natural aces", "wild cards"; nothing for melds that are not played. */
static void add_incomplete(cn_items *items, const cn_params *p, int32_t i)
{
    const int32_t meld = p->penalty_incomplete.entry[i].meld;
    const char *natural = p->penalty_incomplete.entry[i].natural_only ? "natural " : "";
    if (meld == CN_WORD_SEQUENCE && p->sequences) cn_items_add(items, "cards in sequence");
    if (meld == CN_WORD_WILD && p->wild_meld) cn_items_add(items, "wild cards");
    if (meld & CN_WORD_RANKS)
        cn_items_add(items, "%s%s", natural, cn_ranks_plural(meld, "and").text);
}

static bool same_penalty(const cn_incompletes *list, int32_t a, int32_t b)
{
    return list->entry[a].points == list->entry[b].points &&
           list->entry[a].four_jokers_points == list->entry[b].four_jokers_points &&
           list->entry[a].below == list->entry[b].below;
}

/* "2,500 for under seven sevens or natural aces": entries that cost the same, three at most. */
static int32_t add_alike(cn_items *items, const cn_params *p, int32_t first)
{
    const cn_incompletes *list = &p->penalty_incomplete;
    const int32_t jokers = list->entry[first].four_jokers_points;
    cn_items melds = {0};
    cn_phrase four = {.text = ""};
    int32_t next = first;
    while (next < list->count && next < first + 3 && same_penalty(list, first, next)) next++;
    for (int32_t natural = 0; natural < 2; natural++) /* last, so that the word ends with them */
        for (int32_t i = first; i < next; i++)
            if ((list->entry[i].natural_only != 0) == (natural != 0)) add_incomplete(&melds, p, i);
    if (melds.count == 0) return next;
    if (jokers != list->entry[first].points) four = cn_points(jokers);
    cn_items_add(items, "%s%s%s%s for under %s %s", cn_points(list->entry[first].points).text,
                 four.text[0] != '\0' ? " (" : "", four.text,
                 four.text[0] != '\0' ? " with four jokers)" : "",
                 cn_number(list->entry[first].below).text, cn_join(&melds, "or").text);
    return next;
}

/* "1,500 for sevens or aces" */
static void add_held(cn_items *items, const cn_held *held)
{
    int32_t told = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        if (held->points[rank] == 0 || (told >> rank & 1)) continue;
        int32_t alike = 0;
        for (unsigned other = rank; other < CN_RANKS; other++)
            if (held->points[other] == held->points[rank]) alike |= 1 << other;
        told |= alike;
        cn_items_add(items, "%s for %s", cn_points(held->points[rank]).text,
                     cn_ranks_plural(alike, "or").text);
    }
}

/* P102. */
void cn_explain_penalties(cn_explainer *e)
{
    cn_items melds = {0}, held = {0};
    for (int32_t i = 0; i < e->p->penalty_incomplete.count;) i = add_alike(&melds, e->p, i);
    add_held(&held, &e->p->penalty_held);
    if (melds.count > 0) {
        cn_item(e);
        cn_say(e, "Subtracted for each unfinished meld: %s.", cn_join(&melds, "and").text);
    }
    if (held.count > 0) {
        cn_item(e);
        cn_say(e, "Subtracted for each player holding three or more: %s.",
               cn_join(&held, "and").text);
    }
}
