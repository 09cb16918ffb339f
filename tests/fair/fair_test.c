/* Claims about fair deals: known answers, no bias, and proofs that hold for one deck only.
 * Not here: the second program (test_verify.py), bugs that are planted (plants.py).
 * Invariant: chance comes from one printed seed; what is counted exhaustively needs none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/evp.h>

#include "../text/played.h"
#include "fair/proof.h"
#include "fair/shuffle.h"
#include "random/random.h"
#include "text/cards/card_text.h"
#include "text/rules/rules_text.h"
#include "vectors.h"

enum { SIX_SIGMA = 6 };

static uint64_t seed;

static void fill(cn_stream *chance, void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) ((uint8_t *)bytes)[i] = (uint8_t)cn_stream_next(chance);
}

/* A deal with parts of the places 0 and 2. */
static cn_fair_deal deal_drawn(uint64_t number)
{
    cn_fair_deal deal = {.table = "k3v9cdpq7e", .deal = 1 + (uint32_t)number, .places = 5};
    cn_stream chance = cn_stream_make(seed, 31, number);
    fill(&chance, deal.seed, sizeof deal.seed);
    fill(&chance, deal.part[0], sizeof deal.part[0]);
    fill(&chance, deal.part[2], sizeof deal.part[2]);
    return deal;
}

static cn_rules rules_of(unsigned packs, unsigned jokers)
{
    cn_rules rules;
    cn_text_error error = {0};
    char overrides[64];
    snprintf(overrides, sizeof overrides, "decks = %u; jokers_total = %u", packs, jokers);
    if (!cn_rules_load(&rules, "two_player", overrides, 2, &error)) fail_msg("%s", error.message);
    return rules;
}

/* What is known */

static void answers_are_those_of_the_second_program(void **state)
{
    (void)state;
    static vector all[VECTORS_MAX];
    static cn_fair_deck deck;
    const unsigned count = vectors_read(all);
    assert_true(count > 5);
    for (unsigned i = 0; i < count; i++) {
        const vector *v = &all[i];
        const cn_rules rules = rules_of(v->packs, v->jokers);
        const cn_fair_hash commit = cn_fair_commitment(&v->deal);
        assert_memory_equal(commit.byte, v->deal.commit.byte, sizeof commit.byte);
        cn_fair_deck_make(&deck, &v->deal, &rules);
        assert_int_equal(deck.count, v->cards);
        assert_memory_equal(deck.card, v->card, v->cards);
        assert_memory_equal(cn_fair_tree_root(&deck.tree), &v->deal.root, sizeof v->deal.root);
        assert_int_equal(cn_fair_check(&v->deal, &rules, v->card), CN_FAIR_PROVEN);
        for (unsigned j = 0; j < v->proofs; j++) {
            cn_fair_proof proof;
            memset(&proof, 0, sizeof proof);
            cn_fair_prove(&deck, v->proof[j].at, &proof);
            assert_memory_equal(&proof, &v->proof[j], sizeof proof);
            assert_true(cn_fair_proof_holds(&proof, v->cards, &v->deal.root));
        }
    }
}

/* Blocks of the stream join without a seam: compared with OpenSSL's answer as a whole. */
static void words_are_exact_however_many_are_taken(void **state)
{
    (void)state;
    enum { WORDS = 5000 };
    static uint8_t whole[4 * WORDS];
    static cn_fair_stream stream;
    cn_fair_input input = cn_fair_input_make("canasta/deal/1");
    cn_fair_put_number(&input, 0x01020304, 3);
    assert_int_equal(input.size, 18);
    assert_memory_equal(input.byte, "canasta/deal/1\0\2\3\4", 18);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestInit_ex(context, EVP_shake256(), NULL), 1);
    assert_int_equal(EVP_DigestUpdate(context, input.byte, input.size), 1);
    assert_int_equal(EVP_DigestFinalXOF(context, whole, sizeof whole), 1);
    EVP_MD_CTX_free(context);
    cn_fair_stream_start(&stream, &input);
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t word = cn_fair_stream_next(&stream);
        for (unsigned byte = 0; byte < 4; byte++)
            assert_int_equal(word >> 8 * (3 - byte) & 255, whole[4 * i + byte]);
    }
}

/* No bias */

