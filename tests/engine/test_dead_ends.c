/* No dead ends: on small hands the mask equals a brute-force search over every continuation.
 * Not here: the rules of shape themselves; both sides share cn_possible.
 * Invariant: a failure names its seed and prints the position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/step/possible.h"
#include "engine/step/shape.h"
#include "engine/step/target.h"
#include "engine/turn/apply.h"
#include "engine/turn/turn.h"
#include "lab/house/house_values.h"
#include "table.h"
#include "text/cards/card_text.h"
#include "text/rules/param_text.h"
#include "text/rules/rules_text.h"

/* A small place for known answers, keyed by hash; full means forget all. */
enum { MEMO_SIZE = 1 << 16 };

typedef struct memo {
    uint64_t key[MEMO_SIZE];
    uint8_t answer[MEMO_SIZE]; /* 0 unknown, 1 no, 2 yes */
    unsigned used;
} memo;

typedef struct turn_state {
    cn_public pub;
    cn_cards hand;
} turn_state;

typedef struct search {
    const cn_rules *rules;
    memo *finish;  /* can be finished? */
    memo *bound;   /* the same, with answers that bind */
    memo *visited; /* compared already? */
    uint64_t compared, masks_with_refusal;
} search;

static uint64_t state_key(const search *s, const turn_state *state)
{
    uint64_t key = cn_public_hash(&state->pub, s->rules);
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        key = (key ^ state->hand.kind[kind]) * UINT64_C(0x9e3779b97f4a7c15) + (key >> 29);
    for (unsigned row = 0; s->rules->p.sequences && row < CN_ROWS; row++)
        key = (key ^ state->hand.suits[row]) * UINT64_C(0x9e3779b97f4a7c15) + (key >> 29);
    return key;
}

static uint8_t *memo_place(memo *m, uint64_t key)
{
    if (m->used > MEMO_SIZE / 2) memset(m, 0, sizeof *m);
    unsigned i = (unsigned)(key % MEMO_SIZE);
    while (m->answer[i] != 0 && m->key[i] != key) i = (i + 1) % MEMO_SIZE;
    if (m->answer[i] == 0) {
        m->key[i] = key;
        m->used++;
    }
    return &m->answer[i];
}

/* P81, S14: what must hold when the hand was melded empty. Reads only the table. */
static bool out_is_allowed(const search *s, const turn_state *state)
{
    const cn_public *pub = &state->pub;
    if (pub->end != CN_END_OUT) return true;
    if (pub->turn.open_meld != CN_NO_MELD || pub->packets[pub->asker] > 0) return false;
    return cn_out_refusal(s->rules, pub, false).code == CN_OK;
}

static bool finishable(search *s, const turn_state *state);

static bool finishable_after_with(search *s, const turn_state *state, cn_step step)
{
    turn_state after = *state;
    cn_try_certain(s->rules, &after.pub, &after.hand, step);
    if (after.pub.phase == CN_PHASE_HAND_END)
        return step.number >= CN_STEP_DISCARD && cn_step_is_discard(step.number)
                   ? true
                   : out_is_allowed(s, &after);
    if (after.pub.turn_number != state->pub.turn_number) return true; /* the next turn */
    return finishable(s, &after);
}

/* With sequences it may matter which suit is laid (S26): every one is tried. */
static bool finishable_after(search *s, const turn_state *state, unsigned number)
{
    cn_step choice;
    for (unsigned i = 0; cn_step_choice(s->rules, &state->pub, &state->hand, number, i, &choice);
         i++)
        if (finishable_after_with(s, state, choice)) return true;
    return false;
}

/* Cards of a packet that nobody has seen can be kept and discarded like any others (P151). */
static bool unseen_cards_suffice(const search *s, const turn_state *state)
{
    const cn_public *pub = &state->pub;
    return pub->hand_count[pub->asker] > state->hand.size && pub->turn.open_meld == CN_NO_MELD &&
           !cn_must_go_out(s->rules, pub) && !pub->turn.owes &&
           pub->hand_count[pub->asker] >= (unsigned)s->rules->p.keep_cards + 1;
}

static bool search_finish(search *s, const turn_state *state)
{
    if (unseen_cards_suffice(s, state)) return true;
    for (unsigned number = CN_STEP_OPEN; number < CN_STEPS; number++) {
        /* A question never opens a way that was closed; a special hand is no way to go out; nothing
         * counts on a swap (S30). */
        if (number == CN_STEP_ASK || number == CN_STEP_DECLARE || cn_step_is_swap(number)) continue;
        if (state->pub.phase == CN_PHASE_DRAW && !cn_step_is_take(number)) continue;
        if (!cn_possible(s->rules, &state->pub, &state->hand, number)) continue;
        if (finishable_after(s, state, number)) return true;
    }
    return false;
}

static bool finishable(search *s, const turn_state *state)
{
    uint64_t key = state_key(s, state);
    uint8_t known = *memo_place(s->finish, key);
    if (known != 0) return known == 2;
    bool answer = search_finish(s, state);
    *memo_place(s->finish, key) = answer ? 2 : 1;
    return answer;
}

