/* What holds for every player: legal steps with named cards in any game, and `random` is uniform.
 * Not here: what the racer decides. Invariant: every game comes from a seed told by its number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/tables/table.h"
#include "seat.h"
#include "text/rules/rules_text.h"

static void assert_cards_named(const cn_view *view, cn_step step)
{
    const unsigned top = cn_card_kind(cn_public_top(&view->pub));
    unsigned first = cn_step_kind(step.number), second = CN_KIND_NONE;
    if (cn_step_is_take(step.number) && step.number != CN_STEP_TAKE_TOP) first = top;
    if (step.number == CN_STEP_TAKE_PAIR) second = top;
    if (step.number == CN_STEP_TAKE_TWO) second = CN_KIND_TWO;
    if (cn_step_is_sequence(step.number))
        assert_int_equal(step.card[0], step.number - CN_STEP_SEQUENCE);
    if (step.number == CN_STEP_LAY_OUT)
        first = cn_card_kind(step.card[0]); /* which three it is lies in the hand */
    assert_int_equal(cn_card_kind(step.card[0]), first);
    if (step.number != CN_STEP_TAKE_JOKER) assert_int_equal(cn_card_kind(step.card[1]), second);
}

/* A copy leaves what is not in use as it was: nobody may look there. */
static void assert_same_on_a_copy(const cn_player *player, const cn_view *view,
                                  const cn_rules *rules, cn_stream stream, cn_step step)
{
    enum { RUBBISH = 7 }; /* read as a side it has a canasta of a rank */
    cn_view copy;
    memset(&copy, RUBBISH, sizeof copy);
    cn_view_copy(&copy, view, rules);
    const cn_step again = cn_player_choose(player, &copy, rules, &stream);
    assert_memory_equal(&again, &step, sizeof step);
}

/* Asks the player, and holds the answer against the legal set and the hand. */
static cn_step ask(const cn_player *player, const cn_view *view, const cn_rules *rules,
                   cn_stream *stream)
{
    const cn_view before = *view;
    const cn_stream fresh = *stream;
    const cn_step step = cn_player_choose(player, view, rules, stream);
    assert_same_on_a_copy(player, view, rules, fresh, step);
    assert_int_equal(cn_view_hash(view, rules), cn_view_hash(&before, rules));
    assert_true(cn_legal_step(rules, &view->pub, &view->hand, step));
    assert_cards_named(view, step);
    return step;
}

static cn_step ask_random(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    return ask(&cn_player_random, view, rules, stream);
}

static cn_step ask_racer(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    return ask(&cn_player_racer, view, rules, stream);
}

static cn_step ask_book(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    return ask(&cn_player_book, view, rules, stream);
}

static cn_step ask_quick(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    return ask(cn_player_find("quick"), view, rules, stream);
}

static cn_step ask_hasty(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    return ask(cn_player_find("hasty"), view, rules, stream);
}

/* A player with a random partner meets what no table of equals would show it. */
static const cn_player asked[] = {
    {.name = "random", .choose = ask_random}, {.name = "racer", .choose = ask_racer},
    {.name = "book", .choose = ask_book},     {.name = "quick", .choose = ask_quick},
    {.name = "hasty", .choose = ask_hasty},
};

static void seat_players(cn_lab_table *table, const cn_rules *rules, unsigned game)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        table->player[seat] = &asked[(game + seat * (game + 1)) % (sizeof asked / sizeof asked[0])];
        table->stream[seat] = cn_stream_make(9, 2, game * CN_SEATS_MAX + seat);
    }
}

