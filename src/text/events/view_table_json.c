/* The table in a view's JSON: sides with their melds, threes, minimum counts, the pile.
 * Not here: what the own seat may do (view_choice_json.c).
 * Invariant: only what everybody at the table may know, and what the own seat sees of the pile. */
#include <inttypes.h>

#include "engine/step/possible.h"
#include "engine/step/shape.h"
#include "text/base/words.h"
#include "text/cards/card_text.h"
#include "text/cards/json_text.h"
#include "text/events/view_parts.h"

/* Sides and their melds */

/* True if no card whatever may be added to a meld: for a mark on its picture. */
static bool is_closed(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                      unsigned index)
{
    const cn_meld *meld = &side->meld[index];
    if (meld->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules)) return false;
    if (meld->rank == CN_MELD_SEQUENCE) return (int32_t)cn_meld_size(meld) >= rules->p.sequence_max;
    if (meld->rank < CN_RANKS && cn_public_dead(rules, pub, meld->rank)) return true;
    const cn_shape shape = cn_shape_of(pub, side, index);
    const bool natural =
        meld->rank != CN_MELD_WILD && cn_shape_refusal(rules, &shape, false, true).code == CN_OK;
    return !natural && cn_shape_refusal(rules, &shape, true, true).code != CN_OK;
}

static void write_meld(cn_writer *w, const cn_rules *rules, const cn_public *pub,
                       const cn_side *side, unsigned index, bool staged)
{
    const cn_meld *meld = &side->meld[index];
    cn_card list[CN_MELD_CARDS_MAX];
    const char *canasta = cn_canasta_word(cn_meld_canasta(rules, meld));
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_word(w, "kind", cn_meld_kind_word(meld->rank));
    cn_json_letter(w, "rank", cn_meld_letter(meld->rank));
    cn_json_key(w, "name");
    cn_write(w, "\"%c#%u\"", cn_meld_letter(meld->rank), index + 1);
    cn_json_key(w, "cards");
    cn_json_cards(w, list, cn_meld_list(meld, list));
    cn_json_int(w, "naturals", meld->naturals);
    cn_json_int(w, "wilds", (int32_t)cn_meld_wilds(meld));
    if (canasta != NULL)
        cn_json_word(w, "canasta", canasta);
    else
        cn_json_null(w, "canasta");
    cn_json_bool(w, "staged", staged);
    cn_json_bool(w, "closed", is_closed(rules, pub, side, index));
    cn_write(w, "}");
}

static void write_seats(cn_writer *w, const cn_rules *rules, const cn_public *pub, unsigned side)
{
    cn_json_key(w, "seats");
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] == side) cn_json_number(w, seat);
    cn_write(w, "]");
}

/* Threes of one colour that the seats of a side have laid out. */
static void write_side_threes(cn_writer *w, const char *name, const cn_rules *rules,
                              const cn_public *pub, unsigned side, bool red)
{
    cn_json_key(w, name);
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned suit = 0; suit < CN_SUITS && pub->side_of[seat] == side; suit++) {
            const cn_card card = cn_card_make(CN_ROW_THREES, suit);
            const bool is_red = cn_card_kind(card) == CN_KIND_RED3;
            for (unsigned n = pub->three[seat][suit]; n > 0 && is_red == red; n--)
                cn_json_card(w, card);
        }
    cn_write(w, "]");
}

/* The minimum of a side is that of its first seat; where they differ, `needs` tells each. */
static int32_t side_minimum(const cn_rules *rules, const cn_public *pub, unsigned side)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] == side) return cn_public_need(rules, pub, seat).points;
    return 0;
}

static void write_side(cn_writer *w, const cn_rules *rules, const cn_public *pub, unsigned index)
{
    const cn_side *side = &pub->side[index];
    bool staged = pub->turn.staging && pub->side_of[pub->asker] == index;
    cn_json_item(w);
    cn_write(w, "{");
    write_seats(w, rules, pub, index);
    cn_json_key(w, "melds");
    cn_write(w, "[");
    for (unsigned i = 0; i < side->meld_count; i++) write_meld(w, rules, pub, side, i, staged);
    cn_write(w, "]");
    write_side_threes(w, "red3", rules, pub, index, true);
    write_side_threes(w, "black3", rules, pub, index, false);
    cn_json_int(w, "total", side->total_points);
    cn_json_int(w, "minimum", side_minimum(rules, pub, index));
    cn_json_bool(w, "opened", side->meld_count != 0 && !staged);
    cn_json_int(w, "canastas", (int32_t)cn_side_canastas(rules, side));
    cn_json_int(w, "set_aside", side->set_aside);
    cn_write(w, "}");
}