/* P67, P134: going out must be possible after a yes, and a finish without it after a no. Answers
 * that bind nobody are searched as if they did: the question is whether there is a way. */
static bool ask_allowed(search *s, const turn_state *state)
{
    const cn_public *pub = &state->pub;
    const cn_turn *turn = &pub->turn;
    const cn_params *p = &s->rules->p;
    if (p->ask_partner == CN_ASK_PARTNER_NONE || turn->asked || turn->laid_beyond) return false;
    if (cn_partner(s->rules, pub, pub->asker) == CN_SEAT_NONE) return false;
    if (turn->staging || turn->open_meld != CN_NO_MELD || turn->to_meld != CN_NO_MELD) return false;
    if (pub->packets[pub->asker] > 0 && !p->out_with_packet) return false;
    if (p->ask_limit > 0 && pub->asked[pub->asker] >= p->ask_limit) return false;
    turn_state yes = *state, no = *state;
    yes.pub.turn.asked = no.pub.turn.asked = 1;
    yes.pub.turn.answer = CN_ANSWER_YES;
    no.pub.turn.answer = CN_ANSWER_NO;
    cn_end_run(&yes.pub.turn); /* the question ends the run (S2) */
    cn_end_run(&no.pub.turn);
    cn_rules binding = *s->rules;
    binding.p.ask_binding = 1;
    search bound = *s;
    bound.rules = &binding;
    bound.finish = s->bound;
    return finishable(&bound, &yes) && (!p->ask_binding || finishable(s, &no));
}

static bool expected(search *s, const turn_state *state, unsigned number)
{
    const cn_public *pub = &state->pub;
    if (number == CN_STEP_ASK) {
        if (pub->phase == CN_PHASE_DRAW) /* looks ahead by itself: tested in test_ask */
            return cn_possible(s->rules, pub, &state->hand, number);
        return pub->phase == CN_PHASE_MELD && ask_allowed(s, state);
    }
    if (!cn_possible(s->rules, pub, &state->hand, number)) return false;
    if (number == CN_STEP_DRAW || number == CN_STEP_DECLARE) return true;
    const bool one_by_one = s->rules->p.draw_stepwise != CN_DRAW_STEPWISE_NO;
    const bool draws_next = number == CN_STEP_LAY_OUT || (number == CN_STEP_PICK && one_by_one);
    if (draws_next && pub->phase == CN_PHASE_DRAW) return true;
    return finishable_after(s, state, number);
}

static void describe(const search *s, const turn_state *state, unsigned number, bool wanted)
{
    char text[1024];
    cn_writer w = cn_writer_make(text, sizeof text);
    cn_write_hand(&w, &state->hand);
    fprintf(stderr, "%s, ", s->rules->name);
    const cn_side *side = cn_public_acting(&state->pub);
    fprintf(stderr, "seed %llu: step %u should be %s\n  hand %s, total %d, phase %u, pile %u\n",
            (unsigned long long)table_seed(), number, wanted ? "legal" : "illegal", text,
            side->total_points, state->pub.phase, state->pub.pile_count);
    for (unsigned i = 0; i < side->meld_count; i++)
        fprintf(stderr, "  meld of %u: %u naturals %u twos %u jokers, low %u suit %u\n",
                side->meld[i].rank, side->meld[i].naturals, cn_meld_twos(&side->meld[i]),
                cn_meld_jokers(&side->meld[i]), cn_meld_low(&side->meld[i]),
                cn_meld_suit(&side->meld[i]));
    const cn_turn *turn = &state->pub.turn;
    fprintf(stderr,
            "  staging %u took %u open %u to %u run %u(%u+%u) answer %u black3 %u laid %u\n",
            turn->staging, turn->took, turn->open_meld, turn->to_meld, turn->run_meld,
            turn->run_before, turn->run_wilds, turn->answer, turn->laid_black3, turn->laid);
    fprintf(stderr, "  stock %u top %u packets %u hand_count %u\n", state->pub.stock_count,
            cn_public_top(&state->pub), state->pub.packets[state->pub.asker],
            state->pub.hand_count[state->pub.asker]);
    fprintf(stderr, "  pile");
    for (unsigned i = 0; i < state->pub.pile_count; i++) fprintf(stderr, " %u", state->pub.pile[i]);
    fprintf(stderr, "\n");
}

