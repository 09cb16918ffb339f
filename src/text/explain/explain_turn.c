/* The sections "Your turn" and "Discarding".
 * Not here: how the pile is taken. Invariant: every ban on a discard is told, and how bans yield.
 */
#include "text/explain/explain_parts.h"

/* P17, P21, P29, P167: what becomes of a bonus three that is drawn or dealt. */
static void say_bonus_threes(cn_explainer *e, const char *three)
{
    const bool at_deal = e->p->deal_red3_timing == CN_DEAL_RED3_TIMING_AT_DEAL;
    const bool drawn = cn_is_unreplaced(e->rules, CN_WORD_DRAWN);
    const bool dealt = cn_is_unreplaced(e->rules, CN_WORD_DEALT);
    cn_say(e, "A %s that you draw is laid out at once %s; dealt ones ", three,
           drawn ? "as one of the cards drawn, not replaced" : "and replaced from the stock");
    if (!at_deal)
        cn_add(e, "when your first turn begins");
    else if (e->p->upcard_mode == CN_UPCARD_MODE_NONE)
        cn_add(e, "right after the deal");
    else
        cn_add(e, "right after the deal, before a card is turned up");
    cn_add(e, "%s.", dealt == drawn ? "" : dealt ? ", but not replaced" : ", and are replaced");
    if (drawn || dealt) /* P168 */
        cn_say(e, "If that leaves you one card that you may not throw, or none, your turn ends.");
}

/* P97, S13. */
static void say_held_three(cn_explainer *e)
{
    cn_say(e, "Your first one, though, stays in your hand until %s it out in your turn.",
           cn_verb(e, "your side melds or you lay", "you meld or lay"));
}

static bool red_threes_are_held(const cn_rules *rules)
{
    return !cn_is_bonus(rules, CN_KIND_RED3) || rules->p.hold_one_three;
}

static void say_threes(cn_explainer *e)
{
    const bool red = red_threes_are_held(e->rules);
    if (!red && !cn_black3_in_hand_possible(e->rules)) return;
    switch (e->p->discard_threes) {
    case CN_DISCARD_THREES_ALL: return;
    case CN_DISCARD_THREES_BLACK_ONLY:
        if (red) cn_say(e, "Red threes are never discarded");
        break;
    case CN_DISCARD_THREES_NONE:
        cn_say(e, "%s are never discarded", red ? "Threes" : "Black threes");
        break;
    }
    const bool stuck = red || e->p->discard_threes == CN_DISCARD_THREES_NONE;
    if (stuck) cn_add(e, ": with nothing else in hand you end the turn without a discard.");
}

/* The words of the ban that some card can be. */
static int32_t empty_pile_words(const cn_params *p)
{
    const int32_t dead = p->dead_rank == CN_DEAD_RANK_BOTH_SIDES ? 0 : CN_WORD_DEAD_RANK;
    return p->discard_empty_pile_ban & ~dead;
}

/* P76. */
static void say_empty_pile_ban(cn_explainer *e)
{
    const int32_t words = empty_pile_words(e->p);
    cn_items cards = {0};
    if (words & CN_WORD_WILD) cn_items_add(&cards, "wild cards");
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (words >> rank & 1) cn_items_add(&cards, "%s", cn_rank_plural(rank));
    if (words & CN_WORD_DEAD_RANK) cn_items_add(&cards, "cards of a dead rank");
    if (cards.count > 0) cn_say(e, "Do not throw %s on an empty pile.", cn_join(&cards, "or").text);
}

static void say_rank_bans(cn_explainer *e)
{
    const cn_bans *bans = &e->p->discard_rank_ban;
    for (int32_t i = 0; i < bans->count; i++) {
        const unsigned rank = (unsigned)bans->ban[i].rank;
        const bool every = bans->ban[i].every_side;
        cn_say(e, "Do not discard %s until %s a canasta of %s.", cn_rank_one(rank),
               every ? cn_verb(e, "every side has", "every player has")
                     : cn_verb(e, "your side has", "you have"),
               cn_rank_plural(rank));
    }
}

/* S14: what no lack of other cards lifts. */
static void say_never_last(cn_explainer *e)
{
    const cn_bans *bans = &e->p->discard_rank_ban;
    for (int32_t i = 0; i < bans->count; i++)
        if (bans->ban[i].never_last)
            cn_say(e, "Never go out by discarding %s.", cn_rank_one((unsigned)bans->ban[i].rank));
}

