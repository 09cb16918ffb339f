/* Players know what their seat may know: hidden cards dealt anew change nothing, and a harness that
 * says so finds every projection and player that knows more.
 * Not here: the 10,000 positions of ./check (`canasta bench --honest`).
 * Invariant: what fails is named by rule set, seed and game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lab/honest/honest.h"
#include "text/rules/rules_text.h"

enum { POSITIONS_EACH = 12, POSITIONS_OF_A_CHEAT = 60 };

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/* Every rule set with every number of players it has values for. */
static void for_each_table(void (*visit)(const cn_rules *rules, const void *context),
                           const void *context)
{
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
            cn_rules rules;
            if ((about.player_counts >> count & 1) == 0 || about.form[count][0] != '\0') continue;
            assert_true(cn_rules_load(&rules, about.name, "", count, NULL));
            visit(&rules, context);
        }
    }
}

static cn_honest try_table(const cn_honest_trial *trial, const cn_rules *rules, uint64_t positions)
{
    const uint64_t seed = from_environment("CANASTA_SEED", 1);
    cn_honest honest = {0};
    while (honest.positions < positions && cn_honest_faults(&honest) == 0)
        cn_honest_game(trial, rules, seed, positions, &honest);
    return honest;
}

static void notices_nothing(const cn_rules *rules, const void *context)
{
    const uint64_t effort = from_environment("CANASTA_EFFORT", 1);
    const cn_honest honest = try_table(context, rules, POSITIONS_EACH * effort);
    if (cn_honest_faults(&honest) > 0)
        print_error("%s, %u players: game %u of seed %u\n", rules->name, rules->player_count,
                    (unsigned)honest.bad_game, (unsigned)from_environment("CANASTA_SEED", 1));
    assert_int_equal(cn_honest_faults(&honest), 0);
    assert_true(honest.moved >= CN_HONEST_MOVED_MIN * honest.positions);
    assert_true(honest.in_hands >= CN_HONEST_IN_HANDS_MIN * honest.positions);
}

static void no_player_notices_that_hidden_cards_have_changed_places(void **state)
{
    (void)state;
    const cn_honest_trial usual = cn_honest_usual();
    for_each_table(notices_nothing, &usual);
}

static void the_other_decks_are_far_from_the_dealt_one(void **state)
{
    (void)state;
    const cn_honest_trial usual = cn_honest_usual();
    cn_rules rules;
    assert_true(cn_rules_load(&rules, "classic_pagat", "", 4, NULL));
    const cn_honest honest = try_table(&usual, &rules, 200);
    assert_int_equal(honest.positions, 200);
    assert_true(honest.moved / honest.positions >= 30);
    assert_true(honest.in_hands / honest.positions >= 8);
}

/* The hands of others are in the event, though marked as not given. */
static cn_event with_hands(const cn_rules *rules, const cn_event *event, unsigned seat)
{
    cn_event seen = cn_event_for(rules, event, seat);
    if (event->kind == CN_EVENT_DEAL)
        for (unsigned i = 0; i < rules->seat_count; i++)
            seen.u.deal.hand[i] = event->u.deal.hand[i];
    return seen;
}

static cn_event with_draws(const cn_rules *rules, const cn_event *event, unsigned seat)
{
    cn_event seen = cn_event_for(rules, event, seat);
    if (event->kind == CN_EVENT_STEP) seen.u.step.drawn = event->u.step.drawn;
    return seen;
}

static void tells_hands(const cn_rules *rules, const void *context)
{
    const cn_honest honest = try_table(context, rules, POSITIONS_OF_A_CHEAT);
    assert_true(honest.unlike_events > 0);
}

static void an_event_that_holds_other_hands_is_found(void **state)
{
    (void)state;
    const cn_honest_trial leaky = {.players = cn_players, .project = with_hands};
    for_each_table(tells_hands, &leaky);
}

static void tells_draws(const cn_rules *rules, const void *context)
{
    const cn_honest honest = try_table(context, rules, POSITIONS_OF_A_CHEAT);
    assert_true(honest.deaf > 0);
}

