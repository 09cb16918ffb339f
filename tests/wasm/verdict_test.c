/* Claims about verdicts and their JSON that need no game: counts of an opening, names, escapes.
 * Not here: whole views (web/tests/engine.test.ts and engine_shape.test.ts).
 * Invariant: every expected number is added up by hand from the values of classic_pagat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "text/base/words.h"
#include "text/events/verdict.h"
#include "text/events/view_json.h"
#include "text/rules/rules_text.h"

static cn_rules classic(void)
{
    cn_rules rules;
    assert_true(cn_rules_load(&rules, "classic_pagat", "", 4, NULL));
    return rules;
}

/* A pile of one king; nothing else of the public state is read. */
static cn_public pile_of_a_king(void)
{
    cn_public pub = {.pile_count = 1};
    pub.pile[0] = cn_card_make(CN_KIND_K, CN_SUIT_CLUBS);
    cn_public_count_pile(&pub);
    return pub;
}

static void an_opening_counts_every_card_that_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *play;
        int32_t points;
    } cases[] = {
        {"", 0},
        {"draw", 0},
        {"discard Kh", 0},
        {"open QcQdQh", 30},
        {"open QcQd", 20},               /* too few cards for a meld */
        {"open QcQdQh 7c7d2h", 30 + 30}, /* 5 + 5 + 20 */
        {"open AcAdX", 90},
        {"open 2cX", 70},  /* wilds only are no meld, but they count */
        {"open QcKd", 20}, /* nor are two ranks */
        {"open 3h", 0},    /* red threes have no value */
        {"open 3c3s3c", 15},
        {"meld QcQdQh", 30}, /* not opened yet */
        {"open Q:2c", 20},
        {"open Q:", 0},
        {"take KhKs", 30}, /* the king on top included */
        {"take Kh2s; open AcAdAh", 10 + 10 + 20 + 60},
        {"take", 10},
        {"take KhKs; open", 30},
        {"open QcQdQh; meld AcAdAh", 30}, /* what follows the opening is not part of it */
        {"meld 4c4d4h;open 5c5d5h", 30},
        {"  open   QcQdQh  ;  ", 30},
        {"open QcQd1z", 20}, /* as far as it can be read */
        {";;;open QcQdQh", 30},
        {"opens QcQdQh", 0},
    };
    const cn_rules rules = classic();
    const cn_public pub = pile_of_a_king();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *play = cases[i].play;
        int32_t points = cn_opening_points(&rules, &pub, play, strlen(play));
        if (points != cases[i].points) print_error("%s\n", play);
        assert_int_equal(points, cases[i].points);
    }
}

static void a_play_ends_where_its_length_says(void **state)
{
    (void)state;
    const cn_rules rules = classic();
    const cn_public pub = pile_of_a_king();
    assert_int_equal(cn_opening_points(&rules, &pub, "open QcQdQh", 9), 20);
    assert_int_equal(cn_opening_points(&rules, &pub, "open QcQdQh", 8), 10);
}

