/* The section "Taking the pile".
 * Not here: what a first meld needs (explain_opening.c), the empty stock (explain_out.c).
 * Invariant: what freezing means is told only where the pile can be taken without a pair. */
#include "text/explain/explain_parts.h"

static bool by_wild(const cn_params *p)
{
    return !p->always_frozen && p->take_natural_wild && p->max_wilds > 0;
}

static bool by_meld(const cn_params *p)
{
    return !p->always_frozen && p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_NEVER;
}

static bool by_sequence(const cn_params *p)
{
    return !p->always_frozen && p->take_add_to_sequence && p->sequences;
}

/* Something may freeze the pile at some time. */
static bool can_freeze(const cn_params *p)
{
    const bool turned = p->freeze_red3_upcard && p->upcard_mode != CN_UPCARD_MODE_NONE;
    return p->always_frozen || p->freeze_wild || p->freeze_red3 || turned || p->black3_freezes ||
           p->freeze_until_melded || p->freeze_initial_pile || p->freeze_until_own_take;
}

/* True if there is a way that freezing closes. */
static bool freezing_matters(const cn_params *p)
{
    if (p->take_with == CN_TAKE_WITH_NEW_MELD) return can_freeze(p) && !p->always_frozen;
    return by_wild(p) || by_meld(p) || by_sequence(p);
}

bool cn_take_possible(const cn_rules *rules)
{
    return rules->p.take_with == CN_TAKE_WITH_NEW_MELD || rules->p.take_pair ||
           freezing_matters(&rules->p);
}

/* P38 to P40, P64, P107. */
static void say_ways(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->take_pair) {
        cn_item(e);
        cn_say(e, "With two or more naturals of its rank from your hand.");
    }
    if (by_wild(p)) {
        cn_item(e);
        cn_say(e, "Unless frozen, with a natural of its rank and a wild card from your hand.");
    }
    if (by_meld(p)) {
        const bool unfinished = p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_BELOW_CANASTA;
        cn_item(e);
        cn_say(e, "Unless frozen, on a meld of its rank that %s %s%s.", cn_your_side(e),
               cn_verb(e, "has", "have"), unfinished ? ", not a canasta" : "");
    }
    if (by_sequence(p)) {
        cn_item(e);
        cn_say(e, "Unless frozen, on a sequence that %s %s and that is not full.", cn_your_side(e),
               cn_verb(e, "has", "have"));
    }
}

static cn_phrase taken(int32_t amount)
{
    cn_phrase made;
    cn_writer writer = cn_writer_make(made.text, sizeof made.text);
    if (amount == 0)
        cn_write(&writer, "the whole of it");
    else
        cn_write(&writer, "the top %s", cn_number(amount).text);
    return made;
}

/* P202, P203: a new meld, whatever cards it is of. */
static void say_new_meld(cn_explainer *e)
{
    cn_add(e,
           " into your hand, if you lay at least one new meld in the same turn. It may be made of "
           "any cards: the top card need not be used.");
    if (e->p->always_frozen)
        cn_say(e, "It is always frozen: you need two natural cards of its top card's rank in your "
                  "hand to take it.");
    else if (can_freeze(e->p))
        cn_say(e, "While it is frozen you need two natural cards of its top card's rank in your "
                  "hand to take it.");
}

/* What is melded for it. */
static void add_purpose(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->take_with == CN_TAKE_WITH_ANY_CARD)
        cn_add(e,
               " into your hand if you can meld one of its natural cards with cards that you hold");
    else
        cn_add(e, " by melding %s at once", cn_takes_top_only(p) ? "it" : "its top card");
}

/* P203: what the turn then owes. */
static void say_owed_card(cn_explainer *e)
{
    cn_say(e,
           "In that turn you must meld a natural card of a rank that was in the pile; your first "
           "melds must have one among them.");
}

/* P183. */
static void say_all_ways(cn_explainer *e)
{
    const cn_params *p = e->p;
    const int32_t first = p->take_amount.value[0];
    cn_say(e, "Instead of drawing you may take the ");
    if (first == 0)
        cn_add(e, "whole pile");
    else if (first == 1)
        cn_add(e, "top card of the pile");
    else
        cn_add(e, "top %s of the pile", cn_several(first, "card").text);
    cn_add(e, "%s", cn_later_hands(&p->take_amount, taken).text);
    if (p->take_with == CN_TAKE_WITH_NEW_MELD) {
        say_new_meld(e);
        return;
    }
    add_purpose(e);
    if (freezing_matters(p)) {
        cn_add(e, ":");
        say_ways(e);
        cn_paragraph(e);
    } else {
        cn_add(e, " with two or more naturals of its rank from your hand, in no other way%s.",
               p->always_frozen ? ": it is always frozen" : "");
    }
    if (p->take_with == CN_TAKE_WITH_ANY_CARD) say_owed_card(e);
}

