/* The sections "The packets" and "Going out".
 * Not here: what going out scores (explain_score.c).
 * Invariant: questions to a partner are told only where somebody can have one (P71). */
#include <string.h>

#include "text/explain/explain_parts.h"

/* P111. */
static void say_empty_hand(cn_explainer *e, const char *next)
{
    if (e->p->reserve_entry == CN_RESERVE_ENTRY_SAME_TURN_IF_MELDED_OUT)
        cn_say(e,
               "When you have melded your last card you pick up %s at once and play on; when you "
               "have discarded it, as your next turn begins.",
               next);
    else if (e->p->reserve_entry == CN_RESERVE_ENTRY_BY_DISCARD)
        cn_say(
            e,
            "When you have discarded your last card you pick up %s as your next turn begins; you "
            "may not meld it.",
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
    if (e->p->out_with_packet) /* P185 */
        cn_say(e,
               "But if %s what it takes to go out, discarding your last card goes out although "
               "a packet waits; its cards count as left in your hand.",
               cn_verb(e, "your side has", "you have"));
    if (three == NULL) return;
    const bool fewer = cn_is_unreplaced(e->rules, CN_WORD_PACKET); /* P182 */
    cn_say(e, "A %s in it is laid out and %s.", three, fewer ? "not replaced" : "replaced");
    if (fewer) cn_add(e, " If that leaves you too few cards to discard one, your turn ends.");
}

/* Canastas that the needs of a hand ask for together. */
static int32_t needed_of_kinds(const cn_needs *needs)
{
    int32_t count = 0;
    for (unsigned kind = 0; kind < CN_NEED_KINDS; kind++) count += needs->count[kind];
    for (int32_t ranks = needs->words & (CN_WORD_RANKS | CN_WORD_TWO); ranks != 0;
         ranks &= ranks - 1)
        count++;
    return count;
}

/* What it takes in the hand `hand`, from 0. */
static cn_phrase canastas_in(const cn_explainer *e, int32_t hand)
{
    const cn_params *p = e->p;
    const int32_t last = p->out_needs.count - 1;
    const cn_needs *needs = &p->out_needs.hand[hand < last ? hand : last];
    const int32_t number = cn_in_hand(&p->out_canastas, (unsigned)hand + 1);
    const int32_t of_kinds = needed_of_kinds(needs);
    cn_items kinds = {0};
    cn_need_names(&kinds, needs);
    const bool numbered = number > 0 && (p->out_not_counted != 0 || kinds.count == 0 || number > 1);
    cn_phrase made = {""};
    cn_writer w = cn_writer_make(made.text, sizeof made.text);
    if (numbered) cn_write(&w, "%s", cn_several(number, "canasta").text);
    if (numbered && kinds.count > 0)
        cn_write(&w, p->out_not_counted != 0 ? ", and also "
                     : number == of_kinds    ? ": "
                                             : ", among them ");
    if (kinds.count > 0) cn_write(&w, "%s", cn_join(&kinds, "and").text);
    if (kinds.count > 1 && (needs->words & (CN_WORD_RANKS | CN_WORD_TWO)) != 0)
        cn_write(&w, ", each a different one");
    if (!numbered && kinds.count == 0) cn_write(&w, "no canasta");
    return made;
}

/* The hands in which it takes something else, if it does (P190). */
static int32_t add_later_hands(cn_explainer *e)
{
    const cn_params *p = e->p;
    const int32_t hands =
        p->out_needs.count > p->out_canastas.count ? p->out_needs.count : p->out_canastas.count;
    for (int32_t i = 0, next; i < hands; i = next) {
        const cn_phrase these = canastas_in(e, i);
        for (next = i + 1; next < hands && strcmp(these.text, canastas_in(e, next).text) == 0;)
            next++;
        if (i > 0)
            cn_add(e, "; %s %s", cn_which_hand(i + 1, next + 1, next == hands).text, these.text);
    }
    return hands;
}

/* P81, P83, P132. */
static void say_canastas(cn_explainer *e)
{
    const cn_params *p = e->p;
    cn_items ignored = {0};
    const int32_t number = p->out_canastas.value[0];
    if (number > 0) cn_canasta_names(&ignored, p->out_not_counted);
    cn_say(e, "%s %s %s", cn_your_side(e), cn_verb(e, "needs", "need"), canastas_in(e, 0).text);
    const bool one =
        add_later_hands(e) == 1 && number <= 1 && needed_of_kinds(&p->out_needs.hand[0]) <= 1;
    if (number > 0 || p->out_needs.hand[0].words != 0)
        cn_add(e, "; %s may be made in the same turn", one ? "it" : "the last");
    cn_add(e, ".");
    if (ignored.count > 0)
        cn_say(e, "%s does not count %s.", cn_join(&ignored, "or").text,
               number == 1 ? "as the one" : "among them");
    if (!cn_wild_canasta_possible(e->rules)) return;
    if (p->wild_canasta_counts == CN_WILD_CANASTA_COUNTS_NATURAL)
        cn_say(e, "A canasta of wild cards counts as a natural one here.");
    if (p->wild_canasta_counts == CN_WILD_CANASTA_COUNTS_MIXED)
        cn_say(e, "A canasta of wild cards counts as a mixed one here.");
}

static void say_obstacles(cn_explainer *e)
{
    const cn_params *p = e->p;
    if (p->out_from_turn > 1) /* P192 */
        cn_say(e, "Nobody goes out before his %s turn of the hand.",
               cn_ordinal(p->out_from_turn).text);
    if (p->out_after_partners_packets && !e->alone && p->reserve_packets.count > 0)
        cn_say(e, "You may not go out before your partner has picked up %s.",
               p->reserve_packets.count == 1 ? "the packet" : "every packet");
    if (p->out_block_incomplete)
        cn_say(e, "%s must have no unfinished meld of natural aces%s.", cn_your_side(e),
               p->wild_meld ? ", of sevens or of wild cards" : " or of sevens");
    if (p->out_needs_red3_per_canasta) /* S27 */
        cn_say(e, "%s must have laid out at least as many red threes as %s canastas.",
               cn_your_side(e), cn_verb(e, "it has", "you have"));
}

/* P204. */
static void say_idle_threes(cn_explainer *e)
{
    const bool red = (e->rules->idle_threes >> CN_KIND_RED3 & 1) != 0;
    const bool black = (e->rules->idle_threes >> CN_KIND_BLACK3 & 1) != 0;
    if (!red && !black) return;
    cn_say(e,
           "%s in your hand do not keep you from going out: with nothing else left you may end "
           "the hand, and they count as cards left in it.",
           red && black ? "Threes"
           : red        ? "Red threes"
                        : "Black threes");
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
    switch (p->out_discard) {
    case CN_OUT_DISCARD_OPTIONAL:
        cn_say(e, "You go out by melding or discarding your last card.");
        break;
    case CN_OUT_DISCARD_REQUIRED:
        cn_say(e, "You go out by discarding your last card, never by melding it.");
        break;
    case CN_OUT_DISCARD_NEVER:
        cn_say(e, "You go out by melding your last card, never by discarding it.");
        break;
    }
    say_idle_threes(e);
    say_canastas(e);
    say_obstacles(e);
    if (p->keep_cards > 0)
        say_kept_cards(e);
    else if (p->float_by_meld) /* P193 */
        cn_say(e, "Your last card may be melded or discarded even if you cannot go out: you draw "
                  "again in your next turn.");
    else
        cn_say(e, "Your last card may be discarded, but not melded, even if you cannot go out.");
    if (p->last_turns != CN_LAST_TURNS_NO) /* P186, P195 */
        cn_say(e,
               "When somebody has gone out%s, everybody else has one turn more, in which all "
               "cards may be laid; nobody else goes out.",
               p->last_turns == CN_LAST_TURNS_IF_MELDED ? " by melding his last card" : "");
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
    if (p->ask_limit > 0 && !required) cn_add(e, ", %s", cn_times_in_a_hand(p->ask_limit).text);
    if (!p->ask_binding)
        cn_add(e, "; the answer, yes, no or advice against it, does not bind you.");
    else if (required)
        cn_add(e, "; only after \"yes\" you may, and then you must.");
    else
        cn_add(e, "; the answer binds you.");
    if (p->ask_limit > 0 && required)
        cn_say(e, "You may ask %s.", cn_times_in_a_hand(p->ask_limit).text);
    if (p->reserve_packets.count > 0 && !p->out_with_packet)
        cn_say(e,
               "While a packet waits you cannot ask; once you have %s you may, even if "
               "you have melded.",
               p->reserve_packets.count == 1 ? "picked it up" : "picked up the last");
}

void cn_explain_out(cn_explainer *e)
{
    cn_section(e, "Going out");
    say_last_cards(e);
    if (cn_partners_possible(e->rules)) say_question(e);
}