static void every_step_has_a_name_of_its_own(void **state)
{
    (void)state;
    char name[CN_STEPS][16];
    for (unsigned i = 0; i < CN_STEPS; i++) {
        cn_writer writer = cn_writer_make(name[i], sizeof name[i]);
        cn_write(&writer, "%s", cn_step_name(i));
        assert_false(writer.overflow);
        for (unsigned j = 0; j < i; j++) assert_string_not_equal(name[i], name[j]);
    }
    assert_string_equal(name[CN_STEP_DRAW], "draw");
    static const struct {
        unsigned number;
        const char *name;
    } known[] = {
        {CN_STEP_TAKE_TOP, "take-top"},
        {CN_STEP_LAY + CN_KIND_K, "lay-K"},
        {CN_STEP_LAY_BLACK3, "lay-3"},
        {CN_STEP_LAY_TWO + CN_KIND_K, "two-K"},
        {CN_STEP_LAY_JOKER + CN_KIND_4, "joker-4"},
        {CN_STEP_DISCARD + CN_KIND_JOKER, "discard-X"},
        {CN_STEP_DISCARD + CN_KIND_BLACK3, "discard-3"},
        {CN_STEP_DISCARD + CN_KIND_RED3, "discard-3r"},
        {CN_STEP_PASS, "pass"},
        {CN_STEP_DECLARE, "declare"},
        {CN_STEP_LAY_OUT, "lay-out"},
        {CN_STEP_LAY_TWO_BLACK3, "two-3"},
        {CN_STEP_LAY_JOKER_BLACK3, "joker-3"},
        {CN_STEP_NEW, "new"},
        {CN_STEP_LAY_TWO_WILD, "two-W"},
        {CN_STEP_LAY_JOKER_WILD, "joker-W"},
        {CN_STEP_LAY_TWO_TWOS, "two-2"},
        {CN_STEP_LAY_JOKER_TWOS, "joker-2"},
        {CN_STEP_TO_MELD, "to-1"},
        {CN_STEP_TO_MELD + CN_MELDS_MAX - 1, "to-40"},
        {CN_STEP_PICK, "pick"},
        {CN_STEP_JOIN + 1, "join-2"},
        {CN_STEP_JOIN + 9, "join-10"},
        {CN_STEP_SEQUENCE + CN_SUITS + CN_SUIT_HEARTS, "seq-5h"},
        {CN_STEP_SWAP_TWO - 1, "seq-As"},
        {CN_STEP_SWAP_TWO, "swap-two-4"},
        {CN_STEP_SWAP_JOKER + CN_KIND_K, "swap-joker-K"},
        {CN_STEP_STEAL_TWO + CN_KIND_K, "steal-two-K"},
        {CN_STEP_SEQUENCE_TWO - 1, "steal-joker-A"},
        {CN_STEP_SEQUENCE_TWO, "two-S-low"},
        {CN_STEP_TAKE_ALL - 1, "joker-S-high"},
        {CN_STEP_TAKE_ALL, "take-all"},
    };
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_string_equal(name[known[i].number], known[i].name);
    assert_null(cn_step_name(CN_STEPS));
}

static void what_somebody_typed_cannot_break_the_json(void **state)
{
    (void)state;
    char text[256];
    const cn_text_error error = {.message = "no \"card\"\\\n\t\x01 here"};
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_answer_json(&writer, &error);
    assert_string_equal(text, "{\"ok\":false,\"message\":"
                              "\"no \\\"card\\\"\\\\\\u000a\\u0009\\u0001 here\"}");
    writer = cn_writer_make(text, sizeof text);
    cn_write_answer_json(&writer, NULL);
    assert_string_equal(text, "{\"ok\":true}");
}

static void a_view_that_does_not_fit_says_so(void **state)
{
    (void)state;
    static char text[CN_VIEW_JSON_MAX];
    const cn_rules rules = classic();
    cn_view view;
    cn_view_start(&view, &rules, 0, 0, 0, NULL);
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_view_json(&writer, &rules, &view);
    assert_false(writer.overflow);
    const size_t whole = writer.length;
    for (size_t size = 1; size <= whole; size++) {
        writer = cn_writer_make(text, size);
        cn_write_view_json(&writer, &rules, &view);
        assert_true(writer.overflow);
        assert_int_equal(strlen(text), writer.length);
    }
}

