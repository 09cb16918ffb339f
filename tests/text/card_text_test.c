/* Claims about cards as text.
 * Not here: plays. Invariant: every face and every wrong spelling is tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/step/target.h"
#include "engine/turn/apply.h"
#include "played.h"
#include "text/cards/card_text.h"

static uint64_t seed;

static void every_face_has_one_spelling_and_comes_back(void **state)
{
    (void)state;
    char seen[CN_FACES][4];
    for (unsigned face = 0; face < CN_FACES; face++) {
        cn_card card = CN_CARD_NONE;
        cn_writer writer = cn_writer_make(seen[face], sizeof seen[face]);
        cn_write_card(&writer, (cn_card)face);
        assert_int_equal(cn_card_parse(seen[face], &card), writer.length);
        assert_int_equal(card, face);
        for (unsigned other = 0; other < face; other++)
            assert_string_not_equal(seen[face], seen[other]);
    }
    assert_string_equal(seen[0], "4c");
    assert_string_equal(seen[CN_CARD_JOKER], "X");
    assert_string_equal(seen[CN_ROW_THREES * CN_SUITS + CN_SUIT_HEARTS], "3h");
}

static void only_the_spellings_of_cards_are_cards(void **state)
{
    (void)state;
    unsigned good = 0;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            const char text[3] = {(char)a, (char)b, '\0'};
            cn_card card = CN_CARD_NONE;
            const size_t used = cn_card_parse(text, &card);
            if (used == 0) continue;
            char back[4];
            cn_writer writer = cn_writer_make(back, sizeof back);
            cn_write_card(&writer, card);
            assert_memory_equal(back, text, used);
            good += used == 2;
        }
    assert_int_equal(good, CN_ROWS * CN_SUITS);
}

static void a_hidden_card_is_a_question_mark(void **state)
{
    (void)state;
    cn_card card = CN_CARD_NONE;
    assert_int_equal(cn_card_parse("?", &card), 1);
    assert_int_equal(card, CN_CARD_HIDDEN);
}

static void letters_name_kinds_and_ranks(void **state)
{
    (void)state;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        assert_int_equal(cn_rank_from_letter(cn_kind_letter(rank)), rank);
    assert_int_equal(cn_rank_from_letter('2'), CN_KIND_NONE);
    assert_int_equal(cn_rank_from_letter('3'), CN_KIND_NONE);
    assert_int_equal(cn_rank_from_letter('k'), CN_KIND_NONE);
    assert_int_equal(cn_rank_from_letter('\0'), CN_KIND_NONE);
    assert_int_equal(cn_kind_letter(CN_KIND_TWO), '2');
    assert_int_equal(cn_kind_letter(CN_KIND_JOKER), 'X');
    assert_int_equal(cn_kind_letter(CN_KIND_BLACK3), '3');
}

static void letters_name_what_melds_are_made_of(void **state)
{
    (void)state;
    static const char letters[] = "456789TJQKA32WS";
    for (unsigned i = 0; letters[i] != '\0'; i++) {
        assert_int_equal(cn_meld_letter(i), letters[i]);
        assert_int_equal(cn_meld_from_letter(letters[i]), i);
    }
    assert_int_equal(cn_meld_from_letter('X'), CN_KIND_NONE);
    assert_int_equal(cn_meld_from_letter('\0'), CN_KIND_NONE);
}

static void melds_list_their_cards_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *letter, *laid, *listed;
    } cases[] = {
        {"K", "XKsKh2dKc2c", "KcKhKs2c2dX"}, {"S", "7h8h6h9h", "6h7h8h9h"},
        {"2", "2sX2c2c", "2c2c2sX"},         {"W", "X2h2d", "2d2hX"},
        {"3", "3s3c3s", "3c3s3s"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_meld meld = {.rank = (uint8_t)cn_meld_from_letter(cases[i].letter[0])};
        cn_card list[CN_MELD_CARDS_MAX];
        char text[64];
        cn_card card = CN_CARD_NONE;
        for (const char *at = cases[i].laid; *at != '\0';) {
            at += cn_card_parse(at, &card);
            cn_meld_add(&meld, card);
        }
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_cards(&writer, list, cn_meld_list(&meld, list));
        assert_string_equal(text, cases[i].listed);
    }
}

static void wrong_groups_name_the_wrong_character(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned max;
        int count;
        size_t bad;
    } cases[] = {
        {"", 4, 0, 0},       {"KhKsX2d", 4, 4, 0}, {"KhKsX2d", 3, -1, 5}, {"KhK", 4, -1, 2},
        {"Kh Ks", 4, -1, 2}, {"Khks", 4, -1, 2},   {"10h", 4, -1, 0},     {"XX?", 4, 3, 0},
        {"1h", 4, -1, 0},    {"Kx", 4, -1, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_card cards[4];
        size_t bad = 0;
        const int count =
            cn_cards_parse(cases[i].text, strlen(cases[i].text), cards, cases[i].max, &bad);
        assert_int_equal(count, cases[i].count);
        assert_int_equal(bad, cases[i].bad);
    }
}

static void a_group_ends_where_it_is_told_to(void **state)
{
    (void)state;
    cn_card cards[4];
    size_t bad = 0;
    assert_int_equal(cn_cards_parse("KhKs", 2, cards, 4, &bad), 1);
    assert_int_equal(cn_cards_parse("KhKs", 3, cards, 4, &bad), -1);
    assert_int_equal(bad, 2);
    assert_int_equal(cn_cards_parse("Kh\0Ks", 5, cards, 4, &bad), -1);
    assert_int_equal(bad, 2);
}

static void hands_are_written_in_ascending_faces_and_come_back(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(seed, 1, 0);
    for (unsigned round = 0; round < 500; round++) {
        cn_cards hand = {0}, back = {0};
        const unsigned size = cn_stream_below(&stream, 40);
        for (unsigned i = 0; i < size; i++) {
            const cn_card card = (cn_card)cn_stream_below(&stream, CN_FACES);
            if (cn_cards_count(&hand, card) < 4) cn_cards_add(&hand, card);
        }
        char text[128];
        size_t bad = 0;
        cn_card cards[64];
        cn_writer writer = cn_writer_make(text, sizeof text);
        cn_write_hand(&writer, &hand);
        assert_false(writer.overflow);
        const int count = cn_cards_parse(text, writer.length, cards, 64, &bad);
        assert_int_equal(count, hand.size);
        for (int i = 0; i < count; i++) {
            assert_true(i == 0 || cards[i - 1] <= cards[i]);
            cn_cards_add(&back, cards[i]);
        }
        assert_true(cn_cards_equal(&hand, &back));
    }
}

/* Whichever way its card is taken: by its face or as the lowest of its kind. */
static void a_card_that_came_and_went_leaves_no_trace(void **state)
{
    (void)state;
    const cn_cards none = {0};
    for (unsigned face = 0; face < CN_FACES; face++) {
        const cn_card card = (cn_card)face;
        cn_cards named = {0}, lowest = {0};
        cn_cards_add(&named, card);
        cn_cards_add(&lowest, card);
        assert_false(cn_cards_equal(&named, &none));
        cn_cards_remove(&named, card);
        assert_int_equal(cn_cards_take_lowest(&lowest, cn_card_kind(card)), card);
        assert_true(cn_cards_equal(&named, &none) && cn_cards_equal(&lowest, &none));
    }
}

