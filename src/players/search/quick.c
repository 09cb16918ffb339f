/* The policy of playouts: taking, opening, going out, and the order in which a turn is played.
 * Not here: which lay (quick_lay.c), which discard (quick_discard.c). Invariant: as in the header.
 */
#include "players/search/quick.h"

#include <string.h>

#include "engine/step/collect.h"
#include "players/search/quick_sight.h"

enum {
    WORTH_LAYING = 1,
    OUT_CARDS_MAX = 12, /* a larger hand is not looked at for going out */
    ANY_SIZE = 256,     /* no meld has so many cards */
    SHY_MOST = 8
};

static void count_pack(cn_quick *q, const cn_rules *rules)
{
    const uint8_t decks = (uint8_t)rules->p.decks;
    memset(q->pack, 0, sizeof q->pack);
    for (unsigned kind = 0; kind < CN_RANKS; kind++) q->pack[kind] = (uint8_t)(4 * decks);
    q->pack[CN_KIND_TWO] = (uint8_t)(4 * decks);
    q->pack[CN_KIND_BLACK3] = (uint8_t)(2 * decks);
    q->pack[CN_KIND_JOKER] = (uint8_t)rules->p.jokers_total;
}

void cn_quick_make(cn_quick *quick, const cn_rules *rules)
{
    const unsigned all = CN_QUICK_SHARES - 1;
    quick->rules = rules;
    quick->bound = *rules;
    quick->bound.p.ask_binding = 1;
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++) quick->habits[seat] = cn_habits_plain;
    count_pack(quick, rules);
    for (unsigned share = 0; share <= all; share++) {
        /* none: ((all - share) / all) ^ n, of 2^16; one: n times a share and the rest without */
        uint64_t none = 1 << 16, before = 0;
        for (unsigned n = 0; n < CN_QUICK_UNSEEN; n++) {
            const uint64_t single = n * before * share / all;
            const uint64_t fewer = none + single < 1 << 16 ? none + single : 1 << 16;
            quick->one[n][share] = (uint16_t)(((1 << 16) - none) >> 8);
            quick->two[n][share] = (uint16_t)(((1 << 16) - fewer) >> 8);
            before = none;
            none = none * (all - share) / all;
        }
    }
}

void cn_quick_give(cn_quick *quick, unsigned side, const cn_habits *habits)
{
    for (unsigned seat = 0; seat < quick->rules->seat_count; seat++)
        if (quick->rules->side_of[seat] == side) quick->habits[seat] = *habits;
}

void cn_quick_give_found(cn_quick *quick, unsigned side)
{
    const cn_habits found = cn_habits_of(quick->rules);
    cn_quick_give(quick, side, &found);
}

static void shies(cn_quick_mind *mind, unsigned seat, unsigned kind)
{
    if (kind < CN_KINDS && mind->shy[seat][kind] < SHY_MOST) mind->shy[seat][kind]++;
}

void cn_quick_begin(cn_quick_mind *mind, const cn_view *view, const cn_rules *rules,
                    unsigned memory)
{
    const cn_memory *of = &view->memory;
    memset(mind, 0, sizeof *mind);
    mind->hasty_turn = CN_QUICK_NO_TURN;
    if (memory < CN_REMEMBERS_ALL) {
        const unsigned from = of->discard_count > memory ? of->discard_count - memory : 0;
        for (unsigned i = from; i < of->discard_count; i++)
            shies(mind, of->discard[i].seat, cn_card_kind(of->discard[i].card));
        return;
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned kind = 0; kind < CN_KINDS; kind++) {
            const unsigned shy =
                (unsigned)of->seat[seat].discarded[kind] + of->seat[seat].declined[kind];
            mind->known[seat][kind] = of->seat[seat].known[kind];
            mind->shy[seat][kind] = (uint8_t)(shy < SHY_MOST ? shy : SHY_MOST);
        }
}