/* All words of few bits, for every bound: each number equally often, and no word lost in vain. */
static void a_number_below_a_bound_is_uniform(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 10; bits++)
        for (uint32_t bound = 1; bound <= 1U << bits && bound <= CN_DECK_CARDS_MAX; bound++) {
            unsigned seen[CN_DECK_CARDS_MAX] = {0};
            for (uint32_t word = 0; word < 1U << bits; word++) {
                uint32_t number = 0;
                if (cn_fair_below(word, bits, bound, &number)) seen[number]++;
            }
            for (uint32_t i = 0; i < bound; i++)
                if (seen[i] != (1U << bits) / bound)
                    fail_msg("%u of %u comes %u times by %u bits", i, bound, seen[i], bits);
        }
}

/* The same at the edges of the words that are used. */
static void the_last_words_are_left_out(void **state)
{
    (void)state;
    for (uint32_t bound = 1; bound <= CN_DECK_CARDS_MAX; bound++) {
        const uint64_t limit = (UINT64_C(1) << 32) / bound * bound;
        uint32_t number = 0;
        assert_true(cn_fair_below((uint32_t)(limit - 1), 32, bound, &number));
        assert_int_equal(number, bound - 1);
        for (uint64_t word = limit; word < UINT64_C(1) << 32; word++)
            assert_false(cn_fair_below((uint32_t)word, 32, bound, &number));
    }
}

/* So many standard deviations from what is expected of this many degrees of freedom at most. */
static void check_chi_square(double sum, double freedom)
{
    const double difference = sum - freedom;
    if (difference * difference > SIX_SIGMA * SIX_SIGMA * 2 * freedom)
        fail_msg("chi-square is %.1f, not about %.0f", sum, freedom);
}

/* The number of an order of 7 cards, 0 to 5,039 (Lehmer). */
static unsigned order_number(const cn_card *card)
{
    unsigned number = 0;
    for (unsigned i = 0; i < 7; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < 7; j++) smaller += card[j] < card[i];
        number = number * (7 - i) + smaller;
    }
    return number;
}

/* A stream that was not there before. */
static void new_stream(cn_fair_stream *stream, uint32_t number)
{
    cn_fair_input input = cn_fair_input_make("tests");
    cn_fair_put_number(&input, (uint32_t)seed, 4);
    cn_fair_put_number(&input, number, 4);
    cn_fair_stream_start(stream, &input);
}

static void all_orders_of_seven_cards_are_equally_likely(void **state)
{
    (void)state;
    enum { ORDERS = 5040, OF_A_STREAM = 84 };
    static unsigned seen[ORDERS];
    static cn_fair_stream stream;
    memset(seen, 0, sizeof seen);
    const unsigned each = test_effort(OF_A_STREAM);
    for (uint32_t i = 0; i < ORDERS * each; i++) {
        cn_card card[7] = {0, 1, 2, 3, 4, 5, 6};
        if (i % OF_A_STREAM == 0) new_stream(&stream, i);
        cn_fair_shuffle(card, 7, &stream);
        seen[order_number(card)]++;
    }
    double sum = 0;
    for (unsigned i = 0; i < ORDERS; i++)
        sum += ((double)seen[i] - each) * ((double)seen[i] - each);
    check_chi_square(sum / each, ORDERS - 1);
}

/* The counts of n cards at n positions in so many shuffles: (n - 1)^2 degrees of freedom. */
static void check_places(const unsigned *seen, unsigned n, unsigned shuffles)
{
    const double expected = (double)shuffles / n;
    double sum = 0;
    for (unsigned i = 0; i < n * n; i++) sum += (seen[i] - expected) * (seen[i] - expected);
    check_chi_square(sum / expected * (n - 1) / n, (double)(n - 1) * (n - 1));
}

static void each_card_comes_to_each_position_equally_often(void **state)
{
    (void)state;
    enum { CARDS = 108, SHUFFLES = 20000 };
    static unsigned seen[CARDS * CARDS];
    static cn_fair_stream stream;
    memset(seen, 0, sizeof seen);
    const unsigned shuffles = test_effort(SHUFFLES);
    for (uint32_t i = 0; i < shuffles; i++) {
        cn_card card[CARDS];
        for (unsigned at = 0; at < CARDS; at++) card[at] = (cn_card)at;
        new_stream(&stream, i);
        cn_fair_shuffle(card, CARDS, &stream);
        for (unsigned at = 0; at < CARDS; at++) seen[CARDS * at + card[at]]++;
    }
    check_places(seen, CARDS, shuffles);
}