/* Compares the mask of this state and of every state legal steps lead to within the turn. */
static void compare_from(search *s, const turn_state *state)
{
    uint8_t *seen = memo_place(s->visited, state_key(s, state));
    if (*seen != 0) return;
    *seen = 2;
    cn_mask mask = cn_legal(s->rules, &state->pub, &state->hand);
    bool refused = false;
    for (unsigned number = 0; number < CN_STEPS; number++) {
        bool wanted = expected(s, state, number);
        refused |= !wanted && cn_possible(s->rules, &state->pub, &state->hand, number);
        if (wanted == cn_mask_has(&mask, number)) continue;
        describe(s, state, number, wanted);
        fail_msg("the mask is wrong");
    }
    s->compared++;
    s->masks_with_refusal += refused;
    for (unsigned number = 0; number < CN_STEPS; number++) {
        if (!cn_mask_has(&mask, number) || number == CN_STEP_DRAW || number == CN_STEP_ASK)
            continue;
        turn_state after = *state;
        cn_try_certain(s->rules, &after.pub, &after.hand,
                       cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
        bool same_turn = after.pub.turn_number == state->pub.turn_number;
        bool unseen = after.pub.hand_count[after.pub.asker] != after.hand.size;
        if (same_turn && !unseen && after.pub.phase <= CN_PHASE_MELD) compare_from(s, &after);
    }
}

/* Cards for one position, dealt from a deck shortened to few ranks so that melds abound. */
typedef struct source {
    cn_card card[CN_DECK_CARDS_MAX];
    unsigned count;
} source;

/* A few ranks, neighbours where there are sequences, and about half of the wilds. */
static source few_ranks(const cn_rules *rules, cn_stream *stream)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    source from = {{0}, 0};
    unsigned ranks = 0, suits = 15;
    unsigned wanted = 2 + cn_stream_below(stream, 3);
    if (rules->p.sequences && cn_stream_below(stream, 2)) {
        unsigned low = cn_stream_below(stream, CN_RANKS - 4);
        ranks = 31U << low;
        suits = 1U << cn_stream_below(stream, 4) | 1U << cn_stream_below(stream, 4);
    }
    for (unsigned i = 0; ranks == 0 || i < wanted; i++)
        ranks |= 1U << (cn_stream_below(stream, 3) ? cn_stream_below(stream, CN_RANKS)
                                                   : (i % 2 ? (unsigned)CN_KIND_7 : CN_KIND_A));
    cn_deck_sorted(rules, deck);
    for (unsigned i = 0; i < rules->deck_size; i++) {
        uint8_t kind = cn_card_kind(deck[i]);
        bool keep = kind < CN_RANKS ? (ranks >> kind & 1) && (suits >> cn_card_suit(deck[i]) & 1)
                                    : kind != CN_KIND_RED3;
        if (cn_is_bonus(rules, kind)) keep = false;
        if (kind == CN_KIND_BLACK3 && i % 4 >= 2) keep = false;
        if (cn_kind_is_wild(kind) && cn_stream_below(stream, 2)) keep = false;
        if (keep) from.card[from.count++] = deck[i];
    }
    cn_shuffle(from.card, from.count, stream);
    return from;
}

static cn_card take_card(source *from, unsigned i)
{
    cn_card card = from->card[i];
    from->card[i] = from->card[--from->count];
    return card;
}

/* A meld of a rank, or of wilds, as an opening could have left it. */
static bool make_rank_meld(const cn_rules *rules, source *from, cn_stream *stream, unsigned rank,
                           cn_meld *meld)
{
    unsigned naturals = 2 + cn_stream_below(stream, 6), wilds = cn_stream_below(stream, 5);
    cn_shape shape = cn_shape_new(rank, true);
    *meld = (cn_meld){.rank = (uint8_t)rank};
    for (unsigned wild = rank == CN_MELD_WILD; wild < 2; wild++) {
        unsigned left = wild ? wilds + (rank == CN_MELD_WILD ? 3 : 0) : naturals;
        for (unsigned i = 0; i < from->count && left > 0;) {
            uint8_t kind = cn_card_kind(from->card[i]);
            bool fits = wild ? cn_kind_is_wild(kind) : kind == rank;
            if (!fits || cn_shape_refusal(rules, &shape, wild, true).code != CN_OK) {
                i++;
                continue;
            }
            cn_shape_add(&shape, wild);
            cn_meld_add(meld, take_card(from, i));
            left--;
        }
    }
    return cn_shape_is_finished(rules, &shape);
}

/* One that may fill a gap of a sequence; from->count: none. */
static unsigned wild_for_sequence(const cn_rules *rules, const source *from, cn_stream *stream,
                                  const cn_meld *meld)
{
    unsigned i = 0;
    if (meld->wilds >= rules->p.sequence_wilds || cn_stream_below(stream, 2) == 0)
        return from->count;
    while (i < from->count && !cn_kind_is_wild(cn_card_kind(from->card[i]))) i++;
    return i;
}

static bool make_sequence(const cn_rules *rules, source *from, cn_stream *stream, cn_meld *meld)
{
    unsigned suit = cn_stream_below(stream, 4);
    unsigned length = 3 + cn_stream_below(stream, (unsigned)rules->p.sequence_max - 2);
    *meld = (cn_meld){.rank = CN_MELD_SEQUENCE, .lowest = (cn_card)suit};
    for (unsigned rank = 0; rank < CN_RANKS && cn_meld_size(meld) < length; rank++) {
        unsigned i = 0;
        while (i < from->count && from->card[i] != cn_card_make(rank, suit)) i++;
        if (i == from->count && meld->naturals > 0)
            i = wild_for_sequence(rules, from, stream, meld);
        if (i == from->count) {
            if (meld->naturals > 0) break;
            continue;
        }
        cn_meld_add(meld, take_card(from, i));
    }
    return cn_meld_is_finished(rules, meld);
}

