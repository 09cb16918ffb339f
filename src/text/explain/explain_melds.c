/* The section "Melds": what may lie on the table together.
 * Not here: the first meld of a side (explain_opening.c).
 * Invariant: a sentence on sequences, wild melds or dead ranks appears only where there are any. */
#include <string.h>

#include "text/explain/explain_parts.h"

/* P59: limits that hold for every meld of a rank. */
static void say_shape(cn_explainer *e)
{
    const cn_params *p = e->p;
    const int32_t least = p->meld_min > p->min_naturals ? p->meld_min : p->min_naturals;
    if (p->meld_max > 0)
        cn_say(e, "A meld is %s", cn_range(least, p->meld_max).text);
    else
        cn_say(e, "A meld is %s or more", cn_number(least).text);
    cn_add(e, " cards of one rank, four to ace");
    if (p->max_wilds == 0) {
        cn_add(e, ", without wild cards.");
        return;
    }
    cn_add(e, ", with at least %s", cn_several(p->min_naturals, "natural").text);
    if (p->max_wilds < 99) cn_add(e, " and at most %s", cn_several(p->max_wilds, "wild card").text);
    if (p->wild_ratio == CN_WILD_RATIO_WILD_LE_NATURAL)
        cn_add(e, ", and never more wild cards than naturals");
    if (p->wild_ratio == CN_WILD_RATIO_WILD_LT_NATURAL)
        cn_add(e, ", and always fewer wild cards than naturals");
    cn_add(e, ".");
}

static void say_ratio_exceptions(cn_explainer *e)
{
    const cn_shapes *shapes = &e->p->wild_ratio_exceptions;
    if (e->p->wild_ratio == CN_WILD_RATIO_FREE || shapes->count == 0 || e->p->max_wilds == 0)
        return;
    cn_items items = {0};
    for (int32_t i = 0; i < shapes->count; i++)
        cn_items_add(&items, "%s with %s", cn_several(shapes->shape[i].naturals, "natural").text,
                     cn_several(shapes->shape[i].wilds, "wild card").text);
    cn_say(e, "Exactly %s is allowed all the same.", cn_join(&items, "or").text);
}

/* P98, P99, S7. */
static void say_wild_limits(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->max_wilds == 0) return;
    say_ratio_exceptions(e);
    if (p->wilds_per_turn > 0)
        cn_say(e, "A meld gets at most %s in one turn.",
               cn_several(p->wilds_per_turn, "wild card").text);
    if (p->no_wild_ranks != 0)
        cn_say(e, "%s take no wild cards.", cn_ranks_plural(p->no_wild_ranks, "and").text);
    if (p->initial_only_wild_ranks != 0)
        cn_say(e, "%s take wild cards only in %s first meld; mixed then, they may get more.",
               cn_ranks_plural(p->initial_only_wild_ranks, "and").text,
               cn_verb(e, "your side's", "your"));
    if (p->wild_add_min_naturals > 0)
        cn_say(e, "After the first meld a wild card joins only a meld with at least %s.",
               cn_several(p->wild_add_min_naturals, "natural").text);
}

/* What may be added to a canasta, "naturals and wild cards"; of one that takes some of it only. */
static const char *added(const cn_params *p, int32_t takes)
{
    const bool naturals = p->add_natural_to_canasta && takes != CN_CANASTA_TAKES_WILDS &&
                          takes != CN_CANASTA_TAKES_NOTHING;
    const bool wilds = p->add_wild_to_canasta && p->max_wilds > 0 &&
                       takes != CN_CANASTA_TAKES_NATURALS && takes != CN_CANASTA_TAKES_NOTHING;
    if (naturals && wilds) return "naturals and wild cards";
    if (naturals) return "naturals only";
    return wilds ? "wild cards only" : "nothing more";
}

/* P196: natural canastas, and mixed ones, take different cards. */
static void say_by_kind(cn_explainer *e)
{
    const cn_params *p = e->p;
    const char *natural = added(p, p->natural_canasta_takes);
    const char *mixed = added(p, p->mixed_canasta_takes);
    if (strcmp(natural, mixed) == 0)
        cn_say(e, "A canasta takes %s.", natural);
    else
        cn_say(e, "A natural canasta takes %s, a mixed one takes %s.", natural, mixed);
}