/* The whole way from seeds and parts to a deck, by a pack in which no card is there twice. */
static void decks_of_deals_have_no_favourite_places(void **state)
{
    (void)state;
    enum { CARDS = 52, DEALS = 20000 };
    static unsigned seen[CARDS * CARDS];
    memset(seen, 0, sizeof seen);
    const cn_rules rules = rules_of(1, 0);
    const unsigned deals = test_effort(DEALS);
    for (unsigned i = 0; i < deals; i++) {
        cn_card card[CN_DECK_CARDS_MAX];
        const cn_fair_deal deal = deal_drawn(i);
        cn_fair_order(&deal, &rules, card);
        for (unsigned at = 0; at < CARDS; at++) seen[CARDS * at + card[at]]++;
    }
    check_places(seen, CARDS, deals);
}

/* What counts */

typedef struct opened {
    cn_fair_hash commit, root;
    cn_card card[CN_DECK_CARDS_MAX];
} opened;

static opened open_deal(const cn_fair_deal *deal, const cn_rules *rules)
{
    static cn_fair_deck deck;
    opened o = {.commit = cn_fair_commitment(deal)};
    cn_fair_deck_make(&deck, deal, rules);
    o.root = *cn_fair_tree_root(&deck.tree);
    memcpy(o.card, deck.card, deck.count);
    return o;
}

static void check_change(const opened *o, const cn_fair_deal *changed, const cn_rules *rules,
                         bool committed)
{
    const opened other = open_deal(changed, rules);
    assert_int_equal(cn_fair_hash_equal(&o->commit, &other.commit), !committed);
    assert_false(cn_fair_hash_equal(&o->root, &other.root));
    assert_memory_not_equal(o->card, other.card, rules->deck_size);
}

static void check_bits(const opened *o, cn_fair_deal *deal, void *bytes, size_t size,
                       const cn_rules *rules, bool committed)
{
    for (size_t bit = 0; bit < 8 * size; bit++) {
        uint8_t *byte = (uint8_t *)bytes + bit / 8;
        *byte = (uint8_t)(*byte ^ 1U << bit % 8);
        check_change(o, deal, rules, committed);
        *byte = (uint8_t)(*byte ^ 1U << bit % 8);
    }
}

static void every_bit_of_a_deal_counts(void **state)
{
    (void)state;
    const cn_rules rules = rules_of(1, 0);
    cn_fair_deal deal = deal_drawn(0);
    const opened o = open_deal(&deal, &rules);
    check_bits(&o, &deal, deal.table, CN_FAIR_TABLE_BYTES, &rules, true);
    check_bits(&o, &deal, &deal.deal, sizeof deal.deal, &rules, true);
    check_bits(&o, &deal, deal.seed, sizeof deal.seed, &rules, true);
    check_bits(&o, &deal, deal.part[0], sizeof deal.part[0], &rules, false);
    check_bits(&o, &deal, deal.part[2], sizeof deal.part[2], &rules, false);
}

static void it_counts_who_gave_a_part(void **state)
{
    (void)state;
    const cn_rules rules = rules_of(1, 0);
    const cn_fair_deal deal = deal_drawn(0);
    const opened o = open_deal(&deal, &rules);
    for (unsigned places = 0; places < 1 << CN_PLAYERS_MAX; places++) {
        cn_fair_deal other = deal;
        other.places = (uint8_t)places;
        if (places != deal.places) check_change(&o, &other, &rules, false);
    }
    cn_fair_deal moved = deal; /* the same parts, of the places 1 and 2 */
    moved.places = 6;
    memcpy(moved.part[1], deal.part[0], sizeof moved.part[1]);
    check_change(&o, &moved, &rules, false);
    cn_fair_deal absent = deal; /* what a place that gave none holds means nothing */
    absent.part[1][0] = 1;
    const opened same = open_deal(&absent, &rules);
    assert_memory_equal(&same, &o, sizeof o);
}

/* Trees */

static cn_fair_hash hash_of(const uint8_t *bytes, size_t size)
{
    cn_fair_hash hash;
    unsigned length = 0;
    assert_int_equal(EVP_Digest(bytes, size, hash.byte, &length, EVP_sha256(), NULL), 1);
    return hash;
}