static void an_event_that_shows_draws_of_others_is_found(void **state)
{
    (void)state;
    const cn_honest_trial leaky = {.players = cn_players, .project = with_draws};
    for_each_table(tells_draws, &leaky);
}

/* The game lies behind the view that the harness hands out, for a player who reaches that far. */
static const cn_game *behind(const cn_view *view)
{
    return &((const cn_honest_world *)(const void *)view)->game;
}

static cn_step choose_by(const cn_view *view, const cn_rules *rules, uint64_t secret)
{
    cn_stream stream = cn_stream_make(secret, 0, 0);
    return cn_player_random.choose(view, rules, &stream);
}

static cn_step choose_by_stock(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    const cn_game *game = behind(view);
    (void)stream;
    return choose_by(view, rules, game->pub.stock_count > 0 ? game->deck[game->deck_next] : 0);
}

static cn_step choose_by_next_hand(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    (void)stream;
    return choose_by(view, rules, behind(view)->hand[cn_next_seat(rules, view->seat)].suits[5]);
}

/* Reads nothing that is hidden, but is not the same player twice. */
static cn_step choose_by_count(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    static uint64_t calls;
    (void)stream;
    return choose_by(view, rules, calls++);
}

static cn_step choose_by_view(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    (void)stream;
    return choose_by(view, rules, cn_view_hash(view, rules));
}

static void chooses_unlike(const cn_rules *rules, const void *context)
{
    const cn_honest_trial *trial = context;
    const cn_honest honest = try_table(trial, rules, POSITIONS_OF_A_CHEAT);
    assert_true(honest.unlike_turns > 0);
    assert_ptr_equal(honest.who, trial->players[1]->name);
    assert_int_equal(cn_honest_faults(&honest), honest.unlike_turns);
}

static void assert_found(const cn_player *cheat)
{
    const cn_player *const players[] = {&cn_player_random, cheat, NULL};
    const cn_honest_trial trial = {.players = players, .project = cn_event_for};
    for_each_table(chooses_unlike, &trial);
}

static void a_player_who_knows_the_next_card_is_found(void **state)
{
    (void)state;
    const cn_player cheat = {.name = "next card", .choose = choose_by_stock};
    assert_found(&cheat);
}

static void a_player_who_looks_into_the_next_hand_is_found(void **state)
{
    (void)state;
    const cn_player cheat = {.name = "next hand", .choose = choose_by_next_hand};
    assert_found(&cheat);
}

static void a_player_who_keeps_something_between_calls_is_found(void **state)
{
    (void)state;
    const cn_player cheat = {.name = "count", .choose = choose_by_count};
    assert_found(&cheat);
}

static void a_player_who_uses_all_of_its_view_is_not_accused(void **state)
{
    (void)state;
    const cn_player honest = {.name = "view", .choose = choose_by_view};
    const cn_player *const players[] = {&honest, NULL};
    const cn_honest_trial trial = {.players = players, .project = cn_event_for};
    for_each_table(notices_nothing, &trial);
}

static void a_table_where_nothing_seems_hidden_is_a_fault(void **state)
{
    (void)state;
    assert_int_equal(cn_honest_faults(&(cn_honest){.positions = 800, .certain = 120}), 0);
    assert_int_equal(cn_honest_faults(&(cn_honest){.positions = 800, .certain = 121}), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_player_notices_that_hidden_cards_have_changed_places),
        cmocka_unit_test(the_other_decks_are_far_from_the_dealt_one),
        cmocka_unit_test(an_event_that_holds_other_hands_is_found),
        cmocka_unit_test(an_event_that_shows_draws_of_others_is_found),
        cmocka_unit_test(a_player_who_knows_the_next_card_is_found),
        cmocka_unit_test(a_player_who_looks_into_the_next_hand_is_found),
        cmocka_unit_test(a_player_who_keeps_something_between_calls_is_found),
        cmocka_unit_test(a_player_who_uses_all_of_its_view_is_not_accused),
        cmocka_unit_test(a_table_where_nothing_seems_hidden_is_a_fault),
    };
    return cmocka_run_group_tests_name("honest", tests, NULL, NULL);
}