/* The side of each person's total; one who rests in this hand had a seat in another (P10). */
static void write_persons_sides(cn_writer *w, const cn_rules *rules)
{
    cn_json_key(w, "side_of_person");
    cn_write(w, "[");
    for (unsigned person = 0; person < rules->player_count; person++) {
        unsigned seat = CN_SEAT_NONE;
        for (unsigned hand = 1; seat == CN_SEAT_NONE && hand <= rules->player_count; hand++)
            seat = cn_seat_of(rules, hand, person);
        cn_json_number(w, seat < rules->seat_count ? rules->side_of[seat] : 0);
    }
    cn_write(w, "]");
}

static void write_sides(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    cn_json_key(w, "sides");
    cn_write(w, "[");
    for (unsigned side = 0; side < rules->side_count; side++) write_side(w, rules, pub, side);
    cn_write(w, "]");
    cn_json_by_seat8(w, "side_of", rules, pub->side_of);
    cn_json_by_seat8(w, "total_of", rules, rules->side_of);
    write_persons_sides(w, rules);
    const bool forms = rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
    cn_json_bool(w, "formed", !forms || pub->formed != 0);
}

/* Ranks that are closed to everybody (P100). */
static void write_dead(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    cn_json_key(w, "dead");
    cn_write(w, "[");
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        if (!cn_public_dead(rules, pub, rank)) continue;
        cn_json_item(w);
        cn_write(w, "\"%c\"", cn_kind_letter(rank));
    }
    cn_write(w, "]");
}

static void write_needs(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    static const char *const canastas[] = {"no", "any", "natural"};
    cn_json_key(w, "needs");
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_need need = cn_public_need(rules, pub, seat);
        cn_json_item(w);
        cn_write(w, "{");
        cn_json_int(w, "points", need.points);
        cn_json_word(w, "canasta", canastas[need.canasta]);
        cn_write(w, "}");
    }
    cn_write(w, "]");
}

static void write_threes(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    cn_json_key(w, "threes");
    cn_write(w, "[");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_card list[CN_DECK_CARDS_MAX];
        cn_json_item(w);
        cn_json_cards(w, list, cn_threes_list(pub->three[seat], list));
    }
    cn_write(w, "]");
}

/* The pile */

static bool frozen_for(const cn_view *view, const cn_rules *rules)
{
    /* Somebody who looks on has no side: for him only the flag in the pile counts. */
    if (view->seat >= rules->seat_count) return view->pub.pile_frozen != 0;
    return cn_public_frozen_for(rules, &view->pub, view->seat);
}

/* A canasta of the top's rank that blocks the pile for the seat (P51). */
static bool is_blocked(const cn_view *view, const cn_rules *rules, unsigned rank)
{
    const int32_t blocks = rules->p.take_canasta_rank;
    if (blocks == CN_TAKE_CANASTA_RANK_FREE) return false;
    for (unsigned side = 0; side < rules->side_count; side++) {
        const bool own = view->seat < rules->seat_count && view->pub.side_of[view->seat] == side;
        const bool counts = own || blocks == CN_TAKE_CANASTA_RANK_BLOCKED_ANY;
        if (counts && cn_side_has_canasta(rules, &view->pub.side[side], rank)) return true;
    }
    return false;
}

static bool is_barred(const cn_view *view, const cn_rules *rules, unsigned rank)
{
    const int32_t bars = rules->p.take_top_blockers;
    const bool dead = (bars & CN_WORD_DEAD_RANK) != 0 && cn_public_dead(rules, &view->pub, rank);
    return dead || (bars >> rank & 1) != 0;
}

static const char *frozen_state(const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    if (pub->pile_frozen) return "frozen_flag";
    if (!frozen_for(view, rules)) return "open";
    if (rules->p.always_frozen) return "frozen";
    if (rules->p.freeze_until_own_take && !pub->has_taken[view->seat]) return "frozen_own";
    if (rules->p.freeze_until_melded && !cn_public_has_opened(pub, view->seat))
        return "frozen_unmelded";
    if (rules->p.freeze_initial_pile && !pub->pile_taken) return "frozen_initial";
    return "frozen";
}

/* A card on top that takes nothing, and stops nothing where the pile is taken as it lies (P203). */
static bool is_any_top(const cn_view *view, const cn_rules *rules)
{
    return rules->p.take_with != CN_TAKE_WITH_TOP &&
           cn_top_refusal(rules, &view->pub).code == CN_REASON_TAKE_CARDS;
}

