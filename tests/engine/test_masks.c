/* Masks of positions in which a single step is easily judged wrong; a play of several steps would
 * not show it, since of a group only the whole must be legal (P122).
 * Not here: small hands against the plain search (test_dead_ends.c), judgements by counts
 * (test_counted.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "engine/finish/plan.h"
#include "engine/turn/apply.h"
#include "masks.h"
#include "random/random.h"
#include "text/cards/play_text.h"

static const mask_row rows[] = {
    {"P62, S10: four twos from the hand are a canasta that opens without a count",
     "position splash\nrules italian\nset canasta_size = 4; min_exempt_splash = yes\nscore 1500\n"
     "hand 4h5s8s9dTsJcJh2c2d2d2h\nphase meld\nplay ask\n",
     CN_STEP_LAY_TWO_TWOS, true},
    {"S10: three of them are none",
     "position short\nrules italian\nset canasta_size = 4; min_exempt_splash = yes\nscore 1500\n"
     "hand 4h5s8s9dTsJcJh2c2d2h\nphase meld\nplay ask\n",
     CN_STEP_LAY_TWO_TWOS, false},
    {"P122, P133: the begun sixes will be joined, while the twos are locked by their own meld",
     "position yes\nrules italian\nanswer yes\n"
     "melds JcJdJhJs / 2:2d2h2s / 5c5c5d5d5h5h5s5s5s / AcAdAd / 4c4d4h4s4s / S:8c9cTc / 6c6s6sXX"
     " / 7c7d7d / TcTdThX / KdKdKh / 9d9d9h / QcQdQh\n"
     "hand 4h6d6d6h6sJsJsQcQsKhAh3s3s3s2c2s\nphase meld\nplay meld 6d6d6h\n",
     CN_STEP_LAY + CN_KIND_6, true},
    {"P122, P133: the jacks are joined after the kings are finished, while the twos are locked",
     "position later\nrules italian\nanswer yes\n"
     "melds 5s6s7s8s / 2:2d2d2h2h / JcJcJcJh / QdQdQh / 8c8c8d8h8sXX / AcAdAh / JdJhJs\n"
     "hand QcKdKhKhKsAd3s\nphase meld\nplay meld KdKhKhKs\n",
     CN_STEP_LAY + 9, true},
    {"P56: each of two melds that may be joined takes wilds of its own and becomes a canasta",
     "position two\nrules italian\nmelds 7c7c7d7d7h7h / 7s7s7c7d7h\n"
     "hand 2h2sX\nphase meld\nplay ask\n",
     CN_STEP_ASK, true},
    {"P133: the twos are free once their begun meld is joined to the canasta of twos",
     "position join\nrules italian\n"
     "melds 8c8d8s / 2:2c2c2s2s2sXX / AcAdAh / TdTdThTs / JcJcJcJhJsJs / 4c4c4d4h4h4s"
     " / S:8d9dTd / 2:2d2h2h2h / QcQdQd / 6c6d6h6s\n"
     "hand 7s2dX\nphase meld\nplay ask\n",
     CN_STEP_ASK, true},
    {"P67: the fives without which nobody goes out come with the pile that opens",
     "position needs\nrules relaxed\nset out_needs = 5\nhand 4h5h9d9hJsQdQdKh2c2hX\n"
     "pile Kd3c8c2d9s6d2d7h5c8h6c8d4s5hKcKc3c5d6cAcQhQcJd7cTc3sKd5sAh7dTs7d2h8d7sThQc\n"
     "phase draw\nplay ask\n",
     CN_STEP_ASK, true},
    {"P62: a joker finishes the meld that two twos begin",
     "position joker\nrules italian\nmelds KcKdKh\nhand 4c5c7d8h9sTdQd2c2dX\nphase meld\n"
     "play discard Td\n",
     CN_STEP_LAY_TWO_TWOS, true},
    {"P62: nothing does",
     "position none\nrules italian\nmelds KcKdKh\nhand 4c5c7d8h9sTdQd2c2d\nphase meld\n"
     "play discard Td\n",
     CN_STEP_LAY_TWO_TWOS, false},
    {"P62: one two and jokers are no meld of twos",
     "position one\nrules italian\nmelds KcKdKh\nhand 4c5c7d8h9sTdQd2cXX\nphase meld\n"
     "play discard Td\n",
     CN_STEP_LAY_TWO_TWOS, false},
    {"P109: a full sequence grows on the way out",
     "position full\nrules samba\nset sequence_extend_going_out = yes\n"
     "melds S:5c6c7c8c9cTcJc / KcKdKhKsKcKdKh\nhand 4cAcAdAhAs9c9d9hTd\nphase meld\n"
     "play discard Td\n",
     CN_STEP_TO_MELD, true},
    {"P109: and only then",
     "position stays\nrules samba\nset sequence_extend_going_out = yes\n"
     "melds S:5c6c7c8c9cTcJc / KcKdKhKsKcKdKh\nhand 4cAcAdAhAs9c9d8hTd\nphase meld\n"
     "play discard Td\n",
     CN_STEP_TO_MELD, false},
    {"P57: no meld takes the joker, and the eight is the discard already",
     "position left\nrules modern_american\n"
     "melds QcQdQhQsQc2c2d / TcTdThTsTcTdTh / JcJdJhJs / 5c5d5h2h2s / 9c9d9h\n"
     "hand 5s8cX\nphase meld\nplay ask\n",
     CN_STEP_ASK, false},
    {"P57: it goes to five jacks",
     "position fits\nrules modern_american\n"
     "melds QcQdQhQsQc2c2d / TcTdThTsTcTdTh / JcJdJhJsJc / 5c5d5h2h2s / 9c9d9h\n"
     "hand 5s8cX\nphase meld\nplay ask\n",
     CN_STEP_ASK, true},
    {"P57: so it does after the fifth jack of the hand",
     "position way\nrules modern_american\n"
     "melds QcQdQhQsQc2c2d / TcTdThTsTcTdTh / JcJdJhJs / 5c5d5h2h2s / 9c9d9h\n"
     "hand JcJd8cX\nphase meld\nplay ask\n",
     CN_STEP_ASK, true},
    {"P56: six jacks take the seventh or the joker, not both",
     "position full\nrules modern_american\n"
     "melds QcQdQhQsQc2c2d / TcTdThTsTcTdTh / JcJdJhJsJcJd / 9c9d9h\n"
     "hand Jh8cX\nphase meld\nplay ask\n",
     CN_STEP_ASK, false},
    {"P56: a later meld of twos can be joined, whether a wild is in hand or not",
     "position names\nrules italian\nmelds KcKdKh / 2:2c2c2d2h2sXX / 2:2d2h2s\n"
     "hand 4c5d6h7s8c9dTcJdQhAs4d5h\nphase meld\nplay ask\n",
     CN_STEP_TO_MELD + 1, true},
    {"P100: a canasta of the opening closes its rank, so that no more fives count for it",
     "position dead\nrules classic_usp\nset dead_rank = both_sides\ntotals 1600 0\n"
     "hand 5c5c5d5d5s2c2d2d2h2h2s\npile 4cTc5h\nphase draw\nplay take 5c5c\n",
     CN_STEP_TAKE_PAIR, false},
    {"P68: a ten is laid with the tens or in a sequence, never both",
     "position ask\nrules italian\ntheir_melds JcJdJs / 8d8d8s\n"
     "hand 4c4d5d5h5s9hTdTdThJhQcQdQdAd2c2c2h\npile 9d4cTh\nplay ask\n",
     CN_STEP_ASK, false},
    {"P56, P102: sevens that are no canasta yet will be joined to one before the hand is over",
     "position block\nrules chilean\nset out_block_incomplete = yes\nanswer yes\n"
     "melds QcQcQhQhQs / 8d8h8s8s2c / 7c7c7d7d7sXX / S:6d7d8d9d / 9c9d9h9s2h2s / 4c4d4h4s2c2c"
     " / S:JdQdKdAd / KcKhKs / 5d5h2h / S:5h6h7h8h / JcJdJh2d / S:5c6c7c8c\n"
     "hand 6d7h7h7s7s8cJcJhJsJsQd\nphase meld\nplay meld 7h7h7s\n",
     CN_STEP_LAY + CN_KIND_7, true},
    {"P56, P58: eight fives are one meld, and one canasta",
     "position merged\nrules classic_pagat\n"
     "set hold_one_three = yes; canasta_size = 4; out_canastas = 2\n"
     "melds KcKdKh\nhand 5c5c5d5d5h5h5s5s9d\nphase meld\nplay ask\n",
     CN_STEP_ASK, false},
    {"P112, S14: the sevens would take the whole hand before the nines are joined",
     "position packet\nrules pennies\nset same_rank_melds = many_may_merge\n"
     "melds 9c9c9c9h / 9d9h9s / KcKdKh\nhand 7d7d7s\nphase meld\nplay meld 7d7d7s\n",
     CN_STEP_LAY + CN_KIND_7, false},
    {"S14: with canastas of all kinds on the table nobody goes out while a packet waits",
     "position waits\nrules pennies\n"
     "melds 7c7c7d7d7h7h7s / KcKcKdKdKhKhKs / JcJdJhJs2c2d2h / W:2c2d2h2s2cXX / QcQdQh\n"
     "hand Qh\nphase meld\nplay meld Q:Qh\n",
     CN_STEP_LAY + CN_KIND_Q, false},
    {"P79: where two cards must be kept, a lay may still be the first of two before going out",
     "position several\nrules online\nset keep_cards = 2\n"
     "melds KcKcKdKdKhKhKs / 4c4s4s / JcJdJs\nhand 4d8hJh\nphase meld\nplay meld 4d\n",
     CN_STEP_TO_MELD + 1, true},
    {"P56: the last two cards finish a meld, so that the joined canasta would come too late",
     "position late\nrules samba\n"
     "melds QcQdQhQsQcQdQh / 9c9d9h2c / 9c9d9h9s9s / 4c4d4h\nhand JcJdJh\nphase meld\n"
     "answer yes\nplay meld JcJdJh\n",
     CN_STEP_LAY + CN_KIND_J, false},
    {"the same cards go out once the melds are joined",
     "position early\nrules samba\n"
     "melds QcQdQhQsQcQdQh / 9c9d9h2c / 9c9d9h9s9s / 4c4d4h\nhand JcJdJh\nphase meld\n"
     "play ask\n",
     CN_STEP_ASK, true},
    {"P64: a card that finds no meld lengthens a sequence that lies there",
     "position lone\nrules samba\n"
     "melds QcQdQhQsQcQdQh / 9c9d9h9s9c9d9h / S:5c6c7c\nhand 4cJd\nphase meld\nplay ask\n",
     CN_STEP_ASK, true},
    {"P64: one of two that no sequence takes stays in hand",
     "position two\nrules samba\n"
     "melds QcQdQhQsQcQdQh / 9c9d9h9s9c9d9h / S:5c6c7c\nhand 4dJdJh\nphase meld\nplay ask\n",
     CN_STEP_ASK, false},
    {"S26: the four of clubs is wanted in the sequence, another makes the meld",
     "position suit\nrules samba\n"
     "melds QcQdQhQsQcQdQh / 9c9d9h9s9c9d9h / S:5c6c7c / 4d4h4s\nhand 4c4dJd\nphase meld\n"
     "play ask\n",
     CN_STEP_ASK, true},
    {"P60, P122: the begun meld of wilds takes three of five, the queens become a canasta by two",
     "position wilds\nrules chilean\nanswer yes\n"
     "melds KcKdKhKsKcKdKh / QcQdQhQsQc\nhand 2c2d2h2sX\nphase meld\nplay meld 2c2d2h\n",
     CN_STEP_LAY_TWO_WILD, true},
    {"the same with four: none are left for the queens' second one",
     "position fewer\nrules chilean\nanswer yes\n"
     "melds KcKdKhKsKcKdKh / QcQdQhQsQc\nhand 2c2d2hX\nphase meld\nplay meld 2c2d2h\n",
     CN_STEP_LAY_TWO_WILD, false},
    {"P63: a sequence of three that takes no fourth card does not count enough for an opening",
     "position short\nrules samba\nset sequence_max = 3\nhand 4c5d7h8c9d6sJsQsKsAs\nphase meld\n"
     "play open JsQsKsAs\n",
     CN_STEP_SEQUENCE + 4 * CN_KIND_J + CN_SUIT_SPADES, false},
    {"one that takes a fourth does",
     "position long\nrules samba\nset sequence_max = 4\nhand 4c5d7h8c9d6sJsQsKsAs\nphase meld\n"
     "play open JsQsKsAs\n",
     CN_STEP_SEQUENCE + 4 * CN_KIND_J + CN_SUIT_SPADES, true},
    {"P64, P122: a joker that a meld of twos had taken pays for a group, so that hearts may be a "
     "run",
     "position twos\nrules italian\nanswer yes\n"
     "melds AcAcAdAsAs / JdJhJs / 4c4c4d4s / 5c5c5h5s5s / S:7c8c9c\n"
     "their_melds S:6d7d8d9d / 5d5d5h2h2s / S:6c7c8c / S:ThJhQhKhAh / QcQcQdQs2cX / 6d6d6h2dX"
     " / 4c4d4h4s\n"
     "hand 6h6s6s7s8h8s9d9h9hTcTdTdTdThTsTsQdQhKcKcKcKdKdKdKsKsKs3c3c3s3s2h2sXX\nphase meld\n"
     "play meld 8h9hTh\n",
     CN_STEP_SEQUENCE + 4 * CN_KIND_8 + CN_SUIT_HEARTS, true},
    {"P42, P57: two jokers take the place of two nines, so that the opening counts enough",
     "position wilds\nrules modern_american\nhand 7c7d7h9c9c9d9d9h9hXX4c5dJs\nphase meld\n"
     "play open 9c9c9d9d 7c7d7h\n",
     CN_STEP_LAY + CN_KIND_9, true},
    {"with one joker it does not",
     "position wild\nrules modern_american\nhand 7c7d7h9c9c9d9d9h9hX4c5dJsQh\nphase meld\n"
     "play open 9c9c9d9d 7c7d7h\n",
     CN_STEP_LAY + CN_KIND_9, false},
    {"P42: two pairs and two jokers open where no group must be without wilds",
     "position pairs\nrules modern_american\nset initial_needs_pure = no\n"
     "hand AcAdKcKdXX4c5d6h7s8c9dTc\nphase meld\nplay discard 4c\n",
     CN_STEP_LAY + CN_KIND_A, true},
    {"where one must they do not",
     "position pairs\nrules modern_american\nhand AcAdKcKdXX4c5d6h7s8c9dTc\nphase meld\n"
     "play discard 4c\n",
     CN_STEP_LAY + CN_KIND_A, false},
    {"P43: three jokers open without a group of a rank",
     "position wilds\nrules modern_american\nhand XXX4c4d5h6s7c8d9hTsJcQd\nphase meld\n"
     "play discard 5h\n",
     CN_STEP_LAY_TWO_WILD + 1, true},
    {"S10: where a group of a rank must be without wilds they do not",
     "position wilds\nrules modern_american_cla\nhand XXX4c4d5h6s7c8d9hTsJcQd\nphase meld\n"
     "play discard 5h\n",
     CN_STEP_LAY_TWO_WILD + 1, false},
    {"S10: but for a splash of wilds, which needs no such group",
     "position splash\nrules modern_american\nset initial_needs_pure = pure_triple\n"
     "hand XX2c2c2d2h2s4c4d5h6s7c8d9h\nphase meld\nplay discard 5h\n",
     CN_STEP_LAY_TWO_WILD + 1, true},
    {"P43, P61: a pair adds nothing to wilds that lie together",
     "position locked\nrules modern_american\nhand XX2cAcAdKcKd4c5h6s7c8d9h\nphase meld\n"
     "play discard 4c\n",
     CN_STEP_LAY_TWO_WILD + 1, false},
};

static void masks_are_right(void **state)
{
    (void)state;
    masks_check(rows, sizeof rows / sizeof rows[0]);
}

/* A sequence of six has room for one card, and the six of hearts has no other place. */
static void no_card_takes_the_place_of_one_that_has_no_other(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position room\nrules samba\n"
               "melds TcTdThTsTcTdTh / 9c9d9h9s9c9d9h / S:7h8h9hThJhQh / KcKdKs\n"
               "hand 6h6sKh\nphase meld\nanswer yes\nplay ask\n",
               &position);
    cn_public *pub = &position.view.pub;
    const cn_mask before = cn_legal(&position.rules, pub, &position.view.hand);
    assert_true(cn_mask_has(&before, CN_STEP_TO_MELD + 2));
    pub->turn.to_meld = 2;
    const cn_mask mask = cn_legal(&position.rules, pub, &position.view.hand);
    assert_true(cn_mask_has(&mask, cn_step_sequence(cn_card_make(CN_KIND_6, CN_SUIT_HEARTS))));
    assert_false(cn_mask_has(&mask, cn_step_sequence(cn_card_make(CN_KIND_K, CN_SUIT_HEARTS))));
}