void cn_quick_notice(cn_quick_mind *mind, const cn_public *pub, cn_step step)
{
    const unsigned seat = pub->seat;
    if (step.number == CN_STEP_DRAW) {
        if (cn_public_in_draw(pub)) return;
        shies(mind, seat, cn_card_kind(cn_public_top(pub)));
        return;
    }
    uint8_t *known = mind->known[seat];
    if (cn_step_is_take(step.number) || step.number == CN_STEP_TAKE_ALL) {
        const bool shows = cn_card_kind(cn_public_top(pub)) == CN_KIND_TWO; /* P201 */
        const unsigned shown = shows && cn_step_is_take(step.number) ? 2 : 0;
        if (known[CN_KIND_TWO] < shown) known[CN_KIND_TWO] = (uint8_t)shown;
        mind->taken = mind->taken || pub->turn_number == mind->watched;
        for (unsigned kind = 0; kind < CN_KINDS; kind++)
            known[kind] = (uint8_t)(known[kind] + pub->pile_cards.kind[kind]);
        return;
    }
    const bool picks = step.number == CN_STEP_PICK;
    const unsigned kind = picks ? cn_card_kind(cn_public_top(pub)) : cn_step_kind(step.number);
    if (kind >= CN_KINDS) return;
    if (picks)
        known[kind]++;
    else if (known[kind] > 0)
        known[kind]--;
    if (cn_step_is_swap(step.number)) known[cn_step_swapped(step.number)]++;
    if (cn_step_is_discard(step.number)) shies(mind, seat, kind);
}

/* ---- taking ---- */

static unsigned least_pile(const cn_sight *s)
{
    if (s->pub->stock_count == 0 || (s->haste & CN_HASTE_TAKING) != 0) return 0;
    if (cn_completing_bonus(s->rules, s->pub, s->side, cn_public_top(s->pub)) > 0) return 0;
    const cn_habits *h = s->habits;
    if (s->opened) {
        const bool pairs = s->rules->p.always_frozen != 0 && !s->rules->p.sequences;
        return (unsigned)(pairs ? h->worth_a_pair : h->worth_taking);
    }
    const cn_need need = cn_public_need(s->rules, s->pub, s->seat);
    const bool waits = need.canasta == 0 && need.points <= h->cheap_opening;
    return waits ? (unsigned)h->worth_opening_for : 0;
}

static unsigned fewest_cards(const cn_sight *s)
{
    return cn_take_amount(s->rules, s->pub->hand_number, least_pile(s));
}

static unsigned pile_taken(const cn_sight *s)
{
    return cn_take_amount(s->rules, s->pub->hand_number, s->pub->pile_count);
}

/* The open cards that a take brings. */
static cn_cards cards_taken(const cn_sight *s)
{
    return cn_span_cards(s->pub, cn_take_brings(s->rules, s->pub));
}

/* The largest of the melds that may be named and are smaller. */
static unsigned largest_place(const cn_sight *s, const cn_mask *legal, unsigned below)
{
    unsigned best = CN_STEPS, best_size = 0;
    for (uint64_t bits = cn_sight_bits(legal, CN_STEP_TO_MELD, CN_MELDS_MAX); bits != 0;
         bits &= bits - 1) {
        const unsigned meld_i = (unsigned)__builtin_ctzll(bits);
        const unsigned size = cn_meld_size(&s->side->meld[meld_i]);
        if (size <= best_size || size >= below) continue;
        best = CN_STEP_TO_MELD + meld_i;
        best_size = size;
    }
    return best;
}

/* Onto a meld that lacks the card; else as it goes without a name, which may begin another one. */
static unsigned best_take(const cn_sight *s, const cn_mask *legal)
{
    static const uint8_t ways[] = {CN_STEP_TAKE_TOP, CN_STEP_TAKE_PAIR, CN_STEP_TAKE_TWO,
                                   CN_STEP_TAKE_JOKER, CN_STEP_TAKE_ALL};
    const unsigned unfinished = largest_place(s, legal, (unsigned)s->rules->p.canasta_size);
    if (unfinished != CN_STEPS) return unfinished;
    for (unsigned i = 0; i < sizeof ways; i++)
        if (cn_mask_has(legal, ways[i])) return ways[i];
    return largest_place(s, legal, ANY_SIZE);
}

static bool burdens_outweigh(const cn_sight *s, unsigned fewest)
{
    if (cn_burdens(s->rules, &s->pub->pile_cards) == 0) return false;
    const cn_cards taken = cards_taken(s);
    const unsigned burdens = cn_burdens(s->rules, &taken);
    if (burdens == 0) return false;
    return burdens + cn_burdens(s->rules, s->hand) > cn_turns_left(s->rules, s->pub) ||
           pile_taken(s) < fewest + burdens;
}

