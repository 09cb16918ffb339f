/* What a step changes.
 * Not here: whether it is legal. Invariant: game and views run through these same lines. */
#include "apply.h"

#include <assert.h>
#include <string.h>

#include "guard.h"

static cn_side *acting_side(cn_public *pub, const cn_rules *rules)
{
    return &pub->side[rules->side_of[pub->asker]];
}

unsigned cn_step_used(cn_step step, cn_card used[2])
{
    used[0] = step.card[0];
    used[1] = step.card[1];
    if (cn_step_is_lay(step.number) || cn_step_is_discard(step.number)) return 1;
    if (!cn_step_is_take(step.number)) return 0;
    return step.number == CN_STEP_TAKE_TOP ? 0 : 2;
}

/* True if the step puts the rest of the pile into the hand: a take by a side that has melded, or
 * the `open` that completes a take (P45, P124). */
static bool collects_pile(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_OPEN) return pub->turn.took;
    return cn_step_is_take(number) && cn_public_has_opened(rules, pub, pub->seat);
}

void cn_hand_step(cn_cards *hand, const cn_rules *rules, const cn_public *pub,
                  const cn_event *event)
{
    cn_step step = event->u.step.step;
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    for (unsigned i = 0; i < count; i++) cn_cards_remove(hand, used[i]);
    for (unsigned i = 0; i < event->u.step.drawn_count; i++) {
        cn_card card = event->u.step.drawn[i];
        if (card < CN_FACES && cn_card_kind(card) != CN_KIND_RED3) cn_cards_add(hand, card);
    }
    if (!collects_pile(rules, pub, step.number)) return;
    unsigned rest = pub->pile_count - (cn_step_is_take(step.number) ? 1U : 0U);
    for (unsigned i = 0; i < rest; i++)
        if (cn_card_kind(pub->pile[i]) != CN_KIND_RED3) cn_cards_add(hand, pub->pile[i]);
}

static void lay_out_red3(cn_side *side, cn_card card)
{
    side->red3_suits[cn_card_suit(card) == CN_SUIT_HEARTS]++;
}

static void meld_add(cn_meld *meld, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    uint16_t suit = (uint16_t)(kind == CN_KIND_JOKER ? 0 : 1U << (4 * cn_card_suit(card)));
    if (kind == CN_KIND_JOKER) {
        meld->jokers++;
    } else if (kind == CN_KIND_TWO) {
        meld->twos++;
        meld->two_suits = (uint16_t)(meld->two_suits + suit);
    } else {
        meld->naturals++;
        meld->natural_suits = (uint16_t)(meld->natural_suits + suit);
    }
}

/* Index of the side's meld of a rank, begun now if it has none. */
static unsigned meld_for(cn_side *side, unsigned rank)
{
    unsigned meld_i = cn_side_find_meld(side, rank);
    if (meld_i != CN_NO_MELD) return meld_i;
    cn_guard(side->meld_count < CN_MELDS_MAX);
    side->meld[side->meld_count] = (cn_meld){.rank = (uint8_t)rank};
    return side->meld_count++;
}

static bool meld_is_finished(const cn_rules *rules, const cn_meld *meld)
{
    if (meld->rank == CN_KIND_BLACK3) return meld->naturals >= rules->p.black3_meld_min;
    return meld->naturals >= 2 && cn_meld_size(meld) >= 3;
}

static void end_hand(cn_public *pub, cn_hand_end end)
{
    pub->phase = CN_PHASE_HAND_END;
    pub->end = (uint8_t)end;
}

/* P84: no card laid in an earlier turn, nothing added to an older meld, and a canasta begun now. */
static bool is_concealed(const cn_public *pub, const cn_rules *rules, const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    if (pub->has_laid[pub->asker] || turn->added_old) return false;
    if (turn->took && !rules->p.concealed_pile_ok) return false;
    for (unsigned i = turn->first_meld; i < side->meld_count; i++)
        if (side->meld[i].rank < CN_RANKS &&
            cn_meld_size(&side->meld[i]) >= (unsigned)rules->p.canasta_size)
            return true;
    return false;
}

static void go_out(cn_public *pub, const cn_rules *rules)
{
    pub->out_seat = pub->asker;
    pub->out_concealed = is_concealed(pub, rules, acting_side(pub, rules));
    end_hand(pub, CN_END_OUT);
}

static void begin_turn(cn_public *pub, const cn_rules *rules, unsigned seat)
{
    pub->seat = pub->asker = (uint8_t)seat;
    pub->phase = CN_PHASE_DRAW;
    pub->turn_number++;
    memset(&pub->turn, 0, sizeof pub->turn);
    pub->turn.open_meld = pub->turn.take_meld = CN_NO_MELD;
    pub->turn.first_meld = acting_side(pub, rules)->meld_count;
}