/* Hands up to the end of the game, so that totals and minimum counts vary. */
static void play_game(const cn_rules *rules, unsigned game)
{
    cn_lab_table table;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_score scores[CN_SIDES_MAX];
    cn_stream decks = cn_stream_make(9, 1, game);
    seat_players(&table, rules, game);
    cn_lab_table_start(&table, rules, game % rules->seat_count);
    for (unsigned hand = 0; hand < 8 && table.game.pub.phase != CN_PHASE_GAME_END; hand++) {
        cn_deck_sorted(rules, deck);
        cn_shuffle(deck, rules->deck_size, &decks);
        const cn_lab_status status = cn_lab_table_play_hand(&table, rules, deck, scores);
        if (status != CN_LAB_OK) print_error("%s, game %u, hand %u\n", rules->name, game, hand);
        assert_int_equal(status, CN_LAB_OK);
    }
}

static void play_games(const char *name, const char *overrides, unsigned player_count)
{
    enum { GAMES_EACH = 4 };
    cn_rules rules;
    cn_text_error error = {0};
    if (!cn_rules_load(&rules, name, overrides, player_count, &error))
        print_error("%s", error.message);
    assert_string_equal(error.message, "");
    for (unsigned game = 0; game < GAMES_EACH; game++) play_game(&rules, game);
}

static void players_choose_legal_steps_in_every_game(void **state)
{
    (void)state;
    static const char *const overrides[] = {"target = 2500",
                                            "rounds = 2; take_pair = yes; take_natural_wild = no",
                                            "rounds = 2; empty_stock_take = forced_if_legal"};
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++)
        for (unsigned j = 0; j < sizeof overrides / sizeof overrides[0]; j++) {
            cn_ruleset_about about;
            assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
            for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++)
                if ((about.player_counts >> count & 1) != 0 && about.form[count][0] == '\0')
                    play_games(about.name, overrides[j], count);
        }
}

static void random_is_uniform_over_the_legal_steps(void **state)
{
    (void)state;
    enum { DRAWS_EACH = 1000 };
    const seat_setup setup = {
        .hand = "KcKd6c7c8c2dX3s9h", .own_melds = "KKK QQQQ", .pile = "5h", .stock = 30};
    const seat_view at = seat_make(&setup);
    const cn_mask legal = cn_view_legal(&at.view, &at.rules);
    const unsigned count = cn_mask_count(&legal);
    assert_true(count >= 10);
    unsigned chosen[CN_STEPS] = {0};
    cn_stream stream = cn_stream_make(3, 2, 1);
    for (unsigned i = 0; i < count * DRAWS_EACH; i++)
        chosen[cn_player_random.choose(&at.view, &at.rules, &stream).number]++;
    for (unsigned number = 0; number < CN_STEPS; number++) {
        if (!cn_mask_has(&legal, number)) assert_int_equal(chosen[number], 0);
        if (cn_mask_has(&legal, number)) assert_in_range(chosen[number], 800, 1200);
    }
}

static void cards_of_the_lowest_suits_are_named(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "KhKsKh9c",
                              .own_melds = "QQQ",
                              .pile = "4d5dKd",
                              .stock = 30,
                              .frozen = true,
                              .before_draw = true};
    const seat_view at = seat_make(&setup);
    const cn_step step = seat_choose(&at, &cn_player_racer);
    assert_int_equal(step.number, CN_STEP_TAKE_PAIR);
    assert_int_equal(step.card[0], cn_card_make(CN_KIND_K, CN_SUIT_HEARTS));
    assert_int_equal(step.card[1], cn_card_make(CN_KIND_K, CN_SUIT_HEARTS));
}

static void players_are_found_by_name(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        assert_ptr_equal(cn_player_find(cn_players[i]->name), cn_players[i]);
    assert_ptr_equal(cn_player_find("racer"), &cn_player_racer);
    assert_ptr_equal(cn_player_find("random"), &cn_player_random);
    assert_ptr_equal(cn_player_find("book"), &cn_player_book);
    assert_null(cn_player_find("Racer"));
    assert_null(cn_player_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_choose_legal_steps_in_every_game),
        cmocka_unit_test(random_is_uniform_over_the_legal_steps),
        cmocka_unit_test(cards_of_the_lowest_suits_are_named),
        cmocka_unit_test(players_are_found_by_name),
    };
    return cmocka_run_group_tests_name("players", tests, NULL, NULL);
}