/* Two melds of queens are one canasta, which is wanted: nothing is joined while a meld is begun,
 * and nothing after the last card. */
static void melds_are_joined_before_the_last_card(void **state)
{
    (void)state;
    static const struct {
        const char *hand;
        bool begins;
    } hands[] = {{"4h5h6h", false}, {"4h5h6h7h", true}};
    const unsigned number = cn_step_sequence(cn_card_make(CN_KIND_4, CN_SUIT_HEARTS));
    for (unsigned i = 0; i < sizeof hands / sizeof *hands; i++) {
        static cn_position position;
        char text[200];
        (void)snprintf(text, sizeof text,
                       "position joins\nrules samba\n"
                       "melds KcKdKhKsKcKdKh / QcQdQhQs / QcQdQh\n"
                       "hand %s\nphase meld\nanswer yes\nplay ask\n",
                       hands[i].hand);
        masks_read(text, &position);
        const cn_mask mask = cn_legal(&position.rules, &position.view.pub, &position.view.hand);
        assert_int_equal(cn_mask_has(&mask, number), hands[i].begins);
    }
}

/* P42, P57: six nines take no wild in an opening, four take the two that it needs. */
static void a_wild_takes_the_place_of_naturals_that_stay_in_hand(void **state)
{
    (void)state;
    static const struct {
        const char *hand;
        bool legal;
    } hands[] = {{"7c7d7h9c9c9d9d9h9hXX4c5dJs", true}, {"7c7d7h9c9c9d9d9h9hX4c5dJsQh", false}};
    for (unsigned i = 0; i < sizeof hands / sizeof *hands; i++) {
        static cn_position position;
        char text[200];
        (void)snprintf(text, sizeof text,
                       "position wild\nrules modern_american\nhand %s\nphase meld\nplay ask\n",
                       hands[i].hand);
        masks_read(text, &position);
        cn_public *pub = &position.view.pub;
        for (unsigned laid = 0; laid < 3; laid++)
            cn_try_certain(&position.rules, pub, &position.view.hand,
                           cn_step_make(CN_STEP_LAY + CN_KIND_9, CN_CARD_NONE, CN_CARD_NONE));
        const cn_mask mask = cn_legal(&position.rules, pub, &position.view.hand);
        assert_int_equal(cn_mask_has(&mask, CN_STEP_LAY_JOKER + CN_KIND_9), hands[i].legal);
    }
}