/* P181: the JSON of a pile `?5c6c7c8c` in a turn of seat 0, by rules that say so. */
static void assert_beneath(const char *overrides, unsigned turn_number, const char *cards)
{
    static char text[CN_VIEW_JSON_MAX];
    char expected[64];
    cn_rules rules;
    cn_view view;
    assert_true(cn_rules_load(&rules, "classic_pagat", overrides, 4, NULL));
    cn_view_start(&view, &rules, 0, 0, 0, NULL);
    view.pub.asker = view.seat;
    view.pub.turn_number = (uint16_t)turn_number;
    view.pub.pile[view.pub.pile_count++] = CN_CARD_HIDDEN;
    for (unsigned rank = CN_KIND_5; rank <= CN_KIND_8; rank++)
        view.pub.pile[view.pub.pile_count++] = cn_card_make(rank, CN_SUIT_CLUBS);
    cn_public_count_pile(&view.pub);
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_view_json(&writer, &rules, &view);
    writer = cn_writer_make(expected, sizeof expected);
    cn_write(&writer, "\"beneath\":[%s]", cards);
    if (strstr(text, expected) == NULL)
        fail_msg("%s: %.60s, not %s", overrides, strstr(text, "\"beneath\""), expected);
    const char *below = strstr(text, "\"5c\"");
    assert_true(strstr(cards, "5c") != NULL || below == NULL); /* nor anywhere else */
}

static void a_view_shows_what_may_be_looked_at(void **state)
{
    (void)state;
    assert_beneath("pile_inspection = never", 1, "");
    assert_beneath("pile_inspection = always", 9, "\"7c\",\"6c\",\"5c\"");
    assert_beneath("pile_inspection = first_turn", 1, "\"7c\",\"6c\",\"5c\"");
    assert_beneath("pile_inspection = first_turn", 9, "");
    assert_beneath("pile_inspection = top_n", 9, "\"7c\",\"6c\",\"5c\"");
    assert_beneath("pile_inspection = top_n; take_amount = 2", 9, "\"7c\"");
    assert_beneath("pile_inspection = top_n; pile_inspection_cards = 3", 9, "\"7c\",\"6c\"");
    assert_beneath("pile_inspection = top_n; pile_inspection_cards = 1", 9, "");
}

/* P194: why a pile of a king, in which no card freezes it, is frozen for seat 0. */
static void assert_pile_state(const char *overrides, bool opened, bool taken, const char *state)
{
    static char text[CN_VIEW_JSON_MAX];
    char expected[64];
    cn_rules rules;
    cn_view view;
    assert_true(cn_rules_load(&rules, "classic_pagat", overrides, 4, NULL));
    cn_view_start(&view, &rules, 0, 0, 0, NULL);
    view.pub.asker = view.seat;
    view.pub.pile[view.pub.pile_count++] = cn_card_make(CN_KIND_K, CN_SUIT_CLUBS);
    cn_public_count_pile(&view.pub);
    if (opened)
        view.pub.side[0].meld[view.pub.side[0].meld_count++] =
            (cn_meld){.rank = CN_KIND_A, .naturals = 3, .natural_suits = 0x111};
    view.pub.has_taken[0] = view.pub.pile_taken = taken;
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_view_json(&writer, &rules, &view);
    writer = cn_writer_make(expected, sizeof expected);
    cn_write(&writer, "\"state\":\"%s\"", state);
    if (strstr(text, expected) == NULL)
        fail_msg("%s: %.40s, not %s", overrides, strstr(text, "\"state\""), expected);
}

/* The cause that lasts longest is told. */
static void a_view_says_until_when_the_pile_is_frozen(void **state)
{
    (void)state;
    assert_pile_state("", false, false, "frozen_unmelded");
    assert_pile_state("", true, false, "open");
    assert_pile_state("freeze_until_own_take = yes", false, false, "frozen_own");
    assert_pile_state("freeze_until_own_take = yes", true, false, "frozen_own");
    assert_pile_state("freeze_until_own_take = yes", true, true, "open");
    assert_pile_state("freeze_initial_pile = yes", true, false, "frozen_initial");
    assert_pile_state("always_frozen = yes", true, true, "frozen");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opening_counts_every_card_that_is_named),
        cmocka_unit_test(a_play_ends_where_its_length_says),
        cmocka_unit_test(every_step_has_a_name_of_its_own),
        cmocka_unit_test(what_somebody_typed_cannot_break_the_json),
        cmocka_unit_test(a_view_that_does_not_fit_says_so),
        cmocka_unit_test(a_view_shows_what_may_be_looked_at),
        cmocka_unit_test(a_view_says_until_when_the_pile_is_frozen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