/* P57, P58, S7, S9. */
static void say_canasta(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool natural = p->add_natural_to_canasta;
    const bool wild = p->add_wild_to_canasta && p->max_wilds > 0;
    cn_say(e, "%s cards are a canasta%s.", cn_number(p->canasta_size).text,
           p->max_wilds > 0 ? ", natural without wild cards, otherwise mixed" : "");
    if (p->dead_rank == CN_DEAD_RANK_BOTH_SIDES) {
        cn_say(e, "Its rank is then dead: nobody may add to it or lay more of that rank.");
        return;
    }
    if (p->meld_max > 0 && p->meld_max <= p->canasta_size) return; /* it is full */
    if (p->natural_canasta_takes != CN_CANASTA_TAKES_ANY ||
        p->mixed_canasta_takes != CN_CANASTA_TAKES_ANY)
        say_by_kind(e);
    else if (natural && wild)
        cn_say(e, "More cards may be added to it; a wild card makes it mixed.");
    else if (natural)
        cn_say(e, "Naturals may be added to it%s.", p->max_wilds > 0 ? ", but no wild cards" : "");
    else if (wild)
        cn_say(e, "Wild cards may be added to it, but no naturals.");
    else
        cn_say(e, "Nothing may be added to it.");
}

/* P200. */
static void say_closing(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool grows = p->meld_max == 0 || p->meld_max > p->canasta_size;
    if (p->add_after_closing == CN_ADD_AFTER_CLOSING_AT_ONCE) return;
    if (grows && (p->add_natural_to_canasta || p->add_wild_to_canasta))
        cn_say(e, "In the turn in which a canasta is completed no further card is added to it.");
}

/* P54 to P56, P60, S5. */
static void say_same_rank(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool closing = !p->add_natural_to_canasta && p->dead_rank == CN_DEAD_RANK_NONE;
    switch (p->same_rank_melds) {
    case CN_SAME_RANK_MELDS_ONE_MERGED:
        cn_say(e, "%s can have only one meld of a rank%s.", cn_your_side(e),
               closing ? " besides a canasta of it" : "");
        break;
    case CN_SAME_RANK_MELDS_MANY_MAY_MERGE:
        cn_say(e,
               "%s can have several melds of a rank; you may join two if they make a legal meld "
               "together.",
               cn_your_side(e));
        break;
    case CN_SAME_RANK_MELDS_MANY_NEVER_MERGE:
        cn_say(e, "%s can have several melds of a rank, which are never joined.", cn_your_side(e));
        break;
    }
    if (p->meld_again_after_canasta != CN_MELD_AGAIN_NO &&
        p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) /* P156, P205 */
        cn_say(e, "Another begins only beside %scanastas.",
               p->meld_again_after_canasta == CN_MELD_AGAIN_NATURAL ? "natural " : "");
    if (!e->alone) cn_say(e, "Partners share their melds.");
}

/* P175, P176, S30. */
static void say_swaps(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->swap_wild == CN_SWAP_WILD_NEVER || p->max_wilds == 0) return;
    const char *own = cn_verb(e, "one of your side's melds", "one of your melds");
    const bool others = p->swap_wild == CN_SWAP_WILD_OTHERS, unopened = p->swap_wild_unopened;
    if (others && unopened)
        cn_say(e, "You may,");
    else
        cn_say(e, "Once %s %s melded you may,", cn_your_side(e), cn_verb(e, "has", "have"));
    cn_add(e,
           " after drawing, put a natural from your hand in the place of a wild card in %s of its "
           "rank, %s, and take that card.",
           p->swap_wild == CN_SWAP_WILD_ANY ? "any side's meld"
           : others                         ? "another side's meld"
                                            : own,
           p->swap_wild_canastas ? "canastas too" : "but in no canasta");
    if (p->sequences && p->sequence_wilds > 0)
        cn_say(e, "Out of a sequence you get it for the very card whose place it has.");
    if (unopened && p->swap_wild != CN_SWAP_WILD_OWN)
        cn_say(e, "%s need not have melded for %s; it is no first meld.",
               cn_verb(e, "Your side", "You"), others ? "that" : "a swap with another side's meld");
}

/* P177. */
static void say_sequence_wilds(cn_explainer *e)
{
    const cn_params *p = e->p;
    cn_say(e,
           "A sequence may have %s%s, laid at %s in the place of a card; one that has any needs at "
           "least %s",
           p->sequence_wilds > 1 ? "up to " : "", cn_several(p->sequence_wilds, "wild card").text,
           p->sequence_wilds > 1 ? "its ends, each" : "one of its ends",
           cn_several(p->min_naturals, "natural").text);
    if (p->wild_ratio == CN_WILD_RATIO_WILD_LE_NATURAL)
        cn_add(e, ", and never more wild cards than naturals");
    if (p->wild_ratio == CN_WILD_RATIO_WILD_LT_NATURAL)
        cn_add(e, ", and always fewer wild cards than naturals");
    cn_add(e, ".");
    if (!p->add_wild_to_canasta) cn_say(e, "A complete one gets no wild card.");
    if (p->sequence_max >= p->canasta_size)
        cn_say(e, "A complete one with wild cards counts as a mixed canasta.");
}

