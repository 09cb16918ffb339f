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

#include "engine/apply.h"
#include "table.h"
#include "text/card_text.h"

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
    memo *visited; /* compared already? */
    uint64_t compared, masks_with_refusal;
} search;

static uint64_t state_key(const search *s, const turn_state *state)
{
    uint64_t key = cn_public_hash(&state->pub, s->rules);
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        key = (key ^ state->hand.kind[kind]) * UINT64_C(0x9e3779b97f4a7c15) + (key >> 29);
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

/* P81: what must hold when the hand is empty. Reads only the table. */
static bool out_is_allowed(const search *s, const turn_state *state)
{
    const cn_public *pub = &state->pub;
    const cn_side *side = &pub->side[s->rules->side_of[pub->asker]];
    if (pub->turn.open_meld != CN_NO_MELD || pub->turn.answer == CN_ANSWER_NO) return false;
    return cn_side_canastas(s->rules, side) >= (unsigned)s->rules->p.out_canastas;
}

static bool finishable(search *s, const turn_state *state);

static bool finishable_after(search *s, const turn_state *state, unsigned number)
{
    turn_state after = *state;
    cn_try_step(s->rules, &after.pub, &after.hand,
                cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
    if (after.pub.phase == CN_PHASE_HAND_END) return out_is_allowed(s, &after);
    if (after.pub.phase == CN_PHASE_DRAW) return true; /* the next seat's turn */
    return finishable(s, &after);
}

static bool search_finish(search *s, const turn_state *state)
{
    for (unsigned number = CN_STEP_OPEN; number < CN_STEPS; number++) {
        if (number == CN_STEP_ASK) continue; /* never opens a way that was closed */
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

/* P134: going out must be possible after a yes, and a finish without it after a no. */
static bool ask_allowed(search *s, const turn_state *state)
{
    turn_state yes = *state, no = *state;
    const cn_turn *turn = &state->pub.turn;
    if (s->rules->p.ask_partner == CN_ASK_PARTNER_NONE || turn->asked || turn->laid_beyond)
        return false;
    if (turn->staging || turn->open_meld != CN_NO_MELD) return false;
    yes.pub.turn.asked = no.pub.turn.asked = 1;
    yes.pub.turn.answer = CN_ANSWER_YES;
    no.pub.turn.answer = CN_ANSWER_NO;
    return finishable(s, &yes) && finishable(s, &no);
}

static bool expected(search *s, const turn_state *state, unsigned number)
{
    if (number == CN_STEP_ASK) return state->pub.phase == CN_PHASE_MELD && ask_allowed(s, state);
    if (number == CN_STEP_DRAW) return cn_possible(s->rules, &state->pub, &state->hand, number);
    return cn_possible(s->rules, &state->pub, &state->hand, number) &&
           finishable_after(s, state, number);
}

static void describe(const search *s, const turn_state *state, unsigned number, bool wanted)
{
    char text[1024];
    cn_writer w = cn_writer_make(text, sizeof text);
    cn_write_hand(&w, &state->hand);
    const cn_side *side = &state->pub.side[s->rules->side_of[state->pub.asker]];
    fprintf(stderr, "seed %llu: step %u should be %s\n  hand %s, total %d, phase %u, pile %u\n",
            (unsigned long long)table_seed(), number, wanted ? "legal" : "illegal", text,
            side->total_points, state->pub.phase, state->pub.pile_count);
    for (unsigned i = 0; i < side->meld_count; i++)
        fprintf(stderr, "  meld of %c: %u naturals %u twos %u jokers\n",
                cn_kind_letter(side->meld[i].rank), side->meld[i].naturals, side->meld[i].twos,
                side->meld[i].jokers);
    const cn_turn *turn = &state->pub.turn;
    fprintf(stderr, "  staging %u took %u open %u answer %u black3 %u\n", turn->staging, turn->took,
            turn->open_meld, turn->answer, turn->laid_black3);
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
        cn_try_step(s->rules, &after.pub, &after.hand,
                    cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
        if (after.pub.phase == CN_PHASE_MELD) compare_from(s, &after);
    }
}

/* Cards for one position, dealt from a deck shortened to few ranks so that melds abound. */
typedef struct source {
    cn_card card[CN_DECK_CARDS_MAX];
    unsigned count;
} source;

static source few_ranks(const cn_rules *rules, cn_stream *stream)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    source from = {{0}, 0};
    unsigned ranks = 0;
    unsigned wanted = 2 + cn_stream_below(stream, 3);
    for (unsigned i = 0; i < wanted; i++) ranks |= 1U << cn_stream_below(stream, CN_RANKS);
    cn_deck_sorted(rules, deck);
    for (unsigned i = 0; i < rules->deck_size; i++) {
        uint8_t kind = cn_card_kind(deck[i]);
        bool keep = kind < CN_RANKS ? ranks >> kind & 1 : kind != CN_KIND_RED3;
        if (cn_kind_is_wild(kind) && cn_stream_below(stream, 2)) keep = false;
        if (keep) from.card[from.count++] = deck[i];
    }
    cn_shuffle(from.card, from.count, stream);
    return from;
}

static void make_meld(cn_side *side, source *from, cn_stream *stream, unsigned max_wilds)
{
    unsigned rank = CN_KIND_NONE, naturals = 2 + cn_stream_below(stream, 5);
    cn_meld meld = {0};
    for (unsigned i = 0; i < from->count;) {
        uint8_t kind = cn_card_kind(from->card[i]);
        bool natural = kind < CN_RANKS && (rank == CN_KIND_NONE || kind == rank) &&
                       meld.naturals < naturals &&
                       (rank != CN_KIND_NONE || cn_side_find_meld(side, kind) == CN_NO_MELD);
        bool wild = cn_kind_is_wild(kind) && cn_meld_wilds(&meld) < max_wilds &&
                    cn_stream_below(stream, 3) == 0;
        if (!natural && !wild) {
            i++;
            continue;
        }
        unsigned suit = 1U << (4 * cn_card_suit(from->card[i]));
        if (natural) {
            rank = kind;
            meld.naturals++;
            meld.natural_suits = (uint16_t)(meld.natural_suits + suit);
        } else if (kind == CN_KIND_TWO) {
            meld.twos++;
            meld.two_suits = (uint16_t)(meld.two_suits + suit);
        } else {
            meld.jokers++;
        }
        from->card[i] = from->card[--from->count];
    }
    meld.rank = (uint8_t)rank;
    if (rank != CN_KIND_NONE && meld.naturals >= 2 && cn_meld_size(&meld) >= 3)
        side->meld[side->meld_count++] = meld;
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
    cn_side *side = &pub->side[rules->side_of[pub->seat]];
    side->total_points = (int32_t)cn_stream_below(stream, 2)
                             ? (int32_t)cn_stream_below(stream, 4) * 1400 - 1400
                             : (int32_t)cn_stream_below(stream, 8) * 100 - 100;
    unsigned melds = cn_stream_below(stream, 2) ? cn_stream_below(stream, 4) : 0;
    for (unsigned i = 0; i < melds; i++)
        make_meld(side, &from, stream, (unsigned)rules->p.max_wilds);
    pub->phase = cn_stream_below(stream, 2) ? CN_PHASE_DRAW : CN_PHASE_MELD;
    pub->turn.first_meld = side->meld_count;
    unsigned hand_count = 1 + cn_stream_below(stream, hand_max);
    if (pub->phase == CN_PHASE_MELD && hand_count < 2) hand_count = 2;
    for (unsigned i = 0; i < hand_count && from.count > 0; i++)
        cn_cards_add(&state.hand, from.card[--from.count]);
    pub->hand_count[pub->seat] = state.hand.size;
    pub->stock_count = (uint8_t)cn_stream_below(stream, 2);
    unsigned pile = cn_stream_below(stream, 4);
    for (unsigned i = 0; i < pile && from.count > 0; i++) {
        if (i + 1 == pile && cn_stream_below(stream, 2)) offer_a_take(&from, &state.hand);
        pub->pile[pub->pile_count++] = from.card[--from.count];
    }
    if (pile > 1 && cn_stream_below(stream, 4) == 0)
        pub->pile[0] = cn_card_make(CN_ROW_THREES, CN_SUIT_HEARTS);
    pub->pile_frozen = cn_stream_below(stream, 4) == 0;
    unsigned answer = cn_stream_below(stream, 8);
    if (pub->phase == CN_PHASE_MELD && answer < 3 && answer > 0) {
        pub->turn.asked = 1;
        pub->turn.answer = (uint8_t)answer;
    }
    return state;
}

static void prove(const char *name, const char *overrides, unsigned positions, unsigned hand_max)
{
    cn_rules rules = table_rules(name, overrides);
    cn_stream stream = cn_stream_make(table_seed(), 2, hand_max);
    search s = {.rules = &rules};
    s.finish = calloc(1, sizeof *s.finish);
    s.visited = calloc(1, sizeof *s.visited);
    assert_non_null(s.finish);
    assert_non_null(s.visited);
    for (unsigned i = 0; i < positions; i++) {
        turn_state state = random_state(&rules, &stream, hand_max);
        if (state.hand.size == 0) continue;
        bool draws = state.pub.phase == CN_PHASE_DRAW;
        if (!draws && !finishable(&s, &state)) continue; /* nobody can come here */
        compare_from(&s, &state);
    }
    print_message("%s %s: %llu masks, %llu of them with a dead end to refuse\n", name, overrides,
                  (unsigned long long)s.compared, (unsigned long long)s.masks_with_refusal);
    assert_true(s.masks_with_refusal > 0);
    free(s.finish);
    free(s.visited);
}

static void classic_pagat_has_no_dead_ends(void **state)
{
    (void)state;
    prove("classic_pagat", "", table_effort(10000), 7);
}

static void two_player_has_no_dead_ends(void **state)
{
    (void)state;
    prove("two_player", "", table_effort(10000), 7);
}

/* Hands as long as at the table: openings, and the whole hand laid at once. */
static void long_hands_have_no_dead_ends(void **state)
{
    (void)state;
    prove("classic_pagat", "", table_effort(300), 12);
    prove("two_player", "", table_effort(300), 12);
    prove("classic_pagat", "canasta_size = 5", table_effort(300), 12);
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
        "empty_stock_take = forced_if_legal; min_table = any:120",
    };
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        prove("classic_pagat", overrides[i], table_effort(8000), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_pagat_has_no_dead_ends),
        cmocka_unit_test(two_player_has_no_dead_ends),
        cmocka_unit_test(long_hands_have_no_dead_ends),
        cmocka_unit_test(house_rules_have_no_dead_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
