/* The sections "The table" and "What the cards count".
 * Not here: what is done with the cards. Invariant: every card of the deck is given its value. */
#include <string.h>

#include "text/explain/explain_parts.h"

static void say_sides(cn_explainer *e)
{
    const bool merged = e->p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED;
    cn_say(e, "%s people play", cn_number(e->rules->player_count).text);
    switch (e->p->team_layout) {
    case CN_TEAM_LAYOUT_INDIVIDUAL: cn_add(e, ", each alone, without partners."); return;
    case CN_TEAM_LAYOUT_PAIRS: cn_add(e, " in two pairs, partners opposite."); return;
    case CN_TEAM_LAYOUT_TRIPLES: cn_add(e, ", two sides of three seated alternately."); return;
    case CN_TEAM_LAYOUT_THREE_PAIRS: cn_add(e, " in three pairs, partners opposite."); return;
    case CN_TEAM_LAYOUT_FOUR_PAIRS: cn_add(e, " in four pairs, partners opposite."); return;
    case CN_TEAM_LAYOUT_LONE_VS_TWO:
        cn_add(e,
               ", each alone at first. Whoever first takes the pile, or goes out before that, "
               "is the lone hand of the deal; the other two become partners and put their melds "
               "together%s.",
               merged ? ", those of a rank as one where that is legal" : "");
        return;
    case CN_TEAM_LAYOUT_THREE_VS_TWO_ROTATING:
        cn_add(e, ", three against two. Four play each hand in two pairs, partners opposite; the "
                  "three rest in turn, a hand each.");
        return;
    }
}

static void say_direction(cn_explainer *e)
{
    cn_say(e, "Play and deal go to the %s; the player next to the dealer begins.",
           e->p->play_direction == CN_PLAY_DIRECTION_CW ? "left" : "right");
}

static void say_deck(cn_explainer *e)
{
    const int32_t packs = e->p->decks, jokers = e->p->jokers_total;
    cn_say(e, "The deck has %d cards: %s", (int)(52 * packs + jokers),
           cn_several(packs, "pack").text);
    if (jokers > 0) cn_add(e, " and %s", cn_several(jokers, "joker").text);
    cn_add(e, jokers > 0 ? "." : " without jokers.");
}

/* P207: hand by hand, as long as as many are left out. */
static void say_left_out(cn_explainer *e)
{
    const cn_by_hand *left_out = &e->p->reserve_left_out;
    for (int32_t i = 0, next; i < left_out->count; i = next) {
        const int32_t number = left_out->value[i];
        for (next = i + 1; next < left_out->count && left_out->value[next] == number;) next++;
        if (number == 0) continue;
        const cn_phrase when = cn_which_hand(i + 1, next + 1, next == left_out->count);
        if (number == e->p->reserve_packets.count)
            cn_say(e, "No packet is dealt %s.", when.text);
        else if (number == 1)
            cn_say(e, "The first of the packets is not dealt %s.", when.text);
        else
            cn_say(e, "The first %s packets are not dealt %s.", cn_number(number).text, when.text);
    }
}

static void say_hands(cn_explainer *e)
{
    const cn_list *packets = &e->p->reserve_packets;
    cn_say(e, "Everybody is dealt %s", cn_several_by_hand(&e->p->hand_size, "card").text);
    cn_items sizes = {0};
    for (int32_t i = 0; i < packets->count; i++)
        cn_items_add(&sizes, "%s", cn_number(packets->value[i]).text);
    if (packets->count > 0)
        cn_add(e, " and, face down, %s of %s", packets->count == 1 ? "a packet" : "packets",
               cn_join(&sizes, "and").text);
    cn_add(e, "; the rest is the stock.");
    say_left_out(e);
}