/* RFC 6962, 2.1, as it stands there. */
static cn_fair_hash root_of(const cn_fair_hash *leaf, unsigned count)
{
    if (count == 1) return leaf[0];
    unsigned half = 1;
    while (2 * half < count) half *= 2;
    const cn_fair_hash left = root_of(leaf, half), right = root_of(leaf + half, count - half);
    uint8_t both[1 + 2 * CN_FAIR_HASH_BYTES] = {1};
    memcpy(both + 1, left.byte, sizeof left.byte);
    memcpy(both + 1 + sizeof left.byte, right.byte, sizeof right.byte);
    return hash_of(both, sizeof both);
}

static void leaves_are_as_the_page_says(void **state)
{
    (void)state;
    uint8_t salt[CN_FAIR_SALT_BYTES], bytes[5 + CN_FAIR_SALT_BYTES] = {0, 1, 42, 'K', 'h'};
    cn_stream chance = cn_stream_make(seed, 32, 0);
    fill(&chance, salt, sizeof salt);
    memcpy(bytes + 5, salt, sizeof salt);
    cn_fair_hash leaf = cn_fair_leaf(298, cn_card_make(9, CN_SUIT_HEARTS), salt);
    cn_fair_hash right = hash_of(bytes, sizeof bytes);
    assert_memory_equal(&leaf, &right, sizeof leaf);
    bytes[3] = 'X'; /* a joker is one letter */
    memcpy(bytes + 4, salt, sizeof salt);
    leaf = cn_fair_leaf(298, CN_CARD_JOKER, salt);
    right = hash_of(bytes, sizeof bytes - 1);
    assert_memory_equal(&leaf, &right, sizeof leaf);
}

static void trees_of_every_size_have_the_root_and_paths_of_the_standard(void **state)
{
    (void)state;
    static cn_fair_tree tree;
    static cn_fair_hash leaf[CN_DECK_CARDS_MAX];
    cn_stream chance = cn_stream_make(seed, 33, 0);
    fill(&chance, leaf, sizeof leaf);
    for (unsigned count = 1; count <= CN_DECK_CARDS_MAX; count++) {
        memcpy(tree.node, leaf, count * sizeof leaf[0]);
        cn_fair_tree_build(&tree, count);
        const cn_fair_hash root = root_of(leaf, count);
        assert_memory_equal(cn_fair_tree_root(&tree), &root, sizeof root);
        for (unsigned at = 0; at < count; at++) {
            cn_fair_hash path[CN_FAIR_PATH_MAX];
            const unsigned length = cn_fair_tree_path(&tree, at, path);
            assert_true(cn_fair_path_leads(&leaf[at], at, count, path, length, &root));
        }
    }
}

/* Every card at every other position, and paths that are too short or too long. */
static void a_path_leads_from_one_position_only(void **state)
{
    (void)state;
    static cn_fair_tree tree;
    static const unsigned counts[] = {1, 2, 3, 5, 8, 13, 53, 108, 216};
    cn_stream chance = cn_stream_make(seed, 34, 0);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const unsigned count = counts[i];
        fill(&chance, tree.node, count * sizeof tree.node[0]);
        cn_fair_tree_build(&tree, count);
        const cn_fair_hash root = *cn_fair_tree_root(&tree);
        for (unsigned at = 0; at < count; at++) {
            cn_fair_hash path[CN_FAIR_PATH_MAX + 1] = {0};
            const unsigned length = cn_fair_tree_path(&tree, at, path);
            const cn_fair_hash *leaf = &tree.node[at];
            for (unsigned other = 0; other < count + 2; other++)
                if (cn_fair_path_leads(leaf, other, count, path, length, &root) != (other == at))
                    fail_msg("leaf %u of %u at %u", at, count, other);
            assert_false(cn_fair_path_leads(leaf, at, count, path, length + 1, &root));
            if (length > 0)
                assert_false(cn_fair_path_leads(leaf, at, count, path, length - 1, &root));
        }
    }
}