/* P29 to P31. */
static void apply_draw(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    int32_t reached = 0;
    for (unsigned i = 0; i < event->u.step.drawn_count; i++) {
        cn_card card = event->u.step.drawn[i];
        pub->stock_count--;
        if (card < CN_FACES && cn_card_kind(card) == CN_KIND_RED3) {
            lay_out_red3(acting_side(pub, rules), card);
        } else {
            reached++;
        }
    }
    pub->hand_count[pub->seat] = (uint8_t)(pub->hand_count[pub->seat] + reached);
    pub->phase = CN_PHASE_MELD;
    if (event->u.step.drawn_count == 0) {
        end_hand(pub, CN_END_STOCK);
    } else if (reached == 0) {
        end_hand(pub, CN_END_RED_THREE);
    } else if (reached < rules->p.draw_count && rules->p.short_draw == CN_SHORT_DRAW_END_HAND) {
        end_hand(pub, CN_END_STOCK);
    }
}

/* P45: the rest of the pile goes to the hand, its red threes to the table (P33). */
static void collect_pile(cn_public *pub, const cn_rules *rules, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (cn_card_kind(pub->pile[i]) == CN_KIND_RED3) {
            lay_out_red3(acting_side(pub, rules), pub->pile[i]);
        } else {
            pub->hand_count[pub->seat]++;
        }
    }
    pub->pile_count = 0;
    pub->pile_frozen = 0;
    pub->pile_taken = 1;
}

/* Notes a card that went to the meld: what is unfinished, and what the question and the concealed
 * bonus look at (P67, P84). */
static void note_lay(cn_public *pub, const cn_rules *rules, const cn_side *side, unsigned meld_i)
{
    cn_turn *turn = &pub->turn;
    turn->laid = 1;
    if (meld_i < turn->first_meld) turn->added_old = 1;
    bool of_take_opening = turn->staging && turn->took;
    if (meld_i != turn->take_meld) {
        turn->take_meld = CN_NO_MELD;
        if (!of_take_opening) turn->laid_beyond = 1;
    }
    bool finished = meld_is_finished(rules, &side->meld[meld_i]);
    turn->open_meld = finished ? CN_NO_MELD : (uint8_t)meld_i;
    if (side->meld[meld_i].rank == CN_KIND_BLACK3) turn->laid_black3 = CN_BLACK3_BEGUN;
}

static void apply_take(cn_public *pub, const cn_rules *rules, cn_step step)
{
    cn_side *side = acting_side(pub, rules);
    bool opened = cn_public_has_opened(rules, pub, pub->seat);
    cn_card top = cn_public_top(pub), used[2];
    unsigned count = cn_step_used(step, used);
    unsigned meld_i = meld_for(side, cn_card_kind(top));
    meld_add(&side->meld[meld_i], top);
    for (unsigned i = 0; i < count; i++) meld_add(&side->meld[meld_i], used[i]);
    pub->hand_count[pub->seat] = (uint8_t)(pub->hand_count[pub->seat] - count);
    pub->pile_count--;
    pub->turn.took = 1;
    pub->turn.staging = !opened;
    pub->turn.take_meld = (uint8_t)meld_i;
    pub->phase = CN_PHASE_MELD;
    note_lay(pub, rules, side, meld_i);
    if (!opened) return;
    collect_pile(pub, rules, pub->pile_count);
    if (pub->hand_count[pub->seat] == 0) go_out(pub, rules); /* P126, P136 */
}

static void apply_lay(cn_public *pub, const cn_rules *rules, cn_step step)
{
    cn_side *side = acting_side(pub, rules);
    if (side->meld_count == 0) pub->turn.staging = 1; /* P124 */
    unsigned meld_i = meld_for(side, cn_step_meld(step.number));
    meld_add(&side->meld[meld_i], step.card[0]);
    pub->hand_count[pub->seat]--;
    note_lay(pub, rules, side, meld_i);
    if (pub->hand_count[pub->seat] == 0 && !pub->turn.staging) go_out(pub, rules);
}

static void apply_open(cn_public *pub, const cn_rules *rules)
{
    cn_turn *turn = &pub->turn;
    turn->staging = 0;
    turn->opened = 1;
    turn->take_meld = CN_NO_MELD;
    if (turn->laid_black3 == CN_BLACK3_BEGUN) turn->laid_black3 = CN_BLACK3_CLOSED;
    if (turn->took) collect_pile(pub, rules, pub->pile_count);
    if (pub->hand_count[pub->seat] == 0) go_out(pub, rules);
}