static void a_full_writer_stays_terminated_and_says_so(void **state)
{
    (void)state;
    char text[6] = "#####";
    cn_writer writer = cn_writer_make(text, 5);
    cn_write(&writer, "%s", "Kh");
    assert_false(writer.overflow);
    cn_write(&writer, "%s", "KsKd");
    assert_true(writer.overflow);
    assert_string_equal(text, "KhKs");
    cn_write_char(&writer, 'X');
    cn_write_text(&writer, "Kc", 2);
    assert_string_equal(text, "KhKs");
    assert_int_equal(writer.length, 4);
}

int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_face_has_one_spelling_and_comes_back),
        cmocka_unit_test(only_the_spellings_of_cards_are_cards),
        cmocka_unit_test(a_hidden_card_is_a_question_mark),
        cmocka_unit_test(letters_name_kinds_and_ranks),
        cmocka_unit_test(letters_name_what_melds_are_made_of),
        cmocka_unit_test(melds_list_their_cards_in_order),
        cmocka_unit_test(wrong_groups_name_the_wrong_character),
        cmocka_unit_test(a_group_ends_where_it_is_told_to),
        cmocka_unit_test(hands_are_written_in_ascending_faces_and_come_back),
        cmocka_unit_test(a_card_that_came_and_went_leaves_no_trace),
        cmocka_unit_test(a_full_writer_stays_terminated_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
