/* What a step changes on the table.
 * Not here: whether it is legal; the end of the turn (settle.c, turn.c).
 * Invariant: game and views run through these same lines. */
#include "engine/turn/apply.h"

#include <assert.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/step/collect.h"
#include "engine/step/opening.h"
#include "engine/step/swap.h"
#include "engine/step/take_all.h"
#include "engine/step/target.h"
#include "engine/turn/due.h"
#include "engine/turn/turn.h"

/* The side's meld of that index, begun now if it is the one behind the last. */
static inline cn_meld *cn_meld_at(cn_side *side, unsigned meld_i, unsigned rank)
{
    if (meld_i == side->meld_count) {
        cn_guard(side->meld_count < CN_MELDS_MAX);
        side->meld[side->meld_count++] = (cn_meld){.rank = (uint8_t)rank};
        side->latest[rank] = side->meld_count;
    }
    cn_guard(meld_i < side->meld_count);
    return &side->meld[meld_i];
}

/* A wild of a sequence at the end that is told. */
static inline void cn_put_card(cn_side *side, cn_meld *meld, cn_card card, bool high)
{
    const unsigned before = meld->naturals;
    cn_meld_add_at(meld, card, high);
    uint8_t *count = meld->naturals > before ? side->naturals : side->wilds;
    count[meld->rank]++;
    if (meld->rank == CN_MELD_SEQUENCE) cn_side_note_beside(side);
}

/* The run of lays goes on, or begins anew with another meld (S2). Read before the cards are laid.
 */
static inline void cn_go_on_with(cn_turn *turn, const cn_meld *meld, unsigned meld_i)
{
    turn->to_meld = CN_NO_MELD;
    if (turn->run_meld == meld_i) return;
    turn->run_meld = (uint8_t)meld_i;
    turn->run_of_take = 0;
    turn->run_before = turn->staging ? 0 : (uint8_t)cn_meld_size(meld);
    turn->run_wilds = turn->staging ? (uint8_t)cn_meld_wilds(meld) : 0;
}

static inline bool cn_completes(const cn_rules *rules, const cn_meld *meld, unsigned size_before)
{
    unsigned size = (unsigned)rules->p.canasta_size;
    return size_before < size && cn_meld_size(meld) >= size &&
           cn_meld_canasta(rules, meld) != CN_CANASTA_NONE;
}

/* Notes the wilds that the meld has got by this step, in the run and in the turn (P57, P157). */
static inline void cn_note_wilds(cn_public *pub, const cn_rules *rules, unsigned meld_i,
                                 unsigned more)
{
    pub->turn.run_wilds = (uint8_t)(pub->turn.run_wilds + more);
    if (rules->p.wilds_per_turn > 0)
        pub->turn_wilds[meld_i] = (uint8_t)(pub->turn_wilds[meld_i] + more);
}

/* A meld became a canasta by this step; true if it is the first one the seat has completed (P112).
 */
static inline bool cn_note_canasta(cn_public *pub, bool concealed)
{
    bool first = !pub->own_canasta[pub->asker];
    pub->own_canasta[pub->asker] = 1;
    if (concealed) cn_acting_side(pub)->concealed_canastas++;
    return first;
}

/* Notes a card that went to the meld: what is unfinished, and what the question and the concealed
 * bonus look at (P67, P84). True if it makes the seat's first canasta. */
static inline bool cn_note_lay_at(cn_public *pub, const cn_rules *rules, const cn_meld *meld,
                                  unsigned meld_i, unsigned size_before)
{
    cn_turn *turn = &pub->turn;
    turn->laid = 1;
    if (meld_i < turn->first_meld) turn->added_old = 1;
    turn->open_meld = cn_meld_is_finished(rules, meld) ? CN_NO_MELD : (uint8_t)meld_i;
    if (meld->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules))
        turn->laid_black3 = CN_BLACK3_BEGUN;
    if (turn->staging || !cn_completes(rules, meld, size_before)) return false;
    return cn_note_canasta(pub, meld_i >= turn->first_meld && turn->run_before == 0); /* S22 */
}

/* A card of the acting seat goes to the meld, and the run of lays with it. True if it makes the
 * seat's first canasta (P112). */