static void make_meld(const cn_rules *rules, cn_side *side, source *from, cn_stream *stream)
{
    cn_meld meld;
    unsigned what = cn_stream_below(stream, 4);
    bool made;
    if (what == 0 && rules->p.sequences) {
        made = make_sequence(rules, from, stream, &meld);
    } else if (what == 1 && rules->wild_most > 0) {
        made = make_rank_meld(rules, from, stream, CN_MELD_WILD, &meld);
    } else {
        unsigned i = 0;
        while (i < from->count && cn_card_kind(from->card[i]) >= CN_RANKS) i++;
        if (i == from->count) return;
        made = make_rank_meld(rules, from, stream, cn_card_kind(from->card[i]), &meld);
    }
    bool many = rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
    bool doubled = cn_side_find_meld(side, meld.rank) != CN_NO_MELD;
    if (made && (many || meld.rank == CN_MELD_SEQUENCE || !doubled))
        side->meld[side->meld_count++] = meld;
    cn_side_count(side);
}

/* Moves a card that a pair in hand can take to the end of the source, so that it becomes the top:
 * openings with the pile are where the exact test is hardest. */
static void offer_a_take(source *from, const cn_cards *hand)
{
    for (unsigned i = 0; i < from->count; i++) {
        uint8_t kind = cn_card_kind(from->card[i]);
        if (kind >= CN_RANKS || hand->kind[kind] < 2) continue;
        cn_card card = from->card[i];
        from->card[i] = from->card[from->count - 1];
        from->card[from->count - 1] = card;
        return;
    }
}

static turn_state random_state(const cn_rules *rules, cn_stream *stream, unsigned hand_max)
{
    turn_state state;
    memset(&state, 0, sizeof state);
    cn_public *pub = &state.pub;
    source from = few_ranks(rules, stream);
    cn_public_start(pub, rules, 0);
    pub->hand_number = pub->turn_number = 1;
    cn_side *side = &pub->side[pub->side_of[pub->seat]];
    side->total_points = (int32_t)cn_stream_below(stream, 2)
                             ? (int32_t)cn_stream_below(stream, 4) * 1400 - 1400
                             : (int32_t)cn_stream_below(stream, 8) * 100 - 100;
    unsigned melds = cn_stream_below(stream, 2) ? cn_stream_below(stream, 5) : 0;
    for (unsigned i = 0; i < melds; i++) make_meld(rules, side, &from, stream);
    cn_side *other = &pub->side[pub->side_of[cn_next_seat(rules, pub->seat)]];
    if (cn_stream_below(stream, 3) == 0) make_meld(rules, other, &from, stream);
    pub->phase = cn_stream_below(stream, 2) ? CN_PHASE_DRAW : CN_PHASE_MELD;
    pub->turn.first_meld = side->meld_count;
    unsigned hand_count = 1 + cn_stream_below(stream, hand_max);
    if (pub->phase == CN_PHASE_MELD && hand_count < 2) hand_count = 2;
    for (unsigned i = 0; i < hand_count && from.count > 0; i++)
        cn_cards_add(&state.hand, from.card[--from.count]);
    if (rules->p.hold_one_three && side->meld_count == 0 && cn_stream_below(stream, 3) == 0)
        cn_cards_add(&state.hand, cn_card_make(CN_ROW_THREES, cn_stream_below(stream, 4)));
    pub->hand_count[pub->seat] = state.hand.size;
    pub->stock_count = (uint16_t)(cn_stream_below(stream, 3) ? cn_stream_below(stream, 2)
                                                             : cn_stream_below(stream, 20));
    unsigned pile = cn_stream_below(stream, 4);
    for (unsigned i = 0; i < pile && from.count > 0; i++) {
        if (i + 1 == pile && cn_stream_below(stream, 2)) offer_a_take(&from, &state.hand);
        pub->pile[pub->pile_count++] = from.card[--from.count];
    }
    if (pile > 1 && cn_stream_below(stream, 4) == 0)
        pub->pile[0] = cn_card_make(CN_ROW_THREES, CN_SUIT_HEARTS);
    cn_public_count_pile(pub);
    pub->pile_frozen = cn_stream_below(stream, 4) == 0;
    pub->pile_taken = cn_stream_below(stream, 2) == 0;
    pub->turn_number = (uint16_t)(1 + cn_stream_below(stream, 10));
    pub->three[pub->seat][CN_SUIT_HEARTS] = (uint8_t)cn_stream_below(stream, 3);
    if (cn_stream_below(stream, 3) > 0 && rules->packet_count > 0) {
        pub->packets[pub->seat] = rules->packet_count;
        pub->own_canasta[pub->seat] = 0;
    } else {
        pub->own_canasta[pub->seat] = 1;
    }
    unsigned answer = cn_stream_below(stream, 8);
    bool partner = cn_partner(rules, pub, pub->seat) != CN_SEAT_NONE &&
                   rules->p.ask_partner != CN_ASK_PARTNER_NONE && pub->packets[pub->seat] == 0;
    if (pub->phase == CN_PHASE_MELD && answer < 3 && answer > 0 && partner) {
        pub->turn.asked = 1;
        pub->turn.answer = (uint8_t)answer;
    }
    return state;
}

