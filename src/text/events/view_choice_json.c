/* What the own seat may do, in a view's JSON: legal steps; takes, joins and swaps ready to be sent.
 * Not here: any rule; the engine is asked for every legal set.
 * Invariant: whatever is offered here is legal as it is written. */
#include "engine/step/target.h"
#include "engine/turn/apply.h"
#include "text/base/words.h"
#include "text/cards/json_text.h"
#include "text/cards/play_text.h"
#include "text/events/view_parts.h"

/* Steps that the seat could make once it has named a meld. */
static cn_mask legal_after(const cn_view *view, const cn_rules *rules, unsigned number)
{
    cn_view after = *view;
    const cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    const cn_mask none = {{0}};
    return cn_view_try(&after, rules, step) ? cn_view_legal(&after, rules) : none;
}

/* Takes and joins, ready to be sent */

static void write_take(cn_writer *w, const cn_view *view, const cn_rules *rules, unsigned number,
                       unsigned place)
{
    cn_step steps[2];
    unsigned count = 0;
    cn_view named = *view;
    if (place != CN_NO_MELD) {
        steps[count] = cn_step_make(CN_STEP_TO_MELD + place, CN_CARD_NONE, CN_CARD_NONE);
        if (!cn_view_try(&named, rules, steps[count++])) return;
    }
    const cn_step bare = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    steps[count] = cn_step_named(rules, &named.pub, &named.hand, bare);
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_key(w, "play");
    cn_write(w, "\"");
    cn_write_play(w, steps, count + 1);
    cn_write(w, "\"");
    cn_json_word(w, "step", cn_step_name(number));
    cn_json_key(w, "cards");
    cn_json_cards(w, steps[count].card, number == CN_STEP_TAKE_TOP ? 0 : 2);
    const unsigned target = cn_step_target(rules, &named.pub, number);
    if (target < cn_public_acting(&view->pub)->meld_count)
        cn_json_int(w, "meld", (int32_t)target);
    else
        cn_json_null(w, "meld");
    cn_write(w, "}");
}

static void write_takes_of(cn_writer *w, const cn_view *view, const cn_rules *rules,
                           const cn_mask *legal, unsigned place)
{
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        if (cn_mask_has(legal, number)) write_take(w, view, rules, number, place);
}

static void write_takes(cn_writer *w, const cn_view *view, const cn_rules *rules,
                        const cn_mask *legal)
{
    cn_json_key(w, "takes");
    cn_write(w, "[");
    write_takes_of(w, view, rules, legal, CN_NO_MELD);
    for (unsigned i = 0; i < CN_MELDS_MAX && view->pub.phase == CN_PHASE_DRAW; i++) {
        if (!cn_mask_has(legal, CN_STEP_TO_MELD + i)) continue;
        const cn_mask named = legal_after(view, rules, CN_STEP_TO_MELD + i);
        write_takes_of(w, view, rules, &named, i);
    }
    cn_write(w, "]");
}

static void write_join(cn_writer *w, unsigned first, unsigned second)
{
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_key(w, "play");
    cn_write(w, "\"join #%u #%u\"", first + 1, second + 1);
    cn_json_key(w, "melds");
    cn_write(w, "[%u,%u]", first, second);
    cn_write(w, "}");
}

static void write_joins(cn_writer *w, const cn_view *view, const cn_rules *rules,
                        const cn_mask *legal)
{
    cn_json_key(w, "joins");
    cn_write(w, "[");
    for (unsigned i = 0; i < CN_MELDS_MAX && view->pub.phase == CN_PHASE_MELD; i++) {
        if (!cn_mask_has(legal, CN_STEP_TO_MELD + i)) continue;
        const cn_mask named = legal_after(view, rules, CN_STEP_TO_MELD + i);
        for (unsigned j = i + 1; j < CN_MELDS_MAX; j++)
            if (cn_mask_has(&named, CN_STEP_JOIN + j)) write_join(w, i, j);
    }
    cn_write(w, "]");
}

static void write_swap(cn_writer *w, const cn_view *view, const cn_rules *rules, cn_step step,
                       cn_giver giver)
{
    const cn_meld *meld = &view->pub.side[giver.side].meld[giver.meld];
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_key(w, "play");
    cn_write(w, "\"");
    cn_write_play(w, &step, 1);
    cn_write(w, "\"");
    cn_json_card_or_null(w, "natural", step.card[0]);
    cn_json_bool(w, "exact", meld->rank == CN_MELD_SEQUENCE); /* no other of its rank will do */
    cn_json_card_or_null(w, "wild", cn_swap_brings(rules, &view->pub, step));
    cn_json_int(w, "side", giver.side);
    cn_json_int(w, "meld", giver.meld);
    cn_write(w, "}");
}