static inline bool cn_lay_at(cn_public *pub, const cn_rules *rules, cn_meld *meld, unsigned meld_i,
                             cn_card card, bool high)
{
    cn_turn *turn = &pub->turn;
    const unsigned size_before = cn_meld_size(meld), wilds_before = cn_meld_wilds(meld);
    cn_go_on_with(turn, meld, meld_i);
    cn_put_card(cn_acting_side(pub), meld, card, high);
    cn_note_wilds(pub, rules, meld_i, cn_meld_wilds(meld) - wilds_before);
    const bool of_take = turn->staging ? turn->took : turn->run_of_take; /* P67 */
    if (!of_take) turn->laid_beyond = 1;
    pub->hand_count[pub->seat]--;
    const bool first_canasta = cn_note_lay_at(pub, rules, meld, meld_i, size_before);
    if (rules->p.take_with != CN_TAKE_WITH_TOP && turn->owes)
        cn_pay_for_pile(pub, meld_i, cn_card_kind(card));
    return first_canasta;
}

/* S12: true if the step that has just melded lets its seat pick up a packet. */
static bool gets_packet(const cn_public *pub, const cn_rules *rules, bool first_canasta,
                        bool emptied)
{
    const cn_params *p = &rules->p;
    switch (p->reserve_trigger) {
    case CN_RESERVE_TRIGGER_HAND_EMPTY:
        return emptied && p->reserve_entry == CN_RESERVE_ENTRY_SAME_TURN_IF_MELDED_OUT;
    case CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA: return first_canasta;
    case CN_RESERVE_TRIGGER_SIDE_INITIAL_MELD: /* by `open`, which is made but once */
        return pub->turn.opened && pub->packets[pub->asker] == rules->packet_count;
    case CN_RESERVE_TRIGGER_NONE: break;
    }
    return false;
}

/* After cards were laid: what `due` becomes for a seat that picks up a packet, or that has no card
 * left - it goes out, and nothing is drawn (P126, P136). */
static cn_due after_melding(const cn_public *pub, const cn_rules *rules, cn_due due,
                            bool first_canasta)
{
    unsigned seat = pub->asker;
    bool emptied = pub->hand_count[seat] == 0 && due.buried == 0 && !pub->turn.staging &&
                   pub->turn.open_meld == CN_NO_MELD;
    if (pub->packets[seat] > 0 && gets_packet(pub, rules, first_canasta, emptied)) {
        due.picked = CN_PICKED_PACKET;
        due.lay_out = true;
    } else if (emptied) {
        return cn_due_none();
    }
    bool anything = due.draw || due.replace || due.buried || due.picked || due.lay_out;
    due.seat = anything ? (uint8_t)seat : CN_SEAT_NONE;
    due.melded = true;
    return due;
}

/* P45: the pile goes to the hand, its threes to the table (P33) or out of play (P140). */
static cn_due collect_pile(cn_public *pub, const cn_rules *rules, cn_span span)
{
    cn_due due = cn_due_none();
    const unsigned seat = pub->asker;
    const cn_cards come = cn_span_cards(pub, span);
    unsigned laid_out = 0, set_aside = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card three = cn_card_make(CN_ROW_THREES, suit);
        const unsigned count = cn_cards_count(&come, three), kind = cn_card_kind(three);
        if (count == 0 || cn_collected_stays(rules, kind)) continue;
        if (cn_is_bonus(rules, kind)) {
            pub->three[seat][suit] = (uint8_t)(pub->three[seat][suit] + count);
            laid_out += count;
        } else {
            set_aside += count;
        }
    }
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + come.size - laid_out - set_aside);
    if (rules->p.red3_in_pile == CN_RED3_IN_PILE_EXPOSE_AND_REPLACE)
        due.replace = (uint8_t)laid_out;
    cn_side *side = cn_acting_side(pub);
    side->set_aside = (uint8_t)(side->set_aside + set_aside);
    due.buried = (uint8_t)span.buried;
    pub->pile_count = (uint16_t)(span.from - span.buried);
    cn_public_count_pile(pub);
    cn_thaw_pile(pub);
    pub->pile_taken = pub->has_taken[seat] = 1;
    cn_form_sides(pub, rules, seat); /* S18 */
    return due;
}

/* P201. */
static cn_due apply_shown_take(cn_public *pub, const cn_rules *rules)
{
    const cn_span span = cn_step_collected(rules, pub, CN_STEP_TAKE_PAIR);
    pub->turn.showed_twos = 1;
    pub->picks++;
    pub->phase = CN_PHASE_MELD;
    return after_melding(pub, rules, collect_pile(pub, rules, span), false);
}