/* P57: four jacks and two wilds are a canasta, to which a third wild may go, but no jack; laid
 * before them, it keeps a jack of the opening out. */
static void a_wild_keeps_naturals_from_a_meld_that_becomes_a_canasta(void **state)
{
    (void)state;
    static const struct {
        const char *others;
        bool legal;
    } hands[] = {{"6hKc", false}, {"KcKdKh", true}};
    for (unsigned i = 0; i < sizeof hands / sizeof *hands; i++) {
        static cn_position position;
        char text[250];
        (void)snprintf(text, sizeof text,
                       "position closed\nrules pennies\n"
                       "set add_wild_to_canasta = yes; canasta_size = 6; min_table = any:150\n"
                       "hand 4d5d5d5d5h8s9dTsJcJcJdJhJh2d2sX%s\nphase meld\nplay ask\n",
                       hands[i].others);
        masks_read(text, &position);
        cn_public *pub = &position.view.pub;
        const unsigned jack = CN_STEP_LAY + CN_KIND_J;
        const unsigned steps[] = {jack, jack, CN_STEP_LAY_JOKER + CN_KIND_J,
                                  CN_STEP_LAY_TWO + CN_KIND_J};
        for (unsigned laid = 0; laid < sizeof steps / sizeof *steps; laid++)
            cn_try_certain(&position.rules, pub, &position.view.hand,
                           cn_step_make(steps[laid], CN_CARD_NONE, CN_CARD_NONE));
        const cn_mask mask = cn_legal(&position.rules, pub, &position.view.hand);
        assert_true(cn_mask_has(&mask, jack));
        assert_int_equal(cn_mask_has(&mask, CN_STEP_LAY_TWO + CN_KIND_J), hands[i].legal);
    }
}

