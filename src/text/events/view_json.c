/* Writes views and verdicts as JSON, key by key in the order of web/src/engine/types.ts.
 * Not here: any rule; every value is read off the view or asked of the engine.
 * Invariant: the text depends on the view and the rules only, so that two builds can be compared.
 */
#include "text/events/view_json.h"

#include <inttypes.h>

#include "text/base/words.h"
#include "text/cards/card_text.h"
#include "text/cards/json_text.h"
#include "text/cards/play_text.h"
#include "text/events/view_parts.h"

/* The result of a hand and of the game */

static void write_score(cn_writer *w, const cn_score *score)
{
    cn_json_item(w);
    cn_write(w, "{");
    for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
        cn_json_int(w, cn_score_part_word(i), cn_score_part(score, i));
    cn_write(w, "}");
}

static void write_hands(cn_writer *w, const char *name, const cn_rules *rules,
                        const cn_cards *hands)
{
    cn_json_key(w, name);
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_json_item(w);
        cn_json_hand(w, &hands[seat]);
    }
    cn_write(w, "]");
}

static void write_result(cn_writer *w, const cn_view *view, const cn_rules *rules)
{
    unsigned phase = view->pub.phase;
    if (phase != CN_PHASE_SCORED && phase != CN_PHASE_GAME_END) {
        cn_json_null(w, "scores");
        cn_json_null(w, "left");
        cn_json_null(w, "waiting");
        return;
    }
    cn_json_key(w, "scores");
    cn_write(w, "[");
    for (unsigned side = 0; side < rules->side_count; side++) write_score(w, &view->scores[side]);
    cn_write(w, "]");
    write_hands(w, "left", rules, view->left);
    write_hands(w, "waiting", rules, view->waiting);
}

static void write_winners(cn_writer *w, const cn_view *view, const cn_rules *rules)
{
    const unsigned winners = cn_public_winners(&view->pub, rules);
    cn_json_key(w, "winners");
    cn_write(w, "[");
    for (unsigned side = 0; side < rules->side_count; side++)
        if ((winners >> side & 1) != 0) cn_json_number(w, side);
    cn_write(w, "]");
}

/* The table and the place in the game */

/* Before the first deal the people sit as they will in the first hand. */
static unsigned hand_to_show(const cn_public *pub)
{
    return pub->hand_number == 0 ? 1 : pub->hand_number;
}

static void write_persons(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    const unsigned hand = hand_to_show(pub);
    cn_json_key(w, "persons");
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_json_number(w, cn_person_at(rules, hand, seat));
    cn_write(w, "]");
    for (unsigned person = 0; person < rules->player_count; person++) {
        if (cn_seat_of(rules, hand, person) != CN_SEAT_NONE) continue;
        cn_json_int(w, "resting", (int32_t)person);
        return;
    }
    cn_json_null(w, "resting");
}

static const char *turn_card_word(const cn_rules *rules, const cn_public *pub)
{
    if (rules->p.turn_card_from_bottom == 0) return "none";
    return cn_public_turn_card_in_stock(rules, pub) ? "in_stock" : "drawn";
}

static const char *refill_word(const cn_rules *rules)
{
    switch (rules->p.stock_refill) {
    case CN_STOCK_REFILL_TURN_PILE: return "turn_pile";
    case CN_STOCK_REFILL_SHUFFLE_PILE: return "shuffle_pile";
    case CN_STOCK_REFILL_ADD_PACK: return "add_pack";
    default: return "none";
    }
}

static void write_place(cn_writer *w, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    cn_json_word(w, "phase", cn_phase_word(pub->phase));
    cn_json_int(w, "me", view->seat);
    cn_json_int(w, "seat", pub->seat);
    cn_json_int(w, "asker", pub->asker);
    cn_json_int(w, "dealer", pub->dealer);
    cn_json_int(w, "hand_number", pub->hand_number);
    cn_json_int(w, "turn_number", pub->turn_number);
    cn_json_int(w, "player_count", rules->player_count);
    cn_json_int(w, "seat_count", rules->seat_count);
    write_persons(w, rules, pub);
    cn_json_word(w, "direction", rules->p.play_direction == CN_PLAY_DIRECTION_CW ? "cw" : "ccw");
    cn_json_int(w, "stock", pub->stock_count);
    cn_json_int(w, "reach", (int32_t)cn_public_stock_reach(rules, pub));
    cn_json_word(w, "refill", refill_word(rules));
    cn_json_int(w, "refills", pub->refills);
    cn_json_word(w, "turn_card", turn_card_word(rules, pub));
}