/* One for each meld that gives a wild: suits matter for sequences only (P178). */
static void write_swaps_of(cn_writer *w, const cn_view *view, const cn_rules *rules,
                           unsigned number)
{
    const cn_step bare = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    const cn_step named = cn_step_named(rules, &view->pub, &view->hand, bare);
    const cn_giver first = cn_swap_giver(rules, &view->pub, named);
    cn_step step;
    write_swap(w, view, rules, named, first);
    for (unsigned i = 0; rules->p.sequence_wilds > 0 &&
                         cn_step_choice(rules, &view->pub, &view->hand, number, i, &step);
         i++) {
        const cn_giver giver = cn_swap_giver(rules, &view->pub, step);
        const bool known = giver.side == first.side && giver.meld == first.meld;
        const bool exact = view->pub.side[giver.side].meld[giver.meld].rank == CN_MELD_SEQUENCE;
        if (step.card[0] == named.card[0] || (known && !exact)) continue;
        if (cn_legal_step(rules, &view->pub, &view->hand, step))
            write_swap(w, view, rules, step, giver);
    }
}

static void write_swaps(cn_writer *w, const cn_view *view, const cn_rules *rules,
                        const cn_mask *legal)
{
    cn_json_key(w, "swaps");
    cn_write(w, "[");
    for (unsigned number = CN_STEP_SWAP_TWO; number < CN_STEP_SEQUENCE_TWO; number++)
        if (cn_mask_has(legal, number)) write_swaps_of(w, view, rules, number);
    cn_write(w, "]");
}

static void write_steps(cn_writer *w, const cn_mask *legal)
{
    cn_json_key(w, "steps");
    cn_write(w, "[");
    for (unsigned i = 0, count = cn_mask_count(legal); i < count; i++) {
        cn_json_item(w);
        cn_write(w, "\"%s\"", cn_step_name(cn_mask_nth(legal, i)));
    }
    cn_write(w, "]");
}

static void write_special(cn_writer *w, const char *name, const cn_rules *rules, unsigned special)
{
    if (special == 0) {
        cn_json_null(w, name);
        return;
    }
    const cn_special_hand *hand = &rules->p.special_hands.hand[special - 1];
    cn_json_key(w, name);
    cn_write(w, "{");
    cn_json_quoted(w, "name", hand->name);
    cn_json_int(w, "points", hand->points);
    cn_json_bool(w, "wins_game", hand->wins_game);
    cn_write(w, "}");
}

/* The three that the own hand was allowed to keep (P97). */
static cn_card held_three(const cn_view *view, const cn_rules *rules)
{
    if (!rules->p.hold_one_three) return CN_CARD_NONE;
    if (view->hand.kind[CN_KIND_RED3] > 0) return cn_cards_lowest(&view->hand, CN_KIND_RED3);
    if (!cn_is_bonus(rules, CN_KIND_BLACK3)) return CN_CARD_NONE;
    return cn_cards_lowest(&view->hand, CN_KIND_BLACK3);
}

/* To pass is to go out, with threes left in hand (P204). */
static bool pass_goes_out(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    return cn_mask_has(legal, CN_STEP_PASS) &&
           cn_leaves_threes(rules, &view->pub, &view->hand, CN_STEP_PASS);
}

/* What only the seat to act is told, as it depends on its hand. */
void cn_json_choices(cn_writer *w, const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    const cn_public *pub = &view->pub;
    bool acting = cn_mask_count(legal) != 0 && pub->phase != CN_PHASE_ANSWER;
    bool opening = acting && !cn_public_has_opened(pub, view->seat);
    write_steps(w, legal);
    write_takes(w, view, rules, legal);
    write_joins(w, view, rules, legal);
    write_swaps(w, view, rules, legal);
    cn_json_bool(w, "can_draw", cn_mask_has(legal, CN_STEP_DRAW));
    cn_json_bool(w, "amid_draw", cn_public_in_draw(pub));
    cn_json_bool(w, "can_pick", cn_mask_has(legal, CN_STEP_PICK));
    cn_json_bool(w, "can_ask", cn_mask_has(legal, CN_STEP_ASK));
    cn_json_bool(w, "ask_binds", rules->p.ask_binding);
    cn_json_by_seat8(w, "asked", rules, pub->asked);
    cn_json_int(w, "ask_limit", rules->p.ask_limit);
    cn_json_bool(w, "can_pass", cn_mask_has(legal, CN_STEP_PASS));
    cn_json_bool(w, "pass_goes_out", pass_goes_out(view, rules, legal));
    cn_json_bool(w, "can_lay_out", cn_mask_has(legal, CN_STEP_LAY_OUT));
    cn_json_card_or_null(w, "held_three", held_three(view, rules));
    cn_json_bool(w, "can_declare", cn_mask_has(legal, CN_STEP_DECLARE));
    write_special(w, "special_hand", rules, acting ? cn_find_special_hand(rules, &view->hand) : 0);
    write_special(w, "declared", rules, pub->special);
    cn_json_bool(w, "can_go_out", acting && cn_can_go_out(rules, pub, &view->hand));
    cn_json_int(w, "opening_reach", opening ? cn_opening_reach(rules, pub, &view->hand) : 0);
}