/* P57, P100: one jack and three wilds are a canasta of four, which would close the rank before the
 * second jack came. */
static void no_wild_closes_a_rank_before_its_meld_is_finished(void **state)
{
    (void)state;
    const unsigned jack = CN_STEP_LAY + CN_KIND_J, two = CN_STEP_LAY_TWO + CN_KIND_J;
    static cn_position position;
    masks_read("position closing\nrules classic_pagat\n"
               "set canasta_size = 4; dead_rank = both_sides\nmelds KcKdKh\n"
               "hand 4c5d6h7s8c9dTcJcJdQhAs2c2d2hX\nphase meld\nplay ask\n",
               &position);
    cn_public *pub = &position.view.pub;
    const unsigned steps[] = {jack, two, two};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        const cn_mask mask = cn_legal(&position.rules, pub, &position.view.hand);
        assert_true(cn_mask_has(&mask, steps[i]));
        cn_try_certain(&position.rules, pub, &position.view.hand,
                       cn_step_make(steps[i], CN_CARD_NONE, CN_CARD_NONE));
    }
    const cn_mask mask = cn_legal(&position.rules, pub, &position.view.hand);
    assert_true(cn_mask_has(&mask, jack));
    assert_false(cn_mask_has(&mask, two));
    assert_false(cn_mask_has(&mask, CN_STEP_LAY_JOKER + CN_KIND_J));
}