static cn_due apply_take(cn_public *pub, const cn_rules *rules, cn_step step)
{
    if (cn_take_shows(pub, step.number)) return apply_shown_take(pub, rules);
    cn_turn *turn = &pub->turn;
    cn_side *side = cn_acting_side(pub);
    const bool opened = cn_public_has_opened(pub, pub->seat);
    cn_span span = {0, 0, 0};
    if (opened) span = cn_step_collected(rules, pub, step.number);
    cn_card top = cn_public_top(pub), used[2];
    unsigned count = cn_step_used(step, used);
    unsigned meld_i = cn_step_target(rules, pub, step.number);
    cn_meld *meld = cn_meld_at(side, meld_i, cn_card_kind(top));
    unsigned size_before = cn_meld_size(meld), wilds_before = cn_meld_wilds(meld);
    turn->took = 1;
    turn->staging = !opened;
    cn_go_on_with(turn, meld, meld_i);
    cn_put_card(side, meld, top, true);
    for (unsigned i = 0; i < count; i++) cn_put_card(side, meld, used[i], true);
    cn_note_wilds(pub, rules, meld_i, cn_meld_wilds(meld) - wilds_before);
    cn_run_follows_take(turn, rules, step.number);
    turn->take_meld = (uint8_t)meld_i;
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] - count);
    cn_pile_lift(pub);
    pub->phase = CN_PHASE_MELD;
    bool first_canasta = cn_note_lay_at(pub, rules, meld, meld_i, size_before);
    if (!opened) return cn_due_none();
    return after_melding(pub, rules, collect_pile(pub, rules, span), first_canasta);
}

/* P202: the whole pile, which is paid for by what is laid after it. */
static cn_due apply_take_all(cn_public *pub, const cn_rules *rules)
{
    const bool card = rules->p.take_with == CN_TAKE_WITH_ANY_CARD;
    pub->owed_ranks = (uint16_t)(card ? cn_take_all_ranks(rules, pub) : 0);
    pub->turn.owes = card ? CN_OWES_CARD : CN_OWES_NEW_MELD;
    pub->turn.took = 1;
    pub->phase = CN_PHASE_MELD;
    cn_due due = collect_pile(pub, rules, cn_step_collected(rules, pub, CN_STEP_TAKE_ALL));
    if (due.replace > 0 || due.buried > 0) due.seat = pub->seat;
    return due;
}

bool cn_public_lay(cn_public *pub, const cn_rules *rules, unsigned number, cn_card card)
{
    cn_side *side = cn_acting_side(pub);
    if (side->meld_count == 0) pub->turn.staging = 1; /* P124 */
    const unsigned meld_i = cn_step_target(rules, pub, number);
    return cn_lay_at(pub, rules, cn_meld_at(side, meld_i, cn_step_meld(number)), meld_i, card,
                     cn_step_is_at_high_end(number));
}

static cn_due apply_lay(cn_public *pub, const cn_rules *rules, cn_step step)
{
    const bool first_canasta = cn_public_lay(pub, rules, step.number, step.card[0]);
    if (pub->packets[pub->seat] == 0) return cn_due_none();
    return after_melding(pub, rules, cn_due_none(), first_canasta);
}

static bool is_first_to_open(const cn_public *pub, const cn_rules *rules)
{
    for (unsigned side = 0; side < rules->side_count; side++)
        if (side != pub->side_of[pub->asker] && pub->side[side].meld_count > 0) return false;
    return true;
}

/* The canastas of the opening: each was laid as a new meld in one action (P87, P112). */
static bool note_opening_canastas(cn_public *pub, const cn_rules *rules)
{
    const cn_side *side = cn_public_acting(pub);
    bool first = false;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (cn_completes(rules, &side->meld[i], 0)) first |= cn_note_canasta(pub, true);
    return first;
}

/* P86: the opening that is staged is lawful only because the whole hand goes out with it. */
static bool opening_is_exempt(const cn_public *pub, const cn_rules *rules)
{
    if (rules->p.min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_NEVER) return false;
    if (cn_opening_empties_hand(rules, pub, pub->hand_count[pub->asker])) return false; /* P187 */
    const int32_t need = cn_public_need(rules, pub, pub->asker).points;
    if (cn_public_staged_points(rules, pub) >= need) return false;
    return rules->plain || !cn_opening_staged(rules, pub).splash;
}