static void a_proof_holds_for_its_card_only(void **state)
{
    (void)state;
    static cn_fair_deck deck;
    const cn_rules rules = rules_of(2, 4);
    const cn_fair_deal deal = deal_drawn(1);
    cn_fair_deck_make(&deck, &deal, &rules);
    const cn_fair_hash root = *cn_fair_tree_root(&deck.tree);
    for (unsigned at = 0; at < deck.count; at++) {
        cn_fair_proof proof;
        cn_fair_prove(&deck, at, &proof);
        assert_true(cn_fair_proof_holds(&proof, deck.count, &root));
        for (unsigned card = 0; card < 256; card++) {
            cn_fair_proof other = proof;
            other.card = (cn_card)card;
            if (cn_fair_proof_holds(&other, deck.count, &root) != (card == proof.card))
                fail_msg("card %u at %u", card, at);
        }
        cn_fair_proof other = proof;
        other.salt[at % CN_FAIR_SALT_BYTES] ^= 1;
        assert_false(cn_fair_proof_holds(&other, deck.count, &root));
        other = proof;
        other.path[at % proof.count].byte[at % CN_FAIR_HASH_BYTES] ^= 128;
        assert_false(cn_fair_proof_holds(&other, deck.count, &root));
    }
}

static void no_two_cards_have_the_same_salt(void **state)
{
    (void)state;
    static cn_fair_deck deck;
    const cn_rules rules = rules_of(8, 16);
    const cn_fair_deal deal = deal_drawn(2);
    cn_fair_deck_make(&deck, &deal, &rules);
    for (unsigned i = 0; i < deck.count; i++)
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(deck.salt[i], deck.salt[j], CN_FAIR_SALT_BYTES);
}

/* The whole check */

static void a_check_finds_what_was_changed(void **state)
{
    (void)state;
    const cn_rules rules = rules_of(2, 4);
    cn_fair_deal deal = deal_drawn(3);
    opened o = open_deal(&deal, &rules);
    deal.commit = o.commit;
    deal.root = o.root;
    assert_int_equal(cn_fair_check(&deal, &rules, o.card), CN_FAIR_PROVEN);
    cn_fair_deal other = deal;
    other.seed[95] ^= 1;
    assert_int_equal(cn_fair_check(&other, &rules, o.card), CN_FAIR_OTHER_SEED);
    other = deal;
    other.deal++;
    assert_int_equal(cn_fair_check(&other, &rules, o.card), CN_FAIR_OTHER_SEED);
    other = deal;
    other.commit.byte[31] ^= 1;
    assert_int_equal(cn_fair_check(&other, &rules, o.card), CN_FAIR_OTHER_SEED);
    other = deal;
    other.part[2][31] ^= 1;
    assert_int_equal(cn_fair_check(&other, &rules, o.card), CN_FAIR_OTHER_DECK);
    other = deal;
    other.root.byte[0] ^= 1;
    assert_int_equal(cn_fair_check(&other, &rules, o.card), CN_FAIR_OTHER_ROOT);
    unsigned last = rules.deck_size - 1;
    while (o.card[last] == o.card[0]) last--;
    const cn_card top = o.card[0];
    o.card[0] = o.card[last];
    o.card[last] = top;
    assert_int_equal(cn_fair_check(&deal, &rules, o.card), CN_FAIR_OTHER_DECK);
}

/* A word chooses tests by their names: `*seven*`. */
int main(int argc, char **argv)
{
    seed = test_seed(argc, argv);
    if (argc == 2) cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_second_program),
        cmocka_unit_test(words_are_exact_however_many_are_taken),
        cmocka_unit_test(a_number_below_a_bound_is_uniform),
        cmocka_unit_test(the_last_words_are_left_out),
        cmocka_unit_test(all_orders_of_seven_cards_are_equally_likely),
        cmocka_unit_test(each_card_comes_to_each_position_equally_often),
        cmocka_unit_test(decks_of_deals_have_no_favourite_places),
        cmocka_unit_test(every_bit_of_a_deal_counts),
        cmocka_unit_test(it_counts_who_gave_a_part),
        cmocka_unit_test(leaves_are_as_the_page_says),
        cmocka_unit_test(trees_of_every_size_have_the_root_and_paths_of_the_standard),
        cmocka_unit_test(a_path_leads_from_one_position_only),
        cmocka_unit_test(a_proof_holds_for_its_card_only),
        cmocka_unit_test(no_two_cards_have_the_same_salt),
        cmocka_unit_test(a_check_finds_what_was_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