/* True if every card that can be in a hand may be discarded at any time. */
static bool is_free(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool black_only = p->discard_threes == CN_DISCARD_THREES_BLACK_ONLY;
    if (p->discard_threes != CN_DISCARD_THREES_ALL && (!black_only || red_threes_are_held(rules)))
        return false;
    return p->discard_wild == CN_DISCARD_WILD_FREE && empty_pile_words(p) == 0 &&
           p->discard_rank_ban.count == 0 &&
           (p->black3_discard_round1 || !cn_black3_in_hand_possible(rules));
}

/* P77: the order in which bans give way is left out. */
static void say_bans(cn_explainer *e)
{
    const cn_params *p = e->p;
    const size_t before = e->writer->length;
    if (p->discard_wild == CN_DISCARD_WILD_ONLY_IF_FORCED_OR_OUT)
        cn_say(e, "Discard a wild card only to go out.");
    say_empty_pile_ban(e);
    say_rank_bans(e);
    const bool black =
        cn_black3_in_hand_possible(e->rules) && p->discard_threes != CN_DISCARD_THREES_NONE;
    if (!p->black3_discard_round1 && black)
        cn_say(e, "Do not discard a black three in your first turn.");
    if (e->writer->length > before)
        cn_say(e, "This does not hold if you have nothing else to discard.");
    say_never_last(e);
}

void cn_explain_discard(cn_explainer *e)
{
    if (is_free(e->rules)) return;
    cn_section(e, "Discarding");
    say_bans(e);
    say_threes(e);
}

/* In some hand a draw is one card. */
static bool draws_one(const cn_by_hand *draw)
{
    for (int32_t i = 0; i < draw->count; i++)
        if (draw->value[i] == 1) return true;
    return false;
}

/* P153. */
static void say_pick(cn_explainer *e)
{
    const cn_by_hand *draw = &e->p->draw_count;
    const bool replaces = draw->count == 1 && draw->value[0] == 1;
    const char *as = replaces ? "instead of drawing" : "as one of the cards drawn";
    switch (e->p->pick_top) {
    case CN_PICK_TOP_NEVER: return;
    case CN_PICK_TOP_FIRST_TURN:
        cn_say(e, "Who plays first may in that turn pick up the card turned up %s,", as);
        break;
    case CN_PICK_TOP_ALWAYS: cn_say(e, "You may pick up the top card of the pile %s,", as); break;
    }
    cn_add(e, " without melding it; the rest of the pile stays.");
    cn_say(e, "Wild cards, threes and what else cannot be taken are not picked up so, nor anything "
              "while a card in the pile freezes it.");
    if (e->p->pick_top == CN_PICK_TOP_ALWAYS && draws_one(draw))
        cn_say(e, "When everybody in turn has only picked up and thrown a card, the next one "
                  "draws.");
}

/* P154. */
static void say_stepwise(cn_explainer *e)
{
    const bool picks = e->p->pick_top != CN_PICK_TOP_NEVER;
    switch (e->p->draw_stepwise) {
    case CN_DRAW_STEPWISE_NO: return;
    case CN_DRAW_STEPWISE_MUST:
        cn_say(e, "The cards you draw come one by one: look at each before you say where the next "
                  "one comes from.");
        return;
    case CN_DRAW_STEPWISE_MAY_STOP:
        cn_say(e, "The cards you draw come one by one: look at each before you %s.",
               picks ? "say where the next one comes from, or that you draw no more"
                     : "draw the next one, or no more");
        return;
    }
}

void cn_explain_turn(cn_explainer *e)
{
    const char *three = cn_bonus_three(e->rules);
    cn_section(e, "Your turn");
    cn_say(e, "Draw %s from the stock%s, meld if you like, and discard %s card, unless you go out.",
           cn_several_by_hand(&e->p->draw_count, "card").text,
           cn_take_possible(e->rules) ? " or take the discard pile" : "",
           is_free(e->rules) ? "any" : "one");
    say_pick(e);
    say_stepwise(e);
    if (three == NULL) return;
    say_bonus_threes(e, three);
    if (e->p->hold_one_three) say_held_three(e);
}
