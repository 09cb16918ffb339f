/* Writes views and verdicts as JSON, key by key in the order of web/src/engine/types.ts.
 * Not here: any rule; every value is read off the view or asked of the engine.
 * Invariant: the text depends on the view and the rules only, so that two builds can be compared.
 */
#include "text/view_json.h"

#include <assert.h>
#include <inttypes.h>

#include "text/card_text.h"
#include "text/words.h"

/* A comma is due unless something has just been opened: the last character decides. */
static void item(cn_writer *w)
{
    char last = w->length == 0 ? '[' : w->out[w->length - 1];
    if (last != '{' && last != '[' && last != ':') cn_write(w, ",");
}

static void key(cn_writer *w, const char *name)
{
    item(w);
    cn_write(w, "\"%s\":", name);
}

static void put_int(cn_writer *w, const char *name, int32_t value)
{
    key(w, name);
    cn_write(w, "%" PRId32, value);
}

static void put_bool(cn_writer *w, const char *name, bool value)
{
    key(w, name);
    cn_write(w, value ? "true" : "false");
}

static void put_null(cn_writer *w, const char *name)
{
    key(w, name);
    cn_write(w, "null");
}

/* For words of our own that need no escapes. */
static void put_word(cn_writer *w, const char *name, const char *word)
{
    key(w, name);
    cn_write(w, "\"%s\"", word);
}

/* For messages, which may quote what somebody typed. */
static void put_text(cn_writer *w, const char *name, const char *text)
{
    key(w, name);
    cn_write(w, "\"");
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            cn_write(w, "\\%c", c);
        else if (c < 0x20)
            cn_write(w, "\\u%04x", c);
        else
            cn_write_char(w, *text);
    }
    cn_write(w, "\"");
}

static void write_rank(cn_writer *w, const char *name, unsigned kind)
{
    key(w, name);
    cn_write(w, "\"%c\"", cn_kind_letter(kind));
}

static void write_card_item(cn_writer *w, cn_card card)
{
    item(w);
    cn_write(w, "\"");
    cn_write_card(w, card);
    cn_write(w, "\"");
}

static void write_hand(cn_writer *w, const cn_cards *hand)
{
    cn_card list[CN_DECK_CARDS_MAX];
    unsigned count = cn_cards_list(hand, list);
    cn_write(w, "[");
    for (unsigned i = 0; i < count; i++) write_card_item(w, list[i]);
    cn_write(w, "]");
}

/* The cards of one row out of four counts of four bits. */
static void write_suits(cn_writer *w, unsigned row, unsigned suits)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        for (unsigned n = suits >> (4 * suit) & 15; n > 0; n--)
            write_card_item(w, cn_card_make(row, suit));
}

static void write_meld(cn_writer *w, const cn_rules *rules, const cn_meld *meld, bool staged)
{
    unsigned wilds = cn_meld_wilds(meld);
    bool canasta =
        meld->rank != CN_KIND_BLACK3 && cn_meld_size(meld) >= (unsigned)rules->p.canasta_size;
    item(w);
    cn_write(w, "{");
    write_rank(w, "rank", meld->rank);
    key(w, "cards");
    cn_write(w, "[");
    /* The row of a rank has its number, and black threes share the row that follows. */
    write_suits(w, meld->rank == CN_KIND_BLACK3 ? CN_ROW_THREES : meld->rank, meld->natural_suits);
    write_suits(w, CN_ROW_TWOS, meld->two_suits);
    for (unsigned n = meld->jokers; n > 0; n--) write_card_item(w, CN_CARD_JOKER);
    cn_write(w, "]");
    put_int(w, "naturals", meld->naturals);
    put_int(w, "wilds", (int32_t)wilds);
    if (canasta)
        put_word(w, "canasta", wilds == 0 ? "natural" : "mixed");
    else
        put_null(w, "canasta");
    put_bool(w, "staged", staged);
    cn_write(w, "}");
}

static void write_seats(cn_writer *w, const cn_rules *rules, unsigned side)
{
    key(w, "seats");
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        if (rules->side_of[seat] != side) continue;
        item(w);
        cn_write(w, "%u", seat);
    }
    cn_write(w, "]");
}

static void write_red3(cn_writer *w, const cn_side *side)
{
    key(w, "red3");
    cn_write(w, "[");
    unsigned suits = (unsigned)side->red3_suits[0] << (4 * CN_SUIT_DIAMONDS) |
                     (unsigned)side->red3_suits[1] << (4 * CN_SUIT_HEARTS);
    write_suits(w, CN_ROW_THREES, suits);
    cn_write(w, "]");
}

