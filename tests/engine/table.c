/* A table for tests. Not here: claims. Invariant: the same seed plays the same game. */
#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/invariant.h"
#include "text/cards/play_text.h"
#include "text/rules/rules_text.h"

uint64_t table_seed(void)
{
    const char *text = getenv("CANASTA_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 20261120;
}

unsigned table_effort(unsigned base)
{
    const char *text = getenv("CANASTA_EFFORT");
    unsigned long times = text != NULL ? strtoul(text, NULL, 10) : 1;
    return base * (unsigned)(times > 0 ? times : 1);
}

cn_rules table_rules_for(const char *name, const char *overrides, unsigned players)
{
    cn_text_error error = {0};
    cn_rules rules;
    if (!cn_rules_load(&rules, name, overrides, players, &error))
        fail_msg("%s for %u: %s", name, players, error.message);
    return rules;
}

cn_rules table_rules(const char *name, const char *overrides)
{
    return table_rules_for(name, overrides, 0);
}

static void check(const table *t)
{
    const char *wrong = cn_game_check(&t->game, &t->rules);
    if (wrong != NULL) fail_msg("seed %llu: %s", (unsigned long long)table_seed(), wrong);
    for (unsigned seat = 0; seat < t->rules.seat_count; seat++) {
        wrong = cn_view_check(&t->view[seat], &t->game, &t->rules);
        if (wrong != NULL)
            fail_msg("seed %llu seat %u: %s", (unsigned long long)table_seed(), seat, wrong);
    }
}

static void tell(table *t, const cn_event *event)
{
    for (unsigned seat = 0; seat < t->rules.seat_count; seat++) {
        cn_event seen = cn_event_for(&t->rules, event, seat);
        cn_view copy;
        memset(&copy, 0x5a, sizeof copy);
        cn_view_copy(&copy, &t->view[seat], &t->rules);
        if (cn_view_hash(&copy, &t->rules) != cn_view_hash(&t->view[seat], &t->rules))
            fail_msg("seed %llu: a copied view differs", (unsigned long long)table_seed());
        if (!cn_view_apply(&t->view[seat], &t->rules, &seen))
            fail_msg("seed %llu: seat %u refuses event %u step %u",
                     (unsigned long long)table_seed(), seat, event->kind,
                     event->u.step.step.number);
    }
    check(t);
}

void table_start(table *t, const cn_rules *rules, uint64_t seed)
{
    t->rules = *rules;
    t->record = NULL;
    t->stream = cn_stream_make(table_seed(), 1, seed);
    unsigned dealer = cn_stream_below(&t->stream, rules->seat_count);
    cn_game_start(&t->game, &t->rules, dealer);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&t->view[seat], &t->rules, seat, dealer, 0, NULL);
}

void table_deal(table *t)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event event;
    cn_deck_sorted(&t->rules, deck);
    cn_shuffle(deck, t->rules.deck_size, &t->stream);
    cn_game_deal(&t->game, &t->rules, deck, &event);
    if (t->record != NULL) cn_record_deal(t->record, &t->game);
    tell(t, &event);
}

cn_reason table_apply(table *t, cn_step step, cn_event *event)
{
    cn_game unheard; /* the same without an event (at_once.c), on a copy over other contents */
    memset(&unheard, 0x5a, sizeof unheard);
    cn_game_copy(&unheard, &t->game, &t->rules);
    const cn_reason reason = cn_game_apply(&t->game, &t->rules, step, event);
    if (reason.code != CN_OK) return reason;
    cn_game_apply_legal(&unheard, &t->rules, step, NULL);
    if (cn_game_hash(&unheard, &t->rules) != cn_game_hash(&t->game, &t->rules))
        fail_msg("seed %llu: step %u makes another state without an event",
                 (unsigned long long)table_seed(), step.number);
    return reason;
}

void table_step(table *t, cn_step step)
{
    cn_event event;
    const cn_reason reason = table_apply(t, step, &event);
    if (reason.code != CN_OK)
        fail_msg("seed %llu: step %u refused: %s", (unsigned long long)table_seed(), step.number,
                 cn_reason_name(reason.code));
    if (t->record != NULL) cn_record_step(t->record, event.seat, event.u.step.step);
    tell(t, &event);
}

