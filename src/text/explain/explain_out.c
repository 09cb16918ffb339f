/* The sections "The packets" and "Going out".
 * Not here: what going out scores (explain_score.c).
 * Invariant: questions to a partner are told only where somebody can have one (P71). */
#include "text/explain/explain_parts.h"

/* P111. */
static void say_empty_hand(cn_explainer *e, const char *next)
{
    if (e->p->reserve_entry == CN_RESERVE_ENTRY_SAME_TURN_IF_MELDED_OUT)
        cn_say(e,
               "When you have melded your last card you pick up %s at once and play on; when you "
               "have discarded it, as your next turn begins.",
               next);
    else
        cn_say(e,
               "When you have melded or discarded your last card your turn ends, and you pick up "
               "%s as your next one begins.",
               next);
    cn_say(e, "To empty your hand so is not going out and needs nothing.");
}

/* P112, S12. */
static void say_trigger(cn_explainer *e)
{
    const char *next = e->p->reserve_packets.count > 1 ? "the next packet" : "your packet";
    switch (e->p->reserve_trigger) {
    case CN_RESERVE_TRIGGER_NONE: return;
    case CN_RESERVE_TRIGGER_HAND_EMPTY: say_empty_hand(e, next); return;
    case CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA:
        cn_say(e,
               "You pick up %s as soon as you yourself complete your first canasta of the hand, "
               "and use it in that turn. Before that you may not empty your hand.",
               next);
        return;
    case CN_RESERVE_TRIGGER_SIDE_INITIAL_MELD:
        cn_say(e, "You pick up %s with %s first meld%s. Before that you may not empty your hand.",
               next, cn_verb(e, "your side's", "your"),
               e->alone ? "" : ", or as your next turn begins if a partner made it");
        return;
    }
}

void cn_explain_packets(cn_explainer *e)
{
    if (e->p->reserve_packets.count == 0) return;
    cn_section(e, e->p->reserve_packets.count == 1 ? "The packet" : "The packets");
    const char *three = cn_bonus_three(e->rules);
    say_trigger(e);
    if (three != NULL) cn_say(e, "A %s in it is laid out and replaced.", three);
}

/* P81, P83, P132. */
static void say_canastas(cn_explainer *e)
{
    const cn_params *p = e->p;
    cn_items kinds = {0}, ignored = {0};
    cn_canasta_names(&kinds, p->out_needs);
    if (p->out_canastas > 0) cn_canasta_names(&ignored, p->out_not_counted);
    if (p->out_canastas == 0 && kinds.count == 0) {
        cn_say(e, "It needs no canasta.");
        return;
    }
    const bool numbered = ignored.count > 0 || kinds.count == 0 || p->out_canastas > 1;
    cn_say(e, "%s %s ", cn_your_side(e), cn_verb(e, "needs", "need"));
    if (numbered && p->out_canastas > 0)
        cn_add(e, "%s", cn_several(p->out_canastas, "canasta").text);
    if (numbered && p->out_canastas > 0 && kinds.count > 0)
        cn_add(e, ignored.count > 0 ? ", and also " : ", among them ");
    if (kinds.count > 0) cn_add(e, "%s", cn_join(&kinds, "and").text);
    if (kinds.count > 1) cn_add(e, ", each a different one");
    cn_add(e, "; %s may be made in the same turn.",
           p->out_canastas <= 1 && kinds.count <= 1 ? "it" : "the last");
    if (ignored.count > 0)
        cn_say(e, "%s does not count %s.", cn_join(&ignored, "or").text,
               p->out_canastas == 1 ? "as the one" : "among them");
}

static void say_obstacles(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->out_block_incomplete)
        cn_say(e, "%s must have no unfinished meld of natural aces%s.", cn_your_side(e),
               p->wild_meld ? ", of sevens or of wild cards" : " or of sevens");
    if (p->out_needs_red3_per_canasta) /* S27 */
        cn_say(e, "%s must have laid out at least as many red threes as %s canastas.",
               cn_your_side(e), cn_verb(e, "it has", "you have"));
}

/* P79, P111, S14. */
static void say_kept_cards(cn_explainer *e)
{
    cn_items exceptions = {0};
    if (e->p->keep_cards > 1) cn_items_add(&exceptions, "you melded nothing");
    if (e->p->reserve_trigger == CN_RESERVE_TRIGGER_HAND_EMPTY)
        cn_items_add(&exceptions, "a packet waits");
    cn_say(e, "If you do not go out you must keep %s after your discard",
           cn_several(e->p->keep_cards, "card").text);
    if (exceptions.count > 0) cn_add(e, ", unless %s", cn_join(&exceptions, "or").text);
    cn_add(e, ".");
}

/* P46, P82, S14. */
static void say_last_cards(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->out_discard == CN_OUT_DISCARD_REQUIRED)
        cn_say(e, "You go out by discarding your last card, never by melding it.");
    else
        cn_say(e, "You go out by melding or discarding your last card.");
    say_canastas(e);
    say_obstacles(e);
    if (p->keep_cards > 0)
        say_kept_cards(e);
    else
        cn_say(e, "Your last card may be discarded, but not melded, even if you cannot go out.");
}

/* P67 to P72, S16. */
static void say_question(cn_explainer *e)
{
    const cn_params *p = e->p;
    const bool required = p->ask_partner == CN_ASK_PARTNER_REQUIRED;
    const bool several = e->rules->seat_count / e->rules->side_count > 2;
    const char *partner = several ? "the next player of your side" : "your partner";
    if (p->ask_partner == CN_ASK_PARTNER_NONE) {
        cn_say(e, "You may not ask your partner whether to go out.");
        return;
    }
    if (required)
        cn_say(e, "To go out you must ask %s", partner);
    else
        cn_say(e, "If you could, you may ask %s whether to go out", partner);
    cn_add(e, ", %s drawing or taking the pile and before melding more",
           p->ask_timing == CN_ASK_TIMING_AFTER_DRAW ? "after" : "before or after");
    if (p->ask_limit > 0)
        cn_add(e, ", %s in a hand",
               p->ask_limit == 1   ? "once"
               : p->ask_limit == 2 ? "twice"
                                   : cn_several(p->ask_limit, "time").text);
    if (!p->ask_binding)
        cn_add(e, "; the answer, yes, no or advice against it, does not bind you.");
    else if (required)
        cn_add(e, "; only after \"yes\" you may, and then you must.");
    else
        cn_add(e, "; the answer binds you.");
    if (p->reserve_packets.count > 0)
        cn_say(e,
               "While a packet waits you cannot ask; once you have picked up %s you may, even if "
               "you have melded.",
               p->reserve_packets.count == 1 ? "it" : "the last");
}

void cn_explain_out(cn_explainer *e)
{
    cn_section(e, "Going out");
    say_last_cards(e);
    if (cn_partners_possible(e->rules)) say_question(e);
}