static bool begins_unfinished(const cn_sight *s)
{
    const unsigned kind = cn_card_kind(cn_public_top(s->pub));
    if (s->rules->p.penalty_incomplete.count == 0 || !cn_kind_is_natural(kind)) return false;
    if (s->side->latest[kind] != 0) return false;
    const cn_cards taken = cards_taken(s);
    const unsigned cards = (unsigned)s->hand->kind[kind] + taken.kind[kind];
    return !cn_finishes(s->rules, s->pub, kind, cards);
}

/* True if an opening can be counted together, roughly, without melds that cost points until they
 * are complete. `top`: a card that comes with the pile, or CN_KIND_NONE. */
static bool opens_without_loss(const cn_sight *s, unsigned top)
{
    if (s->rules->p.penalty_incomplete.count == 0) return true;
    unsigned wilds = (unsigned)s->hand->kind[CN_KIND_TWO] + s->hand->kind[CN_KIND_JOKER];
    int32_t points = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        const unsigned held = s->hand->kind[rank] + (unsigned)(rank == top);
        if (held < 2 || (held == 2 && wilds == 0)) continue;
        if (cn_incomplete_cost(s->rules, rank, held + 1) > 0) continue;
        points += (int32_t)held * s->rules->value[rank];
        if (held > 2) continue;
        points += s->rules->value[CN_KIND_TWO];
        wilds--;
    }
    points += (int32_t)wilds * s->rules->value[CN_KIND_TWO];
    return points >= cn_public_need(s->rules, s->pub, s->seat).points;
}

static bool is_near_out(const cn_sight *s)
{
    if (s->hand->size > s->habits->leave_near_out || s->pub->packets[s->seat] != 0) return false;
    return cn_side_canastas(s->rules, s->side) >= cn_canastas_needed(s->rules, s->pub);
}

static bool wants_pile(const cn_sight *s)
{
    const unsigned fewest = fewest_cards(s);
    if (pile_taken(s) < fewest || !cn_wants_melds(s->rules)) return false;
    if ((s->haste & CN_HASTE_TAKING) != 0) return true;
    if (burdens_outweigh(s, fewest) || begins_unfinished(s) || is_near_out(s)) return false;
    return s->opened || opens_without_loss(s, cn_card_kind(cn_public_top(s->pub)));
}

static unsigned choose_draw(const cn_sight *s, const cn_mask *legal)
{
    const unsigned take = best_take(s, legal);
    const bool may_draw = cn_mask_has(legal, CN_STEP_DRAW);
    if (take != CN_STEPS && (!may_draw || wants_pile(s))) return take;
    if (cn_mask_has(legal, CN_STEP_PICK) && cn_wants_top(s->rules, s->pub, s->side))
        return CN_STEP_PICK;
    return may_draw ? CN_STEP_DRAW : cn_mask_nth(legal, 0);
}

/* ---- opening ---- */

static bool hurries_to_open(const cn_sight *s)
{
    const cn_habits *h = s->habits;
    if (cn_sight_rival_near_out(s, h->open_near_out)) return true;
    for (unsigned seat = 0; seat < s->rules->seat_count; seat++) {
        const cn_side *side = &s->pub->side[s->pub->side_of[seat]];
        if (side == s->side || s->pub->packets[seat] != 0) continue;
        if (s->pub->hand_count[seat] <= h->open_short_hand) return true;
        if (side->meld_count >= h->open_at_melds) return true;
    }
    return false;
}

static bool stock_is_low(const cn_sight *s)
{
    return cn_public_stock_reach(s->rules, s->pub) <=
           s->rules->seat_count * cn_draw_count(s->rules, s->pub->hand_number);
}

static bool opens_from_hand(const cn_sight *s)
{
    const cn_params *p = &s->rules->p;
    if ((s->haste & CN_HASTE_OPENING) != 0) return true;
    if (!opens_without_loss(s, CN_KIND_NONE)) return false;
    return p->initial_from_pile != CN_INITIAL_FROM_PILE_YES || p->sequences != 0 ||
           p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO || stock_is_low(s) ||
           s->pub->stock_count <= s->habits->open_at_stock ||
           s->hand->size >= s->habits->open_large_hand || hurries_to_open(s);
}

/* ---- going out ---- */