static void apply_discard(cn_public *pub, const cn_rules *rules, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    cn_guard(pub->pile_count < CN_DECK_CARDS_MAX);
    pub->pile[pub->pile_count++] = card;
    pub->hand_count[pub->seat]--;
    if (cn_kind_is_wild(kind) && rules->p.freeze_wild) pub->pile_frozen = 1; /* P49 */
    if (kind == CN_KIND_BLACK3 && rules->p.black3_freezes) pub->pile_frozen = 1;
    if (pub->hand_count[pub->seat] == 0) {
        go_out(pub, rules);
        return;
    }
    pub->has_laid[pub->seat] |= pub->turn.laid;
    begin_turn(pub, rules, cn_next_seat(rules, pub->seat));
}

static void apply_ask(cn_public *pub, const cn_rules *rules)
{
    pub->turn.asked = 1;
    pub->seat = (uint8_t)cn_partner(rules, pub->seat);
    pub->phase = CN_PHASE_ANSWER;
}

static void apply_answer(cn_public *pub, cn_answer answer)
{
    pub->turn.answer = (uint8_t)answer;
    pub->seat = pub->asker;
    pub->phase = CN_PHASE_MELD;
}

void cn_public_step(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    cn_step step = event->u.step.step;
    assert(event->seat == pub->seat);
    if (cn_step_is_lay(step.number)) {
        apply_lay(pub, rules, step);
    } else if (cn_step_is_discard(step.number)) {
        apply_discard(pub, rules, step.card[0]);
    } else if (cn_step_is_take(step.number)) {
        apply_take(pub, rules, step);
    } else if (step.number == CN_STEP_DRAW) {
        apply_draw(pub, rules, event);
    } else if (step.number == CN_STEP_OPEN) {
        apply_open(pub, rules);
    } else if (step.number == CN_STEP_ASK) {
        apply_ask(pub, rules);
    } else {
        apply_answer(pub, step.number == CN_STEP_YES ? CN_ANSWER_YES : CN_ANSWER_NO);
    }
}

void cn_public_start(cn_public *pub, const cn_rules *rules, unsigned dealer)
{
    assert(dealer < rules->seat_count);
    memset(pub, 0, sizeof *pub);
    pub->dealer = (uint8_t)dealer;
    pub->seat = pub->asker = (uint8_t)cn_next_seat(rules, dealer);
    pub->out_seat = 255;
    pub->turn.open_meld = pub->turn.take_meld = CN_NO_MELD;
}

static void reset_table(cn_public *pub, const cn_rules *rules)
{
    for (unsigned side = 0; side < rules->side_count; side++) {
        int32_t total = pub->side[side].total_points;
        memset(&pub->side[side], 0, sizeof pub->side[side]);
        pub->side[side].total_points = total;
    }
    memset(pub->has_laid, 0, sizeof pub->has_laid);
    pub->pile_count = pub->pile_frozen = pub->pile_taken = 0;
    pub->end = CN_END_NONE;
    pub->out_seat = 255;
    pub->out_concealed = 0;
    pub->turn_number = 0;
}

/* P19: what freezes the pile from the start. */
static bool turned_card_freezes(const cn_rules *rules, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    if (cn_kind_is_wild(kind)) return rules->p.freeze_wild;
    if (kind == CN_KIND_RED3) return rules->p.freeze_red3_upcard;
    return kind == CN_KIND_BLACK3 && rules->p.black3_freezes;
}

void cn_public_deal(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    reset_table(pub, rules);
    pub->dealer = event->seat;
    pub->hand_number = event->u.deal.hand_number;
    unsigned used = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *red3 = event->u.deal.red3[seat];
        cn_side *side = &pub->side[rules->side_of[seat]];
        side->red3_suits[0] = (uint8_t)(side->red3_suits[0] + red3[0]);
        side->red3_suits[1] = (uint8_t)(side->red3_suits[1] + red3[1]);
        pub->hand_count[seat] = (uint8_t)rules->p.hand_size;
        used += (unsigned)rules->p.hand_size + red3[0] + red3[1];
    }
    for (unsigned i = 0; i < event->u.deal.turned_count; i++) {
        pub->pile[pub->pile_count++] = event->u.deal.turned[i];
        if (turned_card_freezes(rules, event->u.deal.turned[i])) pub->pile_frozen = 1;
    }
    pub->stock_count = (uint8_t)(rules->deck_size - used - pub->pile_count);
    begin_turn(pub, rules, cn_next_seat(rules, pub->dealer)); /* P9 */
}

void cn_public_score(cn_public *pub, const cn_rules *rules, const cn_score *scores)
{
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < rules->side_count; side++) {
        pub->side[side].total_points += scores[side].total;
        totals[side] = pub->side[side].total_points;
    }
    unsigned winners;
    bool over = cn_game_is_over(rules, totals, pub->hand_number, &winners);
    pub->phase = over ? CN_PHASE_GAME_END : CN_PHASE_SCORED;
}