/* S28: with too little effort the answer is a no that says so; with more it is exact. */
static void a_search_that_gives_up_says_so(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position sequence\nrules samba\nset out_discard = required\n"
               "melds KcKdKhKsKcKdKh / QcQdQhQsQcQdQh\nhand 5c6c7c8d\nphase meld\nplay ask\n",
               &position);
    const cn_public *pub = &position.view.pub;
    cn_effort little = {3}, most = {CN_EFFORT_MOST};
    assert_false(cn_can_still_go_out(&position.rules, pub, &position.view.hand, &little));
    assert_int_equal(little.left, 0);
    assert_true(cn_can_still_go_out(&position.rules, pub, &position.view.hand, &most));
    assert_true(most.left > 0);
    cn_mask unsure = cn_legal_unsure(&position.rules, pub, &position.view.hand);
    assert_int_equal(cn_mask_count(&unsure), 0);
}

/* S28: without a limit this takes a minute, and by a larger hand longer than anybody waits. */
static void no_question_goes_on_for_ever(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position endless\nrules italian\nset min_naturals = 1\nset decks = 8\n"
               "melds 5c5d5s / 2:2c2c2h / 7c7d7s / AhAs2s / KhKdKs / 4c4h4s / S:8h9hTh\n"
               "hand 7d4d5c5c5h5s6c6d6d6d6h6h6h6s7h7s8c8c8d9d9h9sTdThJdJsQdQdQsKc"
               "KdAcAdAs3c2d2h2sXX8h7d7s4dQs4h9s5cKdQc6d\n"
               "phase meld\nanswer yes\nplay meld 7d7hX\n",
               &position);
    assert_false(
        cn_play_is_legal(&position.rules, &position.view.pub, &position.view.hand, "meld 7d7hX"));
}