/* P41: how the top card's group meets a meld that is there. */
static void say_joining(cn_explainer *e)
{
    const cn_params *p = e->p;
    const char *but = p->meld_max > 0 && !p->take_needs_room ? " but that of size" : "";
    if (p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED)
        cn_say(e, "Cards laid with it join a meld of the rank that %s %s, within all limits%s.",
               cn_your_side(e), cn_verb(e, "has", "have"), but);
    else
        cn_say(
            e,
            "Cards laid with it join a meld or make a new one, as you like, within all limits%s.",
            but);
    if (p->meld_min > 3 || p->min_naturals > 2) /* P180 */
        cn_say(e, "A new meld needs enough cards of your hand: the rest of the pile comes only "
                  "afterwards.");
    if (!p->always_frozen && p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER)
        cn_say(e, "Adding the top card alone to a meld is not enough.");
}

/* P140. */
static void say_set_aside(cn_explainer *e)
{
    const cn_set_aside *aside = &e->p->black3_from_pile;
    if (aside->on && aside->each_points == 0 && aside->all_points == 0)
        cn_say(e, "Black threes in it are put aside and score nothing.");
    else if (aside->on)
        cn_say(e,
               "Black threes in it are put aside and score for %s: %s each, or %s for all of "
               "the deck.",
               cn_your_side(e), cn_points(aside->each_points).text,
               cn_points(aside->all_points).text);
}

/* P45, S17: what becomes of the cards below the top. */
static void say_below(cn_explainer *e)
{
    static const char *const words[] = {"The rest of the pile comes to your hand",
                                        "The rest of the pile stays",
                                        "The other card taken comes to your hand"};
    const cn_by_hand *by_hand = &e->p->take_amount;
    const int32_t amount = by_hand->value[0], most = cn_most_by_hand(by_hand);
    const bool varies = by_hand->count > 1;
    cn_say(e, "%s",
           most < 3 && !varies ? words[amount] : "The other cards taken come to your hand");
    if (most > 0 && freezing_matters(e->p)) cn_add(e, "; no card in what is left freezes it");
    cn_add(e, ".");
}

/* P33, P35. */
static void say_rest(cn_explainer *e)
{
    const char *three = cn_bonus_three(e->rules);
    if (e->p->take_with == CN_TAKE_WITH_TOP) say_below(e);
    if (cn_takes_top_only(e->p)) return; /* no three comes with the top card */
    if (cn_black3_in_pile_possible(e->rules)) say_set_aside(e);
    if (three == NULL || !cn_red3_in_pile_possible(e->rules)) return;
    switch (e->p->red3_in_pile) {
    case CN_RED3_IN_PILE_EXPOSE_NO_REPLACEMENT:
        cn_say(e, "A %s in it is laid out, not replaced.", three);
        return;
    case CN_RED3_IN_PILE_EXPOSE_AND_REPLACE:
        cn_say(e, "A %s in it is laid out and replaced.", three);
        return;
    case CN_RED3_IN_PILE_IMPOSSIBLE: cn_say(e, "A %s in it stays in your hand.", three); return;
    }
}

/* P19, P49, P162: everything that freezes the pile for everybody. */
static void say_freezing_cards(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool turned = cn_upcard_may_be_any(p);
    const bool black = p->black3_freezes && cn_black3_in_pile_possible(e->rules);
    const char *three = cn_is_bonus(e->rules, CN_KIND_BLACK3) ? "three" : "red three"; /* P35 */
    cn_items cards = {0};
    const bool ends = p->freeze_wild && p->wild_freeze_until == CN_WILD_FREEZE_UNTIL_NEXT_TURN;
    const bool wild = p->freeze_wild && !ends;
    if (wild && black)
        cn_items_add(&cards, "a wild card or black three in the pile");
    else if (wild || black)
        cn_items_add(&cards, "a %s in the pile", black ? "black three" : "wild card");
    if (ends && turned) cn_items_add(&cards, "a wild card turned up at the start");
    if (p->freeze_red3 && cn_bonus_discarded_possible(e->rules))
        cn_items_add(&cards, "a discarded %s", three);
    if (p->freeze_red3_upcard && turned) cn_items_add(&cards, "a %s turned up at the start", three);
    if (cards.count > 0) cn_say(e, "%s freezes it until it is taken.", cn_join(&cards, "or").text);
    if (ends) /* P158 */
        cn_say(e, "A discarded wild card freezes it only until the next turn of its player.");
    if (!p->freeze_wild) cn_say(e, "A wild card in the pile does not freeze it.");
    if (!p->freeze_red3_upcard && turned)
        cn_say(e, "A %s turned up at the start does not freeze it.", three);
}