static const char *pile_state(const cn_view *view, const cn_rules *rules)
{
    uint8_t top = cn_card_kind(cn_public_top(&view->pub));
    if (top == CN_KIND_NONE) return "empty";
    if (is_any_top(view, rules)) return frozen_state(view, rules);
    if (top == CN_KIND_BLACK3) return "stop";
    if (top == CN_KIND_TWO && rules->p.take_two_with_twos) return "twos"; /* P201 */
    if (cn_kind_is_wild(top)) return "wild";
    if (top == CN_KIND_RED3) return "red3";
    if (is_barred(view, rules, top)) return "rank";
    return is_blocked(view, rules, top) ? "blocked" : frozen_state(view, rules);
}

static void write_beneath(cn_writer *w, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    unsigned most = 0;
    if (view->seat < rules->seat_count) most = cn_public_inspectable(rules, pub, view->seat);
    cn_json_key(w, "beneath");
    cn_write(w, "[");
    for (unsigned i = 1; i <= most && i < pub->pile_count; i++) {
        const cn_card card = pub->pile[pub->pile_count - 1 - i];
        if (card != CN_CARD_HIDDEN) cn_json_card(w, card);
    }
    cn_write(w, "]");
}

static bool can_take(const cn_mask *legal)
{
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        if (cn_mask_has(legal, number)) return true;
    return false;
}

static bool can_take_anyhow(const cn_view *view, const cn_mask *legal)
{
    if (can_take(legal) || cn_mask_has(legal, CN_STEP_TAKE_ALL)) return true;
    for (unsigned i = 0; i < CN_MELDS_MAX && view->pub.phase == CN_PHASE_DRAW; i++)
        if (cn_mask_has(legal, CN_STEP_TO_MELD + i)) return true;
    return false;
}

static void write_pile(cn_writer *w, const cn_view *view, const cn_rules *rules,
                       const cn_mask *legal)
{
    static const char *const take_with[] = {"top", "any_card", "new_meld"};
    const cn_public *pub = &view->pub;
    cn_card top = cn_public_top(pub);
    cn_json_key(w, "pile");
    cn_write(w, "{");
    cn_json_int(w, "count", pub->pile_count);
    cn_json_int(w, "buried", (int32_t)cn_public_buried(pub));
    cn_json_card_or_null(w, "top", top);
    if (cn_kind_is_natural(cn_card_kind(top)))
        cn_json_letter(w, "rank", cn_kind_letter(cn_card_kind(top)));
    else
        cn_json_null(w, "rank");
    cn_json_bool(w, "frozen", pub->pile_frozen);
    cn_json_bool(w, "frozen_for_me", frozen_for(view, rules));
    cn_json_word(w, "state", pile_state(view, rules));
    cn_json_bool(w, "can_take", can_take_anyhow(view, legal));
    cn_json_word(w, "take_with", take_with[rules->p.take_with]);
    cn_json_int(w, "take_amount",
                (int32_t)cn_take_amount(rules, pub->hand_number, pub->pile_count));
    write_beneath(w, view, rules);
    cn_write(w, "}");
}

static void write_turn(cn_writer *w, const cn_rules *rules, const cn_public *pub)
{
    static const char *const owes[] = {"nothing", "new_meld", "card"};
    cn_json_key(w, "turn");
    cn_write(w, "{");
    cn_json_bool(w, "took", pub->turn.took || pub->turn.showed_twos);
    cn_json_word(w, "owes", owes[pub->turn.owes]);
    cn_json_bool(w, "staging", pub->turn.staging);
    cn_json_bool(w, "opened", pub->turn.opened);
    cn_json_bool(w, "asked", pub->turn.asked);
    cn_json_word(w, "answer", cn_answer_word(pub->turn.answer));
    cn_json_int(w, "staged_points", pub->turn.staging ? cn_public_staged_points(rules, pub) : 0);
    cn_write(w, "}");
}

void cn_json_table(cn_writer *w, const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    const cn_public *pub = &view->pub;
    write_dead(w, rules, pub);
    write_pile(w, view, rules, legal);
    cn_json_key(w, "hand");
    cn_json_hand(w, &view->hand);
    cn_json_by_seat16(w, "hand_counts", rules, pub->hand_count);
    cn_json_by_seat8(w, "packets", rules, pub->packets);
    cn_json_by_seat8(w, "talons", rules, pub->talon);
    write_threes(w, rules, pub);
    write_sides(w, rules, pub);
    write_needs(w, rules, pub);
    write_turn(w, rules, pub);
}