static bool stays_for_more(const cn_sight *s, unsigned other)
{
    const cn_params *p = &s->rules->p;
    if ((s->haste & CN_HASTE_ENDING) != 0 || stock_is_low(s) || p->penalty_incomplete.count != 0 ||
        p->sequences != 0)
        return false;
    int32_t most = 0;
    for (unsigned side = 0; side < s->rules->side_count; side++)
        if (&s->pub->side[side] != s->side && s->pub->side[side].meld_count > most)
            most = s->pub->side[side].meld_count;
    const int32_t cards = other != CN_SEAT_NONE ? s->pub->hand_count[other] : 0;
    const cn_habits *h = s->habits;
    return h->stay_base + h->stay_own_meld * s->side->meld_count + h->stay_other_meld * most +
               h->stay_pile_card * (int32_t)pile_taken(s) + h->stay_partner_card * cards >
           0;
}

static int32_t waiting_cards(const cn_sight *s, unsigned seat)
{
    int32_t count = s->pub->talon[seat];
    for (unsigned i = s->rules->packet_count - s->pub->packets[seat]; i < s->rules->packet_count;
         i++)
        count += s->rules->p.reserve_packets.value[i];
    return count;
}

/* As cn_out_pays (ending.h), with all cards of the same worth. */
static bool out_pays(const cn_sight *s)
{
    int32_t waiting = 0, caught = 0;
    for (unsigned seat = 0; seat < s->rules->seat_count; seat++) {
        if (seat == s->seat) continue;
        const int32_t cards = waiting_cards(s, seat);
        if (&s->pub->side[s->pub->side_of[seat]] == s->side)
            waiting += cards;
        else
            caught += cards + s->pub->hand_count[seat];
    }
    const bool plus = s->rules->p.hand_cards == CN_HAND_CARDS_PLUS_VALUE; /* P165 */
    const int32_t cost = plus ? -s->habits->card_cost : s->habits->card_cost;
    const int32_t bonus = cn_in_hand(&s->rules->p.out_bonus, s->pub->hand_number);
    return cn_win_sign(s->rules) * (cost * (waiting - caught) - bonus) <= 0;
}

/* Melds that are canastas, or can be with the cards in hand, are enough: roughly, never too few. */
static bool may_have_canastas(const cn_sight *s)
{
    const unsigned full = (unsigned)s->rules->p.canasta_size;
    const unsigned wilds = (unsigned)s->hand->kind[CN_KIND_TWO] + s->hand->kind[CN_KIND_JOKER];
    unsigned reach = 0;
    for (unsigned i = 0; i < s->side->meld_count; i++) {
        const cn_meld *meld = &s->side->meld[i];
        const unsigned held = meld->rank < CN_RANKS ? s->hand->kind[meld->rank] : s->hand->size;
        reach += cn_meld_size(meld) + held + wilds >= full;
    }
    return reach >= cn_canastas_needed(s->rules, s->pub);
}

static bool can_go_out(const cn_sight *s, const cn_mask *legal)
{
    if (cn_mask_has(legal, CN_STEP_ASK)) return true;
    if (s->hand->size > OUT_CARDS_MAX || s->pub->packets[s->seat] != 0) return false;
    if (!s->opened || !may_have_canastas(s)) return false;
    return cn_can_go_out(s->rules, s->pub, s->hand);
}

static bool must_ask(const cn_sight *s)
{
    return s->rules->p.ask_partner == CN_ASK_PARTNER_REQUIRED &&
           s->pub->turn.answer != CN_ANSWER_YES &&
           cn_partner(s->rules, s->pub, s->seat) != CN_SEAT_NONE;
}

/* The legal steps that end the turn as it is to end: exactly those of a binding answer (P70). All
 * of them if that leaves none. */
static cn_mask steps_for(const cn_sight *s, const cn_mask *legal, cn_answer answer)
{
    cn_public answered;
    cn_public_copy(&answered, s->pub, s->rules);
    answered.turn.asked = 1;
    answered.turn.answer = (uint8_t)answer;
    cn_mask left = cn_legal(&s->quick->bound, &answered, s->hand);
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) left.word[i] &= legal->word[i];
    return cn_mask_is_empty(&left) ? *legal : left;
}

/* ---- the turn ---- */

static unsigned end_turn(const cn_sight *s, const cn_mask *legal)
{
    const unsigned discard = cn_quick_discard(s, legal);
    if (discard != CN_STEPS) return discard;
    if (cn_mask_has(legal, CN_STEP_PASS)) return CN_STEP_PASS;
    const unsigned lay = cn_quick_lay(s, legal, INT32_MIN);
    return lay != CN_STEPS ? lay : cn_mask_nth(legal, 0);
}