static void write_side(cn_writer *w, const cn_rules *rules, const cn_public *pub, unsigned index)
{
    const cn_side *side = &pub->side[index];
    bool staged = pub->turn.staging && rules->side_of[pub->asker] == index;
    item(w);
    cn_write(w, "{");
    write_seats(w, rules, index);
    key(w, "melds");
    cn_write(w, "[");
    for (unsigned i = 0; i < side->meld_count; i++) write_meld(w, rules, &side->meld[i], staged);
    cn_write(w, "]");
    write_red3(w, side);
    put_int(w, "total", side->total_points);
    put_int(w, "minimum", cn_public_minimum(rules, pub, index));
    put_bool(w, "opened", side->meld_count != 0 && !staged);
    put_int(w, "canastas", (int32_t)cn_side_canastas(rules, side));
    cn_write(w, "}");
}

static void write_sides(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    key(w, "sides");
    cn_write(w, "[");
    for (unsigned side = 0; side < rules->side_count; side++) write_side(w, rules, pub, side);
    cn_write(w, "]");
}

static bool frozen_for(const cn_view *view, const cn_rules *rules)
{
    /* Somebody who looks on has no side: for him only the flag in the pile counts. */
    if (view->seat >= rules->seat_count) return view->pub.pile_frozen != 0;
    return cn_public_frozen_for(rules, &view->pub, view->seat);
}

static const char *pile_state(const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    uint8_t top = cn_card_kind(cn_public_top(pub));
    if (top == CN_KIND_NONE) return "empty";
    if (top == CN_KIND_BLACK3) return "stop";
    if (cn_kind_is_wild(top)) return "wild";
    if (top == CN_KIND_RED3) return "red3";
    if (pub->pile_frozen) return "frozen_flag";
    if (!frozen_for(view, rules)) return "open";
    bool opened = cn_public_has_opened(rules, pub, view->seat);
    return rules->p.freeze_until_melded && !opened ? "frozen_unmelded" : "frozen";
}

static bool can_take(const cn_mask *legal)
{
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        if (cn_mask_has(legal, number)) return true;
    return false;
}

static void write_pile(cn_writer *w, const cn_view *view, const cn_rules *rules,
                       const cn_mask *legal)
{
    cn_card top = cn_public_top(&view->pub);
    key(w, "pile");
    cn_write(w, "{");
    put_int(w, "count", view->pub.pile_count);
    if (top == CN_CARD_NONE) {
        put_null(w, "top");
    } else {
        key(w, "top");
        write_card_item(w, top);
    }
    if (cn_kind_is_natural(cn_card_kind(top)))
        write_rank(w, "rank", cn_card_kind(top));
    else
        put_null(w, "rank");
    put_bool(w, "frozen", view->pub.pile_frozen);
    put_bool(w, "frozen_for_me", frozen_for(view, rules));
    put_word(w, "state", pile_state(view, rules));
    put_bool(w, "can_take", can_take(legal));
    cn_write(w, "}");
}

static void write_turn(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    key(w, "turn");
    cn_write(w, "{");
    put_bool(w, "took", pub->turn.took);
    put_bool(w, "staging", pub->turn.staging);
    put_bool(w, "opened", pub->turn.opened);
    put_bool(w, "asked", pub->turn.asked);
    put_word(w, "answer", cn_answer_word(pub->turn.answer));
    put_int(w, "staged_points", pub->turn.staging ? cn_public_staged_points(rules, pub) : 0);
    cn_write(w, "}");
}

void cn_write_step_name(cn_writer *w, unsigned number)
{
    static const char *const names[] = {"draw",      "open",     "ask",        "yes",     "no",
                                        "take_pair", "take_two", "take_joker", "take_top"};
    static_assert(sizeof names / sizeof *names == CN_STEP_LAY,
                  "a name for each step before the lays");
    if (number < CN_STEP_LAY) {
        cn_write(w, "%s", names[number]);
        return;
    }
    unsigned kind = cn_step_kind(number);
    cn_write(w, "%s %c", cn_step_is_discard(number) ? "discard" : "lay", cn_kind_letter(kind));
    if (cn_step_is_lay(number) && cn_kind_is_wild(kind))
        cn_write(w, " %c", cn_kind_letter(cn_step_meld(number)));
}

static void write_steps(cn_writer *w, const cn_mask *legal)
{
    key(w, "steps");
    cn_write(w, "[");
    for (unsigned i = 0, count = cn_mask_count(legal); i < count; i++) {
        item(w);
        cn_write(w, "\"");
        cn_write_step_name(w, cn_mask_nth(legal, i));
        cn_write(w, "\"");
    }
    cn_write(w, "]");
}

static void write_score(cn_writer *w, const cn_score *score)
{
    item(w);
    cn_write(w, "{");
    for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
        put_int(w, cn_score_part_word(i), cn_score_part(score, i));
    cn_write(w, "}");
}