/* Returns how many masks had a dead end to refuse; `what` names the rules in a failure. */
static unsigned long long prove_rules(const cn_rules *rules, const char *what, unsigned positions,
                                      unsigned hand_max)
{
    cn_stream stream = cn_stream_make(table_seed(), 2, hand_max);
    search s = {.rules = rules};
    s.finish = calloc(1, sizeof *s.finish);
    s.visited = calloc(1, sizeof *s.visited);
    s.bound = calloc(1, sizeof *s.bound);
    assert_non_null(s.bound);
    assert_non_null(s.finish);
    assert_non_null(s.visited);
    for (unsigned i = 0; i < positions; i++) {
        turn_state state = random_state(rules, &stream, hand_max);
        if (state.hand.size == 0) continue;
        if (rules->p.stock_end == CN_STOCK_END_IMMEDIATE &&
            cn_public_stock_reach(rules, &state.pub) == 0)
            continue; /* P93: the hand was over before */
        bool draws = state.pub.phase == CN_PHASE_DRAW;
        if (!draws && !finishable(&s, &state)) continue; /* nobody can come here */
        compare_from(&s, &state);
    }
    print_message("%s %u %s: %llu masks, %llu of them with a dead end to refuse\n", rules->name,
                  rules->player_count, what, (unsigned long long)s.compared,
                  (unsigned long long)s.masks_with_refusal);
    free(s.finish);
    free(s.visited);
    free(s.bound);
    return s.masks_with_refusal;
}

static void prove_for(const char *name, unsigned players, const char *overrides, unsigned positions,
                      unsigned hand_max)
{
    const cn_rules rules = table_rules_for(name, overrides, players);
    assert_true(prove_rules(&rules, overrides, positions, hand_max) > 0);
}

static void prove(const char *name, const char *overrides, unsigned positions, unsigned hand_max)
{
    prove_for(name, 0, overrides, positions, hand_max);
}

/* Every rule set with every number of players it is made for. */
static void no_rule_set_has_dead_ends(void **state)
{
    (void)state;
    const char *only = getenv("CANASTA_RULES"); /* one rule set, when a fault is looked for */
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        if (only != NULL && strcmp(only, about.name) != 0) continue;
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++)
            if (about.own_counts >> players & 1)
                prove_for(about.name, players, "", table_effort(700), 6);
    }
}

/* Hands as long as at the table: openings, and the whole hand laid at once. */
static void long_hands_have_no_dead_ends(void **state)
{
    (void)state;
    prove("classic_pagat", "", table_effort(200), 12);
    prove("two_player", "", table_effort(200), 12);
    prove("classic_pagat", "canasta_size = 5", table_effort(200), 12);
}

static void house_rules_have_no_dead_ends(void **state)
{
    (void)state;
    const char *const overrides[] = {
        "min_exempt_concealed = never",
        "min_table = any:30, 0:45, 100:60, 200:75, 300:90, 400:105, 500:125; canasta_size = 5",
        ("min_exempt_concealed = never; canasta_size = 4; "
         "min_table = any:30, 0:45, 100:60, 200:75, 300:90, 400:105, 500:125"),
        "max_wilds = 1",
        "max_wilds = 2; canasta_size = 5; min_table = any:40, 0:80",
        "freeze_until_melded = no; canasta_size = 4",
        "out_canastas = 2; canasta_size = 5; black3_meld_min = 2; black3_meld_max = 3",
        "black3_meld = never; value_two = 60; value_joker = 5",
        "value_cards = K=5, 9=30, 4=15, X=10:100; min_table = any:55; canasta_size = 4",
        "empty_stock_take = forced_if_legal; min_table = any:120",
        "wild_ratio = wild_lt_natural; canasta_size = 5",
        "wild_ratio = wild_le_natural; max_wilds = 5; canasta_size = 6; min_table = any:40",
        "add_wild_to_canasta = no; canasta_size = 4; min_table = any:30, 0:60",
        "add_wild_to_canasta = no; wild_ratio = wild_lt_natural; canasta_size = 5; max_wilds = 6",
        "ask_binding = no; red3_in_pile = expose_and_replace; canasta_size = 5",
        "ask_timing = before_or_after_draw; canasta_size = 4; freeze_until_melded = no",
        "stock_refill = shuffle_pile; stock_end = immediate; draw_count = 2; canasta_size = 4",
        "stock_refill = add_pack; canasta_size = 4; out_canastas = 2; black3_meld_max = 0",
        ("stock_refill = turn_pile; ask_timing = before_or_after_draw; canasta_size = 4; "
         "empty_stock_take = forced_if_legal; ask_partner = required"),
        "red3_not_replaced = dealt,drawn; canasta_size = 4; ask_timing = before_or_after_draw",
        "red3_not_replaced = drawn; keep_cards = 2; canasta_size = 5; hold_one_three = yes",
        "pick_top = always; draw_count = 2; canasta_size = 4; freeze_wild = no",
        "pick_top = always; keep_cards = 0; float_by_meld = yes; canasta_size = 4",
        "pick_top = always; ask_timing = before_or_after_draw; canasta_size = 4",
        "draw_stepwise = may_stop; draw_count = 2; canasta_size = 4",
        ("pick_top = always; draw_stepwise = must; draw_count = 3; canasta_size = 4; "
         "ask_timing = before_or_after_draw"),
    };
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        prove("classic_pagat", overrides[i], table_effort(2500), 6);
}