/* What was judged is not judged again: whether a question leaves a way out is searched for, whether
 * it can be put is not. */
static void a_step_that_was_judged_is_possible_without_a_search(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position asks\nrules classic_pagat\nmelds KcKdKhKsKcKdKh\nhand 4s6d8cJh\n"
               "phase meld\nplay ask\n",
               &position);
    const cn_public *pub = &position.view.pub;
    const cn_cards *hand = &position.view.hand;
    const cn_step ask = cn_step_make(CN_STEP_ASK, CN_CARD_NONE, CN_CARD_NONE);
    assert_false(cn_possible(&position.rules, pub, hand, ask.number));
    assert_true(cn_possible_step(&position.rules, pub, hand, ask));
    const cn_card jack = cn_card_make(CN_KIND_J, CN_SUIT_HEARTS);
    assert_true(cn_possible_step(&position.rules, pub, hand,
                                 cn_step_make(CN_STEP_DISCARD + CN_KIND_J, jack, CN_CARD_NONE)));
    const cn_card other = cn_card_make(CN_KIND_J, CN_SUIT_CLUBS); /* not held */
    assert_false(cn_possible_step(&position.rules, pub, hand,
                                  cn_step_make(CN_STEP_DISCARD + CN_KIND_J, other, CN_CARD_NONE)));
}

/* Who must go out, and opens with a pile in which there is much: what is laid in the opening can
 * not be laid in a sequence behind it. */
static void an_opening_takes_the_suits_that_it_lays(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position deadend\n"
               "rules uruguay\n"
               "players 4\n"
               "set min_naturals = 1\n"
               "set decks = 5\n"
               "set hand_size = 18\n"
               "set min_table = any:215\n"
               "set out_canastas = 2\n"
               "set empty_stock_take = free\n"
               "set ask_partner = optional\n"
               "set ask_timing = before_or_after_draw\n"
               "set sequences = yes\n"
               "set draw_count = 2\n"
               "set max_wilds = 1\n"
               "set canasta_size = 5\n"
               "set keep_cards = 0\n"
               "hand 4c4h5h6d6h6s7d7d9sThJhJsQhKdKhKsAcAcAcAs3s2d2h\n"
               "phase draw\n"
               "answer yes\n"
               "stock 144\n"
               "pile Jh6hTh8d5d2cKcAhX9dQc8sAs8dKc2d4dJc7cQhJhKc\n"
               "play draw\n",
               &position);
    const cn_rules *rules = &position.rules;
    cn_stream stream = cn_stream_make(1, 2, 3);
    for (unsigned walk = 0; walk < 20; walk++) {
        cn_public pub = position.view.pub;
        cn_cards hand = position.view.hand;
        while (pub.phase != CN_PHASE_HAND_END) {
            const cn_mask legal = cn_legal(rules, &pub, &hand);
            const unsigned count = cn_mask_count(&legal);
            if (count == 0) fail_msg("walk %u: no step is legal", walk);
            const unsigned number = cn_mask_nth(&legal, cn_stream_below(&stream, count));
            cn_try_certain(rules, &pub, &hand,
                           cn_step_named(rules, &pub, &hand,
                                         cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE)));
        }
    }
}