static bool has_begun(const cn_turn *turn)
{
    return turn->open_meld != CN_NO_MELD || turn->to_meld != CN_NO_MELD || turn->staging != 0;
}

static unsigned step_on(const cn_sight *s, const cn_mask *legal)
{
    if (cn_mask_has(legal, CN_STEP_OPEN)) return CN_STEP_OPEN;
    const bool begun = has_begun(&s->pub->turn);
    if (!begun && !cn_wants_melds(s->rules)) return end_turn(s, legal);
    if (!begun && !s->opened && !opens_from_hand(s)) return end_turn(s, legal);
    const unsigned lay = cn_quick_lay(s, legal, begun || !s->opened ? INT32_MIN : WORTH_LAYING);
    return lay != CN_STEPS ? lay : end_turn(s, legal);
}

static unsigned step_out(const cn_sight *s, const cn_mask *legal)
{
    if (cn_mask_has(legal, CN_STEP_OPEN)) return CN_STEP_OPEN;
    const unsigned lay = cn_quick_lay(s, legal, INT32_MIN);
    return lay != CN_STEPS ? lay : end_turn(s, legal);
}

/* How the turn is to end, decided when going out is first possible in it. */
static cn_answer wanted_end(const cn_sight *s, cn_quick_mind *mind, const cn_mask *legal)
{
    const uint8_t told = s->pub->turn.answer;
    if (told != CN_ANSWER_NONE) return (cn_answer)told;
    if (mind->turn == s->pub->turn_number && mind->answer != CN_ANSWER_NONE)
        return (cn_answer)mind->answer;
    if (!can_go_out(s, legal)) return CN_ANSWER_NONE;
    const unsigned partner = cn_partner(s->rules, s->pub, s->seat);
    const bool out = out_pays(s) && !stays_for_more(s, partner);
    mind->turn = s->pub->turn_number;
    mind->answer = out ? CN_ANSWER_YES : CN_ANSWER_NO;
    return (cn_answer)mind->answer;
}

static unsigned choose_meld(const cn_sight *s, cn_quick_mind *mind, const cn_mask *legal)
{
    if (cn_mask_has(legal, CN_STEP_DECLARE)) return CN_STEP_DECLARE;
    if (cn_mask_has(legal, CN_STEP_LAY_OUT)) return CN_STEP_LAY_OUT;
    const cn_answer end = wanted_end(s, mind, legal);
    if (end == CN_ANSWER_NONE) return step_on(s, legal);
    if (end == CN_ANSWER_YES && must_ask(s))
        return cn_mask_has(legal, CN_STEP_ASK) ? CN_STEP_ASK : step_on(s, legal);
    const cn_mask left = steps_for(s, legal, end);
    return end == CN_ANSWER_YES ? step_out(s, &left) : step_on(s, &left);
}

static unsigned choose_number(const cn_sight *s, cn_quick_mind *mind, const cn_mask *legal)
{
    switch ((cn_phase)s->pub->phase) {
    case CN_PHASE_ANSWER:
        return !out_pays(s) || stays_for_more(s, s->seat) ? CN_STEP_NO : CN_STEP_YES;
    case CN_PHASE_DRAW: return choose_draw(s, legal);
    case CN_PHASE_START:
    case CN_PHASE_MELD:
    case CN_PHASE_HAND_END:
    case CN_PHASE_SCORED:
    case CN_PHASE_GAME_END: break;
    }
    return choose_meld(s, mind, legal);
}

cn_step cn_quick_choose(const cn_quick *quick, cn_quick_mind *mind, const cn_public *pub,
                        const cn_cards *hand, const cn_mask *legal)
{
    const unsigned seat = pub->seat;
    const cn_sight s = {.quick = quick,
                        .rules = quick->rules,
                        .habits = &quick->habits[seat],
                        .mind = mind,
                        .pub = pub,
                        .hand = hand,
                        .side = &pub->side[pub->side_of[seat]],
                        .seat = seat,
                        .opened = cn_public_has_opened(pub, seat),
                        .haste = pub->turn_number == mind->hasty_turn ? mind->haste : 0};
    const unsigned number =
        cn_mask_count(legal) == 1 ? cn_mask_nth(legal, 0) : choose_number(&s, mind, legal);
    cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    if (quick->rules->p.sequences != 0 && cn_step_is_discard(number))
        step.card[0] = cn_quick_card(&s, cn_step_kind(number));
    return step;
}