static cn_due apply_open(cn_public *pub, const cn_rules *rules)
{
    cn_turn *turn = &pub->turn;
    cn_due due = cn_due_none();
    turn->opened_exempt = opening_is_exempt(pub, rules);
    if (cn_pile_waits(pub))
        due = collect_pile(pub, rules, cn_step_collected(rules, pub, CN_STEP_OPEN));
    turn->staging = 0;
    turn->opened = 1;
    turn->opened_took = turn->took;
    turn->opened_first = is_first_to_open(pub, rules);
    cn_acting_side(pub)->opened_turn = pub->turn_number;
    turn->take_meld = CN_NO_MELD;
    cn_end_run(turn);
    if (turn->laid_black3 == CN_BLACK3_BEGUN) turn->laid_black3 = CN_BLACK3_CLOSED;
    const bool first_canasta = note_opening_canastas(pub, rules);
    due.lay_out = rules->p.hold_one_three;             /* P97 */
    due.draw = (uint8_t)rules->p.draw_on_initial_meld; /* P110 */
    return after_melding(pub, rules, due, first_canasta);
}

/* Of those that are still to be drawn, the ones that come now: all, or, where they come one by one,
 * one - unless all are needed and are not there (P31, P154). */
static unsigned come_now(const cn_public *pub, const cn_rules *rules)
{
    const unsigned left = cn_public_to_draw(rules, pub);
    const bool lacks =
        rules->p.short_draw == CN_SHORT_DRAW_END_HAND && cn_public_stock_reach(rules, pub) < left;
    switch (rules->p.draw_stepwise) {
    case CN_DRAW_STEPWISE_NO: return left;
    case CN_DRAW_STEPWISE_MUST: return lacks ? left : 1;
    case CN_DRAW_STEPWISE_MAY_STOP: break;
    }
    return 1;
}

static cn_due apply_draw(const cn_public *pub, const cn_rules *rules)
{
    return (cn_due){.seat = pub->seat,
                    .draw = (uint8_t)come_now(pub, rules),
                    .drawing = true,
                    .hold_one = rules->p.hold_one_three && !cn_public_has_opened(pub, pub->seat)};
}

/* P153: the rest of the draw comes from the stock, at once or one by one. */
static cn_due apply_pick(cn_public *pub, const cn_rules *rules)
{
    cn_pile_lift(pub);
    pub->hand_count[pub->seat]++;
    pub->turn.picked = 1;
    pub->picks++;
    const bool at_once = rules->p.draw_stepwise == CN_DRAW_STEPWISE_NO;
    return at_once && cn_public_to_draw(rules, pub) > 0 ? apply_draw(pub, rules) : cn_due_none();
}

/* S13. */
static cn_due apply_lay_out(const cn_public *pub)
{
    return (cn_due){.seat = pub->seat, .lay_out = true, .hold_one = true, .give_up = true};
}

static void apply_ask(cn_public *pub, const cn_rules *rules)
{
    pub->turn.asked = 1;
    pub->turn.asked_drawing = pub->phase == CN_PHASE_DRAW;
    pub->asked[pub->asker]++;
    cn_end_run(&pub->turn);
    pub->seat = (uint8_t)cn_partner(rules, pub, pub->asker);
    pub->phase = CN_PHASE_ANSWER;
}

static void apply_answer(cn_public *pub, cn_answer answer)
{
    pub->turn.answer = (uint8_t)answer;
    pub->seat = pub->asker;
    pub->phase = pub->turn.asked_drawing ? CN_PHASE_DRAW : CN_PHASE_MELD;
}

/* The place of a meld in the list when meld `gone` has left it. */
static uint8_t moved_up(uint8_t meld_i, unsigned gone)
{
    return meld_i != CN_NO_MELD && meld_i > gone ? (uint8_t)(meld_i - 1) : meld_i;
}