void cn_write_view_json(cn_writer *w, const cn_rules *rules, const cn_view *view)
{
    cn_mask legal = cn_view_legal(view, rules);
    cn_write(w, "{");
    write_place(w, view, rules);
    cn_json_table(w, view, rules, &legal);
    cn_json_choices(w, view, rules, &legal);
    cn_json_bool(w, "chooses_melds", rules->many);
    cn_json_int(w, "canasta_size", rules->p.canasta_size);
    cn_json_int(w, "canastas_needed", (int)cn_canastas_needed(rules, &view->pub));
    cn_json_int(w, "draw_count", (int)cn_draw_count(rules, view->pub.hand_number));
    cn_json_int(w, "target", rules->p.target);
    cn_json_int(w, "lead_target", rules->p.lead_target);
    cn_json_int(w, "rounds", rules->p.rounds);
    cn_json_int(w, "hands_limit", rules->p.hands_limit);
    cn_json_int(w, "time_limit", rules->p.time_limit);
    cn_json_int(w, "minutes", view->pub.minutes);
    cn_json_bool(w, "lowest_wins", cn_win_sign(rules) < 0);
    cn_json_word(w, "end", cn_end_word(view->pub.end));
    cn_json_int(w, "out_seat", view->pub.out_seat);
    cn_json_bool(w, "concealed", view->pub.out_concealed);
    write_result(w, view, rules);
    write_winners(w, view, rules);
    cn_json_key(w, "hash");
    cn_write(w, "\"%016" PRIx64 "\"", cn_view_hash(view, rules));
    cn_write(w, "}");
}

static void put_reason(cn_writer *w, cn_reason reason)
{
    cn_json_word(w, "code", cn_reason_name(reason.code));
    cn_json_int(w, "have", reason.have);
    cn_json_int(w, "need", reason.need);
}

void cn_write_verdict_json(cn_writer *w, const cn_rules *rules, const cn_verdict *verdict)
{
    bool ok = verdict->readable && verdict->reason.code == CN_OK;
    cn_write(w, "{");
    cn_json_bool(w, "ok", ok);
    if (verdict->readable) {
        put_reason(w, verdict->reason);
    } else {
        cn_json_word(w, "code", "SYNTAX");
        cn_json_int(w, "have", 0);
        cn_json_int(w, "need", 0);
    }
    cn_json_quoted(w, "message", verdict->error.message);
    cn_json_int(w, "points", verdict->points);
    cn_json_int(w, "minimum", verdict->minimum);
    cn_json_key(w, "play");
    cn_write(w, "\"");
    cn_write_play(w, verdict->steps.step, verdict->steps.count);
    cn_write(w, "\"");
    if (verdict->has_after) {
        cn_json_key(w, "after");
        cn_write_view_json(w, rules, &verdict->after);
    } else {
        cn_json_null(w, "after");
    }
    cn_write(w, "}");
}

static void put_index(cn_writer *w, const char *name, unsigned index)
{
    if (index == CN_NO_MELD)
        cn_json_null(w, name);
    else
        cn_json_int(w, name, (int32_t)index);
}

void cn_write_targets_json(cn_writer *w, const cn_target *targets, unsigned count)
{
    cn_write(w, "[");
    for (unsigned i = 0; i < count; i++) {
        const cn_target *target = &targets[i];
        cn_json_item(w);
        cn_write(w, "{");
        cn_json_word(w, "group", target->group);
        cn_json_word(w, "kind", cn_meld_kind_word(target->meld));
        cn_json_letter(w, "rank", cn_meld_letter(target->meld));
        put_index(w, "meld", target->meld_i);
        put_index(w, "group_i", target->group_i);
        if (target->end == CN_END_ANY)
            cn_json_null(w, "end");
        else
            cn_json_word(w, "end", target->end == CN_END_LOW ? "low" : "high");
        cn_json_bool(w, "ok", target->reason.code == CN_OK);
        put_reason(w, target->reason);
        cn_write(w, "}");
    }
    cn_write(w, "]");
}

void cn_write_answer_json(cn_writer *w, const cn_text_error *error)
{
    cn_write(w, "{");
    cn_json_bool(w, "ok", error == NULL);
    if (error != NULL) cn_json_quoted(w, "message", error->message);
    cn_write(w, "}");
}
