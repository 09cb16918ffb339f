/* What a seat reckons from its view, held against the game and against counting all hands.
 * Not here: decisions. Invariant: hands come from fixed seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/tables/table.h"
#include "players/reckon.h"
#include "seat.h"
#include "text/rules/rules_text.h"

/* The cards of one kind that are hidden from the seat: in the stock, in the other hands, in packets
 * and talons, and buried under the pile. */
static unsigned hidden_count(const cn_game *game, const cn_rules *rules, unsigned seat,
                             unsigned kind)
{
    unsigned count = 0;
    for (unsigned i = game->deck_next; i < rules->deck_size; i++)
        count += cn_card_kind(game->deck[i]) == kind;
    for (unsigned other = 0; other < rules->seat_count; other++)
        count += (other != seat ? game->hand[other].kind[kind] : 0U) +
                 cn_game_waiting(game, rules, other).kind[kind];
    for (unsigned i = 0; i < game->pub.pile_count && game->pub.pile[i] == CN_CARD_HIDDEN; i++)
        count += cn_card_kind(game->deck[game->buried_at + i]) == kind;
    return count;
}

static void check_unseen(const cn_lab_table *table, const cn_rules *rules, unsigned seat)
{
    const cn_view *view = &table->view[seat];
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        unsigned known = 0;
        for (unsigned other = 0; other < rules->seat_count; other++)
            if (other != seat) known += view->memory.seat[other].known[kind];
        assert_int_equal(unseen.kind[kind] + known, hidden_count(&table->game, rules, seat, kind));
    }
}

static void play_checked_hand(const cn_rules *rules, unsigned hand)
{
    cn_lab_table table;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_stream decks = cn_stream_make(5, 1, hand);
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, &decks);
    cn_lab_table_start(&table, rules, hand % rules->seat_count);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        table.player[seat] = (hand >> seat & 1) != 0 ? &cn_player_random : &cn_player_racer;
        table.stream[seat] = cn_stream_make(5, 2, hand * CN_SEATS_MAX + seat);
    }
    assert_int_equal(cn_lab_table_deal(&table, rules, deck), CN_LAB_OK);
    while (table.game.pub.phase != CN_PHASE_HAND_END) {
        for (unsigned seat = 0; seat < rules->seat_count; seat++) check_unseen(&table, rules, seat);
        assert_int_equal(cn_lab_table_step(&table, rules), CN_LAB_OK);
    }
}

static void unseen_cards_are_the_hidden_cards(void **state)
{
    (void)state;
    enum { HANDS_EACH = 12 };
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_rules rules;
        cn_text_error error;
        assert_true(cn_rules_load(&rules, cn_rulesets[i], NULL, 0, &error));
        for (unsigned hand = 0; hand < HANDS_EACH; hand++) play_checked_hand(&rules, hand);
    }
}

/* Share of all hands of `drawn` cards out of `all` that hold `count` or more of the first
 * `special`, by counting every one of them. */
static double counted_share(unsigned all, unsigned special, unsigned drawn, unsigned count)
{
    unsigned hands = 0, hits = 0;
    for (unsigned set = 0; set < 1U << all; set++) {
        if ((unsigned)__builtin_popcount(set) != drawn) continue;
        hands++;
        hits += (unsigned)__builtin_popcount(set & ((1U << special) - 1)) >= count;
    }
    return (double)hits / hands;
}

static void chances_agree_with_counting(void **state)
{
    (void)state;
    enum { ALL = 12 };
    const seat_setup setup = {.hand = "4c", .pile = "5c", .stock = 5};
    seat_view at = seat_make(&setup);
    for (unsigned special = 0; special <= 6; special++)
        for (unsigned drawn = 0; drawn <= ALL; drawn++)
            for (unsigned count = 1; count <= 2; count++) {
                cn_unseen_kinds unseen = {.in_hands = ALL};
                unseen.kind[CN_KIND_9] = (uint16_t)special;
                unseen.kind[CN_KIND_T] = (uint16_t)(ALL - special);
                at.view.pub.hand_count[1] = (uint16_t)drawn;
                const double chance =
                    cn_reckon_holds(&at.view, &unseen, 1, CN_KIND_9, count) / (double)CN_CERTAIN;
                const double exact = counted_share(ALL, special, drawn, count);
                assert_true(chance > exact - 0.001 && chance < exact + 0.001);
            }
}

static void known_cards_are_certain(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "4c", .pile = "5c", .stock = 40};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].known[CN_KIND_9] = 1;
    const cn_unseen_kinds unseen = cn_reckon_unseen(&at.view, &at.rules);
    assert_int_equal(unseen.kind[CN_KIND_9], 7);
    assert_int_equal(cn_reckon_holds(&at.view, &unseen, 1, CN_KIND_9, 1), CN_CERTAIN);
    const uint32_t second = cn_reckon_holds(&at.view, &unseen, 1, CN_KIND_9, 2);
    assert_true(second > cn_reckon_holds(&at.view, &unseen, 1, CN_KIND_T, 2));
    assert_true(second < CN_CERTAIN);
}

static void hand_cost_is_exact_where_cards_are_known(void **state)
{
    (void)state;
    const seat_setup setup = {
        .hand = "4cAcX2d3cKs", .pile = "5c", .stock = 40, .hand_count = {0, 2, 3, 11}};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].known[CN_KIND_JOKER] = 1;
    at.view.memory.seat[1].known[CN_KIND_A] = 1;
    const cn_unseen_kinds unseen = cn_reckon_unseen(&at.view, &at.rules);
    assert_int_equal(cn_reckon_hand_cost(&at.view, &at.rules, &unseen, 0), 110);
    assert_int_equal(cn_reckon_hand_cost(&at.view, &at.rules, &unseen, 1), 70);
    const int32_t average = cn_reckon_hand_cost(&at.view, &at.rules, &unseen, 3);
    assert_true(average > 11 * 9 && average < 11 * 14);
}

/* A copy leaves what is not in use as it was. */
static void a_copied_view_is_reckoned_alike(void **state)
{
    (void)state;
    const seat_setup setup = {
        .hand = "4cAcX2d", .own_melds = "KKK2", .other_melds = "QQQX", .pile = "5c9d", .stock = 40};
    const seat_view at = seat_make(&setup);
    const cn_unseen_kinds unseen = cn_reckon_unseen(&at.view, &at.rules);
    for (unsigned rubbish = 1; rubbish <= UINT8_MAX; rubbish++) {
        cn_view copy;
        memset(&copy, (int)rubbish, sizeof copy);
        cn_view_copy(&copy, &at.view, &at.rules);
        const cn_unseen_kinds again = cn_reckon_unseen(&copy, &at.rules);
        assert_memory_equal(&again, &unseen, sizeof unseen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unseen_cards_are_the_hidden_cards),
        cmocka_unit_test(chances_agree_with_counting),
        cmocka_unit_test(known_cards_are_certain),
        cmocka_unit_test(hand_cost_is_exact_where_cards_are_known),
        cmocka_unit_test(a_copied_view_is_reckoned_alike),
    };
    return cmocka_run_group_tests_name("reckon", tests, NULL, NULL);
}