/* P63, P109. */
static void say_sequences(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool takes_wilds = p->sequence_wilds > 0;
    if (!p->sequences || p->sequence_max < p->meld_min) return;
    cn_item(e);
    cn_say(e, "%s cards of one suit in order, four low and ace high,%s are a meld too, a sequence",
           cn_range(p->meld_min, p->sequence_max).text, takes_wilds ? "" : " without wild cards,");
    if (p->meld_min == p->sequence_max && p->meld_min >= p->canasta_size)
        cn_add(e, " and a canasta");
    else if (p->sequence_max >= p->canasta_size)
        cn_add(e, "; with %s it is a canasta%s", cn_number(p->canasta_size).text,
               p->sequence_max > p->canasta_size ? " and may still grow" : "");
    cn_add(e, ". Cards are added at its ends; sequences are never joined.");
    if (takes_wilds) say_sequence_wilds(e);
    if (p->sequence_extend_going_out)
        cn_say(e, "A full one grows only in the turn in which you go out.");
}

/* The largest meld of wilds only (S1 b, S7). */
static int32_t wild_largest(const cn_rules *rules)
{
    const bool closed = !rules->p.add_wild_to_canasta && rules->wild_most > rules->p.canasta_size;
    return closed ? rules->p.canasta_size : rules->wild_most;
}

/* P60, P61, S8. */
static void say_wild_melds(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (!p->wild_meld) return;
    const bool canasta = cn_wild_canasta_possible(e->rules);
    cn_item(e);
    cn_say(e, "%s wild cards are a meld too", cn_range(p->meld_min, wild_largest(e->rules)).text);
    if (canasta && p->meld_min >= p->canasta_size)
        cn_add(e, ", and a canasta.");
    else if (canasta)
        cn_add(e, ", with %s%s a canasta.", cn_number(p->canasta_size).text,
               wild_largest(e->rules) > p->canasta_size ? " or more" : "");
    else
        cn_add(e, ", but never a canasta.");
    if (p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD)
        cn_say(e, "%s %s wild cards may go nowhere else.",
               canasta ? "Until it is one," : "Beside it", cn_verb(e, "your side's", "your"));
    else if (p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED)
        cn_say(e,
               canasta ? "%s can begin another only when the last is full."
                       : "%s can have only one.",
               cn_your_side(e));
}

/* P62, P133. */
static void say_twos(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (!p->twos_as_rank) return;
    cn_item(e);
    cn_say(e, "Twos may be melded as a rank of their own, with jokers as its wild cards.");
    if (p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD)
        cn_say(e, "While %s %s one with fewer than %s cards, twos may go nowhere else.",
               cn_your_side(e), cn_verb(e, "has", "have"), cn_number(p->canasta_size).text);
}

/* P65, S23. */
static void say_black_threes(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->threes_mode != CN_THREES_MODE_CLASSIC) return;
    const int32_t wilds = p->black3_meld_wilds ? p->max_wilds : 0;
    const int32_t least = p->black3_meld_min, all = 2 * p->decks + wilds;
    cn_item(e);
    const bool rank = p->black3_meld == CN_BLACK3_MELD_AS_RANK;
    if (p->black3_meld == CN_BLACK3_MELD_NEVER || (!rank && least > all)) {
        cn_say(e, "Black threes are never melded.");
        return;
    }
    if (p->black3_meld_hand > 1)
        cn_say(e, "Black threes are not melded before the %s hand of the game.",
               cn_ordinal(p->black3_meld_hand).text);
    if (rank) { /* P199 */
        cn_say(e, "%s melded as cards of a rank are, %s wild cards; they never take the pile.",
               p->black3_meld_hand > 1 ? "From then on they are" : "Black threes are",
               p->black3_meld_wilds && p->max_wilds > 0 ? "with" : "without");
        return;
    }
    const int32_t most = p->black3_meld_max < all ? p->black3_meld_max : all;
    cn_say(e, "Black threes are melded only as your last meld in going out: ");
    if (p->black3_meld_max == 0)
        cn_add(e, "%s or more", cn_number(least).text);
    else
        cn_add(e, "%s", cn_range(least, most).text);
    if (!p->black3_meld_wilds || p->max_wilds == 0) {
        cn_add(e, ", without wild cards.");
        return;
    }
    cn_add(e, ", wild cards among them but at least %s", cn_several(p->min_naturals, "three").text);
    if (p->max_wilds < 99) cn_add(e, " and at most %s", cn_several(p->max_wilds, "wild card").text);
    cn_add(e, ".");
}

void cn_explain_melds(cn_explainer *e)
{
    cn_section(e, "Melds");
    say_shape(e);
    say_wild_limits(e);
    cn_paragraph(e);
    say_canasta(e);
    say_closing(e);
    say_same_rank(e);
    say_swaps(e);
    say_sequences(e);
    say_wild_melds(e);
    say_twos(e);
    say_black_threes(e);
}
