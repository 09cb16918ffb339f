/* Claims about the random streams: known answers, independence, and no bias.
 * Not here: how good xoshiro256** is; that is published. Invariant: every number here was worked
 * out by a second program, or follows from the claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "random/numbers.h"
#include "random/places.h"

/* The published sequence of the generator from the state 1, 2, 3, 4. */
static void generator_gives_the_published_numbers(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        11520U,
        0U,
        1509978240U,
        1215971899390074240U,
        1216172134540287360U,
        607988272756665600U,
        16172922978634559625U,
        8476171486693032832U,
        10595114339597558777U,
        2904607092377533576U,
    };
    cn_stream stream = {{1, 2, 3, 4}};
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_int_equal(cn_stream_next(&stream), expected[i]);
}

static void streams_start_where_the_seed_says(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, purpose, index, first[3];
    } cases[] = {
        {0, 0, 0, {0x8c4986f3f0e565d5U, 0xf4547fdf5c2f56b6U, 0x6a9e0d6a14f022fbU}},
        {7, 1, 0, {0xfb5fd24ed1d15304U, 0xe5059939ed9457edU, 0xcb05141324fcbeccU}},
        {7, 0, 1, {0x53ff3de093de44b9U, 0xccfffd62603601bcU, 0x6308a8ce2b9df279U}},
        {UINT64_MAX, 3, 9, {0x1abebf64ddf3298cU, 0xb7711bc1583388f0U, 0x480d444ac7b457bbU}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_stream stream = cn_stream_make(cases[i].seed, cases[i].purpose, cases[i].index);
        for (unsigned j = 0; j < 3; j++)
            assert_int_equal(cn_stream_next(&stream), cases[i].first[j]);
    }
}

static void neighbouring_streams_differ_everywhere(void **state)
{
    (void)state;
    enum { SIDE = 8, STREAMS = SIDE * SIDE * SIDE };
    uint64_t first[STREAMS];
    for (unsigned i = 0; i < STREAMS; i++) {
        cn_stream stream = cn_stream_make(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE);
        first[i] = cn_stream_next(&stream);
        for (unsigned j = 0; j < i; j++) assert_int_not_equal(first[i], first[j]);
    }
}

static void bounded_numbers_are_known(void **state)
{
    (void)state;
    static const uint32_t small[] = {106, 96, 85, 91, 91, 61, 69, 64, 5, 8};
    static const uint32_t large[] = {2379138721U, 2553718121U, 2537435225U,
                                     1718656340U, 1928576855U, 1797061121U};
    cn_stream stream = cn_stream_make(7, 1, 0);
    for (unsigned i = 0; i < sizeof small / sizeof small[0]; i++)
        assert_int_equal(cn_stream_below(&stream, 108), small[i]);
    stream = cn_stream_make(7, 1, 0); /* a bound for which three of ten words are thrown away */
    for (unsigned i = 0; i < sizeof large / sizeof large[0]; i++)
        assert_int_equal(cn_stream_below(&stream, 3000000000U), large[i]);
}

/* Sum of (count - mean)^2 / mean; `classes - 1` on average if all classes are equally likely, and
 * beyond `classes - 1 + 6 * sqrt(2 * (classes - 1))` practically never. */
static double chi_square(const unsigned *count, unsigned classes, unsigned draws)
{
    const double mean = (double)draws / classes;
    double sum = 0;
    for (unsigned i = 0; i < classes; i++) sum += (count[i] - mean) * (count[i] - mean) / mean;
    return sum;
}

static void every_small_bound_is_uniform(void **state)
{
    (void)state;
    enum { BOUND_MAX = 64, DRAWS_EACH = 2000 };
    cn_stream stream = cn_stream_make(11, 2, 0);
    for (unsigned bound = 1; bound <= BOUND_MAX; bound++) {
        unsigned count[BOUND_MAX] = {0};
        const unsigned draws = bound * DRAWS_EACH;
        for (unsigned i = 0; i < draws; i++) {
            const uint32_t number = cn_stream_below(&stream, bound);
            assert_true(number < bound);
            count[number]++;
        }
        assert_true(chi_square(count, bound, draws) < bound + 70);
    }
}

/* With 3 * 2^30 and no rejection, the multiples of three would come up half of the time. */
static void large_bounds_have_no_bias(void **state)
{
    (void)state;
    enum { DRAWS = 300000 };
    cn_stream stream = cn_stream_make(11, 3, 0);
    unsigned count[3] = {0};
    for (unsigned i = 0; i < DRAWS; i++) count[cn_stream_below(&stream, 3U << 30) % 3]++;
    assert_true(chi_square(count, 3, DRAWS) < 20);
}

/* The same of numbers in store, which have 16 bits. */
static void numbers_in_store_have_no_bias(void **state)
{
    (void)state;
    enum { DRAWS = 300000, SMALL = 40, EACH = 2000 };
    cn_numbers numbers = cn_numbers_make(cn_stream_make(11, 7, 0));
    unsigned count[SMALL];
    for (unsigned bound = 1; bound <= SMALL; bound++) {
        memset(count, 0, sizeof count);
        for (unsigned i = 0; i < bound * EACH; i++) {
            const uint32_t number = cn_numbers_below(&numbers, bound);
            assert_true(number < bound);
            count[number]++;
        }
        assert_true(chi_square(count, bound, bound * EACH) < bound + 70);
    }
    memset(count, 0, sizeof count);
    for (unsigned i = 0; i < DRAWS; i++) count[cn_numbers_below(&numbers, 3U << 14) % 3]++;
    assert_true(chi_square(count, 3, DRAWS) < 20);
}