/* With a hand as large as this a way to go out is not found among 65,536 lays; where melds take
 * what they are given, the sequences are found of which there is one. */
static void steps_a_search_gave_up_on_are_named(void **state)
{
    (void)state;
    static cn_position position;
#define LARGE(rules)                                                                               \
    "position large\nrules bolivia\nset out_discard = required\n" rules                            \
    "melds 4c4d4d4h4s4sXX / S:JsQsKs / AcAdAd / S:JhQhKh / JcJcX / S:QcKcAc / AcAdAs\n"            \
    "hand 4h4h5c5d5d5h5s6c6d6d6d6h6h6s6s7c7d7d7h7h7s8d8d8h8s9c9c9d9d9d9s9sTcThTsJdJdJh"            \
    "QcQcQdQdQdQhQsKdKhKhKsAhAhAs3c3c3s2d2h2s\nphase meld\nplay ask\n"
    const cn_public *pub = &position.view.pub;
    const cn_cards *hand = &position.view.hand;
    masks_read(LARGE("set add_wild_to_canasta = no\n"), &position);
    cn_mask unsure = cn_legal_unsure(&position.rules, pub, hand);
    assert_true(cn_mask_has(&unsure, CN_STEP_ASK));
    assert_false(cn_mask_has(&unsure, CN_STEP_DISCARD));
    assert_false(cn_legal_has(&position.rules, pub, hand, CN_STEP_ASK));
    masks_read(LARGE(""), &position);
    unsure = cn_legal_unsure(&position.rules, pub, hand);
    assert_false(cn_mask_has(&unsure, CN_STEP_ASK));
    assert_true(cn_legal_has(&position.rules, pub, hand, CN_STEP_ASK));
#undef LARGE
}

/* Forty melds, all of them closed: nothing can be taken into one of its own. */
static void a_full_table_has_no_room_for_a_take(void **state)
{
    (void)state;
    static cn_position position;
#define FOUR(rank) rank "c" rank "c" rank "d" rank "d / "
#define RANKS      FOUR("4") FOUR("5") FOUR("6") FOUR("7") FOUR("8") FOUR("9") FOUR("T") FOUR("J")
#define TABLE(last, hand)                                                                          \
    "position full\nrules cuban\nset decks = 8\nset canasta_size = 4\n"                            \
    "melds " RANKS RANKS RANKS RANKS FOUR("Q") FOUR("Q") FOUR("Q") FOUR("K") FOUR("K") FOUR("K")   \
        last "\nhand " hand hand "5h6h7h8h9hTh\npile Qh" hand "\nphase draw\nplay draw\n"
    static const struct {
        const char *position;
        bool full;
    } tables[] = {{TABLE("AcAcAdAd", "4h"), false}, /* 39 melds */
                  {TABLE("AcAcAdAd / AcAcAdAd", "4h"), true},
                  {TABLE("QcQcQdQd / KcKcKdKd", "Ah"), true}}; /* no meld of the rank */
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        masks_read(tables[i].position, &position);
        const cn_mask mask = cn_legal(&position.rules, &position.view.pub, &position.view.hand);
        assert_int_equal(cn_mask_has(&mask, CN_STEP_TAKE_PAIR), !tables[i].full);
    }
#undef TABLE
#undef RANKS
#undef FOUR
}

/* However the processor finds it. */
static void the_nth_bit_is_the_one_that_counting_finds(void **state)
{
    (void)state;
    cn_stream stream = cn_stream_make(7, 0, 0);
    for (unsigned round = 0; round < 2000; round++) {
        const uint64_t word = cn_stream_next(&stream) & cn_stream_next(&stream);
        unsigned index = 0;
        for (unsigned place = 0; place < 64; place++) {
            if ((word >> place & 1) == 0) continue;
            assert_int_equal(cn_bit_nth(word, index), place);
            assert_int_equal(cn_bit_nth_by_clearing(word, index++), place);
        }
    }
}