static cn_card random_card(table *t, unsigned kind)
{
    const cn_cards *hand = &t->game.hand[t->game.pub.seat];
    cn_card all[CN_DECK_CARDS_MAX], fitting[CN_DECK_CARDS_MAX];
    unsigned count = cn_cards_list(hand, all), fits = 0;
    for (unsigned i = 0; i < count; i++)
        if (cn_card_kind(all[i]) == kind) fitting[fits++] = all[i];
    assert_true(fits > 0);
    return fitting[cn_stream_below(&t->stream, fits)];
}

cn_step table_random_step(table *t)
{
    const cn_public *pub = &t->game.pub;
    cn_mask legal = cn_legal(&t->rules, pub, &t->game.hand[pub->seat]);
    unsigned count = cn_mask_count(&legal);
    unsigned number = cn_mask_nth(&legal, cn_stream_below(&t->stream, count));
    cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    bool lay = cn_step_is_lay(number) && !cn_step_is_sequence(number);
    if (lay || cn_step_is_discard(number)) step.card[0] = random_card(t, cn_step_kind(number));
    if (number == CN_STEP_TAKE_PAIR && cn_stream_below(&t->stream, 2))
        step.card[0] = random_card(t, cn_card_kind(cn_public_top(pub)));
    /* S26: not every suit may leave too little for a sequence. */
    const cn_cards *hand = &t->game.hand[pub->seat];
    if (t->rules.p.sequences && !cn_legal_step(&t->rules, pub, hand, step))
        step.card[0] = CN_CARD_NONE;
    return step;
}

void table_score(table *t)
{
    cn_event event;
    cn_score scores[CN_SIDES_MAX];
    cn_game_score(&t->game, &t->rules, scores, &event);
    if (t->record != NULL) cn_record_score(t->record, &t->game, scores);
    tell(t, &event);
}

void table_play_hand(table *t)
{
    while (t->game.pub.phase != CN_PHASE_HAND_END) table_step(t, table_random_step(t));
}

static unsigned parse_cards(const char *text, cn_card *cards)
{
    size_t bad;
    int count = cn_cards_parse(text, strlen(text), cards, CN_DECK_CARDS_MAX, &bad);
    if (count < 0) fail_msg("bad cards %s at %u", text, (unsigned)bad);
    return (unsigned)count;
}

static void use(uint8_t *left, cn_card card)
{
    if (left[card] == 0) fail_msg("card %u is used too often", card);
    left[card]--;
}

void table_deal_cards(table *t, const char *const *hands, const char *rest)
{
    const cn_rules *rules = &t->rules;
    cn_card deck[CN_DECK_CARDS_MAX], cards[CN_DECK_CARDS_MAX];
    uint8_t left[CN_FACES] = {0};
    cn_deck_sorted(rules, deck);
    for (unsigned i = 0; i < rules->deck_size; i++) left[deck[i]]++;
    unsigned dealer =
        t->game.pub.hand_number == 0 ? t->game.pub.dealer : cn_next_seat(rules, t->game.pub.dealer);
    unsigned seat = dealer, n = rules->seat_count;
    const unsigned size = cn_hand_size(rules, t->game.pub.hand_number + 1U);
    for (unsigned i = 0; i < n; i++) {
        seat = cn_next_seat(rules, seat);
        assert_int_equal(parse_cards(hands[seat], cards), size);
        for (unsigned round = 0; round < size; round++) {
            deck[round * n + i] = cards[round];
            use(left, cards[round]);
        }
    }
    unsigned count = n * size;
    unsigned more = parse_cards(rest, cards);
    for (unsigned i = 0; i < more; i++) {
        deck[count++] = cards[i];
        use(left, cards[i]);
    }
    for (cn_card card = 0; card < CN_FACES; card++)
        for (; left[card] > 0; left[card]--) deck[count++] = card;
    cn_event event;
    cn_game_deal(&t->game, rules, deck, &event);
    tell(t, &event);
}

static cn_play parse_play(const char *text)
{
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    if (cn_play_parse(text, strlen(text), 1, &play, &shape, &error) != CN_PLAY_OK)
        fail_msg("play %s: %s", text, error.message);
    return play;
}

void table_play(table *t, const char *text)
{
    cn_play play = parse_play(text);
    for (unsigned i = 0; i < play.count; i++) table_step(t, play.step[i]);
}

cn_reason table_judge(const table *t, const char *text)
{
    cn_play play = parse_play(text);
    const cn_public *pub = &t->game.pub;
    return cn_judge_play(&t->rules, pub, &t->game.hand[pub->seat], play.step, play.count, NULL);
}