static void write_result(cn_writer *w, const cn_view *view, const cn_rules *rules)
{
    unsigned phase = view->pub.phase;
    if (phase != CN_PHASE_SCORED && phase != CN_PHASE_GAME_END) {
        put_null(w, "scores");
        put_null(w, "left");
        return;
    }
    key(w, "scores");
    cn_write(w, "[");
    for (unsigned side = 0; side < rules->side_count; side++) write_score(w, &view->scores[side]);
    cn_write(w, "]");
    key(w, "left");
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        item(w);
        write_hand(w, &view->left[seat]);
    }
    cn_write(w, "]");
}

static void write_winners(cn_writer *w, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    unsigned winners = 0;
    int32_t totals[CN_SIDES_MAX] = {0};
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points;
    bool over = pub->phase == CN_PHASE_GAME_END &&
                cn_game_is_over(rules, totals, pub->hand_number, &winners);
    key(w, "winners");
    cn_write(w, "[");
    for (unsigned side = 0; over && side < rules->side_count; side++) {
        if ((winners >> side & 1) == 0) continue;
        item(w);
        cn_write(w, "%u", side);
    }
    cn_write(w, "]");
}

static void write_place(cn_writer *w, const cn_view *view)
{
    const cn_public *pub = &view->pub;
    put_word(w, "phase", cn_phase_word(pub->phase));
    put_int(w, "me", view->seat);
    put_int(w, "seat", pub->seat);
    put_int(w, "asker", pub->asker);
    put_int(w, "dealer", pub->dealer);
    put_int(w, "hand_number", pub->hand_number);
    put_int(w, "turn_number", pub->turn_number);
    put_int(w, "stock", pub->stock_count);
}

static void write_by_seat(cn_writer *w, const char *name, const cn_rules *rules,
                          const uint8_t *value)
{
    key(w, name);
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        item(w);
        cn_write(w, "%u", value[seat]);
    }
    cn_write(w, "]");
}

/* What only the seat to act is told, as it depends on its hand. */
static void write_choices(cn_writer *w, const cn_view *view, const cn_rules *rules,
                          const cn_mask *legal)
{
    const cn_public *pub = &view->pub;
    bool acting = cn_mask_count(legal) != 0 && pub->phase != CN_PHASE_ANSWER;
    bool opening = acting && !cn_public_has_opened(rules, pub, view->seat);
    write_steps(w, legal);
    put_bool(w, "can_go_out", acting && cn_can_go_out(rules, pub, &view->hand));
    put_int(w, "opening_reach", opening ? cn_opening_reach(rules, pub, &view->hand) : 0);
    put_int(w, "canastas_needed", rules->p.out_canastas);
}

void cn_write_view_json(cn_writer *w, const cn_rules *rules, const cn_view *view)
{
    cn_mask legal = cn_view_legal(view, rules);
    cn_write(w, "{");
    write_place(w, view);
    write_pile(w, view, rules, &legal);
    key(w, "hand");
    write_hand(w, &view->hand);
    write_by_seat(w, "hand_counts", rules, view->pub.hand_count);
    write_sides(w, rules, &view->pub);
    write_by_seat(w, "side_of", rules, rules->side_of);
    write_turn(w, rules, &view->pub);
    write_choices(w, view, rules, &legal);
    put_int(w, "target", rules->p.target);
    put_int(w, "rounds", rules->p.rounds);
    put_word(w, "end", cn_end_word(view->pub.end));
    put_int(w, "out_seat", view->pub.out_seat);
    put_bool(w, "concealed", view->pub.out_concealed);
    write_result(w, view, rules);
    write_winners(w, view, rules);
    key(w, "hash");
    cn_write(w, "\"%016" PRIx64 "\"", cn_view_hash(view, rules));
    cn_write(w, "}");
}

void cn_write_verdict_json(cn_writer *w, const cn_rules *rules, const cn_verdict *verdict)
{
    bool ok = verdict->readable && verdict->reason.code == CN_OK;
    cn_write(w, "{");
    put_bool(w, "ok", ok);
    put_word(w, "code", verdict->readable ? cn_reason_name(verdict->reason.code) : "SYNTAX");
    put_int(w, "have", verdict->readable ? verdict->reason.have : 0);
    put_int(w, "need", verdict->readable ? verdict->reason.need : 0);
    put_text(w, "message", verdict->error.message);
    put_int(w, "points", verdict->points);
    put_int(w, "minimum", verdict->minimum);
    if (verdict->has_after) {
        key(w, "after");
        cn_write_view_json(w, rules, &verdict->after);
    } else {
        put_null(w, "after");
    }
    cn_write(w, "}");
}

void cn_write_answer_json(cn_writer *w, const cn_text_error *error)
{
    cn_write(w, "{");
    put_bool(w, "ok", error == NULL);
    if (error != NULL) put_text(w, "message", error->message);
    cn_write(w, "}");
}