static void say_upcard(cn_explainer *e)
{
    switch (e->p->upcard_mode) {
    case CN_UPCARD_MODE_NONE:
        cn_say(e, "No card is turned up: the discard pile begins empty.");
        return;
    case CN_UPCARD_MODE_TURN_ONE:
        cn_say(e, "One card, whatever it is, is turned up to begin the discard pile.");
        break;
    case CN_UPCARD_MODE_COVER_WILD_RED3:
        cn_say(e, "One card is turned up to begin the discard pile; a wild card or a red three is "
                  "covered with another.");
        break;
    case CN_UPCARD_MODE_COVER_WILD_ANY3:
        cn_say(e, "One card is turned up to begin the discard pile; a wild card or any three is "
                  "covered with another.");
        break;
    case CN_UPCARD_MODE_RETURN_TO_STOCK: /* P155 */
        cn_say(e, "One card is turned up to begin the discard pile; a wild card or any three goes "
                  "back somewhere into the stock, and the next card is turned instead.");
        break;
    }
    if (e->p->upcard_extra_pile == CN_UPCARD_EXTRA_PILE_BY_RANK_VALUE)
        cn_say(e,
               "Face down under it lie as many stock cards as the first card turned says: ace 1, "
               "two to ten their number, jack 11, queen 12, king 13, joker none.");
}

/* P181. */
static void say_looking_at_top(cn_explainer *e)
{
    const int32_t cards = e->p->pile_inspection_cards;
    if (cards == 0)
        cn_say(e, "You may look at those cards of the pile that taking it would bring you.");
    else if (cards > 1)
        cn_say(e, "You may look at the top %s of the pile.", cn_several(cards, "card").text);
}

static void say_looking(cn_explainer *e)
{
    switch (e->p->pile_inspection) {
    case CN_PILE_INSPECTION_NEVER: return;
    case CN_PILE_INSPECTION_FIRST_TURN:
        cn_say(e, "You may look through the pile in your first turn.");
        return;
    case CN_PILE_INSPECTION_TOP_N: say_looking_at_top(e); return;
    case CN_PILE_INSPECTION_ALWAYS: cn_say(e, "You may look through the pile at any time."); return;
    }
}

void cn_explain_table(cn_explainer *e)
{
    cn_section(e, "The table");
    say_sides(e);
    say_direction(e);
    cn_paragraph(e);
    say_deck(e);
    say_hands(e);
    if (e->p->turn_card_from_bottom > 0)
        cn_say(e, "The %s card from its bottom lies crosswise; drawing it is announced.",
               cn_ordinal(e->p->turn_card_from_bottom).text);
    say_upcard(e);
    say_looking(e);
}

/* Whether black threes can be in a meld, where they count. */
static bool black_threes_are_melded(const cn_params *p)
{
    return p->black3_meld != CN_BLACK3_MELD_NEVER && p->threes_mode == CN_THREES_MODE_CLASSIC;
}

/* "Left in a hand a red three brings 100." (P166) */
static void say_three_held(cn_explainer *e, const char *three, int32_t held, int32_t points)
{
    const char *const verbs[] = {"costs", "counts", "brings"};
    const char *verb = points == 0 ? verbs[0] : verbs[held];
    cn_say(e, "Left in a hand %s %s %s", three, verb,
           points == 0 ? "nothing" : cn_points(points).text);
    if (held == CN_THREES_HELD_BY_SIGN && points > 0) cn_add(e, ", %s", cn_threes_sign(e).text);
    cn_add(e, ".");
}

/* Where no three is ever melded. */
static void say_threes_held(cn_explainer *e)
{
    const cn_params *p = e->p;
    const int32_t black = p->black3_left_in_hand, red = p->red3_left_in_hand;
    const bool alike = p->red3_held == p->black3_held && (red == black || red == 0);
    const bool cost = p->red3_held == p->black3_held && p->red3_held == CN_THREES_HELD_MINUS;
    if (black == 0 && red == 0)
        cn_say(e, "Threes left in a hand cost nothing.");
    else if (cost && !alike && black == 0)
        cn_say(e, "Left in a hand a red three costs %s, a black one nothing.", cn_points(red).text);
    else if (cost && !alike)
        cn_say(e, "Left in a hand a black three costs %s, a red one %s.", cn_points(black).text,
               cn_points(red).text);
    else
        say_three_held(e, alike && red == black ? "a three" : "a black three", p->black3_held,
                       black);
    if (!alike && !cost && red > 0) say_three_held(e, "a red three", p->red3_held, red);
}