/* Kinds of canastas that close, last cards that are melded or not, turns and packets that keep from
 * going out. */
static void club_rules_have_no_dead_ends(void **state)
{
    (void)state;
    const char *const rows[][2] = {
        {"classic_pagat", "mixed_canasta_takes = nothing; canasta_size = 4"},
        {"classic_pagat", "natural_canasta_takes = naturals; canasta_size = 4; max_wilds = 2"},
        {"samba",
         "natural_canasta_takes = wilds; mixed_canasta_takes = naturals; canasta_size = 4"},
        {"online", "natural_canasta_takes = nothing; canasta_size = 4"},
        {"samba", "meld_again_after_canasta = yes; canasta_size = 4; out_canastas = 1"},
        {"samba", "meld_again_after_canasta = yes; canasta_size = 4; add_natural_to_canasta = no"},
        {"online", "meld_again_after_canasta = yes; canasta_size = 4; out_needs = none"},
        {"classic_pagat", "meld_again_after_canasta = yes; same_rank_melds = many_never_merge; "
                          "canasta_size = 4; dead_rank = both_sides"},
        {"samba", "meld_again_after_canasta = natural; canasta_size = 4; out_canastas = 1; "
                  "max_wilds = 2; min_naturals = 1"},
        {"samba", "meld_again_after_canasta = natural; canasta_size = 4; out_canastas = 1; "
                  "natural_canasta_takes = wilds; mixed_canasta_takes = naturals"},
        {"samba", "meld_again_after_canasta = natural; canasta_size = 4; out_canastas = 2; "
                  "add_wild_to_canasta = no; swap_wild = own; swap_wild_canastas = yes"},
        {"classic_pagat", "meld_again_after_canasta = natural; same_rank_melds = many_never_merge; "
                          "canasta_size = 4; keep_cards = 0; wild_canasta = yes; wild_meld = yes"},
        {"classic_pagat", "wild_freeze_until = next_turn; canasta_size = 4"},
        {"classic_pagat", "black3_meld = as_rank; canasta_size = 4"},
        {"samba", "black3_meld = as_rank; black3_meld_wilds = yes; canasta_size = 4; "
                  "out_canastas = 1; add_natural_to_canasta = no"},
        {"classic_pagat", "black3_meld_hand = 3; canasta_size = 4; out_canastas = 0"},
        {"classic_pagat", "wilds_per_turn = 1; canasta_size = 5"},
        {"samba", "wilds_per_turn = 1; canasta_size = 5; out_canastas = 1"},
        {"hand_and_foot",
         "wilds_per_turn = 1; canasta_size = 5; out_canastas = 1; out_needs = none"},
        {"classic_pagat", "take_two_with_twos = of_colour; canasta_size = 4; decks = 1; "
                          "jokers_total = 0; hand_size = 7"},
        {"samba", "take_two_with_twos = any; canasta_size = 4; out_canastas = 1; "
                  "ask_timing = before_or_after_draw"},
        {"hand_and_foot", "take_two_with_twos = any; canasta_size = 4; out_canastas = 1; "
                          "out_needs = none"},
        {"online", "take_two_with_twos = any; take_amount = 2; keep_cards = 0; canasta_size = 4"},
        {"classic_pagat", "add_after_closing = next_turn; canasta_size = 4"},
        {"samba", "add_after_closing = next_turn; canasta_size = 4; out_canastas = 1"},
        {"online", "add_after_closing = next_turn; canasta_size = 4; out_canastas = 1; "
                   "wild_meld = yes; wild_canasta = yes; keep_cards = 0"},
        {"hand_and_foot", "add_after_closing = next_turn; canasta_size = 4; meld_max = 0; "
                          "add_natural_to_canasta = yes; add_wild_to_canasta = yes; "
                          "out_canastas = 1; out_needs = none"},
        {"classic_pagat", "add_after_closing = next_turn; black3_meld = as_rank; canasta_size = 4; "
                          "swap_wild = own; swap_wild_canastas = yes"},
        {"classic_pagat", "out_from_turn = 2; canasta_size = 4"},
        {"samba", "meld_from_turn = 2; canasta_size = 4; ask_timing = before_or_after_draw"},
        {"pennies", "meld_from_turn = 2; canasta_size = 4; out_canastas = 0; out_needs = none"},
        {"classic_pagat", "keep_cards = 0; float_by_meld = yes; canasta_size = 5"},
        {"samba", "keep_cards = 0; float_by_meld = yes; canasta_size = 5; ask_binding = yes"},
        {"modern_american", "keep_cards = 0; float_by_meld = yes; canasta_size = 5"},
        {"classic_pagat", "out_discard = never; canasta_size = 4"},
        {"classic_pagat", "out_discard = never; keep_cards = 0; canasta_size = 4"},
        {"classic_pagat", "last_turns = yes; canasta_size = 4"},
        {"classic_pagat", "min_exempt_hand_emptied = yes; canasta_size = 4; min_table = any:120"},
        {"hand_and_foot", "min_exempt_hand_emptied = yes; canasta_size = 4; out_canastas = 1; "
                          "out_needs = none; min_by_round = 120"},
        {"samba", "min_exempt_hand_emptied = yes; keep_cards = 0; float_by_meld = yes; "
                  "canasta_size = 5; min_table = any:150; initial_from_pile = yes"},
        {"classic_pagat", "last_turns = if_melded; canasta_size = 4; keep_cards = 0"},
        {"classic_pagat", "swap_wild = any; swap_wild_canastas = yes; canasta_size = 5"},
        {"classic_pagat", "swap_wild = own; out_needs = mixed; canasta_size = 4; keep_cards = 2"},
        {"classic_pagat", "swap_wild = any; dead_rank = both_sides; canasta_size = 4"},
        {"samba", "swap_wild = any; swap_wild_canastas = yes; canasta_size = 5; out_canastas = 1"},
        {"modern_american", "swap_wild = own; swap_wild_canastas = yes; canasta_size = 4"},
        {"classic_pagat", "swap_wild = others; swap_wild_unopened = yes; canasta_size = 5"},
        {"samba", "swap_wild = any; swap_wild_unopened = yes; hold_one_three = yes; "
                  "canasta_size = 5; out_canastas = 1; keep_cards = 2"},
        {"hand_and_foot", "reserve_entry = by_discard; canasta_size = 5; ask_partner = none"},
        {"pennies", "reserve_packets = 3; red3_not_replaced = packet; canasta_size = 4"},
        {"missy", "reserve_packets = 4, 3; red3_not_replaced = packet; keep_cards = 2; "
                  "black3_meld = never"},
        {"missy", "reserve_packets = 4, 3; reserve_left_out = 0, 1, 2; canasta_size = 4"},
        {"hand_and_foot",
         "out_with_packet = yes; out_canastas = 1; out_needs = none; canasta_size = 5"},
        {"missy", "out_with_packet = yes; canasta_size = 4; ask_timing = before_or_after_draw"},
        {"classic_pagat", "out_with_threes = yes; threes_mode = penalty_only; canasta_size = 4; "
                          "black3_meld = never; discard_threes = all"},
        {"samba", "out_with_threes = yes; threes_mode = penalty_only; canasta_size = 4; "
                  "black3_meld = never; out_discard = required; discard_threes = all"},
        {"hand_and_foot", "out_with_threes = yes; out_canastas = 1; out_needs = none; "
                          "canasta_size = 5; discard_threes = none; keep_cards = 0"},
        {"classic_pagat", "take_with = new_meld; canasta_size = 4"},
        {"classic_pagat", "take_with = new_meld; canasta_size = 4; freeze_until_melded = no; "
                          "ask_timing = before_or_after_draw; add_natural_to_canasta = no"},
        {"samba", "take_with = new_meld; same_rank_melds = many_never_merge; canasta_size = 5; "
                  "out_canastas = 1; initial_from_pile = yes; freeze_until_melded = no"},
        {"modern_american", "take_with = new_meld; canasta_size = 4; initial_from_pile = yes"},
        {"samba", "take_with = new_meld; same_rank_melds = many_never_merge; canasta_size = 5; "
                  "out_canastas = 1; initial_from_pile = yes; freeze_until_melded = no; "
                  "sequence_wilds = 2"},
        {"samba", "take_with = new_meld; same_rank_melds = many_never_merge; canasta_size = 6; "
                  "out_canastas = 1; initial_from_pile = yes; freeze_until_melded = no; "
                  "sequence_wilds = 4; wild_ratio = wild_le_natural"},
        {"hand_and_foot", "take_with = new_meld; canasta_size = 5; out_canastas = 1; "
                          "out_needs = none; freeze_until_melded = no"},
        {"classic_pagat", "take_with = any_card; canasta_size = 4; freeze_until_melded = no"},
        {"classic_pagat", "take_with = any_card; canasta_size = 5; freeze_until_melded = no; "
                          "meld_again_after_canasta = yes; same_rank_melds = many_never_merge; "
                          "ask_timing = before_or_after_draw"},
        {"hand_and_foot", "take_with = any_card; canasta_size = 5; out_canastas = 1; "
                          "out_needs = none; keep_cards = 0; float_by_meld = yes"},
        {"modern_american", "take_with = any_card; canasta_size = 4; freeze_until_melded = no; "
                            "initial_from_pile = yes"},
        {"classic_pagat", "take_with = any_card; canasta_size = 4; hold_one_three = yes; "
                          "freeze_until_melded = no; empty_stock_take = forced_if_legal"},
        {"classic_pagat", "take_with = new_meld; canasta_size = 4; swap_wild = any; "
                          "black3_meld = as_rank; min_exempt_hand_emptied = yes"},
        {"hand_and_foot",
         "out_after_partners_packets = yes; out_canastas = 1; out_needs = none; canasta_size = 5"},
        {"samba", "sequence_wilds = 2; canasta_size = 5; out_canastas = 1"},
        {"samba", "sequence_wilds = 2; canasta_size = 5; out_canastas = 1; min_naturals = 1; "
                  "same_rank_melds = one_merged"},
        {"samba", "sequence_wilds = 3; wild_ratio = wild_lt_natural; canasta_size = 5; "
                  "out_canastas = 1; add_natural_to_canasta = no; sequence_max = 5"},
        {"samba", "sequence_wilds = 2; add_wild_to_canasta = no; canasta_size = 4; "
                  "out_canastas = 1; same_rank_melds = many_may_merge"},
        {"bolivia", "sequence_wilds = 2; wild_meld_locks_wilds = wild_meld; canasta_size = 5; "
                    "sequence_extend_going_out = yes; out_canastas = 1; out_needs = none"},
        {"italian", "sequence_wilds = 2; canasta_size = 4; out_canastas = 0"},
        {"brazilian", "sequence_wilds = 2; canasta_size = 4; out_canastas = 1; out_needs = mixed; "
                      "initial_no_mixed_canasta = yes; min_counts_bonuses = yes"},
        {"home_2x2", "canasta_size = 4; meld_max = 0; sequence_max = 8; "
                     "wild_ratio = wild_lt_natural"},
        {"samba", "swap_wild = any; swap_wild_canastas = yes; sequence_wilds = 2; "
                  "canasta_size = 5; out_canastas = 1"},
        {"samba", "sequence_wilds = 1; wilds_per_turn = 1; canasta_size = 5; out_canastas = 1; "
                  "keep_cards = 0; min_exempt_concealed = always"},
        {"classic_pagat", "out_needs = natural:2,mixed; out_canastas = 0; canasta_size = 4"},
        {"samba", "out_needs = sequence:2; canasta_size = 4"},
        {"hand_and_foot", "wild_canasta_counts = natural; out_needs = natural:2; out_canastas = 0; "
                          "canasta_size = 5; ask_partner = none"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        prove(rows[i][0], rows[i][1], table_effort(800), 6);
}

/* What may be laid, joined or drawn only after the opening; several melds of a rank where canastas
 * close; red threes that come with the pile. */
static void what_follows_an_opening_has_no_dead_ends(void **state)
{
    (void)state;
    const char *const rows[][2] = {
        {"pennies", "canasta_size = 4; out_canastas = 0; out_needs = none"},
        {"classic_pagat", "initial_needs_pure = pure_triple; canasta_size = 5; out_canastas = 0"},
        {"classic_pagat", "hold_one_three = yes; canasta_size = 4; out_canastas = 0"},
        {"classic_pagat", "hold_one_three = yes; canasta_size = 4; keep_cards = 2"},
        {"samba", "hold_one_three = yes; canasta_size = 4; out_canastas = 0"},
        {"samba", "canasta_size = 5; out_canastas = 1"},
        {"samba", "value_cards = T=30, 5=25, 9=0; canasta_size = 5; out_canastas = 1"},
        {"samba", "add_natural_to_canasta = no; canasta_size = 5; out_canastas = 1"},
        {"samba", "dead_rank = both_sides; canasta_size = 5; out_canastas = 1"},
        {"mexicana", "canasta_size = 4"},
        {"mexicana", "canasta_size = 4; out_canastas = 1; out_needs_red3_per_canasta = no"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        prove(rows[i][0], rows[i][1], table_effort(2000), 6);
}

/* Each parameter with two other values, the rest as `base` has it. */
static void prove_each_parameter(const char *name, const cn_rules *base, cn_stream *stream)
{
    enum { VALUES = 2 };
    for (unsigned param = 0; param < CN_PARAM_COUNT * VALUES; param++) {
        char text[CN_PARAM_TEXT_MAX];
        cn_params params = base->p;
        cn_rules rules;
        cn_text_error error;
        cn_house_draw_value(&params, param / VALUES, stream);
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_param(&writer, &params, cn_param_name(param / VALUES));
        if (cn_rules_make(&rules, name, &params, base->player_count, &error))
            prove_rules(&rules, text, table_effort(30), 5);
    }
}

/* Every parameter by itself, whatever rule sets there are: a place that was not told of a new one
 * shows here. Near the end, where canastas are small and none is needed, most rules are met. */
static void no_parameter_by_itself_makes_dead_ends(void **state)
{
    (void)state;
    const char *const bases[][2] = {
        {"classic_pagat", ""},
        {"classic_pagat", "canasta_size = 5"},
        {"classic_pagat", "out_canastas = 0"},
        {"classic_pagat", "canasta_size = 5; out_canastas = 0"},
        {"samba", ""},
        {"samba", "canasta_size = 5; out_canastas = 0"},
        {"samba", "canasta_size = 5; out_canastas = 1"},
        {"hand_and_foot", ""},
        {"hand_and_foot", "canasta_size = 5; out_canastas = 1; out_needs = none"},
    };
    cn_stream stream = cn_stream_make(table_seed(), 3, 0);
    for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        const cn_rules base = table_rules(bases[i][0], bases[i][1]);
        prove_each_parameter(bases[i][0], &base, &stream);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rule_set_has_dead_ends),
        cmocka_unit_test(long_hands_have_no_dead_ends),
        cmocka_unit_test(house_rules_have_no_dead_ends),
        cmocka_unit_test(club_rules_have_no_dead_ends),
        cmocka_unit_test(what_follows_an_opening_has_no_dead_ends),
        cmocka_unit_test(no_parameter_by_itself_makes_dead_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