/* P151: the buried card may be anything, so that nobody takes it with the last cards. */
static void last_cards_take_no_buried_one(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position last\nrules forum\nset upcard_extra_pile = by_rank_value\n"
               "set take_amount = 2\nmelds 9c9d9sX / JcJcJd\nhand ThTs\npile ??????Td\n"
               "phase draw\nplay draw\n",
               &position);
    const cn_public *pub = &position.view.pub;
    const cn_cards *hand = &position.view.hand;
    assert_true(cn_possible(&position.rules, pub, hand, CN_STEP_TAKE_PAIR));
    assert_false(cn_legal_has(&position.rules, pub, hand, CN_STEP_TAKE_PAIR));
    cn_cards more = *hand;
    position.view.pub.hand_count[0] = 4;
    cn_cards_add(&more, cn_card_make(0, CN_SUIT_CLUBS));
    cn_cards_add(&more, cn_card_make(1, CN_SUIT_CLUBS));
    assert_true(cn_legal_has(&position.rules, pub, &more, CN_STEP_TAKE_PAIR));
}

/* P109: a full sequence was lengthened, so that the turn must go out; the two is wanted by the
 * nines, and the begun kings may not have it. */
static void a_full_sequence_that_grew_keeps_cards_for_going_out(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position grown\nrules samba\nset sequence_extend_going_out = yes\n"
               "melds QcQdQhQsQcQdQh / S:4h5h6h7h8h9hTh / 7c7d7s\n"
               "hand JhKcKdKs2c9c9d4c\nphase meld\nplay discard 4c\n",
               &position);
    cn_public *pub = &position.view.pub;
    cn_cards *hand = &position.view.hand;
    const unsigned steps[] = {CN_STEP_TO_MELD + 1,
                              CN_STEP_SEQUENCE + 4 * CN_KIND_J + CN_SUIT_HEARTS,
                              CN_STEP_LAY + CN_KIND_K};
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_true(cn_legal_has(&position.rules, pub, hand, steps[i]));
        cn_try_certain(&position.rules, pub, hand,
                       cn_step_make(steps[i], CN_CARD_NONE, CN_CARD_NONE));
    }
    assert_true(cn_legal_has(&position.rules, pub, hand, CN_STEP_LAY + CN_KIND_K));
    assert_false(cn_legal_has(&position.rules, pub, hand, CN_STEP_LAY_TWO + CN_KIND_K));
}

/* P79, P97: the held three is laid out when the side opens, and its replacement is not counted on,
 * so that the last king and the seven stay in hand. */
static void a_held_three_is_no_card_to_keep(void **state)
{
    (void)state;
    static cn_position position;
    masks_read("position held\nrules relaxed\nset hold_one_three = yes; min_table = any:15\n"
               "hand KcKcKdKh7c3d\nphase meld\nplay open KcKcKd\n",
               &position);
    cn_public *pub = &position.view.pub;
    cn_cards *hand = &position.view.hand;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(cn_legal_has(&position.rules, pub, hand, CN_STEP_LAY + CN_KIND_K));
        cn_try_certain(&position.rules, pub, hand,
                       cn_step_make(CN_STEP_LAY + CN_KIND_K, CN_CARD_NONE, CN_CARD_NONE));
    }
    const cn_mask mask = cn_legal(&position.rules, pub, hand);
    assert_true(cn_mask_has(&mask, CN_STEP_OPEN));
    assert_false(cn_mask_has(&mask, CN_STEP_LAY + CN_KIND_K));
    cn_cards more = *hand;
    pub->hand_count[0]++;
    cn_cards_add(&more, cn_card_make(0, CN_SUIT_CLUBS));
    assert_true(cn_legal_has(&position.rules, pub, &more, CN_STEP_LAY + CN_KIND_K));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_right),
        cmocka_unit_test(no_card_takes_the_place_of_one_that_has_no_other),
        cmocka_unit_test(melds_are_joined_before_the_last_card),
        cmocka_unit_test(a_full_table_has_no_room_for_a_take),
        cmocka_unit_test(a_wild_takes_the_place_of_naturals_that_stay_in_hand),
        cmocka_unit_test(a_wild_keeps_naturals_from_a_meld_that_becomes_a_canasta),
        cmocka_unit_test(no_wild_closes_a_rank_before_its_meld_is_finished),
        cmocka_unit_test(a_search_that_gives_up_says_so),
        cmocka_unit_test(no_question_goes_on_for_ever),
        cmocka_unit_test(a_step_that_was_judged_is_possible_without_a_search),
        cmocka_unit_test(an_opening_takes_the_suits_that_it_lays),
        cmocka_unit_test(steps_a_search_gave_up_on_are_named),
        cmocka_unit_test(the_nth_bit_is_the_one_that_counting_finds),
        cmocka_unit_test(last_cards_take_no_buried_one),
        cmocka_unit_test(a_full_sequence_that_grew_keeps_cards_for_going_out),
        cmocka_unit_test(a_held_three_is_no_card_to_keep)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