static void say_three_costs(cn_explainer *e)
{
    const cn_params *p = e->p;
    const int32_t black = p->black3_left_in_hand, red = p->red3_left_in_hand;
    const bool minus = p->black3_held == CN_THREES_HELD_MINUS;
    if (!black_threes_are_melded(p)) {
        say_threes_held(e);
        return;
    }
    cn_say(e, "A black three counts %s", cn_points(p->value_black3).text);
    if (p->value_black3 != black && minus)
        cn_add(e, ", but costs %s left in a hand", cn_points(black).text);
    cn_add(e, ".");
    if (!minus) say_three_held(e, "a black three", p->black3_held, black);
    if (red > 0) say_three_held(e, "a red three", p->red3_held, red);
}

static void say_threes(cn_explainer *e)
{
    const cn_params *p = e->p;
    const char *bonus = cn_bonus_three(e->rules);
    if (bonus != NULL) cn_say(e, "%ss are bonus cards, never melded.", bonus);
    if (p->threes_mode == CN_THREES_MODE_PENALTY_ONLY)
        cn_say(e, "Threes are never laid out or melded.");
    else if (!cn_is_bonus(e->rules, CN_KIND_RED3))
        cn_say(e, "Red threes are never laid out or melded.");
    say_three_costs(e);
}

/* "50", "50 (100 left in a hand)" (P160) */
static cn_phrase worth(const cn_rules *rules, unsigned kind)
{
    cn_phrase phrase = cn_points(rules->value[kind]);
    const size_t length = strlen(phrase.text);
    cn_writer writer = cn_writer_make(phrase.text + length, sizeof phrase.text - length);
    const int32_t cost = rules->value_in_hand[kind];
    const int32_t left = rules->p.hand_cards == CN_HAND_CARDS_PLUS_VALUE ? -cost : cost;
    if (left != rules->value[kind]) cn_write(&writer, " (%s left in a hand)", cn_points(left).text);
    return phrase;
}

static bool worth_alike(const cn_rules *rules, unsigned kind, unsigned other)
{
    return rules->value[kind] == rules->value[other] &&
           rules->value_in_hand[kind] == rules->value_in_hand[other];
}

/* "an ace 20, eight to king 10, four to seven 5": below the ace, ranks alike are told as one. */
static void add_naturals(cn_explainer *e)
{
    cn_add(e, "an ace %s", worth(e->rules, CN_KIND_A).text);
    for (unsigned low = CN_KIND_A, high = low; low > 0; high = low) {
        const unsigned top = high - 1;
        low = top;
        while (low > 0 && worth_alike(e->rules, low - 1, top)) low--;
        const char *name = cn_rank_one(low); /* "a ten" */
        if (low < top)
            cn_add(e, ", %s to %s", strchr(name, ' ') + 1, strchr(cn_rank_one(top), ' ') + 1);
        else
            cn_add(e, ", %s", name);
        cn_add(e, " %s", worth(e->rules, top).text);
    }
}

void cn_explain_cards(cn_explainer *e)
{
    cn_section(e, "What the cards count");
    cn_say(e, "Wild cards: a two %s", worth(e->rules, CN_KIND_TWO).text);
    if (e->p->jokers_total > 0) cn_add(e, ", a joker %s", worth(e->rules, CN_KIND_JOKER).text);
    cn_add(e, ". Naturals: ");
    add_naturals(e);
    cn_add(e, ".");
    say_threes(e);
}