static void numbers_in_store_are_those_of_the_stream(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(11, 8, 0);
    cn_numbers numbers = cn_numbers_make(stream);
    for (unsigned i = 0; i < CN_NUMBERS_STORED; i++) { /* more than one store of them */
        const uint64_t word = cn_stream_next(&stream);
        for (unsigned j = 0; j < 4; j++)
            assert_int_equal(cn_numbers_next_at(&numbers, &numbers.used), word >> 16 * j & 0xffff);
    }
}

static unsigned permutation_index(const cn_card *cards, unsigned count)
{
    unsigned index = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < count; j++) smaller += cards[j] < cards[i];
        index = index * (count - i) + smaller;
    }
    return index;
}

/* All orders of up to five cards come up, and equally often. */
static void every_order_is_equally_likely(void **state)
{
    (void)state;
    enum { CARDS_MAX = 5, ORDERS_MAX = 120, DRAWS_EACH = 1000 };
    void (*const shuffle[])(cn_card *, unsigned, cn_stream *) = {cn_shuffle, cn_shuffle_at_once};
    cn_stream stream = cn_stream_make(11, 4, 0);
    for (unsigned way = 0; way < 2; way++) {
        unsigned orders = 1;
        for (unsigned size = 1; size <= CARDS_MAX; size++) {
            orders *= size;
            unsigned count[ORDERS_MAX] = {0};
            for (unsigned i = 0; i < orders * DRAWS_EACH; i++) {
                cn_card cards[CARDS_MAX + CN_PLACES_AT_ONCE] = {0, 1, 2, 3, 4};
                shuffle[way](cards, size, &stream);
                count[permutation_index(cards, size)]++;
            }
            assert_true(chi_square(count, orders, orders * DRAWS_EACH) < orders + 95);
        }
    }
}

static void shuffle_is_known_and_loses_nothing(void **state)
{
    (void)state;
    static const cn_card expected[] = {3, 0, 1, 4, 2, 7, 5, 6, 8, 9};
    cn_card cards[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    cn_stream stream = cn_stream_make(7, 1, 0);
    cn_shuffle(cards, 10, &stream);
    assert_memory_equal(cards, expected, sizeof expected);
}

/* One place after the other, without vectors: what eight at once must come to. */
static void shuffle_plainly(cn_card *card, unsigned count, unsigned closed, unsigned threes,
                            cn_bits *b)
{
    uint64_t word[CN_PLACES_AT_ONCE / 4] = {0};
    for (unsigned i = 0; i < count; i++) {
        const unsigned at = i % CN_PLACES_AT_ONCE;
        const unsigned bound = (i < closed ? count - threes : count) - i;
        for (unsigned k = 0; at == 0 && k < sizeof word / sizeof word[0]; k++)
            word[k] = cn_stream_next(&b->stream);
        uint32_t number = (uint32_t)(word[at / 4] >> 16 * (at % 4) & 0xffff);
        while ((number * bound & 0xffff) < 0x10000 % bound) number = cn_bits_next(b);
        const unsigned chosen_i = i + (number * bound >> 16);
        const cn_card chosen = card[chosen_i];
        card[chosen_i] = card[i];
        card[i] = chosen;
    }
}

static void eight_places_at_once_get_the_cards_of_one_after_the_other(void **state)
{
    (void)state;
    enum { ROUNDS = 20 };
    cn_bits eight = {cn_stream_make(11, 5, 0), 0, 0}, one = eight;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned count = 1; count <= CN_DECK_CARDS_MAX; count++) {
            cn_card card[CN_DECK_CARDS_MAX + CN_PLACES_AT_ONCE], plain[CN_DECK_CARDS_MAX];
            const unsigned threes = round % 2 * (count / 9), others = count - threes;
            const unsigned closed = round % 3 * others / 2;
            for (unsigned i = 0; i < count; i++) card[i] = plain[i] = (cn_card)i;
            cn_bits_shuffle(card, count, closed, threes, &eight);
            shuffle_plainly(plain, count, closed, threes, &one);
            assert_memory_equal(card, plain, count);
            for (unsigned i = 0; i < closed && count < 256; i++) assert_true(card[i] < others);
        }
}

static void every_card_comes_to_every_place_equally_often(void **state)
{
    (void)state;
    enum { CARDS = 14, DRAWS = 40000 };
    cn_bits b = {cn_stream_make(11, 6, 0), 0, 0};
    unsigned count[CARDS][CARDS] = {{0}};
    for (unsigned i = 0; i < DRAWS; i++) {
        cn_card card[CARDS + CN_PLACES_AT_ONCE];
        for (unsigned k = 0; k < CARDS; k++) card[k] = (cn_card)k;
        cn_bits_shuffle(card, CARDS, 0, 0, &b);
        for (unsigned k = 0; k < CARDS; k++) count[k][card[k]]++;
    }
    for (unsigned k = 0; k < CARDS; k++) assert_true(chi_square(count[k], CARDS, DRAWS) < 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_gives_the_published_numbers),
        cmocka_unit_test(streams_start_where_the_seed_says),
        cmocka_unit_test(neighbouring_streams_differ_everywhere),
        cmocka_unit_test(bounded_numbers_are_known),
        cmocka_unit_test(every_small_bound_is_uniform),
        cmocka_unit_test(large_bounds_have_no_bias),
        cmocka_unit_test(numbers_in_store_have_no_bias),
        cmocka_unit_test(numbers_in_store_are_those_of_the_stream),
        cmocka_unit_test(every_order_is_equally_likely),
        cmocka_unit_test(shuffle_is_known_and_loses_nothing),
        cmocka_unit_test(eight_places_at_once_get_the_cards_of_one_after_the_other),
        cmocka_unit_test(every_card_comes_to_every_place_equally_often),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