/* S5: the second meld becomes part of the first, which was named by TO_MELD. */
static cn_due apply_join(cn_public *pub, const cn_rules *rules, unsigned second)
{
    cn_turn *turn = &pub->turn;
    cn_side *side = cn_acting_side(pub);
    unsigned first = turn->to_meld;
    cn_guard(first < second && second < side->meld_count);
    cn_meld *meld = &side->meld[first];
    bool had_canasta = cn_meld_canasta(rules, meld) != CN_CANASTA_NONE ||
                       cn_meld_canasta(rules, &side->meld[second]) != CN_CANASTA_NONE;
    cn_meld_unite(meld, &side->meld[second]);
    memmove(&side->meld[second], &side->meld[second + 1],
            (side->meld_count - second - 1U) * sizeof side->meld[0]);
    side->meld_count--;
    cn_side_count(side);
    pub->turn_wilds[first] = (uint8_t)(pub->turn_wilds[first] + pub->turn_wilds[second]);
    memmove(&pub->turn_wilds[second], &pub->turn_wilds[second + 1], CN_MELDS_MAX - second - 1);
    const uint64_t old = pub->old_canastas, before = (UINT64_C(1) << second) - 1;
    pub->old_canastas = (old & before) | (old >> 1 & ~before) | (old >> second & 1) << first;
    if (first < turn->first_meld && second >= turn->first_meld) turn->added_old = 1; /* P84 d */
    if (second < turn->first_meld) turn->first_meld--;
    if (turn->take_meld == second) turn->take_meld = (uint8_t)first;
    turn->take_meld = moved_up(turn->take_meld, second);
    cn_end_run(turn);
    bool first_canasta =
        !had_canasta && cn_completes(rules, meld, 0) && cn_note_canasta(pub, false);
    return after_melding(pub, rules, cn_due_none(), first_canasta);
}

/* Out of a meld of a rank. */
static void cn_meld_take_wild(cn_meld *meld, cn_card wild)
{
    meld->wilds--;
    if (wild == CN_CARD_JOKER)
        meld->jokers--;
    else
        meld->two_suits = (uint16_t)(meld->two_suits - (1U << 4 * cn_card_suit(wild)));
}

/* P175: a natural of the hand for a wild of a meld, of any side. The run has ended (S30). */
static cn_due apply_swap(cn_public *pub, const cn_rules *rules, cn_step step)
{
    cn_turn *turn = &pub->turn;
    const cn_giver giver = cn_swap_giver(rules, pub, step);
    const cn_card wild = cn_swap_brings(rules, pub, step);
    cn_side *side = &pub->side[giver.side];
    cn_guard(giver.meld < side->meld_count);
    cn_meld *meld = &side->meld[giver.meld];
    side->wilds[meld->rank]--;
    if (meld->rank == CN_MELD_SEQUENCE) { /* P178 */
        cn_sequence_swap(meld, cn_card_row(step.card[0]));
        side->naturals[meld->rank]++;
    } else {
        cn_meld_take_wild(meld, wild);
        cn_put_card(side, meld, step.card[0], true);
    }
    turn->laid = turn->laid_beyond = 1;
    const bool opened = cn_public_acting(pub)->meld_count > 0; /* else an opening pays (P202) */
    if (turn->owes == CN_OWES_CARD && opened) cn_pay_for_pile(pub, giver.meld, meld->rank);
    if (cn_step_steals(step.number) || giver.meld < turn->first_meld) turn->added_old = 1;
    cn_end_run(turn);
    return cn_due_none();
}

cn_due cn_public_act(cn_public *pub, const cn_rules *rules, cn_step step)
{
    unsigned number = step.number;
    if (cn_step_is_lay(number)) return apply_lay(pub, rules, step);
    if (cn_step_is_take(number)) return apply_take(pub, rules, step);
    if (cn_step_is_join(number)) return apply_join(pub, rules, number - CN_STEP_JOIN);
    if (cn_step_is_swap(number)) return apply_swap(pub, rules, step);
    if (cn_step_is_discard(number)) {
        cn_public_discard(pub, rules, step.card[0]);
        return cn_due_none();
    }
    if (cn_step_is_to_meld(number)) {
        cn_end_run(&pub->turn);
        pub->turn.to_meld = (uint8_t)(number - CN_STEP_TO_MELD);
        return cn_due_none();
    }
    switch (number) {
    case CN_STEP_DRAW: return apply_draw(pub, rules);
    case CN_STEP_PICK: return apply_pick(pub, rules);
    case CN_STEP_TAKE_ALL: return apply_take_all(pub, rules);
    case CN_STEP_OPEN: return apply_open(pub, rules);
    case CN_STEP_LAY_OUT: return apply_lay_out(pub);
    case CN_STEP_ASK: apply_ask(pub, rules); break;
    case CN_STEP_YES: apply_answer(pub, CN_ANSWER_YES); break;
    case CN_STEP_NO: apply_answer(pub, CN_ANSWER_NO); break;
    case CN_STEP_NEW: cn_end_run(&pub->turn); break;
    case CN_STEP_PASS:
    case CN_STEP_DECLARE: break;
    }
    return cn_due_none();
}