static void say_frozen(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (!freezing_matters(p)) return;
    cn_paragraph(e);
    say_freezing_cards(e);
    if (p->freeze_initial_pile)
        cn_say(e, "It is frozen until somebody has taken it once in the hand.");
    if (p->freeze_until_own_take) /* P194 */
        cn_say(e, "It is frozen for you until you have taken it yourself once in the hand.");
    if (p->freeze_until_melded)
        cn_say(e, "It is frozen for %s not melded.",
               cn_verb(e, "a side that has", "a player who has"));
    else
        cn_say(e, "It is not frozen merely because %s %s not melded.", cn_your_side(e),
               cn_verb(e, "has", "have"));
}

/* P201. */
static void say_showing(cn_explainer *e)
{
    const bool any = e->p->take_two_with_twos == CN_TAKE_TWO_WITH_TWOS_ANY;
    cn_say(e,
           "A two on top, frozen or not, is taken by showing two twos%s, which stay in your hand, "
           "without a meld.",
           any ? "" : " of its colour");
    if (e->p->initial_from_pile == CN_INITIAL_FROM_PILE_NO)
        cn_add(e, " Before %s first melds you cannot.", cn_verb(e, "your side's", "your"));
}

/* P50, P51, S17: tops that cannot be taken. */
static void say_blockers(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool black = cn_black3_in_pile_possible(e->rules);
    cn_items tops = {0};
    const bool twos = p->take_two_with_twos != CN_TAKE_TWO_WITH_TWOS_NEVER;
    const bool top = p->take_with == CN_TAKE_WITH_TOP; /* else only what is named (P202) */
    if (twos) say_showing(e);
    if ((top && (!twos || p->jokers_total > 0)) || (!top && (p->take_top_blockers & CN_WORD_WILD)))
        cn_items_add(&tops, twos ? "a joker" : "a wild card");
    if (cn_red3_in_pile_possible(e->rules) && (top || (p->take_top_blockers & CN_WORD_RED3)))
        cn_items_add(&tops, "a red three");
    if (black && !p->black3_stops && top) cn_items_add(&tops, "a black three");
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (p->take_top_blockers >> rank & 1) cn_items_add(&tops, "%s", cn_rank_one(rank));
    if (p->dead_rank == CN_DEAD_RANK_BOTH_SIDES) cn_items_add(&tops, "a card of a dead rank");
    if (p->take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_ANY)
        cn_items_add(&tops, "a card of whose rank any %s has a canasta",
                     cn_verb(e, "side", "player"));
    if (p->take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_OWN)
        cn_items_add(&tops, "a card of whose rank %s %s a canasta", cn_your_side(e),
                     cn_verb(e, "has", "have"));
    if (tops.count > 0) cn_say(e, "On top, %s cannot be taken.", cn_join(&tops, "or").text);
    if (black && p->black3_stops)
        cn_say(e, "A black three on top stops the pile%s.",
               !freezing_matters(p) ? ""
               : p->black3_freezes  ? " too"
                                    : " for one turn; it does not freeze it");
    if (p->take_guard_single) cn_say(e, "With one card in hand you cannot take a pile of one.");
}

void cn_explain_take(cn_explainer *e)
{
    const bool freezing = freezing_matters(e->p);
    cn_section(e, "Taking the pile");
    if (!cn_take_possible(e->rules)) {
        cn_say(e, "Nobody can take the pile.");
        return;
    }
    say_all_ways(e);
    if (e->p->take_with == CN_TAKE_WITH_TOP) say_joining(e);
    say_rest(e);
    say_frozen(e);
    if (freezing) cn_paragraph(e);
    say_blockers(e);
}
